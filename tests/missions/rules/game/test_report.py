"""The report: drafted, submitted, disputed, settled, confirmed (CR-096, CR-100, CR-101)."""

from dataclasses import replace

import pytest

from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.assets.supplies import barred_by
from missions.rules.game import events as ev
from missions.rules.game.report import beside_line, hull_after, untouched
from missions.rules.game.state import SectionReport
from tests.missions.rules.builders import (
    ACTIVE,
    CR90,
    OPPOSING,
    ORGANISER,
    STRANGER,
    TIE,
    XWING,
    YWING,
    Night,
    skirmish,
    whole_line,
)


def codes(refusal: Refusal) -> list[str]:
    return [finding.code for finding in refusal.findings]


def submit(night: Night, member: int = ACTIVE) -> Refusal:
    with pytest.raises(Refusal) as refused:
        night.act(do.SubmitReport(night.game_id), member)
    return refused.value


def test_each_order_says_who_may_undo_it():
    undo = {
        order.name: order.undo_by
        for order in (do.PressReady, do.AcceptDraw, do.ConfirmResult, do.SettleReport)
    }
    assert undo == {
        "press_ready": "nobody",
        "accept_draw": "nobody",
        "confirm_result": "organiser",
        "settle_report": "organiser",
    }
    own = (
        do.SaveReportLine,
        do.SaveReportFacts,
        do.SubmitReport,
        do.ReopenReport,
        do.DisputeLine,
        do.SaveChoices,
    )
    assert {order.undo_by for order in own} == {"actor"}


@pytest.mark.rule("CR-080")
def test_supply_shortage_bars_the_munitions_of_its_squadron_and_no_other_card():
    night = Night()
    night.ship("active", XWING, ["protontorpedoes", "r2astromech"])
    night.ship("opposing", TIE)
    night.begin()
    [ship] = night.game.ships_of("active")
    assert [one.card for one in ship.upgrades if barred_by((2,), ship, one)] == ["protontorpedoes"]
    assert not any(barred_by((3,), ship, one) for one in ship.upgrades)


@pytest.mark.rule("CR-100")
def test_every_missing_line_is_listed_beside_its_ship():
    night, ours, theirs = skirmish()
    night.line(ours[0])
    refused = submit(night)
    assert codes(refused) == ["no_line"] * 4
    assert [finding.about for finding in refused.findings] == [f"ship:{ship}" for ship in [ours[1], *theirs]]


@pytest.mark.rule("CR-101")
def test_a_draft_is_kept_line_by_line_and_changes_as_often_as_its_writer_likes():
    night, ours, _ = skirmish()
    night.line(ours[0], damage=1)
    night.line(ours[0], "destroyed")
    assert night.game.step == "report"
    assert (night.game.report.by, night.game.report.lines[ours[0]].fate) == (ACTIVE, "destroyed")


@pytest.mark.rule("CR-101")
def test_only_who_began_the_report_and_organisers_write_it():
    night, ours, _ = skirmish()
    night.line(ours[0], by=OPPOSING)
    with pytest.raises(NotYours, match="Somebody else writes this report"):
        night.line(ours[0], by=ACTIVE)
    with pytest.raises(NotYours):
        night.line(ours[0], by=STRANGER)
    night.line(ours[0], "destroyed", by=ORGANISER)
    assert night.game.report.by == OPPOSING


@pytest.mark.rule("CR-096")
def test_without_a_mission_no_ship_withdraws():
    night, ours, _ = skirmish()
    with pytest.raises(Refusal, match="cannot withdraw without a mission") as refused:
        night.line(ours[0], "withdrawn")
    assert refused.value.rule == "CR-096"


