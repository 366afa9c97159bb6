"""The button that reminds the people for whom a game waits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from league.addresses import address
from league.http import back, done, printed_origin, refusing
from league.permissions import member_access_or_404
from league.posted import read_order
from league.rules.phrases import join_words
from league.rules.reminders import PlayersReminded
from league.selectors import campaigns
from league.services.acts import act
from league.services.mail import mail_reminder
from league.views.found import address_of
from missions.rules.game.moves import move_words
from missions.rules.game.orders.remind import RemindSide
from missions.selectors import games as select
from missions.selectors.games import OpenedGame

LETTER = """{campaign}: {fleets} waits for you. You have {doing}.

{game}

You asked for reminders by mail. To stop them, go to {account}
"""


@require_POST
@refusing
def remind(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Remind one side; say who was reminded, and how many letters left."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    order = read_order(RemindSide, request.POST, game=opened.game.id)
    made = act(campaign_id, access.member, order)
    found = next(each for each in made.events if isinstance(each, PlayersReminded))
    names = campaigns.member_names(campaign_id, found.members)
    sent = mail_reminder(
        campaign_id,
        found.members,
        f"{access.campaign.name}: a game waits for you",
        _letter(request, access.campaign.name, opened, found),
    )
    how = " and by mail" if sent else ""
    people = join_words(names.get(each, "Somebody") for each in found.members)
    return done(request, back(request), f"{people} got a reminder in the inbox{how}.")


def _letter(request: HttpRequest, campaign: str, opened: OpenedGame, found: PlayersReminded) -> str:
    origin = printed_origin(request)
    return LETTER.format(
        campaign=campaign,
        fleets=" against ".join(
            opened.fleets[each].name for each in (opened.game.active, opened.game.opposing)
        ),
        doing=move_words(opened.game.step, found.what)[1],  # type: ignore[arg-type]
        game=origin + address_of(request),
        account=origin + address("account"),
    )
