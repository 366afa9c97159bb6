"""A fleet's assets on its page, on its desk and on paper, and the choice of a new one."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from league.addresses import fleet_address
from league.kernel.decision import Decision, Order, decides
from league.models import Campaign
from league.permissions import CampaignAccess
from league.selectors.waiting import waiting_for
from league.services.check import check
from rosters.models import FleetAsset
from rosters.presenters.assets import asset_shelf, places_of
from rosters.rules import events as ev
from rosters.rules.assets.orders import free_rank
from rosters.rules.state import FleetState, OfferedAsset, RostersState
from rosters.views.print import roster_html
from tests import verbs
from tests.beginnings import begun
from tests.people import Person
from tests.places import fleet_url

SPY = OfferedAsset("sabotage", "Sabotage", targeted=True)
SCOUTS = OfferedAsset("scouted_area", "Scouted Area")


@dataclass(frozen=True, slots=True)
class Favour(Order):
    """Stands for victories: a fleet has some assets and is offered another."""

    name: ClassVar[str] = "favour_of_tests"
    fleet: int
    held: int = 0
    offer: bool = True


@decides(Favour)
def _favour(d: Decision, o: Favour) -> None:
    fleets = d.state.of(RostersState).fleets
    for _ in range(o.held):
        rank = free_rank(fleets[o.fleet])
        assert rank is not None
        d.emit(ev.AssetGained(o.fleet, d.new_id(), SCOUTS.kind, SCOUTS.name, rank))
    if o.offer:
        other = next(each for each in fleets.values() if each.id != o.fleet)
        d.emit(ev.AssetOffered(o.fleet, 7, (SPY, SCOUTS), other.id, "", other.name))


@dataclass(frozen=True)
class Shelf:
    """Paul's Red Wing and those who look at it."""

    league: verbs.League
    owner: Person
    guest: Person

    @property
    def url(self) -> str:
        return fleet_url(self.league.campaign.pk, self.league.fleet)

    @property
    def fleet(self) -> FleetState:
        return verbs.fleet_of(self.owner.seat, self.league.fleet)

    def favour(self, held: int = 0, offer: bool = True) -> None:
        verbs.do(self.owner.seat, Favour(self.league.fleet, held, offer))

    def text(self, person: Person) -> str:
        return " ".join(person.client.get(self.url).content.decode().split())

    def choose(self, person: Person, **data: Any) -> int:
        return int(person.client.post(f"{self.url}assets/", data).status_code)


@pytest.fixture
def shelf(running: verbs.League, player: Person, rival: Person) -> Shelf:
    return Shelf(running, player, rival)


@pytest.mark.rule("CR-062")
def test_a_campaign_without_missions_speaks_of_no_assets(shelf: Shelf):
    assert "Fleet assets" not in shelf.text(shelf.owner)


def test_a_campaign_with_missions_says_how_assets_come(shelf: Shelf):
    Campaign.objects.update(missions=True)
    assert "Victories in missions bring them" in shelf.text(shelf.guest)


@pytest.mark.rule("CR-094")
def test_the_owner_takes_what_was_offered_and_everybody_sees_it_with_its_target(shelf: Shelf):
    shelf.favour()
    assert "Take none" in shelf.text(shelf.owner)
    assert shelf.choose(shelf.owner, kind="sabotage") == 302
    seen = shelf.text(shelf.guest)
    assert "<strong>Sabotage</strong> against Iron Fist" in seen
    assert "The dearest ship of a random enemy squadron" in seen
    assert "Take none" not in shelf.text(shelf.owner)


@pytest.mark.rule("CR-094")
def test_an_open_offer_waits_on_its_owners_desk_and_leads_to_the_choice(shelf: Shelf):
    shelf.favour()
    Campaign.objects.update(missions=True)
    mine, theirs = (waiting_for(each.user)[1] for each in (shelf.owner, shelf.guest))
    assert [(one.what, one.url) for one in mine if one.symbol == "asset"] == [
        ("Red Wing has won an asset: choose it, or decline.", f"{shelf.url}#offer")
    ]
    assert [one for one in theirs if one.symbol == "asset"] == []
    assert 'id="offer"' in shelf.text(shelf.owner)


