"""Battles of fighters to look at, and what a presenter is asked to show of them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.moments import turns
from missions.battles.engine.replay import Battle, replay
from missions.battles.engine.sight import Sight
from missions.battles.presenters.board.inputs import (
    BoardInputs,
    BoardLinks,
    Numbered,
    ReplayInputs,
    ReplayLinks,
    Table,
)
from missions.battles.presenters.board.page import BoardPage, board_page
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import PACKS
from tests.battles.engine.setups import SETUPS, fighters

PACK = PACKS["fighters"]
SYSTEM = PACK.system
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
        for sentence in fought.system.narrate(fought.state, events)
    ]


def table(fought: Battle[Any], pack: Pack = PACK, names: tuple[str, ...] = NAMES, title: str = "") -> Table:
    return Table(pack, pack.system.seating(fought.setup), names, title)


def inputs(fought: Battle[Any], **more: Any) -> BoardInputs:
    """The board of an awaited seat, or of the given one; `system` looks at the same state otherwise."""
    state, pack = fought.state, more.pop("pack", PACK)
    system = more.pop("system", pack.system)
    seat = more.pop("seat", min(system.to_act(state), default=0))
    names, title = more.pop("names", NAMES), more.pop("title", "")
    sight = Sight(system, state, seat)
    outcome = system.outcome(state)
    given: dict[str, Any] = {
        "table": table(fought, pack, names, title),
        "sight": sight,
        "acting": more.pop("acting", _acting(system, state, sight)),
        "at": len(fought),
        "sentences": sentences(fought),
        "luck": [],
        "unit": None,
        "choice": None,
        "status": "over" if outcome else "running",
        "typed": False,
        "may_take_back": False,
        "draw_offered_by": None,
        "bot_says": "",
        "links": LINKS,
        "outcome": outcome,
        "events": fought.events[-1] if fought.events else fought.opening,
    }
    if more.get("status", given["status"]) != "running":
        given["acting"] = ()
    return BoardInputs(**{**given, **more})


def _acting(system: Any, state: Any, sight: Sight[Any]) -> list[int]:
    """The units that an order is awaited for, as the views find them."""
    if system.hidden:
        return list(sight.units())
    return [unit for seat in sorted(sight.awaited) for unit in system.legal_units(state, seat)]


def page(fought: Battle[Any], **more: Any) -> BoardPage:
    return board_page(inputs(fought, **more))


def replay_inputs(name: str, at: int, seat: int | None = None, **more: Any) -> ReplayInputs:
    then, whole = battle(name, at), battle(name)
    system = more.pop("system", SYSTEM)
    sight = Sight(system, then.state, seat)
    given: dict[str, Any] = {
        "table": table(whole),
        "sight": sight,
        "acting": () if system.hidden else _acting(system, then.state, sight),
        "seats": (None, 0, 1),
        "at": at,
        "total": len(whole),
        "turns": turns(whole),
        "sentences": sentences(then),
        "links": REPLAY_LINKS,
        "outcome": whole.state.outcome,
        "events": then.events[-1] if then.events else then.opening,
    }
    return ReplayInputs(**{**given, **more})


def choices_in(markup: str) -> list[int]:
    """The choice of every link that leads to an order."""
    return [int(found) for found in re.findall(r"&amp;order=(-?\d+)", markup)]
