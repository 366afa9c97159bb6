"""Battles with secrets, questions and several people a side, through the door."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from missions.battles.engine.replay import replay
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import bot_reason, waits_for
from missions.battles.services import acts, bots
from missions.battles.services.proof import link_steps, proof
from tests.battles import battles as b
from tests.battles import duels as d
from tests.battles.engine.card_duel import DUEL, orders

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _duels() -> Iterator[None]:
    with d.registered():
        store.forget()
        yield


# --- choices at the same time -----------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_both_choose_on_the_page_they_see_and_neither_is_stale(first: int) -> None:
    row = d.begun()
    seen = d.played(row).seen
    for seat in (first, 1 - first):
        acts.order(row.pk, d.sitter(seat), d.options(row, seat)[0], 0, seen=seen[seat][:12])
    assert d.fresh(row).at == 2


def test_a_choice_that_lies_face_down_is_no_news_to_the_others_and_its_page_is_old_for_its_own_seat() -> None:
    row = d.begun()
    before = d.played(row).seen
    d.order(row, 0, d.options(row, 0)[0])
    after = d.played(row).seen
    assert after[1] == before[1] and after[0] != before[0]
    with pytest.raises(Stale, match="moved on by one order"):
        acts.order(row.pk, d.sitter(0), d.options(row, 1)[0], 0, seen=before[0])


def test_an_order_sent_twice_counts_once_though_the_other_chose_in_between() -> None:
    row = d.begun()
    d.order(row, 1, d.options(row, 1)[0])
    given = d.options(row, 0)[-1]
    for _ in range(2):
        acts.order(row.pk, d.sitter(0), given, 0)
    assert d.fresh(row).at == 2


def test_once_both_lie_open_the_page_from_before_is_stale() -> None:
    row = d.begun()
    seen = d.played(row).seen
    d.bid(row)
    for seat in (0, 1):
        with pytest.raises(Stale):
            acts.order(row.pk, d.sitter(seat), (0, orders.DONE), 0, seen=seen[seat])


# --- taking back ------------------------------------------------------------------------------------


def test_a_card_is_taken_back_while_it_lies_face_down_and_not_after_both_lie_open() -> None:
    row = d.begun()
    d.order(row, 0, d.options(row, 0)[0])
    acts.take_back(row.pk, d.sitter(0), 1)
    assert (d.fresh(row).at, d.awaited(row)) == (0, [0, 1])
    d.bid(row)
    last = d.played(row).battle.entries[-1]
    assert not last.dice, "no die fell"
    with pytest.raises(Refusal, match="learned"):
        acts.take_back(row.pk, d.sitter(last.seat), d.fresh(row).at)


def test_a_drawn_card_stays_drawn() -> None:
    row = d.begun()
    d.bid(row)
    seat = d.awaited(row)[0]
    while d.awaited(row) == [seat]:
        d.order(row, seat, d.options(row, seat, orders.DONE)[0])
    assert not d.played(row).battle.entries[-1].dice
    assert any(event[0] == "card" for event in d.played(row).battle.events[-1])
    with pytest.raises(Refusal, match="learned"):
        acts.take_back(row.pk, d.sitter(seat), d.fresh(row).at)


def test_an_open_move_is_taken_back() -> None:
    row = d.begun()
    d.bid(row)
    at = d.fresh(row).at
    mover = d.awaited(row)[0]
    state = d.played(row).state
    moves = d.options(row, mover, orders.MOVE)
    clear = next(move for move in moves if not orders.debris_on(state, move[0], move[1] >> 4))
    d.order(row, mover, clear)
    acts.take_back(row.pk, d.sitter(mover), at + 1)
    assert d.fresh(row).at == at


# --- questions --------------------------------------------------------------------------------------


def kinds(row: Battle, last: int) -> list[tuple[int, int]]:
    """Seat and kind of the last entries."""
    return [(entry.seat, orders.kind_of(entry.choice)) for entry in d.played(row).battle.entries[-last:]]


def test_the_attacker_rolls_as_soon_as_the_target_has_answered() -> None:
    row = d.begun()
    attacker, shot = d.until(row, orders.FIRE)
    d.order(row, attacker, shot)
    assert d.awaited(row) == [1 - attacker]
    d.order(row, 1 - attacker, (-1, orders.PASS))
    assert kinds(row, 3) == [(attacker, orders.FIRE), (1 - attacker, orders.PASS), (attacker, orders.ROLL)]


def test_the_attacker_is_credited_with_the_dice_that_the_answer_lets_fall() -> None:
    row = d.begun()
    attacker, shot = d.until(row, orders.FIRE)
    before = [luck.dice for luck in d.played(row).luck]
    d.order(row, attacker, shot)
    dice = d.played(row).state.shot.dice
    d.order(row, 1 - attacker, (-1, orders.PASS))
    after = [luck.dice for luck in d.played(row).luck]
    assert after[attacker] - before[attacker] == dice and after[1 - attacker] == before[1 - attacker]


def test_a_standing_no_answers_at_once_and_is_told_like_any_other() -> None:
    row = d.begun()
    attacker, shot = d.until(row, orders.FIRE)
    acts.let_stand(row.pk, d.sitter(1 - attacker), "guard", "no")
    d.order(row, attacker, shot)
    assert kinds(row, 3) == [(attacker, orders.FIRE), (1 - attacker, orders.PASS), (attacker, orders.ROLL)]
    assert BattleOrder.objects.filter(battle=row, kind="order").count() == d.fresh(row).at
    store.forget()
    again = d.played(row)
    assert (
        replay(DUEL, json.loads(json.dumps(again.battle.record()))).fingerprint()
        == again.battle.fingerprint()
    )


def test_an_answer_that_is_let_stand_while_the_question_is_open_is_given_at_once() -> None:
    row = d.begun()
    attacker, shot = d.until(row, orders.FIRE)
    d.order(row, attacker, shot)
    acts.let_stand(row.pk, d.sitter(1 - attacker), "guard", "no")
    assert kinds(row, 1) == [(attacker, orders.ROLL)]


def test_a_player_who_wants_to_be_asked_again_is_asked() -> None:
    row = d.begun()
    attacker, shot = d.until(row, orders.FIRE)
    for key in ("no", ""):
        acts.let_stand(row.pk, d.sitter(1 - attacker), "guard", key)
    acts.let_stand(row.pk, d.sitter(attacker), "roll", "")
    d.order(row, attacker, shot)
    assert d.awaited(row) == [1 - attacker]
    d.order(row, 1 - attacker, (-1, orders.PASS))
    assert d.awaited(row) == [attacker] and d.options(row, attacker) == [(-1, orders.ROLL)]
    d.order(row, attacker, (-1, orders.ROLL))
    assert kinds(row, 1) == [(attacker, orders.ROLL)]


def test_an_answer_may_stand_until_the_turn_is_over() -> None:
    row = d.begun()
    attacker, shot = d.until(row, orders.FIRE)
    turn = d.played(row).state.turn
    acts.let_stand(row.pk, d.sitter(1 - attacker), "guard", "no", this_turn=True)
    d.order(row, attacker, shot)
    assert 1 - attacker not in d.awaited(row)
    seat = row.seats.get(number=1 - attacker)
    assert [seat.answer_to("guard", each, "") for each in (turn - 1, turn, turn + 1)] == ["no", "no", ""]


@pytest.mark.parametrize(("kind", "key"), [("guard", "roll"), ("ambush", "no"), ("", "")])
def test_only_known_answers_can_stand(kind: str, key: str) -> None:
    row = d.begun()
    with pytest.raises(Unreadable, match="offered"):
        acts.let_stand(row.pk, d.sitter(0), kind, key)
    assert all(seat.standing == {} for seat in row.seats.all())


def test_nobody_lets_an_answer_of_another_seat_stand() -> None:
    row = d.begun()
    with pytest.raises(NotYours):
        acts.let_stand(row.pk, d.sitter(0), "guard", "no", seat=1)
    with pytest.raises(NotYours):
        acts.let_stand(row.pk, d.sitter(7), "guard", "no")


# --- dice on the table ------------------------------------------------------------------------------


def test_with_dice_on_the_table_the_attacker_types_them_and_people_never_shuffle() -> None:
    row = d.begun(dice="typed")
    attacker, shot = d.until(row, orders.FIRE)
    d.order(row, attacker, shot)
    count = d.played(row).state.shot.dice
    d.order(row, 1 - attacker, (-1, orders.PASS))
    assert d.awaited(row) == [attacker], "nothing is rolled for anybody"
    with pytest.raises(Refusal, match="type 1 more"):
        d.order(row, attacker, (-1, orders.ROLL), typed="x" * (count - 1))
    with pytest.raises(Refusal, match="does not show 9"):
        d.order(row, attacker, (-1, orders.ROLL), typed="9" * count)
    after = d.order(row, attacker, (-1, orders.ROLL), typed=" ".join("btxoo"[:count]))
    assert after.battle.entries[-1].dice[:count] == bytes([4, 2, 5, 6, 6][:count])


def played_out(row: Battle) -> Battle:
    """Play to the end; typed dice are blanks, and tens at a tie."""
    now = d.played(row)
    while d.awaited(row):
        seat = d.awaited(row)[0]
        given = d.options(row, seat)[0]
        typed = ""
        if row.dice == "typed" and given == (-1, orders.ROLL):
            typed = "o" * now.state.shot.dice
        if row.dice == "typed" and orders.kind_of(given[1]) == orders.BID:
            typed = tie(row, seat, given)
        now = d.order(row, seat, given, typed)
    return d.fresh(row)


def tie(row: Battle, seat: int, given: tuple[int, int]) -> str:
    """Typed faces for a tie of the bids."""
    bids = d.played(row).state.clone().bids
    bids[seat] = orders.bid_cards(given[1])
    return "10 3" if all(bids) and sum(bids[0]) == sum(bids[1]) else ""


@pytest.mark.parametrize("dice", ["fair", "typed"])
def test_when_it_is_over_every_draw_and_every_die_of_the_app_is_made_again(dice: str) -> None:
    row = played_out(d.begun(dice=dice))
    rolls = proof(row, tuple(row.seats.order_by("number")), d.played(row), link_steps(row))
    assert row.status == "over" and rolls and all(each.same for each in rolls)
    drawn = {each.number for each in rolls}
    assert len(drawn) > 1, "the deck was shuffled in the middle of the battle"
    kept = d.played(row).battle.entries
    rolled = {number for number, entry in enumerate(kept, 1) if orders.kind_of(entry.choice) == orders.ROLL}
    assert not (drawn & rolled and dice == "typed"), "dice of people are not proved"


def test_a_draw_that_was_tampered_with_is_found() -> None:
    row = played_out(d.begun(dice="typed"))
    seats, now = tuple(row.seats.order_by("number")), d.played(row)
    drawn = next(each for each in proof(row, seats, now, link_steps(row)) if each.number)
    assert drawn.same and drawn.sides == 2
    entries = now.battle.entries
    entry = entries[drawn.number - 1]
    other = f"{3 - entry.dice[-1]:02x}"
    entries[drawn.number - 1] = entry._replace(faces=entry.faces[:-2] + other)
    roll = next(each for each in proof(row, seats, now, link_steps(row)) if each.number)
    assert roll.number == drawn.number and not roll.same


# --- digests ----------------------------------------------------------------------------------------


def test_digests_cannot_be_tried_out_without_the_seed() -> None:
    row = d.begun()
    played = d.played(row)
    plain = json.dumps(row.setup, sort_keys=True) + played.battle.opening_dice.hex()
    unsalted = hashlib.sha256(f"battle {row.public_id}\n{plain}".encode()).hexdigest()
    assert unsalted != played.heads[0]
    salted = hashlib.sha256(f"battle {row.public_id} {row.seed}\n{plain}".encode()).hexdigest()
    assert salted == played.heads[0] == row.head


def test_a_battle_of_an_earlier_release_goes_on_though_its_digest_was_another() -> None:
    row = b.begun()
    b.order(row, times=3)
    Battle.objects.filter(pk=row.pk).update(head="0" * 64)
    store.forget()
    now = b.played(row)
    assert b.played(row) is now and now.at == 3
    b.order(row)
    assert b.fresh(row).head == b.played(row).head != "0" * 64
    Battle.objects.filter(pk=row.pk).update(head="f" * 64)
    store.forget()
    again = b.played(row)
    acts.order_of_bot(row.pk, b.due(row), b.choice(row), again, "")
    assert b.fresh(row).at == 5


# --- several people a side --------------------------------------------------------------------------


def test_three_a_side_order_their_own_ships_and_no_others() -> None:
    row = d.begun(3, 3)
    assert d.awaited(row) == [0, 1, 2, 3, 4, 5]
    for seat in (5, 2, 0, 4, 1, 3):
        d.order(row, seat, d.options(row, seat)[0])
    seat = d.awaited(row)[0]
    mate = d.awaited(row)[1]
    seating = DUEL.seating(row.setup)
    assert {seating.side(each) for each in d.awaited(row)} == {seating.side(seat)}
    unit = d.options(row, mate)[0][0]
    with pytest.raises(Refusal):
        d.order(row, seat, (unit, orders.DONE))
    d.order(row, mate, (unit, orders.DONE))


def test_a_mates_open_order_makes_a_page_stale() -> None:
    row = d.begun(3, 3)
    for seat in range(6):
        d.order(row, seat, d.options(row, seat)[0])
    first, mate = d.awaited(row)[:2]
    at, seen = d.fresh(row).at, d.played(row).seen[mate]
    d.order(row, first, d.options(row, first, orders.DONE)[0])
    with pytest.raises(Stale):
        acts.order(row.pk, d.sitter(mate), d.options(row, mate)[0], at, seen=seen)


def test_a_player_with_two_seats_says_for_which_one() -> None:
    row = d.begun(2, 1, holders={1: 0})
    given = d.options(row, 1)[0]
    acts.order(row.pk, d.sitter(0), given, 0, seat=1)
    assert d.played(row).battle.entries[-1].seat == 1
    with pytest.raises(NotYours):
        acts.order(row.pk, d.sitter(0), given, 1, seat=2)


def test_a_side_gives_up_as_a_whole() -> None:
    row = d.begun(2, 1)
    acts.resign(row.pk, d.sitter(1))
    over = d.fresh(row)
    assert (over.status, over.winner, over.reason) == ("over", 1, "Sun gave the battle up.")


def test_a_draw_is_between_sides() -> None:
    row = d.begun(2, 1)
    acts.offer_draw(row.pk, d.sitter(1))
    with pytest.raises(Refusal, match="already made an offer"):
        acts.offer_draw(row.pk, d.sitter(0))
    with pytest.raises(Refusal, match="the other side answers"):
        acts.answer_draw(row.pk, d.sitter(0), True)
    seats = list(row.seats.order_by("number"))
    now = d.fresh(row)
    assert [waits_for(now, seats, frozenset((seat,))) for seat in range(3)] == ["move", "move", "answer"]
    acts.answer_draw(row.pk, d.sitter(2), True)
    assert d.fresh(row).ended == "agreed"


def test_an_order_of_a_mate_does_not_decline_the_offer_and_one_of_the_other_side_does() -> None:
    row = d.begun(2, 1)
    acts.offer_draw(row.pk, d.sitter(1))
    d.order(row, 0, d.options(row, 0)[0])
    assert d.fresh(row).draw_by == 1
    d.order(row, 2, d.options(row, 2)[0])
    assert d.fresh(row).draw_by is None


# --- the computer -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["random", "greedy", "search"])
def test_the_computer_plays_a_duel_and_keeps_its_reasons_to_itself(level: str) -> None:
    row = d.begun(1, 1, bots={1: level}, setup={"turns": 1})
    bots.answer(row.pk)
    while d.awaited(row):
        assert d.awaited(row) == [0]
        d.order(row, 0, d.options(row, 0)[0])
        bots.answer(row.pk)
        if d.fresh(row).status == "running":
            assert bot_reason(d.fresh(row)) == ""
    assert d.fresh(row).status == "over" and bot_reason(d.fresh(row))


def test_the_computer_looks_again_where_the_other_side_chose_while_it_was_thinking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = d.begun(1, 1, bots={1: "random"})
    ordered, calls = bots._ordered, []

    def late(*facts: Any) -> Any:
        if not calls:
            d.order(row, 0, d.options(row, 0)[0])
        calls.append(facts[1].number)
        return ordered(*facts)

    monkeypatch.setattr(bots, "_ordered", late)
    bots.answer(row.pk)
    assert calls[:2] == [1, 1] and {entry.seat for entry in d.played(row).battle.entries[:2]} == {0, 1}


def test_a_standing_answer_is_never_given_for_the_computer() -> None:
    row = d.begun(1, 1, bots={1: "random"}, setup={"turns": 1})
    BattleSeat.objects.filter(battle=row, number=1).update(standing={"guard": "no"})
    bots.answer(row.pk)
    while d.awaited(row) and not d.options(row, 0, orders.FIRE):
        d.order(row, 0, d.options(row, 0)[-1])
        bots.answer(row.pk)
    shots = d.options(row, 0, orders.FIRE)
    if shots:
        d.order(row, 0, shots[0])
        assert d.awaited(row) == [1]
