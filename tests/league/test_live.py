"""Streams say that a campaign moved, to those who may see it, and nothing else."""

import asyncio
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import AsyncClient, Client

from league import live
from league.models import Campaign
from tests.answers import next_message

pytestmark = pytest.mark.django_db(transaction=True)


def campaign(public: bool = True) -> Campaign:
    return Campaign.objects.create(name="Rim watch", public=public, head_seq=4)


def move(number: int, seq: int) -> None:
    """Move the head as the door of writes does; called in a thread of its own."""
    Campaign.objects.filter(pk=number).update(head_seq=seq)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [live.CHANNEL, f"{number}:{seq}"])
    connection.close()


def test_the_head_is_told_with_an_etag_and_not_told_twice(client: Client):
    address = f"/stream/{campaign().pk}/head/"
    first = client.get(address)
    assert first.json()["seq"] == 4
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304


def test_a_private_campaign_has_no_stream_for_strangers(client: Client):
    number = campaign(public=False).pk
    client.force_login(User.objects.create_user("stranger"))
    assert client.get(f"/stream/{number}/").status_code == 404
    assert client.get(f"/stream/{number}/head/").status_code == 404


def test_a_stream_cannot_be_posted_to(client: Client):
    assert client.post(f"/stream/{campaign().pk}/").status_code == 405


def test_a_stream_says_where_the_campaign_is_and_each_move():
    number, other = campaign().pk, campaign().pk

    async def listen() -> list[Any]:
        response: Any = await AsyncClient().get(f"/stream/{number}/")
        stream = response.streaming_content
        messages = [await next_message(stream)]
        await asyncio.sleep(2 * live.POLL_SECONDS)
        await asyncio.to_thread(move, other, 9)
        await asyncio.to_thread(move, number, 5)
        messages.append(await next_message(stream))
        await stream.aclose()
        return messages

    assert asyncio.run(listen()) == [{"campaign": number, "seq": 4}, {"campaign": number, "seq": 5}]


def test_a_move_before_the_watcher_wakes_is_not_lost():
    number = campaign().pk

    async def listen() -> Any:
        stream = live.messages((live.CAMPAIGN, number), {"campaign": number})
        await next_message(stream)
        await asyncio.to_thread(move, number, 6)
        return await next_message(stream)

    assert asyncio.run(listen())["seq"] == 6


def test_nobody_watches_when_nobody_listens():
    number = campaign().pk

    async def come_and_go() -> tuple[bool, object]:
        hub = live.Hub()
        queue = hub.join((live.CAMPAIGN, number))
        watched = hub.watcher is not None
        hub.leave((live.CAMPAIGN, number), queue)
        return watched, hub.watcher

    assert asyncio.run(come_and_go()) == (True, None)


@pytest.mark.parametrize("turns", range(6))
def test_a_reader_who_leaves_as_the_campaign_moves_is_let_go(turns: int):
    """`turns` of the event loop lie between the move and the leaving."""
    topic = (live.CAMPAIGN, campaign().pk)

    async def leave() -> bool:
        heard: list[bytes] = []

        async def listen() -> None:
            async for message in live.messages(topic, {}):
                heard.append(message)

        reader = asyncio.create_task(listen())
        while not heard:
            await asyncio.sleep(0.01)
        live._hub().announce([(topic, 5)])
        for _ in range(turns):
            await asyncio.sleep(0)
        reader.cancel()
        done, _ = await asyncio.wait({reader}, timeout=5)
        reader.cancel()
        return bool(done)

    assert asyncio.run(leave())


def test_notices_of_postgresql_name_campaigns_and_what_other_apps_registered():
    assert live.heard("3:412") == ((live.CAMPAIGN, 3), 412)
    assert live.heard("battle/7:12") == (("battle", 7), 12)
    assert live.head_query("battle", [7, 9]) == "SELECT id, seq FROM battles_battle WHERE id IN (7,9)"
