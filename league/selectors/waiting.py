"""Tasks that wait for a person, in all their campaigns. Each app registers what it knows of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from league.addresses import Address, address, campaign_address, round_address
from league.models import JoinRequest, Member
from league.ports import FleetFacts, FleetRow
from league.prepared import Prepared
from league.rules.matching import Matching, is_over, lacks_opponents, waits_for_game
from league.rules.meetings.questions import is_due, is_news, learns_of_it, why_not_yet
from league.rules.meetings.sentences import BEGIN_QUESTION, Side, Told
from league.rules.phrases import full_stop, nobody_to_meet
from league.rules.reminders import NO_GAME, choice_in, reminded_at
from league.rules.schedule.upcoming import starts_at, upcoming
from league.rules.state import Attendance, LeagueState, Meeting, RoundState
from league.second_step import lacking
from league.selectors.campaigns import league_states, names_of
from league.selectors.port_rows import commanded, in_campaigns


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's place in one campaign, with the fleet they own there and those that they stand in for."""

    campaign: int
    name: str
    phase: str
    member: int
    role: str
    fleet: FleetRow | None
    proxied: tuple[FleetRow, ...] = ()
    goes_on_from: int = 0
    """The campaign of this server that this one goes on from, 0 for none."""

    @property
    def commanded(self) -> tuple[FleetRow, ...]:
        """All fleets that the person may act for."""
        return (*(() if self.fleet is None else (self.fleet,)), *self.proxied)

    @property
    def organises(self) -> bool:
        return self.role in ("organiser", "co_organiser")

    @property
    def address(self) -> Address:
        return campaign_address(self.campaign)


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits. `mine` marks what holds others up; `order` sorts (low first); `fleet` is whom it
    concerns, 0: no fleet."""

    seat: Seat
    what: str
    url: str
    label: str
    symbol: str
    mine: bool = True
    order: int = 50
    fleet: int = 0
    at: datetime | None = None
    """A moment that completes the sentence, for pages to show in the reader's own time."""
    since: datetime | None = None
    """The moment of news for which there is nothing to do: once its reader has been at its place, the line
    under the tabs has it no more."""
    reminded: datetime | None = None
    """The moment at which an organiser reminded the person of it."""
    post: str = ""
    """Address at which one press does it, with `fields`; "" if there is more to it."""
    fields: tuple[tuple[str, str], ...] = ()
    question: str = ""
    """A question that the press asks first, "" for none."""
    only_read: bool = False
    """Whether the address has nothing to do, only the same thing to read."""
    news_there: bool = False
    """Whether its sentence is news even on the page where it is done, such as that a round has opened."""
    on_one_page: bool = False
    """Whether its place is that page alone, and none below it."""

    @property
    def stands_in(self) -> str:
        """The fleet for whose owner the person acts in this, "" for an own one."""
        return next((each.name for each in self.seat.proxied if each.number == self.fleet), "")


@dataclass(slots=True)
class Inbox:
    """All places of one person; `leagues` holds the folded league part of the campaigns that have not ended.

    `user` is the account's key, for what belongs to a person and to no campaign. `requests` are those to join
    that nobody has answered: (campaign, its name, whether it is public, account, display name), of the person
    and to their campaigns.
    """

    seats: Sequence[Seat]
    leagues: Mapping[int, LeagueState] = field(default_factory=dict)
    user: int = 0
    requests: Sequence[tuple[int, str, bool, int, str]] = ()

    @property
    def asked(self) -> list[tuple[int, str]]:
        """Number and name of the campaigns that the person asked to join and that have not answered. The
        number is 0 for those that they cannot see."""
        return [
            (campaign if public else 0, name)
            for campaign, name, public, user, _ in self.requests
            if user == self.user
        ]


LIVE = ("gathering", "running")
NONE = [0]  # No campaign has this number.
REMINDED_FIRST = 100
"""Places by which a task moves ahead once an organiser has reminded of it."""
Provider = Callable[[Inbox], Iterable[Waiting]]
_PROVIDERS: list[Provider] = []


