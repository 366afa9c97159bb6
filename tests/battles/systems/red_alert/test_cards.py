"""Decks, unit types and battles as data, and the language of the cards."""

from collections import Counter

import pytest

from missions.battles.systems.red_alert.board.scene import OBJECTIVES
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT,
    COMBAT_DECK,
    COMBAT_NUMBER,
    COMMAND,
    COMMAND_DECK,
    COMMAND_NUMBER,
    TIMINGS,
)
from missions.battles.systems.red_alert.engine.effects import (
    PRIMITIVES,
    Condition,
    conditions,
    parse,
)
from missions.battles.systems.red_alert.engine.field import HEXES, NEXT_TO
from missions.battles.systems.red_alert.engine.scenarios import Battle, battles
from missions.battles.systems.red_alert.engine.units import (
    BY_ID,
    CAPITAL,
    FIGHTER,
    FIGURES,
    IGNORED,
    STRIKE,
    TYPES,
)

# --- unit types -------------------------------------------------------------------------------------


@pytest.mark.rule("RA-001", "RA-020", "RA-021", "RA-022")
def test_the_nine_types_are_those_of_the_table():
    table = {
        unit.id: (unit.figures, unit.move, unit.warp, unit.dice[1:], unit.points, unit.cost) for unit in TYPES
    }
    assert table == {
        "FS": (4, 1, 0, (2, 3, 3, 1), 8, 26),
        "HBB": (4, 2, 0, (3, 3, 3, 1), 7, 23),
        "BB": (3, 2, 0, (3, 3, 3, 1), 6, 18),
        "HCR": (4, 2, 0, (3, 3, 2, 1), 4, 16),
        "CR": (3, 2, 0, (3, 3, 2, 1), 3, 11),
        "HDD": (4, 2, 3, (3, 2, 1, 0), 4, 15),
        "DD": (3, 2, 3, (3, 2, 1, 0), 3, 10),
        "HF": (4, 4, 0, (3, 1, 0, 0), 2, 6),
        "F": (3, 4, 0, (3, 1, 0, 0), 1, 4),
    }
    assert [unit.reach for unit in TYPES] == [4, 4, 4, 4, 4, 3, 3, 2, 2]
    assert [unit.symbol for unit in TYPES] == [CAPITAL] * 3 + [STRIKE] * 4 + [FIGHTER] * 2
    assert [unit.id for unit in TYPES if not unit.sold] == ["FS"]


@pytest.mark.rule("RA-004", "RA-005")
def test_markers_and_figures_of_a_faction():
    assert sum(unit.markers for unit in TYPES) == 25
    assert sum(FIGURES.values()) == 46
    assert set().union(*(unit.pool for unit in TYPES)) == set(FIGURES)
    assert all(sum(unit.pool.values()) == unit.figures for unit in TYPES)


@pytest.mark.rule("RA-023")
def test_a_heavy_type_differs_in_figures_points_and_cost_alone():
    for heavy in (unit for unit in TYPES if unit.heavy):
        plain = BY_ID[heavy.id[1:]]
        assert heavy.figures == plain.figures + 1 and heavy.points == plain.points + 1
        assert (heavy.move, heavy.warp, heavy.dice) == (plain.move, plain.warp, plain.dice)


@pytest.mark.rule("RA-104")
def test_blasts_are_ignored_in_four_pairings():
    assert dict(IGNORED) == {
        (STRIKE, CAPITAL): 1,
        (FIGHTER, CAPITAL): 2,
        (FIGHTER, STRIKE): 1,
        (CAPITAL, FIGHTER): 1,
    }


# --- decks ------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-003")
def test_the_decks_have_60_and_50_cards():
    assert (len(COMMAND_DECK), len(COMBAT_DECK)) == (60, 50)
    assert Counter(COMMAND_DECK) == {number: card.copies for number, card in enumerate(COMMAND)}
    assert Counter(COMBAT_DECK) == {number: card.copies for number, card in enumerate(COMBAT)}
    assert len(COMMAND_NUMBER) == len(COMMAND) == 27 and len(COMBAT_NUMBER) == len(COMBAT) == 25


