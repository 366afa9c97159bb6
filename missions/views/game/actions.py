"""The buttons of the game page: each posts one order."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from league.http import done, refusing, seen_from, whole_number
from league.kernel.decision import Order
from league.kernel.refusal import Unreadable
from league.permissions import member_visit_or_404
from league.services.acts import act
from league.views.common import base_of
from missions.forms import choices_of
from missions.rules.game.access import checked_side
from missions.rules.game.choices import asked
from missions.rules.orders import (
    AcceptDraw,
    ChooseLimited,
    ConfirmResult,
    DisputeLine,
    PressReady,
    ReopenReport,
    VoidGame,
    WithdrawDispute,
)
from missions.selectors import games as select
from missions.selectors.games import OpenedGame

SAID = {
    "ready": "Ready.",
    "accept": "The draw is accepted.",
    "void": "The game is called off; both fleets are free again.",
    "limited": "That copy is the one in use.",
    "reopen": "You have the report back. Change it and submit it again.",
    "dispute": "The line is disputed. An organiser settles it, unless you withdraw.",
    "withdraw": "The dispute is withdrawn.",
    "choices": "Your choices are kept.",
    "confirm": "The result counts. Both post-game phases are open.",
}
FRIENDLY = {
    "void": "The friendly game is called off.",
    "confirm": "The result is recorded. Nothing follows from it.",
}
# Buttons that only make sense for what the reader saw; the others stand whatever happened meanwhile.
LOOKED_AT = ("void", "dispute", "withdraw", "choices", "confirm", "reopen")


@require_POST
@refusing
def game_do(request: HttpRequest, campaign_id: int, number: int, doing: str) -> HttpResponse:
    """One press of a button on the game page."""
    visit = member_visit_or_404(request, campaign_id)
    opened = select.opened_or_404(visit.campaign, number)
    order = _order(request, opened, doing)
    seen = seen_from(request, f"missions:{number}") if doing in LOOKED_AT else {}
    act(campaign_id, visit.member, order, seen=seen)
    said = FRIENDLY.get(doing, SAID[doing]) if opened.game.friendly else SAID[doing]
    return done(request, f"{base_of(visit)}games/{number}/", said)


def _order(request: HttpRequest, opened: OpenedGame, doing: str) -> Order:
    """The order that a button stands for. Raises `Unreadable`."""
    post, game = request.POST, opened.game.id
    match doing:
        case "ready":
            return PressReady(game, checked_side(post.get("side", "")), post.get("nonce", ""))
        case "accept":
            return AcceptDraw(game, checked_side(post.get("side", "")))
        case "void":
            return VoidGame(game, post.get("reason", ""))
        case "limited":
            return ChooseLimited(game, whole_number(post.get("upgrade", ""), "The card"))
        case "reopen":
            return ReopenReport(game)
        case "dispute":
            return DisputeLine(game, whole_number(post.get("ship", ""), "The ship"), post.get("reason", ""))
        case "withdraw":
            return WithdrawDispute(game, whole_number(post.get("ship", ""), "The ship"))
        case "choices":
            side = checked_side(post.get("side", ""))
            return choices_of(post, game, side, asked(opened.state, opened.game, side))
        case "confirm":
            return ConfirmResult(game)
        case _:
            raise Unreadable("no_such_thing", "There is no such button. Reload the page and try again.")
