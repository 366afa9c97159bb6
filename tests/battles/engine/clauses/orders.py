"""Clauses about orders."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from league.kernel.refusal import NotYours
from missions.battles.engine.contract import (
    MOST_CHOICE,
    NO_UNIT,
    Order,
    Setup,
    System,
)
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.drafts import finished
from missions.battles.engine.sight import Sight
from tests.battles.engine.clauses.playing import (
    Edges,
    every,
    options,
    play,
    played,
    refusal,
    seats_of,
    start,
)


def writes_and_reads(system: System[Any], setup: Setup) -> None:
    """Legal orders have different words, which are read back."""
    for battle, seat, _ in played(system, setup, "words", 120):
        found = options(system, battle.state, seat)
        assert [system.read(battle.state, system.write(battle.state, order)) for order in found] == found
        assert len(set(found)) == len(found) > 0 and all(abs(choice) < MOST_CHOICE for _, choice in found)


def takes_any_at_random(system: System[Any], setup: Setup) -> None:
    """An order at random is legal, and every unit that may be ordered is taken some time."""
    for battle, seat, _ in played(system, setup, "any", 60, every=4):
        found, random = set(options(system, battle.state, seat)), Random("any").random
        taken = [system.any_order(battle.state, seat, random) for _ in range(40)]
        units = system.legal_units(battle.state, seat)
        assert found.issuperset(taken)
        assert len(units) > 4 or {unit for unit, _ in taken} == set(units)
        assert len(set(taken)) > 1 or len(found) == 1


def drafts_end_in_the_legal_orders(system: System[Any], setup: Setup) -> None:
    """Drafts end in every legal order and in no other, and wrong picks lead nowhere."""
    for battle, seat, _ in played(system, setup, "drafts", 60, every=5):
        for unit in system.legal_units(battle.state, seat)[:2]:
            choices = system.legal_orders(battle.state, seat, unit)
            if len(choices) <= 300:
                assert sorted(finished(system, battle.state, seat, unit)) == sorted(choices)
            draft = system.draft(battle.state, seat, unit, (-99, -99))
            assert not draft.options and draft.choice is None
            first = system.draft(battle.state, seat, unit, ())
            assert first.step and first.text and all(option.text for option in first.options)


def carries_out_whatever_falls(system: System[Any], setup: Setup) -> None:
    """Legal orders can be carried out with the lowest and with the highest dice, and leave orders to give."""
    for battle, seat, chosen in played(system, setup, "legal", 60):
        for order in [*options(system, battle.state, seat)[::9], chosen]:
            for high in (False, True):
                after = system.clone(battle.state)
                system.apply(after, seat, order, Edges(high))
                assert all(options(system, after, other) for other in system.to_act(after))


def clones_are_independent(system: System[Any], setup: Setup) -> None:
    """Copies are independent of the state."""
    for battle, seat, order in played(system, setup, "clone", every=every(4)):
        before = system.key(battle.state)
        after = system.clone(battle.state)
        assert system.key(after) == before
        system.apply(after, seat, order, seeded_dice("other"))
        assert system.key(battle.state) == before


def asking_changes_nothing(system: System[Any], setup: Setup) -> None:
    """Odds, views, drafts, imagined states and the rest leave the state as it is."""
    for battle, seat, _ in played(system, setup, "ask", 150):
        state, before = battle.state, system.key(battle.state)
        for order in options(system, state, seat)[:3]:
            system.odds(state, seat, order)
            system.why_not(state, seat, order)
            system.draft(state, seat, order[0], ())
        system.window(state, seat)
        system.imagine(state, seat, seeded_dice("x"))
        sight = Sight(system, state, seat)
        for unit in sight.units()[:2]:
            sight.words((unit, sight.orders(unit)[0]))
        system.contenders(state, seat, "greedy")
        assert system.key(state) == before


def refuses_with_a_sentence(system: System[Any], setup: Setup) -> None:
    """Illegal orders are refused with a sentence and its rule, and change nothing."""
    kinds: dict[int, Order] = {}
    battle, dice = start(system, setup, "illegal")
    for seat, order in islice(play(battle, dice, "illegal"), 160):
        kinds.setdefault(order[1] & 15, order)
        legal = set(options(system, battle.state, seat))
        before, length, used = system.key(battle.state), len(battle), len(dice.record)
        for wrong in {*kinds.values(), (NO_UNIT, 0), (99, 1), (order[0], -5)} - legal:
            told_no = refusal(battle, seat, wrong, dice, length)
            assert told_no is not None and told_no.message.endswith(".") and told_no.rule
        for other in set(seats_of(battle)) - system.to_act(battle.state):
            assert isinstance(refusal(battle, other, order, dice, length), NotYours)
        assert (system.key(battle.state), len(battle), len(dice.record)) == (before, length, used)
