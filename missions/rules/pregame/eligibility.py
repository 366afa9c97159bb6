"""Options on the way to a mission: resting, decks, missions, strengths, the nomination, squadrons that come
in play, and taking back (CR-070 … CR-075, CR-091, CR-093).

Questions for the deciding functions and for pages. Nothing here changes anything, and nothing here is fit for
every reader: pages ask for the side that they show.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from league.kernel.fold import CampaignState
from league.kernel.refusal import Finding
from league.rules.phrases import TYPE_NAMES, join_words
from missions.rules.assets.commitments import has_big_ship, usable_on
from missions.rules.content.mission_data import Mission, missions
from missions.rules.content.victory import mission_of
from missions.rules.game.access import fleet_on
from missions.rules.game.draws import Pool, pool_on
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame.state import PregameStage
from rosters.catalogue import Size, catalogue
from rosters.rules.state import FleetState, SquadronType

MOST_RESTED = 2  # CR-071
LEAST_LEFT = 2  # CR-071, CR-072
LIGHT: frozenset[SquadronType] = frozenset({"recon", "standard"})
FIRST_REINFORCED_ROUND = 2  # CR-093
# Limits how far ahead a round can be named: a typo would close every earlier round.
MOST_ROUNDS_AHEAD = 10
_FORESEEN = (
    "The result of this game counted before it was undone, so everybody knows its seed and could work out "
    "the next draws. No squadron is drawn any more: pass in this round."
)
_ONLY_ITS_OWNER = "It depends on the ships of the Drawn Squadron, which only its owner knows. Choose another."


def way_out_unfit(game: GameState) -> str:
    """Sentence on the ways out of a game for which a fleet lacks the squadrons."""
    if game.friendly:
        return "If its desk is open, correct its squadrons there; otherwise call this game off."
    return (
        "Ask an organiser to call this game off; you can correct the squadrons in the fleet's next "
        "post-game phase."
    )


# Ready and rest ------------------------------------------------------------------------------------------


def ready_findings(state: CampaignState, game: GameState, side: SideName) -> list[Finding]:
    """Findings if a side cannot begin: it has neither a STANDARD nor a RECON squadron to field (CR-072,
    CR-073)."""
    fleet = fleet_on(state, game, side)
    if LIGHT & set(pool_on(state, game, side).values()):
        return []
    message = (
        f"{fleet.name} has no STANDARD or RECON squadron to field, and most missions need one. "
        f"{way_out_unfit(game)}"
    )
    return [Finding("no_light_squadron", message, "CR-072" if side == "active" else "CR-073")]


def most_rested(state: CampaignState, game: GameState) -> int:
    """Number of squadrons that the active side may rest: at most two, and two have to stay (CR-071)."""
    return max(0, min(MOST_RESTED, len(pool_on(state, game, "active")) - LEAST_LEFT))


def may_rest(state: CampaignState, game: GameState) -> tuple[int, ...]:
    """The squadron cards that the active side may rest, each for itself (CR-071)."""
    pool = pool_on(state, game, "active")
    return tuple(card for card in pool if not rest_findings(state, game, [card]))


def rest_findings(state: CampaignState, game: GameState, cards: Collection[int]) -> list[Finding]:
    """Reason why the active side may not rest these squadrons together (CR-071)."""
    fleet = fleet_on(state, game, "active")
    pool = pool_on(state, game, "active")
    strangers = [card for card in cards if card not in pool]
    if strangers:
        return [
            _rest_fault(f"{fleet.name} has no squadron {_listed(strangers)} to rest. Choose from the list.")
        ]
    if len(set(cards)) > MOST_RESTED:
        return [_rest_fault(f"At most two squadrons may rest, not {len(set(cards))}. Leave some out.")]
    left = {card: kind for card, kind in pool.items() if card not in cards}
    if cards and len(left) < LEAST_LEFT:
        most = most_rested(state, game)
        can = "none can rest" if not most else "one can rest"
        return [_rest_fault(f"Two squadrons have to stay: of your {len(pool)} {can}.")]
    if cards and not LIGHT & set(left.values()):
        return [_rest_fault("One of the squadrons that stay has to be STANDARD or RECON. Let another rest.")]
    return []


def _rest_fault(message: str) -> Finding:
    return Finding("cannot_rest", message, "CR-071", about="rest")


# The Drawn Squadron --------------------------------------------------------------------------------------


def unrested(state: CampaignState, game: GameState) -> dict[int, SquadronType]:
    """The active side's squadrons that do not rest: all that may go into the deck (CR-072)."""
    rested = pregame_of(game).rested
    pool = pool_on(state, game, "active")
    return {card: kind for card, kind in pool.items() if card not in rested}


