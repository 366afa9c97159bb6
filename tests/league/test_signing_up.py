"""The host says for whom sign-up is open."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.utils import timezone

from league.services.campaigns import invite
from tests import verbs

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery staple"
FACTS = {"display_name": "Ada", "email": "ada@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def club() -> verbs.Club:
    return verbs.club(verbs.crew())


@pytest.fixture
def link(club: verbs.Club) -> str:
    """The path of an open invitation."""
    return f"/join/{invite(club.organiser, 'player').token}/"


def sign_up(**more: str) -> bool:
    """Whether a stranger has an account after an attempt to sign up."""
    Client().post("/accounts/signup/", FACTS | more)
    return User.objects.filter(email="ada@example.org").exists()


@pytest.mark.parametrize(("policy", "made"), [("open", True), ("invited", False), ("closed", False)])
def test_strangers_sign_up_where_it_is_open(settings, policy: str, made: bool):
    settings.SIGNUP = policy
    assert sign_up() is made


@pytest.mark.parametrize(("delivery", "told"), [("smtp", True), ("console", False)])
def test_only_a_site_that_sends_mail_tells_of_a_letter(settings, delivery: str, told: bool):
    settings.EMAIL_DELIVERY = f"django.core.mail.backends.{delivery}.EmailBackend"
    page = Client().post("/accounts/signup/", FACTS, follow=True).content.decode()
    assert ("ada@example.org." in page) is told


def test_an_open_invitation_is_a_way_in_but_not_where_nobody_may(settings, link: str):
    settings.SIGNUP = "closed"
    assert not sign_up(next=link)
    settings.SIGNUP = "invited"
    assert "By invitation only" in Client().get("/accounts/signup/").content.decode()
    assert 'name="password1"' in Client().get("/accounts/signup/", {"next": link}).content.decode()
    assert sign_up(next=link)


def test_an_invitation_that_ran_out_or_was_made_up_is_none(settings, club: verbs.Club):
    settings.SIGNUP = "invited"
    old = invite(club.organiser, "player")
    type(old).objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(days=1))
    for path in (f"/join/{old.token}/", "/join/made-up/", "/inbox/", "//elsewhere/", "nonsense", ""):
        assert not sign_up(next=path), path


def test_a_place_that_waits_for_its_person_is_a_way_in(settings, club: verbs.Club):
    settings.SIGNUP = "invited"
    place = club.player
    token = signing.dumps([place.campaign_id, place.number], salt="league.places")
    assert not sign_up(next=f"/places/{token}/")
    type(place).objects.filter(pk=place.pk).update(user=None)
    assert sign_up(next=f"/places/{token}/")


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/cards/"])
def test_no_page_offers_what_strangers_may_not_do(settings, path: str):
    assert "/accounts/signup/" in Client().get(path).content.decode()
    settings.SIGNUP = "invited"
    assert "/accounts/signup/" not in Client().get(path).content.decode()
