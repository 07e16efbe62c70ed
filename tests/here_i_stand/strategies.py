"""Hypothesis strategies for stacks, relations and leaders."""

from __future__ import annotations

from hypothesis import strategies as st

from responsa.here_i_stand import IMPULSE_ORDER, LEADERS, MINOR_POWERS, Force, Leader, Power, Relations, Stack, serves

leaders: st.SearchStrategy[Leader] = st.one_of(
    st.sampled_from(sorted(LEADERS.values(), key=lambda leader: leader.name)),
    st.builds(Leader, st.sampled_from(["Pargali", "Trivulzio"]), st.integers(0, 2), st.integers(0, 12)),
)
powers = st.sampled_from(Power)


@st.composite
def forces(draw: st.DrawFn) -> Force:
    """Land units of one power, no leaders; only the Ottomans have cavalry."""
    power = draw(powers)
    cavalry = draw(st.integers(0, 8)) if power is Power.OTTOMAN else 0
    return Force(power, draw(st.integers(0, 8)), draw(st.integers(0, 8)), cavalry)


@st.composite
def stacks(draw: st.DrawFn, max_forces: int = 3) -> Stack:
    """A stack of some powers, no leader in it twice."""
    several = draw(st.lists(forces(), max_size=max_forces))
    named = draw(st.lists(leaders, max_size=4, unique_by=lambda leader: leader.name))
    led = [Force(draw(st.sampled_from(serves(leader))), leaders=(leader,)) for leader in named]
    return Stack((*several, *led))


@st.composite
def relations(draw: st.DrawFn) -> Relations:
    """Wars and alliances that do not contradict each other."""
    minors = tuple(
        (minor, draw(st.sampled_from(IMPULSE_ORDER))) for minor in draw(st.sets(st.sampled_from(MINOR_POWERS)))
    )
    wars, alliances = [], []
    for place, one in enumerate(IMPULSE_ORDER):
        for other in IMPULSE_ORDER[:place]:
            tie = draw(st.sampled_from(("peace", "war", "alliance")))
            if tie == "war":
                wars.append((one, other))
            elif tie == "alliance":
                alliances.append((one, other))
    return Relations(tuple(wars), tuple(alliances), minors)
