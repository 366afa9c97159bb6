"""The game page: draw, play, report, confirm, result, on one address. Live in every open browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.kernel.refusal import Finding
from league.permissions import Visit, visit_or_404
from league.selectors.campaigns import member_names
from league.views.common import base_of, frame
from missions.ports import battle_port
from missions.presenters.game.draw import draw_page
from missions.presenters.game.in_play import start_damage_lines
from missions.presenters.game.page import Fleets, badges, status
from missions.presenters.print.play_sheet import force_sheet, limited_choices, table_notes
from missions.presenters.report.page import effects, report_page, side_choices, verdict
from missions.rules.content.table import set_up
from missions.rules.game.consequences import consequences
from missions.rules.game.orders.report import may_confirm, may_dispute, may_write
from missions.rules.game.results import compute
from missions.rules.game.state import SIDES
from missions.rules.game.waiting import awaited
from missions.rules.views import GameView, view_for
from missions.selectors import games as select
from missions.selectors.games import OpenedGame
from missions.views.game.mission_parts import mission_parts
from rosters.rules.state import FleetState, RostersState

Context = dict[str, Any]


@require_safe
def game_page(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The game at its present step. Whoever writes the report gets the form."""
    visit = visit_or_404(request, campaign_id)
    opened = select.opened_or_404(visit.campaign, number)
    return show(request, visit, opened, writing=writes(visit, opened))


def writes(visit: Visit, opened: OpenedGame) -> bool:
    """Whether the visitor has begun the report, or plays the side that has."""
    return opened.game.step == "report" and visit.member is not None and _wrote(opened, visit.member.number)


def _wrote(opened: OpenedGame, member: int) -> bool:
    return opened.game.report.written_by(opened.side_of(member), member)


def show(
    request: HttpRequest,
    visit: Visit,
    opened: OpenedGame,
    *,
    writing: bool = False,
    settling: bool = False,
    findings: Iterable[Finding] = (),
    status_code: int = 200,
    **more: Any,
) -> HttpResponse:
    """The game page with the report as a form (`writing`, or `settling` for an organiser) or as it stands."""
    context = _context(request, visit, opened, tuple(findings), more)
    context |= {"writing": writing, "settling": settling, "form_open": writing or settling} | more
    if context["form_open"]:
        sides = context["report"].sides
        context["form_sides"] = [(side, side.form(context["url"], settling=settling)) for side in sides]
    return render(request, "missions/game.html", context, status=status_code)


def _context(
    request: HttpRequest, visit: Visit, opened: OpenedGame, findings: tuple[Finding, ...], more: Context
) -> Context:
    me = visit.member.number if visit.member else 0
    game = opened.game
    view = view_for(game, select.viewer_of(game, opened.fleets, me or None, visit.organises))
    names = _names(visit, opened)
    fleets = _badges(visit, opened, view, names)
    why = select.called_off_because(visit.campaign, game.id) if view.step == "void" else ""
    base = base_of(visit)
    context = frame(
        request,
        visit,
        view=view,
        step=view.step,
        fleets=fleets,
        sides=[fleets[side] for side in SIDES],
        round=select.round_ordinal(visit.campaign, game),
        url=f"{base}games/{game.id}/",
        own_url=f"{base}games/{game.id}/" if "refused" in more else request.path,
        round_url=f"{base}friendlies/" if game.friendly else f"{base}rounds/{game.round}/",
        friendly=game.friendly,
        verify_url=f"/verify/{visit.campaign.pk}/{game.id}/",
        draw=draw_page(view, fleets),
        status=status(view, awaited(opened.state, game), fleets, me=me, organises=visit.organises),
        called_off=why,
        undone=select.undone_because(visit.campaign, game.id) if view.step == "confirm" else "",
        playing=any(fleet.may_act for fleet in fleets.values()),
        seen=str(visit.campaign.head_seq),
    )
    where = "Friendly games" if game.friendly else f"Round {context['round']}"
    context["trail"].append((where, context["round_url"]))
    context["turning"] = _turning(request, context)
    context["fight"] = battle_port().panel(request, visit, opened, view)
    if view.pregame is not None:
        context |= mission_parts(visit, opened, view, fleets, more.get("typed"))
    if view.squadrons["active"]:
        context |= _forces(opened, view, fleets)
    if view.report is not None:
        context |= _report(visit, opened, view, fleets, names, findings)
    elif view.ships:
        context["report"] = report_page(view, fleets, dict.fromkeys(SIDES, 0), writer="", findings=findings)
    return context


