"""The models that a person owns: a list with plus and minus, import and export."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.addresses import address
from league.forms import LinesField
from league.http import done, refusing, wants_part
from league.posted import read_order
from league.presenters.spreadsheet import csv_text
from league.views.common import form_page, posted
from rosters.presenters.collection import list_preview, model_page, model_rows, noted_words
from rosters.rules.collection.reading import TEXT_LENGTH, read_models
from rosters.selectors.collection import owned_models
from rosters.services.collection import change_models, set_models


class ModelsForm(forms.Form):
    """A list of models."""

    text = LinesField(
        label="Your list",
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
        error_messages={
            "required": "Paste your list, with one model on each line, such as “3 X-wing”.",
            "max_length": f"Keep the list to {TEXT_LENGTH:,} characters.",
        },
    )
    replace = forms.BooleanField(
        label="Forget all models that are not in this list",
        required=False,
        help_text="Otherwise other models stay as they are.",
    )
    take = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """The good lines are to be noted although others were not read."""


@dataclass(frozen=True, slots=True)
class ChangeModels:
    """Models that come to those of a ship; below 0 they go."""

    by: int


@login_required
@require_safe
def collection(request: HttpRequest) -> HttpResponse:
    """All models with their numbers; `q` narrows the list, `own` leaves out those that are not owned."""
    wanted, own = request.GET.get("q", "")[:80], "own" in request.GET
    models = model_page(owned_models(request.user), wanted, only_owned=own)
    return render(request, "rosters/collection/page.html", {"models": models, "wanted": wanted, "own": own})


@login_required
@require_POST
@refusing
def model_change(request: HttpRequest, ship: str) -> HttpResponse:
    """One model more or less; htmx gets the new number and the sum."""
    by = read_order(ChangeModels, request.POST).by
    count = change_models(request.user, ship, max(-1, min(1, by)))
    if not wants_part(request):
        return done(request, address("collection") + f"#model-{ship}")
    models = model_page(owned_models(request.user))
    return render(request, "rosters/collection/count.html", {"count": count, "models": models})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def collection_import(request: HttpRequest) -> HttpResponse:
    """Note a whole list of models at once. If every line is good, this saves them. If a line is not, the page
    shows what the good ones say and what is wrong with the others, and nothing is saved until that is
    confirmed (`take`)."""
    form, template = ModelsForm(posted(request)), "rosters/collection/import.html"

    def send() -> HttpResponse:
        reading, replace = read_models(form.cleaned_data["text"]), form.cleaned_data["replace"]
        if reading.faults and not form.cleaned_data["take"]:
            preview = list_preview(reading, owned_models(request.user), replace=replace)
            return render(request, template, {"form": form, "preview": preview}, status=422)
        set_models(request.user, reading.counts, replace=replace)
        return done(request, address("collection"), noted_words(reading))

    return form_page(request, template, {}, form, send)


@login_required
@require_safe
def collection_csv(request: HttpRequest) -> HttpResponse:
    """The owned models as a table, which can be imported again."""
    text = csv_text(("model", "count"), model_rows(owned_models(request.user)))
    headers = {
        "Content-Disposition": 'attachment; filename="models.csv"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
