"""Forces written by people, for systems whose forces are lists of units: “3 lancer, 1 tug with ion + swap”,
or “north: 2 lancer”.

A system lists its units, upgrades and battles (`Listing`); names are read in any case, with any spaces and
hyphens. Every slip is answered with a sentence that says what is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from league.kernel.refusal import Unreadable
from league.rules.phrases import join_words

MOST = 24
"""Units of one force: a zone of any map holds as many."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something that a force can have. `sides` are the sides a craft flies for, or the craft that an upgrade
    fits.
    """

    id: str
    name: str
    cost: int
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A battle with the forces that fight it if nobody names others; `points` limits those."""

    name: str
    brief: str
    sides: tuple[str, str]
    forces: tuple[str, str]
    points: int


@dataclass(frozen=True, slots=True)
class Listing:
    """All craft, upgrades and battles of a system. `sides` are those that a force can be of; `example` is a
    force as people write one.
    """

    version: str
    sides: tuple[str, ...]
    crafts: tuple[Named, ...]
    upgrades: tuple[Named, ...]
    battles: Mapping[str, Ready]
    example: str


_ITEM = re.compile(
    r"(?:(?P<count>\d+)(?:x|\s*×)?\s+)?(?P<craft>.+?)(?:\s+with\s+(?P<extras>.+))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a force as it was written: so many of a craft, each with these upgrades."""

    count: int
    craft: str
    extras: tuple[str, ...] = ()


def items(text: str, example: str = "3 lancer, 1 tug with ion") -> list[Item]:
    """The parts of a force. Raises Unreadable, with an example, for one that cannot be read."""
    found = []
    for part in text.split(","):
        matched = _ITEM.fullmatch(part.strip())
        if matched is None:
            raise Unreadable("battle.force", f"“{text}” is no force; write it like “{example}”.")
        count = int(matched["count"] or 1)
        if not 1 <= count <= MOST:
            raise Unreadable("battle.force", f"“{part.strip()}”: take 1 to {MOST} of a kind.")
        extras = tuple(
            extra.strip() for extra in re.split(r"\+| and ", matched["extras"] or "") if extra.strip()
        )
        found.append(Item(count, matched["craft"].strip(), extras))
    return found


def plain(name: str) -> str:
    """A name without what people leave out: case, spaces, hyphens."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def read_force(listing: Listing, text: str, side: str = "") -> dict[str, Any]:
    """The force of a text, for `Setup["forces"]`; `side` is the one to take if several fit.

    Raises Unreadable with a sentence for what is not known.
    """
    named, colon, rest = text.partition(":")
    if colon:
        wanted = named.strip().lower()
        if wanted not in listing.sides:
            raise Unreadable(
                "battle.side", f"There is no side “{named.strip()}”; choose one of {_or(listing.sides)}."
            )
        side, text = wanted, rest
    crafts = [(item, _craft(listing, item.craft, side)) for item in items(text, listing.example)]
    if sum(item.count for item, _ in crafts) > MOST:
        raise Unreadable("battle.force", f"A force has at most {MOST} units; take some out.")
    chosen = _side(listing, crafts, side, fixed=bool(colon))
    units = []
    for item, known in crafts:
        one = next((craft for craft in known if chosen in craft.sides), known[0])
        upgrades = [_upgrade(listing, one, extra) for extra in item.extras]
        line: dict[str, Any] = {"craft": one.id}
        units += [line | {"upgrades": upgrades} if upgrades else dict(line) for _ in range(item.count)]
    return {"side": chosen, "units": units}


def _craft(listing: Listing, name: str, side: str) -> list[Named]:
    """The craft of that name, or the one whose name ends so; of both sides if two share one."""
    wanted = plain(name)
    for written in (wanted, wanted.removesuffix("s")):
        found = [craft for craft in listing.crafts if written in (plain(craft.id), plain(craft.name))]
        if found:
            return found
    last = [craft for craft in listing.crafts if plain(craft.name).endswith(wanted.removesuffix("s"))]
    last = [craft for craft in last if side in craft.sides] or last
    if wanted and len({craft.name for craft in last}) == 1:
        return last
    if wanted and last:
        names = _or(sorted({craft.name for craft in last}))
        raise Unreadable("battle.craft", f"“{name}” may be {names}; write the whole name.")
    known = [craft.name for craft in listing.crafts if not side or side in craft.sides]
    raise Unreadable("battle.craft", f"There is no craft “{name}”; {_hint(name, known)}")


def _upgrade(listing: Listing, craft: Named, name: str) -> str:
    wanted = plain(name)
    fitting = [upgrade for upgrade in listing.upgrades if craft.id in upgrade.sides]
    for upgrade in fitting:
        if wanted in (plain(upgrade.id), plain(upgrade.name)):
            return upgrade.id
    if not fitting:
        raise Unreadable("battle.upgrade", f"The {craft.name} has no upgrades; leave “{name}” out.")
    known = [f"{upgrade.id} ({upgrade.name})" for upgrade in fitting]
    raise Unreadable("battle.upgrade", f"The {craft.name} cannot have “{name}”; it may have {_or(known)}.")


def _side(listing: Listing, crafts: Iterable[tuple[Item, list[Named]]], side: str, fixed: bool) -> str:
    """The side that all craft can fly for; the one asked for if it is among them."""
    fitting = [
        one for one in listing.sides if all(any(one in craft.sides for craft in known) for _, known in crafts)
    ]
    if fixed or side in fitting or (side and not fitting):
        return side
    if not fitting:
        names = ", ".join(f"{known[0].name} ({'/'.join(known[0].sides)})" for _, known in crafts)
        raise Unreadable("battle.side", f"No side flies all of these: {names}; a force belongs to one side.")
    return fitting[0]


def _or(names: Iterable[str]) -> str:
    return join_words(names, "or")


def _hint(name: str, known: list[str]) -> str:
    by_plain = {plain(one): one for one in known}
    close = [by_plain[one] for one in get_close_matches(plain(name), by_plain, 3, 0.6)]
    return f"did you mean {_or(close)}?" if close else f"choose one of {', '.join(sorted(known))}."


def read_forces(listing: Listing, scenario: str, texts: Sequence[str]) -> list[dict[str, Any]]:
    """The forces of a battle from texts, the first side's first; one left out is the battle's ready-made one.

    Raises Unreadable with a sentence for what is not known.
    """
    ready = listing.battles.get(scenario)
    if ready is None:
        raise Unreadable(
            "battle.scenario", f"There is no battle “{scenario}”; choose {_or(listing.battles)}."
        )
    written = [text or known for text, known in zip(texts, ready.forces, strict=True)]
    sides = [side if side != "any" else listing.sides[seat] for seat, side in enumerate(ready.sides)]
    return [read_force(listing, text, side) for text, side in zip(written, sides, strict=True)]


def _points(cost: int) -> str:
    return f"{cost} point" if cost == 1 else f"{cost} points"


def listed(listing: Listing) -> list[str]:
    """All battles and craft in lines for people."""
    lines = ["Battles:"]
    for name, ready in listing.battles.items():
        lines.append(f"  {name}: {ready.name}. {ready.brief}")
        lines.append(f"      ready-made: “{ready.forces[0]}” against “{ready.forces[1]}”")
    for side in listing.sides:
        lines.append(f"Craft of the {side} side:")
        for craft in listing.crafts:
            if side in craft.sides:
                extras = [upgrade.id for upgrade in listing.upgrades if craft.id in upgrade.sides]
                more = f"; with {', '.join(extras)}" if extras else ""
                lines.append(f"  {craft.name} ({craft.id}), {_points(craft.cost)}{more}")
    lines.append("Upgrades:")
    lines += [f"  {upgrade.id}: {upgrade.name}, {_points(upgrade.cost)}" for upgrade in listing.upgrades]
    return lines