def _names(visit: Visit, opened: OpenedGame) -> dict[int, str]:
    report = opened.game.report
    wanted = {who for fleet in opened.fleets.values() for who in (fleet.member, fleet.proxy)}
    wanted |= {report.by, opened.written_for} | {dispute.member for dispute in report.disputes.values()}
    return dict(member_names(visit.campaign.pk, wanted))


def _badges(visit: Visit, opened: OpenedGame, view: GameView, names: dict[int, str]) -> Fleets:
    owners = {number: _owner(fleet, names) for number, fleet in opened.fleets.items()}
    return badges(view, opened.fleets, owners, base_of(visit), organises=visit.organises)


def _owner(fleet: FleetState, names: dict[int, str]) -> str:
    owner = names.get(fleet.member, "")
    return f"{owner}, proxy: {names.get(fleet.proxy, 'somebody')}" if fleet.proxy else owner


def _writer(opened: OpenedGame, names: dict[int, str], me: int = 0) -> str:
    """Who writes the report, and for whom if as a proxy; member `me` is told so."""

    def named(member: int) -> str:
        return names.get(member, "somebody") + (" (you)" if me and member == me else "")

    writer = named(opened.game.report.by)
    return f"{writer} for {named(opened.written_for)}" if opened.written_for else writer


def _turning(request: HttpRequest, context: Context) -> bool:
    """Whether the cards turn over in front of the reader: on a whole page, or when a part brings new ones."""
    drawn = f"{context['step']}-{len(context['draw'].turns)}"
    context["was"] = drawn
    return not getattr(request, "htmx", False) or request.GET.get("was", "") != drawn


def _forces(opened: OpenedGame, view: GameView, fleets: Fleets) -> Context:
    """Both forces as they stand on the table, and what is set up around them."""
    if view.step not in ("pregame", "draw", "play", "report"):
        return {}
    advice = set_up(opened.game)
    names = {side: fleets[side].name for side in SIDES}
    return {
        "forces": [
            (fleet, force_sheet(view, side, opened.fleets[fleet.number])) for side, fleet in fleets.items()
        ],
        "table": table_notes(advice, names),
        "start_damage": start_damage_lines(view, fleets, advice.start_damage),
        "limited": [(fleets[each.side], each) for each in limited_choices(advice)],
    }


def _report(
    visit: Visit,
    opened: OpenedGame,
    view: GameView,
    fleets: Fleets,
    names: dict[int, str],
    findings: tuple[Finding, ...],
) -> Context:
    """The report as this reader may see it, and what follows from it."""
    game, report = opened.game, view.report
    assert report is not None
    me = visit.member.number if visit.member else 0
    side = opened.side_of(me)
    scores = compute(game).scores
    context: Context = {
        "report": report_page(
            view,
            fleets,
            scores,
            writer=_writer(opened, names),
            me=me,
            organises=visit.organises,
            members=names,
            findings=findings,
        ),
        "is_writer": _wrote(opened, me),
        "writer": _writer(opened, names, me),
        "may_dispute": may_dispute(game, side, me, visit.organises),
        "may_write": may_write(game, side, me, visit.organises),
        "may_confirm": may_confirm(game, side, me, visit.organises),
    }
    if report.result is not None:
        context["verdict"] = verdict(
            report.result, fleets, settled=view.step == "done" and not _on_offer(opened)
        )
    if view.step == "confirm" and view.viewer != "public":
        context |= _ahead(opened, fleets)
    if view.step == "done" and report.result is not None:
        act, events = select.result_events(visit.campaign, game.id)
        told = consequences(game, report.result, events)
        context |= {"effects": effects(told, fleets, _fleets_of(opened)), "result_act": act}
    return context


def _on_offer(opened: OpenedGame) -> bool:
    """Whether the winner has still to choose an asset of this game."""
    offers = (fleet.offer for fleet in opened.fleets.values())
    return any(offer is not None and offer.game == opened.game.id for offer in offers)


def _fleets_of(opened: OpenedGame) -> Mapping[int, FleetState]:
    """Both fleets and, where names may fall with them, their mates."""
    return opened.state.of(RostersState).fleets


def _ahead(opened: OpenedGame, fleets: Fleets) -> Context:
    """What confirming would do, and what is still to be chosen for it."""
    ahead = select.ahead_of(opened)
    asks = {side: [ask for ask in ahead.asked if ask.side == side] for side in SIDES}
    choices = side_choices(asks, fleets)
    return {
        "effects": effects(ahead.sentences, fleets, _fleets_of(opened)),
        "choices": choices,
        "choices_missing": any(each.missing for each in choices),
        "my_choices": any(each.missing and each.fleet.mine for each in choices),
    }