def deck_findings(state: CampaignState, game: GameState, deck: Collection[int]) -> list[Finding]:
    """Reason why the Drawn Squadron cannot be drawn from these cards (CR-072)."""
    pool = unrested(state, game)
    strangers = [card for card in deck if card not in pool]
    if strangers:
        return [_deck_fault(f"Squadron {_listed(strangers)} rests or cannot be fielded. Take it out.")]
    least = min(LEAST_LEFT, len(pool))
    if len(set(deck)) < least:
        return [_deck_fault(f"At least {least} squadrons go into the deck. Add one.")]
    if not LIGHT & {pool[card] for card in deck}:
        return [_deck_fault("The deck needs a STANDARD or RECON squadron. Add one.")]
    return []


def _deck_fault(message: str) -> Finding:
    return Finding("illegal_deck", message, "CR-072", about="deck")


# Missions and strengths ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MissionOffer:
    """A mission as the Drawn Squadron leaves it: `reasons` say why it cannot be chosen (CR-073)."""

    mission: Mission
    reasons: tuple[Finding, ...]

    @property
    def open(self) -> bool:
        return not self.reasons


def mission_offers(state: CampaignState, game: GameState) -> tuple[MissionOffer, ...]:
    """All eight missions by number, for the squadron that was drawn. For the active side's eyes: what is
    needed of the Drawn Squadron itself says more of it than its type."""
    return tuple(
        MissionOffer(mission, tuple(_obstacles(state, game, mission)))
        for _, mission in sorted(missions().items())
    )


def offers_to_others(state: CampaignState, game: GameState) -> tuple[MissionOffer, ...]:
    """Missions as offered to somebody who knows only the type of the Drawn Squadron, such as an organiser
    who chooses for an absent player: missions that depend on its ships are closed, whatever they are
    (CR-075)."""
    drawn = pregame_of(game).drawn_type
    return tuple(
        MissionOffer(each.mission, (_mission_fault(each.mission, _ONLY_ITS_OWNER),))
        if each.mission.needs_big and drawn in each.mission.drawn
        else each
        for each in mission_offers(state, game)
    )


def _obstacles(state: CampaignState, game: GameState, mission: Mission) -> Iterable[Finding]:
    drawn = pregame_of(game).drawn_type
    if drawn not in mission.drawn:
        wanted = " or ".join(TYPE_NAMES[each] for each in mission.drawn)
        found = TYPE_NAMES[drawn] if drawn else "none yet"
        yield _mission_fault(mission, f"It opens to a drawn {wanted} squadron; yours is {found}.")
        return
    if mission.needs_big and not has_big_ship(fleet_on(state, game, "active"), pregame_of(game).drawn):
        yield _mission_fault(mission, "It needs a Large or Huge ship in the Drawn Squadron.")
    for side in SIDES:
        least, most = strength_range(state, game, mission, side)
        if most < least:
            yield _mission_fault(mission, _too_weak(state, game, mission, side))


def _too_weak(state: CampaignState, game: GameState, mission: Mission, side: SideName) -> str:
    brief = mission.sides[side]
    fleet = fleet_on(state, game, side)
    types = " or ".join(TYPE_NAMES[each] for each in brief.pool)
    besides = " besides the Drawn Squadron" if side == "active" else ""
    number = brief.strength[0] - (side == "active")
    plural = "squadron" if number == 1 else "squadrons"
    return f"{fleet.name} would need {_count(number)} {types} {plural}{besides} that can be fielded."


def _mission_fault(mission: Mission, message: str) -> Finding:
    return Finding("mission_closed", message, "CR-073", about=f"mission:{mission.number}")


def spare_squadrons(
    state: CampaignState, game: GameState, mission: Mission, side: SideName
) -> dict[int, SquadronType]:
    """The squadrons that a side draws from in a mission: those of the types it allows that neither rest nor
    are the Drawn Squadron (CR-074, CR-075)."""
    return {
        card: kind for card, kind in _others(state, game, side).items() if kind in mission.sides[side].pool
    }


