"""Nonsense typed or posted anywhere never causes an error of ours, nor a change beside a refusal."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client

from league.models import Campaign
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
    """For each value, a form in which every field has it."""
    names = field_names()
    return {value: urlencode(dict.fromkeys(names, value)) for value in VALUES}


def head(table: Table) -> int:
    return Campaign.objects.get(pk=table.league.campaign.pk).head_seq


def test_there_are_fields_to_fill_in() -> None:
    assert {"side", "reason", "suit", "fleet_name", "seen"} <= set(field_names())


@pytest.mark.parametrize("who", ["organiser", "active", "stranger"])
def test_garbage_posted_anywhere_is_answered_and_changes_nothing_when_refused(table: Table, who: str) -> None:
    table.draw()
    client = Client(raise_request_exception=True) if who == "stranger" else getattr(table, who).client
    forms = filled()
    for place in addresses(table):
        for value in VALUES if who == "active" else VALUES[1:4]:
            before = head(table)
            answer = client.post(place, forms[value], content_type=FORM)
            assert answer.status_code < 500, (place, value)
            if answer.status_code >= 400:
                assert head(table) == before, (place, value)


@pytest.mark.parametrize("mission_number", [3, 6])
@pytest.mark.parametrize("who", ["organiser", "active"])
def test_garbage_is_answered_in_a_game_with_a_mission(
    mission: MissionTable, mission_number: int, who: str
) -> None:
    """Mission 3 waits for a commitment, mission 6 is played. Other addresses have had theirs."""
    if mission_number == 3:
        mission.hold("active", "sabotage")
    mission.choose(mission_number)
    client = getattr(mission, who).client
    forms = filled()
    for place in (place for place in addresses(mission) if "/games/" in place):
        for value in VALUES[1:6]:
            before = head(mission)
            answer = client.post(place, forms[value], content_type=FORM)
            assert answer.status_code < 500, (place, value)
            assert answer.status_code < 400 or head(mission) == before, (place, value)


def test_garbage_in_the_address_is_answered(table: Table) -> None:
    """The values take turns: of two neighbours, each address gets one."""
    client = table.organiser.client
    forms = filled()
    for turn, place in enumerate(addresses(table)):
        for value in VALUES[turn % 2 :: 2]:
            answer = client.get(f"{place}?{forms[value]}")
            assert answer.status_code < 500, (place, value)
