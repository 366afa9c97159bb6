"""A game that is over, told from the log: its result, and what became of both sides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from league.kernel.events import Event
from league.rules.phrases import TYPE_NAMES, join_words
from missions.rules.game import events as ev
from missions.rules.game.narration import TERMINATIONS, sentence
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import DrawnSquadron
from missions.rules.pregame import events as pre
from missions.rules.pregame.state import Effect
from missions.rules.season.turning_points import by_game
from rosters.rules import events as fleet_events
from rosters.rules.state import Rank

RANK_WORDS: dict[Rank, str] = {"EXP": "EXP", "VET": "VET", "ELITE": "ELITE"}
MOST_NAMES = 12  # of one kind in a line, then they are counted

Line = tuple[str, str]
"""A word and what it is about: ("Killed", "Wedge Antilles")."""


@dataclass(frozen=True, slots=True)
class BookSide:
    """One side of a game: what it scored, and what it fielded, lost and gained as lines. `squadrons` are the
    ones that it fielded, as they turned over, `cards` the card of each fielded ship by its number, `account`
    its player's own words."""

    name: str
    score: int
    won: bool
    lines: tuple[Line, ...]
    squadrons: tuple[DrawnSquadron, ...] = ()
    cards: Mapping[int, str] = field(default_factory=dict)
    account: str = ""


@dataclass(frozen=True, slots=True)
class BookGame:
    """A game. `number` counts the campaign's games from 1, `day` is that of the result, `decided` says how
    ("on points", "draw"); `lines` are about the game as such, `account` is that of the organisers."""

    number: int
    day: date | None
    result: str
    decided: str
    mission: str
    active: BookSide
    opposing: BookSide
    lines: tuple[Line, ...] = ()
    account: str = ""

    @property
    def sides(self) -> tuple[BookSide, BookSide]:
        return self.active, self.opposing


