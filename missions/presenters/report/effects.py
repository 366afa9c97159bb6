"""Effects of a result on the page, fleet by fleet: counted, like ones together, and one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from missions.presenters.game.page import FleetBadge, Fleets
from missions.rules.game.consequences import REPAIRED, RISEN_TO, Consequence
from missions.rules.game.secrets import GameView
from missions.rules.game.state import SIDES
from rosters.rules.state import FleetState

COMMON = frozenset({REPAIRED, *RISEN_TO.values()})
"""Effects that nobody has to read name by name: ships are repaired and pilots rise."""


@dataclass(frozen=True, slots=True)
class EffectGroup:
    """One effect on `count` ships or cards: its words, their names, the rules behind it. A phone shows only
    the number if the effect is `common`."""

    words: str
    count: int
    names: str
    rules: tuple[str, ...]
    common: bool


def listed(names: Iterable[str]) -> str:
    """Names in a row, those of several ships counted: "2 × Rookie Pilot; Biggs Darklighter"."""
    counts = Counter(names)
    return "; ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


@dataclass(frozen=True, slots=True)
class Effects:
    """Effects of confirming on one fleet, each sentence with its rule. `unchanged` are its ships in the game
    of which no sentence speaks."""

    fleet: FleetBadge
    sentences: tuple[Consequence, ...]
    unchanged: tuple[str, ...] = ()

    @property
    def points(self) -> str:
        """The FP that the fleet receives: "+90 FP"."""
        received = sum(each.points for each in self.sentences)
        return f"{received:+} FP" if received else ""

    @property
    def unchanged_listed(self) -> str:
        return listed(self.unchanged)

    @property
    def alone(self) -> tuple[Consequence, ...]:
        """The sentences that belong to no group, such as those about the whole fleet."""
        return tuple(each for each in self.sentences if not each.effect)

    @property
    def groups(self) -> tuple[EffectGroup, ...]:
        """All other sentences, those with the same effect together; the common effects last."""
        found: dict[str, list[Consequence]] = {}
        for each in self.sentences:
            if each.effect:
                found.setdefault(each.effect, []).append(each)
        return tuple(
            EffectGroup(
                words[0].upper() + words[1:],
                len(alike),
                listed(each.name for each in alike),
                tuple(dict.fromkeys(each.rule for each in alike)),
                words in COMMON,
            )
            for words, alike in sorted(found.items(), key=lambda each: each[0] in COMMON)
        )

    @property
    def in_short(self) -> str:
        """Number of times that each effect occurs, and of ships that stay as they are: all but the names."""
        counts = [f"{group.words}: {group.count}" for group in self.groups]
        counts += [f"Unchanged ships: {len(self.unchanged)}"] if self.unchanged else []
        counts += [f"Other effects: {len(self.alone)}"] if self.alone else []
        return " · ".join(counts) or "Nothing changes."

    @property
    def by_ship(self) -> dict[int, tuple[str, ...]]:
        """The effects on each ship in short, then those on its cards with their names."""
        found: dict[int, dict[str, list[str]]] = {}
        for each in sorted(self.sentences, key=lambda each: not each.of_ship):
            if each.ship is not None and each.effect:
                named = found.setdefault(each.ship, {}).setdefault(each.effect, [])
                named += [] if each.of_ship else [each.name]
        return {
            ship: tuple(f"{words}: {listed(cards)}" if cards else words for words, cards in told.items())
            for ship, told in found.items()
        }


def effects(
    view: GameView, consequences: Iterable[Consequence], fleets: Fleets, mates: Mapping[int, FleetState]
) -> tuple[Effects, ...]:
    """The consequences, fleet by fleet, the reader's own first. Cards that fall with a mate of either
    (CR-039) are listed too, under the mate's name; `mates` holds the fleets that are not in the game."""
    told = list(consequences)
    concerned = {each.ship for each in told}
    own_first = sorted(SIDES, key=lambda side: not fleets[side].mine)
    return tuple(
        Effects(
            fleets[side],
            tuple(_of_team(told, fleets[side], fleets, mates)),
            tuple(
                ship.name
                for ship in view.ships.values()
                if ship.fleet == fleets[side].number and ship.id not in concerned
            ),
        )
        for side in own_first
    )


def _of_team(
    told: Iterable[Consequence], badge: FleetBadge, fleets: Fleets, mates: Mapping[int, FleetState]
) -> Iterator[Consequence]:
    playing = {each.number for each in fleets.values()}
    for each in told:
        if each.fleet == badge.number:
            yield each
        elif each.fleet not in playing and mates[each.fleet].side == badge.faction:
            mate = mates[each.fleet].name
            yield replace(each, text=f"{mate}: {each.text}", name=f"{each.name} of {mate}")
