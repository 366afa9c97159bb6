"""The schedule in browsers of two time zones, and what axe finds on its pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.rules.meetings.orders import ProposeMeeting
from league.rules.schedule.orders import CallOffNight, PlanNight
from league.rules.state import LeagueState
from tests import verbs
from tests.e2e.hands import DESKTOP, PHONE, Axe, OpenContext, Seat, sign_in, sit_down

NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"
LOOKS = [(PHONE, "light"), (PHONE, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")]


@pytest.fixture
def club(site: str) -> tuple[verbs.Crew, verbs.League]:
    people = verbs.crew()
    return people, verbs.league(people)


def seat(open_context: OpenContext, site: str, user: object, zone: str, **screen: object) -> Seat:
    context = open_context(timezone_id=zone, locale="en-GB", **(screen or DESKTOP))
    sign_in(context, user, site)
    return sit_down(context, touch=bool(screen.get("has_touch")))


def soon(days: int = 20) -> datetime:
    """Seven in the evening in New York, some days ahead."""
    day = (timezone.now() + timedelta(days=days)).astimezone(ZoneInfo(NEW_YORK))
    return day.replace(hour=19, minute=0, second=0, microsecond=0)


def words(moment: datetime, zone: str) -> str:
    """The moment as a browser of that zone writes it."""
    return f"{moment.astimezone(ZoneInfo(zone)):%-d %b %Y, %H:%M}"


def night(at: verbs.League) -> str:
    (found,) = verbs.state_of(at.organiser).of(LeagueState).nights.values()
    return found.starts


def test_a_night_is_planned_in_one_zone_and_read_in_another(
    open_context: OpenContext, site: str, club: tuple[verbs.Crew, verbs.League]
):
    people, at = club
    base, when = f"/campaigns/{at.campaign.pk}/schedule/", soon()
    olga = seat(open_context, site, people.organiser, NEW_YORK)
    olga.go(f"{base}new/")
    olga.page.get_by_label("Date and time").fill(f"{when:%Y-%m-%dT%H:%M}")
    olga.page.get_by_label("Venue").fill("The Old Mill")
    olga.press(olga.button("Plan this night"))
    expect(olga.page.get_by_text(words(when, NEW_YORK))).to_be_visible()
    assert datetime.fromisoformat(night(at)) == when.astimezone(UTC)

    paul = seat(open_context, site, people.player, BERLIN, **PHONE)
    paul.go(base)
    expect(paul.page.get_by_text(words(when, BERLIN))).to_be_visible()
    paul.press(paul.button("I’m coming"))
    expect(paul.page.get_by_role("button", name="I’m coming", pressed=True)).to_be_visible()
    expect(olga.page.get_by_text("1 coming", exact=False)).to_be_visible()  # live, at the organiser's desk
    assert (olga.complaints, paul.complaints) == ([], [])


def test_a_night_that_is_changed_elsewhere_shows_the_time_of_that_place(
    open_context: OpenContext, site: str, club: tuple[verbs.Crew, verbs.League]
):
    people, at = club
    when = soon()
    verbs.do(at.organiser, PlanNight(when.isoformat(), "The Old Mill"))
    olga = seat(open_context, site, people.organiser, BERLIN)
    olga.go(f"/campaigns/{at.campaign.pk}/schedule/1/change/")
    box = olga.page.get_by_label("Date and time")
    assert box.input_value() == f"{when.astimezone(ZoneInfo(BERLIN)):%Y-%m-%dT%H:%M}"
    olga.page.get_by_label("Venue").fill("The Barn")
    olga.press(olga.button("Save this night"))
    expect(olga.page.get_by_text("The Barn")).to_be_visible()
    assert datetime.fromisoformat(night(at)) == when.astimezone(UTC)
    later = (when + timedelta(days=150)).replace(hour=19)  # the other half of the year
    olga.go(f"/campaigns/{at.campaign.pk}/schedule/1/change/")
    box.fill(f"{later.astimezone(ZoneInfo(BERLIN)):%Y-%m-%dT%H:%M}")
    olga.press(olga.button("Save this night"))
    expect(olga.page.get_by_text(words(later, BERLIN))).to_be_visible()
    assert datetime.fromisoformat(night(at)) == later.astimezone(UTC)


def test_a_game_is_proposed_and_agreed_on_across_zones(
    open_context: OpenContext, site: str, club: tuple[verbs.Crew, verbs.League]
):
    people, at = club
    base, when = f"/campaigns/{at.campaign.pk}/schedule/", soon(5)
    paul = seat(open_context, site, people.player, NEW_YORK)
    paul.go(f"{base}games/new/")
    paul.page.get_by_label("Against").select_option(str(at.rival_fleet))
    paul.page.get_by_label("Date and time").fill(f"{when:%Y-%m-%dT%H:%M}")
    paul.page.get_by_label("Venue").fill("At Paul’s")
    paul.press(paul.button("Propose this game"))
    expect(paul.page.get_by_text(words(when, NEW_YORK), exact=False)).to_be_visible()
    rita = seat(open_context, site, people.rival, BERLIN, **PHONE)
    rita.go(base)
    games = rita.page.get_by_role("region", name="Games between the nights")
    expect(games.get_by_text(words(when, BERLIN), exact=False)).to_be_visible()
    rita.press(rita.button("Agree"))
    expect(games.get_by_text("· agreed", exact=False)).to_be_visible()
    assert (paul.complaints, rita.complaints) == ([], [])


@pytest.mark.parametrize(("screen", "scheme"), LOOKS, ids=["phone", "phone-dark", "desktop", "desktop-dark"])
def test_axe_finds_nothing_on_the_pages_of_the_schedule(
    open_context: OpenContext,
    site: str,
    axe: Axe,
    club: tuple[verbs.Crew, verbs.League],
    screen: dict,
    scheme: str,
):
    people, at = club
    base = f"/campaigns/{at.campaign.pk}/"
    for days in (10, 20, 30):
        verbs.do(at.organiser, PlanNight(soon(days).isoformat(), "The Old Mill, first floor, ring twice"))
    nights = sorted(verbs.state_of(at.organiser).of(LeagueState).nights)
    verbs.do(at.organiser, CallOffNight(nights[1], "No room."))
    verbs.do(at.player, ProposeMeeting(at.fleet, at.rival_fleet, soon(4).isoformat(), "At Paul’s"))
    rita = seat(open_context, site, people.rival, BERLIN, color_scheme=scheme, **screen)
    for path in ("schedule/", "schedule/games/new/", ""):
        rita.go(base + path)
        expect(rita.page.locator("main h1")).to_be_visible()
        assert [path, *axe(rita.page)] == [path]
        assert wide(rita) <= 0
    olga = seat(open_context, site, people.organiser, BERLIN, color_scheme=scheme, **screen)
    for path in ("schedule/", "schedule/new/", "schedule/1/change/", "schedule/1/call-off/"):
        olga.go(base + path)
        assert [path, *axe(olga.page)] == [path]
        assert wide(olga) <= 0
    assert (rita.complaints, olga.complaints) == ([], [])


def wide(at: Seat) -> int:
    """Pixels by which the page is wider than the screen."""
    found: int = at.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return found


def test_the_words_of_a_proposal_keep_their_room_beside_three_buttons(
    open_context: OpenContext, site: str, club: tuple[verbs.Crew, verbs.League]
):
    people, at = club
    verbs.do(at.player, ProposeMeeting(at.fleet, at.rival_fleet, soon(4).isoformat(), "At Paul’s"))
    rita = seat(open_context, site, people.rival, BERLIN, **PHONE)
    rita.go(f"/campaigns/{at.campaign.pk}/schedule/")
    box = rita.page.locator(".todo-what").first.bounding_box()
    assert box is not None
    assert box["width"] > 200


def test_the_night_leaves_no_empty_space_on_a_wide_overview(
    open_context: OpenContext, site: str, club: tuple[verbs.Crew, verbs.League]
):
    people, at = club
    verbs.do(at.organiser, PlanNight(soon().isoformat(), "The Old Mill"))
    paul = seat(open_context, site, people.player, BERLIN)
    paul.go(f"/campaigns/{at.campaign.pk}/")
    card, row = (paul.page.locator(each).bounding_box() for each in (".glance > .night", ".glance"))
    assert card is not None
    assert row is not None
    assert card["width"] == pytest.approx(row["width"], abs=1)
    others = [each.bounding_box() for each in paul.page.locator(".glance > .panel:not(.night)").all()]
    assert sum(each["width"] for each in others) > row["width"] - 40
    assert max(each["height"] for each in others) < 150
