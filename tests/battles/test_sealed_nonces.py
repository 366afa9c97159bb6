"""Parts of a battle's dice that are sealed and held back (CR-079)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.kernel.nonces import FILL_AFTER, GIVEN, seal_of
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.services import opening
from missions.battles.services.sealing import NOBODY
from tests.battles import battles as b
from tests.battles.battles import EAST, WEST, url
from tests.people import account, browser

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CR-079")]
PEOPLE = (WEST, EAST)


def gathered(**more: Any) -> Battle:
    """Two people sit, with their forces."""
    row = b.opened(**more)
    for number, sitter in enumerate(PEOPLE):
        if row.seats.get(number=number).kind != "bot":
            opening.change_force(row.pk, sitter, number, "suggest")
    return row


def announce(row: Battle, number: int, nonce: str) -> tuple[str, str]:
    return opening.announce_seal(row.pk, PEOPLE[number], number, seal_of(nonce))


def ready(row: Battle, number: int, nonce: str = "", **more: str) -> Battle:
    return opening.ready(row.pk, PEOPLE[number], number, nonce, **more)


def hows(row: Battle) -> list[str]:
    return list(row.seats.order_by("number").values_list("how", flat=True))


def nonces(row: Battle) -> list[str]:
    return list(row.seats.order_by("number").values_list("nonce", flat=True))


def test_a_part_given_against_a_seal_binds_the_other_seat_and_the_dice_follow_from_both() -> None:
    row = gathered()
    assert announce(row, 1, "jade") == ("", "")
    assert announce(row, 0, "amber") == (seal_of("jade"), "")
    ready(row, 0, "amber", against=seal_of("jade"))
    assert announce(row, 1, "a part that suits better") == (GIVEN, seal_of("jade"))
    ready(row, 1, "jade")
    assert (b.fresh(row).status, hows(row), nonces(row)) == (
        "running",
        ["given", "sealed"],
        ["amber", "jade"],
    )


def test_a_text_that_comes_last_without_a_seal_gets_bytes_of_the_site() -> None:
    row = gathered()
    ready(row, 0, "amber")
    ready(row, 1, "a text that suits")
    assert hows(row) == ["given", "filled"]
    assert nonces(row)[1].startswith("a text that suits ") and len(nonces(row)[1]) == 18 + 32


def test_the_battle_waits_for_a_part_that_is_held_back() -> None:
    row = gathered()
    ready(row, 0, seal=seal_of("amber"))
    ready(row, 1, "jade")
    assert b.fresh(row).status == "open"
    with pytest.raises(Refusal, match="not the part that was sealed"):
        opening.show_nonce(row.pk, WEST, 0, "a part that suits better")
    with pytest.raises(NotYours):
        opening.show_nonce(row.pk, EAST, 0, "amber")
    opening.show_nonce(row.pk, WEST, 0, "amber")
    assert (b.fresh(row).status, hows(row)) == ("running", ["sealed", "given"])


def test_a_part_that_stays_away_is_filled_in_by_its_own_player_at_once_and_by_others_later() -> None:
    for sitter, wait in ((WEST, timedelta()), (EAST, FILL_AFTER)):
        row = gathered()
        ready(row, 0, seal=seal_of("amber"))
        ready(row, 1, "jade")
        if wait:
            with pytest.raises(Refusal, match="still waits"):
                opening.fill_nonce(row.pk, sitter, 0)
        with time_machine.travel(timezone.now() + wait, tick=False):
            opening.fill_nonce(row.pk, sitter, 0)
        assert (b.fresh(row).status, hows(row)) == ("running", ["filled", "given"])


def test_nothing_is_shown_or_filled_in_that_is_not_held_back() -> None:
    row = gathered()
    ready(row, 0, seal=seal_of("amber"))
    for number, sitter in enumerate(PEOPLE):
        with pytest.raises(Refusal, match="does not wait"):
            opening.fill_nonce(row.pk, sitter, number)
    with pytest.raises(NotYours):
        opening.fill_nonce(row.pk, Sitter(visitor=digest("somebody")), 0)


def test_a_part_given_against_an_older_seal_is_not_taken() -> None:
    row = gathered()
    announce(row, 1, "jade")
    announce(row, 1, "another browser")
    with pytest.raises(Stale):
        ready(row, 0, "amber", against=seal_of("jade"))
    assert not BattleSeat.objects.filter(battle=row, ready=True).exists()


def test_seals_of_another_form_are_refused() -> None:
    row = gathered()
    with pytest.raises(Unreadable):
        opening.announce_seal(row.pk, WEST, 0, "amber")
    with pytest.raises(Unreadable):
        ready(row, 0, seal="amber")


def test_against_the_computer_nobody_is_waited_for() -> None:
    row = gathered(opponent="bot")
    assert announce(row, 0, "amber") == (NOBODY, "")
    ready(row, 0, "amber", against=NOBODY)
    assert b.fresh(row).status == "running" and hows(row) == ["given", "filled"]


def test_on_one_screen_the_second_seat_waits_for_nobody() -> None:
    row = b.opened(opponent="screen")
    for number in (0, 1):
        opening.change_force(row.pk, WEST, number, "suggest")
        opening.ready(row.pk, WEST, number, f"text {number}", against=NOBODY)
    assert b.fresh(row).status == "running" and hows(row) == ["given", "given"]


# --- by the pages -----------------------------------------------------------------------------------


@pytest.fixture
def meeting() -> tuple[Battle, Client, Client]:
    """Two accounts on the page before their battle, with their forces."""
    west, east = account("west"), account("east")
    row = b.opened(b.sitting(west), b.sitting(east))
    people = browser(west), browser(east)
    for seat, client in enumerate(people):
        client.post(url(row, "force/"), {"seat": seat, "suggest": "1"})
    return row, *people


def test_the_page_says_for_whose_part_the_dice_wait(meeting: tuple[Battle, Client, Client]) -> None:
    row, west, east = meeting
    west.post(url(row, "ready/"), {"seat": 0, "nonce": "", "seal": seal_of("amber")})
    east.post(url(row, "ready/"), {"seat": 1, "nonce": "jade"})
    facts = west.get(url(row, "nonces/")).json()
    assert facts == {"ready": ["0", "1"], "held": ["0"], "over": False}
    own, other = (client.get(url(row)).content.decode() for client in (west, east))
    assert "Your part is in the browser" in own and "Begin without the part of" in other
    assert "jade" not in own
    assert east.post(url(row, "fill-nonce/"), {"seat": 0}).status_code == 409
    assert "open it, and your browser gives" in west.get("/inbox/").content.decode()
    answer = west.post(url(row, "show-nonce/"), {"seat": 0, "nonce": "amber"})
    assert answer.status_code == 302 and b.fresh(row).status == "running"


def test_verify_tells_how_each_part_came(meeting: tuple[Battle, Client, Client]) -> None:
    row, west, east = meeting
    west.post(url(row, "ready/"), {"seat": 0, "nonce": "amber"})
    east.post(url(row, "ready/"), {"seat": 1, "nonce": "jade"})
    west.post(url(row, "resign/"))
    shown = " ".join(west.get(url(row, "verify/")).content.decode().split())
    assert "Given before the other part was known" in shown
    assert "Filled in by the site, as no sealed part came" in shown


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"seat": "0", "seal": "amber"}, 422),
        ({"seat": "1", "seal": "a" * 64}, 403),
        ({"seat": "x"}, 422),
        ({}, 422),
    ],
)
def test_a_bad_seal_is_refused_with_a_sentence(
    meeting: tuple[Battle, Client, Client], fields: dict[str, str], status: int
) -> None:
    row, west, _ = meeting
    answer = west.post(url(row, "nonces/"), fields)
    assert answer.status_code == status and answer.json()["refused"]


def test_strangers_find_no_battle_that_has_not_begun(meeting: tuple[Battle, Client, Client]) -> None:
    row = meeting[0]
    Battle.objects.filter(pk=row.pk).update(public=True)
    for tail in ("nonces/", "show-nonce/", "fill-nonce/"):
        assert Client().post(url(row, tail), {"seat": 0, "seal": "a" * 64}).status_code == 404
