"""The story of a campaign: a card for each game that is over, with what it cost and what it brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.addresses import Address, address, fleet_address, game_address, round_address
from league.ports import FleetRow
from missions.ports import PhotoRow
from missions.presenters.photos import PhotoStrip, photo_strip
from missions.presenters.story.games import BookGame, BookSide, Line
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import DrawnSquadron
from rosters.catalogue import catalogue

SHOWN_ON_THE_CARD = ("Fielded",)  # as playing cards, so not as a line


@dataclass(frozen=True, slots=True)
class StorySquadron:
    """A squadron as it was fielded; `ships` names the silhouette of each of its ships."""

    card: int
    type: str
    points: int
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StorySide:
    """A side of a game on its card. `squadrons` are shown as playing cards of the fleet's `suit`, `account`
    in its player's own words."""

    name: str
    url: str
    side: str
    suit: str
    score: int
    won: bool
    squadrons: tuple[StorySquadron, ...]
    lines: tuple[Line, ...]
    account: str

    @property
    def points(self) -> int:
        """Squad points of all squadrons that this side fielded."""
        return sum(each.points for each in self.squadrons)


@dataclass(frozen=True, slots=True)
class StoryCard:
    """A game that is over. `sides`: the winner first. `round_url` is "" for friendly games, `photos` None
    without any; `account` is that of the organisers. `turns` are its turning points as sentences. `tell` and
    `add_photo` are where a reader who played it adds their own words and photos, "" for others; `has_told`:
    their words are there already."""

    number: int
    url: str
    round: int
    round_url: str
    day: date | None
    headline: str
    mission: str
    sides: tuple[StorySide, ...]
    lines: tuple[Line, ...]
    photos: PhotoStrip | None = None
    account: str = ""
    turns: tuple[str, ...] = ()
    tell: str = ""
    has_told: bool = False
    add_photo: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A game's place in its campaign: the round's number for people (0 for friendly games), the fleets of
    both sides, the game's photos, its turning points as sentences, and the sides that the reader commands."""

    round: int
    fleets: Mapping[SideName, FleetRow | None]
    photos: Sequence[PhotoRow] = ()
    turns: tuple[str, ...] = ()
    mine: frozenset[SideName] = frozenset()


def story_cards(base: Address, games: Iterable[tuple[BookGame, Place]]) -> tuple[StoryCard, ...]:
    """The games as cards, in their order. `base` is the campaign's address."""
    return tuple(_card(base, game, place) for game, place in games)


def _card(base: Address, game: BookGame, place: Place) -> StoryCard:
    sides = (
        _side(base, game.active, place.fleets["active"]),
        _side(base, game.opposing, place.fleets["opposing"]),
    )
    url = game_address(base, game.number)
    return StoryCard(
        game.number,
        url,
        place.round,
        round_address(base, place.round) if place.round else "",
        game.day,
        game.result,
        game.mission,
        sides[::-1] if sides[1].won else sides,
        game.lines,
        photo_strip(url, place.photos),
        game.account,
        place.turns,
        f"{url}#accounts" if place.mine else "",
        any(side.account for name, side in zip(SIDES, game.sides, strict=True) if name in place.mine),
        address("photo-new", url) if place.mine else "",
    )


def _side(base: Address, told: BookSide, fleet: FleetRow | None) -> StorySide:
    return StorySide(
        told.name,
        fleet_address(base, fleet.slug) if fleet else "",
        fleet.side if fleet else "",
        fleet.suit if fleet else "",
        told.score,
        told.won,
        tuple(_squadron(each, told.cards) for each in told.squadrons),
        tuple(line for line in told.lines if line[0] not in SHOWN_ON_THE_CARD),
        told.account,
    )


def _squadron(drawn: DrawnSquadron, cards: Mapping[int, str]) -> StorySquadron:
    known = (catalogue().ship_cards.get(cards.get(number, "")) for number in drawn.ships)
    return StorySquadron(
        drawn.card, drawn.type, drawn.points, tuple(each.ship for each in known if each is not None)
    )
