"""The deck: thirteen cards to cut out, and backs that tell nothing."""

import pypdfium2
import pytest
from django.template.loader import render_to_string

from league.presenters.pictures import behind
from league.press import press
from league.rules.state import Profile
from missions.presenters.print.card_sheet import (
    CARD,
    PAPER,
    backs_of,
    card_back,
    corner,
    cut_marks,
    mark_lines,
)
from missions.presenters.print.deck import deck
from rosters.presenters.assets import places_of
from rosters.presenters.roster.sheet import roster_sheet
from rosters.rules.state import AssetState
from tests.print.pdfs import FIGHTERS, LONG, a_roster, pressed, rich_roster
from tests.rosters.rules.builders import a_fleet, with_ship

POINT = 72 / 25.4
DPMM = 4  # dots for a millimetre in pictures


def the_deck(fleet, paper="a4", *, backs=False, missions=True):
    sheet, places = roster_sheet(fleet, Profile()), places_of(fleet) if missions else ()
    facts = {"campaign": "Winter League", "when": "Round 3, 1 May 2026", "paper": paper}
    return deck(sheet, places, **facts, two_sided=backs)


def sheet_of(fleet, paper="a4"):
    return pressed("print/deck.html", {"deck": the_deck(fleet, paper)}, paper)


def backs(paper):
    pictures = {"marks": behind(cut_marks(paper)), "back": behind(card_back())}
    context = {"paper": paper, "places": range(9), **pictures}
    pdf = press(render_to_string("print/cards/backs.html", context), paper, "0" * 32)
    return pypdfium2.PdfDocument(pdf)[0].render(scale=DPMM / POINT, grayscale=True).to_pil()


def crop(picture, paper, place, inset=0.5):
    """One of the nine cards of a page, without its outermost half millimetre."""
    left, top = corner(paper)
    x, y = left + place % 3 * CARD[0] + inset, top + place // 3 * CARD[1] + inset
    box = (x, y, x + CARD[0] - 2 * inset, y + CARD[1] - 2 * inset)
    return picture.crop(tuple(round(value * DPMM) for value in box))


@pytest.mark.parametrize("suit", ["hearts", "diamonds"])
def test_red_suits_are_black_on_a_deck(suit):
    fleet = rich_roster()
    fleet.suit = suit
    assert sheet_of(fleet).colours == set()


@pytest.mark.rule("CR-010")
def test_a_deck_has_squadrons_two_to_ten_and_assets_jack_to_ace():
    pages = the_deck(rich_roster()).pages
    assert [[card.rank for card in page.cards] for page in pages] == [
        [str(card) for card in range(2, 11)],
        ["J", "Q", "K", "A"],
    ]
    assert [card.rank for page in pages for card in page.cards if card.title] == ["2"]


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_deck_stands_on_two_pages_with_every_letter_on_a_card(paper, size):
    sheet = sheet_of(a_roster(60), paper)
    assert sheet.sizes == [size, size]
    left, top = (value * POINT for value in corner(paper))
    titled = [box for box in sheet.boxes if box[2] < left]
    assert all(
        left < box[0] and box[2] < size[0] - left and top < box[1] + 1 and box[3] < size[1] - top + 1
        for box in sheet.boxes
        if box not in titled
    )
    marks = [y * POINT for x1, y, x2, y2 in mark_lines(paper) if y == y2 and x1 < corner(paper)[0]]
    assert titled
    assert all(not box[1] - 1 < size[1] - mark < box[3] + 1 for box in titled for mark in marks)


@pytest.mark.rule("CR-083")
def test_cards_name_ships_assets_and_their_targets():
    fleet = rich_roster()
    fleet.assets[900] = AssetState(900, "sabotage", "Sabotage", "Q", 7, target_name="Iron Fist")
    text = sheet_of(fleet).text
    for words in ("STANDARD", "“Wół Żądło-Ńęcki”, Rookie Pilot", "MIA", "Sabotage against Iron Fist", LONG):
        assert words in text
    assert (text.count("No squadron"), text.count("No asset")) == (8, 3)


