"""Battles in lists, and the pages before the first order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.kernel.refusal import Finding
from missions.battles.engine.contract import SEAT_WORDS
from missions.battles.systems.fighters.engine.loadouts import KINDS, crewed_cost, crews, profiles, upgrades
from missions.battles.systems.fighters.forces.muster import kit_of, takes_transport, total, transport_of
from missions.battles.systems.fighters.scenarios import Scenario

SIDE_WORDS = {"rebel": "Rebel", "empire": "Imperial", "scum": "Scum"}
BADGES = {"rebel": "rebel", "empire": "imperial", "scum": "scum"}
STATUS_WORDS = {
    "open": "Not begun",
    "running": "Under way",
    "paused": "Paused",
    "over": "Over",
}
DICE_WORDS = {"fair": "rolled by the app", "typed": "typed by hand"}
DEPLOY_WORDS = {"choose": "unit by unit, in turn", "line": "drawn up by the app"}


def house_rules(setup: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a battle plays otherwise than the rules have it, with the rule that it changes."""
    found = []
    if setup.get("natural_one_misses"):
        found.append(("an attack die that shows 1 always misses", "FH-005"))
    if salvos := setup.get("torpedo_salvos"):
        shots = "one shot" if salvos == 1 else f"{salvos} shots"
        found.append((f"{shots} with each kind of torpedo for a unit", "FH-120"))
    return found


@dataclass(frozen=True, slots=True)
class Line:
    """A battle in a list."""

    url: str
    title: str
    west: str
    east: str
    status: str
    result: str
    mine: bool
    """It waits for the reader."""
    changed: Any
    action: str
    """What its button says; "" where there is nothing to see."""
    keep: str
    """Where a visitor who has signed in takes the battle into the account."""


def status_words(status: str, mine: bool) -> str:
    """How a battle stands, for its reader."""
    return "Your move" if mine and status == "running" else STATUS_WORDS[status]


def action_words(status: str, begun: bool, mine: bool, seated: bool) -> str:
    """What the button of a battle in a list says; `mine`: it waits for the reader, who is `seated` in it."""
    if status == "over":
        return "Replay" if begun else ""
    if not seated:
        return "Watch"
    if status == "open":
        return "Get ready" if mine else "To the battle"
    return "To the board"


def result_words(winner: int | None, ended: str, reason: str, grade: str = "") -> str:
    """How a battle ended, in one line."""
    if ended in ("", "called_off"):
        return reason
    who = "A draw" if winner is None else f"{SEAT_WORDS[winner]} wins"
    return f"{who}{f' ({grade})' if grade else ''}. {reason}"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat before the battle begins."""

    number: int
    place: str
    name: str
    side: str
    ready: bool
    mine: bool
    free: bool


@dataclass(frozen=True, slots=True)
class Box:
    """An upgrade to tick. The same one may be offered twice."""

    id: str
    name: str
    cost: int
    ticked: bool
    rule: str


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit of a draft."""

    number: int
    name: str
    kind: str
    crew: str
    points: int
    boxes: tuple[Box, ...]
    light: bool
    """A light ship, which could be the transport."""


@dataclass(frozen=True, slots=True)
class OfferLine:
    """A craft to buy."""

    id: str
    name: str
    kind: str
    cost: int
    facts: str
    house: bool
    rule: str


@dataclass(frozen=True, slots=True)
class ForcePage:
    """The force builder of one seat."""

    seat: int
    place: str
    side: str
    badge: str
    sides: tuple[tuple[str, str], ...]
    """Sides to choose from; empty where the battle says which."""
    units: tuple[UnitLine, ...]
    offers: tuple[OfferLine, ...]
    spent: int
    limit: int
    findings: tuple[Finding, ...]
    transport: int
    """The unit that has to dock; −1 where none does."""
    printed: bool
    """The battle itself, or the game of a campaign, says which force it is."""

    @property
    def left(self) -> int:
        return self.limit - self.spent


def force_page(
    battle: Scenario,
    seat: int,
    force: dict[str, Any],
    limit: int,
    offered: Sequence[str],
    findings: Sequence[Finding],
    *,
    printed: bool,
) -> ForcePage:
    """The builder for a draft; `offered` are the craft that may be bought."""
    side, units = str(force.get("side", "")), force.get("units", ())
    return ForcePage(
        seat=seat,
        place=SEAT_WORDS[seat],
        side=SIDE_WORDS.get(side, side),
        badge=BADGES.get(side, ""),
        sides=tuple(SIDE_WORDS.items()) if battle.sides[seat] == "any" else (),
        units=tuple(_unit(number, unit) for number, unit in enumerate(units)),
        offers=tuple(_offer(name) for name in offered),
        spent=total(force),
        limit=limit,
        findings=tuple(findings),
        transport=transport_of(units) if takes_transport(battle.id, seat) else -1,
        printed=printed,
    )


def _unit(number: int, unit: dict[str, Any]) -> UnitLine:
    kit = kit_of(unit)
    name = f"{unit['name']}, {kit.name}" if unit.get("name") else kit.name
    crew = kit.crew.name.lower() + (", damaged" if unit.get("damaged") else "")
    return UnitLine(number, name, KINDS[kit.kind], crew, kit.points, tuple(_boxes(unit)), kit.light)


def _boxes(unit: dict[str, Any]) -> list[Box]:
    profile, bought = kit_of(unit).profile, list(unit.get("upgrades", ()))
    found = []
    for upgrade in upgrades().values():
        if upgrade.fits(profile):
            have = bought.count(upgrade.id)
            for copy in range(upgrade.most):
                name = upgrade.name if copy == 0 else f"{upgrade.name}, once more"
                found.append(Box(upgrade.id, name, upgrade.cost, copy < have, upgrade.rules[0]))
    return found


def _offer(name: str) -> OfferLine:
    profile = profiles()[name]
    kind = KINDS[profile.kind]
    facts = [f"Movement {profile.movement}", f"Evasion {profile.evasion}"]
    if kind == "fighter":
        facts.insert(0, f"{profile.craft} fighters")
        facts.append(f"shield {profile.save}+" if profile.save else "no shield")
    else:
        facts.append(f"hull {profile.hits}")
        facts.append(f"save {profile.save}+" if profile.save else f"shields {profile.shield}")
    facts.append(f"{crews()[profile.crew].name.lower()} crew")
    cost = crewed_cost(profile, crews()[profile.crew])
    return OfferLine(
        name, profile.name, kind, cost, ", ".join(facts), profile.source == "house", profile.rules[0]
    )
