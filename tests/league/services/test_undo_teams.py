"""Undo and redo do not give a team a name twice (CR-039)."""

from __future__ import annotations

from html import unescape

import pytest

from league.kernel.refusal import Refusal
from league.models import Act, Campaign
from league.selectors.undoing import clash_of
from league.services import acts
from league.services.undo import redo, undo
from rosters.rules.orders import BuyShip, RetireFleet, ReturnShip
from rosters.rules.state import RostersState
from tests import invariants, verbs
from tests.people import browser

pytestmark = pytest.mark.django_db

LUKE = "rebel-xwing-lukeskywalker"


def drafts(format: str = "team") -> tuple[verbs.Club, int, int]:
    """A club in which the player and the rival draft Rebel fleets."""
    club = verbs.club(verbs.crew(), format=format)
    red = verbs.found_fleet(club.player, "Red Wing", "rebel")
    return club, red, verbs.found_fleet(club.rival, "Blue Wing", "rebel")


def last_act(club: verbs.Club) -> int:
    return Act.objects.filter(campaign=club.campaign).latest("number").number


def owners(club: verbs.Club) -> list[int]:
    """The fleets that have Luke Skywalker's ship card."""
    fleets = verbs.state_of(club.organiser).of(RostersState).fleets.values()
    return [each.id for each in fleets for ship in each.ships.values() if ship.card == LUKE]


@pytest.mark.rule("CR-039")
def test_a_purchase_is_not_done_again_when_a_mate_has_the_name_by_now() -> None:
    club, red, blue = drafts()
    verbs.do(club.player, BuyShip(red, LUKE))
    act = last_act(club)
    undo(club.campaign.pk, club.player, act)
    address = f"/campaigns/{club.campaign.pk}/timeline/{act}/redo/"
    before = browser(club.player.user).get(address).content.decode()
    verbs.do(club.rival, BuyShip(blue, LUKE))
    after = browser(club.player.user).get(address).content.decode()
    assert ["Blue Wing holds Luke Skywalker" in each for each in (before, after)] == [False, True]
    assert ["It takes its old place" in each for each in (before, after)] == [True, False]
    with pytest.raises(Refusal, match="done again any more: Red Wing: Blue Wing holds Luke Skywalker") as no:
        redo(club.campaign.pk, club.player, act)
    assert (no.value.rule, owners(club)) == ("CR-039", [blue])


@pytest.mark.rule("CR-039")
def test_giving_a_name_back_is_not_undone_when_a_mate_has_bought_it() -> None:
    club, red, blue = drafts()
    ship = verbs.buy_ship(club.player, red, LUKE)
    verbs.do(club.player, ReturnShip(red, ship))
    act = last_act(club)
    verbs.do(club.rival, BuyShip(blue, LUKE))
    with pytest.raises(Refusal, match="cannot be undone any more") as no:
        undo(club.campaign.pk, club.player, act)
    assert all(each.message not in str(no.value) for each in no.value.besides)
    assert invariants.broken(club.campaign.pk) == []


@pytest.mark.rule("CR-039")
@pytest.mark.parametrize("format", ["team", "free_for_all"])
def test_the_page_of_an_undo_says_who_has_the_name_before_anybody_tries(format: str) -> None:
    club, red, blue = drafts(format)
    ship = verbs.buy_ship(club.player, red, LUKE)
    verbs.do(club.player, ReturnShip(red, ship))
    act = last_act(club)
    verbs.do(club.rival, BuyShip(blue, LUKE))
    campaign = Campaign.objects.get(pk=club.campaign.pk)
    found = clash_of(campaign, act)
    page = browser(club.player.user).get(f"/campaigns/{campaign.pk}/timeline/{act}/undo/").content.decode()
    told = found is not None and found.message in unescape(page)
    assert (told, "Undo it" in page) == (format == "team", format != "team")


@pytest.mark.rule("CR-039")
def test_the_page_of_an_undo_that_would_clash_promises_to_undo_nothing_else() -> None:
    club, red, blue = drafts()
    ship = verbs.buy_ship(club.player, red, LUKE)
    verbs.do(club.player, ReturnShip(red, ship))
    address = f"/campaigns/{club.campaign.pk}/timeline/{last_act(club)}/undo/"
    verbs.buy_ship(club.player, red, "rebel-xwing-rookiepilot")
    before = browser(club.player.user).get(address).content.decode()
    verbs.do(club.rival, BuyShip(blue, LUKE))
    after = browser(club.player.user).get(address).content.decode()
    assert ["is undone as well" in each for each in (before, after)] == [True, False]
    assert ["You cannot undo it any more" in each for each in (before, after)] == [False, True]


@pytest.mark.rule("CR-039")
def test_a_retired_fleet_does_not_come_back_to_a_name_that_a_mate_has_taken() -> None:
    club, red, blue = drafts()
    verbs.buy_ship(club.player, red, LUKE)
    verbs.do(club.player, RetireFleet(red))
    act = last_act(club)
    verbs.do(club.rival, BuyShip(blue, LUKE))
    with pytest.raises(Refusal, match="Luke Skywalker"):
        undo(club.campaign.pk, club.organiser, act, "It was a mistake.")


@pytest.mark.rule("CR-039")
def test_without_teams_a_purchase_is_done_again_whoever_else_has_the_name() -> None:
    club, red, blue = drafts("free_for_all")
    verbs.do(club.player, BuyShip(red, LUKE))
    act = last_act(club)
    undo(club.campaign.pk, club.player, act)
    verbs.do(club.rival, BuyShip(blue, LUKE))
    redo(club.campaign.pk, club.player, act)
    assert owners(club) == [red, blue]


@pytest.mark.rule("CR-039")
def test_a_mate_who_is_one_click_late_reads_who_has_the_name() -> None:
    club, red, blue = drafts()
    seen = {f"rosters:{blue}": club.campaign.head_seq}
    verbs.do(club.player, BuyShip(red, LUKE))
    with pytest.raises(Refusal, match="Red Wing has a ship card of Luke Skywalker"):
        acts.act(club.campaign.pk, club.rival, BuyShip(blue, LUKE), seen=seen)
