"""The calculators, asked as a page asks them: whatever stands in a form has an answer or a message at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import hellenes as hel
from responsa import here_i_stand as his
from responsa import republic_of_rome as ror
from responsa.book import Book, Settings
from responsa.desk import session
from responsa.desk.answers import Answer, Because, Plot, Table, page_of
from responsa.desk.calculators import NAMES, calculator, reply
from responsa.desk.fields import Checklist, Choice, Fault, Field, Name, Rows, Whole, YesNo
from responsa.dice import percent
from responsa.site.pages.calculator_page import ways

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
PLAIN = {"a", "br", "caption", "div", "figcaption", "figure", "h2", "li", "ol", "p", "small", "span", "ul"}
TAGS = PLAIN | {"table", "tbody", "td", "th", "thead", "tr"} | {"path", "rect", "svg", "text", "title"}
NUMBERS = ("0", "1", "2", "3", "5", "8", "-1", "41", "999999", "99999999999999999999", "x", "2.0", "1e3", "٣", "")
WORDS = ("Thebes", "Attica", "Boeotia", "Julius", "Populares", "", "<img src=x onerror=alert(1)>", "x" * 99, "\x00")
BORDERS = ("", "-", " - ", "Attica - Boeotia", "Attica ! Boeotia, Phocis", "Attica - Attica", ",,", "Thebes - Attica")


def sane(field: Field) -> st.SearchStrategy[object]:
    """Texts that a field takes, so that what they come to together is looked at."""
    if isinstance(field, Rows):
        row = st.fixed_dictionaries({column.name: sane(column) for column in field.columns})
        return st.lists(row, max_size=4) | st.lists(st.sampled_from(field.default), unique_by=id)
    if isinstance(field, Checklist):
        return st.lists(st.sampled_from([*field.options]), max_size=2)
    if isinstance(field, Choice):
        return st.sampled_from([*field.options])
    if isinstance(field, Whole):
        numbers = st.integers(field.least, min(field.most, 12)).map(str)
        return numbers | st.just("") if field.optional else numbers
    if isinstance(field, YesNo):
        return st.sampled_from(["", "yes"])
    assert isinstance(field, Name)
    return st.sampled_from([*(BORDERS if field.wide else WORDS[:6]), field.default])


def mad(field: Field) -> st.SearchStrategy[object]:
    """Texts that nobody would enter."""
    anything: st.SearchStrategy[object] = (
        st.text(max_size=6) | st.none() | st.integers() | st.lists(st.text(max_size=3))
    )
    if isinstance(field, Rows):
        row = st.fixed_dictionaries({column.name: sane(column) | mad(column) for column in field.columns})
        return st.lists(row, max_size=4) | st.just([{}] * 99) | anything
    if isinstance(field, Whole):
        return st.sampled_from(NUMBERS) | anything
    return st.sampled_from(WORDS) | anything


def forms(name: str) -> st.SearchStrategy[dict[str, object]]:
    """Whole forms: as printed, changed with sense, or in a single field without."""
    fields = calculator(name).fields
    usual = st.fixed_dictionaries({field.name: st.just(field.default) | sane(field) for field in fields})
    spoilt = st.sampled_from(fields).flatmap(lambda field: st.tuples(st.just(field.name), mad(field)))
    return usual | st.builds(lambda form, pair: form | dict([pair]), usual, spoilt)


class Tags(HTMLParser):
    """The tags and the addresses in some HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def changed(name: str, **texts: object) -> Answer | list[Fault]:
    """What a calculator says when some of what is printed is changed."""
    form = calculator(name)
    assert {*texts} <= {*form.defaults}
    return form.work_out(form.defaults | texts)


def answered(name: str, **texts: object) -> Answer:
    result = changed(name, **texts)
    assert isinstance(result, Answer), result
    return result


def fault(name: str, **texts: object) -> Fault:
    result = changed(name, **texts)
    assert isinstance(result, list), result
    (only,) = result
    return only


def reasons(answer: Answer) -> list[str]:
    return [str(reason) for part in answer.parts if isinstance(part, Because) for reason in part.reasons]


