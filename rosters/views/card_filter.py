"""The filter form of the card browser: checks the address's parameters and gives a CardFilter."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Field, Layout
from django import forms
from django.core.exceptions import ValidationError

from rosters.catalogue import Side, Size, Slot, catalogue
from rosters.catalogue.search import CardFilter, Kind, Sort

KINDS = ((Kind.ALL, "All cards", "cards"), (Kind.SHIPS, "Ships", "ship"), (Kind.UPGRADES, "Upgrades", "plus"))
SORTS = (
    (Sort.DEFAULT, "Side and ship, then slot"),
    (Sort.NAME, "Name"),
    (Sort.CHEAP, "Cost, lowest first"),
    (Sort.DEAR, "Cost, highest first"),
    (Sort.SKILL, "Skill, highest first"),
)
UNIQUE = (("", "Unique or not"), ("yes", "Unique only"), ("no", "Not unique"))


def _choice(label: str, anything: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    sentence = f"There is no {label.lower()} called '%(value)s'. Choose one from the list."
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=[("", anything), *choices],
        error_messages={"invalid_choice": sentence},
    )


def _number(label: str, low: int, high: int) -> forms.IntegerField:
    sentence = f"{label} is a whole number from {low} to {high}, or blank."
    messages = {"invalid": sentence, "min_value": sentence, "max_value": sentence}
    return forms.IntegerField(
        label=label, required=False, min_value=low, max_value=high, error_messages=messages
    )


class CardFilterForm(forms.Form):
    """All that a list of cards can be asked for; every field may be blank."""

    q = forms.CharField(
        label="Name or ship",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "placeholder": "Wedge, Y-wing\N{HORIZONTAL ELLIPSIS}"}),
        error_messages={"max_length": "The text to look for has at most 60 letters; shorten it."},
    )
    kind = _choice("Kind", "All cards", [(kind, label) for kind, label, _ in KINDS])
    side = _choice("Side", "Any side", [(side, side.capitalize()) for side in Side])
    ship = _choice("Ship", "Any ship", [])
    slot = _choice("Slot", "Any slot", [(slot, slot) for slot in Slot])
    size = _choice("Size", "Any size", [(size, size.capitalize()) for size in Size])
    unique = _choice("Unique mark", "Unique or not", list(UNIQUE[1:]))
    cost_from = _number("Cost from", -9, 200)
    cost_to = _number("Cost to", -9, 200)
    skill_from = _number("Skill from", 1, 12)
    skill_to = _number("Skill to", 1, 12)
    sort = _choice("Order", SORTS[0][1], list(SORTS[1:]))
    page = _number("Page", 1, 999)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ships = sorted((ship.name, ship.id) for ship in catalogue().ships.values())
        self.fields["ship"].choices = [("", "Any ship"), *((ship_id, name) for name, ship_id in ships)]  # type: ignore[attr-defined]
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = self._layout()

    def _layout(self) -> Layout:
        more = "open" if any(self.data.get(name) for name in ("size", "unique", *RANGES)) else ""
        return Layout(
            Div(
                Field("q", wrapper_class="col-12 col-md-6 col-lg-4"),
                Field("side", wrapper_class="col-6 col-md-3 col-lg-2"),
                Field("slot", wrapper_class="col-6 col-md-3 col-lg-2"),
                Field("ship", wrapper_class="col-6 col-md-6 col-lg-2"),
                Field("sort", wrapper_class="col-6 col-md-6 col-lg-2"),
                css_class="row g-2",
            ),
            HTML(f'<details class="more" {more}><summary>Cost, skill, size and unique mark</summary>'),
            Div(
                *(Field(name, wrapper_class="col-6 col-md-3 col-lg-2") for name in (*RANGES, "size", "unique")),
                css_class="row g-2",
            ),
            HTML("</details>"),
        )

    def clean(self) -> dict[str, Any]:
        """Refuses ranges that are upside down."""
        data = super().clean() or {}
        for what in ("cost", "skill"):
            low, high = data.get(f"{what}_from"), data.get(f"{what}_to")
            if low is not None and high is not None and low > high:
                sentence = f"The lowest {what} ({low}) is above the highest ({high}). Swap them, or leave one blank."
                self.add_error(f"{what}_from", ValidationError(sentence))
        return data

    def wanted(self) -> CardFilter:
        """The filter of a valid form."""
        data = self.cleaned_data
        return CardFilter(
            kind=Kind(data["kind"] or Kind.ALL),
            text=data["q"],
            side=Side(data["side"]) if data["side"] else None,
            ship=data["ship"],
            size=Size(data["size"]) if data["size"] else None,
            slot=Slot(data["slot"]) if data["slot"] else None,
            cost_from=data["cost_from"],
            cost_to=data["cost_to"],
            skill_from=data["skill_from"],
            skill_to=data["skill_to"],
            unique={"": None, "yes": True, "no": False}[data["unique"]],
            sort=Sort(data["sort"] or Sort.DEFAULT),
        )

    def query(self, **changes: str) -> str:
        """The filter as the query part of an address, without what is blank and without the page."""
        values = {name: self.data.get(name, "") for name in self.fields if name != "page"} | changes
        return urlencode({name: value for name, value in values.items() if value and value != Kind.ALL})

    def sentences(self) -> list[str]:
        """What is wrong with the parameters, for the place where the results would stand."""
        return [sentence for errors in self.errors.values() for sentence in errors]


RANGES = ("cost_from", "cost_to", "skill_from", "skill_to")
