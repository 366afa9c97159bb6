"""Pages cost a constant number of queries, twelve at most."""

import pytest

from league.rules.campaign import CreateCampaign
from league.rules.rounds import OpenRound
from league.services.campaigns import create_campaign
from league.services.undo import undo
from rosters.rules.orders import AdjustPoints, AppointProxy, LockFleet
from tests import verbs
from tests.answers import queries
from tests.people import joined
from tests.places import round_url

PAGES = (
    "/campaigns/{}/",
    "/campaigns/{}/standings/",
    "/campaigns/{}/standings/charts/",
    "/campaigns/{}/timeline/",
    "/campaigns/{}/rounds/",
    "/campaigns/{}/fleets/",
    "/campaigns/{}/more/",
)
SIDES = ("rebel", "imperial", "scum")
SUITS = ("diamonds", "clubs", "spades", "hearts", "diamonds", "clubs")


@pytest.fixture
def crowded(running):
    """Six more fleets, locked while the campaign runs."""
    for each in range(6):
        person = joined(running.campaign, f"guest{each}")
        fleet = verbs.found_fleet(person.seat, f"Guests {each}", SIDES[each % 3], SUITS[each])
        verbs.form_squadron(person.seat, fleet, 2)
        for _ in range(4):
            verbs.buy_ship(person.seat, fleet, verbs.STOCK[SIDES[each % 3]], 2)
        verbs.do(person.seat, LockFleet(fleet))
    return running


@pytest.mark.parametrize("page", PAGES)
def test_a_campaigns_page_asks_as_often_for_many_fleets_as_for_two(running, organiser, page, request):
    address = page.format(running.campaign.pk)
    verbs.play(running)
    few = queries(organiser.client, address)
    request.getfixturevalue("crowded")
    assert queries(organiser.client, address) <= few <= 12


@pytest.mark.parametrize("kind", ["games", "undone"])
def test_a_filtered_log_asks_as_often_for_many_fleets_as_for_two(crowded, organiser, kind):
    verbs.play(crowded)
    done = verbs.do(crowded.organiser, AdjustPoints(crowded.fleet, 5, "Painted"))
    undo(crowded.campaign.pk, crowded.organiser, done.act, "Oops")
    log = f"/campaigns/{crowded.campaign.pk}/timeline/?kind={kind}"
    assert queries(organiser.client, log) <= 12
    assert queries(organiser.client, f"{log}&fleet={crowded.fleet}&person=2&round=1") <= 12
    assert queries(organiser.client, f"{log}&game=1") <= 12


def test_the_round_page_asks_as_often_for_many_fleets_as_for_two(crowded, organiser):
    verbs.pair(crowded)
    address = round_url(crowded.campaign.pk, verbs.round_of(crowded.organiser).id)
    few = queries(organiser.client, address)
    organiser.client.post(f"{address}check-in-all/")
    organiser.client.post(f"{address}match/")
    assert queries(organiser.client, address) <= few <= 12


def test_the_desk_asks_as_often_for_many_campaigns_as_for_one(running, player):
    verbs.pair(running)
    counted = []
    for each in range(3):
        other = create_campaign(player.user, CreateCampaign(f"Other {each}"))
        fleet = verbs.found_fleet(other, f"Fleet {each}")
        verbs.do(other, AppointProxy(fleet, joined(other.campaign, f"friend{each}").seat.number))
        counted.append(queries(player.client, "/inbox/"))
    assert counted[0] <= 12
    assert counted == [counted[0]] * 3


def test_an_undone_entry_keeps_the_campaign_page_within_twelve(running, organiser):
    done = verbs.do(running.organiser, OpenRound())
    organiser.client.post(f"/campaigns/{running.campaign.pk}/timeline/{done.act}/undo/", {"reason": "Oops"})
    assert queries(organiser.client, f"/campaigns/{running.campaign.pk}/") <= 12
