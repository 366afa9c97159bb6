"""Corrections of a report: the other side says how it was, and the reporter accepts it or stands by theirs
(CR-101)."""

from dataclasses import replace

import pytest

from league.kernel.decision import Actor
from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.choices import choices_to_make
from missions.rules.game.narration import sentence
from missions.rules.game.report import accepting, faults_once_accepted
from missions.rules.game.results import compute
from missions.rules.game.state import Facts, SectionReport
from missions.rules.game.waiting import awaited
from tests.missions.rules import builders
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, Night, skirmish, whole_line

pytestmark = pytest.mark.rule("CR-101")


def submitted() -> tuple[Night, list[int], list[int]]:
    """The active side has reported its own ships as survivors and the others as destroyed."""
    night, ours, theirs = skirmish()
    for ship in [*ours, *theirs]:
        night.line(ship, "destroyed" if ship in theirs else "survived")
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    return night, ours, theirs


def corrected() -> tuple[Night, int]:
    night, _, theirs = submitted()
    line = whole_line(night, theirs[0], "driven_off")
    night.act(do.CorrectReport(night.game_id, (line,)), OPPOSING)
    return night, theirs[0]


def waits(night: Night) -> list[tuple[str, str | None]]:
    return [(each.what, each.side) for each in awaited(night.state, night.game)]


def test_a_correction_waits_for_the_side_that_wrote_the_report():
    night, _ = corrected()
    assert waits(night) == [("answer", "active")]
    with pytest.raises(Refusal, match="Still disputed"):
        night.confirm()


def test_one_act_accepts_all_corrections():
    night, ship = corrected()
    other = next(each for each in night.game.ships if night.game.report.lines[each].fate == "survived")
    night.act(do.CorrectReport(night.game_id, (whole_line(night, other, "driven_off"),)), OPPOSING)
    night.act(do.AcceptCorrections(night.game_id), ACTIVE)
    fates = [night.game.report.lines[each].fate for each in (ship, other)]
    assert (fates, night.game.report.disputes) == (["driven_off"] * 2, {})
    assert len(night.happened(ev.CorrectionsAccepted)[0].names) == 2
    assert night.confirm().game.step == "done"


def test_one_correction_is_accepted_and_the_others_wait():
    night, ship = corrected()
    other = next(each for each in night.game.ships if night.game.report.lines[each].fate == "survived")
    night.act(do.CorrectReport(night.game_id, (whole_line(night, other, "driven_off"),)), OPPOSING)
    with pytest.raises(Refusal, match="No correction waits"):
        night.act(do.AcceptCorrections(night.game_id, (0,)), ACTIVE)
    night.act(do.AcceptCorrections(night.game_id, (ship,)), ACTIVE)
    report = night.game.report
    assert (report.lines[ship].fate, list(report.disputes), report.accepted) == (
        "driven_off",
        [other],
        (ship,),
    )
    assert waits(night) == [("answer", "active")]
    night.act(do.RefuseCorrections(night.game_id), ACTIVE)
    assert [each.what for each in awaited(night.state, night.game)] == ["settle"]
    settled = do.SettleReport(night.game_id, "It left", (whole_line(night, other, "driven_off"),))
    night.act(settled, ORGANISER)
    report = night.game.report
    assert (report.accepted, report.changed, report.settled_by) == ((ship,), (other,), ORGANISER)
    night.act(do.SettleReport(night.game_id, "It burnt", (whole_line(night, ship, "destroyed"),)), ORGANISER)
    assert (night.game.report.accepted, night.game.report.changed) == ((), (other, ship))


