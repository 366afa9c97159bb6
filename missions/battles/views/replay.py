"""The replay of a battle, and the proof of its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.addresses import address
from league.http import refusing, wants_part
from league.posted import optional_number
from league.rules.phrases import NONCE_WORDS
from missions.battles.engine.moments import turns
from missions.battles.engine.sight import Sight
from missions.battles.presenters.board.inputs import ReplayInputs
from missions.battles.presenters.replay import replay_page
from missions.battles.selectors.battles import BattleAccess, said_at, title_of
from missions.battles.selectors.positions import Played, played_of
from missions.battles.services.proof import LinkStep, link_steps, proof
from missions.battles.views.common import (
    battle_access_or_404,
    live,
    outcome_of,
    replay_links,
    table_of,
    url_of,
)


def _begun_or_404(request: HttpRequest, public_id: str) -> BattleAccess:
    access = battle_access_or_404(request, public_id)
    if not access.battle.head:
        raise Http404("That battle has not begun.")
    return access


@require_safe
@refusing
def replay(request: HttpRequest, public_id: str, part: bool = False) -> HttpResponse:
    """One moment: `at` orders carried out, as `seat` saw it. Other seats only when the battle is over."""
    access = _begun_or_404(request, public_id)
    seat = _seat(request, access)
    page = replay_page(
        replay_inputs(access, played_of(access.battle), optional_number(request.GET, "at"), seat)
    )
    name = "part" if part and wants_part(request) else "page"
    context = {"page": page, "battle": access.battle, "whole": name == "page", **live(access.battle)}
    return render(request, f"battles/replay/{name}.html", context)


def seats_to_see(access: BattleAccess) -> tuple[int | None, ...]:
    """Seats from which this reader may look. If people at one screen have secrets from each other, each has
    to say first that they are looking (`curtained_seats`).
    """
    if access.battle.status == "over":
        return (None, *range(len(access.seats)))
    if access.curtained:
        return (None, access.looking) if access.looking in access.mine else (None,)
    return tuple(sorted(access.mine)) or (None,)


def curtained_seats(access: BattleAccess) -> tuple[int, ...]:
    """The own seats whose view comes after a curtain."""
    return tuple(seat for seat in sorted(access.mine) if seat != access.looking) if access.curtained else ()


def _seat(request: HttpRequest, access: BattleAccess) -> int | None:
    allowed = seats_to_see(access)
    wanted = optional_number(request.GET, "seat")
    return wanted if wanted in allowed else allowed[0]


def replay_inputs(access: BattleAccess, played: Played, at: int | None, seat: int | None) -> ReplayInputs:
    """Input of the presenter: the facts that a seat knew at a moment. Without a seat, once the battle is
    over: everything that any seat could read.
    """
    row, total = access.battle, played.at
    moment = total if at is None else max(0, min(at, total))
    over = row.status == "over"
    all_told = over and seat is None
    state = played.state_at(moment)
    sight = Sight(played.system, state, seat)
    return ReplayInputs(
        table=table_of(access),
        sight=sight,
        acting=[] if played.system.hidden else _acting(played, state),
        seats=seats_to_see(access),
        curtained=curtained_seats(access),
        at=moment,
        total=total,
        turns=turns(played.battle),
        sentences=played.readable_to(seat, moment, all_told),
        links=replay_links(row),
        outcome=outcome_of(row) if moment == total else None,
        called_off=row.ended == "called_off",
        events=played.events_for(seat, moment, all_told),
        thought=said_at(row, moment) if over and any(each.kind == "bot" for each in access.seats) else "",
    )


def _acting(played: Played, state: Any) -> list[int]:
    """The units that could be ordered then."""
    seats = sorted(played.system.to_act(state))
    return [unit for seat in seats for unit in played.system.legal_units(state, seat)]


def link_rows(
    access: BattleAccess, steps: Sequence[LinkStep]
) -> list[tuple[int, list[tuple[str, str, str]]]]:
    """The number of each order that rolled with links, and per seat the name, the link and how it came."""
    names = access.names
    return [
        (step.order, [(names[seat], text, how) for seat, (text, how, _) in enumerate(step.links)])
        for step in steps
        if step.order
    ]


@require_safe
@refusing
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """The seal while the battle runs; then the secret, and every die made once more."""
    access = battle_access_or_404(request, public_id)
    row = access.battle
    context = {
        "battle": row,
        "title": title_of(row),
        "url": url_of(row),
        "hows": NONCE_WORDS,
        "commitment": row.commitment,
        "texts": [(name, seat) for name, seat in zip(access.names, access.seats, strict=True) if row.head],
        "trail": [("Battles", address("battles")), (title_of(row), url_of(row))],
        **live(row),
    }
    if row.status == "over":
        steps = link_steps(row)
        rolls = proof(row, access.seats, played_of(row), steps) if row.head else []
        context |= {
            "seed": row.seed,
            "rolls": rolls,
            "same": all(each.same for each in rolls),
            "links": link_rows(access, steps),
            "data": {
                "commitment": row.commitment,
                "seed": row.seed,
                "nonces": [seat.nonce for seat in access.seats],
                "seals": [seat.seal if seat.bound else "" for seat in access.seats],
                "hows": [seat.how for seat in access.seats],
                "exchange": address("battle-nonces", url_of(row)),
                "chains": address("battle-links", url_of(row)),
                "links": [asdict(each) for each in steps],
                "orders": row.at,
                "rolls": [
                    {
                        "order": each.number,
                        "purpose": each.purpose,
                        "sides": each.sides,
                        "faces": each.recorded,
                    }
                    for each in rolls
                ],
            },
        }
    return render(request, "battles/verify.html", context)
