"""Orders tried on a copy, by the rules of real ones."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.decision import Order
from league.kernel.refusal import Refusal
from league.rules.state import Profile
from rosters.rules import orders
from rosters.rules.desk.planning import PLANNABLE, PLANNED, Followed, Plan, follow, renumbered
from rosters.rules.desk.what_if import Imagined
from rosters.rules.purchases.values import fleet_value
from tests.rosters.rules.fleets.test_start import a_legal_fleet
from tests.rosters.rules.orders.table import ANN, BEN, GRAY, ROOKIE, Table, a_desk, a_draft, a_table

SHIP = PLANNED  # the number of the ship that the first step buys


def planned(*given_orders: Order, imagined=None) -> Plan:
    plan = Plan(imagined=imagined)
    for serial, order in enumerate(given_orders):
        plan = plan.with_step(order, serial)
    return plan


def tried(table: Table, fleet: int, *given_orders: Order, imagined=None, by=ANN) -> Followed:
    return follow(
        table.fleet(fleet), Profile(), planned(*given_orders, imagined=imagined), by, now="2026-01-01"
    )


def shape(fleet):
    """A fleet without the numbers of its things."""
    places = {each.id: (each.card, each.squadron) for each in fleet.ships.values()}
    return (
        fleet.points,
        sorted((each.card, each.squadron or 0) for each in fleet.ships.values()),
        sorted((each.card, places.get(each.ship or 0, ("", 0))) for each in fleet.upgrades.values()),
        sorted((each.card, each.type) for each in fleet.squadrons.values()),
    )


def test_several_steps_build_on_each_other_and_change_nothing():
    table, fleet = a_draft()
    before = deepcopy(table.state)
    found = tried(
        table,
        fleet,
        orders.BuyShip(fleet, ROOKIE),
        orders.BuyUpgrade(fleet, "r2astromech", SHIP),
        orders.FormSquadron(fleet, 2, "standard"),
        orders.MoveShip(fleet, SHIP, 2),
    )
    assert (found.refusal, len(found.done)) == (None, 4)
    assert found.fleet.ships[SHIP].squadron == 2
    assert [each.ship for each in found.fleet.upgrades.values()] == [SHIP]
    assert fleet_value(found.fleet) == 350 - found.fleet.points
    assert table.state == before


def test_a_refused_step_leaves_the_copy_after_the_steps_before_it():
    table, fleet = a_draft()
    bought = orders.BuyShip(fleet, ROOKIE)
    found = tried(table, fleet, bought, orders.MoveShip(fleet, SHIP, 9), bought)
    assert (len(found.done), found.refusal is not None) == (1, True)
    assert found.fleet == tried(table, fleet, bought).fleet


@pytest.mark.rule("CR-007")
def test_a_draft_gives_back_and_a_desk_does_not():
    table, fleet = a_draft()
    ship = table.buy(fleet, ROOKIE)
    assert tried(table, fleet, orders.ReturnShip(fleet, ship)).fleet.points == 350
    at_desk, other = a_desk()
    assert isinstance(tried(at_desk, other, orders.ReturnShip(other, 1)).refusal, Refusal)


@pytest.mark.rule("CR-140")
def test_a_fleet_between_games_is_planned_as_in_its_next_post_game_phase():
    table = a_table()
    fleet, rival = a_legal_fleet(table), a_legal_fleet(table, BEN, "clubs")
    table.start(fleet, rival)
    assert table.fleet(fleet).standing == "ready"
    found = tried(table, fleet, orders.BuyShip(fleet, GRAY))
    assert (found.fleet.standing, len(found.fleet.ships)) == ("desk", 7)


@pytest.mark.rule("CR-142")
def test_after_an_imagined_game_its_losses_can_be_recovered():
    table, fleet = a_desk()
    ship = table.buy(fleet, ROOKIE)
    pilot = table.buy(fleet, "rebel-xwing-lukeskywalker")
    imagined = Imagined(((pilot, "mia"),), points=60)
    today = table.fleet(fleet).points
    lost = tried(table, fleet, imagined=imagined).fleet
    assert (lost.ships[pilot].mia, lost.points) == (True, today + 60)
    found = tried(table, fleet, orders.RecoverShip(fleet, pilot), imagined=imagined)
    assert (found.refusal, found.fleet.ships[pilot].mia, found.fleet.points < lost.points) == (
        None,
        False,
        True,
    )
    assert tried(table, fleet, orders.RecoverShip(fleet, ship)).refusal is not None


def test_a_stranger_to_the_fleet_plans_nothing():
    table, fleet = a_draft()
    assert tried(table, fleet, orders.BuyShip(fleet, ROOKIE), by=BEN).refusal is not None


def test_dropping_a_step_keeps_the_numbers_of_the_others():
    plan = planned(*(orders.BuyShip(1, ROOKIE) for _ in range(3)))
    assert [each.first for each in plan.without(1).steps] == [plan.steps[0].first, plan.steps[2].first]


def test_real_numbers_take_the_place_of_planned_ones_everywhere():
    order = orders.Rearrange(4, ((2, "recon"),), ((SHIP, 2), (7, None)), ((SHIP + 1, SHIP, "", ""),))
    assert renumbered(order, {SHIP: 11, SHIP + 1: 12}) == orders.Rearrange(
        4, ((2, "recon"),), ((11, 2), (7, None)), ((12, 11, "", ""),)
    )


def test_every_plannable_order_is_of_one_fleet():
    assert all("fleet" in {field.name for field in fields(each)} for each in PLANNABLE.values())


CARDS = (ROOKIE, GRAY, "rebel-xwing-lukeskywalker")


@given(
    st.lists(
        st.one_of(
            st.builds(orders.BuyShip, st.just(0), st.sampled_from(CARDS), st.sampled_from((None, 2, 3))),
            st.builds(orders.BuyUpgrade, st.just(0), st.just("r2astromech"), st.integers(0, 5)),
            st.builds(orders.MoveShip, st.just(0), st.integers(0, 5), st.sampled_from((None, 2, 3))),
            st.builds(orders.FormSquadron, st.just(0), st.integers(2, 4), st.just("standard")),
            st.builds(orders.StrikeSquadron, st.just(0), st.integers(2, 4)),
        ),
        max_size=8,
    )
)
def test_a_plan_comes_to_what_the_orders_do(drafts):
    """Each ship of a generated order stands for the place of the step that bought it."""
    table, fleet = a_draft()
    plan, numbers = Plan(), {}
    for serial, draft in enumerate(drafts):
        values = {each.name: getattr(draft, each.name) for each in fields(draft)} | {"fleet": fleet}
        if values.get("ship") is not None and "ship" in values:
            values["ship"] = PLANNED + values["ship"] * 1000
        order = type(draft)(**values)
        changed = plan.with_step(order, serial)
        found = follow(table.fleet(fleet), Profile(), changed, ANN, now="2026-01-01")
        plan = changed if found.refusal is None else plan
    result = follow(table.fleet(fleet), Profile(), plan, ANN, now="2026-01-01")
    assert result.refusal is None
    for step in plan.steps:
        first = table.next_id
        table.do(renumbered(step.order, numbers))
        numbers |= {step.first + place: number for place, number in enumerate(range(first, table.next_id))}
    assert shape(table.fleet(fleet)) == shape(result.fleet)
