"""The one door through which everything is written to a battle that is under way.

Each function locks the row, checks who asks and whether the page was still right, appends an entry and those
of the standing answers that it calls for, rewrites what follows from them, and tells the open browsers: one
transaction. A refusal writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from league.prepared import Prepared
from missions.battles.engine.contract import ASK, NO_UNIT, Order, Seating
from missions.battles.engine.dice import Dice, DiceWanted
from missions.battles.engine.sight import Sight
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.selectors.battles import Sitter, held, name_of, seats_of
from missions.battles.selectors.positions import Played, keep, played_of, replayed, standing
from missions.battles.services.chance import (
    Laid,
    Links,
    LinksWanted,
    laid_of,
    newly_laid,
    order_dice,
    typed_dice,
)
from missions.battles.systems.registry import system

MOST_ANSWERS = 200
"""Limit of standing answers after one order; more mean that a system asks in circles."""
SILENCE = timedelta(days=3)
"""Time without an order after which a visitor, who cannot be reached, counts as gone."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A battle under its lock, for one act."""

    row: Battle
    seats: tuple[BattleSeat, ...]
    mine: frozenset[int]
    links: Links = field(default_factory=Links)

    @property
    def seating(self) -> Seating:
        """Sides and seats."""
        return system(self.row.system).seating(self.row.setup)

    def against(self, side: int) -> list[BattleSeat]:
        """The seats of the other side."""
        return [self.seats[number] for number in self.seating.of(1 - side)]

    @property
    def sides(self) -> frozenset[int]:
        """Sides of the own seats."""
        return frozenset(self.seating.side(seat) for seat in self.mine)

    def seat(self, wanted: int | None = None) -> int:
        """The seat that acts: the one asked for, the only one, or on one screen the awaited one."""
        if wanted is not None and wanted in self.mine:
            return wanted
        awaited = sorted(seat for seat in self.mine if self.row.awaited >> seat & 1)
        return awaited[0] if awaited else min(self.mine)


LOCKED: Prepared[Battle] = Prepared(lambda battle: Battle.objects.select_for_update().filter(pk=battle), int)


@contextmanager
def opened(battle_id: int, sitter: Sitter) -> Iterator[Opened]:
    """The battle, held against every other writer. Raises Battle.DoesNotExist, and NotYours for
    spectators."""
    with transaction.atomic():
        row = LOCKED.first(battle_id)
        if row is None:
            raise Battle.DoesNotExist
        seats = seats_of(row)
        mine = held(seats, sitter)
        if not mine:
            raise no_seat()
        yield Opened(row, seats, mine)


def no_seat() -> NotYours:
    """The refusal of a spectator."""
    return NotYours("battle.seat", "You have no seat in this battle, but you may watch it.")


# --- orders -----------------------------------------------------------------------------------------


def order(
    battle_id: int,
    sitter: Sitter,
    given: Order,
    at: int,
    *,
    seat: int | None = None,
    seen: str = "",
    typed: str = "",
    why: str = "",
) -> Played:
    """Carry out an order that was chosen after `at` orders. `seen` begins the digest of what its seat had
    seen; `seat` names one of several own seats.

    The same order sent twice counts once. Raises Stale, NotYours or Refusal; nothing is written then.
    """
    with opened(battle_id, sitter) as battle:
        row = battle.row
        _running(row)
        played = played_of(row)
        if _sent_twice(played, _of(battle, seat), given, at) or _laid_before(row, battle.mine, given):
            return played
        refuse_while_laid(row)
        own = _ordering(battle, played, seat)
        _refuse_stale(played, own, at, seen)
        if own not in played.system.to_act(played.state):
            text, rule = played.system.why_not(played.state, own, given)
            raise NotYours("battle.turn", text, rule=rule)
        return _carried_out(battle, played, own, given, typed, why)


