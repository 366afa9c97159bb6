"""The nouns of the card catalogue: plain frozen values, no queries and no rules.

A *ship card* is what a fleet buys and flies. A huge ship printed on two section cards is one ship card with
two `sections` (CR-042). An *upgrade card* is whatever is attached to a ship card. Costs are printed points.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    """How a card limits what goes into a slot.

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
    """A ship model. Stats are None where the model has none, or where they stand on its two section cards."""

    id: str
    xws: str
    name: str
    size: Size
    factions: tuple[str, ...]
    sides: tuple[Side, ...]
    attack: int | None
    agility: int | None
    hull: int | None
    shields: int | None
    energy: int | None
    actions: tuple[str, ...]
    section_count: int
    damage_decks: int
    hyperdrive: bool
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

    id: str
    xws: str
    """"" for campaign cards, which the XWS format does not know."""
    name: str
    slot: Slot
    slots_used: int
    points: int
    unique: bool
    persona: str
    """Id of the unique Name; "" for a card without the unique mark."""
    limited: bool
    """At most one copy on a ship."""
    squadron_limited: bool
    """Many copies on a roster, one in use in a game (CR-038)."""
    max_per_squad: int | None
    # Who may take it. An empty tuple or None is "no such restriction".
    sides: tuple[Side, ...]
    faction_waiver_name: str
    """A unique name in the squadron that lifts the side restriction; "" for none."""
    ships: tuple[str, ...]
    section: Section | None
    sizes: tuple[Size, ...]
    min_skill: int | None
    requires_action: str
    requires_slots: tuple[Slot, ...]
    forbids_slots: tuple[Slot, ...]
    max_agility: int | None
    max_hull: int | None
    exact_shields: int | None
    requires_hyperdrive: bool | None
    # What it gives and takes.
    adds_slots: tuple[Slot, ...]
    adds_slots_choice: tuple[Slot, ...]
    """The owner picks one of these; empty for no choice."""
    removes_slots: tuple[Slot, ...]
    slot_limits: tuple[SlotLimit, ...]
    points_mod: tuple[tuple[Slot | None, int], ...]
    """Changes to the squad points of the ship's cards of that slot (CR-005); None is every slot."""
    must_equip: str
    adds_actions: tuple[str, ...]
    skill_mod: int
    attack_mod: int
    agility_mod: int
    hull_mod: int
    shields_mod: int
    energy_mod: int
    dual_card: bool
    side_effects: tuple[SideEffect, ...]
    energy_limit: int | None
    weapon_attack: int | None
    weapon_range: str
    # How it is spent.
    munition: bool
    munition_kind: MunitionKind | None
    discard_on_use: bool | None
    """None where the card's source does not say."""
    discard_trigger: DiscardTrigger | None
    grants_hyperdrive: bool
    hyperspace_token_reduction: int
    """Hyperspace tokens fewer that the ship needs to jump (CR-132)."""
    token_agility: int | None
    token_hull: int | None
    origin: Origin

    @property
    def fixed(self) -> bool:
        """Whether it never leaves its ship: by slot (CR-032), or for its negative points (CR-041)."""
        return self.points < 0 or self.slot in FIXED_SLOTS


FIXED_SLOTS = frozenset({Slot.MODIFICATION, Slot.TITLE, Slot.ELITE})


@dataclass(frozen=True, slots=True)
class Name:
    """A unique name and every card that carries it; its cards share one fate (CR-035, CR-036)."""

    id: str
    name: str
    kind: NameKind
    ship_cards: tuple[str, ...]
    upgrades: tuple[str, ...]

    @property
    def linked(self) -> bool:
        """Whether two or more cards carry the name."""
        return len(self.ship_cards) + len(self.upgrades) > 1
