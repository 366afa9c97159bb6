"""Odds of attacks, charges and moves equal every fall of the dice, carried out one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from missions.battles.engine.contract import NO_UNIT, Effect, Odds, Order
from missions.battles.engine.dice import DiceWanted, ScriptedDice
from missions.battles.engine.odds import Pmf
from missions.battles.systems.galaxies.engine import odds
from missions.battles.systems.galaxies.engine.choices import Kind, fire_at, move_along, packed, tactic
from missions.battles.systems.galaxies.engine.odds.attacks import volley
from missions.battles.systems.galaxies.engine.ships import BY_ID, CARDS, HIT, LETTERS, MISS, STAR, ShipCard
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.samples import samples
from tests.battles.systems.galaxies.positions import act, stand
from tests.battles.systems.galaxies.test_movement import along

CELLS = list(product(range(1, len(LETTERS) + 1), range(1, 9)))
FACES = range(1, 9)
ROLL = (NO_UNIT, packed(Kind.ROLL))
FAR = "isn-f54-standard 0,14 | wre-fuvu-standard 22,13 23,13 22,14"


def effect(found: Odds, name: str) -> Effect:
    return next(each for each in found.effects if each.name == name)


def shares(counts: dict[int, int | Fraction], whole: int = 1) -> Pmf:
    """A distribution from weights."""
    return tuple(Fraction(counts.get(n, 0)) / whole for n in range(max(counts) + 1))


# --- attacks ----------------------------------------------------------------------------------------


def left_of(state: State, target: int) -> tuple[int, int, int]:
    """Shields, hull pegs that are missing to the end, and 1 if the target is destroyed."""
    gone = state.place[target] == NOWHERE
    left = 0 if gone else state.type_of(target).hull - state.hull[target]
    return state.shields[target], left, int(gone)


@pytest.mark.rule("BG-106", "BG-107", "BG-108", "BG-120")
@pytest.mark.parametrize("shields", [0, 1, 2])
@pytest.mark.parametrize("hull", [1, 4])
def test_two_attacks_of_a_charge_equal_every_fall_of_both_pairs_of_dice(shields: int, hull: int):
    state = stand(f"isn-barrage-standard 5,5 4,5 | wre-sobwatet-standard 8,5 9,5 | {FAR}")
    state.shields[1], state.hull[1] = shields, state.type_of(1).hull - hull
    act(state, (0, packed(Kind.ACTIVATE)))
    found = odds.attack(state, 0, 0, 1, 2)
    sums: tuple[dict[int, int | Fraction], ...] = ({}, {}, {})
    for first, (second, ways) in product(CELLS, kinds_of(state.type_of(1)).items()):
        after = state.clone()
        for pair in (first, second):
            if after.place[1] != NOWHERE:
                act(after, (0, fire_at(0, 1)), pair)
        up, rest, gone = left_of(after, 1)
        for each, value in zip(sums, (shields - up, hull - rest, gone), strict=True):
            each[value] = each.get(value, 0) + ways
    assert found[1:] == tuple(shares(each, len(CELLS) ** 2) for each in sums)


def kinds_of(card: ShipCard) -> dict[tuple[int, int], int]:
    """A cell of each kind of a grid, with the number of such cells."""
    kinds = [card.cell(*cell) for cell in CELLS]
    return {CELLS[kinds.index(kind)]: kinds.count(kind) for kind in (MISS, HIT, STAR)}


@pytest.mark.rule("BG-106", "BG-101")
def test_charges_of_three_attacks_equal_every_row_of_cells():
    for name, strength, shields, left in product(
        ("wre-vapor-standard", "isn-f54-standard"), (1, 2, 3), (0, 1, 3), (1, 2, 4)
    ):
        grid = BY_ID[name].grid
        weights = {cell: Fraction(grid.count(cell), 80) for cell in (MISS, HIT, STAR)}
        hull: dict[int, int | Fraction] = {}
        destroyed = Fraction(0)
        for cells in product(weights, repeat=3):
            chance = weights[cells[0]] * weights[cells[1]] * weights[cells[2]]
            lost = pegs_lost(cells, strength, shields, left)
            hull[lost] = hull.get(lost, 0) + chance
            destroyed += chance if lost == left else 0
        found = volley(grid.count(HIT), 1, 3, strength, shields, left)
        assert (found.hull, found.destroyed) == (shares(hull), (1 - destroyed, destroyed))


def pegs_lost(cells: tuple[int, ...], strength: int, shields: int, left: int) -> int:
    """Hull pegs that attacks with these cells take, one after the other."""
    lost = 0
    for cell in cells:
        if cell == STAR and shields == 0:
            return left
        if cell != MISS:
            for _ in range(strength):
                if shields:
                    shields -= 1
                else:
                    lost = min(left, lost + 1)
        if lost == left:
            break
    return lost


@pytest.mark.rule("BG-106", "BG-108")
def test_odds_of_an_attack_tell_its_dice_its_chances_and_its_reasons():
    state = stand(f"isn-torrent-seasoned 5,5 4,5 | wre-chosh-standard 8,5 | {FAR}")
    state.shields[1] = 0
    act(state, (0, packed(Kind.ACTIVATE)))
    found = odds.of(state, (0, fire_at(0, 1)))
    assert found
    grid = state.type_of(1).grid
    chance = Fraction(80 - grid.count(MISS), 80)
    assert found.dice == 2 and found.successes == (1 - chance, chance)
    assert found.dice_words == "the letter die and the number die"
    assert effect(found, "ships destroyed").chances[1] == Fraction(1, 80)
    assert effect(found, "ships destroyed with all 3 attacks").chances[1] > Fraction(1, 80)
    assert [reason.amount for reason in found.reasons] == [grid.count(HIT), 1, 0, 0]
    assert [reason.note for reason in found.reasons] == [False, False, True, True]


@pytest.mark.rule("BG-104", "BG-144", "BG-145", "BG-152", "BG-161")
def test_odds_of_an_attack_tell_everything_that_gives_its_weapon_range():
    ships = f"isn-barrage-veteran 5,5 4,5 | isn-hawks-veteran 9,9 9,10 8,9 | wre-vapor-veteran 6,7 | {FAR}"
    plain = stand(ships)
    rich = stand(ships, alien_artifact="5,5", observation_station="9,9")
    for state in (plain, rich):
        act(state, (0, packed(Kind.ACTIVATE)))
    act(plain, (0, move_along(0, (0,))))
    rich.farther = 3
    assert notes(plain, 0) == [("range 1 of 7", "BG-104")]
    assert notes(rich, 0) == [
        ("range 1 of 21", "BG-104"),
        ("on the artifact: 7 more range", "BG-144"),
        ("a ship on the station: 2 more range", "BG-145"),
        ("steady aim: 2 more range", "BG-152"),
        ("tactic card: 3 more range", "BG-162"),
    ]


@pytest.mark.rule("BG-104", "BG-144")
def test_odds_of_a_secondary_weapon_tell_its_own_range_alone():
    state = stand("isn-f54-veteran 5,5 | wre-chosh-standard 8,5", alien_artifact="5,5")
    act(state, (0, packed(Kind.ACTIVATE)))
    assert [len(notes(state, weapon, 1)) for weapon in (0, 1)] == [2, 1]
    assert notes(state, 1, 1) == [("range 3 of 4", "BG-104")]


def notes(state: State, weapon: int, target: int = 4) -> list[tuple[str, str]]:
    """Notes of an attack on a target beside the cells of its grid, with their rules."""
    found = odds.of(state, (0, fire_at(weapon, target)))
    assert found
    return [(reason.text, reason.rule) for reason in found.reasons if reason.note]


@pytest.mark.rule("BG-161")
def test_cards_are_choices_and_no_chance():
    state = stand(f"isn-torrent-seasoned 5,5 4,5 | wre-chosh-standard 8,5 | {FAR}", tactics=True)
    before = odds.of(activated(state), (0, fire_at(0, 1)))
    numbers = {card.id: card.number for card in TACTICS}
    state.hands = [(numbers["second_shot"],), (numbers["hard_turn"],)]
    assert odds.of(state, (0, fire_at(0, 1))) == before
    act(state, (0, fire_at(0, 1)), [1, 1])
    again = odds.of(state, (NO_UNIT, tactic(numbers["second_shot"])))
    assert again and before and again.successes == before.successes
    assert odds.of(state, (NO_UNIT, packed(Kind.PASS))) is None


def activated(state: State) -> State:
    act(state, (0, packed(Kind.ACTIVATE)))
    return state


# --- moves ------------------------------------------------------------------------------------------


def fates(state: State, order: Order, life: int) -> Iterator[tuple[int, Fraction]]:
    """Damage of a move by every fall of its dice, each with its chance."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        after, left = state.clone(), list(faces)
        wanted = thrown(after, order, left)
        if wanted:
            waiting += [((*faces, face), chance / 8) for face in FACES]
        else:
            gone = after.place[0] == NOWHERE
            now = 0 if gone else after.shields[0] + after.type_of(0).hull - after.hull[0]
            yield life - now, chance


