"""Cards by which people choose a rule system and a battle."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from missions.battles.presenters.board.sketch import BEYOND, COLUMNS, ROWS, picture
from missions.battles.presenters.board.svg import symbols
from missions.battles.presenters.choosing import (
    battle_cards,
    game_cards,
    minutes_words,
    query,
    system_cards,
)
from missions.battles.rules.muster import campaign_of
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import packs
from tests.battles.duel_pack import DUEL_PACK

ALL = (*packs(), DUEL_PACK)


@pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.id)
def test_a_picture_shows_every_piece_of_the_system_inside_its_frame(pack: Pack) -> None:
    pieces = pack.introduction.picture
    drawn = ElementTree.fromstring(picture(pack.style, pieces))
    assert len(drawn.findall("g")) == len(pieces) >= 2
    assert {piece.side for piece in pieces} >= {0, 1}
    assert all(0 <= piece.column < COLUMNS and 0 <= piece.row < ROWS for piece in pieces)
    left, top, width, height = map(float, drawn.attrib["viewBox"].split())
    for group in drawn.findall("g"):
        x, y = map(float, group.attrib["transform"].split("(")[1].split(")")[0].split())
        assert left < x < left + width and top < y < top + height
    assert drawn.attrib["aria-hidden"] == "true"


@pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.id)
def test_a_picture_draws_the_counters_of_the_board_and_more_hexes_beyond_them(pack: Pack) -> None:
    found = picture(pack.style, pack.introduction.picture)
    on_board = symbols((), pack.style, pack.dice)
    for piece in pack.introduction.picture:
        shape = (
            pack.style.terrain[piece.kind]
            if piece.side is None
            else pack.style.bodies[piece.side, piece.kind]
        )
        assert shape in found and shape in on_board
    assert found.count("z") + found.count("Z") >= (ROWS + 2) * (COLUMNS + 2 * BEYOND)


@pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.id)
def test_the_length_of_a_system_is_that_of_its_battles(pack: Pack) -> None:
    spans = [each.minutes for each in pack.scenarios().values()]
    assert all(0 < least <= most <= 180 for least, most in spans)
    assert pack.minutes == (min(each[0] for each in spans), max(each[1] for each in spans))


@pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.id)
def test_sentences_about_taste_go_on_after_the_words_of_the_card(pack: Pack) -> None:
    for text in filter(None, (pack.introduction.likes, pack.introduction.dislikes)):
        assert text.startswith("you ") and text.endswith(".")
    assert not pack.introduction.difficulty.endswith(".")


@pytest.mark.parametrize(
    ("minutes", "words"), [((5, 10), "5 to 10 minutes"), ((5, 5), "5 minutes")], ids=["span", "one"]
)
def test_minutes_in_words(minutes: tuple[int, int], words: str) -> None:
    assert minutes_words(minutes) == words


def test_there_are_no_cards_without_a_choice() -> None:
    assert system_cards(ALL[:1], query) == []
    cards = system_cards(ALL, query, ALL[1])
    assert [card.chosen for card in cards] == [False, True, *(False for _ in ALL[2:])]
    assert [card.url for card in cards] == [f"?system={pack.id}" for pack in ALL]


def test_battles_stand_in_the_order_of_the_system_with_the_chosen_one_marked() -> None:
    pack = ALL[0]
    names = list(pack.scenarios())
    cards = battle_cards(pack, {names[2], names[0]}, names[2])
    assert [(card.id, card.chosen) for card in cards] == [(names[0], False), (names[2], True)]


def test_only_the_first_system_of_a_game_says_why_it_comes_first() -> None:
    offered = [(pack, campaign_of(pack)) for pack in packs()]
    usual = game_cards(offered, huge=False)
    assert [bool(card.first) for card in usual] == [True, *(False for _ in usual[1:])]
    assert [card.chosen for card in usual] == [bool(card.first) for card in usual]
    assert all(card.suits for card in usual)
    first = next(each for each in offered if each[1].huge)
    cards = game_cards([first, *(each for each in offered if each is not first)], huge=True)
    assert cards[0].first == first[1].huge
