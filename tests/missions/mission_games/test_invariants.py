"""The invariants of missions notice what is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from league.kernel.events import Event
from league.kernel.fold import fold
from league.rules.events import CampaignCreated, PairingMade
from missions.rules.game import secrets
from missions.rules.game.state import GameState, Report
from missions.rules.pregame.events import AssetsLocked
from missions.rules.pregame.secrets import PregameView, pregame_view
from missions.rules.pregame.state import CommittedAsset, Effect, Look, Pick, Pregame
from rosters.rules import events as roster
from rosters.rules.state import RostersState
from tests.invariants.missions import VIEWERS, broken_in_missions, leaks

FIRST, SECOND, THIRD, GAME = 10, 11, 12, 40
TARGETED, PLAIN = 21, 20


def being_prepared() -> GameState:
    """A game in which everything that can be secret is."""
    pregame = Pregame("effects", deck=[2, 3], drawn=2, nominated=9, cards={"active": [2, 3], "opposing": [4]})
    pregame.commits = {"active": (CommittedAsset(TARGETED, "sabotage", "Sabotage", "J", SECOND),)}
    pregame.looks = [Look(0, "active", "opposing", 0, 4)]
    pregame.picks = [Pick("drawn squadron", ("2", "3"), ("2",))]
    pregame.pools = {"active": (3,), "opposing": (4,)}
    return GameState(GAME, 1, FIRST, SECOND, step="pregame", pregame=pregame)


@pytest.mark.rule("CR-075", "CR-076", "CR-078", "CR-091")
@pytest.mark.parametrize(
    "secret", ["cards", "drawn", "deck", "nominated", "commits", "looks", "picks", "pools"]
)
def test_a_secret_that_is_told_is_noticed(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = being_prepared()
    assert [each for each in VIEWERS if leaks(game, each)] == []

    def blabbing(state: GameState, viewer: Any) -> PregameView:
        view = pregame_view(state, viewer)
        assert view is not None
        return replace(view, **{secret: getattr(state.pregame, secret)})

    monkeypatch.setattr(secrets, "pregame_view", blabbing)
    assert leaks(game, "public")


@pytest.mark.rule("CR-079", "CR-101")
def test_a_seed_or_a_draft_that_is_told_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = being_prepared()
    game.report = Report(by=7, scanned=3)
    assert not leaks(game, "public")
    report = secrets._report
    monkeypatch.setattr(secrets, "_report", lambda state, viewer: report(state, "organiser"))
    assert leaks(game, "public")


def fleets_with_assets() -> list[Event]:
    """Three fleets; the first holds two assets, one of them against the second, and uses none."""
    return [
        CampaignCreated("Night", missions=True),
        *(roster.FleetFounded(FIRST + at, at, f"Fleet {at}", "rebel", "hearts") for at in range(3)),
        roster.AssetGained(FIRST, PLAIN, "reinforcements", "Reinforcements", "J"),
        roster.AssetGained(FIRST, TARGETED, "sabotage", "Sabotage", "Q", SECOND, "", "Fleet 1"),
        roster.AssetGained(SECOND, 30, "scouted_area", "Scouted Area", "K"),
    ]


@pytest.mark.rule("CR-010", "CR-076", "CR-083")
def test_assets_that_are_not_as_they_should_be_are_noticed() -> None:
    events = fleets_with_assets()
    state = fold(events)
    assert list(broken_in_missions(state, events)) == []
    first, second, _ = state.of(RostersState).fleets.values()
    first.assets[PLAIN].rank, first.assets[TARGETED].target = "Q", first.id
    del second.assets[30]
    faults = "\n".join(broken_in_missions(state, events))
    assert "['Q', 'Q']" in faults
    assert "against itself" in faults
    assert "Fleet 1 holds [], by its log [30]" in faults


@pytest.mark.rule("CR-076")
def test_an_asset_used_on_another_fleet_or_used_and_kept_is_noticed() -> None:
    events = fleets_with_assets()
    state = fold(events)
    used = Effect(PLAIN, "reinforcements", "Reinforcements", "active", "active")
    events += [
        PairingMade(5, GAME, FIRST, THIRD, True),
        roster.AssetGone(FIRST, TARGETED, "Sabotage", "Q", "CR-076", GAME),
        AssetsLocked(GAME, (used,)),
    ]
    faults = "\n".join(broken_in_missions(state, events))
    assert f"Sabotage against {SECOND} was used against fleet {THIRD}" in faults
    assert f"asset {PLAIN} is used and still on a roster" in faults
