"""Whom a game waits for, and what for: "my desk" and the game page ask here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from league.kernel.fold import CampaignState
from missions.rules.access import fleet_on
from missions.rules.choices import asked
from missions.rules.state import SIDES, GameState, SideName

What = Literal["ready", "accept", "report", "choose", "confirm", "settle"]


@dataclass(frozen=True, slots=True)
class Awaited:
    """One thing to do. `side` is None when it is for an organiser; `member` is that side's owner, else 0."""

    what: What
    side: SideName | None
    member: int = 0


def awaited(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """Everything that the game waits for, first things first; () once it is over or called off."""
    match game.step:
        case "draw":
            return _draw(state, game)
        case "play":
            return tuple(_by(state, game, "report", side) for side in SIDES)
        case "report":
            return _report(state, game)
        case "confirm":
            return _confirm(state, game)
        case _:
            return ()


def _by(state: CampaignState, game: GameState, what: What, side: SideName) -> Awaited:
    return Awaited(what, side, fleet_on(state, game, side).member)


def _draw(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    draw = game.draw
    if draw is not None and draw.order:
        return tuple(_by(state, game, "accept", side) for side in SIDES if side not in draw.accepted)
    ready = draw.nonces if draw is not None else {}
    return tuple(_by(state, game, "ready", side) for side in SIDES if side not in ready)


def _report(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """Who began the report finishes it; if that is no player of this game (any more), an organiser does."""
    own = [side for side in SIDES if fleet_on(state, game, side).member == game.report.by]
    return tuple(_by(state, game, "report", side) for side in own) or (Awaited("report", None),)


def _confirm(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    if game.report.disputes:
        return (Awaited("settle", None),)
    choosing = [side for side in SIDES if any(not ask.answered for ask in asked(state, game, side))]
    confirming = [side for side in SIDES if fleet_on(state, game, side).member != game.report.by]
    return tuple(
        [_by(state, game, "choose", side) for side in choosing]
        + [_by(state, game, "confirm", side) for side in confirming]
    )
