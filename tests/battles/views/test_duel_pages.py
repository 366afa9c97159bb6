"""The tests' card game by its pages: hands, drafts, questions, many people, a curtain, the replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.test import Client

from league.kernel.nonces import seal_of
from missions.battles.engine.contract import Order
from missions.battles.engine.sight import Sight
from missions.battles.models import Battle, BattleOrder
from missions.battles.selectors import positions as store
from missions.battles.services import opening
from missions.battles.services.bots import CHOICES
from tests.battles import battles as b
from tests.battles import duels as d
from tests.battles.battles import url
from tests.battles.engine.card_duel import orders
from tests.battles.hands_on_pages import HTMX, PagePlayer, query_of, sit_down
from tests.people import account, browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _duels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The duel is offered, and the same cards are dealt in every run."""
    texts = count()
    monkeypatch.setattr(opening.secrets, "token_hex", lambda size: f"{next(texts):0{2 * size}x}")
    with d.registered():
        store.forget()
        yield


def opened(client: Client, **more: Any) -> Battle:
    """A duel opened by the page for it."""
    form = client.get("/battles/new/", {"system": "duel"}).context["form"]
    usual = {name: value for name, value in form.initial.items() if value is not None}
    answer = client.post("/battles/new/", {**usual, **more})
    assert answer.status_code == 302, answer.content.decode()
    return Battle.objects.get(public_id=answer["Location"].split("/")[2])


def ready(row: Battle, client: Client, seat: int) -> None:
    """The seat gives its text, which its browser sealed when it came."""
    client.post(url(row, "force/"), {"seat": seat, "suggest": "1"})
    assert client.post(url(row, "ready/"), {"seat": seat, "nonce": f"text {seat}"}).status_code == 302


def begun(*clients: Client, **more: Any) -> Battle:
    """Both have met by link and chosen their forces."""
    row = opened(clients[0], **more)
    for seat, client in enumerate(clients):
        if seat:
            client.post(f"/battles/join/{row.invitation}/")
        client.post(url(row, "nonces/"), {"seat": seat, "seal": seal_of(f"text {seat}")})
    for seat, client in enumerate(clients):
        ready(row, client, seat)
    return b.fresh(row)


def text(page: str) -> str:
    """Texts that people read there."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def play(row: Battle, players: tuple[PagePlayer, ...], most: int = 400) -> Battle:
    """Play to the end, by the pages alone."""
    for _ in range(most):
        if b.fresh(row).status == "over":
            return b.fresh(row)
        seat = d.awaited(row)[0]
        players[seat].order(url(row))
    raise AssertionError("no end in sight")


def hand(page: str) -> list[str]:
    """The cards that are face up in the reader's own hand."""
    shown = re.search(r"Your hand</h2><ul class=\"hand n\d+\">(.*?)</ul>", page)
    cards = re.findall(r'<b>(\d)</b>(?: <span class="muted">× (\d))?', shown[1]) if shown else []
    return [card for card, number in cards for _ in range(int(number or 1))]


# --- two people -------------------------------------------------------------------------------------


def test_two_people_play_a_duel_by_its_pages_and_watch_it_again_from_either_seat() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = play(begun(*clients, turns=3), sit_down(*clients))
    kinds = {orders.kind_of(entry.choice) for entry in BattleOrder.objects.filter(battle=row)}
    assert {orders.BID, orders.MOVE, orders.FIRE, orders.DONE, orders.ROLL, orders.END} <= kinds
    for client in clients:
        assert "The battle is over" in client.get(url(row)).content.decode()
    deals = set()
    for at in range(0, row.at + 1, 5):
        pages = [
            clients[0].get(url(row, f"replay/?at={at}{seat}")).content.decode()
            for seat in ("", "&seat=0", "&seat=1")
        ]
        assert hand(pages[0]) == []
        deals.add(tuple(tuple(hand(page)) for page in pages[1:]))
    assert len(deals) > 3


def test_every_link_of_the_board_leads_to_a_board_with_what_it_names() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients)
    for number in range(12):
        seat = d.awaited(row)[0]
        player = PagePlayer(clients[seat], desktop=number % 2 == 0, random=sit_down(*clients)[0].random)
        page = player.look(url(row))
        for link in player.further(page)[:6]:
            assert query_of(player.look(url(row), link)) == link
        player.order(url(row))


