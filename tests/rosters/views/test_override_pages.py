"""Organisers set fleets right, owners name proxies: the pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import Campaign
from rosters.models import LedgerLine
from rosters.presenters.fleet_page import word_lines
from rosters.rules.events import PointsChanged
from tests import verbs
from tests.invariants import broken
from tests.people import Person
from tests.places import fleet_url

WHY = "Agreed on Tuesday."
NOW = timezone.now()
PATHS = ("", "points/", "elimination/")


def post(person: Person, running: verbs.League, path: str, **fields: Any) -> Any:
    address = f"{fleet_url(running.campaign.pk, running.fleet)}{path}"
    return person.client.post(address, fields)


def get(person: Person, running: verbs.League, path: str) -> Any:
    return person.client.get(f"{fleet_url(running.campaign.pk, running.fleet)}{path}")


@pytest.mark.parametrize("path", PATHS)
def test_only_organisers_set_fleets_right(running, player, stranger, organiser, path):
    answers = [get(each, running, f"override/{path}").status_code for each in (organiser, player, stranger)]
    assert answers == [200, 403, 404]


@pytest.mark.rule("CR-003")
def test_points_are_set_right_and_the_ledger_says_why(running, organiser):
    assert post(organiser, running, "override/points/", amount="-5").status_code == 422
    before = verbs.fleet_of(organiser.seat, running.fleet).points
    assert post(organiser, running, "override/points/", amount="-5", reason=WHY).status_code == 302
    line = LedgerLine.objects.filter(fleet=running.fleet).order_by("seq").last()
    assert line is not None
    assert (line.what, line.amount, line.balance) == (f"Set right by an organiser: {WHY}", -5, before - 5)
    pages = [get(organiser, running, page).content.decode() for page in ("ledger/", "", "history/")]
    assert [WHY in each for each in pages] == [True, True, True]
    assert broken(running.campaign.pk) == []


def test_the_fleet_page_tells_what_was_set_right_lately_the_history_all_that_stands():
    sentences = [
        (NOW - timedelta(days=days), PointsChanged(1, 5, "", "", 0, 0, why))
        for days, why in enumerate(("Five.", "", "Four", "Three", "Two"))
    ]
    lately = word_lines(sentences, NOW - timedelta(days=3), 2)
    assert [each.text.rsplit(": ")[1] for each in lately] == ["Five.", "Four."]
    assert len(word_lines(sentences)) == 4


def test_a_ship_is_set_right_by_its_form(running, organiser):
    ship = next(iter(verbs.fleet_of(organiser.seat, running.fleet).ships))
    path = f"override/ships/{ship}/"
    assert "Rank" in get(organiser, running, path).content.decode()
    assert get(organiser, running, "override/").content.decode().count(">squadron 2</span>") == 4
    answer = post(organiser, running, path, rank="VET", mia="on", mark_whole="damaged", reason=WHY)
    assert answer.status_code == 302
    state = verbs.fleet_of(organiser.seat, running.fleet).ships[ship]
    assert (state.rank, state.mia, state.damaged) == ("VET", True, ["whole"])
    assert post(organiser, running, path, rank="ACE", reason=WHY).status_code == 422
    assert get(organiser, running, "override/ships/999999/").status_code == 404
    assert "VET, DAMAGED, MIA" in get(organiser, running, "override/").content.decode()
    assert broken(running.campaign.pk) == []


def test_a_forbidden_override_is_explained_in_the_form(running, organiser):
    answer = post(organiser, running, "override/points/", amount="-9999", reason=WHY)
    assert answer.status_code == 409
    assert "no more than that can be taken away" in answer.content.decode()


def test_an_elimination_is_only_struck_where_there_is_one(running, organiser):
    answer = post(organiser, running, "override/elimination/", reason=WHY)
    assert answer.status_code == 409 and "is not eliminated" in answer.content.decode()


def test_the_players_read_the_reason_in_the_timeline(running, organiser, player):
    post(organiser, running, "override/points/", amount="5", reason="Painted every ship.")
    html = player.client.get(f"/campaigns/{running.campaign.pk}/timeline/").content.decode()
    assert "Painted every ship." in html


def test_a_proxy_is_named_seen_and_ended(running, player, rival, organiser):
    assert "Rita" in get(player, running, "proxy/").content.decode()
    assert post(player, running, "proxy/", member=rival.seat.number, reason="Away").status_code == 302
    html = get(organiser, running, "").content.decode()
    assert "proxy: Rita" in html
    number = verbs.open_round(organiser.seat)
    assert number and "as proxy of" in rival.client.get("/inbox/").content.decode()
    assert get(rival, running, "desk/").status_code == 200
    assert post(rival, running, "proxy/", end="1").status_code == 302
    assert verbs.fleet_of(player.seat, running.fleet).proxy == 0
    assert get(rival, running, "desk/").status_code == 403


def test_strangers_and_others_name_no_proxy(running, rival, visitor, stranger):
    answers = [get(each, running, "proxy/").status_code for each in (rival, visitor, stranger)]
    assert answers == [403, 403, 404]


def test_a_visitor_is_not_offered_as_proxy(running, player, visitor):
    assert post(player, running, "proxy/", member=visitor.seat.number).status_code == 422


def test_lost_names_are_listed_where_there_are_any(running, organiser):
    assert "Names that were killed" not in get(organiser, running, "override/").content.decode()
    assert get(organiser, running, "override/names/nobody/").status_code == 404
    assert get(organiser, running, "override/names/wedgeantilles/").url.endswith("/override/")
    assert "has not lost Wedge Antilles" in get(organiser, running, "override/").content.decode()


def test_a_page_from_before_the_last_change_changes_nothing(running, organiser, co_organiser):
    sent = {"amount": "5", "reason": WHY, "seen": str(Campaign.objects.get(pk=running.campaign.pk).head_seq)}
    assert post(organiser, running, "override/points/", **sent).status_code == 302
    before = verbs.fleet_of(organiser.seat, running.fleet).points
    answer = post(organiser, running, "override/points/", **sent)
    assert (answer.status_code, "You have changed this since" in answer.content.decode()) == (409, True)
    assert post(co_organiser, running, "override/points/", **sent).status_code == 409
    assert verbs.fleet_of(organiser.seat, running.fleet).points == before


def test_points_of_a_fleet_in_a_game_are_refused_before_anybody_types(running, organiser):
    before = get(organiser, running, "override/points/").content.decode()
    assert 'id="the-form"' in before
    verbs.pair(running)
    page = get(organiser, running, "override/points/").content.decode()
    assert ("is in a game" in page, 'id="the-form"' in page) == (True, False)
