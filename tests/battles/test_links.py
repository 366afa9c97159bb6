"""Orders that roll wait for links of the chains of both sides, so that nobody foresees the dice (CR-079)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.kernel.nonces import FILL_LINK_AFTER, seal_of
from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.battles.engine.dice import FairDice
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.services import acts, links
from missions.battles.services.chance import between_people, laid_of, mark_of
from missions.battles.services.proof import link_steps, proof
from missions.battles.systems.registry import packs
from tests.battles import battles as b
from tests.battles import chains
from tests.battles.battles import EAST, WEST, url
from tests.battles.chains import Browser, carried_out, laid, until_laid
from tests.missions.secrets.differing import Wish
from tests.people import account, browser

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CR-079")]
EVENING = datetime(2026, 3, 6, 19, 30, tzinfo=UTC)
STRANGER = Sitter(visitor=digest("stranger"))


@pytest.fixture(autouse=True)
def _clock_stands() -> Iterator[None]:
    with time_machine.travel(EVENING, tick=False):
        yield


def state(row: Battle) -> tuple[Any, ...]:
    """All that a refusal must not change."""
    now = b.fresh(row)
    seats = tuple(row.seats.order_by("number").values_list("chain", flat=True))
    return now.at, now.seq, now.head, now.status, now.laid, now.entries, seats


def later(row: Battle) -> Any:
    """The moment from which the site fills links in."""
    return time_machine.travel(laid(row).since + FILL_LINK_AFTER, tick=False)


# --- laid and carried out -------------------------------------------------------------------------------


def test_an_order_that_rolls_waits_for_both_links_and_its_dice_follow_from_them() -> None:
    row, (west, east) = chains.begun()
    before = until_laid(row)
    assert b.played(row).head == before.head and laid(row).wanted == (0, 1)
    given = west.link, east.link
    assert east.give(row) == 0 and laid(row).missing == (0,)
    west.give(row)
    now = b.played(row)
    assert now.at > before.at and b.fresh(row).laid is None
    fair = FairDice(bytes.fromhex(row.seed), [*nonces(row), *given], f"order {before.at + 1}")
    recorded = now.battle.entries[before.at].dice
    assert recorded and recorded == fair.roll(len(recorded))
    assert laid_of(b.fresh(row)) is None


def nonces(row: Battle) -> list[str]:
    return list(row.seats.order_by("number").values_list("nonce", flat=True))


def test_an_order_without_chance_is_carried_out_at_once() -> None:
    row, _ = chains.begun()
    before = b.fresh(row)
    now = b.order(row)
    after = b.fresh(row)
    assert (now.at, after.laid, after.entries, after.seq) == (1, None, 1, before.seq + 1)
    assert BattleOrder.objects.get(battle=row).links == []


def test_while_an_order_is_laid_nothing_else_is_ordered_and_nobody_changes_it() -> None:
    row, browsers = chains.begun()
    now = until_laid(row)
    waiting, before = laid(row), state(row)
    acts.order(row.pk, b.sitter(row, waiting.seat), waiting.order, now.at)
    assert state(row) == before, "the same order sent again is the same order"
    unit, choice = waiting.order
    for each in browsers:
        with pytest.raises(Refusal, match="about to roll"):
            acts.order(row.pk, each.sitter, (unit, choice + 1), now.at)
        with pytest.raises(Refusal, match="about to roll"):
            acts.take_back(row.pk, each.sitter, now.at)
        with pytest.raises(Refusal, match="about to roll"):
            acts.pause(row.pk, each.sitter)
    assert state(row) == before
    carried_out(row, browsers)
    assert b.played(row).battle.entries[now.at].order == waiting.order


def test_the_mark_of_an_order_is_fixed_before_a_link_is_given_and_tells_nothing() -> None:
    row, browsers = chains.begun()
    until_laid(row)
    waiting = laid(row)
    carried_out(row, browsers)
    step = link_steps(row)[0]
    given = (step.unit, step.choice)
    assert (step.seat, given, step.salt) == (waiting.seat, waiting.order, waiting.salt)
    chains_then = [chain for *_, chain in step.links]
    assert chains_then == nonces(row)
    assert mark_of(step.order, step.seat, given, step.salt, chains_then) == waiting.mark
    for other in (
        mark_of(step.order, step.seat, (step.unit, step.choice + 1), step.salt, chains_then),
        mark_of(step.order, step.seat, given, step.salt, [chains_then[0], seal_of("a chain that suits")]),
    ):
        assert other != waiting.mark
    assert len(waiting.salt) == 32


def test_links_that_do_not_fit_are_refused() -> None:
    row, (west, east) = chains.begun()
    until_laid(row)
    before, number = state(row), laid(row).number
    for link in (east.end, seal_of("another"), west.link, "", "x" * 500):
        with pytest.raises(Refusal) as no:
            links.give_link(row.pk, EAST, 1, number, link)
        assert no.value.code == "battle.wrong_link"
    for who, seat in ((WEST, 1), (STRANGER, 0)):
        with pytest.raises(NotYours):
            links.give_link(row.pk, who, seat, number, east.link)
    with pytest.raises(Refusal, match="No order waits for this link"):
        links.give_link(row.pk, EAST, 1, number + 1, east.link)
    assert state(row) == before
    link = east.link
    east.give(row)
    with pytest.raises(Refusal, match="No order waits for this link"):
        links.give_link(row.pk, EAST, 1, number, link)


def test_no_link_is_taken_while_nothing_is_laid() -> None:
    row, (west, _) = chains.begun()
    for call in (
        lambda: links.give_link(row.pk, WEST, 0, 1, west.link),
        lambda: links.fill_links(row.pk, WEST),
    ):
        with pytest.raises(Refusal, match="No order waits for links"):
            call()


def test_a_battle_that_ends_drops_what_is_laid() -> None:
    row, browsers = chains.begun()
    until_laid(row)
    number = laid(row).number
    acts.resign(row.pk, EAST)
    assert b.fresh(row).laid is None
    with pytest.raises(Refusal, match="No order waits for links"):
        links.give_link(row.pk, WEST, 0, number, browsers[0].link)


def test_a_position_that_was_lost_meanwhile_is_the_same_again() -> None:
    """The site is restarted between laying and rolling."""
    row, browsers = chains.begun()
    until_laid(row)
    browsers[1].give(row)
    store.forget()
    browsers[0].give(row)
    rolled = b.played(row)
    store.forget()
    assert b.played(row).head == rolled.head


# --- who gives none -------------------------------------------------------------------------------------


def test_after_a_moment_the_site_fills_in_and_waits_for_that_seat_no_more() -> None:
    row, (west, east) = chains.begun()
    until_laid(row)
    number = laid(row).number
    west.give(row)
    with pytest.raises(Refusal, match="still wait"):
        links.fill_links(row.pk, WEST)
    with later(row):
        links.fill_links(row.pk, WEST)
    step = link_steps(row)[0]
    assert step.order == number and [how for _, how, _ in step.links] == ["sealed", "filled"]
    assert row.seats.get(number=1).chain == ""
    until_laid(row)
    assert laid(row).wanted == (0,)
    west.give(row)
    assert b.fresh(row).laid is None, "one link was missing, and it came"
    other = Browser(1, EAST, "another browser")
    other.begin(row)
    until_laid(row)
    assert laid(row).wanted == (0, 1)
    carried_out(row, [west, other])
    assert [how for _, how, _ in link_steps(row)[-1].links] == ["sealed", "sealed"]


def test_own_links_that_are_lost_are_filled_in_at_once() -> None:
    row, (_, east) = chains.begun()
    until_laid(row)
    east.give(row)
    links.fill_links(row.pk, WEST)
    assert b.fresh(row).laid is None


def test_strangers_fill_nothing_in() -> None:
    row, _ = chains.begun()
    until_laid(row)
    with later(row), pytest.raises(NotYours):
        links.fill_links(row.pk, STRANGER)


def test_without_chains_fresh_bytes_of_the_site_join_at_once() -> None:
    row = b.begun()
    now = b.until_rolled(row)
    step = link_steps(row)[0]
    assert step.order == now.at and [how for _, how, _ in step.links] == ["filled", "filled"]
    assert all(len(text) == 32 for text, *_ in step.links)


def test_at_one_screen_no_link_is_needed() -> None:
    row = b.begun(opponent="screen")
    BattleSeat.objects.filter(battle=row).update(chain=seal_of("a chain"))
    b.until_rolled(row)
    assert link_steps(row) == []


def test_only_people_at_screens_of_their_own_play_against_each_other() -> None:
    for more, wanted in (({}, True), ({"opponent": "screen"}, False), ({"opponent": "bot"}, False)):
        row = b.opened(**more)
        assert between_people(row, tuple(row.seats.order_by("number"))) is wanted


def test_dice_on_the_table_wait_for_nobody() -> None:
    row, _ = chains.begun(dice="typed")
    b.order(row)
    assert b.fresh(row).laid is None


# --- chains ---------------------------------------------------------------------------------------------


def test_another_chain_counts_from_the_next_order_on() -> None:
    row, (west, east) = chains.begun()
    other = Browser(1, EAST, "a second browser")
    until_laid(row)
    with pytest.raises(Refusal, match="chain before this one"):
        other.begin(row)
    carried_out(row, [west, east])
    other.begin(row)
    before = b.fresh(row).entries
    other.begin(row)
    assert b.fresh(row).entries == before, "a chain that goes on already is no news"
    until_laid(row)
    carried_out(row, [west, other])
    steps = link_steps(row)
    assert [(step.order > 0, step.end) for step in steps] == [(True, ""), (False, steps[1].end), (True, "")]


def test_chains_of_another_form_or_of_others_are_refused() -> None:
    row, _ = chains.begun()
    before = state(row)
    with pytest.raises(Unreadable):
        links.begin_chain(row.pk, WEST, 0, "amber")
    with pytest.raises(NotYours):
        links.begin_chain(row.pk, WEST, 1, seal_of("amber"))
    assert state(row) == before
    acts.resign(row.pk, WEST)
    with pytest.raises(Refusal):
        links.begin_chain(row.pk, WEST, 0, seal_of("amber"))


@pytest.mark.parametrize("pack", packs(), ids=lambda pack: pack.id)
def test_every_system_lays_its_rolls_and_all_are_made_again(pack: Any) -> None:
    tried = pack.tryout.usual
    row, browsers = chains.begun(
        name=pack.id, system=pack.id, scenario=tried, options=dict(pack.tryout.options(tried))
    )
    for _ in range(4):
        before = until_laid(row)
        while b.fresh(row).laid:
            carried_out(row, browsers)
        assert b.played(row).at > before.at
    acts.resign(row.pk, WEST)
    seats, steps = tuple(row.seats.order_by("number")), link_steps(row)
    rolls = proof(b.fresh(row), seats, b.played(row), steps)
    assert rolls and all(each.same for each in rolls)
    assert not all(each.same for each in proof(b.fresh(row), seats, b.played(row), []))
    for seat, each in enumerate(seats):
        known = each.nonce
        for step in steps:
            assert seal_of(step.links[seat][0]) == known
            known = step.links[seat][0]


# --- by the pages ---------------------------------------------------------------------------------------


@pytest.fixture
def meeting() -> tuple[Battle, list[Browser], list[Client]]:
    """Two accounts whose order is laid."""
    users = account("west"), account("east")
    row, browsers = chains.begun(*map(b.sitting, users))
    until_laid(row)
    return row, browsers, [browser(user) for user in users]


def test_the_pages_say_what_they_wait_for_and_the_scripts_what_to_give(
    meeting: tuple[Battle, list[Browser], list[Client]],
) -> None:
    row, (west, east), clients = meeting
    number = laid(row).number
    for each, client in zip((west, east), clients, strict=True):
        shown = client.get(url(row, "board/"), headers={"HX-Request": "true"}).content.decode()
        assert "The dice are about to roll" in shown and 'id="board-confirm"' not in shown
        assert f'data-laid="{number}" data-mark="{laid(row).mark}" data-wanted="{each.number}"' in shown
        assert f'data-own="{each.number}:{each.end} "' in shown
    early = clients[0].post(url(row, "fill-links/"), headers={"HX-Request": "true"})
    assert early.status_code == 409 and "still wait" in early.content.decode()
    first = clients[1].post(url(row, "links/"), {"seat": 1, "order": number, "link": east.link})
    assert first.json() == {"seq": 0}
    second = clients[0].post(url(row, "links/"), {"seat": 0, "order": number, "link": west.link})
    assert second.json() == {"seq": b.fresh(row).seq} and b.fresh(row).laid is None


def test_the_button_rolls_without_what_is_missing(
    meeting: tuple[Battle, list[Browser], list[Client]],
) -> None:
    row, _, clients = meeting
    with later(row):
        answer = clients[0].post(url(row, "fill-links/"))
    assert answer.status_code == 302 and b.fresh(row).laid is None


def test_the_second_page_that_rolls_without_what_is_missing_gets_the_board(
    meeting: tuple[Battle, list[Browser], list[Client]],
) -> None:
    row, (west, _), clients = meeting
    number = laid(row).number
    west.give(row)
    with later(row):
        for client in clients:
            answer = client.post(url(row, "fill-links/"), {"order": number}, headers={"HX-Request": "true"})
            assert answer.status_code == 200 and "No order waits" not in answer.content.decode()
    until_laid(row)
    answer = clients[1].post(url(row, "fill-links/"), {"order": number}, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and laid(row).number > number, "the next order waits as before"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 422),
        ({"seat": "x"}, 422),
        ({"seat": "0"}, 409),
        ({"seat": "0", "order": "x", "link": "y"}, 422),
        ({"seat": "1", "order": "1", "link": "y"}, 403),
        ({"seat": "0", "chain": "amber"}, 422),
    ],
)
def test_a_text_that_is_no_link_is_refused_with_a_sentence(
    meeting: tuple[Battle, list[Browser], list[Client]], fields: dict[str, str], status: int
) -> None:
    row, _, (west, _) = meeting
    before = state(row)
    answer = west.post(url(row, "links/"), fields)
    assert answer.status_code == status and answer.json()["refused"]
    assert state(row) == before


def test_others_read_the_same_whichever_order_is_laid(
    meeting: tuple[Battle, list[Browser], list[Client]],
) -> None:
    row, _, clients = meeting
    waiting = laid(row)
    reader = clients[1 - waiting.seat]

    wishes = [Wish(url(row, tail), htmx=True) for tail in ("board/", "replay/", "verify/", "nonces/")]
    wishes.append(Wish(url(row, "orders/"), {"at": waiting.number - 1, "unit": 0, "choice": 1}, htmx=True))
    shown = [wish.answer(reader) for wish in wishes]
    kept = {**waiting.kept(), "order": [0, 1], "why": "for a secret reason"}
    Battle.objects.filter(pk=row.pk).update(laid=kept)
    assert [wish.answer(reader) for wish in wishes] == shown


def test_verify_shows_every_link_and_how_it_came(meeting: tuple[Battle, list[Browser], list[Client]]) -> None:
    row, (west, east), clients = meeting
    link = east.link
    east.give(row)
    with later(row):
        links.fill_links(row.pk, east.sitter)
    acts.resign(row.pk, west.sitter)
    shown = " ".join(clients[0].get(url(row, "verify/")).content.decode().split())
    assert link in shown and "filled in by the site" in shown and "given by its browser" in shown
    assert laid_of(b.fresh(row)) is None
