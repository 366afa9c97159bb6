"""The page of a game with a mission: every stage, every reader, and what stays hidden."""

import pytest

from missions.rules.game.state import SectionReport
from missions.rules.orders import SaveReportLine
from rosters.rules.orders import DeclineAsset
from tests import verbs
from tests.missions.mission_tables import named
from tests.missions.tables import page, typed
from tests.missions.views.test_costs import MOST, queries
from tests.people import joined


@pytest.fixture
def visitor_of():
    """Somebody who watches a table's campaign."""
    return lambda table: joined(table.league.campaign, "viktor", "visitor")


def marks(text: str, side: str) -> set[int]:
    """The squadron cards of a side whose ships can be read in a text."""
    return {card for card in range(2, 8) if f"{named(side, card)} " in text}


def test_both_press_ready_and_the_active_side_is_asked_first(mission):
    assert 'id="pregame-form"' in page(mission.active, mission.url)
    for person, side in ((mission.active, "active"), (mission.opposing, "opposing")):
        assert mission.press(person, "ready", side=side).status_code == 302
    assert "Which squadrons rest?" in page(mission.active, mission.url)
    assert "to say which squadrons rest" in page(mission.opposing, mission.url)


def test_the_active_side_rests_draws_and_chooses_on_one_page(mission):
    mission.ready()
    assert mission.press(mission.active, "rest", cards="3").status_code == 302
    text = page(mission.active, mission.url)
    assert "Take back" in text
    assert "Take back" not in page(mission.opposing, mission.url)
    mission.press(mission.active, "squadron", deck=["2", "4"])
    drawn = mission.pregame.drawn
    assert marks(page(mission.active, mission.url), mission.kind("active")) == {drawn}
    assert marks(page(mission.opposing, mission.url), mission.kind("active")) == set()


@pytest.mark.rule("CR-073")
def test_all_eight_missions_are_shown_and_the_closed_ones_say_why(mission):
    mission.draw_squadron("recon")
    text = page(mission.active, mission.url)
    assert text.count('name="mission"') == 4
    assert "4 closed missions" in text
    assert text.count("It opens to a drawn") == 4
    assert "It opens to a drawn" not in page(mission.opposing, mission.url)


def commits(mission):
    """Extraction up to the commitments: the active side holds Scouted Area, the opposing one Sabotage."""
    held = mission.hold("active", "scouted_area"), mission.hold("opposing", "sabotage")
    mission.choose(3)
    return held


def turned(text: str, table) -> bool:
    """Whether the cards of both forces are turned over above the tabs."""
    section = text.partition('id="turned"')[2].partition("</section>")[0]
    names = [
        verbs.fleet_of(table.organiser.seat, each).name for each in (table.game.active, table.game.opposing)
    ]
    cards = sum(map(len, table.pregame.cards.values()))
    return all(name in section for name in names) and section.count("pcard-sm") == cards


def test_both_forces_turn_over_before_everybody_and_stay_a_tab_away(mission, visitor_of):
    commits(mission)
    assert 'id="turned"' not in page(mission.active, mission.url)
    mission.commit("active")
    before = page(mission.opposing, mission.url)
    assert 'id="turned"' not in before
    was = before.split(f"{mission.url}?was=")[1].split('"')[0]
    mission.commit("opposing")
    for person in (mission.active, mission.opposing, mission.organiser, visitor_of(mission)):
        assert turned(page(person, mission.url), mission)
    headers = {"HX-Request": "true"}
    part = mission.opposing.client.get(f"{mission.url}?was={was}", headers=headers).content.decode()
    assert "pcards-turning" in part


@pytest.mark.rule("CR-074")
def test_each_side_is_asked_for_its_number_in_turn(mission):
    mission.draw_squadron("recon")
    mission.press(mission.active, "mission", mission="4")
    assert "How many squadrons do you field?" in page(mission.active, mission.url)
    assert "How many squadrons do you field?" not in page(mission.opposing, mission.url)
    mission.press(mission.active, "strength", side="active", number="2")
    assert "How many squadrons do you field?" in page(mission.opposing, mission.url)


