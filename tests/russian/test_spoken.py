"""What the library says, in Russian: values are read back from its sentences and told anew in the right forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa.russian import Case, Catalogue, NotInRussian, Speech, speech
from responsa.russian.spoken import Said, Slot, Template
from responsa.sentences import listing

GAMES = ("here_i_stand",)
"""The games whose sentences are whole."""

WORDS = Catalogue.of("""
[names]
"Hapsburg" = "Габсбурги, Габсбургов, Габсбургам, Габсбургов, Габсбургами, Габсбургах; p"
"France" = "Франция, Франции, Франции, Францию, Францией, Франции; f"
"Vienna" = "Вена, Вены, Вене, Вену, Веной, Вене; f"
"Ferdinand" = "Фердинанд, Фердинанда, Фердинанду, Фердинанда, Фердинандом, Фердинанде; m"
"unit" = "отряд, отряда, отряду, отряд, отрядом, отряде; m"
"squadron" = "эскадра, эскадры, эскадре, эскадру, эскадрой, эскадре; f"
[called]
"the Hapsburgs" = "Hapsburg"
[counted]
"unit" = "отряд, отряда, отрядов; m; отряды, отрядов, отрядам, отряды, отрядами, отрядах"
"squadron" = "эскадра, эскадры, эскадр; f; эскадры, эскадр, эскадрам, эскадры, эскадрами, эскадрах"
[words]
"attacker" = "атакующий"
[sentences]
"{who:pieces} {stays|stay} in {space:name}" = "{who} {who?остаётся|остаются} в {space:pre}"
"{who:pieces} {is|are} gone" = "{who} {who?пропал|пропала|пропало|пропали}"
"{power:name} {controls|control} {space:name}" = "{space:acc} {power?контролирует|контролируют} {power}"
"{power:name} {loses|lose} {what:count}" = "{power} {power?теряет|теряют} {what:acc}"
"at most {most:number} may go to {space:name}" = "в {space:acc} можно не больше чем {most unit:dat}"
"{who:name} {meets|meet} {whom:names}" = "{who} {who?встречает|встречают} {whom:acc}"
"{who:name} {goes|go} with {whom:name}" = "{who} {who?идёт|идут} с {whom:ins}"
"the {side:word} wins {chance:chance}: {why:said}" = "{side} побеждает в {chance}: {why}"
"Vienna stays in Vienna" = "Вена на месте"
"it has no name" = "имени у него нет"
"more than {what:count}" = "больше {what:gen}"
""")
SPEECH = Speech(WORDS)


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("1 unit stays in Vienna", "1 отряд остаётся в Вене"),
        ("4 units stay in Vienna", "4 отряда остаются в Вене"),
        ("11 units stay in Vienna", "11 отрядов остаются в Вене"),
        ("2 units and Ferdinand stay in Vienna", "2 отряда и Фердинанд остаются в Вене"),
        ("Ferdinand stays in France", "Фердинанд остаётся во Франции"),
        ("1 squadron is gone", "1 эскадра пропала"),
        ("21 squadrons are gone", "21 эскадра пропала"),
        ("the Hapsburgs control Vienna", "Вену контролируют Габсбурги"),
        ("The Hapsburgs control Vienna", "Вену контролируют Габсбурги"),
        ("France loses 1 squadron", "Франция теряет 1 эскадру"),
        ("France loses 5 squadrons", "Франция теряет 5 эскадр"),
        ("at most 4 may go to Vienna", "в Вену можно не больше чем 4 отрядам"),
        ("Ferdinand meets the Hapsburgs and France", "Фердинанд встречает Габсбургов и Францию"),
        ("Ferdinand goes with France", "Фердинанд идёт с Францией"),
        ("the attacker wins 14.8 %: it has no name", "атакующий побеждает в 14,8 %: имени у него нет"),
        ("Vienna stays in Vienna", "Вена на месте"),
        ("Vienna", "Вена"),
        ("Vienna, Ferdinand, and France", "Вена, Фердинанд и Франция"),
        ("2 units, 1 squadron", "2 отряда и 1 эскадра"),
        ("Vienna – France", "Вена – Франция"),
        ("+1", "+1"),
        ("< 0.1 %", "< 0,1 %"),
    ],
)
def test_a_sentence_is_told_in_the_right_forms(english: str, russian: str) -> None:
    assert SPEECH.say(english).lower() == russian.lower()


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("It has no name [HIS 1a]", "Имени у него нет [HIS 1a]"),
        ("Yes. It has no name [HIS 1a].", "Да. Имени у него нет [HIS 1a]."),
        (
            "No. France loses 2 units [HIS 1a], 1 unit stays in Vienna [HIS 13.4b], and it has no name [HIS C31a].",
            "Нет. Франция теряет 2 отряда [HIS 1a]; 1 отряд остаётся в Вене [HIS 13.4b]; имени у него нет [HIS C31a].",
        ),
        (
            "No. France loses 2 units [HIS 1a] and it has no name [HIS C31a].",
            "Нет. Франция теряет 2 отряда [HIS 1a]; имени у него нет [HIS C31a].",
        ),
        ("units is 3, expected more than 4 units [HIS 1a]", "units = 3, а нужно: больше 4 отрядов [HIS 1a]"),
        ("units is 3, but it has no name [HIS 1a]", "units = 3, но имени у него нет [HIS 1a]"),
        (
            "space is 'Viena', expected more than 1 unit [HIS 1a]; the nearest is Vienna",
            "space = 'Viena', а нужно: больше 1 отряда [HIS 1a]; ближе всего Вена",
        ),
        (
            "not in this text: it has no name [HIS 1a]; clause 13.4 of the published rules would say",
            "в этом тексте нет ответа: имени у него нет [HIS 1a]; ответ — в пункте 13.4 изданных правил",
        ),
    ],
)
def test_answers_and_refusals_keep_their_rules(english: str, russian: str) -> None:
    assert SPEECH.say(english) == russian


@pytest.mark.parametrize("english", ["Paris stays in Vienna", "3 hussars are gone", "it has no name at all", ""])
def test_what_no_template_fits_is_not_said(english: str) -> None:
    with pytest.raises(NotInRussian):
        SPEECH.say(english)
    assert not SPEECH.can_say(english)


@pytest.mark.parametrize(
    ("english", "russian", "message"),
    [("{x:thing} is gone", "{x}", "a kind 'thing'"), ("{x:name} is gone", "{y} пропал", "a value 'y'")],
)
def test_a_template_that_cannot_be_read_is_refused(english: str, russian: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Template(english, russian)


# --- the tables of the games ---


def test_every_russian_template_has_a_form_for_each_value() -> None:
    for game in GAMES:
        for template in speech(game).templates:
            assert template.russian.strip(), template.english
            for part in template.russian.split("{")[1:]:
                forms = part.partition("}")[0].partition("?")[2]
                assert forms.count("|") in (0, 1, 3), template.russian


@st.composite
def drawn(draw: st.DrawFn, says: Speech, kind: str) -> tuple[str, Said]:
    """A value of a kind: its English, and what the table of words says of it, found without reading any sentence."""
    words = says.words
    names = st.sampled_from(sorted(set(words.names) - set(words.counted)))
    number = st.integers(0, 40)
    leaders = st.lists(names, min_size=1, max_size=3, unique=True)
    if kind in ("names", "pieces"):
        several = draw(leaders)
        forms = [_declined(words, each) for each in several]
        joined = tuple(_joined([form.cases[place] for form in forms]) for place in range(6))
        return listing(several), Said(joined, forms[0].gender if len(forms) == 1 else "p")
    if kind == "name":
        name = draw(names)
        return name, _declined(words, name)
    if kind == "count":
        noun, count = draw(st.sampled_from(sorted(words.counted))), draw(st.integers(1, 40))
        return f"{count} {noun}", says.counted(count, noun)
    if kind == "number":
        count = draw(number)
        return str(count), Said((str(count),) * 6, "m" if count % 10 == 1 and count != 11 else "p", count)
    if kind == "chance":
        whole, tenth = draw(st.integers(0, 99)), draw(st.integers(0, 9))
        return f"{whole}.{tenth} %", Said.alike(f"{whole},{tenth} %")
    if kind == "word":
        word = draw(st.sampled_from(["attacker", "defender"]))
        return word, Said.alike(words.words[word], "m")
    plain = [each for each in says.templates if not any(isinstance(part, Slot) for part in each.parts)]
    if kind == "said":
        chosen = draw(st.sampled_from([each for each in plain if "|" not in each.english]))
        return chosen.english, Said.alike(chosen.russian)
    text = draw(st.sampled_from(["12.4", "3.1", "13"]))
    return text, Said.alike(text)


def _declined(words: Catalogue, name: str) -> Said:
    return Said(tuple(words.decline(name, case) for case in Case), words.names[name].gender)


def _joined(parts: list[str]) -> str:
    return " и ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_whatever_stands_in_a_sentence_is_read_back(game: str, data: st.DataObject) -> None:
    says = speech(game)
    template = data.draw(st.sampled_from(says.templates))
    english, values = "", dict[str, Said]()
    for part in template.parts:
        if isinstance(part, Slot):
            text, values[part.name] = data.draw(drawn(says, part.kind))
            english += text
        else:
            english += data.draw(st.sampled_from(part))
    readings = [russian for found, russian in says.readings(english) if found == template]
    expected = says._told(template.russian, values)
    assert {*readings} == {expected}
    found, russian = says.readings(english)[0]
    assert found.weight > template.weight or russian == expected


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("no enemy units stand in Malta", "вражеских отрядов на Мальте нет"),
        ("no enemy units stand in Candia", "вражеских отрядов в Кандии нет"),
        ("the formation stays in Corfu", "армия остаётся на Корфу"),
        ("the enemy came from Rhodes", "враг пришёл с Родоса"),
        ("the enemy came from Vienna", "враг пришёл из Вены"),
    ],
)
def test_one_is_on_an_island_and_in_a_city(english: str, russian: str) -> None:
    assert speech("here_i_stand").say(english) == russian
