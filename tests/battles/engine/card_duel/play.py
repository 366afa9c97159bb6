"""The course of a duel: set-up, orders carried out, what each seat knows, what it may imagine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import (
    CHOSEN,
    PHASE,
    TURN,
    Event,
    Order,
    Outcome,
    Seat,
    Seating,
    Setup,
    View,
    people,
)
from missions.battles.engine.contract import (
    OVER as ENDED,
)
from missions.battles.engine.dice import Dice
from missions.battles.engine.hexes import STEPS
from missions.battles.engine.walks import unpack
from tests.battles.engine.card_duel import orders
from tests.battles.engine.card_duel.state import (
    ACT,
    ARKS,
    BID,
    BLAST,
    DEBRIS_HURTS_ON,
    GONE,
    HAND,
    HIGHEST,
    KINDS,
    LOWEST,
    MAP,
    OVER,
    PHASES,
    SIDES,
    SKIFFS,
    STAR,
    SYMBOL,
    TURNS,
    Duel,
    Shot,
    Table,
    Unit,
    shuffled,
)


def seating(setup: Setup) -> Seating:
    """One to three people a side; the first has the ark."""
    seats = []
    for side, count in enumerate(people(setup)):
        for number in range(count):
            word = SIDES[side] if count == 1 else f"{SIDES[side]} {number + 1}"
            seats.append(Seat(side, word, word.lower().replace(" ", "-")))
    return Seating(SIDES, tuple(seats))


def build(setup: Setup, dice: Dice) -> tuple[Duel, list[Event]]:
    counts, hand = people(setup), setup.get("hand", HAND)
    if setup.get("version") != "2" or hand not in (2, 3, 4) or not all(1 <= n <= 3 for n in counts):
        raise Unreadable(
            "duel.setup", "A duel has one to three people a side and hands of two to four cards."
        )
    seats, units = seating(setup), []
    for side in (0, 1):
        own = seats.of(side)
        for number, ref in enumerate(_refs(setup, side)):
            kind = KINDS["skiff" if number else "ark"]
            column, row = SKIFFS[side][number - 1] if number else ARKS[side]
            label = f"{'SM'[side]}{number + 1}"
            units.append(Unit(label, kind, side, own[number % len(own)], ref, MAP.at(column, row)))
    table = Table(seats, tuple(units), hand, setup.get("turns", TURNS))
    copies = 1 + (len(seats.seats) + 1) // 2
    cards = shuffled([*range(LOWEST, HIGHEST + 1)] * copies, dice)
    state = Duel(table, cards, hands=[[] for _ in seats.seats], bids=[[] for _ in seats.seats])
    state.place, state.hull = [unit.start for unit in units], [unit.kind.hull for unit in units]
    events: list[Event] = []
    for _ in range(hand):
        events += _draw(state, state.seats, dice)
    return state, events + _next_turn(state)


def _refs(setup: Setup, side: int) -> list[str]:
    """References of the units of a side: an ark first, then one to three skiffs."""
    forces = setup.get("forces")
    if forces is None:
        return [""] * (1 + max(2, people(setup)[side]))
    return [str(unit.get("ref", "")) for unit in forces[side]["units"]][:4]


def _draw(state: Duel, seats: Iterable[int], dice: Dice) -> list[Event]:
    events: list[Event] = []
    for seat in seats:
        if len(state.hands[seat]) >= state.table.hand:
            continue
        if not state.deck:
            state.deck, state.laid = shuffled(sorted(state.laid), dice), []
            events.append(("reshuffled",))
        if state.deck:
            state.hands[seat].append(state.deck.pop())
            events += [("draws", seat), ("card", seat, state.hands[seat][-1])]
    return events


def _next_turn(state: Duel) -> list[Event]:
    state.turn, state.phase = state.turn + 1, BID
    state.active, state.todo = GONE, []
    return [(TURN, state.turn), (PHASE, BID)]


# --- orders -----------------------------------------------------------------------------------------


def apply(state: Duel, seat: int, order: Order, dice: Dice) -> list[Event]:
    unit, choice = order
    kind = orders.kind_of(choice)
    if kind == orders.BID:
        return _bid(state, seat, orders.bid_cards(choice), dice)
    if kind == orders.MOVE:
        return _move(state, unit, choice >> 4, dice)
    if kind == orders.FIRE:
        return _fire(state, seat, unit, *orders.fire_parts(choice))
    if kind == orders.DONE:
        return [("done", unit), *_acted(state, unit, dice)]
    if kind == orders.END:
        state.todo = [other for other in state.todo if state.table.units[other].seat != seat]
        return [("ends", seat), *_on(state, dice)]
    if kind == orders.ROLL:
        return _roll(state, dice)
    return _answered(state, seat, choice >> 4 if kind == orders.GUARD else 0, dice)


def _bid(state: Duel, seat: int, cards: list[int], dice: Dice) -> list[Event]:
    for card in cards:
        state.hands[seat].remove(card)
    state.bids[seat] = cards
    events: list[Event] = [(CHOSEN, seat), ("bid", seat, *cards)]
    if orders.to_act(state):
        return events
    sums = [sum(sum(state.bids[seat]) for seat in state.table.seating.of(side)) for side in (0, 1)]
    events += [("shown", seat, *state.bids[seat]) for seat in state.seats if state.bids[seat]]
    for seat in state.seats:
        state.laid += state.bids[seat]
        state.bids[seat] = []
    return events + _order_of_sides(state, sums, dice)


def _order_of_sides(state: Duel, sums: list[int], dice: Dice) -> list[Event]:
    events: list[Event] = []
    while sums[0] == sums[1]:
        faces = dice.roll(2, 10)
        sums = [faces[0], faces[1]]
        events.append(("tie", faces))
    state.phase, state.second = ACT, False
    return [
        *events,
        ("first", int(sums[1] > sums[0])),
        (PHASE, ACT),
        *_turn_to(state, int(sums[1] > sums[0])),
    ]


def _turn_to(state: Duel, side: int) -> list[Event]:
    state.side, state.todo, state.active = side, state.alive(side), GONE
    return [("acts", side)]


def _move(state: Duel, unit: int, path: int, dice: Dice) -> list[Event]:
    count = orders.debris_on(state, unit, path)
    start = state.place[unit]
    for direction in unpack(path):
        state.place[unit] += STEPS[direction]
    state.active = unit
    events: list[Event] = [("move", unit, start, state.place[unit])]
    if count:
        faces = dice.roll(count, 10)
        lost = min(state.hull[unit], sum(face >= DEBRIS_HURTS_ON for face in faces))
        state.hull[unit] -= lost
        events.append(("debris", unit, faces, lost))
    if state.hull[unit] <= 0:
        return events + _lost(state, unit) + _acted(state, unit, dice)
    return events


def _fire(state: Duel, seat: int, unit: int, target: int, card: int, paid: int) -> list[Event]:
    facts = state.table.units[unit]
    if card:
        state.hands[seat].remove(card)
        state.laid.append(card)
    state.stars[facts.side] -= paid
    state.shot = Shot(unit, target, shot_dice(state, unit, card, paid), True)
    if not state.hands[state.table.units[target].seat]:
        state.shot = replace(state.shot, asked=False)
    return [("fires", unit, target, card, paid)]


def shot_dice(state: Duel, unit: int, card: int, paid: int) -> int:
    return state.table.units[unit].kind.dice + card // 2 + paid


def _answered(state: Duel, seat: int, card: int, dice: Dice) -> list[Event]:
    shot = state.shot
    assert shot is not None
    events: list[Event] = [("passes", seat)]
    if card:
        state.hands[seat].remove(card)
        state.laid.append(card)
        shot = replace(shot, dice=max(0, shot.dice - 2))
        events = [("guards", seat, card)]
    state.shot = replace(shot, asked=False)
    if shot.dice:
        return events
    state.shot = None
    return [*events, ("spent", shot.unit), *_acted(state, shot.unit, dice)]


def _roll(state: Duel, dice: Dice) -> list[Event]:
    shot = state.shot
    assert shot is not None
    faces = dice.roll(shot.dice, 6, SYMBOL.letters)
    symbol = state.table.units[shot.target].kind.symbol
    hits = sum(face in (BLAST, symbol) for face in faces)
    lost = min(hits, state.hull[shot.target])
    stars, state.shot = faces.count(STAR), None
    state.hull[shot.target] -= lost
    state.stars[state.side] += stars
    events: list[Event] = [("volley", shot.unit, shot.target, faces, hits, lost, stars)]
    if state.hull[shot.target] <= 0:
        events += _lost(state, shot.target)
    return events + _acted(state, shot.unit, dice)


def _lost(state: Duel, unit: int) -> list[Event]:
    state.place[unit] = GONE
    return [("lost", unit)]


def _acted(state: Duel, unit: int, dice: Dice) -> list[Event]:
    """Go on after a unit has acted."""
    state.todo = [other for other in state.todo if other != unit]
    state.active = GONE
    return _on(state, dice)


def _on(state: Duel, dice: Dice) -> list[Event]:
    """Next unit, other side, next turn, or end."""
    arks = [side for side in (0, 1) if state.hull[_ark(state, side)] > 0]
    if len(arks) < 2:
        return _end(state, arks[0] if arks else None, "An ark is lost.", "D-7")
    if state.todo:
        return []
    events = _draw(state, state.table.seating.of(state.side), dice)
    if not state.second:
        state.second = True
        return events + _turn_to(state, 1 - state.side)
    if state.turn < state.table.turns:
        return events + _next_turn(state)
    left = [sum(max(0, state.hull[unit]) for unit in state.alive(side)) for side in (0, 1)]
    winner = None if left[0] == left[1] else int(left[1] > left[0])
    return events + _end(state, winner, f"The last turn is over, hull {left[0]} to {left[1]}.", "D-8")


def _ark(state: Duel, side: int) -> int:
    return next(
        n for n, unit in enumerate(state.table.units) if unit.side == side and unit.label.endswith("1")
    )


def _end(state: Duel, winner: int | None, reason: str, rule: str) -> list[Event]:
    state.outcome, state.phase, state.todo = Outcome(winner, reason, rule), OVER, []
    return [(ENDED, winner, reason, rule, "")]


# --- who knows what ---------------------------------------------------------------------------------


def view(state: Duel, seat: int | None) -> View:
    shot = state.shot
    return {
        "seat": seat,
        "turn": state.turn,
        "turns": state.table.turns,
        "phase": PHASES[state.phase],
        "side": state.side if state.phase == ACT else None,
        "to_act": sorted(orders.to_act(state)),
        "chosen": [each for each in state.seats if state.bids[each]],
        "hand": sorted(state.hands[seat]) if seat is not None else [],
        "bid": state.bids[seat][:] if seat is not None else [],
        "cards": [len(hand) + len(bid) for hand, bid in zip(state.hands, state.bids, strict=True)],
        "deck": len(state.deck),
        "laid": sorted(state.laid),
        "stars": state.stars[:],
        "units": [
            {
                "label": unit.label,
                "kind": unit.kind.name,
                "side": unit.side,
                "seat": unit.seat,
                "hull": max(0, state.hull[number]),
                "hexes": [MAP.labels[hex_] for hex_ in state.hexes(number)],
            }
            for number, unit in enumerate(state.table.units)
        ],
        "todo": state.todo[:],
        "active": state.active,
        "shot": shot and [shot.unit, shot.target, shot.dice, shot.asked],
        "outcome": state.outcome and [state.outcome.winner, state.outcome.reason],
    }


def imagine(state: Duel, seat: int | None, dice: Dice) -> Duel:
    """Deal the cards again that the seat has not seen; how many of them lie face down is unknown, too."""
    copy = state.clone()
    others = [each for each in state.seats if each != seat]
    counts = [len(state.hands[each]) + len(state.bids[each]) for each in others]
    unseen = state.deck + [card for each in others for card in state.hands[each] + state.bids[each]]
    unseen = shuffled(sorted(unseen), dice)
    for each, count in zip(others, counts, strict=True):
        dealt, unseen = unseen[:count], unseen[count:]
        down = dice.draw(min(2, count)) if state.bids[each] else 0
        copy.bids[each], copy.hands[each] = sorted(dealt[:down]), dealt[down:]
    copy.deck = unseen
    return copy
