"""Fleets that are free for a game, the one that chooses, and the fleets that it may meet (CR-051, CR-052,
CR-054). Questions, no events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from league.kernel.entropy import Entropy, below
from league.kernel.fold import CampaignState
from league.ports import FleetFacts, fleet_facts
from league.rules.standings import OUT
from league.rules.state import LeagueState, Pairing, RoundState


def has_played(at: RoundState, fleet: int) -> bool:
    """Whether the fleet has, or had, a game of this round that was not cancelled. One that was agreed between
    the nights counts only while it is played (CR-051)."""
    return any(fleet in each.fleets for each in at.pairings.values() if _is_turn(each))


def _is_turn(game: Pairing) -> bool:
    return game.status == "playing" or (game.status == "finished" and not game.agreed)


def waits_for_game(at: RoundState, fleet: int) -> bool:
    """Whether a present fleet has neither a game nor the phase of CR-056 in this round."""
    return fleet not in at.sitting_out and not has_played(at, fleet)


def is_over(at: RoundState) -> bool:
    """Whether fleets are present and none of them plays or waits for a game."""
    return bool(at.present) and not at.playing and not any(waits_for_game(at, each) for each in at.present)


Holding = Literal["away", "playing", "desk"]
"""Reason why a fleet is not free: not checked in, in a game, at its desk."""
HOLDING_UP: Mapping[Holding, str] = {"playing": "Still in a game", "desk": "Repairs still open"}


@dataclass(frozen=True, slots=True)
class Matching:
    """A round's fleets and the games that can still be made among them. `fleets` are all of the campaign;
    `teams`: a side is a team (CR-055); `again`: a fleet that is back from its game may play once more in the
    round, an option (CR-052). Lists are in order of check-in.
    """

    at: RoundState
    fleets: Mapping[int, FleetFacts]
    teams: bool = False
    again: bool = False

    @property
    def present(self) -> list[FleetFacts]:
        """The fleets that are checked in (CR-051)."""
        return [self.fleets[each] for each in self.at.present if each in self.fleets]

    @property
    def free(self) -> list[FleetFacts]:
        """The present fleets that could start a game now: not those in a game, eliminated, or whose
        post-game phase is still open (CR-054)."""
        return [each for each in self.present if each.standing == "ready"]

    @property
    def unmatched(self) -> list[FleetFacts]:
        """The free fleets without a game and without the phase of CR-056 in this round."""
        return [each for each in self.free if waits_for_game(self.at, each.id)]

    @property
    def among(self) -> list[FleetFacts]:
        """The fleets among which a game may be made: those without one in this round, with the option all
        that are free (CR-052)."""
        return self.free if self.again else self.unmatched

    @property
    def choosers(self) -> list[FleetFacts]:
        """Candidates for the next Active Fleet: the unmatched fleets. If none is left and the option is on,
        the fleets that are back for another game (CR-052)."""
        return self.unmatched or self.among

    @property
    def picking(self) -> FleetFacts | None:
        """The Active Fleet, which chooses its opponent now."""
        return None if self.at.picking is None else self.fleets.get(self.at.picking)

    @property
    def choices(self) -> list[FleetFacts]:
        """The fleets that the Active Fleet may choose from; () while none is choosing."""
        return [] if self.picking is None else self.opponents_of(self.picking)

    def opponents_of(self, fleet: FleetFacts) -> list[FleetFacts]:
        """The fleets that this one may choose from: the other unmatched ones. If none of these is left and
        the option is on, the fleets that are back for another game. In a team campaign they are of another
        team (CR-052)."""

        def rivals(among: Iterable[FleetFacts]) -> list[FleetFacts]:
            return [each for each in among if each.id != fleet.id and not self.same_team(each, fleet)]

        return rivals(self.unmatched) or rivals(self.among)

    def may_take(self, active: FleetFacts, opposing: FleetFacts) -> bool:
        """Whether both have their turn in this round, or may play a second game of it (CR-052)."""
        chooses = self.again or waits_for_game(self.at, active.id)
        return chooses and opposing.id in [each.id for each in self.opponents_of(active)]

    def same_team(self, one: FleetFacts, other: FleetFacts) -> bool:
        """Whether two fleets are of one team; never when each plays for itself (CR-055)."""
        return self.teams and one.side == other.side

    def can_meet(self, fleets: Iterable[FleetFacts]) -> bool:
        """Whether a game can be made among these fleets (CR-052)."""
        return may_meet((each.side for each in fleets), teams=self.teams)

    @property
    def may_begin(self) -> bool:
        """Whether the next Active Fleet can be named among the unmatched ones: none is choosing, and two
        may meet (CR-052)."""
        return self.picking is None and self.can_meet(self.unmatched)

    @property
    def may_begin_again(self) -> bool:
        """Whether only the option makes a further game possible (CR-052)."""
        return self.picking is None and not self.can_meet(self.unmatched) and self.others_free

    @property
    def others_free(self) -> bool:
        """Whether a game can be made if fleets play that are back from one (CR-052)."""
        return self.again and self.can_meet(self.free)

    @property
    def in_games(self) -> list[FleetFacts]:
        """The fleets of the round's games that are being played, present or not."""
        games = (each for each in self.at.pairings.values() if each.status == "playing")
        return [self.fleets[fleet] for each in games for fleet in each.fleets if fleet in self.fleets]

    @property
    def held(self) -> list[FleetFacts]:
        """The fleets that may keep the round open: those that are present, and those in its games."""
        here = {each.id for each in self.present}
        return [*self.present, *(each for each in self.in_games if each.id not in here)]

    def holding_up(self) -> dict[Holding, list[FleetFacts]]:
        """The fleets that keep the round open, in a game or at their desk (CR-054)."""
        return busy(self.held)

    def could_come(self, rival: FleetFacts) -> dict[Holding, list[FleetFacts]]:
        """The fleets that may become free for a game against this one: those that are not checked in, those
        that are busy with a game that is not their turn of this round, and with the option all that are busy
        (CR-052)."""
        rivals = [
            each for each in self.fleets.values() if self.can_meet((each, rival)) and each.id != rival.id
        ]
        turns = [each for each in rivals if self.again or waits_for_game(self.at, each.id)]
        away = [each for each in turns if may_check_in(self.at, each)]
        return {"away": away, **busy(each for each in rivals if self._comes_back(each))}

    def could_meet(self, fleet: FleetFacts) -> bool:
        """Whether a fleet, checked in or not, has an opponent here or one that may still become free
        (CR-052)."""
        return bool(self.opponents_of(fleet)) or any(self.could_come(fleet).values())

    def _comes_back(self, fleet: FleetFacts) -> bool:
        """Whether a busy fleet has its turn in this round still before it, or may play a second game."""
        games = [
            each
            for each in self.at.pairings.values()
            if fleet.id in each.fleets and each.status != "cancelled"
        ]
        here = fleet.id in self.at.present
        return (self.again and here) or (all(each.agreed for each in games) and (bool(games) or not here))


