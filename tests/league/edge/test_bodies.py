"""Bodies of requests are read before a page's thread is taken, within a time and a size."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from league import limits
from league.edge import bodies
from league.edge.bodies import Intake
from tests.asgi import Answer, Call, hung_up, posting

FORM = {"content-type": "application/x-www-form-urlencoded", "cookie": f"csrftoken={'x' * 32}"}


class Taken:
    """Stands for the pages: notes the bodies that they get, and holds them until `go`."""

    def __init__(self, waits: bool = False) -> None:
        self.bodies: list[bytes] = []
        self.go = asyncio.Event()
        if not waits:
            self.go.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert not message["more_body"]
        self.bodies.append(message["body"])
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"taken"})


def exchange(*parts: bytes, length: int | None = None, **headers: str) -> tuple[Answer, list[bytes]]:
    """The answer to a body in these parts, and what reached the pages."""

    async def run() -> tuple[Answer, list[bytes]]:
        taken = Taken()
        call = posting("/", length, headers, app=Intake(taken))
        for part in parts:
            call.say(part)
        return await call.say(b"", more=False).done(), taken.bodies

    return asyncio.run(run())


def test_ten_unfinished_forms_do_not_keep_others_from_their_pages():
    """One for each thread that makes pages, and more."""

    async def run() -> Answer:
        stuck = [
            posting("/accounts/login/", 100, FORM).say(b"login=") for _ in range(limits.PAGE_THREADS + 5)
        ]
        await asyncio.sleep(0)
        answer = await Call("/healthz").done()
        await hung_up(stuck)
        return answer

    answer = asyncio.run(run())
    assert (answer.status, answer.text) == (200, "ok\n")


def test_a_body_arrives_whole_and_in_one_piece():
    answer, bodies = exchange(b"a=", b"1&", b"b=2", length=7)
    assert (answer.status, bodies) == (200, [b"a=1&b=2"])


def test_a_body_of_unknown_length_is_read_as_well():
    assert exchange(b"x" * 10, b"y" * 10)[1] == [b"x" * 10 + b"y" * 10]


def test_a_body_that_does_not_come_to_its_end_is_told_so_with_408(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)

    async def run() -> Answer:
        return await posting("/", 100).say(b"half").done()

    answer = asyncio.run(run())
    assert (answer.status, answer.headers["connection"]) == (408, "close")
    assert "The site waits 10 seconds for the data of a page. Nothing was changed." in answer.text


def test_a_body_that_is_too_large_is_told_so_with_413_and_reaches_no_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "BODY_BYTES", 100)
    answer, bodies = exchange(b"x" * 60, b"x" * 60, b"x" * 60)
    assert (answer.status, bodies) == (413, [])
    assert "At most 20 MB can be sent at once. Nothing was changed." in answer.text
    assert exchange(b"x" * 100)[0].status == 200


def test_the_page_for_a_flood_is_made_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "BODY_BYTES", 3)
    assert exchange(b"long")[0].status == 413
    monkeypatch.setattr(bodies, "render_to_string", lambda *_: pytest.fail("it was made before"))
    answer, _ = exchange(b"long")
    assert (answer.status, "That is too large" in answer.text) == (413, True)


def test_a_part_of_a_page_is_told_in_its_place():
    async def run() -> Answer:
        call = posting("/", None, {"hx-request": "true"})
        for _ in range(limits.BODY_BYTES // 2**20 + 1):
            call.say(b"x" * 2**20)
        return await call.say(b"", more=False).done()

    answer = asyncio.run(run())
    assert (answer.status, answer.headers["hx-retarget"]) == (413, "#notices")
    assert answer.headers["hx-reselect"] == "unset"
    assert "At most 20 MB" in answer.text
    assert "<html" not in answer.text


def test_only_so_many_large_bodies_are_held_at_a_time_and_small_ones_always(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "SMALL_BODY_BYTES", 10)
    monkeypatch.setattr(limits, "LARGE_BODIES", 2)

    async def run() -> tuple[list[int], Answer, int]:
        taken = Taken(waits=True)
        intake = Intake(taken)
        large = [posting("/", 20, app=intake).say(b"x" * 20, more=False) for _ in range(3)]
        small = posting("/", 5, app=intake).say(b"y" * 5, more=False)
        refused = await large[2].done()
        taken.go.set()
        statuses = [(await call.done()).status for call in (*large[:2], small)]
        after = posting("/", 20, app=intake).say(b"x" * 20, more=False)
        return statuses, refused, (await after.done()).status

    statuses, refused, after = asyncio.run(run())
    assert (statuses, refused.status, refused.headers["retry-after"]) == ([200] * 3, 503, "60")
    assert after == 200


def test_pages_read_so_many_large_bodies_at_a_time_and_small_ones_always(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "SMALL_BODY_BYTES", 10)
    monkeypatch.setattr(limits, "LARGE_BODIES_READ", 1)

    async def run() -> tuple[list[int], int, list[int]]:
        taken = Taken(waits=True)
        intake = Intake(taken)
        large = [posting("/", 20, app=intake).say(b"x" * 20, more=False) for _ in range(3)]
        small = posting("/", 5, app=intake).say(b"y" * 5, more=False)
        while b"yyyyy" not in taken.bodies:
            await asyncio.sleep(0)
        before = sorted(map(len, taken.bodies))
        taken.go.set()
        return before, (await small.done()).status, [(await call.done()).status for call in large]

    assert asyncio.run(run()) == ([5, 20], 200, [200] * 3)


def test_a_caller_who_hangs_up_reaches_no_page():
    async def run() -> tuple[Answer, list[bytes]]:
        taken = Taken()
        call = posting("/", 100, app=Intake(taken)).say(b"x").leave()
        return await call.done(), taken.bodies

    answer, bodies = asyncio.run(run())
    assert (answer.status, bodies) == (0, [])


@pytest.mark.django_db(transaction=True)
def test_a_form_that_is_sent_in_pieces_is_read_by_its_page():
    async def run() -> Answer:
        return await posting("/accounts/login/", 9, FORM).say(b"logi").say(b"n=abc", more=False).done()

    assert asyncio.run(run()).status == 403  # without a token, but read
