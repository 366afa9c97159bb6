"""Recomputing a draw in the reader's browser (CR-079)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import Address, address, game_address
from league.permissions import campaign_access_or_404
from league.rules.phrases import NONCE_WORDS
from league.selectors.port_rows import fleet_names
from league.views.common import base_of, frame
from missions.models import LaidOrder
from missions.rules.game.secrets import GameView, view_for
from missions.rules.game.sides import SIDE_TITLES
from missions.rules.game.state import SIDES
from missions.selectors import games as select
from missions.selectors.laid import laid_orders
from rosters.rules.state import SQUADRON_CARDS


@require_safe
def verify_any(request: HttpRequest) -> HttpResponse:
    """A form for seed, nonces and pools: the browser does all the work, nothing is sent."""
    return render(
        request, "missions/verify/any.html", {"cards": SQUADRON_CARDS, "names": SIDE_TITLES.items()}
    )


@require_safe
def verify_game(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """The draw of one game: what was sealed, what is open by now, and the recomputation once all is."""
    access = campaign_access_or_404(request, campaign_id)
    game = select.game_or_404(access.campaign, number)
    view = view_for(game, "public")
    names = fleet_names(campaign_id, (view.active, view.opposing))
    url = game_address(base_of(access), game.number)
    context = frame(
        request,
        access,
        "Rounds",
        view=view,
        draw=view.draw,
        data=_data(view, url, laid_orders(campaign_id, game.id)),
        hows=NONCE_WORDS,
        active=names.get(view.active, "Active Fleet"),
        opposing=names.get(view.opposing, "Opposing Fleet"),
        url=url,
        address=request.path,
    )
    context["trail"].append(("Game", url))
    return render(request, "missions/verify/game.html", context)


def _data(view: GameView, url: Address, laid: Sequence[LaidOrder]) -> dict[str, Any] | None:
    """The data of `draw_data`; with picks also the orders that waited for links, and the address under which
    the browser has kept the links that it gave."""
    data = draw_data(view, address("game-nonces", url))
    if data is None or view.pregame is None:
        return data
    used = {link for pick in view.pregame.picks for link in pick.links}
    orders = [_laid(each, told=not used.isdisjoint(each.given.values())) for each in laid]
    return {**data, "chains": address("game-links", url), "laid": orders}


def _laid(row: LaidOrder, *, told: bool) -> dict[str, Any]:
    """An order that waited for links. One that was never carried out stays as secret as it was."""
    known = {"number": row.number, "given": row.given}
    return {**known, "name": row.name, "order": row.order, "salt": row.salt} if told else known


def draw_data(view: GameView, exchange: str) -> dict[str, Any] | None:
    """Data for recomputing the draw in the browser; None while part of it is sealed or nothing was drawn.
    Under the address of the `exchange` of seals a browser has kept what it saw of the draw."""
    draw, mission = view.draw, view.pregame
    if draw is None or not draw.seed:
        return None
    sealed: dict[str, Any] = {
        "commitment": draw.commitment,
        "seed": draw.seed,
        "nonces": draw.nonces,
        "seals": draw.seals,
        "hows": draw.hows,
        "exchange": exchange,
    }
    if mission is not None:
        picks = [
            {
                "purpose": each.purpose,
                "deck": list(each.deck),
                "taken": list(each.taken),
                "fresh": each.fresh,
                "links": list(each.links),
            }
            for each in mission.picks
        ]
        return {**sealed, "picks": picks} if picks else None
    if not draw.order:
        return None
    return {
        **sealed,
        "pools": {side: list(draw.pools.get(side, ())) for side in SIDES},
        "types": {f"{side}:{each.card}": each.type for side in SIDES for each in view.squadrons[side]},
        "order": list(draw.order),
    }
