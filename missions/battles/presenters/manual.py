"""Illustrated pages of the manual for rule systems that bring them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from league.rules.manual.model import Example, Page, Topic, address
from league.rules.wording import Book
from missions.battles.presenters.board import markup, svg
from missions.battles.systems.manual import (
    CardEntry,
    CardGroup,
    Illustrated,
    Picture,
    UnitEntry,
    battle_anchor,
)
from missions.battles.systems.pack import Pack

STYLES = "css/board.css"
FACES, SIGNS = "faces", "signs"
"""Places of the dice and of the signs on the page of the units."""


@dataclass(frozen=True, slots=True)
class UnitFigure:
    """A type of unit with its counters of both sides."""

    entry: UnitEntry
    anchor: str
    counters: SafeString
    drawing: SafeString
    """Picture of the unit on the map, "" for none."""


@dataclass(frozen=True, slots=True)
class PictureFigure:
    """A picture of the map with its sentences."""

    title: str
    anchor: str
    drawing: SafeString
    words: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class PackShare:
    """A pack's part of the manual: its book, and its illustrated pages if it brings any."""

    pack: Pack

    def books(self) -> Sequence[Book]:
        return (self.pack.rulebook(),)

    def pages(self) -> Sequence[Page]:
        return tuple(_pages(self.pack)) if self.pack.manual else ()

    def topics(self) -> Sequence[Topic]:
        return tuple(_topics(self.pack)) if self.pack.manual else ()

    def examples(self) -> Sequence[Example]:
        return ()


SECTIONS = (
    ("turn", "a worked turn", "Play that really happened, step by step, with the reasons.", "pictures"),
    (
        "units",
        "units and signs",
        "All types of units with their figures, the dice, and the signs of the map.",
        "units",
    ),
    ("cards", "cards", "All cards with their numbers and prices.", "cards"),
    ("field", "the field", "The map, what lies on it, moves, and lines of sight.", "pictures"),
    ("battles", "battles", "The maps of all battles, and how they are won.", "pictures"),
)
"""Pages by path, title after the system's name, sentence, template."""


def _pages(pack: Pack) -> Iterable[Page]:
    slug = pack.rulebook().slug
    contents: Mapping[str, Callable[[], Mapping[str, object]]] = {
        "turn": partial(_turn, pack),
        "units": partial(_units, pack),
        "cards": partial(_cards, pack),
        "field": partial(_pictures, pack, lambda found: found.ground),
        "battles": partial(_pictures, pack, lambda found: found.battles),
    }
    places: Mapping[str, Callable[[], Iterable[tuple[str, str]]]] = {
        "units": partial(_unit_places, pack),
        "cards": lambda: ((anchor, group.title) for anchor, group in _groups(pack)),
        "field": lambda: (
            (_anchor(number, each), each.title) for number, each in enumerate(_illustrated(pack).ground, 1)
        ),
        "battles": lambda: ((battle_anchor(name), battle.name) for name, battle in pack.scenarios().items()),
    }
    for path, title, about, template in SECTIONS:
        yield Page(
            f"{slug}/{path}",
            f"{pack.name}: {title}",
            about,
            "battles",
            f"battles/manual/{template}.html",
            contents[path],
            places=tuple(places.get(path, tuple)()),
            styles=STYLES,
        )


def _illustrated(pack: Pack) -> Illustrated:
    assert pack.manual is not None, "only packs with pictures have such pages"
    return pack.manual


def _looks(pack: Pack, pictures: Iterable[Picture] = ()) -> dict[str, object]:
    """Colours of the sides, and the definitions that drawings use: maps of all sizes among the pictures."""
    scenes = (_illustrated(pack).field, *(picture.scene for picture in pictures))
    symbols = svg.symbols((scene.grid for scene in scenes), pack.style, pack.dice)
    return {"colours": pack.style.colours, "symbols": symbols}


