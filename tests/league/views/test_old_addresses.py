"""Addresses carry the numbers and names that people see; old ones lead there, and tell strangers nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from league.addresses import address
from league.models import Act, Round
from league.services.archive import archive, restore
from league.services.check import check
from league.services.undo import undo
from missions.models import Game
from missions.rules.orders import ArrangeFriendly
from rosters.models import Fleet, FleetSlug
from rosters.rules.orders import RenameFleet
from tests import verbs
from tests.people import Person, account
from tests.places import fleet_url, game_url, round_url

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(running: verbs.League) -> int:
    return verbs.pair(running)


def olds(running: verbs.League, game: int) -> dict[str, str]:
    """Addresses with numbers of the log, as they once were, and what they are now."""
    base = f"/campaigns/{running.campaign.pk}/"
    at, fleet = verbs.round_of(running.organiser).id, running.fleet
    own = f"{base}fleets/red-wing/"
    return {
        f"{base}rounds/{at}/": f"{base}rounds/1/",
        f"{base}games/{game}/": f"{base}games/1/",
        f"{base}games/{game}/report/": f"{base}games/1/report/",
        f"{base}games/{game}/result-form.pdf?paper=letter": f"{base}games/1/result-form.pdf?paper=letter",
        f"/verify/{running.campaign.pk}/{game}/": f"/verify/{running.campaign.pk}/1/",
        f"{base}fleets/{fleet}/": own,
        f"{base}fleets/{fleet}/ledger/?page=2&x=%C3%A4": f"{own}ledger/?page=2&x=%C3%A4",
        f"{base}fleets/{fleet}/build/ships/7/slots/2/": f"{own}build/ships/7/slots/2/",
        f"{base}fleets/{fleet}/override/names/lukeskywalker/": f"{own}override/names/lukeskywalker/",
        f"{base}fleets/{fleet}/roster.pdf": f"{own}roster.pdf",
    }


def test_old_addresses_lead_to_the_new_ones_for_good(running: verbs.League, game: int, organiser: Person):
    assert game > 1 and verbs.round_of(running.organiser).id > 1
    for old, new in olds(running, game).items():
        answer = organiser.client.get(old)
        assert (answer.status_code, answer["Location"]) == (301, new), old
        assert answer["Cache-Control"] == "no-store"


def test_a_form_posted_to_an_old_address_arrives(running: verbs.League, game: int, player: Person):
    """A page that was open while the fleet was renamed, or the site brought up to date, still works."""
    old = f"/campaigns/{running.campaign.pk}/games/{game}/ready/"
    answer = player.client.post(old, {"side": "active", "nonce": "n"})
    assert (answer.status_code, answer["Location"]) == (308, f"{game_url(running.campaign.pk, game)}ready/")
    side = verbs.game_of(running.player, game).side_of(running.fleet)
    player.client.post(old, {"side": side, "nonce": "n"}, follow=True)
    draw = verbs.game_of(running.player, game).draw
    assert draw is not None and side in draw.nonces


def test_the_number_that_people_know_comes_before_an_old_one(
    running: verbs.League, game: int, player: Person
):
    """Should a game have the number that another had in its address, the one that people know is meant."""
    Game.objects.filter(number=game).update(ordinal=7)
    Game.objects.create(
        campaign=running.campaign, number=7, ordinal=1, round=1, active=1, opposing=2, step="void"
    )
    base = f"/campaigns/{running.campaign.pk}/games/"
    assert player.client.get(f"{base}7/").status_code == 200
    assert player.client.get(f"{base}{game}/")["Location"] == f"{base}7/"


def test_strangers_get_the_same_answer_whether_or_not_there_is_something(
    running: verbs.League, game: int, stranger: Person, nobody: Client
):
    verbs.do(running.player, RenameFleet(running.fleet, "Secret Name"))
    here = olds(running, game)
    nowhere = [each.replace(f"/{game}/", "/4711/").replace("/fleets/", "/fleets/9") for each in here]
    places = [*here, *here.values(), *nowhere, f"/campaigns/{running.campaign.pk}/fleets/secret-name/"]
    for client in (stranger.client, nobody):
        answers = [client.get(each.partition("?")[0]) for each in places]
        assert {each.status_code for each in answers} == {404}
        assert not [each for each in answers if "Location" in each or b"Secret Name" in each.content]
        assert {client.post(each.partition("?")[0], {}).status_code for each in places} <= {403, 404}


@pytest.mark.parametrize(
    "odd", ["999999", "grey-wing", "9" * 30, "red-wing-2", "RED-WING", "%00", "%FF", "..;"]
)
def test_there_is_no_fleet_at_an_address_of_nothing(running: verbs.League, player: Person, odd: str):
    assert player.client.get(f"/campaigns/{running.campaign.pk}/fleets/{odd}/").status_code == 404


def test_a_fleet_that_was_renamed_is_found_by_all_its_names(running: verbs.League, player: Person):
    base = f"/campaigns/{running.campaign.pk}/fleets/"
    for name in ("Dawn Patrol", "Рассвет"):
        verbs.do(running.player, RenameFleet(running.fleet, name))
    now = fleet_url(running.campaign.pk, running.fleet)
    assert now == f"{base}%D1%80%D0%B0%D1%81%D1%81%D0%B2%D0%B5%D1%82/"
    assert "Рассвет" in player.client.get(now).content.decode()
    for before in ("red-wing", "dawn-patrol", running.fleet):
        assert player.client.get(f"{base}{before}/ledger/")["Location"] == f"{now}ledger/"
    running.campaign.refresh_from_db()
    assert check(running.campaign) == []


def test_undoing_a_rename_gives_the_address_back(running: verbs.League, player: Person):
    base = f"/campaigns/{running.campaign.pk}/fleets/"
    act = verbs.do(running.player, RenameFleet(running.fleet, "Dawn Patrol")).act
    assert player.client.get(f"{base}red-wing/").status_code == 301
    undo(running.campaign.pk, running.player, act)
    assert player.client.get(f"{base}red-wing/").status_code == 200
    assert player.client.get(f"{base}dawn-patrol/").status_code == 404
    running.campaign.refresh_from_db()
    assert check(running.campaign) == []


def test_the_builder_goes_on_where_the_renamed_fleet_is(running: verbs.League, organiser: Person):
    fleet = verbs.found_fleet(organiser.seat, "First Draft", "scum")
    build = address("fleet-work", fleet_url(running.campaign.pk, fleet), "build")
    answer = organiser.client.post(build, {"do": "rename_fleet", "fleet_name": "Second Draft", "suit": ""})
    assert answer["Location"] == build.replace("first", "second")


def test_games_are_numbered_through_rounds_and_friendly_games(running: verbs.League):
    campaign = running.campaign.pk
    verbs.do(running.organiser, ArrangeFriendly(running.fleet, running.rival_fleet))
    paired = verbs.pair(running)
    numbers = Game.objects.filter(campaign=campaign).order_by("number").values_list("ordinal", flat=True)
    assert list(numbers) == [1, 2]
    assert game_url(campaign, paired) == f"/campaigns/{campaign}/games/2/"
    assert round_url(campaign, Round.objects.get(campaign=campaign).number).endswith("/rounds/1/")


def test_a_restored_campaign_has_the_numbers_and_names_it_had(running: verbs.League, game: int):
    undo(
        running.campaign.pk, running.organiser, Act.objects.get(name="choose_opponent").number, "Wrong table"
    )
    verbs.do(running.organiser, ArrangeFriendly(running.fleet, running.rival_fleet))
    verbs.do(running.player, RenameFleet(running.fleet, "Dawn Patrol"))
    other = restore(account("Nora"), archive(running.campaign.pk).data)
    for model, columns in ((Game, ("number", "ordinal")), (FleetSlug, ("fleet", "slug", "current"))):
        rows = [
            sorted(model._default_manager.filter(campaign_id=each).values_list(*columns))
            for each in (running.campaign.pk, other.campaign_id)
        ]
        assert rows[0] == rows[1] != []
    assert Fleet.objects.filter(slug="dawn-patrol").count() == 2


@pytest.mark.parametrize("place", ["game", "fleet", "round"])
def test_a_page_links_nothing_by_an_old_address(running: verbs.League, game: int, player: Person, place: str):
    campaign = running.campaign.pk
    at: dict[str, Callable[[], str]] = {
        "game": lambda: game_url(campaign, game),
        "fleet": lambda: fleet_url(campaign, running.fleet),
        "round": lambda: round_url(campaign, verbs.round_of(running.organiser).id),
    }
    page = player.client.get(at[place]()).content.decode()
    assert f"/games/{game}/" not in page and f"/fleets/{running.fleet}/" not in page