def test_a_side_may_end_its_turn_while_its_units_may_still_act() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients)
    for player in sit_down(*clients):
        player.order(url(row))
    (seat,) = d.awaited(row)
    page = clients[seat].get(url(row)).content.decode()
    ready_links = re.findall(r'<ul class="ready">(.*?)</ul>', page, re.DOTALL)
    assert len(re.findall(r'href="\?unit=\d', ready_links[0])) == 3
    assert f'href="?unit=-1&amp;pick={orders.END}">End the turn' in ready_links[1]
    form = {"at": d.fresh(row).at, "seat": seat, "unit": -1, "choice": orders.END}
    assert clients[seat].post(url(row, "orders/"), form).status_code == 302
    assert d.awaited(row) == [1 - seat]


def test_picks_that_lead_nowhere_are_left_out() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients)
    card = hand(clients[0].get(url(row)).content.decode())[0]
    for picks, kept in (
        ("99", ""),
        (f"{card}&pick=99", f"&amp;pick={card}"),
        ("x" * 40, ""),
        ("-5&pick=½", ""),
    ):
        page = clients[0].get(url(row, f"?unit=-1&pick={picks}"))
        assert page.status_code == 200
        assert f'data-query="?unit=-1{kept}"' in page.content.decode()


def test_a_simultaneous_choice_leaves_the_others_page_as_it_is() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients)
    players = sit_down(*clients)
    card = hand(clients[1].get(url(row)).content.decode())[0]
    before = clients[1].get(url(row, f"?unit=-1&pick={card}")).content.decode()
    players[0].order(url(row))
    after = clients[1].get(url(row, f"?unit=-1&pick={card}")).content.decode()
    assert "Sun has chosen" in after and hand(before) == hand(after)
    assert re.search(r"seen=(\w+)", before)[1] == re.search(r"seen=(\w+)", after)[1]  # type: ignore[index]
    assert "Ann and Bob to move" not in after and "Your move" in after
    assert "Bob to move" in clients[0].get(url(row)).content.decode()


# --- questions out of turn --------------------------------------------------------------------------


def pressed(page: str) -> list[str]:
    """The answers that stand, one for each kind of question."""
    return [words.strip() for words in re.findall(r'aria-pressed="true">.*?</svg>([^<]*)</button>', page)]


def test_an_answer_that_stands_is_given_by_itself_until_its_seat_says_otherwise() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients, turns=5)
    shown = clients[1].get(url(row)).content.decode()
    assert "Guard with a card when you are fired at" in shown and "Never guard" in shown
    for answer, words in (("no", "Never guard"), ("", "Ask me each time"), ("no", "Never guard")):
        part = clients[1].post(url(row, "answers/"), {"kind": "guard", "answer": answer}, headers=HTMX)
        assert part.status_code == 200 and pressed(part.content.decode())[0] == words
    assert "Never guard" in clients[0].get(url(row)).content.decode()
    assert pressed(clients[0].get(url(row)).content.decode())[0] == "Ask me each time"
    for kind, answer in (("guard", "perhaps"), ("gurad", "no"), ("", "")):
        assert clients[1].post(url(row, "answers/"), {"kind": kind, "answer": answer}).status_code == 422
    assert Client().post(url(row, "answers/"), {"kind": "guard", "answer": "no"}).status_code == 404
    play(row, sit_down(*clients))
    guards = [
        entry
        for entry in BattleOrder.objects.filter(battle=row, seat=1)
        if orders.kind_of(entry.choice) in (orders.GUARD, orders.PASS)
    ]
    assert {orders.kind_of(entry.choice) for entry in guards} <= {orders.PASS}


def test_the_question_and_its_dice_stand_on_the_page_of_the_seat_that_is_asked() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients)
    seat, _ = until(row, orders.GUARD)
    shown = text(clients[seat].get(url(row)).content.decode())
    assert re.search(r"[SM]\d fires at [SM]\d with \d dice\. Guard with a card\?", shown)
    other = text(clients[1 - seat].get(url(row)).content.decode())
    assert "Guard with a card?" not in other and "to move" in other


def until(row: Battle, kind: int) -> tuple[int, Any]:
    """Play on until a seat may give an order of that kind."""
    for _ in range(300):
        for seat in d.awaited(row):
            found = d.options(row, seat, kind)
            if found:
                return seat, found[-1]
        b.order(row)
    raise AssertionError("no such order in three hundred")