def provides_waiting(provider: Provider) -> Provider:
    """Register a source of waiting things: asked once for all places, with a constant number of queries."""
    if provider not in _PROVIDERS:
        _PROVIDERS.append(provider)
    return provider


SAID: Mapping[Attendance, str] = {
    "coming": "you are coming.",
    "late": "you will be late.",
    "not": "you are not coming.",
}
MEMBERSHIPS: Prepared[Member] = Prepared(
    lambda user: (
        Member.objects.filter(user_id=user, active=True).select_related("campaign").order_by("-campaign_id")
    ),
    int,
)
REQUESTS: Prepared[tuple[int, str, bool, int, str]] = Prepared(
    lambda campaigns, user: (
        JoinRequest.objects.filter(answered_at=None)
        .exclude(campaign__phase="ended")
        .filter(Q(campaign_id__in=campaigns) | Q(user_id=user))
        .order_by("pk")
        .values_list("campaign_id", "campaign__name", "campaign__public", "user_id", "user__first_name")
    ),
    list,
    int,
)


def seats_of(user: Any) -> list[Seat]:
    """The person's places, newest campaign first. Two queries."""
    members = MEMBERSHIPS.rows(user.pk)
    fleets = commanded((each.campaign_id, each.number) for each in members)
    return [
        Seat(
            each.campaign_id,
            each.campaign.name,
            each.campaign.phase,
            each.number,
            each.role,
            fleets.own.get(each.campaign_id),
            tuple(fleets.proxied.get(each.campaign_id, ())),
            each.campaign.predecessor_id or 0,
        )
        for each in members
    ]


def inbox_of(user: Any) -> tuple[Inbox, list[Waiting]]:
    """The person's places, and what waits there: the most urgent first."""
    inbox = Inbox(seats_of(user), user=user.pk)
    inbox.leagues = league_states(each.campaign for each in inbox.seats if each.phase in LIVE)
    inbox.requests = REQUESTS.rows([seat.campaign for seat in inbox.seats if seat.organises] or NONE, user.pk)
    found = [each for provider in _PROVIDERS for each in provider(inbox)]
    return inbox, sorted(found, key=lambda each: (each.order, -each.seat.campaign, each.what))


def waiting_for(user: Any) -> tuple[list[Seat], list[Waiting]]:
    """The same with the places alone."""
    inbox, found = inbox_of(user)
    return list(inbox.seats), found


@provides_waiting
def _second_step(inbox: Inbox) -> Iterable[Waiting]:
    """The host's rule that organisers need a second step. One query if the host has it."""
    organised = [seat for seat in inbox.seats if seat.organises]
    if organised and lacking([inbox.user]):
        what = "Set up a second step of sign-in: organisers need one here."
        for seat in organised:
            yield Waiting(seat, what, reverse("mfa_index"), "Set it up", "lock", order=1)


@provides_waiting
def _rounds(inbox: Inbox) -> Iterable[Waiting]:
    """The open rounds and the next ones. One query, none if no task depends on other fleets."""
    opened = _opened(inbox)
    fleets: dict[int, list[FleetRow]] = {}
    for row in in_campaigns({seat.campaign for seat, at, _ in opened if _needs_fleets(seat, at)}):
        fleets.setdefault(row.campaign, []).append(row)
    for seat, at, league in opened:
        yield from _in_round(seat, at, league, fleets.get(seat.campaign, ()))
    for seat in inbox.seats:
        found = inbox.leagues.get(seat.campaign)
        if found is None or seat.phase != "running" or not seat.organises:
            continue
        if (
            found.decided
            and found.open_round is None
            and lacks_opponents(found, in_campaigns({seat.campaign}))
        ):
            what, url = nobody_to_meet(teams=found.format == "team"), address("fleets", seat.address)
            yield Waiting(seat, what, url, "To the fleets", "fleet", mine=False, order=80)
        elif found.open_round is None or found.open_round.agreed:
            yield Waiting(
                seat,
                f"Only agreed games are played in round {found.open_round.number}. "
                "Open a round to all on game night."
                if found.open_round
                else "No round is open. Open the next one on game night.",
                address("rounds", seat.address),
                "Open the next round",
                "round",
                mine=False,
                order=80,
                post=address("round-open", seat.address),
                question="Open the next round now? Every player is called to it.",
                on_one_page=True,
            )


