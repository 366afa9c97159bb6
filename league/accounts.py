"""Additions to django-allauth: a display name, kept in `User.first_name`, and one account per address."""

from time import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AbstractUser
from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from league.kernel.refusal import TooMany
from league.passwords.stolen import is_stolen

NAME_LENGTH = 40
CHANGE_STOLEN = (
    "Your password stands in lists of stolen passwords, which people try first. Change it: it is under "
    "Password in your account."
)
OWNER_OF_CLOSED = "owner_of_closed_account"
"""Key of a session whose visitor has just proven to own a closed account: its number, and when that was."""
ADDRESS_INDEX = "league_one_account_per_address"
TAKEN = "There is an account with this address already. If you have just made it, sign in with your password."


class SignupForm(forms.Form):
    """The extra field of the sign-up page; allauth adds email and passwords."""

    display_name = forms.CharField(
        label="Display name",
        max_length=NAME_LENGTH,
        help_text="Your club will see this name. You can change it later.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("display_name", "email", "password1", "password2")

    def clean(self) -> dict[str, Any]:
        """Refuses when the whole site has made as many accounts today as it may."""
        from league.services.quotas import refuse_more_accounts  # noqa: PLC0415  it needs this module's names

        try:
            refuse_more_accounts()
        except TooMany as refusal:
            raise forms.ValidationError(refusal.message) from refusal
        return self.cleaned_data

    def signup(self, request: HttpRequest, user: AbstractUser) -> None:
        """Called by allauth with the new account."""
        from league.services.quotas import count_account  # noqa: PLC0415  it needs this module's names

        user.first_name = self.cleaned_data["display_name"]
        user.save(update_fields=["first_name"])
        count_account()


def display_name(user: AbstractUser) -> str:
    """The name other people see; never the email address."""
    return user.first_name or f"Member {user.pk}"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own behaviour, with our words for a taken address, also when it was taken meanwhile."""

    error_messages = {**DefaultAccountAdapter.error_messages, "email_taken": TAKEN}

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether the host lets this visitor make an account."""
        from league.services.signing_up import may_sign_up  # noqa: PLC0415  services need this module's names

        return may_sign_up(request)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The account with these credentials, or None. A message tells people whose password is stolen."""
        user = super().authenticate(request, **credentials)
        if user is not None and is_stolen(credentials.get("password", "")):
            messages.warning(request, CHANGE_STOLEN)
        return user

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """The answer to somebody who has proven to be the owner of an account that is shut: the offer to keep
        it if they closed it themselves less than a week ago."""
        from league.services.closing import closing_of  # noqa: PLC0415  it needs this module's names

        if closing_of(user.pk) is None:
            answer: HttpResponse = super().respond_user_inactive(request, user)
            return answer
        request.session[OWNER_OF_CLOSED] = {"user": user.pk, "at": time()}
        return HttpResponseRedirect(reverse("account-keep"))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Make a confirmed address the account's own; False with a message if another account has it."""
        try:
            with transaction.atomic():
                confirmed: bool = super().confirm_email(request, email_address)
                return confirmed
        except IntegrityError:
            messages.error(request, TAKEN)
            return False


def keep_addresses_unique() -> None:
    """Make the index on account addresses if it is gone. SQLite loses it when an upgrade of Django rebuilds
    the table. Raises IntegrityError for accounts that share an address."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE UNIQUE INDEX IF NOT EXISTS {ADDRESS_INDEX} ON auth_user (lower(email)) WHERE email <> ''"
        )
