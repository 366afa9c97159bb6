"""Victory in the eight missions (CR-090 … CR-099): fates and facts in, verdict out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.refusal import Refusal
from missions.rules.content.mission_data import assets, missions
from missions.rules.content.report_facts import fate_of_leaving
from missions.rules.game.report import report_findings
from missions.rules.game.results import compute
from missions.rules.game.state import (
    FieldedShip,
    GameState,
    Report,
    Ruling,
    SectionReport,
    ShipFate,
    ShipReport,
    SideName,
)
from missions.rules.pregame.state import Pregame

FATES: tuple[ShipFate, ...] = ("survived", "destroyed", "driven_off", "withdrawn")
CAPITAL, FRIGATE, REINFORCEMENTS = "capital_ship_support", "medical_frigate", "reinforcements"


def game(
    mission: int,
    active: dict[int, ShipFate],
    opposing: dict[int, ShipFate],
    *,
    points: int = 10,
    costs: dict[int, int] | None = None,
    scanned: int = 0,
    conceded: SideName | None = None,
    nominated: int = 1,
    shown: bool = True,
    stopped: bool = False,
) -> GameState:
    """A reported game: ships 1, 2 … are active, 11, 12 … opposing; `nominated` is the key ship."""
    made = GameState(5, 4, 100, 200, step="report")
    made.pregame = Pregame("over", mission=mission, nominated=nominated, nomination_shown=shown)
    for fleet, fates in ((100, active), (200, opposing)):
        for number in fates:
            cost = (costs or {}).get(number, points)
            made.ships[number] = FieldedShip(
                number, fleet, 2, "card", f"Ship {number}", "model", cost, hulls={"whole": 3}
            )
    made.report = Report(by=1, conceded=conceded, scanned=scanned, stopped=stopped)
    for number, fate in {**active, **opposing}.items():
        whole = {"whole": SectionReport(0, 3)}
        made.report.lines[number] = ShipReport(number, made.ships[number].fleet, fate, whole)
    return made


def verdict(made: GameState) -> tuple[str, str, tuple[str, ...]]:
    result = compute(made)
    return result.winner, result.termination, result.offers


# Reconnaissance


@pytest.mark.rule("CR-090")
@pytest.mark.parametrize(
    ("scanned", "active", "opposing", "expected"),
    [
        (5, "withdrawn", "survived", ("active", "objective", ("scouted_area",))),
        (4, "withdrawn", "survived", ("active", "objective", ())),
        (3, "withdrawn", "survived", ("active", "objective", ())),
        (2, "driven_off", "survived", ("opposing", "objective", ("guarded_approach",))),
        (3, "driven_off", "survived", ("draw", "objective", ())),
        (0, "survived", "driven_off", ("active", "objective", ())),
        (5, "survived", "driven_off", ("active", "objective", ("scouted_area",))),
        (0, "survived", "survived", ("draw", "objective", ())),
        (0, "driven_off", "driven_off", ("draw", "objective", ())),
        (0, "survived", "destroyed", ("active", "elimination", ())),
        (5, "survived", "destroyed", ("active", "elimination", ("scouted_area",))),
        (4, "destroyed", "survived", ("opposing", "elimination", ("guarded_approach",))),
        (0, "destroyed", "destroyed", ("draw", "objective", ())),
    ],
)
def test_reconnaissance(scanned, active, opposing, expected):
    assert verdict(game(1, {1: active}, {11: opposing}, scanned=scanned)) == expected


@pytest.mark.rule("CR-090")
def test_no_ship_withdraws_before_three_markers_are_scanned():
    codes = [each.code for each in report_findings(game(1, {1: "withdrawn"}, {11: "survived"}, scanned=2))]
    assert codes == ["left_early"]


@pytest.mark.rule("CR-090")
@pytest.mark.parametrize("scanned", [-1, 6])
def test_there_are_five_markers(scanned):
    made = game(1, {1: "survived"}, {11: "driven_off"}, scanned=scanned)
    assert [each.code for each in report_findings(made)] == ["markers"]


@pytest.mark.rule("CR-094", "CR-099")
@pytest.mark.parametrize(
    ("mission", "scanned", "theirs", "needed"),
    [
        (1, 4, "driven_off", ["No asset this time: that needs all 5 markers."]),
        (1, 5, "driven_off", []),
        (4, 0, "destroyed", ["No asset this time: that needs a lead of 12 points or more."]),
        (4, 0, "survived", []),
    ],
)
def test_a_winner_without_an_asset_reads_what_it_takes(mission, scanned, theirs, needed):
    made = game(mission, {1: "survived"}, {11: theirs, 12: theirs}, points=5, scanned=scanned, stopped=True)
    made.report.lines[12] = replace(made.report.lines[12], fate="survived" if mission == 4 else theirs)
    rule = {1: "CR-094", 4: "CR-099"}[mission]
    assert [each.text for each in compute(made).reasons if each.rule == rule] == needed
    made.friendly = True
    assert rule not in [each.rule for each in compute(made).reasons]


# Infiltration, Extraction, Blockade: the nominated ship


@pytest.mark.rule("CR-091")
@pytest.mark.parametrize(
    ("mission", "won", "lost"),
    [
        (2, ("fleet_intelligence", "sabotage"), ("guarded_approach",)),
        (3, ("fleet_intelligence", "disrupted_command"), ("double_agent",)),
        (7, ("additional_supplies", REINFORCEMENTS), ("supply_shortage", REINFORCEMENTS, "guarded_approach")),
    ],
)
def test_the_nominated_ship_decides(mission, won, lost):
    others = {11: "survived"}
    assert verdict(game(mission, {1: "withdrawn", 2: "survived"}, others)) == ("active", "objective", won)
    assert verdict(game(mission, {1: "driven_off", 2: "survived"}, others)) == ("opposing", "objective", lost)
    assert verdict(game(mission, {1: "destroyed", 2: "survived"}, others)) == ("opposing", "objective", lost)
    assert verdict(game(mission, {1: "survived", 2: "destroyed"}, others)) == ("draw", "objective", ())


@pytest.mark.rule("CR-091")
def test_a_closed_nomination_tells_nothing_and_holds_the_report_up():
    lost, kept = (game(2, {1: fate, 2: "survived"}, {11: "survived"}, shown=False) for fate in FATES[1::-1])
    assert verdict(lost) == verdict(kept) == ("draw", "objective", ())
    assert "nomination_closed" in [each.code for each in report_findings(lost)]


@pytest.mark.rule("CR-091")
@pytest.mark.parametrize(
    ("mission", "called"), [(2, "The Operative’s ship"), (3, "The Defector’s ship"), (7, "The Supply Ship")]
)
def test_the_verdict_calls_the_nominated_ship_by_what_it_is(mission, called):
    made = game(mission, {1: "destroyed", 2: "survived"}, {11: "survived"})
    assert f"{called} was stopped: the opposing side wins." in [each.text for each in compute(made).reasons]


@pytest.mark.rule("CR-097")
def test_a_side_that_destroys_every_ship_wins_without_its_nominated_ship():
    made = game(2, {1: "destroyed", 2: "survived"}, {11: "destroyed"})
    assert verdict(made) == ("active", "elimination", ("fleet_intelligence", "sabotage"))


@pytest.mark.rule("CR-097")
def test_a_ship_driven_off_or_withdrawn_is_not_eliminated():
    assert verdict(game(7, {1: "survived"}, {11: "destroyed", 12: "withdrawn"}))[0] == "draw"
    assert verdict(game(7, {1: "survived"}, {11: "destroyed", 12: "driven_off"}))[0] == "draw"


@pytest.mark.rule("CR-097")
def test_both_sides_gone_at_once_is_a_draw_where_no_points_are_counted():
    assert verdict(game(3, {1: "destroyed"}, {11: "destroyed"})) == ("draw", "objective", ())


@pytest.mark.rule("CR-098")
def test_the_defector_alone_is_lost_by_every_edge_but_its_own():
    codes = {
        mission: [each.code for each in report_findings(game(mission, {1: "driven_off"}, {11: "survived"}))]
        for mission in (2, 3, 7)
    }
    assert codes == {2: [], 3: ["defector_lost"], 7: []}


@pytest.mark.rule("CR-098")
@pytest.mark.parametrize(
    ("mission", "key", "early"),
    [
        (2, "survived", True),
        (2, "withdrawn", False),
        (2, "destroyed", False),
        (2, "driven_off", True),
        (3, "destroyed", False),
        (3, "withdrawn", False),
        (7, "destroyed", True),
        (7, "driven_off", False),
        (7, "withdrawn", False),
    ],
)
def test_the_others_withdraw_once_the_nominated_ship_is_gone_as_the_mission_says(mission, key, early):
    made = game(mission, {1: key, 2: "withdrawn"}, {11: "survived"}, stopped=True)
    assert ("left_early" in [each.code for each in report_findings(made)]) is early


@pytest.mark.rule("CR-098")
@pytest.mark.parametrize(
    ("mission", "key", "words"),
    [
        (2, "driven_off", "once the Operative’s ship has left by the opposing edge or is destroyed: it was"),
        (3, "survived", "once the Defector’s ship has left by the active edge or is destroyed: it was"),
        (7, "destroyed", "only once the Supply Ship has left the table: it was driven off, or destroyed if"),
    ],
)
def test_a_side_that_left_too_early_reads_when_it_could_have_withdrawn(mission, key, words):
    made = game(mission, {1: key, 2: "withdrawn"}, {11: "survived"}, stopped=True)
    assert [words in each.message for each in report_findings(made) if each.code == "left_early"] == [True]


LEAVING = [
    # mission, ship, key ship or markers, fates by the active, the opposing and a neutral edge
    (0, 1, "", "driven_off destroyed driven_off"),
    (0, 11, "", "destroyed driven_off driven_off"),
    (1, 1, "2", "driven_off destroyed driven_off"),
    (1, 1, "3", "withdrawn destroyed withdrawn"),
    (1, 11, "5", "destroyed driven_off driven_off"),
    (2, 1, "survived", "driven_off withdrawn driven_off"),
    (2, 2, "survived", "driven_off driven_off driven_off"),
    (2, 2, "driven_off", "driven_off driven_off driven_off"),
    (2, 2, "withdrawn", "withdrawn driven_off withdrawn"),
    (2, 2, "destroyed", "withdrawn driven_off withdrawn"),
    (2, 11, "survived", "destroyed withdrawn withdrawn"),
    (3, 1, "survived", "withdrawn destroyed destroyed"),
    (3, 2, "survived", "driven_off driven_off driven_off"),
    (3, 2, "driven_off", "withdrawn driven_off withdrawn"),
    (3, 2, "withdrawn", "withdrawn driven_off withdrawn"),
    (3, 11, "survived", "destroyed withdrawn withdrawn"),
    (4, 1, "", "driven_off destroyed driven_off"),
    (5, 1, "", "withdrawn destroyed -"),
    (5, 11, "", "destroyed withdrawn -"),
    (6, 11, "", "destroyed driven_off driven_off"),
    (7, 1, "survived", "driven_off withdrawn driven_off"),
    (7, 2, "survived", "driven_off destroyed driven_off"),
    (7, 2, "destroyed", "driven_off destroyed driven_off"),
    (7, 2, "driven_off", "withdrawn withdrawn driven_off"),
    (7, 11, "survived", "destroyed withdrawn withdrawn"),
    (8, 1, "", "driven_off destroyed driven_off"),
]


@pytest.mark.rule("CR-090", "CR-096", "CR-098")
@pytest.mark.parametrize(("mission", "ship", "so_far", "fates"), LEAVING)
def test_the_edge_by_which_a_ship_leaves_decides_its_fate(mission, ship, so_far, fates):
    key = so_far if so_far in FATES else "survived"
    scanned = int(so_far) if so_far.isdecimal() else 0
    made = game(mission or 4, {1: key, 2: "survived"}, {11: "survived"}, scanned=scanned, shown=False)
    made.pregame = made.pregame if mission else None
    for edge, fate in zip(("active", "opposing", "neutral"), fates.split(), strict=True):
        if fate == "-":
            with pytest.raises(Refusal, match="no edge is neutral"):
                fate_of_leaving(made, made.ships[ship], edge)
        else:
            assert (edge, fate_of_leaving(made, made.ships[ship], edge)) == (edge, fate)


@pytest.mark.rule("CR-096", "CR-098", "CR-133")
@pytest.mark.parametrize(
    ("mission", "ship", "edge", "expected"),
    [
        (4, 1, "active", "driven_off"),
        (4, 1, "opposing", "no_jump"),
        (2, 1, "active", "key_jump"),
        (2, 2, "active", "driven_off"),
        (3, 1, "active", "withdrawn"),
        (5, 11, "active", "withdrawn"),
        (5, 1, "opposing", "no_jump"),
    ],
)
def test_a_jump_counts_by_the_edge_that_it_crosses(mission, ship, edge, expected):
    made = game(mission, {1: "survived", 2: "survived"}, {11: "survived"})
    try:
        assert fate_of_leaving(made, made.ships[ship], edge, jumped=True) == expected
    except Refusal as no:
        assert no.code == expected


# Engagement, Ambush, Escalating and Full Scale Engagement: points


@pytest.mark.rule("CR-092", "CR-099")
@pytest.mark.parametrize(
    ("mission", "side", "points", "offers"),
    [
        (4, "active", 11, ()),
        (4, "active", 12, (CAPITAL, FRIGATE)),
        (4, "opposing", 12, (CAPITAL, FRIGATE, REINFORCEMENTS)),
        (5, "active", 12, ("guarded_approach", "fleet_intelligence")),
        (5, "opposing", 12, ("scouted_area", "fleet_intelligence")),
        (6, "active", 23, ()),
        (6, "active", 24, (CAPITAL, FRIGATE, REINFORCEMENTS)),
        (6, "opposing", 11, ()),
        (6, "opposing", 12, (CAPITAL, FRIGATE, REINFORCEMENTS)),
        (8, "active", 47, ()),
        (8, "opposing", 48, (CAPITAL, FRIGATE, REINFORCEMENTS)),
    ],
)
def test_the_margin_brings_the_asset_at_exactly_its_figure(mission, side, points, offers):
    fates = {"active": {1: "survived", 2: "survived"}, "opposing": {11: "survived", 12: "survived"}}
    loser = "opposing" if side == "active" else "active"
    lost = 11 if side == "active" else 1
    fates[loser][lost] = "driven_off"
    made = game(mission, fates["active"], fates["opposing"], costs={lost: points})
    assert verdict(made) == (side, "points", offers)


@pytest.mark.rule("CR-092")
def test_withdrawn_ships_are_not_counted_and_equal_points_draw():
    made = game(5, {1: "withdrawn", 2: "destroyed"}, {11: "driven_off", 12: "withdrawn"})
    result = compute(made)
    assert (result.scores, result.winner, result.offers) == ({"active": 10, "opposing": 10}, "draw", ())


@pytest.mark.rule("CR-099")
def test_victory_needs_one_point():
    made = game(8, {1: "survived"}, {11: "driven_off", 12: "survived"}, costs={11: 1})
    assert verdict(made) == ("active", "points", ())


@pytest.mark.rule("CR-097")
def test_both_sides_eliminated_leave_it_to_the_points_where_they_count():
    made = game(4, {1: "destroyed"}, {11: "destroyed"}, costs={1: 30, 11: 50})
    assert verdict(made) == ("active", "points", (CAPITAL, FRIGATE))


@pytest.mark.rule("CR-094", "CR-099")
def test_example_14_escalating_engagement_asks_less_of_the_opposing_fleet():
    ahead = game(6, {1: "survived"}, {11: "destroyed", 12: "survived"}, costs={11: 20})
    behind = game(6, {1: "destroyed", 2: "survived"}, {11: "survived"}, costs={1: 20})
    assert verdict(ahead) == ("active", "points", ())
    assert verdict(behind) == ("opposing", "points", (CAPITAL, FRIGATE, REINFORCEMENTS))


@pytest.mark.rule("CR-097", "CR-099")
def test_example_19_elimination_beats_the_points_but_not_the_margin():
    costs = {1: 40, 2: 30, 11: 52, 12: 30, 13: 9}
    theirs = {11: "destroyed", 12: "destroyed", 13: "survived"}
    gone = game(4, {1: "destroyed", 2: "destroyed"}, theirs, costs=costs)
    driven = game(4, {1: "destroyed", 2: "driven_off"}, theirs, costs=costs)
    assert verdict(gone) == ("opposing", "elimination", ())
    assert verdict(driven) == ("active", "points", (CAPITAL, FRIGATE))


# Concession, rulings, and what always holds


@pytest.mark.rule("CR-095")
@pytest.mark.parametrize("mission", range(1, 9))
@pytest.mark.parametrize("side", ["active", "opposing"])
def test_a_concession_gives_the_asset_whatever_the_margin(mission, side):
    winner = "opposing" if side == "active" else "active"
    made = game(mission, {1: "survived"}, {11: "survived"}, conceded=side)
    assert verdict(made) == (winner, "concession", missions()[mission].sides[winner].offers)
    assert compute(made).fates[1 if side == "active" else 11] == "destroyed"


@pytest.mark.rule("CR-095", "CR-097")
def test_a_side_that_has_reached_the_objective_cannot_concede_any_more():
    made = game(2, {1: "withdrawn", 2: "survived"}, {11: "survived"}, conceded="active")
    assert [each.code for each in report_findings(made)] == ["already_won"]


@pytest.mark.rule("CR-098", "CR-096")
@pytest.mark.parametrize(
    ("mission", "side"), [(1, "opposing"), (4, "active"), (6, "opposing"), (8, "active")]
)
def test_some_sides_never_withdraw(mission, side):
    assert missions()[mission].sides[side].withdraw == "no"


@pytest.mark.rule("CR-101")
@pytest.mark.parametrize(("asset", "offers"), [(True, ("double_agent",)), (False, ())])
def test_an_organiser_may_rule_on_the_victor(asset, offers):
    made = game(3, {1: "withdrawn"}, {11: "survived"})
    made.ruled = Ruling("opposing", "The timer ran out.", asset)
    assert verdict(made) == ("opposing", "ruling", offers)


@given(st.data())
def test_every_report_of_every_mission_has_one_verdict(data):
    fates = st.sampled_from(FATES)
    made = game(
        data.draw(st.integers(1, 8)),
        {number: data.draw(fates) for number in (1, 2)},
        {number: data.draw(fates) for number in (11, 12)},
        scanned=data.draw(st.integers(0, 5)),
        conceded=data.draw(st.sampled_from([None, "active", "opposing"])),
        costs={number: data.draw(st.integers(0, 60)) for number in (1, 2, 11, 12)},
    )
    result = compute(made)
    brief = missions()[made.pregame.mission]
    assert set(result.offers) <= set(brief.sides[result.winner].offers if result.winner != "draw" else ())
    assert set(result.offers) <= set(assets())
    if result.winner == "draw":
        assert result.offers == ()
