"""The page of a squadron, and its versions side by side."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rosters.rules.orders import BuyShip
from tests import verbs
from tests.people import account, browser
from tests.rosters.views.work_pages import ROOKIE, WorkPages

pytestmark = pytest.mark.django_db


def squadron(bench: WorkPages, below: str = "", card: int = 2):
    return bench.person.client.get(f"{bench.base}squadrons/{card}/{below}")


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_the_squadron_has_a_page_with_its_ships_and_figures(bench, luke):
    answer = squadron(bench)
    text = words(answer)
    assert answer.status_code == 200
    assert "Luke Skywalker" in text and "R2-D2" in text and "X-wing" in text
    assert "<dt>Hull</dt> <dd>3</dd>" in text and "<dt>Attack</dt><dd>3</dd>" in text
    assert f"{bench.base}squadrons/2/versions/" in text


def test_the_roster_and_the_builder_lead_to_it(bench, luke):
    for page in (bench.person.client.get(bench.base), bench.get()):
        assert f'href="{bench.base}squadrons/2/"' in page.content.decode()


@pytest.mark.parametrize("below", ["", "versions/"])
@pytest.mark.parametrize("card", [7, 77])
def test_a_card_that_is_no_squadron_has_no_page(bench, below, card):
    assert squadron(bench, below, card).status_code == 404


@pytest.mark.rule("CR-006")
def test_everybody_who_sees_the_fleet_sees_its_versions_and_nobody_else(bench, luke, rival, visitor):
    address = f"{bench.base}squadrons/2/versions/"
    assert [each.client.get(address).status_code for each in (rival, visitor)] == [200, 200]
    assert browser(account("stan")).get(address).status_code == 404
    assert Client().get(address).status_code == 404


def test_two_versions_stand_side_by_side(bench, luke):
    bench.done("buy_ship", card=ROOKIE, squadron=2)
    bench.done("return_ship", ship=luke)
    answer = squadron(bench, "versions/")
    assert answer.context["compared"].verdict == "1 ship left; 32 points less."
    text = words(squadron(bench, "versions/?from=2&to=4"))
    assert "1 ship joined, 1 ship left; 11 points less." in text
    assert "Luke Skywalker" in text and "Rookie Pilot" in text
    assert re.search(r"4 \(now\) · \d+ \w+ \d\d:\d\d UTC · 21 points · 1 ship", text)


def test_a_step_that_was_undone_makes_no_version(bench, luke):
    before = len(squadron(bench, "versions/").context["choices"])
    bench.done("buy_ship", card=ROOKIE, squadron=2)
    assert len(squadron(bench, "versions/").context["choices"]) == before + 1
    bench.done("undo", act=bench.get().context["last"].number)
    assert len(squadron(bench, "versions/").context["choices"]) == before


def test_the_only_version_has_nothing_beside_it(bench):
    assert "There is one version so far" in words(squadron(bench, "versions/"))


@pytest.mark.parametrize("number", ["0", "-1", "99", "x", "9" * 40, "1.5", "²"])
@pytest.mark.parametrize("field", ["from", "to"])
def test_a_version_that_is_not_there_is_declined(bench, luke, field, number):
    answer = squadron(bench, f"versions/?{field}={number}")
    assert 400 <= answer.status_code < 500
    assert "version" in answer.content.decode().lower()


def test_the_pages_ask_few_questions(bench, luke, django_assert_max_num_queries):
    verbs.do(bench.person.seat, BuyShip(bench.fleet, ROOKIE, 2))
    for below in ("", "versions/"):
        with django_assert_max_num_queries(12):
            squadron(bench, below)
