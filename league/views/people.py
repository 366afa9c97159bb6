"""The people of a campaign: roles, invitations, requests to join, joining by a link."""

from __future__ import annotations

import io

import segno
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.accounts import display_name
from league.addresses import address, campaign_address
from league.forms import AskForm, InvitationForm, RoleForm
from league.http import back, done, refusing
from league.kernel.refusal import NotYours, Stale
from league.models import Invitation, Member
from league.permissions import CampaignAccess, campaign_access_or_404, member_access_or_404, membership
from league.ports import FleetRow
from league.rules.campaign import ChangeRole
from league.rules.next_fleet import is_gone, may_found
from league.selectors import campaigns, port_rows
from league.selectors.people_news import cannot_sign_in
from league.selectors.players import pages_of
from league.services import campaigns as services
from league.services.acts import act
from league.services.places import empty_places
from league.views.common import base_of, form_page, frame, organiser_access, posted
from league.views.inbox import ROLE_WORDS


@require_safe
def members(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Members with their roles and fleets."""
    access = member_access_or_404(request, campaign_id)
    fleets = {each.member: each for each in port_rows.fleets(campaign_id) if each.standing != "retired"}
    members = campaigns.members(campaign_id)
    pages = pages_of(access, members)
    people = [
        (each, ROLE_WORDS[each.role], fleets.get(each.number), pages.get(each.number, "")) for each in members
    ]
    context = frame(
        request,
        access,
        "More",
        people=people,
        own=_in_play(fleets.get(access.member.number if access.member else 0)),
        asking=campaigns.open_requests(campaign_id).count() if access.organises else 0,
        empty=len(empty_places(access.campaign)) if access.organises else 0,
        leads=access.member is not None and access.member.role == "organiser",
        absent=cannot_sign_in(campaign_id) if access.organises else (),
    )
    return render(request, "league/members.html", context)


def _in_play(fleet: FleetRow | None) -> FleetRow | None:
    """The fleet, if somebody else could still go on with it."""
    return fleet if fleet is not None and not is_gone(fleet.standing) else None


def _member_or_404(access: CampaignAccess, number: int) -> Member:
    """The member with that number. Raises Http404, and `Stale` for one who is no member any more."""
    found = get_object_or_404(Member, campaign=access.campaign, number=number)
    if not found.active:
        raise Stale("left", f"{found.name} has left the campaign in the meantime.")
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def member(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """One member: change the role, hand the organiser's role over."""
    access = organiser_access(request, campaign_id, "change roles")
    person = _member_or_404(access, number)
    form = RoleForm(posted(request), initial={"role": person.role})

    def send() -> HttpResponse:
        act(campaign_id, access.member, ChangeRole(number, form.cleaned_data["role"]))
        return done(request, address("members", base_of(access)), f"{person.name} has a new role.")

    fleet = _in_play(port_rows.own_fleets([(campaign_id, number)]).get(campaign_id))
    context = frame(
        request,
        access,
        "More",
        person=person,
        fleet=fleet,
        lacks_fleet=fleet is None and person.role != "visitor" and access.campaign.phase != "ended",
        role=ROLE_WORDS[person.role],
        leads=access.member is not None and access.member.role == "organiser",
    )
    return form_page(request, "league/member.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def hand_over(request: HttpRequest, campaign_id: int, number: int) -> HttpResponse:
    """Make a member the organiser, after saying what that changes."""
    access = organiser_access(request, campaign_id, "hand the campaign over")
    leader = access.member
    assert leader is not None
    if leader.role != "organiser":
        raise NotYours("organiser_only", "Only the organiser can hand the campaign over.")
    person = _member_or_404(access, number)

    def send() -> HttpResponse:
        services.hand_over(leader, person)
        return done(request, address("members", base_of(access)), f"{person.name} is the organiser now.")

    words = {
        "title": f"Make {person.name} the organiser",
        "text": f"{person.name} then assigns roles, and can hand the campaign on. You become a "
        "co-organiser: you still run rounds and settle results, but only the new organiser can give the "
        "role back to you.",
        "rule": "",
        "button": f"Make {person.name} the organiser",
    }
    context = frame(request, access, "More", words=words, back=address("member", base_of(access), number))
    return form_page(request, "league/reason.html", context, Form(posted(request)), send)


def qr_svg(text: str, label: str) -> SafeString:
    """A QR code as inline SVG with a spoken label; no style in it."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True, title=label, nl=False
    )
    return SafeString(out.getvalue().decode())


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def invitations(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Links that let people in, each with its QR code; new ones, and taking them back."""
    access = organiser_access(request, campaign_id, "invite people")
    assert access.member is not None
    inviting = access.member
    form = InvitationForm(posted(request), leads=inviting.role == "organiser")

    def send() -> HttpResponse:
        services.invite(inviting, form.cleaned_data["role"], form.cleaned_data["days"])
        return done(
            request, address("invitations", base_of(access)), "The link is ready. Send it to your players."
        )

    shown = []
    for each in campaigns.open_invitations(campaign_id, timezone.now()):
        link = request.build_absolute_uri(address("join", each.token))
        role = ROLE_WORDS[each.role]
        shown.append((each, role, link, qr_svg(link, f"QR code of the link for a {role.lower()}")))
    return form_page(
        request, "league/invitations.html", frame(request, access, "More", shown=shown), form, send
    )


@require_POST
@refusing
def revoke(request: HttpRequest, campaign_id: int, invitation_id: int) -> HttpResponse:
    """Take a link back."""
    access = organiser_access(request, campaign_id, "take an invitation back")
    assert access.member is not None
    invitation = get_object_or_404(Invitation, pk=invitation_id, campaign_id=campaign_id)
    services.revoke(access.member, invitation)
    return done(request, address("invitations", base_of(access)), "The link no longer works.")


@require_safe
@refusing
def requests(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Requests to join."""
    access = organiser_access(request, campaign_id, "answer requests to join")
    left = campaigns.former_members(campaign_id)
    asking = [
        (each, display_name(each.user), each.user_id in left) for each in campaigns.open_requests(campaign_id)
    ]
    return render(request, "league/requests.html", frame(request, access, "More", asking=asking))


@require_POST
@refusing
def answer(request: HttpRequest, campaign_id: int, request_id: int, how: str) -> HttpResponse:
    """Accept or decline a request to join."""
    access = organiser_access(request, campaign_id, "answer requests to join")
    assert access.member is not None
    name = display_name(services.answer_request(access.member, request_id, how == "accept").user)
    message = f"{name} is in." if how == "accept" else f"You declined {name}’s request."
    return done(request, address("requests", base_of(access)), message)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def ask(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Ask to join a public campaign, or take the request back."""
    access = campaign_access_or_404(request, campaign_id)
    if "withdraw" in request.POST:
        services.withdraw_request(request.user, access.campaign)
        return done(request, back(request), "Your request is withdrawn.")
    form = AskForm(posted(request))

    def send() -> HttpResponse:
        services.ask_to_join(request.user, access.campaign, form.cleaned_data["message"])
        return done(request, base_of(access), "Your request is with the organisers.")

    return form_page(request, "league/ask.html", frame(request, access, "Overview"), form, send)


def _first_page(joined: Member) -> str:
    """Address at which a new member goes on: players without a fleet found one while that is possible."""
    base = campaign_address(joined.campaign_id)
    if joined.role != "player" or joined.campaign.phase == "ended":
        return base
    own = port_rows.own_fleets([(joined.campaign_id, joined.number)]).get(joined.campaign_id)
    league = campaigns.league_state(joined.campaign_id)
    founds = may_found(league, joined.number, [own] if own else [], organises=False)
    return address("fleet-new", base) if founds else base


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation: the link alone shows what it leads to; joining needs an account.

    For somebody who was removed the link asks the organisers instead.
    """
    invitation = Invitation.objects.select_related("campaign").filter(token=token).first()
    if invitation is None:
        raise Http404("There is no such invitation.")
    seat = membership(request.user, invitation.campaign)
    removed = seat is None and campaigns.was_removed(invitation.campaign_id, request.user)
    if request.method == "POST" and removed:
        services.ask_back(request.user, token)
        return done(request, address("join", token), "Your request is with the organisers.")
    if request.method == "POST" and request.user.is_authenticated:
        joined = services.accept_invitation(request.user, token)
        return done(request, _first_page(joined), f"Welcome to {invitation.campaign.name}.")
    is_open = invitation.is_open(timezone.now())
    context = {
        "campaign": invitation.campaign,
        "role": ROLE_WORDS[invitation.role],
        "expires": invitation.expires_at,
        "is_open": is_open,
        "seat": seat,
        "removed": removed,
        "join_request": campaigns.last_request(invitation.campaign_id, request.user) if removed else None,
        "token": token,
    }
    return render(request, "league/join.html", context, status=200 if is_open or seat else 410)
