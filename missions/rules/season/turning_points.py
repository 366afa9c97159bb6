"""Turning points of a game that is over: the few sentences that a club would tell about it.

They are made of its events alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from league.kernel.events import Event
from league.rules.events import FleetSatOut
from league.rules.phrases import join_words
from missions.rules.game.events import ResultConfirmed, SquadronsDrawn
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import DrawnSquadron, FieldedShip
from missions.rules.pregame.events import ForcesRevealed, MissionChosen, ReinforcementDrawn, ShipArrived
from rosters.rules.events import DeskOpened, Fate, FleetEliminated, RankChanged, ShipLost
from rosters.rules.state import Rank

Kind = Literal["out", "lost", "missing", "upset", "objective", "promoted", "wiped_out", "first", "close"]

MOST = 3
"""Turning points of one game."""
MOST_NAMES = 3
"""Pilots in one sentence; the others are counted."""
RANK_STEPS: Mapping[Rank, int] = {"": 0, "EXP": 1, "VET": 2, "ELITE": 3}
UPSET_STEPS = 3
"""Steps of rank that the pilots of the winner were behind, from which on a victory is an upset."""
UPSET_SHARE = 0.8
"""The winner's share of the loser's squad points, up to which a victory is an upset."""
ELITE, ACE = "ELITE pilot", "ace"
FATES: tuple[tuple[Fate, Kind, int], ...] = (("kia", "lost", 90), ("mia", "missing", 60))
"""Fates of pilots, with the weight of an ELITE one."""
CLOSE = 5
"""Largest difference of the scores of a close game."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One sentence about a game. `weight` orders them, the greatest first."""

    weight: int
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Milestones:
    """Numbers of games by fleet: the one in which it lost its first ship, and the last one before it was
    eliminated (CR-150, CR-151)."""

    first_loss: Mapping[int, int] = field(default_factory=dict)
    eliminated: Mapping[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Facts:
    """The events of one game, sorted."""

    fleets: Mapping[SideName, int]
    names: Mapping[int, str]
    result: ResultConfirmed
    mission: str = ""
    forces: list[DrawnSquadron] = field(default_factory=list)
    ships: dict[tuple[int, int], FieldedShip] = field(default_factory=dict)
    lost: list[ShipLost] = field(default_factory=list)
    elite: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def sides(self) -> tuple[int, int] | None:
        """The fleets of the winner and the loser; None for a draw."""
        winner = self.result.winner
        return (self.fleets[winner], self.fleets[other(winner)]) if winner in SIDES else None

    def steps(self, fleet: int) -> int:
        """Steps of rank of all pilots that this fleet fielded."""
        return sum(RANK_STEPS[ship.rank] for (of, _), ship in self.ships.items() if of == fleet)

    def points(self, fleet: int) -> int:
        """Squad points that this fleet fielded."""
        return sum(each.points for each in self.forces if each.fleet == fleet)


def by_game(events: Iterable[tuple[int, Event]]) -> dict[int, list[Event]]:
    """Events by the number of their game. Each stands with the number of its act, in the order of the log;
    within the act of a result all events are about its game."""
    found: dict[int, list[Event]] = defaultdict(list)
    ending = game = 0
    for act, event in events:
        if isinstance(event, ResultConfirmed):
            ending, game = act, event.game
        number = getattr(event, "game", None) or (game if act == ending else 0)
        if number:
            found[number].append(event)
    return found


def turning_points(
    fleets: Mapping[SideName, int],
    names: Mapping[int, str],
    events: Sequence[Event],
    milestones: Milestones,
) -> tuple[TurningPoint, ...]:
    """The turning points of one game, the best first, at most three; none without a result. `names` are those
    of the fleets by number, `events` those of the game."""
    result = next((each for each in events if isinstance(each, ResultConfirmed)), None)
    if result is None:
        return ()
    facts = _Facts(fleets, names, result)
    for each in events:
        _take(facts, each)
    found = (
        *_eliminated(facts, milestones),
        *_pilots(facts),
        *_victory(facts),
        *_promoted(facts),
        *_first_losses(facts, milestones),
    )
    return tuple(sorted(found, key=lambda each: -each.weight)[:MOST])


def _take(facts: _Facts, event: Event) -> None:
    match event:
        case MissionChosen():
            facts.mission = event.name
        case SquadronsDrawn() | ForcesRevealed():
            facts.forces = list(event.forces)
            _field(facts, event.ships)
        case ReinforcementDrawn():
            facts.forces.append(event.force)
            _field(facts, event.ships)
        case ShipArrived():
            _field(facts, (event.ship,))
        case ShipLost() if event.fate != "removed":
            facts.lost.append(event)
        case RankChanged() if event.target == "ELITE":
            facts.elite[event.fleet].append(event.name)


def _field(facts: _Facts, ships: Iterable[FieldedShip]) -> None:
    facts.ships.update(((each.fleet, each.id), each) for each in ships)


def _eliminated(facts: _Facts, milestones: Milestones) -> Iterable[TurningPoint]:
    for fleet in facts.fleets.values():
        if milestones.eliminated.get(fleet) == facts.result.game:
            yield TurningPoint(100, "out", f"{facts.names[fleet]} was eliminated after this game.")


def _pilots(facts: _Facts) -> Iterable[TurningPoint]:
    """Pilots whose loss hurts: ELITE ones, then others with the unique mark."""
    for fleet in facts.fleets.values():
        for fate, kind, weight in FATES:
            lost = [each for each in facts.lost if (each.fleet, each.fate) == (fleet, fate)]
            for honour, less in ((ELITE, 0), (ACE, 20)):
                if names := [each.name for each in lost if _honour(facts, each) == honour]:
                    text = _lost_words(honour, names, facts.names[fleet], fate)
                    yield TurningPoint(weight - less, kind, text)


def _honour(facts: _Facts, lost: ShipLost) -> str:
    """The word for the pilot of a lost ship, "" for one that no sentence names. Huge ships have no pilots."""
    ship = facts.ships.get((lost.fleet, lost.ship))
    if ship is None or ship.huge:
        return ""
    return ELITE if ship.rank == "ELITE" else ACE if ship.unique else ""


def _lost_words(word: str, names: Sequence[str], fleet: str, fate: str) -> str:
    one, many = ("was killed", "were killed") if fate == "kia" else ("is missing", "are missing")
    if len(names) == 1:
        return f"The {word} {names[0]} of {fleet} {one}."
    return f"The {word}s {_listed(names)} of {fleet} {many}."


def _victory(facts: _Facts) -> Iterable[TurningPoint]:
    if facts.sides is None or facts.result.termination == "ruling":
        return
    winner, loser = facts.sides
    first, second = facts.names[winner], facts.names[loser]
    yield from _upset(facts, winner, loser)
    if facts.result.termination == "objective":
        of = f" of {facts.mission}" if facts.mission else ""
        yield TurningPoint(75, "objective", f"{first} reached the objective{of}.")
    if facts.result.termination == "elimination":
        yield TurningPoint(55, "wiped_out", f"{first} left no ship of {second} on the table.")
    scores = sorted(facts.result.scores.values())
    if facts.result.termination == "points" and scores[0] and scores[-1] - scores[0] <= CLOSE:
        margin = scores[-1] - scores[0]
        yield TurningPoint(30, "close", f"Only {margin} point{'s' * (margin != 1)} decided the game.")


def _upset(facts: _Facts, winner: int, loser: int) -> Iterable[TurningPoint]:
    """A victory over pilots of higher ranks, or over a much larger force."""
    first, second = facts.names[winner], facts.names[loser]
    behind = facts.steps(loser) - facts.steps(winner)
    own, theirs = facts.points(winner), facts.points(loser)
    if behind >= UPSET_STEPS:
        text = f"An upset: the pilots of {second} were {behind} ranks ahead, and {first} won."
        yield TurningPoint(80, "upset", text)
    elif own and own <= theirs * UPSET_SHARE:
        text = f"An upset: {first} won with {own} squad points against {theirs}."
        yield TurningPoint(80, "upset", text)


def _promoted(facts: _Facts) -> Iterable[TurningPoint]:
    for fleet in facts.fleets.values():
        if facts.elite[fleet]:
            text = f"{_listed(facts.elite[fleet])} of {facts.names[fleet]} rose to ELITE."
            yield TurningPoint(65, "promoted", text)


def _first_losses(facts: _Facts, milestones: Milestones) -> Iterable[TurningPoint]:
    """The first ship that a fleet lost in its campaign, unless another sentence names it."""
    for fleet in facts.fleets.values():
        lost = [each for each in facts.lost if each.fleet == fleet]
        if milestones.first_loss.get(fleet) != facts.result.game or not lost:
            continue
        if not _honour(facts, lost[0]):
            text = f"{facts.names[fleet]} lost its first ship of the campaign: {lost[0].name}."
            yield TurningPoint(40, "first", text)


def _listed(names: Sequence[str]) -> str:
    """The names, or the first of them and the number of the others."""
    if len(names) <= MOST_NAMES:
        return join_words(names)
    return join_words([*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} more"])


Row = tuple[str, int, int | None, int]
"""A kind of event with its fleet, its game (None for none) and its place in the log."""
SHIP_LOST, ELIMINATED = ShipLost.kind, FleetEliminated.kind
MILESTONES = (SHIP_LOST, DeskOpened.kind, FleetSatOut.kind, ELIMINATED)
"""Kinds of events that `milestones_of` reads."""


def milestones_of(rows: Iterable[Row]) -> Milestones:
    """The milestones of fleets, from rows of these kinds of events, in any order.

    A fleet is eliminated when it closes the post-game phase that was opened last before, which is that of a
    game or of none.
    """
    first, opened, eliminated = dict[int, int](), dict[int, int](), dict[int, int]()
    for kind, fleet, game, _ in sorted(rows, key=lambda row: row[3]):
        if kind == SHIP_LOST:
            first.setdefault(fleet, game or 0)
        elif kind == ELIMINATED:
            eliminated[fleet] = opened.get(fleet, 0)
        else:
            opened[fleet] = game or 0
    return Milestones(first, eliminated)
