"""A game as one reader may see it. Built from nothing, so that a secret gets in only if a line here lets it
in.

Secret is the seed of the draw until the game is over or called off (CR-079); a side's nonce until both are
in; a report that is still a draft to everybody but the two players and the organisers; face-down squadrons,
closed commitments and the nominated ship of a mission (`missions.rules.pregame.secrets`). All else is open
(CR-006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from league.kernel.dice import is_open
from league.kernel.nonces import How
from missions.rules.content.mission_data import open_fates
from missions.rules.content.report_facts import is_barred
from missions.rules.content.victory import mission_of
from missions.rules.game.results import Result, compute
from missions.rules.game.state import (
    SIDES,
    Choices,
    Dispute,
    DrawnSquadron,
    FieldedShip,
    Fight,
    GameState,
    GameStep,
    Ruling,
    ShipFate,
    ShipReport,
    SideName,
    Termination,
    Winner,
)
from missions.rules.pregame.secrets import PregameView, Viewer, pregame_view

__all__ = ["DrawView", "GameView", "PregameView", "ReportView", "Viewer", "view_for"]


@dataclass(frozen=True, slots=True)
class DrawView:
    """`seed` is "" until the game is over; `nonces` is empty until both sides are ready."""

    commitment: str
    ready: tuple[SideName, ...]
    nonces: dict[SideName, str]
    pools: dict[SideName, tuple[int, ...]]
    order: tuple[str, ...]
    balanced: bool
    accepted: tuple[SideName, ...]
    seed: str
    seals: dict[SideName, str]
    hows: dict[SideName, How]
    held: tuple[SideName, ...]
    waits_since: str


@dataclass(frozen=True, slots=True)
class ReportView:
    """`result` is computed from the lines as they stand, once the report is submitted."""

    by: int
    lines: dict[int, ShipReport]
    conceded: SideName | None
    stopped: bool
    scanned: int
    submitted: bool
    disputes: dict[int, Dispute]
    settled_reason: str
    settled_by: int
    accepted_by: int
    accepted: tuple[int, ...]
    changed: tuple[int, ...]
    unanswered: dict[int, Dispute]
    result: Result | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one reader sees it. `draw` is None before anybody was ready; `report` None while the
    reader may not see it; `pregame` None without a mission.

    `fates` are those that ships of a side can have (CR-098), `barred` the numbers of the munitions aboard
    that Supply Shortage bars (CR-080).
    """

    id: int
    round: int
    viewer: Viewer
    active: int
    opposing: int
    step: GameStep
    draw: DrawView | None
    squadrons: dict[SideName, tuple[DrawnSquadron, ...]]
    ships: dict[int, FieldedShip]
    limited: dict[SideName, int]
    report: ReportView | None
    choices: dict[SideName, Choices]
    winner: Winner
    termination: Termination
    scores: dict[SideName, int]
    friendly: bool
    pregame: PregameView | None
    ruled: Ruling | None
    fight: Fight | None
    fates: dict[SideName, tuple[ShipFate, ...]]
    barred: frozenset[int]
    told: dict[SideName, str]
    told_by_organiser: str


def view_for(game: GameState, viewer: Viewer) -> GameView:
    """The game for a reader: a player of one side, an organiser who does not play in it, or anybody else."""
    return GameView(
        id=game.id,
        round=game.round,
        viewer=viewer,
        active=game.active,
        opposing=game.opposing,
        step=game.step,
        draw=_draw(game),
        # Only squadrons that are turned over; face-down cards are in `pregame`.
        squadrons={side: tuple(game.squadrons_of(side)) for side in SIDES},
        ships=dict(game.ships),
        limited=dict(game.limited),
        report=_report(game, viewer),
        choices=dict(game.choices) if viewer != "public" or game.step == "done" else {},
        winner=game.winner,
        termination=game.termination,
        scores=dict(game.scores),
        friendly=game.friendly,
        pregame=pregame_view(game, viewer),
        ruled=game.ruled,
        fight=game.fight,
        fates={side: open_fates(mission_of(game), side) for side in SIDES},
        barred=frozenset(_barred(game)),
        told=dict(game.told) if game.step == "done" else {},
        told_by_organiser=game.told_by_organiser if game.step == "done" else "",
    )


def _barred(game: GameState) -> Iterator[int]:
    if game.pregame is None or not game.pregame.short:
        return
    for ship in game.ships.values():
        yield from (each.id for each in ship.upgrades if is_barred(game, ship, each))


def _draw(game: GameState) -> DrawView | None:
    draw = game.draw
    if draw is None:
        return None
    return DrawView(
        commitment=draw.commitment,
        ready=draw.ready,
        nonces=dict(draw.nonces) if len(draw.nonces) == len(SIDES) else {},
        pools=dict(draw.pools),
        order=tuple(draw.order),
        balanced=draw.balanced,
        accepted=tuple(draw.accepted),
        seals=dict(draw.seals),
        hows=dict(draw.hows),
        held=draw.held,
        waits_since=draw.waits_since,
        seed=draw.seed if game.step in ("done", "void") and is_open(draw.seed) else "",
    )


def _report(game: GameState, viewer: Viewer) -> ReportView | None:
    report = game.report
    begun = report.by != 0
    if not begun or (viewer == "public" and not report.submitted):
        return None
    return ReportView(
        by=report.by,
        lines=dict(report.lines),
        conceded=report.conceded,
        stopped=report.stopped,
        scanned=report.scanned,
        submitted=report.submitted,
        disputes=dict(report.disputes),
        settled_reason=report.settled_reason,
        settled_by=report.settled_by,
        accepted_by=report.accepted_by,
        accepted=report.accepted,
        changed=report.changed,
        unanswered=dict(report.unanswered),
        result=compute(game) if report.submitted else None,
    )
