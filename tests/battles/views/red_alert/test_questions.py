"""Questions out of turn on the board of Red Alert: they stay in sight until they are answered."""

from __future__ import annotations

import re
from html import unescape
from itertools import count
from random import Random

import pytest
from django.test import Client

from missions.battles.models import Battle
from missions.battles.services import opening
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles import battles as b
from tests.battles.hands_on_pages import CONFIRM
from tests.battles.views.leaks import on
from tests.people import account, browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same questions come up in every run."""
    texts = count(1)
    monkeypatch.setattr(opening.secrets, "token_hex", lambda size: f"{next(texts):0{2 * size}x}")


BAR = re.compile(r'<div class="action-bar board-confirm board-ask".*?</div>')
"""The bar at the thumb before an order is chosen."""


def asked(answers: range, seed: int, standing: bool = False, kind: str = "") -> tuple[Battle, Client, str]:
    """A battle in which somebody is asked and has so many answers, their browser, and the question. It may
    be of one kind.
    """
    users = [account(name) for name in ("ann", "bob")]
    one, other = (b.sitting(user) for user in users)
    row = b.begun(one, other, system="red_alert", scenario="opening_salvo", points=None, deploy=None)
    random = Random(seed)
    for _ in range(400):
        state = b.played(row).state
        seat = min(RED_ALERT.to_act(state))
        window = RED_ALERT.window(state, seat)
        units = RED_ALERT.legal_units(state, seat)
        able = window is not None and (bool(window.answers) or not standing) and kind in ("", window.kind)
        if (
            window
            and able
            and sum(len(RED_ALERT.legal_orders(state, seat, unit)) for unit in units) in answers
        ):
            return row, browser(users[seat]), window.text
        on(row, random)
    raise AssertionError("nobody was asked")


def board(row: Battle, client: Client, query: str = "") -> str:
    return unescape(" ".join(client.get(f"/battles/{row.public_id}/{query}").content.decode().split()))


def test_the_question_is_there_if_the_only_answer_is_none():
    row, client, question = asked(range(1, 2), 1)
    page = board(row, client)
    assert page.count(question) >= 2, "in the panel and in the bar"
    bar = CONFIRM.search(page)
    assert bar and question in bar[0] and "Other order" not in " ".join(bar[0].split())


def test_the_question_stays_while_an_answer_is_chosen():
    row, client, question = asked(range(2, 99), 1)
    links = re.findall(r'href="(\?unit=-1&order=\d+)"', board(row, client))
    page = board(row, client, links[0])
    bar = CONFIRM.search(page)
    assert page.count(question) >= 2 and bar and "Other order" in " ".join(bar[0].split())


def test_the_question_stands_at_the_thumb_with_the_pass_before_an_answer_is_chosen():
    row, client, question = asked(range(2, 99), 1, standing=True)
    bar = BAR.search(board(row, client))
    assert bar and question in bar[0]
    assert 'href="#board-passing"' in bar[0] and 'id="board-passing"' in board(row, client)
    to_pass = re.search(r'href="(\?unit=-1&order=\d+)">Pass</a>', bar[0])
    assert to_pass
    chosen = board(row, client, to_pass[1])
    assert not BAR.search(chosen) and re.search(r'type="submit"><svg.{0,200}</svg> Pass</button>', chosen)


@pytest.mark.parametrize(("kind", "aimed"), [("attacked", 1), ("rolled", 0)])
def test_an_attack_that_waits_for_its_dice_is_marked_on_the_map(kind: str, aimed: int):
    row, client, _ = asked(range(1, 99), 5, kind=kind)
    page = board(row, client)
    assert page.count('class="trace aim"') == aimed and page.count('class="aimed"') == 2 * aimed
    assert " data-told " in page, "a small screen looks there"


def test_an_answer_until_the_turn_ends_is_shown_as_one():
    row, client, _ = asked(range(1, 99), 3, standing=True)
    page = board(row, client)
    form = re.search(r'<form class="board-passing".*?</form>', page)
    assert form and "from now on" in form[0]
    words = re.findall(r">([^<>]+ until the turn ends)</button>", form[0])
    given = dict(re.findall(r'name="(seat|kind|answer)" value="([^"]*)"', form[0]))
    client.post(f"/battles/{row.public_id}/answers/", {**given, "until": "turn"})
    kept = re.search(r'<details class="panel more board-standing.*?</details>', board(row, client))
    assert kept and re.search(rf'aria-pressed="true">.{{0,400}}{words[0]}', kept[0])
