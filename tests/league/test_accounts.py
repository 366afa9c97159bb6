"""Accounts carry a display name; email addresses are shown to nobody."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.accounts import NAME_LENGTH, SignupForm, display_name

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery staple"


def sign_up(client: Client, name: str) -> User | None:
    """The account after an attempt to sign up, if there is one."""
    facts = {"display_name": name, "email": "ada@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", facts)
    return User.objects.filter(email="ada@example.org").first()


def test_signing_up_keeps_the_display_name(client: Client):
    user = sign_up(client, "Ada")
    assert user is not None
    assert display_name(user) == "Ada"
    assert user.check_password(PASSWORD)


def test_signing_up_without_a_display_name_is_refused(client: Client):
    assert sign_up(client, "  ") is None


def test_a_display_name_of_full_length_fits_and_a_longer_one_does_not():
    assert SignupForm({"display_name": "x" * NAME_LENGTH}).is_valid()
    assert not SignupForm({"display_name": "x" * (NAME_LENGTH + 1)}).is_valid()


def test_the_display_name_is_asked_first(client: Client):
    page = client.get("/accounts/signup/").content.decode()
    assert 0 < page.index('name="display_name"') < page.index('name="email"') < page.index('name="password1"')


def test_an_account_without_a_name_is_shown_by_number_and_not_by_address():
    user = User.objects.create_user("ada", email="ada@example.org")
    assert display_name(user) == f"Member {user.pk}"


def test_people_sign_in_with_their_address(client: Client):
    sign_up(client, "Ada")
    client.logout()
    answer = client.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/inbox/")
