"""Views of a game (CR-006, CR-079), the people it waits for, and its events as sentences."""

import dataclasses
from typing import Any, get_args

import pytest

import missions.rules.game.events as events_module
from league.kernel.events import KINDS, Event
from league.rules.events import RoundClosed
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.narration import sentence
from missions.rules.game.secrets import Viewer, view_for
from missions.rules.game.state import ShipFate
from missions.rules.hex_battle import events as battle_events
from missions.rules.overrides import events as override_events
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, TIE, XWING, Night, skirmish, waits

VIEWERS: tuple[Viewer, ...] = get_args(Viewer)


def everything(value: Any) -> list[str]:
    """Every piece of text anywhere in a view."""
    if dataclasses.is_dataclass(value):
        parts: Any = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set):
        parts = value
    else:
        return [str(value)]
    return [text for part in parts for text in everything(part)]


def half_ready() -> Night:
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.pair()
    night.act(do.PressReady(night.game_id, "active", "my own nonce"), ACTIVE)
    return night


@pytest.mark.rule("CR-079")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_the_seed_before_the_game_is_over(viewer: Viewer):
    night = half_ready()
    seed = night.game.draw.seed

    def seen() -> bool:
        return any(seed in text for text in everything(view_for(night.game, viewer)))

    assert not seen()
    night.act(do.PressReady(night.game_id, "opposing"), OPPOSING)
    assert not seen()
    night.report()
    assert not seen()
    night.finish()
    assert view_for(night.game, viewer).draw.seed == seed


@pytest.mark.rule("CR-079")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_nonce_is_shown_once_both_are_in(viewer: Viewer):
    night = half_ready()
    view = view_for(night.game, viewer).draw
    assert (view.ready, view.nonces) == (("active",), {})
    night.act(do.PressReady(night.game_id, "opposing"), OPPOSING)
    assert view_for(night.game, viewer).draw.nonces["active"] == "my own nonce"


def test_before_anybody_is_ready_there_is_no_draw_to_show():
    night = Night().pair()
    assert view_for(night.game, "active").draw is None
    night.act(do.VoidGame(night.game_id, "Nobody came"), ORGANISER)
    assert night.happened(ev.SeedRevealed) == []


@pytest.mark.rule("CR-079")
def test_a_voided_draw_is_open_too():
    night = half_ready()
    night.act(do.VoidGame(night.game_id, "Power cut"), ORGANISER)
    assert view_for(night.game, "public").draw.seed == night.game.draw.seed


def test_a_draft_report_is_for_the_players_and_organisers():
    night, ours, theirs = skirmish()
    assert [view_for(night.game, viewer).report for viewer in VIEWERS] == [None] * 4
    night.line(ours[0])
    shown = {viewer: view_for(night.game, viewer).report is not None for viewer in VIEWERS}
    assert shown == {"active": True, "opposing": True, "organiser": True, "public": False}
    assert view_for(night.game, "active").report.result is None
    night.report(destroyed=theirs)
    assert view_for(night.game, "public").report.result.winner == "active"


def test_the_public_sees_choices_when_they_count():
    night = Night()
    ours = night.ship("active", XWING, rank="VET")
    tie = night.ship("opposing", TIE)
    night.begin().report(destroyed=[tie])
    night.choose("active", elite=(ours,))
    assert view_for(night.game, "public").choices == {}
    assert view_for(night.game, "opposing").choices["active"].elite == (ours,)
    night.finish()
    assert view_for(night.game, "public").choices["active"].elite == (ours,)


def test_a_view_shares_nothing_with_the_state_it_was_made_from():
    night, ours, _ = skirmish()
    night.line(ours[0])
    view = view_for(night.game, "active")
    view.report.lines.clear()
    view.ships.clear()
    assert night.game.report.lines
    assert night.game.ships


def test_a_game_always_says_whom_it_waits_for():
    night = half_ready()
    assert waits(night) == [("ready", "opposing", OPPOSING)]
    night.act(do.PressReady(night.game_id, "opposing"), OPPOSING)
    assert [what for what, *_ in waits(night)] == ["report", "report"]
    ship = next(iter(night.game.ships))
    night.line(ship)
    assert waits(night) == [("report", "active", ACTIVE)]
    night.report()
    assert waits(night) == [("confirm", "opposing", OPPOSING)]
    night.act(do.DisputeLine(night.game_id, ship, "No"), OPPOSING)
    assert waits(night) == [("settle", None, 0)]
    night.act(do.WithdrawDispute(night.game_id, ship), OPPOSING)
    night.finish()
    assert waits(night) == []


@pytest.mark.rule("CR-061")
def test_an_unbalanced_draw_waits_for_who_has_not_accepted():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.squadron("opposing", 3, "epic")
    night.ship("opposing", "imperial-lambdaclassshuttle-omicrongrouppilot", squadron=3)
    night.begin(until=lambda game: not game.draw.balanced)
    night.act(do.AcceptDraw(night.game_id, "active"), ACTIVE)
    assert waits(night) == [("accept", "opposing", OPPOSING)]


def test_a_side_that_has_to_choose_is_waited_for():
    night, _, theirs = skirmish()
    night.report(destroyed=theirs[:1])
    assert waits(night) == [("choose", "opposing", OPPOSING)]


