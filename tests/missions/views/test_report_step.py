"""The report: typed at the table, saved ship by ship, submitted whole."""

import pytest

from missions.rules.game.state import SectionReport, ShipReport
from missions.rules.orders import SaveReportFacts, SubmitReport
from tests import verbs
from tests.missions.tables import page, typed
from tests.places import fleet_url


def first(table, side="active"):
    return table.ships(side)[0]


def send_line(table, person, ship, **fields: str):
    values = {f"s{ship.id}-{name.replace('_', '-')}": value for name, value in fields.items()}
    return person.client.post(f"{table.url}report/ships/{ship.id}/", values)


def test_both_players_and_organisers_can_begin_a_report(drawn):
    for person in (drawn.active, drawn.opposing, drawn.organiser):
        assert f'href="{drawn.url}report/"' in page(person, drawn.url)
        assert 'id="report-form"' in page(person, f"{drawn.url}report/")


def test_an_onlooker_is_led_back_from_the_form(drawn, visitor):
    answer = visitor.client.get(f"{drawn.url}report/")
    assert (answer.status_code, answer["Location"]) == (302, drawn.url)


def test_a_line_is_saved_as_it_is_typed(drawn):
    ship = first(drawn)
    answer = send_line(drawn, drawn.active, ship, fate="survived", whole_damage="1")
    hull = ship.hulls["whole"]
    assert drawn.game.report.lines[ship.id].sections == {"whole": SectionReport(1, hull - 1)}
    assert f"1 damage to the hull, {hull - 1} of {hull} left" in answer.content.decode()


@pytest.mark.parametrize(("left", "kept"), [("", 2), ("3", 3), ("2", 2)])
def test_hull_left_blank_is_what_the_damage_leaves(drawn, left, kept):
    ship = first(drawn)
    full = ship.hulls["whole"]
    send_line(drawn, drawn.active, ship, fate="driven_off", whole_damage=str(full - 2), whole_left=left)
    assert drawn.game.report.lines[ship.id].sections["whole"] == SectionReport(full - 2, kept)


def test_the_figures_of_a_destroyed_ship_are_not_kept(drawn):
    ship = first(drawn)
    send_line(drawn, drawn.active, ship, fate="destroyed", whole_damage="2")
    assert drawn.game.report.lines[ship.id] == ShipReport(ship.id, ship.fleet, "destroyed")


def test_a_value_that_does_not_fit_is_explained_beside_the_saved_line(drawn):
    answer = send_line(drawn, drawn.active, first(drawn), fate="survived", whole_damage="9")
    assert answer.status_code == 200
    assert "has no hull left: mark it destroyed." in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Choose what happened to it first."),
        ({"fate": "eaten"}, "was destroyed or driven off"),
        ({"fate": "withdrawn"}, "cannot withdraw"),
        ({"fate": "survived", "whole_damage": "two"}, "has to be a whole number"),
        ({"fate": "survived", "whole_damage": "1000000"}, "write a number up to 999"),
        ({"fate": "survived", "whole_left": "x"}, "has to be a whole number"),
        ({"fate": "survived", "lost": "77777"}, "carried no such card"),
        ({"fate": "survived", "spent": "b"}, "has to be a whole number"),
    ],
)
def test_a_line_that_makes_no_sense_is_not_saved(drawn, fields, sentence):
    before = drawn.head
    answer = send_line(drawn, drawn.active, first(drawn), **fields)
    assert 400 <= answer.status_code < 500
    assert sentence in answer.content.decode()
    assert drawn.head == before


def test_a_ship_that_was_not_fielded_has_no_line(drawn):
    answer = drawn.active.client.post(f"{drawn.url}report/ships/99999/", {"s99999-fate": "survived"})
    assert (answer.status_code, "was not fielded" in answer.content.decode()) == (422, True)


def test_once_a_player_writes_the_other_reads_and_cannot_write(drawn):
    ship = first(drawn)
    send_line(drawn, drawn.active, ship, fate="destroyed")
    text = page(drawn.opposing, drawn.url)
    assert f"{drawn.active.seat.name} is writing" in text
    assert (">Destroyed</span>" in text, 'id="report-form"' in text) == (True, False)
    assert send_line(drawn, drawn.opposing, ship, fate="survived").status_code == 403
    assert drawn.opposing.client.get(f"{drawn.url}report/").status_code == 302


