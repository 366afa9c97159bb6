"""Starting a campaign: legal drafts are locked, the others are listed (CR-016)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Order, UndoBy


@dataclass(frozen=True, slots=True)
class StartCampaign(Order):
    """Lock every legal draft and begin; fleets that are not legal yet stay drafts and may be locked later."""

    name: ClassVar[str] = "start_campaign"
    undo_by: ClassVar[UndoBy] = "organiser"


@dataclass(frozen=True, slots=True)
class LockFleet(Order):
    """A fleet whose roster was not ready at the start joins the running campaign."""

    name: ClassVar[str] = "lock_fleet"

    fleet: int
