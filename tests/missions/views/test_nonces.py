"""Browsers exchange seals, hold nonces back and show them (CR-079)."""

from typing import Any

import pytest

from league.addresses import address
from league.kernel.nonces import seal_of
from missions.models import NonceSeal
from tests import verbs
from tests.missions.tables import Table, page
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CR-079")]
SEALED = "the text that the browser keeps"


def exchange(table: Table, person: Person, **fields: str) -> Any:
    return person.client.post(address("game-nonces", table.url), fields)


def announce(table: Table, person: Person, nonce: str) -> Any:
    side = "active" if person is table.active else "opposing"
    return exchange(table, person, side=side, seal=seal_of(nonce)).json()


def test_each_side_learns_the_latest_seal_of_the_other(table: Table) -> None:
    assert announce(table, table.active, "amber") == {
        "ready": [],
        "held": [],
        "over": False,
        "theirs": "",
        "bound": "",
    }
    assert announce(table, table.opposing, "jade")["theirs"] == seal_of("amber")
    announce(table, table.active, "another browser")
    assert announce(table, table.opposing, "jade")["theirs"] == seal_of("another browser")
    assert NonceSeal.objects.count() == 2


def test_a_nonce_that_is_given_against_a_seal_binds_the_other_side(table: Table) -> None:
    announce(table, table.opposing, SEALED)
    table.press(table.active, "ready", side="active", nonce="amber", against=seal_of(SEALED))
    assert announce(table, table.opposing, "another browser")["bound"] == seal_of(SEALED)
    table.press(table.opposing, "ready", side="opposing", nonce=SEALED)
    assert table.game.draw.hows == {"active": "given", "opposing": "sealed"}


def test_the_seal_binds_although_the_browser_that_gives_its_nonce_has_no_script(table: Table) -> None:
    announce(table, table.opposing, SEALED)
    table.press(table.active, "ready", side="active", nonce="amber")
    assert table.game.draw.seals == {"opposing": seal_of(SEALED)}


def test_a_nonce_given_against_a_seal_that_is_no_longer_the_latest_is_not_taken(table: Table) -> None:
    announce(table, table.opposing, SEALED)
    announce(table, table.opposing, "another browser")
    head = table.head
    answer = table.press(table.active, "ready", side="active", nonce="amber", against=seal_of(SEALED))
    assert answer.status_code == 409 and "another browser since" in answer.content.decode()
    assert table.head == head


def test_the_draw_waits_for_the_nonce_and_the_page_says_for_whose(table: Table, visitor: Person) -> None:
    table.press(table.active, "ready", side="active", seal=seal_of(SEALED))
    table.press(table.opposing, "ready", side="opposing", nonce="jade")
    assert "Your part is in the browser in which you pressed ready" in page(table.active, table.url)
    theirs = page(table.opposing, table.url)
    assert "Draw without the part of" in theirs and "You can have it filled in from" in theirs
    assert "fill-nonce" not in page(visitor, table.url)
    assert "jade" not in page(table.active, table.url) + page(visitor, table.verify_url)
    state = table.active.client.get(address("game-nonces", table.url)).json()
    assert state == {"ready": ["active", "opposing"], "held": ["active"], "over": False}
    early = table.press(table.opposing, "fill-nonce", side="active")
    assert early.status_code == 409 and "still waits" in early.content.decode()
    assert table.press(table.active, "show-nonce", side="active", nonce="another").status_code == 409
    table.press(table.active, "show-nonce", side="active", nonce=SEALED)
    assert table.game.draw.order and table.game.draw.hows["active"] == "sealed"
    assert table.active.client.get(address("game-nonces", table.url)).json()["over"] is True


def test_verify_tells_how_each_part_came(table: Table, organiser: Person) -> None:
    table.press(table.active, "ready", side="active", seal=seal_of(SEALED))
    table.press(table.opposing, "ready", side="opposing", nonce="jade")
    table.press(table.active, "fill-nonce", side="active")
    table.press(organiser, "void", reason="The evening ends.")
    shown = page(organiser, table.verify_url)
    assert "Filled in by the site, as no sealed part came" in shown
    assert "Given before the other part was known" in shown
    assert seal_of(SEALED) in shown


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"side": "active", "seal": "amber"}, 422, "no seal"),
        ({"side": "neither", "seal": "a" * 64}, 422, "an active and an opposing side"),
        ({"side": "opposing", "seal": "a" * 64}, 403, "Only those who play this side"),
        ({}, 422, "an active and an opposing side"),
    ],
)
def test_a_bad_seal_is_refused_with_a_sentence(
    table: Table, fields: dict[str, str], status: int, words: str
) -> None:
    answer = exchange(table, table.active, **fields)
    assert answer.status_code == status and words in answer.json()["refused"]
    assert not NonceSeal.objects.exists()


def test_a_side_that_is_ready_announces_no_other_seal(table: Table) -> None:
    table.press(table.active, "ready", side="active", nonce="amber")
    assert exchange(table, table.active, side="active", seal="a" * 64).status_code == 409


def test_only_members_see_who_is_ready(table: Table, visitor: Person, stranger: Person, nobody: Any) -> None:
    where = address("game-nonces", table.url)
    assert visitor.client.get(where).status_code == 200
    assert exchange(table, visitor, side="active", seal="a" * 64).status_code == 403
    assert {each.get(where).status_code for each in (stranger.client, nobody)} == {404}


def test_the_inbox_says_that_the_draw_waits_for_an_open_page(table: Table) -> None:
    table.press(table.active, "ready", side="active", seal=seal_of(SEALED))
    verbs.press_ready(table.opposing.seat, table.number, "opposing")
    assert "your browser opens your part of the draw" in page(table.active, "/inbox/")
