"""Taking one's steps back at the builder and doing them again."""

from __future__ import annotations

import pytest

from league.services.undo import redo, undo
from rosters.forms import BUTTONS
from rosters.presenters.step_words import NAMED, STEP_WORDS
from rosters.rules.orders import RenameFleet
from tests import verbs
from tests.people import Person, browser
from tests.rosters.views.work_pages import ROOKIE, WorkPages


def numbers(bench: WorkPages) -> tuple[int | None, int | None]:
    """The acts behind the two buttons: undo, redo."""
    context = bench.get().context
    return getattr(context["last"], "number", None), getattr(context["undone"], "number", None)


@pytest.fixture
def bought(bench: WorkPages) -> tuple[int, int]:
    """Two ships, bought one after the other: the acts."""
    bench.done("buy_ship", card=ROOKIE, squadron="2")
    first = bench.get().context["last"].number
    bench.done("buy_ship", card=ROOKIE, squadron="2")
    return first, bench.get().context["last"].number


def test_at_first_there_is_nothing_to_do_again(bench, bought):
    assert numbers(bench) == (bought[1], None)
    assert "Redo" not in bench.text()


def test_a_button_redoes_the_step_that_was_taken_back(bench, bought):
    before = bench.state
    bench.done("undo", act=bought[1])
    assert 'Redo<span class="undo-what">: Rookie Pilot bought</span>' in bench.text()
    bench.done("redo", act=bought[1])
    assert bench.state == before
    assert numbers(bench) == (bought[1], None)


def test_several_steps_are_done_again_in_their_order(bench, bought):
    for act in reversed(bought):
        bench.done("undo", act=act)
    assert numbers(bench)[1] == bought[0]
    bench.done("redo", act=bought[0])
    assert numbers(bench) == (bought[0], bought[1])
    bench.done("redo", act=bought[1])
    assert len(bench.state.ships) == 2


def test_a_step_of_another_kind_forgets_what_was_taken_back(bench, bought):
    bench.done("undo", act=bought[1])
    bench.done("form_squadron", squadron="3", type="recon")
    assert numbers(bench)[1] is None


def test_the_message_says_that_it_is_done_again(bench, bought):
    bench.done("undo", act=bought[1])
    answer = bench.post("redo", htmx=True, act=bought[1])
    assert "Done again: Rookie Pilot bought." in answer.content.decode()


def test_a_step_that_was_not_taken_back_is_not_done_again(bench, bought):
    answer = bench.post("redo", act=bought[1])
    assert answer.status_code == 409
    assert "This has not been undone." in answer.content.decode()


def test_a_step_that_another_tab_took_back_leads_to_the_fleet_as_it_is(bench, bought):
    bench.done("undo", act=bought[1])
    answer = bench.post("undo", htmx=True, act=bought[1])
    text = answer.content.decode()
    assert answer.status_code == 409 and "HX-Retarget" not in answer
    assert "This has already been undone. The page shows the fleet as it is now." in text
    assert f'name="act" value="{bought[0]}"' in text and f'name="act" value="{bought[1]}">' in text
    assert text.count('data-ship="') == len(bench.state.ships) == 1


@pytest.mark.parametrize("act", ["", "x", "999999", "-1"])
def test_a_wild_entry_is_refused(bench, bought, act):
    assert bench.post("redo", act=act).status_code == 422


def test_a_step_that_others_have_built_upon_has_no_button(bench, bought, organiser):
    verbs.do(organiser.seat, RenameFleet(bench.fleet, "Blue Wing", "hearts"))
    assert numbers(bench) == (None, None)


def test_a_step_that_others_have_built_upon_is_not_offered_again(bench, bought, organiser):
    bench.done("undo", act=bought[1])
    verbs.do(organiser.seat, RenameFleet(bench.fleet, "Blue Wing", "hearts"))
    assert numbers(bench) == (None, None)


def test_steps_that_others_took_back_themselves_do_not_count(bench, bought, organiser):
    done = verbs.do(organiser.seat, RenameFleet(bench.fleet, "Blue Wing", "hearts"))
    undo(organiser.seat.campaign_id, organiser.seat, done.act)
    assert numbers(bench) == (bought[1], None)
    redo(organiser.seat.campaign_id, organiser.seat, done.act)
    assert numbers(bench) == (None, None)


def test_the_start_of_the_campaign_ends_the_steps_of_the_draft(running):
    member = running.player
    bench = WorkPages(Person(member.user, member, browser(member.user)), running.fleet, "desk")
    verbs.play(running)
    assert numbers(bench) == (None, None)


def test_every_button_of_the_pages_that_is_a_step_has_its_words():
    assert set(BUTTONS) - {"say_ready", "lock_fleet", "close_desk"} <= set(STEP_WORDS)
    assert set(NAMED) <= set(STEP_WORDS)


def test_several_steps_back_each_say_what_they_take_back(bench):
    for do, fields in (
        ("form_squadron", {"squadron": "4", "type": "recon"}),
        ("buy_ship", {"card": ROOKIE, "squadron": "4"}),
        ("buy_upgrade", {"card": "r2astromech", "ship": "inventory"}),
        ("rename_fleet", {"fleet_name": "Blue Wing", "suit": "hearts"}),
    ):
        bench.done(do, **fields)
    told = []
    for _ in range(4):
        context = bench.get().context
        told.append(context["last_words"])
        answer = bench.post("undo", htmx=True, act=context["last"].number)
        assert answer.headers.get("HX-Redirect") or f"Undone: {told[-1]}." in answer.content.decode()
    assert told == ["the name Blue Wing", "R2 Astromech bought", "Rookie Pilot bought", "squadron 4 added"]
