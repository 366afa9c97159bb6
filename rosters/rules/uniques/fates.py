"""Fates of lost cards: ships with their upgrades, unique names with all their cards (CR-036, CR-037, CR-040),
in a team campaign those of the whole team (CR-039).

The order of CR-122: the fates of ships, then of upgrades, then of shared names. `lose_ship` and
`lose_upgrade` return the
names that fell; hand each of them to `share_fate` once all fates are done, the KIA ones before the MIA ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from league.kernel.decision import Decision
from league.kernel.events import Event
from league.kernel.fold import label
from league.kernel.undoing import changed_in_passing
from rosters.catalogue import ShipCard, Side, UpgradeCard, catalogue
from rosters.rules import events as ev
from rosters.rules.events import Fate
from rosters.rules.labels import card_label, ship_name, upgrade_name
from rosters.rules.state import FleetState, RostersState, ShipState, UpgradeState
from rosters.rules.uniques.names import fallen_with
from rosters.rules.uniques.team import killed_with, mates_of, sharing_fates

Cause = Literal["ship", "upgrade"]
_SHARING = (ev.ShipLost, ev.UpgradeLost, ev.RankChanged, ev.CardChanged, ev.NameKilled)
SHARED = ("CR-036", "CR-037", "CR-040")
"""The rules by which a card falls because another of its name did."""


@changed_in_passing
def mates_who_shared_a_fate(events: Sequence[Event]) -> Iterator[str]:
    """The fleets of which an act did nothing but let cards share the fate of a mate's (CR-036, CR-039)."""
    shared: dict[int, bool] = {}
    for event in events:
        number = getattr(event, "fleet", None)
        if number is not None:
            by_name = isinstance(event, _SHARING) and event.rule in SHARED
            shared[number] = shared.get(number, True) and by_name
    return (label("rosters", number) for number, alone in shared.items() if alone)


@dataclass(frozen=True, slots=True)
class Fallen:
    """A unique name that became MIA or KIA; `caused_by` is the kind of card that fell."""

    persona: str
    fate: Fate
    caused_by: Cause


def lose_ship(
    d: Decision, fleet_id: int, ship_id: int, fate: Fate, rule: str, game: int | None = None
) -> list[Fallen]:
    """A ship is lost with everything on it (CR-113, CR-114).

    MIA: it waits with its upgrades. KIA: its upgrades go first, and unique names are killed (CR-040).
    Removed: gone, but no
    name is killed. Returns the names that fell, those of the upgrades included.
    """
    fleet = d.state.of(RostersState).fleets[fleet_id]
    ship = fleet.ships[ship_id]
    card = catalogue().ship_cards[ship.card]
    fallen = [Fallen(card.persona, fate, "ship")] if card.persona else []
    aboard = fleet.upgrades_on(ship_id)
    if fate == "mia":
        fallen += [each for upgrade in aboard if not upgrade.mia for each in _fallen(upgrade, fate)]
    else:
        for upgrade in aboard:
            fallen += lose_upgrade(d, fleet_id, upgrade.id, fate, rule, game)
    d.emit(ev.ShipLost(fleet_id, ship_id, ship_name(ship), fate, rule, game))
    if fate == "kia":
        _kill(d, fleet, card, game)
    return fallen if fate != "removed" else []


def lose_upgrade(
    d: Decision, fleet_id: int, upgrade_id: int, fate: Fate, rule: str, game: int | None = None
) -> list[Fallen]:
    """One upgrade is lost (CR-116, CR-117). MIA is for unique names: it stays on the roster as missing.

    Returns the name that fell, if it was one.
    """
    fleet = d.state.of(RostersState).fleets[fleet_id]
    upgrade = fleet.upgrades[upgrade_id]
    d.emit(ev.UpgradeLost(fleet_id, upgrade_id, upgrade_name(upgrade), fate, rule, game))
    if fate == "kia":
        _kill(d, fleet, catalogue().upgrades[upgrade.card], game)
    return _fallen(upgrade, fate)


