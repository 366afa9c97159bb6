"""A campaign goes into a file and comes out of it the same; sealed facts stay on the site."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime

import pytest

from league.models import Act, Campaign, Member, Shard
from league.services.archive import archive, restore
from league.services.check import check
from league.services.undo import redo, undo
from rosters.models import Fleet, LedgerLine, ValuePoint
from rosters.rules.fleets.names import RenameFleet
from tests import invariants, verbs
from tests.people import account

pytestmark = pytest.mark.django_db


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def text_of(data: bytes) -> str:
    """All that can be read in a file."""
    return b"".join(parts(data).values()).decode()


def docs(campaign: int) -> dict[tuple[str, int], str]:
    rows = Shard.objects.filter(campaign=campaign).values_list("part", "key", "doc")
    return {(part, key): doc for part, key, doc in rows}


def copy_of(campaign: int, name: str = "nora") -> Member:
    """The campaign, restored by somebody new."""
    return restore(account(name), archive(campaign).data)


@pytest.fixture
def league() -> verbs.League:
    """A league that has played a round; an act of it was undone, another undone and done again."""
    made = verbs.league(verbs.crew())
    verbs.play(made)
    for fleet in (made.fleet, made.rival_fleet):
        verbs.close_desk(made.organiser, fleet, accept_elimination=True)
    names = [verbs.do(made.player, RenameFleet(made.fleet, name)).act for name in ("Red Two", "Red Six")]
    undo(made.campaign.pk, made.player, names[1])
    undo(made.campaign.pk, made.player, names[0])
    redo(made.campaign.pk, made.player, names[0])
    verbs.close_round(made.organiser)
    return made


def test_a_restored_campaign_is_the_same_byte_for_byte(league: verbs.League) -> None:
    original = league.campaign.pk
    member = copy_of(original)
    assert docs(member.campaign_id) == docs(original)
    assert check(member.campaign) == []
    assert invariants.broken(member.campaign_id) == []


def test_the_archive_of_a_restored_campaign_has_the_same_log(league: verbs.League) -> None:
    first = parts(archive(league.campaign.pk).data)
    again = parts(archive(copy_of(league.campaign.pk).campaign_id).data)
    assert again["log.jsonl"] == first["log.jsonl"]


def test_the_same_campaign_gives_the_same_bytes(league: verbs.League) -> None:
    assert archive(league.campaign.pk).data == archive(league.campaign.pk).data


def test_rows_lines_and_undone_acts_come_back(league: verbs.League) -> None:
    original, copy = league.campaign.pk, copy_of(league.campaign.pk).campaign_id

    def rows(campaign: int) -> list[list[tuple[object, ...]]]:
        return [
            list(model._default_manager.filter(campaign=campaign).order_by("pk").values_list(*columns))
            for model, columns in (
                (Act, ("number", "last_seq", "name", "actor", "at", "touched", "undone")),
                (LedgerLine, ("fleet", "seq", "amount", "balance", "rule", "what", "actor", "at")),
                (ValuePoint, ("fleet", "seq", "round", "value", "points")),
                (Fleet, ("number", "member", "name", "points", "value", "victories", "destroyed_points")),
            )
        ]

    assert rows(copy) == rows(original)
    assert Act.objects.filter(campaign=copy, undone=True).count() == 1


def test_the_campaign_goes_on_where_it_was_restored(league: verbs.League) -> None:
    organiser = copy_of(league.campaign.pk)
    before = Campaign.objects.get(pk=league.campaign.pk).next_id
    number = verbs.open_round(organiser)
    assert number == before
    undone = Act.objects.get(campaign=organiser.campaign, undone=True)
    redo(organiser.campaign_id, organiser, undone.number)
    assert Fleet.objects.get(campaign=organiser.campaign, number=league.fleet).name == "Red Six"
    assert invariants.broken(organiser.campaign_id) == []


def test_the_file_is_a_zip_that_people_can_read(league: verbs.League) -> None:
    made = parts(archive(league.campaign.pk).data)
    manifest = json.loads(made["manifest.json"])
    lines = [json.loads(line) for line in made["log.jsonl"].splitlines()]
    assert (manifest["format"], manifest["format_version"]) == ("admiralty-campaign", 1)
    assert (manifest["acts"], manifest["events"]) == (len(lines), sum(len(line["events"]) for line in lines))
    assert manifest["campaign"]["profile"] == league.campaign.profile | {"recover_any_ship": True}
    assert (lines[0]["name"], lines[0]["events"][0]["payload"]["name"]) == (
        "create_campaign",
        "Tuesday League",
    )
    assert made["SHA256SUMS"].decode().splitlines() == [
        f"{hashlib.sha256(made[name]).hexdigest()}  {name}" for name in ("manifest.json", "log.jsonl")
    ]


def test_people_are_numbers_and_names_and_nothing_of_their_accounts(league: verbs.League) -> None:
    text = text_of(archive(league.campaign.pk).data)
    assert "@example.org" not in text
    assert "password" not in text
    seats = Member.objects.filter(campaign=league.campaign).order_by("number")
    assert json.loads(parts(archive(league.campaign.pk).data)["manifest.json"])["members"] == [
        {"number": seat.number, "name": seat.name} for seat in seats
    ]


def test_the_person_who_restores_is_the_organiser_and_the_only_account(league: verbs.League) -> None:
    member = copy_of(league.campaign.pk)
    assert (member.role, member.active, member.name, member.number) == (
        "organiser",
        True,
        "Nora",
        league.organiser.number,
    )
    others = Member.objects.filter(campaign=member.campaign).exclude(pk=member.pk).order_by("number")
    assert [(each.name, each.user_id) for each in others] == [
        (name, None) for name in ("Cora", "Paul", "Rita", "Viktor")
    ]


def test_members_joined_when_the_log_says(league: verbs.League) -> None:
    long_ago = datetime(2024, 5, 1, 19, 30, tzinfo=UTC)
    Act.objects.filter(campaign=league.campaign, name="join_campaign").update(at=long_ago)
    original = league.campaign.pk
    Campaign.objects.get(pk=original).events.model._base_manager.filter(
        campaign=original, kind="member.joined", actor=0
    ).update(at=long_ago)
    member = copy_of(original)
    joined = Member.objects.filter(campaign=member.campaign, user=None).values_list("joined_at", flat=True)
    assert set(joined) == {long_ago}


def test_the_same_file_can_be_restored_twice(league: verbs.League) -> None:
    data = archive(league.campaign.pk).data
    first, second = restore(account("nora"), data), restore(account("nils"), data)
    assert first.campaign_id != second.campaign_id
    assert docs(first.campaign_id) == docs(second.campaign_id)


def test_a_deleted_account_stays_under_its_neutral_name(league: verbs.League) -> None:
    from league.services.campaigns import delete_account

    number = league.rival.number
    delete_account(league.rival.user)
    data = archive(league.campaign.pk).data
    assert "Rita" not in text_of(data)
    member = restore(account("nora"), data)
    assert Member.objects.get(campaign=member.campaign, number=number).name == f"Former member {number}"
