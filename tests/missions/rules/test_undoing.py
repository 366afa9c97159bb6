"""Undoing a result, decided from the log alone (CR-101): what stands on it, and what does not."""

from __future__ import annotations

from copy import deepcopy

import pytest

from league.kernel.decision import Actor
from league.kernel.history import refold, steps, undone_acts
from league.kernel.refusal import NotYours, Refusal
from league.rules.events import CampaignEnded
from league.rules.state import LeagueState
from league.rules.undo import blockers, redo, undo
from missions.rules.game.state import ShipFate
from missions.rules.orders import ConfirmResult
from rosters.rules.orders import RecoverUpgrade, RenameFleet
from tests.chronicle import ORGANISER, Chronicle

LUKE = "rebel-xwing-lukeskywalker"


def names(chronicle: Chronicle, act: int) -> list[str]:
    return [each.name for each in blockers(chronicle.log, act)]


def assert_folds(chronicle: Chronicle) -> None:
    """The log folds to the state, with no act that does not stand."""
    folded = refold(list(steps(chronicle.log)), undone_acts(steps(chronicle.log)))
    assert (folded.broken, folded.state) == ({}, chronicle.state)


def two_games() -> tuple[Chronicle, list[int], int, int]:
    """Four fleets, A–B and C–D played in one round: the fleets, the round and the act of the first result."""
    told = Chronicle()
    fleets = told.found("rebel", "imperial", "rebel", "imperial")
    told.start(*fleets)
    at = told.open_round(*fleets)
    first, second = told.pair(at, fleets[0], fleets[1]), told.pair(at, fleets[2], fleets[3])
    act = told.play(first)
    told.play(second)
    return told, fleets, at, act


@pytest.mark.rule("CR-101")
def test_another_game_of_the_round_does_not_stand_on_a_result():
    told, _, _, act = two_games()
    before = deepcopy(told.state)
    assert blockers(told.log, act) == []
    told.rewrite(undo(told.log, act, ORGANISER, "The wrong ship was marked."))
    assert_folds(told)
    told.rewrite(redo(told.log, act, ORGANISER))
    assert told.state == before


@pytest.mark.rule("CR-101")
def test_what_other_fleets_did_in_later_rounds_does_not_stand_on_a_result():
    told, fleets, at, act = two_games()
    told.close(*fleets)
    told.close_round(at)
    later = told.open_round(*fleets[2:])
    told.play(told.pair(later, fleets[2], fleets[3]))
    assert names(told, act) == ["close_desk", "close_desk"]
    game = next(number for number, each in told.state.of(LeagueState).rounds[at].pairings.items())
    for each in blockers(told.log, act):
        told.rewrite(undo(told.log, each.act, ORGANISER, "Misread"))
    told.rewrite(undo(told.log, act, ORGANISER, "Misread"))
    assert_folds(told)
    assert (told.game(game).step, told.fleet(fleets[0]).standing) == ("confirm", "playing")
    assert told.fleet(fleets[2]).standing == "desk"
    told.do(ConfirmResult(game))
    told.close(*fleets[:2])
    assert_folds(told)


@pytest.mark.rule("CR-101")
def test_a_later_game_of_either_fleet_stands_on_a_result():
    told, fleets, at, act = two_games()
    told.close(*fleets)
    told.close_round(at)
    later = told.open_round(fleets[1], fleets[2])
    told.play(told.pair(later, fleets[1], fleets[2]))
    found = names(told, act)
    assert "press_ready" in found and "choose_opponent" in found
    with pytest.raises(Refusal) as no:
        undo(told.log, act, ORGANISER, "Misread")
    assert (no.value.code, no.value.rule) == ("stands_on_it", "CR-101")
    assert [each.about for each in no.value.faults] == [f"act:{each.act}" for each in blockers(told.log, act)]
    assert {each.rule for each in no.value.findings} == {"CR-101"}


def shared_name(fate: str) -> tuple[Chronicle, list[int], int, int]:
    """Two teams. Luke flies for the first Rebel fleet, and the second has the Luke crew card in its
    inventory. The ship is destroyed, which makes Luke `fate`; then the second fleet plays. The fleets, the
    crew card and the act of the first result."""
    told = Chronicle("team")
    fleets = told.found("rebel", "imperial", "rebel", "imperial", squadrons=(2,))
    luke, crew = told.ship(fleets[0], LUKE, 2), told.upgrade(fleets[2], "lukeskywalker")
    told.start(*fleets)
    at = told.open_round(*fleets)
    enemies = list(told.fleet(fleets[1]).ships)[:2] if fate == "mia" else []
    fates: dict[int, ShipFate] = dict.fromkeys([luke, *enemies], "destroyed")
    act = told.play(told.pair(at, fleets[0], fleets[1]), fates)
    lost = told.fleet(fleets[2]).upgrades.get(crew)
    assert (lost is None) if fate == "kia" else lost is not None and lost.mia
    told.play(told.pair(at, fleets[2], fleets[3]))
    return told, fleets, crew, act


@pytest.mark.rule("CR-036", "CR-039", "CR-101")
@pytest.mark.parametrize("fate", ["mia", "kia"])
def test_a_mates_game_does_not_stand_on_a_result_that_took_a_card_of_a_shared_name(fate):
    told, fleets, crew, act = shared_name(fate)
    touched = next(each.touched for each in told.log if each.number == act)
    assert f"rosters:{fleets[2]}" in touched
    assert blockers(told.log, act) == []
    told.rewrite(undo(told.log, act, ORGANISER, "The wrong ship was marked."))
    assert not told.fleet(fleets[2]).upgrades[crew].mia
    assert_folds(told)


@pytest.mark.rule("CR-036", "CR-101")
def test_recovering_the_card_of_a_shared_name_stands_on_the_result_that_took_it():
    told, fleets, crew, act = shared_name("mia")
    told.do(RecoverUpgrade(fleets[2], crew))
    (found,) = blockers(told.log, act)
    assert (found.name, found.reason.startswith("It needs this to have happened")) == (
        "recover_upgrade",
        True,
    )


@pytest.mark.rule("CR-101")
def test_players_do_not_undo_results_and_an_organiser_says_why():
    told, fleets, _, act = two_games()
    with pytest.raises(NotYours):
        undo(told.log, act, Actor(fleets[0], "player"), "Misread")
    with pytest.raises(Refusal) as no:
        undo(told.log, act, ORGANISER)
    assert no.value.code == "no_reason"
    with pytest.raises(Refusal, match="no such entry"):
        undo(told.log, 999_999, ORGANISER, "Misread")
    with pytest.raises(Refusal, match="has not been undone"):
        redo(told.log, act, ORGANISER)
    told.rewrite(undo(told.log, act, ORGANISER, "Misread"))
    with pytest.raises(Refusal, match="already been undone"):
        undo(told.log, act, ORGANISER, "Misread")


@pytest.mark.rule("CR-152")
def test_after_the_end_results_stay():
    told, _, _, act = two_games()
    told.emit(CampaignEnded(()))
    with pytest.raises(Refusal) as no:
        undo(told.log, act, ORGANISER, "Misread")
    assert (no.value.code, no.value.rule) == ("ended", "CR-152")


@pytest.mark.rule("CR-101")
def test_what_stands_on_an_act_is_listed_before_it_is_done_again():
    told, fleets, _, _ = two_games()
    told.close(fleets[0])
    closing = told.number("close_desk")
    told.rewrite(undo(told.log, closing, ORGANISER, "Too early"))
    told.do(RenameFleet(fleets[0], "Blue Wing"))
    assert names(told, closing) == ["rename_fleet"]
