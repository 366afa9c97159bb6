"""Forms of the battle pages. They check the shape of what was typed; the services decide the rest."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from missions.battles.engine.bots.match import LEVEL_WORDS
from missions.battles.engine.contract import SEAT_WORDS
from missions.battles.selectors.battles import LEVEL_TITLES
from missions.battles.services.bots import CHOICES
from missions.battles.services.forces import ready_points
from missions.battles.services.opening import (
    COLUMNS,
    LEAST_POINTS,
    MOST_POINTS,
    MOST_SALVOS,
    NONCE_LENGTH,
    ROWS,
    TURNS,
    Plan,
)
from missions.battles.systems.fighters.scenarios import scenarios

TRIED = ("fighter_clash", "convoy_raid", "outpost_assault", "hostages", "starship_theft")
"""Battles that a visitor can try."""


def level_choices() -> list[tuple[str, str]]:
    """Every level with a line on how it plays."""
    return [(level, f"{LEVEL_TITLES[level]}: {LEVEL_WORDS[level]}") for level in CHOICES]


def scenario_choices(*ids: str) -> list[tuple[str, str]]:
    """Name and brief of each battle."""
    known = scenarios()
    return [(name, f"{known[name].name}: {known[name].brief}") for name in ids]


class TicketForm(forms.Form):
    """Carries the ticket that fixes the dice before the form is sent."""

    ticket = forms.CharField(widget=forms.HiddenInput, max_length=200)


class TryForm(TicketForm):
    """A battle against the computer at one press."""

    scenario = forms.ChoiceField(
        label="Battle", choices=lambda: scenario_choices(*TRIED), widget=forms.RadioSelect
    )
    seat = forms.ChoiceField(
        label="Your side",
        choices=(("0", "West: Rebels, who attack"), ("1", "East: Empire, who defends")),
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(label="The computer plays", choices=level_choices, widget=forms.RadioSelect)

    def plan(self) -> Plan:
        data = self.cleaned_data
        points = ready_points(data["scenario"])
        return Plan(
            data["scenario"], points, int(data["seat"]), "bot", data["level"], deploy="line", public=False
        )


def _size(label: str, limits: tuple[int, int], usual: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=limits[0],
        max_value=limits[1],
        help_text=f"{limits[0]} to {limits[1]}, usually {usual}; in a free battle only.",
    )


class BattleForm(TicketForm):
    """Everything that a new battle is."""

    scenario = forms.ChoiceField(
        label="Battle", choices=lambda: scenario_choices(*scenarios()), widget=forms.RadioSelect
    )
    opponent = forms.ChoiceField(
        label="Against",
        choices=(
            ("link", "Somebody to whom I send a link"),
            ("screen", "Somebody beside me, on this screen"),
            ("bot", "The computer"),
        ),
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label="The computer plays", choices=level_choices, widget=forms.RadioSelect, required=False
    )
    seat = forms.ChoiceField(
        label="My seat",
        choices=[(str(seat), word) for seat, word in enumerate(SEAT_WORDS)],
        widget=forms.RadioSelect,
        help_text="Where a battle has an attacker, it sits west.",
    )
    points = forms.IntegerField(
        label="Points a side (FH-042)",
        min_value=LEAST_POINTS,
        max_value=MOST_POINTS,
        help_text="40 points take about an hour. The starship theft has 55, whatever stands here.",
    )
    deploy = forms.ChoiceField(
        label="Set-up (FH-017)",
        choices=(("choose", "Unit by unit, in turn"), ("line", "Drawn up by the app, to begin at once")),
        widget=forms.RadioSelect,
    )
    dice = forms.ChoiceField(
        label="Dice",
        choices=(
            ("fair", "Rolled by the app, to be checked by anybody afterwards (CR-079)"),
            ("typed", "Our own on the table, typed in"),
        ),
        widget=forms.RadioSelect,
    )
    public = forms.BooleanField(
        label="Everybody may look on", required=False, help_text="Others can then watch it and its replay."
    )
    columns = _size("Columns of the map", COLUMNS, 24)
    rows = _size("Rows of the map", ROWS, 18)
    turns = _size("Turns", TURNS, 12)
    natural_one_misses = forms.BooleanField(
        label="House rule: an attack die that shows 1 always misses (FH-005)", required=False
    )
    torpedo_salvos = forms.IntegerField(
        label="House rule: torpedo shots of each kind for a unit (FH-120)",
        required=False,
        min_value=0,
        max_value=MOST_SALVOS,
        help_text="Leave it empty for no limit, as the rules have it.",
    )

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            scenario=data["scenario"],
            points=data["points"],
            seat=int(data["seat"]),
            opponent=data["opponent"],
            level=data["level"] or "greedy",
            deploy=data["deploy"],
            dice=data["dice"],
            public=data["public"],
            columns=data["columns"] or 0,
            rows=data["rows"] or 0,
            turns=data["turns"] or 0,
            natural_one_misses=data["natural_one_misses"],
            torpedo_salvos=data["torpedo_salvos"] or 0,
        )

    @staticmethod
    def usual(ticket: str) -> dict[str, Any]:
        """What the form begins with."""
        return {
            "ticket": ticket, "scenario": "fighter_clash", "opponent": "link", "level": "greedy", "seat": "0",
            "points": 40, "deploy": "choose", "dice": "fair",
        }  # fmt: skip


class ReadyForm(forms.Form):
    """A text of one's own for the dice."""

    nonce = forms.CharField(
        label="Your text for the dice (CR-079)",
        max_length=NONCE_LENGTH,
        required=False,
        help_text="Anything you like, or nothing: then the app fills it in. The dice follow from the sealed "
        "secret and the texts of both sides.",
    )


# --- buttons ----------------------------------------------------------------------------------------

FORCE_BUTTONS = ("add", "remove", "equip", "transport", "side", "suggest", "clear")


def number_of(post: QueryDict, name: str, otherwise: int = -1) -> int:
    """A posted whole number; `otherwise` where there is none."""
    raw = post.get(name, "")
    digits = raw.removeprefix("-")
    return int(raw) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else otherwise


def force_button(post: QueryDict) -> tuple[str, Any]:
    """Which button of the force builder was pressed, and what it is about."""
    doing = next((name for name in FORCE_BUTTONS if name in post), "")
    if doing == "equip":
        return doing, (number_of(post, "equip"), post.getlist("upgrade"))
    if doing in ("remove", "transport"):
        return doing, number_of(post, doing)
    return doing, post.get(doing, "")
