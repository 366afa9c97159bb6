"""Worked examples for the manual. Their figures come from the functions that the campaign itself uses, so an
example cannot differ from what the app does."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from league.rules.manual.model import Example
from league.rules.phrases import TYPE_NAMES
from league.rules.state import Profile
from missions.rules.assets.commitments import resolve_commitments
from missions.rules.content.mission_data import missions
from missions.rules.game.postgame import NEXT_RANK, damaged_sections, reward, ship_loss
from missions.rules.game.state import FieldedShip, SectionReport, ShipReport
from missions.rules.pregame.state import CommittedAsset
from rosters.catalogue import Section, Side, catalogue
from rosters.rules.fitting.hyperdrive import has_hyperdrive
from rosters.rules.play import RISE, damaged_start_cards
from rosters.rules.purchases.values import (
    half,
    recovery_price,
    repair_price,
    ship_price,
    squad_points,
    upgrade_price,
)
from rosters.rules.squadrons.types import LIMITS, WEIGHTS, possible_types
from rosters.rules.state import FleetState, ShipState, UpgradeState

Figures = Callable[[], Mapping[str, object]]

_FILE = Path(__file__).parent / "data" / "examples.toml"
XWING, TIE = "rebel-xwing-rookiepilot", "imperial-tiefighter-academypilot"
TEMPEST = "imperial-tieadvanced-tempestsquadronpilot"
VADER = "imperial-tieadvanced-darthvader"
MANY, FEW = (70, 50, 45, 20, 10), (100, 58)
HOME = "brings it home"
_figures: dict[str, Figures] = {}


@cache
def examples() -> tuple[Example, ...]:
    """All examples, worked out. Raises ValueError when a text has no figures or figures have no text."""
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["example"]
    if sorted(row["id"] for row in rows) != sorted(_figures):
        wrong = {row["id"] for row in rows} ^ set(_figures)
        raise ValueError(f"examples.toml: text and figures do not match for {sorted(wrong)}.")
    return tuple(
        Example(row["id"], row["title"], row["text"].format(**_figures[row["id"]]()), tuple(row["rules"]))
        for row in rows
    )


def _of(example: str) -> Callable[[Figures], Figures]:
    """Register the function that works out the figures of an example."""

    def register(function: Figures) -> Figures:
        _figures[example] = function
        return function

    return register


def _fleet(
    side: str, cards: Sequence[str], upgrades: Mapping[int, Sequence[str]] | None = None
) -> FleetState:
    """A fleet of these ships, numbered from 1, with the upgrades that each carries."""
    ships = {number: ShipState(number, card) for number, card in enumerate(cards, 1)}
    aboard = [(ship, card) for ship, held in (upgrades or {}).items() for card in held]
    loaded = {number: UpgradeState(number, card, ship) for number, (ship, card) in enumerate(aboard, 1)}
    return FleetState(1, 1, "Example", side, "hearts", ships=ships, upgrades=loaded)


def _types(fleet: FleetState) -> str:
    found = possible_types(fleet, fleet.ships, Profile())
    return " or ".join(TYPE_NAMES[kind] for kind in found)


def _status(loss: tuple[str, str] | None) -> str:
    return HOME if loss is None else loss[0].upper()


@_of("recovery")
def _recovery() -> Mapping[str, object]:
    fleet = _fleet("rebel", [XWING], {1: ["r2astromech"]})
    card, upgrade = catalogue().ship_cards[XWING], catalogue().upgrades["r2astromech"]
    return {
        "pilot": card.name,
        "ship": card.points,
        "upgrade": upgrade.name,
        "aboard": upgrade.points,
        "together": ship_price(fleet, 1),
        "half": recovery_price(fleet, 1),
    }


@_of("rewards")
def _rewards() -> Mapping[str, object]:
    return {
        "standard": reward(["standard"], "victory"),
        "recon": reward(["recon"], "victory"),
        "winner": reward(["standard", "recon", "recon"], "victory"),
        "loser": reward(["epic"], "defeat"),
    }


@_of("two-types")
def _two_types() -> Mapping[str, object]:
    card = catalogue().ship_cards["rebel-ywing-graysquadronpilot"]
    fleet = _fleet("rebel", [card.id] * 3)
    return {"pilot": card.name, "ship": card.points, "value": 3 * card.points, "types": _types(fleet)}


@_of("no-type")
def _no_type() -> Mapping[str, object]:
    dear, cheap = (
        catalogue().ship_cards[card] for card in ("imperial-tiefofighter-epsilonsquadronpilot", TIE)
    )
    return {
        "dear": dear.points,
        "dear_value": 4 * dear.points,
        "dear_types": _types(_fleet("imperial", [dear.id] * 4)),
        "cheap": cheap.points,
        "cheap_value": 4 * cheap.points,
    }


@_of("driven-off")
def _driven_off() -> Mapping[str, object]:
    fleet = _fleet("rebel", [XWING, TIE])
    xwing, tie = (has_hyperdrive(fleet, number) for number in (1, 2))
    supported = ship_loss("defeat", "driven_off", tie, capital_ship=True)
    return {
        "tie": _status(ship_loss("defeat", "driven_off", tie)),
        "xwing": _status(ship_loss("defeat", "driven_off", xwing)),
        "supported": "comes home" if supported is None else f"is {_status(supported)}",
    }


@_of("frigate")
def _frigate() -> Mapping[str, object]:
    return {
        "without": _status(ship_loss("defeat", "destroyed", True)),
        "frigate": _status(ship_loss("defeat", "destroyed", True, frigate=True)),
    }


@_of("one-name")
def _one_name() -> Mapping[str, object]:
    return {"fate": _status(ship_loss("defeat", "destroyed", True))}


@_of("crew-takes-pilot")
def _crew_takes_pilot() -> Mapping[str, object]:
    heir = catalogue().cheapest_generic(catalogue().ship_cards[VADER].ship, Side.IMPERIAL)
    if heir is None:
        raise ValueError("The TIE Advanced has no card without the unique mark.")
    return {"heir": heir.name, "points": heir.points}


@_of("crippled")
def _crippled() -> Mapping[str, object]:
    fleet = _fleet("rebel", ["rebel-cr90corvette"])
    sections = catalogue().ship_cards["rebel-cr90corvette"].sections
    fore = next(each.points for each in sections if each.section is Section.FORE)
    return {"fore": fore, "repair": repair_price(fleet, 1, "fore")}


@_of("promotion")
def _promotion() -> Mapping[str, object]:
    old, new = (catalogue().ship_cards[card] for card in (XWING, "rebel-xwing-redsquadronpilot"))
    return {
        "old": old.name,
        "old_points": old.points,
        "old_skill": old.skill,
        "new": new.name,
        "new_points": new.points,
        "new_skill": new.skill,
        "price": max(0, new.points - old.points),
    }


@_of("balance")
def _balance() -> Mapping[str, object]:
    third = WEIGHTS["standard"] + WEIGHTS["recon"]
    fourth = third + WEIGHTS["recon"]
    return {"epic": WEIGHTS["epic"], "standard": WEIGHTS["standard"], "third": third, "fourth": fourth}


@_of("veteran")
def _veteran() -> Mapping[str, object]:
    return {"elite": RISE["ELITE"], "vet": RISE["VET"]}


@_of("missing-riser")
def _missing_riser() -> Mapping[str, object]:
    return {"rank": NEXT_RANK[""]}


@_of("margin")
def _margin() -> Mapping[str, object]:
    mission = missions()[6]
    return {
        "mission": mission.name,
        "lead": 20,
        "active": mission.sides["active"].margin,
        "opposing": mission.sides["opposing"].margin,
        "choices": len(mission.sides["opposing"].offers),
    }


@_of("elimination")
def _elimination() -> Mapping[str, object]:
    low, _ = LIMITS["standard"]
    if _two_groups(FEW, low) is not None:
        raise ValueError(f"Ships of {FEW} points can form two STANDARD squadrons.")
    first, second = _two_groups(MANY, low) or ((), ())
    return {
        "low": low,
        "many": ", ".join(map(str, MANY)),
        "few": " and ".join(map(str, FEW)),
        "first": " + ".join(map(str, first)),
        "second": " + ".join(map(str, second)),
    }


def _two_groups(ships: Sequence[int], low: int) -> tuple[Sequence[int], Sequence[int]] | None:
    """Two groups without a common ship, each worth `low` points or more, of as few ships as can be."""
    groups = [group for size in range(1, len(ships)) for group in combinations(range(len(ships)), size)]
    strong = [group for group in groups if sum(ships[at] for at in group) >= low]
    pairs = ((one, two) for one in strong for two in strong if not set(one) & set(two))
    found = next(pairs, None)
    return (
        None if found is None else (tuple(ships[at] for at in found[0]), tuple(ships[at] for at in found[1]))
    )


@_of("two-figures")
def _two_figures() -> Mapping[str, object]:
    fleet = _fleet("imperial", [TEMPEST], {1: ["tiex1", "advtargetingcomputer"]})
    card = catalogue().ship_cards[TEMPEST]
    return {
        "pilot": card.name,
        "ship": card.points,
        "title": upgrade_price("tiex1"),
        "system": upgrade_price("advtargetingcomputer"),
        "price": ship_price(fleet, 1),
        "squad": squad_points(fleet, 1),
    }


@_of("negative")
def _negative() -> Mapping[str, object]:
    card = catalogue().ship_cards["rebel-awing-prototypepilot"]
    fleet = _fleet("rebel", [card.id], {1: ["chardaanrefit"]})
    price = ship_price(fleet, 1)
    return {
        "pilot": card.name,
        "ship": card.points,
        "refit": f"−{-upgrade_price('chardaanrefit')}",
        "price": price,
        "half": half(price),
    }


@_of("agent")
def _agent() -> Mapping[str, object]:
    active = (CommittedAsset(1, "double_agent", "", "J"), CommittedAsset(2, "reinforcements", "", "Q"))
    effects = resolve_commitments(
        {"active": active, "opposing": (CommittedAsset(3, "disrupted_command", "", "J"),)}
    )
    side = next(each.side for each in effects if each.kind == "disrupted_command")
    ships = next(each for each in effects if each.kind == "reinforcements")
    return {"side": side, "stand": "are cancelled" if ships.cancelled_by else "stand"}


@_of("wiped-out")
def _wiped_out() -> Mapping[str, object]:
    mission = missions()[4]
    return {"mission": mission.name, "margin": mission.sides["active"].margin}


@_of("old-damage")
def _old_damage() -> Mapping[str, object]:
    hull = 4
    cards = damaged_start_cards(hull)
    ship = FieldedShip(1, 1, 2, XWING, "Example", "X-wing", 21, hulls={"whole": hull})

    def described(damage: int) -> str:
        line = ShipReport(1, 1, sections={"whole": SectionReport(damage, hull - cards - damage)})
        return "it is DAMAGED again" if damaged_sections(ship, line) else "it has no mark afterwards"

    return {
        "hull": hull,
        "cards": cards,
        "left": hull - cards,
        "lower": hull - cards - 1,
        "unhurt": described(0),
        "hurt": described(1),
    }
