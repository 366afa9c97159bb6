"""My inbox, my account, the rules."""

import re

import pytest
from django.contrib.auth import get_user_model

from league.models import Campaign, JoinRequest, Member
from league.services import campaigns as services
from league.services.closing import GRACE, remove_closed
from tests import verbs
from tests.answers import text_of
from tests.people import proven
from tests.places import fleet_url


def desk_of(person) -> str:
    return text_of(person.client.get("/inbox/"))


def test_an_empty_desk_says_where_to_find_a_campaign_and_how_to_start_one(stranger):
    page = desk_of(stranger)
    assert "You haven’t joined a campaign" in page
    assert re.findall(r'<a class="btn (btn-\w+)" href="([^"]+)"', page) == [
        ("btn-secondary", "/campaigns/new/"),
        ("btn-primary", "/campaigns/#public"),
    ]


def test_a_new_player_is_asked_to_found_a_fleet(campaign, player):
    assert "You have no fleet here yet." in desk_of(player)


def test_a_draft_says_how_much_is_missing(campaign, player):
    verbs.found_fleet(player.seat, "Rogue Dawn")
    assert "Rogue Dawn is not ready" in desk_of(player)


def test_an_open_round_asks_for_check_in_and_then_for_the_choice(running, rival):
    verbs.open_round(running.organiser)
    assert "check Iron Fist in if you are there" in desk_of(rival)
    verbs.check_in(running.organiser, running.fleet, running.rival_fleet)
    verbs.name_active(running.organiser)
    assert "Iron Fist is the Active Fleet: choose its opponent." in desk_of(rival)


def test_a_draw_asks_both_sides_and_then_the_one_that_is_missing(running, player, rival):
    game = verbs.pair(running)
    assert all("is set up: press ready." in desk_of(each) for each in (player, rival))
    verbs.press_ready(running.rival, game, "active")
    assert "press ready" not in desk_of(rival)
    assert "press ready" in desk_of(player)


def test_a_reported_result_waits_for_the_other_side(running, player, rival):
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    verbs.report(running.player, game)
    assert "you have a choice to make" in desk_of(player)
    verbs.make_choices(running.organiser, game)
    assert "Confirm the result of Iron Fist against Red Wing" in desk_of(rival)
    assert "Confirm the result" not in desk_of(player)


def test_an_open_desk_waits_for_its_owner(running, player):
    verbs.play(running)
    page = desk_of(player)
    assert "Red Wing is back" in page
    assert f"{fleet_url(running.campaign.pk, running.fleet)}desk/" in page


def test_an_organiser_sees_who_asks_to_join(public_campaign, organiser, stranger):
    services.ask_to_join(stranger.user, public_campaign)
    assert f"{stranger.user.first_name} asks to join." in desk_of(organiser)
    assert f"You asked to join {public_campaign.name}." in desk_of(stranger)


def test_a_request_to_come_back_to_a_private_campaign_has_no_link(running, rival):
    Member.objects.filter(campaign=running.campaign, user=rival.user).update(active=False)
    JoinRequest.objects.create(campaign=running.campaign, user=rival.user)
    page = desk_of(rival)
    assert f"You asked to join {running.campaign.name}." in page
    assert f'href="/campaigns/{running.campaign.pk}/"' not in page


def test_nobody_asks_to_join_a_campaign_that_has_ended(public_campaign, stranger):
    Campaign.objects.filter(pk=public_campaign.pk).update(phase="ended")
    assert "Ask to join" not in stranger.client.get(f"/campaigns/{public_campaign.pk}/").content.decode()
    answer = stranger.client.post(f"/campaigns/{public_campaign.pk}/join/", {"message": "Hello"})
    assert (answer.status_code, "This campaign has ended" in answer.content.decode()) == (409, True)


def test_nothing_of_another_campaign_stands_on_my_desk(running, stranger):
    verbs.open_round(running.organiser)
    assert "Winter League" not in desk_of(stranger)


def test_a_display_name_changes_in_every_campaign(campaign, public_campaign, organiser):
    organiser.client.post("/account/", {"display_name": "Olga Petrowna"})
    assert set(Member.objects.values_list("name", flat=True)) == {"Olga Petrowna"}


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_display_name_that_does_not_do_is_declined(campaign, organiser, name):
    answer = organiser.client.post("/account/", {"display_name": name})
    assert answer.status_code == 422
    assert "1 to 40 characters" in text_of(answer)


def test_an_account_is_deleted_and_its_history_stays(machine, campaign, player, organiser):
    verbs.found_fleet(player.seat, "Rogue Dawn")
    assert proven(player.user).post("/account/delete/", {"sure": "on"})["Location"] == "/"
    assert remove_closed() == 0
    machine.at(machine.since + GRACE)
    assert remove_closed() == 1
    assert not get_user_model().objects.filter(pk=player.user.pk).exists()
    page = text_of(organiser.client.get(f"/campaigns/{campaign.pk}/timeline/"))
    assert "Rogue Dawn" in page
    assert "Former member" in page


def test_an_account_is_not_deleted_without_the_tick(player):
    assert player.client.post("/account/delete/", {}).status_code == 422
    assert get_user_model().objects.filter(pk=player.user.pk).exists()


def test_an_organiser_of_others_hands_over_before_deleting_the_account(player, organiser):
    answer = proven(organiser.user).post("/account/delete/", {"sure": "on"})
    assert answer.status_code == 409
    assert "hand over the organiser’s role in these campaigns" in text_of(answer)
    assert "Winter League</a>" in text_of(answer)
    assert get_user_model().objects.filter(pk=organiser.user.pk).exists()


def test_the_desk_of_an_absent_owner_says_who_stands_in(running, player, co_organiser):
    path = f"{fleet_url(running.campaign.pk, running.fleet)}proxy/"
    player.client.post(path, {"member": co_organiser.seat.number})
    assert "Cora stands in for you as proxy." in desk_of(player)
