"""The orders of the fighter game as the list and the map have them, and what each of them says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from missions.battles.board.scene import FACINGS, Offer
from missions.battles.engine.arcs import CLOSED, relative, sextant_name
from missions.battles.engine.contract import Choice, Order
from missions.battles.engine.hexes import DISTANCE, EDGES, Board
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.attack import targets
from missions.battles.systems.fighters.engine.movement import sharp_needed
from missions.battles.systems.fighters.engine.state import DEPLOY, MOVE, NEUTRALISE, SIDES, State

ENDS = ("Straight on", "One turn", "Several turns", "After a half turn", "Double move", "Keep the place")
SHIP_ENDS = ("", "Moves", "", "", "", "Keep the place")
FLIES = (
    ("flies straight to", "FH-071"),
    ("flies one turn to", "FH-071"),
    ("weaves to", "FH-071"),
    ("flies a manoeuvre to", "FH-073"),
    ("flies a double move to", "FH-076"),
    ("keeps its place at", "FH-075"),
)
SHARP_GROUP = "Sharper turns, with a roll"


def offers(state: State, unit: int, choices: Sequence[Choice]) -> list[Offer]:
    """Every choice of a unit (NO_UNIT: of the side) for list and map, moves with fewer turns first."""
    board = state.fixed.board
    here = state.pos[unit] if unit >= 0 else 0
    labels = board.labels
    ends = ENDS if unit < 0 or state.kits[unit].fighterlike else SHIP_ENDS
    if state.left is not None:
        ends = ("End the manoeuvre",) * 6
    found: list[Offer] = []
    by_style: tuple[list[Offer], ...] = ([], [], [], [], [], [])
    for choice in choices:
        kind = choice & 15
        if kind == orders.MOVE:
            pose = choice >> 7
            place, facing = labels[here + (pose >> 3)], pose & 7
            text = f"{place} {FACINGS[facing]}"
            style = choice >> 4 & 7
            by_style[style].append(Offer(choice, ends[style], "", text, place, facing, -1, True))
        elif kind == orders.SHARP:
            found.append(_sharp(board, here, choice))
        elif kind == orders.FIRE:
            found.append(_shot(state, unit, choice))
        else:
            found.append(_plain(state, unit, choice))
    if state.phase == DEPLOY:
        found.sort(key=lambda offer: offer.place)
    return [offer for listed in (*by_style, found) for offer in listed]


@lru_cache(maxsize=8192)
def _sharp(board: Board, here: int, choice: Choice) -> Offer:
    """Kept, as one who chooses sees the same list several times."""
    hexes, _, step, facing, side, turns = orders.sharp_parts(choice)
    place = board.labels[here + step]
    heading = f"After {hexes} {'hex' if hexes == 1 else 'hexes'}" if hexes else "At once"
    text = f"{'RL'[side]}{turns} at {place} {FACINGS[facing]}"
    return Offer(choice, SHARP_GROUP, heading, text, place, facing)


def _shot(state: State, unit: int, choice: Choice) -> Offer:
    load = choice >> 4
    target = load >> 6
    facts, mode = state.fixed.units[target], state.kits[unit].modes[load & 63]
    place = state.fixed.board.labels[state.pos[target]]
    same = [number for number, other in enumerate(state.kits[unit].modes) if other.name == mode.name]
    text = f"{mode.name} {same.index(load & 63) + 1}" if len(same) > 1 else mode.name
    heading = _line_of_fire(state, unit, target)
    return Offer(choice, f"{facts.label} {facts.name}", heading, text, place, -1, target)


def _line_of_fire(state: State, unit: int, target: int) -> str:
    difference = state.pos[target] - state.pos[unit]
    far = DISTANCE[difference]
    seen = sextant_name(relative(difference, state.face[unit]))
    shown = sextant_name(relative(-difference, state.face[target]))
    return f"{far} {'hex' if far == 1 else 'hexes'} away, to the {seen}, shows its {shown}"


def _plain(state: State, unit: int, choice: Choice) -> Offer:
    kind, load = choice & 15, choice >> 4
    if kind == orders.PLACE:
        place = state.fixed.board.labels[load]
        column = f"Column {place[:2]}"
        return Offer(choice, "Set up", column, place, place, state.face[unit], -1, True)
    if kind == orders.LEAVE:
        return Offer(choice, "Leave the map", "", f"over the {EDGES[load]} edge")
    if kind == orders.FACE:
        return Offer(choice, "Turn on the spot", "", f"to {FACINGS[load]}", "", load)
    if kind == orders.PICK:
        what, _, about, _ = state.ask or ("", 0, 0, ())
        name = _option(state, about, load)
        return Offer(choice, "Weapon to put out" if what == NEUTRALISE else "What to mend", "", name)
    if kind == orders.FIRST:
        return Offer(choice, "Who goes first", "", f"{SIDES[load]} goes first")
    text = {orders.STOP: "Stand still", orders.TRY: "Roll to keep its head", orders.DONE: "Fire no more"}[
        kind
    ]
    group = {orders.STOP: "Stop", orders.TRY: "Panic", orders.DONE: "Done"}[kind]
    return Offer(choice, group, "", text)


def _option(state: State, about: int, option: int) -> str:
    if option in (orders.ENGINE, orders.DISABLED):
        return "the engine" if option == orders.ENGINE else "the disabled systems"
    return "the " + next(mode.name for mode in state.kits[about].modes if mode.slot == option)


def asked(state: State) -> str:
    """What the whole side has to decide now, in a sentence; empty when it is a unit's turn."""
    if state.ask is None:
        return f"You are {SIDES[state.seat]}. Say who goes first this turn." if state.phase == 1 else ""
    what, _, about, _ = state.ask
    name = f"{state.fixed.units[about].label} {state.fixed.units[about].name}"
    return f"Choose what {name} loses." if what == NEUTRALISE else f"Choose what {name} mends."


