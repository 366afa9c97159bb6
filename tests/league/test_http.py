"""The questions of every view to a request: whether htmx wants a part, and how old the page is."""

import pytest
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from league.http import seen_from, wants_part
from league.kernel.refusal import Unreadable


def request_of(**headers: str):
    request = RequestFactory().get("/", headers=headers)
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
    return request


@pytest.mark.parametrize(
    ("headers", "part"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
        ({"HX-Request": "true", "HX-Boosted": "true"}, True),
    ],
)
def test_htmx_wants_a_part_unless_it_restores_a_page(headers, part):
    assert wants_part(request_of(**headers)) is part


def test_without_the_middleware_nobody_wants_a_part():
    assert wants_part(RequestFactory().get("/", headers={"HX-Request": "true"})) is False


@pytest.mark.parametrize(
    ("text", "seen"), [("", {}), ("0", {"rosters:3": 0}), ("9" * 18, {"rosters:3": 10**18 - 1})]
)
def test_a_page_says_how_old_it_is(text, seen):
    assert seen_from(RequestFactory().post("/", {"seen": text}), "rosters:3") == seen
    assert seen_from(RequestFactory().post("/", {}), "rosters:3") == {}


@pytest.mark.parametrize("text", ["x", "-1", "٣", "1.5", "9" * 19])
def test_an_age_that_is_no_number_is_unreadable(text):
    with pytest.raises(Unreadable, match="out of order"):
        seen_from(RequestFactory().post("/", {"seen": text}), "rosters:3")
