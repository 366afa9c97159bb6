"""The places of a ship for upgrades, and which upgrade sits in which (CR-033, CR-117, CR-120).

A ship has its printed bar, one Title and one Modification (a two-section ship too: it is one ship, CR-042),
what attached cards add or take away, and one more Elite place for an ELITE pilot. On a two-section ship every
place of a bar belongs to a section; Title, Modification and the ELITE pilot's place belong to the whole ship.
A crippled section has the bar of its crippled side; slots added by attached cards stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rosters.catalogue import Slot, SlotRule
from rosters.rules.fitting.rigs import Fitted, Rig, rig
from rosters.rules.state import FleetState

WHOLE_SHIP = frozenset({Slot.TITLE, Slot.MODIFICATION})


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """One place. `source`: "bar", "ship" (Title, Modification), "rank" (ELITE) or "upgrade:12".

    `section` is "" for the whole ship. `max_points`, `unique` and `only` (a card id) limit what may sit
    here; `distinct` says that no two cards of one name may sit in this kind of slot on the ship.
    """

    slot: Slot
    section: str = ""
    source: str = "bar"
    max_points: int | None = None
    unique: bool = False
    only: str = ""
    distinct: bool = False

    def takes(self, item: Fitted) -> bool:
        """Whether the card may sit here, by kind, section and the limits of the place."""
        card = item.card
        return (
            card.slot == self.slot
            and (not self.section or not item.section or self.section == item.section)
            and (self.max_points is None or card.points <= self.max_points)
            and (card.unique or not self.unique)
            and self.only in ("", card.id)
            and self.source != f"upgrade:{item.id}"
        )


@dataclass(frozen=True, slots=True)
class Seating:
    """`assigned`: the indexes into the ship's places of every upgrade that has its place; `unplaced`:
    those without. Missing cards are in neither: they keep no slot, and in `homeless` are those whose slot
    another card has taken (CR-142)."""

    assigned: dict[int, tuple[int, ...]]
    unplaced: tuple[int, ...]
    places: tuple[SlotPlace, ...]
    homeless: tuple[int, ...] = ()

    @property
    def free(self) -> tuple[int, ...]:
        """Indexes of the places where nothing sits."""
        taken = {index for indexes in self.assigned.values() for index in indexes}
        return tuple(index for index in range(len(self.places)) if index not in taken)


def places(fleet: FleetState, ship_id: int) -> tuple[SlotPlace, ...]:
    """The ship's places as it stands: bar, Modification, Title, then what cards and rank add."""
    return rig_places(rig(fleet, ship_id))


def seat(fleet: FleetState, ship_id: int, upgrades: Iterable[int] | None = None) -> Seating:
    """Seat these upgrades of the fleet (by number; those on the ship if None) on the ship, as many as
    possible."""
    listed = None if upgrades is None else [fleet.upgrades[number] for number in upgrades]
    return seating(rig(fleet, ship_id, listed))


def rig_places(of: Rig) -> tuple[SlotPlace, ...]:
    """The places of a rigged ship."""
    kept = _bar(of)
    for item in of.fitted:
        for slot in item.card.removes_slots:
            _remove_last(kept, slot, item.section)
    for item in of.fitted:
        section = _section_of_gift(of, item)
        source = f"upgrade:{item.id}"
        kept += [_added(item, SlotPlace(slot, section, source)) for slot in _gifts(item)]
    if of.rank == "ELITE":
        kept.append(SlotPlace(Slot.ELITE, "", "rank"))
    return tuple(_limited(place, of.fitted) for place in kept)


def seating(of: Rig) -> Seating:
    """Seat a rig's upgrades: as many as possible, exactly; a card without a place changes none. Missing cards
    are content with what the others leave."""
    seatable = of
    while True:
        offered = rig_places(seatable)
        assigned = _assign([item for item in seatable.fitted if not item.mia], offered)
        taken = {index for indexes in assigned.values() for index in indexes}
        waiting = _assign([item for item in seatable.fitted if item.mia], offered, taken)
        without = [item for item in seatable.fitted if item.id not in assigned and item.id not in waiting]
        shapers = {item.id for item in without if _shapes_bar(item)}
        if not shapers:
            break
        seatable = seatable.without(shapers)
    lost = [item for item in of.fitted if item.id not in assigned and item.id not in waiting]
    return Seating(
        assigned,
        tuple(item.id for item in lost if not item.mia),
        offered,
        tuple(item.id for item in lost if item.mia),
    )


def icons(of: Rig, besides: Collection[int] = ()) -> list[Slot]:
    """The upgrade bar as other cards read it: printed and added slots, without those that the cards
    `besides` give and without an ELITE pilot's (a fit must not end when a status does, CR-033)."""
    own = {f"upgrade:{number}" for number in besides}
    return [place.slot for place in rig_places(of) if place.source != "rank" and place.source not in own]


def lost_on_crippling(
    fleet: FleetState, ship_id: int, section: str, kept: Collection[int] = ()
) -> tuple[int, ...]:
    """The upgrades for which the crippled side of the section has no slot (CR-117).

    `kept` are upgrades that the owner prefers to keep. If there are still too few places, the more expensive
    cards stay. Title and Modification stay always.
    """
    crippled = _crippled(rig(fleet, ship_id), section)
    stays: tuple[Fitted, ...] = ()
    for item in sorted(crippled.fitted, key=lambda item: _reluctance(item, kept)):
        tried = (*stays, item)
        if not seating(replace(crippled, fitted=tried)).unplaced:
            stays = tried
    return tuple(item.id for item in crippled.fitted if item not in stays)


