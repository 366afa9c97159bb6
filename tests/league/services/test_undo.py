"""Taking acts back, up to a whole game, and doing them again."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth import get_user_model

from league.kernel.refusal import NotYours, Refusal, Stale
from league.models import Act, Campaign, Shard
from league.rules.campaign import EndCampaign, ReopenCampaign, SetHouseNotes
from league.rules.state import LeagueState
from league.services.archive import archive
from league.services.check import check
from league.services.undo import blockers, hindrance, redo, redo_with, standing, undo, undo_with
from missions.rules.orders import ArrangeFriendly, VoidGame
from rosters.rules.orders import AdjustPoints, BuyShip, CloseDesk, RenameFleet
from tests import verbs
from tests.invariants import broken
from tests.people import browser
from tests.places import fleet_url, game_url, round_url

pytestmark = pytest.mark.django_db


def snapshot(campaign: int) -> dict[tuple[str, int], str]:
    rows = Shard.objects.filter(campaign_id=campaign).values_list("part", "key", "doc")
    return {(part, key): doc for part, key, doc in rows}


def last_act(campaign: int, name: str) -> int:
    return Act.objects.filter(campaign_id=campaign, name=name).latest("number").number


def confirmed(league: verbs.League) -> tuple[dict[tuple[str, int], str], int]:
    """A reported game; the snapshot before it is confirmed, and the act that confirms it."""
    organiser = league.organiser
    game = verbs.pair(league)
    verbs.draw(organiser, game)
    fates = {ship.id: "destroyed" for ship in verbs.game_of(organiser, game).ships_of("opposing")}
    verbs.report(organiser, game, fates)  # type: ignore[arg-type]
    verbs.make_choices(organiser, game)
    before = snapshot(league.campaign.pk)
    verbs.confirm(organiser, game)
    return before, last_act(league.campaign.pk, "confirm_result")


@pytest.mark.rule("CR-101")
def test_an_undone_game_leaves_the_state_as_it_was_to_the_byte(league: verbs.League) -> None:
    before, act = confirmed(league)
    assert snapshot(league.campaign.pk) != before
    undo(league.campaign.pk, league.organiser, act, "The wrong damage was entered.")
    assert snapshot(league.campaign.pk) == before
    assert check(Campaign.objects.get(pk=league.campaign.pk)) == []


@pytest.mark.rule("CR-101")
def test_acts_that_stand_on_a_game_are_listed_and_block_its_undoing(league: verbs.League) -> None:
    before, act = confirmed(league)
    campaign = league.campaign.pk
    verbs.do(league.player, BuyShip(league.fleet, verbs.STOCK["rebel"]))
    verbs.do(league.rival, RenameFleet(league.rival_fleet, "Iron Hand", ""))
    bought, renamed = last_act(campaign, "buy_ship"), last_act(campaign, "rename_fleet")
    with pytest.raises(Refusal) as refused:
        undo(campaign, league.organiser, act, "Misread")
    assert [each.about for each in refused.value.faults] == [f"act:{renamed}", f"act:{bought}"]
    assert [each.act for each in blockers(campaign, act)] == [renamed, bought]
    for number in (renamed, bought, act):
        undo(campaign, league.organiser, number, "Misread")
    assert snapshot(campaign) == before


def test_undo_and_redo_give_the_same_state(league: verbs.League) -> None:
    _, act = confirmed(league)
    after = snapshot(league.campaign.pk)
    undo(league.campaign.pk, league.organiser, act, "Misread")
    redo(league.campaign.pk, league.organiser, act)
    assert snapshot(league.campaign.pk) == after
    assert check(Campaign.objects.get(pk=league.campaign.pk)) == []


@pytest.mark.rule("CR-101")
def test_a_result_can_be_undone_and_counts_again_after_its_round_was_closed(league: verbs.League) -> None:
    campaign, organiser = league.campaign.pk, league.organiser
    game = verbs.play(league)
    at, act = verbs.round_of(organiser).id, last_act(campaign, "confirm_result")
    for owner, fleet in ((league.player, league.fleet), (league.rival, league.rival_fleet)):
        verbs.do(owner, CloseDesk(fleet))
    verbs.close_round(organiser)
    verbs.open_round(organiser)
    standing = blockers(campaign, act)
    assert [each.name for each in standing] == ["close_desk", "close_desk"]
    for number in [*(each.act for each in standing), act]:
        undo(campaign, organiser, number, "Misread")
    assert broken(campaign) == []
    client = browser(get_user_model().objects.get(pk=organiser.user_id))
    pages = [f"/campaigns/{campaign}/{page}" for page in ("", "timeline/", "standings/")]
    pages += [game_url(campaign, game), round_url(campaign, at), fleet_url(campaign, league.fleet)]
    assert {client.get(page).status_code for page in pages} == {200}
    assert "Waits for confirmation" in client.get(round_url(campaign, at), follow=True).content.decode()
    verbs.confirm(organiser, game)
    for owner, fleet in ((league.player, league.fleet), (league.rival, league.rival_fleet)):
        verbs.do(owner, CloseDesk(fleet))
    verbs.check_in(organiser, league.fleet, league.rival_fleet)
    assert broken(campaign) == []


@pytest.mark.rule("CR-101")
def test_a_game_of_a_closed_round_whose_result_was_undone_can_be_called_off(league: verbs.League) -> None:
    campaign, organiser = league.campaign.pk, league.organiser
    game = verbs.play(league)
    act = last_act(campaign, "confirm_result")
    for owner, fleet in ((league.player, league.fleet), (league.rival, league.rival_fleet)):
        verbs.do(owner, CloseDesk(fleet))
    verbs.close_round(organiser)
    for number in [*(each.act for each in blockers(campaign, act)), act]:
        undo(campaign, organiser, number, "Misread")
    verbs.do(organiser, VoidGame(game, "It was never played."))
    assert verbs.fleet_of(organiser, league.fleet).standing == "ready"
    assert broken(campaign) == []


def test_only_the_organiser_undoes_a_result(league: verbs.League) -> None:
    _, act = confirmed(league)
    with pytest.raises(NotYours):
        undo(league.campaign.pk, league.player, act)


def test_a_player_undoes_nothing_of_another_player(league: verbs.League) -> None:
    done = verbs.do(league.player, RenameFleet(league.fleet, "Blue Wing"))
    with pytest.raises(NotYours):
        undo(league.campaign.pk, league.rival, done.act)


def test_an_act_is_undone_once(league: verbs.League) -> None:
    _, act = confirmed(league)
    undo(league.campaign.pk, league.organiser, act, "Misread")
    with pytest.raises(Refusal, match="already been undone"):
        undo(league.campaign.pk, league.organiser, act, "Misread")


@pytest.mark.parametrize(
    ("reason", "code"), [("", "no_reason"), (" \n", "no_reason"), ("x" * 501, "long_reason")]
)
def test_an_organiser_says_why_when_undoing_what_others_did(league: verbs.League, reason, code) -> None:
    done = verbs.do(league.player, RenameFleet(league.fleet, "Blue Wing"))
    with pytest.raises(Refusal) as refused:
        undo(league.campaign.pk, league.organiser, done.act, reason)
    assert refused.value.code == code
    assert verbs.fleet_of(league.player, league.fleet).name == "Blue Wing"


def test_nobody_has_to_explain_why_the_own_entry_is_undone(league: verbs.League) -> None:
    done = verbs.do(league.player, RenameFleet(league.fleet, "Blue Wing"))
    undo(league.campaign.pk, league.player, done.act)
    assert verbs.fleet_of(league.player, league.fleet).name == "Red Wing"


def test_an_unknown_act_is_refused_with_a_sentence(league: verbs.League) -> None:
    with pytest.raises(Refusal, match="no such entry"):
        undo(league.campaign.pk, league.organiser, 999_999, "Oops")


def test_an_act_that_was_not_undone_cannot_be_redone(league: verbs.League) -> None:
    _, act = confirmed(league)
    with pytest.raises(Refusal, match="has not been undone"):
        redo(league.campaign.pk, league.organiser, act)


@pytest.mark.rule("CR-079")
def test_a_game_that_was_called_off_stays_so_because_its_secret_is_open(league: verbs.League) -> None:
    game = verbs.pair(league)
    verbs.press_ready(league.organiser, game, "active")
    verbs.do(league.organiser, VoidGame(game, "Power cut"))
    with pytest.raises(NotYours):
        undo(league.campaign.pk, league.organiser, last_act(league.campaign.pk, "void_game"))


@pytest.mark.rule("CR-152")
def test_acts_behind_final_standings_stay_until_the_campaign_is_reopened(
    league: verbs.League,
) -> None:
    campaign, organiser = league.campaign.pk, league.organiser
    verbs.do(organiser, AdjustPoints(league.fleet, 5, "Painted"))
    verbs.do(organiser, SetHouseNotes("Tuesdays at seven."))
    points, notes = last_act(campaign, "adjust_points"), last_act(campaign, "set_house_notes")
    verbs.do(organiser, EndCampaign())
    with pytest.raises(Refusal) as refused:
        undo(campaign, organiser, points, "Not painted")
    assert (refused.value.code, refused.value.rule) == ("ended", "CR-152")
    undo(campaign, organiser, notes, "Mondays now")
    verbs.do(organiser, ReopenCampaign("Too early"))
    undo(campaign, organiser, points, "Not painted")


def built_upon(league: verbs.League) -> tuple[dict[tuple[str, int], str], int, list[int]]:
    """A confirmed game on which two later acts stand: the snapshot before it, its act, and theirs."""
    before, act = confirmed(league)
    verbs.do(league.player, BuyShip(league.fleet, verbs.STOCK["rebel"]))
    verbs.do(league.rival, RenameFleet(league.rival_fleet, "Iron Hand", ""))
    return before, act, [each.act for each in standing(league.campaign.pk, act)]


@pytest.mark.rule("CR-101")
def test_a_game_is_undone_with_all_that_stands_on_it_in_one_act(league: verbs.League) -> None:
    before, act, along = built_upon(league)
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    acts = Act.objects.filter(campaign=campaign).count()
    made = undo_with(campaign.pk, league.organiser, act, along, "The wrong sheet was typed in.")
    assert snapshot(campaign.pk) == before
    assert Act.objects.filter(campaign=campaign).count() == acts + 1
    assert set(Act.objects.filter(undone=True).values_list("number", flat=True)) == {act, *along}
    assert len(made.events) >= 3
    campaign.refresh_from_db()
    assert (check(campaign), broken(campaign.pk)) == ([], [])


@pytest.mark.rule("CR-101")
def test_each_entry_can_count_again_after_that(league: verbs.League) -> None:
    before, act, along = built_upon(league)
    after = snapshot(league.campaign.pk)
    undo_with(league.campaign.pk, league.organiser, act, along, "Misread")
    for number in (act, *reversed(along)):
        redo(league.campaign.pk, league.organiser, number)
    assert snapshot(league.campaign.pk) == after != before


@pytest.mark.rule("CR-101")
def test_all_that_was_undone_together_counts_again_in_one_act(league: verbs.League) -> None:
    _, act, along = built_upon(league)
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    after = snapshot(campaign.pk)
    undoing = undo_with(campaign.pk, league.organiser, act, along, "The wrong game.").act
    together = [act, *along]
    assert hindrance(campaign.pk, together) is None
    alone = hindrance(campaign.pk, along[-1:])
    assert alone is not None and "something that is undone itself" in alone.message
    acts = Act.objects.filter(campaign=campaign).count()
    redo_with(campaign.pk, league.organiser, undoing, together)
    assert (snapshot(campaign.pk), Act.objects.filter(campaign=campaign).count()) == (after, acts + 1)
    assert not Act.objects.filter(campaign=campaign, undone=True).exists()
    campaign.refresh_from_db()
    assert (check(campaign), broken(campaign.pk)) == ([], [])
    with pytest.raises(Refusal, match="Nothing that it undid"):
        redo_with(campaign.pk, league.organiser, undoing, together)


@pytest.mark.rule("CR-101")
def test_nothing_counts_again_together_if_the_list_changed_or_a_later_act_stands_on_it(league) -> None:
    _, act, along = built_upon(league)
    campaign, organiser = league.campaign.pk, league.organiser
    undoing = undo_with(campaign, organiser, act, along, "The wrong game.").act
    before = snapshot(campaign)
    for shown in ([], [act], [act, *along, undoing]):
        with pytest.raises(Stale, match="Look at the list"):
            redo_with(campaign, organiser, undoing, shown)
    with pytest.raises(NotYours):
        redo_with(campaign, league.player, undoing, [act, *along])
    assert snapshot(campaign) == before
    renamed = verbs.do(league.player, RenameFleet(league.fleet, "Blue Hand", "")).act
    assert [each.act for each in blockers(campaign, act, *along)] == [renamed]
    with pytest.raises(Refusal, match="Undo that first"):
        redo_with(campaign, organiser, undoing, [act, *along])


@pytest.mark.rule("CR-101")
def test_the_rest_of_what_one_act_undid_counts_again_together(league) -> None:
    _, act, along = built_upon(league)
    campaign, organiser, after = league.campaign.pk, league.organiser, snapshot(league.campaign.pk)
    undoing = undo_with(campaign, organiser, act, along, "The wrong game.").act
    redo(campaign, organiser, act)
    redo_with(campaign, organiser, undoing, along)
    assert snapshot(campaign) == after


@pytest.mark.rule("CR-101")
def test_nothing_is_undone_if_other_entries_stand_on_it_than_were_shown(league: verbs.League) -> None:
    _, act, along = built_upon(league)
    before = snapshot(league.campaign.pk)
    for shown in ([], along[:1], [*along, along[0] + 1000]):
        with pytest.raises(Stale, match="Look at the list"):
            undo_with(league.campaign.pk, league.organiser, act, shown, "Misread")
    with pytest.raises(Refusal, match="Say why"):
        undo_with(league.campaign.pk, league.organiser, act, along)
    with pytest.raises(NotYours):
        undo_with(league.campaign.pk, league.player, act, along, "Mine")
    assert snapshot(league.campaign.pk) == before


@pytest.mark.rule("CR-101")
def test_entries_that_stand_on_those_go_as_well(league: verbs.League) -> None:
    """A rename stands on nothing but its fleet; the purchase stands on the game's reward."""
    _, act, along = built_upon(league)
    later = verbs.do(league.player, RenameFleet(league.fleet, "Blue Hand", ""))
    assert later.act in {each.act for each in standing(league.campaign.pk, along[-1])}
    assert {each.act for each in standing(league.campaign.pk, act)} == {*along, later.act}