def spare_recon(state: CampaignState, game: GameState, mission: Mission, side: SideName) -> tuple[int, ...]:
    """RECON squadrons of which two may fill a place, if a mission allows STANDARD alone (CR-075). Here
    alone two RECON stand in for a STANDARD (CR-023)."""
    if mission.sides[side].pool != ("standard",):
        return ()
    return tuple(card for card, kind in _others(state, game, side).items() if kind == "recon")


def _others(state: CampaignState, game: GameState, side: SideName) -> Pool:
    if side == "opposing":
        return pool_on(state, game, side)
    drawn = pregame_of(game).drawn
    return {card: kind for card, kind in unrested(state, game).items() if card != drawn}


def strength_range(
    state: CampaignState, game: GameState, mission: Mission, side: SideName
) -> tuple[int, int]:
    """Least and most squadrons that a side can field in a mission, the Drawn Squadron counted for the active
    side, as far as its pool goes (CR-074); most is below least if it cannot play the mission."""
    least, most = mission.sides[side].strength
    places = len(spare_squadrons(state, game, mission, side))
    places += len(spare_recon(state, game, mission, side)) // 2
    return least, min(most, places + (side == "active"))


def strength_awaited(state: CampaignState, game: GameState) -> SideName | None:
    """The side that has to say its strength next, the active one first; None if neither has a choice
    left (CR-074)."""
    mission = mission_of(game)
    if mission is None:
        return None
    for side in SIDES:
        least, most = strength_range(state, game, mission, side)
        if least < most and side not in pregame_of(game).strengths:
            return side
    return None


# The nomination ------------------------------------------------------------------------------------------


def nominees(game: GameState) -> tuple[int, ...]:
    """The fielded ships that the active side may nominate: those of the drawn RECON squadron, or for the
    Supply Ship the Huge, else the Large ones (CR-091); () if the mission asks for none."""
    mission = mission_of(game)
    squadrons = game.squadrons_of("active")
    if mission is None or not mission.key_ship or not squadrons:
        return ()
    if not mission.needs_big:
        return squadrons[0].ships
    ships = game.ships_of("active")
    cards = catalogue().ship_cards
    huge = tuple(ship.id for ship in ships if ship.huge)
    return huge or tuple(ship.id for ship in ships if cards[ship.card].size is Size.LARGE)


# Squadrons that come in play -----------------------------------------------------------------------------


def reserve_of(state: CampaignState, game: GameState, side: SideName) -> dict[int, SquadronType]:
    """The squadrons that a side can still draw as reinforcements (CR-093); {} in other missions."""
    mission, pregame = mission_of(game), pregame_of(game)
    if mission is None or not mission.reserve:
        return {}
    away = {*pregame.cards.get(side, []), *(turn.card for turn in pregame.turns if turn.side == side)}
    if side == "active":
        away |= set(pregame.rested)
    fleet = fleet_on(state, game, side)
    away |= _moved_into(fleet, game)
    return {card: kind for card, kind in pool_on(state, game, side).items() if card not in away}


def _moved_into(fleet: FleetState, game: GameState) -> set[int]:
    """The squadrons that hold a ship which is on the table already: a friendly game leaves its rosters free,
    and no ship fights twice in one game."""
    return {
        ship.squadron
        for ship in fleet.ships.values()
        if ship.squadron is not None
        and ship.id in game.ships
        and game.ships[ship.id].squadron != ship.squadron
    }


def drawn_reinforcements(game: GameState, side: SideName) -> int:
    """Number of squadrons that a side has drawn in play."""
    return sum(turn.side == side and turn.card > 0 for turn in pregame_of(game).turns)


def next_round(game: GameState, side: SideName) -> int:
    """The first round of the battle in which a side may still draw or pass (CR-093)."""
    turns = pregame_of(game).turns
    latest = max((turn.round for turn in turns), default=FIRST_REINFORCED_ROUND)
    return latest + 1 if any(turn.side == side and turn.round == latest for turn in turns) else latest