def order_of_bot(battle_id: int, seat: int, given: Order, played: Played, why: str) -> Played:
    """Carry out the computer's order at a position. Raises Stale if the battle has left it."""
    with transaction.atomic():
        row = Battle.objects.select_for_update().get(pk=battle_id)
        _running(row)
        if played_of(row).head != played.head:
            raise Stale("battle.stale", "The battle has moved on.")
        seats = tuple(BattleSeat.objects.filter(battle=row).select_related("user").order_by("number"))
        return _carried_out(Opened(row, seats, frozenset()), played, seat, given, "", why)


def _carried_out(
    battle: Opened, played: Played, seat: int, given: Order, typed: str, why: str = ""
) -> Played:
    row = battle.row
    if row.draw_by is not None and battle.seating.side(row.draw_by) != battle.seating.side(seat):
        row.draw_by = None
    try:
        after = _ordered(battle, played, seat, given, typed, why)
    except LinksWanted as wanted:
        _lay(row, played, seat, given, why, wanted.chains)
        moved(row)
        return played
    after = answered(battle, after)
    stands(row, after)
    return after


def _ordered(battle: Opened, played: Played, seat: int, given: Order, typed: str, why: str = "") -> Played:
    """One more order and its entry. No dice are typed for a choice that is laid face down. Raises
    LinksWanted; then nothing was done."""
    row, number = battle.row, played.at + 1
    fair = order_dice(row, battle.seats, number, battle.links)
    dice: Dice = fair
    if row.dice == "typed" and not Sight(played.system, played.state, seat).lays_face_down(given):
        dice = typed_dice(row, typed, fair)
    after = played.after(seat, given, dice, played.at)
    links, laid = (battle.links.texts or []) if fair.record else [], battle.links.laid
    battle.links.spend()
    _entry(
        row, "order", seat, given, after.battle.entries[-1].dice.hex(), why, links, laid.salt if laid else ""
    )
    return after


# --- orders that wait for links ---------------------------------------------------------------------


def _lay(row: Battle, played: Played, seat: int, given: Order, why: str, chains: tuple[str, ...]) -> None:
    """Note an order that rolls as soon as links of these chains are there; nobody changes it any more."""
    row.laid = newly_laid(played.at + 1, seat, given, why, chains).kept()


def _laid_before(row: Battle, mine: frozenset[int], given: Order) -> bool:
    """True if exactly this order of an own seat waits for links."""
    laid = laid_of(row)
    return laid is not None and laid.seat in mine and laid.order == given


def refuse_while_laid(row: Battle) -> None:
    """Raise Refusal while an order waits for links."""
    if row.laid is not None:
        text = "The dice of the last order are about to roll. Wait a moment, then look at the battle again."
        raise Refusal("battle.laid", text, rule="CR-079")


def carry_out_laid(battle: Opened, laid: Laid) -> Played:
    """Carry the laid order out with the links that were given; the site fills the others in."""
    row = battle.row
    row.laid, battle.links.laid = None, laid
    after = answered(battle, _ordered(battle, played_of(row), laid.seat, laid.order, "", laid.why))
    stands(row, after)
    return after


def _of(battle: Opened, seat: int | None) -> frozenset[int]:
    """Own seats that an order may be for."""
    return battle.mine if seat is None else battle.mine & {seat}


def _ordering(battle: Opened, played: Played, seat: int | None) -> int:
    """Own seat that orders: the named one, else the first awaited one. Raises NotYours."""
    mine = _of(battle, seat)
    if not mine:
        raise NotYours("battle.seat", "That seat is not yours; its player orders for it.")
    awaited = mine & played.system.to_act(played.state)
    return min(awaited or mine)


# --- standing answers -------------------------------------------------------------------------------


def let_stand(
    battle_id: int, sitter: Sitter, kind: str, key: str, *, seat: int | None = None, this_turn: bool = False
) -> None:
    """Let the same answer stand for all questions of a kind, perhaps only until this turn is over; with ASK
    the seat is asked again.

    An open question is answered at once. Raises Refusal if that answer cannot stand.
    """
    with opened(battle_id, sitter) as battle:
        row = battle.row
        _under_way(row)
        if not _of(battle, seat):
            raise NotYours("battle.seat", "That seat is not yours; its player answers for it.")
        known = system(row.system).questions.get(kind)
        if known is None or key not in (ASK, *known.answers):
            text = "Choose one of the questions and answers that are offered."
            raise Unreadable("battle.standing", text, field="answer")
        own = battle.seats[battle.seat(seat)]
        own.standing = {**own.standing, kind: f"{key}@{_turn(played_of(row))}" if this_turn else key}
        own.save(update_fields=["standing"])
        if row.status == "running" and row.laid is None:
            played = played_of(row)
            after = answered(battle, played)
            if after is not played or row.laid is not None:
                stands(row, after)