def test_an_archive_names_no_undone_entry_that_it_leaves_out(league: verbs.League) -> None:
    _, act, along = built_upon(league)
    campaign = league.campaign.pk
    undo_with(campaign, league.organiser, act, along, "Misread")
    made = archive(campaign)
    with ZipFile(BytesIO(made.data)) as file:
        lines = [json.loads(line) for line in file.read("log.jsonl").splitlines()]
    undone = [event for line in lines for event in line["events"] if event["kind"] == "act.undone"]
    assert {event["payload"]["act"] for event in undone} <= {line["act"] for line in lines}


def test_the_later_of_two_who_redo_all_is_told_that_it_counts_already(running, organiser):
    campaign = running.campaign.pk
    verbs.do(organiser.seat, AdjustPoints(running.fleet, 5, "a gift"))
    first = last_act(campaign, "adjust_points")
    verbs.do(organiser.seat, AdjustPoints(running.fleet, 6, "a gift too"))
    along = [each.act for each in standing(campaign, first)]
    undo_with(campaign, organiser.seat, first, along, "A mistake.")
    url = f"/campaigns/{campaign}/timeline/{last_act(campaign, 'undo')}/redo/"
    fields = {"along": [first, *along], "reason": "It was right."}
    answers = [organiser.client.post(url, fields) for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 409]
    assert "counts again" in answers[1].content.decode()


