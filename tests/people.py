"""The stock people, each once: organiser, players, a spectator, and somebody who has no business here.

`people()` gives their accounts. The fixtures give each of them a place in one campaign and a browser.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from league.models import Campaign, Member
from league.rules.campaign import CreateCampaign
from league.services.campaigns import add_member, create_campaign
from tests.beginnings import begun

PASSWORD = "correct horse battery staple"


@dataclass(frozen=True)
class People:
    """Accounts: an organiser, a co-organiser, two players, a visitor and a stranger."""

    organiser: User
    helper: User
    player: User
    rival: User
    visitor: User
    stranger: User

    @property
    def all(self) -> tuple[User, ...]:
        return self.organiser, self.helper, self.player, self.rival, self.visitor, self.stranger


def account(name: str) -> User:
    """An account that signs in with `name`@example.org and PASSWORD."""
    return User.objects.create_user(
        username=name, email=f"{name}@example.org", password=PASSWORD, first_name=name.capitalize()
    )


def people() -> People:
    """Everybody, fresh in the database."""
    return People(*map(account, ("organiser", "helper", "player", "rival", "visitor", "stranger")))


@dataclass(frozen=True)
class Person:
    """An account, its member row (None for those who are in no campaign) and a browser that is signed in."""

    user: User
    member: Member | None
    client: Client

    @property
    def seat(self) -> Member:
        assert self.member is not None
        return self.member


def browser(user: User) -> Client:
    """A browser in which that account is signed in."""
    client = Client()
    client.force_login(user)
    return client


def proven(user: User) -> Client:
    """A browser in which that account has just typed its password again."""
    client = browser(user)
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


def arrived(name: str, place: Callable[[User], Member | None], *named: object) -> Person:
    """A new account, its place and its browser; each a beginning that tests share (`tests.beginnings`)."""

    def signed_in() -> tuple[User, Member | None, str]:
        user = account(name)
        return user, place(user), browser(user).cookies[settings.SESSION_COOKIE_NAME].value

    user, member, session = begun(signed_in, "arrived", name, *named)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    return Person(user, member, client)


def founder(name: str, order: CreateCampaign) -> Person:
    """A new account that organises a new campaign."""
    return arrived(name, lambda user: create_campaign(user, order), repr(order))


def joined(campaign: Campaign, name: str, role: str = "player") -> Person:
    """A new account that joins the campaign in that role."""
    return arrived(name, lambda user: add_member(campaign.pk, user, role), campaign.pk, role)


@pytest.fixture
def organiser(db: None) -> Person:
    """Olga, who organises the (private) Winter League."""
    return founder("olga", CreateCampaign("Winter League"))


@pytest.fixture
def campaign(organiser: Person) -> Campaign:
    """The Winter League: gathering, private, the usual rules."""
    return organiser.seat.campaign


@pytest.fixture
def co_organiser(campaign: Campaign) -> Person:
    return joined(campaign, "cora", "co_organiser")


@pytest.fixture
def player(campaign: Campaign) -> Person:
    """Paul, who plays."""
    return joined(campaign, "paul")


@pytest.fixture
def rival(campaign: Campaign) -> Person:
    """Rita, who plays against Paul."""
    return joined(campaign, "rita")


@pytest.fixture
def visitor(campaign: Campaign) -> Person:
    """Viktor, a member who watches."""
    return joined(campaign, "viktor", "visitor")


@pytest.fixture
def stranger(db: None) -> Person:
    """Stan, who has an account and is in no campaign."""
    return arrived("stan", lambda user: None)


@pytest.fixture
def nobody(db: None) -> Client:
    """A browser without an account."""
    return Client()


@pytest.fixture
def public_campaign(organiser: Person) -> Campaign:
    """Olga's second campaign, open to everybody's eyes."""
    open_to_all = CreateCampaign("Open League", public=True)
    return begun(lambda: create_campaign(organiser.user, open_to_all).campaign, "Open League")
