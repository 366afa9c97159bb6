"""Events on the way to a mission and in its play. Appliers: `missions.rules.pregame.folding`,
`missions.rules.assets.folding`.

Events with `secret` hold something that not every reader may know while the game runs: the face-down
squadrons until the reveal, commitments until both are in and stand, what an asset showed and the nomination
until the game is over (CR-006, CR-075, CR-076, CR-078, CR-091). No sentence tells it.
"""

from __future__ import annotations

from typing import ClassVar

from league.kernel.events import Event, event
from missions.rules.game.sides import SideName
from missions.rules.game.state import DrawnSquadron, FieldedShip
from missions.rules.pregame.state import (
    CommittedAsset,
    Effect,
    Look,
    OpenChoice,
    Pick,
    PregameStage,
    SabotagedShip,
)
from rosters.rules.state import SquadronType


@event("game.stage_reached")
class StageReached(Event):
    """The preparation goes on to `stage`. No other event moves it, save taking a step back and the beginning
    of play."""

    game: int
    stage: PregameStage


@event("game.squadrons_rested")
class SquadronsRested(Event):
    """The active side sets squadrons aside for this game (CR-071); none is a choice, too."""

    game: int
    fleet: int
    cards: tuple[int, ...]


@event("game.mission_squadron_drawn")
class MissionSquadronDrawn(Event):
    """The Drawn Squadron (CR-072). Its `type` is public, `card` and the pick's deck are its owner's."""

    secret: ClassVar[bool] = True

    game: int
    fleet: int
    card: int
    type: SquadronType
    pick: Pick


@event("game.mission_chosen")
class MissionChosen(Event):
    """`mission` is its number 1–8 (CR-073)."""

    game: int
    fleet: int
    mission: int
    name: str


@event("game.strength_chosen")
class StrengthChosen(Event):
    """Number of squadrons that a side will field (CR-074)."""

    game: int
    side: SideName
    fleet: int
    number: int


@event("game.forces_drawn")
class ForcesDrawn(Event):
    """The face-down cards of both sides (CR-075), the Drawn Squadron among them. `pools` are the sorted cards
    that each side drew from."""

    secret: ClassVar[bool] = True

    game: int
    pools: dict[SideName, tuple[int, ...]]
    cards: dict[SideName, tuple[int, ...]]
    strengths: dict[SideName, int]
    picks: tuple[Pick, ...]


@event("game.assets_committed")
class AssetsCommitted(Event):
    """A side's assets for this game, in the order in which it wants them resolved (CR-076, CR-077)."""

    secret: ClassVar[bool] = True

    game: int
    side: SideName
    fleet: int
    assets: tuple[CommittedAsset, ...]


@event("game.assets_locked")
class AssetsLocked(Event):
    """Both commitments are in and open; `effects` is what follows from them in order (CR-077, CR-082)."""

    game: int
    effects: tuple[Effect, ...]


@event("game.step_taken_back")
class StepTakenBack(Event):
    """A side takes its last choice back; the game is at `stage` again."""

    game: int
    side: SideName
    fleet: int
    stage: PregameStage


@event("game.choice_left_open")
class ChoiceLeftOpen(Event):
    """A side's choice is left open: made while assets act, a nomination, or a commitment against a side
    without assets. It can be taken back until a card is drawn, shown or turned over, or the other side
    answers (CR-070)."""

    secret: ClassVar[bool] = True

    game: int
    choice: OpenChoice


@event("game.choices_stand")
class ChoicesStand(Event):
    """A side goes on: what was chosen before cannot be taken back any more (CR-070)."""

    game: int
    side: SideName
    fleet: int


@event("game.card_looked_at")
class CardLookedAt(Event):
    """An effect shows face-down cards to the side that it acts for (CR-078)."""

    secret: ClassVar[bool] = True

    game: int
    side: SideName
    looks: tuple[Look, ...]