@dataclass(slots=True)
class _GameEvents:
    """Events found about one game."""

    mission: str = ""
    forces: list[DrawnSquadron] = field(default_factory=list)
    fielded: dict[int, str] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    key_ship: str = ""
    arrived: list[str] = field(default_factory=list)
    result: ev.ResultConfirmed | None = None
    records: dict[int, fleet_events.GameRecorded] = field(default_factory=dict)
    lost: dict[tuple[int, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    cards: Counter[int] = field(default_factory=Counter)
    raised: dict[tuple[int, Rank], list[str]] = field(default_factory=lambda: defaultdict(list))
    gained: dict[int, str] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    accounts: dict[int, str] = field(default_factory=dict)
    told_by_organiser: str = ""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over, as its row has it: fleets by number with their present names. `day` is that of
    its result."""

    number: int
    ordinal: int
    fleets: Mapping[SideName, int]
    names: Mapping[SideName, str]
    day: date | None = None


def book_games(games: Sequence[PlayedGame], events: Iterable[tuple[int, Event]]) -> list[BookGame]:
    """Every game, in the order given; games whose result is not told of are left out. `events`
    are events with the numbers of their acts, in order."""
    found = _gathered(events)
    return [_game(game, found[game.number]) for game in games if found[game.number].result is not None]


def _gathered(events: Iterable[tuple[int, Event]]) -> dict[int, _GameEvents]:
    """The events by game."""
    found: dict[int, _GameEvents] = defaultdict(_GameEvents)
    for number, of_game in by_game(events).items():
        for event in of_game:
            _take_before(found[number], event)
            _take_after(found[number], event)
    return found


def _take_before(found: _GameEvents, event: Event) -> None:
    match event:
        case pre.MissionChosen():
            found.mission = event.name
        case ev.SquadronsDrawn() | pre.ForcesRevealed():
            found.forces = list(event.forces)
            found.fielded = {ship.id: ship.card for ship in event.ships}
        case pre.ReinforcementDrawn():
            found.forces.append(event.force)
            found.fielded |= {ship.id: ship.card for ship in event.ships}
        case pre.AssetsLocked():
            found.effects = event.effects
        case pre.NominationShown():
            found.key_ship = event.name
        case pre.ShipArrived():
            found.arrived.append(event.ship.name)
        case ev.GameTold():
            found.accounts[event.fleet] = event.text
        case ev.GameToldByOrganiser():
            found.told_by_organiser = event.text


def _take_after(found: _GameEvents, event: Event) -> None:
    match event:
        case ev.ResultConfirmed():
            found.result = event
        case fleet_events.GameRecorded():
            found.records[event.fleet] = event
        case fleet_events.ShipLost() if event.fate != "removed":
            found.lost[event.fleet, event.fate].append(event.name)
        case fleet_events.UpgradeLost():
            found.cards[event.fleet] += 1
        case fleet_events.RankChanged():
            if event.target in RANK_WORDS:
                found.raised[event.fleet, event.target].append(event.name)
        case fleet_events.AssetGained():
            against = f" against {event.target_name}" if event.target_name else ""
            found.gained[event.fleet] = f"{event.name}{against}"
        case fleet_events.FleetEliminated():
            found.out.add(event.fleet)


def _game(game: PlayedGame, found: _GameEvents) -> BookGame:
    result = found.result
    assert result is not None
    sides = {side: _side(game, found, result, side) for side in SIDES}
    decided = "draw" if result.winner == "draw" else TERMINATIONS.get(result.termination, "")
    return BookGame(
        game.ordinal,
        game.day,
        sentence(result).removesuffix("."),
        decided,
        found.mission,
        sides["active"],
        sides["opposing"],
        _about(game, found),
        found.told_by_organiser,
    )


def _side(game: PlayedGame, found: _GameEvents, result: ev.ResultConfirmed, side: SideName) -> BookSide:
    fleet = game.fleets[side]
    paid = found.records.get(fleet)
    lines = (
        ("Fielded", _force(found, fleet)),
        ("Killed", _names(found.lost.get((fleet, "kia"), []))),
        ("Missing", _names(found.lost.get((fleet, "mia"), []))),
        ("Cards lost", str(found.cards[fleet] or "")),
        ("Promoted", _raised(found, fleet)),
        ("Asset won", found.gained.get(fleet, "")),
        ("Reward", f"{paid.reward} FP" if paid else ""),
        ("Eliminated", "by this game" if fleet in found.out else ""),
    )
    return BookSide(
        game.names[side],
        result.scores.get(side, 0),
        result.winner == side,
        tuple((word, text) for word, text in lines if text),
        _fielded(found, fleet),
        found.fielded,
        found.accounts.get(fleet, ""),
    )


def _about(game: PlayedGame, found: _GameEvents) -> tuple[Line, ...]:
    """Facts that are not about one side alone."""
    lines = (
        ("Assets", join_words([_effect(each, game) for each in found.effects])),
        ("Nominated ship", found.key_ship),
        ("Reinforcements", _names(found.arrived)),
        ("Friendly game", "" if found.records else "nothing followed from it"),
    )
    return tuple((word, text) for word, text in lines if text)


def _fielded(found: _GameEvents, fleet: int) -> tuple[DrawnSquadron, ...]:
    return tuple(each for each in found.forces if each.fleet == fleet)


def _force(found: _GameEvents, fleet: int) -> str:
    fielded = _fielded(found, fleet)
    if not fielded:
        return ""
    words = ", ".join(f"{each.card}\u00a0{TYPE_NAMES[each.type]}" for each in fielded)
    return f"{words}; {sum(each.points for each in fielded)} squad points"


def _effect(effect: Effect, game: PlayedGame) -> str:
    by = f"{effect.name} by {game.names[effect.owner]}"
    if effect.cancelled_by:
        return f"{by}, cancelled"
    return f"{by}, turned by {game.names[effect.side]}" if effect.side != effect.owner else by


def _raised(found: _GameEvents, fleet: int) -> str:
    parts = [
        f"{_names(raised)} to {word}"
        for rank, word in RANK_WORDS.items()
        if (raised := found.raised.get((fleet, rank)))
    ]
    return "; ".join(parts)


def _names(names: Sequence[str]) -> str:
    """Names, the same ones counted; very many are counted together."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    listed = [name if count == 1 else f"{count}\u00a0×\u00a0{name}" for name, count in counts.items()]
    if len(listed) > MOST_NAMES:
        rest = len(names) - sum(list(counts.values())[:MOST_NAMES])
        listed = [*listed[:MOST_NAMES], f"{rest} more"]
    return join_words(listed)
