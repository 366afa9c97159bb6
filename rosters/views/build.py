"""The roster builder and the post-game desk: two pages over the same board, with the same orders."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.http import done, refusing
from rosters.presenters.board import board, findings, sheet_of
from rosters.presenters.desk_page import desk_page
from rosters.presenters.fleet_page import tabs
from rosters.presenters.picks import squadron_targets
from rosters.rules.legality import Moment
from rosters.rules.orders.names import SUITS
from rosters.rules.uniques import SIDE_NAMES
from rosters.selectors import fleets as select
from rosters.views.workplace import Workplace, again, carry_out, last_act, workplace

SIDES = tuple(SIDE_NAMES.items())
UNDO_WORDS = {
    "buy_ship": "Undo: ship bought",
    "buy_upgrade": "Undo: upgrade bought",
    "return_ship": "Undo: ship given back",
    "return_upgrade": "Undo: upgrade given back",
    "move_ship": "Undo: ship moved",
    "move_upgrade": "Undo: upgrade moved",
    "form_squadron": "Undo: squadron laid out",
    "retype_squadron": "Undo: squadron designated",
    "strike_squadron": "Undo: squadron struck",
    "rearrange": "Undo: arrangement",
    "import_xws": "Undo: import",
    "promote": "Undo: promotion",
    "recover_ship": "Undo: ship recovered",
    "recover_upgrade": "Undo: upgrade recovered",
    "repair_section": "Undo: repair",
    "rename_fleet": "Undo: new name",
    "change_side": "Undo: new side",
    "name_pilot": "Undo: pilot’s name",
}


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def work(request: HttpRequest, campaign_id: int, number: int, page: str) -> HttpResponse:
    """Builder or desk; a post carries out one order and shows the page as it is then."""
    at = workplace(request, campaign_id, number, page)
    if request.method != "POST":
        return render(request, f"rosters/{page}.html", context_of(at))
    said = carry_out(request, at)
    if request.POST.get("do") in ("close_desk", "lock_fleet"):
        return done(request, at.base, said)
    if not getattr(request, "htmx", False):
        return done(request, at.url, said)
    messages.success(request, said)
    response = render(request, f"rosters/{page}.html#builder", context_of(again(at)) | {"part": True})
    response["HX-Trigger-After-Settle"] = "roster-changed"
    return response


def context_of(at: Workplace) -> dict[str, Any]:
    """What both pages show. Three queries at most."""
    profile = select.profile_of(at.campaign)
    moment: Moment = "start" if at.draft else "close" if at.fleet.standing == "desk" else "desk"
    sheet = sheet_of(at.doc, profile, moment)
    last = last_act(at) if at.open else None
    context = {
        "at": at,
        "campaign": at.campaign,
        "fleet": at.fleet,
        "sheet": sheet,
        "findings": findings(at.doc, profile, moment),
        "board": board(at.doc, profile, moment, edit=at.open),
        "targets": list(squadron_targets(at.fleet)),
        "last": last,
        "undo_label": UNDO_WORDS.get(last.name, "") if last else "",
        "sides": SIDES,
        "suits": SUITS,
        "empty": not at.fleet.ships and not at.fleet.upgrades,
        "tabs": tabs(at.base, ""),
        "trail": [(at.campaign.name, f"/campaigns/{at.campaign.pk}/"), (at.fleet.name, at.base)],
    }
    if at.page == "desk" and at.fleet.standing == "desk":
        context["desk"] = desk_page(at.doc, profile)
    return context
