"""An organiser's word on what missions decide: a result before it is confirmed, and fleet assets."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.refusal import Refusal, Unreadable
from league.rules.campaign import clean_reason
from league.rules.phrases import SIDE_NAMES
from league.rules.state import LeagueState
from missions.rules.content.mission_data import Asset, assets
from missions.rules.content.victory import mission_of
from missions.rules.game.access import crew_of, game_at
from missions.rules.game.orders.report import may_settle
from missions.rules.game.sides import SIDES
from missions.rules.game.state import GameState, GameStep, Ruling
from missions.rules.overrides.folding import WINNERS
from missions.rules.pregame.events import ResultRuled
from missions.rules.pregame.orders.classes import RuleResult
from rosters.rules.assets.orders import free_rank
from rosters.rules.events import AssetGained, AssetGone
from rosters.rules.overrides.orders import fleet_to_override
from rosters.rules.state import FleetState, RostersState

NO_TARGETS = ("draft", "eliminated", "retired")


@dataclass(frozen=True, slots=True)
class GiveAsset(Order):
    """Give a fleet an asset of a `kind`. A target-specific one names the fleet it works against (`target`),
    in a team campaign the side (`target_side`)."""

    name: ClassVar[str] = "give_asset"
    undo_by: ClassVar[UndoBy] = "organiser"
    fleet: int
    kind: str
    reason: str
    target: int = 0
    target_side: str = ""


@dataclass(frozen=True, slots=True)
class TakeAwayAsset(Order):
    """Take one of its assets (a number) from a fleet."""

    name: ClassVar[str] = "take_away_asset"
    undo_by: ClassVar[UndoBy] = "organiser"
    fleet: int
    asset: int
    reason: str


OWN_GAME = (
    "You play in this game, so another organiser rules on its result. You can do it once the reporter has "
    "refused a correction, or once somebody of the other side disputes a line."
)
RULED_AT: tuple[GameStep, ...] = ("report", "confirm")


def may_rule(game: GameState, *, organises: bool, crew: Collection[int] = ()) -> bool:
    """Whether a member may rule on the result now: organisers, before it is applied (CR-101). If they play in
    the game (`crew` acts for their side), they do so only when they may settle the report, too."""
    if not organises or game.step not in RULED_AT:
        return False
    return not crew or may_settle(game, organises=True, crew=crew)


@decides(RuleResult)
def _rule(d: Decision, o: RuleResult) -> None:
    d.only_organisers("rule on a result")
    game = game_at(d, o.game, *RULED_AT, rule="CR-101")
    if not may_rule(game, organises=True, crew=crew_of(d.state, game, d.actor.member)):
        raise Refusal(
            "own_game",
            OWN_GAME,
            rule="CR-101",
        )
    winner = next((each for each in WINNERS if each == o.winner), None)
    if winner is None:
        raise Unreadable("no_winner", "One of the two sides wins, or it is a draw.", field="winner")
    if not winner and game.ruled is None:
        raise Refusal("no_ruling", "Nobody ruled on this result: it is as computed.", field="winner")
    asset = bool(o.asset and winner)
    if asset:
        _check_offer(game, winner)
    reason = clean_reason(o.reason, needed_for="rule on a result")
    if game.ruled and replace(game.ruled, member=0) == Ruling(winner, reason, asset):
        raise Refusal("no_change", "That is the ruling already; nothing was changed.")
    d.emit(ResultRuled(game=game.id, member=d.actor.member, winner=winner, reason=reason, asset=asset))


def _check_offer(game: GameState, winner: str) -> None:
    mission = mission_of(game)
    side = next((each for each in SIDES if each == winner), None)
    if mission is None or game.friendly:
        why = (
            "A friendly game brings no asset." if game.friendly else "Without a mission no asset is offered."
        )
        raise Refusal("no_asset", f"{why} Leave that out.", rule="CR-094", field="asset")
    if side is None or not mission.sides[side].offers:
        raise Refusal(
            "no_asset", "That result brings nobody an asset. Leave that out.", rule="CR-094", field="asset"
        )


@decides(GiveAsset)
def _give(d: Decision, o: GiveAsset) -> None:
    fleet = fleet_to_override(d, o.fleet, "give an asset")
    kind = next((each for each in assets().values() if each.kind == o.kind), None)
    if kind is None:
        raise Unreadable("no_kind", "There is no such fleet asset.", field="kind")
    target, side, name = _target(d, fleet, kind, o)
    rank = free_rank(fleet)
    if rank is None:
        raise Refusal(
            "four_assets",
            f"{fleet.name} holds four assets, which is the limit. Take one of them away first.",
            rule="CR-083",
            field="kind",
        )
    d.emit(
        AssetGained(
            fleet=fleet.id,
            asset=d.new_id(),
            asset_kind=kind.kind,
            name=kind.name,
            rank=rank,
            target=target,
            target_side=side,
            target_name=name,
            rule="",
            reason=clean_reason(o.reason, needed_for="give an asset"),
        )
    )


def _target(d: Decision, fleet: FleetState, kind: Asset, o: GiveAsset) -> tuple[int, str, str]:
    """Fleet number, side and name of what the asset works against. Raises `Refusal`."""
    if not kind.targeted:
        if o.target or o.target_side:
            raise Refusal(
                "no_target",
                f"{kind.name} works against anybody: name no target.",
                rule="CR-076",
                field="target",
            )
        return 0, "", ""
    fleets = d.state.of(RostersState).fleets
    if d.state.of(LeagueState).format == "team":
        sides = {each.side for each in fleets.values() if each.standing not in NO_TARGETS} - {fleet.side}
        if o.target_side not in sides:
            raise Refusal(
                "which_side",
                f"{kind.name} works against one other team that still plays: name it.",
                rule="CR-076",
                field="target_side",
            )
        return 0, o.target_side, f"Team {SIDE_NAMES[o.target_side]}"
    target = fleets.get(o.target)
    if target is None or target.id == fleet.id or target.standing in NO_TARGETS:
        raise Refusal(
            "which_fleet",
            f"{kind.name} works against one other fleet that still plays: name it.",
            rule="CR-076",
            field="target",
        )
    return target.id, "", target.name


@decides(TakeAwayAsset)
def _take_away(d: Decision, o: TakeAwayAsset) -> None:
    fleet = fleet_to_override(d, o.fleet, "take an asset away")
    asset = fleet.assets.get(o.asset)
    if asset is None:
        raise Unreadable(
            "no_asset", f"That asset is not on the roster of {fleet.name}.", rule="CR-083", field="asset"
        )
    reason = clean_reason(o.reason, needed_for="take an asset away")
    d.emit(
        AssetGone(fleet=fleet.id, asset=asset.id, name=asset.name, rank=asset.rank, rule="", reason=reason)
    )
