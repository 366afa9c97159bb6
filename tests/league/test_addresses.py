"""Addresses made from route names are the same as Django's own."""

import pytest
from django.urls import NoReverseMatch, reverse

from league.addresses import Address, address, campaign_address, fleet_address, game_address, round_address
from tests.architecture.test_addresses import names

SAMPLES = (1, 2, 3, 4, 5)


@pytest.mark.parametrize("route", sorted(names() - {"fleet-work"}))
def test_an_address_is_what_django_makes_of_the_route(route: str):
    """Numbers of parts that a route may take."""
    made = 0
    for count in range(6):
        try:
            wanted = reverse(route, args=SAMPLES[:count])
        except NoReverseMatch:
            continue
        assert address(route, *SAMPLES[:count]) == wanted
        made += 1
    assert made or route.startswith(("pick-", "fleet", "account_", "mfa_", "socialaccount_"))


def test_a_route_takes_words_of_its_own():
    wanted = reverse("pick-slot", args=[1, 2, "build", 3, 4])
    assert address("pick-slot", 1, 2, "build", 3, 4) == wanted


@pytest.mark.parametrize("token", ["Xf3_a-b", "a b", "ü/ä", "50%", "a?b#c"])
def test_any_part_of_an_address_is_written_as_django_writes_it(token: str):
    assert address("rule-page", token) == reverse("rule-page", args=[token])


def test_a_place_leads_to_what_lies_below_it():
    game = game_address(1, 11)
    assert address("report", game) == "/campaigns/1/games/11/report/"
    assert address("report-line", game, 7) == address("report-line", 1, 11, 7)
    assert game_address(campaign_address(1), 11) == game
    assert {round_address(1, 2), fleet_address(1, 3)} == {
        reverse("round", args=[1, 2]),
        reverse("fleet", args=[1, 3]),
    }


@pytest.mark.parametrize(
    ("route", "parts"),
    [("nowhere", ()), ("game", (1,)), ("game", (1, "")), ("game", ("", 3)), ("desk", (1,))],
)
def test_there_is_no_address_without_its_parts(route: str, parts: tuple[int | str, ...]):
    with pytest.raises(NoReverseMatch):
        address(route, *parts)


def test_a_place_is_text_and_knows_its_parts():
    place = Address.at("member", campaign_address(4), 2)
    assert (f"{place}", place.parts) == (reverse("member", args=[4, 2]), (4, 2))
