"""The hinge of a campaign's game and a battle on hexes: who musters with what, which battle fits, and what
the report says afterwards. The campaign decides who won by its own rules; the battle gives fates and damage
only.
"""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.refusal import Refusal
from missions.battles.engine.contract import CampaignShip, Fate, Setup
from missions.battles.systems.builder import Force
from missions.battles.systems.pack import Campaign, Pack
from missions.rules.content.report_facts import fate_of_leaving, withdrawal_refusal
from missions.rules.content.victory import mission_of
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import FieldedShip, GameState, SectionReport, ShipFate, ShipReport
from rosters.catalogue import catalogue


def cards_of(game: GameState, side: SideName, faction: str) -> list[CampaignShip]:
    """The ship cards that a side fields; `faction` is what its fleet's side is called by the rule system. A
    ship with marks of old damage starts damaged.
    """
    return [
        CampaignShip(
            ref=str(ship.id),
            ship=catalogue().ships[catalogue().ship_cards[ship.card].ship].name,
            side=faction,
            pilot=ship.name,
            pilot_skill=skill_of(ship),
            statuses=(*((ship.rank,) if ship.rank else ()), *(("DAMAGED",) if _hurt(ship) else ())),
            hull=sum(ship.hulls.values()),
            lost=_lost(ship),
        )
        for ship in game.ships_of(side)
    ]


def skill_of(ship: FieldedShip) -> int:
    """The pilot skill with what its upgrades add."""
    known = catalogue()
    added = sum(known.upgrades[each.card].skill_mod for each in ship.upgrades)
    return (known.ship_cards[ship.card].skill or 0) + added


def _hurt(ship: FieldedShip) -> bool:
    return bool(ship.crippled) or any(ship.start_cards.values())


def _lost(ship: FieldedShip) -> int:
    """The hull that a ship lacks at the start: all of its crippled sections, and old damage of the others."""
    return sum(
        full if name in ship.crippled else min(full, ship.start_cards.get(name, 0))
        for name, full in ship.hulls.items()
    )


def campaign_of(pack: Pack) -> Campaign:
    """The part of a rule system that fights games of the campaign. Raises Refusal if it has none."""
    if pack.campaign is None:
        text = f"{pack.name} has no rules for games of a campaign; propose another system."
        raise Refusal("battle.system", text)
    return pack.campaign


def forces_of(game: GameState, pack: Pack, factions: tuple[str, str]) -> list[Force]:
    """Both forces, the active side's first. Raises Refusal for a ship that the system does not know."""
    campaign = campaign_of(pack)
    named = zip(SIDES, campaign.sides(*factions), strict=True)
    return campaign.matched([pack.system.muster(cards_of(game, side, name)) for side, name in named])


def is_huge(game: GameState) -> bool:
    """Whether Huge ships are at home in a game: one is fielded, or its mission opens with epic squadrons."""
    mission = mission_of(game)
    epic = mission is not None and mission.drawn == ("epic",)
    return epic or any(ship.huge for side in SIDES for ship in game.ships_of(side))


def setup_for(game: GameState, pack: Pack, forces: list[Force]) -> Setup:
    """The battle that fits the mission and both forces, without the forces."""
    campaign, mission = campaign_of(pack), mission_of(game)
    scenario = campaign.scenario(mission.aim if mission is not None else "", forces)
    large = max(pack.forces.size(force) for force in forces) > campaign.by_hand
    return {
        "system": pack.id,
        "version": pack.system.version,
        "scenario": scenario,
        **(campaign.many if large else campaign.few),
        **campaign.keys(forces),
    }


# --- and back -----------------------------------------------------------------------------------------


def lines_of(game: GameState, fates: Iterable[Fate]) -> tuple[ShipReport, ...]:
    """A line of the report for every fielded ship that was in the battle."""
    found = []
    for fate in fates:
        ship = game.ships.get(int(fate.ref)) if fate.ref.isdecimal() else None
        if ship is not None:
            word = _fate(game, ship, fate)
            sections = {} if word == "destroyed" else _sections(ship, fate)
            found.append(ShipReport(ship.id, ship.fleet, word, sections))
    return tuple(found)


def _fate(game: GameState, ship: FieldedShip, fate: Fate) -> ShipFate:
    if fate.fate in ("destroyed", "captured"):
        return "destroyed"
    if fate.fate == "withdrawn" and fate.beyond:
        mission, side = mission_of(game), game.side_of(ship.fleet)
        if mission is not None and mission.sides[side].withdraw == "key":
            return mission.sides[side].beyond
        return fate_of_leaving(game, ship, other(side))
    if fate.fate == "withdrawn":
        return "driven_off" if withdrawal_refusal(game, ship) else "withdrawn"
    return "survived"


def _sections(ship: FieldedShip, fate: Fate) -> dict[str, SectionReport]:
    """The ship loses the share of its hull that the unit lost in the battle, but keeps one at least. Damage
    goes to its fore section first; one without hull is crippled, and the rest goes aft (CR-117, decision 31).
    """
    begun = {
        name: max(1, full - ship.start_cards.get(name, 0))
        for name, full in ship.hulls.items()
        if name not in ship.crippled
    }
    whole, share = sum(begun.values()), max(0, fate.start - fate.left)
    left = min(whole - 1, max(int(fate.damaged), round(whole * share / max(1, fate.start))))
    found = {}
    for name, hull in begun.items():
        damage = min(hull, left)
        left -= damage
        found[name] = SectionReport(damage, hull - damage, crippled=damage == hull)
    return found


def ending_of(
    game: GameState, lines: Iterable[ShipReport], resigned: SideName | None
) -> tuple[SideName | None, bool]:
    """The side that conceded, and whether the players stopped, if ships of both sides were left (CR-095)."""
    left = {game.side_of(line.fleet) for line in lines if line.fate == "survived"}
    if len(left) < len(SIDES):
        return None, False
    return resigned, resigned is None
