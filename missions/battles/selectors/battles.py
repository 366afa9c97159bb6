"""Battles as people find them: who sits where, who may look, what waits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Prefetch, Q, QuerySet

from league.accounts import display_name
from league.models import Campaign
from league.permissions import can_see_campaign
from league.prepared import Prepared
from missions.battles.engine.contract import Seating
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import pack

LEVEL_TITLES = {"random": "Random", "close": "Easy", "greedy": "Medium", "search": "Hard"}
"""Names of the computer's levels."""
SHOWN = 30


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who may hold seats: an account, a browser's key, or both. `visitor` is the key's digest."""

    user: int = 0
    visitor: str = ""

    def holds(self, seat: BattleSeat) -> bool:
        if seat.kind == "person":
            return self.user != 0 and seat.user_id == self.user
        return seat.kind == "visitor" and self.visitor != "" and seat.visitor == self.visitor


def digest(key: str) -> str:
    """Stored digest of a browser's key."""
    return hashlib.sha256(f"battle seat {key}".encode()).hexdigest() if key else ""


def held(seats: Iterable[BattleSeat], sitter: Sitter) -> frozenset[int]:
    """The seats that are somebody's own."""
    return frozenset(seat.number for seat in seats if sitter.holds(seat))


@dataclass(frozen=True, slots=True)
class BattleAccess:
    """A battle as somebody visits it; `mine` are the visitor's seats."""

    battle: Battle
    seats: tuple[BattleSeat, ...]
    mine: frozenset[int]

    looking: int | None = None
    """Seat whose player has said to be looking, on one screen with hands to hide."""

    @property
    def pack(self) -> Pack:
        return pack_of(self.battle)

    @property
    def seating(self) -> Seating:
        return seating_of(self.battle)

    @property
    def names(self) -> tuple[str, ...]:
        return names_of(self.battle, self.seats)

    @property
    def one_screen(self) -> bool:
        """Several seats are played here."""
        return len(self.mine) > 1

    @property
    def reader(self) -> int | None:
        """The seat that the reader looks from: on one screen the one that is awaited, or nobody's while a
        curtain hangs.
        """
        if not self.mine or self.curtain is not None:
            return None
        awaited = self._awaited()
        if self.curtained:
            return self.looking if self.looking in awaited else None
        return awaited[0] if awaited else min(self.mine)

    @property
    def curtained(self) -> bool:
        """Whether the people at this screen have secrets from each other."""
        return self.one_screen and self.pack.system.hidden and self.battle.status != "over"

    @property
    def curtain(self) -> int | None:
        """The seat that is to look next, while a curtain hangs before what it knows."""
        awaited = self._awaited()
        return awaited[0] if self.curtained and awaited and self.looking not in awaited else None

    def _awaited(self) -> list[int]:
        return [seat for seat in sorted(self.mine) if self.battle.awaited >> seat & 1]


def name_of(seat: BattleSeat) -> str:
    """Name of the seat's holder, for people to read."""
    if seat.kind == "bot":
        title = LEVEL_TITLES.get(seat.bot, "")
        who = f"Computer ({title.lower()})" if title else "Computer"
    elif seat.kind == "visitor":
        who = "Visitor"
    elif seat.kind == "person":
        who = display_name(seat.user) if seat.user is not None else "Former member"
    else:
        who = "Free seat"
    return f"{seat.label} ({who})" if seat.label else who


def pack_of(row: Battle) -> Pack:
    """The rule system that a battle is fought by. Raises Unreadable if there is none any more."""
    return pack(row.system)


def seating_of(row: Battle) -> Seating:
    """Sides and seats of a battle."""
    return pack_of(row).system.seating(row.setup)


def title_of(row: Battle) -> str:
    """Name of the battle's scenario."""
    return pack_of(row).scenario(row.setup["scenario"]).name


def names_of(row: Battle, seats: Sequence[BattleSeat]) -> tuple[str, ...]:
    """The name of each seat; a person who has several is listed with each one's place."""
    names = [name_of(seat) for seat in seats]
    words = [seat.within for seat in seating_of(row).seats]
    return tuple(
        f"{name}, {word}" if names.count(name) > 1 else name for name, word in zip(names, words, strict=True)
    )


def with_seats() -> QuerySet[Battle]:
    """Battles with their seats, the first side's first, and the people on them. Two queries."""
    seats = BattleSeat.objects.select_related("user").order_by("number")
    return Battle.objects.prefetch_related(Prefetch("seats", seats))


BATTLE: Prepared[Battle] = Prepared(lambda public_id: Battle.objects.filter(public_id=public_id), str)
SEATS: Prepared[BattleSeat] = Prepared(
    lambda battles: (
        BattleSeat.objects.filter(battle_id__in=battles)
        .select_related("user")
        .order_by("battle_id", "number")
    ),
    list,
)


