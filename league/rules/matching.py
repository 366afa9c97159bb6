"""Fleets that are free for a game, the one that chooses, and the fleets that it may meet (CR-051, CR-052,
CR-054). Questions, no events."""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.entropy import Entropy, below
from league.kernel.fold import CampaignState
from league.ports import FleetFacts, fleet_facts
from league.rules.state import LeagueState, RoundState


def round_state(state: CampaignState, round: int) -> RoundState | None:
    return state.of(LeagueState).rounds.get(round)


def free_fleets(state: CampaignState, round: int) -> list[FleetFacts]:
    """The present fleets that could start a game now, in order of check-in.

    Not those in a game, eliminated, or whose post-game phase is still open (CR-054).
    """
    at = round_state(state, round)
    facts = fleet_facts(state)
    return [facts[n] for n in (at.present if at else ()) if n in facts and facts[n].standing == "ready"]


def has_played(at: RoundState, fleet: int) -> bool:
    """Whether the fleet has, or had, a game of this round that was not cancelled."""
    return any(
        fleet in (each.active, each.opposing) for each in at.pairings.values() if each.status != "cancelled"
    )


def waits_for_game(at: RoundState, fleet: int) -> bool:
    """Whether a present fleet has neither a game nor the phase of CR-056 in this round."""
    return fleet not in at.sitting_out and not has_played(at, fleet)


def unmatched_fleets(state: CampaignState, round: int) -> list[FleetFacts]:
    """The free fleets without a game and without the phase of CR-056 in this round, in order of check-in."""
    at = round_state(state, round)
    if at is None:
        return []
    return [each for each in free_fleets(state, round) if waits_for_game(at, each.id)]


def plays_again(state: CampaignState) -> bool:
    """Whether a fleet that is back from its game may play again in the round: an option (CR-052)."""
    return state.of(LeagueState).profile.second_game_in_round


def fleets_to_match(state: CampaignState, round: int) -> list[FleetFacts]:
    """The fleets among which a game may be made, in order of check-in: those without one in this round, with
    the option all that are free (CR-052)."""
    return free_fleets(state, round) if plays_again(state) else unmatched_fleets(state, round)


def choosers(state: CampaignState, round: int) -> list[FleetFacts]:
    """Candidates for the next Active Fleet: the unmatched fleets. If none is left and the option is on,
    the fleets that are back for another game (CR-052)."""
    return unmatched_fleets(state, round) or fleets_to_match(state, round)


def opponents_of(state: CampaignState, round: int, fleet: FleetFacts) -> list[FleetFacts]:
    """The fleets that the Active Fleet may choose from, in order of check-in: the other unmatched ones. If
    none of these is left and the option is on, the fleets that are back for another game. In a team
    campaign they are of another team (CR-052)."""

    def rivals(among: Iterable[FleetFacts]) -> list[FleetFacts]:
        return [each for each in among if each.id != fleet.id and not same_team(state, each, fleet)]

    return rivals(unmatched_fleets(state, round)) or rivals(fleets_to_match(state, round))


def same_team(state: CampaignState, one: FleetFacts, other: FleetFacts) -> bool:
    """Whether two fleets are of one team; never when each plays for itself (CR-055)."""
    return state.of(LeagueState).format == "team" and one.side == other.side


def can_be_matched(state: CampaignState, facts: Iterable[FleetFacts]) -> bool:
    """Whether a game can be made among these fleets: two, in a team campaign of two teams (CR-052)."""
    sides = [each.side for each in facts]
    return len(set(sides) if state.of(LeagueState).format == "team" else sides) > 1


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
