"""A look at imagined losses: today beside then, and whether the fleet would still be in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from league.rules.state import Profile
from rosters.presenters.desk_page import Ending, ending
from rosters.rules.desk.what_if import Loss, WhatIf, what_if
from rosters.rules.legality import standard_squadrons
from rosters.rules.purchases.values import fleet_value
from rosters.rules.state import FleetState


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure today and then."""

    label: str
    today: int
    then: int

    @property
    def change(self) -> int:
        return self.then - self.today


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that would be different; `ending` says what closing the post-game phase would do.
    `building`: the campaign has not locked the fleet, so that there is nothing to close."""

    figures: tuple[Compared, ...]
    ending: Ending
    building: bool = False

    @property
    def is_out(self) -> bool:
        """Whether the fleet would be out of the campaign."""
        return self.ending.ends_fleet and not self.building

    @property
    def in_short(self) -> str:
        """The same as the verdict, in two words."""
        if self.building and self.ending.ends_fleet:
            return "Being built"
        return "Out, if closed" if self.is_out else "Still in"

    @property
    def value(self) -> Compared:
        """Fleet value (CR-002), the first figure."""
        return self.figures[0]

    @property
    def verdict(self) -> str:
        """Whether the fleet would still be in, in a sentence."""
        if self.building and self.ending.ends_fleet:
            return "The fleet is being built: it lacks the two STANDARD squadrons with which it can play on."
        if self.ending.ends_fleet:
            return "Closing the repairs like this would end the campaign for this fleet."
        if self.ending.refused:
            return "Still in: two STANDARD squadrons can be formed from the ships that are left."
        return "Still in: at least two STANDARD squadrons are left."


def imagined(
    docs: tuple[str, ...],
    profile: Profile,
    losses: Mapping[int, Loss],
    *,
    points: int,
    defeat: bool,
) -> Outcome:
    """The outcome for a stored fleet; `docs` are its text and those of its mates. Kept by these texts."""
    options = (profile.recon_ship_limit_inclusive, profile.recover_any_ship, profile.three_defeats_eliminate)
    return _imagined(docs, options, tuple(sorted(losses.items())), points, defeat)


@lru_cache(maxsize=64)
def _imagined(
    docs: tuple[str, ...],
    options: tuple[bool, bool, bool],
    losses: tuple[tuple[int, Loss], ...],
    points: int,
    defeat: bool,
) -> Outcome:
    fleet, *mates = (msgspec.json.decode(each, type=FleetState) for each in docs)
    profile = Profile(*options)
    found = what_if(fleet, profile, dict(losses), points=points, defeat=defeat, mates=tuple(mates))
    return outcome_of(fleet, found, profile)


def outcome_of(fleet: FleetState, found: WhatIf, profile: Profile) -> Outcome:
    """The comparison of a fleet with what it would be."""
    pairs: Mapping[str, tuple[int, int]] = {
        "Fleet value": (fleet_value(fleet), fleet_value(found.fleet)),
        "Points in hand": (fleet.points, found.fleet.points),
        "Ships that can fly": (_flying(fleet), _flying(found.fleet)),
        "STANDARD squadrons": (
            len(standard_squadrons(fleet, profile)),
            len(standard_squadrons(found.fleet, profile)),
        ),
    }
    return Outcome(
        tuple(Compared(label, today, then) for label, (today, then) in pairs.items()),
        ending(found.fleet, found.closing, profile),
        fleet.standing == "draft",
    )


def _flying(fleet: FleetState) -> int:
    return sum(not ship.mia for ship in fleet.ships.values())
