"""Requirements and effects of a card, as sentences of our own. No card text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.rules.phrases import SIDE_NAMES, join_words
from rosters.catalogue import Catalogue, DiscardTrigger, Size, Slot, SlotLimit, SlotRule, UpgradeCard

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
SIZE_WORDS = {Size.SMALL: "Small", Size.LARGE: "Large", Size.HUGE: "Huge"}

TRIGGER_WORDS = {
    DiscardTrigger.HIT: "a hit on its ship",
    DiscardTrigger.ROLL: "a die roll",
    DiscardTrigger.ATTACK: "an attack",
    DiscardTrigger.OPPONENT_CHOICE: "the opponent's choice",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and the rule behind it; `rule` is "" if the printed card alone says so."""

    text: str
    rule: str = ""


def slots_in_words(slots: Iterable[Slot], last: str = "and") -> str:
    """Slots with their numbers: `two Crew slots and a Bomb slot`."""
    counted = Counter(slots)
    return join_words((_some_slots(slot, number) for slot, number in counted.items()), last)


def _some_slots(slot: Slot, number: int) -> str:
    if number > 1:
        return f"{NUMBERS[number]} {slot} slots"
    return f"{'an' if slot[0] in 'AEIOU' else 'a'} {slot} slot"


def restrictions(card: UpgradeCard, cards: Catalogue) -> tuple[Line, ...]:
    """Limits on who may take the card, and on how many of it."""
    return (*_who(card, cards), *_what_ship(card), *_how_many(card))


def _who(card: UpgradeCard, cards: Catalogue) -> Iterator[Line]:
    if card.sides:
        fleets = join_words((SIDE_NAMES[side] for side in card.sides), "or")
        waiver = cards.names.get(card.faction_waiver_name)
        also = f", or any squadron with {waiver.name} in it" if waiver else ""
        yield Line(f"{fleets} fleets only{also}.", "CR-033")
    if card.ships:
        ships = join_words((cards.ships[ship_id].name for ship_id in card.ships), "or")
        yield Line(f"Only on: {ships}.", "CR-033")
    if card.section is not None:
        yield Line(f"Only on the {card.section} section.", "CR-033")
    if card.sizes and not card.ships:
        yield Line(f"{join_words((SIZE_WORDS[size] for size in card.sizes), 'or')} ships only.", "CR-033")
    if card.requires_hyperdrive is not None:
        yield Line(f"Only on a ship with{'' if card.requires_hyperdrive else 'out'} a hyperdrive.", "CR-131")


def _what_ship(card: UpgradeCard) -> Iterator[Line]:
    if card.min_skill is not None:
        yield Line(f"Printed pilot skill of {card.min_skill} or higher.", "CR-033")
    if card.requires_action:
        yield Line(f"The ship needs {card.requires_action} on its action bar.", "CR-033")
    if card.requires_slots:
        yield Line(f"The ship needs {slots_in_words(card.requires_slots)}.", "CR-033")
    if card.forbids_slots:
        yield Line(f"Not on a ship that has {slots_in_words(card.forbids_slots, 'or')} already.", "CR-033")
    if card.max_agility is not None:
        yield Line(f"Agility of {card.max_agility} or lower.", "CR-033")
    if card.max_hull is not None:
        yield Line(f"Hull of {card.max_hull} or lower.", "CR-033")
    if card.exact_shields is not None:
        shields = f"{card.exact_shields} shield{'' if card.exact_shields == 1 else 's'}"
        yield Line(f"Only on a ship with exactly {shields}.", "CR-033")


def _how_many(card: UpgradeCard) -> Iterator[Line]:
    if card.slots_used > 1:
        yield Line(f"Fills {slots_in_words([card.slot] * card.slots_used)}.", "CR-033")
    if card.limited:
        yield Line("At most one copy on a ship.", "CR-033")
    if card.max_per_squad is not None:
        yield Line(f"At most {NUMBERS[card.max_per_squad]} copies in a squadron.", "CR-033")
    if card.squadron_limited:
        yield Line("A fleet may own many copies; one of them works in a game.", "CR-038")
    elif card.unique:
        yield Line(
            "A fleet holds at most one copy, and if it is lost for good it cannot be bought again.", "CR-040"
        )
    if card.points < 0:
        yield Line("Gives its points back once and never leaves its ship.", "CR-041")
    elif card.fixed:
        yield Line("Never leaves its ship.", "CR-032")


