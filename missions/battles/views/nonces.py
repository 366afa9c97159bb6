"""Browsers exchange the seals of their parts of a battle's dice, give parts that they held back, and then the
links of their chains (docs/decisions/0033)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_POST

from league.http import done, refusing
from league.kernel.refusal import Refusal
from missions.battles.models import Battle
from missions.battles.posted import AtSeat, GivenLink, ShownNonce
from missions.battles.services import bots, links, opening, sealing
from missions.battles.views.common import battle_access_or_404, read_post, sitter_of, url_of


def begun(request: HttpRequest, row: Battle, message: str) -> HttpResponse:
    """Let the computer answer if the battle has begun. The answer to a part of the dice: `message`, or the
    board if the battle has begun."""
    if row.status == "open":
        return done(request, url_of(row), message)
    bots.answer(row.pk)
    return done(request, url_of(row), "The battle begins.")


@require_http_methods(["GET", "HEAD", "POST"])
def battle_nonces(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer scripts as `missions.views.game.nonces` does: a post announces the seal of an own seat and
    answers with `theirs`; the answer to a get says who is ready and whose part is held back. A refusal is its
    sentence."""
    access = battle_access_or_404(request, public_id)
    seats = access.seats
    facts: dict[str, object] = {
        "ready": [str(each.number) for each in seats if each.ready],
        "held": [str(each.number) for each in sealing.held_back(access.battle, seats)],
        "over": access.battle.status != "open",
    }
    if request.method != "POST":
        return JsonResponse(facts)
    try:
        number = read_post(AtSeat, request, access).seat
        theirs, bound = opening.announce_seal(
            access.battle.pk, sitter_of(request), number, request.POST.get("seal", "")
        )
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.message}, status=refusal.status)
    return JsonResponse({**facts, "theirs": theirs, "bound": bound})


@require_POST
@refusing
def battle_show_nonce(request: HttpRequest, public_id: str) -> HttpResponse:
    """A seat gives the part of the dice that its browser held back."""
    access = battle_access_or_404(request, public_id)
    shown = read_post(ShownNonce, request, access)
    return begun(
        request, opening.show_nonce(access.battle.pk, sitter_of(request), shown.seat, shown.nonce), ""
    )


@require_POST
@refusing
def battle_fill_nonce(request: HttpRequest, public_id: str) -> HttpResponse:
    """The site fills in a part of the dice that is held back."""
    access = battle_access_or_404(request, public_id)
    number = read_post(AtSeat, request, access).seat
    row = opening.fill_nonce(access.battle.pk, sitter_of(request), number)
    return begun(request, row, "The site filled the part in.")


@require_POST
def battle_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer scripts: a seat gives a `link` to the laid `order`, or begins a `chain`. `seq` is the battle's
    new number if the order was carried out, else 0. A refusal is its sentence."""
    access = battle_access_or_404(request, public_id)
    battle, sitter, seq = access.battle.pk, sitter_of(request), 0
    try:
        given = read_post(GivenLink, request, access)
        if given.chain:
            links.begin_chain(battle, sitter, given.seat, given.chain)
        else:
            seq = links.give_link(battle, sitter, given.seat, given.order or 0, given.link)
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.message}, status=refusal.status)
    return JsonResponse({"seq": seq})
