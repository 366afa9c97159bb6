"""Corrections of a report on its page: sent, answered, settled, and brought back if they are refused."""

import re

import pytest
from django.test import Client

from league.rules.campaign import ChangeRole
from league.selectors.waiting import waiting_for
from missions.rules.game.results import compute
from missions.rules.game.state import SIDES
from missions.rules.game.waiting import awaited
from tests import verbs
from tests.answers import text_of
from tests.missions.tables import page, typed


def correct(table, person, ship, fate="driven_off", note="", **more: str):
    fields = {f"s{ship.id}-fate": fate, f"s{ship.id}-note": note, **more}
    return person.client.post(f"{table.url}correct/", fields)


@pytest.mark.rule("CR-101")
def test_a_line_is_corrected_in_place_and_accepted_with_one_press(reported):
    ship = reported.ships("opposing")[0]
    assert correct(reported, reported.opposing, ship).status_code == 302
    text = page(reported.active, reported.url)
    assert re.search(rf"{ship.name}, number \d of \d:\s+Destroyed → Driven off", text)
    assert f"Corrected by {reported.opposing.seat.name}." in text
    assert ("Accept the correction" in text, "My report stands" in text) == (True, True)
    assert re.search(r"With the\s+correction:</strong> The result stays the same\.", text)
    assert reported.press(reported.opposing, "accept-corrections").status_code == 403
    assert reported.press(reported.active, "accept-corrections").status_code == 302
    assert "can be confirmed" not in page(reported.active, reported.url)
    said = rf"{reported.active.seat.name} accepted the correction. {ship.name}, number \d of \d: Driven off"
    assert re.search(said, page(reported.opposing, reported.url))
    assert reported.game.report.lines[ship.id].fate == "driven_off"


def test_each_request_finds_its_own_token_in_the_forms_of_the_report(reported):
    person = reported.opposing
    for fate in ("driven_off", "survived"):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(person.user)
        form = strict.get(reported.url).content.decode().split(f"{reported.url}correct/")[1]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)[1]
        fields = {f"s{reported.ships('opposing')[0].id}-fate": fate, "reason": ""}
        answer = strict.post(f"{reported.url}correct/", {**fields, "csrfmiddlewaretoken": token})
        assert answer.status_code == 302


@pytest.mark.rule("CR-101")
def test_the_organiser_comes_in_when_they_do_not_agree_and_settles_with_one_press(reported):
    ship = reported.ships("opposing")[0]
    correct(reported, reported.opposing, ship)
    round_page = f"{reported.home}rounds/1/"
    assert "Corrected: the reporter answers" in page(reported.organiser, round_page)
    reported.press(reported.active, "refuse-corrections")
    text = page(reported.organiser, round_page)
    assert '<span class="tag tag-bad">Disputed: an organiser settles it</span>' in text
    assert "Settle<span" in text and "Settle<span" not in page(reported.active, round_page)
    assert ("You or another organiser has to settle" in text, "Look<span" in text) == (True, False)
    assert '<span class="tag tag-bad">Disputed' in page(reported.active, f"{reported.home}rounds/")
    assert "The reporter does not accept it." in page(reported.organiser, reported.url)
    answer = reported.organiser.client.post(f"{reported.url}settle/", {"do": "corrections"})
    assert (answer.status_code, reported.game.report.lines[ship.id].fate) == (302, "driven_off")
    assert "The corrections count." in page(reported.active, reported.url)


def test_an_organiser_lets_the_report_stand_with_one_press(reported):
    ship = reported.ships("opposing")[0]
    said = reported.game.report.lines[ship.id]
    correct(reported, reported.opposing, ship)
    reported.organiser.client.post(f"{reported.url}settle/", {"do": "stands"})
    assert (reported.game.report.lines[ship.id], reported.game.report.disputes) == (said, {})


@pytest.mark.rule("CR-102")
def test_the_reader_checks_the_report_while_its_writer_has_a_choice(drawn):
    def moves() -> set[tuple[str, str | None]]:
        return {(each.what, each.side) for each in awaited(verbs.state_of(drawn.organiser.seat), drawn.game)}

    submit_with_a_choice(drawn)
    assert moves() == {("choose", "active"), ("check", "opposing")}
    for person in (drawn.active, drawn.organiser):
        assert "to check the report" not in page(person, drawn.url)
    rounds = page(drawn.organiser, f"{drawn.home}rounds/1/")
    assert ("to check the report" in rounds, rounds.count("remind/")) == (False, 1)
    refused = drawn.press(drawn.organiser, "remind", fleet=drawn.game.fleet_of("opposing"))
    assert (refused.status_code, "no longer waits for this player" in text_of(refused)) == (409, True)
    drawn.choose()
    assert moves() == {("confirm", "opposing")}


