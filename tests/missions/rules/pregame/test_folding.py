"""A mission's preparation is folded only where it fits (CR-070); picks follow from seed and deck (CR-079)."""

from typing import Any

import pytest

from league.kernel.decision import SYSTEM, Decision
from league.kernel.dice import FairStream
from league.kernel.entropy import Entropy, SeededEntropy
from league.kernel.fold import CampaignState, Conflict, apply, fold
from missions.rules import orders as do
from missions.rules.game.events import PlayBegan
from missions.rules.game.state import Draw, GameState
from missions.rules.pregame import events as ev
from missions.rules.pregame.picking import pick
from missions.rules.pregame.state import Pick
from rosters.rules import events as roster
from tests.missions.rules.builders import ACTIVE, TIE, XWING, Night, fleets_for_missions

SEED = "07" * 32
NO_PICK = Pick("drawn squadron", ("2",), ("2",))


def conflict(night: Night, event: Any) -> str:
    with pytest.raises(Conflict) as no:
        apply(night.state, event)
    return str(no.value)


class Still:
    """The same byte again and again."""

    def bytes(self, count: int) -> bytes:
        return bytes(count)


def picked(chance: Entropy, purpose: str, deck: list[str], count: int) -> Pick:
    """A pick in a game whose browsers keep no chain."""
    game = GameState(1, 1, 1, 2, draw=Draw("", SEED, {"active": "a", "opposing": "b"}))
    return pick(Decision(CampaignState(), SYSTEM, "", chance, 1), game, purpose, deck, count)


@pytest.mark.rule("CR-079")
def test_a_pick_is_the_top_of_the_shuffled_sorted_deck():
    made = picked(SeededEntropy("a pick"), "drawn squadron", ["9", "10", "2"], 2)
    assert made.deck == ("10", "2", "9")
    stream = FairStream(bytes.fromhex(SEED), ["a", "b", made.fresh], "drawn squadron")
    assert list(made.taken) == stream.shuffle(made.deck)[:2]


@pytest.mark.rule("CR-079")
def test_picks_of_other_purposes_go_their_own_way():
    deck = [str(card) for card in range(2, 11)]
    made = [picked(Still(), purpose, deck, 9) for purpose in ("one", "two", "three")]
    assert len({each.taken for each in made}) == 3


@pytest.mark.rule("CR-079")
def test_nobody_who_knows_the_seed_foresees_a_pick():
    deck, entropy = [str(card) for card in range(2, 11)], SeededEntropy("an evening")
    made = {picked(entropy, "one", deck, 9).taken for _ in range(5)}
    foreseen = FairStream(bytes.fromhex(SEED), ["a", "b"], "one").shuffle(deck)
    assert len(made) == 5 and tuple(foreseen) not in made


def test_no_more_is_picked_than_the_deck_has():
    with pytest.raises(ValueError, match="2 cards cannot be picked from 1"):
        picked(Still(), "one", ["2"], 2)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (lambda game: ev.SquadronsRested(game, 1, (2,)), "not at that stage"),
        (lambda game: ev.MissionChosen(game, 1, 4, "Engagement"), "not at that stage"),
        (lambda game: ev.ForcesDrawn(game, {}, {}, {}, ()), "not at that stage"),
        (lambda game: ev.ForcesRevealed(game, (), ()), "no face-down squadrons"),
        (lambda game: PlayBegan(game, 1), "no squadrons were drawn"),
        (lambda game: ev.NominationShown(game, 1, 5, "Rookie"), "not at that step"),
        (lambda game: ev.ReinforcementPassed(game, "active", 1, 2), "not at that step"),
        (lambda game: ev.StageReached(game + 1, "rest"), "never paired"),
    ],
)
def test_an_event_out_of_its_time_is_a_conflict(event: Any, text: str):
    night = fleets_for_missions().ready()
    night.act(do.RestSquadrons(night.game_id), ACTIVE)
    assert text in conflict(night, event(night.game_id))


def test_a_game_without_a_mission_folds_none_of_it():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.begin()
    assert "no mission" in conflict(night, ev.ReinforcementPassed(night.game_id, "active", 1, 2))


@pytest.mark.rule("CR-078")
def test_ships_turned_over_have_to_stand_on_the_roster():
    night = fleets_for_missions().draw_mission_squadron(4).choose_mission(4)
    revealed = next(event for event in night.last if isinstance(event, ev.ForcesRevealed))
    ship = revealed.ships[0]
    night.state = fold(night.events[: night.events.index(revealed)])
    night.emit(roster.ShipLost(ship.fleet, ship.id, ship.name, "mia", "CR-113"))
    assert conflict(night, revealed) == f"{ship.name} is not on the roster as it was drawn"