def test_the_result_is_known_before_a_correction_is_accepted():
    night, ship = corrected()
    other = next(each for each in night.game.ships if night.game.report.lines[each].fate == "survived")
    night.act(do.CorrectReport(night.game_id, (whole_line(night, other, "destroyed"),)), OPPOSING)
    before = compute(night.game)
    each = {number: compute(accepting(night.game, [number])) for number in (ship, other)}
    assert night.game.report.lines[other].fate == "survived"
    assert (each[ship].scores, each[other].scores["opposing"]) == (
        before.scores,
        before.scores["opposing"] + night.game.ships[other].points,
    )
    expected = compute(accepting(night.game, night.game.report.disputes))
    night.act(do.AcceptCorrections(night.game_id), ACTIVE)
    assert compute(night.game) == expected


def test_a_correction_that_needs_another_has_faults_of_its_own():
    """The other side says that all their ships are gone and that the game did not end early."""
    night, ours, theirs = skirmish()
    for each in [*ours, *theirs]:
        night.line(each, "survived")
    night.act(do.SaveReportFacts(night.game_id, None, stopped=True), ACTIVE)
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    lines = tuple(whole_line(night, each, "destroyed") for each in theirs)
    night.act(do.CorrectReport(night.game_id, lines, change_facts=True), OPPOSING)
    assert [each.code for each in faults_once_accepted(night.game, [0])] == ["not_over"]
    assert faults_once_accepted(night.game, night.game.report.disputes) == ()


def test_a_reporter_who_organises_does_not_withdraw_the_other_sides_correction(monkeypatch):
    monkeypatch.setattr(
        builders,
        "actor",
        lambda member: Actor(member, "organiser" if member in (ACTIVE, ORGANISER) else "player"),
    )
    night, ship = corrected()
    with pytest.raises(NotYours, match="Only the side that disputes"):
        night.act(do.WithdrawDispute(night.game_id, ship), ACTIVE)
    night.act(do.WithdrawDispute(night.game_id, ship), ORGANISER)
    assert night.game.report.disputes == {}


def test_a_report_that_is_taken_over_is_not_disputed_by_its_own_side():
    night, _, theirs = submitted()
    night.act(do.DisputeLine(night.game_id, theirs[0], "I have a photo"), OPPOSING)
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    assert list(night.game.report.unanswered) == [theirs[0]]
    night.act(do.TakeOverReport(night.game_id), OPPOSING)
    night.act(do.SubmitReport(night.game_id), OPPOSING)
    assert night.game.report.disputes == {}


def test_nobody_takes_the_words_of_another_dispute_away():
    night, _, theirs = submitted()
    night.act(do.DisputeLine(night.game_id, theirs[0], "I have a photo"), OPPOSING)
    line = whole_line(night, theirs[0], "driven_off")
    with pytest.raises(Refusal, match="Somebody else disputes"):
        night.act(do.CorrectReport(night.game_id, (line,)), ORGANISER)
    night.act(do.CorrectReport(night.game_id, (line,)), OPPOSING)
    assert night.game.report.disputes[theirs[0]].corrects


def test_the_ending_is_corrected_like_a_line():
    night, *_ = submitted()
    night.act(do.CorrectReport(night.game_id, change_facts=True, stopped=True), OPPOSING)
    night.act(do.AcceptCorrections(night.game_id), ACTIVE)
    assert night.game.report.facts == Facts(stopped=True)


@pytest.mark.rule("CR-102")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize(("fate", "stands"), [("survived", True), ("destroyed", False)])
def test_choices_stand_after_a_correction_that_leaves_them_as_they_were(settled, fate, stands):
    """A losing side chose a pilot who rises. Then another of its pilots turns out to be dead, or to have
    been hurt."""
    night, ours, theirs = skirmish()
    for ship in [*ours, *theirs]:
        night.line(ship, "destroyed" if ship in theirs[:1] else "survived")
    night.act(do.SaveReportFacts(night.game_id, None, stopped=True), ACTIVE)
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    (ask,) = choices_to_make(night.state, night.game, "opposing")
    chosen, other = (each.id for each in ask.candidates[:2])
    night.act(do.SaveChoices(night.game_id, "opposing", (), {int(ask.key): chosen}, {}), OPPOSING)
    line = whole_line(night, other, fate)
    if stands:
        line = replace(
            line, sections={name: SectionReport(1, at.hull_left - 1) for name, at in line.sections.items()}
        )
    if settled:
        night.act(do.SettleReport(night.game_id, "I saw it", (line,)), ORGANISER)
    else:
        night.act(do.CorrectReport(night.game_id, (line,)), OPPOSING)
        night.act(do.AcceptCorrections(night.game_id), ACTIVE)
    assert list(night.game.choices) == (["opposing"] if stands else [])


