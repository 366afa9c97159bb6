"""The fleet assets in words: complete, short, and told to the side for which they work."""

from typing import get_args

import pytest

from league.rules.wording import rule_texts
from missions.rules.assets.text import asset_words, reminders, warnings
from missions.rules.content.mission_data import assets
from missions.rules.pregame.state import AssetKind, Effect, Pregame


@pytest.mark.parametrize("kind", get_args(AssetKind))
def test_every_asset_has_a_word_a_sentence_and_a_reminder(kind: AssetKind):
    words = asset_words()[kind]
    assert len(words.word) <= 16
    assert words.summary.endswith(".") and words.summary.count(".") == 1
    assert 40 < len(words.reminder) < 420
    assert rule_texts()[words.rule].text


@pytest.mark.rule("CR-078")
def test_a_reminder_is_for_the_side_that_an_asset_works_for_and_for_assets_that_stand():
    effects = [
        Effect(1, "scouted_area", "Scouted Area", "active", "active"),
        Effect(2, "reinforcements", "Reinforcements", "active", "active", "disrupted_command"),
        Effect(3, "sabotage", "Sabotage", "opposing", "active"),
        Effect(4, "medical_frigate", "Medical Frigate Support", "opposing", "opposing"),
    ]
    pregame = Pregame(effects=effects)
    assert [each.kind for each in reminders(pregame, "active")] == ["scouted_area"]
    assert [each.rule for each in reminders(pregame, "opposing")] == ["CR-088"]
    assert [(each.kind, each.text) for each in warnings(pregame, "opposing")] == [
        ("scouted_area", asset_words()["scouted_area"].against)
    ]
    assert warnings(pregame, "active") == ()


@pytest.mark.rule("CR-087", "CR-088")
def test_assets_used_at_the_table_have_words_for_the_other_player():
    kinds = {kind for kind, words in asset_words().items() if words.against}
    at_the_table = {kind for kind, asset in assets().items() if asset.acts == "table"}
    assert kinds == {*at_the_table, "capital_ship_support", "additional_supplies"}
    assert max(len(each.against) for each in asset_words().values()) < 420


@pytest.mark.rule("CR-080")
def test_a_side_whose_munitions_are_barred_is_told_which_squadron():
    [reminder] = reminders(Pregame(short={"opposing": [5]}), "opposing")
    assert reminder.text == "Squadron 5 cannot use its munitions in this game. Turn those cards over."


@pytest.mark.rule("CR-086")
def test_once_an_asset_fell_on_a_squadron_its_reminder_names_the_squadron():
    effects = [
        Effect(1, "additional_supplies", "Additional Supplies", "active", "active"),
        Effect(2, "supply_shortage", "Supply Shortage", "active", "active"),
    ]
    notes = reminders(Pregame(effects=effects, supplied={"active": [4]}, short={"opposing": [5]}), "active")
    assert [each.text.split(".")[0] for each in notes] == [
        "They go to your squadron 4",
        "It acts on the opponent’s squadron 5, which cannot use its mines, bombs, missiles and torpedoes "
        "in this game",
    ]


@pytest.mark.rule("CR-083")
@pytest.mark.parametrize("number", [76, 77, 78, *range(80, 89)])
def test_every_rule_about_assets_is_worded(number: int):
    assert 40 < len(rule_texts()[f"CR-{number:03}"].text) < 520
