"""The toolbox: hexes and lines, dice, odds, replay, the registry, purity."""

import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from league.kernel.dice import FairStream
from league.kernel.refusal import Unreadable
from missions.battles.engine import arcs, odds
from missions.battles.engine.contract import Effect, Odds, Roll, counted
from missions.battles.engine.dice import (
    DiceWanted,
    FairDice,
    ScriptedDice,
    Tape,
    TypedDice,
    at_least,
    seeded_dice,
)
from missions.battles.engine.hexes import (
    DIRECTION,
    DISTANCE,
    EAST,
    STEPS,
    Board,
    axial,
    bit,
    exact,
    hex_at,
    place_set,
    sampled,
    sees,
)
from missions.battles.engine.replay import Battle, replay
from missions.battles.systems import registry
from tests.battles.engine.setups import SETUPS
from tests.battles.systems.fighters import positions

ROOT = Path(__file__).resolve().parents[3]
SEED = b"s" * 32
IMPORTS = """
import sys
import missions.battles.engine.notation, missions.battles.systems.registry, missions.battles.engine.sight
import missions.battles.engine.bots.random_bot
upper = ("django", "rosters", "missions.rules")
bad = [name for name in sys.modules if name.startswith(upper)]
sys.exit(", ".join(bad) if bad else 0)
"""


