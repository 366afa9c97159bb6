"""The admin is read-only and shows no secrets."""

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model

from league.models import EventRow
from tests import verbs
from tests.people import browser

PAGES = ("campaign", "member", "round", "act", "eventrow", "invitation", "joinrequest")


@pytest.fixture
def keeper(db):
    """Somebody with every right in the admin."""
    return browser(
        get_user_model().objects.create_superuser("keeper", "keeper@example.org", "battle-stations")
    )


@pytest.mark.parametrize("page", PAGES)
def test_the_admin_lists_but_adds_nothing(running, keeper, page):
    assert keeper.get(f"/admin/league/{page}/").status_code == 200
    assert keeper.get(f"/admin/league/{page}/add/").status_code == 403


def test_an_event_is_shown_without_its_payload_and_cannot_be_changed(running, keeper):
    verbs.pair(running)
    verbs.press_ready(running.organiser, verbs.round_of(running.organiser).pairings.popitem()[0], "active")
    sealed = EventRow.objects.get(kind="game.draw_committed")
    answer = keeper.get(f"/admin/league/eventrow/{sealed.pk}/change/")
    assert answer.status_code == 200
    assert seed_in(sealed) not in answer.content.decode()
    assert keeper.post(f"/admin/league/eventrow/{sealed.pk}/change/", {"kind": "x"}).status_code == 403


def seed_in(row: EventRow) -> str:
    """The sealed seed in a payload."""
    return row.payload.split('"sealed":"')[1].split('"')[0]


@pytest.mark.django_db
def test_the_admin_is_entered_through_the_one_sign_in(client):
    answer = client.get("/admin/login/", {"next": "/admin/"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")
    answer = client.post("/admin/login/", {"username": "keeper", "password": "wrong"})
    assert answer.status_code == 302


def test_a_member_without_rights_is_sent_away_from_the_admin(player):
    assert player.client.get("/admin/login/").status_code == 403


def test_the_snapshot_is_not_in_the_admin():
    assert "league.shard" not in {model._meta.label_lower for model in admin.site._registry}