def _turn(played: Played) -> int:
    return int(played.system.view_for(played.state, None)["turn"])


def answered(battle: Opened, played: Played) -> Played:
    """Give all standing answers that are due, each with its entry; return the battle after them. An answer
    that has to wait for links is laid."""
    for _ in range(MOST_ANSWERS):
        found = _standing_answer(battle, played)
        if found is None:
            return played
        try:
            played = _ordered(battle, played, *found, "")
        except LinksWanted as wanted:
            _lay(battle.row, played, *found, "", wanted.chains)
            return played
    raise RuntimeError(f"More than {MOST_ANSWERS} questions followed on one order.")


def _standing_answer(battle: Opened, played: Played) -> tuple[int, Order] | None:
    """First awaited seat with a standing answer that is due, and the order that gives it. In a battle with
    typed dice no answer that rolls is given for anybody.
    """
    for number in sorted(played.system.to_act(played.state)):
        window = played.system.window(played.state, number)
        if window is None or battle.seats[number].kind == "bot":
            continue
        default = played.system.questions[window.kind].default
        given = window.answers.get(battle.seats[number].answer_to(window.kind, _turn(played), default))
        if given is not None and not _asks_for_dice(battle, played, number, given):
            return number, given
    return None


def _asks_for_dice(battle: Opened, played: Played, seat: int, given: Order) -> bool:
    if battle.row.dice != "typed":
        return False
    dice = typed_dice(battle.row, "", order_dice(battle.row, battle.seats, played.at + 1, battle.links))
    try:
        played.system.apply(played.system.clone(played.state), seat, given, dice)
    except DiceWanted:
        return True
    return False


# --- what an order is checked for -------------------------------------------------------------------


def _sent_twice(played: Played, mine: frozenset[int], given: Order, at: int) -> bool:
    """True if exactly this order followed on the page that was shown."""
    if not 0 <= at < played.at:
        return False
    entries = played.battle.entries[at:]
    own = next((number for number, entry in enumerate(entries, at) if entry.seat in mine), None)
    if own is None or played.battle.entries[own].order != given:
        return False
    return played.unchanged(played.battle.entries[own].seat, at, own)


def _refuse_stale(played: Played, seat: int, at: int, seen: str) -> None:
    """Raise Stale if the seat has learned something that its page did not show. The web asks nowhere else;
    `Battle.check` is for callers without it."""
    if played.seen[seat].startswith(seen) if seen else played.unchanged(seat, at, played.at):
        return
    moved = abs(played.at - at)
    how = "one order" if moved == 1 else f"{moved} orders"
    back = "was taken back" if moved == 1 else "were taken back"
    text = f"the battle has moved on by {how}" if at < played.at else f"{how} {back}"
    if not moved:
        text = "an order was taken back and another one given"
    raise Stale("battle.stale", f"Meanwhile {text}. Look at it again and then decide.")


def take_back(battle_id: int, sitter: Sitter, at: int, *, seen: str = "") -> Played:
    """Take the own last order back, as long as it has settled nothing and nobody has answered it."""
    with opened(battle_id, sitter) as battle:
        row = battle.row
        _running(row)
        refuse_while_laid(row)
        played = played_of(row)
        last = played.battle.entries[-1].seat if played.at else min(battle.mine)
        _refuse_stale(played, last if last in battle.mine else battle.seat(), at, seen)
        refused = why_not_back(played, battle.mine)
        if refused:
            raise Refusal("battle.take_back", refused)
        _entry(row, "take_back", played.battle.entries[-1].seat)
        entries = list(BattleOrder.objects.filter(battle=row).order_by("number"))
        after = replayed(row, standing(entries))
        stands(row, after)
        return after