def test_lines_that_make_no_sense_are_unreadable():
    night, ours, _ = skirmish()
    for order in (
        do.SaveReportLine(night.game_id, 999, "survived"),
        do.SaveReportLine(night.game_id, ours[0], "vanished"),  # type: ignore[arg-type]
        do.SaveReportLine(night.game_id, ours[0], "survived", {"fore": SectionReport()}),
        do.SaveReportLine(night.game_id, ours[0], "survived", {}, (999,)),
        do.SaveReportLine(night.game_id, ours[0], "survived", {}, (), (999,)),
    ):
        with pytest.raises(Unreadable):
            night.act(order, ACTIVE)


@pytest.mark.rule("CR-100")
@pytest.mark.parametrize(
    ("figures", "code"),
    [
        (SectionReport(-1, 3), "negative"),
        (SectionReport(0, 4), "too_much_hull"),
        (SectionReport(1, 1), "too_little_hull"),
        (SectionReport(0, 2), "too_little_hull"),
        (SectionReport(3, 0), "no_hull"),
        (SectionReport(3, 0, True), "never_crippled"),
    ],
)
def test_implausible_figures_are_found(figures: SectionReport, code: str):
    night, ours, theirs = skirmish(rebels=1, imperials=1)
    night.line(theirs[0], "destroyed")
    night.line(ours[0], sections={"whole": figures})
    assert codes(submit(night)) == [code]


@pytest.mark.rule("CR-112")
def test_hull_counts_upgrades_and_the_cards_of_an_old_mark():
    night = Night()
    ship = night.ship("active", XWING, ["hullupgrade"], damaged=["whole"])
    tie = night.ship("opposing", TIE)
    night.begin()
    night.line(tie, "destroyed")
    night.line(ship, sections={"whole": SectionReport(0, 1)})
    assert codes(submit(night)) == ["too_little_hull"]
    night.line(ship, sections={"whole": SectionReport(0, 2)})
    night.report()
    assert night.game.step == "confirm"


@pytest.mark.rule("CR-100")
def test_repairs_in_play_may_leave_more_hull_than_damage_alone_would():
    night, ours, theirs = skirmish(rebels=1, imperials=1)
    night.line(ours[0], sections={"whole": SectionReport(2, 3)})
    assert night.report(destroyed=theirs).game.step == "confirm"


@pytest.mark.rule("CR-112", "CR-117")
def test_hull_after_damage_begins_below_the_start_cards_and_ends_at_nothing():
    night, _, _ = skirmish(rebels=1, imperials=1)
    ship = replace(next(iter(night.game.ships.values())), hulls={"fore": 8, "aft": 8}, start_cards={"aft": 3})
    assert [hull_after(ship, "fore", damage) for damage in (0, 5, 8, 12)] == [8, 3, 0, 0]
    assert [hull_after(ship, "aft", damage) for damage in (0, 5, 8)] == [5, 0, 0]
    assert hull_after(ship, "fore", 1, crippled=True) == 0
    assert untouched(ship) == {"fore": SectionReport(0, 8), "aft": SectionReport(0, 5)}
    assert untouched(replace(ship, crippled=("fore",))) == {"aft": SectionReport(0, 5)}


@pytest.mark.rule("CR-100", "CR-112")
def test_the_rest_survived_without_damage_at_one_order():
    night = Night()
    cr90 = night.ship("active", CR90, damaged=["aft"], crippled=["fore"])
    wing, tie = night.ship("active", YWING), night.ship("opposing", TIE)
    night.begin()
    night.line(tie, "destroyed")
    night.act(do.ReportRestUnhurt(night.game_id), ACTIVE)
    lines = night.game.report.lines
    assert [lines[ship].fate for ship in (cr90, wing, tie)] == ["survived", "survived", "destroyed"]
    begun = night.game.ships[cr90].start_cards["aft"]
    assert begun > 0
    assert lines[cr90].sections == {"aft": SectionReport(0, 8 - begun)}
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    assert night.game.step == "confirm"


