"""Worked examples that go through several attacks, or say how likely something is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.cards import COMBAT_NUMBER, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, packed
from missions.battles.systems.red_alert.engine.combat import HURTS_ON_ASTEROID
from missions.battles.systems.red_alert.engine.field import APART, HEXES
from missions.battles.systems.red_alert.engine.strikes import Result, read
from missions.battles.systems.red_alert.engine.units import BY_ID, CAPITAL
from tests.battles.systems.red_alert.fights import Fight, fight
from tests.battles.systems.red_alert.positions import CF, CW, stand
from tests.battles.systems.red_alert.turns import Turn

# --- chances ----------------------------------------------------------------------------------------


def mean(dice: int, attacker: str, target: str, worth: Callable[[Result], Fraction | int | bool]) -> Fraction:
    """The mean of what results are worth, over every roll of so many dice."""
    one, other = BY_ID[attacker].symbol, BY_ID[target].symbol
    rolls = [read(bytes(roll), one, other) for roll in product(range(1, 7), repeat=dice)]
    return sum((Fraction(worth(result)) for result in rolls), Fraction(0)) / len(rolls)


@pytest.mark.rule("RA-104")
@pytest.mark.parametrize(
    ("attacker", "target", "hits"), [("F", "CR", Fraction(125, 216)), ("F", "BB", Fraction(109, 216))]
)
def test_hits_of_three_dice_on_the_average(attacker: str, target: str, hits: Fraction):
    """RX-049, RX-051."""
    assert mean(3, attacker, target, lambda result: result.hits) == hits


@pytest.mark.rule("RA-026", "RA-104")
def test_a_flagship_at_full_strength_often_hits_fighters():
    """RX-054."""
    assert mean(5, "FS", "F", lambda result: result.hits > 0) == Fraction(19, 27)


@pytest.mark.rule("RA-110")
@pytest.mark.parametrize(
    ("attacker", "target", "chance"),
    [("CR", "CR", Fraction(1, 4)), ("F", "CR", Fraction(11, 72)), ("F", "BB", Fraction(5, 36))],
)
def test_three_dice_rarely_hit_and_send_home_at_once(attacker: str, target: str, chance: Fraction):
    """RX-055: with no blast ignored, with one, with two."""
    assert mean(3, attacker, target, lambda result: bool(result.hits and result.alerts)) == chance


def falls(hits: int) -> Fraction:
    """The chance that a bare flagship falls to so many hits."""
    rolls = [strikes.confirming(bytes(roll), CAPITAL) > 0 for roll in product(range(1, 7), repeat=hits)]
    return Fraction(sum(rolls), len(rolls))


@pytest.mark.rule("RA-106", "RA-107")
def test_two_dice_confirm_a_hit_more_often_than_not():
    """RX-062."""
    assert falls(2) == Fraction(5, 9)


@pytest.mark.rule("RA-104", "RA-106")
@pytest.mark.parametrize(
    ("attacker", "chance"),
    [("BB", Fraction(217, 729)), ("CR", Fraction(265, 1458)), ("F", Fraction(116, 729))],
)
def test_three_dice_seldom_eliminate_a_bare_flagship(attacker: str, chance: Fraction):
    """RX-065."""
    assert mean(3, attacker, "FS", lambda result: falls(result.hits)) == chance


@pytest.mark.rule("RA-144")
def test_two_asteroids_on_the_way_home_do_no_harm_once_in_four():
    """RX-090."""
    assert (1 - Fraction(len(set(HURTS_ON_ASTEROID)), 6)) ** 2 == Fraction(1, 4)


@pytest.mark.rule("RA-122")
@pytest.mark.parametrize(("target", "chance"), [("CR!", Fraction(13, 108)), ("CR", Fraction(1, 27))])
def test_a_marked_unit_falls_more_easily(target: str, chance: Fraction):
    """RX-097."""
    fallen = 0
    for roll in product("FSCB*R", repeat=3):
        state = stand(f"Cw BB G5, Cf {target} E5")
        Fight(state, "".join(roll))
        fallen += state.figures[1] == 0
    assert Fraction(fallen, 216) == chance


# --- orders and attacks -----------------------------------------------------------------------------


@pytest.mark.rule("RA-064")
def test_an_order_without_a_unit_is_lost():
    """RX-010."""
    found = Turn("Cw CR G6, Cw CR F7, Cw CR G2, Cf F A1", "AT-C")
    found.give(0, packed(Kind.ORDER))
    found.give(1, packed(Kind.ORDER))
    assert not found.offered(Kind.ORDER)


@pytest.mark.rule("RA-133")
def test_a_unit_battles_back_against_each_attack():
    """RX-101."""
    state = stand("Cw CR E6, Cf CR C5, Cf CR C6, Cf CR C7", stars=(6, 0))
    for attacker in (1, 2, 3):
        found = Fight(state, "F F F" + "C C C", unit=attacker, target=0)
        assert found.asked == "back"
        found.say("back")
        assert (found.asked, found.dice.left) == ("", 0)
    assert (state.stars, state.figures[0]) == ([0, 0], 3)


@pytest.mark.rule("RA-119", "RA-130", "RA-134")
def test_a_repair_may_leave_too_few_stars_to_battle_back():
    """RX-079, with one star less."""
    state = stand("Cw DD G5, Cf CR F5", stars=(0, 3))
    found = fight(state, "S R F", "repair")
    assert (state.stars[CF], found.count("attacks")) == (1, 1)


@pytest.mark.rule("RA-172")
def test_a_first_strike_is_replaced_before_the_active_player_draws():
    """RX-113."""
    found = Turn("Cw DD(1) G5, Cf CR F5", "GQ", rolled="S F F", stars=(9, 9))
    found.deal(CF, "FST")
    found.order(0).done().attack(0, 1)
    found.give(NO_UNIT, packed(Kind.REACT, COMMAND_NUMBER["FST"]))
    top = found.state.decks[0][-2:]
    while not found.offered(Kind.STARS):
        found.done()
    assert (found.state.hands[CF][0], found.state.hands[CW][0]) == ([top[1]], [top[0]])


@pytest.mark.rule("RA-160", "RA-161")
def test_a_star_for_a_card_goes_with_either_end_of_a_turn():
    """RX-119: two stars and a combat card."""
    found = Turn("Cw CR G5, Cf CR A1", "PR-C TLK").done()
    found.give(NO_UNIT, packed(Kind.TRADE, COMBAT_NUMBER["TLK"]))
    found.done().give(NO_UNIT, packed(Kind.STAR_AND_CARD))
    assert (found.state.stars[CW], [len(cards) for cards in found.state.hands[CW]]) == (2, [1, 1])


@pytest.mark.rule("RA-163")
def test_an_empty_pool_leaves_the_card_alone():
    """RX-123."""
    found = Turn("Cw CR G5, Cf CR A1", "PR-C", stars=(20, 16)).done().done()
    found.give(NO_UNIT, packed(Kind.STAR_AND_CARD))
    assert (found.state.stars, len(found.state.hands[CW][1])) == ([20, 16], 1)


# --- pursuit ----------------------------------------------------------------------------------------


@pytest.mark.rule("RA-137")
def test_an_asteroid_bars_a_pursuit_only_in_the_turn_it_is_entered():
    """RX-109."""
    units = "Cf CR(1) E6, Cf F A1"
    entered = Turn(f"Cw DD G6, {units}", "GQ", rolled="*" + "S F F", stars=(2, 0), asteroids="F6").order(0)
    entered.move(0, "F6").done().attack(0, 1)
    assert entered.place(1) == "gone" and not entered.offered(Kind.PURSUE)
    stood = Turn(f"Cw DD F6, {units}", "GQ", rolled="*" + "S F F", stars=(2, 0), asteroids="F6").order(0)
    stood.done().attack(0, 1)
    assert stood.place(1) == "gone" and stood.offered(Kind.PURSUE, 0)


@pytest.mark.rule("RA-139", "RA-142")
def test_a_pursuit_onto_an_asteroid_may_leave_a_marker():
    """RX-110: the bonus combat then has a die less."""
    found = Turn(
        "Cw DD F6, Cf CR(1) E6, Cf CR C6", "GQ", rolled="S S" + "R" + "S", stars=(2, 0), asteroids="E6"
    )
    found.order(0).done().attack(0, 1)
    found.give(0, packed(Kind.PURSUE))
    assert (found.place(0), found.state.is_marked(0)) == ("E6", True)
    found.attack(0, 2)
    assert (found.state.figures[2], found.dice.left) == (2, 0)


@pytest.mark.rule("RA-139", "RA-154")
def test_a_destroyer_that_pursues_onto_a_planet_does_not_fight_there():
    """RX-111."""
    found = Turn("Cw DD F6, Cf CR(1) E6, Cf CR D6", "GQ", rolled="S S", stars=(2, 0), planet="E6").order(0)
    found.done().attack(0, 1)
    found.give(0, packed(Kind.PURSUE))
    assert (found.place(0), found.targets(0)) == ("E6", set())


@pytest.mark.rule("RA-213")
def test_a_pursuit_does_not_leave_the_battlefield():
    """RX-129."""
    found = Turn(
        "Cw DD A7, Cf CR(1) A8, Cf F K1", "GQ", rolled="S F F", stars=(2, 0), map_of="uncharted_base"
    )
    assert found.order(0).offered(Kind.EXIT, 0)
    found.done().attack(0, 1)
    assert found.offered(Kind.PURSUE, 0) and not found.offered(Kind.EXIT)
    found.give(0, packed(Kind.PURSUE))
    assert found.place(0) == "A8" and not found.offered(Kind.EXIT)


# --- debris and ways home ---------------------------------------------------------------------------


@pytest.mark.rule("RA-156")
def test_nobody_enters_debris_or_sees_past_it():
    """RX-067."""
    around = Turn("Cw CR G6, Cf CR D6", "GQ", debris="F6").order(0)
    assert "F6" not in around.ends(0) and {"F5", "E6"} <= around.ends(0)
    assert strikes.targets(stand("Cw CR F6, Cf CR C6"), 0) == [1]
    assert strikes.targets(stand("Cw CR F6, Cf CR C6", debris="D6 E6"), 0) == []


@pytest.mark.rule("RA-115", "RA-116")
@pytest.mark.parametrize(
    ("others", "debris", "dice", "way", "end", "figures"),
    [
        (", Cw F K5, Cw F K6, Cw F K7", "", "", "J5", "J5", 1),  # RX-085
        (", Cw F J6", "J5", "F", "J6 K6", "K6", 2),  # RX-086
        (", Cw F J6", "J5", "S", "J6 K6", "K6", 1),
        ("", "J5 J6", "", "", "", 0),  # RX-087
    ],
)
def test_missing_hexes_and_passed_units_cost_figures(
    others: str, debris: str, dice: str, way: str, end: str, figures: int
):
    state = stand(f"Cf BB H6, Cw CR I6{others}", debris=debris)
    fight(state, "S R F" + dice, f"retire {way}".strip())
    assert (state.figures[1], state.place[1]) == (figures, HEXES.get(end, -1))


@pytest.mark.rule("RA-155")
def test_a_retire_over_planets_rolls_nothing():
    """RX-091."""
    state = stand("Cf BB D7, Cw CR E7", planet="F7 G7 F6")
    found = fight(state, "S R F", "retire F7 G7")
    assert (state.place[1], state.figures[1], found.count("asteroid")) == (HEXES["G7"], 2, 0)


# --- movement and objectives ------------------------------------------------------------------------


@pytest.mark.rule("RA-074")
def test_no_impulse_carries_a_destroyer_four_hexes():
    """RX-017."""
    found = Turn("Cw DD H6, Cf CR A1", "GQ", stars=(9, 0)).order(0)
    far = {APART[HEXES["H6"]][HEXES[hex_]] for hex_ in found.ends(0, paid=True)}
    assert far == {3}


@pytest.mark.rule("RA-101", "RA-142")
def test_a_fighter_that_an_asteroid_marked_fights_with_a_die_less():
    """RX-019."""
    found = Turn("Cw F H6, Cf CR F6", "GQ", rolled="R" + "F F", asteroids="G6").order(0).move(0, "G6").done()
    found.attack(0, 1)
    assert found.dice.left == 0


@pytest.mark.rule("RA-028", "RA-211")
def test_a_flagship_that_breaks_through_costs_no_card():
    """RX-130."""
    found = Turn("Cw FS A7, Cf F K1", "GQ PR-L", map_of="uncharted_base").order(0)
    found.give(0, packed(Kind.EXIT))
    assert found.state.hands[CW][0] == [COMMAND_NUMBER["PR-L"]] and found.state.draws_skipped == [0, 0]
    assert found.state.debris == 0