def why_not_back(played: Played, mine: frozenset[int]) -> str:
    """Reason why nothing can be taken back; "" if the last order can."""
    if not played.at:
        return "No order has been given yet."
    last = played.battle.entries[-1]
    if last.seat not in mine:
        seating = played.system.seating(played.battle.setup)
        who = "Your side" if seating.side(last.seat) in map(seating.side, mine) else "The other side"
        return f"{who} has answered, so the earlier orders stand."
    if last.dice:
        return "Dice were rolled for that order; it stands."
    if played.system.reveals(played.battle.events[-1]):
        return "A seat learned something from that order; it stands."
    return ""


# --- beside the orders ------------------------------------------------------------------------------


def resign(battle_id: int, sitter: Sitter, seat: int | None = None) -> None:
    """Give the battle up: the other side wins."""
    with opened(battle_id, sitter) as battle:
        _under_way(battle.row)
        own, seating = battle.seat(seat), battle.seating
        _entry(battle.row, "resign", own)
        side = seating.side(own)
        _over(battle.row, "resigned", 1 - side, f"{seating.sides[side]} gave the battle up.")


def offer_draw(
    battle_id: int, sitter: Sitter, *, bot_agrees: Callable[[Played, int], bool] | None = None
) -> bool:
    """Offer a draw; on one screen it is agreed at once, and a side that the computer plays alone answers at
    once by `bot_agrees`.

    Returns whether the battle is drawn now.
    """
    with opened(battle_id, sitter) as battle:
        row = battle.row
        _under_way(row)
        own = battle.seat()
        side = battle.seating.side(own)
        if row.draw_by is not None and battle.seating.side(row.draw_by) == side:
            raise Refusal("battle.draw", "You have already made an offer; it waits for an answer.")
        others = battle.against(side)
        alone = all(other.kind == "bot" for other in others)
        _entry(row, "offer", own)
        agreed = len(battle.sides) > 1 or row.draw_by is not None
        if alone and bot_agrees is not None:
            agreed = bot_agrees(played_of(row), others[0].number)
        if agreed:
            _drawn(row, others[0].number)
        elif alone:
            _entry(row, "decline", others[0].number)
            moved(row)
        else:
            row.draw_by = own
            moved(row)
        return agreed


def answer_draw(battle_id: int, sitter: Sitter, agree: bool) -> None:
    """Agree to the other side's offer, or decline it."""
    with opened(battle_id, sitter) as battle:
        row = battle.row
        _under_way(row)
        if row.draw_by is None:
            raise Refusal("battle.draw", "No draw is offered any more; offer one yourself if you like.")
        side = battle.seating.side(row.draw_by)
        if battle.sides == {side}:
            who = "You offered this draw yourself" if row.draw_by in battle.mine else "Your side offered this"
            raise Refusal("battle.draw", f"{who}; the other side answers.")
        own = min(seat.number for seat in battle.against(side) if seat.number in battle.mine)
        if agree:
            _drawn(row, own)
        else:
            _entry(row, "decline", own)
            row.draw_by = None
            moved(row)


def _drawn(row: Battle, seat: int) -> None:
    _entry(row, "agree", seat)
    _over(row, "agreed", None, "Both sides agreed on a draw.")


def pause(battle_id: int, sitter: Sitter) -> None:
    """Put the battle aside, for days if need be."""
    with opened(battle_id, sitter) as battle:
        _running(battle.row)
        refuse_while_laid(battle.row)
        own = battle.seat()
        _entry(battle.row, "pause", own)
        battle.row.status, battle.row.paused_by = "paused", own
        moved(battle.row)


def resume(battle_id: int, sitter: Sitter) -> None:
    """Go on; either side may."""
    with opened(battle_id, sitter) as battle:
        if battle.row.status != "paused":
            raise Refusal("battle.status", "The battle is not paused; just go on.")
        _entry(battle.row, "resume", battle.seat())
        battle.row.status, battle.row.paused_by = "running", None
        moved(battle.row)


