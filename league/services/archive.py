"""A campaign as one file, and a campaign made from such a file.

`archive` writes what everybody in the campaign may read: the log, members' numbers and names, nothing of
accounts.
`restore` makes a new campaign of it, whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import msgspec
from django.db import DatabaseError, transaction
from django.utils import timezone

from league import limits
from league.accounts import display_name
from league.kernel.events import ActRedone, ActUndone
from league.kernel.fold import CampaignState
from league.kernel.history import Logged, undone_acts
from league.kernel.refusal import TooMany
from league.models import Act, Campaign, EventRow, Member
from league.naming import file_stem
from league.ports import game_port
from league.rules.campaign import ChangeSettings, HandOverOrganiser
from league.rules.events import MemberJoined
from league.rules.state import LeagueState
from league.selectors.campaigns import ROLE_ORDER, league_state, member_names
from league.selectors.downloads import game_labels, sealed_games
from league.services.acts import act, finish, store, sync_rows
from league.services.campaigns import add_member
from league.services.check import check
from league.services.organising import refuse_without_second_step
from league.services.quotas import count_restore, refuse_more_campaigns
from league.services.restoring import NAME_LIMIT, Book, fits, named, nobody_called, read, readable, stands
from league.store import lines, log
from league.store.archive_file import (
    FORMAT,
    FORMAT_VERSION,
    ActLine,
    Entry,
    Manifest,
    Seat,
    bad,
    pack,
    unpack,
)
from league.store.parts import encode, texts
from league.store.public_part import LeftOut, left_out, without
from league.store.shape import current_shape

ABOUT = (
    "A campaign of Admiralty. log.jsonl has one act a line, with its events; SHA256SUMS is checked by "
    "`sha256sum -c`. Restore the file on any Admiralty site: Campaigns, Restore a campaign."
)
BATCH = 500


@dataclass(frozen=True, slots=True)
class Archive:
    """A file with the name under which it is saved."""

    name: str
    data: bytes
    manifest: Manifest


def archive(campaign_id: int) -> Archive:
    """The campaign's file as its log stands. Raises Campaign.DoesNotExist."""
    # In this order: a game that goes over meanwhile is left out, one that begins meanwhile is not in the log.
    over = {number for number, done in game_port().over(campaign_id).items() if done}
    campaign = Campaign.objects.get(pk=campaign_id)
    events = list(log.logged(campaign_id, seq__lte=campaign.head_seq))
    acts = list(Act.objects.filter(campaign_id=campaign_id, number__lte=campaign.head_seq).order_by("number"))
    out = left_out(events, {act.number: act.touched for act in acts}, over)
    kept = without(events, out.acts)
    written = _lines(campaign, [act for act in acts if act.number not in out.acts], kept)
    manifest = Manifest(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        about=ABOUT,
        campaign={
            name: getattr(campaign, name)
            for name in ("name", "format", "missions", "public", "phase", "profile")
        },
        acts=len(written),
        events=len(kept),
        next_id=campaign.next_id,
        members=_seats(campaign_id, kept),
        left_out=_sentences(campaign_id, out, kept),
        predecessor=_before(campaign),
    )
    name = f"{file_stem(campaign.name, 'campaign')}-{campaign.head_seq}.zip"
    return Archive(name, pack(manifest, written), manifest)


def _lines(campaign: Campaign, acts: list[Act], kept: list[Logged]) -> list[ActLine]:
    """The acts with their events, numbered without gaps."""
    columns = ("seq", "kind", "version", "payload")
    stored = EventRow.objects.filter(campaign=campaign, seq__lte=campaign.head_seq).values_list(*columns)
    rows = {seq: (kind, version, payload) for seq, kind, version, payload in stored.iterator(chunk_size=2000)}
    numbers: dict[int, int] = {}
    entries: dict[int, list[Entry]] = {}
    for place, each in enumerate(kept, 1):
        numbers.setdefault(each.act, place)
        kind, version, payload = rows[each.seq]
        if isinstance(each.event, ActUndone | ActRedone):
            # The present version, because the event is written again.
            moved = replace(each.event, act=numbers[each.event.act])
            version, payload = moved.version, encode(moved)
        entry = Entry(kind, version, msgspec.Raw(payload.encode()))
        entries.setdefault(each.act, []).append(entry)
    return [
        ActLine(numbers[act.number], act.name, act.actor, act.at, act.touched, entries[act.number])
        for act in acts
    ]


