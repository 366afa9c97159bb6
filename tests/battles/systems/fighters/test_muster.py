"""Points, upgrades, house profiles, the campaign's cards (FH-040 … FH-059, FH-170 … FH-177)."""

import json
from pathlib import Path

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.hexes import EAST, NORTH, WEST
from missions.battles.systems.fighters.engine.loadouts import (
    FIGHTER,
    SHIP,
    STRADDLER,
    crewed_cost,
    crews,
    loadout,
    profiles,
    ship_map,
)
from missions.battles.systems.fighters.engine.state import DESTROYED, WITHDRAWN
from missions.battles.systems.fighters.forces import muster
from missions.battles.systems.fighters.scenarios import scenario
from missions.battles.systems.registry import SYSTEMS
from rosters.catalogue import catalogue
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions
from tests.battles.systems.fighters.test_heroes import codes

PRINTED = json.loads((Path(__file__).parent / "data" / "printed.json").read_text(encoding="utf-8"))
SMALL = sorted(name for name, facts in PRINTED.items() if facts["base"] == "small")
LARGE = sorted(name for name, facts in PRINTED.items() if facts["base"] == "large")
HUGE = sorted(name for name, facts in PRINTED.items() if facts["base"] == "huge")
GRADED = {"civilian": 0, "military": 1, "imperial": 2, "elite": 3}
X, Y, TIE = "x_wing", "y_wing", "tie_fighter"


@rule("FH-041")
def test_a_squadron_is_one_to_three_flights_of_one_craft():
    assert muster.squadrons({"units": [{"craft": X}] * 4}) == [1, 1, 1, 2]
    mixed = {"side": "rebel", "units": [{"craft": X, "squadron": 1}, {"craft": Y, "squadron": 1}]}
    many = {"side": "rebel", "units": [{"craft": X, "squadron": 1}] * 4}
    for force, code in ((mixed, "mixed"), (many, "squadron")):
        found = muster.findings(force, scenario("free"), 0, 0)
        assert [one.code for one in found] == [f"battle.force.{code}"]


@rule("FH-042")
def test_costs_are_for_a_flight_of_four():
    assert muster.price({"craft": X, "upgrades": ["aft"]}) == 12
    assert codes("rebel", [X, X], 19) == {"points"} and codes("rebel", [X, X], 20) == set()


@rule("FH-166", "FH-042")
def test_raiders_of_a_theft_have_fifty_five_points_whatever_was_agreed():
    raiders = ["corvette_rebel", Y, X]
    for agreed in (0, 40, 150):
        assert codes("rebel", raiders, agreed, "starship_theft") == set()
        assert codes("rebel", [*raiders, X], agreed, "starship_theft") == {"points"}


@rule("FH-048")
def test_light_ships_are_the_corvette_the_light_freighter_and_straddlers():
    light = {name for name, profile in profiles().items() if profile.light}
    straddlers = {name for name, profile in profiles().items() if profile.kind == STRADDLER}
    assert light == straddlers | {"corvette_rebel", "corvette_empire", "light_freighter", "gr_75"}


@rule("FH-051")
def test_an_outpost_houses_three_squadrons():
    assert codes("empire", ["outpost", *[TIE] * 9], 0, "outpost_assault", 1) == set()
    assert codes("empire", ["outpost", *[TIE] * 10], 0, "outpost_assault", 1) == {"squadrons"}


@rule("FH-052")
def test_an_x_wing_may_carry_both_torpedoes():
    both = loadout(X, ("aft", "act"))
    assert both.points == 16 and {mode.id for mode in both.modes} >= {"lock", "run", "snap"}


@rule("FH-053")
def test_a_y_wing_swaps_its_load_for_nothing():
    swapped = loadout(Y, ("swap",))
    assert swapped.points == 10 and {mode.id for mode in swapped.modes} == {"rapid", "linked", "lock"}


