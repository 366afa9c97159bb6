"""The queue in front of the press, and the address that stands on paper."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client, RequestFactory

from league import limits, pdf
from league.http import PagesWhenBusy, printed_origin
from league.kernel.refusal import Busy
from league.models import Campaign

WAIT_SECONDS = 20


class SlowPress:
    """Presses nothing until it may go on; notes what it was given."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.begun = Semaphore(0)
        self.go = Event()

    def __call__(self, html: str, paper: str, identifier: str) -> bytes:
        self.given.append(html)
        self.begun.release()
        assert self.go.wait(WAIT_SECONDS)
        return f"%PDF {html}".encode()


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> SlowPress:
    slow = SlowPress()
    monkeypatch.setattr(pdf, "_pressed", slow)
    monkeypatch.setattr(pdf, "queue", pdf.Queue())
    caches["sheets"].clear()
    return slow


def waiting(count: int) -> None:
    """Return when so many requests are at the press or wait for it."""
    until = Event()
    for _ in range(WAIT_SECONDS * 100):
        if pdf.queue._inside == count:
            return
        until.wait(0.01)
    raise AssertionError(f"{pdf.queue._inside} wait, not {count}")


def wanted(key: str) -> bytes:
    return pdf.sheet(key, "a4", lambda: key)


def test_many_who_want_one_sheet_get_it_from_one_pressing(press: SlowPress):
    with ThreadPoolExecutor(8) as people:
        answers = [people.submit(wanted, "one") for _ in range(1 + limits.SHEETS_WAITING)]
        waiting(1 + limits.SHEETS_WAITING)
        press.go.set()
        assert {each.result(WAIT_SECONDS) for each in answers} == {b"%PDF one"}
    assert press.given == ["one"]


def test_only_three_wait_and_the_next_is_told_when_to_come_back(press: SlowPress):
    with ThreadPoolExecutor(8) as people:
        answers = [people.submit(wanted, f"sheet {n}") for n in range(1 + limits.SHEETS_WAITING)]
        waiting(1 + limits.SHEETS_WAITING)
        for key in ("sheet 0", "sheet 9"):
            with pytest.raises(Busy) as refusal:
                wanted(key)
        press.go.set()
        assert len({each.result(WAIT_SECONDS) for each in answers}) == 1 + limits.SHEETS_WAITING
    assert (refusal.value.status, refusal.value.retry) == (503, limits.SHEET_RETRY_SECONDS)
    assert wanted("sheet 9") == b"%PDF sheet 9"


def test_a_sheet_that_is_kept_needs_no_place(press: SlowPress):
    press.go.set()
    wanted("kept")
    press.go.clear()
    with ThreadPoolExecutor(8) as people:
        answers = [people.submit(wanted, f"sheet {n}") for n in range(1 + limits.SHEETS_WAITING)]
        waiting(1 + limits.SHEETS_WAITING)
        assert wanted("kept") == b"%PDF kept"
        press.go.set()
        assert all(each.result(WAIT_SECONDS) for each in answers)


def test_a_sheet_that_fails_fails_for_all_who_wait_and_is_tried_again(press: SlowPress):
    def broken() -> str:
        press.begun.release()
        assert press.go.wait(WAIT_SECONDS)
        raise LookupError("no such fleet")

    with ThreadPoolExecutor(2) as people:
        answers = [people.submit(pdf.sheet, "one", "a4", broken) for _ in range(2)]
        waiting(2)
        press.go.set()
        assert [type(each.exception(WAIT_SECONDS)) for each in answers] == [LookupError] * 2
    assert wanted("one") == b"%PDF one"


@pytest.mark.django_db
def test_the_answer_says_when_to_try_again(rf: RequestFactory):
    pages = PagesWhenBusy(lambda request: None)  # type: ignore[arg-type, return-value]
    answer = pages.process_exception(rf.get("/"), Busy("press", "The press is busy.", retry=5))
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "The press is busy." in answer.content.decode()
    assert pages.process_exception(rf.get("/"), LookupError("bug")) is None


@pytest.mark.django_db
def test_a_page_whose_sheet_must_wait_answers_503(
    client: Client, press: SlowPress, monkeypatch: pytest.MonkeyPatch
):
    """A refusal gets its answer even if the view knows nothing of refusals."""
    campaign = Campaign.objects.create(name="Open League", public=True, missions=True)
    monkeypatch.setattr(pdf.queue, "_inside", 1 + limits.SHEETS_WAITING)
    answer = client.get(f"/campaigns/{campaign.pk}/print/card-backs.pdf")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert press.given == []


# --- the address on paper ---------------------------------------------------------------------------


def origin(host: str, **more: Any) -> str:
    return printed_origin(RequestFactory().get("/", headers={"host": host}, **more))


@pytest.fixture
def site(settings: Any) -> Any:
    """A demo on this machine: no SITE_URL, port 8000."""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", ".club.example"]
    settings.SITE_URL, settings.PORT = "", 8000
    return settings


def test_a_demo_prints_the_address_that_its_visitor_uses(site: Any):
    hosts = ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000")
    assert [origin(host) for host in hosts] == [
        "http://localhost:8000",
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "http://localhost:8000",
    ]
    assert origin("localhost", secure=True) == "https://localhost"


def test_hosts_and_ports_that_somebody_makes_up_print_no_new_address(site: Any):
    invented = [f"localhost:{port}" for port in range(1, 200)] + [f"x{n}.club.example" for n in range(200)]
    assert {origin(host) for host in invented} == {"http://localhost:8000"}


def test_the_address_of_the_settings_stands_on_paper_whatever_the_visitor_uses(site: Any):
    site.SITE_URL = "https://club.example"
    assert {origin(host) for host in ("localhost:8000", "a.club.example")} == {"https://club.example"}
