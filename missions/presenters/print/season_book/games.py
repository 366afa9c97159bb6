"""A game in a paragraph, for the season book: our sentences, from what the log says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.kernel.events import Event
from missions.rules.game import events as ev
from missions.rules.game.narration import sentence
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import DrawnSquadron
from missions.rules.pregame import events as pre
from missions.rules.pregame.state import Effect
from rosters.rules import events as fleet_events
from rosters.rules.squadrons.types import TYPE_NAMES
from rosters.rules.state import Rank

RANK_WORDS: dict[Rank, str] = {"EXP": "EXP", "VET": "VET", "ELITE": "ELITE"}
MOST_NAMES = 12  # of one kind in a paragraph, then they are counted


@dataclass(frozen=True, slots=True)
class BookGame:
    """`result` is the first sentence, `story` the others; `number` counts the campaign's games from 1."""

    number: int
    result: str
    story: str


@dataclass(slots=True)
class _Told:
    """What was found about one game."""

    mission: str = ""
    forces: list[DrawnSquadron] = field(default_factory=list)
    effects: tuple[Effect, ...] = ()
    key_ship: str = ""
    arrived: list[str] = field(default_factory=list)
    result: ev.ResultConfirmed | None = None
    records: dict[int, fleet_events.GameRecorded] = field(default_factory=dict)
    lost: dict[tuple[int, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    cards: Counter[int] = field(default_factory=Counter)
    raised: dict[tuple[int, Rank], list[str]] = field(default_factory=lambda: defaultdict(list))
    gained: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over, as its row has it: fleets by number with their present names."""

    number: int
    ordinal: int
    fleets: Mapping[SideName, int]
    names: Mapping[SideName, str]


def book_games(games: Sequence[PlayedGame], told: Iterable[tuple[int, Event]]) -> list[BookGame]:
    """Every game as a paragraph, in the order given; games whose result is not told of are left out. `told`
    are events with the numbers of their acts, in order."""
    found = _gathered(told)
    return [_game(game, found[game.number]) for game in games if found[game.number].result is not None]


def _gathered(told: Iterable[tuple[int, Event]]) -> dict[int, _Told]:
    """What the events say, by game. Within the act of a result all events are about its game."""
    found: dict[int, _Told] = defaultdict(_Told)
    ending = game = 0
    for act, event in told:
        if isinstance(event, ev.ResultConfirmed):
            ending, game = act, event.game
        number = getattr(event, "game", None) or (game if act == ending else 0)
        if number:
            _take_before(found[number], event)
            _take_after(found[number], event)
    return found


def _take_before(told: _Told, event: Event) -> None:
    match event:
        case pre.MissionChosen():
            told.mission = event.name
        case ev.SquadronsDrawn() | pre.ForcesRevealed():
            told.forces = list(event.forces)
        case pre.ReinforcementDrawn():
            told.forces.append(event.force)
        case pre.AssetsLocked():
            told.effects = event.effects
        case pre.NominationShown():
            told.key_ship = event.name
        case pre.ShipArrived():
            told.arrived.append(event.ship.name)


def _take_after(told: _Told, event: Event) -> None:
    match event:
        case ev.ResultConfirmed():
            told.result = event
        case fleet_events.GameRecorded():
            told.records[event.fleet] = event
        case fleet_events.ShipLost() if event.fate != "removed":
            told.lost[event.fleet, event.fate].append(event.name)
        case fleet_events.UpgradeLost():
            told.cards[event.fleet] += 1
        case fleet_events.RankChanged():
            if event.target in RANK_WORDS:
                told.raised[event.fleet, event.target].append(event.name)
        case fleet_events.AssetGained():
            against = f" against {event.target_name}" if event.target_name else ""
            told.gained[event.fleet] = f"{event.name}{against}"


def _game(game: PlayedGame, told: _Told) -> BookGame:
    assert told.result is not None
    sides = [(side, game.fleets[side], game.names[side]) for side in SIDES]
    parts = [_mission(told), *(_force(told, fleet, name) for _, fleet, name in sides), _assets(told, game)]
    parts += [_key_ship(told), _arrivals(told)]
    for _, fleet, name in sides:
        parts += [_lost(told, fleet, name), _raised(told, fleet, name)]
    parts += [
        f"{name} won the asset {told.gained[fleet]}." for _, fleet, name in sides if fleet in told.gained
    ]
    parts.append(_rewards(told, sides))
    return BookGame(game.ordinal, sentence(told.result), " ".join(part for part in parts if part))


def _mission(told: _Told) -> str:
    return f"The mission was {told.mission}." if told.mission else ""


def _force(told: _Told, fleet: int, name: str) -> str:
    fielded = [each for each in told.forces if each.fleet == fleet]
    if not fielded:
        return ""
    words = _and([f"squadron {each.card} ({TYPE_NAMES[each.type]})" for each in fielded])
    return f"{name} fielded {words}, {sum(each.points for each in fielded)} points."


def _assets(told: _Told, game: PlayedGame) -> str:
    if not told.effects:
        return ""
    return f"Assets: {_and([_effect(each, game) for each in told.effects])}."


def _effect(effect: Effect, game: PlayedGame) -> str:
    by = f"{effect.name} by {game.names[effect.owner]}"
    if effect.cancelled_by:
        return f"{by}, cancelled"
    return f"{by}, turned by {game.names[effect.side]}" if effect.side != effect.owner else by


def _key_ship(told: _Told) -> str:
    return f"The nominated ship was {told.key_ship}." if told.key_ship else ""


def _arrivals(told: _Told) -> str:
    return f"{_names(told.arrived)} came as reinforcements." if told.arrived else ""


def _lost(told: _Told, fleet: int, name: str) -> str:
    killed, missing = told.lost.get((fleet, "kia"), []), told.lost.get((fleet, "mia"), [])
    cards = told.cards[fleet]
    parts = [f"{_names(killed)} killed"] if killed else []
    parts += [f"{_names(missing)} missing"] if missing else []
    parts += [f"{cards} upgrade {'card' if cards == 1 else 'cards'} gone"] if cards else []
    if not parts:
        return ""
    return f"Losses of {name}: {'; '.join(parts)}."


def _raised(told: _Told, fleet: int, name: str) -> str:
    parts = [
        f"{_names(raised)} to {word}"
        for rank, word in RANK_WORDS.items()
        if (raised := told.raised.get((fleet, rank)))
    ]
    return f"Promotions in {name}: {'; '.join(parts)}." if parts else ""


def _rewards(told: _Told, sides: Sequence[tuple[SideName, int, str]]) -> str:
    paid = [f"{told.records[fleet].reward} FP to {name}" for _, fleet, name in sides if fleet in told.records]
    return f"Rewards: {_and(paid)}." if paid else "A friendly game: nothing followed from it."


def _names(names: Sequence[str]) -> str:
    """Names, the same ones counted; very many are counted together."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    listed = [name if count == 1 else f"{count}\u00a0×\u00a0{name}" for name, count in counts.items()]
    if len(listed) > MOST_NAMES:
        rest = len(names) - sum(list(counts.values())[:MOST_NAMES])
        listed = [*listed[:MOST_NAMES], f"{rest} more"]
    return _and(listed)


def _and(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
