"""The pages are tests, and so is the gate: the same plugin collects them that other books have."""

pytest_plugins = ("responsa.book.pytest_plugin",)
