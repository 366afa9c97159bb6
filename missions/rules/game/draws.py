"""Drawing the squadrons to field: pools, the fair alternating draw (CR-060, CR-061) and the squadrons
behind the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.kernel.dice import FairStream
from league.kernel.fold import CampaignState
from league.kernel.refusal import are_legal
from league.rules.state import LeagueState
from missions.rules.game.access import fleet_on
from missions.rules.game.state import SIDES, DrawnSquadron, FieldedShip, FieldedUpgrade, GameState, SideName
from rosters.catalogue import UpgradeCard, catalogue
from rosters.rules.fitting.hyperdrive import has_hyperdrive
from rosters.rules.play import damaged_start_cards, hull
from rosters.rules.purchases.values import squad_points, upgrade_squad_points
from rosters.rules.squadrons.types import WEIGHTS, type_findings
from rosters.rules.state import FleetState, ShipState, SquadronType, UpgradeState

Pool = Mapping[int, SquadronType]


@dataclass(frozen=True, slots=True)
class Drawn:
    """`order` of the cards as "active:5"; `weights` of the two forces (CR-020)."""

    order: tuple[str, ...]
    weights: dict[SideName, int]

    @property
    def balanced(self) -> bool:
        return self.weights["active"] == self.weights["opposing"]

    def cards_of(self, side: SideName) -> tuple[int, ...]:
        """The cards of one side in the order drawn."""
        return tuple(int(card) for name, card in (each.split(":") for each in self.order) if name == side)


def pool_of(fleet: FleetState) -> dict[int, SquadronType]:
    """The squadrons that a fleet can field, sorted by card: those with a ship that is not missing (CR-018,
    CR-060)."""
    manned = {ship.squadron for ship in fleet.ships.values() if not ship.mia}
    return {card: fleet.squadrons[card].type for card in sorted(fleet.squadrons) if card in manned}


def pool_on(state: CampaignState, game: GameState, side: SideName) -> dict[int, SquadronType]:
    """The squadrons that a side can field in this game, as `pool_of`. A friendly game may meet a fleet in the
    middle of its post-game phase: what is outside its limits there stays at home (CR-011)."""
    fleet = fleet_on(state, game, side)
    pool = pool_of(fleet)
    if not game.friendly or fleet.standing != "desk":
        return pool
    profile = state.of(LeagueState).profile
    return {card: kind for card, kind in pool.items() if are_legal(type_findings(fleet, card, profile))}


def has_standard(pool: Pool) -> bool:
    """Whether the pool holds a STANDARD squadron, as each pool must (CR-060)."""
    return "standard" in pool.values()


def shuffle_pools(
    seed: bytes, nonces: Mapping[SideName, str], pools: Mapping[SideName, Pool]
) -> dict[SideName, list[int]]:
    """Both sides' cards, the first one on top, shuffled from one fair stream: the active pool first, then the
    opposing one (CR-060, CR-079)."""
    stream = FairStream(seed, [nonces[side] for side in SIDES])
    return {side: stream.shuffle(pools[side]) for side in SIDES}


def draw_squadrons(decks: Mapping[SideName, Sequence[int]], pools: Mapping[SideName, Pool]) -> Drawn:
    """Draw both forces from decks in this order, the first card on top; `pools` gives the cards' types
    (CR-061).

    The active side turns a card, then the opposing side; after that the lighter side turns its next card
    until the weights are equal or its deck is empty. Raises ValueError for an empty deck.
    """
    if not all(decks[side] for side in SIDES):
        raise ValueError("Both sides need a card to draw.")
    left = {side: list(decks[side]) for side in SIDES}
    order: list[str] = []
    weights: dict[SideName, int] = {"active": 0, "opposing": 0}

    def turn(side: SideName) -> None:
        card = left[side].pop(0)
        order.append(f"{side}:{card}")
        weights[side] += WEIGHTS[pools[side][card]]

    turn("active")
    turn("opposing")
    while weights["active"] != weights["opposing"]:
        lighter: SideName = "active" if weights["active"] < weights["opposing"] else "opposing"
        if not left[lighter]:
            break
        turn(lighter)
    return Drawn(tuple(order), weights)


def field_squadron(fleet: FleetState, card: int) -> tuple[DrawnSquadron, tuple[FieldedShip, ...]]:
    """A squadron and its ships as they go on the table; missing ships stay behind (CR-018)."""
    ships = tuple(field_ship(fleet, ship) for ship in fleet.ships_in(card) if not ship.mia)
    squadron = DrawnSquadron(
        fleet=fleet.id,
        card=card,
        type=fleet.squadrons[card].type,
        ships=tuple(ship.id for ship in ships),
        points=sum(ship.points for ship in ships),
    )
    return squadron, ships


def field_ship(fleet: FleetState, ship: ShipState) -> FieldedShip:
    """The facts of one ship at the moment its squadron is drawn."""
    card = catalogue().ship_cards[ship.card]
    sections = [str(part.section) for part in card.sections] if len(card.sections) > 1 else ["whole"]
    hulls = {section: hull(fleet, ship.id, section) for section in sections}
    upgrades = (each for each in fleet.upgrades_on(ship.id) if not each.mia)
    return FieldedShip(
        id=ship.id,
        fleet=fleet.id,
        squadron=ship.squadron or 0,
        card=card.id,
        name=ship.given_name or card.name,
        model=card.ship_name,
        points=squad_points(fleet, ship.id),
        rank=ship.rank,
        unique=card.unique,
        huge=card.huge,
        hyperdrive=has_hyperdrive(fleet, ship.id),
        hulls=hulls,
        start_cards={part: damaged_start_cards(hulls[part]) for part in sections if part in ship.damaged},
        crippled=tuple(part for part in sections if part in ship.crippled),
        upgrades=tuple(_field_upgrade(fleet, each) for each in upgrades),
    )


def _field_upgrade(fleet: FleetState, upgrade: UpgradeState) -> FieldedUpgrade:
    card: UpgradeCard = catalogue().upgrades[upgrade.card]
    return FieldedUpgrade(
        id=upgrade.id,
        card=card.id,
        name=card.name,
        slot=str(card.slot),
        points=upgrade_squad_points(fleet, upgrade.id),
        section=upgrade.section,
        spendable=card.discard_on_use is not False,
        squadron_limited=card.squadron_limited,
    )
