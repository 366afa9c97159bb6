"""Every page of a campaign with missions before, during and after its games: axe finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from league.models import Campaign
from missions.rules.game.state import SIDES
from missions.rules.orders import ArrangeFriendly
from rosters.catalogue import catalogue
from rosters.rules.events import ShipBought
from tests import verbs
from tests.e2e.hands import PHONE as PHONE_DEVICE
from tests.e2e.hands import Seat, SeatOf
from tests.e2e.pages.addresses import campaign_paths, named, newest_act
from tests.e2e.pages.examining import DESK, PHONE, Examiner
from tests.e2e.taps.counting import SCREENS
from tests.e2e.test_missions import club
from tests.missions.mission_tables import MissionTable, written
from tests.missions.rules.builders import TIE, XWING
from tests.missions.tables import typed
from tests.people import Person
from tests.places import fleet_url

pytestmark = pytest.mark.walk("pages", tests=True)

MORE, BIG, MOST_SCREENS = 2, 18, 2.0
"""Ships that join each squadron, those of the big game that comes of it, and the height of its page on a
phone, in screens."""
PHONE_SIZE = PHONE_DEVICE["viewport"]


def paths_of(table: MissionTable, person: Person) -> list[str]:
    """Every address of the campaign, about this person's fleet and the table's game."""
    mine = table.game.active if person is table.active else table.game.opposing
    fleet = verbs.fleet_of(table.organiser.seat, mine)
    numbers = {
        "members": table.opposing.seat.number,
        "timeline": newest_act(table.league.campaign),
        **named(table.league.campaign, rounds=table.game.round, fleets=fleet.id, games=table.number),
    }
    page = "desk" if fleet.standing == "desk" else "build"
    others = {
        "fleet": fleet.id,
        "ship": min(fleet.ships),
        "persona": "Biggs",
        "card": 2,
        "place": 0,
        "page": page,
    }
    others |= {"game": table.number, "asset": min(fleet.assets, default=1)}
    return campaign_paths(table.league.campaign, numbers, **others)


# Pages for organisers only, and pages of a campaign with missions.
PARTS = (
    "print/",
    "override/",
    "proxy/",
    "friendlies/",
    "successor/",
    "downloads/",
    "places/",
    "games/",
    "assets/",
)


def screens(seat: Seat, url: str) -> float:
    """Height of a page on a phone, in screens."""
    seat.page.set_viewport_size(PHONE_SIZE)
    seat.page.goto(url)
    return round(seat.page.evaluate(SCREENS), 2)


def reinforced(table: MissionTable) -> None:
    """Write more ships to every squadron of both rosters."""
    for side in SIDES:
        fleet, seat = table.fleet(side), table.seat(side)
        model = XWING if fleet.side == "rebel" else TIE
        name = catalogue().ship_cards[model].name
        first: int = Campaign.objects.get(pk=seat.campaign_id).next_id
        cards = [card for card in fleet.squadrons for _ in range(MORE)]
        bought = (
            ShipBought(fleet.id, first + place, model, name, 0, card, "") for place, card in enumerate(cards)
        )
        written(seat, *bought)


def screens_of_report(seat: Seat, url: str) -> float:
    """Height of the report on a phone with a squadron and a ship in it open, in screens."""
    screens(seat, f"{url}report/")
    squadron = seat.page.locator(".report-squadron").first
    seat.press(squadron.locator("summary").first)
    ship = squadron.locator(".report-line").first
    seat.press(ship.locator("summary").first)
    expect(ship.get_by_role("radiogroup")).to_be_visible()
    return round(seat.page.evaluate(SCREENS), 2)


def see_that_a_ship_is_not_saved(seat: Seat) -> None:
    """Type damage that no hull has, save another ship, and fold the squadron: its line tells it."""
    squadron = seat.page.locator(".report-squadron").first
    told = squadron.locator(".squadron-unsaved")
    ships = squadron.locator(".report-line")
    ships.nth(0).locator("[name$=-damage]").fill("99999")
    ships.nth(0).locator("[name$=-damage]").blur()
    expect(ships.nth(0).locator(".line-state > .bad")).to_be_visible()
    seat.press(ships.nth(1).locator("summary").first)
    seat.press(ships.nth(1).get_by_label("Destroyed", exact=True))
    expect(ships.nth(1).locator(".line-state")).to_contain_text("Destroyed")
    expect(told).to_be_hidden()
    seat.press(squadron.locator("summary").first)
    expect(told).to_be_visible()


def see_that_a_tab_stays(seat: Seat, url: str) -> None:
    """Press the open tab of a game by keyboard."""
    seat.page.goto(url)
    tab = seat.page.locator(".looks-tabs > .look[open] > summary").first
    tab.press("Enter")
    expect(seat.page.locator(".looks-tabs > .look[open]")).to_have_count(1)


def walk(examiner: Examiner, seat_of: SeatOf, table: MissionTable) -> None:
    """The organiser at a desk, the player with a phone."""
    for person, looks in ((table.organiser, DESK), (table.active, PHONE)):
        paths = paths_of(table, person)
        examiner.walk(seat_of(person.user), [each for each in paths if any(map(each.count, PARTS))], looks)


def test_while_a_mission_is_prepared(examiner: Examiner, seat_of: SeatOf, site: str):
    table = club(site)
    table.draw_squadron("recon")
    verbs.do(table.active.seat, ArrangeFriendly(table.game.active, table.game.opposing, missions=True))
    walk(examiner, seat_of, table)
    seen = " ".join(examiner.seen)
    assert [part for part in PARTS if part not in seen] == []


def test_while_a_victory_offers_an_asset(examiner: Examiner, seat_of: SeatOf, site: str):
    table = club(site)
    reinforced(table)
    table.choose(4, 2)
    table.commit("active")
    table.commit("opposing")
    players = [
        (side, seat_of(table.active.user if side == "active" else table.opposing.user)) for side in SIDES
    ]
    heights = {f"play, {side}": screens(seat, table.url) for side, seat in players}
    see_that_a_tab_stays(players[0][1], table.url)
    heights["report"] = screens_of_report(players[0][1], table.url)
    see_that_a_ship_is_not_saved(players[0][1])
    fates = {"active": "driven_off", "opposing": "destroyed"}
    fields = typed(table.game, ending="opposing")
    fields |= {f"s{ship.id}-fate": fates[side] for side in SIDES for ship in table.ships(side)[1:]}
    assert table.press(table.active, "report", do="submit", **fields).status_code == 302
    verbs.make_choices(table.organiser.seat, table.number)
    heights |= {f"confirm, {side}": screens(seat, table.url) for side, seat in players}
    verbs.confirm(table.organiser.seat, table.number)
    heights |= {f"done, {side}": screens(seat, table.url) for side, seat in players}
    assert len(table.game.ships) == BIG and max(heights.values()) <= MOST_SCREENS, heights
    assert table.fleet("active").offer is not None
    base = f"/campaigns/{table.league.campaign.pk}/"
    own = fleet_url(base, table.game.active)
    examiner.walk(seat_of(table.active.user), [own, f"{own}desk/", table.url, table.verify_url, "/inbox/"])
    undo = f"{base}timeline/{newest_act(table.league.campaign)}/undo/"
    examiner.walk(seat_of(table.organiser.user), [undo, f"{base}print/", f"{base}standings/"])
