"""State of a mission's preparation (section 6), as plain data. Most of it is secret for a while: readers
outside the rules get it through `missions.rules.game.secrets` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from missions.rules.game.sides import SideName
from rosters.rules.state import SquadronType

# The stages in their order (CR-070). "ready": both sides add their nonce; "rest" and "squadron": the active
# side rests squadrons and draws the Drawn Squadron; "mission"; "strength": the numbers, if the mission
# leaves a choice; "commit": assets; "effects": assets that act on face-down cards; "supplies": assets that
# act on revealed squadrons; "nominate"; "over": play has begun.
PregameStage = Literal[
    "ready",
    "rest",
    "squadron",
    "mission",
    "strength",
    "commit",
    "effects",
    "supplies",
    "nominate",
    "over",
]
# A new kind needs this list, the tables `assets`, `words` and `lookup` in `missions/rules/content/data`, and
# the `offers` of a mission that gives it. Its effect is in `assets.effects` (cards and squadrons),
# `game.postgame` (fates of ships), `content.table` (play at the table) or `assets.commitments` (agents).
AssetKind = Literal[
    "scouted_area",
    "guarded_approach",
    "fleet_intelligence",
    "sabotage",
    "disrupted_command",
    "double_agent",
    "capital_ship_support",
    "medical_frigate",
    "additional_supplies",
    "supply_shortage",
    "reinforcements",
]


@dataclass(frozen=True, slots=True)
class CommittedAsset:
    """An asset as it was when it was committed. `asset` is its number on the roster, `rank` its card J–A;
    `target`, `target_side` and `target_name` as on the roster."""

    asset: int
    kind: AssetKind
    name: str
    rank: str
    target: int = 0
    target_side: str = ""
    target_name: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """A committed asset in its place in the order of resolving (CR-077, CR-082).

    `owner` committed it; `side` is whom it acts for: the other side when a Double Agent took it over.
    `cancelled_by` names the kind of asset that cancelled it, else "".
    """

    asset: int
    kind: AssetKind
    name: str
    owner: SideName
    side: SideName
    cancelled_by: AssetKind | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Look:
    """A face-down card of side `of` that an effect showed to the side it acts for. `effect` is the effect's
    place in the order; `place` the card's place among the face-down cards, `card` the card as it was then.
    """

    effect: int
    side: SideName
    of: SideName
    place: int
    card: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A random pick: `taken` are the first cards of `deck` (sorted) shuffled by the stream of `purpose`
    (CR-079). After the nonces it has the `links` of both sides or, where no browser keeps a chain, `fresh`:
    bytes that the site added as it picked, in hexadecimal; "" in games from before it did."""

    purpose: str
    deck: tuple[str, ...]
    taken: tuple[str, ...]
    fresh: str = ""
    links: tuple[str, ...] = ()

    @property
    def added(self) -> tuple[str, ...]:
        """The texts of the stream after the nonces of both sides."""
        return self.links or ((self.fresh,) if self.fresh else ())


@dataclass(frozen=True, slots=True)
class SabotagedShip:
    """A ship that Sabotage found (CR-085). `section` is "whole", "fore" or "aft"; `fresh` is False when it
    was DAMAGED already, so that nothing happened. It stands on the roster only from the reveal on."""

    effect: int
    side: SideName
    card: int
    ship: int
    name: str
    section: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class ReinforcementTurn:
    """A side's choice about its reinforcement squadron in a round of Escalating Engagement (CR-093): the
    card it drew, or 0 if it passed."""

    side: SideName
    round: int
    card: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """A ship that the asset Reinforcements brought for a destroyed one (CR-087)."""

    side: SideName
    lost: int
    ship: int


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice that can still be taken back (CR-070): made while assets acted, a nomination, or a commitment
    against a side without assets.

    `stage` is the stage of the choice, `effect` the place of the asset that asked for it, else -1. An
    exchange gave the card `gave`, which lay at `place`; supplies brought the `upgrades`.
    """

    side: SideName
    stage: PregameStage
    effect: int = -1
    place: int = -1
    gave: int = 0
    upgrades: tuple[int, ...] = ()


@dataclass(slots=True)
class Pregame:
    """`rested` squadron cards of the active side (CR-071); `deck` what the Drawn Squadron was drawn from
    (CR-072), `drawn` its card and `drawn_type` its type; `mission` 1–8, 0 before it is chosen.

    `strengths` by side (CR-074); `pools` the sorted cards that each side drew from (without the Drawn
    Squadron); `cards` the face-down cards of each side, the active side's Drawn Squadron first. `commits` by
    side, open once both are in and stand (`locked`). `effects` in order, `resolved` the places of the done.
    `short` are the squadron cards of each side whose munitions are barred (Supply Shortage), `supplied` the
    squadron card that each side's Additional Supplies fell on, `free` the munitions (upgrade numbers) that it
    brought. `open_choices` can be taken back, in order, until the other side goes on or looks at a card;
    nothing else happens before. `swapped` are the places of the effects that had a card swapped by force.
    `nominated` is the ship of CR-091, open once `nomination_shown`. `turns` and `arrivals` happen in play.
    """

    stage: PregameStage = "ready"
    rested: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    drawn: int = 0
    drawn_type: SquadronType | Literal[""] = ""
    mission: int = 0
    strengths: dict[SideName, int] = field(default_factory=dict)
    pools: dict[SideName, tuple[int, ...]] = field(default_factory=dict)
    cards: dict[SideName, list[int]] = field(default_factory=dict)
    commits: dict[SideName, tuple[CommittedAsset, ...]] = field(default_factory=dict)
    locked: bool = False
    effects: list[Effect] = field(default_factory=list)
    resolved: list[int] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    sabotaged: list[SabotagedShip] = field(default_factory=list)
    short: dict[SideName, list[int]] = field(default_factory=dict)
    supplied: dict[SideName, list[int]] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    nominated: int = 0
    nomination_shown: bool = False
    picks: list[Pick] = field(default_factory=list)
    turns: list[ReinforcementTurn] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    open_choices: list[OpenChoice] = field(default_factory=list)
    swapped: list[int] = field(default_factory=list)

    def works_for(self, side: SideName, kind: AssetKind) -> int:
        """Number of assets of a kind that act for a side, without cancelled ones; 0 before both are
        locked."""
        return sum(each.kind == kind and each.side == side and not each.cancelled_by for each in self.effects)
