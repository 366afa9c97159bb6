"""The end of an account: closing it, and taking it back within a week."""

from __future__ import annotations

from time import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_login
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import Login
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods

from league.accounts import OWNER_OF_CLOSED
from league.addresses import address
from league.forms import DeleteForm
from league.http import refusing
from league.logs.security import note
from league.models import Closing
from league.selectors.waiting import seats_of
from league.services.closing import GRACE, close_account, closing_of, keep_account
from league.views.common import form_page, posted
from league.views.inbox import ROLE_WORDS

PROOF_SECONDS = 600
"""Time after which somebody who wants to keep a closed account signs in once more."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def account_delete(request: HttpRequest) -> HttpResponse:
    """Close the account, after saying what goes and what stays. It is removed after a week."""
    user = request.user
    form = DeleteForm(posted(request))

    def send() -> HttpResponse:
        raise_if_reauthentication_required(request, app="allauth.account")
        with transaction.atomic():
            closing = close_account(user)
            _tell(request, "closed", user, until=closing.until, sign_in=_sign_in(request))
        note("account closed", request, user)
        logout(request)
        done = f"Your account is closed and will be deleted on {_day(closing)}."
        messages.success(request, f"{done} To keep it, sign in before then.")
        return HttpResponseRedirect(address("landing"))

    seats = [(seat, ROLE_WORDS[seat.role]) for seat in seats_of(user)]
    return form_page(request, "league/account/delete.html", {"seats": seats, "days": GRACE.days}, form, send)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def account_keep(request: HttpRequest) -> HttpResponse:
    """Offer a closed account to its owner, who has just signed in with the password."""
    closing = _proven(request)
    if closing is None:
        messages.error(request, "To keep a closed account, sign in with its password.")
        return HttpResponseRedirect(reverse("account_login"))
    if request.method != "POST":
        return render(request, "league/account/keep.html", {"day": _day(closing)})
    with transaction.atomic():
        user = keep_account(closing.user_id)
        _tell(request, "kept", user)
    del request.session[OWNER_OF_CLOSED]
    note("account kept", request, user)
    messages.success(request, "Your account is open again.")
    return perform_login(request, Login(user=user))  # type: ignore[no-any-return]


def _proven(request: HttpRequest) -> Closing | None:
    """The closed account whose owner sits at this browser, if they have just proven it and may keep it."""
    proof = request.session.get(OWNER_OF_CLOSED)
    if proof is None or time() - proof["at"] > PROOF_SECONDS:
        return None
    return closing_of(proof["user"])


def _tell(request: HttpRequest, what: str, user: Any, **more: object) -> None:
    """Write the owner that the account was closed or kept."""
    letter = "/".join(("account", "email", f"account_{what}"))
    get_adapter(request).send_notification_mail(letter, user, more)


def _sign_in(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("account_login"))


def _day(closing: Closing) -> str:
    return date_format(closing.until, "j F Y")