def test_cards_say_when_they_were_true_and_what_their_ships_carry():
    fleet = rich_roster()
    text = sheet_of(fleet).text
    assert text.count("Round 3, 1 May 2026") == 13
    for words in ("“Wół Żądło-Ńęcki”, Rookie Pilot ELITE", "X-wing · skill", "R2-D2", "CR90 Corvette"):
        assert words in text


@pytest.mark.rule("CR-112")
def test_the_ships_of_a_card_show_their_statuses():
    fleet = rich_roster()
    stamps = [ship.stamps for ship in the_deck(fleet).pages[0].cards[0].ships]
    assert set(stamps) == {("ELITE",), ("DAM", "CRPL"), ("MIA",)}


def test_without_missions_there_are_no_cards_of_assets():
    pages = the_deck(rich_roster(), missions=False).pages
    assert [len(page.cards) for page in pages] == [9]


@pytest.mark.parametrize(("count", "backs"), [(9, "xxx xxx xxx"), (4, "xxx ..x ..."), (2, ".xx ... ...")])
def test_there_is_a_back_for_each_card_where_it_meets_it_when_the_paper_is_turned(count, backs):
    assert backs_of(count) == tuple(sign == "x" for sign in backs.replace(" ", ""))


@pytest.mark.parametrize("two_sided", [False, True])
def test_a_deck_has_a_heading_and_no_picture_without_words(two_sided):
    sheet = pressed("print/deck.html", {"deck": the_deck(rich_roster(), backs=two_sided)})
    assert (sheet.headings.count("H1"), sheet.pictures) == (1, [])


def test_a_card_of_many_ships_says_how_many_more_there_are():
    fleet = rich_roster()
    for _ in range(20):
        with_ship(fleet, FIGHTERS[0], squadron=3)
    card = the_deck(fleet).pages[0].cards[1]
    assert (card.size, len(card.ships), card.ships[-1].name) == ("tiny", 16, "and 5 more")


def test_for_both_sides_of_the_paper_each_page_of_cards_is_followed_by_its_backs():
    sheet = pressed("print/deck.html", {"deck": the_deck(rich_roster(), backs=True)})
    assert [bool(text.strip()) for text in sheet.texts] == [True, False, True, False]


@pytest.mark.parametrize("ships", [4, 6, 8, 16])
def test_no_ship_falls_off_its_card(ships):
    fleet = a_fleet("rebel")
    for _ in range(ships):
        with_ship(fleet, "rebel-z95headhunter-banditsquadronpilot", squadron=3)
    sheet = sheet_of(fleet)
    letters = "".join("".join(text.split()) for text in sheet.texts)
    last = letters.rindex("Z-95Headhunter")
    face_ends = PAPER["a4"][1] - corner("a4")[1] - 4 - 69
    assert sheet.boxes[last][1] > face_ends * POINT


@pytest.mark.parametrize("paper", sorted(PAPER))
def test_cut_marks_stay_off_the_cards(paper):
    left, top = corner(paper)
    width, height = PAPER[paper]
    lines = list(mark_lines(paper))
    assert len(lines) == 16
    for x1, y1, x2, y2 in lines:
        assert min(x1, x2) >= 0 and max(x1, x2) <= width and min(y1, y2) >= 0 and max(y1, y2) <= height
        across = left < (x1 + x2) / 2 < width - left
        assert not across or not top < (y1 + y2) / 2 < height - top


@pytest.mark.parametrize("paper", sorted(PAPER))
def test_all_backs_are_alike_and_look_the_same_upside_down(paper):
    picture = backs(paper)
    cards = [crop(picture, paper, place) for place in range(9)]
    smooth = [card.resize((31, 43)) for card in cards]
    turned = [card.rotate(180) for card in smooth]
    darkest = [
        max(abs(a - b) for a, b in zip(smooth[0].tobytes(), other.tobytes(), strict=True))
        for other in (*smooth, *turned)
    ]
    assert max(darkest) < 64
    assert min(smooth[0].tobytes()) < 100


@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
def test_the_suits_of_a_deck_are_drawn_by_our_own_font(suit):
    fleet = rich_roster()
    fleet.suit = suit
    assert not any("DejaVu" in name for name in sheet_of(fleet).fonts)
