"""Shared parts of the battle pages: the reader, the battle, the addresses of its pages."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypeVar

from django.http import Http404, HttpRequest
from django.utils import timezone

from league.addresses import Address, address
from league.posted import read_order
from league.selectors.addresses import game_address_of
from missions.battles.engine.contract import Outcome
from missions.battles.models import Battle
from missions.battles.presenters.board.inputs import BoardLinks, ReplayLinks, Table
from missions.battles.selectors.battles import BattleAccess, Sitter, battle_access, digest, title_of
from missions.battles.services.acts import no_seat
from missions.battles.services.chance import between_people, laid_of

T = TypeVar("T")
KEY, LOOKS = "battle_key", "battle_looks"
LOOKED = 8
"""Battles of which a browser remembers who looks."""
SEEN = 12
"""Characters of the digest of what a seat has seen that a page sends back."""


def sitter_of(request: HttpRequest, *, sitting_down: bool = False, new_key: str = "") -> Sitter:
    """The reader: the account, and the key of this browser. A visitor who sits down gets a key, `new_key` if
    that is given."""
    key = request.session.get(KEY, "")
    if sitting_down and not key and not request.user.is_authenticated:
        key = request.session[KEY] = new_key or secrets.token_urlsafe(24)
    return Sitter(request.user.pk or 0, digest(key))


def battle_access_or_404(request: HttpRequest, public_id: str) -> BattleAccess:
    """The battle, if this visitor may see it. Raises Http404."""
    looking = request.session.get(LOOKS, {}).get(public_id)
    found = battle_access(public_id, sitter_of(request), request.user, looking)
    if found is None:
        raise Http404("There is no such battle.")
    return found


def look_from(request: HttpRequest, access: BattleAccess, seat: int) -> None:
    """Note that the person on that seat looks at this screen from now on."""
    looks = {
        key: value for key, value in request.session.get(LOOKS, {}).items() if key != access.battle.public_id
    }
    kept = list(looks.items())[1 - LOOKED :]
    request.session[LOOKS] = {**dict(kept), access.battle.public_id: seat}


def table_of(access: BattleAccess) -> Table:
    """Public facts of a battle."""
    return Table(access.pack, access.seating, access.names, title_of(access.battle))


def url_of(row: Battle) -> Address:
    return Address.at("battle", row.public_id)


def game_url(row: Battle) -> str:
    """The game of the campaign that is fought here; "" for a battle of its own. One query at most."""
    return game_address_of(row.campaign_id, row.game) if row.campaign_id else ""


def board_links(row: Battle, seen: str = "") -> BoardLinks:
    """The addresses of the board; those that order carry the digest of what the reader has seen."""
    base, seen = url_of(row), f"?seen={seen[:SEEN]}"
    return BoardLinks(
        board=base,
        part=address("battle-board", base),
        orders=f"{address('battle-orders', base)}{seen}",
        take_back=f"{address('battle-take-back', base)}{seen}",
        resign=address("battle-resign", base),
        draw=address("battle-draw", base),
        pause=address("battle-pause", base),
        replay=address("battle-replay", base),
        game=game_url(row),
        battles=address("battles"),
        verify=address("battle-verify", base),
        call_off=address("battle-call-off", base),
        look=address("battle-look", base),
        answers=address("battle-answers", base),
        hints=address("battle-hints", base),
        tryout=f"{address('battle-try')}?system={row.system}",
    )


def replay_links(row: Battle) -> ReplayLinks:
    base = url_of(row)
    return ReplayLinks(
        page=address("battle-replay", base),
        part=address("battle-replay-part", base),
        board=base,
        game=game_url(row),
        verify=address("battle-verify", base),
        look=address("battle-look", base),
    )


def outcome_of(row: Battle) -> Outcome | None:
    """End of the battle; None while it runs."""
    return Outcome(row.winner, row.reason, row.rule, row.grade) if row.status == "over" else None


def read_post(shape: type[T], request: HttpRequest, access: BattleAccess, **given: str) -> T:
    """The form that somebody with a seat posted. Raises NotYours for spectators, and Unreadable."""
    if not access.mine:
        raise no_seat()
    return read_order(shape, request.POST, missing="", **given)


@dataclass(frozen=True, slots=True)
class Chains:
    """The facts with which a player's page gives links by itself: the chains of the own seats, and of a laid
    order its number and mark, the own seats that it waits for, the names at the other ones, and the
    milliseconds until the site may fill in what is missing.
    """

    address: str
    fill: str
    own: dict[int, str]
    laid: int = 0
    mark: str = ""
    wanted: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    wait: int = 0


def chains_of(access: BattleAccess) -> Chains | None:
    """The facts for the reader's page; None for readers without a seat, and where nobody gives links."""
    row, laid = access.battle, laid_of(access.battle)
    under_way = access.mine and row.status in ("running", "paused") and row.dice == "fair"
    if not under_way or not between_people(row, access.seats):
        return None
    base = url_of(row)
    own = {number: access.seats[number].chain for number in sorted(access.mine)}
    found = Chains(address("battle-links", base), address("battle-fill-links", base), own)
    if laid is None:
        return found
    left = min(max(timedelta(), laid.fill_begins - timezone.now()), laid.fill_begins - laid.since)
    wanted = tuple(seat for seat in laid.missing if seat in access.mine)
    others = tuple(access.names[seat] for seat in laid.missing if seat not in access.mine)
    return replace(
        found,
        laid=laid.number,
        mark=laid.mark,
        wanted=wanted,
        others=others,
        wait=left // timedelta(milliseconds=1),
    )


def live(row: Battle) -> dict[str, Any]:
    """The context with which `base.html` listens to a battle."""
    return {"live_battle": row}
