"""Sentences about cards: every restriction and effect has one, in our words."""

from __future__ import annotations

import dataclasses

import pytest

from league.rules.phrases import join_words
from rosters.catalogue import catalogue
from rosters.presenters.cards.text import Line, effects, restrictions, slots_in_words

CARDS = catalogue()


def asks(card_id: str) -> list[str]:
    return [line.text for line in restrictions(CARDS.upgrades[card_id], CARDS)]


def does(card_id: str) -> list[str]:
    return [line.text for line in effects(CARDS.upgrades[card_id], CARDS)]


@pytest.mark.parametrize(
    ("card_id", "sentence"),
    [
        ("maul", "Scum fleets only, or any squadron with Ezra Bridger in it."),
        ("arccaster", "Rebel or Scum fleets only."),
        ("tiex1", "Only on: TIE Advanced."),
        ("renegaderefit", "Only on: U-wing or X-wing."),
        ("dodonnaspride", "Only on the fore section."),
        ("deadeye", "Small ships only."),
        ("customnavcomputer", "Large or Huge ships only."),
        ("customnavcomputer", "Only on a ship with a hyperdrive."),
        ("customhyperdrive", "Only on a ship without a hyperdrive."),
        ("r2d6", "Printed pilot skill of 3 or higher."),
        ("r2d6", "Not on a ship that has an Elite slot already."),
        ("longrangescanners", "The ship needs a Torpedo slot and a Missile slot."),
        ("thrustcorrector", "Hull of 4 or lower."),
        ("pulsedrayshield", "Only on a ship with exactly 1 shield."),
        ("emperorpalpatine", "Fills two Crew slots."),
        ("attannimindlink", "At most two copies in a squadron."),
        ("squadleader", "A fleet may own many copies; one of them works in a game."),
        ("bombloadout", "At most one copy on a ship."),
        ("chardaanrefit", "Gives its points back once and never leaves its ship."),
        ("stealthdevice", "Never leaves its ship."),
    ],
)
def test_restrictions_are_sentences(card_id: str, sentence: str) -> None:
    assert sentence in asks(card_id)


@pytest.mark.parametrize(
    ("card_id", "sentence"),
    [
        ("tieshuttle", "Adds two Crew slots."),
        ("tieshuttle", "Takes away two Torpedo slots, two Missile slots and a Bomb slot."),
        ("tieshuttle", "No card in a Crew slot may cost more than 4 points."),
        ("heavyscykinterceptor", "Adds one slot of the owner's choice: Cannon, Torpedo or Missile."),
        ("heavyscykinterceptor", "Hull +1."),
        ("smugglingcompartment", "The card in the added Modification slot may cost 3 points at most."),
        ("havoc", "The Salvaged Astromech slot takes cards with the unique mark only."),
        ("awingtestpilot", "No two Elite cards of the same name."),
        ("misthunter", "The added Cannon slot takes Tractor Beam only."),
        ("misthunter", "Has to be flown with Tractor Beam."),
        ("misthunter", "Adds to the action bar: Barrel Roll."),
        ("tiex1", "Each System upgrade of the ship counts 4 squad points less, never below 0."),
        ("vaksai", "Every other upgrade of the ship counts 1 squad point less, never below 0."),
        ("adaptability", "With side B showing: skill \N{MINUS SIGN}1."),
        ("servomotorsfoils", "With side A showing: adds the action Barrel Roll."),
        ("singleturbolasers", "Secondary weapon: 4 attack dice at range 3\N{EN DASH}5."),
        ("ionizationreactor", "Holds up to 5 energy."),
        ("gravityfieldmine", "Its token has agility 1 and hull 2."),
        ("gravityfieldmine", "Counts as a munition (mine)."),
        ("crackshot", "Discarded when it is used, and back for the next game."),
        ("royalguardtie", "Gives its ship a hyperdrive."),
        ("r2astromech", "Its ship needs one hyperspace token fewer to jump, never below 1."),
        ("customnavcomputer", "Its ship needs two hyperspace tokens fewer to jump, never below 1."),
    ],
)
def test_effects_are_sentences(card_id: str, sentence: str) -> None:
    assert sentence in does(card_id)


@pytest.mark.rule("CR-116")
def test_a_card_lost_by_an_event_is_told_from_one_that_comes_back() -> None:
    assert does("stealthdevice")[-1] == "Discarded by a hit on its ship; then it leaves the roster."


def well_formed(line: Line) -> bool:
    named = line.rule == "" or line.rule.startswith("CR-")
    return line.text.endswith(".") and "None" not in line.text and named


def test_every_sentence_ends_and_names_no_code() -> None:
    lines = [
        (card.id, line)
        for card in CARDS.upgrades.values()
        for line in (*restrictions(card, CARDS), *effects(card, CARDS))
    ]
    assert len(lines) > len(CARDS.upgrades)
    assert [(card_id, line) for card_id, line in lines if not well_formed(line)] == []


def test_a_plain_card_asks_and_does_nothing() -> None:
    blank = dataclasses.replace(CARDS.upgrades["r2astromech"], hyperspace_token_reduction=0)
    assert (restrictions(blank, CARDS), effects(blank, CARDS)) == ((), ())


def test_lists_read_as_in_a_sentence() -> None:
    assert [join_words([]), join_words(["a"]), join_words(["a", "b", "c"], "or")] == ["", "a", "a, b or c"]
    assert slots_in_words(()) == ""
