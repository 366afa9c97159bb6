"""Stored battles of earlier rules are played on by their own rules, to the same position and outcome.

`data/version_1.json` holds battles as they were fought and recorded by version 1: their records, the digest
of all that could change (by the names there were then), and how they ended (in the words of then).
"""

import hashlib
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.dice import DiceWanted, seeded_dice
from missions.battles.engine.replay import replay
from missions.battles.systems.fighters.engine.loadouts import SNAP
from missions.battles.systems.fighters.engine.orders import FIRE
from missions.battles.systems.fighters.engine.state import STOP, facts
from missions.battles.systems.registry import SYSTEMS
from tests.battles.marks import rule

FIGHTERS = SYSTEMS["fighters"]
STORED = {
    one["name"]: one
    for one in json.loads((Path(__file__).parent / "data" / "version_1.json").read_text(encoding="utf-8"))
}


def digest(state: Any, names: list[str]) -> str:
    """Digest of position and outcome, without the sentence of the outcome: words may change."""
    known = facts(state)
    winner, _, *rest = known["outcome"]
    known["outcome"] = [winner, *rest]
    text = json.dumps({name: known[name] for name in names}, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("name", STORED)
def test_a_battle_of_version_one_ends_as_it_did(name: str):
    stored = STORED[name]
    assert stored["record"]["setup"]["version"] == "1"
    state = replay(FIGHTERS, stored["record"]).state
    assert state.outcome.winner == stored["outcome"][0]
    assert digest(state, stored["names"]) == stored["facts"]


def today(name: str) -> dict[str, Any]:
    """The record as if version 2 had fought it."""
    record = deepcopy(STORED[name]["record"])
    record["setup"]["version"] = FIGHTERS.version
    return record


def test_by_the_rules_of_today_a_clash_that_was_left_is_lost():
    stored = STORED["a clash that was left"]
    outcome = replay(FIGHTERS, today("a clash that was left")).state.outcome
    assert stored["outcome"][0] == 0 and outcome.winner == 1


def test_by_the_rules_of_today_the_prize_would_still_be_there():
    with pytest.raises(DiceWanted):
        replay(FIGHTERS, today("the prize taken by another ship"))


@rule("FH-124")
def test_a_snap_shot_after_a_full_stop_is_an_order_of_version_one_only():
    name, seen = "a snap shot after a full stop", 0
    record = STORED[name]["record"]
    for number, (seat, unit, choice, _) in enumerate(record["orders"]):
        state = replay(FIGHTERS, record, number).state
        mode = state.loadouts[unit].modes[choice >> 4 & 63] if choice & 15 == FIRE else None
        if mode is not None and mode.kind == SNAP and state.flown[unit] == STOP:
            now = replay(FIGHTERS, today(name), number).state
            assert choice in FIGHTERS.legal_orders(state, seat, unit)
            assert choice not in FIGHTERS.legal_orders(now, seat, unit)
            seen += 1
    assert seen == 4


def test_both_versions_are_played_and_no_others():
    assert FIGHTERS.versions == ("1", "2") and FIGHTERS.version == "2"
    setup = STORED["clash"]["record"]["setup"] | {"version": "3"}
    with pytest.raises(Unreadable, match="There is no version “3”"):
        FIGHTERS.setup(setup, seeded_dice("x"))
