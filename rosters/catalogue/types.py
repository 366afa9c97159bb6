"""The nouns of the card catalogue: plain frozen values, no queries and no rules.

A *ship card* is what a fleet buys and flies. A huge ship printed on two section cards is one ship card with
two `sections` (CR-042). An *upgrade card* is a card that is attached to a ship card. Costs are printed
points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from league.kernel.data_files import OneOf, Says

ACTIONS = frozenset({"Focus", "Target Lock", "Barrel Roll", "Evade", "Boost", "Reinforce", "Coordinate"}) | {
    "Recover",
    "Jam",
    "SLAM",
    "Reload",
    "Cloak",
    "Rotate Arc",
}
FACTIONS = frozenset({"Rebel Alliance", "Resistance", "Galactic Empire", "First Order", "Scum and Villainy"})

# The cells of the data files. `league.kernel.data_files` reads a row by the types of its class.
Key = Annotated[str, Meta(min_length=1)]
Faction = Annotated[str, Meta(min_length=1), OneOf(FACTIONS)]
Action = Annotated[str, OneOf(ACTIONS)]
Flag = Annotated[bool, Says("0", "1")]
YesNo = Annotated[bool, Says("no", "yes")]
Stat = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=1, le=99)]
Change = Annotated[int, Meta(ge=-9, le=9)]
OneOrTwo = Annotated[int, Meta(ge=1, le=2)]
Skill = Annotated[int, Meta(ge=1, le=12)]
ShipPrice = Annotated[int, Meta(ge=1, le=200)]
UpgradePrice = Annotated[int, Meta(ge=-9, le=50)]
NOTHING = {"blank": 0}
"""Metadata of a field whose cell may be blank and means 0 then."""


class Side(StrEnum):
    """The three factions of a campaign (CR-030)."""

    REBEL = "rebel"
    IMPERIAL = "imperial"
    SCUM = "scum"


class Size(StrEnum):
    """Base size of a ship model."""

    SMALL = "small"
    LARGE = "large"
    HUGE = "huge"


class Section(StrEnum):
    """Part of a huge ship; `whole` for a huge ship in one piece."""

    FORE = "fore"
    AFT = "aft"
    WHOLE = "whole"


class Slot(StrEnum):
    """Kinds of upgrade, as printed. Every ship has a Title and a Modification slot beside its printed bar."""

    ELITE = "Elite"
    SYSTEM = "System"
    CANNON = "Cannon"
    TURRET = "Turret"
    TORPEDO = "Torpedo"
    MISSILE = "Missile"
    BOMB = "Bomb"
    CREW = "Crew"
    ASTROMECH = "Astromech"
    SALVAGED_ASTROMECH = "Salvaged Astromech"
    ILLICIT = "Illicit"
    TECH = "Tech"
    HARDPOINT = "Hardpoint"
    TEAM = "Team"
    CARGO = "Cargo"
    MODIFICATION = "Modification"
    TITLE = "Title"


class Origin(StrEnum):
    """Origin of a card: the publisher, or the campaign itself (CR-131)."""

    FFG = "ffg"
    CAMPAIGN = "campaign"


class NameKind(StrEnum):
    """Kind of thing that a unique name belongs to."""

    PERSONA = "persona"
    SHIP_TITLE = "ship_title"
    CARD = "card"


class SlotRule(StrEnum):
    """Limits of a card on the cards in a slot.

    `max_points`: no card in that slot may cost more; `extra_max_points`: the same for the added slot only;
    `unique`: only cards with the unique mark; `distinct`: no two cards of one name; `only`: one named card.
    """

    MAX_POINTS = "max_points"
    EXTRA_MAX_POINTS = "extra_max_points"
    UNIQUE = "unique"
    DISTINCT = "distinct"
    ONLY = "only"


class MunitionKind(StrEnum):
    """Kinds of munition."""

    TORPEDO = "torpedo"
    MISSILE = "missile"
    BOMB = "bomb"
    MINE = "mine"


class DiscardTrigger(StrEnum):
    """Trigger by which a card's own text discards it (CR-116): its use, or an event."""

    USE = "use"
    HIT = "hit"
    ROLL = "roll"
    ATTACK = "attack"
    OPPONENT_CHOICE = "opponent_choice"


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship model. Stats are None if the model has none, or if they stand on its two section cards."""

    id: Key
    xws: Key
    name: Key
    size: Size
    factions: tuple[Faction, ...]
    sides: tuple[Side, ...]
    attack: Stat | None
    agility: Stat | None
    hull: Count | None
    shields: Stat | None
    energy: Stat | None
    actions: tuple[Action, ...]
    section_count: OneOrTwo = field(metadata={"column": "sections"})
    damage_decks: OneOrTwo
    hyperdrive: YesNo
    hyperdrive_with: str
    """Id of the upgrade that gives this model a hyperdrive (CR-130); "" for none."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class SectionCard:
    """One section of a huge ship: the sound side, and what is left on the crippled side (CR-117)."""

    id: str
    xws: str
    name: str
    section: Section
    points: int
    attack: int | None
    agility: int
    hull: int
    shields: int
    energy: int | None
    actions: tuple[str, ...]
    slots: tuple[Slot, ...]
    crippled_attack: int | None
    crippled_energy: int | None
    crippled_slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class ShipCard:
    """A card that a fleet buys as a ship (pilot card, or huge ship card). Stats are those of this card.

    For a two-section ship `points`, `hull`, `shields` and `energy` are sums, `attack` is the higher one and
    `slots` holds both bars; `sections` has the parts. Modification and Title are never in `slots`.
    """

    id: str
    xws: str
    name: str
    ship: str
    """Id of the Ship."""
    ship_name: str
    side: Side
    faction: str
    size: Size
    skill: int | None
    """Printed pilot skill; None only for a card without one."""
    points: int
    unique: bool
    persona: str
    """Id of the unique Name; "" for a card without the unique mark."""
    slots: tuple[Slot, ...]
    sections: tuple[SectionCard, ...]
    """Empty for small and large ships; one `whole`, or fore and aft, for huge ones."""
    attack: int | None
    agility: int
    hull: int
    shields: int
    energy: int | None
    actions: tuple[str, ...]
    hyperdrive: bool
    """Whether the ship has one without any upgrade (CR-130)."""
    hyperdrive_with: str
    """Id of the title that gives it one; "" for none."""
    purchasable: bool
    """False for a card without a price, which comes with another card."""
    origin: Origin

    @property
    def section_xws(self) -> dict[Section, str]:
        """XWS id of each section card; {} for ships that are one card."""
        return {part.section: part.xws for part in self.sections if part.section is not Section.WHOLE}

    @property
    def huge(self) -> bool:
        return self.size is Size.HUGE