def test_an_organiser_settles_when_the_reporter_stands_by_the_report():
    night, ship = corrected()
    night.act(do.RefuseCorrections(night.game_id), ACTIVE)
    assert waits(night) == [("settle", None)]
    for order in (do.AcceptCorrections, do.RefuseCorrections):
        with pytest.raises(Refusal, match="No correction waits"):
            night.act(order(night.game_id), ACTIVE)
    assert night.game.report.disputes[ship].refused


def test_a_dispute_without_a_correction_is_the_organisers():
    night, _ = corrected()
    night.act(do.DisputeLine(night.game_id, 0, "Who knows"), OPPOSING)
    assert waits(night) == [("settle", None)]
    with pytest.raises(Refusal, match="an organiser settles it"):
        night.act(do.AcceptCorrections(night.game_id), ACTIVE)


def test_the_last_word_of_the_other_side_counts():
    night, ship = corrected()
    damaged = whole_line(night, ship, "survived")
    night.act(do.CorrectReport(night.game_id, (damaged,), change_facts=True, stopped=True), OPPOSING)
    night.act(do.AcceptCorrections(night.game_id), ACTIVE)
    assert night.game.report.lines[ship].fate == "survived"


@pytest.mark.parametrize("order", [do.AcceptCorrections, do.RefuseCorrections])
def test_only_the_side_that_wrote_the_report_answers(order):
    night, _ = corrected()
    with pytest.raises(NotYours):
        night.act(order(night.game_id), OPPOSING)


def test_nobody_corrects_their_own_report():
    night, _, theirs = submitted()
    line = whole_line(night, theirs[0], "driven_off")
    with pytest.raises(Refusal, match="take it back"):
        night.act(do.CorrectReport(night.game_id, (line,)), ACTIVE)


def test_a_correction_says_something_else_and_makes_sense():
    night, ours, theirs = submitted()
    with pytest.raises(Refusal, match="That is what the report says"):
        night.act(do.CorrectReport(night.game_id, (night.game.report.lines[ours[0]],)), OPPOSING)
    with pytest.raises(Refusal, match="Both sides"):
        night.act(do.CorrectReport(night.game_id, (whole_line(night, theirs[0], "survived"),)), OPPOSING)
    with pytest.raises(Unreadable):
        night.act(do.CorrectReport(night.game_id, change_facts=True, scanned=3), OPPOSING)
    assert night.game.report.disputes == {}


def test_a_report_of_an_organiser_is_settled_by_organisers():
    night, ours, theirs = skirmish()
    for ship in [*ours, *theirs]:
        night.line(ship, "destroyed" if ship in theirs else "survived", by=ORGANISER)
    night.act(do.SubmitReport(night.game_id), ORGANISER)
    line = whole_line(night, theirs[0], "driven_off")
    night.act(do.CorrectReport(night.game_id, (line,)), OPPOSING)
    (each,) = awaited(night.state, night.game)
    assert (each.what, each.side, OPPOSING in each.barred, ORGANISER in each.barred) == (
        "settle",
        None,
        True,
        False,
    )
    night.act(do.AcceptCorrections(night.game_id), ORGANISER)
    assert night.game.report.lines[theirs[0]].fate == "driven_off"


def test_a_correction_has_a_sentence_with_or_without_a_note():
    night, ship = corrected()
    (event,) = night.happened(ev.LineDisputed)
    assert sentence(event) == "The line of Academy Pilot is corrected by the other side."
