"""Games of the campaign: ships as units, the flagship and its escorts, and the battle that fits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any, get_args

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.red_alert import campaign
from missions.battles.systems.red_alert.engine import setup
from missions.battles.systems.red_alert.engine.fleets import check, cost
from missions.battles.systems.red_alert.engine.musters import takes_whole_fleets
from missions.battles.systems.red_alert.engine.reports import fates
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import BY_ID
from missions.battles.systems.red_alert.forces.muster import MOST_SHIPS, muster, ship_map
from missions.rules.content.mission_data import Aim, missions
from rosters.catalogue import catalogue
from rosters.catalogue.types import ShipCard

SQUADRONS = (
    ["X-wing"] * 4,
    ["TIE Fighter"] * 7,
    ["Y-wing", "Y-wing", "A-wing", "YT-1300"],
    ["CR90 Corvette", "X-wing", "X-wing"],
    ["Raider-class Corvette", "Gozanti-class Cruiser", "TIE Fighter", "TIE Fighter"],
    ["Z-95 Headhunter"],
)


def cards(ships: Sequence[str], **more: Any) -> list[CampaignShip]:
    return [CampaignShip(str(number), ship, "rebel", **more) for number, ship in enumerate(ships, 1)]


def types(force: dict[str, Any], *, own: bool) -> list[str]:
    return [unit["unit"] for unit in force["units"] if ("ref" in unit) == own]


# --- the table --------------------------------------------------------------------------------------


def by_ship() -> dict[str, list[ShipCard]]:
    found: dict[str, list[ShipCard]] = defaultdict(list)
    for card in catalogue().ship_cards.values():
        found[card.ship_name].append(card)
    return found


def by_house_rule(card: ShipCard, worth: int, tough: int) -> str:
    if card.size.value == "huge":
        return "HBB" if len(card.sections) > 1 else "BB"
    if card.size.value == "large":
        return "HDD" if card.agility >= 2 else "HCR" if tough >= 12 else "CR"
    return "DD" if tough >= 8 else "HF" if worth >= 20 else "F"


def test_every_ship_of_the_campaigns_lists_has_a_unit_by_the_house_rule():
    expected = {}
    for ship, found in by_ship().items():
        worth = int(median(card.points for card in found if card.purchasable))
        tough = max(card.hull + card.shields for card in found)
        expected[ship] = (by_house_rule(found[0], worth, tough), worth)
    assert {ship: (model.unit.id, model.worth) for ship, model in ship_map().items()} == expected


def test_the_names_of_the_campaigns_sides_stay():
    assert set(campaign.CAMPAIGN_SIDES) == {card.side.value for card in catalogue().ship_cards.values()}


# --- fleets -----------------------------------------------------------------------------------------


def test_each_ship_is_a_unit_with_its_card_and_its_pilot():
    ships = [
        CampaignShip("4", "X-wing", "rebel", pilot="Wedge"),
        CampaignShip("9", "GR-75 Medium Transport", "rebel"),
    ]
    force = muster(ships)
    assert force["units"][:3] == [
        {"unit": "FS"},
        {"unit": "HF", "ref": "4", "name": "Wedge"},
        {"unit": "BB", "ref": "9", "name": "GR-75 Medium Transport"},
    ]
    assert force["side"] == "rebel"


@pytest.mark.rule("RA-004", "RA-006", "RA-182")
@pytest.mark.parametrize("ship", sorted(ship_map()))
@pytest.mark.parametrize("count", [1, 2, 5, 9, MOST_SHIPS])
def test_any_number_of_any_ship_makes_a_legal_fleet(ship: str, count: int):
    force = muster(cards([ship] * count))
    check([BY_ID[unit["unit"]] for unit in force["units"]])
    assert len(types(force, own=True)) == count and types(force, own=False)[0] == "FS"


@pytest.mark.parametrize("ships", SQUADRONS, ids=" ".join)
def test_escorts_make_up_for_the_worth_of_the_ships(ships: list[str]):
    force = muster(cards(ships))
    worth = sum(ship_map()[ship].worth for ship in ships)
    spent = cost(BY_ID[unit["unit"]] for unit in force["units"][1:])
    assert min(worth, 110) - 10 <= spent <= worth


@pytest.mark.rule("RA-004", "RA-006", "RA-182")
def test_mixed_squadrons_make_legal_fleets_too():
    random, ships = Random(1), sorted(ship_map())
    small = [ship for ship in ships if ship_map()[ship].unit.id in ("F", "HF", "HBB")]
    for _ in range(300):
        squadron = random.choices(random.choice([ships, small]), k=random.randint(1, MOST_SHIPS))
        check([BY_ID[unit["unit"]] for unit in muster(cards(squadron))["units"]])


def test_ships_without_rivals_keep_their_own_types():
    force = muster(cards(["TIE Fighter", "ARC-170", "X-wing", "Lambda-class Shuttle"]))
    assert types(force, own=True) == ["F", "DD", "HF", "CR"]


@pytest.mark.rule("RA-006")
def test_a_ship_without_figures_of_its_type_takes_the_nearest_by_cost():
    force = muster(cards(["X-wing"] * 4))
    assert types(force, own=True) == ["HF", "HF", "HF", "DD"]


@pytest.mark.rule("RA-005", "RA-006")
@pytest.mark.parametrize(
    ("ships", "expected"),
    [
        (["CR90 Corvette"], ["HBB"]),
        (["CR90 Corvette", "X-wing", "X-wing"], ["HBB", "HF", "HF"]),
        (["Raider-class Corvette", "Gozanti-class Cruiser"], ["BB", "BB"]),
        (["CR90 Corvette", "CR90 Corvette"], ["BB", "BB"]),
        (["VT-49 Decimator", "Gozanti-class Cruiser", "Gozanti-class Cruiser"], ["HCR", "BB", "BB"]),
        (["GR-75 Medium Transport", "CR90 Corvette", "GR-75 Medium Transport"], ["BB", "BB", "HCR"]),
        (["Gozanti-class Cruiser", *["TIE Fighter"] * 13], ["BB", *["F"] * 4]),
    ],
)
def test_huge_ships_are_battleships_as_far_as_there_are_figures(ships: list[str], expected: list[str]):
    assert types(muster(cards(ships)), own=True)[: len(expected)] == expected


@pytest.mark.rule("RA-005")
def test_more_ships_than_figures_are_refused():
    with pytest.raises(Refusal, match="figures for 14 ships, and a side of this game fields 15"):
        muster(cards(["TIE Fighter"] * (MOST_SHIPS + 1)))


def test_a_ship_that_is_on_no_list_is_refused():
    with pytest.raises(Unreadable, match="no unit for the Death Star"):
        muster(cards(["Death Star"]))


# --- ranks and damage -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statuses", "skill", "extras"),
    [
        ((), 7, {"stars": 0, "combat": 0, "command": 0}),
        (("EXP",), 5, {"stars": 3, "combat": 0, "command": 0}),
        (("VET",), 5, {"stars": 0, "combat": 2, "command": 0}),
        (("ELITE",), 9, {"stars": 0, "combat": 2, "command": 1}),
        (("DAMAGED",), 8, {"stars": 0, "combat": 0, "command": 1}),
    ],
)
def test_ranks_and_skill_bring_stars_and_cards_up_to_a_limit(
    statuses: tuple[str, ...], skill: int, extras: dict[str, int]
):
    force = muster(cards(["X-wing"] * 5, statuses=statuses, pilot_skill=skill))
    assert {key: force[key] for key in extras} == extras


def test_one_experienced_ship_brings_one_star():
    ships = [*cards(["X-wing"], statuses=("EXP",)), *cards(["X-wing"], statuses=("VET",))]
    force = muster(ships)
    assert (force["stars"], force["combat"]) == (1, 1)


@pytest.mark.parametrize(("ship", "figures"), [("X-wing", 3), ("TIE Fighter", 2), ("CR90 Corvette", 3)])
def test_a_damaged_ship_starts_one_figure_short(ship: str, figures: int):
    force = muster(cards([ship], statuses=("DAMAGED",)))
    assert force["units"][1]["figures"] == figures == BY_ID[force["units"][1]["unit"]].figures - 1


# --- the battle -------------------------------------------------------------------------------------


def test_a_game_without_a_mission_is_fought_at_the_belt():
    assert campaign.battle_for("", [{}, {}]) == "cardinals_belt"


@pytest.mark.parametrize(
    ("mission", "battle"),
    [
        ("reconnaissance", "triangulum"),
        ("infiltration", "uncharted_base"),
        ("extraction", "supply_base"),
        ("engagement", "cardinals_belt"),
        ("ambush", "cardinals_belt"),
        ("escalating_engagement", "twin_sisters"),
        ("blockade", "cardinals_belt_2"),
        ("full_scale_engagement", "twin_sisters"),
    ],
)
def test_each_mission_is_fought_as_the_battle_that_fits_it(mission: str, battle: str):
    aims = {each.id: each.aim for each in missions().values()}
    assert len(aims) == 8 and campaign.battle_for(aims[mission], [{}, {}]) == battle


def test_every_aim_has_a_battle_that_is_even_and_takes_whole_fleets():
    assert set(campaign.AIMS) == set(get_args(Aim)) == {each.aim for each in missions().values()}
    for name in campaign.AIMS.values():
        battle = battles()[name]
        assert takes_whole_fleets(battle) and battle.objectives
        assert all(first == second for first, second in (battle.stars, battle.command, battle.combat))


def test_units_break_through_only_where_ships_may_leave_by_the_enemys_edge():
    for mission in missions().values():
        battle = battles()[campaign.battle_for(mission.aim, [{}, {}])]
        assert ("breakthrough" in battle.objectives) == (mission.sides["active"].beyond == "withdrawn")


@pytest.mark.parametrize("ships", SQUADRONS, ids=" ".join)
def test_mustered_fleets_begin_a_battle_and_every_ship_has_a_fate(ships: list[str]):
    forces = [muster(cards(ships, statuses=("DAMAGED",))), muster(cards(ships))]
    chosen = {"version": "1", "scenario": campaign.battle_for("", forces), "forces": forces}
    state, _ = setup.build(chosen, seeded_dice("campaign"))
    found = [fate for fate in fates(state) if fate.ref]
    assert [(fate.ref, fate.side) for fate in found] == [
        (str(number), side) for side in (0, 1) for number in range(1, len(ships) + 1)
    ]
    assert {(fate.fate, fate.damaged) for fate in found} == {("intact", False)}
