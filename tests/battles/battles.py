"""Battles for tests: opened, begun and played through the door, with dice that follow from fixed seeds."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django.contrib.auth.models import User

from league.kernel.nonces import seal_of
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.models import Battle
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.selectors.positions import Played, played_of
from missions.battles.services import acts, opening

WEST, EAST = Sitter(visitor=digest("west")), Sitter(visitor=digest("east"))


OF_PLANS = {field.name for field in fields(opening.Plan)}


def plan(**more: Any) -> opening.Plan:
    """A small clash, drawn up in line, so that the first order is a move. Keywords that are no fact of a plan
    are options of its system.
    """
    facts: dict[str, Any] = {"scenario": "fighter_clash", "options": {"points": 20, "deploy": "line"}}
    options = {name: value for name, value in more.items() if name not in OF_PLANS}
    facts |= {name: value for name, value in more.items() if name in OF_PLANS}
    return opening.Plan(**{**facts, "options": {**facts["options"], **options}})


def sitting(user: User) -> Sitter:
    return Sitter(user=user.pk)


def opened(west: Sitter = WEST, east: Sitter = EAST, **more: Any) -> Battle:
    """A battle of two people who both sit, with no force yet."""
    row = opening.open_battle(west, plan(**more), opening.new_ticket())
    if more.get("opponent", "link") == "link":
        opening.take_seat(row.pk, east, row.invitation)
    return fresh(row)


def begun(west: Sitter = WEST, east: Sitter = EAST, **more: Any) -> Battle:
    """The same with suggested forces, under way."""
    row = opened(west, east, **more)
    holders = ((0, west), (1, west if more.get("opponent") == "screen" else east))
    for number, sitter in holders:
        opening.announce_seal(row.pk, sitter, number, seal_of(f"nonce {number}"))
    for number, sitter in holders:
        opening.change_force(row.pk, sitter, number, "suggest")
        opening.ready(row.pk, sitter, number, f"nonce {number}")
    return fresh(row)


def url(row: Battle, tail: str = "") -> str:
    """The page of a battle, or one below it."""
    return f"/battles/{row.public_id}/{tail}"


def fresh(row: Battle) -> Battle:
    return Battle.objects.get(pk=row.pk)


def played(row: Battle) -> Played:
    return played_of(fresh(row))


def due(row: Battle) -> int:
    """The seat whose order is awaited."""
    now = played(row)
    return min(now.system.to_act(now.state))


def sitter(row: Battle, seat: int) -> Sitter:
    """The holder of that seat."""
    found = row.seats.get(number=seat)
    return Sitter(found.user_id or 0, found.visitor)


def choice(row: Battle) -> tuple[int, int]:
    """The order that the medium bot would give."""
    now = played(row)
    return RatedBot().choose(now.system, now.state, due(row))


def order(row: Battle, times: int = 1) -> Played:
    """The awaited seat gives the order that looks best."""
    for _ in range(times):
        now = played(row)
        given = choice(row)
        now = acts.order(row.pk, sitter(row, due(row)), given, now.at)
    return now


def until_rolled(row: Battle) -> Played:
    """Orders up to and with the next one that rolls dice."""
    for _ in range(60):
        now = order(row)
        if now.battle.entries[-1].dice:
            return now
    raise AssertionError("sixty orders without a die")


def fought(row: Battle) -> Battle:
    """Play to the end."""
    for _ in range(2000):
        if fresh(row).status != "running":
            return fresh(row)
        order(row)
    raise AssertionError("no end in sight")
