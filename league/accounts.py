"""Additions to django-allauth: a display name, kept in `User.first_name`, and one account per address."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import LoginStage
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
ADDRESS_INDEX = "league_one_account_per_address"
TAKEN = "There is an account with this address already. If you have just made it, sign in with your password."
LETTER_SENT = "account/messages/email_confirmation_sent.txt"
"""The template of allauth's message that a letter has gone out."""


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

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse | None:
        """The answer to somebody with the right password who may not sign in; None for all others. The owner
        of an account that was closed less than a week ago goes on to the second step, and then to the offer
        to keep it (`KeepStage`)."""
        if _may_keep(user):
            return None
        answer: HttpResponse | None = super().pre_login(request, user, **more)
        return answer

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *given: Any, **more: Any
    ) -> None:
        """Tell the reader; but of a letter only if this site sends mail."""
        from league.services.mail import can_mail  # noqa: PLC0415  services need this module's names

        if message_template != LETTER_SENT or can_mail():
            super().add_message(request, level, message_template, *given, **more)

    def get_login_stages(self) -> list[str]:
        """The steps of a sign-in. The one for closed accounts comes last, after every proof."""
        return [*super().get_login_stages(), f"{__name__}.{KeepStage.__name__}"]

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Make a confirmed address the account's own; False with a message if another account has it."""
        try:
            with transaction.atomic():
                confirmed: bool = super().confirm_email(request, email_address)
                return confirmed
        except IntegrityError:
            messages.error(request, TAKEN)
            return False


class KeepStage(LoginStage):
    """The last step of a sign-in: nobody gets past it into an account that is shut. The owner of a closed one
    is offered to keep it."""

    key = "keep_closed"
    urlname = "account-keep"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        if user is None or user.is_active:
            return None, True
        if not _may_keep(user):
            return HttpResponseRedirect(reverse("account_inactive")), False
        return HttpResponseRedirect(reverse(self.urlname)), True

    def is_resumable(self, request: HttpRequest) -> bool:
        """No: somebody else may sign in at this browser instead."""
        return False


def _may_keep(user: AbstractBaseUser) -> bool:
    """Whether its owner may still take this closed account back."""
    from league.services.closing import closing_of  # noqa: PLC0415  it needs this module's names

    return not user.is_active and closing_of(user.pk) is not None


def keep_addresses_unique() -> None:
    """Make the index on account addresses if it is gone. SQLite loses it when an upgrade of Django rebuilds
    the table. Raises IntegrityError for accounts that share an address."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE UNIQUE INDEX IF NOT EXISTS {ADDRESS_INDEX} ON auth_user (lower(email)) WHERE email <> ''"
        )
