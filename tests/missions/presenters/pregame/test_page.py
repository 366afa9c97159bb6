"""A mission's preparation in words and cards, as each reader may see it."""

import pytest

from missions.presenters.game.in_play import mission_facts, nomination, start_damage_lines
from missions.presenters.game.page import badges, stage_steps, status
from missions.presenters.pregame.forms import pregame_form
from missions.presenters.pregame.page import asset_sides, given_back, pregame_page
from missions.presenters.print.play_sheet import force_sheet
from missions.rules import orders as do
from missions.rules.assets.commitments import useless_on
from missions.rules.content.table import start_damage
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES
from missions.rules.game.waiting import awaited
from missions.rules.pregame.pending import pending_questions
from rosters.rules.state import FleetState
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, fleets_for_missions
from tests.missions.rules.mission_nights import battle_line


def fleets_of(night, view):
    fleets = {
        number: FleetState(number, 0, name, "rebel", "hearts", slug=str(number))
        for number, name in zip((view.active, view.opposing), ("Red Wing", "Iron Fist"), strict=True)
    }
    return badges(view, fleets, dict.fromkeys(fleets, ("Paul", "")), "/campaigns/1/", organises=False)


def seen_by(night, viewer):
    view = view_for(night.game, viewer)
    rosters = {side: night.fleet(side) for side in SIDES}
    useless = {side: useless_on(night.state, night.game, side) for side in SIDES}
    return pregame_page(view, fleets_of(night, view), rosters, useless)


def forms_of(night, viewer, typed=None):
    view = view_for(night.game, viewer)
    rosters = {side: night.fleet(side) for side in SIDES}
    questions = pending_questions(night.state, night.game, viewer)
    return [pregame_form(each, view, fleets_of(night, view), rosters, typed) for each in questions]


@pytest.fixture
def night():
    """A RECON squadron is drawn for the mission."""
    return fleets_for_missions().draw_mission_squadron(2)


@pytest.mark.rule("CR-075")
def test_the_drawn_squadron_shows_others_its_type_alone(night):
    own, public = (seen_by(night, viewer).sides[0].cards[0] for viewer in ("active", "public"))
    assert (own.card, own.type, bool(own.ships)) == (2, "recon", True)
    assert (public.card, public.type, public.ships, public.points) == (0, "recon", (), 0)


@pytest.mark.rule("CR-075")
def test_face_down_cards_are_backs_to_everybody_else(night):
    night.asset("active", "scouted_area")
    night.choose_mission(4)
    page = seen_by(night, "opposing")
    assert [card.card for card in page.sides[0].cards] == [0, 0]
    assert [card.card for card in page.sides[1].cards] == night.pregame.cards["opposing"]


def test_settled_questions_are_listed_with_their_rules(night):
    night.asset("active", "scouted_area")
    night.choose_mission(4, (1, 2))
    decided = [(each.label, each.text, each.rule) for each in seen_by(night, "public").decided]
    assert decided == [
        ("Resting", "Nobody rests", "CR-071"),
        ("Drawn Squadron", "RECON", "CR-072"),
        ("Mission", "4. Engagement", "CR-073"),
        ("Squadrons", "Red Wing 1, Iron Fist 2", "CR-074"),
    ]


@pytest.mark.rule("CR-076")
def test_an_asset_that_names_somebody_else_is_said_to_be_of_no_use(night):
    night.asset("active", "sabotage")
    asset = next(iter(night.fleet("active").assets.values()))
    asset.target, asset.target_name = 99, "Grey Wing"
    decided = [each for each in seen_by(night, "opposing").decided if each.rule == "CR-076"]
    assert [each.text for each in decided] == ["Sabotage (against Grey Wing only), of Red Wing"]


