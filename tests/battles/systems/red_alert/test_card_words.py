"""Words of cards, forces, units, features and markers: complete, short, and true to the data."""

import re

import pytest

from missions.battles.systems.red_alert.card_words import FEATURES, MARKERS, CardWords, card_words, words_of
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND, CombatCard, CommandCard
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES
from missions.battles.systems.red_alert.engine.units import BY_ID, DATA
from missions.battles.systems.red_alert.rulebook import red_alert

SOURCE = (DATA / "card_words.toml").read_text(encoding="utf-8")
WORDS = card_words()
RULES = {rule.id for chapter in red_alert().chapters for rule in chapter.rules}
CARDS = {**WORDS.command, **WORDS.combat}


def test_everything_has_words():
    assert set(WORDS.command) == {card.id for card in COMMAND}
    assert set(WORDS.combat) == {card.id for card in COMBAT}
    assert set(WORDS.forces) == set(TASK_FORCES) and set(WORDS.units) == set(BY_ID)
    assert set(WORDS.features) == set(FEATURES) and set(WORDS.markers) == set(MARKERS)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_worded_in_one_to_three_sentences_and_names_a_rule(card: str):
    words = CARDS[card]
    assert 1 <= len(re.findall(r"\.(?= [A-Z]|$)", words.text)) <= 3 and len(words.text) < 180
    assert words.rule in RULES
    assert not words.when or re.match(r"(when|while|before|at) ", words.when) and words.when[-1] != "."


def test_a_moment_is_named_for_combat_cards_and_for_cards_that_react():
    assert all(words.when for words in WORDS.combat.values())
    assert [card for card, words in WORDS.command.items() if words.when] == [
        card.id for card in COMMAND if card.reaction
    ]


def test_task_forces_have_half_a_sentence_and_all_else_has_whole_ones():
    assert all(about[0].islower() and about[-1].isalpha() for about in WORDS.forces.values())
    others = [*WORDS.units.values(), *WORDS.features.values(), *WORDS.markers.values()]
    assert all(about[0].isupper() and about[-1] == "." for about in others)
    assert len({*WORDS.forces.values(), *others}) == len(TASK_FORCES) + len(others)


@pytest.mark.parametrize("card", COMMAND, ids=lambda card: card.id)
def test_a_command_card_says_the_number_of_units_that_it_orders(card: CommandCard):
    order, text = card.effects[0], WORDS.command[card.id].text
    if order.name == "ORDER" and isinstance(order.given.get("n"), int):
        sectors = {"each": 3, "wings": 2}.get(order.word("sector"), 1)
        units = order.number("n") * sectors
        assert re.search(rf"\b[Oo]rders {units} unit{'s' * (units > 1)}\b", text)
    for sector in ("left", "right"):
        if order.given.get("sector") == sector:
            assert f"your {sector} wing" in text
    assert ("orders 1 unit anywhere" in text) is bool(card.fallback or card.reaction)


@pytest.mark.parametrize("card", (*COMMAND, *COMBAT), ids=lambda card: card.id)
def test_a_card_says_its_dice_and_stars(card: CommandCard | CombatCard):
    text = CARDS[card.id].text
    for effect in card.effects:
        if effect.name == "DICE":
            count = effect.number("add")
            dice, sense = "die" if abs(count) == 1 else "dice", "more" if count > 0 else "less"
            assert f"{abs(count)} {dice} {sense}" in text
        if "dice" in effect.given and effect.name in ("REPAIR", "ALERT_MARK"):
            assert re.search(rf"\brolls? {effect.number('dice')} dice", text)
        if effect.name == "STARS":
            assert f"{effect.number('gain')} stars" in text
        if effect.name == "MOVE" and (hexes := effect.number("set") or effect.number("add")):
            assert f"{hexes} hexes" in text


@pytest.mark.parametrize(
    ("old", "new", "blamed"),
    [
        ("[command.GQ]", "[command.XX]", "command need words of their own; look at GQ, XX"),
        ('12 = "', '13 = "', "forces need words of their own; look at 12, 13"),
        ('debris = "', 'wreck = "', "features need words of their own; look at debris, wreck"),
        ('when = "when you attack at range"\n', "", "combat cards need a moment: TLK"),
        ('rule = "RA-168"', 'cost = "RA-168"', "JAM needs a text and a rule"),
    ],
)
def test_words_that_are_incomplete_are_not_read(old: str, new: str, blamed: str):
    assert old in SOURCE
    with pytest.raises(ValueError, match=blamed):
        words_of(SOURCE.replace(old, new, 1))


def test_a_card_without_a_moment_is_played_as_usual():
    assert WORDS.command["GQ"] == CardWords("Orders 4 units anywhere.", "RA-061", "")