def choices_on_crippling(fleet: FleetState, ship_id: int, section: str) -> tuple[tuple[int, ...], ...]:
    """The groups of upgrades among which the owner chooses what stays when the section is crippled
    (CR-117).

    One group for each kind of slot of which some but not all cards of that section can stay; () when
    nothing is to choose.
    """
    whole = rig(fleet, ship_id)
    before = seating(whole)
    lost = set(lost_on_crippling(fleet, ship_id, section))
    groups: dict[Slot, list[int]] = {}
    for item in whole.fitted:
        seats = before.assigned.get(item.id, ())
        in_section = any(before.places[index].section == section for index in seats)
        if in_section and item.card.slot not in WHOLE_SHIP:
            groups.setdefault(item.card.slot, []).append(item.id)
    return tuple(tuple(group) for group in groups.values() if set(group) & lost and set(group) - lost)


def _reluctance(item: Fitted, kept: Collection[int]) -> tuple[bool, bool, int, int]:
    """Order in which cards are given the places that are left."""
    return item.card.slot not in WHOLE_SHIP, item.id not in kept, -item.card.points, item.id


def _crippled(of: Rig, section: str) -> Rig:
    return replace(of, crippled=tuple({*of.crippled, section}))


def _bar(of: Rig) -> list[SlotPlace]:
    card = of.card
    if of.two_sections:
        bar = [
            SlotPlace(slot, str(part.section))
            for part in card.sections
            for slot in (part.crippled_slots if part.section in of.crippled else part.slots)
        ]
    else:
        bar = [SlotPlace(slot) for slot in card.slots]
    return [*bar, SlotPlace(Slot.MODIFICATION, "", "ship"), SlotPlace(Slot.TITLE, "", "ship")]


def _remove_last(kept: list[SlotPlace], slot: Slot, section: str) -> None:
    for index in range(len(kept) - 1, -1, -1):
        if kept[index].slot == slot and section in ("", kept[index].section):
            del kept[index]
            return


def _gifts(item: Fitted) -> list[Slot]:
    chosen = [slot for slot in item.card.adds_slots_choice if slot == item.choice]
    return [*item.card.adds_slots, *chosen]


def _shapes_bar(item: Fitted) -> bool:
    return bool(_gifts(item) or item.card.removes_slots or item.card.slot_limits)


def _section_of_gift(of: Rig, item: Fitted) -> str:
    if not of.two_sections:
        return ""
    return item.section or str(item.card.section or "")


def _added(item: Fitted, place: SlotPlace) -> SlotPlace:
    for limit in item.card.slot_limits:
        if limit.slot == place.slot and limit.rule is SlotRule.EXTRA_MAX_POINTS:
            return replace(place, max_points=limit.value)
    return place


def _limited(place: SlotPlace, items: Sequence[Fitted]) -> SlotPlace:
    """The place with the limits that attached cards put on its kind of slot."""
    for item in items:
        for limit in item.card.slot_limits:
            if limit.slot != place.slot:
                continue
            if limit.rule is SlotRule.MAX_POINTS:
                lower = limit.value if place.max_points is None else min(place.max_points, limit.value)
                place = replace(place, max_points=lower)
            elif limit.rule is SlotRule.UNIQUE:
                place = replace(place, unique=True)
            elif limit.rule is SlotRule.DISTINCT:
                place = replace(place, distinct=True)
            elif limit.rule is SlotRule.ONLY:
                place = replace(place, only=limit.card)
    return place


def _assign(
    items: Sequence[Fitted], offered: Sequence[SlotPlace], taken: Collection[int] = ()
) -> dict[int, tuple[int, ...]]:
    """The largest assignment of items to places that are not taken; among equally large ones earlier items
    come first."""
    assigned: dict[int, tuple[int, ...]] = {}
    for slot in {item.card.slot for item in items}:
        indexes = [index for index, place in enumerate(offered) if place.slot == slot and index not in taken]
        wanting = [item for item in items if item.card.slot == slot]
        if any(offered[index].distinct for index in indexes):
            wanting = _first_of_each_name(wanting)
        assigned.update(_best(wanting, indexes, offered))
    return assigned


def _first_of_each_name(items: Sequence[Fitted]) -> list[Fitted]:
    return list({item.card.name: item for item in reversed(items)}.values())[::-1]


def _best(
    items: Sequence[Fitted], free: list[int], offered: Sequence[SlotPlace]
) -> dict[int, tuple[int, ...]]:
    """Exact search, item by item. Equal places are tried once; a branch that cannot win is left."""
    best: dict[int, tuple[int, ...]] = {}

    def search(position: int, left: list[int], chosen: dict[int, tuple[int, ...]]) -> bool:
        nonlocal best
        if len(chosen) > len(best):
            best = dict(chosen)
        if position == len(items) or len(chosen) + len(items) - position <= len(best):
            return len(best) == len(items)
        item = items[position]
        for seats in _options(item, left, offered):
            rest = [index for index in left if index not in seats]
            if search(position + 1, rest, {**chosen, item.id: seats}):
                return True
        return search(position + 1, left, chosen)

    search(0, free, {})
    return best


def _options(item: Fitted, left: Sequence[int], offered: Sequence[SlotPlace]) -> Iterable[tuple[int, ...]]:
    fitting = sorted(
        (index for index in left if offered[index].takes(item)), key=lambda index: _tightness(offered[index])
    )
    tried = set()
    for seats in combinations(fitting, item.card.slots_used):
        kinds = tuple(offered[index] for index in seats)
        one_section = len({place.section for place in kinds}) == 1
        if one_section and kinds not in tried:
            tried.add(kinds)
            yield seats


def _tightness(place: SlotPlace) -> tuple[bool, int]:
    """Places with narrow limits are filled first."""
    return place.max_points is None, place.max_points or 0
