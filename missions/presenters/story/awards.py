"""The end of a season: a podium and awards, each for what the log says. Ties share an award."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from league.addresses import Address, game_address
from league.kernel.events import Event
from league.rules.phrases import join_words
from rosters.rules import events as fleet_events

RAISED = ("EXP", "VET", "ELITE")
MOST_TIED = 3
"""An award that more fleets would share says nothing."""
LEAST_STREAK = 2


class FinishedGame(Protocol):
    """A game that was played to a result; fleets by number."""

    @property
    def ordinal(self) -> int: ...
    @property
    def active(self) -> int: ...
    @property
    def opposing(self) -> int: ...
    @property
    def winner(self) -> str: ...
    @property
    def active_score(self) -> int: ...
    @property
    def opposing_score(self) -> int: ...
    @property
    def friendly(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Award:
    """An award, the fleets that get it, and what for. `url` leads to the game that it is about, if to one."""

    title: str
    fleets: str
    reason: str
    url: str = ""


def awards(
    base: Address, games: Sequence[FinishedGame], events: Iterable[Event], names: Mapping[int, str]
) -> list[Award]:
    """The awards of a season, in a fixed order. `games` are in the order played; friendly ones do
    not count."""
    counted = [each for each in games if not each.friendly]
    raised: Counter[int] = Counter()
    killed: Counter[int] = Counter()
    for event in events:
        if isinstance(event, fleet_events.RankChanged) and event.target in RAISED:
            raised[event.fleet] += 1
        elif isinstance(event, fleet_events.ShipLost) and event.fate == "kia":
            killed[event.fleet] += 1
    found = (
        _most("Sharpest guns", _destroyed(counted), names, ("point destroyed", "points destroyed")),
        _most("Longest run", _streaks(counted), names, ("victory", "victories in a row"), least=LEAST_STREAK),
        _most("School of aces", raised, names, ("promotion", "promotions")),
        _most("Heaviest losses", killed, names, ("ship killed", "ships killed")),
        _of_game("Closest game", min(_decided(counted), key=_margin, default=None), names, base),
        _of_game("Biggest battle", max(counted, key=_total, default=None), names, base),
    )
    return [each for each in found if each is not None]


def _most(
    title: str, counts: Mapping[int, int], names: Mapping[int, str], what: tuple[str, str], least: int = 1
) -> Award | None:
    most = max(counts.values(), default=0)
    best = [names[fleet] for fleet in sorted(counts) if counts[fleet] == most and fleet in names]
    if most < least or not 0 < len(best) <= MOST_TIED:
        return None
    return Award(title, join_words(best), f"{most} {what[most > 1]}")


def _destroyed(games: Iterable[FinishedGame]) -> Counter[int]:
    found: Counter[int] = Counter()
    for game in games:
        found[game.active] += game.active_score
        found[game.opposing] += game.opposing_score
    return found


def _streaks(games: Iterable[FinishedGame]) -> dict[int, int]:
    """The longest run of victories of each fleet."""
    running: Counter[int] = Counter()
    longest: dict[int, int] = {}
    for game in games:
        for side, fleet in (("active", game.active), ("opposing", game.opposing)):
            running[fleet] = running[fleet] + 1 if game.winner == side else 0
            longest[fleet] = max(longest.get(fleet, 0), running[fleet])
    return longest


def _decided(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    return [each for each in games if each.winner in ("active", "opposing")]


def _margin(game: FinishedGame) -> int:
    return abs(game.active_score - game.opposing_score)


def _total(game: FinishedGame) -> int:
    return game.active_score + game.opposing_score


def _of_game(title: str, game: FinishedGame | None, names: Mapping[int, str], base: Address) -> Award | None:
    if game is None or not _total(game):
        return None
    sides = ((game.active, game.active_score), (game.opposing, game.opposing_score))
    first, second = sides[::-1] if game.winner == "opposing" else sides
    return Award(
        title,
        f"{names.get(first[0], '')} and {names.get(second[0], '')}",
        f"{first[1]} to {second[1]}",
        game_address(base, game.ordinal),
    )