@pytest.mark.rule("RA-045", "RA-061")
def test_a_command_card_orders_units_or_repeats_one_that_does():
    for card in COMMAND:
        assert card.effects[0].name in ("ORDER", "COPY_LAST"), card.id
        assert 1 <= card.first <= 6
        assert bool(card.reaction) == bool(card.reaction_effects)
    assert [card.id for card in COMMAND if card.reaction] == ["FST"]


@pytest.mark.rule("RA-168")
def test_a_combat_card_has_its_moment_its_turn_and_its_price():
    for card in COMBAT:
        assert card.timing in TIMINGS and card.turn in ("own", "opp", "any") and 0 <= card.cost <= 4, card.id
        assert card.effects, card.id
    assert {card.timing for card in COMBAT} == set(TIMINGS)


@pytest.mark.rule("RA-044")
@pytest.mark.parametrize(("card", "units"), [("PR-L", 2), ("AT-C", 3), ("AS-R", 5), ("GA", 6), ("SOR", 5)])
def test_a_card_stands_for_a_number_of_units_when_the_first_player_is_found(card: str, units: int):
    assert COMMAND[COMMAND_NUMBER[card]].first == units


def test_every_primitive_is_on_a_card():
    used = {
        effect.name
        for card in (*COMMAND, *COMBAT)
        for effect in (*card.effects, *getattr(card, "reaction_effects", ()))
    }
    assert used == set(PRIMITIVES)


# --- the language -----------------------------------------------------------------------------------


def test_effects_are_read_from_left_to_right():
    order, dice = parse("ORDER(n=all,sector=any,class=capital);DICE(add=1,when=ranged)")
    assert (order.name, order.word("n"), order.word("class")) == ("ORDER", "all", "capital")
    assert (dice.name, dice.number("add"), dice.number("mult", 7)) == ("DICE", 1, 7)
    (mark,) = parse("ALERT_MARK(op=place,dice=2,on=red_alert|blast)")
    assert mark.words("on") == ("red_alert", "blast") and mark.words("op") == ("place",)
    assert parse("") == () and parse("CLOAK()")[0].given == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("DICE add=1", "is no effect"),
        ("WIN()", "There is no effect WIN"),
        ("DICE(plus=1)", "DICE has no plus"),
        ("DICE(add)", "arguments read like"),
    ],
)
def test_an_unknown_effect_or_key_is_refused(text: str, reason: str):
    with pytest.raises(ValueError, match=reason):
        parse(text)


def test_a_word_is_no_number_and_a_number_is_no_word():
    (order,) = parse("ORDER(n=all)")
    with pytest.raises(TypeError):
        order.number("n")
    (dice,) = parse("DICE(add=-2)")
    with pytest.raises(TypeError):
        dice.word("add")


def test_conditions_are_terms_that_all_hold():
    assert conditions("hits>=1&alerts==1") == (
        Condition("hits", ">=", ("1",)),
        Condition("alerts", "==", ("1",)),
    )
    assert conditions("class=fighter|strike") == (Condition("class", "=", ("fighter", "strike")),)
    assert conditions("none") == conditions("") == ()
    with pytest.raises(ValueError, match="is no condition"):
        conditions("hits > 1")


# --- battles ----------------------------------------------------------------------------------------


def printed() -> dict[str, Battle]:
    """The battles of the booklet."""
    return {name: each for name, each in battles().items() if not each.guided}


def test_the_guided_battle_is_the_first_one_in_three_turns_a_side():
    found = battles()
    first, whole = found["first_steps"], found["opening_salvo"]
    assert (first.turns, whole.turns) == (6, 0)
    assert (first.units, first.command, first.combat, first.stars) == (
        whole.units,
        whole.command,
        whole.combat,
        whole.stars,
    )


