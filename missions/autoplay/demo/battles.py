"""Two battles of demo accounts on the hex board: one to watch again, one that waits for a move."""

from __future__ import annotations

from collections.abc import Callable

from missions.autoplay.demo.league import CAPTAINS, account
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.models import Battle
from missions.battles.selectors.battles import Sitter
from missions.battles.selectors.positions import Played, played_of
from missions.battles.services import acts, opening
from missions.battles.systems.registry import packs

STEPS = 2
BEGUN = 5
"""Orders of the battle that is under way, and more until it waits for the demo player."""
CHALLENGER, PLAYER = CAPTAINS[0], CAPTAINS[1]


def build(progress: Callable[[str], None] = lambda step: None) -> tuple[Battle, Battle]:
    """A public battle fought to its end, and another in its first turn with the demo player to move."""
    challenger, player = (_sitter(each.email, each.name) for each in (CHALLENGER, PLAYER))
    finished = _begun(challenger, player, 0)
    while finished.status == "running":
        _order(finished, (challenger, player))
        finished.refresh_from_db()
    progress("battle")
    waiting = _begun(challenger, player, 2)
    while waiting.at < BEGUN or not waiting.awaited >> 1 & 1:
        _order(waiting, (challenger, player))
        waiting.refresh_from_db()
    progress("battle")
    return finished, waiting


def _sitter(email: str, name: str) -> Sitter:
    return Sitter(user=account(email, name).pk)


def _begun(first: Sitter, second: Sitter, number: int) -> Battle:
    """A battle of the system that is offered first: so many of those that visitors try, with its ready-made
    forces.
    """
    tryout = packs()[0].tryout
    scenario = tryout.scenarios[number % len(tryout.scenarios)]
    plan = opening.Plan(scenario, tryout.options(scenario), public=True)
    row = opening.open_battle(first, plan, opening.new_ticket())
    opening.take_seat(row.pk, second, row.invitation)
    for seat in row.seats.order_by("number"):
        seat.force = plan.pack.forces.ready_made(row.setup, seat.number)
        seat.save(update_fields=["force"])
        opening.ready(row.pk, (first, second)[seat.number], seat.number, "")
    row.refresh_from_db()
    return row


def _order(row: Battle, sitters: tuple[Sitter, Sitter]) -> Played:
    """Give the most promising order for the seat that is awaited."""
    now = played_of(row)
    seat = min(now.system.to_act(now.state))
    given = RatedBot().choose(now.system, now.state, seat)
    return acts.order(row.pk, sitters[seat], given, now.at)
