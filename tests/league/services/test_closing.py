"""An account is closed at once, can be taken back for a week, and is then removed as it always was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal
from league.models import Campaign, Closing, Member
from league.rules.campaign import ChangeSettings
from league.services import campaigns, closing, doctor
from league.services.acts import act
from league.services.check import check
from league.services.closing import GRACE, close_account, keep_account, remove_closed
from league.services.outgoing.worker import CHORES, Worker
from tests.people import Person, account, joined

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
OVER = NOW + GRACE
JUST_BEFORE = OVER - timedelta(seconds=1)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def organisers(campaign: Campaign) -> list[str]:
    return list(Member.objects.filter(campaign=campaign, role="organiser").values_list("name", flat=True))


def is_there(person: Person) -> bool:
    return type(person.user).objects.filter(pk=person.user.pk).exists()


def removed_at(now: datetime) -> int:
    """Number of accounts that a run a day after that time removes, after a run at that time."""
    assert remove_closed(now) == 0
    return remove_closed(now + DAY)


def test_a_closed_account_is_shut_and_its_place_stays(campaign: Campaign, player: Person):
    assert close_account(player.user, NOW).until == OVER
    player.user.refresh_from_db()
    assert not player.user.is_active
    assert Member.objects.get(pk=player.seat.pk).name == "Paul"
    assert player.client.get("/inbox/").status_code == 302


def test_it_is_removed_when_the_week_is_over_and_no_sooner(campaign: Campaign, player: Person):
    close_account(player.user, NOW)
    assert (remove_closed(JUST_BEFORE), remove_closed(OVER), is_there(player)) == (0, 0, True)
    assert (remove_closed(OVER + DAY), is_there(player)) == (1, False)
    seat = Member.objects.get(pk=player.seat.pk)
    assert (seat.name, seat.user) == (f"Former member {seat.number}", None)
    assert (remove_closed(OVER + DAY), Closing.objects.count()) == (0, 0)


def test_it_is_kept_within_the_week(player: Person):
    close_account(player.user, NOW)
    assert keep_account(player.user.pk, JUST_BEFORE).is_active
    assert (removed_at(OVER), is_there(player)) == (0, True)
    with pytest.raises(Refusal, match="nothing to keep"):
        keep_account(player.user.pk, JUST_BEFORE)


def test_it_is_not_kept_when_the_week_is_over(player: Person):
    close_account(player.user, NOW)
    with pytest.raises(Refusal, match="its week is over"):
        keep_account(player.user.pk, OVER)
    player.user.refresh_from_db()
    assert not player.user.is_active


def test_an_account_that_a_host_has_shut_is_neither_kept_nor_removed(player: Person):
    player.user.is_active = False
    player.user.save()
    with pytest.raises(Refusal):
        keep_account(player.user.pk, NOW)
    assert (removed_at(OVER), is_there(player)) == (0, True)


def test_one_that_a_host_has_made_active_again_stays(player: Person):
    close_account(player.user, NOW)
    type(player.user).objects.filter(pk=player.user.pk).update(is_active=True)
    assert (removed_at(OVER), is_there(player), Closing.objects.count()) == (0, True, 0)


# --- organisers -------------------------------------------------------------------------------------


def test_the_organiser_of_others_hands_over_before_closing(organiser: Person, player: Person):
    with pytest.raises(Refusal, match="Hand over the organiser’s role there first"):
        close_account(organiser.user, NOW)
    organiser.user.refresh_from_db()
    assert (organiser.user.is_active, Closing.objects.count()) == (True, 0)


def test_nobody_hands_a_campaign_to_a_closed_account(organiser: Person, player: Person):
    close_account(player.user, NOW)
    with pytest.raises(Refusal, match="Paul has no account any more"):
        campaigns.hand_over(organiser.seat, Member.objects.get(pk=player.seat.pk))


def test_a_member_with_a_closed_account_does_not_hold_the_organiser_back(organiser: Person, player: Person):
    close_account(player.user, NOW)
    close_account(organiser.user, NOW)
    assert (removed_at(OVER), Member.objects.filter(user__isnull=False).count()) == (2, 0)


@pytest.mark.parametrize(
    ("arrivals", "heir"),
    [
        ([("rita", "visitor"), ("paul", "player"), ("cora", "co_organiser"), ("nina", "player")], "Cora"),
        ([("rita", "visitor"), ("paul", "player"), ("nina", "player")], "Paul"),
        ([("rita", "visitor")], "Rita"),
        ([], "Former member 1"),
    ],
)
def test_people_who_came_meanwhile_get_an_organiser(
    campaign: Campaign, organiser: Person, arrivals: list[tuple[str, str]], heir: str
):
    close_account(organiser.user, NOW)
    came = [joined(campaign, name, role) for name, role in arrivals]
    assert (removed_at(OVER), is_there(organiser)) == (1, False)
    assert organisers(campaign) == [heir]
    campaign.refresh_from_db()
    assert check(campaign) == []
    for person in came:
        if person.user.first_name == heir:
            act(campaign.pk, Member.objects.get(pk=person.seat.pk), ChangeSettings("Ours", public=False))
        else:
            with pytest.raises((NotYours, Refusal)):
                campaigns.hand_over(Member.objects.get(pk=person.seat.pk), person.seat)


@pytest.mark.parametrize("problem", [Refusal("no", "Not this one."), IntegrityError("a bug")])
def test_an_account_that_cannot_be_removed_keeps_no_other(
    player: Person,
    rival: Person,
    problem: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    def refuse(user: object, now: object) -> None:
        if user == player.user:
            raise problem

    monkeypatch.setattr(closing, "hand_to_heirs", refuse)
    for person in (player, rival):
        close_account(person.user, NOW)
    assert removed_at(OVER) == 1
    assert (is_there(player), is_there(rival)) == (True, False)
    assert f"Account {player.user.pk} was not removed" in caplog.text
    assert Closing.objects.filter(user=player.user).exists()


# --- the running of it ------------------------------------------------------------------------------


def week_ago(user: object) -> None:
    """Close the account so that its week and the day after it are over."""
    long_ago = timezone.now() - GRACE - DAY
    close_account(user, long_ago)
    Closing.objects.filter(user=user).update(over_since=long_ago + GRACE)


def test_a_running_site_removes_them_every_hour(player: Person):
    assert remove_closed in CHORES
    week_ago(player.user)
    Worker()._clean()
    assert not is_there(player)


def test_a_chore_that_fails_stops_no_other(
    player: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken() -> None:
        raise ValueError("spilt ink")

    monkeypatch.setattr("league.services.outgoing.worker.CHORES", [broken, *CHORES])
    week_ago(player.user)
    Worker()._clean()
    assert "An hourly chore met a fault" in caplog.text and not is_there(player)


def test_the_command_says_how_many():
    for name in ("ada", "ben"):
        week_ago(account(name))
    close_account(account("cid"), timezone.now())
    out = StringIO()
    call_command("clear_accounts", stdout=out)
    call_command("clear_accounts", stdout=out)
    assert out.getvalue() == "Removed 2 accounts closed a week ago.\n"


def test_the_doctor_names_accounts_that_wait_too_long(player: Person):
    close_account(player.user, timezone.now() - GRACE - timedelta(hours=1))
    assert list(doctor.waiting_removals()) == []
    Closing.objects.update(until=timezone.now() - timedelta(days=3))
    (advice,) = doctor.waiting_removals()
    assert "1 closed account" in advice.text and "clear_accounts" in advice.text
    Closing.objects.update(over_since=timezone.now() - DAY)
    assert list(doctor.waiting_removals()) == []
    Closing.objects.update(over_since=timezone.now() - timedelta(days=2, hours=1))
    assert len(list(doctor.waiting_removals())) == 1


# --- a clock that is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", [timedelta(days=8), timedelta(days=400)])
def test_a_clock_that_leaps_ahead_and_is_put_right_within_a_day_removes_nothing(
    player: Person, ahead: timedelta
):
    close_account(player.user, NOW)
    assert [remove_closed(NOW + ahead + HOUR * hour) for hour in range(24)] == [0] * 24
    remove_closed(NOW + DAY)
    assert Closing.objects.get().over_since is None
    assert keep_account(player.user.pk, NOW + DAY).is_active


def test_one_leap_does_not_help_another(player: Person):
    close_account(player.user, NOW)
    for ahead in (8, 0, 9, 1, 400, 2):
        assert remove_closed(NOW + DAY * ahead) == 0
    assert removed_at(OVER) == 1


@pytest.mark.parametrize("ahead", [DAY, timedelta(days=400)])
def test_a_leap_on_the_last_day_of_the_week_removes_nothing(player: Person, ahead: timedelta):
    close_account(player.user, NOW)
    runs = [OVER - DAY + HOUR * hour for hour in range(3)]
    assert [remove_closed(at) for at in (*runs, runs[-1] + ahead)] == [0] * 4


def test_a_clock_that_goes_back_after_the_week_starts_the_day_over(player: Person):
    close_account(player.user, NOW)
    remove_closed(OVER + HOUR * 2)
    remove_closed(OVER + HOUR)
    assert Closing.objects.get().over_since == OVER + HOUR
    assert (remove_closed(OVER + HOUR * 24), remove_closed(OVER + HOUR * 25)) == (0, 1)


def test_a_site_that_was_off_for_long_removes_a_day_after_its_start(player: Person):
    close_account(player.user, NOW)
    start = OVER + DAY * 30
    assert [remove_closed(start), remove_closed(start + HOUR * 23), remove_closed(start + DAY)] == [0, 0, 1]


def test_an_account_that_is_closed_once_more_has_a_new_week(player: Person):
    close_account(player.user, NOW)
    remove_closed(OVER - HOUR)
    player.user.is_active = True
    player.user.save()
    assert close_account(player.user, OVER - HOUR).over_since is None
    assert removed_at(OVER) == 0
