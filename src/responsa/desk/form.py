"""A calculator: its form, and how the library answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from responsa.desk.answers import Answer, not_in_this_text
from responsa.desk.fields import Fault, Field, read
from responsa.errors import ImpossibleSituation, NotInThisText


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together, under a heading."""

    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Calculator:
    """A form and how it is answered.

    Attributes:
        name: The name of its page.
        rulebook: The key of its rulebook.
        groups: Its fields.
        answer: What works the answer out from the values.
        places: For arguments of the library that are called otherwise in the form, the field that stands for them.
    """

    name: str
    rulebook: str
    groups: tuple[Group, ...]
    answer: Callable[[Mapping[str, Any]], Answer]
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, in their order."""
        return tuple(each for group in self.groups for each in group.fields)

    @property
    def defaults(self) -> dict[str, object]:
        """The texts of the situation that the page opens with."""
        return {each.name: each.default for each in self.fields}

    def work_out(self, texts: Mapping[str, object]) -> Answer | list[Fault]:
        """The answer to what was entered, or what is wrong with it.

        A fault that the library finds stands at the field that its argument came from; what it finds in the situation
        as a whole stands at no field.
        """
        values, faults = read(self.fields, texts)
        if faults:
            return faults
        try:
            return self.answer(values)
        except NotInThisText as error:
            return not_in_this_text(error)
        except ImpossibleSituation as error:
            names = {each.name for each in self.fields}
            place = self.places.get(error.field, error.field)
            return [Fault(place if place.partition(".")[0] in names else "", error)]