def _opened(inbox: Inbox) -> list[tuple[Seat, RoundState, LeagueState]]:
    """The open round of each of the person's campaigns that has one."""
    return [
        (seat, at, league)
        for seat in inbox.seats
        if seat.phase == "running" and (league := inbox.leagues.get(seat.campaign)) is not None
        if (at := league.open_round) is not None
    ]


def _in_round(
    seat: Seat, at: RoundState, league: LeagueState, fleets: Sequence[FleetRow]
) -> Iterable[Waiting]:
    """Tasks of one person in an open round; `fleets` are all of the campaign if they are needed (see
    `_needs_fleets`)."""
    url = round_address(seat.address, at.number)
    if at.agreed:
        return
    for fleet in seat.commanded:
        if fleet.standing != "ready":
            continue
        if fleet.number not in at.present:
            yield Waiting(
                seat,
                f"Round {at.number} is open: check {fleet.name} in if you are there.",
                url,
                "Check in",
                "enter",
                order=20,
                fleet=fleet.number,
                post=address("round-do", url, "check-in"),
                fields=(("fleet", str(fleet.number)),),
            )
        elif at.picking == fleet.number and not _matching(at, league, fleets).choices:
            what = f"{fleet.name} is the Active Fleet, but no opponent is free now. An organiser decides."
            yield Waiting(seat, what, url, "To the round", "clock", mine=False, order=75, fleet=fleet.number)
        elif at.picking == fleet.number:
            last = reminded_at(league, NO_GAME, fleet.number, choice_in(at))
            yield Waiting(
                seat,
                f"{fleet.name} is the Active Fleet: choose its opponent.",
                f"{url}#picking",
                "Choose",
                "initiative",
                order=5 - REMINDED_FIRST * (last is not None),
                fleet=fleet.number,
                reminded=last,
            )
        elif waits_for_game(at, fleet.number):
            what = f"{fleet.name} is checked in and waits for its game."
            if not _could_meet(at, league, fleets, fleet.number):
                ends = "Its repairs open when an organiser finishes the matching."
                what = f"No opponent is left for {fleet.name} in this round. {ends}"
            yield Waiting(seat, what, url, "To the round", "clock", mine=False, order=75, fleet=fleet.number)
    if seat.organises:
        yield _to_organise(seat, url, _matching(at, league, fleets))


def _needs_fleets(seat: Seat, at: RoundState) -> bool:
    """Whether the person's tasks in an open round depend on all fleets of the campaign."""
    here = [each.number for each in seat.commanded if each.standing == "ready" and each.number in at.present]
    to_organise = seat.organises and (is_over(at) or at.picking is not None)
    return to_organise or any(each == at.picking or waits_for_game(at, each) for each in here)


def _matching(at: RoundState, league: LeagueState, fleets: Iterable[FleetRow]) -> Matching:
    facts = {each.number: each.facts for each in fleets}
    return Matching(at, facts, league.format == "team", league.profile.second_game_in_round)


def _could_meet(at: RoundState, league: LeagueState, fleets: Iterable[FleetRow], fleet: int) -> bool:
    """Whether the fleet may still get a game in the round."""
    found = _matching(at, league, fleets)
    return fleet not in found.fleets or found.could_meet(found.fleets[fleet])