def _typing(row: Battle, seat: int, given: Order) -> None:
    """An order with ones for all dice that it asks for."""
    now, typed = d.played(row), ""
    sight = Sight(now.system, now.state, seat)
    while roll := sight.dice_to_type(given, typed)[0]:
        typed += " 1" * roll.count
    d.acts.order(row.pk, b.sitter(row, seat), given, now.at, seat=seat, typed=typed)


def test_dice_with_symbols_are_typed_by_their_letters() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients, dice="typed", turns=5)
    for _ in range(200):
        seat = d.awaited(row)[0]
        now = d.played(row)
        if d.options(row, seat, orders.ROLL):
            break
        unit = now.system.legal_units(now.state, seat)[0]
        choice = now.system.legal_orders(now.state, seat, unit)[-1]
        _typing(row, seat, (unit, choice))
    page = " ".join(clients[seat].get(url(row, f"?unit=-1&pick={orders.ROLL}")).content.decode().split())
    assert re.findall(r'data-face="(\w)"', page) == list("ctsbxo")
    assert re.findall(r'data-face="\w" aria-label="(\w+)"', page)[:4] == [
        "circle",
        "triangle",
        "square",
        "blast",
    ]
    count = int(re.search(r"first: (\d) di", page)[1])  # type: ignore[index]
    form = {"at": d.fresh(row).at, "seat": seat, "unit": -1, "choice": orders.ROLL}
    wrong = clients[seat].post(url(row, "orders/"), {**form, "dice": "q"})
    assert wrong.status_code in (409, 422) and "“q” is no face" in text(wrong.content.decode())
    assert clients[seat].post(url(row, "orders/"), {**form, "dice": "b" * count}).status_code == 302
    shown = text(clients[seat].get(url(row)).content.decode())
    assert f"rolls {', '.join(['blast'] * count)}: {count} hits" in shown


# --- several people on a side -----------------------------------------------------------------------


def test_six_people_take_their_seats_and_each_has_a_hand_of_their_own() -> None:
    clients = [browser(account(f"p{number}")) for number in range(6)]
    row = opened(clients[0], people=3, others=3, side="1")
    wanted = [3, 0, 1, 2, 4, 5]
    for client, seat in list(zip(clients, wanted, strict=True))[1:]:
        page = client.get(f"/battles/join/{row.invitation}/").content.decode()
        assert f'name="seat" value="{seat}"' in page or seat == wanted[-1]
        client.post(f"/battles/join/{row.invitation}/", {"seat": seat})
    assert Client().get(f"/battles/join/{row.invitation}/").status_code == 409
    by_seat = {seat: client for client, seat in zip(clients, wanted, strict=True)}
    assert "first player of your side chooses" in by_seat[1].get(url(row)).content.decode()
    assert by_seat[1].post(url(row, "force/"), {"seat": 1, "suggest": "1"}).status_code == 403
    for seat, client in by_seat.items():
        ready(row, client, seat)
    assert b.fresh(row).status == "running"
    hands = [hand(by_seat[seat].get(url(row)).content.decode()) for seat in range(6)]
    assert all(hands) and len({tuple(each) for each in hands}) > 1
    page = text(by_seat[4].get(url(row)).content.decode())
    assert "P1, P2 and P3 Sun" in page and "P0, P4 and P5 Moon, you" in page
    players = tuple(
        PagePlayer(by_seat[seat], seat % 2 == 0, sit_down(by_seat[0])[0].random) for seat in range(6)
    )
    over = play(row, players, most=600)
    won = "Victory" if over.winner == 1 else "The end" if over.winner is None else "Defeat"
    assert won in by_seat[5].get(url(row)).content.decode()
    assert "Victory" not in Client().get(url(row)).content.decode()


def test_one_person_may_face_two_and_too_many_are_refused() -> None:
    clients = [browser(account(f"p{number}")) for number in range(3)]
    row = opened(clients[0], people=1, others=2)
    for client in clients[1:]:
        client.post(f"/battles/join/{row.invitation}/")
    for seat, client in enumerate(clients):
        ready(row, client, seat)
    assert b.fresh(row).status == "running" and d.awaited(row) == [0, 1, 2]
    assert "P1 and P2 Moon" in text(clients[0].get(url(row)).content.decode())
    form = clients[0].get("/battles/new/", {"system": "duel"}).context["form"]
    usual = {name: value for name, value in form.initial.items() if value is not None}
    for wrong in (0, 4, "many"):
        answer = clients[0].post("/battles/new/", {**usual, "others": wrong})
        assert answer.status_code in (409, 422) and Battle.objects.count() == 1