@pytest.mark.rule("CR-101")
def test_the_rest_is_reported_by_those_who_write_the_report():
    night, (first, *_), _ = skirmish()
    night.line(first, "destroyed")
    with pytest.raises(NotYours):
        night.act(do.ReportRestUnhurt(night.game_id), OPPOSING)
    night.act(do.ReportRestUnhurt(night.game_id), ORGANISER)
    before = len(night.events)
    night.act(do.ReportRestUnhurt(night.game_id), ACTIVE)
    assert len(night.events) == before


@pytest.mark.rule("CR-117", "CR-042")
def test_each_section_of_a_huge_ship_is_reported():
    night = Night()
    cr90 = night.ship("active", CR90)
    tie = night.ship("opposing", TIE)
    night.begin()
    night.line(tie, "destroyed")
    night.line(cr90, sections={"fore": SectionReport(0, 8)})
    assert codes(submit(night)) == ["no_figures"]
    night.line(cr90, sections={"fore": SectionReport(8, 0), "aft": SectionReport(8, 1, True)})
    assert codes(submit(night)) == ["no_hull", "crippled_with_hull"]


@pytest.mark.rule("CR-117")
def test_two_crippled_sections_are_pointed_out():
    night = Night()
    cr90 = night.ship("active", CR90, crippled=["fore"])
    night.ship("opposing", TIE)
    night.begin()
    night.line(cr90, sections={"aft": SectionReport(8, 0, True)})
    found = beside_line(night.game, night.game.ships[cr90], night.game.report.lines[cr90])
    assert [(finding.rule, finding.is_error) for finding in found] == [("CR-117", False)]


@pytest.mark.rule("CR-116")
def test_cards_are_lost_or_spent_and_only_some_can_be_spent():
    night = Night()
    ship = night.ship("active", XWING, ["r2astromech", "protontorpedoes"])
    tie = night.ship("opposing", TIE)
    night.begin()
    droid, torpedoes = (upgrade.id for upgrade in night.game.ships[ship].upgrades)
    night.line(tie, "destroyed")
    night.line(ship, lost=(torpedoes,), spent=(droid, torpedoes))
    assert sorted(codes(submit(night))) == ["lost_and_spent", "not_spendable"]


@pytest.mark.rule("CR-092")
def test_a_game_with_ships_on_both_sides_is_not_over_until_somebody_says_so():
    night, ours, theirs = skirmish()
    for ship in [*ours, *theirs]:
        night.line(ship)
    assert codes(submit(night)) == ["not_over"]
    night.act(do.SaveReportFacts(night.game_id, None, True), ACTIVE)
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    assert night.game.step == "confirm"


@pytest.mark.rule("CR-095", "CR-097")
def test_nobody_concedes_a_game_that_was_over():
    night, ours, theirs = skirmish()
    with pytest.raises(Refusal) as refused:
        night.report(destroyed=theirs, conceded="opposing")
    assert codes(refused.value) == ["nothing_to_concede"]
    with pytest.raises(Refusal) as refused:
        night.report(conceded="active")
    assert codes(refused.value) == ["already_won"]
    with pytest.raises(Unreadable):
        night.act(do.SaveReportFacts(night.game_id, "both"), ACTIVE)  # type: ignore[arg-type]


def submitted() -> tuple[Night, list[int], list[int]]:
    night, ours, theirs = skirmish()
    night.report(destroyed=theirs)
    return night, ours, theirs


@pytest.mark.rule("CR-101")
def test_the_other_player_confirms_not_the_writer_nor_a_stranger():
    night, *_ = submitted()
    for member in (ACTIVE, STRANGER):
        with pytest.raises(NotYours):
            night.confirm(member)
    assert night.confirm(OPPOSING).game.step == "done"


@pytest.mark.rule("CR-101")
def test_an_organiser_may_write_and_confirm():
    night, ours, theirs = skirmish()
    for ship in [*ours, *theirs]:
        night.line(ship, "destroyed" if ship in theirs else "survived", by=ORGANISER)
    night.act(do.SubmitReport(night.game_id), ORGANISER)
    night.confirm(ORGANISER)
    assert night.game.winner == "active"


