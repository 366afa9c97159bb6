"""Pictures of the map, its tiles, sizes of ships, and launches."""

from __future__ import annotations

from collections.abc import Iterable

from league.rules.phrases import join_words
from missions.battles.systems.galaxies.card_words import Words, card_words
from missions.battles.systems.galaxies.engine.field import DEBRIS, Field, members
from missions.battles.systems.galaxies.engine.places import first_hexes, poses
from missions.battles.systems.galaxies.engine.ships import BY_ID, SIDES, Size
from missions.battles.systems.galaxies.manual.canvas import Canvas
from missions.battles.systems.manual import Picture


def whole(canvas: Canvas) -> Picture:
    """A map with the starting zone of each side."""
    field, (west, east) = canvas.field, canvas.battle.zones
    alt = (
        f"The map of {canvas.battle.name}: {field.columns} columns and {field.rows} rows. The zone of the "
        f"{SIDES[0]} is in the west, that of the {SIDES[1]} in the east."
    )
    return canvas.picture(alt, canvas.marked([*members(west), *members(east)]))


def tiles(canvas: Canvas) -> Picture:
    """Tiles of a battle, each with its sentence."""
    kinds = {kind: card_words().tiles[kind] for kind in canvas.facts["tiles"].split()}
    alt = f"The map of {canvas.battle.name} with {placed(canvas.field, kinds)}."
    return canvas.picture(alt, more=map(_explained, kinds.values()))


def placed(field: Field, kinds: Iterable[str]) -> str:
    """Tiles of these kinds with their hexes: "asteroids on 1202 and 1303"."""
    hexes = {kind: [field.labels[place] for place in members(field.tiles[kind])] for kind in kinds}
    named = ((_tiles(kind, len(places)), places) for kind, places in hexes.items() if places)
    return join_words(f"{name} on {join_words(places)}" for name, places in named)


def _tiles(kind: str, number: int) -> str:
    several = "s" if number > 1 and kind != DEBRIS else ""
    return f"{card_words().tiles[kind].title.lower()}{several}"


def _explained(about: Words) -> str:
    return f"{about.explained} {{{about.rule}}}."


def sizes(canvas: Canvas) -> Picture:
    """Ships of all sizes on their hexes."""
    return canvas.picture(f"Ships on the map: {standing(canvas)}.")


def standing(canvas: Canvas) -> str:
    """All ships with their hexes, a large one with that of its middle."""
    return join_words(
        f"{canvas.type_of(ship).name} {_on(canvas, ship)}" for ship in range(len(canvas.state.card))
    )


def _on(canvas: Canvas, ship: int) -> str:
    state = canvas.state
    ends = canvas.names(dict.fromkeys((state.place[ship], state.tail[ship])))
    if canvas.type_of(ship).size is Size.LARGE:
        return f"on {ends[0]} and the {state.cover[ship].bit_count() - 1} hexes around it"
    return f"on {join_words(ends)}"


# --- launches ---------------------------------------------------------------------------------------


def zone(canvas: Canvas) -> Picture:
    """Hexes on which the middle of a large ship of the first side may be when it is launched (BG-022)."""
    free = canvas.field.free & ~canvas.state.taken
    found = [hexes for _, hexes in poses(canvas.field, Size.LARGE, free, canvas.battle.zones[0])]
    reach = canvas.marked(place for hexes in found for place in members(hexes))
    columns = sorted({cell.place[:2] for cell in reach.cells})
    alt = f"{len(reach.cells)} hexes for the middle of a large ship, in columns {join_words(columns)}."
    return canvas.picture(alt, reach)


def hold(canvas: Canvas) -> Picture:
    """Hexes beside a carrier on which the first ship of a squadron may appear (BG-041, BG-042)."""
    around = canvas.field.near(canvas.state.cover[canvas.ship])
    free = around & canvas.field.free & ~canvas.state.taken
    reach = canvas.marked(members(first_hexes(canvas.field, free, BY_ID[canvas.facts["carried"]].models)))
    places = join_words(cell.place for cell in reach.cells)
    return canvas.picture(f"{canvas.type.name} and {len(reach.cells)} hexes beside it: {places}.", reach)