def thrown(state: State, order: Order, faces: list[int]) -> bool:
    """Carry a move out with these faces; True if it wants more."""
    dice = ScriptedDice(faces)
    try:
        act(state, order, Loose(faces, dice))
        while state.wait is not None:
            act(state, ROLL, Loose(faces, dice))
    except DiceWanted:
        return True
    return False


class Loose(ScriptedDice):
    """Faces that go on over several orders."""

    def __init__(self, faces: list[int], source: ScriptedDice) -> None:
        super().__init__(faces)
        self._source = source

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        return self._source.roll(count, sides, letters)

    @property
    def left(self) -> int:
        return 0


@pytest.mark.rule("BG-081", "BG-141", "BG-150", "BG-090")
@pytest.mark.parametrize(
    ("ship", "path", "tiles"),
    [
        ("isn-hawks-standard 5,5", "E NE E", "6,5"),
        ("isn-sparrows-veteran 5,5", "E NE E", "7,4"),
        ("isn-f54-veteran 5,5", "E W E NE", ""),
        ("isn-barrage-standard 5,5 4,5", "NE E SE", "5,4 6,4"),
        ("isn-everest-veteran 4,5", "E", "6,5"),
    ],
)
def test_odds_of_a_move_equal_every_fall_of_its_dice(ship: str, path: str, tiles: str):
    enemies = "wre-sobwatet-standard 7,5 8,5 | wre-chosh-standard 7,7"
    state = activated(stand(f"{ship} | {enemies} | {FAR}", debris=tiles))
    order = 0, move_along(0, along(path))
    life = state.shields[0] + state.type_of(0).hull
    found = odds.of(state, order)
    assert found
    counts: dict[int, int | Fraction] = {}
    for lost, chance in fates(state, order, life):
        counts[lost] = counts.get(lost, 0) + chance
    assert effect(found, "damage").chances == shares(counts)
    assert effect(found, "ships lost").chances[1] == counts.get(life, 0)


