"""The address at which browsers exchange the seals of their nonces (docs/decisions/0033)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods

from league.kernel.refusal import Refusal
from league.permissions import member_access_or_404
from missions.rules.game.access import checked_side
from missions.rules.game.state import SIDES, GameState
from missions.selectors import games as select
from missions.services.sealing import announce_seal


@require_http_methods(["GET", "HEAD", "POST"])
def nonces(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Answer scripts: a post announces the seal of one side and answers with `theirs`, the other side's seal;
    the answer to a get says who is ready and whose nonce is held back. A refusal is its sentence."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    draw = opened.game.draw
    assert access.member is not None
    if request.method != "POST":
        return JsonResponse(_state(opened.game))
    try:
        side = checked_side(request.POST.get("side", ""))
        theirs = announce_seal(campaign_id, opened, access.member.number, side, request.POST.get("seal", ""))
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.message}, status=refusal.status)
    bound = draw.seals.get(side, "") if draw is not None else ""
    return JsonResponse({**_state(opened.game), "theirs": theirs, "bound": bound})


def _state(game: GameState) -> dict[str, object]:
    """The facts that browsers need; "over" as soon as no part of this draw will be asked for."""
    draw = game.draw
    ready, held = (draw.ready, draw.held) if draw is not None else ((), ())
    begun = len(ready) == len(SIDES) and not held
    return {"ready": ready, "held": held, "over": begun or game.step not in ("pregame", "draw")}
