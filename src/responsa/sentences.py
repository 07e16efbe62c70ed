"""How lists, counts and possessives are written: in one place, for every sentence of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listing(parts: Iterable[object], last: str = "and", nothing: str = "nobody") -> str:
    """Some things as a list: 'a', 'a and b', 'a, b, and c'.

    Args:
        parts: The things, each as it prints.
        last: The word before the last of them: "and" or "or".
        nothing: What is said if there are none.

    Examples:
        >>> from responsa.sentences import listing
        >>> listing(["Brandon", "Dudley", "Henry VIII"])
        'Brandon, Dudley, and Henry VIII'
        >>> listing(["Vienna", "Buda"], "or"), listing([])
        ('Vienna or Buda', 'nobody')
    """
    names = [str(part) for part in parts]
    if not names:
        return nothing
    if len(names) <= 2:
        return f" {last} ".join(names)
    return f"{', '.join(names[:-1])}, {last} {names[-1]}"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: '1 unit', '4 units', 'no units'.

    Examples:
        >>> from responsa.sentences import count
        >>> count(1, "unit"), count(4, "unit"), count(0, "city", "cities")
        ('1 unit', '4 units', 'no cities')
    """
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def span(least: int, most: int | None) -> str:
    """Numbers from one to another, in words.

    Examples:
        >>> from responsa.sentences import span
        >>> span(1, 7), span(0, 0), span(0, None)
        ('1 to 7', '0', '0 or more')
    """
    if most is None:
        return f"{least} or more"
    return f"{least} to {most}" if least < most else f"{least}"


def verb(things: Sequence[object] | int, one: str, many: str) -> str:
    """The form of a verb that goes with so many things.

    Examples:
        >>> from responsa.sentences import verb
        >>> verb(["Brandon"], "is", "are"), verb(2, "is", "are")
        ('is', 'are')
    """
    number = things if isinstance(things, int) else len(things)
    return one if number == 1 else many


def possessive(name: object) -> str:
    """What belongs to somebody: "Brandon's", "Athens's", "the Ottomans'".

    Examples:
        >>> from responsa.sentences import possessive
        >>> possessive("Brandon"), possessive("the Ottomans"), possessive("Athens")
        ("Brandon's", "the Ottomans'", "Athens's")
    """
    text = str(name)
    return f"{text}'" if text.startswith("the ") and text.endswith("s") else f"{text}'s"
