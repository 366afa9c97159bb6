"""What lies face down, what was committed, looked at and nominated makes no difference to anything that
others can read: every address is asked twice, once with one secret and once with another.

Rosters are open (CR-006), so that no name could be searched for; but what is the same with either secret
tells none.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from league.kernel.events import Event
from missions.rules import pregame_events as ev
from missions.rules.briefs import assets, missions
from missions.rules.pregame_state import AssetKind, CommittedAsset, Effect, Look, Pick, SabotagedShip
from missions.rules.sides import SIDES, SideName
from missions.rules.state import FieldedShip
from tests.missions.mission_tables import MissionTable, written
from tests.missions.test_secrets import leaks
from tests.missions.walk import addresses, admin_addresses, answers
from tests.people import browser

NOW = "2026-05-01 19:00:00+00:00"
# What differs from answer to answer whatever is secret.
RANDOM = re.compile(
    r"csrfmiddlewaretoken\" value=\"\w+\"|\"X-CSRFToken\": \"\w+\"|csrftoken=[^;]+;|expires=[^;]+;"
)
MISSION = 3
Secret = Callable[[MissionTable, int], list[Event]]


@pytest.fixture(autouse=True)
def all_sheets_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets of every kind are answered as the text that the press would set."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("missions.views.", "rosters.views.")) and hasattr(module, "sheet"):
            monkeypatch.setattr(module, "sheet", lambda key, paper, html: html().encode())


class Undone(Exception):
    """The answers are in; the secret goes again."""


def told(table: MissionTable, client: Client, events: list[Event], admin: bool) -> dict[str, str]:
    """What a reader is answered everywhere, with these things done."""
    found: dict[str, str] = {}
    try:
        with transaction.atomic():
            written(table.organiser.seat, *events)
            places = admin_addresses() if admin else addresses(table)
            found = answers(client, places, parts=False)
            raise Undone
    except Undone:
        return {place: RANDOM.sub("", text) for place, text in found.items()}


def differing(table: MissionTable, client: Client, secret: Secret, *, admin: bool = False) -> list[str]:
    """The addresses whose answers depend on the secret."""
    one, two = (told(table, client, secret(table, which), admin) for which in (0, 1))
    assert len(one) > 20
    return sorted(place for place in {*one, *two} if one.get(place) != two.get(place))


def drawn_squadron(table: MissionTable, which: int) -> list[Event]:
    """The RECON squadron 2 or 3 is the Drawn Squadron."""
    card = (2, 3)[which]
    pick = Pick("drawn squadron", ("2", "3"), (str(card),))
    fleet = table.game.active
    return [
        ev.SquadronsRested(table.number, fleet, ()),
        ev.StageReached(table.number, "squadron"),
        ev.MissionSquadronDrawn(table.number, fleet, card, "recon", pick),
        ev.StageReached(table.number, "mission"),
    ]


def dealt(table: MissionTable, active: tuple[int, ...], opposing: tuple[int, ...]) -> list[Event]:
    cards: dict[SideName, tuple[int, ...]] = {"active": active, "opposing": opposing}
    chosen = ev.MissionChosen(table.number, table.game.active, MISSION, missions()[MISSION].name)
    return [
        *drawn_squadron(table, active[0] - 2),
        chosen,
        ev.ForcesDrawn(table.number, cards, cards, dict.fromkeys(SIDES, 2), ()),
        ev.StageReached(table.number, "commit"),
    ]


def active_cards(table: MissionTable, which: int) -> list[Event]:
    return dealt(table, ((2, 4), (2, 5))[which], (3, 4))


def opposing_cards(table: MissionTable, which: int) -> list[Event]:
    return dealt(table, (2, 4), ((2, 4), (3, 5))[which])


def commitment(table: MissionTable, which: int) -> list[Event]:
    """The active side has committed Scouted Area or Reinforcements."""
    held = list(table.fleet("active").assets.values())
    kinds: tuple[AssetKind, AssetKind] = ("scouted_area", "reinforcements")
    asset = CommittedAsset(held[which].id, kinds[which], held[which].name, held[which].rank)
    return [
        *dealt(table, (2, 4), (3, 4)),
        ev.AssetsCommitted(table.number, "active", table.game.active, (asset,)),
    ]


def locked(table: MissionTable) -> list[Event]:
    """The opposing side's Sabotage acts on the active side's cards."""
    name = assets()["sabotage"].name
    held = next(iter(table.fleet("opposing").assets))
    mine = CommittedAsset(held, "sabotage", name, "J", table.game.active, "", "Them")
    return [
        *dealt(table, (2, 4), (3, 4)),
        ev.AssetsCommitted(table.number, "active", table.game.active, ()),
        ev.AssetsCommitted(table.number, "opposing", table.game.opposing, (mine,)),
        ev.AssetsLocked(table.number, (Effect(held, "sabotage", name, "opposing", "opposing"),)),
        ev.StageReached(table.number, "effects"),
    ]


def sabotage(table: MissionTable, which: int) -> list[Event]:
    """What it fell on: a ship of the one card or of the other."""
    card = (2, 4)[which]
    ship = table.fleet("active").ships_in(card)[0]
    found = SabotagedShip(0, "active", card, ship.id, ship.given_name, "whole", True)
    pick = Pick("effect 0 card", ("2", "4"), (str(card),))
    return [
        *locked(table),
        ev.CardLookedAt(table.number, "opposing", (Look(0, "opposing", "active", which, card),)),
        ev.ShipSabotaged(table.number, "opposing", found, (pick,)),
    ]


def nomination(table: MissionTable, which: int) -> list[Event]:
    """One or the other ship of the drawn RECON squadron, turned over, is the Defector's."""
    from missions.rules.draws import field_squadron

    made = [field_squadron(table.fleet(side), card) for side, cards in HANDS.items() for card in cards]
    ships: tuple[FieldedShip, ...] = tuple(ship for _, listed in made for ship in listed)
    return [
        *dealt(table, HANDS["active"], HANDS["opposing"]),
        ev.ForcesRevealed(table.number, tuple(force for force, _ in made), ships),
        ev.StageReached(table.number, "nominate"),
        ev.ShipNominated(table.number, table.game.active, ships[which].id),
        *play_began(table, which),
    ]


