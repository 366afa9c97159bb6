"""Figures for the table: pilot skill and reroll by status (CR-120), hull and shields with upgrades, damage
to start with (CR-112)."""

from __future__ import annotations

from rosters.catalogue import SectionCard
from rosters.rules.fitting.rigs import Rig, rig
from rosters.rules.state import FleetState, Rank

RISE: dict[Rank, int] = {"": 0, "EXP": 1, "VET": 2, "ELITE": 3}
UNIQUE_RISE: dict[Rank, int] = {"": 0, "EXP": 0, "VET": 1, "ELITE": 3}


def effective_skill(fleet: FleetState, ship_id: int) -> int | None:
    """Pilot skill in play: printed, by status (CR-120), with what attached cards always add; None without
    a printed skill.

    Two-sided cards are left out: their owner picks the side at the table.
    """
    of = rig(fleet, ship_id)
    if of.card.skill is None:
        return None
    rise = (UNIQUE_RISE if of.card.unique else RISE)[of.rank]
    return of.card.skill + rise + sum(card.skill_mod for card in of.working)


def may_reroll(rank: Rank, unique: bool) -> bool:
    """Whether a pilot may once a game reroll any attack dice or any evade dice: a VET without the unique mark
    may, ELITE has a slot instead (CR-120)."""
    return rank == "VET" and not unique


def hull(fleet: FleetState, ship_id: int, section: str = "whole") -> int:
    """Hull of the ship ("whole") or of one section, with what attached cards add (CR-112).

    A crippled section has none, and the whole of a two-section ship is what its sound sections have.
    """
    of = rig(fleet, ship_id)
    own = of.card.hull if not of.two_sections else sum(part.hull for part in _sound(of, section))
    return own + sum(
        each.card.hull_mod for each in of.fitted if not each.mia and _counts(of, each.section, section)
    )


def shields(fleet: FleetState, ship_id: int, section: str = "whole") -> int:
    """Shields of the ship or of one section, as `hull`."""
    of = rig(fleet, ship_id)
    own = of.card.shields if not of.two_sections else sum(part.shields for part in _sound(of, section))
    return own + sum(
        each.card.shields_mod for each in of.fitted if not each.mia and _counts(of, each.section, section)
    )


def damaged_start_cards(hull_points: int) -> int:
    """Face-down damage cards with which a DAMAGED ship or section begins (CR-112)."""
    return hull_points // 2


def _sound(of: Rig, section: str) -> list[SectionCard]:
    return [
        part
        for part in of.card.sections
        if section in ("whole", part.section) and part.section not in of.crippled
    ]


def _counts(of: Rig, sits_in: str, section: str) -> bool:
    return not of.two_sections or sits_in == section or section == "whole"
