"""The rounds of a campaign as a list, each with its games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from league.addresses import Address, game_address, round_address
from league.ports import GameRow
from league.presenters.rounds import chip, result_line

GONE = "A fleet that is gone"


class Round(Protocol):
    """A round as the list needs it."""

    number: int
    ordinal: int
    is_open: bool
    present: int


class Fleet(Protocol):
    """A fleet as the list needs it."""

    @property
    def number(self) -> int: ...
    @property
    def member(self) -> int: ...
    @property
    def proxy(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a round, between two (name, side) pairs. `mine` marks the reader's own."""

    url: str
    active: tuple[str, str]
    opposing: tuple[str, str]
    state: str
    tone: str
    result: str
    mine: bool


@dataclass(slots=True)
class RoundLine:
    """One round; `more` counts its games that are not in `games`."""

    title: str
    url: str
    is_open: bool
    present: int
    games: list[GameLine] = field(default_factory=list)
    more: int = 0


def round_lines(
    rounds: Iterable[Round],
    games: Iterable[GameRow],
    fleets: Mapping[int, Fleet],
    *,
    base: Address,
    me: int,
    most: int,
    choosing: Collection[int] = (),
) -> list[RoundLine]:
    """The rounds in their order with at most so many games each, the reader's own first. `base` is the
    campaign's address, `me` a member number or 0; `choosing` are games whose results leave choices open."""
    by_round: dict[int, list[GameLine]] = {}
    for game in games:
        by_round.setdefault(game.round, []).append(
            _game_line(game, fleets, base, me, game.number in choosing)
        )
    lines = []
    for each in rounds:
        found = sorted(by_round.get(each.number, []), key=lambda line: not line.mine)
        line = RoundLine(
            f"Round {each.ordinal}", round_address(base, each.ordinal), each.is_open, each.present
        )
        line.games, line.more = found[:most], max(0, len(found) - most)
        lines.append(line)
    return lines


def _game_line(
    game: GameRow, fleets: Mapping[int, Fleet], base: Address, me: int, choosing: bool
) -> GameLine:
    sides = [fleets.get(each) for each in (game.active, game.opposing)]
    named: Sequence[tuple[str, str]] = [(each.name, each.side) if each else (GONE, "") for each in sides]
    scores = game.active_score, game.opposing_score
    return GameLine(
        game_address(base, game.ordinal),
        named[0],
        named[1],
        *chip(game.step, game.disputed, choosing),
        result_line(game.winner, [name for name, _ in named], scores) if game.winner else "",
        me != 0 and any(each is not None and me in (each.member, each.proxy) for each in sides),
    )