def reinforcement_findings(
    state: CampaignState, game: GameState, side: SideName, table_round: int
) -> list[Finding]:
    """Reason why a side may not draw a squadron at the start of this round's planning (CR-093)."""
    fleet, enemy = fleet_on(state, game, side), fleet_on(state, game, other(side))
    if game.seed_shown:
        return [Finding("seed_known", _FORESEEN, "CR-079", about="reinforcement")]
    found = round_findings(game, side, table_round)
    if not reserve_of(state, game, side):
        found.append(_reinforcement_fault(_nothing_left(fleet, game)))
    elif holds_back(game, side):
        found.append(
            _reinforcement_fault(f"{fleet.name} has drawn more often than {enemy.name}, which draws next.")
        )
    if not found and side == "opposing" and _active_first(state, game, table_round):
        found.append(
            _reinforcement_fault(
                f"First {enemy.name} decides whether it draws a squadron in round {table_round}."
            )
        )
    return found


def _nothing_left(fleet: FleetState, game: GameState) -> str:
    moved = _moved_into(fleet, game)
    if not moved:
        return f"{fleet.name} has no squadron left to draw."
    return (
        f"{fleet.name} has no squadron left to draw: squadron {_listed(moved)} has been given ships "
        "since that are on the table already. Move these ships out of it to draw it."
    )


def round_findings(game: GameState, side: SideName, table_round: int) -> list[Finding]:
    """Findings if a side can neither draw nor pass in this round: too early, too late, or already done."""
    mission = mission_of(game)
    if mission is None or not mission.reserve:
        return [_reinforcement_fault("In this mission no squadron comes during play.")]
    if table_round < FIRST_REINFORCED_ROUND:
        return [_reinforcement_fault("Squadrons come from the second round on. Give the round that begins.")]
    turns = pregame_of(game).turns
    if any(turn.side == side and turn.round == table_round for turn in turns):
        return [
            _reinforcement_fault(
                f"This side has already drawn or passed in round {table_round}; it may do so once a round."
            )
        ]
    first = next_round(game, side)
    if table_round < first:
        return [_reinforcement_fault(f"Round {table_round} is over. The next is round {first}.")]
    if table_round > last_round(game):
        return [
            _reinforcement_fault(
                f"Round {table_round} is far in the future. Give the round that begins now, {first} to "
                f"{last_round(game)}."
            )
        ]
    return []


def last_round(game: GameState) -> int:
    """The latest round of the battle that can be recorded now (CR-093). Passing in it moves the limit on."""
    return _last_turn(game) + MOST_ROUNDS_AHEAD


def _last_turn(game: GameState) -> int:
    turns = pregame_of(game).turns
    return max((turn.round for turn in turns), default=FIRST_REINFORCED_ROUND - 1)


def holds_back(game: GameState, side: SideName) -> bool:
    """Whether a side has to wait until the other has drawn as often (CR-093)."""
    return drawn_reinforcements(game, side) > drawn_reinforcements(game, other(side))


def _active_first(state: CampaignState, game: GameState, table_round: int) -> bool:
    """Whether the active side could still draw in this round and has said nothing."""
    return not reinforcement_findings(state, game, "active", table_round)


def _reinforcement_fault(message: str) -> Finding:
    return Finding("no_reinforcement", message, "CR-093", about="reinforcement")


# Taking back ---------------------------------------------------------------------------------------------


def way_back(state: CampaignState, game: GameState, side: SideName) -> PregameStage | None:
    """The stage to which a side can take its last choice back: no card was drawn after it and the other
    side has not answered. None if there is no way back."""
    if game.step != "pregame" or game.pregame is None:
        return None
    pregame = game.pregame
    match pregame.stage:
        case "ready" if game.draw is not None and game.draw.ready == (side,):
            return "ready"
        case "squadron" if side == "active" and most_rested(state, game):
            return "rest"
        case "strength" if side in pregame.strengths:
            return "strength"
        case "strength" if side == "active" and not pregame.strengths:
            return "mission"
        case "commit" if side in pregame.commits and usable_on(state, game, side):
            return "commit"
        case _ if pregame.open_choices and pregame.open_choices[-1].side == side:
            return pregame.open_choices[-1].stage
        case _:
            return None


def _listed(cards: Iterable[int]) -> str:
    return join_words(str(card) for card in sorted(set(cards)))


def _count(number: int) -> str:
    return {1: "one", 2: "two", 3: "three", 4: "four"}.get(number, str(number))
