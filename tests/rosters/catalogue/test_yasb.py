"""The numbers of YASB: every printed card has one, and a faulty file is refused with its lines."""

import pytest

from rosters.catalogue import DataError, Origin, catalogue
from rosters.catalogue.yasb import YasbKind, load_numbers, yasb_cards

HEAD = "kind,number,card\n"


def test_every_printed_card_has_a_number():
    """The Nashtah Pup comes with another card: nobody chooses it in a builder."""
    pilots = {(card.id, xws) for card, xws in yasb_cards().pilots.values()}
    wanted = {
        (card.id, xws)
        for card in catalogue().ship_cards.values()
        for xws in card.section_xws.values() or (card.xws,)
    }
    assert wanted - pilots == {("scum-z95headhunter-nashtahpuppilot", "nashtahpuppilot")}
    printed = {card.id for card in catalogue().upgrades.values() if card.origin is Origin.FFG}
    assert {card.id for card in yasb_cards().upgrades.values()} == printed


@pytest.mark.parametrize(
    ("number", "card", "xws"),
    [
        (0, "rebel-xwing-wedgeantilles", "wedgeantilles"),
        (80, "rebel-cr90corvette", "cr90corvettefore"),
        (81, "rebel-cr90corvette", "cr90corvetteaft"),
        (116, "scum-firespray31-bobafett", "bobafett"),
        (196, "rebel-t70xwing-poedameron-swx57", "poedameron-swx57"),
        (299, "rebel-uwing-partisanrenegade", "partisanrenegade"),
    ],
)
def test_a_pilot_has_its_number(number, card, xws):
    found, word = yasb_cards().pilots[number]
    assert (found.id, word) == (card, xws)


def test_modifications_and_titles_are_counted_by_themselves():
    upgrades = yasb_cards().upgrades
    kinds = [YasbKind.UPGRADE, YasbKind.MODIFICATION, YasbKind.TITLE]
    assert [upgrades[kind, 3].id for kind in kinds] == ["r2d2", "engineupgrade", "moldycrow"]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("pilot,0,r2d2\n", "yasb.csv:2: card is 'r2d2', which is no pilot of the catalogue."),
        (
            "title,0,rebel-xwing-wedgeantilles\n",
            "yasb.csv:2: card is 'rebel-xwing-wedgeantilles', which is no title of the catalogue.",
        ),
        (
            "upgrade,3,r2d2\nupgrade,3,r2f2\n",
            "yasb.csv:3: the id 'upgrade, 3' is already on line 2.",
        ),
        (
            "droid,3,r2d2\n",
            "yasb.csv:2: kind is 'droid', which is not one of pilot, upgrade, modification, title.",
        ),
        ("upgrade,-1,r2d2\n", "yasb.csv:2: number is -1, which is not between 0 and 999."),
    ],
)
def test_a_faulty_row_is_named_with_its_line(tmp_path, rows, fault):
    file = tmp_path / "yasb.csv"
    file.write_text(HEAD + rows)
    with pytest.raises(DataError) as no:
        load_numbers(file, catalogue())
    assert fault in no.value.faults
