"""Time zones a person may choose: the names of the IANA data base that mean a place."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

CONTINENTS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


@cache
def zone_names() -> tuple[str, ...]:
    """UTC first, then every "Europe/Oslo", sorted."""
    places = sorted(name for name in available_timezones() if name.split("/")[0] in CONTINENTS and "/" in name)
    return ("UTC", *places)


@cache
def grouped_choices() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """For a select: (continent, ((name, place), …)), so that a long list can be scanned."""
    groups: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in zone_names()[1:]:
        continent, place = name.split("/", 1)
        groups.setdefault(continent, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return tuple((continent, tuple(places)) for continent, places in groups.items())


def known_zone(name: str) -> str:
    """The name when it is a zone of the list, else ""."""
    return name if name in zone_names() else ""


def city(zone: ZoneInfo) -> str:
    """ "Oslo" for Europe/Oslo: the word people know their zone by."""
    return zone.key.rsplit("/", 1)[-1].replace("_", " ")