@pytest.mark.rule("CR-102")
def test_nobody_is_asked_to_confirm_an_organisers_report_while_a_side_has_a_choice(drawn):
    submit_with_a_choice(drawn, drawn.organiser)
    found = [(each.what, each.side) for each in awaited(verbs.state_of(drawn.organiser.seat), drawn.game)]
    assert found == [("choose", "active"), ("check", "opposing")]
    told = [each.what for each in waiting_for(drawn.opposing.user)[1] if each.label == "Look at it"]
    assert len(told) == 1 and told[0].startswith("Check the report of")
    assert "Read the report, and say if a line is wrong." in page(drawn.opposing, drawn.url)


def submit_with_a_choice(table, person=None):
    """Submit a report that leaves its writer, or the active side of an organiser's report, a choice."""
    fields = typed(table.game, ending="stopped") | {f"s{table.ships('active')[0].id}-fate": "destroyed"}
    assert table.press(person or table.active, "report", do="submit", **fields).status_code == 302


def test_a_correction_of_a_page_that_is_old_comes_back_as_it_was_typed(drawn):
    submit_with_a_choice(drawn)
    ship, seen = drawn.ships("opposing")[0], str(drawn.head)
    drawn.choose()
    answer = correct(drawn, drawn.opposing, ship, note="A photo shows it.", seen=seen)
    assert (answer.status_code, "Somebody else has changed this" in text_of(answer)) == (409, True)
    form = in_sight(answer.content.decode(), 'tabindex="-1" data-first>').partition("</form>")[0]
    chosen = re.search(rf'name="s{ship.id}-fate" value="(\w+)"\s+checked', form)
    assert (chosen[1], 'value="A photo shows it."' in form) == ("driven_off", True)
    again = re.search(r'name="seen"\s+value="(\d+)"', answer.content.decode())
    assert correct(drawn, drawn.opposing, ship, note="A photo shows it.", seen=again[1]).status_code == 302


@pytest.mark.parametrize("doing", ["correct", "settle"])
@pytest.mark.parametrize("damage", ["1000", "x"])
def test_a_figure_that_nobody_can_read_comes_back_with_the_rest(reported, doing, damage):
    ship = reported.ships("active")[0]
    fields = typed(reported.game, ending="stopped", reason="A photo shows it.")
    fields |= {
        f"s{ship.id}-fate": "survived",
        f"s{ship.id}-whole-damage": damage,
        "s0-note": fields["reason"],
    }
    person = reported.opposing if doing == "correct" else reported.organiser
    before = reported.head
    answer = person.client.post(f"{reported.url}{doing}/", fields)
    text = answer.content.decode()
    assert (answer.status_code, reported.head, "A photo shows it." in text) == (422, before, True)
    assert f"of {ship.name}" in text


def test_a_fault_of_a_corrected_ship_is_told_once_in_its_form(reported):
    ship = reported.ships("opposing")[0]
    damage = {f"s{ship.id}-{section}-damage": "99" for section in ship.hulls}
    answer = correct(reported, reported.opposing, ship, "survived", **damage)
    form = in_sight(answer.content.decode(), 'tabindex="-1" data-first>').partition("</form>")[0]
    assert (answer.status_code, form.count("has no hull left")) == (422, 1)


def test_a_correction_that_changes_nothing_is_refused_on_the_page(reported):
    before = reported.head
    ship = reported.ships("opposing")[0]
    fate = reported.game.report.lines[ship.id].fate
    answer = correct(reported, reported.opposing, ship, fate, note="I <saw> it.")
    assert (answer.status_code, reported.head) == (409, before)
    text = answer.content.decode()
    assert "That is what the report says." in text
    told = 'tabindex="-1" data-first>'
    form = in_sight(text, told).partition("</form>")[0]
    assert (f'name="s{ship.id}-fate"' in form, 'value="I &lt;saw&gt; it."' in form) == (True, True)
    assert told not in page(reported.opposing, reported.url)
    assert text.count("I &lt;saw&gt; it.") == 1


def test_both_forms_of_refused_corrections_wait_to_be_sent_again(reported):
    """The fault of a ship is told at the ship alone."""
    ship = reported.ships("opposing")[0]
    damage = {f"s{ship.id}-{section}-damage": "99" for section in ship.hulls}
    answer = correct(reported, reported.opposing, ship, "survived", ending="active", **damage)
    text = answer.content.decode()
    ending = text.partition('class="said-ending"')[2].partition("</form>")[0]
    assert (answer.status_code, len(re.findall('class="correction" data-refused', text))) == (422, 2)
    assert ('class="correction" data-refused' in ending, "no hull left" in ending) == (True, False)


