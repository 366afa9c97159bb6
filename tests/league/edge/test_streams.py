"""Open streams: so many and no more, in all and to one address, and none of them holds a thread."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league import asgi, limits
from league.edge.addresses import visitor_of
from league.models import Campaign
from league.rules.campaign import CreateCampaign
from league.services.campaigns import create_campaign
from tests.asgi import Answer, Call, hung_up
from tests.league.test_live import move

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address() -> str:
    """Path of a public campaign's stream."""
    return f"/stream/{Campaign.objects.create(name='Rim watch', public=True, head_seq=4).pk}/"


def messages(answer: Answer) -> list[Any]:
    """Messages that the stream has sent."""
    return [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]


async def opened(path: str, count: int, **more: Any) -> list[Call]:
    """Open that many streams, each with its first message."""
    calls = [Call(path, **more) for _ in range(count)]
    for call in calls:
        await call.begun(b"data: ")
    return calls


def test_a_stream_tells_the_head_and_each_move_and_ends_when_its_reader_leaves(address: str):
    number = int(address.split("/")[2])

    async def listen() -> tuple[Answer, int]:
        [call] = await opened(address, 1)
        held = asgi.streams.open.total()
        await asyncio.to_thread(move, number, 5)
        await call.begun(b'"seq": 5')
        await hung_up([call])
        return call.answer, held

    answer, held = asyncio.run(listen())
    assert messages(answer) == [{"campaign": number, "seq": 4}, {"campaign": number, "seq": 5}]
    assert (answer.status, answer.headers["content-type"]) == (200, "text/event-stream")
    assert (held, asgi.streams.open.total()) == (1, 0)


def test_forty_streams_hold_no_thread(address: str):
    """The pages' threads and those of the event loop stay, but they do not grow with the streams."""

    async def threads() -> int:
        calls = await opened(address, 40)
        count = len(threading.enumerate())
        healthy = await Call("/healthz").done()
        await hung_up(calls)
        assert healthy.text == "ok\n"
        return count

    before = len(threading.enumerate())
    most_of_the_loop = min(32, (os.cpu_count() or 1) + 4)
    assert asyncio.run(threads()) - before <= limits.PAGE_THREADS + most_of_the_loop


def test_an_address_has_so_many_streams_and_then_503_until_one_ends(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "STREAMS_PER_ADDRESS", 2)

    async def run() -> tuple[Answer, int, int]:
        calls = await opened(address, 2)
        refused = await Call(address).done()
        other = await Call(address, address="192.0.2.2").begun()
        await hung_up(calls[:1])
        again = await opened(address, 1)
        await hung_up([calls[1], *again])
        return refused, other.status, again[0].answer.status

    refused, other, again = asyncio.run(run())
    assert (refused.status, refused.headers["retry-after"]) == (503, "60")
    assert "It looks for news every few seconds." in refused.text
    assert (other, again) == (200, 200)


def test_there_are_so_many_streams_in_all(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asgi.streams, "most", 3)

    async def run() -> list[int]:
        calls = [call for n in range(3) for call in await opened(address, 1, address=f"192.0.2.{n}")]
        refused = await Call(address, address="192.0.2.9").done()
        head = await Call(f"{address}head/", address="192.0.2.9").done()
        await hung_up(calls)
        return [refused.status, head.status]

    assert asyncio.run(run()) == [503, 200]


def test_a_refusal_leaves_its_place_free_and_has_headers_that_a_server_sends():
    private = Campaign.objects.create(name="Rim watch", public=False)

    async def run() -> list[Answer]:
        return [await Call(f"/stream/{private.pk}/").done() for _ in range(3)]

    answers = asyncio.run(run())
    assert [answer.status for answer in answers] == [404, 404, 404]
    assert [value for value in answers[0].headers.values() if value != value.strip()] == []
    assert "set-cookie" in answers[0].headers
    assert asgi.streams.open.total() == 0


