"""The Russian of names, counts, table cells and sentences: a table of words for each game, and how it is read.

The games know nothing of it; it needs nothing but Python, so that it also runs in a browser.
"""

from responsa.russian.catalogue import Case, Catalogue, NotInRussian, catalogue
from responsa.russian.spoken import Speech, speech

__all__ = ["Case", "Catalogue", "NotInRussian", "Speech", "catalogue", "speech"]
