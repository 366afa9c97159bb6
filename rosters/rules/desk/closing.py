"""What closing a post-game phase does, worked out on a copy before it is done (CR-019, CR-145, CR-146,
CR-150, CR-151)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

from league.kernel.refusal import Finding
from league.rules.state import Profile
from rosters.catalogue import Side, catalogue
from rosters.rules.desk.refit import Rearrange
from rosters.rules.elimination.two_standards import Arrangement, two_standards
from rosters.rules.fitting.cards import ship_findings
from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.legality import standard_squadrons
from rosters.rules.purchases.desk_prices import Priced, recoverable_ships
from rosters.rules.squadrons.types import type_findings
from rosters.rules.state import FleetState
from rosters.rules.uniques.names import may_own_ship_card
from rosters.rules.uniques.team import Mates

STANDARDS_NEEDED = 2
DEFEATS_TO_FALL = 3


@dataclass(frozen=True, slots=True)
class Closing:
    """What will happen when the desk is closed now.

    `struck` are squadron cards outside their limits, `parked` upgrades (numbers) that fit their ship no
    longer and go to the
    inventory. `proposal` is set when closing is refused, as two STANDARD squadrons could be formed but are
    not (CR-146).
    `eliminated` and `three_defeats` say that the fleet is out (CR-150, CR-151); then `could_recover` lists
    the missing ships
    and `could_buy` the ship cards (ids, cheapest first) that its points would still pay for.
    """

    struck: tuple[int, ...] = ()
    parked: tuple[int, ...] = ()
    proposal: Arrangement | None = None
    eliminated: bool = False
    three_defeats: bool = False
    could_recover: tuple[Priced, ...] = ()
    could_buy: tuple[str, ...] = ()

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
        proposal = two_standards(after, profile, mates)
        eliminated = proposal is None
    three = (
        profile.three_defeats_eliminate
        and fleet.defeats_in_row >= DEFEATS_TO_FALL
        and fleet.desk is not None
        and fleet.desk.game is not None
    )
    return Closing(
        tuple(struck),
        tuple(parked),
        proposal,
        eliminated,
        three,
        _could_recover(fleet, profile) if eliminated else (),
        _could_buy(fleet, mates) if eliminated else (),
    )


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
    """Cards whose leaving mends a fault of their ship, one for each ship; fixed and missing cards stay."""
    found = []
    for ship in fleet.ships.values():
        faults = 0 if ship.mia else _errors(ship_findings(fleet, ship.id))
        if not faults:
            continue
        for upgrade in reversed(fleet.upgrades_on(ship.id)):
            if upgrade.mia or catalogue().upgrades[upgrade.card].fixed:
                continue
            upgrade.ship = None
            mended = _errors(ship_findings(fleet, ship.id)) < faults
            upgrade.ship = ship.id
            if mended:
                found.append(upgrade.id)
                break
    return found


def _could_recover(fleet: FleetState, profile: Profile) -> tuple[Priced, ...]:
    """Missing ships that could serve in a STANDARD squadron again for the points in hand."""
    return tuple(
        each
        for each in recoverable_ships(fleet, profile)
        if each.possible and not catalogue().ship_cards[fleet.ships[each.number].card].huge
    )


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


def proposal_findings(fleet: FleetState, proposal: Arrangement) -> tuple[Finding, ...]:
    """The proposal as sentences: one for each squadron, one for each upgrade that moves (CR-146)."""
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
    return tuple(Finding("proposal", sentence, "CR-146", "warning") for sentence in sentences)
