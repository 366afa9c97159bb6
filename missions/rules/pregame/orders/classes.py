"""The orders of a game with a mission as plain data. Their deciding functions: `pregame`, `assets`,
`supplies`, `battle` beside this module.

Until a card is drawn, shown or turned over, or the other side has answered, `TakeBack` undoes a side's last
choice; nothing else here can be undone, since chance and secrets follow from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from league.kernel.decision import Order, UndoBy
from missions.rules.game.sides import SideName


@dataclass(frozen=True, slots=True)
class LayOrder(Order):
    """An order that picks at random waits for links (docs/decisions/0033); `mark` is its seal. The site gives
    this order in its place."""

    name: ClassVar[str] = "lay_order"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    mark: str


@dataclass(frozen=True, slots=True)
class SpendLinks(Order):
    """The links came, but the order that waited for them is no longer possible. The site gives this order in
    its place."""

    name: ClassVar[str] = "spend_links"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int


@dataclass(frozen=True, slots=True)
class RestSquadrons(Order):
    """The active side sets up to two squadron cards aside for this game (CR-071)."""

    name: ClassVar[str] = "rest_squadrons"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawMissionSquadron(Order):
    """The active side draws the Drawn Squadron from `deck` (CR-072); an empty deck stands for all unrested
    squadrons."""

    name: ClassVar[str] = "draw_mission_squadron"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    deck: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseMission(Order):
    """The active side chooses a mission by its number 1–8 (CR-073)."""

    name: ClassVar[str] = "choose_mission"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    mission: int


@dataclass(frozen=True, slots=True)
class ChooseStrength(Order):
    """A side says how many squadrons it fields, the active side first (CR-074). The last number draws."""

    name: ClassVar[str] = "choose_strength"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName
    number: int


@dataclass(frozen=True, slots=True)
class CommitAssets(Order):
    """A side commits none to two of its assets (numbers), in the order of resolving (CR-076)."""

    name: ClassVar[str] = "commit_assets"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName
    assets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack(Order):
    """A side takes its last choice back, as long as no card was drawn after it and the other side has not
    answered."""

    name: ClassVar[str] = "take_back"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName


@dataclass(frozen=True, slots=True)
class ExchangeSquadron(Order):
    """Fleet Intelligence: `give` one of the own face-down cards, `take` another of its type instead
    (CR-084)."""

    name: ClassVar[str] = "exchange_squadron"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    give: int
    take: int


@dataclass(frozen=True, slots=True)
class LookAtSquadron(Order):
    """Disrupted Command Structure: look at the opponent's face-down card at `place` (from 0)."""

    name: ClassVar[str] = "look_at_squadron"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    place: int


@dataclass(frozen=True, slots=True)
class SwapSquadron(Order):
    """Disrupted Command Structure: force the card that was looked at to be swapped (CR-084)."""

    name: ClassVar[str] = "swap_squadron"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int


@dataclass(frozen=True, slots=True)
class PassEffect(Order):
    """Let the rest of the effect that is being resolved go: no exchange, no look, no swap."""

    name: ClassVar[str] = "pass_effect"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int


@dataclass(frozen=True, slots=True)
class TakeSupplies(Order):
    """Additional Supplies: one free munition (`card`) for each ship named (CR-086); ships left out take
    none."""

    name: ClassVar[str] = "take_supplies"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    munitions: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NominateShip(Order):
    """The active side secretly names the Operative's, Defector's or Supply Ship (CR-091)."""

    name: ClassVar[str] = "nominate_ship"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    ship: int


@dataclass(frozen=True, slots=True)
class GoOn(Order):
    """The side that did not choose last goes on: what the other side chose stands, and the commitments open,
    the next asset acts, the squadrons are turned over or play begins (CR-070)."""

    name: ClassVar[str] = "go_on"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int


@dataclass(frozen=True, slots=True)
class ShowNomination(Order):
    """The battle is over: the active side, or an organiser, turns the nomination over (CR-091)."""

    name: ClassVar[str] = "show_nomination"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int


@dataclass(frozen=True, slots=True)
class DrawReinforcement(Order):
    """A side draws another squadron at the start of `table_round` (CR-093)."""

    name: ClassVar[str] = "draw_reinforcement"
    undo_by: ClassVar[UndoBy] = "nobody"
    game: int
    side: SideName
    table_round: int


@dataclass(frozen=True, slots=True)
class PassReinforcement(Order):
    """A side draws no squadron in `table_round` (CR-093)."""

    name: ClassVar[str] = "pass_reinforcement"
    undo_by: ClassVar[UndoBy] = "actor"
    game: int
    side: SideName
    table_round: int


@dataclass(frozen=True, slots=True)
class BringShip(Order):
    """The asset Reinforcements: a hit was rolled for the destroyed ship `lost` (CR-087)."""

    name: ClassVar[str] = "bring_ship"
    game: int
    lost: int


@dataclass(frozen=True, slots=True)
class RuleResult(Order):
    """An organiser overrides the computed victor before the result is confirmed, with a reason that both
    sides read. Winner "" goes back to what was computed. `asset`: whether the mission's asset is offered."""

    name: ClassVar[str] = "rule_result"
    undo_by: ClassVar[UndoBy] = "organiser"
    game: int
    winner: str
    reason: str
    asset: bool = False
