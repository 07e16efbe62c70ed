"""Units in sentences: the article and the verb that go with their names."""

from __future__ import annotations

import pytest

from responsa import hellenes as hel


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Theban army", "the Theban army is"),
        ("fleet", "the fleet is"),
        ("ships", "the ships are"),
        ("Attic hoplites", "the Attic hoplites are"),
        ("Thebans", "the Thebans are"),
        ("Corinthians", "the Corinthians are"),
        ("Brasidas", "Brasidas is"),
        ("Phormio's fleet", "Phormio's fleet is"),
        ("army of Mende", "the army of Mende is"),
        ("army 1", "army 1 is"),
        ("the reserve", "the reserve is"),
    ],
)
def test_a_unit_is_called_as_a_player_would(name: str, said: str) -> None:
    unit = hel.Unit(name, hel.Side.ATHENS, hel.Kind.FOOT, "Attica")
    assert unit.be == said
    assert unit.have == said.replace(" is", " has").replace(" are", " have")


def test_several_ships_go_home_together() -> None:
    position = hel.Position.of("""
        land: Boeotia - Attica
        Thebes 2, Boeotia: Sparta
        Thebans: Sparta foot, Attica, home Thebes
        horse: Sparta cavalry, Attica, home Thebes
    """)
    alone = hel.WinterMove(hel.How.RETURN, ("Thebans",), "Thebes", ("Boeotia",))
    both = hel.WinterMove(hel.How.RETURN, ("Thebans", "horse"), "Thebes", ("Boeotia",))
    assert hel.make_move(position, alone).steps[0].text == "the Thebans go home to Thebes"
    assert hel.make_move(position, both).steps[0].text == "the Thebans and the horse go home to Thebes"
    hungry = hel.disband_all(position, hel.Side.SPARTA)
    assert hungry.steps[0].text == "the Thebans are disbanded: they are outside friendly cities and not supplied"
