"""Nonsense typed or posted anywhere never causes an error of ours, nor a change beside a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.missions.mission_tables import MissionTable
from tests.missions.secrets.walk import addresses
from tests.missions.tables import Table

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
VALUES = ("", "x" * 5000, "-1", "9" * 30, "0", "½", "a\x00b", "<b>”;--", "1.5", "[]")
PLACES = ("templates/**/*.html", "*/views/*.py", "*/forms.py")
NAMES = re.compile(r'name="([\w-]+)"|\.get(?:list)?\(\s*"([\w-]+)"|^    (\w+) = forms\.', re.M)
FORM = "application/x-www-form-urlencoded"


def field_names() -> list[str]:
    """Every name that a form of ours has, or that a view asks for."""
    texts = [path.read_text(encoding="utf-8") for place in PLACES for path in ROOT.glob(place)]
    return sorted({name for text in texts for hit in NAMES.findall(text) for name in hit if name})


def filled() -> dict[str, str]:
    """A form for each value, in which every field has it."""
    names = field_names()
    return {value: urlencode(dict.fromkeys(names, value)) for value in VALUES}


def test_there_are_fields_to_fill_in() -> None:
    assert {"side", "reason", "suit", "fleet_name", "seen"} <= set(field_names())


def tried(table: Table, client: Client, pairs: Iterable[tuple[str, str]]) -> None:
    """Post each value to its place."""
    forms = filled()
    for place, value in pairs:
        before = table.head
        answer = client.post(place, forms[value], content_type=FORM)
        assert answer.status_code < 500, (place, value)
        assert answer.status_code < 400 or table.head == before, (place, value)


def in_turns(places: list[str], each: int) -> list[tuple[str, str]]:
    """Give each place that many values; neighbours have others."""
    turns = [(place, each * turn + n) for turn, place in enumerate(places) for n in range(each)]
    return [(place, VALUES[turn % len(VALUES)]) for place, turn in turns]


def all_of(places: list[str]) -> list[tuple[str, str]]:
    return [(place, value) for place in places for value in VALUES]


def client_of(table: Table, who: str) -> Client:
    return Client() if who == "stranger" else getattr(table, who).client


def of_games(table: Table) -> list[str]:
    return [place for place in addresses(table) if "/games/" in place]


@pytest.mark.parametrize(("who", "each"), [("organiser", 1), ("active", 1), ("stranger", 1)])
def test_garbage_posted_anywhere_is_answered_and_changes_nothing_when_refused(
    table: Table, who: str, each: int
) -> None:
    table.draw()
    tried(table, client_of(table, who), in_turns(addresses(table), each))


@pytest.mark.walk("garbage")
@pytest.mark.parametrize("who", ["organiser", "active", "stranger"])
def test_all_garbage_posted_anywhere_is_answered(table: Table, who: str) -> None:
    table.draw()
    tried(table, client_of(table, who), all_of(addresses(table)))


def begin(mission: MissionTable, number: int) -> None:
    """Mission 3 waits for a commitment then, others are played."""
    if number == 3:
        mission.hold("active", "sabotage")
    mission.choose(number)


@pytest.mark.parametrize(("mission_number", "who"), [(3, "active"), (6, "organiser")])
def test_garbage_is_answered_in_a_game_with_a_mission(
    mission: MissionTable, mission_number: int, who: str
) -> None:
    """Other addresses have had theirs."""
    begin(mission, mission_number)
    tried(mission, client_of(mission, who), in_turns(of_games(mission), 2))


@pytest.mark.walk("garbage")
@pytest.mark.parametrize("who", ["organiser", "active"])
@pytest.mark.parametrize("mission_number", range(1, 9))
def test_all_garbage_is_answered_in_every_mission(
    mission: MissionTable, mission_number: int, who: str
) -> None:
    begin(mission, mission_number)
    tried(mission, client_of(mission, who), all_of(of_games(mission)))


def in_addresses(client: Client, pairs: Iterable[tuple[str, str]]) -> None:
    """Ask each place with its value for every field."""
    forms = filled()
    for place, value in pairs:
        assert client.get(f"{place}?{forms[value]}").status_code < 500, (place, value)


def test_garbage_in_the_address_is_answered(table: Table) -> None:
    in_addresses(table.organiser.client, in_turns(addresses(table), 1))


@pytest.mark.walk("garbage")
def test_all_garbage_in_the_address_is_answered(table: Table) -> None:
    in_addresses(table.organiser.client, all_of(addresses(table)))