@pytest.mark.rule("CR-101")
def test_a_dispute_blocks_the_confirmation_until_it_is_withdrawn():
    night, _, theirs = submitted()
    night.act(do.DisputeLine(night.game_id, theirs[0], "It fled"), OPPOSING)
    with pytest.raises(Refusal, match="Still disputed: Academy Pilot"):
        night.confirm()
    with pytest.raises(Refusal, match="disputed already"):
        night.act(do.DisputeLine(night.game_id, theirs[0], "Really"), OPPOSING)
    with pytest.raises(NotYours):
        night.act(do.WithdrawDispute(night.game_id, theirs[0]), ACTIVE)
    night.act(do.WithdrawDispute(night.game_id, theirs[0]), OPPOSING)
    with pytest.raises(Refusal, match="Nobody disputes"):
        night.act(do.WithdrawDispute(night.game_id, theirs[0]), OPPOSING)
    assert night.confirm().game.step == "done"


@pytest.mark.rule("CR-101")
def test_the_writer_takes_the_report_back_and_does_not_dispute_it():
    night, ours, _ = submitted()
    with pytest.raises(Refusal, match="your own report"):
        night.act(do.DisputeLine(night.game_id, ours[0], "Oops"), ACTIVE)
    with pytest.raises(NotYours):
        night.act(do.ReopenReport(night.game_id), OPPOSING)
    with pytest.raises(Refusal, match="take it back"):
        night.line(ours[0])
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    assert (night.game.step, night.game.report.submitted) == ("report", False)


@pytest.mark.rule("CR-101")
def test_a_dispute_outlives_the_taking_back_unless_its_line_is_changed():
    night, ours, theirs = submitted()
    for ship in (ours[0], theirs[0]):
        night.act(do.DisputeLine(night.game_id, ship, "Not so"), OPPOSING)
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    assert (night.game.report.disputes, set(night.game.report.unanswered)) == ({}, {ours[0], theirs[0]})
    night.line(ours[0], "destroyed")
    night.line(theirs[0], "destroyed")
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    assert (set(night.game.report.disputes), night.game.report.unanswered) == ({theirs[0]}, {})


@pytest.mark.rule("CR-101")
def test_a_dispute_of_the_whole_game_stands_until_its_facts_are_changed():
    night, *_ = submitted()
    night.act(do.DisputeLine(night.game_id, 0, "We stopped"), OPPOSING)
    night.act(do.ReopenReport(night.game_id), ACTIVE)
    night.act(do.SaveReportFacts(night.game_id), ACTIVE)
    assert set(night.game.report.unanswered) == {0}
    night.act(do.SaveReportFacts(night.game_id, conceded="opposing"), ACTIVE)
    assert night.game.report.unanswered == {}


@pytest.mark.rule("CR-101")
def test_a_dispute_needs_a_reason_and_may_be_about_the_whole_game():
    night, *_ = submitted()
    with pytest.raises(Refusal, match="Say why"):
        night.act(do.DisputeLine(night.game_id, 0, ""), OPPOSING)
    night.act(do.DisputeLine(night.game_id, 0, "Nobody conceded"), OPPOSING)
    with pytest.raises(Refusal, match="the facts of the game"):
        night.confirm()
    night.act(do.WithdrawDispute(night.game_id, 0), OPPOSING)
    assert night.game.report.disputes == {}


