"""Deciding the report: drafted by one player, disputed by the other, settled by an organiser (CR-100,
CR-101)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import replace

from league.kernel.decision import Decision, decides
from league.kernel.refusal import NotYours, Refusal, Unreadable, refuse_if
from league.rules.campaign import clean_reason
from league.rules.phrases import join_words
from missions.rules.content.victory import mission_of
from missions.rules.game import events as ev
from missions.rules.game.access import checked_side, crew_of, fielded, game_at, only_players, writer_of
from missions.rules.game.choices import choices_to_make
from missions.rules.game.orders.classes import (
    AcceptCorrections,
    CorrectReport,
    DisputeLine,
    RefuseCorrections,
    ReopenReport,
    ReportRestUnhurt,
    SaveReportFacts,
    SaveReportLine,
    SettleReport,
    SubmitReport,
    TakeOverReport,
    WithdrawDispute,
)
from missions.rules.game.report import (
    accepting,
    check_line,
    faults_once_accepted,
    report_findings,
    unhurt,
)
from missions.rules.game.state import (
    SIDES,
    WHOLE_GAME,
    Dispute,
    Facts,
    FieldedShip,
    GameState,
    ShipReport,
    SideName,
)


def reported_game(d: Decision, number: int) -> tuple[GameState, SideName | None]:
    """The game, if the actor may write its report now, and the side that they play. The report becomes theirs
    if its writer no longer acts for that side."""
    game = game_at(d, number, "play", "report", rule="CR-101")
    side = only_players(d, game, "report it")
    _only_reporter(d, game, side, "change it")
    if side is not None and writer_of(d.state, game) != game.report.by:
        d.emit(ev.ReportTakenOver(game=game.id, member=d.actor.member, side=side))
    return game, side


def _only_reporter(d: Decision, game: GameState, side: SideName | None, doing: str) -> None:
    if not may_write(game, side, d.actor.member, d.actor.organises):
        raise NotYours(
            "other_reports",
            f"Somebody else writes this report: only they, or an organiser who does not play in this game, "
            f"can {doing}. You confirm or dispute it once it is submitted.",
            rule="CR-101",
        )


def _checked_line(game: GameState, given: ShipReport) -> tuple[FieldedShip, ShipReport]:
    """The ship that a line is about, and the line as it is kept. Raises `Unreadable` and `Refusal`."""
    ship = fielded(game, given.ship)
    line = _tidy(replace(given, fleet=ship.fleet))
    check_line(game, ship, line)
    return ship, line


@decides(SaveReportLine)
def _save_line(d: Decision, o: SaveReportLine) -> None:
    game, side = reported_game(d, o.game)
    save_line(d, game, side, ShipReport(o.ship, 0, o.fate, dict(o.sections), o.lost, o.spent))


def save_line(d: Decision, game: GameState, side: SideName | None, given: ShipReport) -> None:
    """Save a ship's line for the member who acts and plays `side`. Raises `Unreadable` and `Refusal`."""
    ship, line = _checked_line(game, given)
    d.emit(
        ev.ReportLineSaved(
            game=game.id,
            member=d.actor.member,
            fleet=ship.fleet,
            ship=ship.id,
            name=ship.name,
            fate=line.fate,
            sections=line.sections,
            lost=line.lost,
            spent=line.spent,
            side=side,
        )
    )


@decides(ReportRestUnhurt)
def _rest_unhurt(d: Decision, o: ReportRestUnhurt) -> None:
    game, side = reported_game(d, o.game)
    for ship in [each for each in game.ships.values() if each.id not in game.report.lines]:
        save_line(d, game, side, unhurt(ship))


@decides(SaveReportFacts)
def _save_facts(d: Decision, o: SaveReportFacts) -> None:
    game, side = reported_game(d, o.game)
    conceded = None if o.conceded is None else checked_side(o.conceded)
    d.emit(
        ev.ReportFactsSaved(
            game=game.id,
            member=d.actor.member,
            conceded=conceded,
            stopped=bool(o.stopped),
            scanned=_scanned(game, o.scanned),
            side=side,
        )
    )


