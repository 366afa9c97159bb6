"""Battles of fighters to look at, and what a presenter is asked to show of them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.moments import turns
from missions.battles.engine.replay import Battle, replay
from missions.battles.presenters.board.inputs import (
    BoardAsked,
    BoardLinks,
    Numbered,
    ReplayAsked,
    ReplayLinks,
)
from missions.battles.presenters.board.page import BoardPage, board_page
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.setups import SETUPS, fighters

SYSTEM = SYSTEMS["fighters"]
NAMES = ("Anna", "Bela")
LINKS = BoardLinks("/b/", "/b/board/", "/b/o/", "/b/t/", "/b/r/", "/b/d/", "/b/p/", "/b/replay/")
REPLAY_LINKS = ReplayLinks("/b/replay/", "/b/replay/part/", "/b/")
SIX = fighters(
    "fighter_clash",
    ["x_wing", "x_wing", "y_wing", "y_wing", "a_wing", "corvette_rebel"],
    ["tie_fighter", "tie_fighter", "tie_fighter", "tie_bomber", "tie_interceptor", "corvette_empire"],
)
SCENES = {**SETUPS["fighters"], "six": SIX}
PHASES = {"deploy": 0, "initiative": 1, "move": 2, "shoot": 3, "end": 4, "over": 5}


@cache
def _record(name: str) -> dict[str, Any]:
    """A whole battle played at random."""
    dice, bot = seeded_dice(name), RandomBot(name)
    battle = Battle(SYSTEM, SCENES[name], dice)
    while seats := SYSTEM.to_act(battle.state):
        seat = min(seats)
        battle.force(seat, bot.choose(SYSTEM, battle.state, seat), dice)
    return battle.record()


def battle(name: str, at: int | None = None) -> Battle[Any]:
    """The battle after `at` orders; None: at its end."""
    return replay(SYSTEM, _record(name), at)


def length(name: str) -> int:
    return len(_record(name)["orders"])


def first(name: str, phase: str, after: int = 0) -> Battle[Any]:
    """The battle at the first moment of a phase, from the order `after` on."""
    return next(
        found
        for at in range(after, length(name) + 1)
        if (found := battle(name, at)).state.phase == PHASES[phase]
    )


def sentences(fought: Battle[Any]) -> list[Numbered]:
    return [
        (number, sentence)
        for number, events in enumerate((fought.opening, *fought.events))
        for sentence in SYSTEM.narrate(fought.state, events)
    ]


def asked(fought: Battle[Any], **more: Any) -> BoardAsked:
    """The board for whoever is awaited, unless told otherwise."""
    state = fought.state
    given: dict[str, Any] = {
        "system": SYSTEM,
        "state": state,
        "seat": min(SYSTEM.to_act(state), default=0),
        "names": NAMES,
        "at": len(fought),
        "sentences": sentences(fought),
        "luck": [],
        "unit": None,
        "choice": None,
        "status": "over" if state.outcome else "running",
        "typed": False,
        "may_take_back": False,
        "draw_offered_by": None,
        "bot_says": "",
        "links": LINKS,
        "outcome": state.outcome,
        "events": fought.events[-1] if fought.events else fought.opening,
    }
    return BoardAsked(**{**given, **more})


def page(fought: Battle[Any], **more: Any) -> BoardPage:
    return board_page(asked(fought, **more))


def replay_asked(name: str, at: int, seat: int | None = None, **more: Any) -> ReplayAsked:
    then, whole = battle(name, at), battle(name)
    given: dict[str, Any] = {
        "system": SYSTEM,
        "state": then.state,
        "seat": seat,
        "seats": (None, 0, 1),
        "names": NAMES,
        "at": at,
        "total": len(whole),
        "turns": turns(whole),
        "sentences": sentences(then),
        "links": REPLAY_LINKS,
        "outcome": whole.state.outcome,
        "events": then.events[-1] if then.events else then.opening,
    }
    return ReplayAsked(**{**given, **more})


def choices_in(markup: str) -> list[int]:
    """The choice of every link that leads to an order."""
    return [int(found) for found in re.findall(r"&amp;order=(-?\d+)", markup)]
