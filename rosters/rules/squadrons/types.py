"""Squadron types and their limits (CR-011 to CR-015, CR-017, CR-018, CR-020, CR-021)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from league.kernel.refusal import Finding
from league.rules.phrases import TYPE_NAMES, join_words
from league.rules.state import Profile
from rosters.catalogue import Size
from rosters.rules.fitting.rigs import Rig, rig
from rosters.rules.purchases.values import rig_squad_points
from rosters.rules.state import FleetState, SquadronType

TYPES: tuple[SquadronType, ...] = ("recon", "standard", "epic")
WEIGHTS: dict[SquadronType, int] = {"recon": 1, "standard": 2, "epic": 4}
LIMITS: dict[SquadronType, tuple[int, int]] = {"recon": (30, 60), "standard": (60, 120), "epic": (120, 240)}
RULES: dict[SquadronType, str] = {"recon": "CR-012", "standard": "CR-013", "epic": "CR-014"}
LEAST_VALUE = 30
RECON_SHIPS = 3
RECON_SHIP_POINTS = 30
MOST_EPIC = 2


@dataclass(frozen=True, slots=True)
class Member:
    """A ship as the limits count it."""

    name: str
    size: Size
    points: int


def limits(kind: SquadronType) -> tuple[int, int]:
    """Lowest and highest value of a squadron of that type, in squad points."""
    return LIMITS[kind]


def type_findings(fleet: FleetState, card: int, profile: Profile) -> list[Finding]:
    """Reason why a squadron is not what it is designated as; missing ships are left out (CR-018). Raises
    KeyError for a card that is no squadron."""
    members = members_of(fleet, (ship.id for ship in fleet.ships_in(card)))
    return typed_findings(members, fleet.squadrons[card].type, profile, card)


def possible_types(fleet: FleetState, ships: Collection[int], profile: Profile) -> tuple[SquadronType, ...]:
    """The types that these ships could be designated as (CR-015); () when they cannot be a squadron
    (CR-021)."""
    return _possible(members_of(fleet, ships), profile)


def epic_findings(fleet: FleetState) -> list[Finding]:
    """More than two EPIC squadrons (CR-017)."""
    epics = [squadron.card for squadron in fleet.squadrons.values() if squadron.type == "epic"]
    if len(epics) <= MOST_EPIC:
        return []
    message = (
        f"The fleet has {len(epics)} EPIC squadrons and {MOST_EPIC} are the limit. "
        "Give one another type or disband it."
    )
    return [Finding("too_many_epic", message, "CR-017", about=f"squadron:{card}") for card in epics]


def members_of(fleet: FleetState, ships: Iterable[int]) -> list[Member]:
    """The ships that count, missing ones left out (CR-018)."""
    return [member(rig(fleet, number)) for number in ships if not fleet.ships[number].mia]


def member(of: Rig) -> Member:
    """A rigged ship as the limits see it."""
    return Member(of.card.name, of.card.size, rig_squad_points(of))


def typed_findings(
    members: Collection[Member], kind: SquadronType, profile: Profile, card: int
) -> list[Finding]:
    """Reason why these ships are no squadron of that type: every reason, and what they could be instead."""
    faults = [*_value_faults(members, kind), *_ship_faults(members, kind, profile)]
    if faults and members:
        faults += _ways_out(faults, members, profile)
    return [replace(fault, about=f"squadron:{card}") for fault in faults]


def _value_faults(members: Collection[Member], kind: SquadronType) -> Iterator[Finding]:
    low, high = LIMITS[kind]
    value = sum(member.points for member in members)
    wanted = f"{TYPE_NAMES[kind]} is {low} to {high} squad points; this squadron has {value}"
    if value < low:
        rule = "CR-011" if value < LEAST_VALUE else RULES[kind]
        yield Finding("squadron_too_small", f"{wanted}. Add {low - value} points.", rule)
    elif value > high:
        yield Finding("squadron_too_big", f"{wanted}. Take out {value - high} points.", RULES[kind])


def _ship_faults(members: Collection[Member], kind: SquadronType, profile: Profile) -> Iterator[Finding]:
    huge = [member.name for member in members if member.size is Size.HUGE]
    if kind != "epic" and huge:
        message = f"Huge ships fly only in EPIC squadrons. Move {_names(huge)} to one."
        yield Finding("squadron_huge", message, "CR-014")
    if kind == "recon":
        yield from _recon_faults(members, profile)
    if kind == "epic" and all(member.size is Size.SMALL for member in members):
        message = "EPIC needs at least one Large or Huge ship. Add one."
        yield Finding("squadron_no_large", message, "CR-014")


def _recon_faults(members: Collection[Member], profile: Profile) -> Iterator[Finding]:
    if len(members) > RECON_SHIPS:
        over = len(members) - RECON_SHIPS
        message = f"RECON is {RECON_SHIPS} ships at most; here are {len(members)}. Take out {over}."
        yield Finding("squadron_too_many_ships", message, "CR-012")
    most = _most_for_recon(profile)
    for member in members:
        if member.points > most:
            message = (
                f"{member.name} counts {member.points} points with its upgrades; "
                f"in RECON no ship may count more than {most}. Swap it for a cheaper one."
            )
            yield Finding("squadron_dear_ship", message, "CR-012")


def _most_for_recon(profile: Profile) -> int:
    return RECON_SHIP_POINTS if profile.recon_ship_limit_inclusive else RECON_SHIP_POINTS - 1


def _possible(members: Collection[Member], profile: Profile) -> tuple[SquadronType, ...]:
    return tuple(
        kind
        for kind in TYPES
        if not any((*_value_faults(members, kind), *_ship_faults(members, kind, profile)))
    )


def _ways_out(
    faults: Collection[Finding], members: Collection[Member], profile: Profile
) -> Iterator[Finding]:
    """The types that they could be, or that there is none (CR-021); a lone lack of points has said so
    itself."""
    others = " or ".join(TYPE_NAMES[kind] for kind in _possible(members, profile))
    if others:
        message = f"At present it can be {others}."
        yield Finding("squadron_other_type", message, "CR-022", "warning")
    elif {each.code for each in faults} != {"squadron_too_small"}:
        message = "Not a legal squadron yet: its ships fit no type. Move ships in or out."
        yield Finding("squadron_no_type", message, "CR-021")


def _names(names: Collection[str]) -> str:
    return join_words(names)


def epics_used(fleet: FleetState) -> bool:
    """Whether no further EPIC squadron is allowed (CR-017)."""
    return sum(each.type == "epic" for each in fleet.squadrons.values()) >= MOST_EPIC
