"""Lookups of the catalogue: sides, replacements, XWS ids, unique names."""

from __future__ import annotations

import pytest

from rosters.catalogue import ShipCard, Side, Slot, UpgradeCard, catalogue
from rosters.catalogue.glossary import ship_sort_key, slot_order, upgrade_sort_key

CARDS = catalogue()
PLACES = [(ship.id, side) for ship in CARDS.ships.values() for side in ship.sides]


@pytest.mark.rule("CR-030")
def test_the_cards_of_the_sides_are_all_cards_and_no_card_twice() -> None:
    listed = [card.id for side in Side for card in CARDS.cards_of(side)]
    assert sorted(listed) == sorted(CARDS.ship_cards)
    assert [len(CARDS.cards_of(side)) for side in Side] == [107, 111, 77]


@pytest.mark.rule("CR-037")
def test_six_sides_of_ships_have_no_card_without_the_unique_mark() -> None:
    assert sorted(place for place in PLACES if CARDS.cheapest_generic(*place) is None) == [
        ("aggressor", Side.SCUM),
        ("arc170", Side.REBEL),
        ("attackshuttle", Side.REBEL),
        ("scurrgh6bomber", Side.REBEL),
        ("sheathipedeclassshuttle", Side.REBEL),
        ("tiefighter", Side.REBEL),
    ]


@pytest.mark.rule("CR-037")
@pytest.mark.parametrize("side", Side)
def test_the_replacement_is_the_cheapest_that_can_be_bought(side: Side) -> None:
    expected = {}
    for ship_id in (ship_id for ship_id, its_side in PLACES if its_side is side):
        cards = CARDS.cards_of_ship(ship_id)
        generics = [card for card in cards if card.side is side and card.purchasable and not card.unique]
        ranked = sorted(generics, key=lambda card: (card.points, card.skill or 0, card.id))
        expected[ship_id] = ranked[0] if ranked else None
    assert expected
    assert {ship_id: CARDS.cheapest_generic(ship_id, side) for ship_id in expected} == expected


@pytest.mark.rule("CR-037")
@pytest.mark.parametrize(
    ("ship_id", "side", "card_id"),
    [
        ("tieadvanced", Side.IMPERIAL, "imperial-tieadvanced-tempestsquadronpilot"),
        ("yt1300", Side.REBEL, "rebel-yt1300-outerrimsmuggler"),
        ("m3ainterceptor", Side.SCUM, "scum-m3ainterceptor-cartelspacer"),
        ("cr90corvette", Side.REBEL, "rebel-cr90corvette"),
    ],
)
def test_known_replacements(ship_id: str, side: Side, card_id: str) -> None:
    card = CARDS.cheapest_generic(ship_id, side)
    assert card is not None
    assert card.id == card_id


def test_a_ship_of_another_side_has_no_replacement() -> None:
    assert CARDS.cheapest_generic("xwing", Side.SCUM) is None


@pytest.mark.parametrize("side", Side)
def test_every_ship_card_is_found_by_its_xws_ids(side: Side) -> None:
    known = [(card, xws) for card in CARDS.cards_of(side) for xws in (card.xws, *card.section_xws.values())]
    assert known
    found = [CARDS.ship_card_by_xws(side, CARDS.ships[card.ship].xws, xws) for card, xws in known]
    assert [(xws, card.id) for (card, xws), hit in zip(known, found, strict=True) if hit is not card] == []


def test_the_same_xws_id_is_another_card_on_another_side() -> None:
    imperial = CARDS.ship_card_by_xws(Side.IMPERIAL, "firespray31", "bobafett")
    scum = CARDS.ship_card_by_xws(Side.SCUM, "firespray31", "bobafett")
    assert imperial is not None
    assert scum is not None
    assert (imperial.id, scum.id) == ("imperial-firespray31-bobafett", "scum-firespray31-bobafett")


def test_unknown_xws_ids_find_nothing() -> None:
    assert CARDS.ship_card_by_xws(Side.REBEL, "xwing", "darthvader") is None
    assert CARDS.upgrade_by_xws(Slot.CREW, "nobody") is None


def test_every_upgrade_is_found_by_xws_id_with_and_without_its_slot() -> None:
    for card in CARDS.upgrades.values():
        assert CARDS.upgrade_by_xws(card.slot, card.xws or card.id) is card
        assert CARDS.upgrade_by_xws(None, card.xws or card.id) is card


def test_an_upgrade_is_not_found_in_another_slot() -> None:
    assert CARDS.upgrade_by_xws(Slot.TITLE, "r2astromech") is None


@pytest.mark.rule("CR-036")
def test_every_card_of_a_name_is_found_through_it() -> None:
    assert [card.id for card in CARDS.persona_cards("hansolo")] == [
        "rebel-yt1300-hansolo",
        "rebel-yt1300-hansolo-swx57",
        "hansolo",
    ]
    assert CARDS.persona_cards("nobody") == ()


@pytest.mark.rule("CR-035")
def test_a_card_has_a_name_if_and_only_if_it_has_the_unique_mark() -> None:
    cards: list[ShipCard | UpgradeCard] = [*CARDS.ship_cards.values(), *CARDS.upgrades.values()]
    for card in cards:
        assert card.unique is bool(card.persona)
        assert not card.persona or card in CARDS.persona_cards(card.persona)


@pytest.mark.rule("CR-036")
def test_42_names_stand_on_two_cards_or_more() -> None:
    assert sum(name.linked for name in CARDS.names.values()) == 42


def test_slots_are_listed_as_printed_with_modification_and_title_last() -> None:
    assert sorted(Slot, key=slot_order)[-2:] == [Slot.MODIFICATION, Slot.TITLE]
    assert [card.slot for card in CARDS.upgrades.values()] == sorted(
        (card.slot for card in CARDS.upgrades.values()), key=slot_order
    )


def test_cards_come_in_reading_order() -> None:
    cards = CARDS.cards_of(Side.REBEL)
    assert list(cards) == sorted(cards, key=ship_sort_key)
    upgrades = CARDS.upgrades_in(Slot.CREW)
    assert list(upgrades) == sorted(upgrades, key=upgrade_sort_key)


def test_the_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        CARDS.ships["xwing"] = CARDS.ships["awing"]  # type: ignore[index]
