"""A game of the campaign fought on the hex board, by its pages: proposed, agreed, fought, confirmed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from league.models import Act
from league.services.undo import redo, undo
from missions.battles.models import Battle
from missions.battles.services import acts
from missions.battles.systems import registry
from missions.rules import orders as do
from tests import verbs
from tests.battles import battles as b
from tests.battles.packs import offer
from tests.invariants import broken
from tests.missions.tables import Table
from tests.people import Person

pytestmark = pytest.mark.django_db


def text(client: Client, place: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(place).content.decode()))


def agreed(table: Table) -> Battle:
    """Both sides agree by their pages."""
    assert table.active.client.post(f"{table.url}fight/propose/").status_code == 302
    answer = table.opposing.client.post(f"{table.url}fight/agree/")
    row = Battle.objects.get()
    assert answer["Location"] == f"/battles/{row.public_id}/"
    return row


def begun(table: Table, row: Battle | None = None) -> Battle:
    row = row or agreed(table)
    for person, seat in ((table.active, 0), (table.opposing, 1)):
        posted = person.client.post(f"/battles/{row.public_id}/ready/", {"seat": seat, "nonce": ""})
        assert posted.status_code == 302
    return b.fresh(row)


@pytest.mark.rule("FH-170")
def test_the_fielded_squadrons_muster_for_the_players_who_agreed(drawn: Table) -> None:
    row = agreed(drawn)
    west, east = row.seats.order_by("number")
    assert (west.user, east.user) == (drawn.active.user, drawn.opposing.user)
    assert [unit["ref"] for unit in west.force["units"]] == [str(each.id) for each in drawn.ships("active")]
    page = text(drawn.active.client, f"/battles/{row.public_id}/")
    assert "fielded in the game of the campaign" in page and "Ready with this force" in page
    refused = drawn.active.client.post(f"/battles/{row.public_id}/force/", {"seat": 0, "clear": "1"})
    assert refused.status_code == 409
    assert "To the battle" in text(drawn.active.client, drawn.url)


@pytest.mark.parametrize(("by_hand", "deploy"), [(100, "choose"), (0, "line")])
def test_large_forces_are_drawn_up_by_the_app(
    drawn: Table, monkeypatch: pytest.MonkeyPatch, by_hand: int, deploy: str
) -> None:
    pack = registry.packs()[0]
    offer(monkeypatch, replace(pack, campaign=replace(pack.campaign, by_hand=by_hand)))
    assert agreed(drawn).setup["deploy"] == deploy


@pytest.mark.rule("FH-017")
def test_players_choose_how_their_squadrons_face_but_not_who_fights(
    drawn: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = registry.packs()[0]
    offer(monkeypatch, replace(pack, campaign=replace(pack.campaign, by_hand=0)))
    row = agreed(drawn)
    own = dict(row.seats.get(number=0).force)
    at = f"/battles/{row.public_id}/force/"
    assert "All start facing" in text(drawn.active.client, f"/battles/{row.public_id}/")
    assert drawn.active.client.post(at, {"seat": 0, "facing": "NE"}).status_code == 302
    assert drawn.active.client.post(at, {"seat": 0, "add": "x_wing"}).status_code == 409
    assert row.seats.get(number=0).force == own | {"facing": "NE"}


def test_the_other_side_is_asked_and_may_decline(drawn: Table) -> None:
    drawn.active.client.post(f"{drawn.url}fight/propose/")
    assert "would like to fight it on the hex board" in text(drawn.opposing.client, "/inbox/")
    assert "Take the proposal back" in text(drawn.active.client, drawn.url)
    assert drawn.active.client.post(f"{drawn.url}fight/agree/").status_code == 403
    assert drawn.organiser.client.post(f"{drawn.url}fight/agree/").status_code == 403
    drawn.opposing.client.post(f"{drawn.url}fight/decline/")
    assert "Propose to fight it here" in text(drawn.opposing.client, drawn.url)
    assert not Battle.objects.exists()


def test_the_battle_fills_the_report_which_people_confirm(drawn: Table) -> None:
    row = begun(drawn)
    assert drawn.active.client.post(f"{drawn.url}fight/report/").status_code == 409
    b.order(row, times=6)
    board = drawn.opposing.client.get(f"/battles/{row.public_id}/").content.decode()
    assert "Concede this game?" in board
    acts.resign(row.pk, b.sitting(drawn.opposing.user))
    assert "Fill in the report from it" in text(drawn.active.client, drawn.url)
    filled = drawn.active.client.post(f"{drawn.url}fight/report/")
    assert filled["Location"] == f"{drawn.url}report/"
    game = drawn.game
    assert game.step == "report" and set(game.report.lines) == set(game.ships)
    assert game.report.conceded == "opposing"
    assert drawn.active.client.post(f"{drawn.url}fight/report/").status_code == 409
    verbs.do(drawn.active.seat, do.SubmitReport(drawn.number))
    verbs.make_choices(drawn.organiser.seat, drawn.number)
    verbs.confirm(drawn.opposing.seat, drawn.number)
    assert (drawn.game.step, drawn.game.winner) == ("done", "active")
    assert "Watch the replay" in text(drawn.active.client, drawn.url)
    assert broken(drawn.league.campaign.pk) == []


def test_readers_of_the_campaign_may_look_on_and_others_not(drawn: Table) -> None:
    row = agreed(drawn)
    place = f"/battles/{row.public_id}/"
    assert "The players are getting ready" in text(drawn.organiser.client, place)
    row = begun(drawn, row)
    assert drawn.organiser.client.get(place).status_code == 200
    assert drawn.organiser.client.post(f"{place}resign/").status_code == 403
    assert Client().get(place).status_code == 404


def test_a_game_that_is_called_off_ends_its_battle(drawn: Table) -> None:
    row = begun(drawn)
    verbs.do(drawn.organiser.seat, do.VoidGame(drawn.number, "Power cut."))
    over = b.fresh(row)
    assert (over.status, over.ended, over.reason) == ("over", "called_off", "The game was called off.")
    page = text(drawn.active.client, f"/battles/{row.public_id}/")
    assert f"{row.public_id}/replay/" in drawn.active.client.get("/battles/").content.decode()
    assert over.head and "Called off" in page and "A draw" not in page and "report" not in page


def test_a_game_that_is_called_off_before_its_battle_began_leaves_a_page_that_says_so(drawn: Table) -> None:
    row = agreed(drawn)
    verbs.do(drawn.organiser.seat, do.VoidGame(drawn.number, "Power cut."))
    place = f"/battles/{row.public_id}/"
    for tail in ("", "lobby/", "board/"):
        answer = drawn.active.client.get(place + tail, follow=True)
        assert answer.status_code == 200 and "The game was called off." in answer.content.decode()
    assert f"{place}replay/" not in drawn.active.client.get("/battles/").content.decode()


def test_taking_the_agreement_back_ends_the_battle_and_a_player_opens_another_when_it_is_redone(
    drawn: Table, visitor: Person
) -> None:
    row, campaign = begun(drawn), drawn.league.campaign.pk
    number = Act.objects.filter(campaign=campaign, name="answer_battle").values_list("number", flat=True)[0]
    undo(campaign, drawn.opposing.seat, number)
    assert b.fresh(row).ended == "called_off"
    assert "other side has not answered yet" in text(drawn.active.client, drawn.url)
    redo(campaign, drawn.opposing.seat, number)
    assert "Open the battle" in text(drawn.active.client, drawn.url)
    assert visitor.client.post(f"{drawn.url}fight/open/").status_code == 403
    drawn.active.client.post(f"{drawn.url}fight/open/")
    assert Battle.objects.exclude(pk=row.pk).get().status == "open"
    assert broken(campaign) == []


def test_the_page_of_the_game_takes_no_more_queries_with_a_battle(
    drawn: Table, django_assert_max_num_queries: object
) -> None:
    begun(drawn)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert drawn.active.client.get(drawn.url).status_code == 200
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert drawn.active.client.get("/inbox/").status_code == 200
