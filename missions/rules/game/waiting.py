"""People that a game waits for, and what for; the inbox and the game page read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from league.kernel.fold import CampaignState
from missions.rules.game.access import commanders_on, fleet_on
from missions.rules.game.choices import choices_to_make
from missions.rules.game.orders.report import may_settle
from missions.rules.game.state import SIDES, GameState, SideName, other
from missions.rules.pregame.questions import QuestionId, asked_now

What = (
    QuestionId
    | Literal["nonce", "accept", "show", "fight", "report", "choose", "check", "confirm", "answer", "settle"]
)


@dataclass(frozen=True, slots=True)
class Awaited:
    """One thing to do. `side` is None when it is for an organiser; `members` are those who may act for the
    side, its owner first, else (). `barred` are organisers who cannot do it, because they play in the game.

    Before a mission these are the questions of `missions.rules.pregame.questions`. Without one, the sides
    press "ready" for the draw and "accept" it. With a mission or without, a draw waits for a "nonce" that was
    held back. In play a side answers a proposal to "fight" on the hex board;
    afterwards it shows ("show") the nominated ship. The side that did not write the report may "check" it
    while the other one has a choice to make, and then has to "confirm" it. If its owner wrote the report too,
    before the fleet changed hands, an organiser confirms it. The side that wrote it gives an "answer" to
    corrections.
    """

    what: What
    side: SideName | None
    members: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()

    def is_up_to(self, member: int, *, organises: bool) -> bool:
        """Whether the member may do it for the side, or as an organiser if it is for one."""
        if self.side is None:
            return organises and member not in self.barred
        return member in self.members

    @property
    def member(self) -> int:
        """The side's owner; 0 when it is for an organiser."""
        return self.members[0] if self.members else 0

    @property
    def holds_up(self) -> bool:
        """Whether the game stands still until it is done. Nothing waits for a report to be checked."""
        return self.what != "check"


def awaited(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """Everything that the game waits for, first things first; () once it is over or called off."""
    match game.step:
        case "pregame":
            asked = (_by(state, game, question.id, side) for question, side in asked_now(state, game))
            return (*_nonces(state, game), *asked)
        case "draw":
            return _draw(state, game)
        case "play":
            reports = (_by(state, game, "report", side) for side in SIDES)
            return (*_fight(state, game), *_show(state, game), *reports)
        case "report":
            return (*_show(state, game), *_report(state, game))
        case "confirm":
            return _confirm(state, game)
        case _:
            return ()


def _by(state: CampaignState, game: GameState, what: What, side: SideName) -> Awaited:
    return Awaited(what, side, commanders_on(state, game, side))


def _fight(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """A proposal waits for the other side."""
    if game.fight is None or game.fight.battle:
        return ()
    return (_by(state, game, "fight", other(game.fight.proposed_by)),)


def _show(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """The nomination is shown before the report is complete (CR-091)."""
    if game.pregame is None or not game.pregame.nominated or game.pregame.nomination_shown:
        return ()
    return (_by(state, game, "show", "active"),)


def _draw(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    draw = game.draw
    if draw is not None and draw.order:
        return tuple(_by(state, game, "accept", side) for side in SIDES if side not in draw.accepted)
    ready = draw.ready if draw is not None else ()
    if len(ready) == len(SIDES):
        return _nonces(state, game)
    return tuple(_by(state, game, "ready", side) for side in SIDES if side not in ready)


def _nonces(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """Nonces that are held back while both sides are ready."""
    return tuple(_by(state, game, "nonce", side) for side in game.draw.held) if game.draw is not None else ()


def _report(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    """The side that began the report finishes it; if neither did, an organiser does."""
    own = [side for side in SIDES if _wrote(state, game, side)]
    crews = tuple(each for side in SIDES for each in commanders_on(state, game, side))
    return tuple(_by(state, game, "report", side) for side in own) or (Awaited("report", None, barred=crews),)


def _wrote(state: CampaignState, game: GameState, side: SideName) -> bool:
    return game.report.written_by(side, fleet_on(state, game, side).member)


def _writers(state: CampaignState, game: GameState) -> tuple[int, ...]:
    """The members on both sides whose own report it is."""
    crews = ((side, each) for side in SIDES for each in commanders_on(state, game, side))
    return tuple(each for side, each in crews if game.report.written_by(side, each))


def _settle(state: CampaignState, game: GameState) -> Awaited:
    crews = [commanders_on(state, game, side) for side in SIDES]
    barred = [crew for crew in crews if not may_settle(game, organises=True, crew=crew)]
    return Awaited("settle", None, barred=tuple(each for crew in barred for each in crew))


def _confirm(state: CampaignState, game: GameState) -> tuple[Awaited, ...]:
    match game.report.disputed:
        case "settle":
            return (_settle(state, game),)
        case "answer":
            wrote = tuple(_by(state, game, "answer", side) for side in SIDES if _wrote(state, game, side))
            return wrote or (_settle(state, game),)
    choosing = [side for side in SIDES if any(not ask.answered for ask in choices_to_make(state, game, side))]
    reading = [side for side in SIDES if side not in choosing and not _wrote(state, game, side)]
    if not choosing and not reading:
        return (Awaited("confirm", None, barred=_writers(state, game)),)
    return (
        *(_by(state, game, "choose", side) for side in choosing),
        *(_by(state, game, "check" if choosing else "confirm", side) for side in reading),
    )
