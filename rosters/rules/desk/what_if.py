"""PURE: a fleet as it would be after losses that somebody only imagines, worked out by the rules of a real
result (CR-036, CR-113, CR-150). Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal

from league.kernel.decision import SYSTEM, Decision
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import CampaignState
from league.rules.state import LeagueState, Profile
from rosters.rules.desk.closing import Closing, closing
from rosters.rules.state import Desk, FleetState, RostersState
from rosters.rules.uniques.fates import lose_ship, share_fate
from rosters.rules.uniques.team import Mates

Loss = Literal["mia", "kia"]
IMAGINED = 0  # the number of a game that is never played


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The fleet in the post-game phase of that game, and what closing it at once would do."""

    fleet: FleetState
    closing: Closing


def what_if(
    fleet: FleetState,
    profile: Profile,
    losses: Mapping[int, Loss],
    *,
    points: int = 0,
    defeat: bool = False,
    mates: Mates = (),
) -> WhatIf:
    """The fleet after a game in which these ships (numbers) fell and that brought so many points. Ships that
    the fleet does not have, or misses already, are passed over. Neither the fleet nor its `mates` change.
    """
    state = CampaignState()
    state.of(LeagueState).format = "team" if mates else "free_for_all"
    rosters = state.of(RostersState)
    rosters.fleets = {each.id: deepcopy(each) for each in (fleet, *mates)}
    after = rosters.fleets[fleet.id]
    after.standing, after.desk = "desk", Desk(IMAGINED, 0, IMAGINED)
    after.points += points
    after.defeats_in_row = after.defeats_in_row + 1 if defeat else 0
    d = Decision(state, SYSTEM, "", SeededEntropy("what if"), IMAGINED)
    for number, fate in sorted(losses.items()):
        _lose(d, after, number, fate)
    others = tuple(each for each in rosters.fleets.values() if each.id != fleet.id)
    return WhatIf(after, closing(after, profile, others))


def _lose(d: Decision, fleet: FleetState, number: int, fate: Loss) -> None:
    ship = fleet.ships.get(number)
    if ship is None or ship.mia:
        return
    for name in lose_ship(d, fleet.id, number, fate, "CR-113"):
        share_fate(d, fleet.id, name.persona, name.fate, name.caused_by)
