"""An organiser's word on a result before it counts, and on a fleet's assets; every form asks why."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.addresses import address
from league.forms import ReasonForm
from league.http import done, gone, refusing, seen_from
from league.permissions import CampaignAccess
from league.rules.phrases import SIDE_NAMES
from league.selectors import port_rows
from league.services.acts import act
from league.views.common import form_page, frame, organiser_access, posted
from league.views.found import address_of
from missions.presenters.report.verdict import named
from missions.rules.content.mission_data import assets as all_assets
from missions.rules.content.victory import mission_of
from missions.rules.game.results import compute
from missions.rules.game.state import SIDES, GameState
from missions.rules.orders import GiveAsset, RuleResult, TakeAwayAsset
from missions.rules.overrides.orders import NO_TARGETS, OWN_GAME, RULED_AT, may_rule
from missions.selectors import games as select
from rosters.rules.access import ENDED
from rosters.rules.overrides.orders import overridable
from rosters.rules.state import FleetState
from rosters.selectors.fleets import fleet_or_404
from rosters.views.fleet_frame import fleet_frame

STANDS = "The ruling stands in the report, for both sides to read."
TAKEN_BACK = "The ruling is taken back: the result follows from the report again."


class RulingForm(ReasonForm):
    """Ruling on the winner and on the mission's asset, with a reason."""

    winner = forms.ChoiceField(
        label="The result",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose who wins, or a draw.", "invalid_choice": "Choose one of these."},
    )
    asset = forms.BooleanField(
        label="Offer the winner the mission's asset",
        required=False,
        help_text="Only a victory brings one.",
    )

    def __init__(self, *args: Any, game: GameState, names: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["winner"]
        assert isinstance(field, forms.ChoiceField)
        choices = [(side, f"{names[game.fleet_of(side)]} wins") for side in SIDES]
        field.choices = [*choices, ("draw", "A draw")]
        field.required = game.ruled is None
        if game.ruled is not None:
            field.choices = [*field.choices, ("", "As computed: take the ruling back")]
        if mission_of(game) is None or game.friendly:
            del self.fields["asset"]
        self.order_fields(["winner", "asset", "reason"])


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def rule(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Rule on a result that is reported and does not count yet (CR-101)."""
    access = organiser_access(request, campaign_id, "rule on a result")
    opened = select.opened_or_404(access.campaign, number)
    game, url = opened.game, address_of(request)
    names = {each.id: each.name for each in opened.fleets.values()}
    ruled = game.ruled
    initial: dict[str, Any] = {}
    if ruled is not None:
        initial = {"winner": ruled.winner, "asset": ruled.asset, "reason": ruled.reason}
    form = RulingForm(posted(request), initial=initial, game=game, names=names)

    def send() -> HttpResponse:
        data = form.cleaned_data
        order = RuleResult(number, data["winner"], data["reason"], data.get("asset", False))
        act(campaign_id, access.member, order, seen=seen_from(request, f"missions:{number}"))
        return done(request, url, STANDS if data["winner"] else TAKEN_BACK)

    plays = opened.crew_of(access.member.number) if access.member else ()
    sides = {side: opened.fleets[game.fleet_of(side)] for side in SIDES}
    reasons = compute(game).reasons if game.step in RULED_AT else ()
    reported = [(named(each.text, sides), each.rule) for each in reasons]
    context = frame(
        request,
        access,
        "Rounds",
        url=url,
        open=may_rule(game, organises=access.organises, crew=plays),
        own=OWN_GAME if game.step in RULED_AT and plays else "",
        counts=game.step == "done",
        reported=reported,
        seen=access.campaign.head_seq,
        act_of=select.result_events(access.campaign, number)[0] if game.step == "done" else 0,
    )
    return form_page(request, "missions/rule.html", context, form, send)


class GiveForm(ReasonForm):
    """An asset, its target if it has one, and the reason."""

    kind = forms.ChoiceField(
        label="Asset", error_messages={"required": "Choose an asset.", "invalid_choice": "Choose an asset."}
    )
    target = forms.ChoiceField(
        label="Against",
        required=False,
        help_text="Only for assets that work against one opponent.",
        error_messages={"invalid_choice": "Choose whom it works against."},
    )

    def __init__(self, *args: Any, targets: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind, target = self.fields["kind"], self.fields["target"]
        assert isinstance(kind, forms.ChoiceField)
        assert isinstance(target, forms.ChoiceField)
        kind.choices = [
            ("", "Choose an asset"),
            *(
                (each.kind, f"{each.name} (against one opponent)" if each.targeted else each.name)
                for each in all_assets().values()
            ),
        ]
        target.choices = [("", "Nobody in particular"), *targets]
        self.order_fields(["kind", "target", "reason"])


def _targets(access: CampaignAccess, fleet: FleetState) -> list[tuple[str, str]]:
    """Targets that an asset of the fleet may name: other fleets, in a team campaign the other sides."""
    rows = [
        each
        for each in port_rows.fleets(access.campaign.pk)
        if each.number != fleet.id and each.standing not in NO_TARGETS
    ]
    if access.campaign.format == "team":
        return [
            (side, f"Team {SIDE_NAMES[side]}") for side in sorted({each.side for each in rows} - {fleet.side})
        ]
    return [(str(each.number), each.name) for each in rows]


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def assets(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Give a fleet an asset; those that it holds lead to taking them away."""
    access = organiser_access(request, campaign_id, "set a fleet's assets right")
    fleet = fleet_or_404(access.campaign, number)
    url = address_of(request)
    form = GiveForm(posted(request), targets=_targets(access, fleet))

    def send() -> HttpResponse:
        data = form.cleaned_data
        team = access.campaign.format == "team"
        order = GiveAsset(
            number,
            data["kind"],
            data["reason"],
            target=0 if team else int(data["target"] or 0),
            target_side=data["target"] if team else "",
        )
        seen = seen_from(request, f"rosters:{number}")
        act(campaign_id, access.member, order, seen=seen, own_too=True)
        return done(request, url, "The asset is on the roster.")

    closed = ENDED if access.campaign.phase == "ended" else overridable(fleet)
    context = fleet_frame(
        request, access, fleet, here="Assets", url=url, closed=closed, seen=access.campaign.head_seq
    )
    context["trail"].append(("Adjust", address("override", url)))
    return form_page(request, "missions/override_assets.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def take_asset(request: HttpRequest, campaign_id: int, number: int, asset: int) -> HttpResponse:
    """Take an asset away."""
    access = organiser_access(request, campaign_id, "set a fleet's assets right")
    fleet = fleet_or_404(access.campaign, number)
    held = fleet.assets.get(asset)
    url = address_of(request)
    back = address("override-assets", url)
    if held is None:
        return gone(request, back, f"{fleet.name} does not hold that asset now, so nothing was changed.")
    form = ReasonForm(posted(request))

    def send() -> HttpResponse:
        seen = seen_from(request, f"rosters:{number}")
        order = TakeAwayAsset(number, asset, form.cleaned_data["reason"])
        act(campaign_id, access.member, order, seen=seen, own_too=True)
        return done(request, url, f"{held.name} is off the roster.")

    words = {
        "title": f"Take {held.name} from {fleet.name}",
        "text": "The asset leaves the roster and its card is free for another.",
        "rule": "CR-083",
        "button": "Take it away",
    }
    context = fleet_frame(
        request, access, fleet, here="Assets", words=words, back=back, seen=access.campaign.head_seq
    )
    context["trail"].append(("Adjust", address("override", url)))
    return form_page(request, "league/reason.html", context, form, send)