def group_note(state: State, unit: int, group: str) -> str:
    """What stands beside a group's name: how hard the rolls are."""
    if group != SHARP_GROUP:
        return ""
    two, three = (max(1, sharp_needed(state, unit, turns)) for turns in (2, 3))
    return f"two facings on {_threshold(two)}, three on {_threshold(three)}"


def _threshold(needed: int) -> str:
    return f"{needed}+" if needed <= 6 else "no roll"


def sights(state: State, unit: int, offer: Offer) -> list[str]:
    """The enemies that a chosen move brings into its arcs, as they stand now, the nearest first."""
    if not offer.end or state.phase != MOVE:
        return []
    here = state.fixed.board.places[offer.place]
    arcs = [mode.arc for mode in state.kits[unit].modes]
    found = []
    for target in targets(state, state.side[unit]):
        difference = state.pos[target] - here
        twelfth = relative(difference, offer.facing)
        if any(arc[twelfth] != CLOSED for arc in arcs):
            found.append((DISTANCE[difference], state.fixed.units[target].label, sextant_name(twelfth)))
    hexes = ("hexes", "hex")
    return [f"{label} ({far} {hexes[far == 1]}, {seen})" for far, label, seen in sorted(found)]


def told(state: State, order: Order) -> tuple[str, str]:
    """What a chosen order is, in a sentence, and its rule."""
    unit, choice = order
    kind, load = choice & 15, choice >> 4
    name = f"{state.fixed.units[unit].label} {state.fixed.units[unit].name}" if unit >= 0 else "Your side"
    board = state.fixed.board
    if kind == orders.MOVE:
        pose = load >> 3
        verb, rule = FLIES[load & 7] if state.kits[unit].fighterlike else ("sails to", "FH-080")
        return (
            f"{name} {verb} {board.labels[state.pos[unit] + (pose >> 3)]}, facing {FACINGS[pose & 7]}.",
            rule,
        )
    if kind == orders.SHARP:
        _, _, step, facing, side, turns = orders.sharp_parts(choice)
        at = board.labels[state.pos[unit] + step]
        turn = f"{turns} facings to the {('right', 'left')[side]}"
        return f"{name} flies to {at}, facing {FACINGS[facing]}, and rolls for {turn}.", "FH-074"
    if kind == orders.FIRE:
        target = state.fixed.units[load >> 6]
        mode = state.kits[unit].modes[load & 63]
        return f"{name} fires {mode.name} at {target.label} {target.name}.", mode.rule
    return _told_plainly(state, name, unit, choice)


def _told_plainly(state: State, name: str, unit: int, choice: Choice) -> tuple[str, str]:
    offer, kind = _plain(state, unit, choice), choice & 15
    if kind == orders.PLACE:
        return f"{name} sets up at {offer.place}, facing {FACINGS[offer.facing]}.", "FH-017"
    if kind == orders.LEAVE:
        return f"{name} leaves the map {offer.text} and does not come back.", "FH-016"
    if kind == orders.FACE:
        return f"{name} turns on the spot {offer.text}; then it may still move or stand.", "FH-075"
    if kind == orders.PICK:
        rule = "FH-134" if state.ask and state.ask[0] == NEUTRALISE else "FH-137"
        return f"{name} chooses {offer.text}.", rule
    rest = {
        orders.FIRST: (f"{offer.text} this turn.", "FH-061"),
        orders.STOP: (f"{name} stands still for the whole turn.", "FH-075"),
        orders.TRY: (f"{name} rolls to keep its head; if it fails it flies straight on.", "FH-155"),
        orders.DONE: (f"{name} fires no more this turn.", "FH-063"),
    }
    return rest[kind]