def test_an_onlooker_sees_no_draft(drawn, visitor):
    ship = first(drawn)
    send_line(drawn, drawn.active, ship, fate="destroyed")
    assert ">Destroyed</span>" not in page(visitor, drawn.url)
    answer = send_line(drawn, visitor, ship)
    assert (answer.status_code, "Destroyed" in answer.content.decode()) == (422, False)


def test_the_writer_finds_the_form_filled_in(drawn):
    ship = first(drawn)
    send_line(drawn, drawn.active, ship, fate="driven_off", whole_damage="1")
    text = page(drawn.active, drawn.url)
    assert f'name="s{ship.id}-fate" value="driven_off" checked' in text
    assert f'name="s{ship.id}-whole-damage" value="1"' in text
    assert f'name="s{ship.id}-whole-left" value=""' in text


def test_the_form_is_not_part_of_what_is_swapped(drawn):
    send_line(drawn, drawn.active, first(drawn), fate="destroyed")
    text = page(drawn.active, drawn.url)
    assert text.index('id="game-live"') < text.index('id="game-form"') < text.index('id="report-form"')
    assert text[text.index('id="game-live"') : text.index('id="game-form"')].count("<form") == 0


def test_running_totals_are_shown_while_the_report_grows(drawn):
    ship = first(drawn, "opposing")
    send_line(drawn, drawn.active, ship, fate="destroyed")
    text = page(drawn.active, drawn.url)
    assert f"So far 1 of {len(drawn.game.ships)} ships reported" in text
    assert f'<span class="fig">{ship.points}</span>' in text


def test_a_missing_line_is_said_at_its_ship(drawn):
    answer = drawn.active.client.post(f"{drawn.url}report/", {"do": "submit"})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert text.count("Say what happened to") == len(drawn.game.ships)
    assert drawn.game.step == "play"


def test_submitting_saves_everything_that_was_typed(drawn):
    game = drawn.game
    answer = drawn.active.client.post(f"{drawn.url}report/", typed(game, ending="stopped", do="submit"))
    assert (answer.status_code, answer["Location"]) == (302, drawn.url)
    assert (drawn.game.step, len(drawn.game.report.lines), drawn.game.report.stopped) == (
        "confirm",
        len(game.ships),
        True,
    )


@pytest.mark.rule("CR-092")
def test_faults_of_the_whole_game_stand_at_the_question_how_it_ended(drawn):
    assert 'aria-current="step">Report<' in page(drawn.active, f"{drawn.url}report/")
    answer = drawn.active.client.post(f"{drawn.url}report/", typed(drawn.game, do="submit"))
    text = answer.content.decode()
    assert (answer.status_code, drawn.game.step) == (422, "report")
    asked = text.partition('id="ending-faults"')[2].partition("How did the game end?")[0]
    assert "Both sides still have ships on the table." in asked
    assert 'href="#ending-faults"' in text


def test_the_rest_is_unhurt_at_one_press(drawn):
    ship = first(drawn)
    drawn.active.client.post(f"{drawn.url}report/", {"do": "rest", f"s{ship.id}-fate": "destroyed"})
    fates = [line.fate for line in drawn.game.report.lines.values()]
    assert sorted(fates) == ["destroyed"] + ["survived"] * (len(drawn.game.ships) - 1)


def test_only_what_differs_is_written_again(drawn):
    fields = typed(drawn.game, ending="stopped", do="save")
    drawn.active.client.post(f"{drawn.url}report/", fields)
    before = drawn.head
    assert drawn.active.client.post(f"{drawn.url}report/", fields).status_code == 302
    assert drawn.head == before


@pytest.mark.parametrize(
    ("ending", "facts"),
    [("", (None, False)), ("stopped", (None, True)), ("active", ("active", False))],
)
def test_the_ending_is_saved_as_it_is_chosen(drawn, ending, facts):
    answer = drawn.active.client.post(f"{drawn.url}report/facts/", {"ending": ending})
    report = drawn.game.report
    assert (answer.status_code, (report.conceded, report.stopped)) == (200, facts)


def test_an_unknown_ending_is_declined(drawn):
    answer = drawn.active.client.post(f"{drawn.url}report/facts/", {"ending": "rain"})
    assert (answer.status_code, drawn.game.step) == (422, "play")


