"""House notes, and the campaign that goes on from another."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from league.kernel.refusal import Refusal
from league.models import Campaign, Member
from league.rules.campaign import NOTES_LENGTH, EndCampaign
from league.services.archive import archive, restore
from league.services.succession import next_name, succeed
from league.views.notes import NotesForm
from tests import verbs

NOTES = "We meet at seven.\n\nMaps: https://example.org/hall <b>bring dice</b>"


@pytest.fixture
def ended(running, organiser):
    """The Winter League after its end, with house notes."""
    base = f"/campaigns/{running.campaign.pk}/"
    assert organiser.client.post(f"{base}notes/", {"notes": NOTES}).status_code == 302
    verbs.do(organiser.seat, EndCampaign())
    return running


def test_the_end_of_a_line_counts_once_as_in_the_browser():
    form = NotesForm({"notes": "x\r\n" * (NOTES_LENGTH // 2)})
    assert form.is_valid() and form.cleaned_data["notes"] == "x\n" * (NOTES_LENGTH // 2)


def test_notes_that_somebody_else_changed_are_not_overwritten(running, organiser, co_organiser):
    base = f"/campaigns/{running.campaign.pk}/notes/"
    known = organiser.client.get(base).context["known"]
    co_organiser.client.post(base, {"notes": NOTES, "known": known})
    answer = organiser.client.post(base, {"notes": "Mondays", "known": known})
    html = answer.content.decode()
    assert (answer.status_code, "Somebody else has changed the notes" in html) == (409, True)
    assert "<p>We meet at seven.</p>" in html and ">\nMondays</textarea>" in html
    again = organiser.client.post(base, {"notes": "Mondays", "known": answer.context["known"]})
    assert again.status_code == 302


def test_notes_are_paragraphs_with_links_and_no_markup(running, organiser, player):
    base = f"/campaigns/{running.campaign.pk}/"
    organiser.client.post(f"{base}notes/", {"notes": NOTES})
    html = player.client.get(base).content.decode()
    assert "<p>We meet at seven.</p>" in html and 'href="https://example.org/hall"' in html
    assert "&lt;b&gt;bring dice&lt;/b&gt;" in html
    assert player.client.post(f"{base}notes/", {"notes": "Mine"}).status_code == 403


def test_the_next_campaign_has_everybody_and_the_notes_and_no_fleets(ended, organiser, player):
    answer = organiser.client.post(
        f"/campaigns/{ended.campaign.pk}/successor/", {"campaign_name": "Winter League II"}
    )
    new = Campaign.objects.get(predecessor=ended.campaign)
    assert answer["Location"] == f"/campaigns/{new.pk}/"
    assert (new.phase, new.format, new.profile, new.public) == (
        "gathering",
        "free_for_all",
        ended.campaign.profile,
        False,
    )
    assert new.notes == NOTES
    roles = {each.name: each.role for each in Member.objects.filter(campaign=new, active=True)}
    old = {each.name: each.role for each in Member.objects.filter(campaign=ended.campaign, active=True)}
    assert roles == old
    assert new.fleets.count() == 0


def test_both_campaigns_lead_to_each_other(ended, organiser, player, stranger):
    old = f"/campaigns/{ended.campaign.pk}/"
    assert f"{old}successor/" in organiser.client.get(old).content.decode()
    new = f"/campaigns/{succeed(organiser.seat, 'The next one', False).campaign_id}/"
    assert f'href="{new}"' in player.client.get(old).content.decode()
    assert f'href="{old}"' in player.client.get(new).content.decode()
    assert f"{old}successor/" not in organiser.client.get(old).content.decode()
    Campaign.objects.filter(pk=ended.campaign.pk).update(public=True)
    assert "The next one" not in stranger.client.get(old).content.decode()


def test_a_co_organiser_who_begins_it_leaves_everybody_their_role(ended, organiser, co_organiser):
    seat = succeed(co_organiser.seat, "The next one", False)
    roles = {each.name: each.role for each in Member.objects.filter(campaign=seat.campaign)}
    assert (roles["Cora"], roles["Olga"], seat.role) == ("co_organiser", "organiser", "co_organiser")


def test_a_co_organiser_leads_the_next_campaign_if_the_organiser_cannot_sign_in(
    ended, organiser, co_organiser
):
    get_user_model().objects.filter(pk=organiser.user.pk).update(is_active=False)
    assert succeed(co_organiser.seat, "The next one", False).role == "organiser"


def test_there_is_one_successor_and_only_after_the_end(running, organiser, player):
    with pytest.raises(Refusal, match="ended"):
        succeed(organiser.seat, "The next one", False)
    assert player.client.get(f"/campaigns/{running.campaign.pk}/successor/").status_code == 403
    verbs.do(organiser.seat, EndCampaign())
    organiser.seat.refresh_from_db()
    succeed(organiser.seat, "The next one", False)
    with pytest.raises(Refusal, match="already"):
        succeed(organiser.seat, "Another one", False)
    assert Campaign.objects.filter(predecessor=running.campaign).count() == 1


@pytest.mark.parametrize(
    ("name", "then"),
    [
        ("Tuesday League", "Tuesday League II"),
        ("Tuesday League II", "Tuesday League III"),
        ("X", "X II"),
        ("XII", "XII II"),
        ("a" * 80, "a" * 77 + " II"),
    ],
)
def test_the_next_name_counts_on(name, then):
    assert next_name(name) == then


@pytest.mark.parametrize(("old_public", "new_public"), [(False, False), (True, True), (False, True)])
def test_a_restored_campaign_says_from_which_one_it_goes_on(ended, organiser, old_public, new_public):
    Campaign.objects.filter(pk=ended.campaign.pk).update(public=old_public)
    organiser.seat.campaign.refresh_from_db()
    new = succeed(organiser.seat, "Winter League II", new_public)
    copies = [restore(organiser.seat.user, archive(new.campaign_id).data)]
    copies.append(restore(organiser.seat.user, archive(copies[0].campaign_id).data))
    name = ended.campaign.name if old_public or not new_public else ""
    assert [each.campaign.goes_on_from for each in copies] == [name, name]
    html = organiser.client.get(f"/campaigns/{copies[0].campaign_id}/").content.decode()
    assert (f"goes on from {name}, which was played elsewhere" in html) == bool(name)
