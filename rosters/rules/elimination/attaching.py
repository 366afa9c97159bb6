"""The exact half of the elimination search: which ships and which upgrades make two squadrons worth 60
each (CR-150).

Only the lower limit has to be searched for. As long as no ship is worth more than 120, a smallest set
that reaches 60 stays within 120, or holds a ship that does so alone; so ships can be left out afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from rosters.catalogue import Slot, UpgradeCard, catalogue
from rosters.rules.fitting.cards import Company, among, rig_findings, rig_fit_findings
from rosters.rules.fitting.rigs import Fitted, Rig, fitted
from rosters.rules.fitting.slots import rig_places
from rosters.rules.purchases.values import discounted, rig_squad_points
from rosters.rules.state import FleetState

LOW, HIGH = 60, 120
ANY_SQUADRON = 1

Groups = tuple[tuple[int, ...], tuple[int, ...]]
Accept = Callable[[Groups, Mapping[int, Rig]], bool]


@dataclass(frozen=True, slots=True)
class Item:
    """An upgrade that can be moved. `home` is the ship it is on now."""

    fitted: Fitted
    home: int | None

    @property
    def card(self) -> UpgradeCard:
        return self.fitted.card


@dataclass(slots=True)
class Stock:
    """What the search may use: ships with what cannot be taken off them, and everything that can be moved."""

    side: str
    rigs: dict[int, Rig] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)


def lenient(side: str) -> Company:
    """A company in which every waiver by a name holds."""
    return Company(side, frozenset(catalogue().names))


def stock_of(fleet: FleetState, rigged: Mapping[int, Rig], elsewhere: Iterable[str] = ()) -> Stock:
    """Take everything movable off the ships that are not missing. Huge ships and ships that cannot be
    made legal are left out; what can be moved from them is not. `elsewhere` are names that a mate uses."""
    stock = Stock(fleet.side)
    loose = [Item(fitted(each), None) for each in fleet.upgrades_on(None) if not each.mia]
    present = {ship.id: rigged[ship.id] for ship in fleet.ships.values() if not ship.mia}
    stripped = {number: _stripped(of, fleet.side) for number, of in present.items()}
    nailed = Counter(card.persona for of in stripped.values() for card in of.working if card.persona)
    nailed.update(elsewhere)
    for number, of in stripped.items():
        kept = {item.id for item in of.fitted}
        loose += [Item(item, number) for item in present[number].fitted if item.id not in kept]
    for number, of in stripped.items():
        if of.card.huge or nailed[of.card.persona]:
            continue
        of = _completed(of, loose)
        if rig_squad_points(of) <= HIGH and not rig_findings(of, lenient(fleet.side)):
            stock.rigs[number] = of
    taken = {item.id for of in stock.rigs.values() for item in of.fitted}
    stock.items = [item for item in loose if item.fitted.id not in taken and not nailed[item.card.persona]]
    return stock


def search(stock: Stock, accept: Accept) -> bool:
    """Try groupings of the ships until `accept` takes one; False when there is none."""
    return _Search(stock, accept).run()


def _movable(item: Fitted) -> bool:
    return not item.card.fixed and not item.mia


def _stripped(of: Rig, side: str) -> Rig:
    """The ship without what can be taken off; a card on which a fixed one depends stays."""
    bare = of.without({item.id for item in of.fitted if _movable(item)})
    if not rig_findings(bare, lenient(side)):
        return bare
    kept = of
    for item in of.fitted:
        less = kept.without({item.id})
        if _movable(item) and len(rig_findings(less, lenient(side))) <= len(
            rig_findings(kept, lenient(side))
        ):
            kept = less
    return kept


def _completed(of: Rig, loose: Sequence[Item]) -> Rig:
    """The ship with the partner that one of its cards demands, if the fleet has it to spare."""
    for card in of.working:
        if card.must_equip and all(other.id != card.must_equip for other in of.working):
            partner = next((item for item in loose if item.card.id == card.must_equip), None)
            if partner is not None:
                of = of.plus(partner.fitted)
    return of


class _Search:
    """Depth first: ships to groups, then upgrades to ships."""

    def __init__(self, stock: Stock, accept: Accept) -> None:
        self.stock = stock
        self.accept = accept
        self.worth = {number: rig_squad_points(of) for number, of in stock.rigs.items()}
        self.ships = sorted(stock.rigs, key=lambda number: (-self.worth[number], self._key(number), number))
        self.items = _useful(stock)
        self.gifts = Counter(slot for item in self.items for slot in item.card.adds_slots)
        self.most = most_gain(self.items, self.room(stock.rigs))
        self.rest = _sums_from([self.worth[number] for number in self.ships])
        names = {item.card.persona for item in self.items} - {""}
        self.may_stay = {
            number
            for number, of in stock.rigs.items()
            if of.card.persona in names or any(card.max_per_squad for card in of.working)
        }

    def run(self) -> bool:
        return self._group(0, ([], []), (0, 0))

    def room(self, ships: Iterable[int]) -> Counter[Slot]:
        """Places by slot on these ships, with every place that another card could open."""
        kinds = Counter(place.slot for number in ships for place in rig_places(self.stock.rigs[number]))
        return kinds + self.gifts

    def accepted(self, groups: tuple[list[int], list[int]], rigs: Mapping[int, Rig]) -> bool:
        return self.accept((tuple(groups[0]), tuple(groups[1])), rigs)

    def _key(self, number: int) -> tuple[str, ...]:
        of = self.stock.rigs[number]
        return (of.card.id, *(f"{item.card.id}/{item.choice}" for item in of.fitted))

    def _group(self, index: int, groups: tuple[list[int], list[int]], worth: tuple[int, int]) -> bool:
        if min(worth) >= LOW and self.accepted(groups, self.stock.rigs):
            return True
        if sum(worth) + self.rest[index] + self.most < 2 * LOW:
            return False
        if index == len(self.ships):
            return _Attaching(self, groups, worth).run()
        number = self.ships[index]
        for choice in self._choices(index, groups, worth):
            if choice is None:
                done = self._group(index + 1, groups, worth)
            else:
                groups[choice].append(number)
                more = self.worth[number]
                done = self._group(
                    index + 1, groups, (worth[0] + more * (choice == 0), worth[1] + more * (choice == 1))
                )
                groups[choice].pop()
            if done:
                return True
        return False

    def _choices(
        self, index: int, groups: tuple[list[int], list[int]], worth: tuple[int, int]
    ) -> Iterator[int | None]:
        """The poorer group first; ships that are alike go to the first group before the second."""
        number = self.ships[index]
        alike = index > 0 and self._key(self.ships[index - 1]) == self._key(number)
        before = self.ships[index - 1]
        first = 0 if worth[0] <= worth[1] else 1
        for choice in (first, 1 - first):
            if choice == 1 and not groups[0]:
                continue
            if alike and before not in groups[0] and (choice == 0 or before not in groups[1]):
                continue
            if self._holds(groups[choice], number):
                yield choice
        if number in self.may_stay:
            yield None

    def _holds(self, group: Sequence[int], number: int) -> bool:
        """Whether cards of which a squadron may hold only some allow the ship to join."""
        cards = self.stock.rigs[number].working
        for card in cards:
            if card.max_per_squad is not None:
                aboard = [other.id for mate in (*group, number) for other in self.stock.rigs[mate].working]
                if aboard.count(card.id) > card.max_per_squad:
                    return False
        return True


class _Attaching:
    """Upgrades to ships, for two groups that are settled."""

    def __init__(self, search: _Search, groups: tuple[list[int], list[int]], worth: tuple[int, int]) -> None:
        self.search = search
        self.groups = groups
        self.worth = list(worth)
        self.rigs = dict(search.stock.rigs)
        self.side = search.stock.side
        pilots = {self.rigs[number].card.persona for group in groups for number in group}
        self.items = [
            item for item in search.items if not item.card.persona or item.card.persona not in pilots
        ]
        self.room = [search.room(group) for group in groups]
        self.used: set[str] = set()

    def run(self) -> bool:
        return self._place(0, 0)

    def _place(self, index: int, start: int) -> bool:
        """Decide on the item; `start` is the first place in the row of ships that a copy like the last
        one may take."""
        short = [max(0, LOW - worth) for worth in self.worth]
        if short == [0, 0]:
            return self.search.accepted(self.groups, self.rigs)
        if index == len(self.items) or not self._reachable(index, short):
            return False
        item = self.items[index]
        row = [(side, number) for side in (0, 1) for number in self.groups[side]]
        follows = index + 1 < len(self.items) and self.items[index + 1].card.id == item.card.id
        for place in sorted(
            range(start, len(row)), key=lambda place: self._preference(row[place], item, short)
        ):
            side, number = row[place]
            if self._takes(item, side, number, short) and self._with(
                item, side, number, index, place * follows
            ):
                return True
        return self._place(index + 1, len(row) if follows else 0)

    def _with(self, item: Item, side: int, number: int, index: int, start: int) -> bool:
        """Go on with the item on that ship, and take it off again."""
        before = self.rigs[number]
        gain = discounted(item.card, before.working)
        self.rigs[number] = before.plus(item.fitted)
        self.worth[side] += gain
        named = {item.card.persona} - {""} if not item.card.squadron_limited else set()
        self.used |= named
        done = self._place(index + 1, start)
        self.used -= named
        self.worth[side] -= gain
        self.rigs[number] = before
        return done

    def _takes(self, item: Item, side: int, number: int, short: Sequence[int]) -> bool:
        of, card = self.rigs[number], item.card
        wanted = short[side] > 0 or _special(card)
        worth = rig_squad_points(of) + discounted(card, of.working)
        if not wanted or card.persona in self.used or worth > HIGH:
            return False
        mates = [self.rigs[mate] for mate in self.groups[side] if mate != number]
        return not rig_fit_findings(of, item.fitted, among(mates, self.side, ANY_SQUADRON))

    def _preference(self, place: tuple[int, int], item: Item, short: Sequence[int]) -> tuple[bool, int]:
        side, number = place
        return number != item.home, -short[side]

    def _reachable(self, index: int, short: Sequence[int]) -> bool:
        """Whether the cards that are left could fill what is short, slot by slot, whatever their
        restrictions."""
        left = self.items[index:]
        gains = [most_gain(left, room) for room in (*self.room, self.room[0] + self.room[1])]
        return gains[0] >= short[0] and gains[1] >= short[1] and gains[2] >= sum(short)


def most_gain(items: Iterable[Item], room: Counter[Slot]) -> int:
    """The dearest cards for which there is room, whatever their restrictions; a card of two icons counts
    as one."""
    left = room.copy()
    gain = 0
    for item in sorted(items, key=lambda item: -item.card.points):
        if left[item.card.slot] > 0:
            left[item.card.slot] -= 1
            gain += item.card.points
    return gain


def _useful(stock: Stock) -> list[Item]:
    """Items that can raise a squadron's worth, those that open the way for others first, copies side by
    side."""
    ordered = sorted(
        (item for item in stock.items if item.card.points > 0 or _special(item.card)),
        key=lambda item: (
            item.card.persona not in _waiving_names(),
            not item.card.adds_slots,
            -item.card.points,
            item.card.id,
            item.fitted.id,
        ),
    )
    side = lenient(stock.side)
    return [item for item in ordered if _special(item.card) or _fits_somewhere(stock, item, side)]


def _fits_somewhere(stock: Stock, item: Item, company: Company) -> bool:
    """Whether any ship could take it as far as its own restrictions go; a slot may yet be opened by
    another card."""
    codes = {"no_slot", "slot_limits"}
    opened = {slot for other in stock.items for slot in other.card.adds_slots}
    for of in stock.rigs.values():
        faults = {finding.code for finding in rig_fit_findings(of, item.fitted, company)}
        if not faults or (item.card.slot in opened and faults <= codes | {"slot_taken"}):
            return True
    return False


def _special(card: UpgradeCard) -> bool:
    """Whether a card may be worth attaching for more than its points."""
    return bool(card.adds_slots) or card.persona in _waiving_names()


@cache
def _waiving_names() -> frozenset[str]:
    return frozenset(card.faction_waiver_name for card in catalogue().upgrades.values()) - {""}


def _sums_from(values: Sequence[int]) -> list[int]:
    sums = [0]
    for value in reversed(values):
        sums.append(sums[-1] + value)
    return sums[::-1]