def busy(fleets: Iterable[FleetFacts]) -> dict[Holding, list[FleetFacts]]:
    """Fleets among these that are in a game, and those at their desk (CR-054)."""
    listed = list(fleets)
    return {
        "playing": [each for each in listed if each.standing == "playing"],
        "desk": [each for each in listed if each.standing == "desk"],
    }


def matching(state: CampaignState, round: int) -> Matching:
    """The matching of a round; without fleets if there is no such round."""
    league = state.of(LeagueState)
    at = league.rounds.get(round) or RoundState(round, 0, open=False)
    return Matching(at, fleet_facts(state), league.format == "team", league.profile.second_game_in_round)


def may_meet(sides: Iterable[str], *, teams: bool) -> bool:
    """Whether a game can be made among fleets of these sides: two, in a team campaign of two teams
    (CR-052)."""
    listed = list(sides)
    return len(set(listed) if teams else listed) > 1


class TakingPart(Protocol):
    """A fleet, as far as its campaign can go on with it."""

    @property
    def side(self) -> str: ...
    @property
    def standing(self) -> str: ...


def lacks_opponents(league: LeagueState, fleets: Iterable[TakingPart]) -> bool:
    """Whether a campaign that was reopened still has too few fleets, or teams, for a game. Drafts do not take
    part yet. `fleets` are read only in a campaign that once ended for that."""
    if not league.decided or league.phase != "running":
        return False
    living = (each.side for each in fleets if each.standing not in ("draft", *OUT))
    return not may_meet(living, teams=league.format == "team")


def may_check_in(at: RoundState, fleet: FleetFacts) -> bool:
    """Whether a fleet can be checked in: the round is open, not of agreed games, and the fleet is ready and
    not here (CR-051, CR-054)."""
    return at.open and not at.agreed and fleet.id not in at.present and fleet.standing == "ready"


def may_check_out(at: RoundState, fleet: FleetFacts) -> bool:
    """Whether a fleet can be checked out: it is here, in no game and not at its desk, and has had no turn in
    the round (CR-051, CR-054)."""
    here = at.open and fleet.id in at.present and fleet.standing not in ("playing", "desk")
    return here and waits_for_game(at, fleet.id)


def tied_lowest(facts: Iterable[FleetFacts]) -> list[FleetFacts]:
    """The fleets that share the lowest value, by number (CR-052)."""
    listed = sorted(facts, key=lambda each: (each.value, each.id))
    return [each for each in listed if each.value == listed[0].value]


def lowest(facts: Iterable[FleetFacts], entropy: Entropy) -> FleetFacts:
    """The fleet with the lowest value; chance decides between equals (CR-052).

    Chance is asked only when there is a tie. Raises ValueError for no fleets.
    """
    tied = tied_lowest(facts)
    if not tied:
        raise ValueError("There is no fleet to choose from.")
    return tied[0] if len(tied) == 1 else tied[below(entropy, len(tied))]
