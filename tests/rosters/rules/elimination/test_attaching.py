"""Material of the exact search, and its bounds. Its answers are tested with elimination."""

from collections import Counter

import pytest

from rosters.catalogue import Slot
from rosters.rules.elimination.attaching import Search, most_gain, search, stock_of
from rosters.rules.fitting.rigs import rigs
from tests.rosters.rules.builders import a_fleet, ships_of, with_ship, with_upgrade


def stock(fleet):
    return stock_of(fleet, rigs(fleet))


@pytest.mark.rule("CR-150", "CR-032")
def test_movable_cards_come_off_and_fixed_ones_stay():
    fleet = a_fleet()
    ship = with_ship(
        fleet, "rebel-xwing-wedgeantilles", ["predator", "hullupgrade", "r2d2", "protontorpedoes"]
    )
    found = stock(fleet)
    assert {card.id for card in found.rigs[ship].working} == {"predator", "hullupgrade"}
    assert {(item.card.id, item.home) for item in found.items} == {("r2d2", ship), ("protontorpedoes", ship)}


@pytest.mark.rule("CR-150")
def test_huge_and_missing_ships_are_left_out_but_not_what_can_leave_a_huge_one():
    fleet = a_fleet()
    huge = with_ship(fleet, "rebel-gr75mediumtransport-gr75mediumtransport", ["leiaorgana"])
    with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"], mia=True)
    found = stock(fleet)
    assert found.rigs == {}
    assert [(item.card.id, item.home) for item in found.items] == [("leiaorgana", huge)]


@pytest.mark.rule("CR-033")
def test_a_card_on_which_a_fixed_one_depends_stays():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-redsquadronpilot", ["r2d6", "predator"])
    found = stock(fleet)
    assert {card.id for card in found.rigs[ship].working} == {"r2d6", "predator"}
    assert found.items == []


@pytest.mark.rule("CR-033")
def test_a_ship_that_cannot_be_made_legal_is_left_out():
    fleet = a_fleet("scum")
    with_ship(fleet, "scum-g1astarfighter-ruthlessfreelancer", ["misthunter"])
    assert stock(fleet).rigs == {}
    with_upgrade(fleet, "tractorbeam")
    assert len(stock(fleet).rigs) == 1


def test_the_bound_takes_the_dearest_cards_for_which_there_is_room():
    fleet = a_fleet()
    for card in ("gunner", "reconspecialist", "leiaorgana", "protontorpedoes"):
        with_upgrade(fleet, card)
    items = stock(fleet).items
    assert most_gain(items, Counter({Slot.CREW: 2})) == 5 + 4
    assert most_gain(items, Counter()) == 0


@pytest.mark.rule("CR-150")
def test_the_search_goes_on_until_a_grouping_is_accepted():
    fleet = a_fleet()
    ships_of(fleet, *["rebel-xwing-rookiepilot"] * 3, *["rebel-ywing-graysquadronpilot"] * 3)
    offered = []
    assert not search(stock(fleet), lambda groups, _: offered.append(groups) is not None)
    assert search(stock(fleet), lambda groups, _: set(groups[0]) == set(offered[-1][0]))
    assert all(len(first) == len(second) == 3 for first, second in offered)


HARD = [
    (
        "rebel",
        """
        rebel-uwing-partisanrenegade rebel-uwing-partisanrenegade
        rebel-z95headhunter-banditsquadronpilot rebel-yt2400-eadenvrill
        """,
        """
        protonrockets niennunb ioncannon protonrockets iontorpedoes bazemalbus tailgunner
        advancedsensors enhancedscopes ionizationreactor sabinewren flechettetorpedoes
        kylekatarn assaultmissiles targetingcoordinator wookieecommandos seismiccharges
        landocalrissian ionbombs operationsspecialist sensorjammer r2d6 expandedcargohold
        duallaserturret scavengercrane mercenarycopilot wookieecommandos r4d6
        """,
    ),
    (
        "imperial",
        """
        imperial-tiepunisher-blackeightsqpilot imperial-tiebomber-scimitarsquadronpilot
        imperial-tiefighter-blacksquadronpilot imperial-lambdaclassshuttle-omicrongrouppilot
        imperial-tiebomber-scimitarsquadronpilot
        """,
        """
        flechettetorpedoes ordnanceexperts emperorpalpatine thermaldetonators unguidedrockets
        iontorpedoes sensorjammer fleetofficer unguidedrockets r5k6 accuracycorrector isbslicer
        unguidedrockets ionbombs moffjerjerrod tibannagassupplies tractorbeam r7astromech
        systemsofficer chopper-swx72 scramblermissiles reinforceddeflectors operationsspecialist
        dorsalturret slicertools backupshieldgenerator
        """,
    ),
    (
        "rebel",
        """
        rebel-uwing-partisanrenegade rebel-uwing-bodhirook
        rebel-z95headhunter-banditsquadronpilot rebel-yt2400-eadenvrill
        """,
        """
        protonrockets niennunb targetingcoordinator advtargetingcomputer iontorpedoes
        chopper-swx72 tailgunner advancedsensors enhancedscopes lukeskywalker sabinewren
        captainrex kylekatarn assaultmissiles targetingcoordinator wookieecommandos
        seismiccharges landocalrissian ionbombs operationsspecialist sensorjammer r2d6
        expandedcargohold r4e1 duallaserturret syncedturret
        """,
    ),
    (
        "imperial",
        """
        imperial-upsilonclassshuttle-kyloren imperial-tiefighter-backstabber
        imperial-firespray31-bountyhunter imperial-tieadvprototype-sienartestpilot
        """,
        """
        inspiringrecruit tailgunner hyperwavecommscanner concussionmissiles operationsspecialist
        xx23sthreadtracers inspiringrecruit protontorpedoes seismiccharges bombardier
        fleetofficer isbslicer emperorpalpatine navigator harpoonmissiles protonrockets
        advhomingmissiles assaultmissiles directorkrennic inspiringrecruit hotshotcopilot bb8
        darthvader connernet ordnancesilos engineeringteam ysanneisard inspiringrecruit
        """,
    ),
    (
        "rebel",
        """
        rebel-uwing-partisanrenegade rebel-vcx100-herasyndulla
        rebel-uwing-bluesquadronpathfinder
        """,
        """
        blasterturret empdevice broadcastarray commsbooster hotshotcopilot tactician protonbombs
        seismiccharges kananjarrus advprotontorpedoes finn weaponsengineer engineeringteam
        reinforceddeflectors lukeskywalker r2astromech flightinstructor kylekatarn r2d2-swx22
        tailgunner gunner deadmansswitch dashrendar r5d8 bodhirook gunneryteam autoblaster
        syncedturret
        """,
    ),
]


@pytest.mark.rule("CR-150")
@pytest.mark.parametrize(("side", "ships", "cards"), HARD)
def test_many_loose_cards_are_decided_in_few_steps(side, ships, cards):
    fleet = a_fleet(side)
    ships_of(fleet, *ships.split())
    for card in cards.split():
        with_upgrade(fleet, card)
    hard = Search(stock(fleet), lambda groups, rigs: True)
    hard.run()
    assert 0 < hard.steps < 2_000