def test_a_reporter_reads_the_result_before_they_accept_it(reported):
    ship = reported.ships("active")[0]
    points = compute(reported.game).scores["opposing"]
    correct(reported, reported.opposing, ship, "destroyed")
    told = page(reported.active, reported.url).partition("correction:</strong>")[2].partition("</p>")[0]
    assert re.search(rf"wins.* {points + ship.points}\.", told)


def test_each_correction_keeps_its_own_note(reported):
    ship, other = reported.ships("opposing")[:2]
    fields = {f"s{other.id}-fate": "driven_off", f"s{other.id}-note": "I saw it.", "ending": "active"}
    assert correct(reported, reported.opposing, ship, note="One hull left.", **fields).status_code == 302
    disputes = reported.game.report.disputes
    assert {key: each.reason for key, each in disputes.items()} == {
        ship.id: "One hull left.",
        other.id: "I saw it.",
        0: "",
    }


def test_a_note_beside_a_line_that_is_not_corrected_is_not_lost(reported):
    ship, other = reported.ships("opposing")[:2]
    before = reported.head
    answer = correct(reported, reported.opposing, ship, **{f"s{other.id}-note": "See the photo."})
    assert (answer.status_code, reported.head) == (409, before)
    assert f"You wrote a note about {other.name}, but changed nothing there." in text_of(answer)


def test_a_reporter_accepts_one_of_two_corrections(reported):
    ship, other = reported.ships("opposing")[:2]
    correct(reported, reported.opposing, ship, **{f"s{other.id}-fate": "driven_off"})
    text = page(reported.active, reported.url)
    assert ("Accept all 2 corrections" in text, text.count("Accept this one")) == (True, 2)
    names = re.findall(r'Accept\s+this one<span class="visually-hidden">: ([^<]+)</span>', text)
    assert (len(set(names)), text.count("With this one alone:")) == (2, 2)
    assert "Accept this one" not in page(reported.opposing, reported.url)
    assert reported.press(reported.active, "accept-corrections", ships=str(other.id)).status_code == 302
    assert list(reported.game.report.disputes) == [ship.id]
    text = page(reported.active, reported.url)
    assert "You accepted the correction." in text
    assert f"{reported.active.seat.name} accepted the correction." in page(reported.opposing, reported.url)
    assert ("Accept the correction" in text, "Accept this one" in text) == (True, False)
    for ships in ("x", "99999", str(other.id)):
        answer = reported.press(reported.active, "accept-corrections", ships=ships)
        assert answer.status_code in (409, 422)


def test_a_fault_of_the_ending_is_told_at_the_ending_alone(reported):
    ships = reported.ships("opposing")
    gone = {f"s{ship.id}-fate": "destroyed" for ship in ships[1:]}
    answer = correct(reported, reported.opposing, ships[0], "destroyed", ending="opposing", **gone)
    text = answer.content.decode()
    ending = text.partition('class="said-ending"')[2]
    assert answer.status_code == 422
    assert ending.count("before anybody could concede") == 1
    assert text.count("before anybody could concede") == 2
    assert text.count("data-first") == 1


def in_sight(text: str, field: str) -> str:
    """The page from a field on, which stands in no closed fold."""
    before, found, after = text.partition(field)
    around = re.findall(r"<details[^>]*>|</details>", before)
    while "</details>" in around:
        end = around.index("</details>")
        del around[end - 1 : end + 1]
    assert found and around and all(" open" in each for each in around)
    return after


@pytest.mark.parametrize(("ending", "code"), [("", 422), ("stopped", 409)])
def test_an_ending_that_makes_no_sense_comes_back_in_sight_as_it_was_typed(reported, ending, code):
    before = reported.head
    fields = {"ending": ending, "s0-note": "We really said so"}
    answer = reported.opposing.client.post(f"{reported.url}correct/", fields)
    assert (answer.status_code, reported.head) == (code, before)
    text = answer.content.decode()
    form = in_sight(text, ">How did the game end?").partition("</form>")[0]
    assert ('value="We really said so"' in form, text.count("We really said so")) == (True, 1)
    assert re.findall(r'value="(\w*)"\s+checked', form) == [ending]


@pytest.mark.parametrize("side", SIDES)
def test_a_correction_that_makes_no_sense_comes_back_in_sight_as_it_was_typed(reported, side):
    for ship in reported.ships(side):
        damage = {f"s{ship.id}-{section}-damage": "999" for section in ship.hulls}
        answer = correct(reported, reported.opposing, ship, "survived", **damage, note="A photo shows it")
        assert answer.status_code == 422
        form = in_sight(answer.content.decode(), f'name="s{ship.id}-fate"').partition("</form>")[0]
        assert ('value="999"' in form, 'value="A photo shows it"' in form) == (True, True)


