"""Founding a fleet."""

from __future__ import annotations

import re

import pytest

from league.models import Campaign
from league.selectors.waiting import waiting_for
from league.services.campaigns import invite
from rosters.rules.fleets.names import SUITS
from rosters.rules.orders import AppointProxy, HandOverFleet, RetireFleet
from tests import verbs
from tests.answers import text_of
from tests.people import Person, joined
from tests.places import fleet_url


def post(person: Person, campaign, **data: object):
    fields = {"fleet_name": "Red Wing", "side": "rebel", "suit": "hearts", **data}
    return person.client.post(f"/campaigns/{campaign.pk}/fleets/new/", fields)


@pytest.mark.rule("CR-001")
def test_a_player_founds_a_fleet_and_comes_to_its_builder(campaign, player):
    answer = post(player, campaign)
    (fleet,) = verbs.state_of(player.seat).parts["rosters"].fleets.values()
    assert answer["Location"] == f"{fleet_url(campaign.pk, fleet.id)}build/"
    assert (fleet.name, fleet.side, fleet.suit, fleet.points) == ("Red Wing", "rebel", "hearts", 350)


@pytest.mark.rule("CR-010")
def test_a_taken_suit_names_who_plays_it_and_cannot_be_chosen(campaign, player, rival):
    post(rival, campaign)
    text = player.client.get(f"/campaigns/{campaign.pk}/fleets/new/").content.decode()
    assert 'value="hearts" disabled' in text
    assert "played by Red Wing" in text
    answer = post(player, campaign, fleet_name="Blue Wing")
    assert answer.status_code == 409
    assert "Another fleet already plays hearts." in answer.content.decode()


@pytest.mark.rule("CR-010")
def test_a_fifth_fleet_may_double_a_suit(campaign):
    for number, suit in enumerate(("hearts", "clubs", "spades", "diamonds", "hearts")):
        guest = joined(campaign, f"guest{number}")
        assert post(guest, campaign, fleet_name=f"Wing {number}", suit=suit).status_code == 302


def test_the_organiser_founds_for_a_player(campaign, organiser, player):
    text = organiser.client.get(f"/campaigns/{campaign.pk}/fleets/new/").content.decode()
    assert "Whose fleet is it?" in text
    assert post(organiser, campaign, member=player.seat.number).status_code == 302
    (fleet,) = verbs.state_of(player.seat).parts["rosters"].fleets.values()
    assert fleet.member == player.seat.number


def test_a_player_cannot_found_for_somebody_else(campaign, player, rival):
    assert post(player, campaign, member=rival.seat.number).status_code == 422


def test_a_player_with_a_fleet_is_led_to_it(campaign, player):
    post(player, campaign)
    text = player.client.get(f"/campaigns/{campaign.pk}/fleets/new/").content.decode()
    assert "You have a fleet here" in text
    assert post(player, campaign, fleet_name="Second Wing", suit="clubs").status_code == 409


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"fleet_name": ""}, "Give the fleet a name."),
        ({"fleet_name": "x" * 5000}, "Keep the name to 60 characters."),
        ({"side": "neutral"}, "A fleet is rebel, imperial or scum."),
        ({"suit": "cups"}, "Choose a suit: spades, hearts, diamonds, clubs."),
        ({"member": "x"}, "Choose a player of this campaign who has no fleet yet."),
    ],
)
def test_a_missing_or_wrong_field_is_refused_with_a_sentence(campaign, player, data, sentence):
    answer = post(player, campaign, **data)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert verbs.state_of(player.seat).parts["rosters"].fleets == {}


def test_visitors_found_nothing_and_strangers_see_nothing(campaign, visitor, stranger):
    assert post(visitor, campaign).status_code == 403
    assert post(stranger, campaign).status_code == 404


@pytest.mark.rule("CR-010")
def test_the_first_suit_that_nobody_plays_is_chosen_beforehand_and_no_side(campaign, player, rival):
    post(rival, campaign, suit=SUITS[0])
    page = player.client.get(f"/campaigns/{campaign.pk}/fleets/new/").content.decode()
    assert re.findall(r'name="(\w+)"\s+value="(\w+)"\s+checked', page) == [("suit", SUITS[1])]


def test_the_first_wrong_field_comes_to_the_eye_first(campaign, player, rival):
    """The script of the site goes to the first field that is marked as wrong."""
    post(rival, campaign, suit=SUITS[0])

    def first_wrong(**data: str) -> list[str]:
        text = " ".join(post(player, campaign, **data).content.decode().split())
        marked = re.findall(r"<input[^>]*is-invalid[^>]*>", text)
        return re.findall(r'(?:name|value)="(\w*)"', marked[0])[:2]

    assert first_wrong(side="", suit="", fleet_name="") == ["side", "rebel"]
    assert first_wrong(suit="", fleet_name="") == ["suit", SUITS[1]]
    assert first_wrong(fleet_name="") == ["fleet_name", ""]


