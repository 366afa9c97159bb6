"""Imagined losses of a fleet, looked at and never written."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import fleet_address
from league.http import refusing
from league.kernel.refusal import Unreadable
from league.permissions import CampaignAccess, campaign_access_or_404
from league.posted import read_number
from league.rules.command import commanders
from league.rules.standings import OUT
from league.views.common import base_of
from rosters.presenters.board import sheet_of
from rosters.presenters.roster.sheet import ShipLine
from rosters.presenters.what_if import imagined
from rosters.rules.desk.what_if import Imagined, Loss
from rosters.rules.state import FleetState
from rosters.selectors import fleets as select
from rosters.views.fleet_frame import fleet_frame
from rosters.views.planned import kept

MOST_POINTS = 2000
FATES: tuple[tuple[str, str], ...] = (("", "Survives"), ("mia", "Missing"), ("kia", "Killed"))
SURVIVE = "no"
DEFEAT = "defeat"
FOR_ALL = (("", "Choose"), (SURVIVE, "Survive"), *FATES[1:])
"""Fates for a whole squadron; they come before those of its ships."""
LOSSES: dict[str, Loss] = {"mia": "mia", "kia": "kia"}


@require_safe
@refusing
def page(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The fleet's ships with a fate to choose for each, or for a whole squadron, and what would follow."""
    access = campaign_access_or_404(request, campaign_id)
    doc = select.doc_or_404(access.campaign, number)
    fleet, profile = select.decode_fleet(doc), select.profile_of(access.campaign)
    docs = () if fleet.standing in OUT else select.mate_docs(access.campaign, fleet)
    losses, defeat = losses_of(request.GET, fleet), _is_defeat(request.GET)
    points, wrong = _points_or_why(request.GET)
    sheet = sheet_of(doc, profile, None, docs)
    blocks = [(f"Squadron {each.card}", each.card, _lines(each.ships, losses)) for each in sheet.squadrons]
    if sheet.inventory:
        blocks.append(("Inventory", 0, _lines(sheet.inventory, losses)))
    context = fleet_frame(request, access, fleet, "What if", here="What if") | {
        "current": "What if",
        "live_campaign_id": None,
        "outcome": imagined((doc, *docs), profile, losses, points=points, defeat=defeat),
        "blocks": [each for each in blocks if each[2]],
        "fates": FATES,
        "for_all": FOR_ALL,
        "points": request.GET.get("points", "") if wrong else points,
        "wrong": wrong,
        "defeat": defeat,
        "out": fleet.standing in OUT,
        "losses": losses,
        "at_fleet": fleet_address(base_of(access), fleet.slug),
        "may_plan": _may_plan(access, fleet),
        "planned": not kept(request, campaign_id, number).empty,
    }
    return render(request, "rosters/what_if/page.html", context, status=wrong.status if wrong else 200)


def _may_plan(access: CampaignAccess, fleet: FleetState) -> bool:
    """Whether the reader can plan on: in a campaign that has ended no plan is ever taken over."""
    commands = access.member is not None and access.member.number in commanders(fleet)
    return access.campaign.phase != "ended" and (access.organises or commands)


def losses_of(query: QueryDict, fleet: FleetState) -> dict[int, Loss]:
    """The fate of each ship that falls: that of its squadron, else its own. Raises `Unreadable`."""
    _check_names(query, fleet)
    found: dict[int, Loss] = {}
    for ship in fleet.ships.values():
        fate = query.get(f"squadron-{ship.squadron or 0}", "") or query.get(f"ship-{ship.id}", "")
        if fate not in ("", SURVIVE, *LOSSES):
            raise Unreadable("no_fate", "A ship survives, is missing, or is killed: choose one of these.")
        if fate in LOSSES:
            found[ship.id] = LOSSES[fate]
    return found


def _check_names(query: QueryDict, fleet: FleetState) -> None:
    """Raise `Unreadable` if a fate is for a ship or a squadron that the fleet does not have."""
    ships = {f"ship-{each.id}" for each in fleet.ships.values()}
    squadrons = {f"squadron-{each.squadron or 0}" for each in fleet.ships.values()}
    for name, kind, known in (("ship-", "ship", ships), ("squadron-", "squadron", squadrons)):
        if any(each.startswith(name) and query.get(each) and each not in known for each in query):
            raise Unreadable(
                f"no_such_{kind}",
                f"The fleet has no such {kind}, or no longer. Open What if from the fleet’s page.",
            )


def _is_defeat(query: QueryDict) -> bool:
    """Raises `Unreadable` for a result that is none."""
    result = query.get("result", "")
    if result not in ("", DEFEAT):
        raise Unreadable("no_result", "The game is won or drawn, or it is lost: choose one.", field="result")
    return result == DEFEAT


def imagined_in(query: QueryDict, fleet: FleetState) -> Imagined | None:
    """The imagined game of these fields; None if nothing happens in it. Raises `Unreadable`."""
    losses = tuple(sorted(losses_of(query, fleet).items()))
    found = Imagined(losses, _points(query), _is_defeat(query))
    return None if found == Imagined() else found


def _points(query: QueryDict) -> int:
    text = query.get("points", "")
    if not text:
        return 0
    points = read_number(text, "The reward", field="points", most=MOST_POINTS)
    if points < 0:
        raise Unreadable("no_points", "A reward is no less than 0 points.", field="points")
    return points


def _points_or_why(query: QueryDict) -> tuple[int, Unreadable | None]:
    """The reward; 0 with the refusal for one that cannot be, so that the page says it beside the field."""
    try:
        return _points(query), None
    except Unreadable as refusal:
        return 0, refusal


def _lines(ships: tuple[ShipLine, ...], losses: dict[int, Loss]) -> list[tuple[ShipLine, str]]:
    """The ships that can be lost, each with the fate that is imagined for it."""
    return [(ship, losses.get(ship.id, "")) for ship in ships if not ship.mia]
