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
class Imagined:
    """A game that somebody imagines: the fates of ships (numbers) that fall, the reward, and the result."""

    losses: tuple[tuple[int, Loss], ...] = ()
    points: int = 0
    defeat: bool = False


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
    state = copied(fleet, profile, mates)
    play(state, fleet.id, Imagined(tuple(losses.items()), points, defeat))
    fleets = state.of(RostersState).fleets
    others = tuple(each for each in fleets.values() if each.id != fleet.id)
    return WhatIf(fleets[fleet.id], closing(fleets[fleet.id], profile, others))


def copied(fleet: FleetState, profile: Profile, mates: Mates = ()) -> CampaignState:
    """A campaign of copies: the fleet, its mates and the rules profile."""
    state = CampaignState()
    league = state.of(LeagueState)
    league.format, league.profile = "team" if mates else "free_for_all", profile
    state.of(RostersState).fleets = {each.id: deepcopy(each) for each in (fleet, *mates)}
    return state


def play(state: CampaignState, number: int, imagined: Imagined) -> None:
    """Change a fleet as the imagined game would, and open its post-game phase."""
    after = state.of(RostersState).fleets[number]
    after.standing, after.game, after.desk = "desk", None, Desk(IMAGINED, 0, IMAGINED)
    after.points += imagined.points
    after.defeats_in_row = after.defeats_in_row + 1 if imagined.defeat else 0
    d = Decision(state, SYSTEM, "", SeededEntropy("what if"), IMAGINED)
    for ship, fate in sorted(imagined.losses):
        _lose(d, after, ship, fate)


def _lose(d: Decision, fleet: FleetState, number: int, fate: Loss) -> None:
    ship = fleet.ships.get(number)
    if ship is None or ship.mia:
        return
    for name in lose_ship(d, fleet.id, number, fate, "CR-113"):
        share_fate(d, fleet.id, name.persona, name.fate, name.caused_by)
