"""The board: look, order, take back, resign, draw, pause. Live in every open browser."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from league.addresses import address
from league.http import done, refusal_response, refusing, wants_part
from league.kernel.refusal import NotYours, Refusal
from league.posted import optional_number, optional_numbers
from missions.battles.engine.sight import Sight
from missions.battles.posted import (
    DrawAnswer,
    GivenOrder,
    LaidNow,
    LookFrom,
    PauseAnswer,
    StandingAnswer,
    TakenBack,
    WantedHints,
)
from missions.battles.presenters.board.inputs import BoardInputs, BoardLinks, LuckLine, Standing, Status
from missions.battles.presenters.board.page import board_page
from missions.battles.selectors.battles import BattleAccess, bot_reason, title_of
from missions.battles.selectors.positions import Played, played_of
from missions.battles.services import acts, bots, links
from missions.battles.views.again import again_links
from missions.battles.views.common import (
    battle_access_or_404,
    board_links,
    chains_of,
    game_url,
    live,
    look_from,
    outcome_of,
    read_post,
    sitter_of,
    table_of,
    url_of,
)
from missions.battles.views.lobby import lobby

NO_HINTS = "battle_hints_off"
"""Key of the session: the reader wants no hints."""
MOST_PICKS = 40
"""Picks of a draft that are read."""
FORGOTTEN = timedelta(seconds=20)
"""Time after which the computer is taken to have been cut off before it answered."""


@require_safe
@refusing
def battle_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board; before the battle has begun, the way to it."""
    access = battle_access_or_404(request, public_id)
    if access.battle.status == "open":
        return lobby(request, access)
    if not access.battle.head:
        return _never_begun(request, access)
    return show(request, _answered_late(access), part=False)


