"""Campaigns and the people in them: creating, inviting, joining, deleting an account.

A member's account and name are kept beside the log; their role is an event like everything else.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.accounts import display_name
from league.kernel.entropy import Entropy
from league.kernel.refusal import NotYours, Refusal
from league.models import Campaign, Invitation, JoinRequest, Member
from league.rules.campaign import CreateCampaign, HandOverOrganiser, JoinCampaign
from league.selectors.campaigns import ROLE_ORDER, was_removed
from league.services.acts import act, locked
from league.services.clubs import hand_clubs_over, refuse_orphans
from league.services.organising import refuse_without_second_step
from league.services.players import follow_name
from league.services.quotas import refuse_more_campaigns

INVITATION_DAYS = 14


def create_campaign(
    user: Any,
    order: CreateCampaign,
    *,
    entropy: Entropy | None = None,
    now: datetime | None = None,
    quota: bool = True,
) -> Member:
    """Create a campaign with the user as its organiser; bots have no quota. Raises `Refusal`; then nothing is
    kept."""
    with transaction.atomic():
        if quota:
            refuse_without_second_step(user.pk)
            refuse_more_campaigns(user)
        campaign = Campaign.objects.create(name=order.campaign_name[:80])
        member = _seat(campaign, user)
        act(campaign.pk, member, order, entropy=entropy, now=now, founding=True)
        member.refresh_from_db()
        return member


def _seat(campaign: Campaign, user: Any) -> Member:
    """A member row for the account: the one it had before, or a new number."""
    known = Member.objects.filter(campaign=campaign, user=user).first()
    if known is not None:
        return known
    number = campaign.next_id
    Campaign.objects.filter(pk=campaign.pk).update(next_id=number + 1)
    return Member.objects.create(
        campaign=campaign, number=number, user=user, name=display_name(user), active=False, role="visitor"
    )


def add_member(campaign_id: int, user: Any, role: str, *, now: datetime | None = None) -> Member:
    """Let the account join with that role. A member who is already here keeps their role."""
    with transaction.atomic():
        campaign = locked(campaign_id)
        member = _seat(campaign, user)
        if not member.active:
            act(campaign_id, None, JoinCampaign(member.number, role), now=now)  # type: ignore[arg-type]
            member.refresh_from_db()
        return member


def invite(member: Member, role: str = "player", days: int = INVITATION_DAYS) -> Invitation:
    """A link that anybody can use who has it. Raises `Refusal` unless an organiser invites.

    Co-organisers make no links for co-organisers: a link gives its role without anybody being asked again.
    """
    if not member.organises:
        raise NotYours("organisers_only", "Only an organiser can invite people. Ask yours to do it.")
    refuse_without_second_step(member.user_id)
    if role == "co_organiser" and member.role != "organiser":
        raise NotYours(
            "organiser_only", "Only the organiser can invite co-organisers. Invite a player instead."
        )
    if role not in ("player", "visitor", "co_organiser") or not 1 <= days <= 365:
        raise Refusal("bad_invitation", "Invite as a player, visitor or co-organiser, for 1 to 365 days.")
    return Invitation.objects.create(
        campaign=member.campaign,
        role=role,
        created_by=member.number,
        expires_at=timezone.now() + timedelta(days=days),
    )


def revoke(member: Member, invitation: Invitation) -> None:
    """The link stops working at once. Raises `Refusal` unless an organiser revokes."""
    if not member.organises or invitation.campaign_id != member.campaign_id:
        raise NotYours("organisers_only", "Only an organiser can withdraw an invitation.")
    refuse_without_second_step(member.user_id)
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


def _held(token: str) -> Invitation:
    """The open invitation, held until the transaction ends so that a link withdrawn meanwhile lets nobody in.

    Raises `Refusal` for one that is unknown, expired or withdrawn.
    """
    invitation = Invitation.objects.select_for_update().filter(token=token).first()
    if invitation is None or not invitation.is_open(timezone.now()):
        raise Refusal(
            "invitation_closed", "This invitation is no longer open. Ask the organiser for a new link."
        )
    return invitation


def accept_invitation(user: Any, token: str) -> Member:
    """Join by a link. Raises `Refusal` for one that is not open, and for somebody who was removed.

    Links stay as they are when a member is removed, since the others use them too; but the one removed
    comes back only when an organiser says so (`ask_back`).
    """
    with transaction.atomic():
        invitation = _held(token)
        if was_removed(invitation.campaign_id, user):
            raise Refusal(
                "removed",
                "An organiser removed you from this campaign, so the link alone does not let you in. Ask "
                "the organisers to have you back.",
            )
        member = add_member(invitation.campaign_id, user, invitation.role)
        JoinRequest.objects.filter(campaign_id=member.campaign_id, user=user, answered_at=None).update(
            answered_at=timezone.now(), accepted=True
        )
        return member


def ask_back(user: Any, token: str) -> JoinRequest:
    """Ask the organisers, by a link that is open, to be let in again after having been removed.

    Works for private campaigns too. Raises `Refusal` for a link that is not open or when asked already.
    """
    with transaction.atomic():
        return _request(user, _held(token).campaign_id, "")


def ask_to_join(user: Any, campaign: Campaign, message: str = "") -> JoinRequest:
    """Ask the organisers of a public campaign. Raises `Refusal` when asked already or a member already, when
    the campaign has ended, and when nobody is left to answer."""
    if not campaign.public:
        raise Refusal("private", "This campaign is by invitation only. Ask its organiser for a link.")
    organisers = Member.objects.filter(campaign=campaign, active=True, user__is_active=True)
    if not organisers.filter(role__in=("organiser", "co_organiser")).exists():
        raise Refusal("nobody_answers", "Nobody organises this campaign any more, so nobody can let you in.")
    with transaction.atomic():
        return _request(user, campaign.pk, message)


def _request(user: Any, campaign_id: int, message: str) -> JoinRequest:
    campaign = locked(campaign_id)  # so that two posts at once are one request
    if campaign.phase == "ended":
        raise Refusal("ended", "This campaign has ended. Look for one that is running or about to start.")
    if Member.objects.filter(campaign_id=campaign_id, user=user, active=True).exists():
        raise Refusal("member_already", "You are already in this campaign.")
    if JoinRequest.objects.filter(campaign_id=campaign_id, user=user, answered_at=None).exists():
        raise Refusal("asked_already", "You have already asked. The organisers will answer on this page.")
    return JoinRequest.objects.create(campaign_id=campaign_id, user=user, message=message[:200])


def withdraw_request(user: Any, campaign: Campaign) -> None:
    """Take the own request to join back. Raises `Refusal` if none is open any more."""
    gone, _ = JoinRequest.objects.filter(campaign=campaign, user=user, answered_at=None).delete()
    if not gone:
        raise Refusal("answered_already", "No request of yours is open here. Look at the campaign’s page.")


def answer_request(member: Member, number: int, accept: bool) -> JoinRequest:
    """Accept or decline the request to join the member's campaign that has this primary key, and return it.
    Raises `Refusal` unless an organiser answers an open request."""
    if not member.organises:
        raise NotYours("organisers_only", "Only an organiser can answer requests to join.")
    refuse_without_second_step(member.user_id)
    own = JoinRequest.objects.filter(pk=number, campaign_id=member.campaign_id, answered_at=None)
    with transaction.atomic():
        if not own.update(answered_at=timezone.now(), accepted=accept):
            raise Refusal(
                "not_open", "No such request is open here. The page of requests lists those that are."
            )
        request = JoinRequest.objects.select_related("user").get(pk=number)
        if accept:
            add_member(request.campaign_id, request.user, "player")
    return request


def hand_over(member: Member, successor: Member) -> None:
    """Make another member the organiser. Raises `Refusal`, also for somebody whose account is deleted or
    closed."""
    if successor.user is None or not successor.user.is_active:
        raise Refusal(
            "no_account",
            f"{successor.name} has no account any more. Hand the campaign to somebody who can sign in.",
            field="member",
        )
    act(member.campaign_id, member, HandOverOrganiser(successor.number))


def bound_to(user: Any) -> list[Campaign]:
    """The campaigns that the account organises and that others are still in: they keep it from being
    deleted."""
    led = Member.objects.filter(user=user, active=True, role="organiser").select_related("campaign")
    return [seat.campaign for seat in led if _others(seat).exists()]


def refuse_to_go(user: Any) -> None:
    """Raise `Refusal` while the account is the only organiser of a club, or of a campaign that others are
    still in. Holds its campaigns, so that nobody joins between the question and the deed."""
    refuse_orphans(user)
    for seat in _led(user):
        if _others(seat).exists():
            raise Refusal(
                "still_organiser",
                f"You organise {seat.campaign.name}. Hand over the organiser’s role there first.",
            )


def hand_to_heirs(user: Any, now: datetime | None = None) -> None:
    """Make somebody else the organiser of each campaign that the account organises and others are in: the
    co-organiser who came first, else the player, else the visitor. Holds its campaigns. Its clubs go to
    somebody who organises one of their campaigns."""
    hand_clubs_over(user)
    for seat in _led(user):
        heirs = sorted(_others(seat), key=lambda each: (ROLE_ORDER.index(each.role), each.number))
        if heirs:
            act(seat.campaign_id, None, HandOverOrganiser(heirs[0].number), now=now)


def delete_account(user: Any) -> None:
    """Delete an account. Its memberships stay in the history under a neutral name.

    Raises `Refusal` while the account is the only organiser of a campaign that others are still in, or of a
    club.
    """
    with transaction.atomic():
        refuse_to_go(user)
        for seat in Member.objects.filter(user=user):
            Member.objects.filter(pk=seat.pk).update(user=None, name=f"Former member {seat.number}")
        user.delete()


def _led(user: Any) -> list[Member]:
    """The places in which the account is the organiser; every campaign that it is in is held."""
    for campaign_id in (
        Member.objects.filter(user=user).order_by("campaign").values_list("campaign", flat=True)
    ):
        locked(campaign_id)
    seats = Member.objects.select_related("campaign").filter(user=user, active=True, role="organiser")
    return list(seats.order_by("campaign"))


def _others(seat: Member) -> QuerySet[Member]:
    """The others who could take the campaign over: former members and those with a closed account cannot."""
    others = Member.objects.filter(campaign=seat.campaign, active=True, user__is_active=True)
    return others.exclude(pk=seat.pk)


def rename_everywhere(user: Any, name: str) -> None:
    """Give the account a new display name, in all its campaigns. Raises `Refusal` for an empty or long
    one.
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= 40:
        raise Refusal("bad_name", "A display name has 1 to 40 characters.", field="display_name")
    with transaction.atomic():
        user.first_name = name
        user.save(update_fields=["first_name"])
        Member.objects.filter(user=user).update(name=name)
        follow_name(user)