# --- one screen -------------------------------------------------------------------------------------


def test_a_curtain_hangs_between_two_hands_on_one_screen() -> None:
    client = browser(account("ann"))
    row = opened(client, opponent="screen")
    for seat in (0, 1):
        ready(row, client, seat)
    player = sit_down(client)[0]
    for seat, word in ((0, "Sun"), (1, "Moon")):
        page = player.look(url(row))
        assert f"Hand the screen to {word}" in page and hand(page) == []
        assert "board-orders" not in page and "It is a" not in page
        part = client.post(url(row, "look/"), {"seat": seat}, headers=HTMX).content.decode()
        assert "Hand the screen" not in part and len(hand(part)) == 3 and "Your move" in part
        assert hand(player.look(url(row))) == hand(part)
        player.order(url(row))
    assert client.post(url(row, "look/"), {"seat": 7}).status_code == 403
    assert Client().post(url(row, "look/"), {"seat": 0}).status_code == 404


def test_the_curtain_hangs_in_the_replay_too_until_the_battle_is_over() -> None:
    client = browser(account("ann"))
    row = opened(client, opponent="screen")
    for seat in (0, 1):
        ready(row, client, seat)
    for seat in (0, 1):
        assert hand(client.get(url(row, f"replay/?at=0&seat={seat}")).content.decode()) == []
    page = client.get(url(row, "replay/?at=0")).content.decode()
    assert "Only Sun looks" in page and "Only Moon looks" in page
    answer = client.post(url(row, "look/"), {"seat": 1, "at": 0})
    assert answer["Location"] == url(row, "replay/?at=0&seat=1")
    page = client.get(answer["Location"]).content.decode()
    assert len(hand(page)) == 3 and "Only Moon looks" not in page
    assert hand(client.get(url(row, "replay/?at=0&seat=0")).content.decode()) == []
    client.post(url(row, "resign/"))
    for seat in (0, 1):
        assert len(hand(client.get(url(row, f"replay/?at=0&seat={seat}")).content.decode())) == 3


def test_no_curtain_hangs_where_nothing_is_hidden() -> None:
    client = browser(account("ann"))
    row = b.begun(b.sitting(account("amy")), opponent="screen")
    client.force_login(row.seats.get(number=0).user)
    page = client.get(url(row)).content.decode()
    assert "Hand the screen" not in page and "board-orders" in page


# --- the computer -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", CHOICES)
def test_every_bot_plays_the_duel_and_keeps_what_it_thinks_to_itself_until_the_end(level: str) -> None:
    client = Client()
    form = client.get("/battles/try/", {"system": "duel"}).context["form"]
    answer = client.post("/battles/try/", {**form.initial, "level": level})
    row = Battle.objects.get(public_id=answer["Location"].split("/")[2])
    player = sit_down(client)[0]
    for _ in range(200):
        if b.fresh(row).status == "over":
            break
        assert "The computer’s reason" not in player.look(url(row))
        player.order(url(row))
    assert b.fresh(row).status == "over"
    numbers = BattleOrder.objects.filter(battle=row, seat=1).exclude(why="").values_list("number", flat=True)
    assert numbers
    assert "The computer:" in client.get(url(row, f"replay/?at={numbers[0]}")).content.decode()


# --- other pages ------------------------------------------------------------------------------------


def test_the_rule_systems_are_offered_where_there_are_several() -> None:
    client = browser(account("ann"))
    for page in ("new", "try"):
        shown = client.get(f"/battles/{page}/").content.decode()
        assert 'href="?system=duel">Duel</a>' in shown and "Cards, rocks and two arks" in shown
        of_duel = client.get(f"/battles/{page}/", {"system": "duel"}).content.decode()
        assert 'href="?system=fighters"' in of_duel and 'name="system" value="duel"' in of_duel
        assert client.get(f"/battles/{page}/", {"system": "chess"}).status_code == 422
    assert "People who play Moon" in of_duel or "Sun, on the left" in of_duel


def test_a_system_with_a_version_that_is_gone_says_so() -> None:
    clients = [browser(account(name)) for name in ("ann", "bob")]
    row = begun(*clients)
    Battle.objects.filter(pk=row.pk).update(version="1")
    store.forget()
    assert "earlier version of its rules" in text(clients[0].get(url(row)).content.decode())
