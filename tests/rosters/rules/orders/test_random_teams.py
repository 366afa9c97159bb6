"""Random orders of mates, and losses in their games: a team has a name as one fleet has it (CR-039)."""

from collections import Counter
from random import Random

import pytest

from league.kernel.decision import SYSTEM, Decision, Order
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import faults, fold
from league.kernel.refusal import Refusal
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.state import FleetState
from rosters.rules.uniques.fates import lose_ship, share_fate
from rosters.rules.uniques.names import use_findings
from tests.rosters.rules.orders.table import ANN, BEN, CAT, ORGANISER, Table, a_table
from tests.rosters.rules.orders.test_random_orders import order_for

PILOTS = ("rebel-yt1300-hansolo", "rebel-yt1300-chewbacca", "rebel-xwing-lukeskywalker")
CREW = ("hansolo", "chewbacca", "lukeskywalker")


def mates_at_desks() -> tuple[Table, list[int]]:
    """Three Rebel fleets with open desks and plenty of points, and an Imperial one."""
    table = a_table("team")
    suits = ("hearts", "clubs", "spades")
    fleets = [table.found(by, "rebel", suit) for by, suit in zip((ANN, BEN, CAT), suits, strict=True)]
    foe = table.found(ORGANISER, "imperial", "diamonds")
    table.start(*fleets, foe)
    table.open_desks(*fleets)
    for fleet in fleets:
        table.emit(ev.PointsChanged(fleet, 700, "CR-001", "set"))
        for card in (2, 3, 4):
            table.form(fleet, card, "epic" if card == 4 else "standard")
    return table, fleets


def order_about_names(fleet: FleetState, chance: Random) -> Order:
    """Now and then an order about one of few names, else any."""
    if chance.random() < 0.6:
        return order_for(fleet, chance)
    ship = chance.choice([None, *fleet.ships])
    squadron = chance.choice([None, *fleet.squadrons])
    if chance.random() < 0.5:
        return orders.BuyShip(fleet.id, chance.choice(PILOTS), squadron)
    return orders.BuyUpgrade(fleet.id, chance.choice(CREW), ship)


def on_table(fleet: FleetState) -> set[str]:
    """Names on the table if every squadron were drawn."""
    ships = {each.id for each in fleet.ships.values() if each.squadron is not None and not each.mia}
    cards = {f"ship {number} {fleet.ships[number].card}" for number in ships}
    return cards | {
        f"upgrade {each.id}" for each in fleet.upgrades.values() if each.ship in ships and not each.mia
    }


def game(table: Table, fleet: int, mates: list[int], chance: Random) -> int:
    """One ship that is on the table is lost; returns how many of the mates' cards fell with it."""
    ships = [each.id for each in table.fleet(fleet).ships.values() if each.squadron and not each.mia]
    before = {number: on_table(table.fleet(number)) for number in mates}
    d = Decision(table.state, SYSTEM, "now", SeededEntropy("loss"), 10_000)
    for each in lose_ship(d, fleet, chance.choice(ships), chance.choice(["mia", "kia"]), "CR-113", 7):
        share_fate(d, fleet, each.persona, each.fate, each.caused_by, 7)
    table.log += d.events
    assert {number: on_table(table.fleet(number)) for number in mates} == before
    return sum(getattr(each, "fleet", fleet) != fleet for each in d.events)


def evening(seed: int) -> Counter[str]:
    """Orders and losses at random; everything holds after each. Returns what happened how often."""
    chance = Random(f"team {seed}")
    table, fleets = mates_at_desks()
    seen: Counter[str] = Counter()
    for _ in range(150):
        fleet = chance.choice(fleets)
        try:
            table.do(order_about_names(table.fleet(fleet), chance), ORGANISER)
            seen["done"] += 1
        except Refusal as no:
            assert no.code != "conflict" and no.message.endswith(".")
            seen[no.rule] += 1
        if chance.random() < 0.1 and on_table(table.fleet(fleet)):
            seen["shared"] += game(table, fleet, [each for each in fleets if each != fleet], chance)
        assert faults(table.state) == []
        assert [finding for each in fleets for finding in use_findings(table.fleet(each))] == []
    assert fold(table.log) == table.state
    return seen


@pytest.mark.rule("CR-035", "CR-036", "CR-037", "CR-039", "CR-040")
def test_no_order_and_no_loss_breaks_a_team_and_nothing_falls_on_another_table():
    seen = sum((evening(seed) for seed in range(8)), Counter())
    assert seen["done"] > 150
    assert min(seen["CR-039"], seen["shared"], seen["CR-040"]) > 3
