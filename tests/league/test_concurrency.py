"""Two sessions at once, in real threads with connections of their own: one wins, the other is told.

`test_concurrency_postgres.py` runs this module once more on PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from league.kernel.decision import Order
from league.kernel.refusal import Refusal, Stale
from league.models import Act, Campaign, JoinRequest, Member
from league.rules.rounds import CheckIn, ChooseOpponent, CloseRound, OpenRound
from league.rules.state import LeagueState
from league.services import acts
from league.services.campaigns import accept_invitation, ask_to_join, invite
from league.services.undo import undo
from missions.rules.game.orders.classes import ConfirmResult, PressReady
from rosters.rules.desk.orders import CloseDesk
from rosters.rules.fleets.names import RenameFleet
from rosters.rules.fleets.start import StartCampaign
from rosters.rules.purchases.buying import BuyShip
from tests import invariants, verbs
from tests.people import account

pytestmark = pytest.mark.django_db(transaction=True)

Call = Callable[[], object]


def at_once(*calls: Call) -> list[object]:
    """Start all calls at the same moment, each in a thread; return the results or refusals."""
    gate = Barrier(len(calls))

    def run(call: Call) -> object:
        gate.wait(10)
        try:
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def giving(member: Member, order: Order, seen: dict[str, int] | None = None) -> Call:
    return lambda: acts.act(member.campaign_id, member, order, seen=seen)


def the_one_refusal(answers: list[object]) -> Refusal:
    """The refusal that the slower one got; the other went through."""
    refusals = [each for each in answers if isinstance(each, Refusal)]
    assert len(refusals) == len(answers) - 1, answers
    return refusals[0]


def everything_holds(club: verbs.Club) -> None:
    assert invariants.broken(club.campaign.pk) == []


def test_two_organisers_open_the_round(league):
    refusal = the_one_refusal(
        at_once(giving(league.organiser, OpenRound()), giving(league.helper, OpenRound()))
    )
    assert refusal.code == "round_open"
    assert len(verbs.state_of(league.organiser).of(LeagueState).rounds) == 1
    everything_holds(league)


def test_two_organisers_start_the_campaign():
    club = verbs.club(verbs.crew())
    for member, name, side in ((club.player, "Red Wing", "rebel"), (club.rival, "Iron Fist", "imperial")):
        verbs.muster(member, name, side, squadrons=2)
    refusal = the_one_refusal(
        at_once(giving(club.organiser, StartCampaign()), giving(club.helper, StartCampaign()))
    )
    assert refusal.code == "started"
    everything_holds(club)


def test_the_owner_and_an_organiser_check_the_same_fleet_in(league):
    order = CheckIn(verbs.open_round(league.organiser), league.fleet)
    assert (
        the_one_refusal(at_once(giving(league.player, order), giving(league.helper, order))).code
        == "already_in"
    )
    assert verbs.round_of(league.organiser).present == [league.fleet]
    everything_holds(league)


@pytest.mark.rule("CR-054")
def test_nobody_gets_two_games_from_two_choices(league):
    verbs.open_round(league.organiser)
    verbs.check_in(league.organiser, league.fleet, league.rival_fleet)
    active = verbs.name_active(league.organiser)
    order = ChooseOpponent(
        verbs.round_of(league.organiser).id, ({league.fleet, league.rival_fleet} - {active}).pop()
    )
    refusal = the_one_refusal(at_once(giving(league.organiser, order), giving(league.helper, order)))
    assert refusal.code == "nobody_chooses"
    assert len(verbs.round_of(league.organiser).pairings) == 1
    everything_holds(league)


@pytest.mark.rule("CR-079")
def test_both_sides_press_ready_in_the_same_moment_and_one_draw_is_made(league):
    game = verbs.pair(league)
    sides = {verbs.game_of(league.organiser, game).active: "active"}
    calls = [
        giving(member, PressReady(game, sides.get(fleet, "opposing")))
        for member, fleet in ((league.player, league.fleet), (league.rival, league.rival_fleet))
    ]
    assert not [each for each in at_once(*calls) if isinstance(each, Refusal)]
    found = verbs.game_of(league.organiser, game)
    assert found.draw is not None
    assert (len(found.draw.nonces), found.step) == (2, "play")
    everything_holds(league)


@pytest.mark.rule("CR-101", "CR-110")
def test_a_result_confirmed_twice_pays_once(league):
    organiser = league.organiser
    game = verbs.pair(league)
    verbs.draw(organiser, game)
    verbs.report(organiser, game)
    verbs.make_choices(organiser, game)
    refusal = the_one_refusal(
        at_once(giving(organiser, ConfirmResult(game)), giving(league.helper, ConfirmResult(game)))
    )
    assert refusal.code == "wrong_step"
    everything_holds(league)


def test_a_desk_is_closed_once_and_a_round_too(league):
    verbs.play(league)
    verbs.close_desk(league.rival, league.rival_fleet)
    closing = CloseDesk(league.fleet)
    the_one_refusal(at_once(giving(league.player, closing), giving(league.organiser, closing)))
    order = CloseRound(verbs.round_of(league.organiser).id)
    assert (
        the_one_refusal(at_once(giving(league.organiser, order), giving(league.helper, order))).code
        == "round_closed"
    )
    everything_holds(league)


@pytest.mark.rule("CR-001")
def test_the_last_points_are_spent_once():
    club = verbs.club(verbs.crew())
    fleet = verbs.found_fleet(club.player, "Red Wing")
    for _ in range(16):
        verbs.buy_ship(club.player, fleet, verbs.STOCK["rebel"])
    assert verbs.fleet_of(club.player, fleet).points == 14
    verbs.form_squadron(club.player, fleet, 2)
    cheap = BuyShip(fleet, "rebel-z95headhunter-banditsquadronpilot")
    refusal = the_one_refusal(at_once(giving(club.player, cheap), giving(club.organiser, cheap)))
    assert (refusal.code, refusal.rule) == ("points", "CR-001")
    everything_holds(club)


@pytest.mark.rule("CR-035")
def test_a_unique_name_is_bought_once():
    club = verbs.club(verbs.crew())
    fleet = verbs.found_fleet(club.player, "Red Wing")
    order = BuyShip(fleet, "rebel-xwing-lukeskywalker")
    refusal = the_one_refusal(
        at_once(giving(club.player, order), giving(club.organiser, order), giving(club.helper, order))
    )
    assert refusal.rule == "CR-035"
    everything_holds(club)


def test_a_change_to_an_older_roster_is_refused_as_stale(league):
    seen = {f"rosters:{league.fleet}": Campaign.objects.get(pk=league.campaign.pk).head_seq}
    calls = [
        giving(member, RenameFleet(league.fleet, name), seen)
        for member, name in ((league.player, "Blue Wing"), (league.organiser, "Green Wing"))
    ]
    assert isinstance(the_one_refusal(at_once(*calls)), Stale)
    assert verbs.fleet_of(league.player, league.fleet).name in ("Blue Wing", "Green Wing")
    everything_holds(league)


def test_ones_own_earlier_act_and_another_fleets_are_not_stale(league):
    seen = {f"rosters:{league.fleet}": Campaign.objects.get(pk=league.campaign.pk).head_seq}
    verbs.do(league.rival, RenameFleet(league.rival_fleet, "Steel Fist"))
    for name in ("Blue Wing", "Green Wing"):
        acts.act(league.campaign.pk, league.player, RenameFleet(league.fleet, name), seen=seen)
    assert verbs.fleet_of(league.player, league.fleet).name == "Green Wing"


def test_an_act_is_undone_once(league):
    done = verbs.do(league.player, RenameFleet(league.fleet, "Blue Wing"))
    refusal = the_one_refusal(
        at_once(
            lambda: undo(league.campaign.pk, league.player, done.act),
            lambda: undo(league.campaign.pk, league.organiser, done.act, "Wrong name"),
        )
    )
    assert refusal.code == "already"
    assert verbs.fleet_of(league.player, league.fleet).name == "Red Wing"
    everything_holds(league)


def test_a_link_clicked_twice_makes_one_member():
    club = verbs.club(verbs.crew())
    token, user = invite(club.organiser).token, account("Nora")
    first, second = at_once(lambda: accept_invitation(user, token), lambda: accept_invitation(user, token))
    assert first == second
    assert Member.objects.filter(campaign=club.campaign, user=user).count() == 1
    everything_holds(club)


def test_asking_to_join_twice_at_once_is_asking_once():
    club = verbs.club(verbs.crew())
    Campaign.objects.filter(pk=club.campaign.pk).update(public=True)
    campaign, user = Campaign.objects.get(pk=club.campaign.pk), account("Nora")
    refusal = the_one_refusal(at_once(*[lambda: ask_to_join(user, campaign)] * 2))
    assert refusal.code == "asked_already"
    assert JoinRequest.objects.filter(user=user).count() == 1


def test_many_people_on_their_own_rosters_wait_for_each_other_and_lose_nothing():
    club = verbs.club(verbs.crew())
    owners = ((club.player, "rebel"), (club.rival, "imperial"), (club.helper, "scum"))
    calls: list[Call] = []
    for member, side in owners:
        fleet = verbs.found_fleet(member, f"{side} fleet", side)
        calls += [giving(member, BuyShip(fleet, verbs.STOCK[side]))] * 5
    before = Campaign.objects.get(pk=club.campaign.pk).next_id
    answers = at_once(*calls)
    assert not [each for each in answers if isinstance(each, Refusal)]
    assert len({each.act for each in answers}) == 15  # type: ignore[attr-defined]
    assert Campaign.objects.get(pk=club.campaign.pk).next_id == before + 15
    assert Act.objects.filter(campaign=club.campaign, name="buy_ship").count() == 15
    everything_holds(club)