@pytest.mark.rule("CR-101")
def test_an_organiser_who_plays_answers_like_a_player_and_settles_only_a_disagreement(reported):
    writer = reported.active
    verbs.do(reported.organiser.seat, ChangeRole(writer.seat.number, "co_organiser"))
    ship = reported.ships("opposing")[0]
    correct(reported, reported.opposing, ship)
    text = page(writer, reported.url)
    assert ("My report stands" in text, "settle/" in text, "my objection to" in text) == (True, False, False)
    for fields in ({"do": "stands"}, typed(reported.game, ending="stopped", reason="I know it.")):
        assert writer.client.post(f"{reported.url}settle/", fields).status_code in (409, 422)
    assert reported.game.report.disputed == "answer"
    reported.press(writer, "refuse-corrections")
    text = page(writer, reported.url)
    assert ("Settle my own" in " ".join(text.split()), "The report stands" in text) == (True, False)
    assert "You play in this game" in page(writer, f"{reported.url}settle/")
    assert writer.client.post(f"{reported.url}settle/", {"do": "stands"}).status_code == 422
    settled = typed(reported.game, ending="stopped", reason="A photo shows it.")
    assert writer.client.post(f"{reported.url}settle/", settled).status_code == 302
    said = f"{writer.seat.name} settled the report: A photo shows it."
    assert said in page(reported.opposing, reported.url)


@pytest.mark.rule("CR-101")
def test_an_organiser_who_plays_does_not_answer_in_the_place_of_the_other_side(reported):
    corrector = reported.opposing
    verbs.do(reported.organiser.seat, ChangeRole(corrector.seat.number, "co_organiser"))
    correct(reported, corrector, reported.ships("opposing")[0])
    text = page(corrector, reported.url)
    assert ("accept-corrections" in text, "settle/" in text, "reopen/" in text) == (False, False, False)
    assert reported.press(corrector, "accept-corrections").status_code == 403
    assert reported.game.report.disputed == "answer"


def test_the_confirmation_of_an_own_report_is_no_button_of_the_bar(reported):
    writer = reported.active
    verbs.do(reported.organiser.seat, ChangeRole(writer.seat.number, "co_organiser"))
    reported.choose()
    actions, body = page(writer, reported.url).split('id="page-actions"')[1], page(writer, reported.url)
    assert ("confirm/" in actions.split("</nav>")[0].split("<main")[0].split('id="game-live"')[0]) is False
    fleet = verbs.fleet_of(writer.seat, reported.game.opposing).name
    assert f"Confirm for {fleet}" in body
    assert f"Confirm for {fleet}" in page(reported.organiser, reported.url)
    assert "Confirm for" not in page(reported.opposing, reported.url)


def test_the_settlement_begins_with_the_disputed_ships(reported):
    ship = reported.ships("opposing")[1]
    correct(reported, reported.opposing, ship)
    text = page(reported.organiser, f"{reported.url}settle/")
    first, rest = text.split("Other ships of", 1)
    assert re.findall(r'name="s(\d+)-fate" value="survived"', first) == [str(ship.id)]
    assert len(re.findall(r'name="s\d+-fate" value="survived"', rest)) == len(reported.game.ships) - 1


@pytest.mark.rule("CR-095")
def test_ships_of_a_side_that_conceded_are_read_as_given_up(drawn):
    form = page(drawn.active, f"{drawn.url}report/")
    assert "If a side concedes, its ships on the table count as destroyed." in form
    fields = typed(drawn.game, ending="opposing")
    assert drawn.press(drawn.active, "report", do="submit", **fields).status_code == 302
    text = text_of(drawn.active.client.get(drawn.url))
    ours, theirs = len(drawn.ships("active")), len(drawn.ships("opposing"))
    assert f"{theirs} given up" in text
    assert f"{ours} ships unhurt" in text


def test_a_correction_of_an_older_page_is_refused(reported):
    seen = reported.head
    reported.choose()
    answer = correct(reported, reported.opposing, reported.ships("opposing")[0], seen=str(seen))
    assert (answer.status_code, reported.game.report.disputes) == (409, {})


def test_the_ending_is_corrected_in_place(reported):
    reported.opposing.client.post(f"{reported.url}correct/", {"ending": "opposing", "s0-note": "I gave up."})
    assert reported.game.report.disputes[0].facts.conceded == "opposing"
    assert "Corrected by Paul: I gave up." in page(reported.active, reported.url)
