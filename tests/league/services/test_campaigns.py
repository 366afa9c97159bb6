"""Joining, inviting, asking, deleting an account: the services behind the pages."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal
from league.models import Act, Campaign, Invitation, Member
from league.rules.campaign import CreateCampaign
from league.services import campaigns
from league.services.check import check
from rosters.rules.orders import LeaveCampaign
from tests import verbs
from tests.people import account


def test_a_campaign_that_is_refused_leaves_nothing_behind(stranger):
    with pytest.raises(Refusal):
        campaigns.create_campaign(stranger.user, CreateCampaign("Duel League", format="duel"))
    assert not Campaign.objects.exists()
    assert not Member.objects.exists()


def test_joining_twice_is_joining_once(campaign, player):
    acts = Act.objects.count()
    again = campaigns.add_member(campaign.pk, player.user, "visitor")
    assert (again.pk, again.role, Act.objects.count()) == (player.seat.pk, "player", acts)


def test_a_member_who_left_comes_back_to_the_old_place(campaign, player):
    verbs.do(player.seat, LeaveCampaign())
    back = campaigns.add_member(campaign.pk, player.user, "player")
    assert (back.number, back.active) == (player.seat.number, True)


@pytest.mark.parametrize("role", ["player", "visitor"])
def test_only_organisers_invite(campaign, player, visitor, role):
    with pytest.raises(NotYours):
        campaigns.invite(player.seat, role)
    assert not Invitation.objects.exists()


def test_a_co_organiser_makes_no_link_for_co_organisers(co_organiser):
    with pytest.raises(NotYours, match="Only the organiser can invite co-organisers"):
        campaigns.invite(co_organiser.seat, "co_organiser")
    assert campaigns.invite(co_organiser.seat, "player").role == "player"


def test_the_organiser_makes_a_link_for_co_organisers(organiser, stranger):
    made = campaigns.invite(organiser.seat, "co_organiser")
    assert campaigns.accept_invitation(stranger.user, made.token).role == "co_organiser"


@pytest.mark.parametrize(("role", "days"), [("organiser", 3), ("player", 0), ("player", 366), ("admiral", 3)])
def test_an_invitation_that_makes_no_sense_is_refused(organiser, role, days):
    with pytest.raises(Refusal):
        campaigns.invite(organiser.seat, role, days)


def test_an_invitation_is_open_until_its_last_moment(organiser):
    made = campaigns.invite(organiser.seat, days=1)
    assert made.is_open(made.expires_at - timedelta(seconds=1))
    assert not made.is_open(made.expires_at)


def test_an_organiser_revokes_no_link_of_another_campaign(organiser, stranger):
    other = campaigns.create_campaign(stranger.user, CreateCampaign("Elsewhere"))
    made = campaigns.invite(other)
    with pytest.raises(NotYours):
        campaigns.revoke(organiser.seat, made)
    made.refresh_from_db()
    assert made.is_open(timezone.now())


def test_a_link_makes_a_member_in_its_role(organiser, stranger):
    made = campaigns.invite(organiser.seat, "visitor")
    assert campaigns.accept_invitation(stranger.user, made.token).role == "visitor"


def test_nobody_asks_to_join_a_campaign_that_he_is_in(public_campaign, organiser):
    with pytest.raises(Refusal, match="already in this campaign"):
        campaigns.ask_to_join(organiser.user, public_campaign)


def test_an_organiser_answers_only_requests_to_the_own_campaign(public_campaign, stranger):
    other = campaigns.create_campaign(account("otto"), CreateCampaign("Elsewhere"))
    join_request = campaigns.ask_to_join(stranger.user, public_campaign)
    with pytest.raises(Refusal, match="No such request is open here"):
        campaigns.answer_request(other, join_request.pk, True)
    join_request.refresh_from_db()
    assert join_request.answered_at is None


def test_a_deleted_account_leaves_a_neutral_name_and_an_honest_log(campaign, player):
    verbs.found_fleet(player.seat, "Rogue Dawn")
    number = player.seat.number
    campaigns.delete_account(player.user)
    seat = Member.objects.get(campaign=campaign, number=number)
    assert (seat.name, seat.user) == (f"Former member {number}", None)
    campaign.refresh_from_db()
    assert check(campaign) == []


def test_the_last_one_in_a_campaign_may_delete_the_account(organiser, campaign):
    campaigns.delete_account(organiser.user)
    assert Member.objects.get(campaign=campaign).user is None


def test_former_members_do_not_hold_the_organiser_back(organiser, player):
    campaigns.delete_account(player.user)
    campaigns.delete_account(organiser.user)
    assert not Member.objects.filter(user__isnull=False).exists()


def test_a_campaign_is_not_handed_to_somebody_without_an_account(organiser, player):
    campaigns.delete_account(player.user)
    player.seat.refresh_from_db()
    with pytest.raises(Refusal, match="has no account any more"):
        campaigns.hand_over(organiser.seat, player.seat)


def test_the_organiser_of_others_hands_over_first(organiser, player):
    with pytest.raises(Refusal, match="Hand over the organiser’s role there first"):
        campaigns.delete_account(organiser.user)
    organiser.seat.refresh_from_db()
    assert organiser.seat.user == organiser.user


@pytest.mark.parametrize("name", ["", " ", "x" * 41])
def test_a_display_name_is_one_to_forty_characters(organiser, name):
    with pytest.raises(Refusal):
        campaigns.rename_everywhere(organiser.user, name)
    assert Member.objects.get(pk=organiser.seat.pk).name == "Olga"
