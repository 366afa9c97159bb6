"""Pages before a battle of Red Alert: seats keep their capitals, and nobody chooses a given force."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from missions.battles.services import opening
from tests.battles import battles as b
from tests.people import account, browser

pytestmark = pytest.mark.django_db


def read(client: Client, address: str) -> str:
    return unescape(" ".join(client.get(address).content.decode().split()))


def test_a_seat_keeps_its_capital_and_no_force_is_chosen_where_the_battle_brings_it():
    ann = account("ann")
    plan = b.plan(system="red_alert", scenario="opening_salvo", points=None, deploy=None)
    row = opening.open_battle(b.sitting(ann), plan, opening.new_ticket())
    lobby = read(browser(ann), b.url(row))
    assert "Force of Commonwealth" in lobby and "Both sides have their fleets" in lobby
    assert "choose a force" not in lobby and "Send this link to your opponent" in lobby
    invitation = read(browser(account("bob")), f"/battles/join/{row.invitation}/")
    assert "Your seat: Confederation." in invitation and "choose your own force" not in invitation


def test_a_link_for_seats_of_ones_own_side_does_not_speak_of_an_opponent():
    ann, bob = account("ann"), account("bob")
    plan = b.plan(system="red_alert", scenario="opening_salvo", points=None, deploy=None, people=(2, 1))
    row = opening.open_battle(b.sitting(ann), plan, opening.new_ticket())
    assert "Send this link to all who are to join" in read(browser(ann), b.url(row))
    opening.take_seat(row.pk, b.sitting(bob), row.invitation, 2)
    assert "Send this link to the other players of your side" in read(browser(ann), b.url(row))