def _scanned(game: GameState, count: int) -> int:
    """The number of scanned markers. Raises `Unreadable` for one that this game cannot have (CR-090)."""
    mission = mission_of(game)
    most = mission.markers if mission is not None else 0
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= most:
        raise Unreadable(
            "markers",
            f"Say how many of the {most} markers were scanned." if most else "There are no markers to scan.",
            rule="CR-090",
            field="scanned",
        )
    return count


@decides(SubmitReport)
def _submit(d: Decision, o: SubmitReport) -> None:
    game, _ = reported_game(d, o.game)
    refuse_if(report_findings(game))
    d.emit(ev.ReportSubmitted(game=game.id, member=d.actor.member, fingerprint=game.fingerprint()))


def may_take_over(game: GameState, side: SideName | None, member: int) -> bool:
    """Whether a member who plays `side` (None: neither) may go on with a report that somebody else began and
    has not submitted: either player may report (CR-101)."""
    begun = game.step == "report" and game.report.by != 0
    return begun and side is not None and not game.report.written_by(side, member)


@decides(TakeOverReport)
def _take_over(d: Decision, o: TakeOverReport) -> None:
    game = game_at(d, o.game, "report", rule="CR-101")
    side = only_players(d, game, "report it")
    if side is None or not may_take_over(game, side, d.actor.member):
        raise Refusal("own_report", "You can write this report already.", rule="CR-101")
    d.emit(ev.ReportTakenOver(game=game.id, member=d.actor.member, side=side))


@decides(ReopenReport)
def _reopen(d: Decision, o: ReopenReport) -> None:
    game = game_at(d, o.game, "confirm", rule="CR-101")
    _only_reporter(d, game, only_players(d, game, "take the report back"), "take it back")
    d.emit(ev.ReportReopened(game=game.id, member=d.actor.member, keeps=True))


def disputable_game(d: Decision, number: int) -> GameState:
    """The game, if the actor may dispute its report now."""
    game = game_at(d, number, "confirm", rule="CR-101")
    side = only_players(d, game, "dispute it")
    if not may_dispute(game, side, d.actor.member, d.actor.organises):
        raise Refusal("own_report", "This is your own report: take it back to change it.", rule="CR-101")
    return game


@decides(DisputeLine)
def _dispute(d: Decision, o: DisputeLine) -> None:
    game = disputable_game(d, o.game)
    name = "" if o.ship == WHOLE_GAME else fielded(game, o.ship).name
    if o.ship in game.report.disputes:
        raise Refusal(
            "already_disputed", "That line is disputed already; an organiser settles it.", rule="CR-101"
        )
    reason = clean_reason(o.reason, needed_for="dispute a line")
    d.emit(ev.LineDisputed(game=game.id, member=d.actor.member, ship=o.ship, name=name, reason=reason))


@decides(CorrectReport)
def _correct(d: Decision, o: CorrectReport) -> None:
    game = disputable_game(d, o.game)
    lines = tuple(_settled_line(game, line) for line in o.lines)
    facts = _facts_of(game, o) if o.change_facts else None
    changed = [line for line in lines if line != game.report.lines.get(line.ship)]
    facts = facts if facts != game.report.facts else None
    if not changed and facts is None:
        raise Refusal(
            "no_change", "That is what the report says. Change what is wrong, then send it.", rule="CR-101"
        )
    trial = accepting(game, game.report.disputes)
    for line in changed:
        trial.report.take(line, None)
    trial.report.take(None, facts)
    refuse_if(report_findings(trial))
    notes = {ship: clean_reason(note) for ship, note in o.notes.items()}
    corrected = [line.ship for line in changed] + ([WHOLE_GAME] if facts is not None else [])
    _refuse_others_disputes(d, game, corrected)
    _refuse_mere_notes(game, [ship for ship, note in notes.items() if note and ship not in corrected])
    for line in changed:
        ship = game.ships[line.ship]
        note = notes.get(ship.id, "")
        d.emit(ev.LineDisputed(game.id, d.actor.member, ship.id, ship.name, note, line))
    if facts is not None:
        note = notes.get(WHOLE_GAME, "")
        d.emit(ev.LineDisputed(game.id, d.actor.member, WHOLE_GAME, "", note, facts=facts))


