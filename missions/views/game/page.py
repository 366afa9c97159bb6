"""The game page: draw, play, report, confirm, result, on one address. Live in every open browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from league import limits
from league.addresses import address, game_address, round_address
from league.http import wants_part
from league.kernel.decision import Actor
from league.kernel.refusal import Finding, Refusal
from league.permissions import CampaignAccess, campaign_access_or_404
from league.rules.phrases import join_words, owner_words
from league.selectors.players import People, people_in
from league.selectors.undoing import clash_of, keeper_of
from league.selectors.undoings import UndoneBy
from league.views.common import base_of, frame
from missions.ports import battle_port
from missions.presenters.game import undoing
from missions.presenters.game.draw import draw_page
from missions.presenters.game.in_play import start_damage_lines
from missions.presenters.game.page import Fleets, badges, status, steps
from missions.presenters.game.undoing import Stays
from missions.presenters.photos import photo_strip
from missions.presenters.pregame.forms import Typed
from missions.presenters.print.play_sheet import ForceSheet, force_sheet, limited_choices, table_notes
from missions.presenters.report.effects import effects
from missions.presenters.report.form import has_folds, panels_of, to_settle
from missions.presenters.report.page import ReportSide, report_page, side_choices
from missions.presenters.report.reading import Reading, said_side
from missions.presenters.report.standing import ruling_words, unanswered_words
from missions.presenters.report.typed import TypedReport, as_typed
from missions.presenters.report.verdict import Outlook, named, verdict
from missions.rules.content.table import set_up
from missions.rules.game.access import commanders_on, writer_of
from missions.rules.game.consequences import consequences
from missions.rules.game.orders.draw import may_call_off
from missions.rules.game.orders.report import (
    may_answer,
    may_confirm,
    may_dispute,
    may_settle,
    may_take_over,
    may_write,
)
from missions.rules.game.report import accepting, faults_once_accepted
from missions.rules.game.results import Result, compute
from missions.rules.game.secrets import GameView, Viewer, view_for
from missions.rules.game.state import SIDES, WHOLE_GAME, GameState, SideName
from missions.rules.game.waiting import awaited
from missions.rules.overrides.orders import may_rule
from missions.selectors import games as select
from missions.selectors.games import OpenedGame
from missions.selectors.photos import photos_of
from missions.selectors.undone import undone_results
from missions.views.game.links import waiting_for_links
from missions.views.game.mission_parts import add_mission_parts
from missions.views.game.page_data import GamePage
from rosters.rules.state import FleetState, RostersState

NOTHING_TYPED = TypedReport()


@require_safe
def game_page(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The game at its present step. The report's writer gets the form."""
    access = campaign_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    return show(request, access, opened, writing=writes(access, opened))


def writes(access: CampaignAccess, opened: OpenedGame) -> bool:
    """Whether the visitor writes the report: they have begun it, or play the side that has."""
    if opened.game.step != "report" or access.member is None:
        return False
    me = access.member.number
    return _wrote(opened, me) and may_write(opened.game, opened.side_of(me), me, access.organises)


def _wrote(opened: OpenedGame, member: int) -> bool:
    return opened.game.report.written_by(opened.side_of(member), member)


def show(
    request: HttpRequest,
    access: CampaignAccess,
    opened: OpenedGame,
    *,
    writing: bool = False,
    settling: bool = False,
    findings: Iterable[Finding] = (),
    status_code: int = 200,
    refusal: Refusal | None = None,
    refused: str = "",
    typed: Typed | None = None,
    typed_report: TypedReport | None = None,
) -> HttpResponse:
    """The game page with the report as a form (`writing`, or `settling` for an organiser) or as it stands.

    `refusal` stands beside its form. `refused` is the last part of the address of the form that it belongs
    to, and `typed` what was posted there; `typed_report` is the correction or the settlement that was
    refused.
    """
    page = _page(request, access, opened, tuple(findings), typed, at_own_address=not refused)
    page.writing, page.settling = writing, settling
    if writing and page.step == "play":
        now = steps("report", missions=page.view.pregame is not None)
        page.status = replace(page.status, steps=now)
    page.refusal, page.refused = refusal, refused
    if refusal is not None:
        refusal.findings = tuple(
            replace(each, message=named(each.message, page.fleets)) for each in refusal.findings
        )
    if typed_report is not None and page.report is not None:
        page.reading = _reading(page, typed_report)
        page.report, page.reason = as_typed(page.view, page.report, typed_report), typed_report.reason
    if page.form_open and page.report is not None:
        page.form_sides = _panels(page, page.report.sides)
        if settling:
            first, rest = zip(*(to_settle(each) for each in page.report.sides), strict=True)
            page.form_sides, page.form_rest = _panels(page, first), _panels(page, rest)
        page.squadrons_folded = has_folds(page.view)
    context = frame(request, access, "More" if page.friendly else "Rounds", page=page)
    where = "Friendly games" if page.friendly else f"Round {page.round}"
    context["trail"].append((where, page.round_url))
    return render(request, "missions/game.html", context, status=status_code)


