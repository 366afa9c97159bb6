"""Games of the campaign: ships as cards of a list, squadrons, escorts, and the battle that fits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any, get_args

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies import campaign
from missions.battles.systems.galaxies.engine import deployment, fleets
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, SIDES, Size
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.forces.muster import (
    ESCORTS,
    FAIR,
    card_of,
    matched,
    muster,
    price,
    ship_map,
    start_damage,
)
from missions.rules.content.mission_data import Aim, missions
from rosters.catalogue import catalogue
from rosters.catalogue.types import ShipCard
from tests.battles.systems.galaxies.setups import galaxies

SQUADRONS = (
    ["X-wing"] * 4,
    ["TIE Fighter"] * 7,
    ["Y-wing", "Y-wing", "A-wing", "YT-1300"],
    ["CR90 Corvette", "X-wing", "X-wing"],
    ["Raider-class Corvette", "Gozanti-class Cruiser", "TIE Fighter", "TIE Fighter"],
    ["Firespray-31"] * 3,
    ["Z-95 Headhunter"],
)


def cards(ships: Sequence[str], side: str = "ISN", **more: Any) -> list[CampaignShip]:
    return [CampaignShip(str(number), ship, side, **more) for number, ship in enumerate(ships, 1)]


def lines(force: dict[str, Any], *, own: bool = True) -> list[tuple[str, int]]:
    """Cards of a force and their ships, those of the campaign or the escorts."""
    return [
        (line["card"], len(line["models"]))
        for line in force["cards"]
        if any("ref" in model for model in line["models"]) == own
    ]


# --- the table --------------------------------------------------------------------------------------


def by_ship() -> dict[str, list[ShipCard]]:
    found: dict[str, list[ShipCard]] = defaultdict(list)
    for card in catalogue().ship_cards.values():
        found[card.ship_name].append(card)
    return found


def by_house_rule(card: ShipCard, worth: int, tough: int) -> tuple[str, str]:
    if card.size.value == "huge":
        return "everest", "vapor"
    if card.size.value == "large":
        return ("barrage", "sobwatet") if tough >= 12 else ("torrent", "teskio")
    if tough >= 8 or worth >= 28:
        return "f54", "chosh"
    return ("hawks", "tougu") if worth >= 20 else ("sparrows", "fuvu")


@pytest.mark.rule("BG-003")
def test_every_ship_of_the_campaigns_lists_has_a_ship_on_both_lists_by_the_house_rule():
    expected, sizes = {}, {"huge": Size.LARGE, "large": Size.MEDIUM, "small": Size.SMALL}
    for ship, found in by_ship().items():
        worth = int(median(card.points for card in found if card.purchasable))
        tough = max(card.hull + card.shields for card in found)
        expected[ship] = (by_house_rule(found[0], worth, tough), worth)
        for list_, name in enumerate(ship_map()[ship].names):
            type_ = card_of(list_, name, 0)
            assert (type_.side, type_.size) == (list_, sizes[found[0].size.value])
    assert {ship: (match.names, match.worth) for ship, match in ship_map().items()} == expected


@pytest.mark.parametrize(
    ("factions", "expected"),
    [
        (("rebel", "imperial"), ("ISN", "Wretch")),
        (("imperial", "rebel"), ("Wretch", "ISN")),
        (("scum", "rebel"), ("Wretch", "ISN")),
        (("imperial", "scum"), ("Wretch", "ISN")),
        (("scum", "scum"), ("ISN", "Wretch")),
        (("rebel", "rebel"), ("ISN", "ISN")),
    ],
)
def test_scum_takes_the_list_that_its_enemy_does_not_have(
    factions: tuple[str, str], expected: tuple[str, str]
):
    assert campaign.lists(*factions) == expected


# --- ships ------------------------------------------------------------------------------------------


@pytest.mark.rule("BG-002")
def test_ships_of_one_name_and_version_share_a_card_up_to_three():
    force = muster(cards(["X-wing"] * 3 + ["TIE Fighter"] + ["A-wing"] * 2 + ["CR90 Corvette"] * 2))
    assert lines(force) == [
        ("isn-hawks-standard", 3),
        ("isn-hawks-standard", 2),
        ("isn-sparrows-standard", 1),
        ("isn-everest-standard", 1),
        ("isn-everest-standard", 1),
    ]
    refs = [model["ref"] for line in force["cards"] for model in line["models"]]
    assert refs == ["1", "2", "3", "5", "6", "4", "7", "8"]


@pytest.mark.rule("BG-007")
@pytest.mark.parametrize(
    ("statuses", "version"),
    [
        ((), "standard"),
        (("EXP",), "seasoned"),
        (("VET",), "veteran"),
        (("elite",), "veteran"),
        (("DAMAGED", "EXP"), "seasoned"),
        (("MIA",), "standard"),
    ],
)
def test_the_rank_of_a_ship_is_its_version(statuses: tuple[str, ...], version: str):
    for side, name in zip(SIDES, ("isn-barrage", "wre-sobwatet"), strict=True):
        force = muster(cards(["YT-1300"], side, statuses=statuses))
        assert lines(force) == [(f"{name}-{version}", 1)]


def test_ships_of_different_ranks_have_cards_of_their_own():
    force = muster([*cards(["X-wing"] * 2), *cards(["X-wing"], statuses=("EXP",))])
    assert lines(force) == [("isn-hawks-standard", 2), ("isn-hawks-seasoned", 1)]


def test_a_ship_has_the_name_of_its_pilot_or_its_own():
    first, second = CampaignShip("4", "X-wing", "ISN", "Wedge"), CampaignShip("9", "X-wing", "ISN")
    (line,) = muster([first, second])["cards"]
    assert [model["name"] for model in line["models"]] == ["Wedge", "X-wing"]


def test_a_ship_that_is_on_no_list_is_refused():
    with pytest.raises(Unreadable, match="no ship card for the Death Star"):
        muster(cards(["Death Star"]))


def test_more_cards_than_a_fleet_may_have_are_refused():
    assert len(muster(cards(["B-wing"] * fleets.MOST_CARDS))["cards"]) == fleets.MOST_CARDS
    with pytest.raises(Refusal, match="40 ship cards at most, and this side needs 41"):
        muster(cards(["B-wing"] * (fleets.MOST_CARDS + 1)))


# --- damage -----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-125")
@pytest.mark.parametrize(
    ("ship", "hull", "lost", "pegs"),
    [
        ("YT-1300", 8, 1, 1),
        ("YT-1300", 0, 0, 1),
        ("YT-1300", 8, 4, 2),
        ("CR90 Corvette", 16, 8, 4),
        ("CR90 Corvette", 16, 15, 8),
        ("CR90 Corvette", 16, 16, 8),
        ("B-wing", 3, 3, 1),
    ],
)
def test_a_damaged_ship_lacks_its_share_of_the_hull_and_is_never_destroyed_by_it(
    ship: str, hull: int, lost: int, pegs: int
):
    damaged = CampaignShip("1", ship, "ISN", statuses=("DAMAGED",), hull=hull, lost=lost)
    (line,) = muster([damaged])["cards"]
    assert line["models"][0].get("hull", 0) == pegs < BY_ID[line["card"]].hull
    assert "shields" not in line["models"][0]


@pytest.mark.rule("BG-024", "BG-125")
@pytest.mark.parametrize(("side", "pegs"), [("ISN", 1), ("Wretch", 0)])
def test_a_damaged_ship_with_one_hull_peg_is_launched_with_its_shields_down(side: str, pegs: int):
    """The Red Fuvu that a TIE Fighter is on the list of the Wretch has no shields to lose."""
    ship = {"ISN": "X-wing", "Wretch": "TIE Fighter"}[side]
    damaged = [
        CampaignShip(ref, ship, side, statuses=marks, hull=3, lost=1)
        for ref, marks in (("1", ("DAMAGED",)), ("2", ()))
    ]
    (line,) = muster(damaged)["cards"]
    type_ = BY_ID[line["card"]]
    assert (type_.hull, type_.shields) == (1, pegs)
    assert [model.get("shields", 0) for model in line["models"]] == [pegs, 0]
    setup = galaxies("ring_patrol", muster(damaged), muster(damaged), lists=[side, side])
    state, _ = GALAXIES.setup(setup, seeded_dice("damaged"))
    deployment.add(state, state.table.fleets[0][0], 0)
    assert (state.shields, state.hull) == ([0, pegs], [0, 0])


def test_a_sound_ship_starts_without_damage():
    sound = CampaignShip("1", "CR90 Corvette", "ISN", hull=16, lost=8)
    assert start_damage(sound, BY_ID["isn-everest-standard"]) == {}


# --- a fair match -----------------------------------------------------------------------------------


def met(first: Sequence[str], second: Sequence[str]) -> list[dict[str, Any]]:
    return matched([muster(cards(first, "ISN")), muster(cards(second, "Wretch"))])


@pytest.mark.parametrize("first", SQUADRONS, ids=" ".join)
@pytest.mark.parametrize("second", SQUADRONS, ids=" ".join)
def test_both_fleets_cost_the_same_for_the_worth_of_their_ships(first: list[str], second: list[str]):
    forces = met(first, second)
    rates = [price(force["cards"]) / force["worth"] for force in forces]
    steps = [3 / force["worth"] for force in forces]
    assert abs(rates[0] - rates[1]) <= max(steps)
    assert all(rate >= FAIR - step for rate, step in zip(rates, steps, strict=True))


def test_the_dearer_fleet_has_no_escorts_and_escorts_stand_for_no_ship():
    strong, weak = met(["GR-75 Medium Transport"], ["TIE Fighter"] * 2)
    assert lines(strong, own=False) == [] and lines(weak) == [("wre-fuvu-standard", 2)]
    assert len(lines(weak, own=False)) >= 2 and price(weak["cards"]) in (14, 15, 16)


def test_escorts_join_each_kind_in_turn_with_whole_squadrons():
    _, weak = met(["X-wing"] * 4, ["TIE Fighter"] * 8)
    kinds = [card for card, _ in lines(weak, own=False)]
    assert kinds == [f"wre-{name}-standard" for name in ESCORTS[1][:3]]
    assert all(count == BY_ID[card].models for card, count in lines(weak, own=False))


@pytest.mark.rule("BG-007")
def test_ranks_change_neither_the_price_nor_the_escorts():
    plain = muster(cards(["X-wing"] * 4))
    ranked = muster(cards(["X-wing"] * 4, statuses=("ELITE",)))
    enemy = muster(cards(["TIE Fighter"] * 6, "Wretch"))
    assert price(plain["cards"]) == price(ranked["cards"])
    assert lines(matched([plain, enemy])[0], own=False) == lines(matched([ranked, enemy])[0], own=False)


@pytest.mark.rule("BG-010")
def test_any_squadrons_make_fleets_that_can_be_read_with_all_their_ships():
    random, ships = Random(1), sorted(ship_map())
    for _ in range(200):
        drawn = [random.choices(ships, k=random.randint(1, 12)) for _ in range(2)]
        forces = met(*drawn)
        setup = {"scenario": "saturn_line", "forces": forces, **campaign.keys(forces)}
        found = fleets.read(setup, fleets.battle_of(setup))
        for fleet, squadron in zip(found, drawn, strict=True):
            refs = Counter(model.ref for card in fleet for model in card.models if model.ref)
            assert refs == Counter(str(number) for number in range(1, len(squadron) + 1))
            assert len(fleet) <= fleets.MOST_CARDS


# --- the battle -------------------------------------------------------------------------------------


def test_a_small_game_without_a_mission_is_a_patrol_and_a_large_one_needs_the_largest_map():
    assert campaign.battle_for("", met(["X-wing"] * 4, ["TIE Fighter"] * 7)) == "ring_patrol"
    assert campaign.battle_for("", met(["X-wing"] * 6, ["TIE Fighter"] * 10)) == "saturn_line"
    assert campaign.battle_for("", met(["GR-75 Medium Transport"], ["TIE Fighter"] * 2)) == "saturn_line"


@pytest.mark.parametrize(
    ("mission", "battle"),
    [
        ("reconnaissance", "ring_patrol"),
        ("infiltration", "shattered_moon"),
        ("extraction", "shattered_moon"),
        ("engagement", "ring_patrol"),
        ("ambush", "ring_patrol"),
        ("escalating_engagement", "saturn_line"),
        ("blockade", "saturn_line"),
        ("full_scale_engagement", "saturn_line"),
    ],
)
def test_each_mission_is_fought_as_the_battle_that_fits_it(mission: str, battle: str):
    aims = {each.id: each.aim for each in missions().values()}
    assert campaign.battle_for(aims[mission], met(["X-wing"] * 4, ["TIE Fighter"] * 7)) == battle


def test_every_aim_has_a_battle():
    whole = {name for name, battle in battles().items() if not battle.guided}
    assert set(campaign.AIMS) == set(get_args(Aim)) and {*campaign.AIMS.values()} == whole
