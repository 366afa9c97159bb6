"""The pages of battles: from the invitation to the last order, with and without script, for each kind of
reader."""

from __future__ import annotations

import asyncio
import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone

from league import limits
from league.rules.manual.contents import rule_address
from missions.battles.models import Battle
from missions.battles.selectors.battles import Sitter
from missions.battles.services import acts, bots, opening
from missions.battles.urls import BATTLE, urlpatterns
from tests.answers import next_message
from tests.battles import battles as b
from tests.battles.battles import url
from tests.missions.secrets.test_matrix import letter
from tests.people import account, browser

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def ticket(client: Client, url: str) -> str:
    return str(client.get(url).context["form"].initial["ticket"])


def tried(client: Client, **more: str) -> Battle:
    """A battle against the computer, opened by its page."""
    fields = {"scenario": "fighter_clash", "side": "0", "level": "close", **more}
    answer = client.post("/battles/try/", {"ticket": ticket(client, "/battles/try/"), **fields})
    assert answer.status_code == 302
    return Battle.objects.get(public_id=answer["Location"].split("/")[2])


def fields(row: Battle) -> dict[str, int]:
    """Fields that the board posts for the best-looking order."""
    unit, choice = b.choice(row)
    return {"at": b.fresh(row).at, "unit": unit, "choice": choice}


# --- a visitor --------------------------------------------------------------------------------------


def test_a_visitor_fights_the_computer_without_an_account(client: Client) -> None:
    row = tried(client)
    page = client.get(url(row))
    assert "Your move" in page.content.decode() and b.due(row) == 0
    assert client.post(url(row, "orders/"), fields(row)).status_code == 302
    part = client.post(url(row, "orders/"), fields(row), headers=HTMX)
    assert part.status_code == 200 and part.content.decode().lstrip().startswith('<div id="board"')
    assert "The computer’s reason" in part.content.decode() and b.due(row) == 0
    assert client.get("/battles/").content.decode().count(url(row)) == 1
    assert Client().get(url(row)).status_code == 404


def test_a_double_click_of_a_visitor_opens_one_battle_and_shows_it_both_times() -> None:
    """The second request leaves the browser before the first one's cookie arrives."""
    form = {"scenario": "fighter_clash", "side": "0", "level": "close"}
    form["ticket"] = ticket(Client(), "/battles/try/")
    clicks = [Client(), Client()]
    first, second = (click.post("/battles/try/", form)["Location"] for click in clicks)
    assert first == second
    assert [click.get(first).status_code for click in clicks] == [200, 200]
    assert Client().get(first).status_code == 404


def test_a_computer_that_was_cut_off_answers_when_the_page_asks_again(client: Client) -> None:
    row, far = tried(client), timezone.now() + timedelta(minutes=1)
    while b.due(row) == 0:
        acts.order(row.pk, Sitter(visitor=row.seats.get(number=0).visitor), b.choice(row), b.fresh(row).at)
    assert "every 10s" in client.get(url(row, "board/"), headers=HTMX).content.decode()
    Battle.objects.filter(pk=row.pk).update(changed_at=far - timedelta(minutes=2))
    late = client.get(url(row, "board/"), headers=HTMX).content.decode()
    assert "Your move" in late and "every 10s" not in late


def test_a_visitor_who_signs_in_is_offered_to_keep_the_battle(client: Client) -> None:
    row, user = tried(client), account("vera")
    client.force_login(user)
    assert url(row, "keep/") in client.get("/battles/").content.decode()
    assert client.post(url(row, "keep/")).status_code == 302
    assert row.seats.get(number=0).user == user
    assert url(row, "keep/") not in client.get("/battles/").content.decode()


