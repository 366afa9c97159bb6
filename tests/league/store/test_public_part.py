"""Acts that a log must not show while games are running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from league.kernel.events import ActRedone, ActUndone, Event
from league.kernel.history import Logged
from league.rules import events as ev
from league.store.public_part import left_out
from missions.rules.game.events import DrawCommitted, SideReady
from rosters.rules.events import DeskClosed, DeskOpened, FleetFounded, FleetLocked, FleetRetired

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PAIRED: tuple[Event, ...] = (
    ev.CampaignCreated("Winter League"),
    FleetFounded(5, 1, "Red Wing", "rebel", "hearts"),
    FleetFounded(6, 2, "Iron Fist", "imperial", "spades"),
    FleetLocked(5),
    FleetLocked(6),
    ev.CampaignStarted((5, 6)),
    ev.RoundOpened(round=3, number=1),
    ev.FleetCheckedIn(3, 5),
    ev.FleetCheckedIn(3, 6),
    ev.PairingMade(3, 9, 5, 6),
)
SECRET = DrawCommitted(game=9, commitment="c", sealed="s")


def logged(*events: Event | Sequence[Event]) -> list[Logged]:
    """A log of one act for each event, or each list of events; the act's number is its first event's."""
    found: list[Logged] = []
    for one in events:
        act = len(found) + 1
        for each in one if isinstance(one, list) else [one]:
            found.append(Logged(len(found) + 1, act, 1, NOW, each))  # type: ignore[arg-type]
    return found


def gone(
    events: list[Logged], touched: dict[int, list[str]] | None = None, over: Sequence[int] = ()
) -> list[int]:
    return sorted(left_out(events, touched or {}, over).acts)


def test_without_secrets_all_of_a_log_is_shown() -> None:
    assert gone(logged(*PAIRED)) == []


def test_a_running_game_ends_before_its_first_secret() -> None:
    ready = SideReady(game=9, side="active", fleet=5, nonce="n")
    out = left_out(logged(*PAIRED, [SECRET, ready], ev.FleetCheckedOut(3, 5)), {}, ())
    assert (sorted(out.acts), out.games, out.following) == ([11], (9,), 0)


def test_a_game_that_is_over_is_shown_whole() -> None:
    assert gone(logged(*PAIRED, SECRET, ev.PairingCancelled(3, 9, "ill")), over=[9]) == []


def test_every_act_of_a_game_after_its_first_secret_is_left_out() -> None:
    events = logged(*PAIRED, SECRET, ev.SettingsChanged("B", False, {}), ev.PairingFinished(3, 9))
    assert gone(events) == [11, 13]


def test_an_act_that_changed_the_game_without_naming_it_is_left_out() -> None:
    events = logged(*PAIRED, SECRET, ev.SettingsChanged("B", False, {}))
    assert gone(events, {12: ["league:0", "missions:9"]}) == [11, 12]


def test_an_act_goes_whole_with_all_its_events() -> None:
    out = left_out(logged(*PAIRED, [ev.SettingsChanged("B", False, {}), SECRET]), {}, ())
    assert sorted(out.acts) == [11]


OVER = [ev.PairingFinished(3, 9), DeskOpened(5, 20, 3, 9)]


def test_acts_that_depend_on_a_left_out_act_go_too_and_are_counted() -> None:
    out = left_out(logged(*PAIRED, SECRET, OVER, DeskClosed(5, 20, 3)), {}, ())
    assert (sorted(out.acts), out.following) == ([11, 12, 14], 1)


def test_acts_that_depend_on_those_go_in_turn() -> None:
    events = logged(*PAIRED, SECRET, OVER, DeskClosed(5, 20, 3), FleetRetired(5))
    out = left_out(events, {}, ())
    assert (sorted(out.acts), out.following) == ([11, 12, 14, 15], 2)


def test_a_closed_round_stays_where_one_of_its_games_is_left_out() -> None:
    assert gone(logged(*PAIRED, SECRET, ev.PairingFinished(3, 9), ev.RoundClosed(3))) == [11, 12]


def test_an_undone_secret_is_left_out_with_its_undoing() -> None:
    events = logged(*PAIRED, SECRET, ActUndone(11), ActRedone(11), ActUndone(11), ev.FleetCheckedOut(3, 5))
    assert gone(events) == [11, 12, 13, 14]


def test_acts_undone_for_other_reasons_stay_in_the_log() -> None:
    events = logged(*PAIRED, ev.SettingsChanged("B", False, {}), ActUndone(11), SECRET)
    assert gone(events, {12: ["missions:9"]}) == [13]


def test_a_game_that_no_longer_exists_is_not_over() -> None:
    assert gone(logged(*PAIRED, SECRET, ActUndone(11), ActUndone(10))) == [11, 12]


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """A secret of no game."""

    secret: ClassVar[bool] = True


def test_a_secret_of_no_game_is_never_shown() -> None:
    assert gone(logged(*PAIRED, Whispered()), over=[9]) == [11]
