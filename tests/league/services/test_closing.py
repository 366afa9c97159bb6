"""An account is closed at once, can be taken back for a week, and is then removed as it always was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal
from league.models import Campaign, Closing, Member
from league.rules.campaign import ChangeSettings
from league.services import campaigns, closing, doctor, elapsed
from league.services.acts import act
from league.services.check import check
from league.services.closing import GRACE, close_account, keep_account, remove_closed
from league.services.outgoing.worker import CHORES, Worker
from tests.machine import Machine
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


@pytest.fixture(autouse=True)
def _machine(machine: Machine):
    machine.since = NOW


def run(machine: Machine, at: datetime, clock: datetime | None = None) -> int:
    """Number of accounts that a run at that time removes, by a clock that is right or says something else."""
    machine.at(at)
    return remove_closed(clock or at)


def test_a_closed_account_is_shut_and_its_place_stays(campaign: Campaign, player: Person):
    assert close_account(player.user, NOW).until == OVER
    player.user.refresh_from_db()
    assert not player.user.is_active
    assert Member.objects.get(pk=player.seat.pk).name == "Paul"
    assert player.client.get("/inbox/").status_code == 302


def test_it_is_removed_when_the_week_is_over_and_no_sooner(
    machine: Machine, campaign: Campaign, player: Person
):
    close_account(player.user, NOW)
    assert (run(machine, JUST_BEFORE), is_there(player)) == (0, True)
    assert (run(machine, OVER), is_there(player)) == (1, False)
    seat = Member.objects.get(pk=player.seat.pk)
    assert (seat.name, seat.user) == (f"Former member {seat.number}", None)
    assert (run(machine, OVER + DAY), Closing.objects.count()) == (0, 0)


def test_it_is_kept_within_the_week(machine: Machine, player: Person):
    close_account(player.user, NOW)
    assert keep_account(player.user.pk, JUST_BEFORE).is_active
    assert (run(machine, OVER), is_there(player)) == (0, True)
    with pytest.raises(Refusal, match="nothing to keep"):
        keep_account(player.user.pk, JUST_BEFORE)


def test_it_is_not_kept_when_the_week_is_over(machine: Machine, player: Person):
    close_account(player.user, NOW)
    machine.at(OVER)
    with pytest.raises(Refusal, match="its week is over"):
        keep_account(player.user.pk, OVER)
    player.user.refresh_from_db()
    assert not player.user.is_active


def test_an_account_that_a_host_has_shut_is_neither_kept_nor_removed(machine: Machine, player: Person):
    player.user.is_active = False
    player.user.save()
    with pytest.raises(Refusal):
        keep_account(player.user.pk, NOW)
    assert (run(machine, OVER), is_there(player)) == (0, True)


def test_one_that_a_host_has_made_active_again_stays(machine: Machine, player: Person):
    close_account(player.user, NOW)
    type(player.user).objects.filter(pk=player.user.pk).update(is_active=True)
    assert (run(machine, OVER), is_there(player), Closing.objects.count()) == (0, True, 0)


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


def test_a_member_with_a_closed_account_does_not_hold_the_organiser_back(
    machine: Machine, organiser: Person, player: Person
):
    close_account(player.user, NOW)
    close_account(organiser.user, NOW)
    assert (run(machine, OVER), Member.objects.filter(user__isnull=False).count()) == (2, 0)


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
    machine: Machine, campaign: Campaign, organiser: Person, arrivals: list[tuple[str, str]], heir: str
):
    close_account(organiser.user, NOW)
    came = [joined(campaign, name, role) for name, role in arrivals]
    assert (run(machine, OVER), is_there(organiser)) == (1, False)
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
    machine: Machine,
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
    assert run(machine, OVER) == 1
    assert (is_there(player), is_there(rival)) == (True, False)
    assert f"Account {player.user.pk} was not removed" in caplog.text
    assert Closing.objects.filter(user=player.user).exists()


# --- the running of it ------------------------------------------------------------------------------


def week_ago(user: object, ago: timedelta = GRACE) -> None:
    """Close the account so that its week began that long ago."""
    close_account(user, timezone.now() - ago)
    due = elapsed.passed() + (GRACE - ago).total_seconds()
    Closing.objects.filter(user=user).update(due=due)


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
    week_ago(player.user, GRACE + timedelta(hours=1))
    assert list(doctor.waiting_removals()) == []
    week_ago(player.user, GRACE + DAY)
    (advice,) = doctor.waiting_removals()
    assert "1 closed account" in advice.text and "clear_accounts" in advice.text


# --- a clock that is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize("off", [timedelta(days=8), timedelta(days=400), -timedelta(days=400)])
def test_a_clock_that_is_wrong_all_week_changes_nothing(machine: Machine, player: Person, off: timedelta):
    close_account(player.user, NOW)
    for hour in range(1, 7 * 24):
        assert run(machine, NOW + HOUR * hour, NOW + HOUR * hour + off) == 0
    assert keep_account(player.user.pk, JUST_BEFORE + off).is_active
    close_account(player.user, JUST_BEFORE)
    assert run(machine, OVER + GRACE, OVER + GRACE + off) == 1


def test_an_account_that_is_closed_by_a_wrong_clock_has_its_week(machine: Machine, player: Person):
    wrong = NOW + timedelta(days=400)
    close_account(player.user, wrong)
    found = closing.closing_of(player.user.pk, NOW)
    assert found is not None and found.until == OVER
    assert (run(machine, JUST_BEFORE), run(machine, OVER)) == (0, 1)


def test_a_leap_between_two_starts_of_the_machine_counts_as_a_day(machine: Machine, player: Person):
    close_account(player.user, NOW)
    machine.start_again()
    assert run(machine, NOW + HOUR, NOW + timedelta(days=400)) == 0
    machine.start_again()
    assert run(machine, NOW + HOUR * 2, NOW + timedelta(days=800)) == 0
    machine.start_again()
    # The clock is right again, and behind what it said before: the time between the starts is not known.
    assert run(machine, NOW + HOUR * 3) == 0
    assert elapsed.passed() == 2 * DAY.total_seconds()
    assert (run(machine, OVER - DAY * 2), run(machine, OVER - DAY * 2 + HOUR * 3)) == (0, 1)


def test_a_machine_that_is_off_for_weeks_removes_after_seven_starts_on_seven_days(
    machine: Machine, player: Person
):
    close_account(player.user, NOW)
    for week in range(1, 8):
        machine.start_again()
        assert run(machine, NOW + timedelta(weeks=week)) == (1 if week == 7 else 0)


def test_a_closing_of_an_earlier_release_ends_within_a_day_and_a_week(machine: Machine, player: Person):
    for until, left in ((NOW - DAY, DAY), (NOW + DAY * 3, DAY * 3), (NOW + DAY * 400, GRACE)):
        close_account(player.user, NOW)
        Closing.objects.update(due=None, until=until)
        assert run(machine, NOW) == 0
        assert Closing.objects.get().due == left.total_seconds()


def test_an_account_that_is_closed_once_more_has_a_new_week(machine: Machine, player: Person):
    close_account(player.user, NOW)
    run(machine, OVER - HOUR)
    player.user.is_active = True
    player.user.save()
    close_account(player.user, OVER - HOUR)
    assert (run(machine, OVER), run(machine, OVER - HOUR + GRACE)) == (0, 1)


def test_a_system_that_names_no_start_counts_by_its_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.undo()
    first, second = elapsed.uptime(), elapsed.uptime()
    assert first.boot == second.boot and 0 < first.seconds <= second.seconds
    monkeypatch.setattr(elapsed, "_BOOT", tmp_path / "none")
    first, second = elapsed.uptime(), elapsed.uptime()
    assert first.boot == second.boot != "" and first.boot.startswith("process ")