def test_the_battle_engine_and_systems_need_neither_django_nor_a_rules_package():
    done = subprocess.run([sys.executable, "-c", IMPORTS], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_distance_and_direction_turn_with_the_map():
    for q, r in product(range(-6, 7), repeat=2):
        here, turned = hex_at(q, r), hex_at(q + r, -q)
        assert DISTANCE[here] == DISTANCE[turned] == max(abs(q), abs(r), abs(q + r))
        assert not here or DIRECTION[turned] == (DIRECTION[here] + 2) % 12
        assert axial(here) == (q, r)


def test_neighbours_lie_in_their_own_direction():
    assert [DIRECTION[step] for step in STEPS] == [0, 2, 4, 6, 8, 10]
    assert [arcs.relative(step, 1) for step in STEPS] == [10, 0, 2, 4, 6, 8]


def test_a_board_too_large_for_the_tables_is_refused():
    with pytest.raises(ValueError, match="does not fit"):
        Board(60, 20)


def test_a_ragged_board_leaves_the_half_hexes_out():
    ragged = Board(13, 11, ragged=True)
    assert len(ragged.cells) == 138 and [ragged.width(row) for row in (0, 1)] == [13, 12]
    assert not ragged.inside[ragged.at(12, 1)] and ragged.edge(ragged.at(12, 1)) == EAST


def test_charts_show_the_hexes_of_some_twelfths():
    for facing, chart in enumerate(arcs.charts(0b100000000001)):
        near = [hex_at(q, r) for q, r in product(range(-4, 5), repeat=2)]
        shown = {place for place in near if place and arcs.relative(place, facing) in (0, 11)}
        assert {place for place in near if chart[place]} == shown


def named(*labels: str) -> list[int]:
    """Hexes by row letter and column, as the battlefield of 13 and 12 hexes a row names them: E7, A13."""
    return [Board.at(int(label[1:]) - 1, "ABCDEFGHIJK".index(label[0])) for label in labels]


def differences(found: int, limit: int = 6) -> set[int]:
    """The hexes of a set of differences."""
    near = (hex_at(q, r) for q, r in product(range(-limit, limit + 1), repeat=2))
    return {place for place in near if found & bit(place)}


VECTORS = [
    ("C6", ["D6"], [], []),
    ("C7", [], ["D6"], ["D7"]),
    ("B5", ["D6", "C6"], [], []),
    ("B6", ["D6", "C7"], [], []),
    ("A5", ["D6", "C6", "B5"], [], []),
    ("A6", ["D6", "C6", "C7", "B6"], [], []),
    ("A7", ["C7"], ["D6", "B6"], ["D7", "B7"]),
]


@pytest.mark.parametrize(("end", "through", "left", "right"), VECTORS)
def test_a_line_passes_hexes_and_runs_beside_others(
    end: str, through: list[str], left: list[str], right: list[str]
):
    (start,) = named("E7")
    line = exact(named(end)[0] - start)
    found = [{start + place for place in differences(part)} for part in line]
    assert found == [set(named(*labels)) for labels in (through, left, right)]


@pytest.mark.parametrize(
    ("end", "blocked", "clear"),
    [
        ("A7", ["D6", "B7"], False),
        ("A7", ["D6", "B6"], True),
        ("A7", ["D7", "B7"], True),
        ("A7", ["D6", "D7"], False),
        ("A7", ["C7"], False),
        ("C7", ["D6"], True),
        ("A6", ["C6"], False),
        ("A6", ["C7"], False),
        ("A6", ["D7", "B5", "E7", "A6"], True),
    ],
)
def test_a_line_along_edges_is_cut_where_both_its_sides_hold_something(
    end: str, blocked: list[str], clear: bool
):
    start, far = named("E7", end)
    assert (
        sees(start, far, place_set(named(*blocked))) is clear is sees(far, start, place_set(named(*blocked)))
    )


def test_a_half_hex_at_the_rim_counts_on_its_side():
    ragged = Board(13, 11, ragged=True)
    start, end, beside = named("A1", "C1", "B1")
    rim = place_set(ragged.halves())
    assert sees(start, end, rim) and sees(start, end, bit(beside)) and not sees(start, end, rim | bit(beside))
    assert len(ragged.halves()) == 10 and not any(ragged.inside[place] for place in ragged.halves())


def test_a_line_read_a_hair_to_either_side_is_cut_where_both_readings_are():
    start, end, west, east = (Board.at(*at) for at in ((5, 4), (5, 6), (4, 5), (5, 5)))
    assert sees(start, end, bit(west), sampled) and sees(start, end, bit(east), sampled)
    assert not sees(start, end, bit(west) | bit(east), sampled)
    assert not sees(start, Board.at(9, 4), bit(Board.at(7, 4)), sampled)


@pytest.mark.parametrize("line", [exact, sampled])
def test_lines_are_the_same_both_ways_with_their_sides_swapped(line):
    for q, r in product(range(-5, 6), repeat=2):
        there = hex_at(q, r)
        to, back = ([set(differences(part, 7)) for part in line(way)] for way in (there, -there))
        turned = [{there + place for place in part} for part in back]
        assert to == [turned[0], turned[2], turned[1]] or to == turned, (q, r)


def test_a_line_over_too_many_rows_is_refused():
    with pytest.raises(ValueError, match="over 15 rows"):
        exact(hex_at(0, 16))


def test_battle_dice_are_the_fair_stream():
    dice, stream = FairDice(SEED, ("a", "b"), "battle 7"), FairStream(SEED, ("a", "b"), "battle 7")
    rolled = dice.roll(3) + dice.roll(500) + dice.roll(1)
    assert list(rolled) == [stream.below(6) + 1 for _ in range(504)] and dice.record == rolled


def test_other_dice_have_streams_of_their_own():
    for sides in (2, 8, 10, 100, 255):
        dice, stream = FairDice(SEED, (), "battle"), FairStream(SEED, (), f"battle/d{sides}")
        rolled = dice.roll(9, sides) + dice.roll(1, sides) + dice.roll(90, sides)
        assert list(rolled) == [stream.below(sides) + 1 for _ in range(100)] and dice.record == rolled


def test_scripted_dice_end_and_typed_dice_are_looked_at():
    with pytest.raises(DiceWanted) as wanted:
        ScriptedDice([1, 2]).roll(5)
    assert (wanted.value.count, wanted.value.sides) == (3, 6)
    with pytest.raises(ValueError, match="does not show 7"):
        TypedDice([7]).roll(1)


@pytest.mark.parametrize("written", [ScriptedDice, Tape])
def test_draws_are_single_draws_in_turn_also_where_the_record_ends(written: type[ScriptedDice]) -> None:
    fair, sides = seeded_dice("draws"), [6, 5, 4, 3, 2]
    faces = list(fair.draws(sides))
    again, single = written([*faces, 1, 2]), written([*faces, 1, 2])
    assert list(again.draws(sides)) == [single.draw(each) for each in sides] == faces
    assert again.record == single.record
    with pytest.raises(DiceWanted) as wanted:
        again.draws([9, 8, 7])
    assert (wanted.value.count, wanted.value.sides) == (1, 7)


@pytest.mark.parametrize("written", [ScriptedDice, Tape])
def test_written_faces_are_drawn_one_by_one_to_their_end(written):
    dice = written([3, 1])
    assert ([dice.draw(5), dice.draw(4)], dice.left) == ([3, 1], 0)
    with pytest.raises(DiceWanted) as wanted:
        dice.draw(3)
    assert (wanted.value.count, wanted.value.sides) == (1, 3)


SYMBOLS = "fsc*!x"


@pytest.mark.parametrize(
    ("typed", "rolls", "faces"),
    [
        ("10", [(1, 10, "")], [10]),
        ("3 10,7", [(3, 10, "")], [3, 10, 7]),
        ("10 42", [(1, 10, ""), (2, 6, "")], [10, 4, 2]),
        ("F*2x", [(4, 6, SYMBOLS)], [1, 4, 2, 6]),
        ("c5 J8", [(1, 10, "ABCDEFGHIJ"), (1, 8, "")] * 2, [3, 5, 10, 8]),
        ("J10", [(1, 10, "ABCDEFGHIJ"), (1, 10, "")], [10, 10]),
    ],
)
def test_typed_faces_are_read_for_the_dice_that_are_asked_for(
    typed: str, rolls: list[tuple[int, int, str]], faces: list[int]
):
    dice = TypedDice(typed)
    assert [face for ask in rolls for face in dice.roll(*ask)] == faces == list(dice.record)
    assert not dice.left


@pytest.mark.parametrize(
    ("typed", "sentence"), [("11", "does not show 11"), ("0", "not show 0"), ("k", "or one of A")]
)
def test_a_face_of_no_such_die_is_told(typed: str, sentence: str):
    with pytest.raises(ValueError, match=sentence):
        TypedDice(typed).roll(1, 10, "ABCDEFGHIJ")


def test_typed_faces_that_are_missing_are_asked_for_and_those_left_are_counted():
    dice = TypedDice("12 3")
    with pytest.raises(DiceWanted) as wanted:
        dice.roll(4)
    assert (wanted.value.count, bytes(dice.record)) == (1, b"") and dice.roll(1) == b"\x01"
    assert dice.left == 2


def test_a_die_has_no_more_sides_than_a_byte_has_faces():
    with pytest.raises(ValueError, match="1 to 255 sides"):
        seeded_dice("d300").draw(300)


@pytest.mark.parametrize("needed", range(-1, 9))
def test_successes_are_counted(needed: int):
    faces = bytes([1, 2, 3, 4, 5, 6, 6])
    assert at_least(faces, needed) == sum(face >= needed for face in faces)


def test_distributions_are_what_counting_gives():
    falls = [sum(face >= 5 for face in faces) for faces in product(range(1, 7), repeat=3)]
    counted = tuple(Fraction(falls.count(n), 216) for n in range(4))
    assert odds.binomial(3, 1, 3) == counted and odds.expected(counted) == 1
    assert odds.capped(counted, 1) == (counted[0], 1 - counted[0])
    assert odds.together(odds.binomial(1, 1, 3), odds.binomial(2, 1, 3)) == counted
    assert odds.thinned(odds.binomial(3, 2, 3), Fraction(1, 2)) == counted
    assert odds.scaled(odds.binomial(1, 1, 3), 2, 9) == (Fraction(2, 3), 0, Fraction(1, 3))
    assert odds.mean_capped(3, 1, 3, 3) == 1.0


def test_a_replay_may_leave_the_last_orders_out():
    fighters = registry.system("fighters")
    dice = seeded_dice("again")
    battle = Battle(fighters, SETUPS["fighters"]["clash"], dice)
    before = battle.fingerprint()
    seat = battle.state.seat
    unit = fighters.legal_units(battle.state, seat)[0]
    battle.submit(seat, (unit, fighters.legal_orders(battle.state, seat, unit)[0]), dice, 0)
    assert battle.fingerprint() != before and replay(fighters, battle.record(), 0).fingerprint() == before


def test_an_unknown_system_is_unreadable():
    with pytest.raises(Unreadable, match="no system"):
        registry.system("chess")


def test_counted_effects_are_named_in_singular_or_plural():
    words = [
        counted(count, what) for count in (1, 2) for what in ("fighters destroyed", "ion hits", "damage")
    ]
    assert words[:3] == ["1 fighter destroyed", "1 ion hit", "1 damage"]
    assert words[3:] == ["2 fighters destroyed", "2 ion hits", "2 damage"]
    assert counted(1, "success") == "1 success"


def test_a_result_that_can_only_happen_or_not_is_named_after_its_chance():
    safe = (Fraction(1, 6), Fraction(5, 6))
    odds = Odds((Roll(1, 2),), safe, (Effect("success", safe, "to make it"),))
    assert odds.summary == "1 die at 2+, 83 % to make it"


def test_a_shot_that_kills_one_is_told_of_one_fighter():
    state = positions.stage([positions.craft("x_wing")], [positions.craft("tie_fighter", 9, facing=3)])
    assert positions.quote(state, "rapid").summary == "4 dice at 6+, 52 % for at least 1 fighter destroyed"
