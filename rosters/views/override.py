"""An organiser sets a roster right: points, marks, lost names, elimination; every form asks why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.addresses import Place, address, fleet_place
from league.forms import ReasonForm
from league.http import done, gone, refusing, seen_from
from league.kernel.decision import Order
from league.permissions import CampaignAccess
from league.services.acts import act
from league.views.common import base_of, form_page, frame, organiser_access, posted
from rosters.catalogue import catalogue
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.orders import (
    AdjustPoints,
    RestoreName,
    SetShipStatus,
    SetUpgradeStatus,
    StrikeElimination,
)
from rosters.rules.overrides.orders import MOST_POINTS, RANKS, overridable, sections_of
from rosters.rules.state import FleetState, ShipState, UpgradeState
from rosters.selectors import fleets as select

SECTION_WORDS = {"whole": "The ship", "fore": "Fore section", "aft": "Aft section"}
MARKS = (("", "Whole"), ("damaged", "DAMAGED"), ("crippled", "CRIPPLED"))


class PointsForm(ReasonForm):
    """Points to give (negative: to take away), with the reason."""

    amount = forms.IntegerField(
        label="Fleet Points to add",
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text="With a minus they are taken away.",
        error_messages={
            "required": "Say how many points.",
            "invalid": "Write the points as a whole number, such as 10 or -10.",
            "min_value": f"Not more than {MOST_POINTS} points at once.",
            "max_value": f"Not more than {MOST_POINTS} points at once.",
        },
    )
    field_order = ("amount", "reason")


class ShipForm(ReasonForm):
    """All marks of one ship: a field for each section that has marks of its own."""

    rank = forms.ChoiceField(
        label="Rank",
        required=False,
        choices=[(each, each or "None") for each in RANKS],
        widget=forms.RadioSelect,
    )
    mia = forms.BooleanField(label="Missing (MIA)", required=False)

    def __init__(self, *args: Any, ship: ShipState, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections_of(ship)
        if catalogue().ship_cards[ship.card].unique:
            rank = self.fields["rank"]
            assert isinstance(rank, forms.ChoiceField)
            rank.choices = [(each, each or "None") for each in RANKS if each != "ELITE"]
        for section in self.sections:
            marks = MARKS if len(self.sections) > 1 else MARKS[:2]
            self.fields[f"mark_{section}"] = forms.ChoiceField(
                label=SECTION_WORDS[section], required=False, choices=marks, widget=forms.RadioSelect
            )
        self.order_fields(["rank", *(f"mark_{each}" for each in self.sections), "mia", "reason"])

    @staticmethod
    def initial_of(ship: ShipState) -> dict[str, Any]:
        """The marks as they are."""
        marks = dict.fromkeys(ship.damaged, "damaged") | dict.fromkeys(ship.crippled, "crippled")
        return {"rank": ship.rank, "mia": ship.mia} | {
            f"mark_{each}": marks.get(each, "") for each in sections_of(ship)
        }

    def marked(self, mark: str) -> tuple[str, ...]:
        """The sections with that mark."""
        return tuple(each for each in self.sections if self.cleaned_data[f"mark_{each}"] == mark)


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that can be set right, what it is now, and where that is done."""

    name: str
    state: str
    url: str
    where: str = ""


def _place(request: HttpRequest, campaign_id: int, number: int) -> tuple[CampaignAccess, FleetState]:
    access = organiser_access(request, campaign_id, "set a fleet right")
    return access, select.fleet_or_404(access.campaign, number)


def _fleet_place(access: CampaignAccess, fleet: FleetState) -> Place:
    return fleet_place(base_of(access), fleet.slug)


def _frame(request: HttpRequest, access: CampaignAccess, fleet: FleetState, **more: Any) -> dict[str, Any]:
    url = _fleet_place(access, fleet)
    context = frame(request, access, fleet=fleet, url=url, override_url=Place.at("override", url), **more)
    context["trail"].append((fleet.name, url))
    return context