@provides_waiting
def _called_off(inbox: Inbox) -> Iterable[Waiting]:
    """News of games that are called off, each until its fleet has another one or its round is closed. Two
    queries, none without such games."""
    found = [
        (seat, at, fleet, off)
        for seat, at, _ in _opened(inbox)
        for fleet in seat.commanded
        if fleet.standing == "ready" and (off := at.called_off(fleet.number)) is not None
        if off.ended_by != seat.member
    ]
    fleets = {
        (row.campaign, row.number): row.name for row in in_campaigns({seat.campaign for seat, *_ in found})
    }
    people = names_of((seat.campaign, off.ended_by) for seat, _, _, off in found)
    for seat, at, fleet, off in found:
        opponent = next(each for each in off.fleets if each != fleet.number)
        other = fleets.get((seat.campaign, opponent), "a fleet that is gone")
        who = people.get((seat.campaign, off.ended_by), "An organiser")
        yield Waiting(
            seat,
            f"{who} called off the game of {fleet.name} against {other}: {full_stop(off.reason)}",
            round_address(seat.address, at.number),
            "To the round",
            "cross",
            mine=False,
            order=74,
            fleet=fleet.number,
            only_read=True,
        )


def _to_organise(seat: Seat, url: str, found: Matching) -> Waiting:
    """The next thing for organisers in the open round."""
    at = found.at
    playing = sum(each.status == "playing" for each in at.pairings.values())
    unmatched = [each for each in at.present if waits_for_game(at, each)]
    if len(unmatched) > 1 and at.picking is None:
        start = (
            "Start the matching, or finish it if all belong to one team"
            if found.teams
            else "Start the matching"
        )
        what = f"Round {at.number}: {len(unmatched)} fleets are here without a game. {start}."
        return Waiting(seat, what, url, "Match", "round", order=15)
    if at.picking is not None and not found.choices:
        what = (
            f"Round {at.number}: no opponent is free for the Active Fleet. "
            "Check one in, or finish the matching."
        )
        return Waiting(seat, what, url, "To the round", "round", order=15)
    if is_over(at):
        if any(each.standing == "desk" for each in found.present):
            what = f"Round {at.number}: every game is over. Close it once all repairs are closed."
            return Waiting(seat, what, url, "To the round", "round", order=40)
        close = address("round-do", url, "close")
        what = f"Round {at.number}: every game is over, and all repairs are closed."
        return Waiting(seat, what, url, "Close the round", "round", order=40, post=close)
    what = f"Round {at.number} is running: {len(at.present)} checked in, {playing} playing."
    return Waiting(seat, what, url, "To the round", "round", mine=False, order=70)


@provides_waiting
def _nights(inbox: Inbox) -> Iterable[Waiting]:
    """The next game night of each campaign, for those who can come. No query."""
    now = timezone.now()
    for seat in inbox.seats:
        league = inbox.leagues.get(seat.campaign)
        if league is None or seat.role == "visitor":
            continue
        for night in upcoming(league, now)[:1]:
            said = night.answers.get(seat.member)
            what = SAID[said] if said else "say whether you come."
            yield Waiting(
                seat,
                f"Game night {night.number}, {night.venue}: {what}",
                address("schedule", seat.address),
                "Change" if said else "Answer",
                "clock",
                mine=said is None,
                order=60 if said is None else 85,
                at=starts_at(night),
            )


@provides_waiting
def _meetings(inbox: Inbox) -> Iterable[Waiting]:
    """Games between the nights that wait for an answer, or for somebody to begin them, and those that are
    off. Two queries, none without such games."""
    now = timezone.now()
    found = [
        (seat, inbox.leagues[seat.campaign], meeting)
        for seat in inbox.seats
        if seat.phase == "running" and seat.campaign in inbox.leagues
        for meeting in inbox.leagues[seat.campaign].meetings.values()
        if _concerns(seat, inbox.leagues[seat.campaign], meeting, now)
    ]
    facts: dict[int, dict[int, FleetFacts]] = {}
    for row in in_campaigns({seat.campaign for seat, _, _ in found}):
        facts.setdefault(row.campaign, {})[row.number] = row.facts
    people = [
        (seat.campaign, member)
        for seat, _, meeting in found
        for member in (meeting.ended_by, *_owners(meeting, facts.get(seat.campaign, {})))
    ]
    names = names_of(people)
    for seat, league, meeting in found:
        yield _meeting(seat, league, meeting, facts.get(seat.campaign, {}), names, now)


