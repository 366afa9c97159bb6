"""A host can ask organisers for a second step: until they have one, they read, play, and are led to it."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import CommandError, call_command

from league.kernel.refusal import NotYours
from league.models import Act, Campaign, Invitation, Member
from league.rules.campaign import ChangeSettings, CreateCampaign
from league.services import campaigns, clubs, places, undo
from league.services.acts import act, preview
from league.services.archive import archive, restore_uploaded
from league.services.organising import NEEDED, SecondStepNeeded, held_back
from league.services.succession import succeed
from missions.autoplay.driver import bot_user
from rosters.rules.orders import RenameFleet
from tests import verbs
from tests.people import Person, account

pytestmark = pytest.mark.django_db

KEY = "JBSWY3DPEHPK3PXP"
RENAMED = ChangeSettings("Summer League", public=False)


@pytest.fixture
def asked(settings: Any, campaign: Campaign) -> None:
    """A host who asks organisers for a second step, after a campaign was begun."""
    settings.ORGANISERS_NEED_SECOND_STEP = True


def name_of(campaign: Campaign) -> str:
    campaign.refresh_from_db()
    return campaign.name


def test_nobody_is_held_back_unless_the_host_asks(campaign: Campaign, organiser: Person):
    act(campaign.pk, organiser.seat, RENAMED)
    assert (name_of(campaign), held_back()) == ("Summer League", [])


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("who", ["organiser", "co_organiser"])
def test_organisers_act_only_with_a_second_step(campaign: Campaign, who: str, request: Any):
    person: Person = request.getfixturevalue(who)
    acts = Act.objects.count()
    for door in (act, preview):
        with pytest.raises(SecondStepNeeded, match="your account has none. Set it up"):
            door(campaign.pk, person.seat, RENAMED)
    assert (name_of(campaign), Act.objects.count()) == ("Winter League", acts)
    TOTP.activate(person.user, KEY)
    act(campaign.pk, person.seat, RENAMED)
    assert name_of(campaign) == "Summer League"


@pytest.mark.usefixtures("asked")
def test_a_passkey_is_a_second_step_and_codes_on_paper_alone_are_none(organiser: Person, campaign: Campaign):
    RecoveryCodes.activate(organiser.user)
    assert held_back() == [organiser.user.pk]
    Authenticator.objects.create(user=organiser.user, type="webauthn", data={})
    assert held_back() == []
    act(campaign.pk, organiser.seat, RENAMED)


@pytest.mark.usefixtures("asked")
def test_organisers_without_a_second_step_still_play(campaign: Campaign, organiser: Person, player: Person):
    own = verbs.found_fleet(organiser.seat, "Rogue Dawn")
    other = verbs.found_fleet(player.seat, "Red Wing")
    act(campaign.pk, organiser.seat, RenameFleet(own, "Rogue Dusk"))
    with pytest.raises(SecondStepNeeded):
        act(campaign.pk, organiser.seat, RenameFleet(other, "Mine"))


@pytest.mark.usefixtures("asked")
def test_a_refusal_that_meets_every_organiser_stays_as_it_is(campaign: Campaign, organiser: Person):
    with pytest.raises(Exception, match="Give the campaign a name") as refused:
        act(campaign.pk, organiser.seat, ChangeSettings(" ", public=False))
    assert not isinstance(refused.value, SecondStepNeeded)


@pytest.mark.usefixtures("asked")
def test_players_are_refused_as_before(campaign: Campaign, player: Person):
    with pytest.raises(NotYours, match="Only an organiser can change the campaign's settings") as refused:
        act(campaign.pk, player.seat, RENAMED)
    assert not isinstance(refused.value, SecondStepNeeded)


def test_acts_of_others_are_undone_only_with_a_second_step(running: verbs.League, settings: Any):
    verbs.do(running.organiser, RENAMED)
    number = Act.objects.filter(campaign=running.campaign, name="change_settings").get().number
    settings.ORGANISERS_NEED_SECOND_STEP = True
    with pytest.raises(SecondStepNeeded):
        undo.undo(running.campaign.pk, running.helper, number, "by mistake")
    TOTP.activate(running.helper.user, KEY)
    undo.undo(running.campaign.pk, running.helper, number, "by mistake")
    assert name_of(running.campaign) == "Winter League"


def test_people_are_let_in_only_with_a_second_step(
    campaign: Campaign, public_campaign: Campaign, organiser: Person, player: Person, settings: Any
):
    made = campaigns.invite(organiser.seat)
    leads = Member.objects.get(campaign=public_campaign, user=organiser.user)
    asking = campaigns.ask_to_join(account("asker"), public_campaign)
    Member.objects.filter(pk=player.seat.pk).update(user=None)
    player.seat.refresh_from_db()
    settings.ORGANISERS_NEED_SECOND_STEP = True
    doors = (
        lambda: campaigns.invite(organiser.seat),
        lambda: campaigns.revoke(organiser.seat, made),
        lambda: campaigns.answer_request(leads, asking.pk, True),
        lambda: places.place_token(organiser.seat, player.seat),
    )
    for door in doors:
        with pytest.raises(SecondStepNeeded):
            door()
    assert Invitation.objects.filter(revoked_at=None).count() == 1
    asking.refresh_from_db()
    assert asking.answered_at is None


def test_nobody_begins_a_campaign_without_a_second_step(
    running: verbs.League, stranger: Person, settings: Any
):
    data = archive(running.campaign.pk).data
    Campaign.objects.filter(pk=running.campaign.pk).update(phase="ended")
    running.organiser.refresh_from_db()
    count = Campaign.objects.count()
    settings.ORGANISERS_NEED_SECOND_STEP = True
    doors = (
        lambda: campaigns.create_campaign(stranger.user, CreateCampaign("Duel League")),
        lambda: restore_uploaded(stranger.user, data),
        lambda: succeed(Member.objects.get(pk=running.organiser.pk), "Winter League II", False),
    )
    for door in doors:
        with pytest.raises(SecondStepNeeded):
            door()
    assert Campaign.objects.count() == count


def test_bots_need_no_second_step(settings: Any):
    settings.ORGANISERS_NEED_SECOND_STEP = True
    member = campaigns.create_campaign(bot_user("Robin"), CreateCampaign("Bots"), quota=False)
    act(member.campaign_id, member, RENAMED)
    assert held_back() == []


def test_no_demo_is_made_with_organisers_who_could_not_organise(settings: Any):
    settings.ORGANISERS_NEED_SECOND_STEP = True
    with pytest.raises(CommandError, match="ORGANISERS_NEED_SECOND_STEP=false"):
        call_command("seed_demo")
    assert not Campaign.objects.exists()


# --- pages ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("asked")
def test_a_refused_organiser_is_led_to_setting_it_up(campaign: Campaign, organiser: Person):
    page = f"/campaigns/{campaign.pk}/settings/"
    assert organiser.client.get(page).status_code == 200
    form = {"campaign_name": "Summer League"}
    answer = organiser.client.post(page, dict(organiser.client.get(page).context["form"].initial) | form)
    text = answer.content.decode()
    assert (answer.status_code, NEEDED in text, 'href="/accounts/2fa/"' in text) == (403, True, True)
    assert name_of(campaign) == "Winter League"
    part = organiser.client.post(f"/campaigns/{campaign.pk}/invitations/", {"role": "player", "days": 3})
    assert (part.status_code, Invitation.objects.count()) == (403, 0)


@pytest.mark.usefixtures("asked")
def test_the_inbox_and_the_next_line_ask_organisers_first(
    campaign: Campaign, organiser: Person, player: Person
):
    for page in ("/inbox/", f"/campaigns/{campaign.pk}/next/"):
        assert "Set up a second step of sign-in" in organiser.client.get(page).content.decode()
        assert "Set up a second step" not in player.client.get(page).content.decode()
    TOTP.activate(organiser.user, KEY)
    assert "Set up a second step" not in organiser.client.get("/inbox/").content.decode()


@pytest.mark.usefixtures("asked")
def test_campaigns_join_and_leave_the_page_of_a_club_only_with_a_second_step(
    campaign: Campaign, organiser: Person
):
    club = clubs.found_club(organiser.user, "Harbour Club", "", "", public=True)
    for door in (clubs.add_campaign, clubs.remove_campaign):
        with pytest.raises(SecondStepNeeded):
            door(club.pk, organiser.user, campaign.pk)
    TOTP.activate(organiser.user, KEY)
    clubs.add_campaign(club.pk, organiser.user, campaign.pk)
    assert clubs.remove_campaign(club.pk, organiser.user, campaign.pk) == campaign
