"""What a procedure gives back: what happened, step by step, and how things stand after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from responsa.rulings import Reason


class Told:
    """The base of every result that has steps; it prints as a story, a line for each step.

    Examples:
        >>> from dataclasses import dataclass
        >>> from responsa import Reason, Told
        >>> @dataclass(frozen=True)
        ... class Flight(Told):
        ...     steps: tuple[Reason, ...]
        >>> print(Flight((Reason("Brandon goes to Calais", "HIS 13.4a"), Reason("the gates are shut", "HIS 13.4c"))))
        Brandon goes to Calais [HIS 13.4a]
        the gates are shut [HIS 13.4c]
    """

    __slots__ = ()

    steps: Sequence[Reason]

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps)) or "nothing happens"

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the story rests on, each once, in the order of its steps."""
        return tuple(dict.fromkeys(step.rule for step in self.steps))