def _owners(meeting: Meeting, fleets: Mapping[int, FleetFacts]) -> list[int]:
    """The members whose fleets are to meet."""
    return [fleets[each].member for each in (meeting.fleet, meeting.opposing) if each in fleets]


def _concerns(seat: Seat, league: LeagueState, meeting: Meeting, now: datetime) -> bool:
    """Whether the person answers, begins or plays the game, or has to know that it is off."""
    own = {each.number for each in seat.commanded}
    match meeting.status:
        case "proposed":
            return meeting.opposing in own and meeting.fleet not in own
        case "agreed":
            return seat.organises or bool(own & {meeting.fleet, meeting.opposing})
        case _:
            return is_news(league, meeting, now) and learns_of_it(meeting, seat.member, own)


def _meeting(
    seat: Seat,
    league: LeagueState,
    meeting: Meeting,
    fleets: Mapping[int, FleetFacts],
    names: Mapping[tuple[int, int], str],
    now: datetime,
) -> Waiting:
    own = {each.number for each in seat.commanded}
    asks, asked = (_side(seat, each, fleets, names, own) for each in (meeting.fleet, meeting.opposing))
    told = Told(asks, asked, meeting.venue)
    task = Waiting(
        seat,
        told.proposed(),
        f"{address('schedule', seat.address)}#game-{meeting.number}",
        "Answer",
        "game",
        order=25,
        fleet=meeting.opposing,
        at=datetime.fromisoformat(meeting.starts),
    )
    match meeting.status:
        case "proposed":
            return task
        case "agreed":
            return _agreed(task, league, meeting, told, fleets, now)
        case "declined":
            what = told.declined()
        case _:
            what = told.withdrawn(names.get((seat.campaign, meeting.ended_by), ""))
    soon = is_due(meeting, now) and meeting.off
    order = 25 if soon else 77
    return replace(task, what=what, label="To the schedule", mine=soon, order=order, fleet=0, only_read=True)


def _side(
    seat: Seat,
    number: int,
    fleets: Mapping[int, FleetFacts],
    names: Mapping[tuple[int, int], str],
    own: Collection[int],
) -> Side:
    found = fleets.get(number)
    if found is None:
        return Side("a fleet that is gone", "", number in own)
    return Side(found.name, names.get((seat.campaign, found.member), ""), number in own)


def _agreed(
    task: Waiting,
    league: LeagueState,
    meeting: Meeting,
    told: Told,
    fleets: Mapping[int, FleetFacts],
    now: datetime,
) -> Waiting:
    """The task of an agreed game: from a day before its start on, one press begins it."""
    seat = task.seat
    task = replace(task, label="To the schedule", mine=False, order=76, fleet=0, only_read=True)
    if not (seat.organises or league.profile.games_by_agreement):
        return replace(task, what=f"{told.agreed()}. An organiser begins it when you meet.")
    why_not = why_not_yet(league, meeting, fleets)
    if why_not:
        return replace(task, what=f"{told.agreed()}. {why_not}")
    task = replace(task, what=told.begun())
    if not is_due(meeting, now):
        return task
    return replace(
        task,
        label="Begin the game",
        mine=True,
        order=35,
        post=address("meeting-do", seat.address, meeting.number, "begin"),
        question=BEGIN_QUESTION,
        only_read=False,
    )


@provides_waiting
def _requests(inbox: Inbox) -> Iterable[Waiting]:
    organised = {seat.campaign: seat for seat in inbox.seats if seat.organises}
    asking: dict[int, list[str]] = {}
    for campaign_id, _, _, user, name in inbox.requests:
        if campaign_id in organised and user != inbox.user:
            asking.setdefault(campaign_id, []).append(name or "Somebody")
    for campaign_id, names in asking.items():
        seat = organised[campaign_id]
        what = f"{names[0]} asks to join." if len(names) == 1 else f"{len(names)} people ask to join."
        yield Waiting(seat, what, address("requests", seat.address), "Answer", "users", order=30)
