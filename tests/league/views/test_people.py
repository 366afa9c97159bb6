"""Members, roles, invitations, requests to join, leaving."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.kernel.refusal import NotYours
from league.models import Act, Campaign, Invitation, JoinRequest, Member
from league.rules.campaign import EndCampaign
from league.services import campaigns as services
from league.services import undo
from tests import verbs
from tests.answers import text_of
from tests.people import browser
from tests.places import fleet_url


def base(campaign) -> str:
    return f"/campaigns/{campaign.pk}/"


def role_of(person) -> str:
    return Member.objects.get(pk=person.seat.pk).role


def test_the_organiser_changes_a_role(campaign, organiser, player):
    organiser.client.post(f"{base(campaign)}members/{player.seat.number}/", {"role": "co_organiser"})
    assert role_of(player) == "co_organiser"


@pytest.mark.parametrize("role", ["organiser", "admiral", ""])
def test_a_role_that_cannot_be_given_is_answered_with_a_sentence(campaign, organiser, player, role):
    answer = organiser.client.post(f"{base(campaign)}members/{player.seat.number}/", {"role": role})
    assert (answer.status_code, role_of(player)) == (422, "player")


def test_a_co_organiser_changes_no_roles(campaign, co_organiser, player):
    address = f"{base(campaign)}members/{player.seat.number}/"
    answer = co_organiser.client.post(address, {"role": "visitor"})
    assert (answer.status_code, role_of(player)) == (403, "player")


def test_a_player_opens_nobodys_role(campaign, player, rival):
    address = f"{base(campaign)}members/{rival.seat.number}/"
    assert player.client.post(address, {"role": "visitor"}).status_code == 403
    assert role_of(rival) == "player"


def test_somebody_with_a_fleet_does_not_become_a_visitor(campaign, organiser, player):
    verbs.found_fleet(player.seat, "Rogue Dawn")
    answer = organiser.client.post(f"{base(campaign)}members/{player.seat.number}/", {"role": "visitor"})
    assert answer.status_code == 409
    assert "They command Rogue Dawn" in text_of(answer)


def test_the_organiser_hands_the_campaign_over(campaign, organiser, player):
    organiser.client.post(f"{base(campaign)}members/{player.seat.number}/hand-over/")
    assert (role_of(player), role_of(organiser)) == ("organiser", "co_organiser")


def test_handing_the_campaign_over_is_asked_first_without_any_script(campaign, organiser, player):
    address = f"{base(campaign)}members/{player.seat.number}/hand-over/"
    assert address in text_of(organiser.client.get(f"{base(campaign)}members/{player.seat.number}/"))
    page = text_of(organiser.client.get(address))
    assert "You become a co-organiser" in page
    assert '<form method="post" id="the-form"' in page
    assert role_of(player) == "player"


def test_a_co_organiser_is_not_even_asked_to_hand_the_campaign_over(campaign, co_organiser, player):
    address = f"{base(campaign)}members/{player.seat.number}/hand-over/"
    assert co_organiser.client.get(address).status_code == 403


def test_a_co_organiser_cannot_take_the_campaign(campaign, co_organiser):
    answer = co_organiser.client.post(f"{base(campaign)}members/{co_organiser.seat.number}/hand-over/")
    assert (answer.status_code, role_of(co_organiser)) == (403, "co_organiser")


def test_a_member_of_another_campaign_is_not_found(campaign, public_campaign, organiser, stranger):
    other = services.add_member(public_campaign.pk, stranger.user, "player")
    elsewhere = 10_000 + other.number
    assert organiser.client.get(f"{base(campaign)}members/{elsewhere}/").status_code == 404


def test_an_invitation_has_a_link_and_a_code_and_lets_people_in(campaign, organiser, stranger):
    organiser.client.post(f"{base(campaign)}invitations/", {"role": "player", "days": "3"})
    token = Invitation.objects.get().token
    page = text_of(organiser.client.get(f"{base(campaign)}invitations/"))
    assert f"/join/{token}/" in page
    assert re.search(r'class="qr"><svg[^>]*>', page)
    assert stranger.client.post(f"/join/{token}/")["Location"] == f"{base(campaign)}fleets/new/"
    assert stranger.client.get(base(campaign)).status_code == 200


@pytest.mark.parametrize("role", ["visitor", "co_organiser"])
def test_people_who_join_otherwise_than_as_players_come_to_the_campaign(campaign, organiser, stranger, role):
    link = f"/join/{services.invite(organiser.seat, role).token}/"
    assert stranger.client.post(link)["Location"] == base(campaign)


def test_a_player_without_a_fleet_comes_to_the_page_of_an_ended_campaign(running, organiser, stranger):
    link = f"/join/{services.invite(organiser.seat).token}/"
    assert stranger.client.post(link)["Location"] == f"{base(running.campaign)}fleets/new/"
    verbs.do(organiser.seat, EndCampaign())
    assert stranger.client.post(link)["Location"] == base(running.campaign)


def test_a_player_who_has_a_fleet_comes_to_the_campaign(campaign, organiser, player):
    link = f"/join/{services.invite(organiser.seat).token}/"
    verbs.found_fleet(player.seat, "Red Wing")
    assert player.client.post(link)["Location"] == base(campaign)


def test_a_code_carries_no_inline_style(campaign, organiser):
    services.invite(organiser.seat)
    assert "style=" not in text_of(organiser.client.get(f"{base(campaign)}invitations/"))


@pytest.mark.parametrize("days", ["0", "366", "many", ""])
def test_days_that_make_no_sense_make_no_link(campaign, organiser, days):
    answer = organiser.client.post(f"{base(campaign)}invitations/", {"role": "player", "days": days})
    assert (answer.status_code, Invitation.objects.count()) == (422, 0)


def test_a_link_that_was_taken_back_lets_nobody_in(campaign, organiser, stranger):
    made = services.invite(organiser.seat)
    organiser.client.post(f"{base(campaign)}invitations/{made.pk}/revoke/")
    answers = [stranger.client.get(f"/join/{made.token}/"), stranger.client.post(f"/join/{made.token}/")]
    assert [each.status_code for each in answers] == [410, 409]
    assert "no longer open" in text_of(answers[1])
    assert not Member.objects.filter(user=stranger.user).exists()


def test_a_link_expires(campaign, organiser, stranger):
    made = services.invite(organiser.seat)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert stranger.client.post(f"/join/{made.token}/").status_code == 409


def test_a_person_without_an_account_returns_to_the_invitation_after_sign_up(campaign, organiser, nobody):
    made = services.invite(organiser.seat)
    page = text_of(nobody.get(f"/join/{made.token}/"))
    assert f"/accounts/signup/?next=/join/{made.token}/" in page
    nobody.post(f"/join/{made.token}/")
    assert Member.objects.filter(campaign=campaign).count() == 1


def test_an_unknown_link_is_not_found(stranger):
    assert stranger.client.get("/join/nonsense/").status_code == 404


def test_a_request_to_join_is_made_and_accepted(public_campaign, organiser, stranger):
    stranger.client.post(f"{base(public_campaign)}join/", {"message": "Red dice"})
    join_request = JoinRequest.objects.get()
    assert "Red dice" in text_of(organiser.client.get(f"{base(public_campaign)}requests/"))
    organiser.client.post(f"{base(public_campaign)}requests/{join_request.pk}/accept/")
    assert Member.objects.get(campaign=public_campaign, user=stranger.user).role == "player"


def test_a_request_is_withdrawn_by_the_one_who_asked(public_campaign, organiser, stranger):
    services.ask_to_join(stranger.user, public_campaign)
    assert 'name="withdraw"' in stranger.client.get("/inbox/").content.decode()
    assert 'name="withdraw"' in stranger.client.get(base(public_campaign)).content.decode()
    assert stranger.client.post(f"{base(public_campaign)}join/", {"withdraw": "1"}).status_code == 302
    assert not JoinRequest.objects.exists()
    assert "You have asked to join." not in text_of(stranger.client.get(base(public_campaign)))
    assert stranger.client.post(f"{base(public_campaign)}join/", {"withdraw": "1"}).status_code == 409


def test_nobody_asks_a_campaign_that_has_ended_and_open_requests_leave_the_inboxes(
    campaign, organiser, player, stranger
):
    link = f"/join/{services.invite(organiser.seat).token}/"
    remove(campaign, organiser, player)
    JoinRequest.objects.create(campaign=campaign, user=stranger.user)
    Campaign.objects.update(phase="ended")
    assert player.client.post(link).status_code == 409
    for person in (organiser, stranger):
        page = text_of(person.client.get("/inbox/"))
        assert ("asks to join" in page, "You asked to join" in page) == (False, False)


def test_a_declined_request_lets_nobody_in(public_campaign, organiser, stranger):
    join_request = services.ask_to_join(stranger.user, public_campaign)
    organiser.client.post(f"{base(public_campaign)}requests/{join_request.pk}/decline/")
    again = organiser.client.post(f"{base(public_campaign)}requests/{join_request.pk}/accept/")
    assert again.status_code == 409
    assert not Member.objects.filter(user=stranger.user).exists()


@pytest.mark.parametrize("gone", ["answered", "withdrawn", "never made"])
def test_a_request_that_is_not_open_is_answered_in_the_same_words(public_campaign, organiser, stranger, gone):
    number = services.ask_to_join(stranger.user, public_campaign).pk
    if gone == "answered":
        organiser.client.post(f"{base(public_campaign)}requests/{number}/decline/")
    elif gone == "withdrawn":
        services.withdraw_request(stranger.user, public_campaign)
    else:
        number += 1
    answer = organiser.client.post(f"{base(public_campaign)}requests/{number}/accept/")
    told = "No such request is open here. The page of requests lists those that are."
    assert (answer.status_code, told in text_of(answer)) == (409, True)


def test_a_person_who_was_declined_reads_it_and_may_ask_again(public_campaign, organiser, stranger):
    join_request = services.ask_to_join(stranger.user, public_campaign)
    assert "You have asked to join." in text_of(stranger.client.get(base(public_campaign)))
    organiser.client.post(f"{base(public_campaign)}requests/{join_request.pk}/decline/")
    page = text_of(stranger.client.get(base(public_campaign)))
    assert "The organisers declined your last request." in page
    assert f'href="{base(public_campaign)}join/"' in page


def test_a_member_who_was_removed_and_declined_reads_it_at_the_link(campaign, organiser, player):
    link = f"/join/{services.invite(organiser.seat).token}/"
    remove(campaign, organiser, player)
    player.client.post(link)
    services.answer_request(organiser.seat, JoinRequest.objects.get().pk, accept=False)
    page = text_of(player.client.get(link))
    assert "The organisers declined your last request." in page
    assert "Ask to come back" in page


def test_nobody_changes_the_own_role(campaign, co_organiser, player):
    page = text_of(co_organiser.client.get(f"{base(campaign)}members/"))
    assert f"members/{player.seat.number}/" in page
    assert f"members/{co_organiser.seat.number}/" not in page


def test_a_co_organiser_sees_no_form_that_does_nothing(campaign, co_organiser, player):
    page = text_of(co_organiser.client.get(f"{base(campaign)}members/{player.seat.number}/"))
    assert "Only the organiser can change roles" in page
    assert 'name="role"' not in page


def test_a_private_campaign_cannot_be_asked(campaign, stranger):
    assert stranger.client.post(f"{base(campaign)}join/", {"message": ""}).status_code == 404
    assert not JoinRequest.objects.exists()


def test_nobody_asks_where_nobody_answers(public_campaign, organiser, stranger):
    services.delete_account(organiser.user)
    answer = stranger.client.post(f"{base(public_campaign)}join/", {"message": ""})
    assert (answer.status_code, JoinRequest.objects.count()) == (409, 0)
    assert "Nobody organises this campaign any more" in text_of(answer)


def test_nobody_asks_twice(public_campaign, stranger):
    services.ask_to_join(stranger.user, public_campaign)
    answer = stranger.client.post(f"{base(public_campaign)}join/", {"message": ""})
    assert (answer.status_code, JoinRequest.objects.count()) == (409, 1)


def test_a_player_answers_no_requests(public_campaign, stranger, organiser):
    member = services.add_member(public_campaign.pk, stranger.user, "player")
    join_request = JoinRequest.objects.create(campaign=public_campaign, user=organiser.user)
    address = f"{base(public_campaign)}requests/{join_request.pk}/accept/"
    assert browser(member.user).post(address).status_code == 403


def test_a_member_leaves_and_the_private_campaign_is_gone_for_them(campaign, player):
    assert player.client.post(f"{base(campaign)}leave/")["Location"] == "/inbox/"
    assert player.client.get(base(campaign)).status_code == 404


def test_nobody_is_offered_to_leave_in_the_middle_of_a_game(running, player):
    verbs.pair(running)
    address = f"{base(running.campaign)}leave/"
    page = text_of(player.client.get(address))
    assert "Red Wing is in a game. Finish it" in page
    assert 'form="leave"' not in page
    assert player.client.post(address).status_code == 409


def test_the_organiser_cannot_leave_others_behind(campaign, organiser, player):
    answer = organiser.client.post(f"{base(campaign)}leave/")
    assert answer.status_code == 409
    assert "Hand the role over" in text_of(answer)


def test_a_member_is_removed_by_an_organiser_only(campaign, organiser, player, rival):
    address = f"{base(campaign)}members/{rival.seat.number}/remove/"
    assert player.client.post(address).status_code == 403
    organiser.client.post(address)
    assert not Member.objects.get(pk=rival.seat.pk).active


def test_a_fleet_is_handed_over_to_somebody_without_one(campaign, player, rival):
    fleet = verbs.found_fleet(player.seat, "Rogue Dawn")
    address = f"{fleet_url(base(campaign), fleet)}hand-over/"
    player.client.post(address, {"member": rival.seat.number})
    assert verbs.fleet_of(rival.seat, fleet).member == rival.seat.number
    page = text_of(rival.client.get(f"{base(campaign)}timeline/"))
    assert "Rogue Dawn</a>: Rita commands the fleet now." in page


def test_the_way_to_hand_a_fleet_over_stands_on_the_pages_of_members(campaign, organiser, player, rival):
    fleet = verbs.found_fleet(player.seat, "Rogue Dawn")
    way = f'href="{fleet_url(base(campaign), fleet)}hand-over/"'
    assert way in text_of(player.client.get(f"{base(campaign)}members/"))
    assert way not in text_of(rival.client.get(f"{base(campaign)}members/"))
    assert way in text_of(organiser.client.get(f"{base(campaign)}members/{player.seat.number}/"))


def test_a_fleet_is_not_offered_to_somebody_whose_account_is_deleted(campaign, player, rival):
    fleet = verbs.found_fleet(player.seat, "Rogue Dawn")
    address = f"{fleet_url(base(campaign), fleet)}hand-over/"
    services.delete_account(rival.user)
    assert f"Former member {rival.seat.number}" not in text_of(player.client.get(address))
    assert player.client.post(address, {"member": rival.seat.number}).status_code == 422
    assert verbs.fleet_of(player.seat, fleet).member == player.seat.number


def remove(campaign, organiser, person) -> None:
    organiser.client.post(f"{base(campaign)}members/{person.seat.number}/remove/")


def is_in(campaign, person) -> bool:
    return Member.objects.filter(campaign=campaign, user=person.user, active=True).exists()


def test_a_removed_member_does_not_come_back_by_an_open_link(campaign, organiser, player, stranger):
    link = f"/join/{services.invite(organiser.seat).token}/"
    remove(campaign, organiser, player)
    assert "Ask to come back" in text_of(player.client.get(link))
    player.client.post(link)
    assert not is_in(campaign, player)
    assert "You have asked to be let in again" in text_of(player.client.get(link))
    stranger.client.post(link)
    assert is_in(campaign, stranger)


def test_a_removal_is_told_as_one(campaign, organiser, player, rival):
    remove(campaign, organiser, player)
    rival.client.post(f"{base(campaign)}leave/")
    page = text_of(organiser.client.get(f"{base(campaign)}timeline/"))
    assert "Paul was taken out of the campaign." in page
    assert "Rita left the campaign." in page


def test_a_removed_member_comes_back_when_an_organiser_agrees(campaign, organiser, player):
    link = f"/join/{services.invite(organiser.seat).token}/"
    remove(campaign, organiser, player)
    player.client.post(link)
    join_request = JoinRequest.objects.get()
    assert "was in the campaign before" in text_of(organiser.client.get(f"{base(campaign)}requests/"))
    organiser.client.post(f"{base(campaign)}requests/{join_request.pk}/accept/")
    assert is_in(campaign, player)


def test_a_member_who_left_or_was_removed_by_mistake_uses_the_link(campaign, organiser, player, rival):
    link = f"/join/{services.invite(organiser.seat).token}/"
    player.client.post(f"{base(campaign)}leave/")
    remove(campaign, organiser, rival)
    undo.undo(campaign.pk, organiser.seat, Act.objects.latest("number").number, "Wrong person")
    rival.client.post(f"{base(campaign)}leave/")
    for person in (player, rival):
        person.client.post(link)
        assert is_in(campaign, person)


def test_nobody_is_put_back_in_who_left_by_choice(campaign, organiser, player):
    player.client.post(f"{base(campaign)}leave/")
    left = Act.objects.latest("number")
    assert left.name == "leave_campaign"
    with pytest.raises(NotYours):
        undo.undo(campaign.pk, organiser.seat, left.number, "Come back")
    assert not is_in(campaign, player)


def test_a_link_that_is_closed_is_not_even_good_for_asking(campaign, organiser, player):
    made = services.invite(organiser.seat)
    remove(campaign, organiser, player)
    services.revoke(organiser.seat, made)
    assert player.client.post(f"/join/{made.token}/").status_code == 409
    assert not JoinRequest.objects.exists()


def test_joining_by_a_link_answers_the_own_request(public_campaign, organiser, stranger):
    seat = Member.objects.get(campaign=public_campaign, user=organiser.user)
    services.ask_to_join(stranger.user, public_campaign)
    services.accept_invitation(stranger.user, services.invite(seat).token)
    assert JoinRequest.objects.get().accepted


@pytest.mark.parametrize("heir", ["", "x", "999"])
def test_a_fleet_is_not_handed_to_nobody(campaign, player, rival, heir):
    fleet = verbs.found_fleet(player.seat, "Rogue Dawn")
    answer = player.client.post(f"{fleet_url(base(campaign), fleet)}hand-over/", {"member": heir})
    assert answer.status_code == 422
    assert verbs.fleet_of(player.seat, fleet).member == player.seat.number


def test_nobody_hands_over_the_fleet_of_another(campaign, player, rival):
    fleet = verbs.found_fleet(player.seat, "Rogue Dawn")
    address = f"{fleet_url(base(campaign), fleet)}hand-over/"
    answer = rival.client.post(address, {"member": rival.seat.number})
    assert answer.status_code == 403
    assert verbs.fleet_of(player.seat, fleet).member == player.seat.number
