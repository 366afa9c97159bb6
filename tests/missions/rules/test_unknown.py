"""A reader's answers depend on nothing hidden from them, at every step of every mission."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest

from league.kernel.decision import Decision, Order
from missions.rules import orders as do
from missions.rules.assets.supplies import arrivals_left
from missions.rules.assets.text import reminders
from missions.rules.content.mission_data import missions
from missions.rules.content.table import set_up
from missions.rules.game.orders.report import may_confirm, may_dispute, may_write
from missions.rules.game.secrets import Viewer, view_for
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import GameState, MissionsState
from missions.rules.game.waiting import awaited
from missions.rules.pregame.eligibility import (
    last_round,
    next_round,
    reinforcement_findings,
    reserve_of,
    round_findings,
)
from missions.rules.pregame.events import ChoiceLeftOpen
from missions.rules.pregame.pending import may_take_back, pending_questions
from missions.rules.pregame.state import AssetKind, OpenChoice
from tests.missions.rules.builders import (
    ACTIVE,
    OPPOSING,
    ORGANISER,
    OWNERS,
    STRANGER,
    TIE,
    XWING,
    Night,
    fleets_for_missions,
)
from tests.missions.rules.preparations import legal_orders
from tests.missions.secrets.unknown import named, unknown_to

VIEWERS: tuple[Viewer, ...] = get_args(Viewer)
PEOPLE: dict[Viewer, int] = {
    "active": ACTIVE,
    "opposing": OPPOSING,
    "organiser": ORGANISER,
    "public": STRANGER,
}
OF_TYPE = {"recon": 2, "standard": 4, "epic": 6}
# Every kind of asset that does or shows something, over the eight missions. In the sixth one side has none,
# so that what the other commits waits until it goes on.
ASSETS: dict[int, dict[SideName, tuple[AssetKind, ...]]] = {
    1: {"active": ("sabotage", "medical_frigate"), "opposing": ("disrupted_command",)},
    2: {"active": ("disrupted_command", "scouted_area"), "opposing": ("fleet_intelligence",)},
    3: {"active": ("fleet_intelligence",), "opposing": ("sabotage", "disrupted_command")},
    4: {"active": ("additional_supplies",), "opposing": ("double_agent", "supply_shortage")},
    5: {"active": ("double_agent",), "opposing": ("sabotage", "guarded_approach")},
    6: {"active": ("reinforcements", "sabotage")},
    7: {"active": ("capital_ship_support",), "opposing": ("fleet_intelligence", "reinforcements")},
    8: {"active": ("supply_shortage",), "opposing": ("additional_supplies", "disrupted_command")},
}


def facts_for(night: Night, viewer: Viewer) -> dict[str, Any]:
    """All that pages ask the rules about a game for one reader."""
    state, game = night.state, night.game
    organises, person = viewer == "organiser", PEOPLE[viewer]
    side: SideName | None = viewer if viewer in SIDES else None  # type: ignore[assignment]
    facts: dict[str, Any] = {
        "view": view_for(game, viewer),
        "questions": pending_questions(state, game, viewer),
        "way back": may_take_back(state, game, viewer),
        "awaited": awaited(state, game),
        "may": [may(game, side, person, organises) for may in (may_write, may_dispute, may_confirm)],
    }
    if game.pregame is not None and game.step in ("play", "report"):
        facts["table"] = set_up(game)
        facts["reminders"] = [reminders(game.pregame, each) for each in SIDES]
        facts["reserve"] = [_reserve(night, each) for each in SIDES]
        facts["arrivals"] = [
            arrivals_left(game, each, ship.id) for each in SIDES for ship in game.ships_of(each)
        ]
    return facts


def _reserve(night: Night, side: SideName) -> tuple[object, ...]:
    state, game = night.state, night.game
    at = next_round(game, side)
    found = reinforcement_findings(state, game, side, at), round_findings(game, side, at)
    return len(reserve_of(state, game, side)), at, last_round(game), found


class Watch:
    """Compares at each step; `seen` counts the steps, `differed` the games that were not the same, by
    viewer."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.differed: Counter[Viewer] = Counter()

    def look(self, night: Night) -> None:
        game, games = night.game, night.state.of(MissionsState).games
        self.seen[f"{game.step} {game.pregame.stage if game.pregame else ''}"] += 1
        for viewer in VIEWERS:
            plain, another = facts_for(night, viewer), unknown_to(viewer, game)
            self.differed[viewer] += another != game
            games[game.id] = another
            assert facts_for(night, viewer) == plain, (viewer, game.step)
            games[game.id] = game


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Looks after every order of a `Night`."""
    found, act = Watch(), Night.act

    def watched(night: Night, order: Order, member: int) -> Decision:
        done = act(night, order, member)
        found.look(night)
        return done

    monkeypatch.setattr(Night, "act", watched)
    return found


def prepared(mission: int) -> Night:
    """A game of that mission on the table: both sides commit and use what they can."""
    night = fleets_for_missions()
    for side, kinds in ASSETS[mission].items():
        for kind in kinds:
            night.asset(side, kind)
    night.draw_mission_squadron(OF_TYPE[missions()[mission].drawn[0]]).choose_mission(mission)
    while night.game.step == "pregame":
        *_, (order, member) = legal_orders(night)
        night.act(order, member)
    return night


def fought(night: Night) -> None:
    """The battle, its report, what is chosen afterwards, and the result."""
    game = night.game_id
    for side in SIDES if missions()[night.pregame.mission].reserve else ():
        night.act(do.DrawReinforcement(game, side, 2), OWNERS[side])
    lost = [ship.id for ship in night.game.ships_of("active") if not ship.unique][:1]
    night.line(lost[0], "destroyed")
    if arrivals_left(night.game, "active", lost[0]):
        night.act(do.BringShip(game, lost[0]), ACTIVE)
    if night.pregame.nominated:
        night.act(do.ShowNomination(game), ACTIVE)
    night.report(destroyed=lost, conceded="opposing")
    night.finish()


@pytest.mark.rule("CR-006", "CR-075", "CR-076", "CR-078", "CR-079", "CR-091")
@pytest.mark.parametrize("mission", sorted(ASSETS))
def test_no_step_of_a_mission_tells_a_reader_what_he_may_not_know(watch: Watch, mission: int) -> None:
    fought(prepared(mission))
    assert {"pregame rest", "pregame mission", "pregame commit"} <= set(watch.seen)
    assert {"report over", "confirm over", "done over"} <= set(watch.seen)
    assert all(watch.differed[viewer] > 10 for viewer in VIEWERS)


@pytest.mark.rule("CR-070", "CR-076")
def test_in_one_of_these_games_a_commitment_waits_until_the_other_side_goes_on() -> None:
    left_open = [each.choice for each in prepared(6).events if isinstance(each, ChoiceLeftOpen)]
    assert OpenChoice("active", "commit") in left_open


def test_every_field_of_a_game_says_who_may_know_it() -> None:
    assert named() == []


@pytest.mark.rule("CR-079")
def test_a_draw_without_a_mission_tells_nobody_its_seed_nor_the_public_a_draft(watch: Watch) -> None:
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.begin().report(conceded="opposing")
    night.finish()
    assert {"play ", "report ", "confirm ", "done "} <= set(watch.seen)


@pytest.mark.parametrize("told_too_much", ["nominated", "cards", "looks", "picks"])
def test_the_comparison_notices_what_is_told(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, told_too_much: str
) -> None:
    def careless(game: GameState, viewer: Viewer) -> object:
        return getattr(game.pregame, told_too_much)

    monkeypatch.setattr("missions.rules.game.secrets.pregame_view", careless)
    with pytest.raises(AssertionError):
        fought(prepared(3))
