"""News for a page on which somebody works on a fleet while the fleet moves on by another hand."""

from __future__ import annotations

from rosters.rules.state import FleetState

STARTED = "The campaign has started, which locked the roster of {name}."
LOCKED = "The roster of {name} is locked now."
WITHOUT = (
    "The campaign has started without {name}, because its roster has problems. "
    "Fix them, then lock the roster to join."
)
TAKEN_BACK = "The start of the campaign was undone. You can change {name} until it starts."
OPENED = "The repairs of {name} are open."
MOVED = "{name} has moved on since this page was shown. Its actions are up to date now."


def moved_on(fleet: FleetState, was: str, phase: str) -> str:
    """The sentence for the page of a fleet that stood as `was` (see `Workplace.standing`) and stands
    otherwise now, in a campaign of that phase; "" where the page itself says why it has closed."""
    if phase == "ended":
        return ""
    old_phase, _, old = was.partition("-")
    started = (old_phase, phase) == ("gathering", "running")
    if old == "draft" and fleet.standing != "draft":
        said = STARTED if started else LOCKED if phase == "running" else ""
    elif fleet.standing == "draft":
        said = WITHOUT if started else TAKEN_BACK if (old_phase, phase) == ("running", "gathering") else MOVED
    else:
        said = OPENED if fleet.standing == "desk" else ""
    return said.format(name=fleet.name)
