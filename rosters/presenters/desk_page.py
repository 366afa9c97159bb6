"""The repairs desk as a page: what can be done, priced, and exactly what closing would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from league.kernel.refusal import Finding
from league.rules.phrases import join_words
from league.rules.state import Profile
from rosters.catalogue import catalogue
from rosters.rules.desk.closing import Closing, closing, proposal_findings
from rosters.rules.fleets.names import may_be_named
from rosters.rules.labels import card_label, ship_name, upgrade_label, upgrade_name
from rosters.rules.purchases.desk_prices import Priced, desk_prices
from rosters.rules.purchases.offers import can_be_promoted, just_recovered
from rosters.rules.state import FleetState, ShipState

BUYS_NAMED = 4
INVENTORY_LAST = 99


@dataclass(frozen=True, slots=True)
class Recovery:
    """Something missing with its price, and the field of the form that names it."""

    priced: Priced

    @property
    def field(self) -> str:
        return "ship" if self.priced.kind == "recover_ship" else "upgrade"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pilot who can be promoted or named, and where it is: several may share a name."""

    id: int
    name: str
    rank: str
    place: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """Sentences about what closing would do. `refused` means that it cannot be closed like this (CR-146)."""

    refused: bool
    ends_fleet: bool
    eliminated: bool
    rule: str
    struck: tuple[int, ...]
    parked: tuple[str, ...]
    proposal: tuple[Finding, ...]
    could_recover: tuple[str, ...]
    could_promote: tuple[str, ...]
    could_buy: tuple[str, ...]
    more_to_buy: int
    could_attach: tuple[str, ...]
    more_to_attach: int
    three_defeats: bool

    @property
    def quiet(self) -> bool:
        """Nothing changes but that the phase is over."""
        return not (self.refused or self.ends_fleet or self.struck or self.parked)

    @property
    def disbanded(self) -> str:
        """The squadrons that closing disbands, such as "squadrons 2 and 4", or ""."""
        word = "squadron" if len(self.struck) == 1 else "squadrons"
        return f"{word} {join_words(list(map(str, self.struck)))}" if self.struck else ""

    @property
    def button(self) -> str:
        """The words of the button that closes: they name what is lost with it."""
        if self.ends_fleet:
            return "Close and be eliminated"
        count = len(self.parked)
        lost = [f"disband {self.disbanded}"] if self.struck else []
        lost += [f"put {count} card{'' if count == 1 else 's'} into the inventory"] if count else []
        return f"Close{',' if len(lost) > 1 else ' and'} {join_words(lost)}" if lost else "Close the repairs"

    @property
    def question(self) -> str:
        """The question before a phase is closed with a loss; a fleet that ends is asked on the page."""
        if self.quiet or self.refused or self.ends_fleet:
            return ""
        return f"{self.button}? You cannot take this back."

    @property
    def could_help(self) -> bool:
        """Whether the points in hand would pay for anything that might still help (CR-150)."""
        return bool(self.could_recover or self.could_promote or self.could_buy or self.could_attach)


@dataclass(frozen=True, slots=True)
class DeskPage:
    """Everything that the desk shows besides the board."""

    recoveries: tuple[Recovery, ...]
    repairs: tuple[Priced, ...]
    promotable: tuple[Candidate, ...]
    elites: tuple[Candidate, ...]
    ending: Ending


def desk_page(doc: str, profile: Profile, mates: tuple[str, ...] = ()) -> DeskPage:
    """The desk of a stored fleet among its mates. Kept by their texts."""
    options = (profile.recon_ship_limit_inclusive, profile.recover_any_ship, profile.three_defeats_eliminate)
    return _desk(doc, options, mates)


@lru_cache(maxsize=128)
def _desk(doc: str, options: tuple[bool, bool, bool], mates: tuple[str, ...]) -> DeskPage:
    fleet, *others = (msgspec.json.decode(each, type=FleetState) for each in (doc, *mates))
    profile = Profile(*options)
    prices = desk_prices(fleet, profile)
    ships = sorted(fleet.ships.values(), key=lambda ship: (ship.squadron or INVENTORY_LAST, ship.id))
    return DeskPage(
        tuple(Recovery(each) for each in prices if each.kind != "repair_section"),
        tuple(each for each in prices if each.kind == "repair_section"),
        tuple(_candidate(fleet, ship) for ship in ships if can_be_promoted(ship)),
        tuple(_candidate(fleet, ship) for ship in ships if may_be_named(ship)),
        ending(fleet, closing(fleet, profile, tuple(others)), profile),
    )


def _candidate(fleet: FleetState, ship: ShipState) -> Candidate:
    place = f"Squadron {ship.squadron}" if ship.squadron else "Inventory"
    barred = can_be_promoted(ship) and just_recovered(fleet, ship)
    note = "recovered in these repairs; the promotion can follow in the next ones" if barred else ""
    return Candidate(ship.id, ship_name(ship), ship.rank, place, note)


def _recoverable(found: Iterable[Priced]) -> Iterator[str]:
    """Cards that could be recovered, ships of one name and price in one line."""
    for (label, price), count in Counter((each.label, each.price) for each in found).items():
        yield f"{label} for {price} FP" + (f" ({count} of them, each at that price)" if count > 1 else "")


def ending(fleet: FleetState, outcome: Closing, profile: Profile) -> Ending:
    """Make the sentences about closing from what the rules worked out."""
    cards, upgrades = catalogue().ship_cards, catalogue().upgrades
    return Ending(
        outcome.refused,
        outcome.ends_fleet,
        outcome.eliminated,
        "CR-150" if outcome.eliminated else "CR-151",
        outcome.struck,
        tuple(upgrade_name(fleet.upgrades[number]) for number in outcome.parked),
        proposal_findings(fleet, outcome.proposal, profile) if outcome.proposal is not None else (),
        tuple(_recoverable(outcome.could_recover)),
        tuple(
            f"{ship_name(fleet.ships[each.ship])} to {card_label(cards[each.card])} for {each.price} FP"
            for each in outcome.could_promote
        ),
        tuple(
            f"{card_label(cards[card])} for {cards[card].points} FP"
            for card in outcome.could_buy[:BUYS_NAMED]
        ),
        max(0, len(outcome.could_buy) - BUYS_NAMED),
        tuple(
            f"{upgrade_label(upgrades[card])} for {upgrades[card].points} FP"
            for card in outcome.could_attach[:BUYS_NAMED]
        ),
        max(0, len(outcome.could_attach) - BUYS_NAMED),
        outcome.three_defeats,
    )
