"""Clubs: founding and changing one, its organisers, its campaigns.

Each function locks what it changes, and raises `NotYours` for people who do not organise the club.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from league import limits
from league.kernel.refusal import NotYours, Refusal, Stale
from league.models import Campaign, Club, ClubCampaign, Member
from league.naming import file_stem
from league.rules.phrases import join_words
from league.services.organising import refuse_without_second_step

ORGANISERS = ("organiser", "co_organiser")
NAME_LENGTH, SLUG_LENGTH, ABOUT_LENGTH = 80, 50, 4000
TAKEN_WORDS = ("new",)
"""Addresses that are pages of their own."""
SLUG_RULES = "Write the address with letters from a to z, figures and hyphens, at most 50 of them."


def found_club(user: Any, name: str, slug: str, about: str, *, public: bool) -> Club:
    """Found a club with the user as its organiser. Without a slug its address comes from the name. Raises
    `Refusal`."""
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
        mine = Club.objects.filter(organisers=user).count()
        if mine >= limits.CLUBS_PER_ACCOUNT:
            raise Refusal(
                "too_many_clubs",
                f"You organise {mine} clubs; an account can organise {limits.CLUBS_PER_ACCOUNT}. Leave one "
                "of them first.",
            )
        club = _written(Club(), name, slug, about, public=public)
        club.organisers.add(user)
        return club


def change_club(club_id: int, user: Any, name: str, slug: str, about: str, *, public: bool) -> Club:
    """Change name, address, words and readers. Raises `Refusal`."""
    with transaction.atomic():
        return _written(_own(club_id, user), name, slug, about, public=public)


def _written(club: Club, name: str, slug: str, about: str, *, public: bool) -> Club:
    name, about = " ".join(name.split()), about.strip()
    if not 1 <= len(name) <= NAME_LENGTH:
        raise Refusal("bad_name", f"The name of a club has 1 to {NAME_LENGTH} characters.", field="name")
    if len(about) > ABOUT_LENGTH:
        raise Refusal("long_about", f"Keep these words to {ABOUT_LENGTH} characters.", field="about")
    club.name, club.about, club.public = name, about, public
    club.slug = _read_slug(slug) if slug else club.slug or file_stem(name, "club")[:SLUG_LENGTH].rstrip("-")
    others = Club.objects.exclude(pk=club.pk)
    if club.slug in TAKEN_WORDS or others.filter(slug=club.slug).exists():
        raise _taken(club.slug)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as taken_meanwhile:
        raise _taken(club.slug) from taken_meanwhile
    return club


def _read_slug(text: str) -> str:
    """An address as somebody typed it. Raises `Refusal` for anything that cannot be one."""
    if file_stem(text, "") != text or len(text) > SLUG_LENGTH:
        raise Refusal("bad_address", SLUG_RULES, field="slug")
    return text


def _taken(slug: str) -> Refusal:
    return Refusal("taken", f"The address “{slug}” is taken. Choose another one.", field="slug")


def _own(club_id: int, user: Any) -> Club:
    """The club, locked, if the user organises it. Raises `NotYours` and `Stale`."""
    club = Club.objects.select_for_update().filter(pk=club_id).first()
    if club is None:
        raise Stale("no_club", "The club was closed in the meantime. Go back to the campaigns.")
    if not club.organisers.filter(pk=user.pk).exists():
        raise NotYours("not_organiser", "Only an organiser of the club can do that. Ask one of them.")
    return club


def add_campaign(club_id: int, user: Any, campaign_id: int) -> Campaign:
    """Put a campaign on the club's page. Raises `NotYours` unless the user organises both, and `Refusal` for
    a campaign that has a club."""
    with transaction.atomic():
        club = _own(club_id, user)
        campaign = _own_campaign(campaign_id, user)
        entry = ClubCampaign.objects.select_related("club").filter(campaign=campaign).first()
        if entry is not None:
            raise Refusal("has_club", f"{campaign.name} is on the page of a club already.", field="campaign")
        ClubCampaign.objects.create(club=club, campaign=campaign)
        return campaign


def remove_campaign(club_id: int, user: Any, campaign_id: int) -> Campaign:
    """Take a campaign off the club's page. Raises `NotYours` unless the user organises both, and `Stale` if
    it is not there."""
    with transaction.atomic():
        club = _own(club_id, user)
        campaign = _own_campaign(campaign_id, user)
        gone, _ = ClubCampaign.objects.filter(club=club, campaign=campaign).delete()
        if not gone:
            raise Stale("not_there", f"{campaign.name} is not on this page.")
        return campaign


def _own_campaign(campaign_id: int, user: Any) -> Campaign:
    """The campaign, locked, if the user organises it. Raises `NotYours`."""
    seats = Member.objects.filter(user=user, active=True, role__in=ORGANISERS)
    own = Campaign.objects.select_for_update().filter(pk=campaign_id, pk__in=seats.values("campaign_id"))
    campaign = own.first()
    if campaign is None:
        raise NotYours(
            "not_organiser",
            "You do not organise this campaign. Ask its organiser to make you a co-organiser.",
        )
    refuse_without_second_step(user.pk)
    return campaign


def add_organiser(club_id: int, user: Any, other: int) -> None:
    """Make another account an organiser of the club. Raises `Refusal` unless they organise one of its
    campaigns, and for an account that organises as many clubs as it may."""
    with transaction.atomic():
        club = _own(club_id, user)
        if other not in candidates(club):
            raise Refusal(
                "no_candidate",
                "Choose somebody who organises one of the club’s campaigns.",
                field="person",
            )
        if Club.objects.filter(organisers=other).count() >= limits.CLUBS_PER_ACCOUNT:
            raise Refusal(
                "too_many_clubs",
                "This person already organises as many clubs as an account can. Choose somebody else.",
                field="person",
            )
        club.organisers.add(other)


def candidates(club: Club) -> dict[int, str]:
    """The accounts that may become organisers of the club: those that organise one of its campaigns and not
    the club so far, with their names. One query."""
    seats = Member.objects.filter(
        campaign__club_entry__club=club, active=True, role__in=ORGANISERS, user__is_active=True
    )
    rows = seats.exclude(user__clubs=club).order_by("name", "user_id")
    return {user: name for user, name in rows.values_list("user_id", "name") if user is not None}


def leave_club(club_id: int, user: Any) -> None:
    """Stop organising the club. Raises `Refusal` for its last organiser; a closed account counts for none."""
    with transaction.atomic():
        club = _own(club_id, user)
        if not _others(club, user).exists():
            raise Refusal(
                "last_organiser",
                f"You are the last organiser of {club.name}. Name another one first, or close the club.",
            )
        club.organisers.remove(user)


def close_club(club_id: int, user: Any) -> str:
    """Delete the club's page; its campaigns stay. Returns its name."""
    with transaction.atomic():
        club = _own(club_id, user)
        club.delete()
        return club.name


def refuse_orphans(user: Any) -> None:
    """Raise `Refusal` if the account is the only organiser of clubs."""
    alone = [club.name for club in _alone(user)]
    if alone:
        raise Refusal(
            "still_club_organiser",
            f"You are the only organiser of {join_words(alone)}. Name another organiser there, or close the "
            "club, first.",
        )


def hand_clubs_over(user: Any) -> None:
    """Give the clubs that the account alone organises to the first who could organise them; clubs without
    such a person are closed."""
    for club in _alone(user):
        heir = next((each for each in candidates(club) if each != user.pk), None)
        if heir is None:
            club.delete()
        else:
            club.organisers.set([heir])


def _alone(user: Any) -> list[Club]:
    """The clubs that the account alone organises, locked."""
    mine = Club.objects.select_for_update().filter(pk__in=Club.objects.filter(organisers=user).values("pk"))
    return [club for club in mine.order_by("pk") if not _others(club, user).exists()]


def _others(club: Club, user: Any) -> Any:
    """The other organisers of a club, without closed accounts."""
    return club.organisers.filter(is_active=True).exclude(pk=user.pk)
