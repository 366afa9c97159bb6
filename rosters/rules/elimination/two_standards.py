"""Whether a fleet can still form two STANDARD squadrons, and how (CR-146, CR-150).

Easy answers come first: what is formed already, then the ships as they are, taking few of them elsewhere.
Only when these fail the exact search of `rosters.rules.elimination.attaching` takes every upgrade off and
tries them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.rules.state import Profile
from rosters.catalogue import UpgradeCard
from rosters.rules.elimination.attaching import ANY_SQUADRON, HIGH, LOW, Groups, lenient, search, stock_of
from rosters.rules.fitting.cards import Company, company_of, rig_findings
from rosters.rules.fitting.rigs import Rig, rigs
from rosters.rules.purchases.values import rig_squad_points
from rosters.rules.state import SQUADRON_CARDS, FleetState
from rosters.rules.uniques.names import names_in_use
from rosters.rules.uniques.team import Mates

TRIES = 12
RETYPED = 4
WITH_A_MATE = 0
"""Stands for a ship that is not this fleet's; ships are numbered from 1."""


@dataclass(frozen=True, slots=True)
class UpgradeMove:
    """One upgrade to move; `target` None is the inventory."""

    upgrade: int
    source: int | None
    target: int | None
    section: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Formation:
    """A proposed STANDARD squadron: its playing card, its ships, its value in squad points."""

    card: int
    ships: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Two STANDARD squadrons that can be formed. Reach it in this order: `parked` ships to the inventory,
    upgrades moved (those that go to the inventory first), then the formations' ships to their cards,
    designated STANDARD."""

    formations: tuple[Formation, Formation]
    moves: tuple[UpgradeMove, ...] = ()
    parked: tuple[int, ...] = ()


def two_standards(fleet: FleetState, profile: Profile, mates: Mates = ()) -> Arrangement | None:
    """A legal arrangement of two STANDARD squadrons, close to the present one, or None when there is none
    (CR-150).

    Available ships count (not missing, not Huge), in squadrons and inventory alike, with every upgrade
    that can be moved. Names that a mate has in use are out of reach (CR-039).
    """
    rigged = rigs(fleet)
    taken = frozenset(names_in_use(mates))
    planner = _Planner(fleet, rigged, taken)
    for groups in _candidates(fleet, planner.worth):
        if planner.accept(groups, rigged):
            return planner.result
    stock = stock_of(fleet, rigged, taken)
    search(stock, planner.accept_searched)
    return planner.result


class _Planner:
    """Judges groupings and keeps the first legal one as an arrangement."""

    def __init__(self, fleet: FleetState, rigged: Mapping[int, Rig], taken: Collection[str]) -> None:
        self.fleet = fleet
        self.rigged = rigged
        self.result: Arrangement | None = None
        self.worth = {
            ship.id: rig_squad_points(rigged[ship.id])
            for ship in fleet.ships.values()
            if not ship.mia and not rigged[ship.id].card.huge
        }
        self.worth = {
            number: points
            for number, points in self.worth.items()
            if points <= HIGH
            and rigged[number].card.persona not in taken
            and not rig_findings(rigged[number], lenient(fleet.side))
        }
        self.fixed = _fixed_names(fleet, rigged) | {name: {WITH_A_MATE} for name in taken}

    def accept(self, groups: Groups, rigs_after: Mapping[int, Rig]) -> bool:
        """Keep the grouping if it is legal."""
        if not self._legal(groups, rigs_after):
            return False
        self.result = self._arranged(groups, rigs_after)
        return True

    def accept_searched(self, groups: Groups, rigs_after: Mapping[int, Rig]) -> bool:
        """Keep a grouping of the exact search: without needless ships, with what can stay where it is."""
        needed = (lean(groups[0], rigs_after), lean(groups[1], rigs_after))
        full = self._kept_aboard(needed, rigs_after)
        return self.accept(needed, full)

    def _legal(self, groups: Groups, rigs_after: Mapping[int, Rig]) -> bool:
        names = _names_in(groups, rigs_after)
        inside = {number for group in groups for number in group}
        barred = any(self.fixed.get(name, inside) - inside for name in names)
        once = len(names) == len(set(names))
        return once and not barred and all(self._legal_squadron(group, rigs_after) for group in groups)

    def _legal_squadron(self, group: Sequence[int], rigs_after: Mapping[int, Rig]) -> bool:
        value = sum(rig_squad_points(rigs_after[number]) for number in group)
        return LOW <= value <= HIGH and not any(
            rig_findings(rigs_after[number], self._beside(number, group, rigs_after)) for number in group
        )

    def _beside(self, number: int, group: Sequence[int], rigs_after: Mapping[int, Rig]) -> Company:
        mates = [rigs_after[mate] for mate in group if mate != number]
        return company_of(mates, self.fleet.side, ANY_SQUADRON)

    def _kept_aboard(self, groups: Groups, rigs_after: Mapping[int, Rig]) -> dict[int, Rig]:
        """The rigs with those of their present upgrades put back that nothing speaks against."""
        full = dict(rigs_after)
        inside = [number for group in groups for number in group]
        used = {item.id for number in inside for item in full[number].fitted}
        for number in inside:
            for item in self.rigged[number].fitted:
                if item.id not in used:
                    tried = {**full, number: full[number].plus(item)}
                    if self._legal(groups, tried):
                        full = tried
        return full

    def _arranged(self, groups: Groups, rigs_after: Mapping[int, Rig]) -> Arrangement:
        cards = _cards(self.fleet, groups)
        formations = tuple(
            Formation(card, group, sum(rig_squad_points(rigs_after[number]) for number in group))
            for card, group in zip(cards, groups, strict=True)
        )
        moves = self._moves(groups, rigs_after)
        return Arrangement((formations[0], formations[1]), moves, self._parked(groups, cards, rigs_after))

    def _moves(self, groups: Groups, rigs_after: Mapping[int, Rig]) -> tuple[UpgradeMove, ...]:
        aboard = {
            item.id: (number, item)
            for group in groups
            for number in group
            for item in rigs_after[number].fitted
        }
        names = set(_names_in(groups, rigs_after))
        inside = {number for group in groups for number in group}
        off, on = [], []
        for upgrade in self.fleet.upgrades.values():
            if upgrade.id in aboard:
                number, item = aboard[upgrade.id]
                if number != upgrade.ship:
                    on.append(UpgradeMove(upgrade.id, upgrade.ship, number, "", item.choice))
            elif upgrade.ship is not None and not upgrade.mia and not self.fleet.ships[upgrade.ship].mia:
                card = self.rigged[upgrade.ship].card_of(upgrade.id)
                if upgrade.ship in inside or _named(card) & names:
                    off.append(UpgradeMove(upgrade.id, upgrade.ship, None))
        return (*off, *on)

    def _parked(
        self, groups: Groups, cards: Collection[int], rigs_after: Mapping[int, Rig]
    ) -> tuple[int, ...]:
        """Ships that leave their squadron: the others of the two cards, and pilots whose name is needed
        as an upgrade."""
        inside = {number for group in groups for number in group}
        names = set(_names_in(groups, rigs_after))
        return tuple(
            ship.id
            for ship in self.fleet.ships.values()
            if ship.squadron is not None
            and not ship.mia
            and ship.id not in inside
            and (ship.squadron in cards or self.rigged[ship.id].card.persona in names)
        )


def _candidates(fleet: FleetState, worth: Mapping[int, int]) -> Iterator[Groups]:
    """Groupings of the ships with their present upgrades, those with few moves first, then any that there
    is."""
    found: dict[Groups, int] = {}
    homes = [*_homes(fleet), None]
    for first, one in enumerate(homes):
        for other in homes[first + (one is not None) :]:
            groups = _around(fleet, worth, one, other)
            if groups is not None:
                found.setdefault(groups, _moved(fleet, groups, (one, other)))
    yield from sorted(found, key=lambda groups: found[groups])[:TRIES]
    split = split_by_worth(worth)
    if split is not None:
        yield split


def _homes(fleet: FleetState) -> list[int]:
    """Squadron cards, STANDARD squadrons first."""
    return [
        each.card
        for each in sorted(fleet.squadrons.values(), key=lambda each: (each.type != "standard", each.card))
    ]


def _around(fleet: FleetState, worth: Mapping[int, int], one: int | None, other: int | None) -> Groups | None:
    """Two groups that keep as much as possible of two squadrons; None stands for a new one."""
    stays = [
        [] if card is None else [ship.id for ship in fleet.ships_in(card) if ship.id in worth]
        for card in (one, other)
    ]
    cores = [_cut(stay, worth) for stay in stays]
    homes = {one, other}
    spare = [number for number in worth if number not in cores[0] and number not in cores[1]]
    spare.sort(key=lambda number: (_attachment(fleet, number, homes), -worth[number], number))
    groups = []
    for core in cores:
        group = _filled(core, spare, worth)
        if group is None:
            return None
        spare = [number for number in spare if number not in group]
        groups.append(tuple(sorted(group)))
    return groups[0], groups[1]


def _attachment(fleet: FleetState, number: int, homes: Collection[int | None]) -> int:
    """Cost of moving a ship: inventory ships least, then those left over, then those of squadrons."""
    squadron = fleet.ships[number].squadron
    if squadron is None:
        return 0
    return 1 if squadron in homes else 2


def _cut(group: Sequence[int], worth: Mapping[int, int]) -> list[int]:
    """The squadron without its cheapest ships, as far as it is worth too much. The rest is worth 60 at least,
    since none of its ships is cheaper than the last one that went."""
    left = sorted(group, key=lambda number: (-worth[number], number))
    while sum(worth[number] for number in left) > HIGH:
        left.pop()
    return left


def _filled(core: Sequence[int], spare: Sequence[int], worth: Mapping[int, int]) -> list[int] | None:
    """The core with spare ships until it is worth 60; None when there are not enough."""
    group = list(core)
    value = sum(worth[number] for number in group)
    for number in spare:
        if value >= LOW:
            return group
        if value + worth[number] <= HIGH:
            group.append(number)
            value += worth[number]
    return group if value >= LOW else None


def _moved(fleet: FleetState, groups: Groups, homes: tuple[int | None, int | None]) -> int:
    """Disturbance by a grouping: 1 for a ship from the inventory or out of its squadron, 2 for one from
    another squadron, more for a squadron of another type that gets a new type."""
    cost = 0
    for group, home in zip(groups, homes, strict=True):
        for number in group:
            squadron = fleet.ships[number].squadron
            cost += 1 if squadron is None else 0 if squadron == home else 2
        cost += 0 if home is None or fleet.squadrons[home].type == "standard" else RETYPED
    kept = {number for group in groups for number in group}
    left = [
        ship for home in homes if home is not None for ship in fleet.ships_in(home) if ship.id not in kept
    ]
    return cost + sum(not ship.mia for ship in left)


def split_by_worth(worth: Mapping[int, int]) -> Groups | None:
    """Any two disjoint groups of ships worth 60 to 120 each, by what each ship is worth as it is; None
    when there are none.

    Exact as long as no ship is worth more than 120: it looks at every sum that a subset of the ships can
    have.
    """
    ships = sorted(worth)
    reach = [1]
    for number in ships:
        reach.append(reach[-1] | reach[-1] << worth[number])
    total = sum(worth.values())
    goal = next((value for value in range(LOW, total - LOW + 1) if reach[-1] >> value & 1), None)
    if goal is None:
        return None
    chosen = []
    for index in range(len(ships) - 1, -1, -1):
        if not reach[index] >> goal & 1:
            chosen.append(ships[index])
            goal -= worth[ships[index]]
    rest = [number for number in ships if number not in chosen]
    return tuple(sorted(_cut(chosen, worth))), tuple(sorted(_cut(rest, worth)))


def lean(group: Sequence[int], rigs_after: Mapping[int, Rig]) -> tuple[int, ...]:
    """A group worth more than 120 without ships that it does not need for 60, cheapest first."""
    worth = {number: rig_squad_points(rigs_after[number]) for number in group}
    while sum(worth.values()) > HIGH:
        needless = [number for number in worth if sum(worth.values()) - worth[number] >= LOW]
        del worth[min(needless, key=lambda number: (worth[number], number))]
    return tuple(sorted(worth))


def _cards(fleet: FleetState, groups: Groups) -> tuple[int, int]:
    """The playing cards of the two squadrons: where most of their ships are, else free ones, else others'
    cards."""
    taken: list[int] = []
    for group in groups:
        counts = {
            card: sum(fleet.ships[number].squadron == card for number in group)
            for card in SQUADRON_CARDS
            if card not in taken
        }
        standard = {each.card for each in fleet.squadrons.values() if each.type == "standard"}
        taken.append(
            min(
                counts,
                key=lambda card: (
                    -counts[card],
                    card in fleet.squadrons and counts[card] == 0,
                    card not in standard,
                    card,
                ),
            )
        )
    return taken[0], taken[1]


def _fixed_names(fleet: FleetState, rigged: Mapping[int, Rig]) -> dict[str, set[int]]:
    """Names of upgrades that cannot leave their ship, with the ships they are on."""
    found: dict[str, set[int]] = {}
    for number, of in rigged.items():
        for item in of.fitted:
            if item.card.fixed and not item.mia and not fleet.ships[number].mia:
                for name in _named(item.card):
                    found.setdefault(name, set()).add(number)
    return found


def _names_in(groups: Groups, rigs_after: Mapping[int, Rig]) -> list[str]:
    """Unique names in use in the groups, once for each card."""
    names = []
    for number in (number for group in groups for number in group):
        of = rigs_after[number]
        names += [of.card.persona] if of.card.persona else []
        names += [name for card in of.working for name in _named(card)]
    return names


def _named(card: UpgradeCard) -> set[str]:
    return {card.persona} if card.persona and not card.squadron_limited else set()