@pytest.mark.rule("CR-094")
def test_an_offer_during_the_repairs_leads_to_the_step_where_it_stands(shelf: Shelf):
    begun(lambda: verbs.play(shelf.league), "played", shelf.league.fleet)
    shelf.favour()
    Campaign.objects.update(missions=True)
    shelf.owner.client.get(f"{shelf.url}desk/?step=review")
    (task,) = [one for one in waiting_for(shelf.owner.user)[1] if one.symbol == "asset"]
    page, _, anchor = task.url.partition("#")
    assert f'id="{anchor}"' in shelf.owner.client.get(page).content.decode()


@pytest.mark.rule("CR-094")
def test_the_review_leads_to_an_open_offer_and_closes_once_it_is_answered(shelf: Shelf):
    begun(lambda: verbs.play(shelf.league), "played", shelf.league.fleet)
    shelf.favour()

    def review() -> tuple[bool, bool]:
        text = shelf.owner.client.get(f"{shelf.url}desk/?step=review").content.decode()
        return f'href="{shelf.url}desk/?step=result#offer"' in text, 'value="close_desk"' in text

    assert review() == (True, False)
    shelf.choose(shelf.owner, kind="none")
    assert review() == (False, True)


@pytest.mark.rule("CR-083")
def test_an_offer_that_is_answered_waits_no_longer(shelf: Shelf):
    shelf.favour()
    shelf.choose(shelf.owner, kind="none")
    Campaign.objects.update(missions=True)
    assert [one for one in waiting_for(shelf.owner.user)[1] if one.symbol == "asset"] == []


@pytest.mark.rule("CR-083")
def test_an_offer_is_answered_by_a_choice(shelf: Shelf):
    shelf.favour()
    assert shelf.choose(shelf.owner) == 422
    assert shelf.fleet.offer is not None and shelf.fleet.assets == {}


@pytest.mark.rule("CR-083")
def test_an_offer_is_declined_by_a_button(shelf: Shelf):
    shelf.favour()
    assert shelf.choose(shelf.owner, kind="none") == 302
    assert shelf.fleet.offer is None and shelf.fleet.assets == {}


@pytest.mark.rule("CR-083")
def test_with_four_assets_the_page_asks_which_one_goes(shelf: Shelf):
    shelf.favour(held=4)
    assert 'name="give_up"' in shelf.text(shelf.owner)
    answer = shelf.owner.client.post(f"{shelf.url}assets/", {"kind": "sabotage"})
    text = " ".join(answer.content.decode().split())
    assert answer.status_code == 409
    assert "Red Wing holds four assets, which is the limit. Choose one to give up, or take none." in text
    assert 'value="sabotage" required checked' in text and 'aria-describedby="give-up-why"' in text
    [first, *_] = shelf.fleet.assets
    assert shelf.choose(shelf.owner, kind="sabotage", give_up=first) == 302
    assert sorted(each.name for each in shelf.fleet.assets.values()) == ["Sabotage"] + ["Scouted Area"] * 3


def test_others_read_of_the_offer_and_cannot_choose(shelf: Shelf):
    shelf.favour()
    assert "Its commander chooses one of these: Sabotage against Iron Fist, Scouted Area." in shelf.text(
        shelf.guest
    )
    assert shelf.choose(shelf.guest, kind="sabotage") == 403
    assert shelf.choose(shelf.owner, kind="sabotage", give_up="x") == 422


def test_the_rows_follow_the_log(shelf: Shelf):
    shelf.favour()
    shelf.choose(shelf.owner, kind="sabotage")
    row = FleetAsset.objects.get()
    assert (row.fleet, row.rank, row.kind, row.target) == (
        shelf.league.fleet,
        "J",
        "sabotage",
        shelf.league.rival_fleet,
    )
    shelf.league.campaign.refresh_from_db()
    assert check(shelf.league.campaign) == []


def test_the_roster_sheet_fills_the_places(shelf: Shelf):
    shelf.favour(held=1)
    access = CampaignAccess(shelf.league.campaign, shelf.owner.seat)
    html = roster_html(access, shelf.fleet, "Paul", 1)
    assert html.count('class="place"') == 4
    assert html.count('<span class="held">Scouted Area</span>') == 1


def test_places_stand_in_the_order_of_their_cards(shelf: Shelf):
    shelf.favour(held=2, offer=False)
    places = places_of(shelf.fleet)
    assert [(each.rank, bool(each.number)) for each in places] == [
        ("J", True),
        ("Q", True),
        ("K", False),
        ("A", False),
    ]
    found = asset_shelf(shelf.fleet, fleet_address(1, shelf.fleet.id), missions=False)
    assert found is not None and not found.full and found.choices == ()
