"""The force builder of the fighter game: drafts by points, suggested and ready-made forces, their page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from league.kernel.numbers import whole_number
from league.kernel.refusal import Finding, Unreadable
from missions.battles.engine.contract import Setup
from missions.battles.engine.hexes import FACINGS
from missions.battles.systems.builder import Force, ForcePage
from missions.battles.systems.fighters.engine.loadouts import KINDS, Profile, Upgrade, profiles, upgrades
from missions.battles.systems.fighters.engine.state import TRANSPORT
from missions.battles.systems.fighters.forces import muster, page
from missions.battles.systems.fighters.forces.catalogue import SIDES, listing
from missions.battles.systems.fighters.scenarios import Scenario, scenario
from missions.battles.systems.forces import MOST, read_force

USUAL = {
    "rebel": ("x_wing", "x_wing", "y_wing", "a_wing"),
    "empire": ("tie_fighter", "tie_fighter", "tie_bomber", "tie_interceptor"),
    "scum": ("z_95", "y_wing", "z_95", "hwk_290"),
}
"""Craft that fill up a suggested force, in turn."""
SPARE, SWAPS = 2, 3
"""Largest number of unspent points; number of last craft exchanged to get there."""
NEEDED = {
    ("outpost_assault", 1): ("outpost",),
    ("hostages", 0): ("corvette_rebel",),
    ("starship_theft", 0): ("corvette_rebel", "y_wing"),
}
PRINTED = {("starship_theft", 1)}
"""Forces that the battle itself brings: nothing is bought."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A craft that a side may buy here, with the upgrades that fit it."""

    profile: Profile
    upgrades: tuple[Upgrade, ...]

    @property
    def kind(self) -> str:
        return KINDS[self.profile.kind]


def is_printed(scenario_id: str, seat: int) -> bool:
    """Whether the battle itself says which force sits there."""
    return (scenario_id, seat) in PRINTED


def side_of(battle: Scenario, seat: int) -> str:
    """The side that a seat begins with: the scenario's own, else one each."""
    wanted = battle.sides[seat]
    return ("rebel", "empire")[seat] if wanted == "any" else wanted


def points_of(setup: Setup) -> int:
    """The points that each side has."""
    return scenario(str(setup["scenario"])).points or int(setup["points"])


def offers(battle: Scenario, seat: int, side: str, points: int) -> list[Offer]:
    """Craft on offer: flights first, cheap first."""
    found = []
    for profile in profiles().values():
        alone = {"side": side, "units": [{"craft": profile.id}]}
        wrong = {each.code.rpartition(".")[2] for each in muster.findings(alone, battle, seat, points)}
        if not wrong & {"freighter", "falcon", "craft", "vader_points", "points"}:
            fits = tuple(upgrade for upgrade in upgrades().values() if upgrade.fits(profile))
            found.append(Offer(profile, fits))
    return sorted(found, key=lambda offer: (offer.profile.kind, offer.profile.cost, offer.profile.name))


