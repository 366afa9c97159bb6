"""Races: two browsers send the same at the same moment. One wins, and nothing happens twice."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count, cycle
from threading import Barrier

from django.contrib.auth import get_user_model
from django.db import connections

from league.models import Act, Campaign, Member
from league.rules.state import LeagueState
from league.services.campaigns import invite
from league.services.check import check
from league.store import log
from missions.battles.models import Battle, BattleOrder
from tests.battles import battles
from tests.siege import Row, Sizes, counted
from tests.siege.web import GONE, Person
from tests.siege.world import Draft, Running, World, account, signed_in

Sending = Callable[[], tuple[int, bytes]]
TOLD = (200, 302, 403, 404, 409, 422)
"""Answers that say how it went; the loser of a race gets one of them as well."""
PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Race:
    """Sendings at the same moment. `winners` counts in the database how many of them came through."""

    name: str
    sendings: tuple[Sending, ...]
    winners: Callable[[], int]


def attack(world: World, sizes: Sizes) -> list[Row]:
    """Run the races in turns of all kinds."""
    run: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    errors: list[str] = []
    kinds = cycle(_kinds(world))
    until = sizes.until()
    with ThreadPoolExecutor(2) as pool:
        while run.total() < sizes.races and time.monotonic() < until:
            race = next(next(kinds))
            gate = Barrier(len(race.sendings))
            answers = list(pool.map(lambda send, gate=gate: _at(gate, send), race.sendings))
            run[race.name] += 1
            if race.winners() != 1:
                wrong[race.name] += 1
            errors += [f"{race.name}: {each}" for each in answers if each not in TOLD]
    connections.close_all()
    broken = [found for each in world.campaigns for found in check(Campaign.objects.get(pk=each))]
    kinds_run = ", ".join(f"{number} {name}" for name, number in run.items())
    bad = sum(wrong.values())
    return [
        Row("races", f"{counted(run.total(), sizes.races)}: {kinds_run}"),
        Row("races without exactly one winner", f"{bad} {dict(wrong) or ''}".strip(), "0", not bad),
        Row("races answered with an error", f"{len(errors)} {errors[:3] or ''}".strip(), "0", not errors),
        Row("differences that check_ledger finds", f"{len(broken)}", "0", not broken),
    ]


def _at(gate: Barrier, send: Sending) -> int:
    gate.wait(30)
    try:
        return send()[0]
    except GONE:
        return 0


def _kinds(world: World) -> list[Iterator[Race]]:
    return [
        *[_of_drafts(draft) for draft in world.drafts],
        *[_of_rounds(running) for running in world.running],
        *[_of_battles(world.port, number) for number in range(3)],
        _of_joining(world),
        _of_signing_up(world),
    ]


def _both(first: Person, second: Person, path: str, **fields: object) -> tuple[Sending, ...]:
    return lambda: first.post(path, **fields), lambda: second.post(path, **fields)


def _acts(campaign: int, name: str) -> Callable[[], int]:
    """The number of acts of that name since now."""
    head = Campaign.objects.values_list("head_seq", flat=True).get(pk=campaign)
    return lambda: Act.objects.filter(campaign=campaign, number__gt=head, name=name).count()


def _of_drafts(draft: Draft) -> Iterator[Race]:
    """Owner and organiser work on one roster, and take the same step back."""
    two, where = (draft.owner, draft.organiser), draft.campaign
    again = replace(draft.organiser, _line=None)
    for number in count():
        name = f"Race {number}"
        seen = Campaign.objects.values_list("head_seq", flat=True).get(pk=where)
        fields = {"do": "rename_fleet", "fleet_name": name, "suit": "clubs", "seen": seen}
        yield Race("new names", _both(*two, draft.work, **fields), _acts(where, "rename_fleet"))
        last = Act.objects.filter(campaign=where, name="rename_fleet").latest("number").number
        undo = f"/campaigns/{where}/timeline/{last}/undo/"
        yield Race("undos", _both(draft.organiser, again, undo, reason="A race"), _acts(where, "undo"))
        fields = {"do": "form_squadron", "squadron": 3, "type": "standard"}
        yield Race("new squadrons", _both(*two, draft.work, **fields), _acts(where, "form_squadron"))
        fields = {"do": "strike_squadron", "squadron": 3}
        yield Race("struck squadrons", _both(*two, draft.work, **fields), _acts(where, "strike_squadron"))


def _of_rounds(running: Running) -> Iterator[Race]:
    """Two organisers open a round, check fleets in and out, and close it."""
    two, where = (running.first, running.second), running.campaign
    while True:
        opening = _both(*two, f"/campaigns/{where}/rounds/open/")
        yield Race("rounds opened", opening, _acts(where, "open_round"))
        state = log.load(where).of(LeagueState).open_round
        assert state is not None
        for fleet in running.fleets:
            path = f"/campaigns/{where}/rounds/{state.number}/check-in/"
            yield Race("check-ins", _both(*two, path, fleet=fleet), _acts(where, "check_in"))
            path = f"/campaigns/{where}/rounds/{state.number}/check-out/"
            yield Race("check-outs", _both(*two, path, fleet=fleet), _acts(where, "check_out"))
        closing = _both(*two, f"/campaigns/{where}/rounds/{state.number}/close/")
        yield Race("rounds closed", closing, _acts(where, "close_round"))


def _of_battles(port: int, number: int) -> Iterator[Race]:
    """One order, pressed twice."""
    user = account(f"fighter-{number}")
    first = signed_in(port, user)
    second = replace(first, _line=None)
    row = battles.begun(battles.sitting(user), opponent="screen")
    while True:
        if Battle.objects.get(pk=row.pk).status != "running":
            row = battles.begun(battles.sitting(user), opponent="screen")
        unit, choice = battles.choice(row)
        at, seat = battles.played(row).at, battles.due(row)
        fields = {"at": at, "unit": unit, "choice": choice, "seat": seat}
        before = BattleOrder.objects.filter(battle=row).count()

        def made(row: Battle = row, before: int = before) -> int:
            return BattleOrder.objects.filter(battle=row).count() - before

        yield Race("battle orders", _both(first, second, f"/battles/{row.public_id}/orders/", **fields), made)


def _of_joining(world: World) -> Iterator[Race]:
    """An invitation, accepted twice."""
    campaign = world.drafts[0].campaign
    token = invite(Member.objects.get(campaign=campaign, role="organiser")).token
    for number in count():
        user = account(f"joiner-{number}")
        first = signed_in(world.port, user)
        second = replace(first, _line=None)

        def joined(user: object = user) -> int:
            return Member.objects.filter(campaign=campaign, user=user).count()

        yield Race("places taken", _both(first, second, f"/join/{token}/"), joined)


def _of_signing_up(world: World) -> Iterator[Race]:
    """A double click on *Sign up*."""
    visitors = world.visitors()
    for number in count():
        first = next(visitors)
        second = replace(first, cookies={}, _line=None)
        address = f"new-{number}@siege.example"
        fields = {"display_name": "Nora", "email": address, "password1": PASSWORD, "password2": PASSWORD}

        def made(address: str = address) -> int:
            return get_user_model().objects.filter(email=address).count()

        yield Race("sign-ups", _both(first, second, "/accounts/signup/", **fields), made)
