"""Photos of a game: thumbnails for its page and the story, and lines for the page of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.addresses import Address, address
from missions.ports import PhotoRow

SHOWN = 4  # on a card; the page of the game's photos has all of them


@dataclass(frozen=True, slots=True)
class PhotoCard:
    """One photo. `small` and `large` are the addresses of its pictures, `width` and `height` those of the
    large one, `place` its own place on the page of all."""

    number: int
    small: str
    large: str
    width: int
    height: int
    caption: str
    place: str


@dataclass(frozen=True, slots=True)
class PhotoStrip:
    """Some photos of a game in a row, and how many more there are on the page of all of them."""

    photos: tuple[PhotoCard, ...]
    url: str
    more: int


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """A photo on the page of all: who added it and when; `change` is the address of its form, "" for readers
    who may not change it."""

    photo: PhotoCard
    by: str
    at: datetime
    change: str


def photo_card(game: Address, photo: PhotoRow) -> PhotoCard:
    """A photo of the game with that address."""
    return PhotoCard(
        photo.number,
        address("photo-small", photo.campaign, photo.number),
        address("photo-large", photo.campaign, photo.number),
        photo.width,
        photo.height,
        photo.caption,
        f"{address('photos', game)}#photo-{photo.number}",
    )


def photo_strip(game: Address, photos: Sequence[PhotoRow]) -> PhotoStrip | None:
    """The first photos of a game; None if there are none."""
    if not photos:
        return None
    shown = tuple(photo_card(game, each) for each in photos[:SHOWN])
    return PhotoStrip(shown, address("photos", game), len(photos) - len(shown))


def photo_lines(
    game: Address, photos: Iterable[PhotoRow], names: Mapping[int, str], may_change: Iterable[int]
) -> list[PhotoLine]:
    """All photos of a game. `names` are those of members, `may_change` the numbers of photos that this reader
    may change."""
    own = set(may_change)
    return [
        PhotoLine(
            photo_card(game, each),
            names.get(each.member, "A former member"),
            each.added_at,
            address("photo", game, each.number) if each.number in own else "",
        )
        for each in photos
    ]
