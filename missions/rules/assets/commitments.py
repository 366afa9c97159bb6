"""Fleet assets in a game: which a side may commit, what comes of both commitments, what they act on (CR-076,
CR-077, CR-082, CR-084, CR-085)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.kernel.fold import CampaignState
from missions.rules.content.mission_data import missions
from missions.rules.game.access import fleet_on
from missions.rules.game.draws import Pool, pool_on
from missions.rules.game.sides import SideName, other
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame.state import AssetKind, CommittedAsset, Effect
from rosters.catalogue import Size, catalogue
from rosters.rules.fitting.rigs import Rig, rig
from rosters.rules.purchases.values import discounted, rig_squad_points
from rosters.rules.squadrons.types import WEIGHTS
from rosters.rules.state import AssetState, FleetState

MOST_COMMITTED = 2  # CR-076
RESOLVING: tuple[SideName, SideName] = ("opposing", "active")  # CR-077
TAKEN_OVER: frozenset[AssetKind] = frozenset({"fleet_intelligence", "sabotage", "disrupted_command"})


def usable_assets(fleet: FleetState, opponent: FleetState) -> tuple[AssetState, ...]:
    """The assets that a fleet may commit against this opponent: a target-specific one only against the fleet,
    or in a team campaign the side, that it names (CR-076)."""
    return tuple(
        each
        for each in fleet.assets.values()
        if each.target in (0, opponent.id) and each.target_side in ("", opponent.side)
    )


def usable_on(state: CampaignState, game: GameState, side: SideName) -> tuple[AssetState, ...]:
    """Assets that a side of the game may commit; none in a friendly game, as no asset is spent there."""
    if game.friendly:
        return ()
    return usable_assets(fleet_on(state, game, side), fleet_on(state, game, other(side)))


def useless_on(state: CampaignState, game: GameState, side: SideName) -> tuple[AssetState, ...]:
    """Assets of a side that name another opponent than that of the game; none in a friendly game, where no
    asset is asked for (CR-076)."""
    if game.friendly:
        return ()
    usable = usable_on(state, game, side)
    return tuple(each for each in fleet_on(state, game, side).assets.values() if each not in usable)


def resolve_commitments(commits: Mapping[SideName, Sequence[CommittedAsset]]) -> tuple[Effect, ...]:
    """Effects of both commitments, in the order of resolving: the Opposing Fleet's first, each side's as it
    chose (CR-077), after Double Agents and cancelling (CR-082). Every committed asset is in it once.

    Cancelling is one for one, from the first of the order on. If a side is left with several Double
    Agents, the first of them takes everything over.
    """
    effects = [
        Effect(each.asset, each.kind, each.name, owner=side, side=side)
        for side in RESOLVING
        for each in commits.get(side, ())
    ]
    _cancel(effects, "double_agent", "double_agent")
    effects = _taken_over(effects)
    _cancel(effects, "disrupted_command", "reinforcements")
    _cancel(effects, "additional_supplies", "supply_shortage")
    return tuple(effects)


def _cancel(effects: list[Effect], one: AssetKind, against: AssetKind) -> None:
    """Let effects of one kind and effects of another that act for opposite sides cancel, one for one."""
    for place in range(len(effects)):
        first = effects[place]
        if first.kind != one or first.cancelled_by:
            continue
        for at, second in enumerate(effects):
            if second.kind == against and second.side == other(first.side) and not second.cancelled_by:
                effects[place] = replace(first, cancelled_by=against)
                effects[at] = replace(second, cancelled_by=one)
                break


def _taken_over(effects: list[Effect]) -> list[Effect]:
    """Effects after Double Agents: an effect that one takes over acts for the agent's owner, in its place
    (CR-082)."""
    agent = next((each for each in effects if each.kind == "double_agent" and not each.cancelled_by), None)
    if agent is None:
        return effects
    taken = [each for each in effects if each.owner == other(agent.owner) and each.kind in TAKEN_OVER]
    ordered: list[Effect] = []
    for each in effects:
        if each is agent:
            ordered += [agent, *(replace(one, side=agent.side) for one in taken)]
        elif each not in taken:
            ordered.append(each)
    return ordered


def face_down(game: GameState, side: SideName) -> list[int]:
    """The squadron cards of a side as they lie now."""
    return pregame_of(game).cards.get(side, [])


def reserve(state: CampaignState, game: GameState, side: SideName) -> Pool:
    """The squadrons of a side that are neither drawn nor rested, by card (CR-084)."""
    away = [*face_down(game, side), *(pregame_of(game).rested if side == "active" else ())]
    pool = pool_on(state, game, side)
    return {card: kind for card, kind in pool.items() if card not in away}


def exchange_choices(state: CampaignState, game: GameState, side: SideName) -> dict[int, tuple[int, ...]]:
    """Cards that may come instead of each face-down card of a side that Fleet Intelligence may exchange, of
    its type (CR-084)."""
    fleet = fleet_on(state, game, side)
    pool = reserve(state, game, side)
    found = {
        card: tuple(
            new
            for new, kind in pool.items()
            if kind == fleet.squadrons[card].type and _may_replace(fleet, game, side, card, new)
        )
        for card in face_down(game, side)
    }
    return {card: choices for card, choices in found.items() if choices}


def swap_deck(state: CampaignState, game: GameState, side: SideName, card: int) -> tuple[int, ...]:
    """The cards from which a forced swap of a side's face-down card draws: those of its type, else of the
    next type down that has one; () for no swap (CR-084)."""
    fleet = fleet_on(state, game, side)
    pool = {
        new: kind
        for new, kind in reserve(state, game, side).items()
        if WEIGHTS[kind] <= WEIGHTS[fleet.squadrons[card].type] and _may_replace(fleet, game, side, card, new)
    }
    heaviest = max((WEIGHTS[kind] for kind in pool.values()), default=0)
    return tuple(new for new, kind in pool.items() if WEIGHTS[kind] == heaviest)


def _may_replace(fleet: FleetState, game: GameState, side: SideName, old: int, new: int) -> bool:
    """Whether the mission keeps what it needs: a RECON for the key ship of Infiltration and Extraction, a
    Large or Huge ship for that of the Blockade (CR-084)."""
    mission = missions()[pregame_of(game).mission]
    if side != "active" or not mission.key_ship:
        return True
    cards = [new if card == old else card for card in face_down(game, side)]
    if mission.needs_big:
        return any(has_big_ship(fleet, card) for card in cards)
    return any(fleet.squadrons[card].type == "recon" for card in cards)


def has_big_ship(fleet: FleetState, card: int) -> bool:
    """Whether a squadron would field a Large or Huge ship."""
    cards = catalogue().ship_cards
    return any(not ship.mia and cards[ship.card].size is not Size.SMALL for ship in fleet.ships_in(card))


@dataclass(frozen=True, slots=True)
class Hull:
    """A ship, or one section of a two-section ship, with its squad points."""

    ship: int
    name: str
    section: str
    points: int
    damaged: bool


def hulls_of(fleet: FleetState, card: int) -> tuple[Hull, ...]:
    """The ships and sections of a squadron that Sabotage compares, missing ships passed over (CR-085).

    A Title or Modification of the whole of a two-section ship counts with neither section.
    """
    found = []
    for ship in fleet.ships_in(card):
        if ship.mia:
            continue
        of = rig(fleet, ship.id)
        name = ship.given_name or of.card.name
        found += [
            Hull(ship.id, name, section, points, section in ship.damaged or section in ship.crippled)
            for section, points in _section_points(of).items()
        ]
    return tuple(found)


def dearest(hulls: Iterable[Hull]) -> tuple[Hull, ...]:
    """The most expensive of them; several if they cost the same."""
    listed = tuple(hulls)
    most = max((each.points for each in listed), default=0)
    return tuple(each for each in listed if each.points == most)


def _section_points(of: Rig) -> dict[str, int]:
    if not of.two_sections:
        return {"whole": rig_squad_points(of)}
    working = of.working
    points = {str(part.section): part.points for part in of.card.sections}
    for item in of.fitted:
        section = item.section or (str(item.card.section) if item.card.section else "")
        if section and not item.mia:
            points[section] += discounted(item.card, working)
    return points