def _panels(page: GamePage, sides: Iterable[ReportSide]) -> list[tuple[ReportSide, tuple[SafeString, ...]]]:
    """The sides that have lines, with a panel for each line."""
    return [
        (each, panels_of(each, page.view, page.url, settling=page.settling)) for each in sides if each.lines
    ]


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    opened: OpenedGame,
    findings: tuple[Finding, ...],
    typed: Typed | None,
    *,
    at_own_address: bool,
) -> GamePage:
    """The parts that this reader is shown at the game's present step."""
    me = access.member.number if access.member else 0
    game = opened.game
    view = view_for(game, select.viewer_of(game, opened.fleets, me or None, access.organises))
    people = _people(access, opened)
    names, fleets = people.names, _badges(access, opened, view, people)
    base, ordinal = base_of(access), select.round_ordinal(access.campaign, game)
    url, waits = game_address(base, game.number), awaited(opened.state, game)
    page = GamePage(
        view=view,
        fleets=fleets,
        sides=[fleets[side] for side in SIDES],
        round=ordinal,
        url=url,
        own_url=request.path if at_own_address else url,
        round_url=address("friendlies", base) if game.friendly else round_address(base, ordinal),
        verify_url=address("verify-game", url),
        log_url=f"{address('timeline', base)}?game={game.number}",
        draw=draw_page(view, fleets, waits),
        status=status(view, waits, fleets, me=me, organises=access.organises),
        seen=str(access.campaign.head_seq),
        friendly=game.friendly,
        playing=any(fleet.may_act for fleet in fleets.values()),
        called_off=select.called_off_because(access.campaign, game.id) if view.step == "void" else "",
        undone=_undone(access, opened, me) if view.step == "confirm" else None,
        ruling=ruling_words(view, fleets, names),
        unanswered=unanswered_words(view, names),
        fight=battle_port().panel(request, access, opened, view),
    )
    side = opened.side_of(me) if me else None
    crew = opened.crew_of(me)
    page.may_settle = may_settle(game, organises=access.organises, crew=crew)
    page.may_rule = may_rule(game, organises=access.organises, crew=crew)
    page.may_call_off = may_call_off(game, crew, organises=access.organises)
    page.may_take_over = may_take_over(game, side, me)
    _turn(request, page)
    if view.pregame is not None:
        add_mission_parts(page, access, opened, typed)
        page.waiting = waiting_for_links(access, opened, url)
    if view.squadrons["active"] and view.step in ("pregame", "draw", "play", "report"):
        _add_forces(page, opened)
    if view.report is not None:
        _add_report(page, access, opened, names, findings)
    elif view.ships:
        page.report = report_page(view, fleets, dict.fromkeys(SIDES, 0), writer="", findings=findings)
    return page


def _undone(access: CampaignAccess, opened: OpenedGame, me: int) -> UndoneBy | None:
    game = access.campaign.pk, opened.game.id
    found = undone_results([game]).get(game)
    return found.told_to(me) if found else None


def _people(access: CampaignAccess, opened: OpenedGame) -> People:
    report = opened.game.report
    wanted = {who for fleet in opened.fleets.values() for who in (fleet.member, fleet.proxy)}
    wanted |= {report.by, report.settled_by, report.accepted_by, opened.written_for} | {
        dispute.member for dispute in (*report.disputes.values(), *report.unanswered.values())
    }
    wanted |= {opened.game.ruled.member} if opened.game.ruled else set()
    return people_in(access, wanted)


