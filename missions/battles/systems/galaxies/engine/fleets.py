"""The forces of a set-up: the ship cards of each side (BG-007, BG-010). Nothing here changes a state.

A force is one of two things. `{"cards": ["isn-everest-veteran", …]}` is a fleet that its player chose by
points, always from the list of their own side. `{"side": "ISN", "cards": [{"card": "isn-everest-veteran",
"models": [{"ref": "7", "name": "Ace", "hull": 1}]}]}` is *mustered*, such as one of the campaign: its ships
say which ship card of the campaign they stand for, with how many hull pegs they start, and under `shields`
how many shield pegs they lack then. A mustered fleet may have a name more than once, and has no limit of
points. In a game of the campaign the set-up says under `lists` which list each side has; both may have the
same.

The cards of a fleet are sorted by the list of all ship cards, so their places in the fleet tell nothing about
the sequence in which somebody chose them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.kernel.refusal import Finding, Unreadable, refuse_if
from missions.battles.engine.contract import Setup
from missions.battles.systems.galaxies.engine.scenarios import Battle, battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, CARDS, SIDES, ShipCard
from missions.battles.systems.galaxies.engine.state import FleetCard, Model

Fleet = tuple[FleetCard, ...]

MOST_CARDS = 40
"""Cards of a mustered fleet at most, so that a set of them fits into the number of an order."""
FEWEST_POINTS, MOST_POINTS = 10, 70
"""Bounds for the points of a fleet that are agreed for a battle in place of its own (BG-010). Six names in
their dearest versions cost no more.
"""
FEWEST_ROUNDS, MOST_ROUNDS = 4, 40
"""Bounds for the rounds that are agreed for a battle in place of its own (BG-134)."""


# --- a set-up ---------------------------------------------------------------------------------------


def battle_of(setup: Setup) -> Battle:
    """The battle of a set-up, with the points, rounds and tactic cards that were agreed for it (BG-010,
    BG-134, BG-160).

    Raises Unreadable for a battle that does not exist, or a number out of bounds.
    """
    found = battles().get(str(setup.get("scenario")))
    if found is None:
        text = f"There is no such battle; choose one of {', '.join(battles())}."
        raise Unreadable("battle.scenario", text, rule="BG-130")
    points = _number(setup, "points", FEWEST_POINTS, MOST_POINTS, found.points, "BG-010")
    rounds = _number(setup, "rounds", FEWEST_ROUNDS, MOST_ROUNDS, found.rounds, "BG-134")
    agreed = (points, rounds, bool(setup.get("tactics")))
    if agreed == (found.points, found.rounds, found.tactics):
        return found
    return replace(found, points=points, rounds=rounds, tactics=agreed[-1])


def lists(setup: Setup) -> tuple[str, str]:
    """The list of ship cards that each side's fleet comes from, west first: its own, or, in a game of the
    campaign, those of `setup["lists"]`. Raises Unreadable for lists that do not exist.
    """
    found = setup.get("lists", SIDES)
    if not (isinstance(found, list | tuple) and len(found) == 2 and all(each in SIDES for each in found)):
        raise _unreadable(f"Each side has one of two lists: {' or '.join(SIDES)}.", "BG-001")
    return found[0], found[1]


def read(setup: Setup, battle: Battle) -> tuple[Fleet, Fleet]:
    """Both fleets of a set-up, checked and sorted. The points are those of `battle`.

    Raises Unreadable for a force that cannot be read, and Refusal with every fault for a fleet that breaks a
    rule.
    """
    first, second = (
        _mustered(force, list_) if is_mustered(force) else _chosen(battle, side, force)
        for side, (force, list_) in enumerate(zip(_forces(setup), lists(setup), strict=True))
    )
    return first, second


def mustered(setup: Setup) -> tuple[bool, bool]:
    """Whether each side's fleet is mustered, so that everybody knows its ships. Raises Unreadable."""
    first, second = _forces(setup)
    return is_mustered(first), is_mustered(second)


def is_mustered(force: Mapping[str, Any]) -> bool:
    """Whether a force stands for ships of a campaign and not for a choice by points."""
    return "side" in force


def _forces(setup: Setup) -> Sequence[Mapping[str, Any]]:
    listed = setup.get("forces")
    if not (isinstance(listed, list) and len(listed) == 2 and all(isinstance(each, dict) for each in listed)):
        raise _unreadable("A battle has a force for each of its two sides.")
    return listed


def _number(found: Mapping[str, Any], key: str, least: int, most: int, usual: int, rule: str) -> int:
    number = found.get(key, usual)
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise _unreadable(f"“{key}” is a number from {least} to {most}.", rule)
    return number


def _unreadable(text: str, rule: str = "") -> Unreadable:
    return Unreadable("battle.forces", text, rule=rule)


# --- fleets by points -------------------------------------------------------------------------------


