"""A round's matching from facts alone; door and round page read the same answers (CR-051 … CR-056)."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.addresses import campaign_address
from league.kernel.refusal import Refusal
from league.ports import FleetFacts, FleetRow
from league.presenters.rounds import round_page
from league.rules.matching import Matching, may_check_in, may_check_out
from league.rules.rounds import CheckIn, CheckOut
from league.rules.state import Pairing, RoundState
from tests.league.rules.club import Club, arrive

STANDINGS = ("draft", "ready", "playing", "desk", "eliminated", "retired")


def fleet(number: int, side: str = "rebel", standing: str = "ready") -> FleetFacts:
    return FleetFacts(number, 1000 + number, f"Fleet {number}", side, 300 + number, standing)


def met(
    fleets: list[FleetFacts],
    present: list[int],
    *,
    teams: bool = False,
    again: bool = False,
    pairings: dict[int, Pairing] | None = None,
    picking: int | None = None,
) -> Matching:
    at = RoundState(9, 1, present=present, pairings=pairings or {}, picking=picking)
    return Matching(at, {each.id: each for each in fleets}, teams, again)


def numbers(found: list[FleetFacts]) -> list[int]:
    return [each.id for each in found]


@pytest.mark.rule("CR-052", "CR-055")
def test_in_teams_a_game_needs_two_of_them():
    fleets = [fleet(1), fleet(2), fleet(3, "imperial")]
    assert met(fleets, [1, 2]).may_begin
    assert not met(fleets, [1, 2], teams=True).may_begin
    assert met(fleets, [1, 3], teams=True).may_begin
    assert numbers(met(fleets, [1, 2, 3], teams=True, picking=1).choices) == [3]
    assert numbers(met(fleets, [1, 2, 3], picking=1).choices) == [2, 3]


@pytest.mark.rule("CR-052")
def test_with_the_option_those_who_are_back_play_once_more_after_the_unmatched():
    fleets, played = [fleet(1), fleet(2), fleet(3)], {5: Pairing(5, 2, 3, "finished")}
    for again in (False, True):
        found = met(fleets, [1, 2, 3], again=again, pairings=played)
        assert (numbers(found.unmatched), numbers(found.choosers)) == ([1], [1])
        assert (found.may_begin, found.may_begin_again, found.others_free) == (False, again, again)
        assert numbers(found.opponents_of(fleets[0])) == ([2, 3] if again else [])


@pytest.mark.rule("CR-052")
def test_nothing_begins_while_a_fleet_is_choosing():
    found = met([fleet(1), fleet(2)], [1, 2], picking=1, again=True)
    assert (found.may_begin, found.may_begin_again) == (False, False)


@pytest.mark.rule("CR-054", "CR-056")
def test_fleets_hold_a_round_up_in_a_game_and_at_their_desks():
    fleets = [fleet(number, standing=standing) for number, standing in enumerate(STANDINGS, start=1)]
    found = met(fleets, [each.id for each in fleets]).holding_up()
    assert {why: numbers(of) for why, of in found.items()} == {"playing": [3], "desk": [4]}


@pytest.mark.rule("CR-052")
def test_opponents_that_could_still_come_are_of_another_team():
    theirs = [fleet(4, "imperial"), fleet(5, "imperial", "desk"), fleet(6, "imperial", "draft")]
    fleets = [fleet(1), fleet(2), *theirs]
    for again, desk in ((False, []), (True, [5])):
        found = met(fleets, [1, 5], teams=True, again=again).could_come(fleets[0])
        assert {why: numbers(of) for why, of in found.items()} == {"away": [4], "playing": [], "desk": desk}


@pytest.mark.rule("CR-051", "CR-054")
@pytest.mark.parametrize("present", [False, True])
@pytest.mark.parametrize("standing", STANDINGS)
def test_the_door_checks_in_and_out_exactly_the_fleets_that_may(night: Club, standing: str, present: bool):
    if present:
        arrive(night, 3)
    night.fleets[3] = fleet(3, standing=standing)
    for order, may in ((CheckIn, may_check_in), (CheckOut, may_check_out)):
        assert carried_out(night, order(night.at.id, 3)) == may(night.at, night.fleets[3])


def carried_out(night: Club, order) -> bool:
    """Whether an organiser's order would be carried out; nothing is kept."""
    try:
        deepcopy(night).do(order)
    except Refusal:
        return False
    return True


def row(of: FleetFacts) -> FleetRow:
    """The fleet as the page's query has it."""
    figures = (0, of.value, *(0,) * 7)
    return FleetRow(1, of.id, of.member, of.name, of.side, "", of.standing, *figures, slug="fleet")


@given(data=st.data())
@pytest.mark.rule("CR-052", "CR-054", "CR-056")
def test_the_page_offers_what_the_rules_allow(data: st.DataObject):
    """The page's buttons are the answers of the matching, for any fleets and any past of the round."""
    sides, standings = st.sampled_from(("rebel", "imperial")), st.sampled_from(STANDINGS)
    fleets = [fleet(number, data.draw(sides), data.draw(standings)) for number in range(1, 6)]
    present = data.draw(st.lists(st.integers(1, 5), unique=True))
    two, status = st.permutations(range(1, 6)), st.sampled_from(("finished", "cancelled"))
    pairings = {
        game: Pairing(game, *data.draw(two)[:2], data.draw(status))
        for game in range(data.draw(st.integers(0, 2)))
    }
    picking = data.draw(st.sampled_from((None, *present)))
    teams, again = data.draw(st.booleans()), data.draw(st.booleans())
    found = met(fleets, present, teams=teams, again=again, pairings=pairings, picking=picking)
    rows = [row(each) for each in fleets]
    base = campaign_address(1)
    page = round_page(found.at, rows, {}, {}, base=base, me=0, organises=True, teams=teams, again=again)
    assert {each.fleet for each in page.unmatched} == set(numbers(found.unmatched))
    assert {each.fleet for each in page.choices} == set(numbers(found.choices))
    assert (page.may_match, page.may_match_again) == (found.may_begin, found.may_begin_again)
    assert bool(page.not_yet) == bool(found.unmatched or any(found.holding_up().values()))
