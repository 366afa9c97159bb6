"""Permissions to look at a fleet and to work on it."""

from __future__ import annotations

import pytest

from tests import verbs
from tests.people import Person, joined
from tests.places import fleet_url
from tests.rosters.views.work_pages import ROOKIE, WorkPages

READ = ("", "ledger/", "history/", "memorial/", "squadrons/2.xws")
MENUS = (
    "ships/",
    "ships/{ship}/",
    "ships/{ship}/slots/0/",
    "upgrades/{upgrade}/",
    "squadrons/2/",
    "squadrons/2/ships/",
    "loose/",
)
WORK = ("build/", "desk/", "build/import/", *(f"build/{path}" for path in MENUS))


def addresses(bench: WorkPages, luke: int, paths: tuple[str, ...]) -> list[str]:
    (upgrade,) = bench.state.upgrades
    return [bench.base + path.format(ship=luke, upgrade=upgrade) for path in paths]


def statuses(person: Person, found: list[str]) -> set[int]:
    return {person.client.get(each).status_code for each in found}


@pytest.mark.parametrize("role", ["organiser", "co_organiser", "player"])
def test_owner_and_organisers_reach_every_page(request, bench, luke, role):
    person = request.getfixturevalue(role)
    assert statuses(person, addresses(bench, luke, READ + WORK)) == {200}


@pytest.mark.parametrize("role", ["rival", "visitor"])
def test_others_read_but_cannot_work(request, bench, luke, role):
    person = request.getfixturevalue(role)
    assert statuses(person, addresses(bench, luke, READ)) == {200}
    assert statuses(person, addresses(bench, luke, WORK)) == {403}


@pytest.mark.parametrize("role", ["stranger", "nobody"])
def test_a_private_campaigns_fleet_does_not_exist_for_strangers(request, bench, luke, role):
    found = request.getfixturevalue(role)
    client = getattr(found, "client", found)
    assert {client.get(each).status_code for each in addresses(bench, luke, READ + WORK)} == {404}


def test_everybody_reads_a_public_campaigns_fleet_and_nobody_works_on_it(public_campaign, nobody):
    guest = joined(public_campaign, "guest")
    fleet = verbs.muster(guest.seat, "Open Wing", "scum")
    base = fleet_url(public_campaign.pk, fleet)
    assert nobody.get(base).status_code == 200
    assert nobody.get(f"{base}build/").status_code == 403


@pytest.mark.parametrize(("role", "status"), [("rival", 403), ("visitor", 403), ("stranger", 404)])
def test_nobody_else_can_order_anything(request, bench, luke, role, status):
    person = request.getfixturevalue(role)
    head = bench.head
    for do in ("buy_ship", "return_ship", "undo", "take_proposal", "nonsense"):
        answer = person.client.post(bench.url, {"do": do, "card": ROOKIE, "ship": luke, "act": head})
        assert answer.status_code == status
    assert bench.head == head


def test_the_organiser_builds_for_a_player_and_takes_only_his_own_acts_back(bench, organiser):
    theirs = WorkPages(organiser, bench.fleet)
    assert theirs.get().context["last"] is None
    theirs.done("buy_ship", card=ROOKIE, squadron="2")
    theirs.done("undo", act=theirs.get().context["last"].number)
    assert bench.state.ships == {}


def test_a_player_cannot_take_back_what_the_organiser_did(bench, organiser):
    WorkPages(organiser, bench.fleet).done("buy_ship", card=ROOKIE, squadron="2")
    answer = bench.post("undo", act=bench.head - 1)
    assert answer.status_code in (403, 422)
    assert len(bench.state.ships) == 1


def test_an_unknown_fleet_is_not_found(bench):
    assert bench.person.client.get(bench.base.replace("red-wing", "grey-wing")).status_code == 404


def test_a_closed_roster_says_when_it_opens(running):
    paul = next(each for each in running.members if each.number == running.player.number)
    from tests.people import browser

    closed = WorkPages(Person(paul.user, paul, browser(paul.user)), running.fleet)
    assert "The roster is closed" in closed.text()
    assert closed.get("ships/").status_code == 409
    answer = closed.post("buy_ship", card=ROOKIE, squadron="2")
    assert answer.status_code == 409
    assert "CR-007" in answer.content.decode()


def test_after_the_campaign_nobody_builds(bench, campaign):
    campaign.phase = "ended"
    campaign.save()
    assert "The campaign has ended. An organiser can reopen it." in bench.text()
    assert bench.get("ships/").status_code == 409