@pytest.mark.rule("CR-076")
def test_a_commitment_is_open_to_its_owner_first(night):
    area = night.asset("active", "scouted_area")
    night.asset("opposing", "reinforcements")
    night.choose_mission(4)
    night.act(do.CommitAssets(night.game_id, "active", (area,)), ACTIVE)
    assets = {viewer: seen_by(night, viewer).assets[0] for viewer in ("active", "opposing", "organiser")}
    assert [each.name for each in assets["active"].cards] == ["Scouted Area"]
    assert [(assets[viewer].cards, assets[viewer].note) for viewer in ("opposing", "organiser")] == [
        ((), "Committed face down."),
    ] * 2


@pytest.mark.rule("CR-076")
def test_a_side_that_commits_nothing_reads_that_nobody_else_knows(night):
    night.asset("active", "scouted_area")
    night.asset("opposing", "reinforcements")
    night.choose_mission(4)
    night.act(do.CommitAssets(night.game_id, "active"), ACTIVE)
    note = seen_by(night, "active").assets[0].note
    assert note == "No asset. Only you see this until both sides have committed."


@pytest.mark.rule("CR-070", "CR-076")
def test_a_side_without_assets_reads_what_comes_next_but_no_commitment(night):
    number = night.asset("active", "scouted_area")
    night.choose_mission(4)
    read, notes = [], []
    for made in ((), (number,)):
        night.act(do.CommitAssets(night.game_id, "active", made), ACTIVE)
        (form,) = forms_of(night, "opposing")
        read.append((form.title, form.text, seen_by(night, "opposing").assets[0].note))
        notes.append(seen_by(night, "active").assets[0].note)
        night.act(do.TakeBack(night.game_id, "active"), ACTIVE)
    until = "until both commitments open."
    assert notes == [f"No asset. Only you see this {until}", f"Only you see these {until}"]
    then = "Then both commitments are shown, and the assets act."
    text = f"The other side can take that back until you go on. {then}"
    assert read == [("The other side has committed", text, "Committed face down.")] * 2


@pytest.mark.rule("CR-076")
def test_a_side_with_nothing_to_commit_is_not_said_to_have_committed(night):
    night.asset("active", "scouted_area")
    night.choose_mission(4)
    page = seen_by(night, "active")
    words = [[word for _, _, word in side.tags] for side in page.sides]
    assert words == [["Choosing assets"], ["No asset to commit"]]
    assert page.assets[1].note == "No asset to commit."


@pytest.mark.rule("CR-074")
def test_the_opposing_side_reads_how_many_squadrons_the_active_one_fields(night):
    night.act(do.ChooseMission(night.game_id, 4), ACTIVE)
    night.act(do.ChooseStrength(night.game_id, "active", 1), ACTIVE)
    (form,) = forms_of(night, "opposing")
    assert form.text == "Red Wing fields 1 squadron. They are drawn at random, face down."


@pytest.mark.rule("CR-070", "CR-076")
def test_a_game_whose_commitments_are_in_says_so_and_for_whom_it_waits(night):
    number = night.asset("active", "scouted_area")
    night.choose_mission(4)
    night.act(do.CommitAssets(night.game_id, "active", (number,)), ACTIVE)
    view = view_for(night.game, "opposing")
    shown = status(
        view, awaited(night.state, night.game), fleets_of(night, view), me=OPPOSING, organises=False
    )
    assert shown.sentence == "The squadrons lie face down, and the commitments are in."
    assert [(move.text, move.mine) for move in shown.moves] == [
        ("The other side has chosen. If you go on, you accept its choice.", True)
    ]


@pytest.mark.rule("CR-070", "CR-077")
def test_a_side_that_goes_on_from_supplies_reads_that_the_next_asset_acts():
    night = battle_line()
    kinds = ("additional_supplies", "supply_shortage")
    night.lay((2, 3), (2, 3)).commit("active", *(night.hold("active", kind) for kind in kinds))
    night.act(do.PassEffect(night.game_id), ACTIVE)
    (form,) = forms_of(night, "opposing")
    assert form.title == "Additional Supplies: the other side has chosen"
    assert form.text.endswith("Then the next asset acts, or play begins.")


