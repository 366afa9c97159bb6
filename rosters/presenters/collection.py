"""The models that a person owns, as lines; and the ones that a fleet lacks, as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.rules.phrases import SIDE_NAMES
from rosters.catalogue import Ship, catalogue
from rosters.catalogue.search import matches_text
from rosters.rules.collection.reading import Reading
from rosters.rules.collection.shortage import Shortage, Shortages, models_on_table, shortages
from rosters.rules.state import FleetState


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A model with the number that is owned. `text` is searched by the page's script."""

    ship: str
    name: str
    sides: str
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class ModelPage:
    """All models that were asked for, and what is owned in all."""

    lines: tuple[ModelLine, ...]
    models: int
    ships: int


def model_page(owned: Mapping[str, int], wanted: str = "", *, only_owned: bool = False) -> ModelPage:
    """The models whose names have the words asked for, by name."""
    lines = (
        _line(ship, owned.get(ship.id, 0))
        for ship in sorted(catalogue().ships.values(), key=lambda each: each.name.casefold())
        if matches_text(wanted, ship.name, *_sides(ship)) and (owned.get(ship.id) or not only_owned)
    )
    return ModelPage(tuple(lines), sum(owned.values()), len(owned))


def _sides(ship: Ship) -> list[str]:
    return [SIDE_NAMES[side] for side in ship.sides]


def _line(ship: Ship, count: int) -> ModelLine:
    sides = ", ".join(_sides(ship))
    bare = ship.name.casefold()
    return ModelLine(ship.id, ship.name, sides, count, f"{bare} {bare.replace('-', '')} {sides.casefold()}")


def model_rows(owned: Mapping[str, int]) -> list[tuple[str, int]]:
    """The owned models for a table, by name."""
    return [(line.name, line.count) for line in model_page(owned, only_owned=True).lines]


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A model in a list that is not saved yet: its number there, and the one that is noted now."""

    ship: str
    name: str
    count: int
    now: int


@dataclass(frozen=True, slots=True)
class ListPreview:
    """The effect of noting the good lines of a list. `faults` say what is wrong with the others; `forgotten`
    counts the models that would be taken away because no good line has them."""

    lines: tuple[PreviewLine, ...]
    faults: tuple[str, ...]
    forgotten: int

    @property
    def models(self) -> int:
        return sum(each.count for each in self.lines)


def list_preview(reading: Reading, owned: Mapping[str, int], *, replace: bool) -> ListPreview:
    """The list beside what the account owns; with `replace` all other models go."""
    lines = (
        PreviewLine(ship, catalogue().ships[ship].name, count, owned.get(ship, 0))
        for ship, count in reading.counts.items()
    )
    others = sum(count for ship, count in owned.items() if ship not in reading.counts)
    return ListPreview(
        tuple(sorted(lines, key=lambda each: each.name.casefold())),
        tuple(each.message for each in reading.faults),
        others if replace else 0,
    )


def noted_words(reading: Reading) -> str:
    """The sentence after a list was noted."""
    models, left_out = sum(reading.counts.values()), len(reading.faults)
    noted = f"{_number(models, 'model is', 'models are')} noted."
    return f"{noted} {_number(left_out, 'line was', 'lines were')} left out." if left_out else noted


def _number(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


MOST_NAMED = 2
"""Kinds of model that are named where there is little room."""


@dataclass(frozen=True, slots=True)
class FleetModels:
    """A fleet's models for its owner. `asked`: they have said what they own; `squadrons` have their card and
    the missing models, `together` those that all squadrons at once lack, "" if nothing is missing. `short`
    says it in a few words, "" before they have said what they own."""

    asked: bool
    squadrons: tuple[tuple[int, str], ...]
    together: str
    short: str

    def of_squadron(self, card: int) -> str:
        """The models that one squadron lacks, "" for none."""
        return dict(self.squadrons).get(card, "")


def fleet_models(fleet: FleetState, owned: Mapping[str, int]) -> FleetModels:
    """Models that the fleet needs and its owner lacks."""
    found = shortages(fleet, owned)
    squadrons = tuple((card, _words(lines)) for card, lines in found.squadrons.items())
    return FleetModels(bool(owned), squadrons, _words(found.together), _short(found) if owned else "")


@dataclass(frozen=True, slots=True)
class ModelsLeft:
    """Models for another ship: the numbers `owned`, and those `used` by all squadrons together."""

    owned: Mapping[str, int]
    used: Mapping[str, int]

    def words(self, ship: str) -> str:
        """Sentence about a ship of which no model is left, "" if one is, or if no model at all is noted."""
        number = self.owned.get(ship, 0)
        if not self.owned or number > self.used.get(ship, 0):
            return ""
        if not number:
            return "You own no model of it."
        return "Your model flies already." if number == 1 else f"Your {number} models fly already."


def models_left(fleet: FleetState, owned: Mapping[str, int]) -> ModelsLeft:
    """The models that the fleet's squadrons leave to another ship."""
    return ModelsLeft(owned, models_on_table(fleet))


def _short(found: Shortages) -> str:
    first, others = found.together[:MOST_NAMED], found.together[MOST_NAMED:]
    if not first:
        return "You own every model that these squadrons need"
    more = sum(each.needed - each.owned for each in others)
    return f"You lack: {_words(first)}" + (f" and {more} more" if more else "")


def _words(lines: Iterable[Shortage]) -> str:
    """Each model with the number that is missing: "1 TIE Phantom, 2 X-wings"."""
    return ", ".join(_counted(each.needed - each.owned, each.name) for each in lines)


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
