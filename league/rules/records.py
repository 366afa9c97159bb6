"""Records of people and fleets, from games that were played to a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from league.ports import PlayedGame

Fleet = tuple[int, int]
"""A fleet by its campaign and its number there."""
Place = tuple[int, int]
"""A member's place by its campaign and its number there."""
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Person:
    """A person, in one or several campaigns. `key` is the same for all places of an account; a place without
    one is a person of its own. `page` is the address of their page, "" for readers who may not open it."""

    key: tuple[str, int, int]
    name: str
    page: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a game that is over."""

    fleet: int
    score: int


def winner_first(game: PlayedGame) -> tuple[Side, Side]:
    """Both sides of a game, the winner's first; of a draw the active one."""
    active, opposing = Side(game.active, game.active_score), Side(game.opposing, game.opposing_score)
    return (opposing, active) if game.winner == "opposing" else (active, opposing)


def margin(game: PlayedGame) -> int:
    """Points between the two scores."""
    return abs(game.active_score - game.opposing_score)


def total(game: PlayedGame) -> int:
    """Points that both sides destroyed together."""
    return game.active_score + game.opposing_score


def longest_runs(games: Iterable[PlayedGame]) -> dict[int, int]:
    """The longest run of victories of each fleet of one campaign. `games` are in the order played."""
    running: Counter[int] = Counter()
    longest: dict[int, int] = {}
    for game in games:
        for side, fleet in (("active", game.active), ("opposing", game.opposing)):
            running[fleet] = running[fleet] + 1 if game.winner == side else 0
            longest[fleet] = max(longest.get(fleet, 0), running[fleet])
    return longest


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, lost and drawn, points destroyed and points lost, and the last of the games."""

    victories: int = 0
    defeats: int = 0
    draws: int = 0
    destroyed: int = 0
    lost: int = 0
    last: PlayedGame | None = None

    @property
    def games(self) -> int:
        return self.victories + self.defeats + self.draws


def result_for(game: PlayedGame, fleet: int) -> str:
    """The game's result for one of its fleets: "victory", "defeat" or "draw"."""
    if game.winner == "draw":
        return "draw"
    return "victory" if (game.winner == "active") == (game.active == fleet) else "defeat"


def head_to_head(
    games: Iterable[PlayedGame], mine: Collection[Fleet], people: Mapping[Fleet, Key]
) -> dict[Key, Record]:
    """The record of the fleets `mine` against each person. `people` says whose each fleet is; a game among
    fleets of one's own counts for nothing. `games` are in the order played."""
    found: dict[Key, Record] = {}
    for game in games:
        active, opposing = (game.campaign, game.active), (game.campaign, game.opposing)
        own, other = (active, opposing) if active in mine else (opposing, active)
        if own in mine and other not in mine and other in people:
            record = found.get(people[other], Record())
            found[people[other]] = _with_game(record, game, own[1])
    return found


def total_of(games: Iterable[PlayedGame], mine: Collection[Fleet]) -> Record:
    """The record of these fleets in all their games."""
    record = Record()
    for game in games:
        for fleet in (game.active, game.opposing):
            if (game.campaign, fleet) in mine:
                record = _with_game(record, game, fleet)
    return record


def _with_game(record: Record, game: PlayedGame, fleet: int) -> Record:
    result = result_for(game, fleet)
    own, other = game.active_score, game.opposing_score
    if fleet == game.opposing:
        own, other = other, own
    return replace(
        record,
        victories=record.victories + (result == "victory"),
        defeats=record.defeats + (result == "defeat"),
        draws=record.draws + (result == "draw"),
        destroyed=record.destroyed + own,
        lost=record.lost + other,
        last=game,
    )