@pytest.mark.rule("CR-101")
def test_rounds_stand_on_the_start_and_are_undone_with_it(league: verbs.League) -> None:
    campaign, organiser = league.campaign.pk, league.organiser
    start = last_act(campaign, "start_campaign")
    verbs.open_round(organiser)
    verbs.check_in(organiser, league.fleet)
    after = snapshot(campaign)
    with pytest.raises(Refusal, match="depends on it"):
        undo(campaign, organiser, start, "Too early.")
    along = [each.act for each in standing(campaign, start)]
    assert [Act.objects.get(campaign_id=campaign, number=each).name for each in along] == [
        "check_in",
        "open_round",
    ]
    undoing = undo_with(campaign, organiser, start, along, "Too early.").act
    league_state = verbs.state_of(organiser).of(LeagueState)
    assert (league_state.phase, league_state.rounds) == ("gathering", {})
    with pytest.raises(Refusal, match="Redo that first"):
        redo(campaign, organiser, along[-1])
    redo_with(campaign, organiser, undoing, [start, *along])
    assert (snapshot(campaign), broken(campaign)) == (after, [])


def test_a_friendly_game_keeps_the_start(league: verbs.League) -> None:
    """Friendly games field squadrons of locked rosters."""
    organiser = league.organiser
    verbs.do(organiser, ArrangeFriendly(league.fleet, league.rival_fleet))
    with pytest.raises(Refusal, match="depends on it"):
        undo(league.campaign.pk, organiser, last_act(league.campaign.pk, "start_campaign"), "Too early.")
    assert verbs.state_of(organiser).of(LeagueState).phase == "running"


def test_the_page_before_the_start_is_undone_calls_it_the_start_of_the_campaign(running, organiser) -> None:
    start = last_act(running.campaign.pk, "start_campaign")
    page = organiser.client.get(f"/campaigns/{running.campaign.pk}/timeline/{start}/undo/").content.decode()
    assert "Undo the start of the campaign?" in page
    assert page.index("The campaign began with") < page.index("roster is locked")
