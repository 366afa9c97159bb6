"""Events in sentences, for the log.

A sentence names things by marks ("{fleet:3} checked in."): names belong to the page (`fill_marks`).
Apps above register sentences for their own events with `narrates`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from league.kernel.events import ActRedone, ActUndone, Event
from league.rules import events as ev
from league.rules.phrases import because, join_words, too_few
from league.rules.profile import OPTIONS

EV = TypeVar("EV", bound=Event)
Narrator = Callable[[Any], "str | None"]

OF_GAMES = ("game", "a_game", "result", "verify", "active", "opposing")
"""Marks that take the number of a game: the game by its sides, "a game", "result" and "verify it" as ways to
it, and the fleets of its two sides."""
MARK = re.compile(rf"\{{(fleet|member|{'|'.join(OF_GAMES)}|round|act|moment):(\d+)\}}")
ROLE_WORDS = {
    "organiser": "the organiser",
    "co_organiser": "a co-organiser",
    "player": "a player",
    "visitor": "a visitor",
    "system": "Admiralty",
}

_NARRATORS: dict[type[Event], Narrator] = {}


def narrates(event_cls: type[EV]) -> Callable[[Callable[[EV], str | None]], Callable[[EV], str | None]]:
    """Register the sentence of an event class; None keeps such an event out of the log."""

    def register(function: Callable[[EV], str | None]) -> Callable[[EV], str | None]:
        _NARRATORS[event_cls] = function
        return function

    return register


def sentence(event: Event) -> str | None:
    """The event as a sentence with marks, or None if the log leaves it out."""
    narrator = _NARRATORS.get(type(event))
    return None if narrator is None else narrator(event)


def fill_marks(text: str, name_of: Callable[[str, int], str]) -> str:
    """The sentence with its marks replaced: `name_of("fleet", 3)` gives what to put in."""
    return MARK.sub(lambda found: name_of(found.group(1), int(found.group(2))), text)


def _fleets(numbers: tuple[int, ...]) -> str:
    return join_words(f"{{fleet:{number}}}" for number in numbers)


@narrates(ev.CampaignCreated)
def _created(e: ev.CampaignCreated) -> str:
    return f"The campaign “{e.name}” was created."


@narrates(ev.SettingsChanged)
def _settings(e: ev.SettingsChanged) -> str:
    news = {
        "name": f"the campaign is called “{e.name}”",
        "public": f"{'everyone' if e.public else 'only members'} can see the campaign",
    } | {each.key: f"“{each.title}” is {'on' if e.profile.get(each.key) else 'off'}" for each in OPTIONS}
    told = [news[each] for each in e.changed or ("name", "public") if each in news]
    return f"The settings were changed: {join_words(told)}."


@narrates(ev.NotesChanged)
def _notes(e: ev.NotesChanged) -> str:
    return "The house notes were changed." if e.notes else "The house notes were removed."


@narrates(ev.ActedFor)
def _acted_for(e: ev.ActedFor) -> str:
    return f"{{member:{e.proxy}}} acted for {{member:{e.member}}}, as proxy of {{fleet:{e.fleet}}}."


@narrates(ev.CampaignStarted)
def _started(e: ev.CampaignStarted) -> str:
    if not e.fleets:
        return "The campaign began."
    return f"The campaign began with {_fleets(e.fleets)}."


@narrates(ev.CampaignEnded)
def _ended(e: ev.CampaignEnded) -> str:
    why = f", because {too_few(teams=bool(e.teams))}" if e.decided else ""
    return f"The campaign ended{why} ({e.rule}).{_first(e)}{because(e.reason)}"


def _first(e: ev.CampaignEnded) -> str:
    """The leading teams in a team campaign, else the leading fleets."""
    names = [f"Team {each.title()}" for each in e.teams] or [
        f"{{fleet:{each}}}" for each in e.standings[: e.level]
    ]
    if not names:
        return ""
    return f" {names[0]} stands first." if len(names) == 1 else f" {join_words(names)} share the first place."


@narrates(ev.CampaignReopened)
def _reopened(e: ev.CampaignReopened) -> str:
    return f"The campaign was reopened.{because(e.reason)}"


@narrates(ev.MemberJoined)
def _joined(e: ev.MemberJoined) -> str:
    return f"{{member:{e.member}}} joined as {ROLE_WORDS[e.role]}."


@narrates(ev.MemberRoleChanged)
def _role(e: ev.MemberRoleChanged) -> str:
    return f"{{member:{e.member}}} is now {ROLE_WORDS[e.role]}."


@narrates(ev.MemberLeft)
def _left(e: ev.MemberLeft) -> str:
    how = "was taken out of" if e.removed else "left"
    return f"{{member:{e.member}}} {how} the campaign."


@narrates(ev.RoundOpened)
def _opened(e: ev.RoundOpened) -> str:
    return f"Round {e.number} opened{' for a game that two players agreed on' if e.agreed else ''}."


@narrates(ev.RoundOpenedToAll)
def _opened_to_all(e: ev.RoundOpenedToAll) -> str:
    return f"{{round:{e.round}}}, which an agreed game had opened, is open to all."


@narrates(ev.TimerSet)
def _timed(e: ev.TimerSet) -> str:
    if not e.minutes:
        return "The round timer was stopped."
    return f"The round timer was set to {e.minutes} minute{'s' if e.minutes > 1 else ''}."


@narrates(ev.FleetCheckedIn)
def _checked_in(e: ev.FleetCheckedIn) -> str:
    return f"{{fleet:{e.fleet}}} checked in."


@narrates(ev.FleetCheckedOut)
def _checked_out(e: ev.FleetCheckedOut) -> str:
    return f"{{fleet:{e.fleet}}} checked out."


@narrates(ev.ActiveFleetNamed)
def _named(e: ev.ActiveFleetNamed) -> str:
    if e.tied:
        equals = _fleets(tuple(each for each in e.tied if each != e.fleet))
        how = f"level with {equals} at a fleet value of {e.value}, and chance decided"
    else:
        how = f"the lowest fleet value, {e.value}"
    return f"{{fleet:{e.fleet}}} is the Active Fleet: {how} (CR-052)."


@narrates(ev.PairingMade)
def _paired(e: ev.PairingMade) -> str:
    return f"{{fleet:{e.fleet}}} chose {{fleet:{e.opposing}}} as its opponent for {{a_game:{e.game}}}."


@narrates(ev.PairingCancelled)
def _cancelled(e: ev.PairingCancelled) -> str:
    return f"{{game:{e.game}}} was called off.{because(e.reason)}"


@narrates(ev.PairingFinished)
def _finished(e: ev.PairingFinished) -> str:
    return f"{{game:{e.game}}} is finished."


@narrates(ev.FleetSatOut)
def _sat_out(e: ev.FleetSatOut) -> str:
    return (
        f"{{fleet:{e.fleet}}} has no game in {{round:{e.round}}}; its old damage marks are erased and its "
        "repairs are open (CR-056)."
    )


@narrates(ev.RoundClosed)
def _round_closed(e: ev.RoundClosed) -> str:
    return f"{{round:{e.round}}} closed."


@narrates(ActUndone)
def _undone(e: ActUndone) -> str:
    return f"{{act:{e.act}}} was undone.{because(e.reason)}"


@narrates(ActRedone)
def _redone(e: ActRedone) -> str:
    return f"{{act:{e.act}}}, which had been undone, counts again."