@dataclass(frozen=True, slots=True)
class SlotLimit:
    """A limit that a card puts on a slot: `value` is points or 1; `card` is set for the rule `only`."""

    slot: Slot
    rule: SlotRule
    value: int
    card: str


@dataclass(frozen=True, slots=True)
class SideEffect:
    """A change that holds on one face of a two-sided card: a stat by `amount`, or an action gained."""

    face: str
    """`a` or `b`."""
    stat: str
    """skill, attack, agility, hull, shields or energy; "" when an action is gained."""
    amount: int
    action: str
    """The action gained; "" when a stat changes."""


@dataclass(frozen=True, slots=True)
class UpgradeCard:
    """An upgrade card: cost, who may take it, what it gives and takes, and how it leaves the table."""

    id: Key
    xws: str
    """"" for campaign cards, which the XWS format does not know."""
    name: Key
    slot: Slot
    slots_used: OneOrTwo
    points: UpgradePrice
    unique: Flag
    persona: str = field(metadata={"column": ""})
    """Id of the unique Name; "" for a card without the unique mark."""
    limited: Flag
    """True if a ship may have one copy only."""
    squadron_limited: Flag
    """Many copies on a roster, one in use in a game (CR-038)."""
    max_per_squad: Annotated[int, Meta(ge=1, le=9)] | None
    # Restrictions on the ships that may take it. An empty tuple or None is "no such restriction".
    sides: tuple[Side, ...]
    faction_waiver_name: str
    """A unique name in the squadron that lifts the side restriction; "" for none."""
    ships: tuple[str, ...]
    section: Section | None
    sizes: tuple[Size, ...]
    min_skill: Skill | None
    requires_action: Action
    requires_slots: tuple[Slot, ...]
    forbids_slots: tuple[Slot, ...]
    max_agility: Stat | None
    max_hull: Count | None
    exact_shields: Stat | None
    requires_hyperdrive: YesNo | None
    # Slots and figures that it gives and takes.
    adds_slots: tuple[Slot, ...]
    adds_slots_choice: tuple[Slot, ...]
    """The owner picks one of these; empty for no choice."""
    removes_slots: tuple[Slot, ...]
    slot_limits: tuple[SlotLimit, ...]
    points_mod: tuple[tuple[Slot | None, int], ...]
    """Changes to the squad points of the ship's cards of that slot (CR-005); None is every slot."""
    must_equip: str
    adds_actions: tuple[Action, ...]
    skill_mod: Change = field(metadata=NOTHING)
    attack_mod: Change = field(metadata=NOTHING)
    agility_mod: Change = field(metadata=NOTHING)
    hull_mod: Change = field(metadata=NOTHING)
    shields_mod: Change = field(metadata=NOTHING)
    energy_mod: Change = field(metadata=NOTHING)
    dual_card: Flag
    side_effects: tuple[SideEffect, ...]
    energy_limit: Count | None
    weapon_attack: Count | None
    weapon_range: str
    # How it is spent.
    munition: Flag
    munition_kind: MunitionKind | None
    discard_on_use: Flag | None
    """None if the card's source does not say."""
    discard_trigger: DiscardTrigger | None
    grants_hyperdrive: Flag
    hyperspace_token_reduction: Change = field(metadata=NOTHING)
    """Hyperspace tokens fewer that the ship needs to jump (CR-132)."""
    token_agility: Stat | None
    token_hull: Count | None
    origin: Origin

    @property
    def fixed(self) -> bool:
        """Whether it never leaves its ship: by slot (CR-032), or for its negative points (CR-041)."""
        return self.points < 0 or self.slot in FIXED_SLOTS


FIXED_SLOTS = frozenset({Slot.MODIFICATION, Slot.TITLE, Slot.ELITE})


@dataclass(frozen=True, slots=True)
class Name:
    """A unique name and every card that carries it; its cards share one fate (CR-035, CR-036)."""

    id: Key
    name: Key
    kind: NameKind
    ship_cards: tuple[str, ...] = field(metadata={"column": "pilots"})
    upgrades: tuple[str, ...]

    @property
    def linked(self) -> bool:
        """Whether two or more cards carry the name."""
        return len(self.ship_cards) + len(self.upgrades) > 1