def effects(card: UpgradeCard, cards: Catalogue) -> tuple[Line, ...]:
    """Changes that the card makes to its ship, as far as a roster must know."""
    return (*_slot_effects(card, cards), *_stat_effects(card), *_table_effects(card), *_hyper_effects(card))


def _slot_effects(card: UpgradeCard, cards: Catalogue) -> Iterator[Line]:
    if card.adds_slots:
        yield Line(f"Adds {slots_in_words(card.adds_slots)}.", "CR-033")
    if card.adds_slots_choice:
        choices = join_words(card.adds_slots_choice, "or")
        yield Line(f"Adds one slot of the owner's choice: {choices}.", "CR-033")
    if card.removes_slots:
        yield Line(f"Takes away {slots_in_words(card.removes_slots)}.", "CR-033")
    for limit in card.slot_limits:
        yield Line(_limit_in_words(limit, cards), "CR-033")
    if card.must_equip:
        yield Line(f"Has to be flown with {cards.upgrades[card.must_equip].name}.", "CR-033")
    for slot, amount in card.points_mod:
        which = "Every other upgrade" if slot is None else f"Each {slot} upgrade"
        less = "1 squad point" if amount == -1 else f"{-amount} squad points"
        yield Line(f"{which} of the ship counts {less} less, never below 0.", "CR-005")


def _limit_in_words(limit: SlotLimit, cards: Catalogue) -> str:
    if limit.rule is SlotRule.MAX_POINTS:
        return f"No card in a {limit.slot} slot may cost more than {limit.value} points."
    if limit.rule is SlotRule.EXTRA_MAX_POINTS:
        return f"The card in the added {limit.slot} slot may cost {limit.value} points at most."
    if limit.rule is SlotRule.UNIQUE:
        return f"The {limit.slot} slot takes cards with the unique mark only."
    if limit.rule is SlotRule.DISTINCT:
        return f"No two {limit.slot} cards of the same name."
    return f"The added {limit.slot} slot takes {cards.upgrades[limit.card].name} only."


def _stat_effects(card: UpgradeCard) -> Iterator[Line]:
    changes = {
        "pilot skill": card.skill_mod,
        "attack": card.attack_mod,
        "agility": card.agility_mod,
        "hull": card.hull_mod,
        "shields": card.shields_mod,
        "energy": card.energy_mod,
    }
    for stat, amount in changes.items():
        if amount:
            yield Line(f"{stat.capitalize()} {_signed(amount)}.")
    if card.adds_actions:
        yield Line(f"Adds to the action bar: {join_words(card.adds_actions)}.")
    for effect in card.side_effects:
        change = (
            f"{effect.stat} {_signed(effect.amount)}" if effect.stat else f"adds the action {effect.action}"
        )
        yield Line(f"With side {effect.face.upper()} showing: {change}.")


def _table_effects(card: UpgradeCard) -> Iterator[Line]:
    if card.weapon_attack is not None:
        reach = card.weapon_range.replace("-", "\N{EN DASH}")
        dice = "die" if card.weapon_attack == 1 else "dice"
        yield Line(f"Secondary weapon: {card.weapon_attack} attack {dice} at range {reach}.")
    if card.energy_limit is not None:
        yield Line(f"Holds up to {card.energy_limit} energy.")
    if card.token_hull is not None:
        yield Line(f"Its token has agility {card.token_agility} and hull {card.token_hull}.", "CR-134")
    if card.munition_kind is not None:
        yield Line(f"Counts as a munition ({card.munition_kind}).")
    if card.discard_on_use:
        yield Line("Discarded when it is used, and back for the next game.", "CR-116")
    elif card.discard_trigger in TRIGGER_WORDS:
        yield Line(
            f"Discarded by {TRIGGER_WORDS[card.discard_trigger]}; then it leaves the roster.", "CR-116"
        )


def _hyper_effects(card: UpgradeCard) -> Iterator[Line]:
    if card.grants_hyperdrive:
        yield Line("Gives its ship a hyperdrive.", "CR-130")
    if card.hyperspace_token_reduction:
        tokens = card.hyperspace_token_reduction
        plural = "" if tokens == 1 else "s"
        yield Line(
            f"Its ship needs {NUMBERS[tokens]} hyperspace token{plural} fewer to jump, never below 1.",
            "CR-132",
        )


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"\N{MINUS SIGN}{-amount}"
