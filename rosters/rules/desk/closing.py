"""Effects of closing a post-game phase, worked out on a copy beforehand (CR-019, CR-145, CR-146, CR-150,
CR-151)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import cast

from league.kernel.refusal import Finding
from league.rules.phrases import join_words
from league.rules.state import Profile
from rosters.catalogue import Side, UpgradeCard, catalogue
from rosters.rules.desk.refit import Rearrange
from rosters.rules.elimination.attaching import lenient, stock_of
from rosters.rules.elimination.two_standards import Arrangement, two_standards
from rosters.rules.fitting.cards import rig_fit_findings, ship_findings
from rosters.rules.fitting.rigs import NEW, Fitted, Rig, rigs
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.legality import standard_squadrons
from rosters.rules.purchases.desk_prices import Priced, desk_prices
from rosters.rules.purchases.offers import promotion_offers
from rosters.rules.squadrons.types import type_findings
from rosters.rules.state import FleetState, SquadronState, SquadronType
from rosters.rules.uniques.names import may_own_ship_card, may_own_upgrade, names_in_use
from rosters.rules.uniques.team import Mates

STANDARDS_NEEDED = 2
DEFEATS_TO_FALL = 3


@dataclass(frozen=True, slots=True)
class Promotable:
    """A ship (number) that could become another card (id) for a price (CR-141)."""

    ship: int
    card: str
    price: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Effects of closing the desk now.

    `struck` are squadron cards outside their limits, `parked` upgrades (numbers) that fit their ship no
    longer and go to the
    inventory. `proposal` is set when closing is refused, as two STANDARD squadrons could be formed but are
    not (CR-146).
    `eliminated` and `three_defeats` say that the fleet is out (CR-150, CR-151). Then the others list what its
    points would still pay for: `could_recover` the missing ships and upgrades, `could_promote` pilots and the
    cards that they could become, `could_buy` ship cards and `could_attach` upgrade cards (ids, cheapest
    first).
    """

    struck: tuple[int, ...] = ()
    parked: tuple[int, ...] = ()
    proposal: Arrangement | None = None
    eliminated: bool = False
    three_defeats: bool = False
    could_recover: tuple[Priced, ...] = ()
    could_promote: tuple[Promotable, ...] = ()
    could_buy: tuple[str, ...] = ()
    could_attach: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        return self.proposal is not None

    @property
    def ends_fleet(self) -> bool:
        return not self.refused and (self.eliminated or self.three_defeats)


def closing(fleet: FleetState, profile: Profile, mates: Mates = ()) -> Closing:
    """Work out, in the order of CR-145, what closing the fleet's desk would do. The fleet is not changed.

    `mates` are the other fleets of the team: what they use is out of reach (CR-039).
    """
    after = deepcopy(fleet)
    struck, parked = _clean_up(after, profile)
    proposal, eliminated = None, False
    if len(standard_squadrons(after, profile)) < STANDARDS_NEEDED:
        proposal = _nearest(fleet, after, profile, mates)
        eliminated = proposal is None
    three = (
        profile.three_defeats_eliminate
        and fleet.defeats_in_row >= DEFEATS_TO_FALL
        and fleet.desk is not None
        and fleet.desk.game is not None
    )
    made = Closing(tuple(struck), tuple(parked), proposal, eliminated, three)
    if not eliminated:
        return made
    return replace(
        made,
        could_recover=_could_recover(fleet, profile),
        could_promote=_could_promote(fleet, mates),
        could_buy=_could_buy(fleet, mates),
        could_attach=_could_attach(fleet, mates),
    )


def _nearest(fleet: FleetState, after: FleetState, profile: Profile, mates: Mates) -> Arrangement | None:
    """The legal arrangement that changes less: one made of the squadrons as they are, or one made of what
    cleaning up leaves of them (`after`). None if there is none (CR-150)."""
    found = two_standards(after, profile, mates)
    as_it_is = None if found is None else two_standards(fleet, profile, mates)
    made = [each for each in (as_it_is, found) if each is not None]
    return min(made, key=lambda each: disturbance(fleet, profile, each), default=None)


def disturbance(fleet: FleetState, profile: Profile, proposal: Arrangement) -> int:
    """Number of ships that have another place once the arrangement is taken and the desk is closed, and of
    squadrons that are then gone or of another type."""
    after = with_proposal(fleet, proposal)
    _clean_up(after, profile)
    moved = sum(ship.squadron != after.ships[number].squadron for number, ship in fleet.ships.items())
    types = {card: each.type for card, each in after.squadrons.items()}
    return moved + sum(types.get(card) != each.type for card, each in fleet.squadrons.items())


