"""The order that waits to be confirmed: what it does, its odds, the dice that it asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from missions.battles.board.scene import Offer
from missions.battles.engine.contract import Odds, Order
from missions.battles.engine.dice import Die
from missions.battles.engine.sight import DiceToType
from missions.battles.presenters.board import odds as board_odds
from missions.battles.presenters.board.charts import drawn
from missions.battles.presenters.board.faces import face, face_name
from missions.battles.presenters.board.fill import fill_each
from missions.battles.presenters.board.inputs import BoardInputs
from missions.battles.presenters.board.odds import OddsPanel, any_effect, percent
from missions.battles.systems.pack import Pack

DO_IT, ROLL = "Do it", "Roll"
LONGEST_LABEL = 24
"""Characters of an order's own words that fit on its button."""
NOW = SafeString(' aria-current="true"')


@dataclass(frozen=True, slots=True)
class FaceKey:
    """A face to press instead of typing: what is typed for it, what it shows, its picture."""

    key: str
    name: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class DiceField:
    """The field for dice on the table: which are asked for next, and keys for faces that are no numbers."""

    prompt: str
    keys: tuple[FaceKey, ...]


@dataclass(frozen=True, slots=True)
class ChosenOrder:
    """The order that waits to be confirmed. `dice` asks for typed faces; None if none are."""

    unit: str
    choice: str
    sentence: str
    rule: str
    notation: str
    odds: OddsPanel | None
    sights: tuple[str, ...]
    """Enemies that it brings within reach of the unit, as they stand now."""
    chart: SafeString
    """The grid that its dice fall on."""
    ways: SafeString
    """Links to all orders that end alike, if there are several."""
    dice: DiceField | None
    button: str
    """Words on its button, unless dice are typed."""
    urged: bool
    """Whether its button is the main one: not before the reader has picked anything."""


def chosen_order(
    inputs: BoardInputs,
    unit: int | None,
    chosen: Offer | None,
    offers: Sequence[Offer],
    odds: Mapping[int, Odds],
    *,
    urged: bool,
) -> ChosenOrder | None:
    """The order that the reader has chosen, or that may be sent though nothing is picked, not `urged`."""
    if chosen is None or unit is None:
        return None
    reader, sight = inputs.table.pack.board, inputs.sight
    order = (unit, chosen.choice)
    sentence, rule = reader.order_sentence(sight.view, order)
    own = odds.get(chosen.choice)
    return ChosenOrder(
        unit=str(unit),
        choice=str(chosen.choice),
        sentence=sentence,
        rule=rule,
        notation=sight.words(order),
        odds=board_odds.panel(own, reader.goal, inputs.table.pack.dice) if own else None,
        sights=tuple(reader.sights(sight.view, unit, chosen)),
        chart=drawn(reader.chart(sight.view, order)),
        ways=_ways(unit, chosen, offers, odds),
        dice=_dice_field(inputs, order) if inputs.typed else None,
        button=reader.button(sight.view, order) or (ROLL if own else _button(chosen)),
        urged=urged,
    )


def _button(chosen: Offer) -> str:
    """Words on the button: those of the order if they are short; at a hex, what is done there."""
    words = chosen.group if chosen.end else chosen.text
    return words if len(words) <= LONGEST_LABEL else DO_IT


def _ways(unit: int, chosen: Offer, offers: Sequence[Offer], odds: Mapping[int, Odds]) -> SafeString:
    """Links to the orders that put the unit into the same place and facing, each with its chance of harm."""
    end = chosen.place, chosen.facing
    alike = [offer for offer in offers if offer.way and (offer.place, offer.facing) == end]
    if len(alike) < 2:
        return SafeString("")
    return fill_each(
        '<li><a href="?unit={}&amp;order={}"{}>{}</a>',
        (
            (unit, offer.choice, NOW if offer is chosen else SafeString(""), _way(offer, odds))
            for offer in alike
        ),
    )


def _way(offer: Offer, odds: Mapping[int, Odds]) -> str:
    own = odds.get(offer.choice)
    return f"{offer.way}, {percent(any_effect(own))} chance of harm" if own else f"{offer.way}, no dice"


def _dice_field(inputs: BoardInputs, order: Order) -> DiceField | None:
    """The dice that an order asks for next, after those typed already. Further dice depend on them."""
    wanted, about = _wanted(inputs, order, inputs.faces)
    if wanted is None and inputs.faces:
        wanted, about = _wanted(inputs, order, "")
    if wanted is None:
        return None
    dice = "1 die" if wanted.count == 1 else f"{wanted.count} dice"
    when = "then" if wanted.after else "first"
    words = f"{when}: {dice} with {wanted.sides} sides{f', {about}' if about else ''}"
    return DiceField(words, _keys(inputs.table.pack, wanted))


def _wanted(inputs: BoardInputs, order: Order, typed: str) -> tuple[DiceToType | None, str]:
    """The dice still to be typed, and their purpose."""
    try:
        wanted, events = inputs.sight.dice_to_type(order, typed)
    except ValueError:
        return None, ""
    if wanted is None:
        return None, ""
    return wanted, inputs.table.pack.board.rolled_for(inputs.sight.view, events, wanted.after)


def _keys(pack: Pack, wanted: DiceToType) -> tuple[FaceKey, ...]:
    """A key for each face of a die that shows anything but numbers."""
    for name, die in pack.dice.items():
        if die.faces and die.sides == wanted.sides and die.letters == wanted.letters:
            return tuple(
                FaceKey(
                    _key(die, shown),
                    face_name(die, shown),
                    face(pack.style, pack.dice, name, shown),
                )
                for shown in range(1, die.sides + 1)
            )
    return ()


def _key(die: Die, shown: int) -> str:
    return die.letters[shown - 1] if die.letters else str(shown)
