"""A campaign with missions in which a game is about to be prepared, and everybody's browser.

Both fleets can play every mission, and every squadron's ships bear a name that is nowhere else: if you read
that name, you know what lies face down. `MissionTable` goes on step by step, through the pages or through the
door.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from league.kernel.decision import Actor, Decision
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.models import Campaign, Member
from league.rules.campaign import CreateCampaign
from league.rules.events import CampaignStarted
from league.services.acts import record
from league.store import log
from missions.rules import orders as do
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.pregame.eligibility import strength_awaited, strength_range
from missions.rules.pregame.state import AssetKind, Pregame
from rosters.catalogue import catalogue
from rosters.rules import events as roster
from rosters.rules.assets.orders import free_rank
from rosters.rules.state import FleetState, SquadronType
from tests import verbs
from tests.missions.rules.builders import CR90, FREIGHTER, LAMBDA, TIE, XWING
from tests.missions.tables import Table
from tests.people import Person, founder, joined
from tests.snapshots import once

WING: tuple[tuple[int, SquadronType, int], ...] = (
    (2, "recon", 2),
    (3, "recon", 2),
    (4, "standard", 3),
    (5, "standard", 3),
    (6, "epic", 1),
    (7, "epic", 1),
)


def written(member: Member, *events: Event) -> None:
    """Record events that no order would bring about as one act, as the door does."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
        actor = Actor(member.number, "organiser")
        now = timezone.now()
        chance = SeededEntropy("test")
        decision = Decision(log.load(campaign.pk), actor, now.isoformat(), chance, campaign.next_id)
        for each in events:
            decision.emit(each)
        decision.next_id += len(events)
        record(campaign, decision, "test", now)


def held(organiser: Member, fleet: FleetState, enemy: FleetState, kind: AssetKind) -> int:
    """Write an asset to the roster, against the enemy where it names a target; returns its number."""
    facts, rank = assets()[kind], free_rank(fleet)
    assert rank is not None
    number: int = Campaign.objects.get(pk=organiser.campaign_id).next_id
    target = (enemy.id, "", enemy.name) if facts.targeted else (0, "", "")
    written(organiser, roster.AssetGained(fleet.id, number, kind, facts.name, rank, *target))
    return number


def named(side: str, card: int) -> str:
    """Names of a squadron's elite pilots, known only to readers who see behind the card."""
    return f"Zq{side}{card}zq"


@dataclass(frozen=True)
class MissionTable(Table):
    """A game with a mission. `act` goes through the door, `press` through the page."""

    @property
    def pregame(self) -> Pregame:
        assert self.game.pregame is not None
        return self.game.pregame

    def seat(self, side: SideName) -> Member:
        return (self.active if side == "active" else self.opposing).seat

    def fleet(self, side: SideName) -> FleetState:
        return verbs.fleet_of(self.organiser.seat, self.game.fleet_of(side))

    def kind(self, side: SideName) -> str:
        """ "rebel" or "imperial"."""
        return self.fleet(side).side

    def act(self, side: SideName, order: Any, seed: str = "mission") -> None:
        verbs.do(self.seat(side), order, seed=seed)

    def hold(self, side: SideName, kind: AssetKind) -> int:
        """An asset on a side's roster, against the other side where it names a target."""
        return held(self.organiser.seat, self.fleet(side), self.fleet(other(side)), kind)

    def ready(self) -> None:
        for side in SIDES:
            theirs = f"n-{other(side)}"
            verbs.press_ready(
                self.seat(side), self.number, side, nonce=f"n-{side}", seed=f"s-{side}", theirs=theirs
            )

    def draw_squadron(self, kind: SquadronType = "recon") -> None:
        """Rest nothing and draw a squadron of that type for the mission: the others rest or stay out of the
        deck."""
        self._once(lambda: self._squadron_drawn(kind), "squadron drawn", kind)

    def _once(self, play: Callable[[], None], *named: object) -> None:
        once(self.league.campaign.pk, play, *named, self.number)

    def _squadron_drawn(self, kind: SquadronType) -> None:
        self.ready()
        self.act("active", do.RestSquadrons(self.number))
        deck = [each.card for each in self.fleet("active").squadrons.values() if each.type == kind]
        light = [] if kind != "epic" else [2]
        for attempt in range(50):
            try:
                with transaction.atomic():
                    self._draw((*deck, *light), kind, f"draw {attempt}")
                return
            except LookupError:
                continue
        raise AssertionError("fifty draws and never that type")

    def _draw(self, deck: tuple[int, ...], kind: SquadronType, seed: str) -> None:
        self.act("active", do.DrawMissionSquadron(self.number, deck), seed)
        if self.pregame.drawn_type != kind:
            raise LookupError(kind)

    def choose(self, mission: int, strength: int | None = None) -> None:
        """Choose a mission and the most squadrons (or `strength` of them) for both sides."""
        self._once(lambda: self._chosen(mission, strength), "chosen", mission, strength)

    def _chosen(self, mission: int, strength: int | None) -> None:
        if not self.pregame.drawn:
            self.draw_squadron(missions()[mission].drawn[0])
        self.act("active", do.ChooseMission(self.number, mission))
        while self.game.step == "pregame" and self.pregame.stage == "strength":
            state = verbs.state_of(self.organiser.seat)
            side = strength_awaited(state, self.game)
            assert side is not None
            most = strength_range(state, self.game, missions()[mission], side)[1]
            self.act(side, do.ChooseStrength(self.number, side, strength or most))

    def commit(self, side: SideName, *numbers: int) -> None:
        self.act(side, do.CommitAssets(self.number, side, numbers))
        if self.game.step == "pregame" and self.pregame.stage == "commit" and self.pregame.open_choices:
            self.act(other(side), do.GoOn(self.number))


