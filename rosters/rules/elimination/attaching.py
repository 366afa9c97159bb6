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
from rosters.rules.fitting.cards import Company, company_of, rig_findings, rig_fit_findings
from rosters.rules.fitting.rigs import Fitted, Rig, fitted
from rosters.rules.fitting.slots import rig_places, seating
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
    """Material of the search: ships with the cards that cannot be taken off, and everything that can be
    moved."""

    side: str
    rigs: dict[int, Rig] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)


def lenient(side: str) -> Company:
    """A company in which every waiver by a name holds."""
    return Company(side, frozenset(catalogue().names))


def stock_of(fleet: FleetState, rigged: Mapping[int, Rig], elsewhere: Iterable[str] = ()) -> Stock:
    """Take everything movable off the ships that are not missing. Huge ships and ships that cannot be made
    legal are left out, but their movable upgrades are not. `elsewhere` are names that a mate uses."""
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
    return Search(stock, accept).run()


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


class Search:
    """Depth first: ships to groups, then upgrades to ships. `steps` counts the decisions about upgrades,
    `rejected` the groupings that were not accepted."""

    def __init__(self, stock: Stock, accept: Accept) -> None:
        self.stock = stock
        self.accept = accept
        self.steps = 0
        self.rejected = 0
        self.worth = {number: rig_squad_points(of) for number, of in stock.rigs.items()}
        self.ships = sorted(stock.rigs, key=lambda number: (-self.worth[number], self._key(number), number))
        self.items = _useful(stock)
        self.gifts = Counter(slot for item in self.items for slot in item.card.adds_slots)
        self.free = {number: _free_slots(of) for number, of in stock.rigs.items()}
        self.homes = {item.fitted.id: _homes(stock, item) for item in self.items}
        self.plain = _plain_items(stock, self.items)
        self.items.sort(key=lambda item: item.card.slot if item.fitted.id in self.plain else "")
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
        """Free places by slot on these ships, with every place that another card could open."""
        return sum((self.free[number] for number in ships), Counter[Slot]()) + self.gifts

    def accepted(self, groups: tuple[list[int], list[int]], rigs: Mapping[int, Rig]) -> bool:
        taken = self.accept((tuple(groups[0]), tuple(groups[1])), rigs)
        self.rejected += not taken
        return taken

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
    """Upgrades to ships, for two groups that are settled: first those that change what others can do, then
    the plain ones slot by slot. Of these only the slots that are left and what is short matter for what
    follows, so that a state that failed once is not searched again."""

    def __init__(self, search: Search, groups: tuple[list[int], list[int]], worth: tuple[int, int]) -> None:
        self.search = search
        self.groups = groups
        self.worth = list(worth)
        self.rigs = dict(search.stock.rigs)
        self.side = search.stock.side
        pilots = {self.rigs[number].card.persona for group in groups for number in group}
        self.items = [
            item for item in search.items if not item.card.persona or item.card.persona not in pilots
        ]
        self.homes = {
            item.fitted.id: [search.homes[item.fitted.id].intersection(group) for group in groups]
            for item in self.items
        }
        self.room = [search.room(group) for group in groups]
        self.free = {number: search.free[number].copy() for group in groups for number in group}
        self.used: set[str] = set()
        self.passed: list[Item] = []
        self.failed: set[tuple[object, ...]] = set()

    def run(self) -> bool:
        return self._place(0, 0)

    def _place(self, index: int, start: int) -> bool:
        """Decide on the item; `start` is the first place in the row of ships that a copy like the last
        one may take."""
        self.search.steps += 1
        short = [max(0, LOW - worth) for worth in self.worth]
        if short == [0, 0]:
            return self.search.accepted(self.groups, self.rigs)
        while index < len(self.items) and self._outdone(self.items[index]):
            index, start = index + 1, 0
        if index == len(self.items) or not self._reachable(index, short):
            return False
        if self.items[index].fitted.id not in self.search.plain:
            outer, self.failed = self.failed, set()
            done = self._try(index, start, short)
            self.failed = outer
            return done
        key, rejected = self._key(index, start, short), self.search.rejected
        if key in self.failed:
            return False
        done = self._try(index, start, short)
        if not done and self.search.rejected == rejected:
            self.failed.add(key)
        return done

    def _key(self, index: int, start: int, short: Sequence[int]) -> tuple[object, ...]:
        """All that the rest of the search depends on once only plain cards are left."""
        slot = self.items[index].card.slot
        free = tuple(self.free[number][slot] for group in self.groups for number in group)
        passed = tuple(item.fitted.id for item in self.passed if item.card.slot == slot)
        return index, start, *short, free, passed

    def _try(self, index: int, start: int, short: Sequence[int]) -> bool:
        """The item on every ship that takes it, then without it."""
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
        self.passed.append(item)
        done = self._place(index + 1, len(row) if follows else 0)
        self.passed.pop()
        return done

    def _outdone(self, item: Item) -> bool:
        """Whether a card that was passed over could sit wherever this one can and is worth as much: then
        nothing is won with this one that was not tried with the other."""
        plain, homes = self.search.plain, self.homes
        return item.fitted.id in plain and any(
            other.card.slot == item.card.slot
            and other.fitted.id in plain
            and other.card.points >= item.card.points
            and all(
                mine <= theirs
                for mine, theirs in zip(homes[item.fitted.id], homes[other.fitted.id], strict=True)
            )
            for other in self.passed
        )

    def _with(self, item: Item, side: int, number: int, index: int, start: int) -> bool:
        """Go on with the item on that ship, and take it off again."""
        before = self.rigs[number]
        gain = discounted(item.card, before.working)
        self.rigs[number] = before.plus(item.fitted)
        self.worth[side] += gain
        self._fill(item, side, number, 1)
        named = {item.card.persona} - {""} if not item.card.squadron_limited else set()
        self.used |= named
        done = self._place(index + 1, start)
        self.used -= named
        self._fill(item, side, number, -1)
        self.worth[side] -= gain
        self.rigs[number] = before
        return done

    def _fill(self, item: Item, side: int, number: int, sign: int) -> None:
        """Keep the count of free slots when the item comes on that ship (1) or off it (-1)."""
        self.room[side][item.card.slot] -= sign * item.card.slots_used
        self.free[number][item.card.slot] -= sign * item.card.slots_used
        for slot in item.card.adds_slots:
            self.free[number][slot] += sign

    def _takes(self, item: Item, side: int, number: int, short: Sequence[int]) -> bool:
        of, card = self.rigs[number], item.card
        wanted = short[side] > 0 or _special(card)
        worth = rig_squad_points(of) + discounted(card, of.working)
        if not wanted or card.persona in self.used or worth > HIGH:
            return False
        if item.fitted.id in self.search.plain:
            return self.free[number][card.slot] > 0 and number in self.homes[item.fitted.id][side]
        mates = [self.rigs[mate] for mate in self.groups[side] if mate != number]
        return not rig_fit_findings(of, item.fitted, company_of(mates, self.side, ANY_SQUADRON))

    def _preference(self, place: tuple[int, int], item: Item, short: Sequence[int]) -> tuple[bool, int]:
        side, number = place
        return number != item.home, -short[side]

    def _reachable(self, index: int, short: Sequence[int]) -> bool:
        """Whether the cards that are left could fill what is short, slot by slot."""
        left = [item for item in self.items[index:] if not self._outdone(item)]
        for side in (0, 1):
            fitting = [item for item in left if self.homes[item.fitted.id][side]]
            if most_gain(fitting, self.room[side]) < short[side]:
                return False
        return most_gain(left, self.room[0] + self.room[1]) >= sum(short)


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
    return [item for item in ordered if _special(item.card) or _homes(stock, item)]


