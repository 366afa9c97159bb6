"""Battles before their first order: lists, new ones, invitations, forces, getting ready."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.addresses import address
from league.edge.addresses import address_of
from league.http import done, refusing, wants_part
from league.kernel.refusal import Refusal
from league.posted import read_order
from league.rules.phrases import join_words
from league.services.quotas import count_battle
from league.views.common import form_page, posted
from missions.battles.forms import BattleForm, ReadyForm, TryForm, force_button
from missions.battles.models import Battle, BattleSeat
from missions.battles.posted import AtSeat, WantedSeat
from missions.battles.presenters.choosing import battle_cards, query, system_cards
from missions.battles.presenters.lobby import (
    BattleLine,
    BuilderPage,
    SeatLine,
    action_words,
    builder_page,
    facts,
    result_words,
    status_words,
)
from missions.battles.selectors.battles import (
    BattleAccess,
    Sitter,
    held,
    invited,
    my_battles,
    names_of,
    pack_of,
    public_battles,
    seating_of,
    title_of,
    waits_for,
)
from missions.battles.services import bots, opening, sealing
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import pack, packs
from missions.battles.views.common import battle_access_or_404, game_url, live, read_post, sitter_of, url_of
from missions.battles.views.nonces import begun

CHOOSE = "Both sides choose a force and press ready. Then the battle begins."
GIVEN = "Both sides have their fleets. Press ready. When everybody is ready, the battle begins."
FIELDED = "A game of the campaign. Both sides press ready, and their squadrons meet on the map."


@require_safe
def battle_list(request: HttpRequest) -> HttpResponse:
    """Mine, and those that everybody may watch."""
    sitter = sitter_of(request)
    mine = my_battles(sitter)
    watched = public_battles(mine)
    context = {
        "mine": _lines(mine, sitter),
        "watched": _lines(watched, Sitter()),
        "systems": system_cards(packs(), lambda each: f"{address('battle-try')}{query(each)}"),
    }
    return render(request, "battles/list.html", context)


def _lines(rows: Iterable[Battle], sitter: Sitter) -> list[BattleLine]:
    found = []
    for row in rows:
        seats = tuple(row.seats.all())
        own = held(seats, sitter)
        seating, names = seating_of(row), names_of(row, seats)
        sides = [join_words(names[seat] for seat in seating.of(side)) for side in (0, 1)]
        mine = bool(waits_for(row, seats, own))
        found.append(
            BattleLine(
                url=address("battle-replay", url_of(row)) if row.status == "over" else url_of(row),
                title=title_of(row),
                first=sides[0],
                second=sides[1],
                status=status_words(row.status, mine),
                result=result_words(seating, row.winner, row.ended, row.reason, row.grade),
                mine=mine,
                changed=row.changed_at,
                action=action_words(row.status, bool(row.head), mine, bool(own)),
                keep=address("battle-keep", url_of(row)) if sitter.user and _of_visitor(seats, own) else "",
            )
        )
    return found


def _of_visitor(seats: Iterable[BattleSeat], own: frozenset[int]) -> bool:
    """Whether a seat of one's own still belongs to the browser alone."""
    return any(seat.kind == "visitor" and seat.number in own for seat in seats)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def battle_new(request: HttpRequest) -> HttpResponse:
    """A new battle: against somebody by link, on one screen, or against the computer."""
    form = BattleForm(_system(request), posted(request), opening.new_ticket(), request.GET.dict())

    def send() -> HttpResponse:
        data = form.cleaned_data
        count_battle(request.user, "")
        row = opening.open_battle(sitter_of(request, sitting_down=True), form.plan(), data["ticket"])
        return HttpResponseRedirect(url_of(row))

    return form_page(request, "battles/new.html", _choices(form), form, send)


def _system(request: HttpRequest) -> Pack:
    """The rule system that a form is about. Raises Unreadable for one that does not exist."""
    named = request.POST if request.method == "POST" else request.GET
    return pack(named.get("system", "")[:20])


