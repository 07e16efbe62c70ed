"""Wars and enemy leaders: the cards, what makes a war stronger, and which wars are active [ROR 1.07.33]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.nearest import known_as, nearest
from responsa.republic_of_rome._helpers import counted
from responsa.republic_of_rome.pieces import EnemyLeader, War, WarState
from responsa.rules import implements
from responsa.rulings import Finding, Ruling, decide

WAR_COST: Final = 20
"""Talents that each active war costs the state every turn [ROR 1.07.33b]."""

WARS_THAT_END_ROME: Final = 4
"""Rome falls when so many wars are active [ROR 1.07.33b]."""

DOUBLED: Final = 2
"""What two active wars of one type multiply their strengths by [ROR 1.07.33a]."""

TRIPLED: Final = 3
"""What three active wars of one type multiply their strengths by [ROR 1.07.33a]."""

QUADRUPLED: Final = 4
"""What four active wars of one type multiply their strengths by [ROR 1.07.33a]."""

_TIMES: Final = {1: 1, 2: DOUBLED, 3: TRIPLED, 4: QUADRUPLED}

REVOLT_SPOILS: Final = 0
"""Talents that a war classed as a Revolt pays [ROR 1.07.33c]."""

_CARDS = (
    # name, series, land, fleet support, naval, Disaster, Standoff, spoils (None: a Revolt)
    ("1st Punic War", "Punic", 10, 5, 10, (13,), (11, 14), 35),
    ("2nd Punic War", "Punic", 15, 5, 0, (10,), (11, 15), 25),
    ("1st Illyrian War", "Illyrian", 5, 3, 0, (5,), (17,), 10),
    ("2nd Illyrian War", "Illyrian", 4, 2, 0, (5,), (17,), 10),
    ("1st Gallic War", "Gallic", 10, 0, 0, (13,), (15,), 20),
    ("1st Macedonian War", "Macedonian", 12, 10, 0, (12,), (11, 18), 25),
    ("2nd Macedonian War", "Macedonian", 10, 5, 0, (13,), (14,), 45),
    ("Syrian War", "Syrian", 6, 2, 0, (16,), (15,), 45),
    ("Lusitanian War", "Spanish", 6, 2, 0, (6,), (11, 16), None),
    ("Numantine War", "Spanish", 8, 2, 0, (14,), (11, 18), None),
    ("Gladiator Revolt", "Slave", 6, 0, 0, (6,), (16,), None),
)

WAR_CARDS: Final = MappingProxyType(
    {
        name: War(
            name,
            land=land,
            support=support,
            naval=naval,
            disasters=disasters,
            standoffs=standoffs,
            spoils=spoils or REVOLT_SPOILS,
            series=series,
            revolt=spoils is None,
        )
        for name, series, land, support, naval, disasters, standoffs, spoils in _CARDS
    }
)
"""The wars of the Early Republic, and those of the published worked examples, as printed on their cards."""

LEADER_CARDS: Final = MappingProxyType(
    {
        leader.name: leader
        for leader in (
            EnemyLeader("Hamilcar", strength=3, series="Punic", disasters=(8,), standoffs=(12,)),
            EnemyLeader("Hannibal", strength=7, series="Punic", disasters=(9,), standoffs=(16,)),
            EnemyLeader("Antiochus III", strength=5, series="Syrian", disasters=(14,), standoffs=(17,)),
            EnemyLeader("Philip V", strength=6, series="Macedonian", disasters=(15,), standoffs=(14,)),
            EnemyLeader("Viriathus", strength=5, series="Spanish", disasters=(15,), standoffs=(12,)),
            EnemyLeader("Spartacus", strength=5, series="Slave", disasters=(11,), standoffs=(14,)),
        )
    }
)
"""The enemy leaders of the Early Republic, and those of the published worked examples, as printed."""


@implements("ROR 1.07.33")
def war(name: str, *, state: WarState = WarState.ACTIVE, naval_victory: bool = False) -> War:
    """A war card, as printed, on the table [ROR 1.07.33].

    Args:
        name: The name on the card (`"1st Punic War"`).
        state: Where the card lies.
        naval_victory: Whether it has a Naval Victory marker.

    Raises:
        ImpossibleSituation: If the library does not know the card.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.war("1st Punic War").land
        10
        >>> ror.war("Trojan War")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: name is 'Trojan War', expected a war in WAR_CARDS [ROR 1.07.33]; the nearest is Syrian War
    """
    known = known_as(name, WAR_CARDS)
    if not known:
        raise ImpossibleSituation("name", name, "a war in WAR_CARDS", "ROR 1.07.33", nearest(name, WAR_CARDS))
    return replace(WAR_CARDS[known], state=state, naval_victory=naval_victory)


@implements("ROR 1.07.34")
def enemy_leader(name: str) -> EnemyLeader:
    """An enemy leader's card, as printed [ROR 1.07.34].

    Raises:
        ImpossibleSituation: If the library does not know the card.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.enemy_leader("Hannibal").strength
        7
    """
    known = known_as(name, LEADER_CARDS)
    if not known:
        near = nearest(name, LEADER_CARDS)
        raise ImpossibleSituation("name", name, "an enemy leader in LEADER_CARDS", "ROR 1.07.34", near)
    return LEADER_CARDS[known]


@implements("ROR 1.07.33a")
def multiplier(war: War, others: Iterable[War] = ()) -> int:
    """What the printed strengths of an active war are multiplied by: the number of active wars of its type.

    Args:
        war: The war, which counts itself.
        others: The other wars on the table (the war itself may be among them).

    Raises:
        NotInThisText: If more than four wars match; the cards have no such type.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.multiplier(ror.war("2nd Punic War"), (ror.war("1st Punic War"),))
        2
    """
    if not war.series:
        return 1
    matching = {other.name for other in others if other.is_active and other.series == war.series} | {war.name}
    if len(matching) not in _TIMES:
        raise NotInThisText(f"what {len(matching)} matching wars multiply by", "ROR 1.07.33a", where="1.07.332")
    return _TIMES[len(matching)]


@implements("ROR 1.07.33a", "ROR 1.07.34a")
def land_strength(war: War, others: Iterable[War] = (), leaders: Sequence[EnemyLeader] = ()) -> int:
    """The strength of a war on land: printed, times the matching wars, plus its leaders [ROR 1.07.34a].

    Args:
        war: The war.
        others: The other wars on the table.
        leaders: The enemy leaders that are active.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> viriathus = ror.enemy_leader("Viriathus")
        >>> ror.land_strength(ror.war("Numantine War"), (ror.war("Lusitanian War"),), (viriathus,))
        21
    """
    return war.land * multiplier(war, others) + leaders_strength(war, leaders)


@implements("ROR 1.07.33a", "ROR 1.07.34a")
def naval_strength(war: War, others: Iterable[War] = (), leaders: Sequence[EnemyLeader] = ()) -> int:
    """The strength of a war at sea: printed, times the matching wars, plus its leaders [ROR 1.07.34a].

    Raises:
        ImpossibleSituation: If the war has no fleet, or its fleet is already beaten.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.naval_strength(ror.war("1st Punic War"), leaders=(ror.enemy_leader("Hamilcar"),))
        13
    """
    if not war.needs_naval_battle:
        raise ImpossibleSituation("war", war.name, "a war with an enemy fleet that is not beaten", "ROR 1.10.12a")
    return war.naval * multiplier(war, others) + leaders_strength(war, leaders)


@implements("ROR 1.07.33a")
def fleet_support(war: War) -> int:
    """The fleets that a land battle needs: as printed, whatever wars match [ROR 1.07.33a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.fleet_support(ror.war("1st Punic War"))
        5
    """
    return war.support


@implements("ROR 1.07.34a")
def leaders_strength(war: War, leaders: Sequence[EnemyLeader]) -> int:
    """What the active leaders of its series add to a war [ROR 1.07.34a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.leaders_strength(ror.war("1st Gallic War"), (ror.enemy_leader("Hannibal"),))
        0
    """
    return sum(leader.strength for leader in leaders if war.series and leader.series == war.series)


@implements("ROR 1.07.33b")
def active_wars(wars: Iterable[War]) -> tuple[War, ...]:
    """The wars that are active: an unprosecuted one is, an inactive or imminent one is not [ROR 1.07.33b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> gallic = ror.war("1st Gallic War", state=ror.WarState.UNPROSECUTED)
        >>> punic = ror.war("1st Punic War", state=ror.WarState.INACTIVE)
        >>> [war.name for war in ror.active_wars((gallic, punic))]
        ['1st Gallic War']
    """
    return tuple(war for war in wars if war.is_active)


@implements("ROR 1.07.33b")
def cost_of_wars(wars: Iterable[War]) -> int:
    """Talents that the state pays for its wars in a turn: 20 for each active one [ROR 1.07.33b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.cost_of_wars((ror.war("Syrian War"), ror.war("1st Gallic War")))
        40
    """
    return WAR_COST * len(active_wars(wars))


@implements("ROR 1.07.33b")
def too_many_wars(wars: Iterable[War]) -> Ruling:
    """Whether the active wars are enough to end Rome when the Combat Phase ends [ROR 1.07.33b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.too_many_wars((ror.war("Syrian War"),)))
        No. 1 war is active, fewer than 4 [ROR 1.07.33b].
    """
    count = len(active_wars(wars))
    are = f"{counted(count, 'war')} {'is' if count == 1 else 'are'} active"
    return decide(
        Finding(
            count >= WARS_THAT_END_ROME,
            "ROR 1.07.33b",
            yes=f"{are}, {WARS_THAT_END_ROME} or more",
            no=f"{are}, fewer than {WARS_THAT_END_ROME}",
        )
    )


@implements("ROR 1.07.33c")
def spoils_of_war(war: War) -> int:
    """Talents that a land victory over the war pays to the state; a Revolt pays none [ROR 1.07.33c].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.spoils_of_war(ror.war("1st Punic War")), ror.spoils_of_war(ror.war("Gladiator Revolt"))
        (35, 0)
    """
    return REVOLT_SPOILS if war.revolt else war.spoils