class Builder:
    """Forces by points (FH-041 … FH-055), as `missions.battles.systems.builder.ForceBuilder`."""

    settings = ("facing",)
    buttons = ("add", "remove", "equip", "transport", "replaces", "side", "suggest", "clear", *settings)

    def empty(self, setup: Setup, side: int) -> Force:
        return {"side": side_of(scenario(setup["scenario"]), side), "units": []}

    def changed(
        self, setup: Setup, side: int, force: Force, button: str, value: str, ticked: Sequence[str]
    ) -> Force:
        battle = scenario(setup["scenario"])
        kept = {"facing": force["facing"]} if "facing" in force else {}
        match button:
            case "add":
                return add(force, value)
            case "remove":
                return remove(force, _line(value))
            case "equip":
                return equip(force, _line(value), ticked)
            case "transport":
                return name_transport(force, _line(value))
            case "replaces":
                line, _, freighter = value.partition(" ")
                return replace_freighter(force, _line(line), freighter)
            case "side":
                return change_side(battle, side, value) | kept
            case "suggest":
                return suggested(battle, side, force["side"], int(setup["points"])) | kept
            case "clear":
                return {**force, "units": []}
            case "facing":
                return face(setup, side, force, value)
        raise Unreadable("battle.force", "There is no such button. Reload the page and try again.")

    def findings(self, setup: Setup, side: int, force: Force) -> list[Finding]:
        if is_printed(setup["scenario"], side):
            return []
        if len(force.get("units", ())) > MOST:
            text = f"A side has at most {MOST} flights and ships; take some out."
            return [Finding("battle.force.many", text, "FH-041", about="force")]
        return muster.findings(force, scenario(setup["scenario"]), side, int(setup["points"]))

    def suggested(self, setup: Setup, side: int) -> Force:
        battle = scenario(setup["scenario"])
        return suggested(battle, side, side_of(battle, side), int(setup["points"]))

    def ready_made(self, setup: Setup, side: int) -> Force:
        return ready_made(str(setup["scenario"]), side)

    def size(self, force: Force) -> int:
        return len(force["units"])

    def words(self, force: Force) -> str:
        counts = Counter(muster.loadout_of(unit).name for unit in force["units"])
        return ", ".join(f"{count} {name}" for name, count in counts.items())

    def side_words(self, force: Force) -> str:
        return page.SIDE_WORDS.get(str(force.get("side", "")), "")

    def page(self, setup: Setup, side: int, force: Force, *, mustered: bool) -> ForcePage:
        battle = scenario(setup["scenario"])
        settings = page.settings(force) if chooses_facing(setup, side) else ()
        if mustered:
            return page.mustered(force, settings)
        if is_printed(battle.id, side):
            return page.printed(force)
        own = str(force.get("side", ""))
        offered = [each.profile.id for each in offers(battle, side, own, int(setup["points"]))]
        found = self.findings(setup, side, force) if force.get("units") else []
        return page.draft(battle, side, force, points_of(setup), offered, found, settings)


# --- a draft ----------------------------------------------------------------------------------------


def _line(value: str) -> int:
    """The number of a line of the force; −1, which no line has, for anything else."""
    number = whole_number(value)
    return -1 if number is None else number


def add(force: Force, craft: str) -> Force:
    """One more unit. Raises Unreadable for a craft that does not exist or one too many."""
    if len(force["units"]) >= MOST:
        raise Unreadable("battle.force", f"A side has at most {MOST} flights and ships; take one out.")
    muster.loadout_of({"craft": craft})
    return {**force, "units": [*force["units"], {"craft": craft}]}


def remove(force: Force, line: int) -> Force:
    """The draft without that line. Raises Unreadable if there is none."""
    _checked(force, line)
    return {**force, "units": [unit for number, unit in enumerate(force["units"]) if number != line]}


def equip(force: Force, line: int, bought: Sequence[str]) -> Force:
    """Set exactly these upgrades on that line. Raises Unreadable for a line or upgrade that does not
    exist."""
    _checked(force, line)
    known = upgrades()
    unknown = [name for name in bought if name not in known]
    if unknown or len(bought) > len(known):
        raise Unreadable("battle.force", "There is no such upgrade; choose from the list.")
    unit = {**force["units"][line], "upgrades": list(bought)}
    units = [unit if number == line else each for number, each in enumerate(force["units"])]
    return {**force, "units": units}


def name_transport(force: Force, line: int) -> Force:
    """The draft with that light ship as the one that docks (FH-164). Raises Unreadable for any other line."""
    _checked(force, line)
    if not muster.loadout_of(force["units"][line]).light:
        raise Unreadable("battle.force", "Only a light ship can dock; name one of those.", rule="FH-164")
    others = [{key: value for key, value in unit.items() if key != "role"} for unit in force["units"]]
    units = [{**unit, "role": TRANSPORT} if number == line else unit for number, unit in enumerate(others)]
    return {**force, "units": units}


def replace_freighter(force: Force, line: int, freighter: str) -> Force:
    """The draft with the Falcon of that line in the place of such a freighter (FH-157). Raises Unreadable for
    any other line or ship.
    """
    _checked(force, line)
    if force["units"][line]["craft"] != muster.FALCON or freighter not in muster.FREIGHTERS:
        text = "Only the Falcon replaces a ship, and only a freighter; reload the page."
        raise Unreadable("battle.force", text, rule="FH-157")
    unit = {**force["units"][line], "replaces": freighter}
    return {**force, "units": [unit if at == line else each for at, each in enumerate(force["units"])]}