def test_nobody_tries_battles_by_the_hundred(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TRIED", limits.Rate(2, 3600))
    tried(client), tried(client)
    answer = client.post("/battles/try/", _a_try())
    assert (answer.status_code, Battle.objects.count()) == (429, 2)
    assert "2 battles an hour can be tried without an account. Try again in 60 minutes." in told(answer)
    monkeypatch.setattr(limits, "TRIED_BY_ALL", limits.Rate(2, 3600))
    answer = client.post("/battles/try/", _a_try(), REMOTE_ADDR="10.0.0.2")
    assert (answer.status_code, Battle.objects.count()) == (429, 2)
    client.force_login(account("vera"))
    monkeypatch.setattr(limits, "OPENED", limits.Rate(1, 3600))
    tried(client)
    answer = client.post("/battles/try/", _a_try())
    assert (answer.status_code, Battle.objects.count()) == (429, 3)
    assert "No more than 1 battles an hour" in told(answer)


def _a_try() -> dict[str, str]:
    return {"ticket": opening.new_ticket(), "scenario": "fighter_clash", "side": "0", "level": "close"}


def told(answer: Any) -> str:
    return html.unescape(" ".join(answer.content.decode().split()))


def test_visitors_battles_make_room_for_each_other(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "VISITORS_BATTLES", 2)
    first = tried(client)
    kept = tried(client)
    client.force_login(account("vera"))
    client.post(url(kept, "keep/"))
    client.logout()
    second, third = tried(client), tried(client)
    assert {row.pk for row in Battle.objects.all()} == {kept.pk, second.pk, third.pk} and first.pk


def test_a_computer_that_finds_others_thinking_plays_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request beyond the limit has no time to think in."""
    given: list[float] = []
    monkeypatch.setattr(bots, "_answered", lambda battle, budget: given.append(budget))
    with bots._thinking(), bots._thinking():
        bots.answer(1)
    bots.answer(1)
    assert given == [0.0, bots.BUDGET]
    assert [bots._level(each, late=True) for each in bots.CHOICES] == ["random", "close", "greedy", "greedy"]
    assert [bots._level(each, late=False) for each in bots.CHOICES] == list(bots.CHOICES)


# --- two people -------------------------------------------------------------------------------------


def test_two_people_meet_by_link_choose_forces_and_fight() -> None:
    ann, bob = browser(account("ann")), browser(account("bob"))
    form = {"scenario": "free", "opponent": "link", "side": "1", "points": "20", "deploy": "line"}
    seal = ticket(ann, "/battles/new/")
    made = ann.post("/battles/new/", {"ticket": seal, "dice": "fair", "public": "on", **form})
    row = Battle.objects.get()
    assert made["Location"] == url(row)
    invitation = re.search(r"/battles/join/[\w-]+/", ann.get(url(row)).content.decode())
    assert invitation and "Ann waits for you" in bob.get(invitation[0]).content.decode()
    assert bob.post(invitation[0])["Location"] == url(row)
    for client, seat in ((ann, 1), (bob, 0)):
        client.post(url(row, "force/"), {"seat": seat, "suggest": "1"})
        assert client.post(url(row, "ready/"), {"seat": seat, "nonce": "my text"}).status_code == 302
    assert b.fresh(row).status == "running"
    assert bob.get(invitation[0])["Location"] == url(row)
    late = Client().get(invitation[0])
    assert late.status_code == 409 and "used up" in late.content.decode()
    assert Client().get("/battles/join/of-no-battle/").status_code == 404
    mover = (bob, ann)[b.due(row)]
    assert "your move" in mover.get("/inbox/").content.decode()
    assert mover.post(url(row, "orders/"), fields(row)).status_code == 302
    assert "you may watch it" not in Client().get(url(row)).content.decode()
    assert Client().get(url(row)).status_code == 200


@pytest.mark.rule("FH-164")
def test_the_lobby_names_the_ship_that_has_to_dock() -> None:
    ann, bob = account("ann"), account("bob")
    row = b.opened(b.sitting(ann), b.sitting(bob), scenario="hostages", points=100)
    client = browser(ann)
    for craft in ("corvette_rebel", "yt_1300"):
        client.post(url(row, "force/"), {"seat": 0, "add": craft})
    lines = client.get(url(row)).content.decode().split('class="ship ship-craft"')
    assert "has to dock" in lines[1] and "Make it the transport" in lines[2]
    client.post(url(row, "force/"), {"seat": 0, "transport": "1"})
    lines = client.get(url(row)).content.decode().split('class="ship ship-craft"')
    assert "Make it the transport" in lines[1] and "has to dock" in lines[2]


@pytest.mark.rule("FH-017")
def test_the_lobby_asks_how_a_force_faces_that_the_app_sets_up() -> None:
    ann, bob = account("ann"), account("bob")
    row = b.opened(b.sitting(ann), b.sitting(bob), deploy="line")
    client = browser(ann)
    page = client.get(url(row)).content.decode()
    assert re.findall(r'<option value="(\w*)" selected>(.*?)</option>', page) == [("", "the enemy’s edge")]
    client.post(url(row, "force/"), {"seat": 0, "add": "x_wing"})
    part = client.post(url(row, "force/"), {"seat": 0, "facing": "SE"}, headers=HTMX).content.decode()
    assert re.findall(r'<option value="(\w*)" selected>(.*?)</option>', part) == [("SE", "south-east")]
    assert client.post(url(row, "force/"), {"seat": 0, "facing": "up"}).status_code == 422
    browser(bob).post(url(row, "force/"), {"seat": 1, "suggest": "1"})
    for person, seat in ((client, 0), (browser(bob), 1)):
        person.post(url(row, "ready/"), {"seat": seat, "nonce": ""})
    now = b.played(row)
    faced = {(unit["seat"], unit["facing"]) for unit in now.system.view_for(now.state, 0)["units"]}
    assert faced == {(0, "SE"), (1, "W")}


@pytest.mark.rule("FH-005", "FH-120")
def test_house_rules_are_chosen_with_the_battle_and_told_to_whoever_is_invited() -> None:
    ann = browser(account("ann"))
    form = {"scenario": "fighter_clash", "opponent": "link", "side": "0", "points": "20", "deploy": "line"}
    form |= {"dice": "fair", "natural_one_misses": "on", "ticket": ticket(ann, "/battles/new/")}
    refused = ann.post("/battles/new/", {**form, "torpedo_salvos": "12"})
    assert (refused.status_code, Battle.objects.count()) == (422, 0)
    ann.post("/battles/new/", {**form, "torpedo_salvos": "2"})
    row = Battle.objects.get()
    assert (row.setup["natural_one_misses"], row.setup["torpedo_salvos"]) == (True, 2)
    html = browser(account("bob")).get(f"/battles/join/{row.invitation}/").content.decode()
    assert "an attack die that shows 1 always misses" in html
    assert "2 shots with each kind of torpedo for a unit" in html


def test_the_force_builder_answers_with_totals_and_what_is_wrong() -> None:
    ann = browser(account("ann"))
    row = b.opened(b.sitting(account("amy")), b.sitting(account("ben")))
    ann = browser(row.seats.get(number=0).user)
    for craft in ("x_wing", "x_wing", "x_wing"):
        part = ann.post(url(row, "force/"), {"seat": 0, "add": craft}, headers=HTMX)
    text = re.sub(r"<[^>]+>", "", part.content.decode())
    assert "30 of 20 points" in text and "10 points over its 20" in text
    refused = ann.post(url(row, "ready/"), {"seat": 0, "nonce": "my text"})
    assert (refused.status_code, b.fresh(row).status) == (409, "open")
    shown = refused.content.decode()
    assert 'id="force"' in shown and 'value="my text"' in shown and shown.count("10 points over its 20") == 2


def test_a_form_sent_twice_opens_one_battle_and_a_bad_one_says_why() -> None:
    ann = browser(account("ann"))
    form = {"scenario": "fighter_clash", "opponent": "bot", "level": "greedy", "side": "0", "points": "20"}
    form |= {"deploy": "line", "dice": "typed", "ticket": ticket(ann, "/battles/new/")}
    refused = ann.post("/battles/new/", form)
    assert refused.status_code == 409 and "no dice on your table" in refused.content.decode()
    answers = [ann.post("/battles/new/", {**form, "dice": "fair"}) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"] and Battle.objects.count() == 1


# --- refusals ---------------------------------------------------------------------------------------


def test_a_stale_order_shows_the_board_as_it_is_with_the_reason() -> None:
    row = b.begun(b.sitting(account("ann")), b.sitting(account("bob")))
    mover = browser(row.seats.get(number=b.due(row)).user)
    old = fields(row)
    b.order(row)
    answer = mover.post(url(row, "orders/"), {**old, "choice": old["choice"] + 8}, headers=HTMX)
    assert answer.status_code == 409 and "moved on by one order" in answer.content.decode()
    assert b.fresh(row).at == 1


@pytest.mark.parametrize("value", ["", "x" * 3000, "-1", "9" * 30, "½", "<b>”;--", "1.5"])
def test_garbage_is_answered_and_changes_nothing(value: str) -> None:
    ann = browser(account("ann"))
    row = b.begun(b.sitting(account("amy")), opponent="screen")
    ann.force_login(row.seats.get(number=0).user)
    before = b.fresh(row).seq
    for tail in ("orders/", "take-back/", "force/", "ready/", "keep/", "call-off/"):
        posted = dict.fromkeys(("at", "unit", "choice", "dice", "seat", "nonce", "add", "equip"), value)
        answer = ann.post(url(row, tail), posted)
        assert 400 <= answer.status_code < 500, tail
    assert ann.get(url(row), {"unit": value, "order": value}).status_code == 200
    assert ann.get(url(row, "replay/"), {"at": value, "seat": value}).status_code == 200
    assert b.fresh(row).seq == before


def test_rules_in_labels_lead_to_their_wording() -> None:
    ann = browser(account("ann"))
    page = ann.get("/battles/new/").content.decode()
    for words, rule in (
        ("Points a side", "FH-042"),
        ("Set-up", "FH-017"),
        ("check them afterwards", "CR-079"),
    ):
        link = f'<a class="rule" href="{rule_address(rule)}">{rule}</a>'
        assert f'{words} <span class="text-nowrap">{link}</span>' in page
    assert re.findall(r"\((?:CR|FH)-\d", page) == []


# --- who meets what ---------------------------------------------------------------------------------

# A stranger, a signed-in stranger, west, east: looking, then posting nothing.
DOORS = {
    "": ("--yy", "mmmm"),
    "board/": ("--yy", "mmmm"),
    "lobby/": ("--yy", "mmmm"),
    "replay/": ("--yy", "mmmm"),
    "replay/part/": ("--yy", "mmmm"),
    "verify/": ("--yy", "mmmm"),
    "orders/": ("mmmm", "--yy"),
    "look/": ("mmmm", "--yy"),
    "answers/": ("mmmm", "--yy"),
    "hints/": ("mmmm", "--yy"),
    "take-back/": ("mmmm", "--yy"),
    "force/": ("mmmm", "--yy"),
    "ready/": ("mmmm", "--yy"),
    "nonces/": ("--yy", "--yy"),
    "show-nonce/": ("mmmm", "--yy"),
    "fill-nonce/": ("mmmm", "--yy"),
    "links/": ("mmmm", "--yy"),
    "fill-links/": ("mmmm", "--yy"),
    "keep/": ("mmmm", "--xx"),
    "call-off/": ("mmmm", "--yy"),
    "draw/": ("mmmm", "--yy"),
    "pause/": ("mmmm", "--yy"),
    "resign/": ("mmmm", "--yy"),
}


def met(clients: list[Client], place: str) -> tuple[str, str]:
    looked = "".join(letter(client.get(place)) for client in clients)
    return looked, "".join(letter(client.post(place)) for client in clients)


@pytest.mark.parametrize("public", [False, True])
def test_everybody_meets_what_the_table_says(public: bool) -> None:
    ann, bob = account("ann"), account("bob")
    row = b.begun(b.sitting(ann), b.sitting(bob), public=public)
    clients = [Client(), browser(account("stan")), browser(ann), browser(bob)]
    for tail, (looking, posting) in DOORS.items():
        wanted = (looking.replace("-", "y"), posting.replace("-", "x")) if public else (looking, posting)
        if public and tail == "keep/":
            wanted = ("mmmm", "yxxx")
        assert met(clients, url(row, tail)) == wanted, tail


def test_every_address_of_a_battle_is_in_the_table() -> None:

    routes = {
        str(each.pattern).removeprefix(BATTLE) for each in urlpatterns if str(each.pattern).startswith(BATTLE)
    }
    assert routes == set(DOORS)


def test_a_second_pause_does_not_go_on_and_an_unknown_answer_does_nothing() -> None:
    ann, bob = account("ann"), account("bob")
    row = b.begun(b.sitting(ann), b.sitting(bob))
    sent = [
        (browser(who).post(url(row, f"{tail}/"), {"answer": answer}).status_code, b.fresh(row).status)
        for who, tail, answer in (
            (ann, "pause", "pause"),
            (bob, "pause", "pause"),
            (bob, "pause", "sleep"),
            (bob, "pause", "resume"),
            (bob, "draw", "perhaps"),
        )
    ]
    assert sent == [(302, "paused"), (409, "paused"), (422, "paused"), (302, "running"), (422, "running")]
    assert b.fresh(row).draw_by is None


@pytest.mark.rule("CR-079")
def test_nobody_reads_a_seed_a_draft_or_a_key_before_its_time() -> None:
    ann, bob = account("ann"), account("bob")
    row = b.opened(b.sitting(ann), b.sitting(bob))
    opening.change_force(row.pk, b.sitting(ann), 0, "add", "red_squadron")
    seen = [browser(bob).get(url(row, tail)).content.decode() for tail in ("", "verify/")]
    assert not [page for page in seen if "red_squadron" in page.split('id="force"')[0]]
    assert not [page for page in seen if row.seed in page or row.invitation in page]
    row = b.begun(b.sitting(ann), b.sitting(bob))
    for tail in ("", "board/", "replay/", "verify/"):
        assert row.seed not in browser(ann).get(url(row, tail)).content.decode()
    acts.resign(row.pk, b.sitting(ann))
    shown = " ".join(browser(bob).get(url(row, "verify/")).content.decode().split())
    assert row.seed in shown and row.commitment in shown and "All dice of this battle" in shown


@pytest.mark.rule("CR-079")
def test_dice_typed_by_hand_are_not_called_proven() -> None:
    ann = account("ann")
    row = b.begun(b.sitting(ann), b.sitting(account("bob")), dice="typed")
    acts.resign(row.pk, b.sitting(ann))
    shown = browser(ann).get(url(row, "verify/")).content.decode()
    assert "nothing can prove those" in shown and "All dice of this battle" not in shown


def test_the_desk_says_what_battles_wait_for() -> None:
    ann, bob = account("ann"), account("bob")
    row = b.opened(b.sitting(ann), b.sitting(bob))
    assert "choose your force and press ready" in browser(ann).get("/inbox/").content.decode()
    row = b.begun(b.sitting(ann), b.sitting(bob))
    idle = (ann, bob)[1 - b.due(row)]
    acts.offer_draw(row.pk, b.sitting((ann, bob)[b.due(row)]))
    assert "a draw is offered" in browser(idle).get("/inbox/").content.decode()
    shown = [browser(each).get(url(row)).content.decode() for each in (idle, (ann, bob)[b.due(row)])]
    assert ["Going on with an order declines it" in page for page in shown] == [True, False]
    acts.pause(row.pk, b.sitting(ann))
    page = browser(bob).get("/inbox/").content.decode()
    assert "Fighter clash against Ann: paused." in page.split("Going on")[1]


def test_a_deleted_account_leaves_a_former_member_behind() -> None:
    ann, bob = account("ann"), account("bob")
    row = b.begun(b.sitting(ann), b.sitting(bob), public=True)
    ann.delete()
    page = Client().get(url(row)).content.decode()
    assert "Former member" in page and "Ann" not in page


# --- cost -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orders", [2, 40])
def test_the_pages_take_the_same_few_queries_however_long_the_battle(
    orders: int, django_assert_max_num_queries: Any
) -> None:
    user = account("ann")
    row = b.begun(b.sitting(user), opponent="screen", points=40)
    b.order(row, times=orders)
    client = browser(user)
    client.get(url(row))
    for tail in ("", "board/", "replay/?at=1", "verify/"):
        with django_assert_max_num_queries(6):
            assert client.get(url(row, tail)).status_code == 200
    posted = fields(row)
    with django_assert_max_num_queries(12):
        assert client.post(url(row, "orders/"), posted, headers=HTMX).status_code == 200
    with django_assert_max_num_queries(8):
        assert client.get("/battles/").status_code == 200


# --- live -------------------------------------------------------------------------------------------


def test_the_head_of_a_battle_is_told_to_those_who_may_see_it() -> None:
    ann = account("ann")
    row = b.begun(b.sitting(ann), b.sitting(account("bob")))
    place = reverse("battle-head", args=[row.public_id])
    first = browser(ann).get(place)
    assert first.json() == {"battle": row.public_id, "seq": row.seq}
    assert Client().get(place).status_code == 404
    b.order(row)
    assert browser(ann).get(place).json()["seq"] == row.seq + 1


@pytest.mark.django_db(transaction=True)
def test_a_stream_says_that_the_battle_has_moved_and_nothing_else() -> None:
    ann = account("ann")
    row = b.begun(b.sitting(ann), b.sitting(account("bob")))
    session = browser(ann).session.session_key

    async def listen() -> list[Any]:
        client = AsyncClient()
        client.cookies["sessionid"] = session or ""
        response: Any = await client.get(f"/stream/battles/{row.public_id}/")
        stream = response.streaming_content
        messages = [await next_message(stream)]
        await asyncio.to_thread(moved, row)
        messages.append(await next_message(stream))
        await stream.aclose()
        return messages

    assert asyncio.run(listen()) == [{"battle": row.public_id, "seq": row.seq + add} for add in (0, 1)]


def moved(row: Battle) -> None:
    b.order(row)
    connection.close()
