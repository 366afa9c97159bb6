"""Taking over places after a campaign was restored."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import signing
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal
from league.models import Member
from league.rules.campaign import ChangeRole
from league.services.archive import archive, restore
from league.services.campaigns import add_member, delete_account
from league.services.check import check
from league.services.places import empty_places, place_of, place_token, take_place
from rosters.models import Fleet
from rosters.rules.fleets.names import RenameFleet
from rosters.rules.fleets.people import RemoveMember
from tests import verbs
from tests.people import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Member:
    """Nora, who restored the league."""
    return restore(account("nora"), archive(verbs.league(verbs.crew()).campaign.pk).data)


def place(boss: Member, name: str = "Paul") -> Member:
    return Member.objects.get(campaign=boss.campaign, name=name)


def test_everybody_but_the_organiser_has_an_empty_place(boss: Member) -> None:
    assert [each.name for each in empty_places(boss.campaign)] == ["Cora", "Paul", "Rita", "Viktor"]


def test_a_member_who_takes_a_place_commands_its_fleet(boss: Member) -> None:
    taken = take_place(account("pablo"), place_token(boss, place(boss)))
    fleet = Fleet.objects.get(campaign=boss.campaign, member=taken.number)
    verbs.do(taken, RenameFleet(fleet.number, "Red Two"))
    fleet.refresh_from_db()
    assert (taken.name, taken.role, fleet.name) == ("Pablo", "player", "Red Two")
    boss.campaign.refresh_from_db()
    assert check(boss.campaign) == []


def test_a_place_is_taken_once(boss: Member) -> None:
    token = place_token(boss, place(boss))
    take_place(account("pablo"), token)
    with pytest.raises(Refusal, match="no longer open"):
        take_place(account("petra"), token)


def test_a_link_ends_after_fourteen_days(boss: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    token = place_token(boss, place(boss))
    later = (timezone.now() + timedelta(days=14, minutes=1)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    with pytest.raises(Refusal, match="no longer open"):
        place_of(token)


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "9" * 3000, "½\x00:::"])
def test_a_link_of_nonsense_leads_nowhere(db: None, token: str) -> None:
    with pytest.raises(Refusal, match="no longer open"):
        place_of(token)


def test_a_signature_for_something_else_opens_no_place(boss: Member) -> None:
    other = signing.dumps([boss.campaign_id, place(boss).number])
    with pytest.raises(Refusal, match="no longer open"):
        place_of(other)


def test_members_cannot_take_a_second_place(boss: Member) -> None:
    guest = account("gwen")
    add_member(boss.campaign_id, guest, "player")
    with pytest.raises(Refusal, match="as Gwen"):
        take_place(guest, place_token(boss, place(boss)))


def test_only_organisers_give_places_away(boss: Member) -> None:
    player = take_place(account("pablo"), place_token(boss, place(boss)))
    with pytest.raises(NotYours, match="Only an organiser"):
        place_token(player, place(boss, "Rita"))


def test_organisers_of_other_campaigns_give_nothing_away_here(boss: Member) -> None:
    other = restore(boss.user, archive(boss.campaign_id).data)
    with pytest.raises(NotYours, match="Only an organiser"):
        place_token(other, place(boss))


def test_a_co_organisers_place_is_the_organisers_to_give(boss: Member) -> None:
    helper = take_place(account("carl"), place_token(boss, place(boss, "Cora")))
    verbs.do(boss, ChangeRole(place(boss, "Rita").number, "co_organiser"))
    with pytest.raises(NotYours, match="only the organiser"):
        place_token(helper, place(boss, "Rita"))


def test_a_place_that_somebody_has_is_not_given_away(boss: Member) -> None:
    take_place(account("pablo"), place_token(boss, place(boss)))
    with pytest.raises(Refusal, match="Pablo’s place already"):
        place_token(boss, place(boss, "Pablo"))


def test_the_place_of_somebody_who_left_is_closed(boss: Member) -> None:
    token = place_token(boss, place(boss, "Viktor"))
    verbs.do(boss, RemoveMember(place(boss, "Viktor").number))
    with pytest.raises(Refusal, match="no longer open"):
        place_of(token)


def test_the_place_of_a_deleted_account_can_be_taken_again(boss: Member) -> None:
    user = account("pablo")
    number = take_place(user, place_token(boss, place(boss))).number
    delete_account(user)
    back = take_place(account("paola"), place_token(boss, place(boss, f"Former member {number}")))
    assert (back.number, back.name) == (number, "Paola")
