"""Range, sight, numbers of dice, and what the faces do."""

from fractions import Fraction
from itertools import product

import pytest

from missions.battles.systems.red_alert.engine import strikes
from missions.battles.systems.red_alert.engine.field import HEXES
from missions.battles.systems.red_alert.engine.strikes import CLOSE, RANGED, read
from missions.battles.systems.red_alert.engine.units import BY_ID, CAPITAL, FIGHTER, STRIKE
from tests.battles.systems.red_alert.positions import faces, stand

ACME = "supply_base"


def chance(dice: int, attacker: str, target: str, least: int = 1) -> Fraction:
    """The chance of so many hits, by going through every roll."""
    one, other = BY_ID[attacker].symbol, BY_ID[target].symbol
    rolls = [read(bytes(roll), one, other).hits for roll in product(range(1, 7), repeat=dice)]
    return Fraction(sum(hits >= least for hits in rolls), len(rolls))


# --- range, neighbours, sight -----------------------------------------------------------------------


@pytest.mark.rule("RA-082", "RA-083", "RA-084")
def test_a_unit_beside_an_enemy_attacks_neighbours_only():
    state = stand("Cw CR G5, Cf F F5, Cf CR E5")
    assert strikes.targets(state, 0) == [1]
    assert strikes.kind_of(state, 0, 1) == CLOSE
    apart = stand("Cw CR G5, Cf CR E5, Cf CR A1")
    assert strikes.targets(apart, 0) == [1]
    assert strikes.kind_of(apart, 0, 1) == RANGED


@pytest.mark.rule("RA-083", "RA-103")
def test_a_target_out_of_range_or_sight_is_none():
    """RX-103: a destroyer reaches three hexes."""
    assert strikes.targets(stand("Cw DD G5, Cf BB C5"), 0) == []
    assert strikes.targets(stand("Cf BB C5, Cw DD G5"), 0) == [1]
    assert strikes.targets(stand("Cw CR G5, Cf CR E5", asteroids="F4 F5"), 0) == []


@pytest.mark.rule("RA-090", "RA-091")
def test_the_hexes_of_shooter_and_target_do_not_block():
    """RX-038: both stand on asteroids; the target's takes a die."""
    state = stand("Cw CR G5, Cf CR E5", asteroids="G5 E5")
    assert strikes.in_reach(state, 0, 1)
    assert strikes.dice(state, 0, 1) == 2


@pytest.mark.rule("RA-151")
@pytest.mark.parametrize(
    ("units", "seen"),
    [
        ("Cw CR E8, Cf CR G7", True),  # RX-039: both on Acme
        ("Cw CR E8, Cf CR G7, Cw F F7", False),
        ("Cw CR H7, Cf CR F7", False),  # RX-041
        ("Cw CR H8, Cf CR F7", False),
        ("Cw CR F8, Cf CR F5", False),  # RX-042
    ],
)
def test_a_planet_blocks_lines_that_cross_it_except_between_its_own_hexes(units: str, seen: bool):
    state = stand(units, map_of=ACME)
    assert strikes.in_reach(state, 0, 1) is seen
    if seen:
        assert strikes.reductions(state, 0, 1) == []


@pytest.mark.rule("RA-171")
def test_a_cloaked_unit_is_no_target_from_afar_and_a_harder_one_close_by():
    assert strikes.targets(stand("Cw CR G5, Cf CR~ E5"), 0) == []
    close = stand("Cw CR G5, Cf CR~ F5")
    assert (strikes.targets(close, 0), strikes.dice(close, 0, 1)) == ([1], 2)
    assert strikes.dice(stand("Cw CR~ G5, Cf CR F5"), 0, 1) == 4


# --- dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-020", "RA-024", "RA-026")
def test_dice_depend_on_type_and_range_and_on_cap_fighters():
    """RX-029, RX-030."""
    cruiser = [strikes.base_dice(stand(f"Cw CR(1) G5, Cf CR {there}"), 0, 1) for there in ("F5", "E5", "D5")]
    assert cruiser == [3, 3, 2]
    assert strikes.base_dice(stand("Cw CR G5, Cf CR C5"), 0, 1) == 1
    assert strikes.base_dice(stand("Cw DD G5, Cf CR C5"), 0, 1) == 0
    flagship = [strikes.base_dice(stand(f"Cw FS({figures}) G5, Cf CR F5"), 0, 1) for figures in (4, 2, 1)]
    assert flagship == [5, 3, 2]
    assert strikes.base_dice(stand("Cw FS(1) G5, Cf CR E5"), 0, 1) == 3


