"""What the spaces of the board are called where they lie, and by players of other languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from responsa.nearest import letters

_CALLED: Final[Mapping[str, str]] = {
    "Agram": "Zagreb",
    "Algiers": "Alger, El Djazair",
    "Antwerp": "Antwerpen, Anvers",
    "Athens": "Athina, Athen",
    "Basel": "Basle, Bâle",
    "Belgrade": "Beograd, Belgrad",
    "Besançon": "Bisanz",
    "Breslau": "Wrocław, Wroclaw",
    "Brunn": "Brno",
    "Brunswick": "Braunschweig",
    "Brussels": "Bruxelles, Brussel, Brüssel",
    "Bucharest": "Bucuresti, Bukarest",
    "Buda": "Budapest, Ofen",
    "Candia": "Heraklion, Iraklio, Crete",
    "Cologne": "Köln, Koeln",
    "Corfu": "Korfu, Kerkyra",
    "Durazzo": "Durrës, Durres",
    "Edirne": "Adrianople",
    "Florence": "Firenze, Florenz",
    "Geneva": "Genève, Genf",
    "Genoa": "Genova, Genua",
    "Istanbul": "Constantinople, Konstantinopel",
    "Lepanto": "Naupactus, Nafpaktos",
    "Liege": "Lüttich",
    "Lübeck": "Luebeck",
    "Mainz": "Mayence",
    "Milan": "Milano, Mailand",
    "Münster": "Muenster",
    "Naples": "Napoli, Neapel",
    "Nice": "Nizza",
    "Nuremberg": "Nürnberg, Nuernberg",
    "Prague": "Praha, Prag",
    "Pressburg": "Bratislava, Pozsony",
    "Ragusa": "Dubrovnik",
    "Regensburg": "Ratisbon",
    "Rhodes": "Rodos, Rhodos",
    "Rome": "Roma, Rom",
    "Salonika": "Thessaloniki, Saloniki",
    "Scutari": "Shkodër, Shkoder",
    "Seville": "Sevilla",
    "Stettin": "Szczecin",
    "Strasburg": "Strasbourg, Straßburg",
    "Szegedin": "Szeged",
    "Trent": "Trento, Trient",
    "Trier": "Treves",
    "Trieste": "Triest",
    "Turin": "Torino",
    "Venice": "Venezia, Venedig",
    "Vienna": "Wien, Bécs, Vindobona",
    "Zara": "Zadar",
    "Zaragoza": "Saragossa",
}

LOCAL_NAMES: Final = MappingProxyType(
    {letters(other): name for name, others in _CALLED.items() for other in others.split(", ")}
)
"""The name on the board for each other name of a space, by its letters."""
