"""The report in words and as fields."""

from typing import Any

import pytest

from missions.presenters.game.page import badges
from missions.presenters.report.page import line_field, report_page, sentence, side_choices
from missions.presenters.report.verdict import verdict
from missions.rules import orders as do
from missions.rules.game.choices import Ask
from missions.rules.game.results import compute
from missions.rules.game.secrets import view_for
from missions.rules.game.state import FieldedShip, FieldedUpgrade, SectionReport, ShipReport
from rosters.rules.state import FleetState
from tests.missions.rules.builders import ACTIVE, CR90, Night, fleets_for_missions, skirmish

SHIP = FieldedShip(
    7,
    1,
    2,
    "x",
    "Rookie Pilot",
    "X-wing",
    21,
    hulls={"whole": 3},
    start_cards={"whole": 1},
    upgrades=(FieldedUpgrade(40, "r2", "R2-D2", "Astromech", 4), FieldedUpgrade(41, "b", "Bomb", "Bomb", 3)),
)


def line(fate="survived", damage=0, left=2, **more: tuple[int, ...]):
    return ShipReport(7, 1, fate, {"whole": SectionReport(damage, left)}, **more)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (line(), "Survived; hull unhurt."),
        (line("driven_off", 1, 1), "Driven off; 1 damage to the hull, 1 of 3 left."),
        (ShipReport(7, 1, "destroyed"), "Destroyed."),
        (line(lost=(40,), spent=(41,)), "Survived; hull unhurt; lost R2-D2; used up Bomb."),
    ],
)
def test_a_line_is_a_sentence(given, words):
    assert sentence(SHIP, given) == words


def test_crippled_sections_are_named():
    ship = FieldedShip(7, 1, 2, "x", "CR90", "CR90", 90, hulls={"fore": 8, "aft": 8})
    given = ShipReport(7, 1, "survived", {"fore": SectionReport(8, 0, True), "aft": SectionReport(2, 6)})
    assert sentence(ship, given) == (
        "Survived; fore section crippled; 2 damage to the aft section, 6 of 8 left."
    )


def page_of(night, viewer="active", **more: Any):
    view = view_for(night.game, viewer)
    both = {
        night.game.active: FleetState(night.game.active, 0, "Red Wing", "rebel", "hearts", slug="red-wing"),
        night.game.opposing: FleetState(
            night.game.opposing, 0, "Iron Fist", "imperial", "spades", slug="iron-fist"
        ),
    }
    fleets = badges(
        view,
        both,
        {night.game.active: ("Paul", ""), night.game.opposing: ("Rita", "")},
        "/campaigns/1/",
        organises=False,
    )
    return report_page(view, fleets, compute(night.game).scores, writer="Paul", **more), fleets


def test_nothing_is_told_of_a_draft_that_one_may_not_see():
    night, ours, _ = skirmish()
    night.line(ours[0], "destroyed")
    page, _ = page_of(night, "public")
    assert {each.sentence for side in page.sides for each in side.lines} == {"Not reported yet."}
    assert page.totals.reported == 0


@pytest.mark.parametrize(("damage", "left", "shown"), [(0, None, ""), (2, None, ""), (2, 3, "3"), (3, 0, "")])
def test_hull_left_is_only_filled_in_where_it_differs_from_the_damage(damage, left, shown):
    night, ours, _ = skirmish()
    night.line(ours[0], damage=damage, left=left)
    page, _ = page_of(night)
    field = next(each for side in page.sides for each in side.lines if each.ship == ours[0])
    assert field.sections[0].left == shown


@pytest.mark.rule("CR-091")
def test_ships_of_one_name_are_told_apart_and_the_nominated_one_is_marked_for_who_may_know():
    night = fleets_for_missions().draw_mission_squadron(2).choose_mission(2)
    first, second = night.game.squadrons_of("active")[0].ships
    night.act(do.NominateShip(night.game_id, second), ACTIVE)
    views = {each: view_for(night.game, each) for each in ("active", "opposing")}
    assert [line_field(view, second).about for view in views.values()] == [
        "X-wing, 21 points, number 2 of 2, the Operative’s ship",
        "X-wing, 21 points, number 2 of 2",
    ]
    assert line_field(views["active"], first).about == "X-wing, 21 points, number 1 of 2"


def test_a_section_that_was_crippled_before_is_not_asked_for():
    night = Night()
    night.squadron("active", 2, "standard")
    night.ship("active", "rebel-xwing-rookiepilot")
    big = night.ship("active", CR90, squadron=2, crippled=("aft",))
    night.ship("opposing", "imperial-tiefighter-academypilot")
    night.begin(lambda game: big in game.ships)
    page, _ = page_of(night)
    field = next(each for side in page.sides for each in side.lines if each.ship == big)
    assert [(section.key, section.may_cripple) for section in field.sections] == [("fore", True)]


def test_findings_stand_at_their_ships_and_the_rest_above():
    from league.kernel.refusal import Finding

    night, ours, _ = skirmish()
    found = (Finding("a", "A.", about=f"ship:{ours[0]}:whole"), Finding("b", "B.", about="game"))
    page, _ = page_of(night, findings=found)
    at = {each.ship: each.findings for side in page.sides for each in side.lines}
    assert (at[ours[0]], page.findings) == (found[:1], found[1:])


@pytest.mark.parametrize(
    ("conceded", "ending", "title"),
    [
        ("opposing", "Iron Fist conceded.", "Red Wing wins by concession"),
        (None, "Ended early.", "The game is a draw"),
    ],
)
def test_the_verdict_names_the_winner_and_how(conceded, ending, title):
    night, *_ = skirmish()
    night.report(conceded=conceded)
    page, fleets = page_of(night)
    assert (page.ending_sentence, verdict(compute(night.game), fleets).title) == (ending, title)


def test_a_dispute_names_who_and_may_be_withdrawn_by_them():
    from missions.rules.orders import DisputeLine

    night, ours, _ = skirmish()
    night.report()
    night.act(DisputeLine(night.game_id, ours[0], "Not so."), 2)
    page, _ = page_of(night, me=2, members={2: "Rita"})
    mine = next(each for side in page.sides for each in side.lines if each.ship == ours[0])
    assert (mine.dispute, mine.may_withdraw) == ("Disputed by Rita: Not so.", True)
    page, _ = page_of(night, me=ACTIVE, members={})
    theirs = next(each for side in page.sides for each in side.lines if each.ship == ours[0])
    assert (theirs.dispute, theirs.may_withdraw) == ("Disputed by somebody: Not so.", False)


def test_a_side_without_a_choice_has_no_form():
    night, *_ = skirmish()
    _, fleets = page_of(night)
    ask = Ask("promoted", "opposing", "2", "CR-119", "Who?", (), True, 1, ())
    made = side_choices({"active": (), "opposing": (ask,)}, fleets)
    assert [(each.fleet.side, each.missing, each.asks[0].name, each.asks[0].one) for each in made] == [
        ("opposing", True, "promoted-2", True)
    ]
