"""Consequences of a confirmed result, in sentences with their rules (CR-102)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from league.kernel.events import Event
from missions.rules.game.results import Result
from missions.rules.game.state import SIDES, FieldedShip, GameState, SideName
from rosters.rules import events as roster
from rosters.rules.narration import rule_of, sentence


@dataclass(frozen=True, slots=True)
class Consequence:
    """One sentence. `fleet` is whom it concerns; `ship` the ship it is about, if it is about one."""

    fleet: int
    rule: str
    text: str
    ship: int | None = None


def consequences(game: GameState, result: Result, events: Sequence[Event]) -> Iterator[Consequence]:
    """Every consequence of the events, and what does *not* happen although one might fear it; last, that the
    desks are open."""
    yield from _sentences(event for event in events if not isinstance(event, roster.DeskOpened))
    gone = {event.ship for event in events if isinstance(event, roster.ShipLost)}
    for side in SIDES:
        for ship in game.ships_of(side):
            yield from _spared(game, result, side, ship, ship.id in gone)
    yield from _sentences(event for event in events if isinstance(event, roster.DeskOpened))


def _sentences(events: Iterable[Event]) -> Iterator[Consequence]:
    for event in events:
        text = sentence(event)
        if text:
            facts: Any = event
            yield Consequence(facts.fleet, _rule(event), text, getattr(event, "ship", None))


def _rule(event: Event) -> str:
    return "CR-117" if isinstance(event, roster.UpgradeMoved) else rule_of(event)


def _spared(
    game: GameState, result: Result, side: SideName, ship: FieldedShip, gone: bool
) -> Iterator[Consequence]:
    if result.fates[ship.id] == "driven_off" and not gone:
        if result.winner == side:
            yield Consequence(
                ship.fleet, "CR-114", f"{ship.name} was driven off and rejoins the victors.", ship.id
            )
        elif game.pregame is not None and game.pregame.works_for(side, "capital_ship_support"):
            yield Consequence(
                ship.fleet,
                "CR-088",
                f"{ship.name} was driven off and taken aboard by its capital ship.",
                ship.id,
            )
        else:
            yield Consequence(
                ship.fleet,
                "CR-115",
                f"{ship.name} was driven off, but its hyperdrive brings it home.",
                ship.id,
            )
    if result.fates[ship.id] == "withdrawn" and not gone:
        yield Consequence(ship.fleet, "CR-096", f"{ship.name} withdrew and takes no harm.", ship.id)
    line = game.report.lines.get(ship.id)
    if line and not gone:
        for upgrade in ship.upgrades:
            if upgrade.id in line.spent:
                yield Consequence(
                    ship.fleet, "CR-116", f"{upgrade.name} on {ship.name} is back for the next game.", ship.id
                )
