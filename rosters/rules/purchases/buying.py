"""Buying ship cards and upgrades, in a draft and at an open desk (CR-031 to CR-035, CR-040, CR-041).

The sentences of a refusal come from three places: too few points from `access.pay`, a card that does not fit
from `fitting.cards.fit_findings`, a unique name or the wrong side from `uniques.names.may_own_upgrade`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, decides
from league.kernel.refusal import Finding, Refusal, are_legal, refuse_if
from rosters.catalogue import ShipCard, Slot, UpgradeCard, catalogue
from rosters.rules import events as ev
from rosters.rules.access import (
    Payment,
    card_faults,
    check_squadron,
    make_way,
    neighbours,
    open_fleet,
    pay,
    present_ship,
    refuse_new,
    ship_card,
    upgrade_card,
    upgrade_of,
)
from rosters.rules.fitting.cards import displaced, fit_findings, loose_findings
from rosters.rules.fitting.rigs import NEW, Fitted, rig
from rosters.rules.fitting.slots import seating
from rosters.rules.labels import card_label, ship_name, upgrade_label, upgrade_name
from rosters.rules.state import FleetState, ShipState, UpgradeState
from rosters.rules.uniques.names import may_own_ship_card, may_own_upgrade
from rosters.rules.uniques.team import Mates, mates_of

STANDING = ("must_equip",)
"""Faults that a purchase may leave: a card and the one that it demands are bought one after the other."""


@dataclass(frozen=True, slots=True)
class BuyShip(Order):
    """Buy a ship card into a squadron (2–10) or the inventory (None), with upgrade cards on it in the order
    given."""

    name: ClassVar[str] = "buy_ship"
    repeatable: ClassVar[bool] = True

    fleet: int
    card: str
    squadron: int | None = None
    upgrades: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyUpgrade(Order):
    """Buy an upgrade card onto a ship or, with `ship` None, into the inventory.

    `section` is which section of a two-section ship, `choice` the slot picked for a card that offers one.
    `replacing` is the upgrade (number) that makes room: a modification is lost (CR-034), a card that can
    leave its ship goes to the inventory.
    """

    name: ClassVar[str] = "buy_upgrade"
    repeatable: ClassVar[bool] = True

    fleet: int
    card: str
    ship: int | None = None
    section: str = ""
    choice: str = ""
    replacing: int | None = None


@decides(BuyShip)
def _buy_ship(d: Decision, order: BuyShip) -> None:
    fleet = open_fleet(d, order.fleet, "buy ships for this fleet")
    upgrades = [(upgrade_card(each), "") for each in order.upgrades]
    buy_ship(d, fleet, ship_card(order.card), order.squadron, upgrades)


@decides(BuyUpgrade)
def _buy_upgrade(d: Decision, order: BuyUpgrade) -> None:
    fleet = open_fleet(d, order.fleet, "buy upgrades for this fleet")
    card = upgrade_card(order.card)
    if order.ship is None:
        _buy_loose(d, fleet, card)
    elif order.replacing is not None:
        if _can_leave(fleet, order):
            _exchange(d, fleet, card, order)
        else:
            _replace(d, fleet, card, order)
    else:
        buy_upgrade(d, fleet, card, order.ship, order.section, order.choice)


def buy_ship(
    d: Decision,
    fleet: FleetState,
    card: ShipCard,
    squadron: int | None,
    upgrades: Sequence[tuple[UpgradeCard, str]] = (),
) -> int:
    """Buy a ship with upgrades, given with their sections, all or nothing. Returns its number; raises
    `Refusal`."""
    mates = mates_of(d.state, fleet)
    check_squadron(fleet, squadron)
    refuse_if(may_own_ship_card(fleet, card.id, mates=mates))
    before = card_faults(fleet, _in_squadron(fleet, squadron), mates)
    number = d.new_id()
    label = card_label(card)
    d.emit(ev.ShipBought(fleet.id, number, card.id, label, card.points, squadron, card.persona))
    payments = [Payment(-card.points, buying_rule(fleet), label)]
    for upgrade, section, wanted in _in_order(upgrades):
        payments.append(_attach(d, fleet, upgrade, number, section, "", wanted))
    refuse_new(before, card_faults(fleet, neighbours(fleet, number), mates), but=STANDING)
    pay(d, fleet, payments, f"{label} with its upgrades" if upgrades else label)
    return number


def buy_upgrade(
    d: Decision, fleet: FleetState, card: UpgradeCard, ship: int, section: str = "", choice: str = ""
) -> None:
    """Buy an upgrade onto a ship. Raises `Refusal`."""
    present_ship(fleet, ship)
    mates = mates_of(d.state, fleet)
    near = neighbours(fleet, ship)
    before = card_faults(fleet, near, mates)
    payment = _attach(d, fleet, card, ship, section, choice, ())
    refuse_new(before, card_faults(fleet, near, mates), but=STANDING)
    pay(d, fleet, [payment], payment.what)


def buying_rule(fleet: FleetState) -> str:
    """The rule that a purchase goes by: making the roster, or the post-game phase."""
    return "CR-031" if fleet.standing == "draft" else "CR-140"


def find_place(
    fleet: FleetState,
    ship: int,
    card: UpgradeCard,
    section: str = "",
    choice: str = "",
    wanted: Iterable[Slot] = (),
    mates: Mates = (),
) -> tuple[str, str]:
    """Section and choice with which the card fits on the ship, if the order leaves them open.

    `wanted` are slots that cards still to come need, `mates` the other fleets of the team. Raises a `Refusal`
    with the findings of the first try if none fits.
    """
    sections = [section]
    two = len(catalogue().ship_cards[fleet.ships[ship].card].sections) == 2
    if two and not section and card.slot not in (Slot.TITLE, Slot.MODIFICATION):
        sections = ["fore", "aft"]
    choices = [choice]
    if card.adds_slots_choice and not choice:
        needed = set(wanted)
        choices = [str(slot) for slot in sorted(card.adds_slots_choice, key=lambda slot: slot not in needed)]
    first: list[Finding] = []
    for where in sections:
        for picked in choices:
            findings = fit_findings(fleet, ship, card.id, section=where, choice=picked, mates=mates)
            if are_legal(findings):
                return where, picked
            first = first or findings
    no = next(finding for finding in first if finding.is_error)
    raise Refusal(no.code, no.message, rule=no.rule, findings=first)


def _in_squadron(fleet: FleetState, squadron: int | None) -> list[int]:
    return [] if squadron is None else [ship.id for ship in fleet.ships_in(squadron)]


def _in_order(upgrades: Sequence[tuple[UpgradeCard, str]]) -> Iterable[tuple[UpgradeCard, str, list[Slot]]]:
    """Cards that give slots first, each with its section and the slots of the cards that follow it."""
    ordered = sorted(upgrades, key=lambda each: not (each[0].adds_slots or each[0].adds_slots_choice))
    for index, (card, section) in enumerate(ordered):
        yield card, section, [later.slot for later, _ in ordered[index + 1 :]]


def _attach(
    d: Decision,
    fleet: FleetState,
    card: UpgradeCard,
    ship: int,
    section: str,
    choice: str,
    wanted: Iterable[Slot],
) -> Payment:
    mates = mates_of(d.state, fleet)
    refuse_if(may_own_upgrade(fleet, card.id, mates=mates))
    where, picked = find_place(fleet, ship, card, section, choice, wanted, mates)
    return _own(d, fleet, card, ship, where, picked)


def _own(
    d: Decision, fleet: FleetState, card: UpgradeCard, ship: int | None, section: str = "", choice: str = ""
) -> Payment:
    label = upgrade_label(card)
    d.emit(ev.UpgradeBought(fleet.id, d.new_id(), card.id, label, card.points, ship, section, choice))
    if ship is not None:
        make_way(d, fleet, ship)
    rule = "CR-041" if card.points < 0 else buying_rule(fleet)
    on = "" if ship is None else f" on {ship_name(fleet.ships[ship])}"
    return Payment(-card.points, rule, label + on)


def _buy_loose(d: Decision, fleet: FleetState, card: UpgradeCard) -> None:
    refuse_if(loose_findings(card.id))
    refuse_if(may_own_upgrade(fleet, card.id, mates=mates_of(d.state, fleet)))
    payment = _own(d, fleet, card, None)
    pay(d, fleet, [payment], payment.what)


def _can_leave(fleet: FleetState, order: BuyUpgrade) -> bool:
    """Whether what is replaced is a card of that ship that may go to the inventory instead of being lost."""
    assert order.replacing is not None
    old = upgrade_of(fleet, order.replacing)
    return old.ship == order.ship and not catalogue().upgrades[old.card].fixed


def _exchange(d: Decision, fleet: FleetState, card: UpgradeCard, order: BuyUpgrade) -> None:
    """The old card goes to the inventory, the new one onto the ship. No card that needs the old one may be
    left without it (CR-033)."""
    assert order.ship is not None
    mates = mates_of(d.state, fleet)
    near = neighbours(fleet, order.ship)
    before = card_faults(fleet, near, mates)
    _make_room(d, fleet, order)
    refuse_new(before, (each for each in card_faults(fleet, near, mates) if each.code in STANDING))
    buy_upgrade(d, fleet, card, order.ship, order.section, order.choice)
    refuse_new(before, card_faults(fleet, near, mates), but=STANDING)


def _make_room(d: Decision, fleet: FleetState, order: BuyUpgrade) -> None:
    assert order.ship is not None and order.replacing is not None
    present_ship(fleet, order.ship)
    old = upgrade_of(fleet, order.replacing)
    if old.mia:
        raise Refusal(
            "missing",
            f"{upgrade_name(old)} is missing and keeps no slot: attach the other card without replacing it.",
            rule="CR-142",
            field="replacing",
        )
    d.emit(ev.UpgradeMoved(fleet.id, old.id, upgrade_name(old), old.ship, None))


def _replace(d: Decision, fleet: FleetState, card: UpgradeCard, order: BuyUpgrade) -> None:
    """CR-034: the old modification is lost. An upgrade in a slot that it added goes to the inventory or is
    lost too."""
    assert order.ship is not None and order.replacing is not None
    ship = present_ship(fleet, order.ship)
    old = upgrade_of(fleet, order.replacing)
    mates = mates_of(d.state, fleet)
    _check_replacement(fleet, ship, card, old)
    refuse_if(may_own_upgrade(fleet, card.id, mates=mates))
    section, choice = order.section, order.choice
    refuse_if(
        fit_findings(fleet, ship.id, card.id, section=section, choice=choice, replacing=old.id, mates=mates)
    )
    near = neighbours(fleet, ship.id)
    before = card_faults(fleet, near, mates)
    homeless = displaced(fleet, ship.id, card.id, old.id)
    d.emit(ev.UpgradeLost(fleet.id, old.id, upgrade_name(old), "removed", "CR-034"))
    for number in homeless:
        _turn_out(d, fleet, fleet.upgrades[number])
    payment = _own(d, fleet, card, ship.id, order.section, order.choice)
    refuse_new(before, card_faults(fleet, near, mates))
    pay(d, fleet, [payment], payment.what)


def _turn_out(d: Decision, fleet: FleetState, upgrade: UpgradeState) -> None:
    if catalogue().upgrades[upgrade.card].fixed:
        d.emit(ev.UpgradeLost(fleet.id, upgrade.id, upgrade_name(upgrade), "removed", "CR-034"))
    else:
        d.emit(ev.UpgradeMoved(fleet.id, upgrade.id, upgrade_name(upgrade), upgrade.ship, None))


def is_replaceable(card: UpgradeCard) -> bool:
    """Whether a card aboard can be replaced by another of its kind: modifications only (CR-034)."""
    return card.slot is Slot.MODIFICATION


def _check_replacement(fleet: FleetState, ship: ShipState, card: UpgradeCard, old: UpgradeState) -> None:
    out = catalogue().upgrades[old.card]
    if out.points < 0:
        raise Refusal(
            "negative_points",
            f"{upgrade_label(out)} gave points back, so it never leaves its ship.",
            rule="CR-041",
            field="replacing",
        )
    if old.ship != ship.id or not is_replaceable(out) or not is_replaceable(card):
        raise Refusal(
            "no_replacement",
            "Only a modification can be replaced, by another modification, on the ship where it is.",
            rule="CR-034",
            field="replacing",
        )
    seated = seating(rig(fleet, ship.id))
    if any(seated.places[index].takes(Fitted(NEW, card)) for index in seated.free):
        raise Refusal(
            "slot_free",
            f"{ship_name(ship)} still has a free Modification slot: attach {upgrade_label(card)} there "
            "without replacing anything.",
            rule="CR-034",
            field="replacing",
        )
