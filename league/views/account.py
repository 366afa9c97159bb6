"""The account: display name, mail, browsers, its data as a file. Email, password and two-step sign-in are
allauth's pages; `league.views.closing` has its end."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from league.accounts import display_name
from league.addresses import address
from league.forms import NameForm
from league.http import done, printed_origin, refusing
from league.kernel.refusal import Stale
from league.logs.security import note
from league.models.player_page import SHOWN
from league.posted import YES, read_order
from league.presenters.devices import device_words
from league.selectors.players import own_page
from league.services.campaigns import rename_everywhere
from league.services.feeds import token_of
from league.services.mail import can_mail, wants_reminders, wish_for_reminders
from league.services.own_data import own_data_file
from league.services.sessions import sessions_of, sign_out, sign_out_others
from league.views.common import form_page, posted

GONE = "That browser is signed out already."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def account(request: HttpRequest) -> HttpResponse:
    """Change the display name. Three queries more: wishes about mail, the calendar, readers of the page."""
    user = request.user
    assert user.is_authenticated
    form = NameForm(posted(request), initial={"display_name": display_name(user)})

    def send() -> HttpResponse:
        rename_everywhere(user, form.cleaned_data["display_name"])
        return done(request, address("account"), "Your display name is changed everywhere.")

    page, token = own_page(user), token_of(user)
    context = {
        "can_mail": can_mail(),
        "reminders": wants_reminders(user),
        "feed": printed_origin(request) + address("calendar", token) if token else "",
        "page": page,
        "shown": page.shown if page else "nobody",
        "readers": SHOWN,
    }
    return form_page(request, "league/account/page.html", context, form, send)


@login_required
@require_POST
def account_mail(request: HttpRequest) -> HttpResponse:
    """Ask for reminders by mail, or for no more of them."""
    wanted = request.POST.get("reminders", "") in YES
    wish_for_reminders(request.user, wanted)
    told = "You get reminders by mail from now on." if wanted else "You get no reminders by mail."
    return done(request, address("account"), told)


@dataclass(frozen=True, slots=True)
class SignOut:
    """The browser to sign out by its number; 0 for all others."""

    session: int = 0


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def account_sessions(request: HttpRequest) -> HttpResponse:
    """The browsers in which one is signed in; signs out one or all others."""
    current = request.session.session_key
    if request.method == "POST":
        number = read_order(SignOut, request.POST).session
        if not number:
            sign_out_others(request.user, current)
            return done(request, address("account-sessions"), "You are signed out everywhere else.")
        if not sign_out(request.user, number):
            raise Stale("session.gone", GONE)
        return done(request, address("account-sessions"), "That browser is signed out.")
    rows = [(row, device_words(row.agent)) for row in sessions_of(request.user, current)]
    others = any(not row.current for row, _ in rows)
    return render(request, "league/account/sessions.html", {"rows": rows, "others": others})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def account_data(request: HttpRequest) -> HttpResponse:
    """Download everything about the account, soon after the password was typed."""
    proven = did_recently_reauthenticate(request)
    prove = f"{reverse('account_reauthenticate')}?{urlencode({'next': address('account-data')})}"
    if request.method != "POST":
        return render(request, "league/account/data.html", {"proven": proven, "prove": prove})
    if not proven:
        return HttpResponseRedirect(prove)
    name, file = own_data_file(request.user)
    note("data downloaded", request, request.user)
    response = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    response["Cache-Control"] = "private, no-store"
    return response  # type: ignore[return-value]
