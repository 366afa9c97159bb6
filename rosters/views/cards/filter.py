"""The filter form of the card browser: checks the address's parameters and gives a CardFilter."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rosters.catalogue import Side, Size, Slot, catalogue
from rosters.catalogue.search import CardFilter, Kind, Sort

KINDS = (
    (Kind.ALL, "All", ""),
    (Kind.SHIPS, "Ships", "ship"),
    (Kind.UPGRADES, "Upgrades", "slot-modification"),
)
SORTS = (
    (Sort.DEFAULT, "Usual order"),
    (Sort.NAME, "Name"),
    (Sort.CHEAP, "Cost, lowest"),
    (Sort.DEAR, "Cost, highest"),
    (Sort.SKILL, "Skill, highest"),
)
UNIQUE = {"": None, "yes": True, "no": False}
FILTER_FIELDS = ("side", "ship", "slot", "sort")
MORE_FIELDS = ("cost_from", "cost_to", "skill_from", "skill_to", "size", "unique")

Pairs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=1024)
def _select(name: str, chosen: str, choices: Pairs, attrs: Pairs) -> SafeString:
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((value, SafeString(" selected") if value == chosen else "", label) for value, label in choices),
    )
    extra = format_html_join("", ' {}="{}"', attrs)
    return format_html('<select name="{}"{}>{}</select>', name, extra, options)


class QuickSelect(forms.Select):
    """A select whose markup is kept: drawing 54 options through templates costs more than the page."""

    def render(
        self,
        name: str,
        value: object,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        choices = tuple((str(key), str(label)) for key, label in self.choices)
        merged = self.build_attrs(self.attrs, attrs)
        known = {key for key, _ in choices}
        chosen = str(value) if value in known else ""
        return _select(name, chosen, choices, tuple((key, str(text)) for key, text in merged.items()))


def _ships() -> Pairs:
    names = sorted((ship.name, ship.id) for ship in catalogue().ships.values())
    return tuple((ship_id, name) for name, ship_id in names)


def _choice(label: str, anything: str, choices: Pairs) -> forms.ChoiceField:
    sentence = f"There is no {label.lower()} called '%(value)s'. Choose one from the list."
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=(("", anything), *choices),
        widget=QuickSelect(attrs={"class": "form-select"}),
        error_messages={"invalid_choice": sentence},
    )


def _number(label: str, low: int, high: int) -> forms.IntegerField:
    sentence = f"{label} is a whole number from {low} to {high}, or blank."
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=low,
        max_value=high,
        widget=forms.TextInput(attrs={"class": "form-control", "inputmode": "numeric"}),
        error_messages={"invalid": sentence, "min_value": sentence, "max_value": sentence},
    )


SEARCH_ATTRS = {
    "class": "form-control",
    "type": "search",
    "autocomplete": "off",
    "placeholder": "Wedge, Y-wing, torpedoes",
}


class CardFilterForm(forms.Form):
    """All that a list of cards can be asked for; every field may be blank."""

    q = forms.CharField(
        label="Name or ship",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs=SEARCH_ATTRS),
        error_messages={"max_length": "The text to look for has at most 60 letters; shorten it."},
    )
    kind = _choice("Kind", "All", tuple((kind, label) for kind, label, _ in KINDS))
    side = _choice("Side", "Any side", tuple((side, side.capitalize()) for side in Side))
    ship = _choice("Ship", "Any ship", _ships())
    slot = _choice("Slot", "Any slot", tuple((slot, slot) for slot in Slot))
    size = _choice("Size", "Any size", tuple((size, size.capitalize()) for size in Size))
    unique = _choice("Unique mark", "Any", (("yes", "With it"), ("no", "Without it")))
    cost_from = _number("Cost from", -9, 200)
    cost_to = _number("Cost to", -9, 200)
    skill_from = _number("Skill from", 1, 12)
    skill_to = _number("Skill to", 1, 12)
    sort = _choice("Order", SORTS[0][1], SORTS[1:])
    page = _number("Page", 1, 999)

    def filter_fields(self) -> list[forms.BoundField]:
        """The fields that fold away on a phone, where the name alone stays in view."""
        return [self[name] for name in FILTER_FIELDS]

    def more_fields(self) -> list[forms.BoundField]:
        """The fields that fold away on every screen."""
        return [self[name] for name in MORE_FIELDS]

    def filters_are_used(self) -> bool:
        """Whether any field that folds away is filled in."""
        return any(self.data.get(name) for name in (*FILTER_FIELDS, *MORE_FIELDS))

    def more_is_used(self) -> bool:
        """Whether a field that folds away is filled in, so that it must not be folded away."""
        return any(self.data.get(name) for name in MORE_FIELDS)

    def clean(self) -> dict[str, Any]:
        """Refuses ranges that are upside down."""
        data = super().clean() or {}
        for what in ("cost", "skill"):
            low, high = data.get(f"{what}_from"), data.get(f"{what}_to")
            if low is not None and high is not None and low > high:
                sentence = f"The lowest {what} ({low}) is above the highest ({high}). Swap them or blank one."
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
            unique=UNIQUE[data["unique"]],
            sort=Sort(data["sort"] or Sort.DEFAULT),
        )

    def query(self, **changes: str) -> str:
        """The filter as the query part of an address, without what is blank and without the page."""
        values = {name: self.data.get(name, "") for name in self.fields if name != "page"} | changes
        return urlencode({name: value for name, value in values.items() if value and value != Kind.ALL})

    def sentences(self) -> list[str]:
        """Sentences about wrong parameters, shown in place of the results."""
        return [str(sentence) for errors in self.errors.values() for sentence in errors]
