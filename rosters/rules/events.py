"""Events of fleets. Card names are facts of the event: history never looks them up again.

Appliers: `rosters.rules.folding`. Points change through `PointsChanged` alone: one event is one ledger line
(CR-003).
"""

from __future__ import annotations

from typing import Literal

from league.kernel.events import Event, event
from rosters.rules.state import OfferedAsset, Rank, SquadronType

Fate = Literal["mia", "kia", "removed"]


@event("fleet.founded")
class FleetFounded(Event):
    """`slug` is the fleet's name in addresses, "" in logs from before there was one."""

    fleet: int
    member: int
    name: str
    side: str
    suit: str
    slug: str = ""


@event("fleet.renamed")
class FleetRenamed(Event):
    """`slug` as in `FleetFounded`; the one before still leads to the fleet."""

    fleet: int
    name: str
    suit: str
    slug: str = ""


@event("fleet.side_changed")
class SideChanged(Event):
    """Another side for a fleet; only an empty draft changes its side."""

    fleet: int
    side: str


@event("fleet.locked")
class FleetLocked(Event):
    """The roster is made and the campaign has begun for this fleet: nothing is given back from now on
    (CR-007).

    `value` and `points` are fleet value and FP in hand at that moment.
    """

    fleet: int
    value: int = 0
    points: int = 0


@event("fleet.ready")
class FleetReady(Event):
    """The draft with this `mark` is ready to start (CR-016); "": it is not after all."""

    fleet: int
    mark: str


@event("fleet.handed_over")
class FleetHandedOver(Event):
    """`former` commanded the fleet until then and `proxy` stood in for them, 0 for nobody and in logs from
    before it was noted. `locked`: it was no draft any more. `at` is the moment in ISO format."""

    fleet: int
    member: int
    former: int = 0
    proxy: int = 0
    locked: bool = False
    at: str = ""


@event("fleet.retired")
class FleetRetired(Event):
    """The owner left the campaign; a draft is dissolved. `member` is the owner of a locked fleet, 0 for a
    draft and in logs from before it was noted."""

    fleet: int
    member: int = 0


@event("fleet.eliminated")
class FleetEliminated(Event):
    """`rule` is CR-150 or CR-151."""

    fleet: int
    rule: str


@event("fleet.points_changed")
class PointsChanged(Event):
    """A ledger line. `amount` may be negative; `what` names the thing it was for ("R2 Astromech"). Without
    a `rule` it is an organiser's correction, with their `reason`."""

    fleet: int
    amount: int
    rule: str
    what: str
    game: int | None = None
    round: int | None = None
    reason: str = ""


@event("fleet.ship_bought")
class ShipBought(Event):
    """`price` as paid; a separate `PointsChanged` carries the payment. Also used for ships that join for
    nothing.
    """

    fleet: int
    ship: int
    card: str
    name: str
    price: int
    squadron: int | None = None
    persona: str = ""


@event("fleet.ship_returned")
class ShipReturned(Event):
    """Given back in a draft. Its upgrades were given back before, by their own events. A `persona` given
    back has not flown for the fleet."""

    fleet: int
    ship: int
    name: str
    persona: str = ""


@event("fleet.upgrade_bought")
class UpgradeBought(Event):
    fleet: int
    upgrade: int
    card: str
    name: str
    price: int
    ship: int | None = None
    section: str = ""
    choice: str = ""


@event("fleet.upgrade_returned")
class UpgradeReturned(Event):
    fleet: int
    upgrade: int
    name: str


@event("fleet.ship_moved")
class ShipMoved(Event):
    """A move between squadrons (cards 2–10) and the inventory (None)."""

    fleet: int
    ship: int
    name: str
    source: int | None
    target: int | None


@event("fleet.upgrade_moved")
class UpgradeMoved(Event):
    """A move between ships and the inventory (None)."""

    fleet: int
    upgrade: int
    name: str
    source: int | None
    target: int | None
    section: str = ""
    choice: str = ""


@event("fleet.squadron_formed")
class SquadronFormed(Event):
    fleet: int
    squadron: int
    type: SquadronType


@event("fleet.squadron_typed")
class SquadronTyped(Event):
    fleet: int
    squadron: int
    source: SquadronType
    target: SquadronType


@event("fleet.squadron_struck")
class SquadronStruck(Event):
    """The end of a squadron. Its ships, missing ones too, go to the inventory. `rule` is CR-019 when the
    rules strike it, CR-144 otherwise.
    """

    fleet: int
    squadron: int
    rule: str


@event("fleet.rank_changed")
class RankChanged(Event):
    fleet: int
    ship: int
    name: str
    source: Rank
    target: Rank
    rule: str


@event("fleet.pilot_named")
class PilotNamed(Event):
    fleet: int
    ship: int
    name: str
    given_name: str


@event("fleet.card_changed")
class CardChanged(Event):
    """A ship card becomes another of its ship: promotion (CR-141), or the pilot's death with a crew card
    of the same name (CR-037).
    """

    fleet: int
    ship: int
    source: str
    source_name: str
    target: str
    target_name: str
    rule: str
    persona: str = ""


