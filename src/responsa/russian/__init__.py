"""The Russian of names, counts and table cells: one table of words for each game, and how they are declined.

The games know nothing of it; it needs nothing but Python, so that it also runs in a browser.
"""

from responsa.russian.catalogue import Case, Catalogue, NotInRussian, catalogue

__all__ = ["Case", "Catalogue", "NotInRussian", "catalogue"]
