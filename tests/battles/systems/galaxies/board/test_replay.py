"""The replay of a battle of Galaxies shows the stock and the points of each moment."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from missions.battles.engine.sight import Sight
from missions.battles.presenters.board.inputs import ReplayInputs, ReplayLinks, Table
from missions.battles.presenters.replay import replay_page
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.pack import GALAXIES as PACK
from tests.battles.systems.galaxies.positions import ISN, WRETCH, stand


def moment(state: State, seat: int | None) -> str:
    """The page of a moment with this position, as one seat saw it."""
    inputs = ReplayInputs(
        table=Table(PACK, state.table.seating, ("Anna", "Bela")),
        sight=Sight(GALAXIES, state, seat),
        acting=(),
        seats=(seat,),
        at=1,
        total=2,
        turns=((1, 0),),
        sentences=(),
        links=ReplayLinks("/b/replay/", "/b/replay/part/", "/b/"),
    )
    return render_to_string("battles/replay/part.html", {"page": replay_page(inputs)})


@pytest.mark.rule("BG-016", "BG-133")
@pytest.mark.parametrize("seat", [ISN, WRETCH, None])
def test_a_moment_shows_the_energy_and_the_points_of_both_sides(seat: int | None):
    state = stand(
        "isn-f54-standard 5,5 | wre-chosh-standard 8,5", energy=(12, 40), goal=4, victory_point="11,6"
    )
    state.score, state.points = [3, 1], [2, 0]
    shown = moment(state, seat)
    bars = re.findall(r'class="meter s(\d)".*?<b>(\d+)</b>', shown, re.DOTALL)
    assert bars == [("0", "12"), ("1", "40")]
    standing = shown.split('class="board-score"')[1].split("</ul>")[0]
    assert re.findall(r"<b>(\w+)</b> (.*?)</li>", standing) == [
        ("ISN", "2 of 4 points, score 3"),
        ("Wretch", "0 of 4 points, score 1"),
    ]
