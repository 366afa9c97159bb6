"""Settling a report: organisers who play, old pages, and corrections that leave no report that holds."""

import re

import pytest

from league.rules.campaign import ChangeRole
from league.selectors.waiting import waiting_for
from missions.rules.game.report import report_findings
from rosters.rules.fleets.proxy import AppointProxy
from tests import verbs
from tests.missions.tables import page, typed
from tests.missions.views.test_corrections import correct

pytestmark = pytest.mark.rule("CR-101")


def organises(table, person):
    verbs.do(table.organiser.seat, ChangeRole(person.seat.number, "co_organiser"))


def values(text):
    """Fields of the report's form as a browser would post them."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", text.split('id="report-form"')[1].split("</form>")[0]):
        facts = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in facts and (facts.get("type") not in ("radio", "checkbox") or " checked" in tag):
            found[facts["name"]] = facts.get("value", "on")
    return found


def test_a_player_who_organises_does_not_rewrite_the_report_of_the_other_side(drawn):
    rival = drawn.opposing
    organises(drawn, rival)
    drawn.press(drawn.active, "report", do="save", **typed(drawn.game, ending="stopped"))
    assert "Write the report" not in page(rival, drawn.url)
    changed = typed(drawn.game, ending="active")
    assert drawn.press(rival, "report", do="submit", **changed).status_code == 403
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="stopped"))
    assert drawn.press(rival, "reopen").status_code == 403
    assert (drawn.game.step, drawn.game.report.conceded) == ("confirm", None)
    assert rival.client.get(f"{drawn.url}settle/")["Location"] == drawn.url


def test_an_organiser_who_plays_settles_the_report_of_one_who_does_not(drawn):
    """No side wrote it, so no side can answer the correction."""
    drawn.press(drawn.organiser, "report", do="submit", **typed(drawn.game, ending="stopped"))
    organises(drawn, drawn.active)
    correct(drawn, drawn.opposing, drawn.ships("opposing")[0])
    text = page(drawn.active, drawn.url)
    assert ("The sides do not agree on the report: settle it." in text, "settle/" in text) == (True, True)
    settled = typed(drawn.game, ending="stopped", reason="A photo shows it.")
    assert drawn.active.client.post(f"{drawn.url}settle/", settled).status_code == 302


def test_a_button_of_an_old_page_leaves_the_ending_as_it_was_reported(drawn):
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="opposing"))
    correct(drawn, drawn.opposing, drawn.ships("opposing")[0])
    drawn.press(drawn.active, "refuse-corrections")
    seen = str(drawn.head)
    correct(drawn, drawn.opposing, drawn.ships("opposing")[1])
    answer = drawn.organiser.client.post(f"{drawn.url}settle/", {"do": "stands", "seen": seen})
    assert (answer.status_code, values(answer.content.decode())["ending"]) == (409, "opposing")


def test_a_settlement_of_an_old_page_takes_no_accepted_correction_back(reported):
    corrected, other = reported.ships("opposing")[:2]
    correct(reported, reported.opposing, corrected)
    sent = values(page(reported.organiser, f"{reported.url}settle/"))
    reported.press(reported.active, "accept-corrections")
    sent |= {f"s{other.id}-fate": "driven_off", "reason": "I saw it go."}
    answer = reported.organiser.client.post(f"{reported.url}settle/", sent)
    text = answer.content.decode()
    assert (answer.status_code, "I saw it go." in text) == (409, True)
    assert "Your reason is kept. The lines are those of the report as it is now" in " ".join(text.split())
    again = values(text) | {f"s{other.id}-fate": "driven_off", "reason": "I saw it go."}
    assert reported.organiser.client.post(f"{reported.url}settle/", again).status_code == 302
    assert [reported.game.report.lines[each.id].fate for each in (corrected, other)] == ["driven_off"] * 2


def test_corrections_that_do_not_hold_without_withdrawn_ones_are_not_accepted(reported):
    fates = {f"s{ship.id}-fate": "destroyed" for ship in reported.ships("opposing")}
    reported.opposing.client.post(f"{reported.url}correct/", fates | {"ending": "", "reason": ""})
    for ship in [each for each in reported.game.report.disputes if each]:
        reported.press(reported.opposing, "withdraw", ship=ship)
    answer = reported.press(reported.active, "accept-corrections")
    assert (answer.status_code, "Both sides still have ships" in answer.content.decode()) == (409, True)
    assert not report_findings(reported.game)
    answer = reported.organiser.client.post(f"{reported.url}settle/", {"do": "corrections"})
    assert (answer.status_code, values(answer.content.decode())["ending"]) == (422, "")


def test_an_organiser_who_plays_rules_on_the_result_only_once_the_sides_disagree(drawn):
    organises(drawn, drawn.active)
    drawn.press(drawn.opposing, "report", do="submit", **typed(drawn.game, ending="active"))
    assert "Rule on the" not in page(drawn.active, drawn.url)
    assert "Rule on the" in page(drawn.organiser, drawn.url)
    answer = drawn.press(drawn.active, "rule", winner="active", reason="I say so.")
    assert (answer.status_code, drawn.game.ruled) == (409, None)
    correct(drawn, drawn.active, drawn.ships("active")[0])
    drawn.press(drawn.opposing, "refuse-corrections")
    assert any(each.refused for each in drawn.game.report.disputes.values())
    assert "Rule on the" in page(drawn.active, drawn.url)


def test_a_dispute_of_the_own_proxy_does_not_let_an_organiser_settle_their_game(drawn):
    rival = drawn.opposing
    organises(drawn, rival)
    verbs.do(rival.seat, AppointProxy(drawn.game.fleet_of("opposing"), drawn.organiser.seat.number))
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="stopped"))
    ship = drawn.ships("opposing")[0].id
    assert drawn.press(drawn.organiser, "dispute", ship=ship, reason="It was unhurt").status_code == 302
    assert (drawn.game.report.disputed, "settle/" in page(rival, drawn.url)) == ("settle", False)
    answer = rival.client.post(f"{drawn.url}settle/", typed(drawn.game, ending="stopped", reason="Hm."))
    text = answer.content.decode()
    assert (answer.status_code, "You play in this game. Correct" in text) == (409, True)
    assert 'id="report-form"' not in text


def test_an_organiser_who_plays_reads_who_can_change_a_report_that_somebody_began(drawn):
    organises(drawn, drawn.opposing)
    drawn.press(drawn.active, "report", do="save", **typed(drawn.game, ending="stopped"))
    answer = drawn.press(drawn.opposing, "report", do="submit", **typed(drawn.game, ending="stopped"))
    assert answer.status_code == 403
    assert "only they, or an organiser who does not play in this game, can" in answer.content.decode()


def test_an_own_correction_does_not_let_an_organiser_settle_the_report_of_another(drawn):
    """The writer does not play, and answers first."""
    drawn.press(drawn.organiser, "report", do="submit", **typed(drawn.game, ending="stopped"))
    organises(drawn, drawn.active)
    correct(drawn, drawn.active, drawn.ships("active")[0])
    text = page(drawn.active, drawn.url)
    assert ("settle/" in text, "Waiting for another organiser" in text) == (False, True)
    settled = typed(drawn.game, ending="stopped", reason="I say so.")
    assert drawn.active.client.post(f"{drawn.url}settle/", settled).status_code == 409
    assert "settle/" in page(drawn.organiser, drawn.url)


def test_an_objection_of_ones_own_is_no_task_of_an_organiser_who_plays(drawn):
    rival = drawn.opposing
    organises(drawn, rival)
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="stopped"))
    drawn.press(rival, "dispute", ship=drawn.ships("opposing")[0].id, reason="I do not know")
    assert not [each for each in waiting_for(rival.user)[1] if "settle it" in each.what]
    assert [each for each in waiting_for(drawn.organiser.user)[1] if "settle it" in each.what]
    assert "You can withdraw your objection." in page(rival, drawn.url)


def test_the_other_player_goes_on_with_a_report_that_was_left(drawn):
    ship = drawn.ships("active")[0]
    drawn.press(drawn.active, "report", do="save", **{f"s{ship.id}-fate": "destroyed"})
    assert "Go on with it" in page(drawn.opposing, drawn.url)
    for other in (drawn.active, drawn.organiser):
        assert "take-over/" not in page(other, drawn.url)
    assert drawn.press(drawn.organiser, "take-over").status_code == 409
    assert drawn.press(drawn.opposing, "take-over").status_code == 302
    report = drawn.game.report
    assert (report.side, list(report.lines), report.lines[ship.id].fate) == (
        "opposing",
        [ship.id],
        "destroyed",
    )
    assert drawn.press(drawn.active, "report", do="submit", **typed(drawn.game)).status_code == 403
    assert "Go on with it" in page(drawn.active, drawn.url)
    answer = drawn.press(drawn.opposing, "report", do="submit", **typed(drawn.game, ending="stopped"))
    assert (answer.status_code, drawn.game.step) == (302, "confirm")
    assert drawn.press(drawn.active, "take-over").status_code == 409


def test_a_report_that_nobody_began_is_not_taken_over(drawn):
    assert drawn.press(drawn.opposing, "take-over").status_code == 409
    assert "take-over/" not in page(drawn.opposing, drawn.url)


def rule_page(person, table):
    return page(person, f"{table.url}rule/")


def cancel_url(table):
    return f"{table.home}rounds/1/games/{table.game.number}/cancel/"


def test_an_organiser_reads_before_the_form_that_another_one_rules_on_their_own_game(drawn):
    rival = drawn.opposing
    organises(drawn, rival)
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="stopped"))
    for disputes in (False, True):
        if disputes:
            drawn.press(rival, "dispute", ship=drawn.ships("opposing")[0].id, reason="I do not know")
        text = rule_page(rival, drawn)
        assert ('id="ruling"' in text, "another organiser rules on its result" in text) == (False, True)
        assert 'id="ruling"' in rule_page(drawn.organiser, drawn)


def test_an_organiser_calls_no_reported_game_of_their_own_off(drawn):
    rival = drawn.opposing
    organises(drawn, rival)
    assert "Call this game off" in page(rival, drawn.url)
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="stopped"))
    assert "Call this game off" not in page(rival, drawn.url)
    text = page(rival, cancel_url(drawn))
    assert ('id="the-form"' in text, "so you cannot call it off" in text) == (False, True)
    for answer in (
        drawn.press(rival, "void", reason="I lost"),
        rival.client.post(cancel_url(drawn), {"reason": "I lost"}),
    ):
        assert (answer.status_code, "so you cannot call it off" in answer.content.decode()) == (409, True)
    text = page(drawn.organiser, cancel_url(drawn))
    assert ("Nobody can undo this." in text, 'id="the-form"' in text) == (True, True)
    assert drawn.press(drawn.organiser, "void", reason="Table fell").status_code == 302
