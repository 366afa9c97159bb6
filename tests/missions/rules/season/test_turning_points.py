"""Turning points of games, from their events."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.events import Event
from missions.rules.game.events import ResultConfirmed, SquadronsDrawn
from missions.rules.game.state import DrawnSquadron, FieldedShip
from missions.rules.pregame.events import MissionChosen
from missions.rules.season.turning_points import (
    ELIMINATED,
    MOST,
    SHIP_LOST,
    Milestones,
    by_game,
    milestones_of,
    turning_points,
)
from rosters.rules.events import DeskOpened, RankChanged, ShipLost

GAME, RED, BLUE = 9, 3, 4
FLEETS = {"active": RED, "opposing": BLUE}
NAMES = {RED: "Red Wing", BLUE: "Iron Fist"}
NOTHING = Milestones()

ROOKIE = FieldedShip(1, RED, 2, "rookiepilot", "Rookie Pilot", "X-wing", 21)
WEDGE = FieldedShip(2, RED, 2, "wedgeantilles", "Wedge Antilles", "X-wing", 29, "ELITE", unique=True)
ACADEMY = FieldedShip(3, BLUE, 5, "academypilot", "Academy Pilot", "TIE Fighter", 12)
HOWL = FieldedShip(4, BLUE, 5, "howlrunner", "Howlrunner", "TIE Fighter", 18, "VET", unique=True)
RAIDER = FieldedShip(5, BLUE, 5, "raider", "Impetuous", "Raider", 100, "ELITE", unique=True, huge=True)


def drawn(*ships: FieldedShip, points=(50, 50)):
    forces = (
        DrawnSquadron(RED, 2, "standard", (1, 2), points[0]),
        DrawnSquadron(BLUE, 5, "standard", (3, 4), points[1]),
    )
    return SquadronsDrawn(GAME, (), {}, forces, ships or (ROOKIE, WEDGE, ACADEMY, HOWL), balanced=True)


def result(winner="active", termination="points", scores=(60, 20)):
    return ResultConfirmed(
        GAME, 1, winner, termination, dict(zip(FLEETS, scores, strict=True)), "CR-091", "f"
    )


def lost(ship, fate="kia"):
    return ShipLost(ship.fleet, ship.id, ship.name, fate, "CR-113", GAME)


def told(*events: Event, milestones=NOTHING):
    """The sentences about a game with these events after an even draw, unless they bring their own."""
    own = any(isinstance(each, SquadronsDrawn) for each in events)
    ended = any(isinstance(each, ResultConfirmed) for each in events)
    before = [] if own else [drawn()]
    all_events = [*before, *events, *([] if ended else [result("draw", scores=(20, 20))])]
    return [each.text for each in turning_points(FLEETS, NAMES, all_events, milestones)]


def test_a_plain_game_has_none():
    assert told() == told(lost(ROOKIE), lost(ACADEMY, "mia")) == []


def test_a_game_without_a_result_has_none():
    assert turning_points(FLEETS, NAMES, [drawn(), lost(WEDGE)], NOTHING) == ()


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (lost(WEDGE), "The ELITE pilot Wedge Antilles of Red Wing was killed."),
        (lost(WEDGE, "mia"), "The ELITE pilot Wedge Antilles of Red Wing is missing."),
        (lost(HOWL), "The ace Howlrunner of Iron Fist was killed."),
        (lost(HOWL, "mia"), "The ace Howlrunner of Iron Fist is missing."),
        (
            RankChanged(RED, 1, "Rookie Pilot", "VET", "ELITE", "CR-118"),
            "Rookie Pilot of Red Wing rose to ELITE.",
        ),
    ],
)
def test_pilots_who_are_lost_or_rise_to_the_top_are_named(event, sentence):
    assert told(event) == [sentence]


@pytest.mark.parametrize(
    "event",
    [
        lost(WEDGE, "removed"),
        lost(replace(WEDGE, id=77)),  # of the same fleet, not on the table
        RankChanged(RED, 1, "Rookie Pilot", "EXP", "VET", "CR-118"),
    ],
)
def test_others_are_not(event):
    assert told(event) == []


def test_huge_ships_have_no_pilots():
    assert told(drawn(ROOKIE, RAIDER), lost(RAIDER)) == []


def test_many_pilots_share_a_sentence_and_are_counted():
    crew = [replace(HOWL, id=number, name=f"Ace {number}") for number in range(10, 14)]
    two = told(drawn(*crew), lost(crew[0]), lost(crew[1]))
    assert two == ["The aces Ace 10 and Ace 11 of Iron Fist were killed."]
    four = told(drawn(*crew), *(lost(each, "mia") for each in crew))
    assert four == ["The aces Ace 10, Ace 11 and 2 more of Iron Fist are missing."]


def test_a_victory_over_higher_ranks_is_an_upset():
    ranks = told(drawn(ROOKIE, WEDGE, ACADEMY), result("opposing"))
    assert ranks == ["An upset: the pilots of Red Wing were 3 ranks ahead, and Iron Fist won."]
    assert told(drawn(ROOKIE, WEDGE, HOWL), result("opposing")) == []
    assert told(drawn(ROOKIE, WEDGE, ACADEMY), result("active")) == []


def test_a_victory_over_a_larger_force_is_an_upset():
    assert told(drawn(ROOKIE, ACADEMY, points=(40, 50)), result()) == [
        "An upset: Red Wing won with 40 squad points against 50."
    ]
    assert told(drawn(ROOKIE, ACADEMY, points=(41, 50)), result()) == []


@pytest.mark.parametrize(
    ("termination", "scores", "sentence"),
    [
        ("objective", (60, 20), ["Red Wing reached the objective of Infiltration."]),
        ("elimination", (60, 20), ["Red Wing left no ship of Iron Fist on the table."]),
        ("points", (25, 20), ["Only 5 points decided the game."]),
        ("points", (21, 20), ["Only 1 point decided the game."]),
        ("points", (26, 20), []),
        ("points", (5, 0), []),
        ("concession", (25, 20), []),
    ],
)
def test_the_way_of_the_victory_is_told(termination, scores, sentence):
    mission = MissionChosen(GAME, RED, 2, "Infiltration")
    assert told(mission, drawn(ROOKIE, ACADEMY), result("active", termination, scores)) == sentence


def test_a_ruling_is_no_upset():
    assert told(drawn(ROOKIE, WEDGE, ACADEMY), result("opposing", "ruling")) == []


def test_the_first_ship_that_a_fleet_loses_is_named_once():
    first = Milestones(first_loss={RED: GAME, BLUE: GAME - 1})
    assert told(lost(ROOKIE), lost(ACADEMY), milestones=first) == [
        "Red Wing lost its first ship of the campaign: Rookie Pilot."
    ]
    assert told(lost(WEDGE), milestones=first) == ["The ELITE pilot Wedge Antilles of Red Wing was killed."]


def test_three_are_told_and_the_best_stand_first():
    everything = told(
        drawn(ROOKIE, WEDGE, ACADEMY),
        lost(ROOKIE),
        lost(WEDGE),
        lost(ACADEMY),
        RankChanged(BLUE, 3, "Academy Pilot", "VET", "ELITE", "CR-118"),
        result("opposing", "elimination"),
        milestones=Milestones(first_loss={RED: GAME, BLUE: GAME}, eliminated={RED: GAME}),
    )
    assert everything == [
        "Red Wing was eliminated after this game.",
        "The ELITE pilot Wedge Antilles of Red Wing was killed.",
        "An upset: the pilots of Red Wing were 3 ranks ahead, and Iron Fist won.",
    ]


def test_events_belong_to_the_game_of_their_act():
    other, raised = replace(result(), game=7), RankChanged(RED, 1, "Rookie Pilot", "", "EXP", "CR-118")
    found = by_game([(4, drawn()), (5, other), (5, raised), (6, result()), (7, raised)])
    assert found == {GAME: [drawn(), result()], 7: [other, raised]}


@pytest.mark.rule("CR-150")
def test_an_elimination_belongs_to_the_game_of_the_last_post_game_phase():
    rows = [
        (ELIMINATED, RED, None, 30),
        (DeskOpened.kind, RED, 8, 10),
        (DeskOpened.kind, RED, GAME, 20),
        (DeskOpened.kind, RED, 11, 40),
        (DeskOpened.kind, BLUE, GAME, 20),
        ("round.fleet_sat_out", BLUE, None, 25),
        (ELIMINATED, BLUE, None, 30),
    ]
    assert milestones_of(rows).eliminated == {RED: GAME, BLUE: 0}


def test_the_first_loss_is_the_oldest():
    rows = [
        (SHIP_LOST, RED, GAME, 20),
        (SHIP_LOST, RED, 8, 10),
        (SHIP_LOST, BLUE, None, 5),
        (SHIP_LOST, BLUE, 9, 6),
    ]
    assert milestones_of(rows).first_loss == {RED: 8, BLUE: 0}


EVENTS = st.sampled_from(
    [
        *(lost(ship, fate) for ship in (ROOKIE, WEDGE, ACADEMY, HOWL) for fate in ("kia", "mia")),
        RankChanged(BLUE, 3, "Academy Pilot", "VET", "ELITE", "CR-118"),
        *(
            result(winner, how)
            for winner in ("active", "opposing", "draw")
            for how in ("points", "objective")
        ),
    ]
)


@given(st.lists(EVENTS, max_size=8))
def test_any_game_has_at_most_three_by_weight(events):
    found = turning_points(FLEETS, NAMES, [drawn(), *events], Milestones({RED: GAME}, {BLUE: GAME}))
    assert len(found) <= MOST
    assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
    assert len({each.text for each in found}) == len(found)
