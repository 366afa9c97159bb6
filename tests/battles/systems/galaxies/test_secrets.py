"""A dealer of its own hides fleets, holds and hands again; a seat is told and asked the same in every deal.

The dealer does not use `dreams`. It takes from the rules alone what a seat cannot know: the cards that its
enemy has not shown yet, the holds that some of them lie in, and the sequence of tactic cards in hands and
decks (BG-011, BG-037, BG-045).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from missions.battles.engine.contract import NO_UNIT, Event, Order
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.galaxies.engine.choices import Kind, packed
from missions.battles.systems.galaxies.engine.ships import CARDS
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, Model, State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.setups import SETUPS

READERS = (0, 1, None)
EVERY = 5
SEEDS = "ab"


def unseen(state: State, side: int) -> list[int]:
    """Places in the fleet of cards that were neither launched nor lost."""
    found = list(state.reserve[side])
    for card, hold in enumerate(state.holds):
        found += hold if state.owner[card] == side else ()
    return sorted(found)


def other_fleet(
    state: State, side: int, hidden: list[int], random: Random
) -> tuple[list[FleetCard], list[int]]:
    """Another fleet of as many cards that shows the same ones, and the places of its unseen cards."""
    fleet = state.table.fleets[side]
    if state.table.mustered[side]:
        return list(fleet), hidden
    seen = [card for place, card in enumerate(fleet) if place not in hidden]
    left = state.table.battle.points - sum(card.launch for card in seen)
    names = sorted({card.name for card in CARDS if card.side == side} - {card.type.name for card in seen})
    versions = {name: [card for card in CARDS if card.name == name] for name in names}
    sets = [
        chosen
        for some in combinations(names, len(hidden))
        for chosen in product(*(versions[name] for name in some))
        if sum(card.launch for card in chosen) <= left
    ]
    others = [FleetCard(card, (Model(),) * card.models) for card in random.choice(sets)]
    found = sorted([*seen, *others], key=lambda card: card.type.number)
    return found, [found.index(card) for card in others]


def dealt(state: State, reader: int | None, random: Random) -> State:
    """The state with everything that the reader does not know dealt again."""
    found = state.clone()
    for side in (0, 1):
        if side != reader:
            _deal_ships(found, side, random)
        pool = [*found.decks[side], *(found.hands[side] if side != reader else ())]
        random.shuffle(pool)
        if side != reader:
            held = len(found.hands[side])
            found.hands[side], pool = tuple(sorted(pool[:held])), pool[held:]
        found.decks[side] = tuple(pool)
    return found


def _deal_ships(state: State, side: int, random: Random) -> None:
    fleet, hidden = other_fleet(state, side, unseen(state, side), random)
    fleets = list(state.table.fleets)
    fleets[side] = tuple(fleet)
    state.table = replace(state.table, fleets=(fleets[0], fleets[1]))
    room = {}
    for card, facts in enumerate(state.cards):
        if state.owner[card] != side:
            continue
        state.holds[card] = ()
        alive = any(whose == card and state.place[ship] != NOWHERE for ship, whose in enumerate(state.card))
        if state.carrier[card] == NOWHERE and alive and card not in (state.loading, state.placing):
            room[card] = facts.type.capacity - state.emptied[card]
    behind = []
    for place in random.sample(hidden, len(hidden)):
        card = fleet[place]
        fits = [
            each
            for each, left in room.items()
            if card.type.size < state.cards[each].type.size and card.spaces <= left
        ]
        into = random.choice([NOWHERE, *fits, *fits])
        if into == NOWHERE:
            behind.append(place)
        else:
            room[into] -= card.spaces
            state.holds[into] = tuple(sorted((*state.holds[into], place)))
    state.reserve[side] = tuple(sorted(behind))


def told(state: State, reader: int | None, nonsense: list[Order]) -> list[Any]:
    """Everything that a reader is shown, asked and told at a position."""
    found: list[Any] = [GALAXIES.view_for(state, reader), GALAXIES.to_act(state), GALAXIES.outcome(state)]
    if reader is None:
        return found
    found.append(GALAXIES.window(state, reader))
    units = list(GALAXIES.legal_units(state, reader))
    found.append(units)
    for unit in units:
        choices = list(GALAXIES.legal_orders(state, reader, unit))
        found.append(choices)
        for choice in choices[:: 1 + len(choices) // 12]:
            found.append(GALAXIES.odds(state, reader, (unit, choice)))
            found.append(GALAXIES.write(state, (unit, choice)))
        found.append(GALAXIES.draft(state, reader, unit, ()))
    found += [
        GALAXIES.why_not(state, reader, order) for order in nonsense if not _legal(state, reader, order)
    ]
    return found


def _legal(state: State, seat: int, order: Order) -> bool:
    return order[1] in GALAXIES.legal_orders(state, seat, order[0])


def any_shape(random: Random) -> list[Order]:
    """Orders of every kind, most of which are not legal."""
    return [
        (
            random.choice((NO_UNIT, random.randrange(8))),
            packed(kind, random.getrandbits(random.choice((3, 9, 24)))),
        )
        for kind in Kind
    ]


def heard(state: State, reader: int | None, events: list[Event]) -> list[str]:
    """Sentences of an order as a reader gets them."""
    lines = GALAXIES.narrate(state, events)
    return [line.text for line in lines if line.only is None or reader in line.only]


def steps(name: str, seed: str) -> Iterator[tuple[State, State, Order, list[Event], bytes]]:
    """The positions before and after each order of a random battle, with its events and faces."""
    dice, random = seeded_dice(f"{name} {seed}"), Random(f"{name} {seed}").random
    state, _ = GALAXIES.setup(SETUPS[name], dice)
    while seats := GALAXIES.to_act(state):
        (seat,) = seats
        before, rolled = state.clone(), len(dice.record)
        order = GALAXIES.any_order(state, seat, random)
        events = GALAXIES.apply(state, seat, order, dice)
        yield before, state, order, events, bytes(dice.record[rolled:])


@pytest.mark.rule("BG-011", "BG-037", "BG-045")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SETUPS)
def test_a_reader_is_told_and_asked_the_same_in_every_deal(name: str, seed: str):
    random, deals = Random(seed), 0
    for number, (state, *_) in enumerate(steps(name, seed)):
        if number % EVERY:
            continue
        for reader in READERS:
            nonsense = any_shape(random)
            true = told(state, reader, nonsense)
            for _ in range(2):
                other = dealt(state, reader, random)
                deals += GALAXIES.key(other) != GALAXIES.key(state)
                assert told(other, reader, nonsense) == true
    assert deals >= 5


SHOWN = frozenset(("lost in hold", "drawn", "over"))
"""Events that show hidden cards, or end a battle because of them."""


@pytest.mark.rule("BG-037", "BG-045")
@pytest.mark.parametrize("name", SETUPS)
def test_an_own_order_has_the_same_course_in_every_deal_unless_it_shows_something(name: str):
    random, compared = Random(name), 0
    for before, after, order, events, faces in steps(name, "course"):
        (seat,) = GALAXIES.to_act(before)
        if SHOWN & {event[0] for event in events}:
            continue
        other = dealt(before, seat, random)
        again = GALAXIES.apply(other, seat, order, ScriptedDice(faces))
        if not SHOWN & {event[0] for event in again}:
            assert heard(other, seat, again) == heard(after, seat, events)
            assert GALAXIES.to_act(other) == GALAXIES.to_act(after)
            compared += 1
    assert compared > 50


@pytest.mark.rule("BG-045")
@pytest.mark.parametrize("name", SETUPS)
def test_every_hidden_card_is_dealt_into_holds_and_behind_screens(name: str):
    """A walk over deals finds nothing if they are all alike."""
    random, places = Random(name), set()
    for number, (state, *_) in enumerate(steps(name, "deals")):
        if number % EVERY == 0:
            other = dealt(state, None, random)
            places |= {"hold" for hold in other.holds if hold} | {"screen" for each in other.reserve if each}
    assert places == {"hold", "screen"}
