"""Hints of the guided first battle: each decision has a true one, and only for the person who decides."""

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.contract import Order, View
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.sight import known_to
from missions.battles.systems.hints import hints_of
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of
from missions.battles.systems.red_alert.engine.questions import QUESTIONS
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.state import Phase, State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.forces import catalogue
from missions.battles.systems.red_alert.guide import CONDITIONS, hint, hints
from missions.battles.systems.red_alert.rulebook import red_alert

RULES = {rule.id for chapter in red_alert().chapters for rule in chapter.rules}
BATTLES, LONGER = 32, 20
"""Battles, and the limit of turns that some of them have instead of the usual one."""
PROMISES = {
    "the command card that you showed": Kind.COMMAND,
    "You may trade one": Kind.TRADE,
    "may disregard": Kind.DISREGARD,
    "you may repair it": Kind.REPAIR,
    "For 2 stars it attacks": Kind.BACK,
    "2 stars, or 1 star and a combat card": Kind.STAR_AND_CARD,
}
"""Words of hints that offer an order, and the kind of that order."""


def orders(state: State, seat: int) -> list[Order]:
    units = RED_ALERT.legal_units(state, seat)
    return [(unit, choice) for unit in units for choice in RED_ALERT.legal_orders(state, seat, unit)]


@cache
def decisions() -> list[tuple[View, list[Order], str]]:
    """Decisions of guided battles that are played at random or well: the view, the orders and the hint."""
    found, bot = [], RatedBot("greedy")
    for number in range(BATTLES):
        random, dice = Random(f"hints {number}"), seeded_dice(f"hints {number}")
        limit = {} if number % 4 else {"turns": LONGER}
        play = Play(RED_ALERT, catalogue.written("first_steps", ("", ""), limit), dice)
        while play.state.outcome is None:
            seat = min(RED_ALERT.to_act(play.state))
            legal, view = orders(play.state, seat), RED_ALERT.view_for(play.state, seat)
            found.append((view, legal, hint(view)))
            well = number % 2 or random.random() < 0.3
            known = known_to(RED_ALERT, play.state, seat)
            order = bot.choose(RED_ALERT, known, seat) if well else random.choice(legal)
            play.force(seat, order, dice)
    return found


def start() -> View:
    state, _ = RED_ALERT.setup(catalogue.written("first_steps", ("", ""), {}), seeded_dice("a start"))
    return RED_ALERT.view_for(state, 0)


def seen(phase: str = "command", turn: int = 1, **more: Any) -> View:
    """The view of a seat that is awaited then."""
    return {**start(), "to_act": [0], "phase": phase, "turn": turn, **more}


# --- each decision has a hint ------------------------------------------------------------------------


def test_every_phase_of_a_battle_with_units_on_the_map_has_a_hint():
    for phase in Phase:
        expected = phase not in (Phase.DEPLOYMENT, Phase.REINFORCEMENT, Phase.OVER)
        assert bool(hint(seen(phase.name.lower()))) == expected, phase


def test_each_decision_at_the_end_of_a_turn_has_its_own_hint():
    end = seen("end")
    assert len({hint(end), hint({**end, "drawn": ["FST", "GQ"]}), hint({**end, "ending": 1})}) == 3


def test_every_question_out_of_turn_has_a_hint():
    assert hints().asked.keys() == QUESTIONS.keys()


@pytest.mark.parametrize("other", [{"scenario": "opening_salvo"}, {"to_act": [1]}])
def test_other_battles_and_people_who_wait_get_no_hint(other: dict[str, object]):
    assert hint(seen(**other)) == ""


def test_the_first_hint_of_each_moment_always_holds():
    for each in (*hints().own.values(), *hints().asked.values()):
        assert (each[0].turn, each[0].condition) == (1, "")


def test_a_condition_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="rain"):
        hints_of('asked = {}\n[[own.combat]]\ntext = "Wait."\nif = "rain"', CONDITIONS)


def test_hints_name_rules_that_exist():
    texts = [each.text for kind in (hints().own, hints().asked) for told in kind.values() for each in told]
    cited = re.findall(r"\{(.+?)\}", " ".join(texts))
    assert cited and set(cited) <= RULES
    assert all("{" in text for text in texts)


# --- and it is true in whole battles -----------------------------------------------------------------


def test_every_decision_of_whole_battles_has_a_hint_and_each_hint_comes_up():
    shown = Counter(told for _, _, told in decisions())
    assert shown[""] == 0
    conditions = {
        each.condition for kind in (hints().own, hints().asked) for t in kind.values() for each in t
    }
    assert conditions - {""} == CONDITIONS.keys()
    missing = [
        each.text
        for kind in (hints().own, hints().asked)
        for moment, told in kind.items()
        for each in told
        if each.text not in shown and moment != "follow"
    ]
    assert missing == []


@pytest.mark.rule("RA-044", "RA-117", "RA-119", "RA-130", "RA-160", "RA-161")
@pytest.mark.parametrize(("words", "kind"), PROMISES.items())
def test_a_hint_offers_exactly_what_may_be_ordered(words: str, kind: Kind):
    found = [{kind_of(choice) for _, choice in legal} for _, legal, told in decisions() if words in told]
    assert found and all(kind in kinds for kinds in found)
    if kind is Kind.COMMAND:
        played = [
            [choice for _, choice in legal if kind_of(choice) is kind]
            for _, legal, told in decisions()
            if words in told
        ]
        assert all(len(cards) == 1 for cards in played)


def test_a_card_is_traded_and_an_alert_disregarded_only_if_the_hint_says_so():
    for view, legal, told in decisions():
        kinds = {kind_of(choice) for _, choice in legal}
        assert (Kind.TRADE in kinds) == ("You may trade one" in told)
        assert (Kind.DISREGARD in kinds) == ("may disregard" in told)
        if view["wait"] == "back":
            assert (Kind.BACK in kinds) == ("For 2 stars it attacks" in told)


@pytest.mark.rule("RA-066", "RA-073", "RA-074", "RA-121")
def test_hints_about_markers_warp_and_impulse_fit_the_units_at_hand():
    for view, _, told in decisions():
        own = [unit for unit in view["units"] if unit["side"] == view["side"] and unit["hex"]]
        if "A red alert marker lies" in told:
            assert any(unit["marked"] for unit in own) and view["stars"][view["side"]] >= 1
        if "warps 3" in told:
            assert any(unit["ordered"] and unit["type"] in ("DD", "HDD") for unit in own)
        if "full impulse" in told:
            assert view["stars"][view["side"]] >= 2 and any(unit["ordered"] for unit in own)
        if "At light speed" in told:
            assert "LSP" in (view["command"], view["carried_out"])


@pytest.mark.rule("RA-203")
def test_the_last_turn_of_each_side_is_named_as_such():
    for view, _, told in decisions():
        if view["phase"] == "command" and not view["wait"]:
            last = view["turn"] + 2 > view["turns"]
            assert ("This is your last turn" in told) == last, view["turn"]


def test_the_goal_that_a_hint_names_is_that_of_the_battle():
    goals = re.findall(r"with (\d+) points", " ".join(each.text for each in hints().own["command"]))
    assert goals == [str(battles()["first_steps"].points)]


def test_a_reader_without_a_seat_gets_no_hint():
    state, _ = RED_ALERT.setup(catalogue.written("first_steps", ("", ""), {}), seeded_dice("a start"))
    assert hint(RED_ALERT.view_for(state, None)) == ""