def play_began(table: MissionTable, which: int) -> Iterator[Event]:
    from missions.rules.events import PlayBegan

    yield PlayBegan(game=table.number, round=table.game.round)


HANDS: dict[SideName, tuple[int, ...]] = {"active": (2, 4), "opposing": (3, 4)}
# Each secret with whose it is: he alone may read a difference.
SECRETS: tuple[tuple[Secret, SideName], ...] = (
    (drawn_squadron, "active"),
    (active_cards, "active"),
    (opposing_cards, "opposing"),
    (commitment, "active"),
    (sabotage, "opposing"),
    (nomination, "active"),
)
each_secret = pytest.mark.parametrize(
    ("secret", "owner"), SECRETS, ids=[secret.__name__ for secret, _ in SECRETS]
)


@pytest.fixture
def prepared(mission: MissionTable, time_machine: object) -> MissionTable:
    """Both are ready; the active side holds two assets. Time stands still."""
    time_machine.move_to(NOW, tick=False)  # type: ignore[attr-defined]
    mission.hold("active", "scouted_area")
    mission.hold("active", "reinforcements")
    mission.hold("opposing", "sabotage")
    mission.ready()
    return mission


@pytest.mark.rule("CR-075", "CR-076", "CR-078", "CR-091")
@each_secret
def test_no_other_reader_is_answered_differently(
    prepared: MissionTable, secret: Secret, owner: SideName
) -> None:
    rival = prepared.opposing if owner == "active" else prepared.active
    for reader in (rival, prepared.organiser):
        assert differing(prepared, reader.client, secret) == []


@each_secret
def test_its_owner_reads_it_on_the_game_page(prepared: MissionTable, secret: Secret, owner: SideName) -> None:
    mine = prepared.active if owner == "active" else prepared.opposing
    assert prepared.url in differing(prepared, mine.client, secret)


@each_secret
def test_the_admin_is_answered_the_same(prepared: MissionTable, secret: Secret, owner: SideName) -> None:
    boss = browser(User.objects.create_superuser("root", "root@example.org", "correct horse"))
    assert differing(prepared, boss, secret, admin=True) == []


@pytest.mark.rule("CR-079")
def test_the_seed_is_nowhere_while_a_mission_is_prepared(prepared: MissionTable) -> None:
    clients = [each.client for each in (prepared.active, prepared.organiser)]
    assert leaks(prepared, clients) == []