def _units(pack: Pack) -> Mapping[str, object]:
    """All types of units, with the faces of the dice and the other signs of the map."""
    faces = [line for line in pack.style.legend if line.face]
    signs = [line for line in pack.style.legend if not line.face and not line.samples]
    units = _illustrated(pack).units
    return {
        **_looks(pack, (each.picture for each in units if each.picture)),
        "units": [_unit(pack, each) for each in units],
        "faces": markup.legend_lines(pack.style, faces, ruled=True),
        "signs": markup.legend_lines(pack.style, signs, ruled=True),
    }


def _unit_places(pack: Pack) -> Iterable[tuple[str, str]]:
    """Sections of the page of the units."""
    if any(line.face for line in pack.style.legend):
        yield FACES, "The die"
    yield from ((_unit_anchor(each), each.name) for each in _illustrated(pack).units)
    yield SIGNS, "Signs of the map"


def _unit(pack: Pack, entry: UnitEntry) -> UnitFigure:
    sides = (0, 1) if entry.side is None else (entry.side,)
    drawing = _drawing(entry.picture) if entry.picture else markup.NOTHING
    return UnitFigure(entry, _unit_anchor(entry), markup.counters(pack.style, entry.kind, sides), drawing)


def _unit_anchor(entry: UnitEntry) -> str:
    return f"unit-{entry.kind.lower()}"


def _cards(pack: Pack) -> Mapping[str, object]:
    return {**_looks(pack), "groups": _groups(pack)}


def _groups(pack: Pack) -> list[tuple[str, CardGroup]]:
    """Groups of cards with their anchors."""
    return [(f"cards-{number}", group) for number, group in enumerate(_illustrated(pack).cards, 1)]


def _pictures(
    pack: Pack,
    part: Callable[[Illustrated], tuple[Picture, ...]],
    places: Mapping[str, str] = markup.NO_PLACES,
) -> Mapping[str, object]:
    """Pictures with their sentences; names in `places` lead to their addresses."""
    pictures = part(_illustrated(pack))
    figures = [_figure(number, each, places) for number, each in enumerate(pictures, 1)]
    return {**_looks(pack, pictures), "pictures": figures}


def _turn(pack: Pack) -> Mapping[str, object]:
    """The worked turn; every card that it names leads to its place on the page of the cards."""
    places = {card.title: _card_address(pack, card) for card in _all_cards(pack)}
    return _pictures(pack, lambda found: found.turn, places)


def _all_cards(pack: Pack) -> Iterable[CardEntry]:
    return (card for group in _illustrated(pack).cards for card in group.cards)


def _card_address(pack: Pack, card: CardEntry) -> str:
    return address(f"{pack.rulebook().slug}/cards", card.anchor)


def _figure(number: int, picture: Picture, places: Mapping[str, str]) -> PictureFigure:
    words = tuple(markup.cited(each, places) for each in picture.words)
    return PictureFigure(picture.title, _anchor(number, picture), _drawing(picture), words)


def _drawing(picture: Picture) -> SafeString:
    return svg.still(picture.scene, picture.alt, picture.reach, picture.part)


def _anchor(number: int, picture: Picture) -> str:
    return picture.anchor or f"picture-{number}"


# --- what the search finds --------------------------------------------------------------------------


def _topics(pack: Pack) -> Iterable[Topic]:
    """Battles, units, cards and pictures of the field, each with the name of its system."""
    found, slug = _illustrated(pack), pack.rulebook().slug
    for name, battle in pack.scenarios().items():
        place = address(f"{slug}/battles", battle_anchor(name))
        yield Topic("battle", battle.name, place, battle.brief, where=pack.name)
    for entry in found.units:
        place = address(f"{slug}/units", _unit_anchor(entry))
        yield Topic("unit", entry.name, place, entry.about, where=pack.name)
    for card in _all_cards(pack):
        place = _card_address(pack, card)
        yield Topic("card", card.title, place, card.text, text=card.when, rule=card.rule, where=pack.name)
    for number, picture in enumerate(found.ground, 1):
        place, words = address(f"{slug}/field", _anchor(number, picture)), markup.uncited(picture.words[0])
        text = " ".join(picture.words[1:])
        yield Topic("picture", picture.title, place, words, text=text, where=pack.name)
