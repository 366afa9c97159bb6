"""Models that a fleet needs on the table."""

import pytest

from rosters.presenters.collection import fleet_models, models_left
from rosters.rules.collection.shortage import Shortage, shortages
from rosters.rules.state import FleetState, ShipState, SquadronState


def fleet(*ships: tuple[str, int | None], missing: int = 0) -> FleetState:
    made = FleetState(1, 1, "Dawn Patrol", "rebel", "spades")
    for number, (card, squadron) in enumerate(ships, 1):
        made.ships[number] = ShipState(number, card, squadron, mia=number == missing)
        if squadron is not None:
            made.squadrons[squadron] = SquadronState(squadron, "standard")
    return made


X, B, TIE = "rebel-xwing-rookiepilot", "rebel-bwing-bluesquadronpilot", "rebel-tiefighter-sabinewren"


def test_squadrons_are_compared_one_by_one_and_together():
    found = shortages(fleet((X, 2), (X, 2), (X, 3), (B, 3)), {"xwing": 2, "bwing": 0})
    assert found.squadrons == {3: (Shortage("bwing", "B-wing", 1, 0),)}
    assert found.together == (Shortage("bwing", "B-wing", 1, 0), Shortage("xwing", "X-wing", 3, 2))


def test_missing_ships_and_the_inventory_need_no_model():
    assert shortages(fleet((X, 2), (X, 2), (X, None), missing=1), {"xwing": 1}).together == ()


def test_a_model_serves_every_side_that_flies_it():
    assert shortages(fleet((TIE, 2)), {"tiefighter": 1}).together == ()
    assert shortages(fleet((TIE, 2)), {}).squadrons == {2: (Shortage("tiefighter", "TIE Fighter", 1, 0),)}


def test_an_empty_fleet_lacks_nothing():
    assert shortages(fleet(), {}).together == ()


def test_the_short_line_names_two_kinds_and_counts_the_others():
    needs = fleet((X, 2), (X, 2), (B, 2), (TIE, 3), (TIE, 3))
    assert fleet_models(needs, {}).short == ""
    assert fleet_models(needs, {"xwing": 2, "bwing": 1, "tiefighter": 1}).short == "You lack: 1 TIE Fighter"
    assert (
        fleet_models(needs, {"raiderclasscorvette": 1}).short
        == "You lack: 1 B-wing, 2 TIE Fighters and 2 more"
    )
    enough = {"xwing": 2, "bwing": 1, "tiefighter": 2}
    assert fleet_models(needs, enough).short == "You own every model that these squadrons need"
    assert fleet_models(needs, {"xwing": 2}).of_squadron(3) == "2 TIE Fighters"


@pytest.mark.parametrize(
    ("owned", "words"),
    [
        ({}, ""),
        ({"bwing": 1}, "You own no model of it."),
        ({"xwing": 1}, "Your model flies already."),
        ({"xwing": 2}, "Your 2 models fly already."),
        ({"xwing": 3}, ""),
    ],
)
def test_no_model_is_left_for_another_ship_when_all_are_on_the_table(owned, words):
    flying = fleet((X, 2), (X, 3), (X, None), (X, 3), missing=4)
    assert models_left(flying, owned).words("xwing") == words
