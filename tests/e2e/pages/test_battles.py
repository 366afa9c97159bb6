"""The pages of a battle in each of its phases."""

from __future__ import annotations

import pytest

from missions.battles.models import Battle
from missions.battles.services import acts, opening
from missions.battles.systems.fighters.engine.state import PHASES
from tests.battles import battles
from tests.e2e.hands import SeatOf
from tests.e2e.pages.addresses import addresses
from tests.e2e.pages.examining import Examiner
from tests.people import account

BATTLE = "battles/<slug:public_id>/"

pytestmark = pytest.mark.walk("pages", tests=True)


def test_a_battle_from_its_forces_to_its_replay(examiner: Examiner, seat_of: SeatOf):
    user = account("ann")
    ann, seat = battles.sitting(user), seat_of(user)
    invited = opening.open_battle(ann, battles.plan(), opening.new_ticket())
    row = opening.open_battle(ann, battles.plan(opponent="screen", deploy="choose"), opening.new_ticket())
    here = f"/battles/{row.public_id}/"
    opening.change_force(row.pk, ann, 0, "suggest", "")
    examiner.walk(seat, [here, f"/battles/{invited.public_id}/"])
    examiner.walk(seat_of(), [f"/battles/join/{invited.invitation}/"])
    opening.change_force(row.pk, ann, 1, "suggest", "")
    for side in (0, 1):
        opening.ready(row.pk, ann, side, "a text")
    for phase in ("deployment", "initiative", "movement", "shooting"):
        until(row, phase)
        examiner.walk(seat, [here + chosen(row)])
    battles.order(row)
    acts.resign(row.pk, ann)
    examiner.walk(seat, [*addresses(BATTLE, public_id=row.public_id), f"{here}replay/?at=5&seat=1"])
    assert {here, f"{here}replay/", f"{here}verify/"} <= set(examiner.seen)


def until(row: Battle, phase: str) -> None:
    """Play on to the first order of that phase."""
    while PHASES[battles.played(row).state.phase] != phase:
        battles.order(row)


def chosen(row: Battle) -> str:
    """The address of the best-looking order, before it is confirmed."""
    unit, choice = battles.choice(row)
    return f"?unit={unit}&order={choice}"
