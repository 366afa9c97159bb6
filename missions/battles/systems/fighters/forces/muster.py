"""Building a force by points, with every limit, and mustering ship cards of the campaign (FH-041 …
FH-055).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from league.kernel.refusal import Finding, Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.hexes import FACINGS
from missions.battles.systems.fighters.engine.loadouts import (
    FIGHTER,
    SHIP,
    STATION,
    STRADDLER,
    Loadout,
    crews,
    loadout,
    profiles,
    ship_map,
    upgrades,
)
from missions.battles.systems.fighters.engine.state import TRANSPORT
from missions.battles.systems.fighters.scenarios import CONVOY_POINTS, Scenario, convoy

MOST_FLIGHTS = 3
HERO_FLIGHTS = {"red_squadron": "FH-150", "vader_squadron": "FH-151"}
VADER_POINTS = 100
FREIGHTERS = ("light_freighter", "heavy_freighter")
FALCON = "millennium_falcon"
GRADES = ("civilian", "military", "imperial", "elite")
SKILLED = 7
"""Pilot skill from which on a campaign pilot flies one crew grade better (house)."""

Force = dict[str, Any]


def loadout_of(unit: dict[str, Any]) -> Loadout:
    """The loadout of one line of a force. Raises Unreadable for names that do not exist."""
    return loadout(str(unit.get("craft", "")), tuple(unit.get("upgrades", ())), str(unit.get("crew", "")))


def price(unit: dict[str, Any]) -> int:
    """Points of one flight or ship with its upgrades (FH-042)."""
    return loadout_of(unit).points


def total(force: Force) -> int:
    """Points of a whole force."""
    return sum(price(unit) for unit in force.get("units", ()))


def squadrons(force: Force) -> list[int]:
    """The squadron of each unit: as given, else flights of one craft by threes; 0 for what is no flight
    (FH-041).
    """
    found: list[int] = []
    given = [int(unit.get("squadron", 0)) for unit in force["units"]]
    filled: dict[str, tuple[int, int]] = {}
    fresh = max(given, default=0)
    for unit, number in zip(force["units"], given, strict=True):
        if loadout_of(unit).kind != FIGHTER:
            found.append(0)
            continue
        if not number:
            number, flights = filled.get(unit["craft"], (0, MOST_FLIGHTS))
            if flights == MOST_FLIGHTS:
                fresh += 1
                number, flights = fresh, 0
            filled[unit["craft"]] = (number, flights + 1)
        found.append(number)
    return found


def findings(force: Force, scenario: Scenario, seat: int, points: int) -> list[Finding]:
    """All that is wrong with a force for a seat of a battle; `points` 0 means no limit."""
    units = list(force.get("units", ()))
    if not units:
        return [_no("empty", "A force needs at least one unit; add a flight or a ship.", "FH-041")]
    found = [*_sides(force, scenario, seat), *_squadrons(force), *_heroes(force, points), *_facings(force)]
    for unit in units:
        found += _upgrades(unit)
    limit = scenario.points or points
    if limit and total(force) > limit:
        over = total(force) - limit
        found.append(
            _no("points", f"The force is {over} points over its {limit}; take something out.", "FH-042")
        )
    return found + list(_scenario_limits(force, scenario, seat, points))


def _no(code: str, message: str, rule: str) -> Finding:
    return Finding(f"battle.force.{code}", message, rule, about="force")


def _sides(force: Force, scenario: Scenario, seat: int) -> Iterator[Finding]:
    side = str(force.get("side", ""))
    wanted = scenario.sides[seat]
    if wanted != "any" and side != wanted:
        place = ("west", "east")[seat]
        yield _no(
            "side",
            f"In this battle the {wanted} side sits {place}; choose a {wanted} force.",
            scenario.rules[0],
        )
    for craft in sorted({str(unit.get("craft", "")) for unit in force["units"]}):
        profile = loadout(craft).profile
        if craft in FREIGHTERS:
            yield _no(
                "freighter", f"{profile.name}s come with a convoy only; they cannot be bought.", "FH-048"
            )
        elif craft == FALCON:
            if scenario.id != "free" and (scenario.id != "convoy_raid" or seat != 1):
                text = f"The {profile.name} flies in free battles, or replaces a freighter of a convoy."
                yield _no("falcon", text, "FH-157")
        elif side not in profile.sides and "neutral" not in profile.sides:
            text = f"The {profile.name} does not fly for the {side} side; take another craft."
            yield _no("craft", text, "FH-048")


def _facings(force: Force) -> Iterator[Finding]:
    given = {str(one["facing"]) for one in (force, *force["units"]) if one.get("facing")}
    for facing in sorted(given - {*FACINGS}):
        known = ", ".join(FACINGS)
        yield _no("facing", f"“{facing}” is no facing; a unit starts towards one of {known}.", "FH-017")


def _upgrades(unit: dict[str, Any]) -> Iterator[Finding]:
    profile, bought = loadout_of(unit).profile, list(unit.get("upgrades", ()))
    groups: dict[str, int] = {}
    for name in sorted(set(bought)):
        upgrade = upgrades()[name]
        if not upgrade.fits(profile):
            text = f"The {profile.name} cannot have “{upgrade.name}”; take it off."
            yield _no("upgrade", text, upgrade.rules[0] if name != "vader" else "FH-159")
        if bought.count(name) > upgrade.most:
            text = f"“{upgrade.name}” fits {upgrade.most} times at most; take one off."
            yield _no("upgrade_count", text, upgrade.rules[0])
        if upgrade.group:
            groups[upgrade.group] = groups.get(upgrade.group, 0) + 1
    if any(count > 1 for count in groups.values()):
        yield _no("mounting", f"A {profile.name} has one mounting for turrets; keep one of them.", "FH-054")
    crew = unit.get("crew")
    if crew and crew != profile.crew and not unit.get("ref"):
        yield _no("crew", f"Crew grades are not for sale; the {profile.name} flies with its own.", "FH-159")


def _squadrons(force: Force) -> Iterator[Finding]:
    members: dict[int, list[str]] = {}
    for unit, number in zip(force["units"], squadrons(force), strict=True):
        if number:
            members.setdefault(number, []).append(unit["craft"])
    for number, crafts in sorted(members.items()):
        if len(crafts) > MOST_FLIGHTS:
            yield _no(
                "squadron", f"Squadron {number} has {len(crafts)} flights; three is the limit.", "FH-041"
            )
        if len(set(crafts)) > 1:
            yield _no("mixed", f"Squadron {number} mixes craft; a squadron flies one kind.", "FH-041")


def _heroes(force: Force, points: int) -> Iterator[Finding]:
    """Limits of heroes, which are the same in every battle (FH-158)."""
    crafts = [unit["craft"] for unit in force["units"]]
    for craft, rule in HERO_FLIGHTS.items():
        if crafts.count(craft) > MOST_FLIGHTS:
            yield _no("hero", f"{profiles()[craft].name} has at most three flights; take some out.", rule)
    if "vader_squadron" in crafts and points and points < VADER_POINTS:
        text = f"Vader's squadron flies in battles of {VADER_POINTS} points or more; leave it out."
        yield _no("vader_points", text, "FH-151")
    if sum("vader" in unit.get("upgrades", ()) for unit in force["units"]) > 1:
        yield _no("vader", "There is one Vader; choose one flight for the lead.", "FH-152")
    if crafts.count(FALCON) > 1:
        yield _no("falcon", "There is one Millennium Falcon; take the others out.", "FH-157")


def _scenario_limits(force: Force, scenario: Scenario, seat: int, points: int) -> Iterator[Finding]:
    loadouts = [loadout_of(unit) for unit in force["units"]]
    ships = [one for one in loadouts if one.kind in (SHIP, STRADDLER)]
    light = [one for one in ships if one.light]
    stations = [one for one in loadouts if one.kind == STATION]
    rule = scenario.rules[0]
    if scenario.id == "convoy_raid" and seat == 0:
        if len(light) > 1 or len(ships) > len(light) or stations:
            yield _no("ships", "Raiders take at most one light ship, and no other ship or station.", rule)
    elif scenario.id == "convoy_raid":
        if not any(convoy(points)):
            text = f"Freighters come for every {CONVOY_POINTS} points; agree on at least that many."
            yield _no("convoy", text, rule)
        for unit in force["units"]:
            if unit["craft"] == FALCON and replaced(unit) not in FREIGHTERS:
                text = "The Millennium Falcon replaces a light or a heavy freighter; choose one of them."
                yield _no("replaces", text, "FH-157")
    elif scenario.id == "outpost_assault" and seat == 1:
        if len(ships) > 1:
            yield _no("ships", "The defender of an outpost has at most one ship; take the others out.", rule)
        if len(stations) != 1:
            yield _no("outpost", "The defender needs exactly one outpost, for 25 points.", rule)
        if len(set(squadrons(force)) - {0}) > MOST_FLIGHTS:
            yield _no(
                "squadrons", "An outpost houses at most three squadrons; take the others out.", "FH-051"
            )
    elif takes_transport(scenario.id, seat):
        if not light:
            yield _no("transport", "This battle needs a light ship as transport; add a Corvette.", rule)
        if scenario.id == "starship_theft" and not any(one.profile.id == "y_wing" for one in loadouts):
            yield _no("y_wing", "The raiders bring at least one Y-wing flight; add one.", rule)


def replaced(unit: dict[str, Any]) -> str:
    """The freighter whose place the Falcon takes in a convoy: as its side says, else a light one (FH-157)."""
    return str(unit.get("replaces", FREIGHTERS[0]))


def takes_transport(scenario: str, seat: int) -> bool:
    """Whether a light ship of this side has to dock (FH-164, FH-166)."""
    return scenario in ("hostages", "starship_theft") and seat == 0


def transport_of(units: Sequence[dict[str, Any]]) -> int:
    """Index of the transport: the light ship named so, else the first one; −1 without any (FH-164)."""
    light = [number for number, unit in enumerate(units) if loadout_of(unit).light]
    named = [number for number in light if units[number].get("role") == TRANSPORT]
    return (named or light or [-1])[0]


# --- from the campaign ------------------------------------------------------------------------------


def crew_grade(craft: str, card: CampaignShip) -> str:
    """The crew of a campaign pilot: the profile's grade, better by EXP, VET or ELITE and by skill (house).

    EXP raises it by one, VET and ELITE by two, a pilot skill of 7 or more by one; elite is the best.
    """
    base = crews()[loadout(craft).profile.crew].grade
    if base is None:
        return loadout(craft).profile.crew
    marks = {status.upper() for status in card.statuses}
    steps = 2 if marks & {"VET", "ELITE"} else int("EXP" in marks)
    steps += card.pilot_skill >= SKILLED
    return GRADES[min(len(GRADES) - 1, base + steps)]


def muster(cards: Sequence[CampaignShip]) -> Force:
    """One unit for every ship card, led by its pilot; DAMAGED ones start with three quarters of their
    strength.
    """
    units = []
    for card in cards:
        craft = ship_map().get((card.side, card.ship))
        if craft is None:
            text = f"The {card.ship} has no profile on the {card.side} side; field another ship."
            raise Unreadable("battle.ship", text, rule="FH-170")
        unit: dict[str, Any] = {"craft": craft, "name": card.pilot or card.ship, "ref": card.ref}
        unit["crew"] = crew_grade(craft, card)
        if "DAMAGED" in {status.upper() for status in card.statuses}:
            unit["damaged"] = True
        units.append(unit)
    return {"side": cards[0].side if cards else "", "units": units}


def damaged(strength: int) -> int:
    """Starting strength of a DAMAGED unit: three quarters, rounded down, at least one (house)."""
    return max(1, strength * 3 // 4)
