"""Choices as integers and in words.

A choice is a kind in its lowest four bits and a load above them. A pose is `hex · 8 + facing`; the hexes of
MOVE and SHARP are differences from where the unit is, so that poses share their choices.

    MOVE    style, pose where the move ends            "weave 0713 NE", "immelmann 0713 W"
    LEAVE   edge                                       "leave east"
    SHARP   turns, facings and hexes spent, pose       "sharp L2 from 0713 E after 1/0"
    STOP TRY DONE                                      "stop", "steady", "done"
    FACE    facing                                     "face NW"
    FIRE    mode, target                               "fire rapid at E2"
    PLACE   hex                                        "place 0307"
    PICK    option (repair, weapon to neutralise)      "pick engine"
    FIRST   seat that goes first                       "first west"
"""

from __future__ import annotations

import re

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT, Choice, Order
from missions.battles.engine.hexes import EDGES, FACINGS, Board
from missions.battles.systems.fighters.engine.state import IMMELMANN, MANEUVER, SIDES, Fixed, State

MOVE, LEAVE, SHARP, STOP, TRY, FACE, FIRE, DONE, PLACE, PICK, FIRST = range(1, 12)
STYLES = ("straight", "bank", "weave", "manoeuvre", "double", "stay", "immelmann")
"""Name of each style; a manoeuvre at the start of a move is an Immelmann, later the end of one with sharper
turns."""
SEATS = tuple(side.lower() for side in SIDES)
FULL_STOP: Choice = STOP
STEADY: Choice = TRY
FINISHED: Choice = DONE

ENGINE, DISABLED = 30, 31
"""Options of a repair beside the weapon slots."""


def move(style: int, step: int, facing: int) -> Choice:
    """End the move so far from here."""
    return ((((step << 3) | facing) << 3) | style) << 4 | MOVE


def move_parts(choice: Choice) -> tuple[int, int, int]:
    """Difference, facing, style of a MOVE choice."""
    pose = choice >> 7
    return pose >> 3, pose & 7, choice >> 4 & 7


def leave(edge: int) -> Choice:
    return edge << 4 | LEAVE


def sharp(hexes: int, facings: int, step: int, facing: int, side: int, turns: int) -> Choice:
    """Turn `turns` left (side 1) or right (0) from a pose on the way, given hexes and facings spent."""
    return ((((((step << 3) | facing) << 4 | hexes) << 4 | facings) << 3 | turns) << 1 | side) << 4 | SHARP


def face(facing: int) -> Choice:
    return facing << 4 | FACE


def fire(mode: int, target: int) -> Choice:
    return (target << 6 | mode) << 4 | FIRE


def put(hex_: int) -> Choice:
    return hex_ << 4 | PLACE


def pick(option: int) -> Choice:
    return option << 4 | PICK


def first(seat: int) -> Choice:
    return seat << 4 | FIRST


def sharp_parts(choice: Choice) -> tuple[int, int, int, int, int, int]:
    """Hexes and facings spent, difference, facing, side, turns of a SHARP choice."""
    load = choice >> 4
    side, turns, facings, hexes = load & 1, load >> 1 & 7, load >> 4 & 15, load >> 8 & 15
    pose = load >> 12
    return hexes, facings, pose >> 3, pose & 7, side, turns


def option_name(fixed: Fixed, unit: int, option: int) -> str:
    """The engine, the disabled state or a weapon in one word."""
    if option in (ENGINE, DISABLED):
        return "engine" if option == ENGINE else "disabled"
    return next(mode.id for mode in fixed.units[unit].loadout.modes if mode.slot == option)


def words(state: State, order: Order) -> str:
    """The order in words, the unit by its label."""
    unit, choice = order
    fixed = state.fixed
    head = "side" if unit == NO_UNIT else fixed.units[unit].label
    if choice & 15 in (MOVE, SHARP):
        return f"{head} {_flight_words(state, unit, choice)}"
    return f"{head} {_choice_words(fixed, state.ask[2] if state.ask else unit, unit, choice)}"


def _flight_words(state: State, unit: int, choice: Choice) -> str:
    labels, here = state.fixed.board.labels, state.pos[unit]
    if choice & 15 == MOVE:
        step, facing, style = move_parts(choice)
        if style == MANEUVER and state.left is None:
            style = IMMELMANN
        return f"{STYLES[style]} {labels[here + step]} {FACINGS[facing]}"
    hexes, facings, step, facing, side, turns = sharp_parts(choice)
    start = f"from {labels[here + step]} {FACINGS[facing]} after {hexes}/{facings}"
    return f"sharp {'RL'[side]}{turns} {start}"


