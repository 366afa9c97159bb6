"""A mission with assets by two people, one at a desk, one with a phone: from ready to the asset that the
victory brings. Both pages follow by themselves; every stage is checked by axe in light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from league.models import Campaign
from league.rules.campaign import CreateCampaign
from league.services import acts
from league.services.campaigns import add_member, create_campaign
from league.services.check import check
from missions.models import LaidOrder
from missions.rules.orders import VoidGame
from missions.rules.pregame import links
from tests.e2e.hands import BY_LOOKS, DESKTOP, PHONE, Axe, OpenContext, Seat, sign_in, sit_down
from tests.missions.mission_tables import MissionTable, mission_table
from tests.people import Person, account, browser


@dataclass
class Battle:
    """The active player at a desk and the opposing one with a phone."""

    table: MissionTable
    desk: Seat
    phone: Seat
    axe: Axe

    def look(self) -> None:
        """Both pages pass axe; in the dark their colours do."""
        for seat in (self.desk, self.phone):
            for theme, rules in (("light", ()), ("dark", BY_LOOKS)):
                seat.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                assert self.axe(seat.page, *rules) == [], f"{seat.path} in {theme}"

    def primary(self, seat: Seat, name: str) -> None:
        seat.press(seat.page.locator(".action-bar").get_by_role("button", name=name, exact=True))

    def rest_nobody(self, seat: Seat) -> None:
        expect(seat.page.get_by_role("checkbox", name="Nobody rests")).to_be_checked()
        self.primary(seat, "Rest nobody")


def club(site: str) -> MissionTable:
    boss = account("olga")
    seat = create_campaign(boss, CreateCampaign("Mission League", missions=True))
    others = [
        Person(user, add_member(seat.campaign_id, user, "player"), browser(user))
        for user in map(account, ("paul", "rita"))
    ]
    table = mission_table(Person(boss, seat, browser(boss)), *others)
    table.hold("active", "scouted_area")
    table.hold("opposing", "sabotage")
    return table


@pytest.fixture
def battle(open_context: OpenContext, site: str, axe: Axe) -> Iterator[Battle]:
    """Both are on the game's page; at the end no browser has complained."""
    table = club(site)
    seats = []
    for person, screen, touch in ((table.active, DESKTOP, False), (table.opposing, PHONE, True)):
        context = open_context(**screen, reduced_motion="reduce")
        sign_in(context, person.user, site)
        seats.append(sit_down(context, touch=touch))
        seats[-1].go(table.url)
    yield Battle(table, *seats, axe)
    assert [seat.complaints for seat in seats] == [[], []]