@pytest.mark.parametrize(
    ("name", "cost"), [("manned", 13), ("piloted", 11), ("locked", 12), ("ion", 11), ("ion_turret", 14)]
)
@rule("FH-054")
def test_a_y_wing_has_one_of_five_mountings(name: str, cost: int):
    assert loadout(Y, (name,)).points == cost and codes("rebel", [(Y, [name])]) == set()


@rule("FH-054")
def test_a_y_wing_has_one_mounting_only():
    assert codes("rebel", [(Y, ["manned", "locked"])]) == {"mounting"}
    assert loadout(Y, ("locked",)).modes[0].bonus == 2 and loadout(Y, ("locked",)).modes[1].damage == 4


@rule("FH-055")
def test_a_corvette_pays_for_each_turbolaser_and_once_for_its_flanks():
    assert loadout("corvette_rebel", ("turbolaser", "turbolaser", "side")).points == 36
    assert codes("rebel", [("corvette_rebel", ["turbolaser"] * 3)]) == {"upgrade_count"}
    names = [mode.name for mode in loadout("corvette_empire", ("turbolaser",)).modes]
    assert names == ["light turbolaser", "laser turret"]


@pytest.mark.parametrize("name", SMALL)
@rule("FH-170", "FH-171", "FH-172", "FH-173", "FH-176")
def test_small_craft_follow_the_formulas(name: str):
    found, printed = profiles()[name], PRINTED[name]
    save = max(3, 7 - printed["shields"]) if printed["shields"] else 0
    assert (found.kind, found.craft, found.save) == (FIGHTER, 4, save)
    assert (found.movement, found.evasion) == (printed["agility"] + 2, max(0, printed["agility"] - 1))
    guns = 3 if name == "b_wing" else 2 ** (printed["attack"] - 1)
    assert (found.guns, found.rapid, found.linked) == (guns, positions.rapid_bonus(guns), guns)


@pytest.mark.parametrize("name", SMALL)
@rule("FH-175", "FH-176")
def test_small_craft_cost_what_the_formula_says(name: str):
    found, printed = profiles()[name], PRINTED[name]
    cost = 3 * printed["attack"] + 2 * printed["agility"] + 2 * printed["shields"] - 7 + 3 * found.anti_ship
    assert found.cost == max(4, cost + (-3, 0, 5, 11)[GRADED[found.crew]])


@pytest.mark.parametrize("name", LARGE)
@rule("FH-173", "FH-175", "FH-176")
def test_large_craft_are_straddlers_by_the_formulas(name: str):
    found, printed = profiles()[name], PRINTED[name]
    assert (found.kind, found.hits, found.movement) == (STRADDLER, printed["hull"], printed["agility"] + 2)
    cost = 3 * printed["attack"] + 2 * printed["agility"] + 2 * printed["shields"] + 2 * printed["hull"] - 7
    grade = 3 if found.crew == "han_chewie" else GRADED[found.crew]
    assert found.cost == max(4, cost + (-14, -11, -6, 0)[grade])
    assert found.turret_bonus == (printed["attack"] - 1 if found.turrets else 0)


