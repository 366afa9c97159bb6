"""Choices of a duel: packed, listed, put together step by step, written and read.

BID    lower card, higher card or 0      "side bid 3+5"
MOVE   path                              "S2 move E NE"
FIRE   target, card or 0, stars          "S2 fire M1 card 3 stars 2"
DONE                                     "S2 done"
GUARD  card                              "side guard 4"
PASS ROLL END                            "side pass", "side roll", "side end"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT, Choice, Draft, Order, Pick
from missions.battles.engine.drafts import grown
from missions.battles.engine.footprints import covered, in_sight
from missions.battles.engine.hexes import FACINGS, STEPS
from missions.battles.engine.walks import Step, Walk, pack, unpack, walks
from tests.battles.engine.card_duel.state import (
    BID as BIDDING,
)
from tests.battles.engine.card_duel.state import (
    BLOCKED,
    DEBRIS,
    GONE,
    MAP,
    MOST_PAID,
    ROCKS,
    Duel,
)

BID, MOVE, FIRE, DONE, GUARD, PASS, ROLL, END = range(1, 9)
NAMES = {
    MOVE: "Move", FIRE: "Fire", DONE: "Done", GUARD: "Guard", PASS: "Pass", ROLL: "Roll", END: "End the turn",
}  # fmt: skip


def kind_of(choice: Choice) -> int:
    return choice & 15


def bid(cards: Sequence[int]) -> Choice:
    low, high = (sorted(cards) + [0])[:2] if len(cards) == 1 else sorted(cards)
    return (high << 3 | low) << 4 | BID


def bid_cards(choice: Choice) -> list[int]:
    return [card for card in (choice >> 4 & 7, choice >> 7) if card]


def move(path: int) -> Choice:
    return path << 4 | MOVE


def fire(target: int, card: int, paid: int) -> Choice:
    return (target << 5 | card << 2 | paid) << 4 | FIRE


def fire_parts(choice: Choice) -> tuple[int, int, int]:
    """Target, card or 0, stars."""
    load = choice >> 4
    return load >> 5, load >> 2 & 7, load & 3


# --- what is legal ----------------------------------------------------------------------------------


def to_act(state: Duel) -> frozenset[int]:
    units = state.table.units
    if state.outcome is not None:
        return frozenset()
    if state.phase == BIDDING:
        return frozenset(seat for seat in state.seats if not state.bids[seat] and state.hands[seat])
    if state.shot is not None:
        return frozenset((units[state.shot.target if state.shot.asked else state.shot.unit].seat,))
    if state.active != GONE:
        return frozenset((units[state.active].seat,))
    return frozenset(units[unit].seat for unit in state.todo)


def legal_units(state: Duel, seat: int) -> Sequence[int]:
    if seat not in to_act(state):
        return ()
    if state.phase == BIDDING or state.shot is not None:
        return (NO_UNIT,)
    if state.active != GONE:
        return (state.active,)
    return [*(unit for unit in state.todo if state.table.units[unit].seat == seat), NO_UNIT]


def legal_orders(state: Duel, seat: int, unit: int) -> Sequence[Choice]:
    if unit not in legal_units(state, seat):
        return ()
    hand = sorted(set(state.hands[seat]))
    if state.phase == BIDDING:
        pairs = sorted(set(combinations(sorted(state.hands[seat]), 2)))
        return [*(bid([card]) for card in hand), *(bid(pair) for pair in pairs)]
    if state.shot is not None:
        if not state.shot.asked:
            return (ROLL,)
        return [PASS, *(card << 4 | GUARD for card in hand if card % 2 == 0)]
    if unit == NO_UNIT:
        return (END,)
    moves = [] if unit == state.active else [move(walk.path) for walk in moves_of(state, unit)]
    return [DONE, *moves, *_shots(state, seat, unit, hand)]


def moves_of(state: Duel, unit: int) -> tuple[Walk[int], ...]:
    """The walks of a unit, without those that end where they began."""
    kind = state.table.units[unit].kind
    others = (other for other in range(len(state.place)) if other != unit)
    taken = frozenset(place for other in others for place in state.hexes(other))
    return _walks(state.place[unit], kind.move, kind.footprint, taken)


@lru_cache(maxsize=1 << 12)
def _walks(start: int, most: int, footprint: tuple[int, ...], taken: frozenset[int]) -> tuple[Walk[int], ...]:
    def steps(place: int) -> Iterator[Step[int]]:
        now = covered(place, footprint)
        for direction, step in enumerate(STEPS):
            ahead = covered(place + step, footprint)
            if all(MAP.inside[hex_] and hex_ not in ROCKS and hex_ not in taken for hex_ in ahead):
                met = sum(1 << at for at, hex_ in enumerate(DEBRIS) if hex_ in ahead and hex_ not in now)
                yield Step(direction, place + step, met, met.bit_count())

    return tuple(walk for walk in walks(start, most, steps) if walk.path > 1)


def debris_on(state: Duel, unit: int, path: int) -> int:
    """Number of dice for the debris on a walk."""
    return next(walk.cost for walk in moves_of(state, unit) if walk.path == path)


def targets(state: Duel, unit: int) -> list[int]:
    """The enemies in range and in sight."""
    facts, here = state.table.units[unit], state.hexes(unit)
    enemies = state.alive(1 - facts.side)
    return [e for e in enemies if in_sight(here, state.hexes(e), facts.kind.reach, BLOCKED)]


def _shots(state: Duel, seat: int, unit: int, hand: Sequence[int]) -> list[Choice]:
    most = min(MOST_PAID, state.stars[state.table.units[unit].side])
    return [
        fire(target, card, paid)
        for target in targets(state, unit)
        for card in (0, *hand)
        for paid in range(most + 1)
    ]


# --- step by step -----------------------------------------------------------------------------------


def draft(state: Duel, seat: int, unit: int, picks: Sequence[int]) -> Draft:
    choices = legal_orders(state, seat, unit)
    ends = {walk.path: walk.pose for walk in moves_of(state, unit)} if unit != NO_UNIT else {}

    def parts(choice: Choice) -> tuple[int, ...]:
        kind = kind_of(choice)
        if kind == BID:
            return tuple(bid_cards(choice))
        if kind == MOVE:
            return kind, ends[choice >> 4], choice >> 4
        if kind == FIRE:
            return (kind, *fire_parts(choice))
        return (kind, choice >> 4) if kind == GUARD else (kind,)

    return grown(choices, parts, picks, lambda done: _step(state, done), _option(state))


def _step(state: Duel, done: tuple[int, ...]) -> tuple[str, str]:
    if state.phase == BIDDING:
        return "card", "Lay one more, or send it as it is." if done else "Lay a card face down."
    if not done:
        return "kind", "Choose what to do."
    if done[0] == MOVE:
        return ("hex", "Choose where to go.") if len(done) == 1 else ("path", "Choose the way there.")
    if done[0] == FIRE:
        return (("target", "At whom?"), ("card", "With a card?"), ("pay", "For how many stars?"))[
            len(done) - 1
        ]
    return "card", "Guard with which card?"


def _option(state: Duel) -> Callable[[tuple[int, ...], int], Pick]:
    def option(done: tuple[int, ...], value: int) -> Pick:
        step = _step(state, done)[0]
        if step == "kind":
            return Pick(value, NAMES[value])
        if step == "hex":
            return Pick(value, MAP.labels[value], place=value)
        if step == "path":
            return Pick(value, _path_words(value))
        if step == "target":
            return Pick(value, state.table.units[value].label, target=value)
        return Pick(value, str(value) if value else "none")

    return option


# --- in words ---------------------------------------------------------------------------------------


def _path_words(path: int) -> str:
    return " ".join(FACINGS[direction] for direction in unpack(path))


def write(state: Duel, order: Order) -> str:
    unit, choice = order
    head = "side" if unit == NO_UNIT else state.table.units[unit].label
    kind = kind_of(choice)
    if kind == FIRE:
        target, card, paid = fire_parts(choice)
        return f"{head} fire {state.table.units[target].label} card {card} stars {paid}"
    loads = {
        BID: lambda: "bid " + "+".join(map(str, bid_cards(choice))),
        MOVE: lambda: f"move {_path_words(choice >> 4)}",
        GUARD: lambda: f"guard {choice >> 4}",
    }
    return f"{head} {loads[kind]()}" if kind in loads else f"{head} {PLAIN[kind]}"


PLAIN = {DONE: "done", PASS: "pass", ROLL: "roll", END: "end"}
_FORM = re.compile(
    r"(side|[SM]\d+) (?:(?P<plain>done|pass|roll|end)|bid (?P<bid>\d(?:\+\d)?)|guard (?P<guard>\d)"
    r"|move (?P<move>(?:NE|NW|SE|SW|E|W)(?: (?:NE|NW|SE|SW|E|W))*)"
    r"|fire (?P<at>[SM]\d+) card (?P<card>\d) stars (?P<paid>\d))"
)


def read(state: Duel, text: str) -> Order:
    found = _FORM.fullmatch(text.strip())
    labels = {unit.label: number for number, unit in enumerate(state.table.units)} | {"side": NO_UNIT}
    if found is None or found[1] not in labels or (found["at"] and found["at"] not in labels):
        raise Unreadable("duel.order", f"“{text}” is no order; it reads like “side bid 3” or “S1 move E NE”.")
    unit = labels[found[1]]
    if found["plain"]:
        return unit, next(kind for kind, word in PLAIN.items() if word == found["plain"])
    if found["bid"]:
        return unit, bid([int(card) for card in found["bid"].split("+")])
    if found["guard"]:
        return unit, int(found["guard"]) << 4 | GUARD
    if found["move"]:
        return unit, move(pack(FACINGS.index(word) for word in found["move"].split()))
    return unit, fire(labels[found["at"]], int(found["card"]), int(found["paid"]))
