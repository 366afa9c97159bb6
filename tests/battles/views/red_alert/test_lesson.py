"""The guided first battle in the pages: hints that can be switched off, and the way on at its end."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from missions.battles.models import Battle
from tests.battles.battles import fresh, played

pytestmark = pytest.mark.django_db
TRY, WAY_ON = "/battles/try/?system=red_alert", "Fight a whole battle"


def begin(client: Client, scenario: str) -> Battle:
    """A battle that a visitor begins at one press."""
    page = client.get(TRY).content.decode()
    ticket = re.search(r'name="ticket" value="([^"]+)"', page)
    assert ticket
    chosen = {"scenario": scenario, "side": "0", "level": "random"}
    answer = client.post(TRY, {"ticket": ticket[1], "system": "red_alert", **chosen})
    assert answer.status_code == 302
    return Battle.objects.get()


def board(client: Client, row: Battle) -> str:
    return unescape(" ".join(client.get(f"/battles/{row.public_id}/").content.decode().split()))


def give_up(client: Client, row: Battle) -> None:
    client.post(f"/battles/{row.public_id}/resign/", {"at": str(played(row).at)})
    assert fresh(row).status == "over"


def test_hints_can_be_switched_off_and_on(client: Client):
    row = begin(client, "first_steps")
    switch, hint = f"/battles/{row.public_id}/hints/", "<strong>Hint.</strong>"
    assert hint in board(client, row)
    for show, button in (("no", "Show hints"), ("yes", "No hints")):
        client.post(switch, {"show": show})
        page = board(client, row)
        assert (hint in page) == (show == "yes") and button in page


@pytest.mark.parametrize(("scenario", "lesson"), [("first_steps", True), ("opening_salvo", False)])
def test_only_a_lesson_ends_with_the_way_to_a_whole_battle(client: Client, scenario: str, lesson: bool):
    row = begin(client, scenario)
    assert WAY_ON not in board(client, row)
    give_up(client, row)
    assert (f'href="{TRY}">{WAY_ON}' in board(client, row)) == lesson