def fleet_of(cards: Iterable[ShipCard]) -> Fleet:
    """A whole fleet of these cards, sorted, every squadron complete."""
    in_order = sorted(cards, key=lambda card: card.number)
    return tuple(FleetCard(card, (Model(),) * card.models) for card in in_order)


def cost(cards: Iterable[ShipCard]) -> int:
    """Fleet points of cards together."""
    return sum(card.launch for card in cards)


def offered(side: int) -> tuple[ShipCard, ...]:
    """The ship cards from which a side chooses (BG-001)."""
    return tuple(card for card in CARDS if card.side == side)


def findings(battle: Battle, side: int, cards: Sequence[str]) -> list[Finding]:
    """Everything that is wrong with a choice of cards by their ids (BG-001, BG-007, BG-010)."""
    found = list(_not_offered(side, cards))
    known = [BY_ID[each] for each in cards if each in BY_ID]
    return [*found, *faults(battle, known)]


def faults(battle: Battle, cards: Sequence[ShipCard]) -> Iterator[Finding]:
    """Everything that is wrong with a choice of cards of one list: none at all, two of one name, or more
    points than the battle allows (BG-010).
    """
    if not cards:
        yield _wrong("empty", "A fleet needs at least one ship card; add one.", "BG-010")
    yield from _twice(cards)
    if (over := cost(cards) - battle.points) > 0:
        text = f"These cards cost {cost(cards)} points and {battle.points} are allowed; spend {over} less."
        yield _wrong("points", text, "BG-010")


def _twice(cards: Sequence[ShipCard]) -> Iterator[Finding]:
    """Names that a fleet has more than once, each with one sentence."""
    for name in dict.fromkeys(card.name for card in cards):
        number = sum(card.name == name for card in cards)
        if number > 1:
            text = f"A fleet has one version of a name, and this one has {number} cards of {name}."
            yield Finding("fleet.twice", text, "BG-010", about=f"name:{name}")


def _not_offered(side: int, cards: Iterable[str]) -> Iterator[Finding]:
    for each in cards:
        if each not in BY_ID:
            yield _wrong("unknown", f"There is no ship card “{each[:40]}”.", "BG-007")
        elif BY_ID[each].side != side:
            text = f"{BY_ID[each].title} is on the list of the other side; the {SIDES[side]} cannot have it."
            yield _wrong("side", text, "BG-001")


def _wrong(code: str, text: str, rule: str) -> Finding:
    return Finding(f"fleet.{code}", text, rule, about="force")


def _chosen(battle: Battle, side: int, force: Mapping[str, Any]) -> Fleet:
    cards = force.get("cards", [])
    if not (isinstance(cards, list) and all(isinstance(each, str) for each in cards)):
        raise _unreadable("A fleet is a list of the ids of its ship cards.", "BG-010")
    refuse_if(findings(battle, side, cards))
    return fleet_of(BY_ID[each] for each in cards)


# --- mustered fleets --------------------------------------------------------------------------------


def _mustered(force: Mapping[str, Any], list_: str) -> Fleet:
    """A fleet of the campaign: up to `MOST_CARDS` cards of one list, each with 1 to `card.models` ships."""
    cards = force.get("cards")
    if force["side"] != list_:
        raise _unreadable(f"The fleet of this side comes from the list of the {list_}.", "BG-001")
    if not (isinstance(cards, list) and 1 <= len(cards) <= MOST_CARDS):
        raise _unreadable(f"A fleet of the campaign has 1 to {MOST_CARDS} ship cards.", "BG-010")
    fleet = [_fleet_card(line, SIDES.index(list_)) for line in cards]
    return tuple(sorted(fleet, key=lambda card: card.type.number))


def _fleet_card(line: object, list_: int) -> FleetCard:
    if not isinstance(line, dict):
        raise _unreadable("Each card of a fleet of the campaign is written with its ships.", "BG-002")
    type_ = BY_ID.get(str(line.get("card")))
    if type_ is None:
        raise _unreadable(f"There is no ship card “{str(line.get('card'))[:40]}”.", "BG-007")
    if type_.side != list_:
        raise _unreadable(f"{type_.title} is not on the list of the {SIDES[list_]}.", "BG-001")
    models = line.get("models")
    if not (isinstance(models, list) and 1 <= len(models) <= type_.models):
        most = "1 ship" if type_.models == 1 else f"1 to {type_.models} ships"
        raise _unreadable(f"A card of {type_.title} has {most}.", "BG-002")
    return FleetCard(type_, tuple(_model(model, type_) for model in models))


def _model(model: object, type_: ShipCard) -> Model:
    """A ship of a card. Its hull pegs at the start never destroy it (BG-125)."""
    if not isinstance(model, dict):
        raise _unreadable("Each ship of a card is written with its name.", "BG-002")
    hull = _number(model, "hull", 0, type_.hull - 1, 0, "BG-125")
    shields = _number(model, "shields", 0, type_.shields, 0, "BG-024")
    ref, name = (str(model.get(key, "")) for key in ("ref", "name"))
    return Model(ref, name, hull, shields)
