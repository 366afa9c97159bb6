"""The end of an account: closing it, and taking it back within a week."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.stages import LoginStageController
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.accounts import KeepStage
from league.addresses import address
from league.forms import DeleteForm
from league.http import refusing
from league.logs.security import note
from league.models import Closing
from league.selectors.waiting import seats_of
from league.services.campaigns import bound_to
from league.services.closing import GRACE, close_account, closing_of, keep_account
from league.views.common import form_page, posted
from league.views.inbox import ROLE_WORDS


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
    context = {"seats": seats, "days": GRACE.days, "bound": bound_to(user)}
    return form_page(request, "league/account/delete.html", context, form, send)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def account_keep(request: HttpRequest) -> HttpResponse:
    """Offer a closed account to its owner, who has passed every step of signing in but this one. Keeping it
    ends the sign-in."""
    stage = None if request.user.is_authenticated else LoginStageController.enter(request, KeepStage.key)
    closing = closing_of(stage.login.user.pk) if stage and stage.login.user else None
    if stage is None or closing is None:
        messages.error(request, "To keep a closed account, sign in to it.")
        return HttpResponseRedirect(reverse("account_login"))
    if request.method != "POST":
        return render(request, "league/account/keep.html", {"day": _day(closing)})
    with transaction.atomic():
        user = stage.login.user = keep_account(closing.user_id)
        _tell(request, "kept", user)
    note("account kept", request, user)
    messages.success(request, "Your account is open again.")
    return stage.exit()  # type: ignore[no-any-return]


def _tell(request: HttpRequest, what: str, user: Any, **more: object) -> None:
    """Write the owner that the account was closed or kept."""
    letter = "/".join(("account", "email", f"account_{what}"))
    get_adapter(request).send_notification_mail(letter, user, more)


def _sign_in(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("account_login"))


def _day(closing: Closing) -> str:
    return date_format(closing.until, "j F Y")
