"""Hints of the guided first battle: each decision has a true one, and only for the person who decides."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.contract import NO_UNIT, Order, View
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.sight import known_to
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.engine.choices import Kind, fire_of, kind_of, launch_of, load_of
from missions.battles.systems.galaxies.engine.deployment import DONE
from missions.battles.systems.galaxies.engine.questions import QUESTIONS
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.forces import catalogue
from missions.battles.systems.galaxies.guide import CONDITIONS, hint, hints
from missions.battles.systems.galaxies.pack import GALAXIES as PACK
from missions.battles.systems.galaxies.rulebook import galaxies
from missions.battles.systems.hints import hints_of

RULES = {rule.id for chapter in galaxies().chapters for rule in chapter.rules}
BATTLES, LONGER = 36, 7
"""Battles, and the number of rounds that some of them have instead of the usual one."""
OTHERS = ("torrent, barrage", "chosh, fuvu, seasoned teskio")
"""Fleets that people might choose instead of the ready-made ones."""
LATE = 7
"""Number of battles for each one in which nobody launches a card in the first round."""
PROMISES = {
    "Your die was higher": {Kind.BEGIN},
    "Begin with a ship that has a hold": {Kind.LAUNCH, Kind.DONE},
    "may come out now": {Kind.LAUNCH, Kind.DONE},
    "Launch one: if you end": {Kind.LAUNCH, Kind.DONE},
    "Choose a hex for the next ship": {Kind.PLACE},
    "Choose a hex of your starting zone for the next one": {Kind.PLACE},
    "your other cards fits": {Kind.LOAD},
    "Your ship has a hold. Put a card": {Kind.LOAD},
    "pay the activation cost of its card": {Kind.DONE},
    "then a hex that lights up": {Kind.MOVE, Kind.FINISH},
    "Some ways come next to an enemy": {Kind.MOVE, Kind.FINISH},
    "Choose a ship, then an enemy in range": {Kind.FIRE, Kind.FINISH},
    "has an attack left": {Kind.FIRE, Kind.FINISH},
    "no shields left": {Kind.FIRE, Kind.FINISH},
    "Finish its activation": {Kind.FINISH},
    "so roll": {Kind.ROLL, Kind.PASS},
    "Roll the number die": {Kind.ROLL},
}
"""Words of hints that offer orders, and kinds of orders that are there then."""


def orders(state: State, seat: int) -> list[Order]:
    units = GALAXIES.legal_units(state, seat)
    return [(unit, choice) for unit in units for choice in GALAXIES.legal_orders(state, seat, unit)]


@cache
def decisions() -> list[tuple[View, list[Order], str]]:
    """Decisions of guided battles that are played at random or well: the view, the orders and the hint."""
    found, bot = [], RatedBot("greedy")
    for number in range(BATTLES):
        random, dice = Random(f"guided {number}"), seeded_dice(f"guided {number}")
        more: dict[str, int | bool] = {"rounds": LONGER} if number % 3 == 0 else {}
        if number % 4 == 0:
            more["tactics"] = True
        fleets = OTHERS if number % 6 == 5 else ("", "")
        play = Play(GALAXIES, catalogue.written("first_steps", fleets, more), dice)
        while play.state.outcome is None:
            seat = min(GALAXIES.to_act(play.state))
            legal, view = orders(play.state, seat), GALAXIES.view_for(play.state, seat)
            found.append((view, legal, hint(view)))
            if number % LATE == 0 and view["round"] == 1 and (NO_UNIT, DONE) in legal:
                order = NO_UNIT, DONE
            elif number % 2 or random.random() < 0.5:
                order = bot.choose(GALAXIES, known_to(GALAXIES, play.state, seat), seat)
            else:
                order = GALAXIES.any_order(play.state, seat, random.random)
            play.force(seat, order, dice)
    return found


def start() -> View:
    state, _ = GALAXIES.setup(catalogue.written("first_steps", ("", ""), {}), seeded_dice("a start"))
    return GALAXIES.view_for(state, min(GALAXIES.to_act(state)))


def kinds(legal: list[Order]) -> set[Kind]:
    return {kind_of(choice) for _, choice in legal}


# --- each decision has a hint ------------------------------------------------------------------------


def test_the_guided_battle_is_offered_first_and_left_to_people():
    battle = battles()["first_steps"]
    assert battle.guided and battle.rounds == 4
    assert [name for name, each in battles().items() if each.guided] == ["first_steps"]
    assert PACK.tryout.scenarios[0] == PACK.tryout.usual == "first_steps"
    assert "first_steps" not in PACK.contests


def test_every_question_out_of_turn_has_a_hint():
    assert hints().asked.keys() == QUESTIONS.keys()


@pytest.mark.parametrize("other", [{"scenario": "ring_patrol"}, {"to_act": []}])
def test_other_battles_and_people_who_wait_get_no_hint(other: dict[str, Any]):
    assert hint(start())
    assert hint({**start(), **other}) == ""


def test_a_reader_without_a_seat_gets_no_hint():
    state, _ = GALAXIES.setup(catalogue.written("first_steps", ("", ""), {}), seeded_dice("a start"))
    assert hint(GALAXIES.view_for(state, None)) == ""


def test_the_first_hint_of_each_moment_always_holds():
    for each in (*hints().own.values(), *hints().asked.values()):
        assert (each[0].turn, each[0].condition) == (1, "")


def test_a_condition_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="rain"):
        hints_of('asked = {}\n[[own.attack]]\ntext = "Wait."\nif = "rain"', CONDITIONS)


def test_hints_name_rules_that_exist():
    texts = [told.text for _, told in hints().each()]
    cited = re.findall(r"\{(.+?)\}", " ".join(texts))
    assert cited and set(cited) <= RULES
    assert all("{" in text for text in texts)


# --- and it is true in whole battles -----------------------------------------------------------------


def test_every_decision_of_whole_battles_has_a_hint_and_each_hint_comes_up():
    shown = Counter(told for _, _, told in decisions())
    assert shown[""] == 0
    assert {told.condition for _, told in hints().each()} - {""} == CONDITIONS.keys()
    assert [told.text for _, told in hints().each() if told.text not in shown] == []


@pytest.mark.parametrize(("words", "offered"), PROMISES.items())
def test_a_hint_offers_what_may_be_ordered(words: str, offered: set[Kind]):
    found = [kinds(legal) for _, legal, told in decisions() if words in told]
    assert found and all(offered <= each for each in found)


@pytest.mark.rule("BG-020", "BG-030", "BG-032", "BG-040", "BG-042")
def test_launches_and_loads_are_named_exactly_when_they_are_legal():
    for view, legal, told in decisions():
        launches = [launch_of(choice) for _, choice in legal if kind_of(choice) is Kind.LAUNCH]
        if view["phase"] == "deploy" and Kind.DONE in kinds(legal):
            assert ("You cannot launch anything" in told) == (not launches)
            out = any(carrier != NOWHERE for _, carrier in launches)
            assert out or "may come out now" not in told
            assert not out or "Begin with a ship" not in told
        loads = [load_of(choice) for _, choice in legal if kind_of(choice) is Kind.LOAD]
        if loads:
            assert ("Your ship has a hold. Put a card" in told) == (len(loads) > 1)
        if view["placing"] is not None:
            assert ("touches the carrier" in told) == (view["cards"][view["placing"]]["carrier"] is not None)


@pytest.mark.rule("BG-050", "BG-051", "BG-054", "BG-102")
def test_the_action_phase_is_told_by_what_is_left_to_do():
    for view, legal, told in decisions():
        found = kinds(legal)
        if view["wait"] or view["phase"] != "action":
            continue
        if view["activation"] is None:
            assert ("You can activate no other card" in told) == (Kind.ACTIVATE not in found)
        elif Kind.MOVE not in found:
            assert ("Finish its activation" in told) == (Kind.FIRE not in found)
        else:
            assert "Finish its activation" not in told and "Choose a ship, then an enemy" not in told


def risky(view: View, legal: list[Order]) -> Iterator[bool]:
    """Whether each of the moves may meet something."""
    for unit, moves in groupby(legal, itemgetter(0)):
        desk = Desk(view, unit)
        yield from (desk.may_meet(choice) for _, choice in moves if kind_of(choice) is Kind.MOVE)


@pytest.mark.rule("BG-080", "BG-103", "BG-108", "BG-141")
def test_dangers_bare_targets_and_attacks_left_are_real():
    for view, legal, told in decisions():
        if "Some ways come next to an enemy" in told:
            assert any(risky(view, legal))
        elif "then a hex that lights up" in told and view["round"] > 1:
            assert not any(risky(view, legal))
        fired = [(unit, *fire_of(choice)) for unit, choice in legal if kind_of(choice) is Kind.FIRE]
        if "no shields left" in told:
            assert any(not view["ships"][target]["shields"] for _, _, target in fired)
        if "has an attack left" in told:
            charged = {(ship, weapon) for ship, weapon, left in view["activation"]["charged"] if left}
            assert charged & {(unit, weapon) for unit, weapon, _ in fired}


@pytest.mark.rule("BG-132", "BG-134")
def test_the_last_turn_and_an_empty_map_are_named_as_such():
    for view, _legal, told in decisions():
        if "This is your last turn" in told:
            assert view["turn"] + 2 > 2 * view["rounds"]
        if "if you end this turn without any, you lose" in told:
            assert view["round"] > 1
            assert not [ship for ship in view["ships"] if ship["side"] == view["side"] and ship["hex"]]
