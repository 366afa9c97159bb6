"""The rosters part of a campaign's folded state: fleets with their squadrons, ships and upgrades."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from league.kernel.fold import part

SquadronType = Literal["recon", "standard", "epic"]
Rank = Literal["", "EXP", "VET", "ELITE"]
Standing = Literal["draft", "ready", "playing", "desk", "eliminated", "retired"]

START_POINTS = 350  # CR-001
ASSET_RANKS = ("J", "Q", "K", "A")  # CR-010, CR-083
SQUADRON_CARDS = range(2, 11)  # CR-010


@dataclass(slots=True)
class ShipState:
    """A ship card on a roster. `card` is a catalogue ship card; `squadron` its card 2–10 or None (inventory).

    `damaged` and `crippled` list sections ("whole", "fore", "aft"). `recovered_in` is the desk (its id) in
    which the ship was last recovered (CR-142); `waits_for` the squadron that was not legal with it then, to
    which it returns with others that are recovered at the same desk (CR-018); `given_name` an ELITE pilot's
    own name (CR-120).
    """

    id: int
    card: str
    squadron: int | None = None
    rank: Rank = ""
    given_name: str = ""
    mia: bool = False
    damaged: list[str] = field(default_factory=list)
    crippled: list[str] = field(default_factory=list)
    recovered_in: int | None = None
    waits_for: int | None = None


@dataclass(slots=True)
class UpgradeState:
    """An upgrade card on a roster. `ship` is what it is attached to (None: inventory), `section` which
    section of a two-section ship. `choice` is the slot picked for a card with `adds_slots_choice`. `mia`
    marks a card that is missing by itself or by its name (CR-036); an upgrade on a missing ship waits with
    the ship and keeps `mia` False.
    """

    id: int
    card: str
    ship: int | None = None
    section: str = ""
    choice: str = ""
    mia: bool = False


@dataclass(slots=True)
class SquadronState:
    card: int
    type: SquadronType


@dataclass(slots=True)
class AssetState:
    """A fleet asset on a roster, identified by its card `rank` J, Q, K or A (CR-010). `kind` and `name` are
    facts of the event that brought it.

    A target-specific asset names one fleet (`target`), in a team campaign one side (`target_side`); others
    have 0 and "". `target_name` is how the target was called then.
    """

    id: int
    kind: str
    name: str
    rank: str
    target: int = 0
    target_side: str = ""
    target_name: str = ""


@dataclass(frozen=True, slots=True)
class OfferedAsset:
    """One of the assets that a winner may choose from (CR-094)."""

    kind: str
    name: str
    targeted: bool = False


@dataclass(slots=True)
class AssetOffer:
    """Offer of a victory (CR-094): one of `choices`, or nothing. It waits until it is taken or declined."""

    game: int
    choices: tuple[OfferedAsset, ...]
    target: int = 0
    target_side: str = ""
    target_name: str = ""


@dataclass(slots=True)
class Desk:
    """A post-game phase (CR-054, CR-056): `game` is None for a fleet that sat out, whose `id` is the round's,
    and for one that an organiser let take part again."""

    id: int
    round: int
    game: int | None = None

    @property
    def reopened(self) -> bool:
        """Whether neither a game nor a round without one opened it."""
        return self.game is None and self.id != self.round


@dataclass(slots=True)
class FleetState:
    """One fleet. `points` is FP in hand (CR-001). `killed` holds unique-name keys that are KIA (CR-040),
    `flown` the unique-name keys of every ship card the fleet ever had (CR-141). `defeats_in_row` serves
    CR-151. `proxy` is the member who stands in for the owner, or 0. `slug` is the name in its address;
    `former_slugs` are those of its earlier names, which lead to it still. `ready` is the mark of the draft
    that its owner called ready, "" for none.
    """

    id: int
    member: int
    name: str
    side: str
    suit: str
    standing: Standing = "draft"
    points: int = 0
    ships: dict[int, ShipState] = field(default_factory=dict)
    upgrades: dict[int, UpgradeState] = field(default_factory=dict)
    squadrons: dict[int, SquadronState] = field(default_factory=dict)
    killed: list[str] = field(default_factory=list)
    flown: list[str] = field(default_factory=list)
    desk: Desk | None = None
    game: int | None = None
    victories: int = 0
    defeats: int = 0
    draws: int = 0
    destroyed_points: int = 0
    defeats_in_row: int = 0
    assets: dict[int, AssetState] = field(default_factory=dict)
    offer: AssetOffer | None = None
    proxy: int = 0
    slug: str = ""
    former_slugs: list[str] = field(default_factory=list)
    ready: str = ""

    def ships_in(self, squadron: int | None) -> list[ShipState]:
        """Ships listed in a squadron (missing ones too, CR-018), or in the inventory for None, by number."""
        return [ship for ship in self.ships.values() if ship.squadron == squadron]

    def upgrades_on(self, ship: int | None) -> list[UpgradeState]:
        """Upgrades attached to a ship, or loose ones for None, by number."""
        return [upgrade for upgrade in self.upgrades.values() if upgrade.ship == ship]


@part("rosters", items="fleets")
@dataclass(slots=True)
class RostersState:
    fleets: dict[int, FleetState] = field(default_factory=dict)
