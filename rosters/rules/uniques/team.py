"""Teams: in a team campaign all fleets of one side are one team, and the rules of unique names hold for
the team as for one fleet (CR-039, CR-055).

The rules of names take the fleet and its `mates`, which `mates_of` finds; without teams there are none.

- A name that any fleet of the team has lost for good is lost to all, and one that any has flown is flown,
  also when that fleet is eliminated or has left (CR-040, CR-141). A fleet that left before its first game
  leaves nothing behind.
- The cards of a fleet that is eliminated or has left belong to nobody any more: the others may own and use
  their names, and no fate reaches them.
- A draft keeps its names from the others. No fate reaches it: a killed name has to be given back before the
  draft can be locked.
"""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.fold import CampaignState
from league.rules.standings import OUT
from league.rules.state import LeagueState
from rosters.rules.state import FleetState, RostersState

Mates = tuple[FleetState, ...]


def mates_of(state: CampaignState, fleet: FleetState) -> Mates:
    """The other fleets of its team, by number, in any standing; () when each plays for itself."""
    if state.of(LeagueState).format != "team":
        return ()
    fleets = state.of(RostersState).fleets.values()
    return tuple(each for each in fleets if each.side == fleet.side and each.id != fleet.id)


def holding_names(mates: Iterable[FleetState]) -> list[FleetState]:
    """Fleets whose cards keep a name from the others: all that are not out of the campaign."""
    return [each for each in mates if each.standing not in OUT]


def sharing_fates(mates: Iterable[FleetState]) -> list[FleetState]:
    """Fleets whose cards fall with a name (CR-036): all that take part, no drafts."""
    return [each for each in mates if each.standing not in (*OUT, "draft")]


def killed_with(fleet: FleetState, mates: Iterable[FleetState], persona: str) -> FleetState | None:
    """The fleet of the team that lost the name for good, the fleet itself first (CR-040)."""
    return next((each for each in (fleet, *mates) if persona in each.killed), None)


def flown_with(fleet: FleetState, mates: Iterable[FleetState], persona: str) -> FleetState | None:
    """The fleet of the team that had a ship card of the name, the fleet itself first (CR-141)."""
    known = (fleet, *(each for each in mates if not _left_unplayed(each)))
    return next((each for each in known if persona in each.flown), None)


def _left_unplayed(fleet: FleetState) -> bool:
    return fleet.standing == "retired" and not fleet.victories + fleet.defeats + fleet.draws
