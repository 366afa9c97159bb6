"""A fleet for the ship cards of a campaign, by house rules that `data/help.toml` tells to the players.

Each ship card becomes one ship. `data/ship_map.csv` names the ship that it is on either list, and its worth,
the usual squad points of such a ship. Ships of one squadron name and one version share a card, up to three of
them. Escorts join until both fleets cost the same for the squad points of their ships; they stand for no ship
card.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import cycle
from types import MappingProxyType
from typing import Any

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.systems.galaxies.engine.fleets import MOST_CARDS
from missions.battles.systems.galaxies.engine.ships import BY_ID, DATA, SIDES, VERSIONS, ShipCard

FAIR = Fraction(1, 4)
"""Fleet points for a squad point at least."""
ESCORTS = (
    ("torrent", "hawks", "f54", "barrage", "sparrows"),
    ("teskio", "tougu", "chosh", "sobwatet", "fuvu"),
)
"""Ships of each list that join as escorts, standard versions, in the order in which they do, again and
again.
"""
RANKS = {"EXP": 1, "VET": 2, "ELITE": 2}
"""Ranks of ships → their version, from 0 for the standard one (BG-007)."""

Force = dict[str, Any]
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """A ship of the campaign: the names that stand for it on both lists, and its worth in squad points."""

    ship: str
    names: tuple[str, str]
    worth: int


@lru_cache(maxsize=1)
def ship_map() -> Mapping[str, Match]:
    """Every ship of the campaign by name."""
    with (DATA / "ship_map.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = (Match(row["ship"], (row["isn"], row["wretch"]), int(row["worth"])) for row in rows)
    return MappingProxyType({match.ship: match for match in found})


def card_of(list_: int, name: str, version: int) -> ShipCard:
    """The ship card of a short name on a list: hawks → isn-hawks-standard."""
    return BY_ID[f"{('isn', 'wre')[list_]}-{name}-{VERSIONS[version]}"]


# --- ships ------------------------------------------------------------------------------------------


def muster(cards: Sequence[CampaignShip]) -> Force:
    """The fleet for these ship cards, without escorts. Their `side` is the list of ship cards. `worth` are
    the squad points that such ships usually cost.

    Raises Unreadable for a ship that is not on the map, and Refusal for more cards than a fleet may have.
    """
    list_ = SIDES.index(cards[0].side) if cards else 0
    matches = [_match(card) for card in cards]
    lines = list(_lines(cards, [_type(list_, *pair) for pair in zip(cards, matches, strict=True)]))
    if len(lines) > MOST_CARDS:
        text = f"A fleet has {MOST_CARDS} ship cards at most, and this side needs {len(lines)}; "
        raise Refusal("battle.ships", text + "propose another system for this game.", rule="BG-010")
    return {"side": SIDES[list_], "cards": lines, "worth": sum(match.worth for match in matches)}


def _match(card: CampaignShip) -> Match:
    found = ship_map().get(card.ship)
    if found is None:
        raise Unreadable("battle.ship", f"There is no ship card for the {card.ship}; field another ship.")
    return found


def _type(list_: int, card: CampaignShip, match: Match) -> ShipCard:
    version = max((RANKS.get(mark, 0) for mark in _marks(card)), default=0)
    return card_of(list_, match.names[list_], version)


def _marks(card: CampaignShip) -> set[str]:
    return {status.upper() for status in card.statuses}


def _lines(cards: Sequence[CampaignShip], types: Sequence[ShipCard]) -> Iterator[Line]:
    """Ship cards with their ships: squadrons are filled in the order of the campaign's cards."""
    for type_ in dict.fromkeys(types):
        ships = [_model(card, type_) for card, own in zip(cards, types, strict=True) if own is type_]
        for first in range(0, len(ships), type_.models):
            yield {"card": type_.id, "models": ships[first : first + type_.models]}


def _model(card: CampaignShip, type_: ShipCard) -> Line:
    return {"ref": card.ref, "name": card.pilot or card.ship, **start_damage(card, type_)}


def start_damage(card: CampaignShip, type_: ShipCard) -> dict[str, int]:
    """Damage of a DAMAGED ship at the start. It has hull pegs for the share of the hull that it lacks, at
    least 1, which never destroy it. A ship with a hull of 1 lacks its shield pegs instead.
    """
    if "DAMAGED" not in _marks(card):
        return {}
    if type_.hull == 1:
        return {"shields": type_.shields} if type_.shields else {}
    share = Fraction(card.lost, card.hull) if card.hull else Fraction(0)
    return {"hull": min(type_.hull - 1, max(1, round(type_.hull * share)))}


# --- a fair match -----------------------------------------------------------------------------------


def matched(forces: Sequence[Force]) -> list[Force]:
    """Both fleets with their escorts: each then costs as many fleet points for a squad point as the dearer
    one does by its ships alone, and at least `FAIR`. Ranks and damage do not change the price.
    """
    rate = max(FAIR, *(Fraction(price(force["cards"]), max(1, force["worth"])) for force in forces))
    return [{**force, "cards": [*force["cards"], *_escorts(force, rate)]} for force in forces]


def price(lines: Iterable[Line]) -> int:
    """Fleet points of ship cards in their standard versions; a squadron that lacks ships costs less."""
    return sum(_standard(line) for line in lines)


def _standard(line: Line) -> int:
    type_ = BY_ID[line["card"]]
    standard = BY_ID[type_.id.removesuffix(type_.version) + VERSIONS[0]]
    return -(-standard.launch * len(line["models"]) // standard.models)


def _escorts(force: Force, rate: Fraction) -> Iterator[Line]:
    """Ships for the points that are left, each kind in turn until none fits."""
    list_, cards = SIDES.index(force["side"]), len(force["cards"])
    left = int(rate * force["worth"]) - price(force["cards"])
    kinds = [card_of(list_, name, 0) for name in ESCORTS[list_]]
    for kind in cycle(kinds):
        if cards >= MOST_CARDS or left < min(each.launch for each in kinds):
            return
        if kind.launch <= left:
            yield {"card": kind.id, "models": [{} for _ in range(kind.models)]}
            left, cards = left - kind.launch, cards + 1