@pytest.mark.rule("BG-070", "BG-086")
def test_a_move_that_meets_nothing_has_no_odds():
    state = activated(stand(f"isn-f54-veteran 5,5 | wre-sobwatet-standard 10,5 11,5 | {FAR}"))
    assert odds.of(state, (0, move_along(0, along("E E")))) is None
    assert odds.of(state, (0, move_along(0, along("E E E E")))) is not None
    state.jammed = True
    assert odds.of(state, (0, move_along(0, along("E E E E")))) is None


@pytest.mark.rule("BG-081", "BG-150", "BG-141")
def test_the_die_of_an_answer_has_odds_of_its_own():
    for ship, lowest in (("isn-f54-standard", 5), ("isn-f54-veteran", 7)):
        state = activated(stand(f"{ship} 5,5 | wre-sobwatet-standard 7,5 8,5 | {FAR.split('|')[1]}"))
        act(state, (0, move_along(0, along("E"))))
        found = odds.of(state, ROLL)
        assert found and found.rolls[0].shown == lowest == found.needed
        chance = Fraction(9 - lowest, 8)
        assert found.successes == (1 - chance, chance)
        assert effect(found, "damage").chances == (1 - chance, 0, chance)


@pytest.mark.rule("BG-141")
def test_dice_for_debris_succeed_if_they_do_no_harm():
    state = activated(stand(f"isn-f54-veteran 5,5 | {FAR.split('|')[1]}", debris="6,5 7,5"))
    order = 0, move_along(0, along("E E"))
    found = odds.of(state, order)
    assert found and found.dice == 2 and found.successes == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert odds.successes(act(state.clone(), order, [1, 8])) == 1
    assert odds.successes(act(state.clone(), order, [1, 1])) == 2


# --- measurements -----------------------------------------------------------------------------------


@pytest.mark.rule("BG-106")
def test_samples_say_what_their_dice_come_to():
    for sample in list(samples())[::7]:
        found: dict[int, int | Fraction] = {}
        for codes in product(sample.faces, repeat=sample.dice):
            chance = Fraction(1)
            for code in codes:
                chance *= Fraction(sample.faces[code], 80)
            lost = sample.lost(sum(codes))
            found[lost] = found.get(lost, 0) + chance
        assert sample.kept() == sample.new() == shares({n: p for n, p in found.items() if p})
    assert len({card.grid for card in CARDS}) == 12