@pytest.mark.rule("RA-300", "RA-301", "RA-302")
def test_the_ten_battles_have_their_goals_hands_and_stars():
    found = printed()
    facts = {name: (each.points, each.eliminated, each.command, each.combat) for name, each in found.items()}
    assert len(facts) == 10
    assert facts.pop("opening_salvo") == (13, 0, (5, 5), (2, 2))
    assert facts.pop("declaration_of_war") == (18, 8, (5, 5), (4, 4))
    assert facts.pop("cardinals_belt_3") == (21, 8, (4, 6), (3, 5))
    assert set(facts.values()) == {(21, 8, (5, 5), (4, 4))}
    assert [each.number for each in found.values()] == [0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert [found[name].stars for name in ("opening_salvo", "twin_sisters")] == [(4, 4), (5, 5)]


@pytest.mark.rule("RA-303")
def test_the_objectives_are_those_of_the_booklet():
    assert [sorted(each.objectives) for each in printed().values()] == [
        [],
        [],
        ["clear_sector"],
        ["breakthrough"],
        ["planet_control"],
        ["planet_control"],
        ["planet_control"],
        ["breakthrough", "clear_sector"],
        [],
        ["clear_sector", "planet_control"],
    ]
    assert all(each.objectives <= set(OBJECTIVES) for each in battles().values()), "the board names each"


@pytest.mark.rule("RA-304", "RA-305", "RA-306")
def test_some_battles_find_their_fleets_in_other_ways():
    found = battles()
    assert (found["triangulum_2"].task_force, found["triangulum_2"].support) == ("", (80, 80))
    rearguard = found["cardinals_belt_3"]
    assert (rearguard.first, rearguard.stars, rearguard.support) == (0, (4, 6), (40, 0))
    assert [name for name, each in found.items() if each.task_force == "choose"] == ["twin_sisters"]
    assert [name for name, each in found.items() if each.first is not None] == ["cardinals_belt_3"]


@pytest.mark.rule("RA-003", "RA-140", "RA-150")
@pytest.mark.parametrize("name", battles())
def test_a_map_can_be_laid_with_the_tiles_there_are(name: str):
    battle = battles()[name]
    sizes = Counter(len(hexes) for _, hexes in battle.planets)
    assert sizes[7] <= 1 and sizes[4] <= 2 and sizes[1] <= 3 and set(sizes) <= {1, 4, 7}
    planets = battle.planet_hexes
    assert planets.bit_count() == sum(len(hexes) for _, hexes in battle.planets)
    assert not planets & battle.asteroids
    assert planets.bit_count() + battle.asteroids.bit_count() <= 18


@pytest.mark.rule("RA-150")
@pytest.mark.parametrize("name", battles())
def test_hexes_of_a_planet_touch_and_planets_do_not(name: str):
    battle = battles()[name]
    for hex_, planet in battle.group.items():
        assert {battle.group.get(other, planet) for other in NEXT_TO[hex_]} == {planet}
    for _, hexes in battle.planets:
        reached = {hexes[0]}
        for _ in hexes:
            reached |= {other for each in reached for other in NEXT_TO[each] if other in hexes}
        assert reached == set(hexes)
        if len(hexes) == 7:
            assert max(sum(other in hexes for other in NEXT_TO[each]) for each in hexes) == 6


@pytest.mark.rule("RA-041", "RA-185", "RA-188")
@pytest.mark.parametrize("name", battles())
def test_fleets_stand_on_the_map_or_have_hexes_to_deploy_on(name: str):
    battle = battles()[name]
    placed = [hex_ for units in battle.units for _, hex_ in units]
    deployment = [hex_ for hexes in battle.deployment for hex_ in hexes]
    assert len({*placed, *deployment}) == len(placed) + len(deployment)
    assert not any((battle.planet_hexes | battle.asteroids) >> hex_ & 1 for hex_ in (*placed, *deployment))
    assert battle.deployed == (battle.number > 0)
    assert [len(hexes) for hexes in battle.deployment] in ([], [10, 10])


@pytest.mark.rule("RA-006", "RA-188")
@pytest.mark.parametrize("name", battles())
def test_units_on_a_map_fit_the_figures_of_their_faction(name: str):
    for units in battles()[name].units:
        used = Counter[str]()
        for unit, _ in units:
            used.update(unit.pool)
        assert all(used[kind] <= count for kind, count in FIGURES.items())
        assert all(count <= BY_ID[kind].markers for kind, count in Counter(u.id for u, _ in units).items())


def test_the_supply_base_is_a_planet_of_seven_hexes_in_the_centre():
    (planet,) = battles()["supply_base"].planets
    assert planet[0] == "Acme" and HEXES["F7"] in planet[1]
    assert len(planet[1]) == 7
