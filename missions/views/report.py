"""Writing the report: saved ship by ship, submitted whole; settling a disputed one."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from league.addresses import address
from league.http import done, refusing, seen_from
from league.kernel.decision import Order
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from league.permissions import CampaignAccess, member_access_or_404
from league.services.acts import Seen, act
from league.views.common import organiser_access
from league.views.found import address_of
from missions.forms import facts_of, line_of, lines_of, notes_of
from missions.presenters.report.form import fold_of
from missions.presenters.report.page import line_field
from missions.presenters.report.typed import TypedReport
from missions.rules.game.access import fielded
from missions.rules.game.orders.report import may_settle, may_write
from missions.rules.game.report import beside_line, corrections, unhurt
from missions.rules.game.secrets import view_for
from missions.rules.game.state import Facts, GameState, ShipReport
from missions.rules.orders import (
    CorrectReport,
    ReportRestUnhurt,
    SaveReportFacts,
    SaveReportLine,
    SettleReport,
    SubmitReport,
)
from missions.selectors import games as select
from missions.selectors.games import OpenedGame
from missions.views.game.page import show

SETTLED = {
    "corrections": "The corrections count.",
    "stands": "The report stands as it was written.",
}
"""Reasons of an organiser who settles all disputes with one press."""


def _may_write(access: CampaignAccess, opened: OpenedGame) -> bool:
    """Whether the form is of use to this member now (CR-101)."""
    game, member = opened.game, access.member
    if member is None or game.step not in ("play", "report"):
        return False
    return may_write(game, opened.side_of(member.number), member.number, access.organises)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def report(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The report as a form. `do` says what is done with what was typed: save, rest or submit."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    url = address_of(request)
    if request.method != "POST":
        if not _may_write(access, opened):
            return HttpResponseRedirect(url)
        return show(request, access, opened, writing=True)
    doing = request.POST.get("do", "save")
    orders = list(_typed(request, opened.game, rest=doing == "rest"))
    # If the typed text equals the saved one, the report counts as read, whatever happened since.
    seen = seen_from(request, f"missions:{number}") if orders else {}
    if doing == "submit":
        orders.append(SubmitReport(number))
    if not orders and not _may_write(access, opened):
        orders = [SaveReportFacts(number, *facts_of(request.POST))]  # the rule says why not
    try:
        _carry_out(access, orders, seen)
    except (NotYours, Stale, Unreadable):
        raise
    except Refusal as refusal:
        return _again(request, access, number, refusal)
    if doing == "submit":
        return done(request, url, "The report is complete.")
    return done(request, address("report", url), "The report is saved.")


def _typed(request: HttpRequest, game: GameState, *, rest: bool) -> Iterable[Order]:
    """An order for everything in the form that differs from what is saved. Ships without a line that the form
    shows unhurt, or all of them (`rest`), are saved at once.
    """
    lines, saved = lines_of(request.POST, game.ships.values()), game.report.lines
    at_once = {ship.id for ship in game.ships.values() if ship.id not in saved}
    if rest or at_once <= {line.ship for line in lines}:
        lines = [line for line in lines if line.ship in saved or line != unhurt(game.ships[line.ship])]
        at_once -= {line.ship for line in lines}
    else:
        at_once = set()
    yield from (_save(game.id, line) for line in lines if saved.get(line.ship) != line)
    if at_once:
        yield ReportRestUnhurt(game.id)
    facts = facts_of(request.POST)
    if facts != (game.report.conceded, game.report.stopped, game.report.scanned):
        yield SaveReportFacts(game.id, *facts)


def _save(game: int, line: ShipReport) -> SaveReportLine:
    return SaveReportLine(game, line.ship, line.fate, line.sections, line.lost, line.spent)


def _carry_out(access: CampaignAccess, orders: Iterable[Order], seen: Seen) -> None:
    """One act each, so that what was right is kept when something is not."""
    for order in orders:
        act(access.campaign.pk, access.member, order, seen=seen)
        seen = {}


def _again(request: HttpRequest, access: CampaignAccess, number: int, refusal: Refusal) -> HttpResponse:
    """The form as saved so far, every fault at its ship."""
    access.campaign.refresh_from_db()
    opened = select.opened_or_404(access.campaign, number)
    if opened.game.step not in ("play", "report"):
        raise refusal
    return show(
        request,
        access,
        opened,
        writing=True,
        findings=refusal.faults,
        refusal=refusal,
        status_code=422 if refusal.faults else refusal.status,
    )


@require_POST
@refusing
def report_line(request: HttpRequest, campaign_id: int, number: int, ship: int) -> HttpResponse:
    """Save one ship's line, as it is typed. Answers with what was saved, or with what is wrong."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    refusal: Refusal | None = None
    try:
        line = line_of(request.POST, fielded(opened.game, ship))
        if line is None:
            raise Unreadable("no_fate", "Choose what happened to it first.", rule="CR-100")
        act(campaign_id, access.member, _save(number, line))
    except Refusal as found:
        if not _may_write(access, opened) or ship not in opened.game.ships:
            raise
        refusal = found
    return _line_answer(request, access, number, ship, refusal)


def _line_answer(
    request: HttpRequest, access: CampaignAccess, number: int, ship: int, refusal: Refusal | None
) -> HttpResponse:
    game = select.game_or_404(access.campaign, number)
    saved = game.report.lines.items()
    findings = {number: tuple(beside_line(game, game.ships[number], line)) for number, line in saved}
    view = view_for(game, "organiser")
    context = {
        "line": line_field(view, ship, () if refusal else findings.get(ship, ())),
        "fold": fold_of(view, ship, findings),
        "refusal": refusal,
        "fresh": True,
    }
    code = refusal.status if refusal else 200
    return render(request, "missions/report/saved/ship.html", context, status=code)


