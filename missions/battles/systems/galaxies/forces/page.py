"""The page's part about a fleet of Galaxies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from league.kernel.refusal import Finding
from league.rules.phrases import join_words
from missions.battles.systems.builder import (
    Button,
    Force,
    ForcePage,
    Note,
    OfferGroup,
    OfferLine,
    UnitLine,
)
from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.fleets import cost, is_mustered, offered
from missions.battles.systems.galaxies.engine.scenarios import Battle, battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, SIDES, VERSIONS, ShipCard, Size, Weapon

MUSTERED = (
    Note("Each ship that is fielded in the game of the campaign is one ship here.", "BG-010"),
    Note("Escorts join the side whose ships cost less for their worth, so both fleets are a fair match."),
)
EMPTY = (
    "No ships yet",
    "Add ship cards from the list below, take a ready-made fleet, or have one suggested.",
)
BETTER = "Seasoned and veteran versions"
SIZES = ((Size.LARGE, "Large ships"), (Size.MEDIUM, "Medium ships"), (Size.SMALL, "Small ships"))


def words(force: Force) -> str:
    """A force in one line."""
    if is_mustered(force):
        count = Counter(BY_ID[line["card"]].title for line in force["cards"])
    else:
        count = Counter(BY_ID[each].title for each in force.get("cards", ()) if each in BY_ID)
    return ", ".join(f"{number} × {name}" if number > 1 else name for name, number in count.items())


# --- cards in words ---------------------------------------------------------------------------------


def kind(card: ShipCard, ships: int | None = None) -> str:
    """Size, numbers and weapons of a card; `ships` are those of a squadron that lacks some."""
    size = card.size.name.lower()
    count = card.models if ships is None else ships
    opening = f"{count} {size} ships, each" if count > 1 else f"{size} ship,"
    hold = f", hold {card.capacity}" if card.capacity else ""
    shields = f"{card.shields or 'no'} {'shield' if card.shields == 1 else 'shields'}"
    numbers = f"{opening} moves {card.move}, {shields}, hull {card.hull}{hold}, activation {card.activation}"
    return "; ".join([numbers, *map(weapon_words, card.weapons)])


def weapon_words(weapon: Weapon) -> str:
    """A weapon in words: "Hawk Rocket: range 3, 1 attack of strength 2, 1 energy a charge"."""
    attacks = f"{weapon.attacks} attack{'s' if weapon.attacks > 1 else ''} of strength {weapon.strength}"
    charge = f", {weapon.charge} energy a charge" if weapon.charge else ""
    return f"{weapon.name}: range {weapon.range}, {attacks}{charge}"


def special_words(card: ShipCard) -> list[str]:
    """The special of a card in a sentence, if it has one."""
    return [card_words().specials[card.special].explained] if card.special else []


# --- a fleet of the campaign ------------------------------------------------------------------------


def mustered(force: Force) -> ForcePage:
    """A fleet of the campaign."""
    lines = tuple(_mustered(line) for line in force.get("cards", ()))
    return ForcePage(str(force.get("side", "")), "", lines, fixed=MUSTERED)


def _mustered(line: Mapping[str, Any]) -> UnitLine:
    card, models = BY_ID[line["card"]], line["models"]
    names = [str(model["name"]) for model in models if model.get("name")]
    hurt = [_pegs(model) for model in models if model.get("hull")]
    return UnitLine(
        name=f"{join_words(names)}: {card.title}" if names else f"{card.title}, escort",
        kind="; ".join([kind(card, len(models)), *special_words(card), *hurt]),
    )


def _pegs(model: Mapping[str, Any]) -> str:
    pegs = int(model["hull"])
    return f"{model.get('name') or 'it'} starts with {pegs} hull peg{'s' if pegs > 1 else ''}"


# --- a draft ----------------------------------------------------------------------------------------


def draft(battle: Battle, side: int, cards: Sequence[ShipCard], findings: Sequence[Finding]) -> ForcePage:
    """A fleet by points, with everything that may be added."""
    left = battle.points - cost(cards)
    return ForcePage(
        side=SIDES[side],
        badge="",
        lines=tuple(_line(card) for card in cards),
        tools=tuple(_tools(cards, left)),
        groups=tuple(_groups(battle, side, cards, left)),
        tally=_tally(cost(cards), battle.points),
        findings=tuple(findings) if cards else (),
        good="" if findings else f"This fleet can fight. {_holds(cards)}",
        empty=EMPTY,
    )


def _line(card: ShipCard) -> UnitLine:
    versions = [each for each in offered(card.side) if each.name == card.name and each is not card]
    return UnitLine(
        name=card.title,
        kind=kind(card),
        points=card.launch,
        tags=tuple(_tags(card)),
        buttons=tuple(_swap(each) for each in versions),
        remove=Button("remove", card.id, "", "minus", hint=f"Take {card.title} out"),
    )


def _tags(card: ShipCard) -> Iterator[Note]:
    """The name of a special with the rule that tells it."""
    if card.special:
        special = card_words().specials[card.special]
        yield Note(special.title, special.rule)


def _swap(card: ShipCard) -> Button:
    words_ = f"{card.version.capitalize()}, {card.launch}"
    return Button("swap", card.id, words_, hint=f" points for {card.name}")


def _tools(cards: Sequence[ShipCard], left: int) -> Iterator[Button]:
    some = bool(cards) and left > 0
    yield Button("suggest", "1", "Suggest the rest" if some else "Suggest a fleet", "dice")
    if cards:
        yield Button("clear", "1", "Start over", "trash", confirm="Take all ship cards out of this fleet?")


def _tally(spent: int, allowed: int) -> tuple[Note, ...]:
    left = (Note(f", {allowed - spent} left"),) if allowed > spent else ()
    return (Note(str(spent)), Note(f" of {allowed} points", "BG-010"), *left)


def _holds(cards: Iterable[ShipCard]) -> str:
    """A sentence about the holds of a fleet (BG-032)."""
    carriers = [f"{card.name} {card.capacity}" for card in cards if card.capacity]
    if not carriers:
        return "None of its ships has a hold."
    return f"Spaces in holds: {join_words(carriers)}."


def _groups(battle: Battle, side: int, cards: Sequence[ShipCard], left: int) -> Iterator[OfferGroup]:
    """Everything to take: ready-made fleets first for an empty draft, else last."""
    ready = tuple(_ready_made(battle, side, cards))
    yield from () if cards else ready
    yield from _cards(side, cards, left)
    yield from ready if cards else ()


def _cards(side: int, cards: Sequence[ShipCard], left: int) -> Iterator[OfferGroup]:
    """Cards of names that the fleet does not have and that fit into the points that are left: standard ones
    by size, then the other versions.
    """
    taken = {card.name for card in cards}
    free = [card for card in offered(side) if card.name not in taken]
    for size, title in SIZES:
        standard = [card for card in free if card.size is size and card.version == VERSIONS[0]]
        yield from _group(title, standard, left)
    yield from _group(BETTER, [card for card in free if card.version != VERSIONS[0]], left, folded=True)


def _group(title: str, cards: Sequence[ShipCard], left: int, *, folded: bool = False) -> Iterator[OfferGroup]:
    """Cards that fit, with the number of those that do not."""
    fitting = tuple(_offer(card) for card in cards if card.launch <= left)
    if fitting:
        dear = len(cards) - len(fitting)
        unlisted = f"{dear} dearer {'cards are' if dear > 1 else 'card is'} not listed."
        yield OfferGroup(title, fitting, Note(unlisted, "BG-010") if dear else None, folded)


def _offer(card: ShipCard) -> OfferLine:
    add = Button("add", card.id, "Add", "plus", hint=f" {card.title} for {card.launch} points")
    facts = "; ".join([kind(card), *special_words(card)])
    return OfferLine(card.title, facts, card.launch, "BG-007", add)


def _ready_made(battle: Battle, side: int, cards: Sequence[ShipCard]) -> Iterator[OfferGroup]:
    """Fleets of all battles that fit into the points, but for the one that is there already."""
    fleets = ((each, each.ready_made(battle.tactics)[side]) for each in battles().values())
    found = [(each, fleet) for each, fleet in fleets if cost(fleet) <= battle.points and {*fleet} != {*cards}]
    if found:
        offers = tuple(_fleet(each, fleet) for each, fleet in found)
        yield OfferGroup("Ready-made fleets", offers, folded=bool(cards))


def _fleet(battle: Battle, fleet: Sequence[ShipCard]) -> OfferLine:
    name = f"Fleet of “{battle.name}”"
    take = Button("ready", battle.id, "Take", "check", hint=f" the fleet of {battle.name}")
    return OfferLine(name, ", ".join(card.title for card in fleet), cost(fleet), "BG-010", take)