@pytest.mark.rule("CR-082")
def test_an_asset_that_was_cancelled_says_by_what(night):
    ours = night.asset("active", "disrupted_command")
    theirs = night.asset("opposing", "reinforcements")
    night.choose_mission(4)
    night.act(do.CommitAssets(night.game_id, "active", (ours,)), ACTIVE)
    night.act(do.CommitAssets(night.game_id, "opposing", (theirs,)), OPPOSING)
    states = [side.cards[0].state for side in seen_by(night, "public").assets]
    assert states == ["Cancelled by Reinforcements", "Cancelled by Disrupted Command Structure"]


def test_the_steps_leave_the_key_ship_out_where_there_is_none(night):
    night.asset("active", "scouted_area")
    assert ("Key ship", "") in stage_steps(view_for(night.game, "public").pregame)
    night.choose_mission(4)
    labels = [label for label, _ in stage_steps(view_for(night.game, "public").pregame)]
    assert ("Key ship" in labels, "Supplies" in labels) == (False, True)


@pytest.mark.rule("CR-073")
def test_eight_missions_are_offered_and_those_closed_say_why(night):
    (form,) = forms_of(night, "active")
    options = form.fields[0].options
    assert [option.value for option in options if not option.reasons] == ["1", "2", "3", "4"]
    assert all(rule == "CR-073" for option in options for _, rule in option.reasons)


def test_an_onlooker_is_asked_nothing_and_an_opponent_nothing_of_his(night):
    assert forms_of(night, "public") == []
    assert [form.mine for form in forms_of(night, "opposing")] == [False]


def test_typed_values_stay_in_the_form(night):
    (form,) = forms_of(night, "active", {"mission": ["3"]})
    assert [option.value for option in form.fields[0].options if option.checked] == ["3"]


@pytest.mark.rule("CR-076")
def test_assets_against_others_are_greyed_with_the_reason(night):
    night.asset("active", "sabotage")
    number = night.asset("active", "scouted_area")
    asset = next(each for each in night.fleet("active").assets.values() if each.kind == "sabotage")
    asset.target, asset.target_name = 999, "Grey Squadron"
    night.choose_mission(4)
    (form,) = [each for each in forms_of(night, "active") if each.mine]
    closed, open_one, none = form.fields[0].options
    assert closed.reasons == (("Works against Grey Squadron only.", ""),)
    assert (open_one.value, open_one.reasons, none.value) == (str(number), (), "")


@pytest.mark.rule("CR-091")
def test_the_nominated_ship_is_named_to_its_owner_only(night):
    night.choose_mission(2)
    ship = night.game.squadrons_of("active")[0].ships[1]
    night.act(do.NominateShip(night.game_id, ship), ACTIVE)
    views = {viewer: view_for(night.game, viewer) for viewer in ("active", "opposing")}
    nominations = {viewer: nomination(view, fleets_of(night, view), False) for viewer, view in views.items()}
    assert [bool(nominations[viewer].ship) for viewer in views] == [True, False]
    assert "The Operative" not in [
        fact.label for fact in mission_facts(views["opposing"], fleets_of(night, views["opposing"]))
    ]


@pytest.mark.rule("CR-076", "CR-085")
def test_a_game_called_off_says_what_came_back():
    night = battle_line()
    number = night.hold("active", "sabotage")
    night.lay((2, 3), (2, 3)).commit("active", number)
    view = view_for(night.game, "public")
    assert list(given_back(view, fleets_of(night, view))) == []
    lines = start_damage_lines(view, fleets_of(night, view), start_damage(night.game))
    assert lines == ("Academy Pilot of Iron Fist: 1 face-down card, by Sabotage",)
    night.act(do.VoidGame(night.game_id, "Power cut."), ORGANISER)
    view = view_for(night.game, "public")
    returned = [each.text for each in given_back(view, fleets_of(night, view))]
    assert returned == ["Sabotage back on the roster", "Academy Pilot of Iron Fist has no mark from it"]