# --- all of them ---


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_whatever_is_entered_there_is_an_answer_or_a_message_at_a_place(name: str, data: st.DataObject) -> None:
    texts = data.draw(forms(name))
    told = reply(name, texts, {})
    json.dumps(told)
    fields = {field.name: field for field in calculator(name).fields}
    if "html" in told:
        assert told["headline"]
        shown = [told["html"]]
    else:
        assert told["faults"]
        shown = [each["html"] for each in told["faults"]]
        for each in told["faults"]:
            field, _, cell = each["at"].partition(".")
            assert not field or field in fields
            if cell:
                rows = fields[field]
                assert isinstance(rows, Rows)
                assert cell.partition(".")[2] in {column.name for column in rows.columns}
    for html in shown:
        assert Tags(html).tags <= TAGS
        assert not {attribute for attribute in Tags(html).attributes if attribute.startswith("on")}


@pytest.mark.parametrize("name", NAMES)
def test_each_form_opens_with_an_answer_whose_rules_are_in_the_book(name: str) -> None:
    form = calculator(name)
    answer = answered(name)
    cited = {reason.rule for part in answer.parts if isinstance(part, Because) for reason in part.reasons}
    cited |= {field.rule for field in form.fields if not isinstance(field, YesNo)}  # type: ignore[attr-defined]
    cited |= {
        column.rule
        for field in form.fields
        if isinstance(field, Rows)
        for column in field.columns
        if not isinstance(column, YesNo)
    }
    known = {str(rule) for rule in BOOK.rules} | {str(clause) for clause in BOOK.clauses}
    assert cited
    assert cited <= known
    assert {form.rulebook} == {rule.partition(" ")[0] for rule in cited}


@pytest.mark.parametrize("name", NAMES)
def test_the_places_that_a_fault_may_be_sent_to_exist(name: str) -> None:
    form = calculator(name)
    names = {field.name for field in form.fields}
    assert {place.partition(".")[0] for place in form.places.values()} <= names
    assert len(names) == len(form.fields)


@pytest.mark.parametrize("key", BOOK.settings.rulebooks)
def test_the_way_to_every_rule_is_known(key: str) -> None:
    page = "calculators/some.md"
    known = ways(BOOK, key, page, ".html")
    for id_ in (*BOOK.rules, *BOOK.clauses):
        if id_.rulebook == key:
            place = BOOK.place_of(id_) or ""
            assert page_of(id_, known) == relpath(place, dirname(page)).removesuffix(".md") + ".html"
    assert len(json.dumps(known)) < 3_000


def test_an_unknown_calculator_is_refused() -> None:
    with pytest.raises(KeyError):
        calculator("../os")


def test_the_session_answers_calculators() -> None:
    told: list[str] = []
    request = {"calculator": "civil-war", "texts": calculator("civil-war").defaults, "ways": {"1": "x.html"}}
    session.answer("calculator", json.dumps(request), told.append)
    (only,) = map(json.loads, told)
    assert only["headline"].startswith("The Senate wins")
    assert 'href="x.html#ror-1.11.37b"' in only["html"]


@given(st.text(max_size=15))
def test_a_whole_number_is_within_its_limits_or_refused(text: str) -> None:
    field = Whole("units", "Units", "1", "HIS 5.1a", least=1, most=40)
    if re.fullmatch(r"\s*[+]?0*([1-9]|[1-3]\d|40)\s*", text):
        assert field.read(text) == int(text)
    else:
        with pytest.raises(ImpossibleSituation, match=r"units is .* a whole number, 1 to 40"):
            field.read(text)


def test_every_wrong_field_is_named_at_once() -> None:
    result = changed("field-battle", attackers="abc", defenders="-3", attacker_extra="10000000000")
    assert isinstance(result, list)
    assert [each.at for each in result] == ["attackers", "attacker_extra", "defenders"]


def test_what_the_text_does_not_say_is_an_answer_of_its_own() -> None:
    rows = [{"senator": name, "of": name, "influence": "5", "place": "in Rome"} for name in ("A", "B")]
    factions = [{"faction": "A", "votes": "3"}, {"faction": "B", "votes": "3"}]
    answer = answered("victory", after="Forum Phase", era_ends="yes", senators=rows, factions=factions)
    assert answer.missing
    assert answer.headline == "Not in this text"


# --- each of them agrees with the library ---

UNITS = st.integers(1, 40)
POWERS = st.sampled_from([str(power) for power in his.IMPULSE_ORDER])


