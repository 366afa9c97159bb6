"""Working on a fleet, by its owner or an organiser: fetching, authorising, carrying out."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from league.addresses import Address, fleet_address
from league.http import seen_from, wants_part
from league.kernel.decision import Actor, Order
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.models import Act, Campaign
from league.permissions import CampaignAccess, campaign_access_or_404
from league.posted import known_order, read_number, read_order
from league.rules.command import commanders
from league.rules.standings import OUT
from league.services import undo as undoing
from league.services.acts import act
from rosters.forms import BUTTONS
from rosters.presenters.messages import message_for
from rosters.presenters.plan import plan_view
from rosters.rules.access import CLOSED, ENDED
from rosters.rules.desk.closing import closing
from rosters.rules.orders import proposed_order
from rosters.rules.state import FleetState
from rosters.rules.uniques.team import Mates
from rosters.selectors import fleets as select
from rosters.views.planned import kept
from rosters.views.steps import is_step, words_of

PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Workplace:
    """A fleet, its stored text, one of its work pages ("build", "desk" or "plan"), and the stored texts of
    the other fleets of its team. On the page of its plan, the fleet is the copy after the planned steps."""

    access: CampaignAccess
    fleet: FleetState
    doc: str
    page: str
    mate_docs: tuple[str, ...] = ()

    @property
    def mates(self) -> Mates:
        return tuple(map(select.decode_fleet, self.mate_docs))

    @property
    def campaign(self) -> Campaign:
        return self.access.campaign

    @property
    def base(self) -> Address:
        """The fleet's own address."""
        return fleet_address(self.campaign.pk, self.fleet.slug)

    @property
    def url(self) -> Address:
        return Address.at("fleet-work", self.base, self.page)

    @property
    def draft(self) -> bool:
        return self.fleet.standing == "draft"

    @property
    def standing(self) -> str:
        """The phase of the campaign and the standing of the fleet, in one word to compare a page by."""
        return f"{self.campaign.phase}-{self.fleet.standing}"

    @property
    def stands_in(self) -> bool:
        """Whether the person acts for the fleet's owner, who named them or for whom an organiser did."""
        return self.access.member is not None and self.access.member.number == self.fleet.proxy

    @property
    def open(self) -> bool:
        return not self.closed

    @property
    def closed(self) -> str:
        """Reason why the roster cannot be worked on now and when it can, or "" while it is open (CR-007)."""
        if self.campaign.phase == "ended":
            return ENDED
        return CLOSED.get(self.fleet.standing, "").format(name=self.fleet.name)


def workplace(request: HttpRequest, campaign_id: int, number: int, page: str) -> Workplace:
    """The fleet for somebody who may work on it. Raises Http404, `NotYours` for those who may only look."""
    access = campaign_access_or_404(request, campaign_id)
    doc = select.doc_or_404(access.campaign, number)
    fleet = select.decode_fleet(doc)
    mine = access.member is not None and access.member.number in commanders(fleet)
    if not mine and not access.organises:
        raise NotYours(
            "not_yours",
            f"Only its commander and the organisers can work on {fleet.name}. "
            "You find its roster on the fleet's page.",
        )
    mates = select.mate_docs(access.campaign, fleet)
    if page == PLAN and fleet.standing not in OUT:
        plan = kept(request, campaign_id, number).plan
        doc = plan_view(doc, select.profile_of(access.campaign), plan, actor_in(access), mates).doc
        fleet = select.decode_fleet(doc)
    return Workplace(access, fleet, doc, page, mates)


def actor_in(access: CampaignAccess) -> Actor:
    """The reader as the one who acts on a copy."""
    assert access.member is not None
    return Actor(access.member.number, access.member.role)  # type: ignore[arg-type]


def open_workplace(request: HttpRequest, campaign_id: int, number: int, page: str) -> Workplace:
    """The same, while the roster is open. Raises `Refusal` when it is not (CR-007)."""
    at = workplace(request, campaign_id, number, page)
    if not at.open:
        raise Refusal("not_now", at.closed, rule="CR-007")
    return at


def again(at: Workplace) -> Workplace:
    """The same place as it is now, after an act. Two queries, in teams three."""
    campaign = Campaign.objects.get(pk=at.campaign.pk)
    doc = select.doc_or_404(campaign, at.fleet.id)
    fleet = select.decode_fleet(doc)
    return Workplace(
        CampaignAccess(campaign, at.access.member), fleet, doc, at.page, select.mate_docs(campaign, fleet)
    )


def carry_out(request: HttpRequest, at: Workplace) -> str:
    """Carry out the posted order, or take back a step or do it again; returns what was done, in a sentence.

    A plain form buys once: if the same purchase comes again from a page that is older than it, it is `Stale`;
    another purchase from such a page is carried out. By script, where the page shows each
    purchase at once, a quick second press is a second wish.

    Raises `Refusal`.
    """
    seen = seen_from(request, f"rosters:{at.fleet.id}")
    do = request.POST.get("do", "")
    if do == "undo":
        step = _step_or_refuse(request, at)
        undoing.undo(at.campaign.pk, at.access.member, step.number, "")
        return f"Undone: {words_of(at.campaign, step)[0]}."
    if do == "redo":
        step = _step_or_refuse(request, at)
        undoing.redo(at.campaign.pk, at.access.member, step.number)
        return f"Done again: {words_of(at.campaign, step)[0]}."
    if do == "take_proposal":
        order = proposed(at)
    else:
        order = read_order(known_order(BUTTONS, do), request.POST, fleet=at.fleet.id)
    once = order.repeatable and not wants_part(request)
    done = act(at.campaign.pk, at.access.member, order, seen=seen, once=once)
    return message_for(done.events)


def proposed(at: Workplace) -> Order:
    """The arrangement that closing would ask for (CR-146). Raises `Refusal` if it asks for none."""
    proposal = closing(at.fleet, select.profile_of(at.campaign), at.mates).proposal
    if at.fleet.standing != "desk" or proposal is None:
        raise Refusal(
            "no_proposal", "There is no arrangement to take any more. Look at the squadrons as they are now.",
            rule="CR-146",
        )  # fmt: skip
    return proposed_order(at.fleet, proposal)


def _step_or_refuse(request: HttpRequest, at: Workplace) -> Act:
    """The posted entry of the log, a step at this fleet. Raises `Unreadable`."""
    wanted = read_number(request.POST.get("act", ""), "The entry of the log", field="act")
    row = Act.objects.filter(campaign=at.campaign, number=wanted).first()
    if row is None or not is_step(row, at.fleet.id):
        raise Unreadable(
            "no_act", "There is nothing of this fleet to undo under that number. Reload the page."
        )
    return row