def test_cards_are_drawn_with_links_of_both_pages_and_without_one_that_is_away(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(links, "FILL_LINK_AFTER", timedelta(seconds=2))
    desk, phone = battle.desk, battle.phone
    battle.primary(desk, "Ready")
    expect(phone.page.locator(".tag-good", has_text="Ready")).to_be_visible()
    battle.primary(phone, "Ready")
    battle.rest_nobody(desk)
    for card in (4, 5, 6, 7):
        desk.page.locator(f'input[name="deck"][value="{card}"]').uncheck()
    battle.primary(desk, "Draw")
    desk.reads("Choose the mission")
    phone.reads("to choose the mission")
    assert len(LaidOrder.objects.get().given) == 2
    phone.page.goto("about:blank")
    desk.page.locator('input[name="mission"][value="2"]').check()
    battle.primary(desk, "Play Infiltration")
    desk.reads("Commit")
    assert list(LaidOrder.objects.get(number=2).given) == ["active"]
    acts.act(
        battle.table.league.campaign.pk, battle.table.organiser.seat, VoidGame(battle.table.number, "Late")
    )
    desk.go(battle.table.verify_url)
    expect(desk.page.locator("[data-verify=links]")).to_have_text("3 fit their chains; the site filled 1 in")
    for each in ("all", "witness"):
        expect(desk.page.locator(f"[data-verify={each}]")).to_have_attribute("data-state", "good")
    LaidOrder.objects.update(salt="08" * 16)
    desk.page.reload()
    expect(desk.page.locator("[data-verify=witness]")).to_have_text("does not match")


@pytest.mark.walk("battles")
def test_two_people_play_a_mission_with_assets(battle: Battle):
    get_ready(battle)
    find_a_mission(battle)
    commit_assets(battle)
    nominate(battle)
    fight_and_report(battle)
    take_the_asset(battle)
    recompute(battle)
    assert check(Campaign.objects.get()) == []


def get_ready(battle: Battle) -> None:
    """The second ready brings the first question, on both screens."""
    battle.look()
    battle.primary(battle.desk, "Ready")
    expect(battle.phone.page.locator(".tag-good", has_text="Ready")).to_be_visible()
    battle.primary(battle.phone, "Ready")
    battle.desk.reads("Which squadrons rest?")
    battle.phone.reads("to say which squadrons rest")
    battle.look()


def find_a_mission(battle: Battle) -> None:
    """Nobody rests; a rest taken back; a deck of the two RECON squadrons; Infiltration."""
    desk, phone = battle.desk, battle.phone
    battle.rest_nobody(desk)
    desk.reads("Draw your mission squadron")
    desk.press(desk.button("Take back"))
    desk.reads("Which squadrons rest?")
    battle.rest_nobody(desk)
    for card in (4, 5, 6, 7):
        desk.page.locator(f'input[name="deck"][value="{card}"]').uncheck()
    battle.look()
    battle.primary(desk, "Draw")
    desk.reads("Choose the mission")
    phone.reads("to choose the mission")
    battle.look()
    expect(desk.button("Play this mission")).to_be_disabled()
    desk.page.locator('input[name="mission"][value="2"]').check()
    battle.primary(desk, "Play Infiltration")
    phone.reads("Commit your assets")


def commit_assets(battle: Battle) -> None:
    """Both in secret; the second opens both, and Sabotage acts by itself."""
    desk, phone = battle.desk, battle.phone
    battle.look()
    expect(desk.button("Commit")).to_be_disabled()
    desk.page.get_by_role("radio", name="No asset").check()
    expect(desk.button("Commit no asset")).to_be_enabled()
    desk.page.get_by_role("radio", name="Scouted Area").check()
    battle.primary(desk, "Commit Scouted Area")
    desk.reads("Only you see these until both sides have committed.")
    phone.press(phone.page.locator("summary", has_text=re.compile("^Assets$")))
    phone.reads("Committed face down.")
    expect(phone.page.get_by_text("Scouted Area")).to_have_count(0)
    phone.page.get_by_role("radio", name="Sabotage").check()
    battle.primary(phone, "Commit Sabotage")
    desk.reads("Nominate a ship in secret")
    phone.reads("starts DAMAGED")


def nominate(battle: Battle) -> None:
    """The Operative's ship is nominated, taken back and nominated again; the other side sees that it is,
    and no more, and goes on."""
    desk, phone = battle.desk, battle.phone
    battle.look()
    desk.page.locator('input[name="ship"]').first.check()
    desk.press(desk.button(re.compile("^Nominate .+")))
    phone.reads("has nominated a ship")
    desk.press(desk.button("Take back"))
    phone.reads("to nominate a ship in secret")
    desk.page.locator('input[name="ship"]').first.check()
    desk.press(desk.button(re.compile("^Nominate .+")))
    desk.reads("Only you see this.")
    desk.reads("to go on")
    battle.look()
    battle.primary(phone, "Go on")
    desk.reads("Report the result")
    battle.look()


def fight_and_report(battle: Battle) -> None:
    """The Operative gets away, which decides the mission."""
    desk, phone = battle.desk, battle.phone
    ship = battle.table.pregame.nominated
    desk.page.on("dialog", lambda asked: asked.accept())
    desk.press(desk.button("The battle is over: show the ship"))
    phone.reads("had nominated")
    desk.press(desk.link("Report the result"))
    desk.press(
        desk.page.locator(".report-line", has=desk.page.locator(f"#ship-{ship}")).locator("summary").first
    )
    desk.page.locator(f'input[name="s{ship}-fate"][value="withdrawn"]').check()
    expect(desk.page.locator(f"#state-{ship}")).to_contain_text("Withdrawn")
    battle.look()
    battle.primary(desk, "Submit the report")
    phone.reads("wins by its objective")
    phone.reads("The winner may take one asset")
    battle.look()
    for seat in (desk, phone):
        asked = seat.page.locator("#choices-form fieldset[data-count] label")
        if asked.count():
            seat.press(asked.first)
            seat.press(seat.page.locator("#choices-form").get_by_role("button"))
    phone.read_on()
    battle.primary(phone, "Confirm the result")
    desk.reads("What happened")
    battle.look()


def take_the_asset(battle: Battle) -> None:
    """The winner takes one of the two on offer at the repairs desk."""
    desk = battle.desk
    desk.press(desk.page.locator(".action-bar").get_by_role("link", name="Repairs", exact=True))
    desk.reads("The victory offers an asset")
    expect(desk.button("Take an asset or none")).to_be_disabled()
    desk.press(desk.page.locator("#offer-form .choice", has_text="Fleet Intelligence"))
    desk.press(desk.button("Take Fleet Intelligence"))
    expect(desk.page.get_by_role("heading", name=re.compile("The victory offers an asset"))).to_have_count(0)
    held = [each.kind for each in battle.table.fleet("active").assets.values()]
    assert held == ["fleet_intelligence"]


def recompute(battle: Battle) -> None:
    """The loser's phone works every pick out again."""
    phone = battle.phone
    phone.go(battle.table.verify_url)
    for each in ("all", "seals", "witness"):
        expect(phone.page.locator(f"[data-verify={each}]")).to_have_attribute("data-state", "good")
    expect(phone.page.locator("[data-verify=links]")).to_have_text(re.compile(r"^\d+ fit their chains$"))
    expect(phone.page.locator("[data-verify-steps] li")).to_have_count(len(battle.table.pregame.picks) + 2)
    expect(phone.page.locator("[data-verify-steps]")).to_contain_text("as in the game")
    battle.look()
