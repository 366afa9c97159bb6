"""Records of people and fleets, from games that were played to a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from league.ports import PlayedGame


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