def _free_slots(of: Rig) -> Counter[Slot]:
    seated = seating(of)
    return Counter(seated.places[index].slot for index in seated.free)


def _homes(stock: Stock, item: Item) -> frozenset[int]:
    """The ships that could take it by its own restrictions. A condition that another card may yet change,
    such as a slot that it opens, is no obstacle."""
    passing, beside = _passing_faults(stock, item), lenient(stock.side)
    return frozenset(
        number
        for number, of in stock.rigs.items()
        if {finding.code for finding in rig_fit_findings(of, item.fitted, beside)} <= passing
    )


def _passing_faults(stock: Stock, item: Item) -> set[str]:
    """Codes of the faults that another loose card could clear."""
    others = [other.card for other in stock.items if other.fitted.id != item.fitted.id]
    opened = {slot for card in others for slot in card.adds_slots}
    found: set[str] = set()
    if item.card.slot in opened:
        found |= {"no_slot", "slot_limits", "slot_taken"}
    if opened.intersection(item.card.requires_slots):
        found.add("needs_slots")
    if any(item.card.requires_action in card.adds_actions for card in others):
        found.add("action")
    return found


def _plain_items(stock: Stock, items: Sequence[Item]) -> frozenset[int]:
    """The numbers of the items whose fit depends on their own restrictions and a free slot alone: of two of
    one slot either can sit where the other does, as far as the ship allows."""
    limited = {
        place.slot
        for of in stock.rigs.values()
        for place in rig_places(of)
        if place.max_points is not None or place.unique or place.only or place.distinct
    }
    limited |= {limit.slot for item in items for limit in item.card.slot_limits}
    names = Counter(item.card.persona for item in items)
    return frozenset(
        item.fitted.id
        for item in items
        if item.card.slot not in limited
        and _is_plain(item.card)
        and (not item.card.persona or names[item.card.persona] == 1)
    )


def _is_plain(card: UpgradeCard) -> bool:
    shapes = card.adds_slots or card.adds_slots_choice or card.removes_slots or card.slot_limits
    changes = shapes or card.points_mod or card.adds_actions or card.must_equip or card.slots_used != 1
    bound = card.limited or card.max_per_squad is not None or card.faction_waiver_name
    asks = card.requires_action or card.requires_slots or card.forbids_slots
    return not (changes or bound or asks or card.persona in _waiving_names())


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
