"""The pages of a campaign in each of its phases, the fullest first."""

from __future__ import annotations

import pytest

from league.models import Campaign, ClubCampaign
from league.rules.campaign import EndCampaign
from league.services.campaigns import ask_to_join, invite
from league.services.clubs import found_club
from league.services.players import show_page
from tests import verbs
from tests.e2e.hands import SeatOf
from tests.e2e.pages.addresses import (
    FILES,
    HERE,
    LEFT_ALONE,
    addresses,
    campaign_paths,
    named,
    newest_act,
    patterns,
)
from tests.e2e.pages.examining import DESK, LOOKS, PHONE, Examiner
from tests.people import account
from tests.places import fleet_url, game_url

pytestmark = pytest.mark.walk("pages", tests=True)


def test_a_running_campaign_with_open_desks(
    examiner: Examiner, seat_of: SeatOf, played: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = played
    ship = next(iter(verbs.fleet_of(at.player, at.fleet).ships))
    numbers = {
        "members": at.rival.number,
        "timeline": newest_act(at.campaign),
        **named(at.campaign, rounds=verbs.round_of(at.organiser).id, fleets=at.fleet, games=game),
    }
    others = {
        "fleet": at.fleet,
        "game": game,
        "ship": ship,
        "place": 0,
        "card": 2,
        "page": "desk",
        "step": "propose",
    }
    paths = campaign_paths(at.campaign, numbers, **others)
    walks = ((people.organiser, 30, DESK), (people.player, 25, PHONE), (people.visitor, 12, PHONE))
    for user, pages, looks in walks:
        before = len(examiner.seen)
        examiner.walk(seat_of(user), paths, looks)
        assert len(examiner.seen) - before >= pages


def test_the_walk_knows_every_address_of_a_campaign():
    parts = ("members", "rounds", "fleets", "games", "timeline", "schedule")
    things = (
        "ship",
        "upgrade",
        "asset",
        "persona",
        "place",
        "card",
        "page",
        "fleet",
        "game",
        "doing",
        "step",
        "photo",
        "invitation_id",
        "request_id",
    )
    filled = campaign_paths(Campaign(pk=1), dict.fromkeys(parts, 1), **dict.fromkeys(things, 1))
    here = (each for each in patterns() if each.startswith((HERE, "verify/<")))
    known = [each for each in here if not each.endswith(FILES) and each not in LEFT_ALONE]
    assert len(filled) == len(known) + 2


def test_the_busiest_pages_in_all_four_looks(
    examiner: Examiner, seat_of: SeatOf, played: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = played
    base = f"/campaigns/{at.campaign.pk}/"
    paths = [
        base,
        fleet_url(base, at.fleet),
        f"{fleet_url(base, at.fleet)}desk/",
        game_url(base, game),
        "/cards/",
    ]
    examiner.walk(seat_of(people.player), paths, LOOKS)


def test_a_closed_round_and_an_ended_campaign(
    examiner: Examiner, seat_of: SeatOf, played: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = played
    number = verbs.round_of(at.organiser).id
    verbs.close_desk(at.player, at.fleet)
    verbs.close_desk(at.rival, at.rival_fleet)
    verbs.close_round(at.organiser)
    verbs.do(at.organiser, EndCampaign())
    paths = campaign_paths(at.campaign, named(at.campaign, rounds=number, fleets=at.fleet, games=game))
    paths.append(f"/players/{show_page(people.player, 'members').slug}/")
    club = found_club(people.player, "Star Club", "", "We play on Tuesdays.", public=True)
    ClubCampaign.objects.create(club=club, campaign=at.campaign)
    club.organisers.add(people.organiser)
    paths += addresses("clubs/<slug:slug>/", slug=club.slug)
    for user, looks in ((people.organiser, DESK), (people.player, PHONE)):
        examiner.walk(seat_of(user), paths, looks)


def test_a_gathering_campaign_without_fleets(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    at = verbs.club(people, public=True)
    asked = ask_to_join(account("Stan"), at.campaign, "We met on Tuesday")
    invitation = invite(at.organiser)
    numbers = {"members": at.player.number, "timeline": newest_act(at.campaign)}
    others = {"invitation_id": invitation.pk, "request_id": asked.pk, "doing": "undo"}
    paths = campaign_paths(at.campaign, numbers, **others)
    for user, looks in ((people.organiser, DESK), (people.player, PHONE)):
        examiner.walk(seat_of(user), [*paths, f"/join/{invitation.token}/"], looks)
    examiner.walk(seat_of(), [f"/join/{invitation.token}/", "/join/no-such-token/"])


def test_fleets_in_the_making(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    at = verbs.club(people)
    empty = verbs.found_fleet(at.rival, "Blank Page", "imperial")
    fleet = verbs.found_fleet(at.player, "Loose Ends", "rebel")
    verbs.form_squadron(at.player, fleet, 2)
    ship = verbs.buy_ship(at.player, fleet, verbs.STOCK["rebel"], 2)
    upgrade = verbs.buy_upgrade(at.player, fleet, "r2astromech", ship)
    verbs.buy_ship(at.player, fleet, "rebel-gr75mediumtransport-gr75mediumtransport")
    for user, number in ((people.player, fleet), (people.organiser, fleet), (people.rival, empty)):
        things = {"ship": ship, "upgrade": upgrade, "place": 0, "card": 2, "page": "build", "fleet": number}
        paths = campaign_paths(at.campaign, named(at.campaign, fleets=number), **things)
        looks = DESK if user == people.player else PHONE
        examiner.walk(seat_of(user), [path for path in paths if "/fleets/" in path], looks)
