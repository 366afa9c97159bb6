"""The button that reminds the people for whom a game waits."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from league.addresses import address
from league.http import back, done, printed_origin, refusing
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_order
from league.rules.phrases import join_words
from league.rules.reminders import PlayersReminded
from league.selectors import campaigns, port_rows
from league.services.acts import act
from league.services.mail import mail_reminder
from league.views.found import address_of
from missions.rules.game.moves import doing_words
from missions.rules.game.orders.remind import RemindSide

LETTER = """{campaign}: {fleets} waits for you. You have {doing}.

{game}

You asked for reminders by mail. To stop them, go to {account}
"""


@require_POST
@refusing
def remind(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Remind one side; say who was reminded, and whether letters are on their way."""
    access = member_access_or_404(request, campaign_id)
    order = read_order(RemindSide, request.POST, game=number)
    with transaction.atomic():
        made = act(campaign_id, access.member, order)
        found = next(each for each in made.events if isinstance(each, PlayersReminded))
        sent = mail_reminder(
            campaign_id,
            found.members,
            f"{access.campaign.name}: a game waits for you",
            _letter(request, access, found),
        )
    names = campaigns.member_names(campaign_id, found.members)
    how = " and by mail" if sent else ""
    people = join_words(names.get(each, "Somebody") for each in found.members)
    return done(request, back(request), f"{people} got a reminder in the inbox{how}.")


def _letter(request: HttpRequest, access: CampaignAccess, found: PlayersReminded) -> str:
    """The text of the letter. Two queries."""
    campaign, origin = access.campaign, printed_origin(request)
    game = port_rows.game_names(campaign.pk, [found.about])[found.about]
    fleets = port_rows.fleet_names(campaign.pk, [game.active, game.opposing])
    return LETTER.format(
        campaign=campaign.name,
        fleets=f"{fleets[game.active]} against {fleets[game.opposing]}",
        doing=doing_words(found.what),
        game=origin + address_of(request),
        account=origin + address("account"),
    )
