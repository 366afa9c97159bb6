"""allauth's pages that give an account its address, safe against two requests at once."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from allauth.account.views import EmailView, SignupView
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from league.accounts import TAKEN

TRIES = 2


class NewAccountForm(SignupForm):
    """allauth's form, which looks for the address and then writes. Another request may write in between."""

    def try_save(self, request: HttpRequest) -> Any:
        """The new account and allauth's answer. Raises ValidationError for an address taken meanwhile."""
        for left in reversed(range(TRIES)):
            try:
                with transaction.atomic():
                    return super().try_save(request)
            except IntegrityError:
                # Either the address or the user name that allauth had made up. It makes up another one.
                self.validate_unique_email(self.cleaned_data["email"])
                if not left:
                    raise
        return None


class SignUp(SignupView):
    """The sign-up page."""

    form_class = NewAccountForm

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as taken:
            form.add_error("email", taken)
            response = self.form_invalid(form)
        return response


class ChangeAddress(EmailView):
    """The page that changes one's address."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                response: HttpResponse = super().post(request, *args, **kwargs)
        except IntegrityError:
            messages.error(request, TAKEN)
            response = HttpResponseRedirect(self.get_success_url())
        return response