def chooses_facing(setup: Setup, side: int) -> bool:
    """Whether a force says how its units start: those that the app sets up. Others turn on the board, and a
    force that the battle brings faces the enemy (FH-017).
    """
    return setup.get("deploy") == "line" and not is_printed(setup["scenario"], side)


def face(setup: Setup, side: int, force: Force, towards: str) -> Force:
    """The draft with all units facing that way at the start, "" for the enemy's edge (FH-017). Raises
    Unreadable for any other way, and if it cannot be chosen.
    """
    if not chooses_facing(setup, side) or towards not in ("", *FACINGS):
        text = "The facing of a force is chosen from the list, if the app sets it up; reload the page."
        raise Unreadable("battle.force", text, rule="FH-017")
    others = {key: value for key, value in force.items() if key != "facing"}
    return {**others, "facing": towards} if towards else others


def change_side(battle: Scenario, seat: int, side: str) -> Force:
    """A new empty force of another side. Raises Unreadable if the battle says which side sits there."""
    if side not in SIDES or battle.sides[seat] not in ("any", side):
        raise Unreadable("battle.force", "That side does not sit here; choose one of those offered.")
    return {"side": side, "units": []}


def _checked(force: Force, line: int) -> None:
    if not 0 <= line < len(force["units"]):
        raise Unreadable("battle.force", "That line of the force is gone; reload the page.")


# --- a force for somebody ---------------------------------------------------------------------------


def ready_points(name: str) -> int:
    """The points with which the ready-made forces of a battle are legal."""
    return listing().battles[name].points or max(muster.total(ready_made(name, seat)) for seat in (0, 1))


def ready_made(name: str, seat: int) -> Force:
    """The force that a battle has for those who only want to try it; both are about as strong."""
    known, battle = listing(), listing().battles[name]
    side = side_of(scenario(name), seat)
    return read_force(known, battle.forces[seat], side)


def suggested(battle: Scenario, seat: int, side: str, points: int) -> Force:
    """A legal force of usual craft in turn; the last give way if others leave at most `SPARE` points."""
    limit = battle.points or points
    needed = NEEDED.get((battle.id, seat), ())
    best = _in_turn(battle, seat, side, points, limit)
    crafts = [unit["craft"] for unit in best["units"]]
    for dropped in range(min(SWAPS, len(crafts) - len(needed)) + 1):
        if limit - muster.total(best) <= SPARE:
            break
        stem = crafts[: len(crafts) - dropped]
        found = _filled(battle, seat, side, points, limit, stem, dropped + 1)
        best = max(best, found, key=muster.total)
    return best


def _in_turn(battle: Scenario, seat: int, side: str, points: int, limit: int) -> Force:
    force = _force(side, NEEDED.get((battle.id, seat), ()))
    usual = USUAL[side]
    turn = skipped = 0
    while skipped < len(usual) and len(force["units"]) < MOST:
        fuller = {**force, "units": [*force["units"], {"craft": usual[turn % len(usual)]}]}
        turn += 1
        if muster.total(fuller) > limit or muster.findings(fuller, battle, seat, points):
            skipped += 1
        else:
            force, skipped = fuller, 0
    return force


def _filled(
    battle: Scenario, seat: int, side: str, points: int, limit: int, stem: Sequence[str], more: int
) -> Force:
    """The stem with up to `more` usual craft that use most of its points; the stem if none fits."""
    usual = dict.fromkeys(USUAL[side])
    ways = [way for count in range(1, more + 1) for way in combinations_with_replacement(usual, count)]
    tried = [_force(side, (*stem, *way)) for way in ways if len(stem) + len(way) <= MOST]
    affordable = sorted((each for each in tried if muster.total(each) <= limit), key=muster.total)
    legal = (each for each in reversed(affordable) if not muster.findings(each, battle, seat, points))
    return next(legal, _force(side, stem))


def _force(side: str, crafts: Iterable[str]) -> dict[str, Any]:
    return {"side": side, "units": [{"craft": craft} for craft in crafts]}


BUILDER = Builder()
