"""What players look up by its name: wars, the leaders of enemies, families and statesmen."""

from __future__ import annotations

from collections.abc import Iterator

from responsa.republic_of_rome._senators import FAMILIES, STATESMEN, Card
from responsa.republic_of_rome.wars import LEADER_CARDS, WAR_CARDS


def named() -> Iterator[tuple[str, str, str]]:
    """The page that tells of each, its name, and what it is."""
    for name, war in WAR_CARDS.items():
        strength = f"land strength {war.land}, fleet support {war.support}, fleet strength {war.naval}"
        yield "republic-of-rome/wars.md", name, f"War: {strength}."
    for name, enemy in LEADER_CARDS.items():
        text = f"Enemy leader of the {enemy.series} wars: strength {enemy.strength}."
        yield "republic-of-rome/wars.md", name, text
    for kind, cards in (("Family", FAMILIES), ("Statesman", STATESMEN)):
        for card in cards:
            yield "republic-of-rome/statesmen.md", card.name, f"{kind} of number {card.number}: {_printed(card)}."


def _printed(card: Card) -> str:
    printed = f"military {card.military}, oratory {card.oratory}, loyalty {card.loyalty}, influence {card.influence}"
    return f"{printed}, popularity {card.popularity}" if card.popularity else printed
