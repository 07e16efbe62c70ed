"""Winter actions: what a player may do with his actions, in what order, and what a group is."""

from __future__ import annotations

from typing import Final

from responsa import Finding, ImpossibleSituation, Reason, Ruling, Words, decide, implements
from responsa.hellenes.board import Position, Season, Side, Unit
from responsa.nearest import nearest
from responsa.values import dataclass

MOVES_PER_ACTION: Final = 1
"""Group Moves, or Musters in an ordinary season, that an action buys [HEL 4.1b]."""


class WinterAction(Words):
    """What a player may do in his winter actions [HEL 9.2a]."""

    MOVE = "winter movement"
    RECRUIT = "recruiting and reinforcing"
    SUPPLY = "supply"
    DISBAND = "disbanding"


class Move(Words):
    """The kinds of move that the rules name."""

    GROUP_MOVE = "Group Move"
    MUSTER = "Muster"
    PILLAGE = "Pillage"


@implements("HEL 4.0a", "HEL 4.1b")
@dataclass(frozen=True)
class Purse:
    """A player's actions: how many he has, and what each was spent on.

    An action is spent once; what is left at the end is lost [HEL 4.0a].

    Examples:
        >>> from responsa import Reason
        >>> from responsa import hellenes as hel
        >>> purse = hel.Purse(2).spend(2, Reason("2 units supplied", "HEL 9.2.2b"))
        >>> purse.left
        0
    """

    actions: int
    spent: tuple[tuple[int, Reason], ...] = ()

    def __post_init__(self) -> None:
        if type(self.actions) is not int or self.actions < 0:
            raise ImpossibleSituation("actions", self.actions, "0 or more", "HEL 4.0a")

    @property
    def left(self) -> int:
        """The actions that are not spent yet."""
        return self.actions - sum(cost for cost, _ in self.spent)

    def spend(self, cost: int, on: Reason) -> Purse:
        """The purse after some actions were spent.

        Raises:
            ImpossibleSituation: If there are fewer left.
        """
        if type(cost) is not int or cost < 0:
            raise ImpossibleSituation("cost", cost, "0 or more", on.rule)
        if cost > self.left:
            raise ImpossibleSituation("actions", cost, f"at most {self.left}, which are left", on.rule)
        return Purse(self.actions, (*self.spent, (cost, on))) if cost else self


@implements("HEL 9.2a", "HEL 9.2b", "HEL 9.2c")
def may_act(player: Side, *, first: Side, ended: tuple[Side, ...] = ()) -> Ruling:
    """Whether a player may perform winter actions now, of any kind and in any order [HEL 9.2a] [HEL 9.2b].

    Args:
        player: Who wants to act.
        first: The first player.
        ended: Who has ended his winter actions already.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_act(hel.Side.ATHENS, first=hel.Side.SPARTA))
        No. Sparta goes first and has not ended its winter actions [HEL 9.2c].
    """
    waits = player is not first and first not in ended
    return decide(
        Finding(
            player not in ended,
            "HEL 9.2a",
            yes=f"{player} has not ended its winter actions",
            no=f"{player} has ended its winter actions",
        ),
        Finding(
            not waits,
            "HEL 9.2c",
            yes=f"{player} goes first" if player is first else f"{first} has ended its winter actions",
            no=f"{first} goes first and has not ended its winter actions",
        ),
    )


@implements("HEL 9.2c")
def may_fight_yet(ended: tuple[Side, ...]) -> Ruling:
    """Whether a winter battle may be fought: not before both players have ended their actions [HEL 9.2c].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_fight_yet((hel.Side.SPARTA,)))
        No. Athens has not ended its winter actions [HEL 9.2c].
    """
    missing = [side for side in Side if side not in ended]
    names = " and ".join(map(str, missing))
    return decide(
        Finding(
            not missing,
            "HEL 9.2c",
            yes="both players have ended their winter actions",
            no=f"{names} {'has' if len(missing) == 1 else 'have'} not ended "
            f"{'its' if len(missing) == 1 else 'their'} winter actions",
        )
    )


@implements("HEL 4.1a")
def group_in(position: Position, side: Side, area: str) -> tuple[Unit, ...]:
    """A group: all units that a player has in an area, the cities in it included [HEL 4.1a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> [
        ...     unit.name
        ...     for unit in hel.group_in(hel.Position(areas=hel.areas("Attica"), units=(army,)), army.side, "Attica")
        ... ]
        ['Theban army']
    """
    if not position.is_area(area) and not position.is_sea(area):
        near = nearest(area, position.places)
        raise ImpossibleSituation("area", area, "a land or sea area of the position", "HEL 4.1a", near)
    return tuple(unit for unit in position.units if unit.side is side and area_of(position, unit) == area)


@implements("HEL 4.1a")
def area_of(position: Position, unit: Unit) -> str:
    """The area that a unit is in: for a unit in a city the area in which the city lies [HEL 4.1a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Thebes")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> hel.area_of(hel.Position(areas=hel.areas("Boeotia"), cities=(thebes,), units=(army,)), army)
        'Boeotia'
    """
    return position.city(unit.at).area if position.is_city(unit.at) else unit.at


@implements("HEL 9.2.1a", "HEL 9.2.1c", "HEL 4.1b", "HEL 9.2.1.4c", "HEL 9.2.1.4d")
def may_make(move: Move, season: Season) -> Ruling:
    """Whether a kind of move may be made: in Winter the Group Move alone [HEL 9.2.1a] [HEL 9.2.1c].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_make(hel.Move.MUSTER, hel.Season.WINTER))
        No. A Muster is no Group Move, and in Winter only Group Moves are made [HEL 9.2.1c].
    """
    allowed = season is not Season.WINTER or move is Move.GROUP_MOVE
    rule = "HEL 9.2.1c" if not allowed else "HEL 9.2.1a" if season is Season.WINTER else "HEL 4.1b"
    return decide(
        Finding(
            allowed,
            rule,
            yes=f"a {move} may be made in {season}",
            no=f"a {move} is no Group Move, and in Winter only Group Moves are made",
        )
    )
