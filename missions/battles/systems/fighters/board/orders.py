"""The orders of the fighter game as the list and the map have them, and what each of them says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from missions.battles.board.scene import Offer
from missions.battles.board.words import at_least, figure_word
from missions.battles.engine.arcs import CLOSED, relative, sextant_name
from missions.battles.engine.contract import Choice, Effect, Order, View
from missions.battles.engine.hexes import DISTANCE, EDGES, FACINGS, Board
from missions.battles.systems.fighters.board.facts import (
    Facts,
    board_of,
    loadout_of,
    modes_of,
    named,
    unit_of,
    units_of,
)
from missions.battles.systems.fighters.engine import orders
from missions.battles.systems.fighters.engine.state import NEUTRALISE, SIDES, STATION_HELD

ENDS = ("Straight on", "One turn", "Several turns", "Immelmann", "Double move", "Keep the place")
SHIP_ENDS = ("", "Moves", "", "", "", "Keep the place")
FLIES = (
    ("flies straight to", "FH-071"),
    ("flies one turn to", "FH-071"),
    ("weaves to", "FH-071"),
    ("flies an Immelmann to", "FH-073"),
    ("flies a double move to", "FH-076"),
    ("keeps its place at", "FH-075"),
)
SHARP_GROUP = "Sharper turns, with a roll"


def offers(view: View, unit: int, choices: Sequence[Choice]) -> list[Offer]:
    """Every choice of a unit (NO_UNIT: of the side) for list and map, moves with fewer turns first."""
    board, units = board_of(view), units_of(view)
    facts = units[unit] if unit >= 0 else None
    here = board.places.get(facts["hex"], 0) if facts else 0
    labels = board.labels
    ends = ENDS if facts is None or loadout_of(facts).fighterlike else SHIP_ENDS
    if view["under_way"]:
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
        elif kind == orders.FIRE and facts is not None:
            found.append(_shot(board, facts, units, choice))
        else:
            found.append(_plain(view, facts, choice))
    if view["phase"] == "deployment":
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


def _shot(board: Board, facts: Facts, units: dict[int, Facts], choice: Choice) -> Offer:
    load = choice >> 4
    target, modes = units[load >> 6], modes_of(facts)
    mode = modes[load & 63]
    same = [number for number, other in enumerate(modes) if other.name == mode.name]
    text = f"{mode.name} {same.index(load & 63) + 1}" if len(same) > 1 else mode.name
    heading = _line_of_fire(board, facts, target)
    return Offer(choice, named(target), heading, text, target["hex"], -1, target["id"])


def _line_of_fire(board: Board, facts: Facts, target: Facts) -> str:
    difference = board.places[target["hex"]] - board.places[facts["hex"]]
    far = DISTANCE[difference]
    seen = sextant_name(relative(difference, FACINGS.index(facts["facing"])))
    shown = sextant_name(relative(-difference, FACINGS.index(target["facing"])))
    return f"{far} {'hex' if far == 1 else 'hexes'} away, to the {seen}, shows its {shown}"


def _plain(view: View, facts: Facts | None, choice: Choice) -> Offer:
    kind, load = choice & 15, choice >> 4
    if kind == orders.PLACE and facts is not None:
        place = board_of(view).labels[load]
        facing = FACINGS.index(facts["facing"])
        return Offer(choice, "Set up", f"Column {place[:2]}", place, place, facing, -1, True)
    if kind == orders.LEAVE:
        return Offer(choice, "Leave the map", "", f"over the {EDGES[load]} edge")
    if kind == orders.FACE:
        group = "Starts facing" if view["phase"] == "deployment" else "Turn on the spot"
        return Offer(choice, group, "", f"to {FACINGS[load]}", "", load)
    if kind == orders.PICK:
        ask = view["ask"]
        group = "Weapon to put out" if ask["what"] == NEUTRALISE else "Repair"
        return Offer(choice, group, "", _option(unit_of(view, ask["unit"]), load))
    if kind == orders.FIRST:
        return Offer(choice, "Who goes first?", "", f"{SIDES[load]} goes first")
    text = {orders.STOP: "Stand still", orders.TRY: "Roll to keep its head", orders.DONE: "Fire no more"}[
        kind
    ]
    group = {orders.STOP: "Stop", orders.TRY: "Panic", orders.DONE: "Done"}[kind]
    return Offer(choice, group, "", text)


def _option(facts: Facts, option: int) -> str:
    if option in (orders.ENGINE, orders.DISABLED):
        return "the engine" if option == orders.ENGINE else "the disabled systems"
    return "the " + next(mode.name for mode in loadout_of(facts).modes if mode.slot == option)


def prompt(view: View) -> str:
    """The present decision of the whole side, in a sentence; empty if it is a unit's turn."""
    ask = view["ask"]
    if ask is None:
        if view["phase"] != "initiative":
            return ""
        return f"You are {SIDES[view['to_act'][0]]}. Say who goes first this turn."
    name = named(unit_of(view, ask["unit"]))
    return f"Choose what {name} loses." if ask["what"] == NEUTRALISE else f"Choose what {name} repairs."


