"""Consequences of a confirmed result, in sentences with their rules (CR-102)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from league.kernel.events import Event
from league.rules.phrases import join_words
from missions.rules.game.results import Result
from missions.rules.game.state import SIDES, FieldedShip, GameState, SideName
from rosters.rules import events as roster
from rosters.rules.narration import FATES, rule_of, section_words, sentence


@dataclass(frozen=True, slots=True)
class Consequence:
    """One sentence. `fleet` is whom it concerns; `ship` the ship that it is about, or on which its card was.

    Consequences with the same `effect` ("missing (MIA)") are alike but for their `name`, so that a page can
    say them together; "" for a sentence that stands alone. `of_ship`: the name is the ship's, not a card's.
    `points` are the FP that the fleet receives.
    """

    fleet: int
    rule: str
    text: str
    ship: int | None = None
    effect: str = ""
    name: str = ""
    of_ship: bool = False
    points: int = 0


OF_SHIPS = (
    roster.ShipLost,
    roster.DamageMarked,
    roster.CrippledMarked,
    roster.RankChanged,
    roster.CardChanged,
    roster.ShipJoined,
)


RISEN_TO = {rank: f"{rank} now" for rank in ("EXP", "VET", "ELITE")}
"""The effect of a promotion by the rank that it leads to."""
REPAIRED = "repaired, no longer DAMAGED"

_OVERTAKEN_BY: dict[type[Event], tuple[type[Event], ...]] = {
    roster.DamageMarked: (roster.DamageMarked, roster.ShipLost),
    roster.ShipLost: (roster.ShipLost,),
    roster.UpgradeLost: (roster.UpgradeLost,),
}
"""Events that do not last if one of the others follows for the same ship or card. The update erases all marks
before it sets new ones (CR-111), and a missing card can still be lost for good (CR-036)."""


def _card_lost(event: roster.UpgradeLost) -> str:
    return f"cards {FATES[event.fate]}"


def _damaged(event: roster.DamageMarked) -> str:
    return f"DAMAGED{section_words(event.sections)}" if event.sections else REPAIRED


_EFFECTS: dict[type[Event], Callable[[Any], str]] = {
    roster.ShipLost: lambda event: FATES[event.fate],
    roster.UpgradeLost: _card_lost,
    roster.NameKilled: lambda event: "can never serve again",
    roster.DamageMarked: _damaged,
    roster.CrippledMarked: lambda event: (
        f"CRIPPLED{section_words(event.sections)}" if event.sections else "no longer CRIPPLED"
    ),
    roster.RankChanged: lambda event: RISEN_TO[event.target] if event.target else f"{event.source} no longer",
    roster.CardChanged: lambda event: f"flown by {event.target_name} now, without upgrades",
    roster.UpgradeMoved: lambda event: "cards into the inventory" if event.target is None else "",
    roster.ShipJoined: lambda event: "came during the game, into the inventory",
    roster.AssetOffered: lambda event: "asset offered",
}


def consequences(game: GameState, result: Result, events: Sequence[Event]) -> Iterator[Consequence]:
    """Every consequence of the events that lasts, and what does *not* happen although one might fear it.
    Last, that the desks are open."""
    lasting = _lasting(events)
    yield from _sentences(game, (event for event in lasting if not isinstance(event, roster.DeskOpened)))
    gone = {event.ship for event in events if isinstance(event, roster.ShipLost)}
    lost = {event.upgrade for event in events if isinstance(event, roster.UpgradeLost)}
    for side in SIDES:
        for ship in game.ships_of(side):
            if ship.id not in gone:
                yield from _spared(game, result, side, ship, lost)
    yield from _sentences(game, (event for event in lasting if isinstance(event, roster.DeskOpened)))


def _lasting(events: Sequence[Event]) -> list[Event]:
    """The events without those that a later one overtakes, such as a repair of a ship that is lost."""
    later: set[tuple[type[Event], int | None]] = set()
    lasting = []
    for event in reversed(events):
        subject = event.upgrade if isinstance(event, roster.UpgradeLost) else getattr(event, "ship", None)
        if not any((kind, subject) in later for kind in _OVERTAKEN_BY.get(type(event), ())):
            lasting.append(event)
        later.add((type(event), subject))
    return lasting[::-1]


def _sentences(game: GameState, events: Iterable[Event]) -> Iterator[Consequence]:
    for event in events:
        text = sentence(event)
        if text:
            facts: Any = event
            ship = _ship_of(game, event)
            effect = _EFFECTS[type(event)](event) if type(event) in _EFFECTS else ""
            name = _name(game, event, ship) if effect else ""
            points = event.amount if isinstance(event, roster.PointsChanged) else 0
            of_ship = isinstance(event, OF_SHIPS)
            yield Consequence(facts.fleet, _rule(event), text, ship, effect, name, of_ship, points)


def _ship_of(game: GameState, event: Event) -> int | None:
    """The ship that the event is about; for a card, the one on which it was in the game."""
    if isinstance(event, roster.UpgradeMoved):
        return event.source
    if isinstance(event, roster.UpgradeLost):
        ships = game.ships.values()
        return next((ship.id for ship in ships for card in ship.upgrades if card.id == event.upgrade), None)
    return getattr(event, "ship", None)


def _name(game: GameState, event: Any, ship: int | None) -> str:
    """The name of the ship as it was in the game, or of the card; of assets on offer, their names."""
    if isinstance(event, roster.AssetOffered):
        return join_words([each.name for each in event.choices], "or")
    fielded = game.ships.get(ship) if isinstance(event, OF_SHIPS) and ship is not None else None
    if fielded:
        return fielded.name
    return event.source_name if isinstance(event, roster.CardChanged) else str(event.name)


def _rule(event: Event) -> str:
    return "CR-117" if isinstance(event, roster.UpgradeMoved) else rule_of(event)


def _spared(
    game: GameState, result: Result, side: SideName, ship: FieldedShip, lost: Collection[int]
) -> Iterator[Consequence]:
    """Harm that a ship which is not lost escapes; `lost` are the cards that are."""

    def told(rule: str, text: str, effect: str, name: str = ship.name) -> Consequence:
        return Consequence(ship.fleet, rule, text, ship.id, effect, name, name == ship.name)

    if result.fates[ship.id] == "driven_off":
        driven_off = f"{ship.name} was driven off"
        if result.winner == side:
            yield told("CR-114", f"{driven_off} and rejoins the victors.", "driven off, rejoined the victors")
        elif game.pregame is not None and game.pregame.works_for(side, "capital_ship_support"):
            aboard = "driven off, taken aboard by the capital ship"
            yield told("CR-088", f"{driven_off} and taken aboard by its capital ship.", aboard)
        else:
            home = "driven off, brought home by the hyperdrive"
            yield told("CR-115", f"{driven_off}, but its hyperdrive brings it home.", home)
    if result.fates[ship.id] == "withdrawn":
        yield told("CR-096", f"{ship.name} withdrew and takes no harm.", "withdrawn unharmed")
    line = game.report.lines.get(ship.id)
    for upgrade in ship.upgrades if line else ():
        if line and upgrade.id in line.spent and upgrade.id not in lost:
            card = f"{upgrade.name} on {ship.name}"
            yield told("CR-116", f"{card} is back for the next game.", "cards back for the next game", card)
