"""The board of a side with several people tells each of them their post, and who leads a unit."""

from __future__ import annotations

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle
from missions.battles.presenters.board.page import BoardPage
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.registry import PACKS
from tests.battles.presenters import boards
from tests.battles.systems.red_alert.setups import red_alert
from tests.battles.systems.red_alert.test_people import COMMANDER, LEFT, Staff

NAMES = ("Ann", "Bob", "Cid", "Dan")
FOE = 3


def page(seat: int, unit: int | None = None) -> BoardPage:
    """The board after the commander has ordered a unit on the left wing and one in the centre."""
    fought = Battle(RED_ALERT, red_alert("opening_salvo", people=[3, 1]), seeded_dice("officers"))
    fought.state, fought.opening = Staff("GQ").order(0, 2).state, []
    return boards.page(fought, pack=PACKS["red_alert"], seat=seat, unit=unit, names=NAMES)


def test_the_forces_say_which_post_is_the_readers():
    posts = {seat: [side.post for side in page(seat).sides] for seat in (COMMANDER, LEFT, FOE)}
    assert sorted(posts[COMMANDER]) == ["", "commander"]
    assert sorted(posts[LEFT]) == ["", "left wing"]
    assert posts[FOE] == ["", ""], "one person has the whole side"


def test_the_forces_say_who_leads_an_ordered_unit():
    units = "".join(side.units for side in page(COMMANDER).sides)
    assert (units.count("led by left wing"), units.count("led by commander")) == (1, 1)


def test_a_unit_of_another_officer_says_who_leads_it():
    assert "is led by the left wing" in page(COMMANDER, 0).prompt
    assert "is led by the commander" in page(LEFT, 2).prompt
    assert "can get no order now" in page(COMMANDER, 1).prompt, "nobody has ordered it"


def test_the_orders_of_a_side_are_described_once_a_page(monkeypatch):
    described = []
    offers = READER.offers
    monkeypatch.setattr(
        READER,
        "offers",
        lambda view, unit, choices: described.append(unit) or offers(view, unit, choices),
        raising=False,
    )
    assert page(COMMANDER).of_side and described == [NO_UNIT]
