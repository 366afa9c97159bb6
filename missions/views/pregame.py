"""The forms of a game with a mission: each posts one order. What is refused is said in place."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from league.http import done, refusing, seen_from
from league.kernel.refusal import NotYours, Refusal
from league.permissions import Visit, member_visit_or_404
from league.services.acts import act
from league.views.common import base_of
from missions.forms import mission_order
from missions.selectors import games as select
from missions.views.game.page import show

SAID = {
    "rest": "It is settled who rests.",
    "squadron": "Your mission squadron is drawn.",
    "mission": "The mission is chosen.",
    "strength": "The number is settled.",
    "commit": "Committed.",
    "take-back": "Taken back.",
    "exchange": "The squadrons are exchanged.",
    "look": "You have seen the card.",
    "swap": "Done. It is swapped, if a squadron that fits was left.",
    "pass": "Let go.",
    "supplies": "The munitions are aboard.",
    "nominate": "Nominated. Your opponent sees that it is done, not which ship it is.",
    "go-on": "It goes on.",
    "show-nomination": "The nomination is open. The report can be completed.",
    "reinforce": "A squadron is drawn: it arrives at once.",
    "hold-back": "Noted: no squadron this round.",
    "bring": "A ship arrives. It joins the fleet after the game.",
}
# Who goes on lets stand what he saw, and nothing that was chosen since.
LOOKED_AT = ("go-on",)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def prepare(request: HttpRequest, campaign_id: int, number: int, doing: str) -> HttpResponse:
    """Carry out what a form of the game page says; when it is refused, show the page with the sentence."""
    visit = member_visit_or_404(request, campaign_id)
    url = f"{base_of(visit)}games/{number}/"
    select.there_or_404(visit.campaign, number)
    if request.method != "POST":
        return HttpResponseRedirect(url)
    seen = seen_from(request, f"missions:{number}") if doing in LOOKED_AT else {}
    try:
        act(campaign_id, visit.member, mission_order(request.POST, number, doing), seen=seen)
    except NotYours:
        raise
    except Refusal as refusal:
        return _again(request, visit, number, refusal, doing)
    return done(request, url, SAID[doing])


def _again(request: HttpRequest, visit: Visit, number: int, refusal: Refusal, doing: str) -> HttpResponse:
    """The page as it is now, with what was posted and the sentence about it."""
    visit.campaign.refresh_from_db()
    opened = select.opened_or_404(visit.campaign, number)
    typed = {name: request.POST.getlist(name) for name in request.POST}
    return show(
        request, visit, opened, status_code=refusal.status, refusal=refusal, typed=typed, refused=doing
    )
