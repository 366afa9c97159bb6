"""Friendly games of a campaign: the list, and arranging one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.addresses import Address, game_address
from league.http import done, refusing
from league.kernel.refusal import NotYours
from league.permissions import CampaignAccess, campaign_access_or_404
from league.ports import FleetRow
from league.presenters.rounds import GAME_STEPS, result_line
from league.selectors import port_rows
from league.services.acts import act
from league.views.common import base_of, form_page, frame, posted
from missions.models import Game
from missions.rules.content.mission_data import missions
from missions.rules.game.orders.friendly import CANNOT_PLAY
from missions.rules.orders import ArrangeFriendly
from missions.rules.overrides.events import FriendlyArranged

LINES = 30


class FriendlyForm(forms.Form):
    """Choice of the two fleets and the kind of game."""

    active = forms.TypedChoiceField(label="Fleet", coerce=int)
    opposing = forms.TypedChoiceField(label="Against", coerce=int)
    missions = forms.BooleanField(label="With a mission", required=False)

    def __init__(self, *args: Any, own: list[FleetRow], others: list[FleetRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        blank = [("", "Choose a fleet")]
        for name, rows in (("active", own), ("opposing", others)):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            listed = [(str(each.number), each.name) for each in rows]
            field.choices = listed if len(rows) == 1 else blank + listed
            field.error_messages |= {
                "required": "Choose a fleet.",
                "invalid_choice": "Choose a fleet from the list.",
            }


@dataclass(frozen=True, slots=True)
class FriendlyLine:
    """A friendly game in the list."""

    title: str
    mission: str
    state: str
    result: str
    url: str


def _line(game: Game, names: dict[int, str], base: Address) -> FriendlyLine:
    active, opposing = (names.get(each, "A fleet that is gone") for each in (game.active, game.opposing))
    scores = game.active_score, game.opposing_score
    brief = missions().get(game.mission)
    return FriendlyLine(
        f"{active} against {opposing}",
        brief.name if brief else "",
        GAME_STEPS.get(game.step, ""),
        result_line(game.winner, (active, opposing), scores) if game.winner else "",
        game_address(base, game.ordinal),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def friendlies(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """All friendly games, newest first, with a form for commanders of a fleet. Five queries."""
    access = campaign_access_or_404(request, campaign_id)
    fleets = port_rows.fleets(campaign_id)
    names = {each.number: each.name for each in fleets}
    rows = Game.objects.filter(campaign=access.campaign, friendly=True).order_by("-number")
    page = Paginator(rows, LINES).get_page(request.GET.get("page"))
    own, others = _choices(access, fleets)
    if request.method == "POST" and not own:
        raise NotYours(
            "not_your_fleet", "Only somebody who commands a fleet here can arrange a friendly game."
        )
    form = FriendlyForm(
        posted(request), initial={"missions": access.campaign.missions}, own=own, others=others
    )

    def send() -> HttpResponse:
        data = form.cleaned_data
        order = ArrangeFriendly(data["active"], data["opposing"], data["missions"])
        made = act(campaign_id, access.member, order).events[0]
        assert isinstance(made, FriendlyArranged)
        return done(
            request,
            game_address(base_of(access), made.number),
            "The friendly game is arranged. It begins once both sides press ready.",
        )

    context = frame(
        request,
        access,
        "More",
        lines=[_line(each, names, base_of(access)) for each in page],
        page=page,
        may_arrange=bool(own and others) and len({*own, *others}) > 1,
    )
    return form_page(request, "missions/friendlies.html", context, form, send)


def _choices(access: CampaignAccess, fleets: list[FleetRow]) -> tuple[list[FleetRow], list[FleetRow]]:
    """The fleets that this visitor may send, and those that they may meet."""
    playing = [each for each in fleets if each.standing not in CANNOT_PLAY]
    if access.member is None:
        return [], playing
    me = access.member.number
    own = [each for each in playing if access.organises or _commands(me, each)]
    return own, [each for each in playing if len(own) != 1 or each not in own]


def _commands(member: int, fleet: FleetRow) -> bool:
    return member in (fleet.member, fleet.proxy)
