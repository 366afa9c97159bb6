"""Tasks that wait for a fleet's owner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec
from django.utils import timezone

from league.addresses import address, fleet_address
from league.models import Shard
from league.ports import FleetRow
from league.prepared import Prepared
from league.rules.matching import has_played
from league.rules.next_fleet import needs_organiser
from league.rules.reminders import DESK, NO_GAME, reminded_at
from league.rules.state import LeagueState, RoundState
from league.selectors.campaigns import names_of
from league.selectors.port_rows import fleets
from league.selectors.waiting import REMINDED_FIRST, Inbox, Seat, Waiting, provides_waiting
from rosters.rules.fleets.ready import is_ready
from rosters.rules.fleets.start import FLEETS_NEEDED, lacks_teams
from rosters.rules.state import AssetOffer
from rosters.selectors.closings import NEWS_FOR, ClosedFor, Lately, closed_lately
from rosters.selectors.drafts import Roster, errors_of, rosters_in

NO_OFFERS = ("draft", "retired")  # standings in which a fleet has none
SAY_READY = (("do", "say_ready"), ("ready", "yes"))  # the fields of the builder's button
TWO = 2  # fleets, of which English says "both"
WORTH_SPENDING = 30  # FP left in a draft that buy another ship; fewer may well be meant to be kept


@provides_waiting
def waiting(inbox: Inbox) -> Iterable[Waiting]:
    """Fleets to be founded, finished, locked, assets to be chosen, desks to be closed, and campaigns to be
    started. One query for rosters, one for the offers of assets."""
    starting = [seat for seat in inbox.seats if seat.organises and seat.phase == "gathering"]
    own = {
        (seat.campaign, seat.fleet.number)
        for seat in inbox.seats
        if seat.fleet is not None and seat.fleet.standing == "draft" and seat.phase != "ended"
    }
    rosters = rosters_in(own, {seat.campaign for seat in starting})
    findings = _draft_findings(own, rosters)
    offered = _offered(inbox.seats)
    lately = _closed_lately(inbox)
    for seat in inbox.seats:
        if seat.phase == "ended":
            continue
        fleet = seat.fleet
        if fleet is None or fleet.standing == "retired":
            if seat.role != "visitor":
                yield _found_one(seat, fleet, inbox.leagues.get(seat.campaign))
        elif fleet.standing == "draft":
            yield _draft(seat, fleet, *findings.get(seat.campaign, (0, False)))
        for each in seat.commanded:
            if (seat.campaign, each.number) in offered:
                yield _offer(seat, each)
            if each.standing == "desk":
                again = (seat.campaign, each.number) in lately.reopened
                yield _desk(seat, each, inbox.leagues.get(seat.campaign), again=again)
            elif each.standing == "ready" and (seat.campaign, each.number) in lately.closed:
                yield _closed(seat, each, lately.closed[seat.campaign, each.number])
            elif each.standing == "ready" and _is_before_the_first_round(seat, inbox):
                yield _locked(seat, each)
    yield from _lacking(inbox)
    yield from _new_hands(inbox)
    for seat in starting:
        here = [each for each in rosters if each.campaign == seat.campaign]
        yield _start(seat, [each for each in here if each.fleet.standing == "draft"], here, inbox.leagues)


class _Offer(msgspec.Struct):
    """The one fact of a fleet's document that is wanted; the rest is skipped in reading."""

    offer: AssetOffer | None = None


DOCS: Prepared[tuple[int, int, str]] = Prepared(
    lambda campaigns, numbers: (
        Shard.objects.filter(part="rosters", campaign_id__in=campaigns, key__in=numbers)
        .filter(campaign__missions=True)
        .values_list("campaign_id", "key", "doc")
    ),
    list,
    list,
)


def _offered(seats: Sequence[Seat]) -> set[tuple[int, int]]:
    """(campaign, fleet) where a victory's offer waits for the person (CR-094)."""
    pending = {
        (seat.campaign, each.number)
        for seat in seats
        for each in seat.commanded
        if seat.phase == "running" and each.standing not in NO_OFFERS
    }
    if not pending:
        return set()
    campaigns, numbers = {campaign for campaign, _ in pending}, {number for _, number in pending}
    return {
        (campaign, number)
        for campaign, number, doc in DOCS.rows(list(campaigns), list(numbers))
        if (campaign, number) in pending and msgspec.json.decode(doc, type=_Offer).offer is not None
    }


def _offer(seat: Seat, fleet: FleetRow) -> Waiting:
    at_desk = fleet.standing == "desk"
    page = f"{_at_desk(seat, fleet)}?step=result" if at_desk else fleet_address(seat.address, fleet.slug)
    return Waiting(
        seat,
        f"{fleet.name} has won an asset: choose it, or decline.",
        f"{page}#offer",
        "Choose",
        "asset",
        order=24,
        fleet=fleet.number,
    )


