"""The worked examples: their figures are those of the rules, and what they say is what the rules say."""

import re

import pytest

from league.rules.wording import rule_texts
from missions.rules.content.examples import examples

TEXTS = {each.id: each.text for each in examples()}


@pytest.mark.parametrize(
    ("example", "parts"),
    [
        ("recovery", ("(21 points)", "cost 22", "is 11")),
        ("rewards", ("90 + 45 + 45 = 180 FP", "gets 120 FP")),
        ("two-types", ("make 60 points", "RECON or STANDARD")),
        ("no-type", ("make 60: only STANDARD fits", "make 48")),
        ("driven-off", ("driven off: it is MIA", "hyperdrive brings it home", "TIE Fighter comes home too")),
        ("frigate", ("it is KIA", "would be MIA")),
        ("one-name", ("both cards are KIA",)),
        ("crew-takes-pilot", ("Tempest Squadron Pilot (21 points)",)),
        ("crippled", ("worth 50 points", "costs 25")),
        ("promotion", ("skill 2", "skill 4", "costs 2 FP")),
        ("balance", ("weight 4", "makes 3", "makes 4")),
        ("veteran", ("+3 pilot skill instead of +2",)),
        ("missing-riser", ("it becomes EXP",)),
        ("margin", ("20 points ahead", "would need 24", "one of 3 assets", "needs only 12")),
        ("elimination", ("70 and 50 + 45", "100 and 58")),
        ("two-figures", ("costs 26 FP", "counts only 22 points")),
        ("negative", ("(−2)", "costs 15 FP", "cost 8")),
        ("agent", ("works for the active side", "Reinforcements, which stand")),
        ("wiped-out", ("In Engagement", "12 is enough")),
        ("old-damage", ("with 2 damage cards", "2 hull: it has no mark", "with 1: it is DAMAGED again")),
    ],
)
def test_an_example_has_the_figures_of_the_rules(example: str, parts: tuple[str, ...]):
    assert [part for part in parts if part not in TEXTS[example]] == []


def test_every_example_is_looked_at_above():
    assert len(examples()) == 20


@pytest.mark.parametrize("example", examples(), ids=lambda each: each.id)
def test_an_example_is_whole_sentences_and_names_known_rules(example):
    assert example.rules and set(example.rules) <= set(rule_texts())
    assert example.text.endswith(".") and not re.search(r"[{}]|None|\bTrue\b", example.text)
    assert 60 < len(example.text) < 520
