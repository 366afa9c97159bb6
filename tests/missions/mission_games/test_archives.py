"""A game with a mission or a friendly one goes into a file at any stage as it was paired (CR-079)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from league.services.archive import archive, restore
from missions.rules import orders as do
from missions.rules.assets.effects import current_effect
from missions.rules.game.sides import SIDES
from missions.rules.game.state import MissionsState
from missions.rules.pregame.state import Pregame
from tests import verbs
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets.walk import unpacked
from tests.people import account

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CR-079")]

EXTRACTION = 3
PREPARED = ["ready", "rest", "squadron", "mission", "strength"]
STAGES = {
    "round": [*PREPARED, "commit", "effects", "nominate", "over"],
    "friendly": [*PREPARED, "nominate", "over"],
}


def friendly(mission: MissionTable) -> MissionTable:
    """The same fleets, in a friendly game with a mission."""
    verbs.do(mission.organiser.seat, do.VoidGame(mission.number, "No time."))
    order = do.ArrangeFriendly(mission.game.active, mission.game.opposing, missions=True)
    verbs.do(mission.organiser.seat, order)
    game = max(verbs.state_of(mission.organiser.seat).of(MissionsState).games)
    return replace(mission, number=game)


def on_the_way(table: MissionTable) -> Iterator[str]:
    """Every stage that Extraction has, with an asset that looks at cards where assets are in use."""
    for side in SIDES:
        verbs.press_ready(table.seat(side), table.number, side, nonce=f"nonce-of-{side}")
        yield table.pregame.stage
    table.act("active", do.RestSquadrons(table.number))
    yield table.pregame.stage
    table.act("active", do.DrawMissionSquadron(table.number, (2, 3)))
    yield table.pregame.stage
    table.act("active", do.ChooseMission(table.number, EXTRACTION))
    yield table.pregame.stage
    for side in SIDES:
        table.act(side, do.ChooseStrength(table.number, side, 2))
    if not table.game.friendly:
        yield table.pregame.stage
        for side in SIDES:
            table.commit(side, *table.fleet(side).assets)
            yield table.pregame.stage
        assert current_effect(table.game) is not None
        table.act("opposing", do.PassEffect(table.number))
        yield table.pregame.stage
        table.act("active", do.GoOn(table.number))
    yield table.pregame.stage
    table.act("active", do.NominateShip(table.number, table.ships("active")[0].id))
    yield table.pregame.stage
    table.act("opposing", do.GoOn(table.number))
    yield table.pregame.stage


@pytest.mark.parametrize("kind", ["round", "friendly"])
def test_the_file_of_every_stage_has_the_game_as_it_was_paired(mission: MissionTable, kind: str) -> None:
    mission.hold("active", "scouted_area")
    mission.hold("opposing", "fleet_intelligence")
    table = mission if kind == "round" else friendly(mission)
    before, user, seen = table.game, account("nora"), []
    for stage in on_the_way(table):
        seen.append(stage)
        file = archive(table.league.campaign.pk)
        draw = table.game.draw
        assert draw is not None
        assert [
            secret for secret in (draw.seed, *draw.nonces.values()) if secret in unpacked(file.data)
        ] == []
        copy = verbs.game_of(restore(user, file.data), table.number)
        assert (copy, copy.pregame) == (before, Pregame())
    assert list(dict.fromkeys(seen)) == STAGES[kind]