def _seats(campaign_id: int, kept: list[Logged]) -> list[Seat]:
    """The members whose joining is in the log and counts, by number."""
    undone = undone_acts(kept)
    numbers = {
        each.event.member for each in kept if isinstance(each.event, MemberJoined) and each.act not in undone
    }
    names = member_names(campaign_id, numbers)
    return [Seat(number, _shown(names[number], number)) for number in sorted(numbers)]


def _before(campaign: Campaign) -> str:
    """The name of the campaign before this one. A public campaign does not tell that of a private one."""
    before = campaign.predecessor
    if before is None:
        return campaign.goes_on_from
    return _shown(before.name) if before.public or not campaign.public else ""


def _shown(name: str, number: int = 0) -> str:
    """A name as a file can hold it; a member's, for one that has no sign to show, by `number`."""
    text = "".join(sign if readable(sign) else " " for sign in name)
    return " ".join(text.split()) or (f"Member {number}" if number else "")


def _sentences(campaign_id: int, out: LeftOut, kept: list[Logged]) -> list[str]:
    """Sentences about what the file leaves out."""
    begun = {game for each in kept if (game := getattr(each.event, "game", None)) is not None}
    found = _cut_short(campaign_id, out.games, begun)
    if out.following:
        count = "One entry" if out.following == 1 else f"{out.following} entries"
        found.append(f"{count} of the log that depend on these: left out as well.")
    return found


def _cut_short(campaign_id: int, games: Iterable[int], begun: set[int] | None = None) -> list[str]:
    numbers = list(games)
    if not numbers:
        return []
    labels = game_labels(campaign_id, league_state(campaign_id), numbers)
    return [
        f"{labels[number]}: not over, so the file has it only up to the moment before its first secret. "
        "If the file is restored, it goes on from there with a new draw."
        if begun is None or number in begun
        else f"{labels[number]}: not over, and not in the file."
        for number in numbers
    ]


def will_be_left_out(campaign_id: int) -> list[str]:
    """Sentences about what an archive made now would leave out. At most five queries."""
    return _cut_short(campaign_id, sealed_games(campaign_id))


def restore(user: Any, data: bytes) -> Member:
    """A new campaign from an archive's bytes, organised by the user. They take the place that carries their
    name, else the organiser's; the other members have no accounts.

    The log is folded before the database is locked and proved after that, so that others write meanwhile.
    Raises `Unreadable` for a file that cannot be restored into exactly what its log says; then nothing is
    kept.
    """
    book = read(*unpack(data))
    state = _fitting(book)
    seats = _seats_of(book, state)
    own = named(seats, display_name(user)) or seats[0]
    return _restored(user, book, state, own, public=state.of(LeagueState).public)


_one_at_a_time = Lock()


def restore_uploaded(user: Any, data: bytes, name: str = "", *, public: bool = False) -> Member:
    """`restore` for somebody who sends a file to a page: shorter logs, one at a time, so many in an hour.
    They take the place of the member called `name`; without it, that of their own name or else a new one. The
    copy is `public` or not, whatever the campaign was.

    Raises `Refusal` too if nobody is called `name`, or the account organises as many campaigns as it may.
    """
    if not _one_at_a_time.acquire(blocking=False):
        text = "Another campaign is being restored at the moment. Try again in a minute."
        raise TooMany("restoring", text, field="archive")
    try:
        with transaction.atomic():
            refuse_without_second_step(user.pk)
            refuse_more_campaigns(user)
        manifest, acts = unpack(data, limits.RESTORED_ACTS)
        if name and named(manifest.members, name) is None:
            raise nobody_called(name, manifest.members)
        count_restore(user)
        book = read(manifest, acts, limits.RESTORED_EVENTS)
        state = _fitting(book, limits.RESTORED_SECONDS)
        seats = _seats_of(book, state)
        own = named(seats, name or display_name(user))
        if name and own is None:
            raise nobody_called(name, seats)
        return _restored(user, book, state, own, public=public)
    finally:
        _one_at_a_time.release()