def test_a_member_streams_a_private_campaign():
    user = User.objects.create_user("olga", "olga@example.org")
    campaign = create_campaign(user, CreateCampaign("Winter League")).campaign
    client = Client()
    client.force_login(user)
    cookie = f"sessionid={client.session.session_key}"

    async def run() -> int:
        calls = await opened(f"/stream/{campaign.pk}/", 1, headers={"cookie": cookie})
        await hung_up(calls)
        return calls[0].answer.status

    assert asyncio.run(run()) == 200


def seen_from(client: str, *forwarded: str) -> str:
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    return visitor_of({"client": (client, 1), "headers": headers})


def test_the_address_is_the_senders_and_nothing_that_it_says(settings: Any):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert seen_from("192.0.2.7", "198.51.100.1") == "192.0.2.7"
    assert visitor_of({"headers": []}) == ""


def test_behind_proxies_the_address_is_what_the_last_trusted_one_added(settings: Any):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert seen_from("127.0.0.1", "198.51.100.1, 203.0.113.5") == "203.0.113.5"
    assert seen_from("127.0.0.1", "198.51.100.1", "203.0.113.5") == "203.0.113.5"
    assert seen_from("127.0.0.1") == "127.0.0.1"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    assert seen_from("127.0.0.1", "198.51.100.1, 203.0.113.5") == "198.51.100.1"
    assert seen_from("127.0.0.1", "198.51.100.1") == "127.0.0.1"


def test_one_household_of_ipv6_is_one_address():
    assert seen_from("2001:db8:1:2::5") == seen_from("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert seen_from("2001:db8:1:3::5") != seen_from("2001:db8:1:2::5")
    assert seen_from("::ffff:192.0.2.7") == "192.0.2.7"
    assert seen_from("testclient") == "testclient"


def test_a_process_out_of_descriptors_says_so_once_and_not_for_each_connection(
    caplog: pytest.LogCaptureFixture,
):
    async def run() -> None:
        loop = asyncio.get_running_loop()
        await Call("/healthz").done()
        for _ in range(500):
            problem = OSError(24, "Too many open files")
            loop.call_exception_handler(
                {"message": "socket.accept() out of system resource", "exception": problem}
            )

    asyncio.run(run())
    lines = [each.getMessage() for each in caplog.records]
    assert lines == ["No connection can be taken (Too many open files): raise LimitNOFILE."]


def test_other_trouble_of_the_event_loop_is_told_as_ever(caplog: pytest.LogCaptureFixture):
    async def run() -> None:
        await Call("/healthz").done()
        asyncio.get_running_loop().call_exception_handler({"message": "a lost task"})

    asyncio.run(run())
    assert [each.getMessage() for each in caplog.records] == ["a lost task"]


def test_pages_do_not_wait_for_those_who_ask_for_a_stream():
    """A flood of streams asks Django in threads of its own."""
    assert asgi.streams.threads is not asgi.threads.executor
    assert asgi.streams.threads._max_workers == limits.STREAM_THREADS  # type: ignore[attr-defined]


@pytest.mark.parametrize(("rest", "waits"), [(1e6, True), (0.0, False)])
def test_after_a_stream_was_opened_there_is_a_rest_for_pages(
    address: str, monkeypatch: pytest.MonkeyPatch, rest: float, waits: bool
):
    monkeypatch.setattr("league.edge.streams.REST", rest)
    monkeypatch.setattr("league.edge.streams.LONGEST_REST", rest)

    async def run() -> bool:
        calls = await opened(address, 1)
        await asyncio.sleep(0)  # a rest of no length is over at the next turn of the loop
        locked = asgi.streams.turns().locked()
        await hung_up(calls)
        return locked

    assert asyncio.run(run()) is waits


def test_somebody_who_left_while_they_waited_for_their_turn_is_not_looked_up(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    asked: list[object] = []
    answer = asgi.streams._answer
    monkeypatch.setattr(asgi.streams, "_answer", lambda scope: asked.append(scope) or answer(scope))

    async def run() -> None:
        turns = asgi.streams.turns()
        await turns.acquire()
        call = Call(address).leave()
        while not call.said.empty():
            await asyncio.sleep(0)
        turns.release()
        await call.done()

    asyncio.run(run())
    assert (asked, asgi.streams.open.total()) == ([], 0)