@given(UNITS, UNITS, st.sampled_from(["", *his.LEADERS]), st.integers(0, 20))
def test_field_battle(attackers: int, defenders: int, leader: str, extra: int) -> None:
    answer = answered(
        "field-battle",
        attackers=str(attackers),
        defenders=str(defenders),
        attacker_leader=leader,
        defender_leader="",
        defender_extra=str(extra),
    )
    rating = his.LEADERS[leader].battle if leader else 0
    odds = his.field_battle_odds(
        attackers=attackers, attacker_dice=attackers + rating, defenders=defenders, defender_dice=defenders + 1 + extra
    )
    assert answer.headline == f"The attacker wins {percent(odds.attacker_wins)} of these battles"
    (plot,) = (part for part in answer.parts if isinstance(part, Plot))
    for side in ("attacker", "defender"):
        assert sum(group[side] for group in plot.chances.values()) == 1
        assert plot.chances["0"][side] == (odds.attacker_losses if side == "attacker" else odds.defender_losses)[0]


@given(st.integers(0, 8), POWERS, st.booleans(), st.sampled_from(["Vienna", "Graz", "Belgrade", "Metz"]))
def test_fortress(units: int, enemy: str, intercepted: bool, space: str) -> None:
    result = changed(
        "fortress", units=str(units), mover=enemy, intercepted="yes" if intercepted else "", space=space, enemies="6"
    )
    try:
        position = his.Position.of(
            enemy,
            relations=f"{enemy} against Hapsburg",
            stacks={space: f"Hapsburg: {units} regulars, Ferdinand"},
        )
        ruling = his.may_withdraw(position, space, intercepted=intercepted)
    except ImpossibleSituation as error:
        said = str(error)
        assert isinstance(result, list)
        assert str(result[0].error) == said
        return
    assert isinstance(result, Answer)
    assert result.headline.startswith("Yes") == bool(ruling)
    assert {str(reason) for reason in ruling.because} <= {*reasons(result)}
    if ruling and units:
        siege = his.siege_begins(active=6, inside=units)
        assert any("a siege begins" in reason for reason in reasons(result)) == bool(siege)


def test_fortress_of_an_ally() -> None:
    assert answered("fortress", space="Metz").headline == "No"
    assert answered("fortress", space="Bordeaux", allied="yes").headline == "Yes"
    assert answered("fortress", space="Belgrade", allied="yes").headline == "Yes"
    assert answered("fortress", units="4", enemies="4", over_pass="yes").parts[-1] == Table(
        "What the enemy may do then",
        ("choice", "price in CP", "may he?"),
        (
            ("move on", 2, his.may_pay_to_move_on(cp=1, over_pass=True)),
            ("go back", 0, his.may_pay_to_go_back(over_pass=True)),
        ),
    )


@given(
    st.integers(1, 8),
    st.booleans(),
    st.sampled_from(["", "Ferdinand", "Charles V", "Duke of Alva"]),
    st.sampled_from([[], ["Linz"], ["Graz"], ["Linz", "Graz"]]),
)
def test_avoid_battle(units: int, cavalry: bool, leader: str, unrest: list[str]) -> None:
    around = [{"place": name, "control": "", "stands": "", "count": "0", "unrest": "yes"} for name in unrest]
    answer = answered("avoid-battle", units=str(units), cavalry="yes" if cavalry else "", leader=leader, around=around)
    stack = f"Hapsburg: {units} regulars" + (f", {leader}" if leader else "")
    position = his.Position.of("Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": stack}, unrest=unrest)
    enemy = "Ottoman: 7 regulars, 1 cavalry" if cavalry else "Ottoman: 8 regulars"
    approach = his.Approach.of(enemy, "Pressburg", "Vienna")
    targets = his.spaces_to_avoid_to(position, his.Power.HAPSBURG, approach)
    if not targets:
        assert answer.headline == "No"
        return
    modifier = his.avoidance_modifier(his.Stack.of(stack), his.Stack.of(enemy))
    assert answer.headline == f"Yes, and it works in {percent(his.chance_to_avoid(modifier))}"
    (where,) = (part for part in answer.parts if isinstance(part, Table) and part.title == "The spaces around Vienna")
    assert tuple(name for name, choice in where.rows if choice) == targets
    (plot,) = (part for part in answer.parts if isinstance(part, Plot))
    assert plot.chances[plot.mark][""] == his.chance_to_avoid(modifier)


def test_avoid_battle_says_no_in_the_words_of_the_library() -> None:
    assert reasons(answered("avoid-battle", came="2")) == [
        "2 land units of the Hapsburgs intercepted into Vienna [HIS 13.3f]",
        "an interception has succeeded, so the field battle follows at once [HIS 13.1.5d]",
    ]
    assert reasons(answered("avoid-battle", besieged="yes"))[0].endswith("are besieged in Vienna [HIS 13.3e]")
    assert answered("avoid-battle", beaten="4").headline == "Yes, without dice"
    assert answered("avoid-battle", power="Venice", leader="").headline == "No"


