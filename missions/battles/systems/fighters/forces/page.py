"""The page's part about a draft of fighters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from league.kernel.refusal import Finding
from missions.battles.systems.builder import (
    Box,
    Button,
    Force,
    ForcePage,
    Note,
    OfferGroup,
    OfferLine,
    Setting,
    UnitLine,
)
from missions.battles.systems.fighters.engine.loadouts import KINDS, crewed_cost, crews, profiles, upgrades
from missions.battles.systems.fighters.forces.muster import (
    FALCON,
    FREIGHTERS,
    loadout_of,
    replaced,
    takes_transport,
    total,
    transport_of,
)
from missions.battles.systems.fighters.scenarios import Scenario

SIDE_WORDS = {"rebel": "Rebel", "empire": "Imperial", "scum": "Scum"}
BADGES = {"rebel": "rebel", "empire": "imperial", "scum": "scum"}
KIND_WORDS = {"fighter": "flight of four"}
"""Names of kinds of craft in a list, if they differ from the kind's own name."""
MUSTERED = (
    Note("These ships are fielded in the game of the campaign, each as one unit led by its pilot", "FH-170"),
    Note("The grade of the crew follows from EXP, VET, ELITE and the pilot’s skill. This is our house rule."),
)
PRINTED = (Note("This battle brings its own force for this side; there is nothing to choose.", "FH-166"),)
EMPTY = ("No unit yet", "Add craft from the list below, or have a force suggested and change it.")
FACING_WORDS = {
    "": "the enemy’s edge",
    "E": "east",
    "NE": "north-east",
    "NW": "north-west",
    "W": "west",
    "SW": "south-west",
    "SE": "south-east",
}
HOUSE = Note("If the rules print no figures, they follow from the miniatures by formulas.", "FH-170")


def mustered(force: Force, settings: tuple[Setting, ...]) -> ForcePage:
    """Ships of a campaign's game."""
    lines = tuple(UnitLine(_name(unit), _kind_and_crew(unit)) for unit in force.get("units", ()))
    side, badge = _side(force)
    if not lines:
        return printed(force)
    return ForcePage(side, badge, lines, fixed=MUSTERED, settings=settings)


def printed(force: Force) -> ForcePage:
    """A force that the battle itself brings."""
    side, badge = _side(force)
    return ForcePage(side, badge, (), fixed=PRINTED)


def draft(
    battle: Scenario,
    seat: int,
    force: Force,
    limit: int,
    offered: Sequence[str],
    findings: Sequence[Finding],
    settings: tuple[Setting, ...],
) -> ForcePage:
    """A force that is bought; `offered` are the craft that may be added."""
    side, badge = _side(force)
    units = force.get("units", ())
    transport = transport_of(units) if takes_transport(battle.id, seat) else -1
    return ForcePage(
        side=side,
        badge=badge,
        lines=tuple(_line(battle, number, unit, transport) for number, unit in enumerate(units)),
        sides=tuple(_other_sides(force)) if battle.sides[seat] == "any" else (),
        tools=tuple(_tools(units)),
        settings=settings,
        groups=_groups(offered),
        tally=_tally(total(force), limit),
        findings=tuple(findings),
        good="This force can fight." if units else "",
        empty=EMPTY,
    )


def _side(force: Force) -> tuple[str, str]:
    side = str(force.get("side", ""))
    return SIDE_WORDS.get(side, side), BADGES.get(side, "")


def _other_sides(force: Force) -> Iterator[Button]:
    ask = "Change sides? That empties the force." if force.get("units") else ""
    for key, word in SIDE_WORDS.items():
        if key != force.get("side"):
            yield Button("side", key, f"Play {word}", confirm=ask)


def _tools(units: Sequence[Any]) -> Iterator[Button]:
    yield Button("suggest", "1", "Suggest a force", "dice")
    if units:
        yield Button("clear", "1", "Empty it", "trash")


def settings(force: Force) -> tuple[Setting, ...]:
    """Facing of all units at the start (FH-017)."""
    chosen = str(force.get("facing", ""))
    return (Setting("facing", "All start facing", tuple(FACING_WORDS.items()), chosen, "FH-017"),)


def _tally(spent: int, limit: int) -> tuple[Note, ...]:
    left = (Note(f", {limit - spent} left"),) if limit > spent else ()
    return (Note(str(spent)), Note(f" of {limit} points", "FH-042"), *left)


