"""`python -m responsa` is the command `responsa`."""

import sys

from responsa.cli import main

sys.exit(main())
