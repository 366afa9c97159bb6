"""The hex map as SVG, put together from ground, overlays and counters.

The strings are built by hand, because a board is drawn with every order. Colours come from classes
(`static/css/board.css`), the looks of the sides from the system's style.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString

from missions.battles.board.grid import PITCH, Grid, Point
from missions.battles.board.scene import Reach, Scene, Token, Trace
from missions.battles.board.style import Style
from missions.battles.engine.dice import Die
from missions.battles.presenters.board import counters, ground, overlays
from missions.battles.presenters.board.picked import Picked
from missions.battles.presenters.board.symbols import defs

WIDE = 6 * PITCH
"""Width of a part of the map from which on names of hexes are drawn larger."""
PAIR = 2
"""Hexes of a unit whose figures stand where names of hexes do."""


def symbols(grids: Iterable[Grid], style: Style, dice: Mapping[str, Die]) -> SafeString:
    """Definitions for pictures of battles on these maps. They stand on the page once, outside of the part
    that is swapped."""
    grounds = {ground.size(grid): ground.ground(grid) for grid in grids}
    inside = f"<defs>{defs(style, dice)}{''.join(grounds.values())}</defs>"
    return SafeString(f'<svg class="hx-defs" width="0" height="0" aria-hidden="true">{inside}</svg>')


def board_svg(
    scene: Scene,
    picked: Picked,
    traces: Sequence[Trace] = (),
    *,
    links: bool = True,
    side: int | None = None,
) -> SafeString:
    """The whole picture for a reader of that side, made of the `symbols`. `links` makes its parts lead to
    `?unit=…&order=…`.
    """
    grid = scene.grid
    standing = sorted((token for token in scene.tokens if token.place), key=lambda token: not token.covers)
    large = sum(bool(token.covers) for token in standing)
    drawn = [counters.counter(token, picked, grid, links) for token in standing]
    told = bool(traces) and (not links or not _led_on(standing, picked))
    focus = traces[-1].end if told else _focus(scene, standing, picked, side)
    parts = [
        f'<svg class="hexmap" id="hexmap" viewBox="{ground.box(grid)}" {ground.rows(grid)} '
        f'data-look="{focus[0]} {focus[1]}"{_goal(picked, scene)}{overlays.backs(picked)}'
        f'{" data-told" * told} role="group" aria-label="Map">',
        f'<use href="#hx-ground-{ground.size(grid)}" aria-hidden="true"/>',
        *ground.areas(scene),
        *ground.features(scene.features, grid.at),
        *ground.exits(scene),
    ]
    parts += overlays.reach(picked.reach, grid)
    # A large unit moves to hexes that it covers: they have to lie on top of it.
    parts += drawn[:large]
    parts += overlays.ends(picked, grid, links)
    parts += overlays.taken(picked.placed, grid)
    parts += overlays.steps(picked.hexes, grid)
    parts += [overlays.trace(each) for each in traces]
    parts += drawn[large:]
    parts += ground.badges(scene.badges, grid.at)
    taken = {counters.middle(token, grid) for token in standing} if picked.targets else set()
    parts += [
        counters.pill(token, picked.targets[token.unit][1], grid, taken)
        for token in standing
        if token.unit in picked.targets
    ]
    if picked.chosen is not None:
        parts += overlays.ghost(picked.token, picked.chosen, picked.facings, grid, links)
    parts.append('<use href="#hx-o" class="cursor" id="hexcursor" visibility="hidden"/></svg>')
    return SafeString("".join(parts))


def still(scene: Scene, words: str, reach: Reach | None = None, part: Sequence[str] = ()) -> SafeString:
    """A picture of the map to look at, without links; several may stand on a page with the `symbols`. Of a
    `part` of the map only these hexes and those next to them are drawn, large. The hexes of the part have
    their names, except under units that do not cover two hexes.
    """
    grid = scene.grid
    box = ground.window(grid, part) if part else ground.box(grid)
    taken = {place for token in scene.tokens for place in (token.place, *token.covers)}
    pairs = {place for token in scene.tokens if len(token.covers) == PAIR for place in token.covers}
    taken -= pairs
    parts = [
        f'<svg class="hexmap still{_look(grid, part)}" viewBox="{box}" role="img" '
        f'aria-label="{escape(words)}">',
        f'<use href="#hx-ground-{ground.size(grid)}"/>',
        *ground.areas(scene),
        *ground.features(scene.features, grid.at),
        *ground.exits(scene),
        *overlays.reach(reach, grid),
        *(counters.counter(token, Picked(), grid, links=False) for token in scene.tokens if token.place),
        *ground.badges(scene.badges, grid.at),
        ground.names(grid, [place for place in part if place not in taken], pairs),
        "</svg>",
    ]
    return SafeString("".join(parts))


def _look(grid: Grid, part: Sequence[str]) -> str:
    """Classes of a picture of a part of the map. A wide part is drawn smaller, so its names are larger."""
    if not part:
        return ""
    across = [grid.at[place][0] for place in part]
    return " part wide" if max(across) - min(across) > WIDE else " part"


def _led_on(standing: Sequence[Token], picked: Picked) -> bool:
    """Whether the reader has picked a unit, or has one to order; else a small screen shows what happened."""
    return picked.token is not None or any(token.may_act for token in standing)


def _goal(picked: Picked, scene: Scene) -> str:
    """End of the chosen order; a small screen shows it as well."""
    if picked.chosen is None or not picked.chosen.place:
        return ""
    x, y = scene.grid.at[picked.chosen.place]
    return f' data-goal="{x} {y}"'


def _focus(scene: Scene, standing: Sequence[Token], picked: Picked, side: int | None) -> Point:
    """Centre of a small screen: the selected unit, else the hexes that may be picked, a unit that may act,
    the reader's own, the part of the map that is theirs, the first side's units.
    """
    now = picked.token
    found = [token for token in standing if now is not None and token.unit == now.unit]
    places = picked.placed or (*picked.hexes, *(offer.place for offer in picked.ends))
    if not found and places:
        return _mean([scene.grid.at[place] for place in places])
    found = found or [token for token in standing if token.may_act]
    found = found or [token for token in standing if token.side == (side or 0)]
    own = [scene.grid.at[place] for area in scene.areas if area.side == side for place in area.hexes]
    if not found and own:
        return _mean(own)
    found = found or list(standing)
    if not found:
        return scene.grid.width // 2, scene.grid.height // 2
    return _mean([counters.middle(token, scene.grid) for token in found])


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