def _badges(access: CampaignAccess, opened: OpenedGame, view: GameView, people: People) -> Fleets:
    owners = {}
    for side in SIDES:
        # A proxy who commands the other side does nothing here, so nobody waits for them.
        owner, proxy = (*commanders_on(opened.state, opened.game, side), 0)[:2]
        page = "" if proxy else people.pages.get(owner, "")
        owners[opened.game.fleet_of(side)] = owner_words(owner, proxy, people.names), page
    return badges(view, opened.fleets, owners, base_of(access), organises=access.organises)


def _confirms_for(game: GameState, side: SideName | None, me: int, fleets: Fleets) -> str:
    """Names of the fleets in whose place an organiser would confirm the result; "" for a player who confirms
    it for their own side."""
    if side is not None and not game.report.written_by(side, me):
        return ""
    return join_words(fleets[each].name for each in SIDES if each != game.report.side)


def _writer(opened: OpenedGame, names: dict[int, str], me: int = 0) -> str:
    """Name of the report's writer, and for whom if they are a proxy; "you" for member `me`. While it is
    written, its writer is somebody who can go on with it."""

    def named(member: int) -> str:
        return names.get(member, "somebody") + (" (you)" if me and member == me else "")

    game = opened.game
    writes = writer_of(opened.state, game) if game.step == "report" else game.report.by
    if writes != game.report.by:
        return named(writes)
    writer = named(writes)
    return f"{writer} for {named(opened.written_for)}" if opened.written_for else writer


def _turn(request: HttpRequest, page: GamePage) -> None:
    """The cards turn over in front of the reader on a whole page, or when a part brings new ones."""
    page.was = f"{page.view.step}-{sum(len(side.cards) for side in page.draw.sides)}"
    page.turning = not wants_part(request) or request.GET.get("was", "") != page.was


def _add_forces(page: GamePage, opened: OpenedGame) -> None:
    """Both forces as they stand on the table, the reader's own first, and what is set up around them."""
    view, fleets, advice = page.view, page.fleets, set_up(opened.game)
    sheets = _force_sheets(opened, view.viewer)
    page.forces = tuple(
        (fleet, sheets[side]) for side, fleet in sorted(fleets.items(), key=lambda each: not each[1].mine)
    )
    page.table = table_notes(advice, {side: fleets[side].name for side in SIDES})
    page.start_damage = start_damage_lines(view, fleets, advice.start_damage)
    page.limited = [(fleets[each.side], each) for each in limited_choices(advice)]


@lru_cache(maxsize=64)
def _force_sheets(opened: OpenedGame, viewer: Viewer) -> Mapping[SideName, ForceSheet]:
    """Both forces as this kind of reader may know them. Kept: worked out once for what is stored."""
    view = view_for(opened.game, viewer)
    fleets: dict[SideName, int] = {"active": view.active, "opposing": view.opposing}
    return {side: force_sheet(view, side, opened.fleets[number]) for side, number in fleets.items()}


def _add_report(
    page: GamePage,
    access: CampaignAccess,
    opened: OpenedGame,
    names: dict[int, str],
    findings: tuple[Finding, ...],
) -> None:
    """The report as this reader may see it, and what follows from it."""
    game, view, fleets = opened.game, page.view, page.fleets
    assert view.report is not None
    result = view.report.result
    me = access.member.number if access.member else 0
    side = opened.side_of(me)
    page.report = report_page(
        view,
        fleets,
        compute(game).scores,
        writer=_writer(opened, names),
        me=me,
        members=names,
        findings=findings,
        outlook=_outlook(game, result) if result is not None and view.step == "confirm" else None,
    )
    page.is_writer = _wrote(opened, me)
    page.writer = _writer(opened, names, me)
    page.may_dispute = may_dispute(game, side, me, access.organises)
    page.may_answer = view.step == "confirm" and may_answer(game, side, me)
    wrote = side is None or game.report.written_by(side, me)
    page.may_take_back = wrote and may_write(game, side, me, access.organises)
    page.may_confirm = may_confirm(game, side, me, access.organises)
    page.confirms_for = _confirms_for(game, side, me, fleets)
    if result is not None:
        page.verdict = verdict(result, fleets, settled=view.step == "done" and not _on_offer(opened))
    if view.step == "confirm" and view.viewer != "public":
        _look_ahead(page, opened)
    if page.undone:
        page.kept_photos = len(photos_of(access.campaign.pk, [game.id]).get(game.id, []))
    if view.step == "done" and result is not None:
        page.result_act, events = select.result_events(access.campaign, game.id)
        page.effects = effects(view, consequences(game, result, events), fleets, _fleets_of(opened))
        told = [(fleet, view.told.get(side, "")) for side, fleet in fleets.items()]
        page.accounts = [(fleet, text) for fleet, text in told if text or fleet.mine]
        page.organisers_account = view.told_by_organiser
        page.stays = _stays(access, opened, page.result_act)
        page.may_tell = access.organises and side is None
        found = photos_of(access.campaign.pk, [game.id]).get(game.id, [])
        page.photos = photo_strip(page.url, found)
        room = len(found) < limits.PHOTOS_PER_GAME
        page.may_add_photos = room and (page.playing or access.organises)
    page.reading = _reading(page)


