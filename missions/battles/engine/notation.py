"""Battles as text: one line of JSON for the set-up, then one line for every order, dice at its end.

    blue B1 glide 0713 NE
    red R2 strike B1 : 3 5 6 1

A person can read and type it; `loads(dumps(battle))` gives the same battle.
"""

from __future__ import annotations

import json
from typing import TypeVar

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import Setup, System
from missions.battles.engine.dice import DiceWanted, ScriptedDice
from missions.battles.engine.replay import Battle

S = TypeVar("S")

_STUMBLES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""Errors of a system that is given a set-up of the wrong shape."""


def dumps(battle: Battle[S]) -> str:
    """The whole battle in words."""
    system = battle.system
    opening = " ".join(str(face) for face in battle.opening_dice)
    lines = [json.dumps(battle.setup, sort_keys=True), f"set-up : {opening}".rstrip()]
    names = _names(system, battle.setup)
    state, _ = system.setup(battle.setup, ScriptedDice(battle.opening_dice))
    for entry in battle.entries:
        words = f"{names[entry.seat]} {system.write(state, entry.order)}"
        dice = " ".join(str(face) for face in entry.dice)
        lines.append(f"{words} : {dice}" if dice else words)
        system.apply(state, entry.seat, entry.order, ScriptedDice(entry.dice))
    return "\n".join(lines) + "\n"


def loads(system: System[S], text: str) -> Battle[S]:
    """The battle that the text tells. Raises Unreadable, and Refusal for an order that is not legal."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not lines[1].startswith("set-up"):
        raise Unreadable(
            "battle.text", "A battle starts with its set-up in JSON and a line “set-up :” with dice."
        )
    battle = _opened(system, lines[0], lines[1].partition(":")[2])
    names = _names(system, battle.setup)
    for line in lines[2:]:
        words, _, dice = line.partition(" : ")
        name, _, order = words.strip().partition(" ")
        if name not in names:
            known = " or ".join(names)
            raise Unreadable("battle.seat", f"“{name}” is no seat; a line starts with {known}.")
        given = system.read(battle.state, order)
        try:
            battle.submit(names.index(name), given, _faces(dice), len(battle))
        except DiceWanted as wanted:
            raise _too_few(wanted) from wanted
    return battle


def _names(system: System[S], setup: Setup) -> list[str]:
    """The word that begins a line, by seat."""
    return [seat.key for seat in system.seating(setup).seats]


def _opened(system: System[S], setup: str, dice: str) -> Battle[S]:
    """The battle before its first order. Raises Unreadable for a set-up that no system has."""
    faces = _faces(dice)
    try:
        facts = json.loads(setup)
        if isinstance(facts, dict):
            return Battle(system, facts, faces)
    except DiceWanted as wanted:
        raise _too_few(wanted) from wanted
    except (*_STUMBLES, RecursionError) as wrong:
        raise Unreadable("battle.setup", "The first line is no set-up that can be read.") from wrong
    raise Unreadable("battle.setup", "The first line has to be a set-up in JSON: {…}.")


def _too_few(wanted: DiceWanted) -> Unreadable:
    text = f"A line has too few dice: {wanted.count} more with {wanted.sides} sides are rolled there."
    return Unreadable("battle.dice", text)


def _faces(text: str) -> ScriptedDice:
    try:
        return ScriptedDice([int(word) for word in text.split()])
    except ValueError as wrong:
        raise Unreadable(
            "battle.dice", f"“{text.strip()}” are no dice; write numbers with spaces."
        ) from wrong