def _refuse_others_disputes(d: Decision, game: GameState, ships: Sequence[int]) -> None:
    """Refuse to put a correction in the place of a dispute of somebody else, whose words would be lost."""
    crew, disputes = crew_of(d.state, game, d.actor.member), game.report.disputes
    others = [
        ship for ship in ships if ship in disputes and not _disputes_for_own_side(d, disputes[ship], crew)
    ]
    if others:
        raise Refusal(
            "already_disputed",
            f"Somebody else disputes {_names(game, others)} already. Let the reporter answer first, or "
            "settle the report.",
            rule="CR-101",
        )


def _names(game: GameState, ships: Sequence[int]) -> str:
    return join_words(
        "the end of the game" if ship == WHOLE_GAME else fielded(game, ship).name for ship in ships
    )


def _refuse_mere_notes(game: GameState, ships: Sequence[int]) -> None:
    """Refuse notes beside lines in which nothing is corrected, so that none is lost."""
    if ships:
        raise Refusal(
            "mere_note",
            f"You wrote a note about {_names(game, ships)}, but changed nothing there. Say how it was, or "
            "leave out the note.",
            rule="CR-101",
        )


def _answerable(d: Decision, number: int, doing: str) -> GameState:
    """The game, if corrections wait for the actor's answer."""
    game = game_at(d, number, "confirm", rule="CR-101")
    side = only_players(d, game, doing)
    _only_reporter(d, game, side, doing)
    if side is not None and not game.report.written_by(side, d.actor.member):
        raise NotYours("other_reports", f"The side that wrote the report can {doing}.", rule="CR-101")
    return game


@decides(AcceptCorrections)
def _accept(d: Decision, o: AcceptCorrections) -> None:
    game = _answerable(d, o.game, "accept corrections of it")
    disputes = game.report.disputes
    ships = tuple(dict.fromkeys(o.ships)) or tuple(disputes)
    if not ships or not all(ship in disputes and disputes[ship].corrects for ship in ships):
        raise Refusal(
            "nothing_to_accept",
            "No correction waits for you. If a line is disputed, an organiser settles it.",
            rule="CR-101",
        )
    names = tuple(game.ships[ship].name for ship in ships if ship != WHOLE_GAME)
    faults = faults_once_accepted(game, ships)
    if faults:
        others = "Accept the other corrections along with it."
        rest = "Say that your report stands, or ask the other side to correct the rest as well."
        raise Refusal(
            "corrections_contradict",
            f"This does not fit the rest of the report. {others if len(ships) < len(disputes) else rest}",
            rule="CR-101",
            findings=faults,
        )
    kept = _untouched(d, game, accepting(game, ships))
    d.emit(ev.CorrectionsAccepted(game.id, d.actor.member, names, kept, ships if o.ships else ()))


def _untouched(d: Decision, game: GameState, changed: GameState) -> tuple[SideName, ...]:
    """The sides that have the same choices to make after the report has changed (CR-102)."""
    return tuple(
        side
        for side in SIDES
        if side in game.choices
        and choices_to_make(d.state, game, side) == choices_to_make(d.state, changed, side)
    )


@decides(RefuseCorrections)
def _refuse(d: Decision, o: RefuseCorrections) -> None:
    game = _answerable(d, o.game, "refuse corrections of it")
    if not any(each.corrects for each in game.report.disputes.values()):
        raise Refusal("nothing_to_refuse", "No correction waits for you.", rule="CR-101")
    d.emit(ev.CorrectionsRefused(game=game.id, member=d.actor.member))


@decides(WithdrawDispute)
def _withdraw(d: Decision, o: WithdrawDispute) -> None:
    game = game_at(d, o.game, "confirm", rule="CR-101")
    dispute = game.report.disputes.get(o.ship)
    if dispute is None:
        raise Refusal("no_dispute", "Nobody disputes that line any more.", rule="CR-101")
    crew = crew_of(d.state, game, d.actor.member)
    if not _disputes_for_own_side(d, dispute, crew) and not may_settle(
        game, organises=d.actor.organises, crew=crew
    ):
        raise NotYours(
            "not_yours",
            "Only the side that disputes this line can withdraw it, or an organiser who can settle the "
            "report.",
            rule="CR-101",
        )
    name = "" if o.ship == WHOLE_GAME else fielded(game, o.ship).name
    d.emit(ev.DisputeWithdrawn(game=game.id, member=d.actor.member, ship=o.ship, name=name))


