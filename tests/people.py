"""Stock people: each is an account with a place in one campaign, made through the services."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.models import Campaign, Member
from league.rules.campaign import CreateCampaign
from league.services.campaigns import add_member, create_campaign


@dataclass(frozen=True)
class Person:
    """An account, its member row (None for those who are in no campaign) and a browser that is signed in."""

    user: Any
    member: Member | None
    client: Client

    @property
    def seat(self) -> Member:
        assert self.member is not None
        return self.member


def account(name: str) -> Any:
    """A new account with that display name."""
    email = f"{name.lower().replace(' ', '.')}@example.org"
    return get_user_model().objects.create_user(email, email, "battle-stations", first_name=name)


def browser(user: Any) -> Client:
    """A browser in which that account is signed in."""
    client = Client()
    client.force_login(user)
    return client


def joined(campaign: Campaign, name: str, role: str = "player") -> Person:
    """A new account that joins the campaign in that role."""
    user = account(name)
    return Person(user, add_member(campaign.pk, user, role), browser(user))


@pytest.fixture
def organiser(db: None) -> Person:
    """Olga, who organises the (private) Winter League."""
    user = account("Olga")
    return Person(user, create_campaign(user, CreateCampaign("Winter League")), browser(user))


@pytest.fixture
def campaign(organiser: Person) -> Campaign:
    """The Winter League: gathering, private, the usual rules."""
    return organiser.seat.campaign


@pytest.fixture
def co_organiser(campaign: Campaign) -> Person:
    return joined(campaign, "Cora", "co_organiser")


@pytest.fixture
def player(campaign: Campaign) -> Person:
    """Paul, who plays."""
    return joined(campaign, "Paul")


@pytest.fixture
def rival(campaign: Campaign) -> Person:
    """Rita, who plays against Paul."""
    return joined(campaign, "Rita")


@pytest.fixture
def visitor(campaign: Campaign) -> Person:
    """Viktor, a member who looks on."""
    return joined(campaign, "Viktor", "visitor")


@pytest.fixture
def stranger(db: None) -> Person:
    """Stan, who has an account and is in no campaign."""
    user = account("Stan")
    return Person(user, None, browser(user))


@pytest.fixture
def nobody(db: None) -> Client:
    """A browser without an account."""
    return Client()


@pytest.fixture
def public_campaign(organiser: Person) -> Campaign:
    """Olga's second campaign, open to everybody's eyes."""
    return create_campaign(organiser.user, CreateCampaign("Open League", public=True)).campaign
