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
    chronicle = Chronicle()
    fleets = chronicle.found("rebel", "imperial", "rebel", "imperial")
    chronicle.start(*fleets)
    at = chronicle.open_round(*fleets)
    first, second = chronicle.pair(at, fleets[0], fleets[1]), chronicle.pair(at, fleets[2], fleets[3])
    act = chronicle.play(first)
    chronicle.play(second)
    return chronicle, fleets, at, act


@pytest.mark.rule("CR-101")
def test_another_game_of_the_round_does_not_stand_on_a_result():
    chronicle, _, _, act = two_games()
    before = deepcopy(chronicle.state)
    assert blockers(chronicle.log, act) == []
    chronicle.rewrite(undo(chronicle.log, act, ORGANISER, "The wrong ship was marked."))
    assert_folds(chronicle)
    chronicle.rewrite(redo(chronicle.log, act, ORGANISER))
    assert chronicle.state == before


@pytest.mark.rule("CR-101")
def test_later_acts_of_other_fleets_do_not_depend_on_a_result():
    chronicle, fleets, at, act = two_games()
    chronicle.close(*fleets)
    chronicle.close_round(at)
    later = chronicle.open_round(*fleets[2:])
    chronicle.play(chronicle.pair(later, fleets[2], fleets[3]))
    assert names(chronicle, act) == ["close_desk", "close_desk"]
    game = next(number for number, each in chronicle.state.of(LeagueState).rounds[at].pairings.items())
    for each in blockers(chronicle.log, act):
        chronicle.rewrite(undo(chronicle.log, each.act, ORGANISER, "Misread"))
    chronicle.rewrite(undo(chronicle.log, act, ORGANISER, "Misread"))
    assert_folds(chronicle)
    assert (chronicle.game(game).step, chronicle.fleet(fleets[0]).standing) == ("confirm", "playing")
    assert chronicle.fleet(fleets[2]).standing == "desk"
    chronicle.do(ConfirmResult(game))
    chronicle.close(*fleets[:2])
    assert_folds(chronicle)


@pytest.mark.rule("CR-101")
def test_a_later_game_of_either_fleet_stands_on_a_result():
    chronicle, fleets, at, act = two_games()
    chronicle.close(*fleets)
    chronicle.close_round(at)
    later = chronicle.open_round(fleets[1], fleets[2])
    chronicle.play(chronicle.pair(later, fleets[1], fleets[2]))
    found = names(chronicle, act)
    assert "press_ready" in found and "choose_opponent" in found
    with pytest.raises(Refusal) as no:
        undo(chronicle.log, act, ORGANISER, "Misread")
    assert (no.value.code, no.value.rule) == ("stands_on_it", "CR-101")
    assert [each.about for each in no.value.faults] == [
        f"act:{each.act}" for each in blockers(chronicle.log, act)
    ]
    assert {each.rule for each in no.value.findings} == {"CR-101"}


def shared_name(fate: str) -> tuple[Chronicle, list[int], int, int]:
    """Two teams. Luke flies for the first Rebel fleet, and the second has the Luke crew card in its
    inventory. The ship is destroyed, which makes Luke `fate`; then the second fleet plays. The fleets, the
    crew card and the act of the first result."""
    chronicle = Chronicle("team")
    fleets = chronicle.found("rebel", "imperial", "rebel", "imperial", squadrons=(2,))
    luke, crew = chronicle.ship(fleets[0], LUKE, 2), chronicle.upgrade(fleets[2], "lukeskywalker")
    chronicle.start(*fleets)
    at = chronicle.open_round(*fleets)
    enemies = list(chronicle.fleet(fleets[1]).ships)[:2] if fate == "mia" else []
    fates: dict[int, ShipFate] = dict.fromkeys([luke, *enemies], "destroyed")
    act = chronicle.play(chronicle.pair(at, fleets[0], fleets[1]), fates)
    lost = chronicle.fleet(fleets[2]).upgrades.get(crew)
    assert (lost is None) if fate == "kia" else lost is not None and lost.mia
    chronicle.play(chronicle.pair(at, fleets[2], fleets[3]))
    return chronicle, fleets, crew, act


@pytest.mark.rule("CR-036", "CR-039", "CR-101")
@pytest.mark.parametrize("fate", ["mia", "kia"])
def test_a_mates_game_does_not_stand_on_a_result_that_took_a_card_of_a_shared_name(fate):
    chronicle, fleets, crew, act = shared_name(fate)
    touched = next(each.touched for each in chronicle.log if each.number == act)
    assert f"rosters:{fleets[2]}" in touched
    assert blockers(chronicle.log, act) == []
    chronicle.rewrite(undo(chronicle.log, act, ORGANISER, "The wrong ship was marked."))
    assert not chronicle.fleet(fleets[2]).upgrades[crew].mia
    assert_folds(chronicle)


@pytest.mark.rule("CR-036", "CR-101")
def test_recovering_the_card_of_a_shared_name_stands_on_the_result_that_took_it():
    chronicle, fleets, crew, act = shared_name("mia")
    chronicle.do(RecoverUpgrade(fleets[2], crew))
    (found,) = blockers(chronicle.log, act)
    assert (found.name, found.reason.startswith("It needs this to have happened")) == (
        "recover_upgrade",
        True,
    )


@pytest.mark.rule("CR-101")
def test_players_do_not_undo_results_and_an_organiser_says_why():
    chronicle, fleets, _, act = two_games()
    with pytest.raises(NotYours):
        undo(chronicle.log, act, Actor(fleets[0], "player"), "Misread")
    with pytest.raises(Refusal) as no:
        undo(chronicle.log, act, ORGANISER)
    assert no.value.code == "no_reason"
    with pytest.raises(Refusal, match="no such entry"):
        undo(chronicle.log, 999_999, ORGANISER, "Misread")
    with pytest.raises(Refusal, match="has not been undone"):
        redo(chronicle.log, act, ORGANISER)
    chronicle.rewrite(undo(chronicle.log, act, ORGANISER, "Misread"))
    with pytest.raises(Refusal, match="already been undone"):
        undo(chronicle.log, act, ORGANISER, "Misread")


@pytest.mark.rule("CR-152")
def test_after_the_end_results_stay():
    chronicle, _, _, act = two_games()
    chronicle.emit(CampaignEnded(()))
    with pytest.raises(Refusal) as no:
        undo(chronicle.log, act, ORGANISER, "Misread")
    assert (no.value.code, no.value.rule) == ("ended", "CR-152")


@pytest.mark.rule("CR-101")
def test_acts_that_depend_on_another_are_listed_before_it_is_done_again():
    chronicle, fleets, _, _ = two_games()
    chronicle.close(fleets[0])
    closing = chronicle.number("close_desk")
    chronicle.rewrite(undo(chronicle.log, closing, ORGANISER, "Too early"))
    chronicle.do(RenameFleet(fleets[0], "Blue Wing"))
    assert names(chronicle, closing) == ["rename_fleet"]