def _closed_lately(inbox: Inbox) -> Lately:
    """News about the repairs of fleets that the person commands. Four queries at most, none without a fleet
    whose phase may have been closed."""
    return closed_lately(
        {
            seat.campaign: seat.member
            for seat in inbox.seats
            if seat.phase == "running" and any(each.standing in ("ready", "desk") for each in seat.commanded)
        }
    )


def _closed(seat: Seat, fleet: FleetRow, closed: ClosedFor) -> Waiting:
    what = f"{closed.by} closed the repairs of {fleet.name}. {closed.points} FP stay for the next ones."
    return Waiting(
        seat,
        f"{what} {closed.disbanded}".rstrip(),
        _at_desk(seat, fleet),
        "Look",
        "lock",
        mine=False,
        order=95,
        fleet=fleet.number,
        since=closed.at,
    )


def _is_before_the_first_round(seat: Seat, inbox: Inbox) -> bool:
    league = inbox.leagues.get(seat.campaign)
    return seat.phase == "running" and league is not None and not league.rounds


def _locked(seat: Seat, fleet: FleetRow) -> Waiting:
    left = f" with {fleet.points} FP unspent" if fleet.points else ""
    return Waiting(
        seat,
        f"The campaign has started, which locked {fleet.name}{left}. "
        "Check in once an organiser opens a round.",
        fleet_address(seat.address, fleet.slug),
        "See the fleet",
        "lock",
        mine=False,
        order=85,
        fleet=fleet.number,
    )


def _desk(seat: Seat, fleet: FleetRow, league: LeagueState | None, *, again: bool) -> Waiting:
    last = reminded_at(league, NO_GAME, fleet.number, DESK) if league else None
    at = league.called_round if league else None
    calls = at is not None and at.open and fleet.number not in at.present
    what = f"{fleet.name} {_why_open(fleet, at)}: recover, promote, buy, then close its repairs."
    if again:
        what = f"The repairs of {fleet.name} are open again, because their closing was undone."
    if at is not None and calls:
        what = f"Round {at.number} is open. Finish the repairs of {fleet.name}, then check in."
    return Waiting(
        seat,
        what,
        _at_desk(seat, fleet),
        "Repairs",
        "repair",
        order=25 - REMINDED_FIRST * (last is not None),
        fleet=fleet.number,
        reminded=last,
        news_there=calls,
    )


def _why_open(fleet: FleetRow, at: RoundState | None) -> str:
    """Words on why the repairs of a fleet are open: after a game, or instead of one (CR-056)."""
    if at is not None and fleet.number in at.sitting_out and not has_played(at, fleet.number):
        return "had no game"
    return "is back"


def _at_desk(seat: Seat, fleet: FleetRow) -> str:
    return address("fleet-work", fleet_address(seat.address, fleet.slug), "desk")


def _found_one(seat: Seat, fleet: FleetRow | None, league: LeagueState | None) -> Waiting:
    """An organiser may do without a fleet, so everything else goes first. Nobody waits for a player whose
    earlier fleet is gone, whether they get another one or not."""
    url = address("fleet-new", seat.address)
    had_one = league is not None and needs_organiser(league, seat.member, [fleet] if fleet else [])
    if had_one and not seat.organises:
        what = "You command no fleet any more. An organiser can found another for you."
        return Waiting(seat, what, url, "Read more", "fleet", mine=False, order=90, only_read=True)
    what = "You command no fleet any more." if had_one else "You have no fleet here yet."
    mine, order = not seat.organises, 90 if seat.organises else 35
    return Waiting(seat, what, url, "Found a fleet", "fleet", mine=mine, order=order)


def _lacking(inbox: Inbox) -> Iterable[Waiting]:
    """The players whose earlier fleet is gone, for organisers, who alone found them another. One query,
    none without such players."""
    had = {
        (seat.campaign, each.id): seat
        for seat in inbox.seats
        if seat.organises and seat.phase == "running" and seat.campaign in inbox.leagues
        for each in inbox.leagues[seat.campaign].members.values()
        if each.had_fleet and each.active and each.role != "visitor" and each.id != seat.member
    }
    names = names_of(had)
    for (campaign, member), seat in had.items():
        name = names.get((campaign, member), "A player")
        yield Waiting(
            seat,
            f"{name} commands no fleet any more. Only an organiser can found them another.",
            f"{address('fleet-new', seat.address)}?for={member}",
            "Found a fleet",
            "fleet",
            mine=False,
            order=91,
        )


def _new_hands(inbox: Inbox) -> Iterable[Waiting]:
    """News for those who got a fleet, and for proxies whose stand-in ended with that. Two queries for each
    piece of news, none without."""
    for seat in inbox.seats:
        league = inbox.leagues.get(seat.campaign)
        for number, change in league.handovers.items() if league else ():
            at, own = datetime.fromisoformat(change.at), change.member == seat.member
            if not (own or change.proxy == seat.member) or timezone.now() - at > NEWS_FOR:
                continue
            row = next(iter(fleets(seat.campaign, [number])), None)
            if row is None or (own and row.member != seat.member):
                continue
            names = names_of((seat.campaign, each) for each in (change.member, change.former))
            new, old = (
                names.get((seat.campaign, each), "Somebody") for each in (change.member, change.former)
            )
            what = f"{row.name} is yours: {old} commanded it before, also in the game that it is in."
            if row.standing != "playing":
                what = f"{row.name} is yours: {old} commanded it before."
            if not own:
                what = f"You stand in for {row.name} no longer: {new} commands it now, in the place of {old}."
            url = fleet_address(seat.address, row.slug)
            yield Waiting(seat, what, url, "See the fleet", "fleet", mine=False, order=10, since=at)


