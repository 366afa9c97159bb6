"""Every offer of a page can be ordered, and everything it greys out is refused."""

import pytest

from league.kernel.refusal import Refusal
from rosters.catalogue import catalogue
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.fitting.slots import places, seat
from rosters.rules.purchases import offers
from tests.rosters.rules.orders.table import Table, a_desk, a_draft


def taken(table: Table, order: object) -> str:
    """ "" if the order goes through (and is then taken back), else the code of the refusal."""
    state, number, log = table.state, table.next_id, list(table.log)
    try:
        table.do(order)
    except Refusal as no:
        return no.code
    table.state, table.next_id, table.log = state, number, log
    return ""


@pytest.mark.rule("CR-030", "CR-031", "CR-035")
@pytest.mark.parametrize("side", ["rebel", "imperial", "scum"])
def test_every_ship_on_offer_can_be_bought(side):
    table, fleet = a_draft(side)
    wrong = [
        each.card_id
        for each in offers.ship_offers(table.fleet(fleet))
        if bool(each.findings) == (taken(table, orders.BuyShip(fleet, each.card_id)) == "")
    ]
    assert wrong == []


@pytest.mark.rule("CR-033", "CR-032", "CR-035")
@pytest.mark.parametrize(
    ("side", "card", "aboard"),
    [
        ("rebel", "rebel-yt1300-hansolo", ("millenniumfalcon",)),
        ("rebel", "rebel-cr90corvette", ()),
        ("rebel", "rebel-awing-greensquadronpilot", ("awingtestpilot",)),
        ("scum", "scum-m3ainterceptor-cartelspacer", ("heavyscykinterceptor",)),
        ("imperial", "imperial-lambdaclassshuttle-omicrongrouppilot", ("darthvader",)),
    ],
)
def test_every_card_on_offer_for_a_place_can_be_bought_onto_the_ship(side, card, aboard):
    table, fleet = a_draft(side)
    ship = table.buy(fleet, card, *aboard)
    wrong = []
    seated = {
        place: number
        for number, indexes in seat(table.fleet(fleet), ship).assigned.items()
        for place in indexes
    }
    for index, place in enumerate(places(table.fleet(fleet), ship)):
        sitting = seated.get(index)
        upgrades, cards = table.fleet(fleet).upgrades, catalogue().upgrades
        leaving = sitting if sitting is not None and not cards[upgrades[sitting].card].fixed else None
        for each in offers.slot_offers(table.fleet(fleet), ship, index):
            no = taken(table, orders.BuyUpgrade(fleet, each.card_id, ship, place.section, replacing=leaving))
            if not each.findings and no and not (no == "owned" and sitting is not None):
                wrong.append((place.slot, each.card_id, no))
    assert wrong == []


@pytest.mark.rule("CR-141")
@pytest.mark.parametrize(
    "card", ["rebel-xwing-rookiepilot", "rebel-awing-prototypepilot", "rebel-yt1300-outerrimsmuggler"]
)
def test_promotions_on_offer_and_no_others_are_carried_out(card):
    table, fleet = a_desk(points=1000)
    ship = table.buy(fleet, card)
    table.buy(fleet, "rebel-xwing-wedgeantilles")
    table.emit(ev.RankChanged(fleet, ship, "pilot", "", "VET", "CR-118"))
    listed = offers.promotion_offers(table.fleet(fleet), ship)
    assert listed
    wrong = [
        each.card_id
        for each in listed
        if bool(each.findings) == (taken(table, orders.Promote(fleet, ship, each.card_id)) == "")
    ]
    assert wrong == []
