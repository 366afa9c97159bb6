"""Pictures of the field, of everything that lies on it, of lines of sight and of ways home."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from league.rules.phrases import join_words
from missions.battles.board.scene import Cell, Feature, Reach, Scene, Sightline
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.manual import Picture
from missions.battles.systems.red_alert.card_words import card_words, explained
from missions.battles.systems.red_alert.engine.field import (
    HEXES,
    LABELS,
    SECTOR,
    hex_set,
    line,
    members,
    sees,
)
from missions.battles.systems.red_alert.engine.retreats import HEXES_PER_ALERT, paths
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.engine.units import DATA
from missions.battles.systems.red_alert.forces import catalogue
from missions.battles.systems.red_alert.manual.scenes import position, scene_of, seen

Facts = Mapping[str, Any]
SHOOTER, TARGETS = "Cw-CR1", ("Cf-CR1", "Cf-CR2")
"""Units at the ends of lines of sight."""


@cache
def told() -> Facts:
    """Words of the pictures, and the units on them, from `data/pictures.toml`."""
    return tomllib.loads((DATA / "pictures.toml").read_text("utf-8"))


def bare() -> Scene:
    """The empty field."""
    return replace(scene_of(battles()["opening_salvo"]), tokens=(), features=())


def pictures() -> Iterator[Picture]:
    """Everything about the field that a picture shows better than words."""
    empty, facts = bare(), told()
    yield Picture(facts["field"]["title"], tuple(facts["field"]["words"]), facts["field"]["shown"], empty)
    yield from (_sector(empty, facts["sector"], number) for number in range(len(SECTOR[0])))
    yield _features(facts["features"])
    yield _markers(facts["markers"])
    yield from (_sight(empty, each) for each in facts["sight"])
    yield from (_way(each) for each in facts["way"])


def _sector(empty: Scene, facts: Facts, number: int) -> Picture:
    """A sector as the Commonwealth sees it (RA-012)."""
    hexes = [LABELS[hex_] for hex_ in members(SECTOR[0][number])]
    fill = {"name": facts["names"][number], "count": len(hexes)}
    words = tuple(each.format(**fill) for each in facts["words"])
    marked = Reach("", cells=tuple(Cell(each, 2) for each in hexes))
    return Picture(f"The {fill['name']}", words, facts["shown"].format(**fill), empty, marked)


def _features(facts: Facts) -> Picture:
    """The map of a battle with planets and asteroids, and debris added to it."""
    battle, debris = battles()[facts["battle"]], facts["debris"]
    state, _ = RED_ALERT.setup(catalogue.written(battle.id, ("", ""), {}), seeded_dice(battle.id))
    state.debris |= 1 << HEXES[debris]
    words = tuple(explained(name.capitalize(), text) for name, text in card_words().features.items())
    shown = facts["shown"].format(
        planet=len(battle.group), asteroids=battle.asteroids.bit_count(), debris=debris
    )
    return Picture(facts["title"], words, shown, replace(seen(state), tokens=(), areas=()))


def _markers(facts: Facts) -> Picture:
    """Units with everything that may lie on them."""
    state = position(facts["units"])
    at = {name: state.at[HEXES[facts[name]]] for name in ("hurt", "marked", "cloaked", "covered")}
    state.figures[at["hurt"]] = 1
    state.marked |= 1 << at["marked"]
    state.cloaked |= 1 << at["cloaked"]
    state.covered |= 1 << at["covered"]
    state.planet_markers = ((HEXES[facts["planet"]],) * 2, ())
    about = card_words().markers
    meanings = (explained(name, about[kind]) for kind, name in facts["names"].items())
    part = (*facts["units"].values(), facts["planet"])
    return Picture(facts["title"], (*facts["words"], *meanings), facts["shown"], seen(state), part=part)


# --- lines of sight ---------------------------------------------------------------------------------


def _sight(empty: Scene, facts: Facts) -> Picture:
    """Lines of sight from a unit to others, with asteroids in the way; the engine says which are clear."""
    stones, start = tuple(facts["asteroids"]), facts["from"]
    blocked = hex_set(HEXES[stone] for stone in stones)
    lines = tuple(_line(start, end, blocked) for end in facts["ends"])
    features = (Feature(stones, "asteroid", "asteroid"),) if stones else ()
    each = (f"the one to {found.end} is {'clear' if found.clear else 'cut'}" for found in lines)
    shown = f"Lines of sight from {start}: {join_words(each)}."
    targets = zip(TARGETS, facts["ends"], strict=False)
    tokens = seen(position({SHOOTER: start, **dict(targets)})).tokens
    scene = replace(empty, features=features, tokens=tokens)
    part = tuple(dict.fromkeys((start, *facts["ends"], *stones)))
    return Picture(facts["title"], tuple(facts["words"]), shown, scene, Reach(start, lines=lines), part=part)


def _line(start: str, end: str, blocked: int) -> Sightline:
    here, there = HEXES[start], HEXES[end]
    through, left, right = line(here, there)
    cut = members(blocked & (through | left | right))
    clear = sees(here, there, blocked)
    return Sightline(end, clear, () if clear else tuple(LABELS[hex_] for hex_ in cut))


# --- ways home --------------------------------------------------------------------------------------


def _way(facts: Facts) -> Picture:
    """Hexes on which a unit may end after a red alert, and those that it comes through."""
    units, start = facts["units"], facts["from"]
    state = position(units)
    state.debris = hex_set(HEXES[each] for each in facts.get("debris", ()))
    ways = [way for way in paths(state, state.at[HEXES[start]], HEXES_PER_ALERT) if way]
    ends = sorted({LABELS[way[-1]] for way in ways})
    through = sorted({LABELS[hex_] for way in ways for hex_ in way} - {*ends})
    cells = (*(Cell(each, 2, "end") for each in ends), *(Cell(each, 1) for each in through))
    found = f"may end on {join_words(ends, 'or')}" if ends else "cannot leave its hex"
    shown = f"A unit on {start} that has to retire. It {found}."
    part = tuple(dict.fromkeys((start, *units.values(), *facts.get("debris", ()), *ends, *through)))
    return Picture(
        facts["title"], tuple(facts["words"]), shown, seen(state), Reach("", cells=cells), part=part
    )
