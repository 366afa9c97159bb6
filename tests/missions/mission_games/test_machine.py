"""Several people drive a campaign with missions at random, legally and not; after every step everything
holds, and no reader learns a secret.

The state machine is that of `tests.league.test_machine`: here games have a preparation, fleets hold assets,
and organisers and players use all that missions bring.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from league.addresses import address
from league.kernel.decision import Actor
from league.kernel.fold import CampaignState
from league.models import Campaign, Member
from league.rules.events import CampaignStarted
from league.rules.state import LeagueState
from league.selectors.undoing import keeper_of
from missions.rules import orders as do
from missions.rules.content.mission_data import assets
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import GameState, MissionsState
from missions.rules.pregame.eligibility import reinforcement_findings
from missions.rules.pregame.state import Pregame
from rosters.rules import events as roster
from rosters.rules.assets.orders import DeclineAsset, TakeAsset
from rosters.rules.state import FleetState, RostersState
from tests import verbs
from tests.league.test_machine import CREW, Campaigners, Step, run
from tests.missions.mission_tables import elite_wing, written
from tests.missions.rules.preparations import legal_orders
from tests.random_orders import random_order

PREPARING = (
    "press_ready",
    "rest_squadrons",
    "draw_mission_squadron",
    "choose_mission",
    "choose_strength",
    "commit_assets",
    "take_back",
    "exchange_squadron",
    "look_at_squadron",
    "swap_squadron",
    "pass_effect",
    "take_supplies",
    "nominate_ship",
    "go_on",
)
PLAYING = ("draw_reinforcement", "pass_reinforcement", "bring_ship", "show_nomination", "save_report_line")
# Steps that every run meets, whatever numbers the database gave out before it.
ESSENTIAL = frozenset({"give_asset", "commit_assets", "choose_mission", "confirm_result", "undo"})
ORGANISING = (
    "adjust_points",
    "set_ship_status",
    "set_upgrade_status",
    "restore_name",
    "strike_elimination",
    "give_asset",
    "take_away_asset",
    "rule_result",
    "appoint_proxy",
    "arrange_friendly",
    "void_game",
    "take_asset",
    "decline_asset",
    "set_house_notes",
)


@dataclass(frozen=True)
class AtTable:
    """A game as `legal_orders` looks at it."""

    state: CampaignState
    game_id: int

    @property
    def game(self) -> GameState:
        return self.state.of(MissionsState).games[self.game_id]

    @property
    def pregame(self) -> Pregame:
        assert self.game.pregame is not None
        return self.game.pregame

    def fleet(self, side: SideName) -> FleetState:
        return self.state.of(RostersState).fleets[self.game.fleet_of(side)]


class MissionCampaigners(Campaigners):
    """Two fleets that can play every mission, with four assets each, and an empty draft."""

    @initialize(how=st.sampled_from(["running", "paired", "friendly"]), seed=st.integers(0, 2**32))
    def begin(self, how: str, seed: int) -> None:
        self.club = verbs.club(CREW[0], format=self.format, missions=True)
        fleets = []
        for member, name, side in (
            (self.club.player, "Red Wing", "rebel"),
            (self.club.rival, "Iron Fist", "imperial"),
        ):
            fleets.append(verbs.found_fleet(member, name, side))
            elite_wing(member, fleets[-1], side)
        verbs.found_fleet(self.club.helper, "Black Sun", "scum")
        organiser = self.club.organiser
        written(organiser, *map(roster.FleetLocked, fleets), CampaignStarted(tuple(fleets)))
        rng = Random(seed)
        for fleet, enemy in (fleets, fleets[::-1]):
            for kind in rng.sample(list(assets()), 4):
                self.give(organiser, self.gift(fleet, enemy, kind))
        self.league = verbs.League(
            self.club.campaign, *self.club.members, fleet=fleets[0], rival_fleet=fleets[1]
        )
        if how == "friendly":
            self.give(self.club.player, do.ArrangeFriendly(*fleets, missions=True))
        elif how == "paired":
            verbs.pair(self.league)
        self.holds()

    def holds(self) -> None:
        """Facts that a process keeps are, after each act, what it would find now."""
        before = self.held
        super().holds()
        if self.held != before:
            kept = self.told()
            caches["seasons"].clear()
            assert kept == self.told()

    def told(self) -> tuple[str, list[object]]:
        """The story, and the acts because of which results stay, for an organiser and a player."""
        campaign = Campaign.objects.get(pk=self.campaign)
        client = Client()
        client.force_login(CREW[0].organiser)
        story = client.get(address("story", f"/campaigns/{self.campaign}/")).content.decode()
        acts = campaign.acts.filter(name=do.ConfirmResult.name, undone=False)
        results = acts.order_by("number").values_list("number", flat=True)
        seats = ((self.club.organiser, "organiser"), (self.club.player, "player"))
        actors = [Actor(member.number, role) for member, role in seats]
        keepers = [keeper_of(campaign, number, actor) for number in results for actor in actors]
        return story.partition('id="live-part"')[2].partition("<footer")[0], keepers

    def gift(self, fleet: int, enemy: int, kind: Any) -> do.GiveAsset:
        """An asset against the other fleet where it names a target."""
        if not assets()[kind].targeted:
            return do.GiveAsset(fleet, kind, "Won last season.")
        if self.format == "team":
            side = verbs.fleet_of(self.club.organiser, enemy).side
            return do.GiveAsset(fleet, kind, "Won last season.", target_side=side)
        return do.GiveAsset(fleet, kind, "Won last season.", target=enemy)

    def open_work(self, rng: Random) -> None:
        """Somebody works on what missions bring, with random contents."""
        steps = {each.step for each in self.state.of(MissionsState).games.values()}
        names = rng.choice(
            [
                ORGANISING,
                *[PREPARING] * ("pregame" in steps),
                *[PLAYING] * bool({"play", "report"} & steps),
            ]
        )
        for _ in range(4):
            order = random_order(rng, self.state, *names)
            self.give(self.club.organiser if rng.random() < 0.5 else rng.choice(self.seats()), order)
        if rng.random() < 0.4:
            super().open_work(rng)

    @property
    def state(self) -> CampaignState:
        return verbs.state_of(self.club.organiser)

    def waiting(self, rng: Random) -> list[Step]:
        found = super().waiting(rng)
        if self.state.of(LeagueState).phase != "running":
            return found
        offers = [each for each in self.state.of(RostersState).fleets.values() if each.offer is not None]
        return found + [lambda fleet=each: self.answer(fleet, rng) for each in offers]  # type: ignore[misc]

    def answer(self, fleet: FleetState, rng: Random) -> None:
        """The owner takes one of the assets on offer, giving one up if four are held, or none."""
        assert fleet.offer is not None
        owner = self.seat(fleet.member)
        if rng.random() < 0.2:
            self.give(owner, DeclineAsset(fleet.id))
            return
        given = rng.choice(list(fleet.assets)) if len(fleet.assets) == 4 else None
        self.give(owner, TakeAsset(fleet.id, rng.choice(fleet.offer.choices).kind, given))

    def close(self, someone: Member, fleet: int) -> None:
        """A desk waits for what becomes of the offer."""
        found = verbs.fleet_of(someone, fleet)
        if found.offer is not None:
            self.answer(found, Random(fleet))
        super().close(someone, fleet)

    def seat(self, number: int) -> Member:
        return Member.objects.get(campaign_id=self.campaign, number=number)

    def game_steps(self, someone: Member, game: GameState, rng: Random) -> list[Step]:
        if game.step == "pregame":
            return [lambda: self.prepare(game.id, rng)] * 3
        if game.step in ("play", "report") and game.pregame is not None:
            return [lambda: self.play(someone, game, rng)]
        return super().game_steps(someone, game, rng)

    def prepare(self, game: int, rng: Random) -> None:
        """A few of the choices that the preparation waits for, by who may make them: each goes through.
        Now and then a choice is taken back."""
        for _ in range(rng.randint(1, 12)):
            orders = legal_orders(AtTable(self.state, game))  # type: ignore[arg-type]
            if not orders:
                return
            order, member = rng.choice(orders)
            assert self.give(self.seat(member), order), order
            self.holds()
            if rng.random() < 0.15:
                side = rng.choice(SIDES)
                found = AtTable(self.state, game)
                self.give(self.seat(found.fleet(side).member), do.TakeBack(game, side))

    def play(self, someone: Member, game: GameState, rng: Random) -> None:
        """Reserves come, ships arrive, the nomination is shown, and the game is reported."""
        for side in SIDES:
            turn = rng.randint(2, 4)
            wants = not reinforcement_findings(self.state, game, side, turn)
            if wants:
                assert self.give(someone, do.DrawReinforcement(game.id, side, turn))
        lost = rng.choice(list(game.ships))
        self.give(someone, do.BringShip(game.id, lost))
        assert game.pregame is not None
        if game.pregame.nominated and not game.pregame.nomination_shown:
            assert self.give(someone, do.ShowNomination(game.id))
        if rng.random() < 0.1:
            self.give(someone, do.VoidGame(game.id, "The table was needed."))
        else:
            self.report(someone, verbs.game_of(someone, game.id), rng)


class TeamMissions(MissionCampaigners):
    """The same where targets are teams."""

    format = "team"


@pytest.mark.django_db
@pytest.mark.rule("CR-070", "CR-075", "CR-076", "CR-078", "CR-083", "CR-091")
def test_random_acts_in_missions_break_no_rule_and_tell_no_secret() -> None:
    run(MissionCampaigners, 3, ESSENTIAL | {"close_desk"})


@pytest.mark.django_db
@pytest.mark.rule("CR-039", "CR-076")
def test_random_acts_in_missions_of_teams_target_only_teams() -> None:
    run(TeamMissions, 2, ESSENTIAL - {"confirm_result"})


@pytest.mark.walk("machines")
@pytest.mark.django_db
@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("machine", [MissionCampaigners, TeamMissions])
def test_long_random_play_in_missions_breaks_no_rule(machine: type[Campaigners], number: int) -> None:
    run(machine, 5, frozenset(), number)
