"""A club without rosters: the league's rules on their own, with fleets from a stand-in for the port."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace

import pytest

from league.kernel.decision import Actor, Decision, Order, decide
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState, apply, fold
from league.kernel.refusal import Refusal
from league.ports import FleetFacts
from league.rules.events import PairingFinished, SettingsChanged
from league.rules.profile import as_dict
from league.rules.rounds import CheckIn, ChooseOpponent, NameActiveFleet
from league.rules.state import LeagueState, RoundState

NOW = "2026-03-01T19:00:00+00:00"
ORGANISER = Actor(1, "organiser")
HELPER = Actor(2, "co_organiser")
VISITOR = Actor(90, "visitor")


def owner_of(fleet: int) -> Actor:
    """The player who commands that fleet."""
    return Actor(fleet + 1000, "player")


@dataclass
class Club:
    """A campaign in memory: `do` decides an order and keeps its events; fleets follow the pairings.

    It stands in for the port of fleets, as far as the rules ask it.
    """

    state: CampaignState = field(default_factory=CampaignState)
    log: list[Event] = field(default_factory=list)
    fleets: dict[int, FleetFacts] = field(default_factory=dict)
    desks: set[int] = field(default_factory=set)
    next_id: int = 500
    entropy: SeededEntropy = field(default_factory=lambda: SeededEntropy("club"))

    def facts(self, state: CampaignState) -> dict[int, FleetFacts]:
        """Answers of the port: the given standings, changed by the round."""
        found = dict(self.fleets)
        for at in state.of(LeagueState).rounds.values():
            playing = [
                n for p in at.pairings.values() if p.status == "playing" for n in (p.active, p.opposing)
            ]
            for number in playing:
                found[number] = replace(found[number], standing="playing")
        for number in self.desks:
            found[number] = replace(found[number], standing="desk")
        return found

    def do(self, order: Order, actor: Actor = ORGANISER) -> Decision:
        decision = decide(
            deepcopy(self.state),
            actor,
            order,
            now=NOW,
            entropy=self.entropy,
            next_id=self.next_id,
        )
        self.state, self.next_id = decision.state, decision.next_id
        self.log += decision.events
        return decision

    def refused(self, order: Order, actor: Actor = ORGANISER) -> Refusal:
        """The refusal of an order that must not go through; checks that nothing changed."""
        before = len(self.log)
        with pytest.raises(Refusal) as caught:
            self.do(order, actor)
        assert len(self.log) == before
        return caught.value

    def happen(self, event: Event) -> None:
        """Something another app did."""
        apply(self.state, event)
        self.log.append(event)

    def finish(self, game: int) -> None:
        """A game's result is applied: both fleets go to their desks."""
        pairing = self.at.pairings[game]
        self.happen(PairingFinished(round=self.at.id, game=game))
        self.desks |= {pairing.active, pairing.opposing}

    @property
    def league(self) -> LeagueState:
        return self.state.of(LeagueState)

    @property
    def at(self) -> RoundState:
        assert self.league.open_round is not None
        return self.league.open_round

    def assert_fold_agrees(self) -> None:
        assert fold(self.log) == self.state


def play_again(club: Club) -> None:
    """Switch the option on by which a fleet may play a second game in a round."""
    profile = {**as_dict(club.league.profile), "second_game_in_round": True}
    club.happen(SettingsChanged(club.league.name, club.league.public, profile))


def arrive(club: Club, *fleets: int) -> None:
    for number in fleets:
        club.do(CheckIn(club.at.id, number))


def start(club: Club) -> int:
    """Begin matching; returns the Active Fleet."""
    club.do(NameActiveFleet(club.at.id))
    assert club.at.picking is not None
    return club.at.picking


def choose(club: Club, opposing: int) -> int:
    """The Active Fleet chooses; returns the game."""
    club.do(ChooseOpponent(club.at.id, opposing))
    return max(club.at.pairings)
