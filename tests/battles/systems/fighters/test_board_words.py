"""Texts of the board about orders: a unit's start, an Immelmann, the end of a manoeuvre."""

from typing import Any

from missions.battles.engine.contract import View
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.fighters.board.orders import offers, order_sentence
from missions.battles.systems.fighters.engine import orders, turn, views
from missions.battles.systems.fighters.engine.state import MANEUVER, MOVE, State
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.setups import fighters
from tests.battles.marks import rule
from tests.battles.systems.fighters.positions import craft, stage

FIGHTERS = SYSTEMS["fighters"]


def words_of(state: State, unit: int, choice: int) -> tuple[str, str, str]:
    """Group in the list, sentence and rule of an order."""
    view: View = views.view(state, state.seat)
    (offer,) = [one for one in offers(view, unit, [choice]) if one.choice == choice]
    return offer.group, *order_sentence(view, (unit, choice))


def to_move() -> State:
    state = stage([craft("x_wing")], [craft("tie_fighter", 9, 0, 3)])
    state.phase, state.todo = MOVE, ([0], [1])
    return state


@rule("FH-017")
def test_a_unit_that_is_not_set_up_yet_says_how_it_starts():
    setup: dict[str, Any] = fighters("free", ["x_wing"], ["tie_fighter"]) | {"deploy": "choose"}
    state, _ = FIGHTERS.setup(setup, seeded_dice("start"))
    unit = state.todo[state.seat][0]
    name = views.view(state, 0)["units"][unit]["label"]
    group, sentence, cited = words_of(state, unit, orders.face(1))
    assert (group, cited) == ("Starts facing", "FH-017")
    assert sentence.startswith(name) and sentence.endswith("starts facing NE; then it is set up.")


@rule("FH-075")
def test_a_stopped_unit_turns_on_the_spot():
    state = to_move()
    state.still[0] = 1
    group, sentence, cited = words_of(state, 0, orders.face(1))
    assert (group, cited) == ("Turn on the spot", "FH-075") and "on the spot" in sentence


@rule("FH-073", "FH-074")
def test_an_immelmann_has_its_name_and_the_rest_of_a_sharper_turn_has_not():
    state = to_move()
    choices = FIGHTERS.legal_orders(state, 0, 0)
    flip = next(one for one in choices if one & 15 == orders.MOVE and orders.move_parts(one)[2] == MANEUVER)
    group, sentence, cited = words_of(state, 0, flip)
    assert (group, cited) == ("Immelmann", "FH-073") and "flies an Immelmann to" in sentence
    sharp = next(one for one in choices if one & 15 == orders.SHARP)
    turn.apply(state, 0, (0, sharp), ScriptedDice([6]))
    rest = next(one for one in FIGHTERS.legal_orders(state, 0, 0) if one & 15 == orders.MOVE)
    group, sentence, cited = words_of(state, 0, rest)
    assert (group, cited) == ("End the manoeuvre", "FH-074") and "ends its manoeuvre at" in sentence
