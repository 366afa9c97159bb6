"""Task forces and purchases."""

import pytest

from league.kernel.refusal import Refusal
from missions.battles.systems.red_alert.engine.fleets import (
    TASK_FORCES,
    allowance,
    check,
    cost,
    faults,
    fleet,
    stars,
    stars_for,
)
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import BY_ID

BELT = battles()["cardinals_belt"]


@pytest.mark.rule("RA-003", "RA-180")
def test_the_twelve_task_forces_are_near_a_hundred_points():
    assert sorted(TASK_FORCES) == list(range(1, 13))
    for force in TASK_FORCES.values():
        assert 97 <= force.points <= 100 and force.left == 100 - force.points
        assert sum(unit.flagship for unit in force.units) == 1
        check(force.units)


@pytest.mark.rule("RA-181", "RA-183")
@pytest.mark.parametrize(("spent", "begin"), [(43, 5), (44, 4), (45, 3), (42, 6), (41, 7), (10, 7), (0, 7)])
def test_a_purchase_that_does_not_fit_costs_or_gives_stars(spent: int, begin: int):
    """RX-133: a card of 97 points leaves three more to spend."""
    assert allowance(BELT, 0, 1) == 43
    assert BELT.stars[0] + stars_for(43, spent) == begin


@pytest.mark.rule("RA-183")
def test_three_points_over_are_too_many():
    with pytest.raises(Refusal, match="46 points, but 43 may be spent and 45 at most") as refused:
        stars_for(43, 46)
    assert refused.value.rule == "RA-183"


@pytest.mark.rule("RA-183")
def test_stars_do_not_fall_below_none_and_a_side_that_may_not_buy_has_its_own():
    rearguard = battles()["cardinals_belt_3"]
    assert stars(rearguard, 1, 3, ()) == 6
    assert stars(BELT, 0, 3, ("BB", "BB", "F")) == 5
    assert stars(BELT, 0, 3, ("BB", "BB")) == 7


@pytest.mark.rule("RA-182")
def test_fighters_are_no_more_than_all_others():
    """RX-134: the flagship counts as another unit."""
    six = [BY_ID[each] for each in ("FS", "CR", "CR", "DD", "DD", "HCR")]
    fighters = [BY_ID["F"]] * 4 + [BY_ID["HF"]] * 2
    assert sum(unit.pool["fighter"] for unit in fighters) == 20
    with pytest.raises(Refusal, match="figures"):
        check([*six, *fighters])
    assert "RA-182" not in {each.rule for each in faults([*six, *fighters])}
    assert "RA-182" in {each.rule for each in faults([*six, *fighters, BY_ID["HF"]])}
    check([BY_ID["FS"], BY_ID["CR"], BY_ID["F"], BY_ID["F"]])
    with pytest.raises(Refusal, match="A fleet with 2 other units has 2 fighter units at most, not 3"):
        check([BY_ID["FS"], BY_ID["CR"], BY_ID["F"], BY_ID["F"], BY_ID["F"]])


@pytest.mark.rule("RA-004", "RA-006")
def test_a_fleet_is_built_from_the_figures_of_its_faction():
    """RX-135."""
    check([BY_ID["BB"], BY_ID["BB"]])
    with pytest.raises(Refusal, match="7 battleship figures, and a faction has 6"):
        check([BY_ID["HBB"], BY_ID["BB"]])
    with pytest.raises(Refusal, match="fields 1 Heavy Battleship at most, and this fleet has 2"):
        check([BY_ID["HBB"]] * 2)


@pytest.mark.rule("RA-181", "RA-188")
def test_a_fleet_is_its_task_force_and_what_was_bought():
    found = fleet(BELT, 0, 1, ("BB", "BB", "F"))
    assert (len(found), cost(found)) == (12, 97 + 40)
    kale = battles()["triangulum_2"]
    assert len(fleet(kale, 1, None, ("BB", "HCR", "CR", "DD", "DD", "F"))) == 6


@pytest.mark.rule("RA-180", "RA-181", "RA-305")
@pytest.mark.parametrize(
    ("battle", "side", "card", "bought", "reason"),
    [
        ("cardinals_belt", 0, None, (), "Choose a task force card"),
        ("cardinals_belt", 0, 13, (), "Choose a task force card"),
        ("triangulum_2", 0, 1, (), "no task force cards"),
        ("cardinals_belt", 0, 3, ("FS",), "is not for sale"),
        ("cardinals_belt", 0, 3, ("X",), "is not for sale"),
        ("cardinals_belt_3", 1, 3, ("F",), "This side buys no units"),
        ("cardinals_belt", 0, 3, ("BB",), "figures"),
        ("cardinals_belt", 0, 2, ("BB",), "fields 2 Battleships at most"),
    ],
)
def test_a_fleet_that_breaks_a_rule_is_refused(
    battle: str, side: int, card: int | None, bought: tuple[str, ...], reason: str
):
    with pytest.raises(Refusal, match=reason):
        fleet(battles()[battle], side, card, bought)
