"""Parts of the game page for a game with a mission: the preparation with its forms, the briefing, arrivals
during play."""

from __future__ import annotations

from league.permissions import CampaignAccess
from missions.presenters.game.in_play import (
    Arrivals,
    BattlePage,
    Reserve,
    SideReminders,
    arrival_sentences,
    mission_facts,
    nomination,
    turn_sentences,
)
from missions.presenters.game.page import Fleets
from missions.presenters.pregame.forms import Typed, pregame_form
from missions.presenters.pregame.page import asset_sides, given_back, pregame_page
from missions.presenters.print.briefing import BriefingSheet, briefing_sheet
from missions.presenters.print.play_sheet import table_notes
from missions.rules.assets.commitments import useless_on
from missions.rules.assets.supplies import reinforced_sides, ships_to_replace
from missions.rules.assets.text import reminders
from missions.rules.content.mission_data import missions
from missions.rules.content.table import set_up
from missions.rules.game.secrets import GameView
from missions.rules.game.state import SIDES, FieldedShip, SideName
from missions.rules.pregame.eligibility import (
    last_round,
    next_round,
    reinforcement_findings,
    reserve_of,
    round_findings,
)
from missions.rules.pregame.pending import may_take_back, pending_questions, side_choosing_in_secret
from missions.selectors.games import OpenedGame
from missions.views.game.page_data import GamePage


def add_mission_parts(
    page: GamePage, access: CampaignAccess, opened: OpenedGame, typed: Typed | None
) -> None:
    """Fill in the parts for this reader at the game's present step."""
    view, fleets = page.view, page.fleets
    assert view.pregame is not None
    page.mission_facts = mission_facts(view, fleets)
    if view.step == "pregame":
        _add_preparation(page, opened, access.organises, typed)
    if view.step in ("play", "report"):
        _add_battle(page, opened)
    if view.pregame.mission and view.step in ("pregame", "play", "report"):
        _add_briefing(page, opened)
    page.given_back = tuple(given_back(view, fleets))
    page.nomination = nomination(view, fleets, access.organises)


def _add_preparation(page: GamePage, opened: OpenedGame, organises: bool, typed: Typed | None) -> None:
    view, fleets = page.view, page.fleets
    rosters = {side: opened.fleets[fleets[side].number] for side in SIDES}
    pending = pending_questions(opened.state, opened.game, view.viewer)
    forms = [
        pregame_form(each, view, fleets, rosters, typed)
        for each in pending
        if fleets[each.side].mine or organises
    ]
    closed = side_choosing_in_secret(opened.state, opened.game, view.viewer) if organises else None
    page.closed_hand = fleets[closed] if closed else None
    useless = {side: useless_on(opened.state, opened.game, side) for side in SIDES}
    page.pregame = pregame_page(view, fleets, rosters, useless)
    page.form = next((each for each in forms if each.mine), None)
    page.for_others = [each for each in forms if not each.mine]
    page.take_back = may_take_back(opened.state, opened.game, view.viewer)


def _add_briefing(page: GamePage, opened: OpenedGame) -> None:
    """The mission's briefing, and what the fielded ships add to it."""
    assert page.view.pregame is not None
    names = {side: page.fleets[side].name for side in SIDES}
    sheet = briefing_sheet(page.view.pregame.mission, names)
    page.brief = sheet
    if page.view.step != "pregame":
        notes = table_notes(set_up(opened.game), names).notes
        page.brief_notes = tuple(each for each in notes if each[0] not in _printed_notes(sheet))


def _printed_notes(sheet: BriefingSheet) -> set[str]:
    return {note.text for _, notes in sheet.sections for note in notes}


def _add_battle(page: GamePage, opened: OpenedGame) -> None:
    game, view, fleets = opened.game, page.view, page.fleets
    assert game.pregame is not None and view.pregame is not None
    mission = missions()[view.pregame.mission]
    lists = tuple(SideReminders(fleets[side], reminders(game.pregame, side)) for side in SIDES)
    page.battle = BattlePage(
        mission,
        tuple(each for each in lists if each.reminders),
        tuple(_reserve(opened, view, fleets, side) for side in SIDES) if mission.reserve else (),
        tuple(_arrivals(opened, view, fleets, side) for side in reinforced_sides(game)),
    )
    page.committed = asset_sides(view, fleets)


def _reserve(opened: OpenedGame, view: GameView, fleets: Fleets, side: SideName) -> Reserve:
    at = next_round(opened.game, side)
    found = reinforcement_findings(opened.state, opened.game, side, at)
    return Reserve(
        fleets[side],
        len(reserve_of(opened.state, opened.game, side)),
        at,
        last_round(opened.game),
        found[0] if found else None,
        bool(round_findings(opened.game, side, at)),
        tuple(turn_sentences(view, side)),
    )


def _called(ship: FieldedShip) -> str:
    """A ship told from others of its name."""
    where = f", squadron {ship.squadron}" if ship.squadron else ""
    return f"{ship.name} ({ship.model}{where})"


def _arrivals(opened: OpenedGame, view: GameView, fleets: Fleets, side: SideName) -> Arrivals:
    lost = ships_to_replace(opened.game, opened.fleets[fleets[side].number], side)
    ships = tuple((ship.id, _called(ship)) for ship in lost)
    return Arrivals(fleets[side], ships, tuple(arrival_sentences(view, side)))