def page_of(person: Person, campaign, path: str = "fleets/new/") -> str:
    return text_of(person.client.get(f"/campaigns/{campaign.pk}/{path}"))


def test_a_player_who_gave_a_fleet_up_is_asked_for_nothing_that_is_refused(running, player, organiser):
    campaign, heir = running.campaign, joined(running.campaign, "heir")
    verbs.do(running.player, HandOverFleet(running.fleet, heir.seat.number))
    assert [each for each in waiting_for(player.user)[1] if each.mine] == []
    told = [each.what for each in waiting_for(player.user)[1]]
    assert told == ["You command no fleet any more. An organiser can found another for you."]
    for path in ("", "fleets/"):
        assert "Found a fleet" not in page_of(player, campaign, path)
    page = page_of(player, campaign)
    assert f"{running.organiser.name} or {running.helper.name} can found another for you" in page
    assert 'name="fleet_name"' not in page
    assert post(player, campaign).status_code == 409


def test_organisers_are_led_to_found_a_fleet_for_those_who_cannot(running, player, organiser):
    heir = joined(running.campaign, "heir")
    verbs.do(running.player, HandOverFleet(running.fleet, heir.seat.number))
    (line,) = (each for each in waiting_for(organiser.user)[1] if "no fleet any more" in each.what)
    name = running.player.name
    assert line.what == f"{name} commands no fleet any more. Only an organiser can found them another."
    link = f"/campaigns/{running.campaign.pk}/fleets/new/?for={running.player.number}"
    assert (line.url, line.mine) == (link, False)
    page = organiser.client.get(f"/campaigns/{running.campaign.pk}/members/{running.player.number}/")
    assert f'href="{link}"' in page.content.decode()
    form = organiser.client.get(link).content.decode()
    assert re.search(rf'value="{running.player.number}"\s+selected', form)
    post(organiser, running.campaign, member=running.player.number, suit="diamonds", fleet_name="New Wing")
    assert not any("no fleet any more" in each.what for each in waiting_for(organiser.user)[1])


def test_a_draft_that_was_dissolved_is_no_fleet_of_anybody(running, stranger):
    late = joined(running.campaign, "late")
    verbs.found_fleet(late.seat, "Switcher", "scum")
    link = invite(running.organiser, "player", 7)
    late.client.post(f"/campaigns/{running.campaign.pk}/leave/")
    answer = late.client.post(f"/join/{link.token}/")
    assert answer["Location"] == f"/campaigns/{running.campaign.pk}/fleets/new/"
    assert 'id="my-fleet"' not in page_of(late, running.campaign, "")
    assert [each.what for each in waiting_for(late.user)[1] if each.mine] == ["You have no fleet here yet."]
    assert post(late, running.campaign, fleet_name="Another", suit="diamonds").status_code == 302


@pytest.mark.rule("CR-152")
def test_a_fleet_that_played_and_left_is_called_a_former_one(running, player, rival):
    verbs.play(running)
    verbs.do(running.player, RetireFleet(running.fleet))
    page = page_of(player, running.campaign, "")
    assert ("My former fleet" in page, "It has left the campaign." in page) == (True, True)


def test_a_fleet_that_changes_hands_says_so_beforehand_and_to_everybody_concerned(running, player, rival):
    heir, proxy = joined(running.campaign, "heir"), joined(running.campaign, "proxy")
    verbs.do(running.player, AppointProxy(running.fleet, proxy.seat.number))
    verbs.pair(running)
    text = text_of(player.client.get(f"{fleet_url(running.campaign.pk, running.fleet)}hand-over/"))
    for said in ("Red Wing is in a game.", "Proxy no longer stands in for it", "You cannot take it back"):
        assert said in text
    verbs.do(running.player, HandOverFleet(running.fleet, heir.seat.number))
    told = [each.what for each in waiting_for(heir.user)[1]]
    assert (
        f"Red Wing is yours: {running.player.name} commanded it before, also in the game that it is in."
        in told
    )
    told = [each.what for each in waiting_for(proxy.user)[1]]
    place = f"Heir commands it now, in the place of {running.player.name}."
    assert f"You stand in for Red Wing no longer: {place}" in told
    log = text_of(player.client.get(f"/campaigns/{running.campaign.pk}/timeline/"))
    assert "Proxy stands in no longer." in log


@pytest.mark.parametrize(
    ("public", "said"), [(True, "You still see the campaign"), (False, "You no longer see the campaign")]
)
def test_the_page_on_which_one_leaves_says_what_stays_in_sight(running, player, public, said):
    Campaign.objects.filter(pk=running.campaign.pk).update(public=public)
    assert said in page_of(player, running.campaign, "leave/")
