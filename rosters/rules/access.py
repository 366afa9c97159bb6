"""Shared by the deciding functions of this app: fleets, who may touch them and when, cards, payments."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import deepcopy
from dataclasses import dataclass

from league.kernel.decision import Decision
from league.kernel.fold import CampaignState
from league.kernel.refusal import Finding, NotYours, Refusal, Unreadable, refuse_if
from league.ports import game_port
from league.rules.command import only_commander
from league.rules.state import LeagueState, Profile
from rosters.catalogue import ShipCard, UpgradeCard, catalogue
from rosters.rules import events as ev
from rosters.rules.fitting.cards import ship_findings
from rosters.rules.fitting.slots import seat
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.squadrons.types import epic_findings
from rosters.rules.state import (
    SQUADRON_CARDS,
    FleetState,
    RostersState,
    ShipState,
    SquadronType,
    UpgradeState,
)
from rosters.rules.uniques.names import use_findings
from rosters.rules.uniques.team import Mates, mates_of

CLOSED = {
    "ready": "The roster of {name} is locked between games. It opens for its next repairs.",
    "playing": "{name} is in a game. Its roster opens again when the result has been confirmed.",
    "eliminated": "{name} has been eliminated, so its roster stays as it is.",
    "retired": "{name} has left the campaign, so its roster stays as it is.",
}
ENDED = "The campaign has ended. An organiser can reopen it."


@dataclass(frozen=True, slots=True)
class Payment:
    """A change of points to come: negative is paid, positive is received. `what` names the thing."""

    amount: int
    rule: str
    what: str


def league_of(d: Decision) -> LeagueState:
    return d.state.of(LeagueState)


def profile_of(d: Decision) -> Profile:
    return league_of(d).profile


def fleet_of(d: Decision, number: int) -> FleetState:
    """The fleet. Raises `Unreadable` for an unknown number."""
    found = d.state.of(RostersState).fleets.get(number)
    if found is None:
        raise Unreadable("no_fleet", "There is no such fleet in this campaign.")
    return found


def own_fleet(d: Decision, number: int, doing: str) -> FleetState:
    """The fleet, if the actor commands it or organises and the campaign has not ended. Raises `Refusal`."""
    fleet = fleet_of(d, number)
    only_commander(d, fleet, doing)
    if league_of(d).phase == "ended":
        raise Refusal("ended", ENDED)
    return fleet


def kept_fleet(d: Decision, number: int, doing: str) -> FleetState:
    """The fleet for what a proxy may not do: for its owner or an organiser. Raises `Refusal`."""
    d.only_member(fleet_of(d, number).member, doing)
    return own_fleet(d, number, doing)


def refuse_reaching(d: Decision, fleet: FleetState, member: int) -> None:
    """Refuse an organiser who would put themselves in command of somebody's fleet while it is in a game: its
    hidden cards would be shown to them (CR-006)."""
    if not member == d.actor.member != fleet.member:
        return
    if fleet.standing == "playing" or game_port().in_friendly(d.state, fleet.id):
        raise NotYours(
            "own_hand",
            f"{fleet.name} is in a game, and its commander sees its hidden cards. Name somebody other than "
            "yourself, or wait until the game is over.",
            rule="CR-006",
        )


def open_fleet(d: Decision, number: int, doing: str) -> FleetState:
    """The fleet, if its roster is open: a draft, or its own post-game phase (CR-007). Raises `Refusal`."""
    fleet = own_fleet(d, number, doing)
    if fleet.standing not in ("draft", "desk"):
        raise Refusal("not_now", CLOSED[fleet.standing].format(name=fleet.name), rule="CR-007")
    return fleet


def draft_fleet(d: Decision, number: int, doing: str) -> FleetState:
    """The fleet, if it is still a draft. Raises `Refusal`."""
    fleet = own_fleet(d, number, doing)
    if fleet.standing != "draft":
        raise Refusal(
            "locked", f"{fleet.name} is no longer a draft: only a draft lets you {doing}.", rule="CR-007"
        )
    return fleet


def desk_fleet(d: Decision, number: int, doing: str) -> FleetState:
    """The fleet, if its post-game phase is open. Raises `Refusal`."""
    fleet = own_fleet(d, number, doing)
    if fleet.standing == "draft":
        raise Refusal("not_now", f"{fleet.name} has not played yet: you {doing} after a game.", rule="CR-007")
    if fleet.standing != "desk":
        raise Refusal("not_now", CLOSED[fleet.standing].format(name=fleet.name), rule="CR-007")
    return fleet


def ship_of(fleet: FleetState, number: int) -> ShipState:
    """The ship. Raises `Unreadable` for an unknown number."""
    found = fleet.ships.get(number)
    if found is None:
        raise Unreadable("no_ship", f"That ship is not on the roster of {fleet.name}.", field="ship")
    return found


def present_ship(fleet: FleetState, number: int) -> ShipState:
    """The ship, if it is not missing. Raises `Refusal`."""
    ship = ship_of(fleet, number)
    if ship.mia:
        raise Refusal(
            "missing",
            f"{ship_name(ship)} is missing and keeps its place. Recover it first.",
            rule="CR-018",
            field="ship",
        )
    return ship


def upgrade_of(fleet: FleetState, number: int) -> UpgradeState:
    """The upgrade. Raises `Unreadable` for an unknown number."""
    found = fleet.upgrades.get(number)
    if found is None:
        raise Unreadable("no_upgrade", f"That upgrade is not on the roster of {fleet.name}.", field="upgrade")
    return found


def ship_card(card: str) -> ShipCard:
    """The ship card. Raises `Unreadable` for an unknown id."""
    found = catalogue().ship_cards.get(card)
    if found is None:
        raise Unreadable("no_card", "There is no such ship card in the catalogue.", field="card")
    return found


def upgrade_card(card: str) -> UpgradeCard:
    """The upgrade card. Raises `Unreadable` for an unknown id."""
    found = catalogue().upgrades.get(card)
    if found is None:
        raise Unreadable("no_card", "There is no such upgrade card in the catalogue.", field="card")
    return found


def squadron_type(word: str) -> SquadronType:
    """The squadron type of that word. Raises `Unreadable`."""
    if word == "recon":
        return "recon"
    if word == "standard":
        return "standard"
    if word == "epic":
        return "epic"
    raise Unreadable("no_type", "A squadron is RECON, STANDARD or EPIC.", rule="CR-021", field="type")


def check_squadron_card(card: int) -> None:
    """Raise `Unreadable` unless the number is one of the nine squadron cards (CR-010)."""
    if card not in SQUADRON_CARDS:
        raise Unreadable("no_such_card", "Squadron cards run from 2 to 10.", rule="CR-010", field="squadron")


def check_squadron(fleet: FleetState, card: int | None) -> None:
    """Raise unless the squadron is laid out; None (the inventory) always is."""
    if card is None:
        return
    check_squadron_card(card)
    if card not in fleet.squadrons:
        raise Refusal(
            "no_squadron",
            f"There is no squadron on card {card} yet. Lay it out first.",
            rule="CR-010",
            field="squadron",
        )


def money(points: int) -> str:
    return f"{points} FP"


def pay(d: Decision, fleet: FleetState, payments: Iterable[Payment], what: str) -> None:
    """Emit one ledger line for each payment that is not nothing, receipts first (CR-001, CR-003).

    Raises `Refusal` with the figures when the points do not reach; `what` begins its sentence.
    """
    listed = [payment for payment in payments if payment.amount]
    total = sum(payment.amount for payment in listed)
    if fleet.points + total < 0:
        raise Refusal(
            "points",
            f"{what} costs {money(-total)}, and {fleet.name} has {money(fleet.points)}: "
            f"{money(-total - fleet.points)} short.",
            rule="CR-001",
        )
    game, at = (fleet.desk.game, fleet.desk.round) if fleet.desk else (None, None)
    for each in sorted(listed, key=lambda payment: payment.amount < 0):
        d.emit(ev.PointsChanged(fleet.id, each.amount, each.rule, each.what, game, at))


def make_way(d: Decision, fleet: FleetState, ship: int) -> None:
    """A card missing from a ship keeps no slot: once another card sits there, it waits in the inventory
    (CR-142)."""
    missing = any(each.mia for each in fleet.upgrades_on(ship))
    for number in seat(fleet, ship).homeless if missing else ():
        upgrade = fleet.upgrades[number]
        d.emit(ev.UpgradeMoved(fleet.id, number, upgrade_name(upgrade), ship, None))


def neighbours(fleet: FleetState, *ships: int | None) -> set[int]:
    """The ships and those that share a squadron with one of them."""
    near: set[int] = set()
    for number in ships:
        if number in fleet.ships and number is not None:
            squadron = fleet.ships[number].squadron
            near.add(number)
            near |= {each.id for each in fleet.ships_in(squadron)} if squadron is not None else set()
    return near


def card_faults(fleet: FleetState, ships: Iterable[int], mates: Mates) -> list[Finding]:
    """Errors on the level of cards: these ships' upgrades (CR-033), names in use (CR-035, CR-039), places
    (CR-014, CR-017). Missing ships count for nothing until they are back (CR-018)."""
    present = [ship for ship in sorted(ships) if ship in fleet.ships and not fleet.ships[ship].mia]
    listed = [finding for ship in present for finding in ship_findings(fleet, ship)]
    listed += use_findings(fleet, mates)
    listed += _misplaced(fleet)
    listed += epic_findings(fleet)
    return [finding for finding in listed if finding.is_error]


def _misplaced(fleet: FleetState) -> list[Finding]:
    epic = [card for card, squadron in fleet.squadrons.items() if squadron.type == "epic"]
    return [
        Finding(
            "huge_outside_epic",
            f"{ship_name(ship)} is a Huge ship: it flies in EPIC squadrons only, or waits in the inventory.",
            "CR-014",
            about=f"ship:{ship.id}",
        )
        for ship in fleet.ships.values()
        if ship.squadron is not None
        and ship.squadron not in epic
        and not ship.mia
        and catalogue().ship_cards[ship.card].huge
    ]


def refuse_new(before: Iterable[Finding], after: Iterable[Finding], but: Collection[str] = ()) -> None:
    """Raise a `Refusal` for the faults that were not there before; faults of the codes in `but` may stand."""
    known = set(before)
    refuse_if(finding for finding in after if finding not in known and finding.code not in but)


def only_this_fleet(state: CampaignState, fleet: FleetState) -> CampaignState:
    """A state to try things on: the same campaign, a copy of this fleet, its mates, and no other."""
    fleets = {each.id: each for each in mates_of(state, fleet)} | {fleet.id: deepcopy(fleet)}
    return CampaignState({**state.parts, "rosters": RostersState(fleets)})