def with_proposal(fleet: FleetState, proposal: Arrangement) -> FleetState:
    """A copy of the fleet in which the arrangement is taken."""
    order, after = proposed_order(fleet, proposal), deepcopy(fleet)
    for number, target in order.ships:
        after.ships[number].squadron = target
    after.squadrons = {
        card: SquadronState(card, cast("SquadronType", kind)) for card, kind in order.squadrons
    }
    for upgrade, target, section, choice in order.upgrades:
        held = after.upgrades[upgrade]
        held.ship, held.section, held.choice = target, section, choice
    return after


def _clean_up(fleet: FleetState, profile: Profile) -> tuple[list[int], list[int]]:
    """Strike and park until nothing changes: a ship in the inventory may lose what its squadron allowed
    it."""
    struck: list[int] = []
    parked: list[int] = []
    while True:
        faulty = [card for card in fleet.squadrons if _errors(type_findings(fleet, card, profile))]
        for card in faulty:
            for ship in fleet.ships_in(card):
                ship.squadron = None
            del fleet.squadrons[card]
        homeless = _illegal_upgrades(fleet)
        for number in homeless:
            fleet.upgrades[number].ship = None
        struck += faulty
        parked += homeless
        if not faulty and not homeless:
            return sorted(struck), sorted(parked)


def _errors(findings: list[Finding]) -> int:
    return sum(finding.is_error for finding in findings)


def _illegal_upgrades(fleet: FleetState) -> list[int]:
    """Cards whose removal clears a fault of their ship, one for each ship; fixed and missing cards stay."""
    found = []
    for ship in fleet.ships.values():
        faults = 0 if ship.mia else _errors(ship_findings(fleet, ship.id))
        if not faults:
            continue
        for upgrade in reversed(fleet.upgrades_on(ship.id)):
            if upgrade.mia or catalogue().upgrades[upgrade.card].fixed:
                continue
            upgrade.ship = None
            cleared = _errors(ship_findings(fleet, ship.id)) < faults
            upgrade.ship = ship.id
            if cleared:
                found.append(upgrade.id)
                break
    return found


def _could_recover(fleet: FleetState, profile: Profile) -> tuple[Priced, ...]:
    """Missing ships and upgrades that could serve in a STANDARD squadron again for the points in hand."""
    huge = {ship.id for ship in fleet.ships.values() if catalogue().ship_cards[ship.card].huge}
    return tuple(
        each
        for each in desk_prices(fleet, profile)
        if each.possible
        and (each.kind == "recover_upgrade" or (each.kind == "recover_ship" and each.number not in huge))
    )


def _could_promote(fleet: FleetState, mates: Mates) -> tuple[Promotable, ...]:
    """Pilots who could become dearer cards for the points in hand, the cheapest step of each."""
    found = []
    for ship in fleet.ships.values():
        prices = [
            Promotable(ship.id, each.card_id, each.price)
            for each in promotion_offers(fleet, ship.id, mates)
            if each.affordable and each.price > 0 and not each.findings
        ]
        if prices and not catalogue().ship_cards[ship.card].huge:
            found.append(min(prices, key=lambda each: (each.price, each.card)))
    return tuple(found)


def _could_attach(fleet: FleetState, mates: Mates) -> tuple[str, ...]:
    """Upgrade cards that the points in hand would pay for and that a ship which is left could take, with
    everything that can be moved taken off it."""
    stock = stock_of(fleet, rigs(fleet), names_in_use(mates))
    beside, alike = lenient(fleet.side), list({_worked(of): of for of in stock.rigs.values()}.values())

    def fits(card: UpgradeCard) -> bool:
        item = Fitted(NEW, card, choice=str(card.adds_slots_choice[0]) if card.adds_slots_choice else "")
        return any(not rig_fit_findings(of, item, beside) for of in alike)

    useful = [
        card
        for card in catalogue().upgrades.values()
        if 0 <= card.points <= fleet.points and (card.points or card.adds_slots or card.adds_slots_choice)
    ]
    listed = sorted(useful, key=lambda card: (card.points, card.id))
    return tuple(
        card.id for card in listed if fits(card) and not may_own_upgrade(fleet, card.id, mates=mates)
    )