def share_fate(
    d: Decision, fleet_id: int, persona: str, fate: Fate, caused_by: Cause, game: int | None = None
) -> None:
    """Every other card of the name goes the same way, wherever it is, mates' too (CR-036, CR-039), and so
    on along the names that this loses.

    A pilot who dies with an upgrade card of the same name leaves the ship behind (CR-037). Cards that are
    missing already, or on a missing ship, are not lost again as MIA. A team has a name in use once, so a
    card that falls with one on the table is never on another table.
    """
    fleet = d.state.of(RostersState).fleets[fleet_id]
    for each in (fleet, *sharing_fates(mates_of(d.state, fleet))):
        for name in _fall_together(d, each, persona, fate, caused_by, game):
            share_fate(d, each.id, name.persona, name.fate, name.caused_by, game)


def _fall_together(
    d: Decision, fleet: FleetState, persona: str, fate: Fate, caused_by: Cause, game: int | None
) -> list[Fallen]:
    """One fleet's cards of the name are lost; returns the names that this loses in turn."""
    further: list[Fallen] = []
    for subject in sorted(fallen_with(fleet, persona), reverse=True):
        kind, _, number = subject.partition(":")
        if kind == "upgrade":
            _share_upgrade(d, fleet, fleet.upgrades[int(number)], fate, game)
        elif fate == "mia":
            if not fleet.ships[int(number)].mia:
                further += lose_ship(d, fleet.id, int(number), "mia", "CR-036", game)
        elif caused_by == "upgrade":
            _leave_ship_behind(d, fleet, fleet.ships[int(number)], game)
        else:
            further += lose_ship(d, fleet.id, int(number), fate, "CR-036", game)
    return further


def _share_upgrade(
    d: Decision, fleet: FleetState, upgrade: UpgradeState, fate: Fate, game: int | None
) -> None:
    if fate != "mia":
        lose_upgrade(d, fleet.id, upgrade.id, fate, "CR-036", game)
        return
    waits_with_ship = upgrade.ship is not None and fleet.ships[upgrade.ship].mia
    if not upgrade.mia and not waits_with_ship:
        lose_upgrade(d, fleet.id, upgrade.id, "mia", "CR-036", game)


def _leave_ship_behind(d: Decision, fleet: FleetState, ship: ShipState, game: int | None) -> None:
    """CR-037: the cheapest card without the unique mark takes the ship over, bare; six ships have none and
    are lost."""
    card = catalogue().ship_cards[ship.card]
    label = ship_name(ship)
    for upgrade in fleet.upgrades_on(ship.id):
        d.emit(ev.UpgradeLost(fleet.id, upgrade.id, upgrade_name(upgrade), "removed", "CR-037", game))
    heir = catalogue().cheapest_generic(card.ship, Side(fleet.side))
    if heir is None:
        d.emit(ev.ShipLost(fleet.id, ship.id, label, "kia", "CR-037", game))
    else:
        if ship.rank:
            d.emit(ev.RankChanged(fleet.id, ship.id, label, ship.rank, "", "CR-037"))
        d.emit(ev.CardChanged(fleet.id, ship.id, card.id, label, heir.id, card_label(heir), "CR-037"))
    _kill(d, fleet, card, game)


def _fallen(upgrade: UpgradeState, fate: Fate) -> list[Fallen]:
    card = catalogue().upgrades[upgrade.card]
    shares = card.persona and not card.squadron_limited and fate != "removed"
    return [Fallen(card.persona, fate, "upgrade")] if shares else []


def _kill(d: Decision, fleet: FleetState, card: ShipCard | UpgradeCard, game: int | None) -> None:
    if not card.persona or isinstance(card, UpgradeCard) and card.squadron_limited:
        return
    if killed_with(fleet, mates_of(d.state, fleet), card.persona) is not None:
        return
    name = catalogue().names[card.persona].name
    d.emit(ev.NameKilled(fleet.id, card.persona, name, "CR-040", game))
