"""The forms of a game with a mission: each posts one order. If an order is refused, the sentence stands
beside the form."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.http import require_http_methods

from league.http import done, refusing, seen_from
from league.kernel.decision import Order
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_order
from league.views.found import address_of
from missions.presenters.pregame.forms import said_after
from missions.rules import orders as do
from missions.rules.pregame.events import ForcesRevealed
from missions.rules.pregame.questions import AT_ADDRESS
from missions.selectors import games as select
from missions.services.links import carry_out, laid
from missions.views.game.page import show

# Buttons besides the questions: the order, and the message after it.
BUTTONS: dict[str, tuple[type[Order], str]] = {
    "take-back": (do.TakeBack, "Taken back."),
    "pass": (do.PassEffect, "Let go."),
    "show-nomination": (do.ShowNomination, "The nomination is shown. You can complete the report."),
    "reinforce": (do.DrawReinforcement, "A squadron is drawn: it arrives at once."),
    "hold-back": (do.PassReinforcement, "Noted: no squadron this round."),
    "bring": (do.BringShip, "A ship arrives. It joins the fleet after the game."),
}
DOINGS = (*(address for address in AT_ADDRESS if address != "ready"), *BUTTONS)
"""Last parts of the addresses here; "ready" has a page of its own in `missions.views.game.actions`."""
# Going on accepts only the choices shown on the submitted page.
LOOKED_AT = ("go-on",)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def prepare(request: HttpRequest, campaign_id: int, number: int, doing: str) -> HttpResponse:
    """Carry out what a form of the game page says; when it is refused, show the page with the sentence."""
    access = member_access_or_404(request, campaign_id)
    url = address_of(request)
    select.there_or_404(access.campaign, number)
    if request.method != "POST":
        return HttpResponseRedirect(url)
    seen = seen_from(request, f"missions:{number}") if doing in LOOKED_AT else {}
    try:
        order, message = _order(request.POST, number, doing)
        carried = carry_out(campaign_id, access.member, order, seen=seen)
    except NotYours:
        raise
    except Refusal as refusal:
        return _again(request, access, number, refusal, doing)
    if any(isinstance(each, ForcesRevealed) for each in carried.events):
        message = "All cards are turned over."
    return done(request, url, "" if laid(carried) else message)


def _order(post: QueryDict, game: int, doing: str) -> tuple[Order, str]:
    """The order that a form stands for, and the message after it. Raises `Unreadable`."""
    if doing in BUTTONS:
        order, message = BUTTONS[doing]
        return read_order(order, post, game=game), message
    question = AT_ADDRESS[doing]
    if doing == "commit" and "assets" not in post:
        raise Unreadable("nothing_chosen", "Choose an asset, or choose to commit none.", field="assets")
    if doing == "rest":
        _check_resting(post.getlist("cards"))
    made = read_order(question.order, post, game=game, missing=question.missing)
    return made, said_after(made, question.done)


def _check_resting(cards: list[str]) -> None:
    """Raises `Unreadable` if nothing was chosen, or nobody together with squadrons."""
    if not cards:
        raise Unreadable(
            "nothing_chosen", "Choose the squadrons that rest, or that nobody rests.", field="cards"
        )
    if "" in cards and any(cards):
        raise Unreadable(
            "nobody_and_some", "Choose either squadrons that rest or that nobody rests.", field="cards"
        )


def _again(
    request: HttpRequest, access: CampaignAccess, number: int, refusal: Refusal, doing: str
) -> HttpResponse:
    """The page as it is now, with what was posted and the sentence about it."""
    access.campaign.refresh_from_db()
    opened = select.opened_or_404(access.campaign, number)
    typed = {name: request.POST.getlist(name) for name in request.POST}
    return show(
        request, access, opened, status_code=refusal.status, refusal=refusal, typed=typed, refused=doing
    )
