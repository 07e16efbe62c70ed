"""The cards of senators, families and statesmen, with what is printed on them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Card(NamedTuple):
    """What is printed on a senator's card; the military rating of Pompey is rolled."""

    number: str
    name: str
    military: int | str
    oratory: int
    loyalty: int
    influence: int
    popularity: int = 0


FAMILIES: Final = tuple(
    Card(str(number), *row)
    for number, row in enumerate(
        (
            ("Cornelius", 4, 3, 9, 5),
            ("Fabius", 4, 2, 9, 5),
            ("Valerius", 1, 2, 10, 5),
            ("Julius", 4, 3, 9, 4),
            ("Claudius", 2, 3, 7, 4),
            ("Manlius", 3, 2, 7, 4),
            ("Fulvius", 2, 2, 8, 4),
            ("Furius", 3, 3, 8, 3),
            ("Aurelius", 2, 3, 7, 3),
            ("Junius", 1, 2, 8, 3),
            ("Papirius", 1, 2, 6, 3),
            ("Acilius", 2, 2, 7, 3),
            ("Flaminius", 4, 2, 6, 3),
            ("Aelius", 3, 4, 7, 2),
            ("Sulpicius", 3, 2, 8, 2),
            ("Calpurnius", 1, 2, 9, 2),
            ("Plautius", 2, 1, 6, 2),
            ("Quinctius", 3, 2, 6, 1),
            ("Aemilius", 4, 2, 8, 1),
            ("Terentius", 2, 1, 6, 1),
            ("Servilius", 3, 4, 9, 4),
            ("Porcius", 2, 4, 10, 1),
            ("Popillius", 1, 3, 7, 3),
            ("Cassius", 3, 3, 9, 3),
            ("Sempronius", 1, 3, 6, 3),
            ("Octavius", 2, 3, 9, 4),
            ("Marius", 4, 2, 9, 4),
            ("Tullius", 2, 3, 7, 3),
            ("Licinius", 3, 2, 9, 3),
            ("Pompeius", 2, 2, 7, 2),
        ),
        start=1,
    )
)
"""The families of all three periods, in the order of their numbers."""

STATESMEN: Final = (
    Card("1A", "P. Cornelius Scipio Africanus", 5, 5, 7, 6),
    Card("1B", "P. Cornelius Scipio Aemilianus Africanus", 4, 3, 7, 5),
    Card("1C", "L. Cornelius Sulla", 4, 4, 5, 5),
    Card("2A", "Q. Fabius Maximus Verrucosus Cunctator", 5, 2, 7, 3),
    Card("4A", "C. Julius Caesar", 6, 5, 9, 5, 2),
    Card("7A", "M. Fulvius Flaccus", 2, 5, 6, 5),
    Card("18A", "T. Quinctius Flamininus", 5, 4, 7, 4),
    Card("19A", "L. Aemilius Paullus Macedonicus", 5, 4, 8, 4),
    Card("21A", "C. Servilius Glaucia", 1, 3, 3, 2),
    Card("22A", "M. Porcius Cato the Elder", 1, 6, 10, 1),
    Card("22B", "M. Porcius Cato the Younger", 1, 6, 11, 4),
    Card("23A", "P. Popillius Laenas", 2, 5, 6, 4),
    Card("25A", "T. Sempronius Gracchus", 1, 4, 0, 3, 2),
    Card("25B", "C. Sempronius Gracchus", 1, 5, 0, 4, 3),
    Card("27A", "C. Marius", 5, 3, 6, 5),
    Card("28A", "M. Tullius Cicero", 1, 6, 10, 3, 1),
    Card("29A", "M. Licinius Crassus", 2, 2, 4, 5),
    Card("29B", "L. Licinius Lucullus", 5, 3, 10, 3),
    Card("30A", "Cn. Pompeius Magnus (Pompey)", "a die + 1", 3, 9, 5, 5),
)
"""The statesmen of all three periods, in the order of their numbers."""
