"""Cards of a battle of Galaxies: those behind the own screen and in own holds, and tactic cards."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.board.scene import NO_CARD, Card, Hand
from missions.battles.engine.contract import View
from missions.battles.systems.galaxies.board.facts import Facts, ship_of, type_of
from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.choices import launch, tactic
from missions.battles.systems.galaxies.engine.ships import ShipCard, Size, Weapon
from missions.battles.systems.galaxies.engine.state import NOWHERE
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import counted

BY_ID = {card.id: card for card in TACTICS}
SOMEWHERE = (0, 0)
"""Stands for the pose of a launch that has none yet."""


def hands(view: View) -> Iterator[Hand]:
    """The reader's cards, and the number of the enemy's."""
    own = view["side"]
    for side, word in enumerate(view["sides"]):
        if side == own:
            yield from _own(view, side)
        else:
            yield from _others(view, side, word)


def _own(view: View, side: int) -> Iterator[Hand]:
    seat = view["seat"]
    fleet = view["fleets"][side]
    screen = [card for card in fleet if card["hold"] is None]
    if screen:
        yield Hand(seat, "Behind your screen", tuple(_card(view, card) for card in screen))
    for carrier in view["cards"]:
        if carrier["side"] != side or not carrier["hold"]:
            continue
        held = [card for card in fleet if card["hold"] == carrier["id"]]
        yield Hand(
            seat, _hold_words(view, carrier, held), tuple(_card(view, card) for card in held), drawer=True
        )
    if view["tactics"]:
        yield Hand(seat, "Your tactic cards", tuple(_tactics(view["hand"])))


def _others(view: View, side: int, word: str) -> Iterator[Hand]:
    if view["unseen"][side]:
        words = f"Ship cards of {word} that nobody else has seen"
        known = view["fleets"][side] or []
        cards = tuple(_card(view, card) for card in known)
        yield Hand(-1, words, cards, hidden=0 if cards else view["unseen"][side])
    if view["tactics"]:
        yield Hand(-1, f"Tactic cards of {word}", hidden=view["held"][side])


def _hold_words(view: View, carrier: Facts, held: list[Facts]) -> str:
    """The name of a hold with what is taken up: "Hold of I1, 6 of 12 spaces"."""
    taken = sum(card["spaces"] for card in held)
    label = ship_of(view, carrier["ships"][0])["label"]
    return f"Hold of {label}, {taken} of {counted(type_of(carrier).capacity, 'space')}"


# --- ship cards -------------------------------------------------------------------------------------


def _card(view: View, facts: Facts) -> Card:
    """A card of a fleet. While a hold is loaded it stands for its place in the fleet, else for its launch."""
    type_ = type_of(facts)
    carrier = NOWHERE if facts["hold"] is None else facts["hold"]
    value = facts["place"] if view["loading"] is not None else launch(facts["place"], carrier, SOMEWHERE)
    own = view["fleets"][type_.side] is not None and view["side"] is not None
    return Card(
        value=value if own else NO_CARD,
        title=type_.name,
        text=figures(type_, len(facts["models"])),
        cost=f"{facts['launch']} energy",
        rule="BG-007",
        lines=tuple(_lines(type_, facts)),
        kind=type_.short,
        side=type_.side,
        half=64 if type_.size is Size.LARGE else 30,
    )


def figures(type_: ShipCard, models: int) -> str:
    """Version, size and ships of a card: "veteran, small, 3 ships"."""
    ships = f", {counted(models, 'ship')}" if type_.squadron else ""
    return f"{type_.version}, {type_.size.name.lower()}{ships}"


def _lines(type_: ShipCard, facts: Facts) -> Iterator[str]:
    hold = f", hold {type_.capacity}" if type_.capacity else ""
    yield f"Activation {type_.activation}, move {type_.move}"
    yield f"Shields {type_.shields}, hull {type_.hull}{hold}"
    yield from (weapon_words(weapon) for weapon in type_.weapons)
    if type_.special:
        yield card_words().specials[type_.special].title
    yield f"Takes {counted(facts['spaces'], 'space')}"


def weapon_words(weapon: Weapon) -> str:
    """A weapon in short: "Hawk Rocket: range 3, 1 × 2, charge 1"."""
    charge = f", charge {weapon.charge}" if weapon.charge else ""
    return f"{weapon.name}: range {weapon.range}, {weapon.attacks} × {weapon.strength}{charge}"


# --- tactic cards -----------------------------------------------------------------------------------


def _tactics(ids: list[str]) -> Iterator[Card]:
    for name in dict.fromkeys(ids):
        card, words = BY_ID[name], card_words().tactics[name]
        yield Card(
            tactic(card.number),
            card.title,
            f"{words.when}. {words.text}",
            f"{card.cost} energy",
            words.rule,
            ids.count(name),
        )