@pytest.mark.rule("CR-101")
def test_the_organiser_settles_with_a_reason_and_may_change_lines():
    night, _, theirs = submitted()
    night.act(do.DisputeLine(night.game_id, theirs[0], "It fled"), OPPOSING)
    line = whole_line(night, theirs[0], "driven_off")
    with pytest.raises(NotYours):
        night.act(do.SettleReport(night.game_id, "Because", (line,)), OPPOSING)
    with pytest.raises(Refusal, match="Say why"):
        night.act(do.SettleReport(night.game_id, "", (line,)), ORGANISER)
    night.act(do.SettleReport(night.game_id, "I saw it leave", (line,)), ORGANISER)
    report = night.game.report
    assert (report.disputes, report.settled_reason) == ({}, "I saw it leave")
    assert report.lines[theirs[0]].fate == "driven_off"
    assert night.happened(ev.ReportSettled)[0].names == ("Academy Pilot",)


def test_a_settlement_must_make_sense_too():
    night, ours, theirs = submitted()
    lines = tuple(whole_line(night, ship, "survived") for ship in theirs)
    with pytest.raises(Refusal) as refused:
        night.act(do.SettleReport(night.game_id, "All alive", lines), ORGANISER)
    assert codes(refused.value) == ["not_over"]
    night.act(do.SettleReport(night.game_id, "They stopped", lines, True, None, True), ORGANISER)
    assert night.game.report.stopped
    foreign = whole_line(night, ours[0], "survived").__class__(ours[0], 999)
    with pytest.raises(Unreadable):
        night.act(do.SettleReport(night.game_id, "Mixed up", (foreign,)), ORGANISER)


@pytest.mark.rule("CR-100", "CR-116")
def test_a_card_named_twice_is_lost_or_spent_once():
    night, (hit, gone, *_), theirs = escort()
    droid, missile = (night.game.ships[ship].upgrades[0].id for ship in (hit, gone))
    night.line(hit, lost=(droid, droid))
    night.line(gone, "destroyed", spent=(missile, missile))
    night.report(destroyed=theirs).finish()
    assert night.roster_upgrade(droid).mia
    assert (night.where(gone), night.roster_upgrade(missile)) == ("mia", None)


@pytest.mark.rule("CR-101", "CR-116")
def test_an_organisers_line_names_every_card_once_too():
    night, (hit, *_), theirs = escort()
    droid = night.game.ships[hit].upgrades[0].id
    night.report(destroyed=theirs)
    settled = replace(whole_line(night, hit, "survived"), lost=(droid, droid))
    night.act(do.SettleReport(night.game_id, "seen", (settled,)), ORGANISER)
    assert night.game.report.lines[hit].lost == (droid,)
    night.finish()
    assert night.roster_upgrade(droid).mia


def escort() -> tuple[Night, list[int], list[int]]:
    """A Y-wing with R2-D2, one with torpedoes and two X-wings against six TIEs."""
    night = Night()
    ours = [night.ship("active", YWING, [card]) for card in ("r2d2", "protontorpedoes")]
    ours += [night.ship("active", XWING) for _ in range(2)]
    theirs = [night.ship("opposing", TIE) for _ in range(6)]
    return night.begin(), ours, theirs


@pytest.mark.rule("CR-095", "CR-063")
def test_a_side_alone_on_the_table_cannot_concede_any_more():
    night, _, theirs = skirmish()
    with pytest.raises(Refusal) as refused:
        night.report(driven_off=theirs, conceded="active")
    assert codes(refused.value) == ["over_already"]
    night.act(do.SaveReportFacts(night.game_id), ACTIVE)
    night.act(do.SubmitReport(night.game_id), ACTIVE)
    assert night.finish().game.winner == "active"


@pytest.mark.rule("CR-041")
def test_a_card_with_negative_points_is_never_lost_from_its_ship():
    night = Night()
    ship = night.ship("active", "rebel-awing-prototypepilot", ["chardaanrefit"])
    night.ship("active", XWING)
    tie = night.ship("opposing", TIE)
    night.begin()
    refit = night.game.ships[ship].upgrades[0].id
    night.line(tie, "destroyed")
    night.line(ship, lost=(refit,))
    assert "never_leaves" in codes(submit(night))