@pytest.mark.rule("CR-070")
def test_a_choice_is_taken_back_with_a_button(mission):
    mission.draw_squadron("recon")
    mission.press(mission.active, "mission", mission="4")
    assert mission.press(mission.active, "take-back", side="active").status_code == 302
    assert "Choose the mission" in page(mission.active, mission.url)


@pytest.mark.parametrize(
    ("side", "doing", "fields", "stands_still"),
    [("opposing", "take-back", {"side": "opposing"}, False), ("active", "squadron", {"deck": ["99"]}, True)],
)
def test_a_refused_press_stops_live_news_only_if_its_entries_came_back(
    mission, side, doing, fields, stands_still
):
    mission.ready()
    mission.press(mission.active, "rest", cards="")
    answer = mission.press(getattr(mission, side), doing, **fields)
    assert (answer.status_code // 100, 'data-typed="1"' in answer.content.decode()) == (4, stands_still)


@pytest.mark.rule("CR-075")
def test_face_down_cards_are_open_to_their_owner_alone(mission, visitor_of):
    commits(mission)
    for reader, cards in ((mission.active, "active"), (mission.opposing, "opposing")):
        text = page(reader, mission.url)
        assert marks(text, mission.kind(cards)) == set(mission.pregame.cards[cards])
        other = "opposing" if cards == "active" else "active"
        assert marks(text, mission.kind(other)) == set()
    for reader in (mission.organiser, visitor_of(mission)):
        text = page(reader, mission.url)
        assert [marks(text, kind) for kind in ("rebel", "imperial")] == [set(), set()]


@pytest.mark.rule("CR-076")
def test_assets_are_committed_unseen_and_open_together(mission):
    area, sabotage = commits(mission)
    mission.press(mission.active, "commit", side="active", assets=str(area))
    assert "Committed face down." in page(mission.opposing, mission.url)
    assert "Scouted Area" in page(mission.active, mission.url)
    mission.press(mission.opposing, "commit", side="opposing", assets=["", str(sabotage)])
    assert "Scouted Area" in page(mission.opposing, mission.url)


@pytest.mark.rule("CR-076")
def test_to_commit_none_is_a_choice_and_nothing_at_all_is_none(mission):
    commits(mission)
    answer = mission.press(mission.active, "commit", side="active")
    assert (answer.status_code, "or choose to commit none." in answer.content.decode()) == (422, True)
    assert mission.press(mission.active, "commit", side="active", assets="").status_code == 302


def test_the_page_shows_a_refusal_and_keeps_the_typed_values(mission):
    area, _ = commits(mission)
    answer = mission.press(mission.active, "commit", side="active", assets=[str(area), str(area)])
    text = answer.content.decode()
    assert (answer.status_code, "Choose each asset once." in text) == (422, True)
    assert f'value="{area}" data-choice="Scouted Area" required checked' in " ".join(text.split())
    assert f'hx-get="{mission.url}?was=' in text


def test_a_form_of_a_stage_gone_by_says_where_the_game_stands(mission):
    mission.ready()
    name = verbs.fleet_of(mission.organiser.seat, mission.game.active).name
    answer = mission.press(mission.active, "mission", mission="4")
    assert answer.status_code == 409
    assert f"First {name} chooses the squadrons that rest." in answer.content.decode()


def test_an_address_of_a_form_leads_to_the_game(mission):
    answer = mission.active.client.get(f"{mission.url}rest/")
    assert (answer.status_code, answer["Location"]) == (302, mission.url)


@pytest.mark.parametrize("doing", ["rest", "squadron", "mission", "commit", "nominate", "take-back"])
def test_nobody_else_presses_a_players_buttons(mission, doing):
    mission.ready()
    before = mission.head
    fields = {"side": "active", "mission": "1", "ship": "1", "deck": ["2", "3"], "assets": "", "cards": ""}
    assert mission.press(mission.opposing, doing, **fields).status_code in (403, 409)
    assert mission.head == before


@pytest.mark.rule("CR-071")
@pytest.mark.parametrize(
    ("cards", "words"), [([], "or that nobody rests"), (["", "3"], "either squadrons that rest")]
)
def test_resting_is_chosen_in_so_many_words(mission, cards, words):
    mission.ready()
    assert 'data-choice="nobody" data-alone checked>' in page(mission.active, mission.url)
    answer = mission.press(mission.active, "rest", cards=cards)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not mission.pregame.rested
    assert mission.pregame.stage == "rest"


def test_an_organiser_acts_for_an_absent_side(mission):
    mission.ready()
    assert "Act for an absent player" in page(mission.organiser, mission.url)
    mission.press(mission.organiser, "rest", cards="")
    mission.press(mission.organiser, "squadron", deck=["2", "3"])
    text = page(mission.organiser, mission.url)
    assert "Choose the mission" in text
    assert marks(text, mission.kind("active")) == set()


@pytest.mark.rule("CR-091")
def test_the_nominated_ship_is_its_owners_until_it_is_shown(mission):
    mission.choose(2)
    ship = mission.ships("active")[1]
    mission.press(mission.active, "nominate", ship=str(ship.id))
    sentence = f"Your nominated ship is <strong>{ship.name}</strong>"
    assert sentence in page(mission.active, mission.url)
    assert "has nominated a ship in secret." in page(mission.active, mission.url)
    assert "has nominated a ship" in page(mission.opposing, mission.url)
    assert "show-nomination" not in page(mission.active, mission.url)
    mission.press(mission.opposing, "go-on")
    mission.press(mission.active, "show-nomination")
    assert f"had nominated <strong>{ship.name}</strong>" in page(mission.opposing, mission.url)


@pytest.mark.rule("CR-091")
def test_a_ship_that_is_shown_meanwhile_does_not_stop_the_report(mission):
    mission.choose(2)
    mission.press(mission.active, "nominate", ship=str(mission.ships("active")[0].id))
    mission.press(mission.opposing, "go-on")
    fields = typed(mission.game, ending="stopped", seen=str(mission.head))
    mission.press(mission.opposing, "report", do="save", **fields)
    mission.press(mission.active, "show-nomination")
    answer = mission.press(mission.opposing, "report", do="submit", **fields)
    assert (answer.status_code, mission.game.step) == (302, "confirm")


def test_the_briefing_has_diagram_goals_and_rules(mission):
    mission.choose(1)
    text = page(mission.opposing, mission.url)
    assert ("1. Reconnaissance" in text, 'class="diagram"' in text, "Wins when:" in text) == (True,) * 3


@pytest.mark.rule("CR-093")
def test_squadrons_come_in_play_where_the_mission_has_them(mission):
    mission.choose(6)
    assert mission.press(mission.active, "reinforce", side="active", table_round="2").status_code == 302
    assert len(mission.game.squadrons_of("active")) == 2
    mission.press(mission.opposing, "hold-back", side="opposing", table_round="2")
    text = page(mission.active, mission.url)
    assert ("Round 2: squadron" in text, "Round 2: passed" in text) == (True, True)
    refused = mission.press(mission.active, "reinforce", side="active", table_round="3")
    assert (refused.status_code, "has drawn more often" in refused.content.decode()) == (409, True)


@pytest.mark.rule("CR-087")
def test_a_ship_comes_for_a_destroyed_one(mission):
    held = mission.hold("active", "reinforcements")
    mission.choose(4)
    mission.commit("active", held)
    lost = mission.ships("active")[0]
    assert "Bring a ship" in page(mission.active, mission.url)
    assert "Bring a ship" not in page(mission.opposing, mission.url)
    mission.press(mission.active, "bring", lost=str(lost.id))
    assert f"came for {lost.name}" in page(mission.opposing, mission.url)


@pytest.mark.rule("CR-087", "CR-117")
def test_a_ship_with_both_sections_crippled_is_on_the_form_as_the_rule_has_it(mission):
    """The report counts the ship as destroyed, whatever fate its line names."""
    rebels = "active" if mission.kind("active") == "rebel" else "opposing"
    held = mission.hold(rebels, "reinforcements")
    mission.choose(8)
    mission.commit(rebels, held)
    huge = next(ship for ship in mission.ships(rebels) if len(ship.hulls) == 2)
    choice = f'<option value="{huge.id}"'
    owner, url = (mission.active if rebels == "active" else mission.opposing), mission.url
    crippled = {section: SectionReport(hull, 0, True) for section, hull in huge.hulls.items()}
    mission.act(rebels, SaveReportLine(mission.number, huge.id, "survived", {"fore": crippled["fore"]}))
    assert choice not in page(owner, url)
    mission.act(rebels, SaveReportLine(mission.number, huge.id, "survived", crippled))
    assert choice in page(owner, url)
    mission.press(owner, "bring", lost=str(huge.id))
    assert [each.lost for each in mission.pregame.arrivals] == [huge.id]
    assert choice not in page(owner, url)


@pytest.mark.rule("CR-096", "CR-098")
def test_withdrawing_is_a_fate_where_the_mission_allows_it_for_that_side(mission):
    mission.choose(1)
    text = page(mission.active, f"{mission.url}report/")
    assert text.count('value="withdrawn"') == len(mission.ships("active"))


@pytest.mark.rule("CR-090", "CR-094")
def test_markers_are_reported_and_decide_with_the_asset(mission):
    mission.choose(1)
    fields = {f"s{ship}-fate": "survived" for ship in mission.game.ships}
    fields |= {f"s{ship.id}-fate": "withdrawn" for ship in mission.ships("active")}
    mission.press(mission.active, "report", do="submit", scanned="5", **fields)
    assert (mission.game.step, mission.game.report.scanned) == ("confirm", 5)
    text = page(mission.opposing, mission.url)
    assert "Markers scanned: <strong>5 of 5</strong>" in text
    assert " side wins." not in text
    text = page(mission.opposing, mission.url)
    read_first, counted = text[text.index('id="verdict"') :].split("How this is counted", 1)
    assert ("5 of 5" in counted, "The winner may take one asset: Scouted Area" in read_first) == (True, True)
    verbs.make_choices(mission.organiser.seat, mission.number)
    verbs.confirm(mission.organiser.seat, mission.number)
    assert "The winner may take one asset: Scouted Area" in page(mission.opposing, mission.url)
    verbs.do(mission.active.seat, DeclineAsset(mission.game.active))
    assert "The winner had the choice of one asset: Scouted Area. That is settled." in page(
        mission.opposing, mission.url
    )


@pytest.mark.rule("CR-079")
def test_the_verify_page_holds_every_pick_once_the_game_is_over(mission):
    mission.choose(1)
    assert "drawn squadron" not in page(mission.active, mission.verify_url)
    mission.press(mission.organiser, "void", reason="Power cut.")
    text = page(mission.active, mission.verify_url)
    purposes = [each.purpose for each in mission.pregame.picks]
    assert (purposes != [], all(f"<dt>{each}</dt>" in text for each in purposes)) == (True, True)


@pytest.mark.parametrize("until", ["ready", "mission", "commit", "play"])
def test_no_stage_asks_the_database_more_than_a_dozen_times(mission, until):
    if until == "mission":
        mission.draw_squadron("recon")
    elif until != "ready":
        commits(mission)
    if until == "play":
        mission.commit("active")
        mission.commit("opposing")
    for reader in (mission.active, mission.opposing, mission.organiser):
        assert queries(reader.client, mission.url) <= MOST


def test_a_refused_ending_leads_to_its_own_form(mission):
    """Two ships have withdrawn, which needs the markers that the correction takes away."""
    mission.choose(1)
    fields = {f"s{ship}-fate": "survived" for ship in mission.game.ships}
    fields |= {f"s{ship.id}-fate": "withdrawn" for ship in mission.ships("active")}
    mission.press(mission.active, "report", do="submit", scanned="5", **fields)
    sent = {"ending": "", "scanned": "0", "reason": "A photo shows it."}
    answer = mission.opposing.client.post(f"{mission.url}correct/", sent)
    forms = [each for each in answer.content.decode().split("<form")[1:] if "data-first" in each]
    assert (answer.status_code, len(forms), 'name="scanned"' in forms[0]) == (422, 1, True)