def call_off(battle_id: int, sitter: Sitter) -> None:
    """End a battle that nobody can finish: it has not begun, or the other side is gone."""
    with opened(battle_id, sitter) as battle:
        row = battle.row
        gone = is_left(row, battle.seats, battle.mine)
        if row.status == "over":
            raise Refusal("battle.status", "The battle is over already.")
        if row.status != "open" and not gone:
            raise Refusal(
                "battle.status",
                "You cannot call off a battle under way: resign, or agree on a draw. If a visitor has "
                f"given no order for {SILENCE.days} days, you can call it off.",
            )
        if row.campaign_id is not None and not gone:
            text = "A game of the campaign is fought here: this ends when an organiser calls the game off."
            raise Refusal("battle.status", text)
        _call_off(row, battle.seat(), f"Called off by {name_of(battle.seats[battle.seat()])}.")


def is_left(row: Battle, seats: Iterable[BattleSeat], mine: frozenset[int]) -> bool:
    """True if the other side is gone: its account is deleted, or it is a visitor who has been awaited for
    days. The side that paused a battle waits for nobody.
    """
    late = row.status in ("running", "paused") and timezone.now() - row.changed_at > SILENCE
    awaited = row.awaited if row.status == "running" else 0 if row.paused_by in mine else -1
    others = [seat for seat in seats if seat.number not in mine]
    deleted = any(seat.kind == "person" and seat.user is None for seat in others)
    return deleted or any(
        late and seat.kind == "visitor" and bool(awaited >> seat.number & 1) for seat in others
    )


def end_for_game(row: Battle, reason: str) -> None:
    """End the battle of a game that is not played any more. For use inside the campaign's lock."""
    if row.status != "over":
        _call_off(row, 0, reason)


def _call_off(row: Battle, seat: int, reason: str) -> None:
    _entry(row, "call_off", seat)
    _over(row, "called_off", None, reason)


# --- what all of them do ----------------------------------------------------------------------------


def _running(row: Battle) -> None:
    """Raise Refusal unless orders can be given now."""
    if row.status == "open":
        raise Refusal("battle.status", "The battle has not begun: both sides have to be ready first.")
    if row.status == "paused":
        raise Refusal("battle.status", "The battle is paused; resume it first.")
    if row.status == "over":
        raise Refusal("battle.status", "The battle is over; look at the replay.")


def _under_way(row: Battle) -> None:
    if row.status not in ("running", "paused"):
        _running(row)


def _entry(
    row: Battle,
    kind: str,
    seat: int,
    given: Order = (NO_UNIT, 0),
    dice: str = "",
    why: str = "",
    links: Sequence[object] = (),
    salt: str = "",
) -> None:
    row.entries += 1
    BattleOrder.objects.create(
        battle=row,
        number=row.entries,
        kind=kind,
        seat=seat,
        unit=given[0],
        choice=given[1],
        dice=dice,
        links=[*links],
        salt=salt,
        why=why,
        made_at=timezone.now(),
    )


def note_chain(row: Battle, seat: int, end: str) -> None:
    """Write down that a seat goes on with the chain that has this end."""
    _entry(row, "chain", seat, links=[end])
    row.save(update_fields=["entries"])


def stands(row: Battle, played: Played) -> None:
    """Write what the row says of a position."""
    row.at, row.head = played.at, played.head
    row.awaited = sum(1 << seat for seat in played.system.to_act(played.state))
    ended = played.system.outcome(played.state)
    keep(played)
    if ended is None:
        moved(row)
        return
    row.rule, row.grade = ended.rule, ended.grade
    _over(row, "fought", ended.winner, ended.reason)


def _over(row: Battle, how: str, winner: int | None, reason: str) -> None:
    row.status, row.ended, row.winner, row.reason = "over", how, winner, reason
    row.awaited, row.draw_by, row.paused_by, row.laid = 0, None, None, None
    moved(row)


def moved(row: Battle) -> None:
    """Save the row and tell the open browsers."""
    row.seq += 1
    row.changed_at = timezone.now()
    row.save()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify('admiralty', %s)", [f"battle/{row.pk}:{row.seq}"])
