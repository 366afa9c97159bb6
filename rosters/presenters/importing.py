"""A squadron from another program before and after its purchase: what is bought and what stays out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.kernel.events import Event
from league.rules.phrases import join_words
from rosters.catalogue import catalogue
from rosters.presenters.picks import label_of, room_words
from rosters.rules import events as ev
from rosters.rules.purchases.importing import XwsPreview
from rosters.rules.purchases.xws import PlannedShip
from rosters.rules.state import SQUADRON_CARDS, FleetState


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A ship of an import as it is called: `out` if it stays out, and its upgrades, bought and not, each as
    one line."""

    name: str
    out: bool
    upgrades: str
    upgrades_out: str


def import_lines(preview: XwsPreview) -> list[ImportLine]:
    """The ships of an import in their order, with what would stay out."""
    return [
        _import_line(ship, out, Counter(left))
        for ship, (out, left) in zip(preview.plan.ships, preview.left, strict=True)
    ]


def _import_line(ship: PlannedShip, out: bool, left: Counter[str]) -> ImportLine:
    wanted = Counter(each for each, _ in ship.upgrades)
    bought = wanted if out else wanted - left
    return ImportLine(label_of(ship.card), out, _listed(bought), "" if out else _listed(left))


def _listed(cards: Counter[str]) -> str:
    return ", ".join(catalogue().upgrades[each].name for each in cards.elements())


def places(fleet: FleetState) -> Iterator[tuple[str, str]]:
    """The places that an import can go to, each with its words: every squadron card, laid out or free, and
    the inventory as ""."""
    yield "", "The inventory"
    for card in SQUADRON_CARDS:
        yield str(card), room_words(fleet, card) if card in fleet.squadrons else f"Squadron {card}, new"


def free_card(fleet: FleetState) -> int | None:
    """The first squadron card that is free; None if all are laid out."""
    return next((card for card in SQUADRON_CARDS if card not in fleet.squadrons), None)


def button_words(preview: XwsPreview, squadron: int | None) -> str:
    """The button that buys: which ships, where they go, and their price."""
    of = f" of {preview.wanted}" if preview.wanted > preview.ships else ""
    ships = f"{preview.ships}{of} ship{'s' * (preview.wanted != 1)}"
    return f"Buy {ships} into {_place(squadron)}, {preview.cost} FP"


def sum_words(preview: XwsPreview, fleet: FleetState) -> str:
    """The figures of an import in one line."""
    bought = [(preview.ships, "ship"), (preview.upgrades, "upgrade")]
    things = ", ".join(_counted(number, noun) for number, noun in bought if number)
    return f"{things}: {preview.cost} of your {fleet.points} FP"


def bought_words(preview: XwsPreview, squadron: int | None, events: Iterable[Event]) -> str:
    """The message after the purchase: what was bought, where it lies now, and how much stayed out."""
    ships = sum(isinstance(event, ev.ShipBought) for event in events)
    out = [(preview.wanted - ships, "ship"), (preview.upgrades_out, "upgrade")]
    left = join_words([_counted(number, noun) for number, noun in out if number])
    bought = f"{_counted(ships, 'ship')} bought into {_place(squadron)}"
    return f"{bought}; {left} left out." if left else f"{bought}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _place(squadron: int | None) -> str:
    return "the inventory" if squadron is None else f"squadron {squadron}"
