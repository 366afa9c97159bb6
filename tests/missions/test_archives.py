"""No file tells what is sealed, and a game that was cut short goes on with a new draw (CR-079)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from league.kernel.events import KINDS
from league.models import Act, Campaign, Member, Shard
from league.services.archive import archive, restore, will_be_left_out
from league.services.check import check
from league.services.undo import undo
from missions.rules.game.state import GameState, MissionsState
from tests import invariants, verbs
from tests.leagues import Known
from tests.missions.draw_steps import NONCE, being_reported, one_ready
from tests.missions.secrets.walk import unpacked
from tests.missions.tables import Table
from tests.people import account

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CR-079")]


def text_of(campaign: int) -> str:
    """All that can be read in the campaign's file."""
    return unpacked(archive(campaign).data)


def copy_of(campaign: int) -> Member:
    return restore(account("nora"), archive(campaign).data)


def drawn(table: Table) -> None:
    verbs.press_ready(table.active.seat, table.number, "active", nonce=NONCE)
    verbs.press_ready(table.opposing.seat, table.number, "opposing")


def reported(table: Table) -> None:
    table.draw()
    table.report()


def taken_back(table: Table) -> None:
    """The result was confirmed, and that was undone."""
    reported(table)
    table.choose()
    verbs.confirm(table.organiser.seat, table.number)
    done = Act.objects.get(campaign=table.league.campaign, name="confirm_result")
    undo(table.league.campaign.pk, table.organiser.seat, done.number, "Wrong table.")


STEPS = (one_ready, drawn, being_reported, reported, taken_back)


@pytest.mark.parametrize("until", STEPS, ids=lambda step: step.__name__)
def test_the_file_tells_no_secret_of_a_running_game(table: Table, until: Callable[[Table], None]) -> None:
    until(table)
    draw = table.game.draw
    assert draw is not None
    text = text_of(table.league.campaign.pk)
    secrets = [secret for secret in (draw.seed, draw.seed.upper(), *draw.nonces.values()) if secret in text]
    assert secrets == []


@pytest.mark.parametrize("until", STEPS, ids=lambda step: step.__name__)
def test_a_restored_game_stands_as_it_was_paired(table: Table, until: Callable[[Table], None]) -> None:
    until(table)
    member = copy_of(table.league.campaign.pk)
    game = verbs.game_of(member, table.number)
    assert (game.step, game.draw, game.forces) == ("draw", None, [])
    assert invariants.broken(member.campaign_id) == []


def test_a_restored_game_draws_anew(table: Table) -> None:
    one_ready(table)
    member = copy_of(table.league.campaign.pk)
    verbs.press_ready(member, table.number, "active", nonce=NONCE)
    before, after = table.game.draw, verbs.game_of(member, table.number).draw
    assert before is not None
    assert after is not None
    assert (before.seed != after.seed, len(bytes.fromhex(after.seed))) == (True, 32)


@pytest.mark.parametrize("how", ["finished", "void"])
def test_a_game_that_is_over_is_in_the_file_whole(reported: Table, how: str) -> None:
    if how == "void":
        reported.press(reported.organiser, "void", reason="Power cut.")
    else:
        reported.choose()
        verbs.confirm(reported.organiser.seat, reported.number)
    draw = reported.game.draw
    assert draw is not None
    assert draw.seed in text_of(reported.league.campaign.pk)
    assert archive(reported.league.campaign.pk).manifest.left_out == []
    assert verbs.game_of(copy_of(reported.league.campaign.pk), reported.number) == reported.game


def test_a_game_left_out_is_named_in_a_sentence(drawn: Table) -> None:
    [sentence] = archive(drawn.league.campaign.pk).manifest.left_out
    assert sentence.startswith("Round 1, ")
    assert "Red Wing" in sentence
    assert "Iron Fist" in sentence
    assert will_be_left_out(drawn.league.campaign.pk) == [sentence]


def test_a_game_that_was_only_paired_is_in_the_file(table: Table) -> None:
    assert archive(table.league.campaign.pk).manifest.left_out == []
    assert will_be_left_out(table.league.campaign.pk) == []


def test_every_secret_belongs_to_a_game_whose_end_opens_it() -> None:
    secret = {kind: event for kind, event in KINDS.items() if event.secret}
    assert {"game.draw_committed", "game.side_ready"} <= set(secret)
    assert [
        kind for kind, event in secret.items() if "game" not in {each.name for each in fields(event)}
    ] == []


def open_games(campaign: int) -> list[GameState]:
    games = verbs.state_of(Member.objects.filter(campaign=campaign)[0]).of(MissionsState).games
    return [game for game in games.values() if game.step not in ("done", "void")]


def test_the_demo_league_goes_into_a_file_without_a_secret_and_comes_out_whole(league: Known) -> None:
    campaign = league("demo").campaign_id
    text = text_of(campaign)
    games = open_games(campaign)
    secrets = [each for game in games if game.draw for each in (game.draw.seed, *game.draw.nonces.values())]
    assert (len(games) >= 2, len(secrets) >= 3, [each for each in secrets if each in text]) == (
        True,
        True,
        [],
    )
    assert "@demo.example" not in text
    member = restore(account("nora"), archive(campaign).data)
    assert check(Campaign.objects.get(pk=member.campaign_id)) == []
    assert invariants.broken(member.campaign_id) == []
    assert [game.draw for game in open_games(member.campaign_id)] == [None] * len(games)


def test_a_league_of_bots_comes_out_byte_for_byte(league: Known) -> None:
    driver = league("missions")
    copy = copy_of(driver.campaign_id).campaign_id
    columns = ("part", "key", "doc")
    before, after = (
        list(Shard.objects.filter(campaign=it).order_by("part", "key").values_list(*columns))
        for it in (driver.campaign_id, copy)
    )
    assert (after == before, len(after) > 8) == (True, True)
    assert invariants.broken(copy) == []


def test_fleets_are_the_same_in_a_copy_that_leaves_a_game_out(drawn: Table) -> None:
    member = copy_of(drawn.league.campaign.pk)
    before, after = (verbs.state_of(each).parts["rosters"].fleets for each in (drawn.organiser.seat, member))
    assert dict(after.items()) == dict(before.items())
