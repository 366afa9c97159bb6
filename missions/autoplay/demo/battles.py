"""Two battles of demo accounts on the hex board: one to watch again, one that waits for a move."""

from __future__ import annotations

from collections.abc import Callable

from missions.autoplay.demo.league import CAPTAINS, account
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.models import Battle
from missions.battles.selectors.battles import Sitter
from missions.battles.selectors.positions import Played, played_of
from missions.battles.services import acts, opening

STEPS = 2
POINTS = 30
BEGUN = 5
"""Orders of the battle that is under way, and more until it waits for the demo player."""
CHALLENGER, PLAYER = CAPTAINS[0], CAPTAINS[1]


def build(progress: Callable[[str], None] = lambda step: None) -> tuple[Battle, Battle]:
    """A public battle fought to its end, and another in its first turn with the demo player to move."""
    challenger, player = (_sitter(each.email, each.name) for each in (CHALLENGER, PLAYER))
    finished = _begun(challenger, player, "fighter_clash")
    while finished.status == "running":
        _order(finished, (challenger, player))
        finished.refresh_from_db()
    progress("battle")
    waiting = _begun(challenger, player, "outpost_assault")
    while waiting.at < BEGUN or not waiting.awaited >> 1 & 1:
        _order(waiting, (challenger, player))
        waiting.refresh_from_db()
    progress("battle")
    return finished, waiting


def _sitter(email: str, name: str) -> Sitter:
    return Sitter(user=account(email, name).pk)


def _begun(west: Sitter, east: Sitter, scenario: str) -> Battle:
    plan = opening.Plan(scenario, POINTS, deploy="line", public=True)
    row = opening.open_battle(west, plan, opening.new_ticket())
    opening.take_seat(row.pk, east, row.invitation)
    for number, sitter in enumerate((west, east)):
        opening.change_force(row.pk, sitter, number, "suggest", "")
        opening.ready(row.pk, sitter, number, "")
    row.refresh_from_db()
    return row


def _order(row: Battle, sitters: tuple[Sitter, Sitter]) -> Played:
    """Give the most promising order for the seat that is awaited."""
    now = played_of(row)
    seat = min(now.system.to_act(now.state))
    given = RatedBot().choose(now.system, now.state, seat)
    return acts.order(row.pk, sitters[seat], given, now.at)
