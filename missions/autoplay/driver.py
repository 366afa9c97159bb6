"""The driver of every bot: it acts through the door, with seeded chance and a clock that ticks by itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from league.kernel.decision import Order
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import CampaignState
from league.kernel.refusal import Refusal
from league.models import Campaign, Member
from league.rules.campaign import CreateCampaign
from league.rules.state import LeagueState, RoundState
from league.services.acts import Done, act
from league.services.campaigns import add_member, create_campaign
from league.store import log
from missions.rules.game.state import GameState, MissionsState, SideName
from rosters.rules.state import FleetState, RostersState
from rosters.rules.uniques.team import Mates, mates_of

START = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
TICK = timedelta(seconds=40)


@dataclass(slots=True)
class Driver:
    """One campaign driven by bots. The same seed gives the same orders, chance and times, so the same log.

    `start` is the time of the first act; every act comes a little later than the one before. `seen` counts
    what the league has shown so far ("mission 3", "asset sabotage"), `refused` what bots tried in vain
    ("buy_ship: name_in_use"). `nonces` are those of both sides of each game, from the moment the first is
    ready."""

    seed: str
    start: datetime = START
    rng: random.Random = field(init=False)
    entropy: SeededEntropy = field(init=False)
    now: datetime = field(init=False)
    campaign_id: int = 0
    organiser: Member | None = None
    members: dict[int, Member] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    acts: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    nonces: dict[int, dict[SideName, str]] = field(default_factory=dict)
    _present: CampaignState | None = None

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)  # noqa: S311  not a draw: bots' own wishes
        self.entropy = SeededEntropy(self.seed)
        self.now = self.start

    def found(self, order: CreateCampaign, users: Sequence[object]) -> None:
        """Create the campaign and let every account join; the first is the organiser, who plays as well."""
        self.organiser = create_campaign(users[0], order, entropy=self.entropy, now=self.tick(), quota=False)
        self.campaign_id = self.organiser.campaign_id
        self.members[self.organiser.number] = self.organiser
        for user in users[1:]:
            member = add_member(self.campaign_id, user, "player", now=self.tick())
            self.members[member.number] = member

    def tick(self, by: timedelta = TICK) -> datetime:
        self.now += by
        return self.now

    def do(self, member: Member | None, order: Order) -> Done:
        """Carry out an order. Raises `Refusal`."""
        done = act(self.campaign_id, member, order, entropy=self.entropy, now=self.tick())
        self.acts += 1
        self._present = None
        return done

    def try_to(self, member: Member | None, order: Order, *expected: str) -> bool:
        """Carry out an order unless it is refused for one of the `expected` reasons (codes of refusals).
        Raises any other `Refusal`: then the bot is wrong, or a rule."""
        try:
            self.do(member, order)
        except Refusal as refusal:
            if refusal.code not in expected:
                raise
            self.refused[f"{order.name}: {refusal.code}"] += 1
            return False
        return True

    @property
    def boss(self) -> Member:
        if self.organiser is None:
            raise RuntimeError("The campaign has not been created yet.")
        return self.organiser

    def state(self) -> CampaignState:
        """The present state, to be read only; kept until the next act."""
        if self._present is None:
            self._present = log.load(self.campaign_id)
        return self._present

    def fleet(self, number: int) -> FleetState:
        return self.state().of(RostersState).fleets[number]

    def mates(self, fleet: FleetState) -> Mates:
        """The other fleets of a fleet's team, which share its names (CR-039)."""
        return mates_of(self.state(), fleet)

    def game(self, number: int) -> GameState:
        return self.state().of(MissionsState).games[number]

    def open_round(self) -> RoundState:
        """The round that is open. Raises `RuntimeError` when none is."""
        at = self.state().of(LeagueState).open_round
        if at is None:
            raise RuntimeError("No round is open.")
        return at

    def owner(self, fleet: FleetState) -> Member:
        """The member who owns a fleet."""
        member = self.members.get(fleet.member)
        if member is None:
            member = Member.objects.get(campaign_id=self.campaign_id, number=fleet.member)
            self.members[member.number] = member
        return member

    def campaign(self) -> Campaign:
        return Campaign.objects.get(pk=self.campaign_id)


def bot_user(name: str) -> User:
    """The account of a bot; nobody can sign in with it."""
    slug = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    user, created = get_user_model().objects.get_or_create(
        username=f"bot-{slug}", defaults={"first_name": name, "email": f"{slug}@bots.invalid"}
    )
    if created:
        user.set_unusable_password()
        user.save()
    return user