def _outlook(game: GameState, now: Result) -> Outlook | None:
    """The results that the corrections of the report lead to; None without corrections."""
    ships = [ship for ship, dispute in game.report.disputes.items() if dispute.corrects]
    if not ships:
        return None
    alone = {ship: result for ship in ships if (result := _once_accepted(game, [ship])) is not None}
    return Outlook(now, alone, _once_accepted(game, ships))


def _once_accepted(game: GameState, ships: Sequence[int]) -> Result | None:
    return None if faults_once_accepted(game, ships) else compute(accepting(game, ships))


def _stays(access: CampaignAccess, opened: OpenedGame, act: int) -> Stays | None:
    """The reason why an organiser cannot undo the result; None if nothing is known to keep it."""
    if access.member is None or not access.organises or not act:
        return None
    base, game = base_of(access), opened.game
    if access.campaign.phase == "ended" and not game.friendly:
        return undoing.ended(base)
    actor = Actor(access.member.number, access.member.role)  # type: ignore[arg-type]
    keeper = keeper_of(access.campaign, act, actor)
    if keeper is None:
        clash = clash_of(access.campaign, act)
        return undoing.clashing(base, act, clash.message) if clash is not None else None
    return undoing.kept(base, game.id, keeper.number, keeper.touched, keeper.at)


def _reading(page: GamePage, refused: TypedReport = NOTHING_TYPED) -> Reading:
    """The report as this reader reads it, the reader's own side first. Forms of a correction that was refused
    are open and filled in."""
    assert page.report is not None
    forms = as_typed(page.view, page.report, refused)
    typed = {line.ship: line for side in forms.sides for line in side.lines if line.ship in refused.ships}
    confirming = page.step == "confirm"
    correcting = page.may_dispute and confirming
    follows = {ship: words for each in page.effects for ship, words in each.by_ship.items()}
    said = [
        said_side(each, page.url, follows, correcting=correcting, typed=typed, notes=refused.notes)
        for each in page.report.sides
    ]
    return Reading(
        tuple(sorted(said, key=lambda each: not each.fleet.mine)),
        forms,
        page.url,
        writing=page.step == "report",
        acting=page.playing and confirming,
        may_dispute=page.may_dispute,
        confirming=confirming,
        ending_refused=refused.facts is not None,
        note=refused.notes.get(WHOLE_GAME, ""),
    )


def _on_offer(opened: OpenedGame) -> bool:
    """Whether the winner has still to choose an asset of this game."""
    offers = (fleet.offer for fleet in opened.fleets.values())
    return any(offer is not None and offer.game == opened.game.id for offer in offers)


def _fleets_of(opened: OpenedGame) -> Mapping[int, FleetState]:
    """Both fleets and, if names may fall with them, their mates."""
    return opened.state.of(RostersState).fleets


def _look_ahead(page: GamePage, opened: OpenedGame) -> None:
    """Effects of confirming, and the choices that are still open."""
    ahead = select.ahead_of(opened)
    asks = {side: [ask for ask in ahead.asks if ask.side == side] for side in SIDES}
    page.effects = effects(page.view, ahead.sentences, page.fleets, _fleets_of(opened))
    page.choices = side_choices(asks, page.fleets)
    page.choices_missing = any(each.missing for each in page.choices)
    page.my_choices = any(each.missing and each.fleet.mine for each in page.choices)
