"""What a confirmed result does, in sentences with their rules (CR-102)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from league.kernel.events import Event
from missions.rules.results import Result
from missions.rules.state import SIDES, FieldedShip, GameState, SideName
from rosters.rules import events as roster


@dataclass(frozen=True, slots=True)
class Consequence:
    """One sentence. `fleet` is whom it concerns; `ship` the ship it is about, if it is about one."""

    fleet: int
    rule: str
    text: str
    ship: int | None = None


_LOST = {
    "mia": "{name} is missing (MIA) and can be recovered for half.",
    "kia": "{name} is lost for good (KIA).",
    "removed": "{name} is discarded and leaves the roster; it may be bought again.",
}


def consequences(game: GameState, result: Result, events: Iterable[Event]) -> Iterator[Consequence]:
    """Every consequence of the events, then what does *not* happen although one might fear it."""
    for event in events:
        text = _sentence(event)
        if text:
            facts: Any = event
            yield Consequence(facts.fleet, _rule(event), text, getattr(event, "ship", None))
    gone = {event.ship for event in events if isinstance(event, roster.ShipLost)}
    for side in SIDES:
        for ship in game.ships_of(side):
            yield from _spared(game, result, side, ship, ship.id in gone)


def _rule(event: Event) -> str:
    if isinstance(event, roster.GameRecorded):
        return "CR-121"
    if isinstance(event, roster.UpgradeMoved):
        return "CR-117"
    if isinstance(event, roster.DeskOpened):
        return "CR-054"
    return str(getattr(event, "rule", ""))


def _sentence(event: Event) -> str:
    match event:
        case roster.PointsChanged():
            return f"{event.amount:+d} fleet points: {event.what.lower()}."
        case roster.GameRecorded():
            return f"The {event.result} against {event.opponent_name} goes into the fleet's history."
        case roster.ShipLost() | roster.UpgradeLost():
            return _LOST[event.fate].format(name=event.name)
        case roster.NameKilled():
            return f"The name {event.name} is dead for this fleet: no card of it can be bought or used again."
        case roster.CardChanged():
            return f"{event.source_name} is dead; the ship flies on as {event.target_name}, bare."
        case roster.RankChanged() if event.target:
            return f"{event.name} rises to {event.target}."
        case roster.RankChanged():
            return f"{event.name} loses the status {event.source}."
        case roster.DamageMarked() if event.sections:
            return f"{event.name} is DAMAGED{_listed(event.sections)} and starts its next game with damage."
        case roster.DamageMarked():
            return f"The DAMAGED mark of {event.name} is erased."
        case roster.CrippledMarked():
            return f"{event.name} is CRIPPLED{_listed(event.sections)} until it is repaired."
        case roster.UpgradeMoved():
            return f"{event.name} waits in the inventory, since the crippled section has no place for it."
        case roster.DeskOpened():
            return "The post-game phase opens: recover, repair, promote, buy and reorganise."
        case _:
            return ""


def _listed(sections: tuple[str, ...]) -> str:
    named = [section for section in sections if section != "whole"]
    return f" ({', '.join(named)})" if named else ""


def _spared(
    game: GameState, result: Result, side: SideName, ship: FieldedShip, gone: bool
) -> Iterator[Consequence]:
    if result.fates[ship.id] == "driven_off" and not gone:
        if result.winner == side:
            yield Consequence(
                ship.fleet, "CR-114", f"{ship.name} was driven off and rejoins the victors.", ship.id
            )
        else:
            yield Consequence(
                ship.fleet,
                "CR-115",
                f"{ship.name} was driven off, but its hyperdrive brings it home.",
                ship.id,
            )
    line = game.report.lines.get(ship.id)
    if line and not gone:
        for upgrade in ship.upgrades:
            if upgrade.id in line.spent:
                yield Consequence(
                    ship.fleet, "CR-116", f"{upgrade.name} on {ship.name} is back for the next game.", ship.id
                )
