"""What the game page of a game with a mission shows besides: the preparation with its forms, the briefing,
what comes during play."""

from __future__ import annotations

from typing import Any

from league.permissions import Visit
from missions.presenters.game_page import Fleets
from missions.presenters.pregame_forms import PregameForm, Typed, pregame_form
from missions.presenters.pregame_page import pregame_page
from missions.rules.state import SIDES
from missions.rules.views import GameView
from missions.rules.views_asked import asked_before, may_take_back
from missions.selectors.games import OpenedGame

Context = dict[str, Any]


def mission_parts(
    visit: Visit, opened: OpenedGame, view: GameView, fleets: Fleets, typed: Typed | None
) -> Context:
    """The parts for this reader at the game's present step."""
    if view.step == "pregame":
        return _preparation(opened, view, fleets, visit.organises, typed)
    return {}


def _preparation(
    opened: OpenedGame, view: GameView, fleets: Fleets, organises: bool, typed: Typed | None
) -> Context:
    rosters = {side: opened.fleets[fleets[side].number] for side in SIDES}
    asked = asked_before(opened.state, opened.game, view.viewer)
    forms: list[PregameForm] = [
        pregame_form(each, view, fleets, rosters, typed)
        for each in asked
        if fleets[each.side].mine or organises
    ]
    return {
        "pregame": pregame_page(view, fleets, rosters),
        "form": next((each for each in forms if each.mine), None),
        "for_others": [each for each in forms if not each.mine],
        "take_back": may_take_back(opened.state, opened.game, view.viewer),
    }
