"""The fleets and models of an account in the file with everything about it."""

from __future__ import annotations

from typing import Any

from league.addresses import address
from league.models import Member
from league.naming import file_stem
from league.selectors.own_data import Files, Owner, moment, provides_own_data
from league.store.log import docs
from rosters.models import Fleet, OwnedShip, SharedSquadron
from rosters.rules.purchases.xws import export_squadron
from rosters.rules.state import FleetState
from rosters.selectors.fleets import decode_fleet

FIGURES = ("standing", "points", "value", "victories", "defeats", "draws", "destroyed_points")


@provides_own_data
def _fleets(owner: Owner) -> Files:
    """One entry for each fleet, and a file in the XWS format for each of its squadrons."""
    fleets: list[dict[str, Any]] = []
    squadrons: dict[str, Any] = {}
    for seat in owner.seats:
        rows = list(Fleet.objects.filter(campaign=seat.campaign_id, member=seat.number).order_by("number"))
        stored = docs(seat.campaign_id, "rosters", [row.number for row in rows])
        for row in rows:
            state = decode_fleet(stored[row.number])
            fleets.append(_fleet(seat, row, state))
            stem = f"{seat.campaign_id}-{row.number}-{file_stem(row.name, 'fleet')}"
            for card in sorted(state.squadrons):
                name = "/".join(("fleets", f"{stem}-{card}.xws"))
                squadrons[name] = export_squadron(state, card)
    return {"fleets.json": fleets, **squadrons}


def _fleet(seat: Member, row: Fleet, state: FleetState) -> dict[str, Any]:
    return {
        "campaign": seat.campaign.name,
        "number": row.number,
        "name": row.name,
        "side": row.side,
        "suit": row.suit,
        **{figure: getattr(row, figure) for figure in FIGURES},
        "squadrons": {str(card): export_squadron(state, card) for card in sorted(state.squadrons)},
    }


@provides_own_data
def _models(owner: Owner) -> Files:
    owned = OwnedShip.objects.filter(user=owner.user).order_by("ship")
    return {"models.json": {each.ship: each.count for each in owned}}


@provides_own_data
def _links(owner: Owner) -> Files:
    """The squadrons that the account shares by a link, as they were then."""
    rows = SharedSquadron.objects.filter(user=owner.user).select_related("campaign").order_by("pk")
    return {"shared.json": [_link(row) for row in rows]}


def _link(row: SharedSquadron) -> dict[str, Any]:
    return {
        "campaign": row.campaign.name,
        "link": address("shared", row.token),
        "shared": moment(row.shared_at),
        "squadron": export_squadron(decode_fleet(row.doc), row.card),
    }
