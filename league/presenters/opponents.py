"""Fleets that wait for a game: who may still become their opponent, and how the round goes on for them
(CR-051, CR-052, CR-056)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from league.ports import FleetFacts
from league.rules.matching import Holding, Matching
from league.rules.phrases import SIDE_NAMES, join_words


class Listed(Protocol):
    """A fleet in a list of the round page."""

    @property
    def fleet(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...


@dataclass(frozen=True, slots=True)
class NextStep:
    """The step that finds a game for waiting fleets while nobody is choosing. `ends`: it is the end of the
    matching, or that is one of the ways; `again`: a fleet chooses among those that have played."""

    title: str
    text: str
    rule: str = "CR-052"
    ends: Literal["", "only", "too"] = ""
    again: bool = False


def next_step(
    people: Sequence[Listed], unmatched: Sequence[Listed], matching: Matching, organises: bool
) -> NextStep:
    """The step for the `unmatched` fleets, which are free and have no game; `people` are all of the page."""
    waiting = _names(unmatched)
    if matching.may_begin:
        who = "Start the matching" if organises else "An organiser starts the matching"
        return NextStep(
            f"{waiting} wait for a game", f"{who}: the lowest fleet value among them chooses first."
        )
    if len(unmatched) > 1:
        return _one_team_waits(people, unmatched, matching, organises)
    title = f"{waiting} waits for a game"
    if matching.others_free:
        who = f"Let {waiting} choose" if organises else f"An organiser can let {waiting} choose"
        text = f"{who} among the fleets that have played already and are free again."
        return NextStep(title, text, again=True)
    ends = "finish the matching" if organises else "an organiser finishes the matching"
    coming, of_team = _could_come(people, matching), " of another team" if matching.teams else ""
    if not coming:
        end = f"{ends[0].upper()}{ends[1:]}; then it goes to Repairs."
        text = f"No fleet{of_team} is left that it could meet. {end}"
        return NextStep(f"{waiting} has no opponent", text, "CR-056", "only")
    if not matching.at.pairings:
        text = f"The matching starts when an opponent{of_team} is here. {coming}"
        return NextStep(f"{waiting} is checked in", f"{text} If nobody comes, {ends}.", "CR-051", "too")
    text = f"It needs an opponent{of_team}. {coming} Otherwise {ends}, and it goes to Repairs."
    return NextStep(title, text, "CR-056", "too")


def _one_team_waits(
    people: Sequence[Listed], unmatched: Sequence[Listed], matching: Matching, organises: bool
) -> NextStep:
    """Several wait, and all of them are of one team."""
    first = unmatched[0].name
    side = unmatched[0].side
    title = f"{_names(unmatched)} wait for a game, all of Team {SIDE_NAMES.get(side, side)}"
    ends = "finish the matching" if organises else "an organiser finishes the matching"
    if matching.others_free:
        who = f"Let {first} choose" if organises else f"An organiser can let {first} choose"
        text = f"{who} among the other teams' fleets that are free again, or {ends}."
        return NextStep(title, text, ends="too", again=True)
    text = f"A game needs two teams. {_could_come(people, matching) or NOBODY_COMES}"
    return NextStep(title, f"{text} Otherwise {ends}, and they go to Repairs.", "CR-056", "too")


NOBODY_COMES = "No fleet of another team can come just now."
COMING: Mapping[Holding, str] = {
    "away": "not checked in",
    "playing": "in a game",
    "desk": "repairs open",
}


def _could_come(people: Sequence[Listed], matching: Matching) -> str:
    """Fleets that may still become opponents, in a team campaign of other teams, and the reasons why not
    yet; "" if there are none."""
    found = matching.could_come(matching.unmatched[0])
    waits = [f"{_listed(people, fleets)} ({COMING[why]})" for why, fleets in found.items() if fleets]
    return f"Still to come: {'; '.join(waits)}." if waits else ""


def _listed(people: Iterable[Listed], fleets: Iterable[FleetFacts]) -> str:
    """The names of the given fleets in the order of the page."""
    numbers = {each.id for each in fleets}
    return ", ".join(each.name for each in people if each.fleet in numbers)


def _names(people: Iterable[Listed]) -> str:
    return join_words(each.name for each in people)