@event("fleet.damage_marked")
class DamageMarked(Event):
    """`sections` is the whole new list; empty erases the marks (CR-111, CR-112)."""

    fleet: int
    ship: int
    name: str
    sections: tuple[str, ...]
    rule: str


@event("fleet.crippled_marked")
class CrippledMarked(Event):
    """`sections` is the whole new list: CR-117 adds, CR-143 and CR-142 take away."""

    fleet: int
    ship: int
    name: str
    sections: tuple[str, ...]
    rule: str


@event("fleet.ship_lost")
class ShipLost(Event):
    """MIA: stays on the roster, waiting with its upgrades. KIA or removed: gone; the fates of its upgrades
    come first.
    """

    fleet: int
    ship: int
    name: str
    fate: Fate
    rule: str
    game: int | None = None


@event("fleet.ship_recovered")
class ShipRecovered(Event):
    """Back on the roster, in its old place or in the inventory (CR-018); crippled sections are whole
    again.
    """

    fleet: int
    ship: int
    name: str
    desk: int
    squadron: int | None


@event("fleet.upgrade_lost")
class UpgradeLost(Event):
    """MIA: stays on the roster as missing. KIA or removed: gone."""

    fleet: int
    upgrade: int
    name: str
    fate: Fate
    rule: str
    game: int | None = None


@event("fleet.upgrade_recovered")
class UpgradeRecovered(Event):
    """Loose in the inventory unless it still sits on its ship."""

    fleet: int
    upgrade: int
    name: str


@event("fleet.name_killed")
class NameKilled(Event):
    """A unique name is KIA for this fleet (CR-040). `persona` is the catalogue's key, `name` its spelling."""

    fleet: int
    persona: str
    name: str
    rule: str
    game: int | None = None


@event("fleet.game_recorded")
class GameRecorded(Event):
    """The line in the fleet's history (CR-121). `scored` are the enemy points that count (CR-092), `reward`
    FP; `ruled`: an organiser's word made the result (CR-101).
    """

    fleet: int
    game: int
    round: int
    opponent: int
    opponent_name: str
    result: Literal["victory", "defeat", "draw"]
    scored: int
    conceded: int
    reward: int
    mission: str = ""
    ruled: bool = False


@event("fleet.desk_opened")
class DeskOpened(Event):
    """A post-game phase begins after a game. (A fleet that sits out gets its own by `FleetSatOut`.)"""

    fleet: int
    desk: int
    round: int
    game: int | None = None


@event("fleet.desk_closed")
class DeskClosed(Event):
    """A post-game phase ends; `value` and `points` are fleet value and FP in hand at that moment."""

    fleet: int
    desk: int
    round: int
    value: int = 0
    points: int = 0


@event("fleet.ship_joined")
class ShipJoined(Event):
    """A ship that came during a game joins the inventory at no cost (CR-087)."""

    fleet: int
    ship: int
    card: str
    name: str
    rule: str = "CR-087"
    game: int | None = None


@event("fleet.asset_offered")
class AssetOffered(Event):
    """A victory offers one of `choices` (CR-094). `target` (team campaign: `target_side`) is whom a
    target-specific one would name."""

    fleet: int
    game: int
    choices: tuple[OfferedAsset, ...]
    target: int = 0
    target_side: str = ""
    target_name: str = ""
    rule: str = "CR-094"


@event("fleet.asset_gained")
class AssetGained(Event):
    """The asset stands on the roster as the card `rank` (CR-010). `rule` is CR-094, or "" with the
    organiser's `reason`."""

    fleet: int
    asset: int
    asset_kind: str
    name: str
    rank: str
    target: int = 0
    target_side: str = ""
    target_name: str = ""
    rule: str = "CR-094"
    game: int | None = None
    reason: str = ""


@event("fleet.asset_declined")
class AssetDeclined(Event):
    """The offer of a victory was turned down (CR-083)."""

    fleet: int
    game: int
    rule: str = "CR-083"


@event("fleet.asset_gone")
class AssetGone(Event):
    """An asset leaves the roster: used in a game (CR-076), given up for another (CR-083), or taken by an
    organiser with a `reason`."""

    fleet: int
    asset: int
    name: str
    rank: str
    rule: str
    game: int | None = None
    reason: str = ""


@event("fleet.asset_returned")
class AssetReturned(Event):
    """The game that an asset was committed to was called off: it is back on the roster."""

    fleet: int
    asset: int
    asset_kind: str
    name: str
    rank: str
    target: int = 0
    target_side: str = ""
    target_name: str = ""
    game: int | None = None
    rule: str = "CR-076"


@event("fleet.munition_supplied")
class MunitionSupplied(Event):
    """A free munition comes aboard before a game (CR-086)."""

    fleet: int
    upgrade: int
    card: str
    name: str
    ship: int
    section: str
    game: int
    rule: str = "CR-086"


@event("fleet.munition_taken_back")
class MunitionTakenBack(Event):
    """A free munition goes again: the game for which it came aboard was called off or, not `called_off`, the
    choice of it was taken back (CR-086)."""

    fleet: int
    upgrade: int
    name: str
    game: int
    rule: str = "CR-086"
    called_off: bool = True
