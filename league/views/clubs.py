"""Clubs: the page of one, its settings, its campaigns and its organisers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.addresses import address
from league.forms import CloseClubForm, ClubForm
from league.http import done, refusing
from league.kernel.refusal import NotYours
from league.models import Campaign, Club
from league.posted import read_order
from league.presenters.club import Listed, club_facts
from league.rules.honours import honours
from league.selectors import clubs as select
from league.selectors import port_rows
from league.selectors.clubs import ClubAccess
from league.selectors.copies import Copy, copies_among
from league.selectors.players import people_across
from league.services import clubs
from league.views.common import form_page, posted


def _access_or_404(request: HttpRequest, slug: str) -> ClubAccess:
    """The club, if this visitor may know of it. Raises Http404."""
    access = select.club_for(request.user, slug)
    if access is None:
        raise Http404("There is no such club.")
    return access


def _own_or_404(request: HttpRequest, slug: str) -> Club:
    """The club, if this visitor organises it. Raises Http404 for those who may not know of it, and `NotYours`
    for its other readers."""
    access = _access_or_404(request, slug)
    if not access.organises:
        raise NotYours("not_organiser", "Only an organiser of the club can do that. Ask one of them.")
    return access.club


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's campaigns, champions, records and people, as far as this reader may know them. At most ten
    queries."""
    access = _access_or_404(request, slug)
    campaigns = select.campaigns_in(access.club, request.user)
    rows = port_rows.in_campaigns(each.pk for each in campaigns)
    copies = copies_among([each.pk for each in campaigns])
    over = _once_each([each for each in campaigns if each.phase == "ended"], copies)
    ended = {each.pk for each in over}
    finished = [row for row in rows if row.campaign in ended]
    people = people_across({(row.campaign, row.member) for row in finished}, request.user)
    in_teams = {each.pk: each.format == "team" for each in over}
    earned = honours(finished, port_rows.seasons(over), people, in_teams)
    context = {
        "club": access.club,
        "organises": access.organises,
        "facts": club_facts([_listed(each, copies) for each in campaigns], rows, people, earned, len(over)),
        "organisers": select.organiser_names(access.club),
        "trail": [("Campaigns", address("campaigns"))],
    }
    return render(request, "league/club/page.html", context)


def _once_each(over: Sequence[Campaign], copies: Mapping[int, Copy]) -> list[Campaign]:
    """The campaigns that are over, without copies of others of them."""
    ended = {each.pk for each in over}
    return [each for each in over if each.pk not in copies or copies[each.pk].of not in ended]


def _listed(campaign: Campaign, copies: Mapping[int, Copy]) -> Listed:
    copy = copies.get(campaign.pk)
    return Listed(campaign.pk, campaign.name, campaign.phase, copy.restored if copy else None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(posted(request))

    def send() -> HttpResponse:
        data = form.cleaned_data
        made = clubs.found_club(
            request.user, data["name"], data["slug"], data["about"], public=data["public"]
        )
        told = "The club is founded. Now add your campaigns."
        return done(request, address("club-settings", made.slug), told)

    return form_page(
        request, "league/club/new.html", {"trail": [("Campaigns", address("campaigns"))]}, form, send
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, address, words and readers of the club; its campaigns and its organisers. Ten queries at most."""
    own = _own_or_404(request, slug)
    initial = {"name": own.name, "slug": own.slug, "about": own.about, "public": own.public}
    form = ClubForm(posted(request), initial=initial)

    def send() -> HttpResponse:
        data = form.cleaned_data
        changed = clubs.change_club(
            own.pk, request.user, data["name"], data["slug"] or own.slug, data["about"], public=data["public"]
        )
        return done(request, address("club", changed.slug), "The club is changed.")

    there, addable = select.removable(own, request.user), list(select.addable(request.user))
    copies = copies_among([*(each.pk for each, _ in there), *(each.pk for each in addable)])
    context = {
        "club": own,
        "campaigns": [(_listed(each, copies), each, mine) for each, mine in there],
        "addable": [_listed(each, copies) for each in addable],
        "candidates": clubs.candidates(own),
        "organisers": select.organiser_names(own),
        "trail": _trail(own),
    }
    return form_page(request, "league/club/settings.html", context, form, send)


def _trail(own: Club) -> list[tuple[str, str]]:
    return [("Campaigns", address("campaigns")), (own.name, address("club", own.slug))]


@dataclass(frozen=True, slots=True)
class OneCampaign:
    """A campaign to add or to remove."""

    campaign: int


@dataclass(frozen=True, slots=True)
class OnePerson:
    """An account that becomes an organiser."""

    person: int


@login_required
@require_POST
@refusing
def club_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a campaign on the club's page."""
    own = _own_or_404(request, slug)
    wanted = read_order(OneCampaign, request.POST, missing="Choose a campaign.").campaign
    added = clubs.add_campaign(own.pk, request.user, wanted)
    return done(request, address("club-settings", slug), f"{added.name} is on the page of the club.")


@login_required
@require_POST
@refusing
def club_remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a campaign off the club's page."""
    own = _own_or_404(request, slug)
    wanted = read_order(OneCampaign, request.POST, missing="Choose a campaign.").campaign
    removed = clubs.remove_campaign(own.pk, request.user, wanted)
    return done(request, address("club-settings", slug), f"{removed.name} is off the page of the club.")


@login_required
@require_POST
@refusing
def club_organiser(request: HttpRequest, slug: str) -> HttpResponse:
    """Name another organiser of the club."""
    own = _own_or_404(request, slug)
    clubs.add_organiser(
        own.pk, request.user, read_order(OnePerson, request.POST, missing="Choose a person.").person
    )
    return done(request, address("club-settings", slug), "The club has another organiser.")


@login_required
@require_POST
@refusing
def club_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop organising the club."""
    own = _own_or_404(request, slug)
    clubs.leave_club(own.pk, request.user)
    return done(request, address("campaigns"), f"You no longer organise {own.name}.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def club_close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the club, after saying what goes and what stays."""
    own = _own_or_404(request, slug)
    form = CloseClubForm(posted(request))

    def send() -> HttpResponse:
        name = clubs.close_club(own.pk, request.user)
        return done(request, address("campaigns"), f"{name} is closed. Its campaigns stay as they are.")

    return form_page(request, "league/club/close.html", {"club": own, "trail": _trail(own)}, form, send)