def _choice_words(fixed: Fixed, about: int, unit: int, choice: Choice) -> str:
    kind, load, labels = choice & 15, choice >> 4, fixed.board.labels
    if kind == FIRE:
        return f"fire {fixed.units[unit].loadout.modes[load & 63].id} at {fixed.units[load >> 6].label}"
    if kind == PLACE:
        return f"place {labels[load]}"
    if kind == PICK:
        return f"pick {option_name(fixed, about, load)}"
    named = {LEAVE: ("leave", EDGES), FACE: ("face", FACINGS), FIRST: ("first", SEATS)}
    if kind in named:
        verb, names = named[kind]
        return f"{verb} {names[load]}"
    return {STOP: "stop", TRY: "steady", DONE: "done"}[kind]


_FORMS = {
    "move": re.compile(r"(straight|bank|weave|manoeuvre|double|stay|immelmann) (\d{4}) (E|NE|NW|W|SW|SE)"),
    "sharp": re.compile(r"sharp ([LR])([23]) from (\d{4}) (E|NE|NW|W|SW|SE) after (\d+)/(\d+)"),
    "fire": re.compile(r"fire (\w+) at ([WE]\d+)"),
    "place": re.compile(r"place (\d{4})"),
    "pick": re.compile(r"pick (\w+)"),
    "leave": re.compile(r"leave (west|north|east|south)"),
    "face": re.compile(r"face (E|NE|NW|W|SW|SE)"),
    "first": re.compile(r"first (west|east)"),
    "plain": re.compile(r"(stop|steady|done)"),
}


def parse(state: State, text: str) -> Order:
    """The order that `words` wrote. Raises Unreadable for anything else."""
    head, _, rest = text.strip().partition(" ")
    fixed = state.fixed
    labels = {unit.label: number for number, unit in enumerate(fixed.units)} | {"side": NO_UNIT}
    if head not in labels:
        raise Unreadable("battle.unit", f"“{head}” is no unit here; start with one such as {min(labels)}.")
    about = state.ask[2] if state.ask else labels[head]
    for form, pattern in _FORMS.items():
        found = pattern.fullmatch(rest)
        if found:
            parts = found.groups()
            if form in ("move", "sharp"):
                here = state.pos[labels[head]] if labels[head] != NO_UNIT else -1
                choice = _read_flight(fixed.board, here, form, parts)
            else:
                choice = _read(fixed, labels, about, labels[head], form, parts)
            if choice is not None:
                return labels[head], choice
    raise Unreadable("battle.order", f"“{rest}” is no order; it reads like “stop” or “straight 0713 E”.")


def _read_flight(board: Board, here: int, form: str, parts: tuple[str, ...]) -> Choice | None:
    label, towards = parts[1:3] if form == "move" else parts[2:4]
    if here < 0 or not _on(board, label):
        return None
    step, facing = board.places[label] - here, FACINGS.index(towards)
    if form == "move":
        style = STYLES.index(parts[0])
        return move(MANEUVER if style == IMMELMANN else style, step, facing)
    return sharp(int(parts[4]), int(parts[5]), step, facing, int(parts[0] == "L"), int(parts[1]))


def _read(
    fixed: Fixed, labels: dict[str, int], about: int, unit: int, form: str, parts: tuple[str, ...]
) -> Choice | None:
    if form == "fire" and unit != NO_UNIT and parts[1] in labels:
        modes = [mode.id for mode in fixed.units[unit].loadout.modes]
        return fire(modes.index(parts[0]), labels[parts[1]]) if parts[0] in modes else None
    if form == "place" and _on(fixed.board, parts[0]):
        return put(fixed.board.places[parts[0]])
    if form == "pick" and about != NO_UNIT:
        return _read_pick(fixed, about, parts[0])
    names = {"leave": (leave, EDGES), "face": (face, FACINGS), "first": (first, SEATS)}
    if form in names:
        make, known = names[form]
        return make(known.index(parts[0]))
    return {"stop": FULL_STOP, "steady": STEADY, "done": FINISHED}.get(parts[0]) if form == "plain" else None


def _read_pick(fixed: Fixed, about: int, name: str) -> Choice | None:
    if name in ("engine", "disabled"):
        return pick(ENGINE if name == "engine" else DISABLED)
    slots = [mode.slot for mode in fixed.units[about].loadout.modes if mode.id == name]
    return pick(slots[0]) if slots else None


def _on(board: Board, label: str) -> bool:
    return label in board.places
