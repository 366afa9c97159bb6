"""Events in sentences. Rules emit events; only this module speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from missions.battles.engine.arcs import relative, sextant_name
from missions.battles.engine.contract import Event, Sentence
from missions.battles.engine.hexes import DISTANCE, EDGES, FACINGS
from missions.battles.systems.fighters.engine import orders, score
from missions.battles.systems.fighters.engine.loadouts import (
    FIGHTER,
    GUNS,
    LOCK,
    RUN,
    SNAP,
    STARSHIP,
    STRADDLER,
    TURRET,
    Mode,
)
from missions.battles.systems.fighters.engine.state import (
    BANK,
    DOUBLE,
    IMMELMANN,
    MANEUVER,
    PHASES,
    PRIZE,
    SIDES,
    STOP,
    STRAIGHT,
    TRANSPORT,
    WEAVE,
    Fixed,
)

FLOWN = {
    STRAIGHT: "flies straight",
    BANK: "banks",
    WEAVE: "weaves",
    MANEUVER: "ends its manoeuvre",
    IMMELMANN: "flies an Immelmann",
    DOUBLE: "doubles its speed",
    STOP: "keeps its place",
}
FLOWN_BY = {MANEUVER: "FH-074", IMMELMANN: "FH-073", DOUBLE: "FH-076"}
HOW = {
    GUNS: "with",
    TURRET: "with its",
    STARSHIP: "with a",
    RUN: "in a",
    SNAP: "with a",
    LOCK: "with",
}
"""Words before the name of a mode, by its kind."""
ION = {
    1: ("nothing vital hit", ""),
    2: ("targeting disrupted for the next turn", ""),
    3: ("controls scrambled for the next turn", ""),
    4: ("engine damaged", " (no engine left to damage)"),
    5: ("a weapon is neutralised", " (none is left)"),
    6: ("disabled", " (it is already)"),
}


def tell(fixed: Fixed, events: Sequence[Event]) -> list[Sentence]:
    """One sentence for every event, with the names of this battle."""
    return [_TELLERS[event[0]](_Teller(fixed), *event[1:]) for event in events]


class _Teller:
    def __init__(self, fixed: Fixed) -> None:
        self.fixed = fixed

    def name(self, unit: int) -> str:
        return self.fixed.units[unit].title

    def seat(self, unit: int) -> int:
        return self.fixed.units[unit].seat

    def mode(self, unit: int, number: int) -> Mode:
        return self.fixed.units[unit].loadout.modes[number]

    def hex(self, place: int) -> str:
        return self.fixed.board.labels[place]


def _shown(faces: bytes) -> str:
    return " ".join(str(face) for face in faces)


def _dice(faces: bytes) -> tuple[int, ...]:
    return tuple(faces)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _initiative(at: _Teller, turn: int, faces: bytes, winner: int) -> Sentence:
    rolled = f"Initiative: West {faces[0]}, East {faces[1]}"
    if winner < 0:
        return Sentence(f"{rolled}: again.", "initiative", "FH-061", _dice(faces))
    chooses = "sets up first" if turn == 0 else "says who goes first"
    return Sentence(f"{rolled}. {SIDES[winner]} {chooses}.", "initiative", "FH-061", _dice(faces))


def _clock(at: _Teller, faces: bytes) -> Sentence:
    return Sentence(f"The station can be docked with after turn {faces[0]}.", "clock", "FH-164", _dice(faces))


def _turn(at: _Teller, number: int) -> Sentence:
    return Sentence(f"Turn {number} of {at.fixed.turns}.", "turn", "FH-060")


def _phase(at: _Teller, phase: int) -> Sentence:
    return Sentence(f"{PHASES[phase].capitalize()}.", "phase", "FH-060")


def _first(at: _Teller, seat: int) -> Sentence:
    return Sentence(f"{SIDES[seat]} goes first.", "first", "FH-061")


def _place(at: _Teller, unit: int, hex_: int, facing: int) -> Sentence:
    return Sentence(
        f"{at.name(unit)} sets up at {at.hex(hex_)}, facing {FACINGS[facing]}.", "place", "FH-017"
    )


def _move(at: _Teller, unit: int, start: int, end: int, facing: int, style: int) -> Sentence:
    loadout = at.fixed.units[unit].loadout
    verb = FLOWN[style] if loadout.fighterlike or style == STOP else "moves"
    rule = FLOWN_BY.get(style, "FH-071") if loadout.fighterlike else "FH-080"
    where = f"at {at.hex(end)}" if start == end else f"from {at.hex(start)} to {at.hex(end)}"
    return Sentence(f"{at.name(unit)} {verb} {where}, facing {FACINGS[facing]}.", "move", rule)


def _leave(at: _Teller, unit: int, start: int, edge: int) -> Sentence:
    return Sentence(f"{at.name(unit)} leaves the map over the {EDGES[edge]} edge.", "leave", "FH-016")


def _sharp(
    at: _Teller,
    unit: int,
    place: int,
    facing: int,
    side: int,
    turns: int,
    needed: int,
    faces: bytes,
    done: int,
) -> Sentence:
    where = f"{turns} facings to the {('right', 'left')[side]} at {at.hex(place)}"
    how = "and makes it" if done else "but holds only one"
    text = f"{at.name(unit)} tries a sharper turn, {where}: needs {max(1, needed)}+, rolls {faces[0]}, {how}."
    return Sentence(text, "sharp", "FH-074", _dice(faces), roller=at.seat(unit))


def _steady(at: _Teller, unit: int, needed: int, faces: bytes, done: int) -> Sentence:
    how = "keeps its head" if done else "can only fly straight on"
    text = f"{at.name(unit)} is in panic: needs {max(1, needed)}+, rolls {faces[0]}, {how}."
    return Sentence(text, "steady", "FH-155", _dice(faces), roller=at.seat(unit))


def _face(at: _Teller, unit: int, facing: int) -> Sentence:
    return Sentence(f"{at.name(unit)} turns on the spot to {FACINGS[facing]}.", "face", "FH-075")


def _turned(at: _Teller, unit: int, facing: int) -> Sentence:
    return Sentence(f"{at.name(unit)} is to start facing {FACINGS[facing]}.", "turned", "FH-017")


def _stop(at: _Teller, unit: int) -> Sentence:
    return Sentence(f"{at.name(unit)} stands still.", "stop", "FH-075")


def _shot(at: _Teller, unit: int, number: int, target: int, poses: tuple[int, ...]) -> str:
    """A shot in words: firer, weapon, target, distance and, if it counts, the target's angle, from hex and
    facing of both.
    """
    here, _, there, towards = poses
    away = _count(DISTANCE[there - here], "hex", "hexes")
    mode = at.mode(unit, number)
    how = "with its" if mode.ion else HOW[mode.kind]
    text = f"{at.name(unit)} fires at {at.name(target)} {how} {mode.name}, {away} away"
    if at.fixed.units[target].loadout.fighterlike:
        twelfth = relative(here - there, towards)
        text = f"{text}, from {'between ' if twelfth % 2 else ''}its {sextant_name(twelfth)}"
    return text


def _fire(
    at: _Teller,
    unit: int,
    number: int,
    target: int,
    needed: int,
    shown: int,
    faces: bytes,
    hits: int,
    *poses: int,
) -> Sentence:
    rule = "FH-092" if needed > 6 else at.mode(unit, number).rule
    wants = "above 6: one die at 6+" if needed > 6 else f"needs {shown}+"
    text = f"{_shot(at, unit, number, target, poses)}: {wants}, rolls {_shown(faces)}"
    line = f"{text}: {_count(hits, 'hit', 'hits')}."
    return Sentence(line, "fire", rule, _dice(faces), roller=at.seat(unit))


def _lock(
    at: _Teller,
    unit: int,
    number: int,
    target: int,
    plus: int,
    defence: int,
    faces: bytes,
    hits: int,
    *poses: int,
) -> Sentence:
    pairs = ", ".join(f"{faces[n]}:{faces[n + 1]}" for n in range(0, len(faces), 2))
    text = f"{_shot(at, unit, number, target, poses)}; the target adds {defence}: {pairs}"
    line = f"{text}: {_count(hits, 'hit', 'hits')}."
    return Sentence(line, "lock", "FH-121", _dice(faces), roller=at.seat(unit))


def _done(at: _Teller, unit: int) -> Sentence:
    return Sentence(f"{at.name(unit)} fires no more.", "done", "FH-063")


def _will(at: _Teller, unit: int, needed: int, faces: bytes, saved: int) -> Sentence:
    how = "stands fast" if saved else "panics"
    text = f"{at.name(unit)} faces Vader: needs {max(1, needed)}+, rolls {faces[0]} and {how}."
    return Sentence(text, "will", "FH-155", _dice(faces), roller=at.seat(unit))


def _hit(at: _Teller, unit: int, hits: int, faces: bytes) -> str:
    saves = f" Saves {_shown(faces)}." if faces else ""
    return f"{at.name(unit)} takes {_count(hits, 'hit', 'hits')}.{saves}"


def _left(number: int) -> str:
    return f"{number or 'none'} {'is' if number < 2 else 'are'} left"


def _losses(at: _Teller, unit: int, hits: int, faces: bytes, lost: int, left: int) -> Sentence:
    gone = _count(lost, "fighter is", "fighters are") if lost else "No fighter is"
    text = f"{_hit(at, unit, hits, faces)} {gone} lost, {_left(left)}."
    rule = "FH-044" if faces else "FH-043"
    return Sentence(text, "losses", rule, _dice(faces), roller=at.seat(unit))


def _hull(
    at: _Teller, unit: int, hits: int, faces: bytes, absorbed: int, lost: int, shield: int, hull: int
) -> Sentence:
    shields = f"The shields take {absorbed}, {_left(shield)}; the" if absorbed else "The"
    rest = f"hull loses {lost}, {_left(hull)}" if lost else f"hull holds at {hull}"
    rule = "FH-156" if at.fixed.units[unit].loadout.fighterlike else "FH-140"
    text = f"{_hit(at, unit, hits, faces)} {shields} {rest}."
    return Sentence(text, "hull", rule, _dice(faces), roller=at.seat(unit))


def _ion_shield(at: _Teller, unit: int, hits: int, absorbed: int, shield: int) -> Sentence:
    what = "An ion hit takes" if hits == 1 else f"{hits} ion hits take"
    text = f"{what} {absorbed} from the shields of {at.name(unit)}, {_left(shield)}."
    return Sentence(text, "ion", "FH-130")


def _ion(at: _Teller, unit: int, faces: bytes, plus: int, result: int, effective: int) -> Sentence:
    what, without = ION[result]
    more = f" + {plus}" if plus else ""
    tail = without if not effective and result > 1 else ""
    text = f"An ion hit on {at.name(unit)} rolls {faces[0]}{more}: {what}{tail}."
    return Sentence(text, "ion", "FH-134" if result > 1 else "FH-131", _dice(faces))


def _out(at: _Teller, unit: int, slot: int) -> Sentence:
    what = _option(at, unit, slot)
    return Sentence(f"{at.name(unit)} loses its {what} until it is repaired.", "out", "FH-134")


def _option(at: _Teller, unit: int, option: int) -> str:
    if option in (orders.ENGINE, orders.DISABLED):
        return "engine damage" if option == orders.ENGINE else "disabled systems"
    return next(mode.name for mode in at.fixed.units[unit].loadout.modes if mode.slot == option)


def _repair(at: _Teller, unit: int, needed: int, faces: bytes, done: int) -> Sentence:
    how = "succeeds" if done else "fails"
    text = f"{at.name(unit)} tries a repair: needs {needed}+, rolls {faces[0]} and {how}."
    return Sentence(text, "repair", "FH-137", _dice(faces), roller=at.seat(unit))


def _repaired(at: _Teller, unit: int, option: int) -> Sentence:
    return Sentence(f"{at.name(unit)} repairs its {_option(at, unit, option)}.", "repaired", "FH-137")


def _destroyed(at: _Teller, unit: int) -> Sentence:
    rule = {FIGHTER: "FH-043", STRADDLER: "FH-156"}.get(at.fixed.units[unit].loadout.kind, "FH-047")
    return Sentence(f"{at.name(unit)} is destroyed.", "destroyed", rule)


def _shield(at: _Teller, unit: int, gained: int) -> Sentence:
    return Sentence(
        f"{at.name(unit)} regains {_count(gained, 'shield point', 'shield points')}.", "shield", "FH-046"
    )


def _docked(at: _Teller, unit: int, dock: int, turns: int) -> Sentence:
    rule = "FH-166" if at.fixed.units[dock].role == PRIZE else "FH-164"
    long = "a whole turn long" if turns > 1 else "from now on"
    return Sentence(f"{at.name(unit)} is docked with {at.name(dock)} {long}.", "docked", rule)


def _captured(at: _Teller, unit: int, by: int) -> Sentence:
    boarded = at.fixed.units[unit].role == PRIZE and at.fixed.units[by].role == TRANSPORT
    rule = "FH-166" if boarded else "FH-167"
    return Sentence(f"{at.name(unit)} is captured by {at.name(by)}.", "captured", rule)


def _score(at: _Teller, *facts: Any) -> Sentence:
    return Sentence(score.words(at.fixed, *facts), "score", score.RULES[at.fixed.scenario])


def _over(at: _Teller, winner: int | None, reason: str, rule: str, grade: str) -> Sentence:
    who = "A draw" if winner is None else f"{SIDES[winner]} wins"
    return Sentence(f"{who}{f' ({grade})' if grade else ''}. {reason}", "over", rule)


_TELLERS: dict[str, Callable[..., Sentence]] = {
    "initiative": _initiative, "clock": _clock, "turn": _turn, "phase": _phase, "first": _first, "place":
    _place, "move": _move, "leave": _leave, "sharp": _sharp, "steady": _steady, "face": _face, "stop": _stop,
    "fire": _fire, "lock": _lock, "done": _done, "will": _will, "losses": _losses, "hull": _hull,
    "ion_shield": _ion_shield, "ion": _ion, "out": _out, "repair": _repair, "repaired": _repaired,
    "destroyed": _destroyed, "shield": _shield, "docked": _docked, "captured": _captured, "over": _over,
    "score": _score, "turned": _turned,
}  # fmt: skip


def kinds() -> frozenset[str]:
    """Every kind of event that has words."""
    return frozenset(_TELLERS)


def facts(event: Event) -> dict[str, Any]:
    """An event as JSON-ready data."""
    return {
        "kind": event[0],
        "facts": [list(part) if isinstance(part, bytes) else part for part in event[1:]],
    }
