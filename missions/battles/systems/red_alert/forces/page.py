"""The page's part about a fleet of Red Alert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from league.kernel.refusal import Finding
from league.rules.phrases import SIDE_NAMES, join_words
from missions.battles.systems.builder import (
    Button,
    Force,
    ForcePage,
    Note,
    OfferGroup,
    OfferLine,
    UnitLine,
)
from missions.battles.systems.red_alert.engine.fleets import (
    TASK_FORCES,
    TaskForce,
    allowance,
    cost,
    shortages,
)
from missions.battles.systems.red_alert.engine.scenarios import SIDES, Battle
from missions.battles.systems.red_alert.engine.units import BY_ID, CLASSES, TYPES, UnitType

PRINTED = Note("This battle brings its own fleets. All units are on the map from the beginning.", "RA-041")
MUSTERED = (
    Note("Each ship that is fielded in the game of the campaign is one unit."),
    Note("A flagship and escorts join them, so that the fleet costs as much as its ships are worth."),
    Note("The campaign names the victor by the fates of these ships, not by victory points."),
)
EMPTY = ("No task force yet", "Choose one of your task force cards below. You then buy further units.")
EXTRAS = {"stars": "star", "combat": "combat card", "command": "command card"}


def words(force: Force) -> str:
    """A force in one line."""
    units = counted(BY_ID[line["unit"]] for line in force.get("units", ()))
    bought = counted(BY_ID[each] for each in force.get("bought", ()))
    card = TASK_FORCES.get(force.get("card", 0))
    if card is not None:
        return f"card {card.number}, {card.title}" + (f", with {bought}" if bought else "")
    return units or bought or "the fleet of the battle"


def counted(units: Iterable[UnitType]) -> str:
    """Units in words: each type with its number."""
    count = Counter(unit.id for unit in units)
    return ", ".join(BY_ID[id_].counted(number) for id_, number in count.items())


# --- fleets that nobody chooses ---------------------------------------------------------------------


def printed(battle: Battle, side: int) -> ForcePage:
    """A fleet that is on the map from the beginning."""
    return ForcePage(SIDES[side], "", tuple(_lines(unit for unit, _ in battle.units[side])), fixed=(PRINTED,))


def drawn(side: int, card: TaskForce) -> ForcePage:
    """A task force of a side that buys nothing (RA-305)."""
    text = f"This side drew task force card {card.number}, {card.title}, and it buys no units"
    return ForcePage(SIDES[side], "", tuple(_lines(card.units)), fixed=(Note(text, "RA-181"),))


def mustered(force: Force) -> ForcePage:
    """A fleet of the campaign."""
    side = str(force.get("side", ""))
    lines = tuple(
        UnitLine(_named(line, BY_ID[line["unit"]]), _kind(BY_ID[line["unit"]], line.get("figures")))
        for line in force.get("units", ())
    )
    return ForcePage(SIDE_NAMES.get(side, ""), side, lines, fixed=(*MUSTERED, *_extras(force)))


def _named(line: Mapping[str, Any], type_: UnitType) -> str:
    if line.get("name"):
        return f"{line['name']}, {type_.name}"
    return type_.name if type_.flagship else f"{type_.name}, escort"


def _extras(force: Force) -> Iterator[Note]:
    found = [
        f"{count} more {word}{'' if count == 1 else 's'}"
        for key, word in EXTRAS.items()
        if (count := int(force.get(key, 0)))
    ]
    if found:
        yield Note(f"It begins with {join_words(found)} for the experience of its pilots.")


# --- a draft ----------------------------------------------------------------------------------------


def draft(
    battle: Battle,
    side: int,
    force: Force,
    hand: Sequence[int],
    findings: Sequence[Finding],
    stars: int | None,
) -> ForcePage:
    """A task force and its purchase, or a purchase alone. `hand` are the cards to choose from, `stars` those
    at the start if the fleet is legal.
    """
    card, bought = TASK_FORCES.get(force.get("card", 0)), [BY_ID[each] for each in force.get("bought", ())]
    placed = [unit for unit, _ in battle.units[side]]
    own = [*placed, *(card.units if card else ())]
    on_map = Note("On the map from the beginning", "RA-188")
    of_card = Note(f"Card {card.number}, {card.title}", "RA-180") if card else on_map
    return ForcePage(
        side=SIDES[side],
        badge="",
        lines=(
            *_lines(placed, on_map),
            *_lines(card.units if card else (), of_card),
            *_lines(bought, remove=True),
        ),
        tools=tuple(_tools(bought)),
        groups=tuple(_groups(hand, card, [*own, *bought])),
        tally=_tally(cost(bought), allowance(battle, side, card.number if card else None)),
        findings=tuple(findings),
        good=f"This fleet can fight. It begins with {_stars(stars)}." if stars is not None else "",
        empty=EMPTY,
    )


def _stars(count: int) -> str:
    return f"{count or 'no'} {'star' if count == 1 else 'stars'}"


def _tools(bought: Sequence[UnitType]) -> Iterator[Button]:
    yield Button("suggest", "1", "Suggest a purchase", "dice")
    if bought:
        yield Button("clear", "1", "Buy nothing", "trash")


def _tally(spent: int, allowed: int) -> tuple[Note, ...]:
    left = (Note(f", {allowed - spent} left", "RA-183"),) if allowed > spent else ()
    return (Note(str(spent)), Note(f" of {allowed} points", "RA-181"), *left)


def _lines(units: Iterable[UnitType], tag: Note | None = None, *, remove: bool = False) -> Iterator[UnitLine]:
    """A line for each type with the number of its units."""
    for id_, count in Counter(unit.id for unit in units).items():
        type_ = BY_ID[id_]
        yield UnitLine(
            name=type_.name if count == 1 else f"{count} × {type_.name}",
            kind=_kind(type_),
            points=count * type_.cost,
            tags=(tag,) if tag else (),
            remove=Button("remove", id_, "", "minus", hint=f"Take one {type_.name} out") if remove else None,
        )


def _kind(type_: UnitType, figures: int | None = None) -> str:
    """Class, figures, movement and dice of a type; `figures` are those at the start if some are missing."""
    class_ = next(name for name, symbol in CLASSES.items() if symbol == type_.symbol)
    count = f"{figures} of {type_.figures}" if figures is not None else f"{type_.figures}"
    left = figures or type_.figures
    dice = "/".join(str(type_.dice_at(far, left)) for far in range(1, type_.reach + 1))
    return f"{class_}, {count} figures, moves {type_.move}, dice {dice}"


# --- things to take ---------------------------------------------------------------------------------


def _groups(hand: Sequence[int], card: TaskForce | None, units: Sequence[UnitType]) -> Iterator[OfferGroup]:
    others = tuple(_card(TASK_FORCES[each]) for each in hand if card is None or each != card.number)
    if others:
        yield OfferGroup("Task force cards" if card is None else "Other task force cards", others)
    offers = tuple(_offer(type_) for type_ in TYPES if type_.sold and not any(shortages([*units, type_])))
    if offers and (card or not hand):
        yield OfferGroup("Units to buy", offers)


def _card(card: TaskForce) -> OfferLine:
    choose = Button("card", str(card.number), "Choose", "check", hint=f" card {card.number}, {card.title}")
    name = f"Card {card.number}, {card.title}"
    return OfferLine(name, counted(card.units), card.points, "RA-180", choose)


def _offer(type_: UnitType) -> OfferLine:
    add = Button("add", type_.id, "Add", "plus", hint=f" {type_.name} for {type_.cost} points")
    return OfferLine(type_.name, _kind(type_), type_.cost, "RA-181", add)
