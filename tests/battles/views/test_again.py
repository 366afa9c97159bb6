"""The page of a battle that is over leads to the next one like it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from missions.battles.models import Battle
from tests.battles import battles as b
from tests.battles.views.test_pages import ticket, tried
from tests.people import account, browser

pytestmark = pytest.mark.django_db


def again(row: Battle, client: Client) -> list[str]:
    """The links of the end of a battle to forms for another one."""
    page = client.get(b.url(row)).content.decode()
    return [unescape(each) for each in re.findall(r'href="(/battles/(?:try|new)/\?[^"]*)"', page)]


def filled(client: Client, link: str) -> dict[str, object]:
    """The values that the form behind a link begins with."""
    return dict(client.get(link).context["form"].initial)


def test_a_visitor_fights_the_computer_again_on_either_side(client: Client) -> None:
    row = tried(client, system="red_alert", scenario="supply_base", side="1", level="greedy")
    assert again(row, client) == []
    assert client.post(b.url(row, "resign/"), {"at": b.fresh(row).at}).status_code == 302
    links = again(row, client)
    wanted = {"system": "red_alert", "scenario": "supply_base", "level": "greedy"}
    assert [wanted.items() <= filled(client, link).items() for link in links] == [True, True]
    assert [filled(client, link)["side"] for link in links] == ["1", "0"]
    page = client.get(links[1])
    fields = {name: value for name, value in filled(client, links[1]).items() if name != "ticket"}
    made = client.post(links[1], {"ticket": page.context["form"].initial["ticket"], **fields})
    assert made.status_code == 302 and made["Location"] != b.url(row)


def test_people_fight_again_with_the_options_and_dice_that_they_had() -> None:
    ann, bob = account("ann"), account("bob")
    options = {"points": 30, "deploy": "line", "torpedo_salvos": 2, "natural_one_misses": True}
    row = b.begun(b.sitting(ann), b.sitting(bob), dice="typed", **options)
    browser(bob).post(b.url(row, "resign/"), {"at": b.fresh(row).at})
    given = filled(browser(ann), again(row, browser(ann))[0])
    wanted = {"scenario": "fighter_clash", "opponent": "link", "dice": "typed", "points": "30"}
    assert (wanted | {"torpedo_salvos": "2", "natural_one_misses": True}).items() <= given.items()
    assert [filled(browser(bob), link)["side"] for link in again(row, browser(bob))] == ["1", "0"]


def test_spectators_are_not_asked_to_fight_again() -> None:
    ann = account("ann")
    row = b.begun(b.sitting(ann), public=True)
    browser(ann).post(b.url(row, "resign/"), {"at": b.fresh(row).at})
    assert again(row, browser(ann)) and again(row, Client()) == []


@pytest.mark.parametrize("asked", ["side=7", "level=hardest", "scenario=nowhere", "side=", "level=%00"])
def test_a_form_that_is_asked_for_the_impossible_begins_as_usual(asked: str, client: Client) -> None:
    usual = filled(client, "/battles/try/?system=red_alert")
    found = filled(client, f"/battles/try/?system=red_alert&{asked}")
    assert {**found, "ticket": ""} == {**usual, "ticket": ""}
    assert ticket(client, f"/battles/try/?ticket=mine&{asked}") != "mine"