def _never_begun(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    """The page of a battle that was called off before its first position."""
    row = access.battle
    context = {"title": title_of(row), "reason": row.reason, "game": game_url(row)}
    return render(request, "battles/off.html", context)


@require_safe
@refusing
def board_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of the page that is swapped; without htmx the page itself."""
    access = battle_access_or_404(request, public_id)
    if not access.battle.head:
        return HttpResponseRedirect(url_of(access.battle))
    return show(request, _answered_late(access))


def _answered_late(access: BattleAccess) -> BattleAccess:
    """The same battle, after the computer's answer if its request ended before it gave one."""
    if not _bot_due(access) or timezone.now() - access.battle.changed_at <= FORGOTTEN:
        return access
    bots.answer(access.battle.pk)
    access.battle.refresh_from_db()
    return access


def _bot_due(access: BattleAccess) -> bool:
    """Whether the computer is to answer."""
    row = access.battle
    due = any(seat.kind == "bot" and row.awaited >> seat.number & 1 for seat in access.seats)
    return due and row.status == "running"


def show(
    request: HttpRequest,
    access: BattleAccess,
    refusal: Refusal | None = None,
    *,
    picked: tuple[int | None, int | None] | None = None,
    faces: str = "",
    part: bool = True,
) -> HttpResponse:
    """The board as this reader may see it; a refused order stands beside it. htmx gets the part alone."""
    unit, choice = picked or (optional_number(request.GET, "unit"), optional_number(request.GET, "order"))
    picks = optional_numbers(request.GET, "pick", MOST_PICKS) if picked is None else ()
    inputs = board_inputs(access, played_of(access.battle), unit, choice, faces, refusal, picks)
    inputs = replace(inputs, hints=not request.session.get(NO_HINTS, False))
    name = "part" if part and wants_part(request) else "page"
    context: dict[str, Any] = {"page": board_page(inputs), "battle": access.battle, "whole": name == "page"}
    context |= {"chains": chains_of(access), **live(access.battle)}
    return render(request, f"battles/board/{name}.html", context, status=refusal.status if refusal else 200)


def board_inputs(
    access: BattleAccess,
    played: Played,
    unit: int | None = None,
    choice: int | None = None,
    faces: str = "",
    refusal: Refusal | None = None,
    picks: tuple[int, ...] = (),
) -> BoardInputs:
    """Input of the presenter: the facts that the reader's seat knows, and nothing else."""
    row = access.battle
    over = row.status == "over"
    rolling = row.laid is not None
    back = row.status == "running" and not rolling and not acts.why_not_back(played, access.mine)
    bot = any(seat.kind == "bot" for seat in access.seats)
    sight = Sight(played.system, played.state, access.reader)
    return BoardInputs(
        table=table_of(access),
        sight=sight,
        acting=acting(played, sight) if row.status == "running" and not rolling else (),
        at=played.at,
        sentences=played.readable_to(access.reader, over=over),
        luck=luck_of(played),
        unit=unit,
        choice=choice,
        picks=picks,
        status=cast(Status, row.status),
        typed=row.dice == "typed",
        may_take_back=back,
        draw_offered_by=row.draw_by,
        bot_says=bot_reason(row) if bot else "",
        links=_links(access, played),
        outcome=outcome_of(row),
        note=_note(access),
        faces=faces,
        refusal=refusal,
        one_screen=access.one_screen,
        curtain=access.curtain,
        standing=_standing(access, sight),
        called_off=row.ended == "called_off",
        may_call_off=bool(access.mine) and not over and acts.is_left(row, access.seats, access.mine),
        answers=_bot_due(access),
        rolling=rolling,
        events=played.events_for(access.reader, over=over),
    )


def _links(access: BattleAccess, played: Played) -> BoardLinks:
    """The addresses of the board, with those of the next battle like it when it is over."""
    seen = "" if access.reader is None else played.seen[access.reader]
    again, swapped = again_links(access)
    return replace(board_links(access.battle, seen), again=again, swapped=swapped)


def acting(played: Played, sight: Sight[Any]) -> list[int]:
    """The units that an order is awaited for: of everybody if nothing is hidden, else the reader's own."""
    if played.system.hidden:
        return list(sight.units())
    state = played.state
    return [unit for seat in sorted(sight.awaited) for unit in played.system.legal_units(state, seat)]


def luck_of(played: Played) -> list[LuckLine]:
    """The luck of every seat that has rolled."""
    return [
        LuckLine(seat, luck.dice, luck.rolled, luck.expected, luck.at_least(), luck.at_most())
        for seat, luck in enumerate(played.luck)
        if luck.dice
    ]


def _standing(access: BattleAccess, sight: Sight[Any]) -> list[Standing]:
    """Standing answers of the reader's seat, for every question that its rules ask out of turn."""
    seat = access.reader
    if seat is None or access.battle.status not in ("running", "paused"):
        return []
    own, turn = access.seats[seat], sight.view["turn"]
    return [
        Standing(kind, own.answer_to(kind, turn, question.default), own.passes(kind, turn))
        for kind, question in access.pack.system.questions.items()
    ]


def _note(access: BattleAccess) -> str:
    row = access.battle
    if row.status == "paused" and row.paused_by is not None:
        return f"{access.names[row.paused_by]} has paused the battle. Either side may go on at any time."
    if row.draw_by is not None and (not _of_own_side(access, row.draw_by) or access.one_screen):
        declines = " Going on with an order declines it." if access.mine else ""
        return f"{access.names[row.draw_by]} offers a draw.{declines}"
    return ""


def _of_own_side(access: BattleAccess, seat: int) -> bool:
    """Whether a seat plays for a side of the reader's."""
    side = access.seating.side
    return side(seat) in map(side, access.mine)


# --- what is posted ---------------------------------------------------------------------------------


@require_POST
@refusing
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """One order: `at`, `unit`, `choice` and, with dice on the table, `dice`. The computer answers at once."""
    access = battle_access_or_404(request, public_id)
    given = None
    try:
        given = read_post(GivenOrder, request, access, seen=request.GET.get("seen", ""))
        own = given.seat if given.seat in access.mine else access.reader
        order, row = (given.unit, given.choice), access.battle.pk
        acts.order(row, sitter_of(request), order, given.at, seat=own, seen=given.seen, typed=given.dice)
    except Refusal as refusal:
        return _declined(request, access, refusal, given)
    return _answered(request, access)


@require_POST
@refusing
def fill_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let the dice roll without the links that the laid order still waits for.

    The pages of both sides ask for this in the same moment, so the second one gets the board as it is then.
    """
    access = battle_access_or_404(request, public_id)
    if not access.mine:
        raise acts.no_seat()
    try:
        links.fill_links(access.battle.pk, sitter_of(request), read_post(LaidNow, request, access).order)
    except Refusal as refusal:
        if refusal.code != links.NOTHING_LAID:
            return _declined(request, access, refusal)
    return _answered(request, access)


@require_POST
@refusing
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the own last order back."""
    access = battle_access_or_404(request, public_id)
    try:
        back = read_post(TakenBack, request, access, seen=request.GET.get("seen", ""))
        acts.take_back(access.battle.pk, sitter_of(request), back.at, seen=back.seen)
    except Refusal as refusal:
        return _declined(request, access, refusal)
    return _answered(request, access)


def _declined(
    request: HttpRequest, access: BattleAccess, refusal: Refusal, given: GivenOrder | None = None
) -> HttpResponse:
    """The board as it stands, with the sentence; spectators, and all before the battle, get that alone."""
    if not access.mine or not access.battle.head:
        return refusal_response(request, refusal)
    now = battle_access_or_404(request, access.battle.public_id)
    picked, typed = ((given.unit, given.choice), given.dice) if given else ((None, None), "")
    return show(request, now, refusal, picked=picked, faces=typed)


def _answered(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    """Let the computer answer after an act, then show the new board."""
    if any(seat.kind == "bot" for seat in access.seats):
        bots.answer(access.battle.pk)
    if not wants_part(request):
        return HttpResponseRedirect(url_of(access.battle))
    access.battle.refresh_from_db()
    return show(request, access, picked=(None, None))


@require_POST
@refusing
def answers(request: HttpRequest, public_id: str) -> HttpResponse:
    """Have a kind of question (`kind`) answered alike from now on (`answer`), or be asked again ("")."""
    access = battle_access_or_404(request, public_id)
    given = read_post(StandingAnswer, request, access)
    own = given.seat if given.seat in access.mine else access.reader
    this_turn = given.until == "turn"
    sitter = sitter_of(request)
    acts.let_stand(access.battle.pk, sitter, given.kind, given.answer, seat=own, this_turn=this_turn)
    return _answered(request, battle_access_or_404(request, public_id))


@require_POST
@refusing
def hints(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the hints of guided battles in this browser from now on, or leave them out (`show`)."""
    access = battle_access_or_404(request, public_id)
    request.session[NO_HINTS] = read_post(WantedHints, request, access).show == "no"
    return _answered(request, access)


@require_POST
@refusing
def look(request: HttpRequest, public_id: str) -> HttpResponse:
    """Note, on one screen, that the person on `seat` looks now. `at` leads on to that moment of the
    replay."""
    access = battle_access_or_404(request, public_id)
    given = read_post(LookFrom, request, access)
    if given.seat not in access.mine:
        raise NotYours("battle.seat", "That seat is not played on this screen.")
    look_from(request, access, given.seat)
    if given.at is not None:
        replay = address("battle-replay", url_of(access.battle))
        return HttpResponseRedirect(f"{replay}?at={given.at}&seat={given.seat}")
    return _answered(request, battle_access_or_404(request, public_id))


@require_POST
@refusing
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the battle up."""
    access = battle_access_or_404(request, public_id)
    acts.resign(access.battle.pk, sitter_of(request))
    return done(request, url_of(access.battle), "The battle is over. The replay shows it from the beginning.")


@require_POST
@refusing
def draw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Offer a draw, or answer the other side's offer: `answer` is "offer", "accept" or "decline"."""
    access = battle_access_or_404(request, public_id)
    battle, sitter = access.battle.pk, sitter_of(request)
    answer = read_post(DrawAnswer, request, access).answer
    if answer in ("accept", "decline"):
        acts.answer_draw(battle, sitter, answer == "accept")
        message = (
            "The battle is drawn." if answer == "accept" else "The offer is declined; the battle goes on."
        )
    elif acts.offer_draw(battle, sitter, bot_agrees=bots.agrees_to_draw):
        message = "The battle is drawn."
    elif any(seat.kind == "bot" for seat in access.seats):
        message = "The computer declines: its position is not bad enough."
    else:
        message = "A draw is offered. The other side answers."
    return done(request, url_of(access.battle), message)


@require_POST
@refusing
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Put the battle aside, or go on with a paused one: `answer` is "pause" or "resume"."""
    access = battle_access_or_404(request, public_id)
    if read_post(PauseAnswer, request, access).answer == "resume":
        acts.resume(access.battle.pk, sitter_of(request))
        bots.answer(access.battle.pk)
        return done(request, url_of(access.battle), "The battle goes on.")
    acts.pause(access.battle.pk, sitter_of(request))
    return done(
        request,
        url_of(access.battle),
        "The battle is paused. It stays in your inbox until either side goes on.",
    )


@require_POST
@refusing
def call_off(request: HttpRequest, public_id: str) -> HttpResponse:
    """End a battle that has not begun, or that the other side has left for good."""
    access = battle_access_or_404(request, public_id)
    acts.call_off(access.battle.pk, sitter_of(request))
    return done(request, address("battles"), "The battle is called off.")
