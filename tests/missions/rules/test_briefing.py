"""Missions in words and figures: complete, with rules that exist (section 8)."""

from __future__ import annotations

from dataclasses import fields

import pytest

from league.rules.wording import rule_texts
from missions.rules.briefing import Briefing, Note, briefings
from missions.rules.briefs import assets, missions


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
