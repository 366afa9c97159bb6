"""The buttons of the game page: each posts one order."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from league.http import done, refusing, seen_from
from league.kernel.decision import Order
from league.permissions import member_access_or_404
from league.posted import known_order, read_order
from league.views.found import address_of
from missions.forms import choices_of
from missions.rules.game.access import checked_side
from missions.rules.game.choices import choices_to_make
from missions.rules.orders import (
    AcceptCorrections,
    AcceptDraw,
    ChooseLimited,
    ConfirmResult,
    DisputeLine,
    FillNonce,
    PressReady,
    RefuseCorrections,
    ReopenReport,
    SaveChoices,
    ShowNonce,
    TakeOverReport,
    TellGame,
    VoidGame,
    WithdrawDispute,
)
from missions.selectors import games as select
from missions.selectors.games import OpenedGame
from missions.services.links import carry_out
from missions.services.sealing import against_their_seal

BUTTONS: dict[str, tuple[type[Order], str]] = {
    "ready": (PressReady, ""),
    "show-nonce": (ShowNonce, ""),
    "fill-nonce": (FillNonce, "The site filled the part in."),
    "accept": (AcceptDraw, "The draw is accepted."),
    "void": (VoidGame, "The game is called off; both fleets are free again."),
    "limited": (ChooseLimited, "That copy is the one in use."),
    "take-over": (TakeOverReport, "You go on with the report. Submit it when it is complete."),
    "reopen": (ReopenReport, "You have the report back. Change it and submit it again."),
    "dispute": (DisputeLine, "The line is disputed. An organiser settles it, unless you withdraw."),
    "accept-corrections": (AcceptCorrections, "Accepted: the report says so now."),
    "refuse-corrections": (RefuseCorrections, "Your report stands. An organiser settles it."),
    "withdraw": (WithdrawDispute, "The dispute is withdrawn."),
    "tell": (TellGame, "Your account is in the story."),
    "choices": (SaveChoices, "Your choices are kept."),
    "confirm": (ConfirmResult, "The result counts. The repairs of both fleets are open."),
}
ORDERS = {doing: order for doing, (order, _) in BUTTONS.items()}
FRIENDLY = {
    "void": "The friendly game is called off.",
    "confirm": "The result is recorded. It has no consequences.",
}
ANSWERS = ("accept-corrections", "refuse-corrections")
# Buttons that only make sense for what the reader saw; the others apply to later states too.
LOOKED_AT = ("void", "dispute", "withdraw", "choices", "confirm", "reopen", "take-over", *ANSWERS)


@require_POST
@refusing
def game_do(request: HttpRequest, campaign_id: int, number: int, doing: str) -> HttpResponse:
    """One press of a button on the game page."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    order = _order(request, campaign_id, opened, doing)
    seen = seen_from(request, f"missions:{number}") if doing in LOOKED_AT else {}
    carry_out(campaign_id, access.member, order, seen=seen)
    message = BUTTONS[doing][1]
    if opened.game.friendly:
        message = FRIENDLY.get(doing, message)
    return done(request, address_of(request), message)


def _order(request: HttpRequest, campaign_id: int, opened: OpenedGame, doing: str) -> Order:
    """The order that a button stands for. Raises `Unreadable`."""
    post, game = request.POST, opened.game.id
    button = known_order(ORDERS, doing)
    if doing == "choices":
        side = checked_side(post.get("side", ""))
        return choices_of(post, game, side, choices_to_make(opened.state, opened.game, side))
    order = read_order(button, post, game=game)
    return against_their_seal(campaign_id, opened, order) if isinstance(order, PressReady) else order