@pytest.mark.parametrize("name", HUGE)
@rule("FH-174", "FH-175", "FH-176")
def test_huge_ships_follow_the_formulas(name: str):
    found, printed = profiles()[name], PRINTED[name]
    assert (found.kind, found.movement) == (SHIP, printed["agility"] + 2)
    assert (found.hits, found.shield) == (printed["hull"] * 10 // 16, printed["shields"] * 30 // 8)
    assert found.regen == found.shield // 3
    cost = found.hits + found.shield // 3 + 5 * found.turrets
    assert found.cost == cost + {"civilian": -1, "military": 0, "imperial": 1}[found.crew] * (cost // 4)


@rule("FH-176")
def test_heroes_come_out_of_the_formulas_too():
    assert crewed_cost(profiles()[X], crews()["imperial"]) == profiles()["red_squadron"].cost == 15
    assert crewed_cost(profiles()[TIE], crews()["elite"]) == profiles()["vader_squadron"].cost == 16


@rule("FH-177")
def test_house_craft_with_launchers_buy_torpedoes():
    assert (
        codes("rebel", [("a_wing", ["aft", "act"])]) == set()
        and loadout("a_wing", ("aft", "act")).points == 15
    )
    assert codes("rebel", [("hwk_290", ["aft"])]) == {"upgrade"}
    assert codes("rebel", [("b_wing", ["aft"])]) == set()
    assert codes("rebel", [("b_wing", ["act"])]) == {"upgrade"}, "it has them already"


@rule("FH-170")
def test_every_ship_of_the_campaigns_lists_has_a_profile():
    sides = {"rebel": "rebel", "imperial": "empire", "scum": "scum"}
    cards = catalogue().ship_cards.values()
    flown = {(sides[card.side.value], card.ship_name) for card in cards}
    assert flown <= ship_map().keys() and all(name in profiles() for name in ship_map().values())
    for (side, _), name in ship_map().items():
        assert side in profiles()[name].sides


def cards(**more: object) -> list[CampaignShip]:
    return [CampaignShip("ship:1", "X-wing", "rebel", pilot="Ace", **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("statuses", "skill", "crew"),
    [
        ((), 4, "military"),
        (("EXP",), 4, "imperial"),
        (("VET",), 2, "elite"),
        (("ELITE",), 6, "elite"),
        ((), 7, "imperial"),
        (("EXP",), 9, "elite"),
    ],
)
def test_experience_and_skill_raise_a_crew(statuses: tuple[str, ...], skill: int, crew: str):
    force = muster.muster(cards(statuses=statuses, pilot_skill=skill))
    assert force["units"][0]["crew"] == crew and force["units"][0]["name"] == "Ace"


def campaign_battle():
    east = [
        CampaignShip("ship:9", "Tie Fighter", "empire"),
        CampaignShip("ship:10", "Lambda Shuttle", "empire"),
    ]
    fighters = SYSTEMS["fighters"]
    west = [*cards(statuses=("DAMAGED",)), CampaignShip("ship:2", "CR90", "rebel", statuses=("DAMAGED",))]
    forces = [fighters.muster(west), fighters.muster(east)]
    setup = {"system": "fighters", "version": "2", "scenario": "free", "deploy": "line", "forces": forces}
    return fighters, fighters.setup(setup, seeded_dice("muster"))[0]


def test_damaged_cards_start_with_three_quarters():
    _, state = campaign_battle()
    assert (state.men[0], state.hull[1]) == (3, 7)
    assert [muster.damaged(strength) for strength in (1, 2, 5, 8)] == [1, 1, 3, 6]


def test_the_report_tells_the_fate_of_every_card():
    fighters, state = campaign_battle()
    state.men[0] = 1
    state.status[1] = DESTROYED
    state.status[3], state.hull[3] = WITHDRAWN, 2
    fates = {fate.ref: (fate.fate, fate.damaged) for fate in fighters.report(state)}
    assert fates == {
        "ship:1": ("intact", True), "ship:2": ("destroyed", False),
        "ship:9": ("intact", False), "ship:10": ("withdrawn", True),
    }  # fmt: skip


@pytest.mark.parametrize(("edge", "beyond"), [(WEST, (2,)), (EAST, (0,)), (NORTH, ())])
def test_the_report_tells_who_left_over_the_enemys_edge(edge: int, beyond: tuple[int, ...]):
    fighters, state = campaign_battle()
    for unit in (0, 2):
        state.status[unit], state.gone[unit] = WITHDRAWN, edge
    assert tuple(unit for unit, fate in enumerate(fighters.report(state)) if fate.beyond) == beyond


def test_a_card_without_a_profile_is_unreadable():
    with pytest.raises(Unreadable, match="no profile"):
        muster.muster([CampaignShip("ship:1", "Star Destroyer", "empire")])


@rule("FH-159")
def test_names_that_do_not_exist_are_unreadable():
    for line in ({"craft": "v_wing"}, {"craft": X, "upgrades": ["cloak"]}, {"craft": X, "crew": "heroic"}):
        with pytest.raises(Unreadable):
            muster.loadout_of(line)