def test_an_organisers_report_is_his_to_finish_and_anybodys_to_confirm():
    night, ours, theirs = skirmish()
    for ship in ours + theirs:
        night.line(ship, "destroyed" if ship in theirs else "survived", by=ORGANISER)
    assert waits(night) == [("report", None, 0)]
    night.act(do.SubmitReport(night.game_id), ORGANISER)
    assert waits(night) == [("confirm", "active", ACTIVE), ("confirm", "opposing", OPPOSING)]


def full_night() -> list[Event]:
    """Events of every kind, from two games and a void one."""
    night, ours, theirs = skirmish()
    night.act(do.SaveReportFacts(night.game_id, None, False), ACTIVE)
    night.report(destroyed=theirs[:1])
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    night.report(conceded="opposing")
    night.act(do.DisputeLine(night.game_id, ours[0], "No"), OPPOSING)
    night.act(do.WithdrawDispute(night.game_id, ours[0]), OPPOSING)
    night.act(do.SettleReport(night.game_id, "Fine as it is"), ORGANISER)
    night.choose("active")
    night.finish()
    return night.events


@pytest.mark.rule("CR-079")
def test_every_event_of_a_game_has_a_sentence_that_keeps_the_secret():
    log = full_night() + [
        ev.DrawAccepted(1, "active", 2),
        ev.LimitedChosen(1, "active", 2, 3, "Squad Leader (Wedge Antilles)"),
        ev.SeedKnown(1),
        ev.NonceShown(1, "active", 2, "my own nonce", "sealed"),
        ev.NonceShown(1, "opposing", 3, "0123456789abcdef", "filled"),
        ev.OrderLaid(1, 1, "a mark", "", ("active",)),
        ev.LinksTaken(1, {"active": "one", "opposing": "two"}),
        ev.LinksTaken(1, {"active": "one", "opposing": "two"}, ("opposing",)),
        ev.GameTold(1, "active", 2, "A near thing."),
        ev.GameToldByOrganiser(1, 1, "A long night."),
        ev.CorrectionsAccepted(1, 1, ("Academy Pilot",)),
        ev.CorrectionsRefused(1, 1),
        ev.ReportTakenOver(1, 1, "active"),
    ]
    ours = [event for event in log if type(event).__module__ == events_module.__name__]
    known = {cls for cls in KINDS.values() if cls.__module__ == events_module.__name__}
    assert {type(event) for event in ours} == known
    assert all(sentence(event) for event in ours)
    sealed = next(event.sealed for event in ours if isinstance(event, ev.DrawCommitted))
    assert [sealed in sentence(event) for event in ours if not isinstance(event, ev.SeedRevealed)].count(
        True
    ) == 0


TOLD: dict[Event, str] = {
    battle_events.BattleProposed(1, "active", 1): "{active:1} proposes to fight it on the hex board.",
    battle_events.BattleAgreed(1, "active", 1, 2): "{active:1} agrees: it is fought on the hex board.",
    battle_events.BattleDeclined(1, "active", 1): "It is not fought on the hex board.",
    override_events.FriendlyArranged(
        1, 2, 3
    ): "A friendly game was arranged, without a mission: it changes nothing.",
    override_events.FriendlyFinished(1): "The friendly game is over; both fleets stay as they are.",
    override_events.FriendlyCalledOff(1, "Late"): "The friendly game was called off. Reason: Late.",
}


def test_battles_on_the_hex_board_and_friendly_games_are_told():
    homes = {battle_events.__name__, override_events.__name__}
    assert {type(event) for event in TOLD} == {cls for cls in KINDS.values() if cls.__module__ in homes}
    assert {event: sentence(event) for event in TOLD} == TOLD


def test_other_events_are_left_to_others():
    assert sentence(RoundClosed(1)) == ""


@pytest.mark.parametrize(
    ("winner", "termination", "text"),
    [
        ("active", "points", "Gold beat Rust on points, 40 to 12."),
        ("opposing", "elimination", "Rust beat Gold by elimination, 12 to 40."),
        ("active", "concession", "Gold beat Rust by concession, 40 to 12."),
        ("draw", "points", "Gold and Rust drew, 40 to 12."),
    ],
)
def test_results_in_a_sentence(winner: Any, termination: Any, text: str):
    scores: Any = {"active": 40, "opposing": 12}
    assert (
        sentence(ev.ResultConfirmed(1, 1, winner, termination, scores, "CR-063", "", "Gold", "Rust")) == text
    )


def test_an_unbalanced_draw_and_a_dispute_are_told():
    drawn = ev.SquadronsDrawn(1, ("active:2", "opposing:10"), {}, (), (), False)
    assert sentence(drawn) == (
        "Squadrons drawn: 2 of {active:1} against 10 of {opposing:1}. The forces are not balanced."
    )
    assert sentence(ev.LineDisputed(1, 1, 0, "", "No")) == "The report’s account of the game is disputed: No."


@pytest.mark.rule("CR-100")
def test_no_sentence_tells_what_a_draft_of_the_report_says():
    lines = {sentence(ev.ReportLineSaved(9, 1, 1, 4, "Bo", fate, {})) for fate in get_args(ShipFate)}
    facts = {
        sentence(ev.ReportFactsSaved(9, 1, side, stop, 2)) for side, stop in ((None, True), ("active", False))
    }
    assert lines == {"The report gives the fate of Bo."}
    assert facts == {"The report says how the game ended."}
