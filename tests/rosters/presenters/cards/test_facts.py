"""Cards in a few lines, for the rows of the builder's menus."""

from __future__ import annotations

import pytest

from rosters.catalogue import catalogue
from rosters.presenters.cards.facts import PLAIN_EFFECT, ship_facts, upgrade_facts

CARDS = catalogue()


@pytest.mark.rule("CR-035")
def test_a_ship_has_its_figures_slots_and_namesakes():
    facts = ship_facts("rebel-xwing-lukeskywalker")
    assert facts.url == "/cards/ships/rebel-xwing-lukeskywalker/"
    assert dict(facts.lines) == {
        "Figures": "Small ship, attack 3, agility 2, hull 3, shields 2",
        "Actions": "Focus, Target Lock",
        "Slots": "Elite, Torpedo, Astromech, Modification, Title",
        "Hyperdrive": "Yes: if it is driven off on the losing side, it comes home.",
        "Same name": "Luke Skywalker (Crew). Only one of these cards is in use at a time.",
    }


def test_a_huge_ship_names_its_sections_and_counts_its_slots():
    lines = dict(ship_facts("rebel-cr90corvette").lines)
    assert lines["Fore"] == "Attack 4, hull 8, shields 5"
    assert lines["Aft"] == "Hull 8, shields 3, energy 5"
    assert "2 × Crew" in lines["Slots"]


def test_an_upgrade_says_what_limits_it_and_what_it_does():
    lines = dict(upgrade_facts("adrenalinerush").lines)
    assert lines == {
        "Limits": "Never leaves its ship.",
        "Effect": "Discarded when it is used, and back for the next game.",
    }


def test_a_card_without_limits_and_effects_says_so():
    lines = dict(upgrade_facts("firecontrolsystem").lines)
    assert lines == {"Limits": "Any ship with a free System slot.", "Effect": PLAIN_EFFECT}


def test_every_card_has_facts_and_no_line_is_empty():
    every = [*map(ship_facts, CARDS.ship_cards), *map(upgrade_facts, CARDS.upgrades)]
    assert len(every) == len(CARDS.ship_cards) + len(CARDS.upgrades)
    assert [facts.url for facts in every if not all(text for _, text in facts.lines)] == []


def test_an_unknown_card_has_no_facts():
    with pytest.raises(KeyError):
        ship_facts("nobody")