def test_avoid_battle_puts_what_contradicts_itself_at_its_field() -> None:
    assert fault("avoid-battle", power="Ottoman").at == "power"
    assert fault("avoid-battle", leader="Suleiman").at == "leader"
    assert fault("avoid-battle", origin="London").at == "space"
    assert fault("avoid-battle", came="5").at == "came"
    assert fault("avoid-battle", beaten="5").at == "beaten"
    assert fault("avoid-battle", besieged="yes", units="5").at == "besieged"
    assert fault("avoid-battle", allies=["Ottoman"]).at == "foes"
    twice = [{"place": "Linz", "control": "", "stands": "", "count": "0", "unrest": ""}] * 2
    assert fault("avoid-battle", around=twice).at == "around"


@given(st.sampled_from(ror.Age), *[st.integers(0, 6)] * 3, st.integers(0, 12), st.integers(1, 100), st.integers(0, 12))
def test_loyalty(age: ror.Age, ordinary: int, veterans: int, own: int, strength: int, chance: int, money: int) -> None:
    answer = answered(
        "loyalty",
        age=str(age),
        ordinary=str(ordinary),
        veterans=str(veterans),
        own=str(own),
        strength=str(strength),
        chance=str(chance),
        money=str(money),
    )
    needed = max(0, strength - 2 * own)
    way = ror.cheapest_way(needed, ordinary=ordinary, veterans=veterans, age=age, chance=Fraction(chance, 100))
    (plot,) = (part for part in answer.parts if isinstance(part, Plot))
    assert plot.mark == ("" if way is None else str(way.talents))
    if way is None:
        assert answer.headline == f"No money buys {chance} %"
    elif way.talents:
        assert answer.headline.startswith(f"It costs {way.talents} talent")
        assert ("and you have" in answer.headline) == (way.talents > money)
    if way is not None:
        assert plot.chances[plot.mark][""] == way.chance
    chances = [group[""] for group in plot.chances.values()]
    assert chances == sorted(chances)
    assert chances[0] == ror.chance_of_strength(needed, ordinary=ordinary, veterans=veterans, age=age)


@given(*[st.integers(0, 9)] * 4, st.sampled_from(["", "0", "3"]))
def test_civil_war(legions: int, veterans: int, rebel: int, military: int, deputy: str) -> None:
    answer = answered(
        "civil-war",
        senate_legions=str(legions),
        senate_veterans=str(veterans),
        senate_military=str(military),
        senate_deputy=deputy,
        rebel_legions=str(rebel),
        rebel_veterans="0",
        rebel_military="2",
    )
    strength = legions + 2 * veterans
    ours = strength + min(strength, military + int(deputy or 0))
    odds = ror.civil_war_odds(ours - rebel - min(rebel, 2))
    if legions + veterans == 0:
        assert answer.headline == "No battle: the rebel wins"
        return
    assert answer.headline == f"The Senate wins {percent(odds.victory)} of these battles"
    losses = next(part for part in answer.parts if isinstance(part, Table) and part.title == "Legions lost")
    assert sum(chance for *_, chance in losses.rows if isinstance(chance, Fraction)) == 1


def test_civil_war_without_an_army_of_the_senate() -> None:
    nobody: dict[str, object] = {"senate_legions": "0", "senate_veterans": "0"}
    assert answered("civil-war", **nobody, wars="4").headline == "No battle: the rebel has not won yet"


@given(
    st.sampled_from([*ror.WAR_CARDS]), st.sampled_from(ror.WarState), *[st.booleans()] * 3, *[st.integers(0, 12)] * 4
)
def test_unprosecuted(
    name: str,
    state: ror.WarState,
    marker: bool,
    land: bool,
    naval: bool,
    legions: int,
    fleets: int,
    unrest: int,
    drought: int,
) -> None:
    ticks = {"marker": marker, "land_battle": land, "naval_battle": naval}
    counts = {"legions": legions, "fleets": fleets, "unrest": unrest, "others": 2, "droughts": min(drought, 10)}
    result = changed(
        "unprosecuted",
        war=name,
        state=str(state),
        **{field: "yes" if tick else "" for field, tick in ticks.items()},
        **{field: str(count) for field, count in counts.items()},
    )
    try:
        war = ror.war(name, state=state, naval_victory=marker)
        left = ror.Force(ror.legions(legions), fleets=fleets)
        ruling = ror.is_prosecuted(war, left, land_battle=land, naval_battle=naval)
    except ImpossibleSituation:
        assert isinstance(result, list)
        assert result[0].at in ("marker", "state", "land_battle")
        return
    assert isinstance(result, Answer)
    assert result.headline.startswith("No" if ruling else "Yes")
    level = unrest + 2 + min(drought, 10) + (not ruling)
    assert f"level will be {level} " in result.said


