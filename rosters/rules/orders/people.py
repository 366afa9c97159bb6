"""Who holds a fleet: handing over, leaving, retiring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order, UndoBy


@dataclass(frozen=True, slots=True)
class HandOverFleet(Order):
    """Give a fleet to another member who has none."""

    name: ClassVar[str] = "hand_over_fleet"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
    member: int


@dataclass(frozen=True, slots=True)
class LeaveCampaign(Order):
    """A member leaves; his fleet is retired. `member` 0 stands for whoever acts."""

    name: ClassVar[str] = "leave_campaign"
    undo_by: ClassVar[UndoBy] = "organiser"

    member: int = 0


@dataclass(frozen=True, slots=True)
class RetireFleet(Order):
    """Take a fleet out of the campaign for good; a draft is dissolved."""

    name: ClassVar[str] = "retire_fleet"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleet: int