@pytest.mark.rule("RA-101", "RA-102")
@pytest.mark.parametrize(
    ("units", "features", "added", "dice"),
    [
        ("Cw CR G5, Cf CR C5", {"asteroids": "C5"}, 0, 0),  # RX-043
        ("Cw CR G5, Cf CR C5", {"asteroids": "C5"}, 1, 1),
        ("Cw BB G5, Cf CR F5", {"planet": "G5 F5"}, 0, 3),  # RX-045
        ("Cw BB G5, Cf CR F5", {"planet": "F5"}, 0, 2),
        ("Cw FS(3)! G5, Cf CR F5", {"asteroids": "F5"}, 0, 2),  # RX-046
        ("Cw DD G5, Cf CR E5", {}, -2, 0),  # RX-047
        ("Cw F! G5, Cf CR E5", {"planet": "E5"}, 1, 1),
    ],
)
def test_reductions_stop_at_nothing_before_cards_are_added(
    units: str, features: dict[str, str], added: int, dice: int
):
    state = stand(units, **features)  # type: ignore[arg-type]
    assert strikes.dice(state, 0, 1, added) == dice


@pytest.mark.rule("RA-101")
def test_reductions_say_why():
    state = stand("Cw CR! G5, Cf CR F5", asteroids="F5")
    assert [(each.amount, each.rule) for each in strikes.reductions(state, 0, 1)] == [(-1, "RA-101")] * 2


# --- faces ------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-103", "RA-104")
@pytest.mark.parametrize(
    ("attacker", "target", "rolled", "hits"),
    [
        ("DD", "BB", "B B S", 1),  # RX-057
        ("F", "BB", "B B C", 1),  # RX-058
        ("BB", "HCR", "B S F", 2),  # RX-059
        ("BB", "HF", "B S F", 1),
        ("F", "CR", "B B B", 2),
        ("CR", "F", "F B B", 3),
    ],
)
def test_symbols_and_blasts_hit_except_those_that_are_ignored(
    attacker: str, target: str, rolled: str, hits: int
):
    result = read(faces(rolled), BY_ID[attacker].symbol, BY_ID[target].symbol)
    assert result.hits == hits


@pytest.mark.rule("RA-108", "RA-110")
def test_stars_and_red_alerts_are_counted_beside_the_hits():
    """RX-061."""
    result = read(faces("* * S"), STRIKE, STRIKE)
    assert (result.hits, result.stars, result.alerts) == (1, 2, 0)
    assert read(faces("R B R"), FIGHTER, CAPITAL).alerts == 2
    assert read(faces("R B R"), FIGHTER, CAPITAL).ignored == 1


def test_a_shield_lets_no_blast_through():
    assert read(faces("B B S"), CAPITAL, STRIKE, shielded=True).hits == 1
    assert read(faces("B B B"), CAPITAL, STRIKE, shielded=True).hits == 0


@pytest.mark.rule("RA-104")
@pytest.mark.parametrize(
    ("dice", "attacker", "target", "at_least_one"),
    [
        (3, "F", "CR", Fraction(13, 27)),  # RX-049
        (3, "DD", "BB", Fraction(13, 27)),  # RX-050
        (3, "F", "BB", Fraction(23, 54)),  # RX-051
        (2, "CR", "F", Fraction(5, 9)),  # RX-053
        (3, "BB", "F", Fraction(13, 27)),
        (5, "FS", "CR", Fraction(211, 243)),  # RX-054
    ],
)
def test_the_chance_of_a_hit_is_that_of_the_examples(
    dice: int, attacker: str, target: str, at_least_one: Fraction
):
    assert chance(dice, attacker, target) == at_least_one


@pytest.mark.rule("RA-106", "RA-107")
def test_a_bare_flagship_is_eliminated_by_a_square_or_a_blast():
    assert strikes.confirming(faces("* C"), CAPITAL) == strikes.confirming(faces("B"), CAPITAL) == 1
    assert not strikes.confirming(faces("F S * R"), CAPITAL)


@pytest.mark.rule("RA-071")
def test_a_unit_stands_on_one_hex_and_leaves_the_one_before():
    state = stand("Cw CR G5, Cf CR E5")
    state.put(0, HEXES["G6"])
    assert (state.at[HEXES["G5"]], state.at[HEXES["G6"]]) == (-1, 0)
    state.lift(1)
    assert state.on_field(1) == [] and state.taken == 1 << HEXES["G6"]


@pytest.mark.rule("RA-163")
def test_a_short_pool_of_stars_gives_what_is_left():
    """RX-061, RX-123: 36 stars in all."""
    state = stand("Cw CR G5, Cf CR E5", stars=(20, 15))
    assert (state.gain(0, 2), state.stars, state.pool) == (1, [21, 15], 0)
    assert state.gain(1, 2) == 0


def test_a_copy_is_independent():
    state = stand("Cw CR G5, Cf CR! E5", stars=(3, 4))
    copy = state.clone()
    assert copy == state
    copy.put(0, HEXES["A1"])
    copy.stars[0] = 9
    copy.hands[0][0].append(1)
    assert copy != state
    assert (state.place[0], state.stars[0], state.hands[0][0]) == (HEXES["G5"], 3, [])
