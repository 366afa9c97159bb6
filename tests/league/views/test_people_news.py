"""News of roles in the inbox, and fleets whose player cannot sign in."""

import pytest
from django.contrib.auth import get_user_model

from league.kernel.refusal import Refusal
from league.models import Member
from league.rules.campaign import ChangeRole, HandOverOrganiser
from league.selectors.waiting import waiting_for
from league.services.campaigns import accept_invitation, add_member, delete_account, invite
from league.services.check import check
from rosters.rules.fleets.people import LeaveCampaign, RemoveMember
from rosters.rules.fleets.proxy import AppointProxy
from tests import verbs
from tests.missions.tables import page


def told(person, words):
    return [each.what for each in waiting_for(person.user)[1] if words in each.what]


def test_a_new_role_is_news_for_its_member_alone(running, organiser, player, rival):
    verbs.do(organiser.seat, ChangeRole(player.seat.number, "co_organiser"))
    assert told(player, "made you") == ["Olga made you a co-organiser."]
    assert told(rival, "made you") == told(organiser, "made you") == []


def test_a_new_organiser_reads_so(running, organiser, co_organiser):
    verbs.do(organiser.seat, HandOverOrganiser(co_organiser.seat.number))
    assert told(co_organiser, "made you") == ["Olga made you the organiser."]
    assert told(organiser, "made you") == []


@pytest.mark.parametrize("closed", [True, False])
def test_organisers_read_whose_fleets_wait_for_nobody(running, organiser, player, rival, closed):
    assert told(organiser, "cannot sign in") == []
    if closed:
        get_user_model().objects.filter(pk=player.user.pk).update(is_active=False)
    else:
        delete_account(player.user)
    found = told(organiser, "cannot sign in")
    assert found == ["The player of Red Wing cannot sign in: hand the fleet over, or name a proxy."]
    assert told(rival, "cannot sign in") == []
    words = "the account is closed" if closed else "no account"
    members = f"/campaigns/{running.campaign.pk}/members/"
    assert f"cannot sign in: {words}" in page(organiser, members)
    assert "cannot sign in" not in page(rival, members)
    verbs.do(organiser.seat, AppointProxy(running.fleet, rival.seat.number))
    assert told(organiser, "cannot sign in") == []


def test_the_page_of_a_member_who_left_meanwhile_says_so(running, organiser, visitor):
    place = f"/campaigns/{running.campaign.pk}/members/{visitor.seat.number}/"
    assert organiser.client.get(place).status_code == 200
    verbs.do(visitor.seat, LeaveCampaign())
    answer = organiser.client.post(place, {"role": "player"})
    assert (answer.status_code, "Viktor has left the campaign" in answer.content.decode()) == (409, True)


def test_a_removed_member_of_a_public_campaign_reads_so(public_campaign, organiser, player, stranger):
    there = add_member(public_campaign.pk, player.user, "player")
    leader = Member.objects.get(campaign=public_campaign, user=organiser.user)
    verbs.do(leader, RemoveMember(there.number))
    home = f"/campaigns/{public_campaign.pk}/"
    assert "An organiser removed you from this campaign." in page(player, home)
    assert "removed you" not in page(stranger, home)


def test_somebody_alone_closes_a_campaign_that_has_not_started(public_campaign, organiser, stranger, nobody):
    home = f"/campaigns/{public_campaign.pk}/"
    leader = Member.objects.get(campaign=public_campaign, user=organiser.user)
    link = invite(leader)
    assert "it is closed" in page(organiser, f"{home}leave/")
    assert organiser.client.post(f"{home}leave/")["Location"] == "/inbox/"
    assert [each.get(home).status_code for each in (organiser.client, stranger.client, nobody)] == [404] * 3
    with pytest.raises(Refusal, match="This campaign is closed"):
        accept_invitation(stranger.user, link.token)
    public_campaign.refresh_from_db()
    assert check(public_campaign) == []


def test_an_organiser_does_not_close_a_campaign_that_others_are_in(running, organiser):
    place = f"/campaigns/{running.campaign.pk}/leave/"
    assert "Hand the role over first" in page(organiser, place)
    assert organiser.client.post(place).status_code == 409
