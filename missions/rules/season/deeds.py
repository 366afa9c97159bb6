"""Deeds of fleets and their cards in a season, counted from the log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from league.kernel.events import Event
from league.ports import Flown
from missions.rules.game.events import SquadronsDrawn
from missions.rules.game.state import DrawnSquadron, FieldedShip
from missions.rules.pregame.events import ForcesRevealed, ReinforcementDrawn
from rosters.catalogue import catalogue
from rosters.rules import events as fleet_events

RAISED = ("EXP", "VET", "ELITE")
TO_A_BETTER_CARD = "CR-141"

Ship = tuple[int, int]
"""A ship by the numbers of its fleet and its own."""
Squadron = tuple[int, int, int]
"""A squadron by its fleet, its card, and the number of squadrons that were struck under that card before."""
Kind = tuple[str, str]
"""A kind of ship: its key in the catalogue ("" if the card is gone from there) and its name."""

TOLD = (
    "fleet.locked",
    "fleet.rank_changed",
    "fleet.card_changed",
    "fleet.ship_lost",
    "fleet.ship_recovered",
    "fleet.ship_bought",
    "fleet.upgrade_bought",
    "fleet.squadron_struck",
    "game.squadrons_drawn",
    "game.forces_revealed",
    "game.reinforcement_drawn",
)
"""Kinds of events that `deeds` reads."""


@dataclass(slots=True)
class Deeds:
    """Counts by fleet, ship and squadron. `whole`: games of which a squadron came out with every ship;
    `flown`: times that a fleet had a kind of ship on the table, by its card's ship and its model."""

    raised: Counter[int] = field(default_factory=Counter)
    killed: Counter[int] = field(default_factory=Counter)
    recovered: Counter[int] = field(default_factory=Counter)
    bought: Counter[int] = field(default_factory=Counter)
    promoted: Counter[Ship] = field(default_factory=Counter)
    ship_names: dict[Ship, str] = field(default_factory=dict)
    whole: Counter[Squadron] = field(default_factory=Counter)
    flown: dict[int, Counter[Kind]] = field(default_factory=dict)


@dataclass(slots=True)
class _Outings:
    """Squadrons on the table, with their ships, and the ships lost there, by game."""

    fielded: dict[int, dict[Squadron, tuple[int, ...]]] = field(default_factory=lambda: defaultdict(dict))
    ships: dict[int, dict[Ship, FieldedShip]] = field(default_factory=lambda: defaultdict(dict))
    lost: dict[int, set[Ship]] = field(default_factory=lambda: defaultdict(set))
    struck: Counter[tuple[int, int]] = field(default_factory=Counter)

    def field(self, game: int, forces: Iterable[DrawnSquadron], ships: Iterable[FieldedShip]) -> None:
        self.ships[game].update(((each.fleet, each.id), each) for each in ships)
        for each in forces:
            key = each.fleet, each.card, self.struck[each.fleet, each.card]
            self.fielded[game][key] = each.ships

    def whole(self, games: Collection[int]) -> Counter[Squadron]:
        found: Counter[Squadron] = Counter()
        for game in games:
            lost = self.lost.get(game, set())
            for key, ships in self.fielded.get(game, {}).items():
                found[key] += bool(ships) and not any((key[0], ship) in lost for ship in ships)
        return +found

    def flown(self, games: Collection[int]) -> dict[int, Counter[Kind]]:
        found: dict[int, Counter[Kind]] = defaultdict(Counter)
        known = catalogue().ship_cards
        for game in games:
            for each in self.ships.get(game, {}).values():
                card = known.get(each.card)
                found[each.fleet][card.ship if card else "", each.model] += 1
        return dict(found)


def deeds(events: Iterable[Event], games: Collection[int]) -> Deeds:
    """The deeds of a season. `events` are in the order of the log. Purchases before a fleet is locked do not
    count, nor do squadrons in other games than these."""
    found, outings, locked = Deeds(), _Outings(), set[int]()
    for event in events:
        match event:
            case fleet_events.FleetLocked():
                locked.add(event.fleet)
            case fleet_events.ShipBought() | fleet_events.UpgradeBought():
                found.bought[event.fleet] += event.fleet in locked and event.price > 0
            case fleet_events.RankChanged() if event.target in RAISED:
                found.raised[event.fleet] += 1
                _promote(found, event.fleet, event.ship, event.name)
            case fleet_events.CardChanged() if event.rule == TO_A_BETTER_CARD:
                _promote(found, event.fleet, event.ship, event.target_name)
            case fleet_events.ShipRecovered():
                found.recovered[event.fleet] += 1
            case fleet_events.ShipLost():
                found.killed[event.fleet] += event.fate == "kia"
                if event.game is not None:
                    outings.lost[event.game].add((event.fleet, event.ship))
            case _:
                _take_outing(outings, event)
    found.whole, found.flown = outings.whole(games), outings.flown(games)
    return found


def flown(done: Deeds) -> dict[int, tuple[Flown, ...]]:
    """The kinds of ships that each fleet flew, most often flown first, then by name."""
    return {
        fleet: tuple(
            Flown(*kind, times)
            for kind, times in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        )
        for fleet, counts in done.flown.items()
    }


def _promote(found: Deeds, fleet: int, ship: int, name: str) -> None:
    found.promoted[fleet, ship] += 1
    found.ship_names[fleet, ship] = name


def _take_outing(outings: _Outings, event: Event) -> None:
    match event:
        case fleet_events.SquadronStruck():
            outings.struck[event.fleet, event.squadron] += 1
        case SquadronsDrawn() | ForcesRevealed():
            outings.field(event.game, event.forces, event.ships)
        case ReinforcementDrawn():
            outings.field(event.game, (event.force,), event.ships)
