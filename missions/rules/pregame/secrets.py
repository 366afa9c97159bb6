"""A mission's preparation as one reader may see it: face-down squadrons, commitments, the nominated ship.
Closed by default: each line here lets one thing in. The other side's squadrons appear when the forces are
turned over, its assets when both commitments are in.

The secrets, how long they last and why: docs/decisions/0014-mission-secrets.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from missions.rules.content.mission_data import missions
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState
from missions.rules.pregame.state import (
    Arrival,
    CommittedAsset,
    Effect,
    Look,
    Pick,
    Pregame,
    PregameStage,
    ReinforcementTurn,
    SabotagedShip,
)
from rosters.rules.state import SquadronType

Viewer = Literal["active", "opposing", "organiser", "public"]


@dataclass(frozen=True, slots=True)
class Swap:
    """An effect had a face-down card of side `of` swapped (CR-084)."""

    effect: int
    of: SideName


@dataclass(frozen=True, slots=True)
class PregameView:
    """A mission's preparation as one reader sees it; fields that they may not see are empty or 0.

    `stages` are those that this preparation goes through; `chosen`: everybody whom the present one asks in
    secret has chosen. `drawn` (the Drawn Squadron's card) and `deck` are the active side's, `drawn_type`
    everybody's. `counts` is how many cards each side has on the table, `cards` which; a place means the same
    card to everybody.
    `committed` are the sides whose commitment is in, `commits` what it is. `looks` are what assets showed
    this reader; `sabotaged` what Sabotage found, `swaps` whose cards were swapped by force. `pools` and
    `picks` let anybody recompute the draws.
    """

    stage: PregameStage
    stages: tuple[PregameStage, ...]
    chosen: bool
    rested: tuple[int, ...]
    drawn_type: SquadronType | Literal[""]
    drawn: int
    deck: tuple[int, ...]
    mission: int
    strengths: dict[SideName, int]
    counts: dict[SideName, int]
    cards: dict[SideName, tuple[int, ...]]
    committed: tuple[SideName, ...]
    locked: bool
    commits: dict[SideName, tuple[CommittedAsset, ...]]
    effects: tuple[Effect, ...]
    resolved: tuple[int, ...]
    looks: tuple[Look, ...]
    sabotaged: tuple[SabotagedShip, ...]
    swaps: tuple[Swap, ...]
    short: dict[SideName, tuple[int, ...]]
    supplied: dict[SideName, tuple[int, ...]]
    free: tuple[int, ...]
    has_nominated: bool
    nominated: int
    nomination_shown: bool
    turns: tuple[ReinforcementTurn, ...]
    arrivals: tuple[Arrival, ...]
    pools: dict[SideName, tuple[int, ...]]
    picks: tuple[Pick, ...]


def pregame_view(game: GameState, viewer: Viewer) -> PregameView | None:
    """The preparation for a reader; None for a game without a mission."""
    pregame = game.pregame
    if pregame is None:
        return None
    over = game.step in ("done", "void")
    revealed = bool(game.forces) or over
    own = viewer == "active"
    return PregameView(
        stage=pregame.stage,
        stages=stages_of(pregame),
        chosen=_chosen(pregame),
        rested=tuple(pregame.rested),
        drawn_type=pregame.drawn_type,
        drawn=pregame.drawn if own or revealed else 0,
        deck=tuple(pregame.deck) if own or over else (),
        mission=pregame.mission,
        strengths=dict(pregame.strengths),
        counts={side: len(cards) for side, cards in pregame.cards.items()},
        cards={side: tuple(cards) for side, cards in pregame.cards.items() if revealed or side == viewer},
        committed=tuple(side for side in SIDES if side in pregame.commits),
        locked=pregame.locked,
        commits={side: made for side, made in pregame.commits.items() if pregame.locked or side == viewer},
        effects=tuple(pregame.effects) if pregame.locked else (),
        resolved=tuple(pregame.resolved) if pregame.locked else (),
        looks=tuple(look for look in pregame.looks if over or look.side == viewer),
        sabotaged=_sabotaged(pregame, viewer, revealed),
        swaps=tuple(_swaps(pregame)),
        short={side: tuple(cards) for side, cards in pregame.short.items()},
        supplied={side: tuple(cards) for side, cards in pregame.supplied.items()},
        free=tuple(pregame.free),
        has_nominated=pregame.nominated != 0,
        nominated=pregame.nominated if own or over or pregame.nomination_shown else 0,
        nomination_shown=pregame.nomination_shown,
        turns=tuple(pregame.turns),
        arrivals=tuple(pregame.arrivals),
        pools=dict(pregame.pools) if over else {},
        picks=tuple(pregame.picks) if over else (),
    )


def stages_of(pregame: Pregame) -> tuple[PregameStage, ...]:
    """The stages of a preparation in order. Once the mission is known, the key ship is nominated only where
    the mission has one (CR-091)."""
    keyed = not pregame.mission or bool(missions()[pregame.mission].key_ship)
    return tuple(each for each in get_args(PregameStage) if each != "over" and (keyed or each != "nominate"))


def _chosen(pregame: Pregame) -> bool:
    if pregame.stage == "commit":
        return len(pregame.commits) == len(SIDES)
    return pregame.stage in ("nominate", "over") and pregame.nominated != 0


def _sabotaged(pregame: Pregame, viewer: Viewer, revealed: bool) -> tuple[SabotagedShip, ...]:
    """Ships that Sabotage found, for the side that it acts for, and for everybody once the squadrons are
    turned over."""
    return tuple(
        found for found in pregame.sabotaged if revealed or pregame.effects[found.effect].side == viewer
    )


def _swaps(pregame: Pregame) -> Iterator[Swap]:
    for place in pregame.swapped:
        yield Swap(place, other(pregame.effects[place].side))
