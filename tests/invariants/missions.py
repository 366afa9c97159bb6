"""Invariants of missions and fleet assets in every campaign, at any moment: who holds what, what was used
against whom, and that nobody reads a secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from league.kernel.events import Event
from league.kernel.fold import CampaignState, apply
from league.rules.events import PairingMade
from missions.rules.content.mission_data import assets
from missions.rules.game.secrets import Viewer, view_for
from missions.rules.game.sides import SIDES
from missions.rules.game.state import GameState, MissionsState
from missions.rules.pregame.events import AssetsLocked
from rosters.rules.events import AssetGained, AssetGone, AssetReturned
from rosters.rules.state import ASSET_RANKS, FleetState, RostersState

MOST_ASSETS = 4
MOST_COMMITTED = 2
VIEWERS: tuple[Viewer, ...] = ("active", "opposing", "organiser", "public")
Held = dict[int, AssetGained | AssetReturned]


def broken_in_missions(state: CampaignState, standing: Iterable[Event]) -> Iterator[str]:
    """Every rule of missions that is broken, a sentence each. `standing` is the log without undone acts."""
    yield from broken_now(state)
    yield from _Assets(state).follow(standing)


def broken_now(state: CampaignState) -> Iterator[str]:
    """Faults of a state, without its log."""
    for fleet in state.of(RostersState).fleets.values():
        yield from (f"{fleet.name}: {each}" for each in _places(fleet))
    for game in state.of(MissionsState).games.values():
        yield from _told(game)


def _told(game: GameState) -> Iterator[str]:
    if game.step not in ("done", "void"):
        yield from (f"{viewer} knows a secret of game {game.id}" for viewer in VIEWERS if leaks(game, viewer))


def broken_on_the_way(events: Iterable[Event]) -> Iterator[str]:
    """Secrets that were told at some moment of a log that is folded from nothing."""
    state = CampaignState()
    for each in events:
        apply(state, each)
        game = state.of(MissionsState).games.get(getattr(each, "game", None) or 0)
        if game is not None:
            yield from (f"After {each.kind}: {one}" for one in _told(game))


def _places(fleet: FleetState) -> Iterator[str]:
    ranks = [each.rank for each in fleet.assets.values()]
    if len(ranks) > MOST_ASSETS:
        yield f"holds {len(ranks)} assets (CR-083)"
    if len(set(ranks)) != len(ranks) or set(ranks) - set(ASSET_RANKS):
        yield f"holds its assets as {ranks} (CR-010)"
    for each in fleet.assets.values():
        if assets()[each.kind].targeted != bool(each.target or each.target_side):  # type: ignore[index]
            yield f"holds {each.kind} against {each.target or each.target_side!r} (CR-076)"
        if each.target == fleet.id or each.target_side == fleet.side:
            yield f"holds {each.kind} against itself (CR-076)"


# --- secrets -----------------------------------------------------------------------------------


def leaks(game: GameState, viewer: Viewer) -> bool:
    """Whether a reader's view depends on anything that is hidden from them."""
    return view_for(game, viewer) != view_for(otherwise(game, viewer), viewer)


def otherwise(game: GameState, viewer: Viewer) -> GameState:
    """A game that is not over with everything changed that this reader may not know now."""
    other = msgspec.json.decode(msgspec.json.encode(game), type=GameState)
    if other.draw is not None:
        other.draw.seed = "00" * 32
        if len(other.draw.nonces) < len(SIDES):
            other.draw.nonces = dict.fromkeys(other.draw.nonces, "another")
    if viewer == "public" and not game.report.submitted:
        other.report.lines, other.report.conceded, other.report.scanned = {}, None, 99
    if other.pregame is not None:
        _change_preparation(other, viewer)
    return other


def _change_preparation(game: GameState, viewer: Viewer) -> None:
    pregame = game.pregame
    assert pregame is not None
    pregame.picks, pregame.pools = [], {}
    pregame.looks = [each for each in pregame.looks if each.side == viewer]
    if viewer != "active":
        pregame.deck = []
        if pregame.nominated and not pregame.nomination_shown:
            pregame.nominated = -1
    if not pregame.locked:
        pregame.commits = {side: made if side == viewer else () for side, made in pregame.commits.items()}
    if not game.forces:
        pregame.cards = {
            side: cards if side == viewer else [0] * len(cards) for side, cards in pregame.cards.items()
        }
        pregame.sabotaged = [
            each for each in pregame.sabotaged if pregame.effects[each.effect].side == viewer
        ]
        if viewer != "active":
            pregame.drawn = 0


# --- what became of every asset ----------------------------------------------------------------


@dataclass
class _Assets:
    """The assets of a campaign, followed through its log without the folding under test."""

    state: CampaignState

    def follow(self, events: Iterable[Event]) -> Iterator[str]:
        """Gained, used, given up, returned: what is left is what the rosters hold."""
        held: dict[int, Held] = {number: {} for number in self.state.of(RostersState).fleets}
        gone: dict[int, AssetGained | AssetReturned] = {}
        pairings: dict[int, tuple[int, int]] = {}
        for each in events:
            match each:
                case PairingMade():
                    pairings[each.game] = (each.fleet, each.opposing)
                case AssetGained() | AssetReturned():
                    yield from self._comes(held[each.fleet], gone, each)
                case AssetGone():
                    yield from self._goes(held[each.fleet], gone, pairings, each)
                case AssetsLocked():
                    yield from _locked(each, gone)
        for number, fleet in self.state.of(RostersState).fleets.items():
            if {key: _facts(one) for key, one in held[number].items()} != {
                key: (one.kind, one.target, one.target_side) for key, one in fleet.assets.items()
            }:
                yield f"{fleet.name} holds {sorted(fleet.assets)}, by its log {sorted(held[number])} (CR-083)"

    def _comes(self, held: Held, gone: Held, e: AssetGained | AssetReturned) -> Iterator[str]:
        if e.asset in held:
            yield f"Asset {e.asset} came twice"
        if isinstance(e, AssetReturned) and (e.asset not in gone or _facts(gone[e.asset]) != _facts(e)):
            yield f"Asset {e.asset} returned and had not gone, or returned as another"
        held[e.asset] = e
        if len(held) > MOST_ASSETS:
            yield f"Fleet {e.fleet} held {len(held)} assets (CR-083)"

    def _goes(
        self, held: Held, gone: Held, pairings: dict[int, tuple[int, int]], e: AssetGone
    ) -> Iterator[str]:
        if e.asset not in held:
            yield f"Asset {e.asset} went from fleet {e.fleet}, which did not hold it"
            return
        gone[e.asset] = held.pop(e.asset)
        if e.rule != "CR-076":
            return
        fleets = self.state.of(RostersState).fleets
        enemy = sum(pairings[e.game or 0]) - e.fleet
        _, target, side = _facts(gone[e.asset])
        if target not in (0, enemy) or side not in ("", fleets[enemy].side):
            yield f"{e.name} against {target or side} was used against fleet {enemy} (CR-076)"


def _facts(e: AssetGained | AssetReturned) -> tuple[str, int, str]:
    return e.asset_kind, e.target, e.target_side


def _locked(e: AssetsLocked, gone: Held) -> Iterator[str]:
    """Assets in force in a game have left the rosters, two a side at most."""
    for side in SIDES:
        used: list[Any] = [each for each in e.effects if each.owner == side]
        if len(used) > MOST_COMMITTED:
            yield f"Game {e.game}: {side} used {len(used)} assets (CR-076)"
        yield from (
            f"Game {e.game}: asset {each.asset} is used and still on a roster (CR-076)"
            for each in used
            if each.asset not in gone
        )
