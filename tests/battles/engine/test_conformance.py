"""Conformance of every registered rule system, and of the duel, with the contract."""

from collections.abc import Callable
from typing import Any

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import System
from missions.battles.engine.dice import DiceWanted, TypedDice, seeded_dice
from missions.battles.engine.replay import replay
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine import clauses
from tests.battles.engine.card_duel import DUEL, setup_for
from tests.battles.engine.setups import SETUPS

ALL: dict[str, System[Any]] = {**SYSTEMS, DUEL.id: DUEL}
"""Registered systems, and one that needs everything in the contract."""
DUELS = {
    "two": setup_for(),
    "six": setup_for(3, 3, turns=3),
    "uneven": setup_for(2, 1, hand=4),
    "forces": setup_for(1, 1, hand=2, forces=[DUEL.muster([]) | {"units": [{"ref": "1"}, {"ref": "2"}]}] * 2),
}
EVERY = {**SETUPS, DUEL.id: DUELS}
PLACES = [(name, setup) for name, setups in EVERY.items() for setup in setups]


def test_every_system_has_setups_to_be_played():
    assert set(SETUPS) == set(SYSTEMS)


Clause = Callable[[System[Any], Any], None]


@pytest.mark.parametrize("clause", clauses.CLAUSES, ids=lambda clause: clause.__name__)
@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_clause(place: tuple[str, str], clause: Clause):
    name, setup = place
    clause(ALL[name], EVERY[name][setup])


@pytest.mark.walk("machines")
@pytest.mark.parametrize("clause", clauses.SAMPLED, ids=lambda clause: clause.__name__)
@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_clause_at_every_step(place: tuple[str, str], clause: Clause):
    name, setup = place
    with clauses.thoroughly():
        clause(ALL[name], EVERY[name][setup])


def test_a_typed_battle_does_not_ask_a_person_to_shuffle():
    dice = TypedDice([4, 2], seeded_dice("deck"))
    numbers = [dice.draw(40), dice.roll(1)[0], dice.draw(40), dice.roll(1)[0]]
    assert numbers[1::2] == [4, 2] and list(dice.record) == numbers and not dice.left


@pytest.mark.parametrize("name", ALL)
def test_a_broken_setup_is_refused(name: str):
    for broken in ({}, {"scenario": "fighter_clash"}, {"scenario": "free", "forces": [{}, {}]}):
        with pytest.raises(Unreadable):
            ALL[name].setup({"system": name, **broken}, seeded_dice("broken"))


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_text_that_is_no_order_is_unreadable(place: tuple[str, str]):
    name, setup = place
    battle, _ = clauses.start(ALL[name], EVERY[name][setup], "unreadable")
    for text in ("", "W1", "Z9 stop", "W1 fly to the moon", "W1 straight 9999 E", "side first north"):
        with pytest.raises(Unreadable):
            battle.system.read(battle.state, text)


def test_a_replay_without_its_dice_asks_for_them():
    name, setup = PLACES[0]
    record = clauses.ended(ALL[name], EVERY[name][setup], "lost").record()
    record["opening"] = []
    with pytest.raises(DiceWanted):
        replay(ALL[name], record)