def _worked(of: Rig) -> tuple[str, ...]:
    """Ships with the same answer take the same cards."""
    return of.card.id, of.rank, *sorted(card.id for card in of.working)


def _could_buy(fleet: FleetState, mates: Mates) -> tuple[str, ...]:
    cards = [
        card
        for card in catalogue().cards_of(Side(fleet.side))
        if not card.huge and card.points <= fleet.points
    ]
    listed = sorted(cards, key=lambda card: (card.points, card.id))
    return tuple(card.id for card in listed if not may_own_ship_card(fleet, card.id, mates=mates))


def proposed_order(fleet: FleetState, proposal: Arrangement) -> Rearrange:
    """The order that carries a proposal out; squadrons that it leaves empty are struck, the others stay."""
    targets: dict[int, int | None] = dict.fromkeys(proposal.parked)
    formed = {formation.card: formation.ships for formation in proposal.formations}
    for card, ships in formed.items():
        present = [ship.id for ship in fleet.ships_in(card) if not ship.mia]
        targets |= dict.fromkeys(number for number in present if number not in ships)
    for card, ships in formed.items():
        targets |= dict.fromkeys(ships, card)
    moved = {number: target for number, target in targets.items() if fleet.ships[number].squadron != target}
    kinds: dict[int, str] = {
        card: squadron.type
        for card, squadron in fleet.squadrons.items()
        if any(targets.get(ship.id, card) == card for ship in fleet.ships_in(card))
    }
    kinds |= dict.fromkeys(formed, "standard")
    upgrades = tuple((each.upgrade, each.target, each.section, each.choice) for each in proposal.moves)
    return Rearrange(fleet.id, tuple(sorted(kinds.items())), tuple(moved.items()), upgrades)


def proposal_findings(fleet: FleetState, proposal: Arrangement, profile: Profile) -> tuple[Finding, ...]:
    """The proposal as sentences: one for each squadron, one for each upgrade that moves, and those that tell
    what is lost, and what the closing disbands afterwards (CR-146)."""
    sentences = [
        f"Squadron {each.card} as STANDARD, {each.value} points: "
        + ", ".join(ship_name(fleet.ships[number]) for number in each.ships)
        + "."
        for each in proposal.formations
    ]
    for move in proposal.moves:
        name = upgrade_name(fleet.upgrades[move.upgrade])
        if move.target is None:
            sentences.append(f"{name} goes to the inventory.")
        else:
            sentences.append(f"{name} goes on {ship_name(fleet.ships[move.target])}.")
    after = with_proposal(fleet, proposal)
    sentences += [*_given(fleet, after), *_lost_by(fleet, after)]
    struck, _ = _clean_up(after, profile)
    if struck:
        one = len(struck) == 1
        which = f"Squadron{'' if one else 's'} {join_words(map(str, struck))}"
        are, them = ("is then outside its", "it") if one else ("are then outside their", "them")
        sentences.append(f"{which} {are} limits, so that closing disbands {them}.")
    return tuple(Finding("proposal", sentence, "CR-146", "warning") for sentence in sentences)


def _given(fleet: FleetState, after: FleetState) -> list[str]:
    """Sentences about ships that leave their squadron for another one."""
    given: dict[int, list[str]] = {}
    for number, ship in fleet.ships.items():
        if ship.squadron is not None and after.ships[number].squadron not in (None, ship.squadron):
            given.setdefault(ship.squadron, []).append(ship_name(ship))
    return [f"{join_words(names)} {_go(names)} from squadron {card}." for card, names in given.items()]


def _go(names: list[str]) -> str:
    return "comes" if len(names) == 1 else "come"


def _lost_by(fleet: FleetState, after: FleetState) -> list[str]:
    """Sentences about ships that leave their squadron for the inventory, squadrons that are disbanded, and
    those that get another type."""
    parked = [
        ship_name(ship)
        for number, ship in fleet.ships.items()
        if ship.squadron is not None and after.ships[number].squadron is None
    ]
    goes = "goes" if len(parked) == 1 else "go"
    sentences = [f"{join_words(parked)} {goes} to the inventory."] if parked else []
    for card, squadron in fleet.squadrons.items():
        if card not in after.squadrons:
            sentences.append(f"Squadron {card} is disbanded.")
        elif after.squadrons[card].type != squadron.type:
            sentences.append(f"Squadron {card} is no longer {squadron.type.upper()}.")
    return sentences