def _choices(form: TryForm | BattleForm) -> dict[str, Any]:
    """Rule systems and battles to choose from."""
    return {
        "systems": system_cards(packs(), query, form.pack),
        "battles": battle_cards(form.pack, form.battles, str(form["scenario"].value())),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def battle_try(request: HttpRequest) -> HttpResponse:
    """A battle against the computer at one press, with or without an account."""
    ticket = request.POST.get("ticket", "") or opening.new_ticket()
    form = TryForm(_system(request), posted(request), ticket, request.GET.dict())

    def send() -> HttpResponse:
        ticket = form.cleaned_data["ticket"]
        count_battle(request.user if request.user.is_authenticated else None, address_of(request))
        sitter = sitter_of(request, sitting_down=True, new_key=opening.visitor_key(ticket))
        row = opening.open_tryout(sitter, form.plan(), ticket)
        bots.answer(row.pk)
        return HttpResponseRedirect(url_of(row))

    context = {"commitment": opening.commitment_of(ticket), **_choices(form)}
    return form_page(request, "battles/try.html", context, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def battle_join(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind an invitation: what is to be fought, and a free seat."""
    row = invited(token)
    seats = tuple(row.seats.all()) if row is not None else ()
    if row is not None and held(seats, sitter_of(request)):
        return HttpResponseRedirect(url_of(row))
    free = [seat for seat in seats if seat.kind == "free"]
    if row is None:
        raise Http404("There is no such invitation.")
    if not free or row.status != "open":
        text = (
            "This invitation is used up: somebody has the seat, or the battle is over. Ask for another one."
        )
        raise Refusal("battle.invitation", text)
    if request.method == "POST":
        wanted = read_order(WantedSeat, request.POST).seat
        opening.take_seat(row.pk, sitter_of(request, sitting_down=True), token, wanted)
        return done(request, url_of(row), "The seat is yours. Choose your force.")
    names, places = names_of(row, seats), seating_of(row).seats
    hosts = [names[seat.number] for seat in seats if seat.kind != "free"]
    context = {
        **_facts(row),
        "battle": row,
        "host": hosts[0] if hosts else "",
        "places": [(seat.number, places[seat.number].word) for seat in free],
        "chooses": _has_choice(row, opening.builds(row, free[0].number)),
        "address": request.path,
    }
    return render(request, "battles/join.html", context)


# --- before the battle ------------------------------------------------------------------------------


def _facts(row: Battle, seats: Sequence[BattleSeat] = ()) -> dict[str, object]:
    """The summary of a battle. Forces of a campaign's game are open from the beginning; `seats` have them."""
    forces = {"forces": [seat.force for seat in seats]} if row.campaign_id is not None else {}
    return facts(pack_of(row), {**row.setup, **forces}, row.dice)


def lobby(
    request: HttpRequest,
    access: BattleAccess,
    *,
    form: ReadyForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """Take a seat, choose a force, and press ready."""
    row = access.battle
    building = next((seat for seat in access.seats if seat.number in access.mine and not seat.ready), None)
    places, names, forces = access.seating.seats, access.names, access.pack.forces
    lines = [
        SeatLine(
            seat.number,
            places[seat.number].word,
            names[seat.number],
            forces.side_words(seat.force) if seat.number in access.mine else "",
            seat.ready,
            seat.number in access.mine,
            seat.kind == "free",
        )
        for seat in access.seats
    ]
    waited_for = {each.number for each in sealing.held_back(row, access.seats)}
    invites = any(line.free for line in lines) and bool(access.mine)
    context = {
        **_facts(row, access.seats),
        **live(row),
        "battle": row,
        "url": url_of(row),
        "seats": lines,
        "held": [line for line in lines if line.number in waited_for],
        "fill_at": sealing.fill_begins(access.seats) if waited_for else None,
        "link": request.build_absolute_uri(address("battle-join", row.invitation)) if invites else "",
        "force": build_page(access, building) if building else None,
        "form": form or ReadyForm(),
        "refusal": refusal,
        "trail": [("Battles", address("battles"))],
        "game": game_url(row),
        "seated": bool(access.mine),
        "invites": _invites(access),
        "sub": _sub(row),
    }
    return render(request, "battles/lobby.html", context, status=status)


def _has_choice(row: Battle, side: int | None) -> bool:
    """Whether a force of a side is to be chosen; False if the battle brings it, and for no side."""
    if side is None:
        return False
    forces = pack_of(row).forces
    return not forces.page(row.setup, side, forces.empty(row.setup, side), mustered=False).fixed


def _sub(row: Battle) -> str:
    """The task before the battle, in a sentence."""
    if row.campaign_id is not None:
        return FIELDED
    return CHOOSE if _has_choice(row, 0) or _has_choice(row, 1) else GIVEN


def _invites(access: BattleAccess) -> str:
    """Label of the link that invites others: it speaks of opponents only if they alone are free to join."""
    own = {access.seating.side(number) for number in access.mine}
    free = {access.seating.side(seat.number) for seat in access.seats if seat.kind == "free"}
    if free <= own:
        return "Send this link to the other players of your side"
    return "Send this link to all who are to join" if free & own else "Send this link to your opponent"


def build_page(access: BattleAccess, seat: BattleSeat) -> BuilderPage:
    """The force builder of one seat."""
    row = access.battle
    side = opening.builds(row, seat.number)
    mustered = row.campaign_id is not None
    return builder_page(
        access.pack, access.seating, row.setup, seat.number, seat.force, side, mustered=mustered
    )


@require_safe
def lobby_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """The live part of the page before the battle; sends on to the board when that has begun."""
    access = battle_access_or_404(request, public_id)
    if access.battle.status != "open":
        return done(request, url_of(access.battle))
    return lobby(request, access)


@require_POST
@refusing
def battle_force(request: HttpRequest, public_id: str) -> HttpResponse:
    """One press in the force builder; answers with the page before the battle as it then stands."""
    access = battle_access_or_404(request, public_id)
    number = read_post(AtSeat, request, access).seat
    button, value, ticked = force_button(request.POST, access.pack.forces.buttons)
    opening.change_force(access.battle.pk, sitter_of(request), number, button, value, ticked)
    if not wants_part(request):
        return HttpResponseRedirect(f"{url_of(access.battle)}#force")
    return lobby(request, battle_access_or_404(request, public_id))


@require_POST
@refusing
def battle_ready(request: HttpRequest, public_id: str) -> HttpResponse:
    """A side has its force; with both ready the battle begins."""
    access = battle_access_or_404(request, public_id)
    form = ReadyForm(request.POST)
    if not form.is_valid():
        return lobby(request, access, form=form, status=422)
    number = read_post(AtSeat, request, access).seat
    try:
        row = opening.ready(
            access.battle.pk,
            sitter_of(request),
            number,
            form.cleaned_data["nonce"],
            seal=form.cleaned_data["seal"],
            against=form.cleaned_data["against"],
        )
    except Refusal as refusal:
        now = battle_access_or_404(request, public_id)
        if now.battle.status != "open" or number not in now.mine:
            raise
        return lobby(request, now, form=form, refusal=refusal, status=refusal.status)
    return begun(request, row, "Ready.")


@require_POST
@refusing
def battle_keep(request: HttpRequest, public_id: str) -> HttpResponse:
    """Move this browser's battle to the account of a visitor who has signed in."""
    access = battle_access_or_404(request, public_id)
    if not request.user.is_authenticated:
        raise Refusal("battle.account", "Sign in first; then this battle can be kept in your account.")
    opening.keep_in_account(access.battle.pk, sitter_of(request))
    return done(request, url_of(access.battle), "The battle is kept in your account.")
