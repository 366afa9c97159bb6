"""Addresses and bodies that no browser sends: a page that says so, never an error of ours.

`test_concurrency_postgres.py` runs some of this once more on PostgreSQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import cycle

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from tests.asgi import asked
from tests.people import Person

pytestmark = pytest.mark.django_db

PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
PLAIN = {"slug": "x", "str": "x", "path": "x", "work": "build", "fleet": "x"}
HUGE = (2**63 - 1, 2**63, 10**30)
URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
BODIES = {
    URLENCODED: b"csrfmiddlewaretoken=x&a=%FF",
    MULTIPART: b'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n\xff\r\n--x--\r\n',
}
CHARSETS = ("utf-16", "utf-7", "latin-1", "no-such-charset", "idna", "base64")
PLACES = (
    "/accounts/login/",
    "/no-such-page/",
    "/campaigns/new/",
    "/join/x/",
    "/admin/login/",
    "/battles/try/",
)


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every address of ours with its parameters in angle brackets."""
    for each in patterns:
        if isinstance(each.pattern, RoutePattern):
            route = before + str(each.pattern)
            if isinstance(each, URLResolver):
                yield from routes(each.url_patterns, route)
            else:
                yield f"/{route}"


def filled(route: str, odd: object, kinds: tuple[str, ...], first: object) -> Iterator[str]:
    """The route with `odd` in one place of those kinds at a time; campaigns are the `first`."""
    parameters = PARAMETER.findall(route)
    for place, (sort, _) in enumerate(parameters):
        if (sort or "str") in kinds:
            values = [
                str(odd if at == place else first if kind == "int" else PLAIN[kind or "str"])
                for at, (kind, _) in enumerate(parameters)
            ]
            yield reduce(lambda path, value: PARAMETER.sub(value, path, count=1), values, route)


ROUTES = sorted(route for route in routes(get_resolver().url_patterns) if not route.startswith("/admin/"))


def test_the_walk_knows_the_addresses():
    assert len([route for route in ROUTES if "<int:" in route]) > 60
    assert {"/join/<str:token>/", "/stream/<int:campaign_id>/"} <= set(ROUTES)


def test_a_number_that_no_database_holds_is_not_found(organiser: Person):
    """Each of the numbers has its turn, and the largest is tried everywhere."""
    for route, other in zip(ROUTES, cycle(HUGE[:-1])):
        tried = [(other, each) for each in filled(route, other, ("int",), organiser.seat.campaign_id)][:1]
        tried += [(HUGE[-1], each) for each in filled(route, HUGE[-1], ("int",), organiser.seat.campaign_id)]
        for number, address in tried:
            for answer in (organiser.client.get(address), organiser.client.post(address)):
                assert answer.status_code < 500, address
                assert number != HUGE[-1] or answer.status_code in (404, 405), address


def test_an_address_with_a_zero_byte_is_not_found(organiser: Person):
    for route in ROUTES:
        for address in filled(route, "a%00b", ("str", "path"), organiser.seat.campaign_id):
            assert organiser.client.get(address).status_code == 404, address
            assert organiser.client.post(address).status_code in (404, 405), address
    assert organiser.client.get("/join/%00/").status_code == 404


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("kind", [URLENCODED, MULTIPART])
def test_a_body_in_a_charset_of_its_own_is_answered_without_a_word_in_the_log(
    caplog: pytest.LogCaptureFixture, kind: str, charset: str
):
    for place in PLACES:
        client = Client(enforce_csrf_checks=True)
        client.cookies["csrftoken"] = "x" * 32
        answer = client.generic("POST", place, BODIES[kind], content_type=f"{kind}; charset={charset}")
        assert 400 <= answer.status_code < 500, place
    assert "Traceback" not in caplog.text
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize("charset", CHARSETS)
def test_a_question_in_a_charset_of_its_own_is_answered_with_400(charset: str):
    for place in ("/rules/?q=%FF", "/cards/?q=%FF", "/"):
        answer = asked(place, headers={"content-type": f"text/plain; charset={charset}"})
        assert (answer.status, "That request could not be read" in answer.text) == (400, True), place


def test_a_query_of_thousands_of_fields_is_answered_with_400():
    for headers in ({}, {"content-type": "text/plain; charset=utf-8"}):
        assert asked(f"/rules/?{'a&' * 2000}", headers=headers).status == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8"])
def test_utf_8_is_read(nobody: Client, charset: str):
    answer = nobody.generic(
        "POST", "/accounts/login/", b"login=x", content_type=f"{URLENCODED}; charset={charset}"
    )
    assert answer.status_code == 200


def test_an_unreadable_request_is_answered_with_a_sentence():
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "x" * 32
    answer = client.post("/accounts/login/", b"a=b", content_type=f"{URLENCODED}; charset=utf-16")
    assert answer.status_code == 400
    assert "That request could not be read" in answer.content.decode()