@require_safe
@refusing
def override(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Everything that can be set right on a fleet."""
    access, fleet = _place(request, campaign_id, number)
    url = Place.at("override", _fleet_place(access, fleet))
    names = catalogue().names
    closed = "The campaign has ended. Reopen it first." if access.campaign.phase == "ended" else ""
    context = _frame(
        request,
        access,
        fleet,
        closed=closed or overridable(fleet),
        points=not closed and not overridable(fleet, "draft"),
        ships=[
            Item(ship_name(ship), _state(ship), address("override-ship", url, ship.id), _where(ship))
            for ship in sorted(fleet.ships.values(), key=lambda each: (each.squadron or 99, each.id))
        ],
        upgrades=[
            Item(upgrade_name(each), "MIA" if each.mia else "", address("override-upgrade", url, each.id))
            for each in fleet.upgrades.values()
            if each.mia or _is_name(each)
        ],
        lost=[Item(names[each].name, "KIA", address("override-name", url, each)) for each in fleet.killed],
        missions=access.campaign.missions,
    )
    return render(request, "rosters/override.html", context)


def _where(ship: ShipState) -> str:
    return f"squadron {ship.squadron}" if ship.squadron is not None else "inventory"


def _state(ship: ShipState) -> str:
    marks: list[str] = [ship.rank] if ship.rank else []
    marks += ["DAMAGED"] if ship.damaged else []
    marks += ["CRIPPLED"] if ship.crippled else []
    return ", ".join([*marks, "MIA"] if ship.mia else marks)


def _is_name(upgrade: UpgradeState) -> bool:
    card = catalogue().upgrades[upgrade.card]
    return bool(card.persona) and not card.squadron_limited


def _ask(
    request: HttpRequest,
    access: CampaignAccess,
    fleet: FleetState,
    form: ReasonForm,
    words: dict[str, str],
    order: Any,
) -> HttpResponse:
    """A page around one form; `order()` makes the order of what was filled in."""

    def send() -> HttpResponse:
        made: Order = order()
        seen = seen_from(request, f"rosters:{fleet.id}")
        act(access.campaign.pk, access.member, made, seen=seen, own_too=True)
        return done(request, _fleet_place(access, fleet), words["done"])

    back = Place.at("override", _fleet_place(access, fleet))
    context = _frame(request, access, fleet, words=words, back=back, seen=access.campaign.head_seq)
    return form_page(request, "league/reason.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def points(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Give or take Fleet Points; a ledger line tells why (CR-003)."""
    access, fleet = _place(request, campaign_id, number)
    form = PointsForm(posted(request))
    words = {
        "title": f"Points of {fleet.name}",
        "text": f"The fleet has {fleet.points} FP in hand. Its ledger tells the change with your reason.",
        "rule": "CR-003",
        "button": "Change the points",
        "done": "The points are set right.",
    }
    return _ask(
        request,
        access,
        fleet,
        form,
        words,
        lambda: AdjustPoints(fleet.id, form.cleaned_data["amount"], form.cleaned_data["reason"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def ship(request: HttpRequest, campaign_id: int, number: int, ship: int) -> HttpResponse:
    """Set rank and marks of a ship."""
    access, fleet = _place(request, campaign_id, number)
    state = fleet.ships.get(ship)
    if state is None:
        raise Http404("There is no such ship.")
    form = ShipForm(posted(request), initial=ShipForm.initial_of(state), ship=state)
    words = {
        "title": ship_name(state),
        "text": f"Now: {_state(state) or 'whole, without a rank'}. Choose the right state. A ship that comes "
        "back takes its old place if that is legal; otherwise it waits in the inventory.",
        "rule": "CR-018",
        "button": "Set it right",
        "done": f"{ship_name(state)} is corrected.",
    }

    def order() -> SetShipStatus:
        data = form.cleaned_data
        damaged, crippled = form.marked("damaged"), form.marked("crippled")
        return SetShipStatus(fleet.id, ship, data["rank"], data["mia"], damaged, crippled, data["reason"])

    return _ask(request, access, fleet, form, words, order)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def upgrade(request: HttpRequest, campaign_id: int, number: int, upgrade: int) -> HttpResponse:
    """Say that an upgrade is missing, or bring it back."""
    access, fleet = _place(request, campaign_id, number)
    state = fleet.upgrades.get(upgrade)
    if state is None:
        raise Http404("There is no such upgrade.")
    name, form = upgrade_name(state), ReasonForm(posted(request))
    words = {
        "title": f"Bring {name} back" if state.mia else f"Mark {name} missing",
        "text": f"{name} is missing and comes back at no cost."
        if state.mia
        else f"{name} becomes MIA and can be recovered at the post-game desk.",
        "rule": "CR-036",
        "button": "Bring it back" if state.mia else "Mark it missing",
        "done": f"{name} is set right.",
    }
    return _ask(
        request,
        access,
        fleet,
        form,
        words,
        lambda: SetUpgradeStatus(fleet.id, upgrade, not state.mia, form.cleaned_data["reason"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def name(request: HttpRequest, campaign_id: int, number: int, persona: str) -> HttpResponse:
    """Let a unique name that was killed serve again (CR-040)."""
    access, fleet = _place(request, campaign_id, number)
    unique = catalogue().names.get(persona)
    if unique is None:
        raise Http404("There is no such name.")
    if persona not in fleet.killed:
        return gone(
            request,
            Place.at("override", _fleet_place(access, fleet)),
            f"{fleet.name} has not lost {unique.name}, or may use it again already: nothing was changed.",
        )
    known, form = unique.name, ReasonForm(posted(request))
    words = {
        "title": f"Bring {known} back",
        "text": f"{known} was killed. Afterwards the fleet may buy cards of that name again; "
        "the lost card itself does not return.",
        "rule": "CR-040",
        "button": "Let the name serve again",
        "done": f"{known} may serve again.",
    }
    return _ask(
        request,
        access,
        fleet,
        form,
        words,
        lambda: RestoreName(fleet.id, persona, form.cleaned_data["reason"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def elimination(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Let an eliminated fleet take part again (CR-150)."""
    access, fleet = _place(request, campaign_id, number)
    form = ReasonForm(posted(request))
    words = {
        "title": f"{fleet.name} takes part again",
        "text": "The elimination is cancelled, and its count of defeats in a row starts again. A fleet "
        "with two STANDARD squadrons is ready for the next round. Any other fleet gets its post-game phase "
        "back to form them. If it has too few ships, give it points or bring ships back.",
        "rule": "CR-150",
        "button": "Cancel the elimination",
        "done": f"{fleet.name} takes part again.",
    }
    return _ask(
        request, access, fleet, form, words, lambda: StrikeElimination(fleet.id, form.cleaned_data["reason"])
    )
