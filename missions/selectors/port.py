"""The port for games of the apps below, filled from the rows and the pure rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Subquery

from league.kernel.decision import Decision
from league.kernel.fold import CampaignState
from league.ports import GameName, GamePort, GameRow, GameStand, GameWait, Season
from league.prepared import Prepared
from missions.models import Game
from missions.rules.assets.text import asset_words
from missions.rules.game.moves import move_words
from missions.rules.game.orders.draw import refuse_own_case
from missions.rules.game.orders.friendly import is_in_friendly
from missions.rules.game.state import GameState, MissionsState, next_number
from missions.rules.game.waiting import Awaited
from missions.rules.pregame.calling_off import give_back_of
from missions.selectors.season import ROUND
from missions.selectors.seasons import seasons_of
from missions.selectors.waiting import awaited_in, last_moves


def _wait(game: GameState, each: Awaited) -> GameWait:
    fleet = game.fleet_of(each.side) if each.side else 0
    return GameWait(fleet, each.member, move_words(game.step, each.what)[1], each.what)


OVER = ("done", "void")
COLUMNS = (
    "number",
    "round",
    "active",
    "opposing",
    "step",
    "winner",
    "active_score",
    "opposing_score",
    "ordinal",
    "disputed",
)


NAME = ("number", "ordinal", "active", "opposing", "friendly", Subquery(ROUND[:1]))
NAMES: Prepared[Any] = Prepared(
    lambda campaign, numbers: Game.objects.filter(campaign_id=campaign, number__in=numbers).values_list(
        *NAME
    ),
    int,
    list,
)
IN_ROUNDS: Prepared[Any] = Prepared(
    lambda campaign, rounds: (
        Game.objects.filter(campaign_id=campaign, round__in=rounds).order_by("number").values_list(*COLUMNS)
    ),
    int,
    list,
)
CALLED: Prepared[Any] = Prepared(
    lambda campaign, ordinal: Game.objects.filter(campaign_id=campaign, ordinal=ordinal).values_list(*NAME),
    int,
    int,
)


def _named(rows: Sequence[Sequence[Any]]) -> Mapping[int, GameName]:
    return {number: GameName(*name) for number, *name in rows}


class Games(GamePort):
    """The games as `league.ports.GamePort`."""

    def in_rounds(self, campaign_id: int, rounds: Sequence[int]) -> list[GameRow]:
        return [GameRow(*values) for values in IN_ROUNDS.rows(campaign_id, list(rounds))]

    def names(self, campaign_id: int, numbers: Sequence[int]) -> Mapping[int, GameName]:
        return _named(NAMES.rows(campaign_id, list(numbers)))

    def called(self, campaign_id: int, ordinal: int) -> Mapping[int, GameName]:
        return _named(CALLED.rows(campaign_id, ordinal))

    def standing(self, campaign_id: int, numbers: Sequence[int]) -> Mapping[int, GameStand]:
        moved = last_moves(campaign_id, numbers)
        return {
            game.id: GameStand(
                [_wait(game, each) for each in found if game.step != "play" and each.holds_up],
                moved.get(game.id),
            )
            for game, found in awaited_in(campaign_id, numbers)
        }

    def seasons(self, campaigns: Sequence[tuple[int, int]]) -> Mapping[int, Season]:
        return seasons_of(campaigns)

    def next_number(self, state: CampaignState) -> int:
        return next_number(state.of(MissionsState))

    def over(self, campaign_id: int) -> Mapping[int, bool]:
        rows = Game.objects.filter(campaign_id=campaign_id).values_list("number", "step")
        return {number: step in OVER for number, step in rows}

    def put_right(self, d: Decision, number: int) -> None:
        refuse_own_case(d, number)
        give_back_of(d, number)

    def in_friendly(self, state: CampaignState, fleet: int) -> bool:
        return is_in_friendly(state, fleet)

    def asset_summaries(self) -> Mapping[str, str]:
        return {kind: words.summary for kind, words in asset_words().items()}
