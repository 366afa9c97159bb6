"""Pages of positions of Galaxies that are written down by hand or played from a set-up."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from missions.battles.board.scene import Offer, Scene
from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.sight import Sight
from missions.battles.presenters.board.inputs import BoardInputs, BoardLinks, Table
from missions.battles.presenters.board.page import BoardPage, board_page
from missions.battles.systems.galaxies.board.reader import READER
from missions.battles.systems.galaxies.engine.field import members
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.pack import GALAXIES as PACK
from tests.battles.systems.galaxies import positions
from tests.battles.systems.galaxies.setups import galaxies

MAP = "saturn_line"
LINKS = BoardLinks("/b/", "/b/board/", "/b/o/", "/b/t/", "/b/r/", "/b/d/", "/b/p/", "/b/replay/")


def stand(cards: str, **more: Any) -> State:
    """A position with these cards on the map of the Saturn Line, as `positions.stand` writes them down."""
    tiles = battles()[MAP].field.tiles
    named = {
        kind: " ".join(_spot(battles()[MAP].field.labels[place]) for place in members(hexes))
        for kind, hexes in tiles.items()
    }
    state = positions.stand(cards, size=(24, 15), **named, **more)
    state.table = replace(state.table, battle=replace(state.table.battle, id=MAP))
    return state


def _spot(label: str) -> str:
    return f"{int(label[:2]) - 1},{int(label[2:]) - 1}"


def seen(state: State, seat: int | None, acting: tuple[int, ...] = ()) -> Scene:
    """The scene of a seat."""
    return READER.scene(GALAXIES.view_for(state, seat), acting)


def offered(state: State, unit: int, seat: int = 0) -> list[Offer]:
    """Everything that a unit may do, as the list has it."""
    choices = GALAXIES.legal_orders(state, seat, unit)
    return READER.offers(GALAXIES.view_for(state, seat), unit, choices)


def page(state: State, seat: int | None = 0, **picked: Any) -> BoardPage:
    """The page of a seat with these picks."""
    sight = Sight(GALAXIES, state, seat)
    inputs: dict[str, Any] = {"unit": None, "choice": None, "typed": False, **picked}
    return board_page(
        BoardInputs(
            table=Table(PACK, state.table.seating, ("Anna", "Bela")),
            sight=sight,
            acting=list(sight.units()),
            at=1,
            sentences=(),
            luck=(),
            status="running",
            may_take_back=False,
            draw_offered_by=None,
            bot_says="",
            links=LINKS,
            **inputs,
        )
    )


def begun(scenario: str = "saturn_line", **more: Any) -> State:
    """A battle in the first deploy phase of the ISN."""
    state, _ = GALAXIES.setup(galaxies(scenario, **more), seeded_dice("looks"))
    state.side = 0
    dice = seeded_dice("looks")
    GALAXIES.apply(state, 0, (NO_UNIT, GALAXIES.legal_orders(state, 0, NO_UNIT)[0]), dice)
    if state.hands[0]:
        GALAXIES.apply(state, 0, GALAXIES.read(state, "done"), dice)
    return state


def titles(svg: str) -> list[str]:
    """Everything on the map that has words."""
    return re.findall(r"<title>([^<]*)</title>", svg)
