"""Stolen passwords are refused wherever one is chosen, and told to those who have one."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.accounts import CHANGE_STOLEN
from league.passwords.validators import STOLEN
from tests.people import PASSWORD, account, proven

pytestmark = pytest.mark.django_db

TAKEN_FROM_OTHERS = "Monkey123456"


def test_a_stolen_password_opens_no_account(client: Client):
    facts = {"display_name": "Ada", "email": "ada@example.org"}
    page = client.post(
        "/accounts/signup/", {**facts, "password1": TAKEN_FROM_OTHERS, "password2": TAKEN_FROM_OTHERS}
    )
    assert (page.status_code, User.objects.count()) == (200, 0)
    assert page.context["form"].errors == {"password1": [STOLEN]}


def test_a_stolen_password_replaces_none():
    ada = account("ada")
    fields = {"oldpassword": PASSWORD, "password1": TAKEN_FROM_OTHERS, "password2": TAKEN_FROM_OTHERS}
    page = proven(ada).post("/accounts/password/change/", fields)
    assert page.context["form"].errors == {"password1": [STOLEN]}
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


@pytest.mark.parametrize("password, told", [(TAKEN_FROM_OTHERS, True), (PASSWORD, False)])
def test_people_with_a_stolen_password_are_told_when_they_sign_in(client: Client, password: str, told: bool):
    ada = account("ada")
    ada.set_password(password)
    ada.save()
    page = client.post("/accounts/login/", {"login": "ada@example.org", "password": password}, follow=True)
    assert page.redirect_chain
    assert (CHANGE_STOLEN in [str(each) for each in page.context["messages"]]) is told


def test_a_wrong_password_is_not_told_to_be_stolen(client: Client):
    account("ada")
    facts = {"login": "ada@example.org", "password": TAKEN_FROM_OTHERS}
    page = client.post("/accounts/login/", facts)
    assert CHANGE_STOLEN not in page.content.decode()
