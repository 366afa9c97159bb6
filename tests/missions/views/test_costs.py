"""A game page asks the database the same few things for every state of the table."""

import pytest

from tests.answers import queries

MOST = 12


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
