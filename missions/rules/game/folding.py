"""Changes of the missions part of the state by each event. Appliers check the event's conditions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from league.kernel.fold import applies, must
from league.kernel.nonces import How, begins_chain
from league.rules.events import PairingCancelled, PairingFinished, PairingMade
from missions.rules.game import events as ev
from missions.rules.game.state import (
    WHOLE_GAME,
    Choices,
    Dispute,
    Draw,
    Facts,
    GameState,
    GameStep,
    Laid,
    MissionsState,
    Report,
    ShipReport,
    SideName,
    next_number,
    other,
)
from missions.rules.pregame.folding import as_fielded
from missions.rules.pregame.state import Pregame
from rosters.rules.state import RostersState


def game_at_step(state: MissionsState, number: int, *steps: GameStep) -> GameState:
    """The game, at one of the steps (any, if none is named). Raises `Conflict`."""
    must(number in state.games, "that game was never paired")
    game = state.games[number]
    must(not steps or game.step in steps, "the game is not at that step")
    return game


@applies(MissionsState, PairingMade)
def _paired(state: MissionsState, e: PairingMade) -> None:
    must(e.game not in state.games, "that game exists already")
    game = GameState(e.game, e.round, e.fleet, e.opposing, number=max(e.number, next_number(state)))
    if e.missions:
        game.step, game.pregame = "pregame", Pregame()
    state.games[e.game] = game


@applies(MissionsState, PairingCancelled)
def _cancelled(state: MissionsState, e: PairingCancelled) -> None:
    game_at_step(state, e.game, "pregame", "draw", "play", "report", "confirm").step = "void"


@applies(MissionsState, ev.DrawCommitted)
def _committed(state: MissionsState, e: ev.DrawCommitted) -> None:
    game = game_at_step(state, e.game, "pregame", "draw")
    must(game.draw is None, "the draw has begun already")
    game.draw = Draw(e.commitment, e.sealed)


def _draw(game: GameState) -> Draw:
    must(game.draw is not None, "the draw has not begun")
    assert game.draw is not None
    return game.draw


@applies(MissionsState, ev.SideReady)
def _ready(state: MissionsState, e: ev.SideReady) -> None:
    draw = _draw(game_at_step(state, e.game, "pregame", "draw"))
    must(e.side not in draw.ready, "that side is ready already")
    must(e.nonce or e.seal, "a nonce that is held back needs a seal")
    if e.nonce:
        draw.nonces[e.side] = e.nonce
    for side, seal in ((e.side, e.seal), (other(e.side), e.against)):
        if seal:
            must(draw.seals.setdefault(side, seal) == seal, "that side is bound to another seal")
    draw.hows[e.side], draw.waits_since = e.how, e.at
    _begin_chain(draw, e.side, e.nonce, e.how)


@applies(MissionsState, ev.NonceShown)
def _nonce_shown(state: MissionsState, e: ev.NonceShown) -> None:
    draw = _draw(game_at_step(state, e.game, "pregame", "draw"))
    must(e.side in draw.held, "that side holds no nonce back")
    draw.nonces[e.side], draw.hows[e.side] = e.nonce, e.how
    _begin_chain(draw, e.side, e.nonce, e.how)


def _begin_chain(draw: Draw, side: SideName, nonce: str, how: How) -> None:
    if how in ("given", "sealed") and begins_chain(nonce):
        draw.chains[side], draw.linked = nonce, True


@applies(MissionsState, ev.OrderLaid)
def _order_laid(state: MissionsState, e: ev.OrderLaid) -> None:
    draw = _draw(state.games[e.game])
    must(draw.laid is None, "another order waits for links")
    draw.laid, draw.orders_laid = Laid(e.number, e.mark, e.at, tuple(e.wanted)), e.number


@applies(MissionsState, ev.LinksTaken)
def _links_taken(state: MissionsState, e: ev.LinksTaken) -> None:
    """A side whose link the site filled in has no chain any more."""
    draw = _draw(state.games[e.game])
    draw.laid = None
    draw.chains = {side: link for side, link in e.links.items() if side not in e.filled}


@applies(MissionsState, ev.SquadronsDrawn)
def _drawn(state: MissionsState, e: ev.SquadronsDrawn) -> None:
    game = game_at_step(state, e.game, "draw")
    draw = _draw(game)
    must(len(draw.nonces) == 2 and not draw.order, "the squadrons cannot be drawn")
    draw.pools, draw.order, draw.balanced = dict(e.pools), list(e.order), e.balanced
    game.forces = list(e.forces)
    game.ships = {ship.id: ship for ship in e.ships}


@applies(RostersState, ev.SquadronsDrawn)
def _fielded(state: RostersState, e: ev.SquadronsDrawn) -> None:
    """Fielded ships stay on the roster as they were drawn."""
    as_fielded(state, e.ships)


@applies(MissionsState, ev.DrawAccepted)
def _accepted(state: MissionsState, e: ev.DrawAccepted) -> None:
    draw = _draw(game_at_step(state, e.game, "draw"))
    must(draw.order and e.side not in draw.accepted, "there is no draw to accept")
    draw.accepted.append(e.side)


@applies(MissionsState, ev.PlayBegan)
def _began(state: MissionsState, e: ev.PlayBegan) -> None:
    game = game_at_step(state, e.game, "pregame", "draw")
    must(game.forces, "no squadrons were drawn")
    game.step = "play"


@applies(MissionsState, ev.LimitedChosen)
def _limited(state: MissionsState, e: ev.LimitedChosen) -> None:
    game_at_step(state, e.game, "play", "report").limited[e.side] = e.upgrade


@applies(MissionsState, ev.GameTold)
def _told(state: MissionsState, e: ev.GameTold) -> None:
    """An account stays while a result is undone and confirmed again, so it needs no step."""
    must(e.game in state.games, "there is no such game")
    told = state.games[e.game].told
    told.pop(e.side, None)
    if e.text:
        told[e.side] = e.text


@applies(MissionsState, ev.GameToldByOrganiser)
def _told_by_organiser(state: MissionsState, e: ev.GameToldByOrganiser) -> None:
    must(e.game in state.games, "there is no such game")
    state.games[e.game].told_by_organiser = e.text


def _begin_report(report: Report, e: ev.ReportLineSaved | ev.ReportFactsSaved) -> None:
    """The first member to save something reports from then on."""
    if not report.by:
        report.by, report.side = e.member, e.side
    _note_writer(report, e.member)


def _note_writer(report: Report, member: int) -> None:
    if member not in report.writers:
        report.writers = (*report.writers, member)


@applies(MissionsState, ev.ReportLineSaved)
def _line(state: MissionsState, e: ev.ReportLineSaved) -> None:
    game = game_at_step(state, e.game, "play", "report")
    must(e.ship in game.ships, f"{e.name} is not in that game")
    game.step = "report"
    _begin_report(game.report, e)
    line = ShipReport(e.ship, e.fleet, e.fate, dict(e.sections), e.lost, e.spent)
    if line != game.report.lines.get(e.ship):
        game.report.unanswered.pop(e.ship, None)
    game.report.lines[e.ship] = line


@applies(MissionsState, ev.ReportFactsSaved)
def _facts(state: MissionsState, e: ev.ReportFactsSaved) -> None:
    game = game_at_step(state, e.game, "play", "report")
    game.step = "report"
    _begin_report(game.report, e)
    facts = Facts(e.conceded, e.stopped, e.scanned)
    if facts != game.report.facts:
        game.report.unanswered.pop(WHOLE_GAME, None)
    game.report.take(None, facts)


@applies(MissionsState, ev.ReportSubmitted)
def _submitted(state: MissionsState, e: ev.ReportSubmitted) -> None:
    game = game_at_step(state, e.game, "report")
    must(game.fingerprint() == e.fingerprint, "the report is not the one that was submitted")
    game.step, game.report.submitted = "confirm", True
    _note_writer(game.report, e.member)
    game.report.disputes, game.report.unanswered = game.report.unanswered, {}


@applies(MissionsState, ev.ReportTakenOver)
def _taken_over(state: MissionsState, e: ev.ReportTakenOver) -> None:
    report = game_at_step(state, e.game, "report").report
    if e.side != report.side:
        report.writers, report.unanswered = (), {}  # Nobody disputes their own report.
    report.by, report.side = e.member, e.side
    _note_writer(report, e.member)


@applies(MissionsState, ev.ReportReopened)
def _reopened(state: MissionsState, e: ev.ReportReopened) -> None:
    game = game_at_step(state, e.game, "confirm")
    game.step, game.report.submitted = "report", False
    game.report.unanswered = dict(game.report.disputes) if e.keeps else {}
    game.report.disputes, game.choices = {}, {}
    game.report.settled_reason, game.report.settled_by = "", 0
    game.report.accepted_by, game.report.accepted, game.report.changed = 0, (), ()


@applies(MissionsState, ev.LineDisputed)
def _disputed(state: MissionsState, e: ev.LineDisputed) -> None:
    game = game_at_step(state, e.game, "confirm")
    game.report.disputes[e.ship] = Dispute(e.ship, e.member, e.reason, e.line, e.facts)


@applies(MissionsState, ev.CorrectionsAccepted)
def _corrected(state: MissionsState, e: ev.CorrectionsAccepted) -> None:
    game = game_at_step(state, e.game, "confirm")
    report = game.report
    must(bool(e.ships) or report.disputed == "answer", "no correction waits for an answer")
    must(all(ship in report.disputes for ship in e.ships), "nobody disputes that line")
    accepted = e.ships or tuple(report.disputes)
    report.changed = tuple(ship for ship in report.changed if ship not in accepted)
    report.accepted = tuple(dict.fromkeys((*report.accepted, *accepted)))
    for ship in accepted:
        dispute = report.disputes.pop(ship)
        report.take(dispute.line, dispute.facts)
    report.accepted_by = e.member
    _keep_choices(game, e.kept)


def _keep_choices(game: GameState, kept: Collection[SideName]) -> None:
    """Drop the choices of all other sides: the report has changed what they can choose."""
    game.choices = {side: made for side, made in game.choices.items() if side in kept}


@applies(MissionsState, ev.CorrectionsRefused)
def _refused(state: MissionsState, e: ev.CorrectionsRefused) -> None:
    disputes = game_at_step(state, e.game, "confirm").report.disputes
    must(any(each.corrects for each in disputes.values()), "no correction waits for an answer")
    for ship, dispute in disputes.items():
        disputes[ship] = replace(dispute, refused=dispute.corrects or dispute.refused)


@applies(MissionsState, ev.DisputeWithdrawn)
def _withdrawn(state: MissionsState, e: ev.DisputeWithdrawn) -> None:
    game = game_at_step(state, e.game, "confirm")
    must(e.ship in game.report.disputes, "nobody disputes that line")
    del game.report.disputes[e.ship]


@applies(MissionsState, ev.ReportSettled)
def _settled(state: MissionsState, e: ev.ReportSettled) -> None:
    game = game_at_step(state, e.game, "confirm")
    report = game.report
    facts = Facts(e.conceded, e.stopped, e.scanned)
    changed = [line.ship for line in e.lines if line != report.lines.get(line.ship)]
    changed += [WHOLE_GAME] if facts != report.facts else []
    report.changed = tuple(dict.fromkeys((*report.changed, *changed)))
    report.accepted = tuple(ship for ship in report.accepted if ship not in changed)
    for line in e.lines:
        report.take(line, None)
    report.take(None, facts)
    report.disputes, report.settled_reason, report.settled_by = {}, e.reason, e.member
    _keep_choices(game, e.kept)


@applies(MissionsState, ev.ChoicesSaved)
def _chosen(state: MissionsState, e: ev.ChoicesSaved) -> None:
    game = game_at_step(state, e.game, "confirm")
    game.choices[e.side] = Choices(e.elite, dict(e.promoted), dict(e.kept))


@applies(MissionsState, ev.ResultConfirmed)
def _confirmed(state: MissionsState, e: ev.ResultConfirmed) -> None:
    game = game_at_step(state, e.game, "confirm")
    must(game.fingerprint() == e.fingerprint, "the report is not the one that was confirmed")
    game.winner, game.termination, game.scores = e.winner, e.termination, dict(e.scores)


@applies(MissionsState, PairingFinished)
def _finished(state: MissionsState, e: PairingFinished) -> None:
    game = game_at_step(state, e.game, "confirm")
    must(game.winner, "the result is not confirmed")
    game.step = "done"


@applies(MissionsState, ev.SeedRevealed)
def _revealed(state: MissionsState, e: ev.SeedRevealed) -> None:
    game = game_at_step(state, e.game, "done", "void")
    must(_draw(game).seed == e.seed, "that is not the seed of the draw")
    game.seed_shown = True


@applies(MissionsState, ev.SeedKnown)
def _known(state: MissionsState, e: ev.SeedKnown) -> None:
    if e.game in state.games:
        state.games[e.game].seed_shown = True
