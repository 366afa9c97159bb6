"""The draw on the page: cards, the order in which they turned over, the weights on a balance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from league.rules.phrases import TYPE_NAMES
from missions.presenters.game.page import FleetBadge, Fleets
from missions.rules.game.orders.draw import fill_begins
from missions.rules.game.secrets import GameView
from missions.rules.game.state import SIDES, DrawnSquadron, SideName
from missions.rules.game.waiting import Awaited, What
from rosters.rules.squadrons.types import WEIGHTS

# The picture of the balance, in its own units: pivot, reach of the beam, most that a pan sinks.
PIVOT_X, PIVOT_Y, REACH, MOST = 160, 30, 110, 26


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A squadron card on the table, in the order drawn."""

    card: int
    suit: str
    type: str
    weight: int
    points: int
    ships: int


@dataclass(frozen=True, slots=True)
class DrawSide:
    """One side of the draw: `ready` pressed, `accepted` an unbalanced one, cards with their weights
    (CR-020). `nonce` is the side's part of the chance, "" until both are in; `asked` is what the game waits
    for from this side, "" for nothing. `held`: the draw waits for its nonce."""

    fleet: FleetBadge
    ready: bool
    accepted: bool
    nonce: str
    cards: tuple[DrawnCard, ...]
    asked: What | Literal[""] = ""
    held: bool = False

    @property
    def weight(self) -> int:
        return sum(card.weight for card in self.cards)

    @property
    def points(self) -> int:
        return sum(card.points for card in self.cards)


@dataclass(frozen=True, slots=True)
class Turn:
    """One card turning over, with the weights after it."""

    fleet: str
    card: int
    suit: str
    type_name: str
    weight: int
    active: int
    opposing: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The weights as a picture: heights of the two ends of the beam, and what it says in words."""

    active: int
    opposing: int
    left: int
    right: int
    label: str

    @property
    def even(self) -> bool:
        return self.active == self.opposing

    @property
    def left_pan(self) -> int:
        return self.left + 38

    @property
    def right_pan(self) -> int:
        return self.right + 38


@dataclass(frozen=True, slots=True)
class DrawPage:
    """Everything about the draw. `turns` and `balance` come with the cards. `fill_at` is the moment from
    which a nonce that is held back can be filled in for the other side; None if none is."""

    commitment: str
    sides: tuple[DrawSide, ...]
    drawn: bool
    balanced: bool
    turns: tuple[Turn, ...]
    balance: Balance | None
    seed: str
    fill_at: datetime | None = None

    @property
    def held(self) -> tuple[DrawSide, ...]:
        """The sides whose nonce the draw waits for."""
        return tuple(side for side in self.sides if side.held)


def draw_page(view: GameView, fleets: Fleets, awaited: Sequence[Awaited] = ()) -> DrawPage:
    """The draw as a reader may see it; `awaited` is what the game waits for."""
    draw = view.draw
    asked = {each.side: each.what for each in awaited}
    sides = tuple(_side(view, fleets, side, asked.get(side, "")) for side in SIDES)
    drawn = draw is not None and bool(draw.order)
    return DrawPage(
        commitment=draw.commitment if draw else "",
        sides=sides,
        drawn=drawn,
        balanced=draw is not None and draw.balanced,
        turns=_turns(view, fleets) if drawn else (),
        balance=_balance(sides) if drawn else None,
        seed=draw.seed if draw else "",
        fill_at=fill_begins(draw.waits_since) if draw and draw.held else None,
    )


def _side(view: GameView, fleets: Fleets, side: SideName, asked: What | Literal[""]) -> DrawSide:
    draw = view.draw
    return DrawSide(
        fleets[side],
        draw is not None and side in draw.ready,
        draw is not None and side in draw.accepted,
        draw.nonces.get(side, "") if draw else "",
        tuple(_card(each, fleets[side].suit) for each in view.squadrons[side]),
        asked,
        draw is not None and side in draw.held,
    )


def _card(each: DrawnSquadron, suit: str) -> DrawnCard:
    return DrawnCard(each.card, suit, each.type, WEIGHTS[each.type], each.points, len(each.ships))


def _turns(view: GameView, fleets: Fleets) -> tuple[Turn, ...]:
    types = {f"{side}:{each.card}": each.type for side in SIDES for each in view.squadrons[side]}
    weights: dict[str, int] = {"active": 0, "opposing": 0}
    turns = []
    for key in view.draw.order if view.draw else ():
        side, _, card = key.partition(":")
        fleet = fleets["active" if side == "active" else "opposing"]
        kind = types[key]
        weights[side] += WEIGHTS[kind]
        turns.append(
            Turn(
                fleet.name,
                int(card),
                fleet.suit,
                TYPE_NAMES[kind],
                WEIGHTS[kind],
                weights["active"],
                weights["opposing"],
            )
        )
    return tuple(turns)


def _balance(sides: tuple[DrawSide, ...]) -> Balance:
    active, opposing = sides[0].weight, sides[1].weight
    tilt = max(-MOST, min(MOST, (active - opposing) * 9))
    words = "balanced" if active == opposing else "not balanced"
    label = f"{sides[0].fleet.name} weighs {active}, {sides[1].fleet.name} {opposing}: {words}."
    return Balance(active, opposing, PIVOT_Y + tilt, PIVOT_Y - tilt, label)
