"""Responsa: the rules of three historical board games as small functions that answer questions."""

from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.rules import RuleId, implements, rules_of
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.words import Words

__version__ = "0.1.0"

__all__ = [
    "Finding",
    "ImpossibleSituation",
    "NotInThisText",
    "Reason",
    "RuleId",
    "Ruling",
    "Told",
    "Words",
    "decide",
    "implements",
    "rules_of",
]
