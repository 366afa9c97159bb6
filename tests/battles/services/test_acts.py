"""The door of battles: orders, taking back, resigning, draws, pauses; permissions and refusals."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from league.kernel.dice import commitment
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from missions.battles.engine.contract import System
from missions.battles.engine.dice import FairDice, TypedDice
from missions.battles.models import Battle, BattleOrder
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.services import acts, bots, chance, cleaning, opening
from missions.battles.services.proof import link_steps, proof
from missions.battles.systems.registry import packs
from tests.battles import battles as b
from tests.battles.battles import EAST, WEST
from tests.people import account

pytestmark = pytest.mark.django_db
STRANGER = Sitter(visitor=digest("stranger"))


def state(row: Battle) -> tuple[Any, ...]:
    """All that a refusal must not change."""
    now = b.fresh(row)
    return now.at, now.seq, now.head, now.status, now.draw_by, BattleOrder.objects.filter(battle=row).count()


# --- dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-079")
@pytest.mark.parametrize(("number", "purpose"), [(0, "set-up"), (7, "order 7")])
def test_dice_come_from_the_seed_the_texts_of_both_players_and_the_number_of_the_order(
    number: int, purpose: str
) -> None:
    seed = "5a" * 32
    rolled = chance.fair_dice(seed, ["one", "two"], number).roll(40)
    assert rolled == FairDice(bytes.fromhex(seed), ["one", "two"], purpose).roll(40)
    others = [
        chance.fair_dice(seed, ["one", "three"], number),
        chance.fair_dice(seed, ["three", "two"], number),
        chance.fair_dice("5b" * 32, ["one", "two"], number),
        chance.fair_dice(seed, ["one", "two"], number + 1),
    ]
    assert rolled not in [each.roll(40) for each in others]


# --- opening ----------------------------------------------------------------------------------------


@pytest.mark.rule("CR-079")
def test_the_seal_is_known_before_the_form_is_sent_and_opens_one_battle() -> None:
    ticket = opening.new_ticket()
    row = opening.open_battle(WEST, b.plan(), ticket)
    assert row.commitment == opening.commitment_of(ticket) == commitment(bytes.fromhex(row.seed))
    assert opening.open_battle(WEST, b.plan(), ticket).pk == row.pk
    with pytest.raises(Refusal, match="sent before"):
        opening.open_battle(EAST, b.plan(), ticket)
    with pytest.raises(Unreadable, match="too old"):
        opening.seed_of("made-up")


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ({"points": 9}, "20 to 150 points"),
        ({"opponent": "bot", "dice": "typed"}, "no dice on your table"),
        ({"opponent": "bot", "level": "godlike"}, "levels offered"),
        ({"scenario": "free", "columns": 99}, "12 to 36 columns"),
        ({"scenario": "picnic"}, "no battle"),
        ({"side": 2}, "Choose a seat"),
        ({"people": (1, 2)}, "One person plays for a side"),
        ({"deploy": "flying"}, "choose from what is offered"),
        ({"system": "chess"}, "no system"),
    ],
)
def test_a_plan_that_cannot_be_played_opens_nothing(plan: dict[str, Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        opening.open_battle(WEST, b.plan(**plan), opening.new_ticket())
    assert not Battle.objects.exists()


def test_an_invitation_gives_one_seat_to_one_person() -> None:
    row = opening.open_battle(WEST, b.plan(), opening.new_ticket())
    opening.take_seat(row.pk, EAST, row.invitation)
    opening.take_seat(row.pk, EAST, row.invitation)
    assert [seat.kind for seat in row.seats.order_by("number")] == ["visitor", "visitor"]
    with pytest.raises(NotYours, match="taken that seat"):
        opening.take_seat(row.pk, STRANGER, row.invitation)
    with pytest.raises(NotYours, match="used up"):
        opening.take_seat(row.pk, STRANGER, "wrong")


@pytest.mark.rule("FH-042", "FH-048")
def test_a_force_is_built_line_by_line_and_judged_when_it_is_ready() -> None:
    row = b.opened()
    for craft in ("x_wing", "tie_fighter", "x_wing", "y_wing"):
        opening.change_force(row.pk, WEST, 0, "add", craft)
    opening.change_force(row.pk, WEST, 0, "equip", "0", ["aft"])
    with pytest.raises(Refusal) as refused:
        opening.ready(row.pk, WEST, 0, "")
    codes = [found.code.rpartition(".")[2] for found in refused.value.findings]
    assert codes == ["craft", "points"]
    for line in ("1", "1", "1"):
        opening.change_force(row.pk, WEST, 0, "remove", line)
    assert opening.ready(row.pk, WEST, 0, "mine").status == "open"
    assert row.seats.get(number=0).force["units"] == [{"craft": "x_wing", "upgrades": ["aft"]}]


@pytest.mark.parametrize(
    ("button", "value", "ticked"),
    [
        ("add", "star_destroyer", ()),
        ("remove", "5", ()),
        ("remove", "-1", ()),
        ("remove", "first", ()),
        ("equip", "0", ("cloak",)),
        ("equip", "9", ()),
        ("transport", "0", ()),
        ("side", "jawas", ()),
        ("", "", ()),
        ("explode", "1", ()),
    ],
)
def test_buttons_that_make_no_sense_change_no_force(button: str, value: str, ticked: tuple[str, ...]) -> None:
    row = b.opened()
    opening.change_force(row.pk, WEST, 0, "add", "x_wing")
    with pytest.raises(Unreadable):
        opening.change_force(row.pk, WEST, 0, button, value, ticked)
    assert row.seats.get(number=0).force["units"] == [{"craft": "x_wing"}]


@pytest.mark.rule("FH-164")
def test_of_two_light_ships_the_one_that_is_named_has_to_dock() -> None:
    row = b.opened(scenario="hostages", points=100)
    for craft in ("corvette_rebel", "x_wing", "yt_1300"):
        opening.change_force(row.pk, WEST, 0, "add", craft)
    for line in ("0", "2"):
        opening.change_force(row.pk, WEST, 0, "transport", line)
    opening.change_force(row.pk, WEST, 0, "equip", "2")
    opening.ready(row.pk, WEST, 0, "")
    opening.change_force(row.pk, EAST, 1, "suggest")
    opening.ready(row.pk, EAST, 1, "")
    units = b.fresh(row).setup["forces"][0]["units"]
    assert [unit.get("role") for unit in units] == [None, None, "transport"]


def test_nobody_changes_the_force_of_another_seat_or_one_that_is_ready() -> None:
    row = b.opened()
    with pytest.raises(NotYours, match="not yours"):
        opening.change_force(row.pk, WEST, 1, "suggest")
    with pytest.raises(NotYours, match="no seat"):
        opening.change_force(row.pk, STRANGER, 0, "suggest")
    opening.change_force(row.pk, WEST, 0, "suggest")
    opening.ready(row.pk, WEST, 0, "")
    with pytest.raises(Refusal, match="ready"):
        opening.change_force(row.pk, WEST, 0, "clear")
    opening.change_force(row.pk, EAST, 1, "suggest")
    opening.ready(row.pk, EAST, 1, "")
    with pytest.raises(Refusal, match="has begun"):
        opening.change_force(row.pk, EAST, 1, "clear")


# --- orders -----------------------------------------------------------------------------------------


def test_an_order_is_one_entry_and_counts_once_when_sent_twice() -> None:
    row = b.begun()
    given, who = b.choice(row), b.sitter(row, b.due(row))
    acts.order(row.pk, who, given, 0)
    before = state(row)
    acts.order(row.pk, who, given, 0)
    assert state(row) == before and before[0] == before[5] == 1


def test_the_second_of_two_orders_is_refused_and_changes_nothing() -> None:
    row = b.begun()
    seat = b.due(row)
    seen = b.played(row).seen[seat]
    legal = b.played(row).system.legal_orders(b.played(row).state, seat, b.choice(row)[0])
    one, other = [(b.choice(row)[0], choice) for choice in legal[:2]]
    acts.order(row.pk, b.sitter(row, seat), one, 0)
    before = state(row)
    with pytest.raises(Stale, match="moved on by one order"):
        acts.order(row.pk, b.sitter(row, seat), other, 0, seen=seen)
    assert state(row) == before


@pytest.mark.rule("FH-061", "FH-062")
def test_orders_of_others_illegal_ones_and_onlookers_are_refused_with_a_sentence() -> None:
    row = b.begun()
    seat, before = b.due(row), state(row)
    for who, given in (
        (b.sitter(row, 1 - seat), b.choice(row)),
        (b.sitter(row, seat), (b.choice(row)[0], -5)),
        (b.sitter(row, seat), (999, 0)),
        (STRANGER, b.choice(row)),
    ):
        with pytest.raises(Refusal) as refused:
            acts.order(row.pk, who, given, 0)
        assert refused.value.message.endswith(".")
    assert state(row) == before


def test_an_order_is_taken_back_until_it_is_answered() -> None:
    row = b.begun()
    first = b.due(row)
    b.order(row)
    acts.take_back(row.pk, b.sitter(row, first), 1, seen=b.played(row).seen[first][:12])
    assert (b.fresh(row).at, b.due(row)) == (0, first)
    b.order(row, times=2)
    last = b.played(row).battle.entries[-1].seat
    with pytest.raises(Refusal, match="answered"):
        acts.take_back(row.pk, b.sitter(row, 1 - last), 2)
    kinds = list(BattleOrder.objects.filter(battle=row).values_list("kind", flat=True))
    assert kinds == ["order", "take_back", "order", "order"]


def test_a_page_from_before_a_take_back_is_stale_though_as_many_orders_stand() -> None:
    row = b.begun()
    seat = b.due(row)
    unit, _ = b.choice(row)
    legal = b.played(row).system.legal_orders(b.played(row).state, seat, unit)
    acts.order(row.pk, b.sitter(row, seat), (unit, legal[0]), 0)
    old = b.played(row).seen[1 - seat]
    acts.take_back(row.pk, b.sitter(row, seat), 1)
    acts.order(row.pk, b.sitter(row, seat), (unit, legal[1]), 0)
    with pytest.raises(Stale, match="taken back"):
        acts.order(row.pk, b.sitter(row, b.due(row)), b.choice(row), 1, seen=old[:12])


def test_an_order_that_rolled_dice_cannot_be_taken_back() -> None:
    row = b.begun()
    last = b.until_rolled(row).battle.entries[-1]
    with pytest.raises(Refusal, match="Dice were rolled"):
        acts.take_back(row.pk, b.sitter(row, last.seat), b.fresh(row).at)


def test_the_position_is_the_same_rebuilt_kept_and_at_every_moment() -> None:
    row = b.begun()
    b.order(row, times=14)
    kept = b.played(row)
    store.forget()
    anew = b.played(row)
    assert anew.battle.fingerprint() == kept.battle.fingerprint()
    assert (anew.heads, anew.sentences) == (kept.heads, kept.sentences)
    for at in (0, 5, 12, 14):
        key = kept.system.key(kept.state_at(at))
        assert key == kept.system.key(anew.state_at(at))
    assert kept.system.key(kept.state_at(14)) == kept.system.key(kept.state)


def test_a_battle_of_rules_that_are_no_more_is_told_apart() -> None:
    row = b.begun()
    Battle.objects.filter(pk=row.pk).update(version="0")
    store.forget()
    with pytest.raises(Refusal, match="earlier version"):
        b.played(row)


def test_the_store_of_positions_has_a_bound() -> None:
    row = b.begun()
    first = b.played(row)
    for number in range(store.KEPT + 5):
        store.keep(replace(first, heads=(f"head {number}",)))
    assert len(store._kept) == store.KEPT
    store.forget()


# --- dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-079")
def test_every_die_of_a_battle_is_made_again_from_its_seed() -> None:
    row = b.fought(b.begun())
    rolls = proof(row, tuple(row.seats.order_by("number")), b.played(row), link_steps(row))
    assert row.ended == "fought" and rolls and all(each.same for each in rolls)
    recorded = sum(len(entry.dice) for entry in b.played(row).battle.entries)
    assert sum(len(each.recorded) for each in rolls if each.number) == recorded


def test_typed_dice_are_taken_as_typed_and_checked() -> None:
    row = b.begun(dice="typed")
    faces, wrong = "", 0
    while not b.fresh(row).at or not b.played(row).battle.entries[-1].dice:
        given, who, at = b.choice(row), b.sitter(row, b.due(row)), b.fresh(row).at
        try:
            acts.order(row.pk, who, given, at, typed=faces)
        except Refusal as refusal:
            assert "rolls more dice" in refusal.message
            faces, wrong = f"{faces} {wrong % 6 + 1}", wrong + 1
    assert list(b.played(row).battle.entries[-1].dice) == [int(face) for face in faces.split()]


@pytest.mark.parametrize("typed", ["7", "0 3", "3 3 3 9"])
def test_a_face_that_no_die_has_is_told_before_what_is_missing(typed: str) -> None:
    with pytest.raises(ValueError, match="does not show"):
        TypedDice(chance.typed_faces(typed)).roll(4)


@pytest.mark.parametrize("typed", ["351", "3, 5 1", "3 51", "3,5,1"])
def test_faces_are_read_as_people_type_them(typed: str) -> None:
    dice = TypedDice(chance.typed_faces(typed))
    assert list(dice.roll(2) + dice.roll(1)) == [3, 5, 1] and not dice.left


@pytest.mark.parametrize("typed", ["1 -2", "7 " * 1000, "1.5", "²"])
def test_typed_dice_have_to_be_whole_numbers(typed: str) -> None:
    with pytest.raises(Unreadable, match="Type the faces"):
        chance.typed_faces(typed)


@pytest.mark.parametrize("system", [each.system for each in packs()], ids=lambda system: system.id)
def test_every_face_can_be_typed_by_its_sign(system: System[Any]) -> None:
    signs = "".join(die.letters for die in system.dice.values())
    for die in system.dice.values():
        shown = list(range(1, die.sides + 1))
        typed = chance.typed_faces(" ".join(die.letters or map(str, shown)), signs)
        assert list(TypedDice(typed).roll(die.sides, die.sides, die.letters)) == shown


# --- beside the orders ------------------------------------------------------------------------------


def test_a_player_who_gives_up_loses_and_nothing_goes_on_after_the_end() -> None:
    row = b.begun()
    acts.resign(row.pk, EAST)
    over = b.fresh(row)
    assert (over.status, over.ended, over.winner, over.reason) == (
        "over",
        "resigned",
        0,
        "East gave the battle up.",
    )
    for again in (acts.resign, acts.pause, acts.offer_draw):
        with pytest.raises(Refusal, match="over"):
            again(row.pk, WEST)  # type: ignore[operator]
    with pytest.raises(Refusal, match="over"):
        acts.order(row.pk, WEST, (0, 0), 0)


def test_a_draw_is_offered_answered_and_ends_the_battle() -> None:
    row = b.begun()
    acts.offer_draw(row.pk, WEST)
    with pytest.raises(Refusal, match="already made an offer"):
        acts.offer_draw(row.pk, WEST)
    with pytest.raises(Refusal, match="yourself"):
        acts.answer_draw(row.pk, WEST, agree=True)
    acts.answer_draw(row.pk, EAST, agree=False)
    with pytest.raises(Refusal, match="No draw is offered"):
        acts.answer_draw(row.pk, EAST, agree=True)
    acts.offer_draw(row.pk, EAST)
    assert acts.offer_draw(row.pk, WEST)
    assert (b.fresh(row).ended, b.fresh(row).winner) == ("agreed", None)


def test_going_on_declines_an_offer() -> None:
    row = b.begun()
    acts.offer_draw(row.pk, b.sitter(row, 1 - b.due(row)))
    b.order(row)
    assert b.fresh(row).draw_by is None


def test_a_paused_battle_takes_no_order_until_somebody_goes_on() -> None:
    row = b.begun()
    acts.pause(row.pk, WEST)
    with pytest.raises(Refusal, match="paused"):
        acts.order(row.pk, b.sitter(row, b.due(row)), b.choice(row), 0)
    acts.resume(row.pk, EAST)
    with pytest.raises(Refusal, match="not paused"):
        acts.resume(row.pk, EAST)
    assert b.order(row).at == 1


def test_on_one_screen_both_seats_are_mine_and_a_draw_needs_no_answer() -> None:
    row = b.begun(opponent="screen")
    b.order(row, times=3)
    assert b.fresh(row).at == 3
    assert acts.offer_draw(row.pk, WEST)


def test_a_battle_is_called_off_before_it_begins_or_when_the_other_account_is_gone() -> None:
    row = b.opened()
    acts.call_off(row.pk, EAST)
    assert b.fresh(row).ended == "called_off"
    user = account("una")
    row = b.begun(east=b.sitting(user))
    with pytest.raises(Refusal, match="resign"):
        acts.call_off(row.pk, WEST)
    user.delete()
    acts.call_off(row.pk, WEST)
    assert b.fresh(row).ended == "called_off"


def test_a_visitor_who_does_not_come_back_is_not_waited_for() -> None:
    row = b.begun()
    waiting, gone = b.sitter(row, 1 - b.due(row)), b.sitter(row, b.due(row))
    with pytest.raises(Refusal, match="no order for 3 days"):
        acts.call_off(row.pk, waiting)
    Battle.objects.filter(pk=row.pk).update(changed_at=timezone.now() - timedelta(days=3, minutes=1))
    with pytest.raises(Refusal, match="resign"):
        acts.call_off(row.pk, gone)
    acts.call_off(row.pk, waiting)
    assert b.fresh(row).ended == "called_off"


def test_a_player_who_paused_a_battle_cannot_call_it_off_for_silence() -> None:
    row = b.begun()
    waiting, gone = b.sitter(row, 1 - b.due(row)), b.sitter(row, b.due(row))
    acts.pause(row.pk, waiting)
    Battle.objects.filter(pk=row.pk).update(changed_at=timezone.now() - timedelta(days=4))
    with pytest.raises(Refusal, match="resign"):
        acts.call_off(row.pk, waiting)
    acts.call_off(row.pk, gone)
    assert b.fresh(row).ended == "called_off"


def test_the_entries_of_a_battle_are_never_rewritten() -> None:
    row = b.begun()
    b.order(row)
    with pytest.raises(TypeError, match="append-only"):
        BattleOrder.objects.filter(battle=row).update(choice=3)


# --- the computer -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", bots.CHOICES)
def test_the_computer_answers_until_it_is_the_persons_turn(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "BUDGET", 0.2)
    row = opening.open_tryout(WEST, b.plan(opponent="bot", level=level, points=30), opening.new_ticket())
    for _ in range(4):
        bots.answer(row.pk)
        if b.fresh(row).status != "running":
            break
        assert b.due(row) == 0
        b.order(row)
    explained = BattleOrder.objects.filter(battle=row, seat=1).exclude(why="")
    assert explained.exists() and not BattleOrder.objects.filter(battle=row, seat=0).exclude(why="").exists()


def test_the_computer_answers_an_offer_at_once() -> None:
    row = opening.open_tryout(WEST, b.plan(opponent="bot", points=30), opening.new_ticket())
    assert not acts.offer_draw(row.pk, WEST, bot_agrees=lambda played, seat: False)
    assert b.fresh(row).draw_by is None
    assert acts.offer_draw(row.pk, WEST, bot_agrees=lambda played, seat: seat == 1)


# --- what becomes of them ---------------------------------------------------------------------------


def test_a_visitor_who_signs_in_keeps_the_battle() -> None:
    row = opening.open_tryout(WEST, b.plan(opponent="bot", points=30), opening.new_ticket())
    user = account("vera")
    with pytest.raises(NotYours, match="nothing to keep"):
        opening.keep_in_account(row.pk, b.sitting(user))
    opening.keep_in_account(row.pk, Sitter(user.pk, WEST.visitor))
    assert row.seats.get(number=0).user_id == user.pk and not b.fresh(row).tryout


def test_try_outs_and_battles_never_begun_go_after_weeks() -> None:
    tried = opening.open_tryout(WEST, b.plan(opponent="bot", points=30), opening.new_ticket())
    waiting, fought = b.opened(), b.begun()
    now = timezone.now()
    assert cleaning.clear(now) == 0
    later = now + cleaning.timedelta(days=cleaning.OPEN_DAYS + 1)
    assert {row.pk for row in cleaning.stale(later)} == {tried.pk, waiting.pk}
    call_command("clear_battles")
    assert Battle.objects.count() == 3
    assert cleaning.clear(later) == 2 and Battle.objects.get().pk == fought.pk