@require_POST
@refusing
def report_facts(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Save how the game ended, as it is chosen."""
    access = member_access_or_404(request, campaign_id)
    select.game_or_404(access.campaign, number)
    act(campaign_id, access.member, SaveReportFacts(number, *facts_of(request.POST)))
    return render(request, "missions/report/saved/facts.html", {"fresh": True})


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def settle(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """An organiser settles a submitted report: the lines that count, and a reason both sides see."""
    access = organiser_access(request, campaign_id, "settle a report")
    opened = select.opened_or_404(access.campaign, number)
    url = address_of(request)
    me = access.member.number if access.member else 0
    plays = opened.side_of(me) is not None
    if request.method != "POST":
        if not may_settle(opened.game, organises=True, crew=opened.crew_of(me)):
            return HttpResponseRedirect(url)
        return show(request, access, opened, settling=True)
    pressed = request.POST.get("do", "")
    # The buttons that settle all disputes send no fields.
    typed, unreadable = TypedReport(), None
    if pressed == "corrections":
        typed = TypedReport(*corrections(opened.game))
    elif pressed not in SETTLED:
        typed, unreadable = _typed_report(request, opened.game, ending=True)
    try:
        if unreadable is not None:
            raise unreadable
        if pressed in SETTLED and plays:
            raise Unreadable("own_game", "You play in this game. Say why you settle it so.", field="reason")
        order = _settle_order(pressed, opened.game, typed)
        act(campaign_id, access.member, order, seen=seen_from(request, f"missions:{number}"))
    except NotYours:
        raise
    except Refusal as refusal:
        return _typed_again(request, access, number, refusal, typed, settling=True)
    seen = "" if pressed in SETTLED else " Both sides see your reason."
    return done(request, url, f"The report is settled.{seen}")


@require_POST
@refusing
def correct(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Say how it was, in place of the lines that are wrong. The side that wrote the report answers."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    typed, unreadable = _typed_report(request, opened.game, ending="ending" in request.POST)
    facts = typed.facts or Facts()
    order = CorrectReport(
        number,
        _changed(typed.lines, opened.game),
        typed.facts is not None,
        facts.conceded,
        facts.stopped,
        facts.scanned,
        dict(typed.notes),
    )
    try:
        if unreadable is not None:
            raise unreadable
        act(campaign_id, access.member, order, seen=seen_from(request, f"missions:{number}"))
    except NotYours:
        raise
    except Refusal as refusal:
        return _typed_again(request, access, number, refusal, typed)
    count = len(_changed(typed.lines, opened.game)) + (typed.facts not in (None, opened.game.report.facts))
    sent, them = ("correction is", "it") if count == 1 else ("corrections are", "them")
    return done(request, address_of(request), f"Your {sent} sent. The other side accepts {them}, or says no.")


def _typed_report(
    request: HttpRequest, game: GameState, *, ending: bool
) -> tuple[TypedReport, Unreadable | None]:
    """A correction or a settlement as it was typed, with the first thing in it that nobody can read. In its
    place stands the report as it was written. `ending`: how the game ended was sent, too."""
    faults: list[Unreadable] = []
    lines, facts = [], None
    for ship in game.ships.values():
        try:
            line = line_of(request.POST, ship)
        except Unreadable as fault:
            faults.append(fault)
            line = game.report.lines.get(ship.id)
        lines += [] if line is None else [line]
    if ending:
        try:
            facts = Facts(*facts_of(request.POST))
        except Unreadable as fault:
            faults.append(fault)
            facts = game.report.facts
    reason = request.POST.get("reason", "")
    typed = TypedReport(tuple(lines), facts, reason, notes_of(request.POST, game.ships))
    return typed, faults[0] if faults else None


def _typed_again(
    request: HttpRequest,
    access: CampaignAccess,
    number: int,
    refusal: Refusal,
    typed: TypedReport,
    *,
    settling: bool = False,
) -> HttpResponse:
    """The page as it is now, with what was typed and the reason why it was refused. Raises the refusal if the
    report is no longer to be confirmed. A settlement of an old page keeps its reason alone: its other lines
    are those of a report that has changed."""
    access.campaign.refresh_from_db()
    opened = select.opened_or_404(access.campaign, number)
    if opened.game.step != "confirm":
        raise refusal
    if settling:
        me = access.member.number if access.member else 0
        settling = may_settle(opened.game, organises=access.organises, crew=opened.crew_of(me))
        if not settling:
            return show(
                request, access, opened, refusal=refusal, refused="settle", status_code=refusal.status
            )
        if isinstance(refusal, Stale):
            typed = TypedReport(reason=typed.reason)
    return show(
        request,
        access,
        opened,
        settling=settling,
        findings=refusal.faults,
        refusal=refusal,
        refused="" if settling else "correct",
        typed_report=typed,
        status_code=422 if refusal.faults else refusal.status,
    )


def _changed(lines: Iterable[ShipReport], game: GameState) -> tuple[ShipReport, ...]:
    """The typed lines that differ from the report."""
    return tuple(line for line in lines if game.report.lines.get(line.ship) != line)


def _settle_order(pressed: str, game: GameState, typed: TypedReport) -> SettleReport:
    """The order of a button that settles all disputes, or of the form."""
    if pressed in SETTLED:
        lines, agreed = corrections(game) if pressed == "corrections" else ((), game.report.facts)
        return SettleReport(
            game.id, SETTLED[pressed], lines, True, agreed.conceded, agreed.stopped, agreed.scanned
        )
    facts = typed.facts or Facts()
    return SettleReport(
        game.id,
        typed.reason,
        _changed(typed.lines, game),
        facts != game.report.facts,
        facts.conceded,
        facts.stopped,
        facts.scanned,
    )