def seats_of(battle: Battle) -> tuple[BattleSeat, ...]:
    """The seats of a battle with the people on them, the first side's first. One query."""
    return tuple(SEATS.rows([battle.pk]))


def battle_access(
    public_id: str, sitter: Sitter, user: Any, looking: int | None = None
) -> BattleAccess | None:
    """The battle, if this visitor may see it; None if not, or if there is none.

    Players see it; so do those who may read its campaign, and everybody if it is public.
    """
    battle = BATTLE.first(public_id)
    if battle is None:
        return None
    seats = seats_of(battle)
    access = BattleAccess(battle, seats, held(seats, sitter), looking)
    return access if access.mine or may_look(battle, user) else None


def may_look(battle: Battle, user: Any) -> bool:
    """True if somebody without a seat may watch."""
    if battle.public and battle.status != "open":
        return True
    if battle.campaign_id is None:
        return False
    return can_see_campaign(user, Campaign.objects.get(pk=battle.campaign_id))


def invited(token: str) -> Battle | None:
    """The battle that this link invited to, with its seats."""
    return with_seats().filter(invitation=token).first()


def _held_by(sitter: Sitter) -> Q:
    mine = Q()
    if sitter.user:
        mine |= Q(kind="person", user_id=sitter.user)
    if sitter.visitor:
        mine |= Q(kind="visitor", visitor=sitter.visitor)
    return mine


def my_battles(sitter: Sitter) -> list[Battle]:
    """The battles of somebody, those under way first. Two queries, none for nobody."""
    mine = _held_by(sitter)
    if not mine:
        return []
    found = with_seats().filter(pk__in=BattleSeat.objects.filter(mine).values("battle_id"))
    rows = list(found.order_by("-changed_at")[: 2 * SHOWN])
    return sorted(rows, key=lambda row: row.status == "over")[:SHOWN]


def public_battles(mine: Iterable[Battle]) -> list[Battle]:
    """Public battles under way or over, without those of the reader. Two queries."""
    found = with_seats().filter(public=True).exclude(status="open")
    return list(found.exclude(pk__in=[row.pk for row in mine]).order_by("-changed_at")[:SHOWN])


def _unfinished(user: int) -> QuerySet[Battle]:
    own = BattleSeat.objects.filter(kind="person", user_id=user)
    rows = Battle.objects.filter(pk__in=own.values("battle_id"), status__in=("open", "running", "paused"))
    return rows.order_by("pk")[: 2 * SHOWN]


UNFINISHED: Prepared[Battle] = Prepared(_unfinished, int)


def unfinished_battles(user: int) -> list[tuple[Battle, tuple[BattleSeat, ...]]]:
    """The battles of this account that are not over, with their seats. Two queries, one if there is none."""
    rows = UNFINISHED.rows(user)
    seats = SEATS.rows([row.pk for row in rows])
    return [(row, tuple(seat for seat in seats if seat.battle_id == row.pk)) for row in rows]


Waits = Literal["", "ready", "nonce", "answer", "move"]


def waits_for(row: Battle, seats: Sequence[BattleSeat], own: frozenset[int]) -> Waits:
    """Tasks of the holder of these seats in a battle; none while it is paused or over."""
    if row.status == "open":
        mine = [seat for seat in seats if seat.number in own]
        if any(not seat.ready for seat in mine):
            return "ready"
        return "nonce" if all(seat.ready for seat in seats) and any(seat.holds_back for seat in mine) else ""
    if row.status != "running" or not own:
        return ""
    if row.draw_by is not None:
        side = seating_of(row).side
        if side(row.draw_by) not in map(side, own):
            return "answer"
    return "move" if any(row.awaited >> seat & 1 for seat in own) else ""


FOUGHT: Prepared[Battle] = Prepared(
    lambda campaign, game: (
        Battle.objects.filter(campaign_id=campaign, game=game).exclude(ended="called_off").order_by("pk")
    ),
    int,
    int,
)


def of_game(campaign_id: int, game: int) -> Battle | None:
    """The battle in which a campaign's game is or was fought."""
    return FOUGHT.first(campaign_id, game)


def bot_reason(row: Battle) -> str:
    """The computer's reason for its last order; "" without one. If a system hides anything, it keeps the
    reason to itself until the battle is over. One query.
    """
    if row.status != "over" and pack_of(row).system.hidden:
        return ""
    last = BattleOrder.objects.filter(battle=row, kind="order").exclude(why="").order_by("-number").first()
    return last.why if last else ""


def said_at(row: Battle, at: int) -> str:
    """The computer's reason for the order with that number; "" without one. One query."""
    if not at:
        return ""
    standing: list[str] = []
    for kind, why in BattleOrder.objects.filter(battle=row).order_by("number").values_list("kind", "why"):
        if kind == "order":
            standing.append(why)
        elif kind == "take_back":
            standing.pop()
    return standing[at - 1] if at <= len(standing) else ""
