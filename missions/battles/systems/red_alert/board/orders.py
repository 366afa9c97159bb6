"""The orders of Red Alert as the list and the map have them, and the sentence that each of them makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from league.rules.phrases import join_words
from missions.battles.board.scene import Offer
from missions.battles.board.words import at_least, figure_word
from missions.battles.engine.contract import Choice, Effect, Order, View
from missions.battles.systems.red_alert.board.facts import (
    Facts,
    far,
    hex_of,
    label,
    named,
    type_of,
    unit_of,
)
from missions.battles.systems.red_alert.card_words import card_words
from missions.battles.systems.red_alert.engine.answers import BATTLE_BACK
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND, CombatCard
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aim_of,
    attack_of,
    kind_of,
    load_of,
    move_of,
    packed,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.narration import counted
from missions.battles.systems.red_alert.engine.orders import CLEAR_ORDERED, CLEAR_OTHER
from missions.battles.systems.red_alert.engine.retreats import HEXES_PER_ALERT
from missions.battles.systems.red_alert.engine.state import NO_CARD

IMPULSE_GROUP = "Move on full impulse, 2 stars"
PROMPTS = {
    "deployment": "Place a unit face down on one of your marked hexes. The other side does the same at once.",
    "reinforcement": "Place a unit that has no hex yet, on one of your hexes that are free.",
    "first_player": "Choose the command card of your first turn. Fewer units ordered go first.",
    "command": "Play a command card. It says which units you may order.",
    "orders": "Order units: tap one that is marked. Then go on to movement.",
    "movement": "Move the units that are ordered, one after the other. Then go on to combat.",
    "combat": "Attack with the units that are ordered. Then end the combat.",
    "end": "The turn ends. You may still play or discard a combat card; then go on to the draw.",
}
"""The present decision of the whole side, by phase."""
_DONE = {
    "orders": ("No more orders", "RA-062"),
    "movement": ("No more moves", "RA-070"),
    "combat": ("No more attacks", "RA-080"),
    "end": ("Go on to the draw", "RA-160"),
    "command": ("Go on without a card", "RA-060"),
}
_SETTLED = {
    "opening": ("Open the combat without a card", "RA-168"),
    "following": ("Let it be, and go on", "RA-080"),
}
"""Ends of decisions that come first, on a side of several people."""
_DECIDE = {
    "opening": "You may play a card at the opening of the combat. Then everybody fights.",
    "following": "This combat may go on: choose how, or let it be. Then the others fight.",
}
_PLAIN: Mapping[Kind, tuple[str, str, str]] = {
    Kind.PASS: ("Answer", "Pass", "RA-162"),
    Kind.ROLL: ("Dice", "Roll the dice", "RA-085"),
    Kind.DISREGARD: ("Red alert", "Disregard it: the flagship is near", "RA-117"),
    Kind.REPAIR: ("Red alert", "Engineering repair, 2 stars", "RA-119"),
    Kind.ORDER: ("Order", "Order this unit", "RA-062"),
    Kind.UNCLOAK: ("Cloak", "Leave the cloak", "RA-171"),
    Kind.PURSUE: ("Pursuit", "Pursue to the hex that the enemy has left, 2 stars", "RA-135"),
    Kind.EXIT: ("Breakthrough", "Leave over the enemy’s baseline", "RA-211"),
    Kind.STARS: ("End of the turn", "Take 2 stars", "RA-160"),
    Kind.STAR_AND_CARD: ("End of the turn", "Take 1 star and a combat card", "RA-160"),
    Kind.TIME: ("End of the turn", "Draw one card and take a point", "RA-215"),
}
"""Group, words and rule of orders that say everything by their kind."""


def offers(view: View, unit: int, choices: Sequence[Choice]) -> list[Offer]:
    """Every choice of a unit (NO_UNIT: of the side) for list and map."""
    facts = unit_of(view, unit) if unit >= 0 else None
    return [offer(view, facts, choice) for choice in choices]


def offer(view: View, facts: Facts | None, choice: Choice) -> Offer:
    """One order for list and map."""
    kind = kind_of(choice)
    if kind in _PLAIN:
        group, text, _ = _PLAIN[kind]
        place = facts["hex"] if facts else ""
        return Offer(choice, group, "", text, place, weighed=kind is Kind.ROLL)
    return _OFFERS[kind](view, facts, choice)


def _command(view: View, facts: Facts | None, choice: Choice) -> Offer:
    card = COMMAND[load_of(choice)]
    words = card_words().command[card.id]
    group = {Kind.REACT: "Answer with a command card", Kind.KEEP: "Keep one of the cards"}
    kind = kind_of(choice)
    text = f"{card.title}: {words.text}"
    value = packed(Kind.COMMAND, load_of(choice)) if kind is not Kind.KEEP else NO_CARD
    return Offer(choice, group.get(kind, "Command cards"), "", text, weighed=kind is Kind.REACT, card=value)


def price(card: CombatCard) -> str:
    """The price of a combat card in words."""
    return counted(card.cost, "star") if card.cost else "free"


def _card(view: View, facts: Facts | None, choice: Choice) -> Offer:
    """A combat card, with the units that it is played on."""
    number, units = aim_of(choice)
    card = COMBAT[number]
    group = f"{card.title}, {price(card)}"
    if not units:
        text, place = card_words().combat[card.id].text, ""
    else:
        text = f"on {join_words([named(unit_of(view, unit)) for unit in units])}"
        place = unit_of(view, units[0])["hex"] or "" if len(units) == 1 else ""
    return Offer(choice, group, "", text, place, weighed=True, card=packed(Kind.CARD, number))


def _trade(view: View, facts: Facts | None, choice: Choice) -> Offer:
    number = load_of(choice)
    title = COMBAT[number].title
    return Offer(choice, "Discard a combat card for a star", "", title, card=packed(Kind.CARD, number))


def _move(view: View, facts: Facts | None, choice: Choice) -> Offer:
    hex_, paid = move_of(choice)
    place = label(hex_)
    return Offer(choice, IMPULSE_GROUP if paid else "Move", "", place, place, end=True)


def _place(view: View, facts: Facts | None, choice: Choice) -> Offer:
    place = label(load_of(choice))
    group = "Lay face down" if view["phase"] == "deployment" else "Place"
    return Offer(choice, group, "", place, place, end=True)


def _attack(view: View, facts: Facts | None, choice: Choice) -> Offer:
    assert facts is not None, "a unit attacks"
    target, card = attack_of(choice)
    enemy = unit_of(view, target)
    text = "Attack" if card == NO_CARD else f"Attack with {COMBAT[card].title}, {price(COMBAT[card])}"
    return Offer(choice, named(enemy), _distance(facts, enemy), text, enemy["hex"], target=target)


def _distance(facts: Facts, enemy: Facts) -> str:
    hexes = far(facts, enemy)
    return "close quarters" if hexes == 1 else f"{hexes} hexes away"


def _retire(view: View, facts: Facts | None, choice: Choice) -> Offer:
    way = _way(view, choice)
    text = f"over {join_words(way)}{_missing(view, way)}" if way else "no hex is free: stay and take the hits"
    end = way[-1] if way else ""
    return Offer(choice, "Retire", "", text, end, end=bool(way), path=tuple(way), weighed=True)


def _missing(view: View, way: Sequence[str]) -> str:
    """Hits for hexes that are missing, to follow the way."""
    hexes = HEXES_PER_ALERT * view["attack"]["alerts"] - len(way)
    if not hexes:
        return ""
    return f", then {counted(hexes, 'hit')} for {counted(hexes, 'missing hex', 'missing hexes')}"


def _way(view: View, choice: Choice) -> list[str]:
    start = hex_of(unit_of(view, view["attack"]["target"]))
    return [label(hex_) for hex_ in unpack_way(view["waiting"], start, load_of(choice))]


def _clear(view: View, facts: Facts | None, choice: Choice) -> Offer:
    assert facts is not None, "a unit is cleared"
    stars = CLEAR_ORDERED if facts["ordered"] else CLEAR_OTHER
    text = f"Take the red alert marker off, {counted(stars, 'star')}"
    return Offer(choice, "Red alert marker", "", text, facts["hex"])


def _back(view: View, facts: Facts | None, choice: Choice) -> Offer:
    return Offer(choice, "Battle back", "", _back_text(choice), weighed=True)


def _back_text(choice: Choice) -> str:
    card = load_of(choice) - 1
    if card == NO_CARD:
        return f"Battle back, {counted(BATTLE_BACK, 'star')}"
    cost = counted(BATTLE_BACK + COMBAT[card].cost, "star")
    return f"Battle back with {COMBAT[card].title}, {cost} together"


def _done(view: View, facts: Facts | None, choice: Choice) -> Offer:
    return Offer(choice, "Done", "", _done_words(view)[0])


def _done_words(view: View) -> tuple[str, str]:
    return _SETTLED.get(view["settling"]) or _DONE[view["phase"]]


_OFFERS: Mapping[Kind, Callable[[View, Facts | None, Choice], Offer]] = {
    Kind.COMMAND: _command,
    Kind.SHOW: _command,
    Kind.KEEP: _command,
    Kind.REACT: _command,
    Kind.CARD: _card,
    Kind.TRADE: _trade,
    Kind.MOVE: _move,
    Kind.PLACE: _place,
    Kind.ATTACK: _attack,
    Kind.RETIRE: _retire,
    Kind.CLEAR: _clear,
    Kind.BACK: _back,
    Kind.DONE: _done,
}


def prompt(view: View) -> str:
    """The present decision of the whole side, in a sentence."""
    if view["drawn"]:
        return "Keep one of the command cards that you have drawn."
    if view["ending"]:
        return "Take 2 stars, or 1 star and a combat card."
    return _DECIDE.get(view["settling"]) or PROMPTS.get(view["phase"], "Choose an order.")


def sights(view: View, unit: int, chosen: Offer) -> list[str]:
    """The enemies within range of the end of a move, the nearest first."""
    if not chosen.end or view["phase"] not in ("movement", "combat"):
        return []
    facts = unit_of(view, unit)
    there = {**facts, "hex": chosen.place}
    found = [
        (far(there, enemy), enemy["label"])
        for enemy in view["units"]
        if enemy["side"] != facts["side"] and enemy["hex"]
    ]
    reach = type_of(facts).reach
    return [f"{name} ({counted(hexes, 'hex', 'hexes')})" for hexes, name in sorted(found) if hexes <= reach]


def goal(effect: Effect, count: int) -> str:
    """Aim of dice, to follow a chance."""
    if effect.name not in ("figures lost", "own figures lost"):
        return at_least(effect, count)
    few = "" if count == len(effect.chances) - 1 else "at least "
    verb = "to lose" if effect.name == "own figures lost" else "to take"
    return f"{verb} {few}{figure_word(count)} {'figure' if count == 1 else 'figures'}"


# --- sentences --------------------------------------------------------------------------------------


def order_sentence(view: View, order: Order) -> tuple[str, str]:
    """A chosen order in a sentence, with its rule."""
    unit, choice = order
    facts = unit_of(view, unit) if unit >= 0 else None
    kind = kind_of(choice)
    if kind in _PLAIN:
        return _plain_sentence(view, facts, kind)
    return _SENTENCES[kind](view, facts, choice)


def _plain_sentence(view: View, facts: Facts | None, kind: Kind) -> tuple[str, str]:
    _, text, rule = _PLAIN[kind]
    return (f"{named(facts)}: {text[:1].lower()}{text[1:]}." if facts else f"{text}."), rule


def _command_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    card = COMMAND[load_of(choice)]
    verbs = {
        Kind.COMMAND: ("Play {}.", "RA-060"),
        Kind.SHOW: ("Show {} for your first turn, and play it then.", "RA-044"),
        Kind.KEEP: ("Keep {} and discard the other card.", "RA-166"),
        Kind.REACT: ("Answer with {}.", "RA-172"),
    }
    text, rule = verbs[kind_of(choice)]
    return f"{text.format(card.title)} {card_words().command[card.id].text}", rule


def _card_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    number, units = aim_of(choice)
    card = COMBAT[number]
    aim = f" on {join_words([named(unit_of(view, unit)) for unit in units])}" if units else ""
    return f"Play {card.title}{aim} ({price(card)}). {card_words().combat[card.id].text}", "RA-168"


def _trade_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    return f"Discard {COMBAT[load_of(choice)].title} and take a star.", "RA-161"


def _move_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    assert facts is not None, "a unit moves"
    hex_, paid = move_of(choice)
    if paid:
        return f"{named(facts)} moves to {label(hex_)} on full impulse for 2 stars.", "RA-074"
    return f"{named(facts)} moves to {label(hex_)}.", "RA-070"


def _place_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    assert facts is not None, "a unit is placed"
    if view["phase"] == "deployment":
        return f"{named(facts)} is laid face down on {label(load_of(choice))}.", "RA-185"
    return f"{named(facts)} is placed on {label(load_of(choice))}.", "RA-186"


def _attack_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    assert facts is not None, "a unit attacks"
    target, card = attack_of(choice)
    enemy = unit_of(view, target)
    more = "" if card == NO_CARD else f" with {COMBAT[card].title} ({price(COMBAT[card])})"
    return f"{named(facts)} attacks {named(enemy)}, {_distance(facts, enemy)}{more}.", "RA-085"


def _retire_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    target, way = unit_of(view, view["attack"]["target"]), _way(view, choice)
    if not way:
        return f"{named(target)} cannot retire and takes a hit for each hex.", "RA-115"
    return f"{named(target)} retires over {join_words(way)}{_missing(view, way)}.", "RA-112"


def _clear_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    assert facts is not None, "a unit is cleared"
    stars = CLEAR_ORDERED if facts["ordered"] else CLEAR_OTHER
    return f"{named(facts)} loses its red alert marker for {counted(stars, 'star')}.", "RA-066"


def _done_sentence(view: View, facts: Facts | None, choice: Choice) -> tuple[str, str]:
    text, rule = _done_words(view)
    return f"{text}.", rule


_SENTENCES: Mapping[Kind, Callable[[View, Facts | None, Choice], tuple[str, str]]] = {
    Kind.COMMAND: _command_sentence,
    Kind.SHOW: _command_sentence,
    Kind.KEEP: _command_sentence,
    Kind.REACT: _command_sentence,
    Kind.CARD: _card_sentence,
    Kind.TRADE: _trade_sentence,
    Kind.MOVE: _move_sentence,
    Kind.PLACE: _place_sentence,
    Kind.ATTACK: _attack_sentence,
    Kind.RETIRE: _retire_sentence,
    Kind.CLEAR: _clear_sentence,
    Kind.BACK: lambda view, facts, choice: (f"{_back_text(choice)}.", "RA-130"),
    Kind.DONE: _done_sentence,
}
