"""Fleets of a set-up: by points, mustered, and all that is wrong with one."""

from __future__ import annotations

from typing import Any

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.systems.galaxies.engine import fleets
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.setup import seats
from missions.battles.systems.galaxies.engine.ships import BY_ID, CARDS, SIDES, VERSIONS

ISN = ["isn-barrage-standard", "isn-hawks-seasoned", "isn-sparrows-standard"]
WRETCH = ["wre-teskio-standard", "wre-tougu-seasoned", "wre-fuvu-standard"]


def setup(first: Any, second: Any, name: str = "ring_patrol", **more: Any) -> dict[str, Any]:
    return {"system": "galaxies", "version": "1", "scenario": name, "forces": [first, second], **more}


def read(first: Any, second: Any = None, name: str = "ring_patrol", **more: Any) -> Any:
    chosen = setup(first, {"cards": WRETCH} if second is None else second, name, **more)
    return fleets.read(chosen, fleets.battle_of(chosen))


def faults(cards: list[str], side: int = 0, name: str = "ring_patrol") -> list[tuple[str, str]]:
    return [(each.code, each.rule) for each in fleets.findings(battles()[name], side, cards)]


def crew(*hulls: int) -> list[dict[str, Any]]:
    return [
        {"ref": str(number), "name": f"Ace {number}", "hull": hull} for number, hull in enumerate(hulls, 1)
    ]


# --- by points --------------------------------------------------------------------------------------


@pytest.mark.rule("BG-010")
@pytest.mark.parametrize("name", battles())
def test_every_ready_made_fleet_is_legal_and_spends_no_more_than_its_battle_allows(name):
    battle = battles()[name]
    for side, cards in enumerate(battle.fleets):
        assert faults([card.id for card in cards], side, name) == []
        assert fleets.cost(cards) <= battle.points


@pytest.mark.rule("BG-002", "BG-007", "BG-010")
def test_a_fleet_has_whole_squadrons_sorted_by_the_list_whatever_was_chosen_first():
    first, _ = read({"cards": ISN})
    assert first == read({"cards": ISN[::-1]})[0]
    assert [card.type.id for card in first] == sorted(ISN, key=lambda each: BY_ID[each].number)
    assert [(len(card.models), card.launch) for card in first] == [(3, 6), (3, 4), (1, 10)]


@pytest.mark.rule("BG-010")
def test_a_fleet_may_cost_as_much_as_the_battle_allows_and_no_point_more():
    exact = ["isn-barrage-standard", "isn-hawks-seasoned", "isn-sparrows-seasoned"]
    assert fleets.cost(BY_ID[each] for each in exact) == 21 and faults(exact) == []
    dearer = ["isn-barrage-standard", "isn-hawks-seasoned", "isn-sparrows-veteran"]
    assert faults(dearer) == [("fleet.points", "BG-010")]
    (found,) = fleets.findings(battles()["ring_patrol"], 0, dearer)
    assert "cost 22 points and 21 are allowed" in found.message


@pytest.mark.rule("BG-007", "BG-010")
def test_two_versions_of_one_name_are_one_fault_and_so_are_two_equal_cards():
    assert faults(["isn-f54-standard", "isn-f54-veteran"]) == [("fleet.twice", "BG-010")]
    assert faults(["isn-f54-standard"] * 3) == [("fleet.twice", "BG-010")]


@pytest.mark.rule("BG-001", "BG-007", "BG-010")
def test_unknown_cards_cards_of_the_other_side_and_empty_fleets_are_all_named():
    assert faults([]) == [("fleet.empty", "BG-010")]
    assert faults(["isn-nobody-veteran", *ISN]) == [("fleet.unknown", "BG-007")]
    assert faults(ISN, side=1) == [("fleet.side", "BG-001")] * 3
    with pytest.raises(Refusal) as refused:
        read({"cards": ["isn-f54-standard", "isn-f54-veteran", "wre-vapor-veteran"]})
    assert {each.code for each in refused.value.findings} == {"fleet.side", "fleet.twice", "fleet.points"}


@pytest.mark.rule("BG-001")
def test_each_side_is_offered_six_names_in_three_versions_and_nothing_of_the_other():
    for side in range(len(SIDES)):
        names = {card.name for card in fleets.offered(side)}
        assert len(names) == 6 and len(fleets.offered(side)) == len(names) * len(VERSIONS)
    assert {*fleets.offered(0), *fleets.offered(1)} == {*CARDS}


@pytest.mark.rule("BG-010", "BG-134")
def test_points_and_rounds_may_be_agreed_within_bounds():
    chosen = setup({"cards": ISN}, {"cards": WRETCH}, points=30, rounds=9)
    battle = fleets.battle_of(chosen)
    assert (battle.points, battle.rounds, battle.field) == (30, 9, battles()["ring_patrol"].field)
    assert fleets.battle_of({"scenario": "ring_patrol"}) is battles()["ring_patrol"]
    with pytest.raises(Refusal):
        read({"cards": ISN}, points=19)
    for wrong in ({"points": 9}, {"points": True}, {"rounds": 41}, {"rounds": "9"}, {"scenario": "nowhere"}):
        with pytest.raises(Unreadable):
            fleets.battle_of({"scenario": "ring_patrol"} | wrong)