@event("game.squadron_exchanged")
class SquadronExchanged(Event):
    """A face-down card of side `of` is exchanged: by its owner (Fleet Intelligence) or by force (Disrupted
    Command Structure, with the `pick`). `effect` is the asset's place in the order."""

    secret: ClassVar[bool] = True

    game: int
    side: SideName
    of: SideName
    place: int
    old: int
    new: int
    pick: Pick | None = None
    effect: int = -1


@event("game.ship_sabotaged")
class ShipSabotaged(Event):
    """Sabotage was resolved (CR-085). The mark stands on the roster from the reveal on."""

    secret: ClassVar[bool] = True

    game: int
    side: SideName
    found: SabotagedShip
    picks: tuple[Pick, ...]


@event("game.effect_resolved")
class EffectResolved(Event):
    """The effect at `place` in the order is done; `name` is the asset's. `passed`: its side let it go
    unused."""

    game: int
    place: int
    name: str
    side: SideName
    passed: bool = False


@event("game.forces_revealed")
class ForcesRevealed(Event):
    """All face-down cards are turned over (CR-078): `forces` and `ships` as they stand on the roster."""

    game: int
    forces: tuple[DrawnSquadron, ...]
    ships: tuple[FieldedShip, ...]
    rule: str = "CR-078"


@event("game.supplies_drawn")
class SuppliesDrawn(Event):
    """The squadron `card` of side `of` that Additional Supplies or Supply Shortage (`name`) falls on."""

    game: int
    place: int
    name: str
    side: SideName
    of: SideName
    card: int
    pick: Pick


@event("game.supplies_taken")
class SuppliesTaken(Event):
    """The free munitions are aboard (CR-086): `ships` as they now are, `upgrades` the new cards' numbers. The
    cards themselves come by `fleet.munition_supplied` in the same act."""

    game: int
    side: SideName
    fleet: int
    card: int
    points: int
    ships: tuple[FieldedShip, ...]
    upgrades: tuple[int, ...]
    rule: str = "CR-086"


@event("game.supplies_returned")
class SuppliesReturned(Event):
    """The choice of free munitions was taken back (CR-086): `ships` and `points` of the squadron as they now
    are. The cards themselves go by `fleet.munition_taken_back` in the same act."""

    game: int
    side: SideName
    fleet: int
    card: int
    points: int
    ships: tuple[FieldedShip, ...]
    upgrades: tuple[int, ...]
    rule: str = "CR-086"


@event("game.ship_nominated")
class ShipNominated(Event):
    """The Operative's, Defector's or Supply Ship (CR-091)."""

    secret: ClassVar[bool] = True

    game: int
    fleet: int
    ship: int


@event("game.nomination_shown")
class NominationShown(Event):
    """The battle is over and its owner (or an organiser) turns the nomination over (CR-091)."""

    game: int
    fleet: int
    ship: int
    name: str


@event("game.reinforcement_drawn")
class ReinforcementDrawn(Event):
    """A side draws another squadron in `table_round` of Escalating Engagement (CR-093)."""

    game: int
    side: SideName
    fleet: int
    table_round: int
    card: int
    force: DrawnSquadron
    ships: tuple[FieldedShip, ...]
    pick: Pick


@event("game.reinforcement_passed")
class ReinforcementPassed(Event):
    """A side draws no squadron in `table_round` (CR-093)."""

    game: int
    side: SideName
    fleet: int
    table_round: int


@event("game.ship_arrived")
class ShipArrived(Event):
    """The asset Reinforcements brings a ship for a destroyed one (CR-087). `ship` has the number that it
    will have on the roster."""

    game: int
    side: SideName
    fleet: int
    lost: int
    lost_name: str
    ship: FieldedShip


@event("game.result_ruled")
class ResultRuled(Event):
    """The organiser's word on the victor before the result is confirmed; winner "" takes it back. `asset`:
    whether the mission's asset is offered."""

    game: int
    member: int
    winner: str
    reason: str
    asset: bool = False
