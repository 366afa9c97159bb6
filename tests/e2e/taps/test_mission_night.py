"""A mission by two people with phones: its preparation, and one player's whole night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from league.models import Campaign
from league.rules.campaign import CreateCampaign
from league.services.campaigns import add_member, create_campaign
from league.services.check import check
from tests import verbs
from tests.e2e.hands import PHONE, OpenContext, sign_in, sit_down
from tests.e2e.taps.counting import Hand
from tests.missions.mission_tables import MissionTable, held, mission_league, table_of
from tests.people import Person, account, browser
from tests.places import fleet_url

PREPARING_TAPS = {"active": 9, "opposing": 4}
NIGHT_TAPS = 23
MOST_SCREENS = 2.0
"""Height of a page on which a player chooses before the battle, with the bars of the phone."""


@dataclass
class Night:
    """The league before its round, and both players with their phones."""

    league: verbs.League
    organiser: Person
    players: dict[int, Person]
    hands: dict[int, Hand]
    """Both by fleet."""


@pytest.fixture
def night(open_context: OpenContext, site: str) -> Iterator[Night]:
    boss = account("olga")
    seat = create_campaign(boss, CreateCampaign("Mission League", missions=True))
    organiser = Person(boss, seat, browser(boss))
    player, rival = (
        Person(user, add_member(seat.campaign_id, user, "player"), browser(user))
        for user in map(account, ("paul", "rita"))
    )
    league = mission_league(organiser, player, rival)
    fleets = [verbs.fleet_of(organiser.seat, each) for each in (league.fleet, league.rival_fleet)]
    for fleet, enemy in (fleets, reversed(fleets)):
        held(organiser.seat, fleet, enemy, "sabotage")
    verbs.open_round(organiser.seat)
    players = {league.fleet: player, league.rival_fleet: rival}
    hands = {}
    for fleet, person in players.items():
        context = open_context(**PHONE, reduced_motion="reduce")
        sign_in(context, person.user, site)
        hands[fleet] = Hand(sit_down(context, touch=True))
    yield Night(league, organiser, players, hands)
    assert [each.seat.complaints for each in hands.values()] == [[], []]


def primary(hand: Hand, name: str | re.Pattern[str]) -> None:
    hand.tap(hand.seat.page.locator(".action-bar").get_by_role("button", name=name))


def test_one_players_mission_night(night: Night) -> None:
    """The player of the Active Fleet, from the check-in to the closed post-game phase."""
    check_in(night)
    active, opposing, table = pair(night)
    for side, hand, before in prepare(active, opposing):
        assert hand.taps - before <= PREPARING_TAPS[side]
        assert max(hand.screens[before:]) <= MOST_SCREENS, (side, hand.screens)
    fight(active, opposing, table)
    repair(active)
    assert active.taps <= NIGHT_TAPS
    assert check(Campaign.objects.get()) == []


def check_in(night: Night) -> None:
    for fleet, hand in night.hands.items():
        hand.seat.go(fleet_url(night.league.campaign.pk, fleet))
        hand.tap(hand.seat.page.locator("#next-line").get_by_role("button", name="Check in"))
        expect(hand.seat.page.get_by_role("button", name="Check out").first).to_be_visible()


def pair(night: Night) -> tuple[Hand, Hand, MissionTable]:
    """Start the matching, let the Active Fleet choose its opponent, and open the game on both phones."""
    first = verbs.name_active(night.organiser.seat, seed="pair")
    second = next(fleet for fleet in night.players if fleet != first)
    active, opposing = night.hands[first], night.hands[second]
    active.tap(active.seat.page.locator("#opponents .action-bar button"))
    expect(active.seat.page.get_by_role("link", name="To my game").first).to_be_visible()
    number = next(iter(verbs.round_of(night.organiser.seat).pairings))
    players = list(night.players.values())
    table = table_of(night.league, number, night.organiser, *players)
    for hand in (active, opposing):
        hand.tap(hand.seat.link("To my game").first)
    return active, opposing, table


def prepare(active: Hand, opposing: Hand) -> list[tuple[str, Hand, int]]:
    """Prepare Infiltration, with an asset on each side. Returns each side's hand and its taps before."""
    before = [("active", active, active.taps), ("opposing", opposing, opposing.taps)]
    for hand in (active, opposing):
        primary(hand, "Ready")
    primary(active, "Rest nobody")
    # It opens Infiltration in every draw. Nobody has to do this, so it is not counted.
    for card in (4, 5, 6, 7):
        active.seat.page.locator(f'input[name="deck"][value="{card}"]').uncheck()
    primary(active, "Draw")
    active.tap(active.seat.page.locator(".choice", has_text="Infiltration"))
    primary(active, "Play Infiltration")
    active.tap(active.seat.page.locator(".choice", has_text="Sabotage"))
    primary(active, "Commit Sabotage")
    opposing.tap(opposing.seat.page.locator(".choice", has_text="Sabotage"))
    primary(opposing, "Commit Sabotage")
    active.tap(active.seat.page.locator(".your-move .segments label").first)
    primary(active, re.compile("^Nominate .+"))
    primary(opposing, "Go on")
    active.seat.reads("Report the result")
    return before


def fight(active: Hand, opposing: Hand, table: MissionTable) -> None:
    """Report that the nominated ship got away, which decides the mission."""
    ship = table.pregame.nominated
    page = active.seat.page
    page.on("dialog", lambda asked: asked.accept())
    active.tap(active.seat.button("The battle is over: show the ship"))
    active.tap(active.seat.link("Report the result"))
    line = page.locator(".report-line", has=page.locator(f"#ship-{ship}"))
    active.tap(line.locator("summary").first)
    active.tap(line.locator(".segments label", has_text="Withdrawn"))
    expect(page.locator(f"#state-{ship}")).to_contain_text("Withdrawn")
    primary(active, "Submit the report")
    opposing.seat.reads("wins by its objective")
    for hand in (active, opposing):
        asked = hand.seat.page.locator("#choices-form fieldset[data-count] label")
        if asked.count():
            hand.tap(asked.first)
            hand.tap(hand.seat.page.locator("#choices-form").get_by_role("button"))
    opposing.seat.read_on()
    primary(opposing, "Confirm the result")
    active.seat.reads("What happened")


def repair(active: Hand) -> None:
    """Take the asset of the victory, and close the phase."""
    page = active.seat.page
    active.tap(page.locator(".action-bar").get_by_role("link", name="Repairs", exact=True))
    active.tap(page.locator("#offer-form .choice", has_text="Fleet Intelligence"))
    active.tap(active.seat.button("Take Fleet Intelligence"))
    expect(page.get_by_role("heading", name=re.compile("The victory offers an asset"))).to_have_count(0)
    active.tap(page.get_by_label("Steps of the repairs").get_by_role("link", name="Review"))
    active.tap(active.seat.button("Take this arrangement"))
    page.once("dialog", lambda asked: asked.accept())
    active.tap(page.locator("#closing").get_by_role("button"))
    expect(page).to_have_url(re.compile(r"/fleets/[\w-]+/$"))