def _start(
    seat: Seat, drafts: Sequence[Roster], rosters: Sequence[Roster], leagues: Mapping[int, LeagueState]
) -> Waiting:
    """A draft is ready if its commander calls it so and it is legal: what others did since may have changed
    that."""
    ready = [each for each in drafts if is_ready(each.fleet) and not errors_of(each, rosters)]
    if len(drafts) < FLEETS_NEEDED:
        league = leagues.get(seat.campaign)
        return _lack_fleets(seat, len(drafts), league)
    if len(ready) < len(drafts):
        what = f"Ready to start: {len(ready)} of {len(drafts)} fleets."
        url = address("campaign-start", seat.address)
        return Waiting(seat, what, url, "Review and start", "clock", mine=False, order=70)
    if lacks_teams(drafts[0].format, [each.fleet.side for each in drafts]):
        return _invite(seat, "A campaign in teams needs fleets of two teams. Invite players of another team.")
    which = "Both" if len(ready) == TWO else f"All {len(ready)}"
    what = f"{which} fleets are ready. Start the campaign."
    url = address("campaign-start", seat.address)
    return Waiting(seat, what, url, "Review and start", "lock", order=30)


def _lack_fleets(seat: Seat, founded: int, league: LeagueState | None) -> Waiting:
    """Fewer fleets than a campaign starts with: the people who are here found them, or others are invited."""
    people = [each for each in league.members.values() if each.active] if league else []
    if sum(each.role != "visitor" for each in people) < FLEETS_NEEDED:
        return _invite(seat, "The campaign starts with at least two fleets. Invite players, who found them.")
    so_far = "One fleet is founded" if founded else "Nobody has founded a fleet"
    what = f"{so_far} so far. The campaign starts with at least two."
    if seat.fleet is None:
        url = address("fleet-new", seat.address)
        return Waiting(seat, what, url, "Found a fleet", "fleet", mine=False, order=70)
    return _invite(seat, what)


def _invite(seat: Seat, what: str) -> Waiting:
    url = address("invitations", seat.address)
    return Waiting(seat, what, url, "Invite people", "users", mine=False, order=70)


def _draft(seat: Seat, fleet: FleetRow, errors: int, ready: bool) -> Waiting:
    url = address("fleet-work", fleet_address(seat.address, fleet.slug), "build")
    if errors:
        things = "one thing is" if errors == 1 else f"{errors} things are"
        return Waiting(
            seat,
            f"{fleet.name} is not ready: {things} still missing or wrong.",
            url,
            "Build",
            "edit",
            order=35,
        )
    if seat.phase == "running":
        return _to_lock(seat, fleet, url)
    return _to_start(seat, fleet, url, ready)


def _to_start(seat: Seat, fleet: FleetRow, url: str, ready: bool) -> Waiting:
    """A legal draft before the start: once its points are spent, one press calls it ready (CR-016)."""
    build = Waiting(seat, "", url, "Build", "check", mine=False, order=60)
    if ready:
        return replace(build, what=f"{fleet.name} is ready and waits for the start. You can still change it.")
    if fleet.points >= WORTH_SPENDING:
        what = f"{fleet.name} is legal, with {fleet.points} FP left. Spend them, then say that it is ready."
        return replace(build, what=what, symbol="edit")
    what = f"{fleet.name} is legal. Is it ready to start? You can still change it."
    return replace(build, what=what, label="Ready to start", post=url, fields=SAY_READY)


def _to_lock(seat: Seat, fleet: FleetRow, url: str) -> Waiting:
    """A legal draft of a running campaign: first its points are spent, as nothing is given back later."""
    if fleet.points >= WORTH_SPENDING:
        what = f"{fleet.name} is legal, with {fleet.points} FP left. Spend them, then lock it to join."
        return Waiting(seat, what, url, "Build", "edit", order=30)
    return Waiting(
        seat, f"{fleet.name} is legal. Lock it to join the campaign.", url, "Lock", "lock", order=30
    )


def _draft_findings(own: set[tuple[int, int]], rosters: Sequence[Roster]) -> dict[int, tuple[int, bool]]:
    """Number of errors that the own draft still has (CR-016), and whether it is called ready, by campaign."""
    return {
        each.campaign: (
            errors_of(each, rosters),
            is_ready(each.fleet),
        )
        for each in rosters
        if (each.campaign, each.fleet.id) in own
    }