def test_somebody_elses_change_meanwhile_is_told(drawn):
    seen = drawn.head
    verbs.do(drawn.active.seat, SaveReportFacts(drawn.number, None, True))
    fields = typed(drawn.game, ending="stopped", do="submit", seen=str(seen))
    answer = drawn.organiser.client.post(f"{drawn.url}report/", fields)
    assert (answer.status_code, drawn.game.step) == (409, "report")
    assert "Somebody else has changed this" in answer.content.decode()


def test_a_report_that_is_submitted_is_not_written_on(reported):
    before = reported.head
    answer = reported.active.client.post(f"{reported.url}report/", {"do": "submit"})
    assert (answer.status_code, reported.head) == (409, before)
    assert "has been submitted" in answer.content.decode()


@pytest.mark.rule("CR-100")
def test_before_play_nothing_is_saved_and_nothing_is_called_saved(table):
    answer = table.active.client.post(f"{table.url}report/", {"do": "save"})
    assert (answer.status_code, "is saved" in answer.content.decode()) == (409, False)


def test_strangers_write_nothing(drawn, stranger):
    before = drawn.head
    answers = [
        stranger.client.post(f"{drawn.url}report/", {"do": "submit"}),
        stranger.client.post(f"{drawn.url}report/facts/", {"ending": ""}),
        send_line(drawn, stranger, first(drawn), fate="survived"),
        stranger.client.get(f"{drawn.url}settle/"),
    ]
    assert ([each.status_code for each in answers], drawn.head) == ([404] * 4, before)


def test_an_organiser_writes_for_the_players(drawn):
    send_line(drawn, drawn.active, first(drawn), fate="destroyed")
    assert "Write the report for them" in page(drawn.organiser, drawn.url)
    send_line(drawn, drawn.organiser, first(drawn), fate="survived")
    assert drawn.game.report.by == drawn.active.seat.number
    assert drawn.game.report.lines[first(drawn).id].fate == "survived"


def test_a_report_that_is_submitted_elsewhere_stands_on_the_page(drawn):
    drawn.active.client.post(f"{drawn.url}report/", typed(drawn.game, ending="stopped", do="save"))
    verbs.do(drawn.active.seat, SubmitReport(drawn.number))
    assert "written by Rita" in page(drawn.opposing, drawn.url)


def test_a_report_of_a_proxy_names_whom_he_wrote_it_for_also_when_he_stands_in_no_more(drawn, co_organiser):
    fleet = drawn.game.fleet_of("active")
    path = f"{fleet_url(drawn.league.campaign.pk, fleet)}proxy/"
    drawn.active.client.post(path, {"member": co_organiser.seat.number})
    send_line(drawn, co_organiser, first(drawn), fate="destroyed")
    owner = drawn.active.user.first_name
    assert f"Cora for {owner} (you) writes it." in page(drawn.active, drawn.url)
    assert f"Cora (you) for {owner} writes it." in page(co_organiser, drawn.url)
    verbs.report(co_organiser.seat, drawn.game.id)
    assert f"written by Cora for {owner}" in page(drawn.opposing, drawn.url)
    drawn.active.client.post(path, {"end": "1"})
    assert f"written by Cora for {owner}" in page(drawn.opposing, drawn.url)


def test_the_report_and_the_game_have_titles_of_their_own(drawn):
    check = drawn.verify_url
    pages = [page(drawn.active, at) for at in (drawn.url, f"{drawn.url}report/", check)]
    titles = [text.split("<title>")[1].split(" · ")[0] for text in pages]
    assert len(set(titles)) == 3
    assert titles[0].endswith(", round 1")
    assert titles[1] == f"Report of {titles[0]}"


def test_ships_that_nobody_opened_survive_unhurt(drawn):
    """The form shows every ship as a survivor, so to submit it says so."""
    fields = typed(drawn.game, ending="stopped", do="submit")
    ship = first(drawn)
    fields[f"s{ship.id}-fate"] = "destroyed"
    before = drawn.head
    assert drawn.active.client.post(f"{drawn.url}report/", fields).status_code == 302
    fates = [line.fate for line in drawn.game.report.lines.values()]
    assert sorted(fates) == ["destroyed"] + ["survived"] * (len(drawn.game.ships) - 1)
    assert drawn.head - before < len(drawn.game.ships) + 4