def _disputes_for_own_side(d: Decision, dispute: Dispute, crew: Collection[int]) -> bool:
    """Whether the dispute is the actor's, or that of somebody who acts for their side, `crew`."""
    return d.actor.member == dispute.member or dispute.member in crew


@decides(SettleReport)
def _settle(d: Decision, o: SettleReport) -> None:
    d.only_organisers("settle a report")
    game = game_at(d, o.game, "confirm", rule="CR-101")
    if not may_settle(game, organises=True, crew=crew_of(d.state, game, d.actor.member)):
        raise Refusal(
            "own_game",
            "You play in this game. Correct the report, or answer its corrections, like every player. You "
            "can settle it once the two sides do not agree.",
            rule="CR-101",
        )
    reason = clean_reason(o.reason, needed_for="settle a report")
    lines = tuple(_settled_line(game, line) for line in o.lines)
    facts = _facts_of(game, o) if o.change_facts else game.report.facts
    trial = deepcopy(game)
    trial.report.lines.update({line.ship: line for line in lines})
    trial.report.take(None, facts)
    refuse_if(report_findings(trial))
    d.emit(
        ev.ReportSettled(
            game=game.id,
            member=d.actor.member,
            reason=reason,
            lines=lines,
            conceded=facts.conceded,
            stopped=facts.stopped,
            scanned=facts.scanned,
            names=tuple(game.ships[line.ship].name for line in lines),
            kept=_untouched(d, game, trial),
        )
    )


def _facts_of(game: GameState, o: SettleReport | CorrectReport) -> Facts:
    """The facts that an order states. Raises `Unreadable`."""
    conceded = None if o.conceded is None else checked_side(o.conceded)
    return Facts(conceded, bool(o.stopped), _scanned(game, o.scanned))


def _settled_line(game: GameState, line: ShipReport) -> ShipReport:
    ship = fielded(game, line.ship)
    if line.fleet != ship.fleet:
        raise Unreadable("wrong_fleet", f"{ship.name} belongs to the other fleet.", field="lines")
    return _checked_line(game, line)[1]


def _tidy(line: ShipReport) -> ShipReport:
    """The line with every card named once, in the order of their numbers."""
    return replace(line, lost=tuple(sorted(set(line.lost))), spent=tuple(sorted(set(line.spent))))


def may_write(game: GameState, side: SideName | None, member: int, organises: bool) -> bool:
    """Whether a member who plays `side` (None: neither) may write the report or take it back: the player
    who began it or their side's other commander, either player while nobody has begun it, or an organiser
    who does not play (CR-101)."""
    if side is None:
        return organises
    return game.report.by == 0 or game.report.written_by(side, member)


def may_dispute(game: GameState, side: SideName | None, member: int, organises: bool) -> bool:
    """Whether a member may dispute the report: a player or an organiser, if it is not their own or their
    own side's (CR-101)."""
    return (side is not None or organises) and not game.report.written_by(side, member)


def may_answer(game: GameState, side: SideName | None, member: int) -> bool:
    """Whether corrections wait for a member who plays `side` (None: neither): the side that wrote the report
    accepts them or not (CR-101)."""
    return game.report.disputed == "answer" and game.report.written_by(side, member)


def may_settle(game: GameState, *, organises: bool, crew: Collection[int] = ()) -> bool:
    """Whether a member whose side `crew` acts for (nobody, if they do not play) may settle the report now:
    organisers, once it is submitted (CR-101).

    Organisers who play in the game do so only for a line on which the sides do not agree: the reporter
    refused a correction, somebody who does not act for their own side disputes a line, or corrects the report
    of an organiser who does not play.
    """
    if not organises or game.step != "confirm":
        return False
    return not crew or any(_sides_disagree(game, each, crew) for each in game.report.disputes.values())


def _sides_disagree(game: GameState, dispute: Dispute, crew: Collection[int]) -> bool:
    """Whether neither side can answer a dispute; `crew` is the side that asks."""
    if dispute.refused:
        return True
    return dispute.member not in crew and (not dispute.corrects or game.report.side is None)


def may_confirm(game: GameState, side: SideName | None, member: int, organises: bool) -> bool:
    """Whether a member may accept the report: the player who did not write it, or an organiser (CR-101)."""
    return organises or (side is not None and not game.report.written_by(side, member))