# --- units ------------------------------------------------------------------------------------------


def _name(unit: dict[str, Any]) -> str:
    name = loadout_of(unit).name
    return f"{unit['name']}, {name}" if unit.get("name") else name


def _kind(unit: dict[str, Any]) -> str:
    kind = KINDS[loadout_of(unit).kind]
    return KIND_WORDS.get(kind, kind)


def _kind_and_crew(unit: dict[str, Any]) -> str:
    hurt = ", damaged" if unit.get("damaged") else ""
    return f"{_kind(unit)}, {loadout_of(unit).crew.name.lower()}{hurt} crew"


def _line(battle: Scenario, number: int, unit: dict[str, Any], transport: int) -> UnitLine:
    loadout, name = loadout_of(unit), _name(unit)
    hint = f"{name}, line {number + 1}"
    boxes = tuple(_boxes(unit))
    tags, buttons = _task(number, hint, transport) if transport >= 0 and loadout.light else ((), ())
    if battle.id == "convoy_raid" and unit["craft"] == FALCON:
        tags, buttons = _berth(number, hint, replaced(unit))
    return UnitLine(
        name=name,
        kind=_kind(unit),
        points=loadout.points,
        boxes=boxes,
        fit=Button("equip", str(number), "Fit these", hint=f" to {hint}") if boxes else None,
        tags=tags,
        buttons=buttons,
        remove=Button("remove", str(number), "", "minus", hint=f"Take {hint}, out"),
    )


Extras = tuple[tuple[Note, ...], tuple[Button, ...]]
"""Further texts of a line, and its own buttons."""


def _task(number: int, hint: str, transport: int) -> Extras:
    """A light ship that docks, or might (FH-164)."""
    if number == transport:
        return (Note("Transport: has to dock", "FH-164"),), ()
    return (), (Button("transport", str(number), "Make it the transport", hint=f": {hint}"),)


def _berth(number: int, hint: str, freighter: str) -> Extras:
    """The freighter whose place the Falcon takes, and the others that it might (FH-157)."""
    note = Note(f"Sails in the place of a {profiles()[freighter].name.lower()}", "FH-157")
    others = [other for other in FREIGHTERS if other != freighter]
    return (note,), tuple(
        Button(
            "replaces", f"{number} {other}", f"Replace a {profiles()[other].name.lower()}", hint=f": {hint}"
        )
        for other in others
    )


def _boxes(unit: dict[str, Any]) -> Iterator[Box]:
    profile, bought = loadout_of(unit).profile, list(unit.get("upgrades", ()))
    for upgrade in upgrades().values():
        if upgrade.fits(profile):
            have = bought.count(upgrade.id)
            for copy in range(upgrade.most):
                name = upgrade.name if copy == 0 else f"{upgrade.name}, once more"
                yield Box(upgrade.id, name, upgrade.cost, copy < have)


# --- craft to add -----------------------------------------------------------------------------------


def _groups(offered: Sequence[str]) -> tuple[OfferGroup, ...]:
    crafts = [profiles()[name] for name in offered]
    ours, printed_ = ([each for each in crafts if (each.source == "house") is own] for own in (True, False))
    return (
        OfferGroup("Craft to add", tuple(_offer(each.id) for each in printed_)),
        OfferGroup(
            "More craft, by profiles of our own", tuple(_offer(each.id) for each in ours), HOUSE, folded=True
        ),
    )


def _offer(name: str) -> OfferLine:
    profile = profiles()[name]
    kind = KINDS[profile.kind]
    facts = [f"Movement {profile.movement}", f"Evasion {profile.evasion}"]
    if kind == "fighter":
        facts.insert(0, f"{profile.craft} fighters")
        facts.append(f"shield {profile.save}+" if profile.save else "no shield")
    else:
        facts.append(f"hull {profile.hits}")
        facts.append(f"save {profile.save}+" if profile.save else f"shields {profile.shield}")
    facts.append(f"{crews()[profile.crew].name.lower()} crew")
    cost = crewed_cost(profile, crews()[profile.crew])
    hint = f" {profile.name} for {cost} points"
    add = Button("add", profile.id, "Add", "plus", hint=hint)
    return OfferLine(profile.name, ", ".join(facts), cost, profile.rules[0], add)
