"""The campaigns under siege and the people in them. Needs Django with the site's own database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client

from league.models import Campaign
from league.rules.campaign import CreateCampaign
from league.services.acts import act
from league.services.campaigns import add_member, create_campaign
from missions.autoplay.driver import Driver
from missions.autoplay.league import play
from rosters.rules.orders import FormSquadron, FoundFleet
from rosters.rules.state import RostersState
from tests.siege.web import Person

ADDRESSES = (f"198.18.{high}.{low}" for high in count() for low in range(1, 255))


@dataclass(frozen=True)
class Draft:
    """A campaign that gathers, with one fleet on which two people work."""

    campaign: int
    fleet: int
    owner: Person
    organiser: Person

    @property
    def work(self) -> str:
        return f"/campaigns/{self.campaign}/fleets/{self.fleet}/build/"


@dataclass(frozen=True)
class Running:
    """A campaign between two rounds, with two organisers and the numbers of its fleets."""

    campaign: int
    first: Person
    second: Person
    fleets: tuple[int, ...]


@dataclass(frozen=True)
class World:
    """Everything that the siege attacks."""

    port: int
    drafts: tuple[Draft, ...]
    running: tuple[Running, ...]
    guests: tuple[Person, ...]

    @property
    def campaigns(self) -> list[int]:
        return [each.campaign for each in (*self.drafts, *self.running)]

    def visitors(self) -> Iterator[Person]:
        """Visitors without an account, each from a new address."""
        while True:
            yield Person(self.port, next(ADDRESSES))


def make(port: int, drafts: int, running: int, guests: int) -> World:
    """Fill the database. Everything goes through the door."""
    return World(
        port,
        tuple(_draft(port, number) for number in range(drafts)),
        tuple(_running(port, number) for number in range(running)),
        tuple(signed_in(port, account(f"guest-{number}")) for number in range(guests)),
    )


def account(name: str) -> User:
    """An account without a password of its own."""
    made = get_user_model().objects.create(username=name, email=f"{name}@siege.example", first_name=name)
    made.set_unusable_password()
    made.save()
    return made


def signed_in(port: int, user: User) -> Person:
    """A browser in which the account is signed in."""
    client = Client()
    client.force_login(user)
    return Person(port, next(ADDRESSES), client.cookies[settings.SESSION_COOKIE_NAME].value, user.username)


def _draft(port: int, number: int) -> Draft:
    organiser, owner = account(f"organiser-{number}"), account(f"owner-{number}")
    seat = create_campaign(organiser, CreateCampaign(f"Siege {number}", public=True))
    member = add_member(seat.campaign_id, owner, "player")
    fleet = act(seat.campaign_id, member, FoundFleet(f"Wing {number}", "rebel", "hearts")).events[0].fleet  # type: ignore[attr-defined]
    act(seat.campaign_id, member, FormSquadron(fleet, 2, "standard"))
    return Draft(seat.campaign_id, fleet, signed_in(port, owner), signed_in(port, organiser))


def _running(port: int, number: int) -> Running:
    driver = Driver(f"siege {number}")
    play(driver, 4, 1)
    people = [account(f"{name}-{number}") for name in ("first", "second")]
    for each in people:
        add_member(driver.campaign_id, each, "co_organiser")
    fleets = driver.state().of(RostersState).fleets
    ready = tuple(each.id for each in fleets.values() if each.standing == "ready")
    return Running(driver.campaign_id, *[signed_in(port, each) for each in people], ready)


def heads() -> dict[int, int]:
    """The last number of each campaign's log."""
    return dict(Campaign.objects.values_list("id", "head_seq"))
