"""Fields typed on the game page, as plain data. Shapes are checked here; the rules decide the rest.

A ship's fields begin with "s", its number and a dash: `s12-fate`, `s12-whole-damage`, `s12-lost`.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.http import QueryDict

from league.kernel.refusal import Unreadable
from league.posted import read_number
from missions.presenters.report.page import FATE_WORDS, HULL_WORDS
from missions.rules.game.choices import Ask
from missions.rules.game.report import hull_after
from missions.rules.game.state import WHOLE_GAME, FieldedShip, SectionReport, ShipReport, SideName
from missions.rules.orders import SaveChoices

MOST = 999
"""Highest figure of a report."""


def line_of(post: QueryDict, ship: FieldedShip) -> ShipReport | None:
    """The line typed for a ship; None while no fate was chosen. Raises `Unreadable`."""
    prefix = f"s{ship.id}-"
    typed = post.get(f"{prefix}fate", "")
    if not typed:
        return None
    fate = next((each for each in FATE_WORDS if each == typed), None)
    if fate is None:
        raise Unreadable(
            "no_fate",
            f"Say whether {ship.name} survived, was destroyed or driven off.",
            field=f"{prefix}fate",
        )
    sections = {}
    if fate != "destroyed":
        sections = {name: _section(post, ship, name) for name in ship.hulls if name not in ship.crippled}
    lost, spent = numbers(post, f"{prefix}lost"), numbers(post, f"{prefix}spent")
    return ShipReport(ship.id, ship.fleet, fate, sections, lost, spent)


def _section(post: QueryDict, ship: FieldedShip, name: str) -> SectionReport:
    """Hull left blank is what the hull began with less the damage taken."""
    prefix, part = f"s{ship.id}-{name}-", HULL_WORDS.get(name, name)
    damage = read_number(
        post.get(f"{prefix}damage", "") or "0", f"Damage to the {part} of {ship.name}", most=MOST
    )
    crippled = bool(post.get(f"{prefix}crippled"))
    left = post.get(f"{prefix}left", "").strip()
    if left:
        return SectionReport(damage, read_number(left, f"Hull left of {ship.name}", most=MOST), crippled)
    return SectionReport(damage, hull_after(ship, name, damage, crippled=crippled), crippled)


def numbers(post: QueryDict, name: str) -> tuple[int, ...]:
    """Every ticked number of a field, sorted. Raises `Unreadable`."""
    return tuple(sorted({read_number(each, "Ticked ships") for each in post.getlist(name)}))


def lines_of(post: QueryDict, ships: Iterable[FieldedShip]) -> list[ShipReport]:
    """Every line that was typed. Raises `Unreadable`."""
    found = (line_of(post, ship) for ship in ships)
    return [line for line in found if line is not None]


def notes_of(post: QueryDict, ships: Iterable[int]) -> dict[int, str]:
    """The notes typed beside corrections, by ship; 0 stands for how the game ended. Blank ones are left
    out."""
    typed = {ship: post.get(f"s{ship}-note", "").strip() for ship in (WHOLE_GAME, *ships)}
    return {ship: note for ship, note in typed.items() if note}


def facts_of(post: QueryDict) -> tuple[SideName | None, bool, int]:
    """The side that conceded, whether the players stopped with ships of both on the table, and how many
    markers were scanned. Raises `Unreadable`."""
    scanned = read_number(post.get("scanned", "") or "0", "The number of markers", most=MOST)
    return *_ending(post), scanned


def _ending(post: QueryDict) -> tuple[SideName | None, bool]:
    match post.get("ending", ""):
        case "":
            return None, False
        case "stopped":
            return None, True
        case "active":
            return "active", False
        case "opposing":
            return "opposing", False
        case _:
            raise Unreadable("no_ending", "Say how the game ended: played to the end, stopped, or conceded.")


def choices_of(post: QueryDict, game: int, side: SideName, asks: Iterable[Ask]) -> SaveChoices:
    """Answers to everything that a side has to choose. Raises `Unreadable`."""
    promoted: dict[int, int] = {}
    kept: dict[str, tuple[int, ...]] = {}
    elite: tuple[int, ...] = ()
    for ask in asks:
        chosen = numbers(post, f"{ask.kind}-{ask.key}" if ask.key else ask.kind)
        if ask.kind == "elite":
            elite = chosen
        elif ask.kind == "promoted" and chosen:
            promoted[int(ask.key)] = chosen[0]
        elif ask.kind == "kept" and chosen:
            kept[ask.key] = chosen
    return SaveChoices(game, side, elite, promoted, kept)
