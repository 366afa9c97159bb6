"""Facts that a process keeps until an event can change them."""

from __future__ import annotations

import pytest

from league.models import Campaign
from league.rules.campaign import SetHouseNotes
from league.selectors import lasting as module
from league.selectors.lasting import lasting
from rosters.rules.orders import RenameFleet
from tests import verbs

pytestmark = pytest.mark.django_db
RENAMED = ("fleet.renamed",)


@pytest.fixture
def asked():
    """A campaign, and how often its fact was worked out."""
    club = verbs.club(verbs.crew())
    fleet = verbs.found_fleet(club.player, "Red Wing")
    made: list[int] = []

    def ask(**more: object) -> int:
        def make() -> int:
            made.append(len(made))
            return made[-1]

        campaign = Campaign.objects.get(pk=club.campaign.pk)
        return lasting(campaign, "fact", RENAMED, make, **more)

    return club, fleet, ask


def test_a_fact_lasts_until_an_event_of_its_kinds(asked, django_assert_num_queries):
    club, fleet, ask = asked
    assert (ask(), ask()) == (0, 0)
    verbs.do(club.organiser, SetHouseNotes("Be kind."))
    with django_assert_num_queries(2):
        assert ask() == 0
    with django_assert_num_queries(1):
        assert ask() == 0
    verbs.do(club.player, RenameFleet(fleet, "Blue Wing", "hearts"))
    assert ask() == 1


def test_a_fact_changes_with_what_is_given_and_after_many_events(asked, monkeypatch):
    club, _, ask = asked
    assert (ask(given="a"), ask(given="a"), ask(given="b")) == (0, 0, 1)
    monkeypatch.setattr(module, "READ", 0)
    verbs.do(club.organiser, SetHouseNotes("Be kind."))
    assert ask(given="b") == 2


def test_a_fact_that_does_not_last_is_worked_out_after_each_act(asked):
    club, _, ask = asked
    assert ask(lasts=lambda found: found > 0) == 0
    verbs.do(club.organiser, SetHouseNotes("Be kind."))
    assert ask(lasts=lambda found: found > 0) == 1
    verbs.do(club.organiser, SetHouseNotes("Be brave."))
    assert ask(lasts=lambda found: found > 0) == 1