@pytest.mark.rule("CR-078", "CR-084")
def test_everybody_reads_that_a_squadron_was_swapped_and_nobody_which():
    night = battle_line()
    night.lay((2, 3), (2, 3)).commit("active", night.hold("active", "disrupted_command"))
    night.act(do.LookAtSquadron(night.game_id, 1), ACTIVE)
    night.act(do.SwapSquadron(night.game_id), ACTIVE)
    sentence = "A squadron of Iron Fist was swapped for another."
    for viewer in ("active", "opposing", "public"):
        view = view_for(night.game, viewer)
        (card,) = asset_sides(view, fleets_of(night, view))[0].cards
        found = [each.text for each in seen_by(night, viewer).found]
        assert (sentence in card.summary, found) == (True, [f"Disrupted Command Structure: {sentence}"])


@pytest.mark.rule("CR-091")
def test_the_list_of_the_forces_tells_ships_of_one_name_apart(night):
    night.choose_mission(2)
    force = force_sheet(view_for(night.game, "opposing"), "active", night.fleet("active"))
    assert [ship.which for ship in force.squadrons[0].ships] == ["number 1 of 2", "number 2 of 2"]


@pytest.mark.rule("CR-073")
def test_open_missions_stand_before_closed_ones(night):
    [form] = forms_of(night, "active")
    assert [each.value for each in form.fields[0].options] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    heavy = fleets_for_missions().draw_mission_squadron(6)
    [form] = forms_of(heavy, "active")
    assert [each.value for each in form.fields[0].options] == ["6", "7", "8", "1", "2", "3", "4", "5"]


@pytest.mark.rule("CR-091")
def test_ships_of_one_name_are_told_apart_when_one_is_nominated(night):
    night.choose_mission(2)
    [form] = forms_of(night, "active")
    labels = [each.label for each in form.fields[0].options]
    assert labels == ["Rookie Pilot, number 1 of 2", "Rookie Pilot, number 2 of 2"]
    second = night.game.squadrons_of("active")[0].ships[1]
    night.act(do.NominateShip(night.game_id, second), ACTIVE)
    view = view_for(night.game, "active")
    shown = nomination(view, fleets_of(night, view), organises=False)
    assert shown is not None and shown.ship == labels[1]
    (form,) = [each for each in forms_of(night, "opposing") if each.mine]
    assert (form.title, form.text) == (
        "The other side has nominated a ship",
        "The other side can take that back until you go on. Then play begins.",
    )


@pytest.mark.rule("CR-082")
def test_committed_assets_are_shown_in_play_even_if_all_were_cancelled():
    night = battle_line()
    ours, theirs = night.hold("active", "double_agent"), night.hold("opposing", "double_agent")
    night.lay((2, 3), (2, 3)).commit_both([ours], [theirs])
    assert night.game.step == "play"
    view = view_for(night.game, "public")
    states = [card.state for side in asset_sides(view, fleets_of(night, view)) for card in side.cards]
    assert states == ["Cancelled by Double Agent", "Cancelled by Double Agent"]


@pytest.mark.rule("CR-093")
def test_the_mission_in_short_tells_who_came_during_play():
    night = fleets_for_missions().draw_mission_squadron(4).choose_mission(6)
    night.act(do.DrawReinforcement(night.game_id, "active", 2), ACTIVE)
    view = view_for(night.game, "public")
    facts = {each.label: each.text for each in mission_facts(view, fleets_of(night, view))}
    came = night.pregame.turns[0].card
    assert facts["Reinforcements of Red Wing"] == f"Round 2: squadron {came} came"
    assert facts["Reinforcements of Iron Fist"] == "none"