def group_note(view: View, unit: int, group: str) -> str:
    """Text beside a group's name: the difficulty of the rolls."""
    if group != SHARP_GROUP:
        return ""
    two, three = (max(1, needed) for needed in unit_of(view, unit)["sharp"])
    return f"two facings on {_threshold(two)}, three on {_threshold(three)}"


def _threshold(needed: int) -> str:
    return f"{needed}+" if needed <= 6 else "no roll"


def hint(view: View) -> str:
    """No battle of fighters is guided."""
    return ""


def sights(view: View, unit: int, offer: Offer) -> list[str]:
    """The enemies that a chosen move brings into its arcs, as they stand now, the nearest first."""
    if not offer.end or view["phase"] != "movement":
        return []
    places, facts = board_of(view).places, unit_of(view, unit)
    here, arcs = places[offer.place], [mode.arc for mode in modes_of(facts)]
    found = []
    for target in view["units"]:
        if target["seat"] == facts["seat"] or target["role"] == STATION_HELD or target["hex"] is None:
            continue
        difference = places[target["hex"]] - here
        twelfth = relative(difference, offer.facing)
        if any(arc[twelfth] != CLOSED for arc in arcs):
            found.append((DISTANCE[difference], target["label"], sextant_name(twelfth)))
    hexes = ("hexes", "hex")
    return [f"{label} ({far} {hexes[far == 1]}, {seen})" for far, label, seen in sorted(found)]


def goal(effect: Effect, count: int) -> str:
    """Aim of a shot."""
    if effect.name != "fighters destroyed":
        return at_least(effect, count)
    few = "" if count == len(effect.chances) - 1 else "at least "
    return f"to destroy {few}{figure_word(count)}"


def order_sentence(view: View, order: Order) -> tuple[str, str]:
    """A chosen order in a sentence, with its rule."""
    unit, choice = order
    kind, load = choice & 15, choice >> 4
    board, facts = board_of(view), unit_of(view, unit) if unit >= 0 else None
    if facts is None:
        return _plain_sentence(view, None, choice)
    name, here = named(facts), board.places.get(facts["hex"], 0)
    if kind == orders.MOVE:
        pose = load >> 3
        verb, rule = _flies(view, facts, load & 7)
        return f"{name} {verb} {board.labels[here + (pose >> 3)]}, facing {FACINGS[pose & 7]}.", rule
    if kind == orders.SHARP:
        _, _, step, facing, side, turns = orders.sharp_parts(choice)
        at = board.labels[here + step]
        turn = f"{turns} facings to the {('right', 'left')[side]}"
        return f"{name} flies to {at}, facing {FACINGS[facing]}, and rolls for {turn}.", "FH-074"
    if kind == orders.FIRE:
        mode = modes_of(facts)[load & 63]
        return f"{name} fires {mode.name} at {named(unit_of(view, load >> 6))}.", mode.rule
    return _plain_sentence(view, facts, choice)


def _flies(view: View, facts: Facts, style: int) -> tuple[str, str]:
    """Verb and rule of a move; the rest of one after a sharper turn is its end."""
    if not loadout_of(facts).fighterlike:
        return "sails to", "FH-080"
    return ("ends its manoeuvre at", "FH-074") if view["under_way"] else FLIES[style]


def _plain_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    offer, kind = _plain(view, facts, choice), choice & 15
    name = named(facts) if facts is not None else "Your side"
    if kind == orders.PLACE:
        return f"{name} sets up at {offer.place}, facing {FACINGS[offer.facing]}.", "FH-017"
    if kind == orders.LEAVE:
        return f"{name} leaves the map {offer.text} and does not come back.", "FH-016"
    if kind == orders.FACE and view["phase"] == "deployment":
        return f"{name} starts facing {FACINGS[offer.facing]}; then it is set up.", "FH-017"
    if kind == orders.FACE:
        return f"{name} turns on the spot {offer.text}; then it may still move or stay.", "FH-075"
    if kind == orders.PICK:
        rule = "FH-134" if view["ask"]["what"] == NEUTRALISE else "FH-137"
        return f"{name} chooses {offer.text}.", rule
    rest = {
        orders.FIRST: (f"{offer.text} this turn.", "FH-061"),
        orders.STOP: (f"{name} stands still for the whole turn.", "FH-075"),
        orders.TRY: (f"{name} rolls against panic; if the roll fails, it flies straight on.", "FH-155"),
        orders.DONE: (f"{name} fires no more this turn.", "FH-063"),
    }
    return rest[kind]
