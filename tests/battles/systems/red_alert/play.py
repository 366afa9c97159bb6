"""Battles played at random, and what holds in every position."""

from __future__ import annotations

from collections import Counter
from random import Random

from missions.battles.engine.contract import Event, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.red_alert.engine import actions, orders, turn, windows
from missions.battles.systems.red_alert.engine.cards import COMBAT_DECK, COMMAND_DECK
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import LABELS, members
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.state import STARS, Phase, State, shuffled
from tests.battles.systems.red_alert.positions import stand


def dealt(name: str, seed: str, units: str = "") -> State:
    """The first turn of a battle begins; hands are dealt from shuffled decks."""
    battle, dice = battles()[name], seeded_dice(seed)
    placed = ", ".join(
        f"{side} {unit.id} {LABELS[hex_]}"
        for side, fleet in zip(("Cw", "Cf"), battle.units, strict=True)
        for unit, hex_ in fleet
    )
    state = stand(units or placed, map_of=name, stars=battle.stars)
    state.decks = [shuffled(list(COMMAND_DECK), dice), shuffled(list(COMBAT_DECK), dice)]
    for side in (0, 1):
        for deck, size in enumerate((battle.command[side], battle.combat[side])):
            state.hands[side][deck] = [state.decks[deck].pop() for _ in range(size)]
    turn.begin(state, 0, Course(0, dice))
    return state


def offered(state: State) -> list[Order]:
    """All orders and answers that may be given now."""
    return windows.answers(state) if state.wait else orders.orders(state)


def give(state: State, order: Order, seed: str) -> list[Event]:
    """Carry an order or an answer out."""
    side = state.waiting if state.wait else state.side
    course = Course(side, seeded_dice(seed))
    (windows.answer if state.wait else actions.carry_out)(state, order, course)
    return course.events


def play_out(state: State, seed: str, most: int = 20_000) -> list[Event]:
    """Play at random to the end; every position is sound."""
    random, events = Random(seed), []
    for number in range(most):
        if state.outcome is not None:
            return events
        order = random.choice(offered(state))
        events += give(state, order, f"{seed} {number}")
        assert unsound(state) == []
    raise AssertionError("the battle does not end")


def unsound(state: State) -> list[str]:
    """Facts of a position that cannot be."""
    units, found = state.table.units, []
    here = {unit: hex_ for unit, hex_ in enumerate(state.place) if hex_ >= 0}
    between = {frame.unit for frame in state.frames if not hasattr(frame, "target")}
    standing = {unit: hex_ for unit, hex_ in here.items() if unit not in between}
    if any(state.at[hex_] != unit for unit, hex_ in standing.items()):
        found.append("a unit is not on its hex")
    if set(members(state.taken)) != {hex_ for hex_, unit in enumerate(state.at) if unit >= 0}:
        found.append("hexes that are taken")
    for side, hexes in enumerate(state.occupied):
        stood_on = {hex_ for hex_, unit in enumerate(state.at) if unit >= 0 and units[unit].side == side}
        if set(members(hexes)) != stood_on:
            found.append(f"hexes that side {side} occupies")
    if any(not 0 <= state.figures[unit] <= units[unit].figures for unit in range(len(units))):
        found.append("figures")
    alive = {unit for unit, left in enumerate(state.figures) if left and not state.exited >> unit & 1}
    if alive != set(here):
        found.append("a unit without figures is on the field, or one with figures is not")
    if not 0 <= sum(state.stars) <= STARS or min(state.stars) < 0:
        found.append("stars")
    if state.debris & state.taken:
        found.append("a unit on debris")
    if state.outcome is not None:
        return found
    for deck, whole in enumerate((COMMAND_DECK, COMBAT_DECK)):
        cards = Counter(state.decks[deck]) + Counter(state.discards[deck])
        cards += Counter(state.hands[0][deck]) + Counter(state.hands[1][deck])
        if deck == 0:
            cards += Counter(state.drawn)
            if state.command >= 0 and state.phase < Phase.END:
                cards[state.command] += 1
        if cards != Counter(whole):
            found.append(f"cards of deck {deck}")
    return found
