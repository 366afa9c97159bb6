"""Missions in words and figures: complete, with rules that exist (section 8)."""

from __future__ import annotations

from dataclasses import fields

import pytest

from league.rules.wording import rule_texts
from missions.rules.content.briefing import Briefing, Note, briefings
from missions.rules.content.mission_data import assets, missions


@pytest.mark.rule("CR-098")
@pytest.mark.parametrize("number", range(1, 9))
def test_every_sentence_of_a_briefing_names_a_rule_that_there_is(number):
    notes = [
        note
        for each in fields(Briefing)
        for note in getattr(briefings()[number], each.name)
        if isinstance(note, Note)
    ]
    assert {note.rule for note in notes} <= set(rule_texts())
    assert all(note.text.endswith(".") for note in notes)


@pytest.mark.rule("CR-073")
@pytest.mark.parametrize(
    ("drawn", "numbers"), [("recon", [1, 2, 3, 4]), ("standard", [1, 4, 5, 6]), ("epic", [6, 7, 8])]
)
def test_the_drawn_squadrons_type_opens_its_missions(drawn, numbers):
    assert [number for number, each in missions().items() if drawn in each.drawn] == numbers


@pytest.mark.rule("CR-099")
def test_the_margins_stand_as_printed():
    margins = {
        number: (each.sides["active"].margin, each.sides["opposing"].margin)
        for number, each in missions().items()
        if each.victory == "points"
    }
    assert margins == {4: (12, 12), 5: (12, 12), 6: (24, 12), 8: (48, 48)}


@pytest.mark.rule("CR-081")
def test_each_side_of_the_blockade_may_win_reinforcements():
    assert all("reinforcements" in side.offers for side in missions()[7].sides.values())


@pytest.mark.rule("CR-076")
def test_five_kinds_of_asset_name_their_target():
    assert sorted(each.kind for each in assets().values() if each.targeted) == [
        "disrupted_command",
        "double_agent",
        "fleet_intelligence",
        "sabotage",
        "supply_shortage",
    ]


def test_every_asset_can_be_won():
    assert {
        kind for each in missions().values() for side in each.sides.values() for kind in side.offers
    } == set(assets())


ALL_TYPES, LIGHT, HEAVY = ("recon", "standard", "epic"), ("recon", "standard"), ("standard",)
CAPITAL, FRIGATE, SHIPS = "capital_ship_support", "medical_frigate", "reinforcements"
SEES, MINES, MOVES = "fleet_intelligence", "guarded_approach", "scouted_area"
# Pool, strength, withdrawal and assets of the active and the opposing side.
PRINTED = {
    1: (((), (1, 1), "yes", (MOVES,)), (LIGHT, (1, 1), "no", (MINES,))),
    2: (((), (1, 1), "key", (SEES, "sabotage")), (LIGHT, (1, 1), "yes", (MINES,))),
    3: ((LIGHT, (1, 2), "key", (SEES, "disrupted_command")), (LIGHT, (1, 2), "yes", ("double_agent",))),
    4: ((LIGHT, (1, 2), "no", (CAPITAL, FRIGATE)), (LIGHT, (1, 2), "no", (CAPITAL, FRIGATE, SHIPS))),
    5: ((HEAVY, (1, 2), "yes", (MINES, SEES)), (HEAVY, (1, 2), "yes", (MOVES, SEES))),
    6: ((ALL_TYPES, (1, 1), "no", (CAPITAL, FRIGATE, SHIPS)),) * 2,
    7: (
        (ALL_TYPES, (1, 3), "key", ("additional_supplies", SHIPS)),
        (ALL_TYPES, (1, 3), "yes", ("supply_shortage", SHIPS, MINES)),
    ),
    8: ((ALL_TYPES, (2, 4), "no", (CAPITAL, FRIGATE, SHIPS)),) * 2,
}


@pytest.mark.rule("CR-074", "CR-075", "CR-094", "CR-098")
@pytest.mark.parametrize("number", PRINTED)
def test_each_side_has_the_pool_the_strength_the_way_out_and_the_assets_that_are_printed(number):
    sides = missions()[number].sides
    found = [
        (side.pool, side.strength, side.withdraw, side.offers)
        for side in (sides["active"], sides["opposing"])
    ]
    assert found == list(PRINTED[number])


@pytest.mark.rule("CR-091")
def test_the_nominated_ship_carries_somebody_or_is_itself_the_aim():
    named = {number: each.key_called for number, each in missions().items() if each.key_ship}
    assert named == {2: "Operative’s ship", 3: "Defector’s ship", 7: "Supply Ship"}
    assert {number for number, each in missions().items() if each.key_aboard} == {2, 3}


@pytest.mark.rule("CR-064", "CR-098")
def test_tables_are_as_printed():
    found = {
        number: (each.table, each.obstacles, each.pairs, each.placing, each.debris, each.deploy_range)
        for number, each in missions().items()
    }
    large = ((5, 3), 12, True, "turns", True, 2)
    assert found == {
        1: ((3, 3), 6, False, "turns", False, 1),
        2: ((3, 3), 6, False, "active", False, 1),
        3: ((3, 3), 6, False, "opposing", True, 1),
        4: ((3, 3), 6, False, "turns", False, 1),
        5: ((3, 3), 6, False, "active", True, 1),
        6: large,
        7: large,
        8: large,
    }


@pytest.mark.rule("CR-096")
def test_every_briefing_says_what_becomes_of_who_leaves_otherwise():
    citations = {number: [note.rule for note in each.leaving] for number, each in briefings().items()}
    assert {number: rules.count("CR-096") for number, rules in citations.items()} == dict.fromkeys(
        range(1, 9), 1
    )
