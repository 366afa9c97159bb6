"""A game page asks the database the same few things whatever is on the table."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

MOST = 12


def queries(client, address):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize("step", ["table", "drawn", "reported", "finished"])
@pytest.mark.parametrize("who", ["organiser", "active"])
def test_no_step_asks_more_than_a_dozen_times(request, step, who):
    at = request.getfixturevalue(step)
    person = getattr(at, who)
    assert queries(person.client, at.url) <= MOST
    assert queries(person.client, at.verify_url) <= MOST


def test_writing_the_report_asks_no_more(drawn):
    assert queries(drawn.active.client, f"{drawn.url}report/") <= MOST


def test_the_print_room_asks_no_more(drawn):
    assert queries(drawn.active.client, f"/campaigns/{drawn.league.campaign.pk}/print/") <= MOST


def test_a_report_full_of_lines_asks_no_more_than_an_empty_one(drawn):
    empty = queries(drawn.active.client, f"{drawn.url}report/")
    drawn.active.client.post(f"{drawn.url}report/", {"do": "rest"})
    assert queries(drawn.active.client, f"{drawn.url}report/") == empty
