"""Buying what an XWS text asks for, as far as it is legal and affordable, and saying what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from league.kernel.decision import SYSTEM, Decision
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState
from league.kernel.refusal import Finding, Refusal, are_legal
from league.rules.state import LeagueState, Profile
from rosters.catalogue import UpgradeCard, catalogue
from rosters.rules import events as ev
from rosters.rules.access import only_this_fleet, profile_of
from rosters.rules.labels import card_label, upgrade_label
from rosters.rules.purchases.buying import buy_ship, buy_upgrade
from rosters.rules.purchases.xws import PlannedShip, XwsPlan, plan_xws
from rosters.rules.squadrons.types import MOST_EPIC, possible_types, type_findings
from rosters.rules.state import FleetState, RostersState, SquadronType
from rosters.rules.uniques.team import Mates


@dataclass(frozen=True, slots=True)
class XwsPreview:
    """Preview of an import: the plan, how many ships and upgrades it would buy for how many points in all,
    and why the rest would stay out. `left` has, for each ship of the plan, whether it stays out and which
    of its upgrades do; `after` is the fleet as it would be."""

    plan: XwsPlan
    ships: int
    upgrades: int
    cost: int
    left_out: tuple[Finding, ...]
    left: tuple[tuple[bool, tuple[str, ...]], ...]
    after: FleetState

    @property
    def wanted(self) -> int:
        """Ships that the text asks for, with those that the catalogue does not have."""
        return len(self.plan.ships) + self.plan.unknown_ships

    @property
    def upgrades_out(self) -> int:
        """Upgrades that stay out, without those of ships that stay out."""
        return self.plan.unknown_upgrades + sum(len(left) for out, left in self.left if not out)


def preview_xws(
    fleet: FleetState,
    text: str,
    profile: Profile | None = None,
    squadron: int | None = None,
    mates: Mates = (),
) -> XwsPreview:
    """Preview importing the text into this draft, given the other fleets of its team; the fleet is not
    changed. Raises `Unreadable`."""
    state = only_this_fleet(CampaignState(), fleet)
    state.of(LeagueState).profile = profile or Profile()
    if mates:
        state.of(LeagueState).format = "team"
        state.of(RostersState).fleets |= {each.id: each for each in mates}
    numbers = max((*fleet.ships, *fleet.upgrades), default=0) + 1
    d = Decision(state, SYSTEM, "", SeededEntropy("preview"), numbers)
    plan = plan_xws(text, fleet.side)
    copy = state.of(RostersState).fleets[fleet.id]
    left_out = buy_plan(d, copy, squadron, plan)
    return XwsPreview(
        plan,
        sum(isinstance(event, ev.ShipBought) for event in d.events),
        sum(isinstance(event, ev.UpgradeBought) for event in d.events),
        fleet.points - copy.points,
        tuple(left_out),
        tuple(_left_of(plan, d.events)),
        copy,
    )


def _left_of(plan: XwsPlan, events: Sequence[Event]) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Tell of each ship of the plan whether it was not bought, and which of its upgrades were not. Ships are
    bought in the order of the plan."""
    ships = [each for each in events if isinstance(each, ev.ShipBought)]
    for planned in plan.ships:
        bought = ships.pop(0) if ships and ships[0].card == planned.card else None
        aboard = Counter(
            each.card
            for each in events
            if bought is not None and isinstance(each, ev.UpgradeBought) and each.ship == bought.ship
        )
        wanted = Counter(card for card, _ in planned.upgrades)
        yield bought is None, tuple((wanted - aboard).elements())


def buy_plan(d: Decision, fleet: FleetState, squadron: int | None, plan: XwsPlan) -> list[Finding]:
    """Buy the plan ship by ship; a squadron card that is free is laid out and designated. Returns what is
    left out."""
    left_out = [
        Finding("unknown", f"Not in the catalogue: {each}.", level="warning", about="import")
        for each in plan.unknown
    ]
    forming = squadron is not None and squadron not in fleet.squadrons
    if forming and squadron is not None:
        d.emit(ev.SquadronFormed(fleet.id, squadron, _first_type(fleet, plan)))
    for ship in plan.ships:
        left_out += _buy_one(d, fleet, squadron, ship)
    if forming and squadron is not None:
        _choose_type(d, fleet, squadron)
    return left_out


def _first_type(fleet: FleetState, plan: XwsPlan) -> SquadronType:
    huge = any(catalogue().ship_cards[ship.card].huge for ship in plan.ships)
    epic = sum(squadron.type == "epic" for squadron in fleet.squadrons.values())
    return "epic" if huge and epic < MOST_EPIC else "standard"


def _choose_type(d: Decision, fleet: FleetState, squadron: int) -> None:
    """Designate what was bought as a type that fits, STANDARD before others; with none it stays and the
    findings say so."""
    profile, now = profile_of(d), fleet.squadrons[squadron].type
    if are_legal(type_findings(fleet, squadron, profile)):
        return
    fitting = possible_types(fleet, [ship.id for ship in fleet.ships_in(squadron)], profile)
    epic = sum(each.type == "epic" for each in fleet.squadrons.values())
    for kind in fitting:
        if kind != "epic" or epic < MOST_EPIC:
            d.emit(ev.SquadronTyped(fleet.id, squadron, now, kind))
            return


def _buy_one(d: Decision, fleet: FleetState, squadron: int | None, ship: PlannedShip) -> list[Finding]:
    """The ship with all its upgrades or, if that is refused, the ship and then each upgrade by itself."""
    cards, upgrades = catalogue().ship_cards, catalogue().upgrades
    card = cards[ship.card]
    wanted = [(upgrades[each], section) for each, section in ship.upgrades]
    if _attempt(d, fleet, lambda trial, own: buy_ship(trial, own, card, squadron, wanted)) is None:
        return []
    no = _attempt(d, fleet, lambda trial, own: buy_ship(trial, own, card, squadron))
    if no is not None:
        return [_left(card_label(card), no)]
    number = max(fleet.ships)
    found = []
    for upgrade, section in sorted(wanted, key=lambda each: not _gives_slots(each[0])):
        no = _attempt(d, fleet, _buying(upgrade, section, number))
        if no is not None:
            found.append(_left(f"{upgrade_label(upgrade)} on {card_label(card)}", no))
    return found


def _gives_slots(card: UpgradeCard) -> bool:
    return bool(card.adds_slots or card.adds_slots_choice)


def _buying(card: UpgradeCard, section: str, ship: int) -> Callable[[Decision, FleetState], object]:
    return lambda trial, own: buy_upgrade(trial, own, card, ship, section)


def _left(what: str, no: Refusal) -> Finding:
    return Finding(no.code, f"{what} is left out. {no.message}", no.rule, "warning", "import")


def _attempt(
    d: Decision, fleet: FleetState, step: Callable[[Decision, FleetState], object]
) -> Refusal | None:
    """Decide a step on a copy of the fleet and take its events over, or say why not."""
    trial = Decision(only_this_fleet(d.state, fleet), d.actor, d.now, d.entropy, d.next_id)
    try:
        step(trial, trial.state.of(RostersState).fleets[fleet.id])
    except Refusal as no:
        return no
    for event in trial.events:
        d.emit(event)
    d.next_id = trial.next_id
    return None