def senators(*rows: tuple[str, str, int, str]) -> list[dict[str, str]]:
    return [{"senator": name, "of": of, "influence": str(count), "place": place} for name, of, count, place in rows]


@pytest.mark.parametrize(
    ("texts", "headline"),
    [
        ({}, "Populares wins"),
        ({"military_reforms": "yes"}, "The game goes on"),
        ({"after": "Senate Phase"}, "Populares wins if Rome survives the turn"),
        ({"wars": "4"}, "All players lose"),
        ({"bankrupt": "yes"}, "All players lose"),
        ({"senators": senators(("Julius", "Populares", 9, "in revolt")), "marched": "yes"}, "Populares wins"),
        (
            {"senators": senators(("Julius", "Populares", 9, "in revolt")), "marched": "yes", "wars": "4"},
            "Populares wins if the wars are beaten",
        ),
        ({"senators": senators(("Julius", "", 9, "in revolt")), "marched": "yes"}, "The rebel wins"),
        ({"elected": "Cornelius", "military_reforms": "yes"}, "Optimates wins"),
    ],
)
def test_victory(texts: Mapping[str, Any], headline: str) -> None:
    assert answered("victory", **texts).headline == headline


def test_victory_puts_what_contradicts_itself_at_its_field() -> None:
    assert fault("victory", marched="yes").at == "marched"
    assert fault("victory", elected="Nobody").at == "elected"
    assert fault("victory", era_ends="yes").at == "after"
    rows = [{"senator": "", "of": "", "influence": "", "place": ""}, *senators(("A", "none of them", 3, "in Rome"))]
    assert fault("victory", senators=rows).at == "senators.1.of"
    assert fault("victory", senators=senators(("A", "Populares", -3, "in Rome"))).at == "senators.0.influence"
    assert fault("victory", senators=senators(*[("A", "Populares", 3, "in Rome")] * 2)).at == "senators"


@given(st.integers(0, 8), st.lists(st.sampled_from(["Attica", "Boeotia", "Phocis", "Thebes", "Megara"]), max_size=6))
def test_winter(actions: int, places: list[str]) -> None:
    row = calculator("winter").fields[-1].default[0]
    rows = [row | {"unit": f"army {n}", "at": at, "home": "", "steps": "1"} for n, at in enumerate(places)]
    result = changed("winter", actions=str(actions), units=rows)
    S, foot = hel.Side.SPARTA, hel.Kind.FOOT  # noqa: N806 - as the examples of the book have it
    position = hel.Position(
        areas=hel.areas("Attica - Boeotia - Phocis, Attica - Megaris"),
        seas=hel.seas("Saronic Gulf - Aegean"),
        cities=(
            hel.City("Thebes", 2, "Boeotia", S),
            hel.City("Megara", 1, "Megaris", S, sea="Saronic Gulf", port=True),
        ),
        units=tuple(hel.Unit(f"army {n}", S, foot, at) for n, at in enumerate(places)),
    )
    try:
        plan = hel.over_winter(position, S, actions)
    except ImpossibleSituation as error:
        said = str(error)
        assert isinstance(result, list)
        assert str(result[0].error) == said
        return
    assert isinstance(result, Answer)
    assert result.headline.startswith(f"{len(plan.saved)} of {len(places)} unit")
    (table,) = (part for part in result.parts if isinstance(part, Table))
    bought = hel.what_actions_buy(position, S, max(actions, 4))
    assert [saved for _, saved in table.rows] == [*bought]
    assert table.mark == str(plan.price)


def test_winter_with_a_siege() -> None:
    form = calculator("winter")
    cities = [dict(row) for row in form.defaults["cities"]]  # type: ignore[attr-defined]
    cities[0]["besieged"] = "yes"
    assert fault("winter", cities=cities).at == "cities"
    enemy = {
        "unit": "Athenian army",
        "of": "Athens",
        "kind": "foot",
        "at": "Boeotia",
        "home": "",
        "steps": "3",
        "barbarian": "",
    }
    units = [*form.defaults["units"], enemy]  # type: ignore[misc]
    answer = answered("winter", cities=cities, units=units)
    assert re.match(r"\d of 6 units", answer.headline)
    assert answer.headline != answered("winter").headline