@pytest.mark.parametrize(
    "force", [None, [], "cards", {"cards": "isn-f54-standard"}, {"cards": [7]}, {"cards": [{}]}]
)
def test_a_force_of_another_shape_is_unreadable(force):
    with pytest.raises(Unreadable):
        read(force if force is not None else "")


@pytest.mark.parametrize("forces", [None, {}, [{}], [{}, {}, {}]])
def test_a_set_up_without_two_forces_is_unreadable(forces):
    with pytest.raises(Unreadable):
        fleets.mustered({"scenario": "ring_patrol", "forces": forces})


# --- mustered ---------------------------------------------------------------------------------------


@pytest.mark.rule("BG-010")
def test_a_mustered_fleet_is_bound_by_neither_points_nor_names_and_may_be_of_either_list():
    cards = [{"card": "wre-vapor-veteran", "models": crew(0)}] * 3
    both = {"side": "Wretch", "cards": cards}
    fleet, other = read(both, both, lists=["Wretch", "Wretch"])
    assert [card.type.id for card in fleet] == ["wre-vapor-veteran"] * 3 and fleet == other
    assert fleets.mustered(setup({"side": "ISN"}, {"cards": []})) == (True, False)


@pytest.mark.rule("BG-002", "BG-125")
def test_a_mustered_squadron_may_lack_ships_and_its_price_and_room_shrink():
    hawks = {"card": "isn-hawks-veteran", "models": crew(0, 0)}
    barrage = {"card": "isn-barrage-standard", "models": crew(2)}
    (first, second), _ = read({"side": "ISN", "cards": [barrage, hawks]})
    assert (first.type.name, first.launch, first.spaces, first.worth) == ("F-47 Blue Hawks", 5, 2, 2)
    assert [(model.ref, model.name, model.hull) for model in (*first.models, *second.models)] == [
        ("1", "Ace 1", 0), ("2", "Ace 2", 0), ("1", "Ace 1", 2),
    ]  # fmt: skip


@pytest.mark.rule("BG-002", "BG-125")
@pytest.mark.parametrize(
    "line",
    [
        "isn-hawks-veteran",
        {"card": "isn-nobody-veteran", "models": crew(0)},
        {"card": "wre-fuvu-veteran", "models": crew(0)},
        {"card": "isn-hawks-veteran"},
        {"card": "isn-hawks-veteran", "models": []},
        {"card": "isn-hawks-veteran", "models": crew(0, 0, 0, 0)},
        {"card": "isn-everest-veteran", "models": crew(0, 0)},
        {"card": "isn-everest-veteran", "models": crew(10)},
        {"card": "isn-hawks-veteran", "models": crew(1)},
        {"card": "isn-everest-veteran", "models": [{"hull": -1}]},
        {"card": "isn-everest-veteran", "models": [{"shields": 6}]},
        {"card": "isn-everest-veteran", "models": ["Ace"]},
    ],
)
def test_a_mustered_card_that_cannot_be_is_refused(line):
    with pytest.raises(Unreadable):
        read({"side": "ISN", "cards": [line]})


def test_a_mustered_fleet_has_a_list_and_one_to_forty_cards():
    card = {"card": "isn-hawks-standard", "models": crew(0)}
    assert len(read({"side": "ISN", "cards": [card] * fleets.MOST_CARDS})[0]) == 40
    for wrong in (
        {"side": "rebel", "cards": [card]},
        {"side": "Wretch", "cards": [card]},
        {"side": "ISN", "cards": []},
        {"side": "ISN"},
    ):
        with pytest.raises(Unreadable):
            read(wrong)
    with pytest.raises(Unreadable):
        read({"side": "ISN", "cards": [card] * (fleets.MOST_CARDS + 1)})


@pytest.mark.rule("BG-001")
@pytest.mark.parametrize(
    ("lists", "names", "keys"),
    [
        (["ISN", "Wretch"], ("ISN", "Wretch"), ["isn", "wretch"]),
        (["Wretch", "ISN"], ("Wretch", "ISN"), ["wretch", "isn"]),
        (["ISN", "ISN"], ("West ISN", "East ISN"), ["west-isn", "east-isn"]),
    ],
)
def test_the_sides_of_a_game_of_the_campaign_are_called_by_their_lists(lists, names, keys):
    seating = seats({"scenario": "ring_patrol", "lists": lists})
    assert (seating.sides, [seat.key for seat in seating.seats]) == (names, keys)


@pytest.mark.parametrize("lists", [["ISN"], ["ISN", "rebel"], ["ISN"] * 3, "ISN", [], 7, [[], []]])
def test_lists_that_cannot_be_are_unreadable(lists):
    with pytest.raises(Unreadable):
        fleets.lists({"lists": lists})