def _fitting(book: Book, seconds: float | None = None) -> CampaignState:
    state = stands(book, seconds)
    fits(state, book.counting)
    return state


def _seats_of(book: Book, state: CampaignState) -> list[Seat]:
    """Seats of the active members, those first who lead."""
    known = state.of(LeagueState).members
    active = [seat for seat in book.members if known[seat.number].active]
    return sorted(active, key=lambda seat: (ROLE_ORDER.index(known[seat.number].role), seat.number))


def _restored(user: Any, book: Book, state: CampaignState, own: Seat | None, *, public: bool) -> Member:
    """The campaign with the user in their `own` place, or a new one, as its organiser."""
    docs = texts(state)
    try:
        with transaction.atomic():
            campaign = _written(user, book, state, docs, own)
            if public != campaign.public:
                act(campaign.pk, None, ChangeSettings(campaign.name, public))
        _prove(campaign)
        _seat(campaign, user)
        return Member.objects.select_related("campaign").get(campaign=campaign, user=user)
    except (DatabaseError, OverflowError) as problem:
        raise bad("This archive holds something that does not fit into this site’s database.") from problem


def _seat(campaign: Campaign, user: Any) -> None:
    """Make the user the organiser. Takes the campaign away again if that fails."""
    try:
        with transaction.atomic():
            member = add_member(campaign.pk, user, "visitor")
            if member.role != "organiser":
                act(campaign.pk, None, HandOverOrganiser(member.number))
    except BaseException:
        campaign.delete()
        raise


def _prove(campaign: Campaign) -> None:
    """Compare the new campaign with its log. Takes it away again and raises `Unreadable` if they differ."""
    proved = False
    try:
        found = check(Campaign.objects.get(pk=campaign.pk))
        if found:
            raise bad(f"This archive does not fold to the expected state: {found[0]}. Nothing was restored.")
        proved = True
    finally:
        if not proved:
            campaign.delete()


def _written(
    user: Any, book: Book, state: CampaignState, docs: Mapping[tuple[str, int], str], own: Seat | None
) -> Campaign:
    """Write all rows of the campaign. Only that is done under the lock, in which nobody else can write."""
    league = state.of(LeagueState)
    campaign = Campaign.objects.create(
        name=league.name[:NAME_LIMIT],
        head_seq=len(book.events),
        next_id=book.next_id,
        goes_on_from=book.predecessor,
        restored_at=timezone.now(),
        shape=current_shape(),
    )
    counting = book.counting
    Member.objects.bulk_create(_members(user, book, campaign, league, own), batch_size=BATCH)
    _joined_when(campaign, counting)
    Act.objects.bulk_create(_acts(campaign, book), batch_size=BATCH)
    EventRow.objects.bulk_create(
        (
            log.row(campaign.pk, each, payload, version)
            for each, (version, payload) in zip(book.events, book.stored, strict=True)
        ),
        batch_size=BATCH,
    )
    changed = store(campaign, {}, docs)
    lines.rebuild(campaign, counting)
    sync_rows(campaign, state, changed)
    finish(campaign, state)
    return campaign


def _acts(campaign: Campaign, book: Book) -> Iterable[Act]:
    for line in book.acts:
        yield Act(
            campaign=campaign,
            number=line.act,
            last_seq=line.act + len(line.events) - 1,
            name=line.name,
            actor=line.actor,
            at=line.at,
            touched=line.touched,
            undone=line.act in book.undone,
        )


def _members(
    user: Any, book: Book, campaign: Campaign, league: LeagueState, own: Seat | None
) -> Iterable[Member]:
    for seat in book.members:
        known = league.members[seat.number]
        mine = own is not None and seat.number == own.number
        yield Member(
            campaign=campaign,
            number=seat.number,
            user=user if mine else None,
            name=display_name(user) if mine else seat.name,
            role=known.role,
            active=known.active,
        )


def _joined_when(campaign: Campaign, counting: list[Logged]) -> None:
    """Members joined when the log says so, not now."""
    when = {each.event.member: each.at for each in counting if isinstance(each.event, MemberJoined)}
    rows = list(Member.objects.filter(campaign=campaign))
    for row in rows:
        row.joined_at = when.get(row.number, timezone.now())
    Member.objects.bulk_update(rows, ["joined_at"], batch_size=BATCH)