def elite_wing(member: Member, fleet: int, side: str) -> None:
    """Six squadrons, two of each type, written to the roster with ELITE pilots named after their squadron."""
    small, large = (XWING, FREIGHTER) if side == "rebel" else (TIE, LAMBDA)
    events: list[Event] = []
    number: int = Campaign.objects.get(pk=member.campaign_id).next_id
    for card, kind, count in WING:
        events.append(roster.SquadronFormed(fleet, card, kind))
        huge = CR90 if side == "rebel" and card == 6 else large
        for model in (huge,) * (kind == "epic") + (small,) * count:
            name = catalogue().ship_cards[model].name
            events.append(roster.ShipBought(fleet, number, model, name, 0, card, ""))
            events.append(roster.RankChanged(fleet, number, name, "", "ELITE", "CR-118"))
            events.append(roster.PilotNamed(fleet, number, name, f"{named(side, card)} {number}"))
            number += 1
    written(member, *events)


def mission_league(organiser: Person, player: Person, rival: Person) -> verbs.League:
    """A running campaign with missions in which no round is open."""
    campaign = organiser.seat.campaign

    def started() -> tuple[int, int]:
        fleets = {}
        for person, name, side in ((player, "Red Wing", "rebel"), (rival, "Iron Fist", "imperial")):
            fleets[side] = verbs.found_fleet(person.seat, name, side)
            elite_wing(person.seat, fleets[side], side)
        numbers = (fleets["rebel"], fleets["imperial"])
        written(organiser.seat, *map(roster.FleetLocked, numbers), CampaignStarted(numbers))
        return numbers

    numbers = once(campaign.pk, started, "missions", player.seat.number, rival.seat.number)
    seats = [organiser.seat, organiser.seat, player.seat, rival.seat, organiser.seat]
    return verbs.League(campaign, *seats, fleet=numbers[0], rival_fleet=numbers[1])


def mission_table(organiser: Person, player: Person, rival: Person) -> MissionTable:
    """A running campaign with missions whose two fleets are paired."""
    league = mission_league(organiser, player, rival)
    game = once(league.campaign.pk, lambda: verbs.pair(league), "pair")
    return table_of(league, game, organiser, player, rival)


def table_of(
    league: verbs.League, game: int, organiser: Person, player: Person, rival: Person
) -> MissionTable:
    """The table of a game that has been paired."""
    paired = verbs.game_of(organiser.seat, game)
    by_fleet = {league.fleet: player, league.rival_fleet: rival}
    active, opposing = (by_fleet[paired.fleet_of(side)] for side in SIDES)
    return MissionTable(league, game, organiser, active, opposing)


@pytest.fixture
def mission(db: None) -> MissionTable:
    """Paired in a campaign with missions, nothing prepared yet."""
    boss = founder("olga", CreateCampaign("Mission League", missions=True))
    player, rival = (joined(boss.seat.campaign, name) for name in ("paul", "rita"))
    return mission_table(boss, player, rival)
