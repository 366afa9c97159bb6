"""Forms of the battle pages. They check the shape of what was typed; the services decide the rest.

Besides its scenario, a battle has the options of its rule system, so the forms are made from a pack.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from league.forms import with_rules
from missions.battles.selectors.battles import LEVEL_TITLES
from missions.battles.services.bots import CHOICES
from missions.battles.services.opening import NONCE_LENGTH, TOO_OLD, Plan
from missions.battles.systems.pack import FLAGS, Option, Pack, Value

Choices = list[tuple[str, str]]
Asked = Mapping[str, str]
"""Values that an address asks for, by the name of their field."""
NOTHING: Asked = MappingProxyType({})
CHOOSE = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}


def level_choices(pack: Pack) -> Choices:
    """Every level with a line on how it plays."""
    return [(level, f"{LEVEL_TITLES[level]}: {pack.levels[level]}") for level in CHOICES]


def scenario_choices(pack: Pack, *ids: str) -> Choices:
    """Name and brief of each battle."""
    known = pack.scenarios()
    return [(name, f"{known[name].name}: {known[name].brief}") for name in ids or known]


def option_field(option: Option) -> forms.Field:
    """The field of an option, its rule beside the label."""
    label = with_rules(option.label, option.rule) if option.rule else option.label
    if option.kind == "flag":
        return forms.BooleanField(label=label, required=False, help_text=option.help)
    if option.kind == "choice":
        return forms.ChoiceField(
            label=label,
            choices=option.choices,
            widget=forms.RadioSelect,
            help_text=option.help,
            error_messages=CHOOSE,
        )
    blank = ", or leave the field empty" if option.blank else ""
    whole = f"Write a whole number from {option.least} to {option.most}{blank}."
    return forms.IntegerField(
        label=label,
        required=not option.blank,
        min_value=0 if option.zero else option.least,
        max_value=option.most,
        help_text=option.help,
        error_messages={
            "required": whole,
            "invalid": whole,
            "min_value": option.refused,
            "max_value": option.refused,
        },
    )


def _people_field() -> forms.IntegerField:
    """The number of people of a side; the rule system gives the bounds."""
    some = "Write how many people play this side, at least 1."
    return forms.IntegerField(
        min_value=1, error_messages={"required": some, "invalid": some, "min_value": some}
    )


class PackForm(forms.Form):
    """A form about a rule system, with the ticket that fixes the dice before it is sent."""

    ticket = forms.CharField(
        widget=forms.HiddenInput, max_length=200, error_messages={"required": TOO_OLD, "max_length": TOO_OLD}
    )
    system = forms.CharField(widget=forms.HiddenInput, max_length=20, required=False)
    scenario = forms.ChoiceField(label="Battle", widget=forms.RadioSelect, error_messages=CHOOSE)
    level = forms.ChoiceField(label="The computer plays", widget=forms.RadioSelect, error_messages=CHOOSE)

    def __init__(self, pack: Pack, data: QueryDict | None, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial={**initial, "system": pack.id})
        self.pack = pack
        self._choose("level", level_choices(pack))

    @property
    def battles(self) -> Collection[str]:
        """Battles that the form offers, by id."""
        return self.pack.scenarios()

    def _choose(self, name: str, choices: Choices) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _fill_in(self, asked: Asked) -> None:
        """Begin with the values that are asked for, as far as the form lets them be chosen."""
        for name, field in self.fields.items():
            value = asked.get(name, "")
            if isinstance(field, forms.BooleanField) and value in FLAGS:
                self.initial[name] = FLAGS[value]
            elif isinstance(field, forms.ChoiceField | forms.IntegerField) and _fits(field, value):
                self.initial[name] = value


def _fits(field: forms.Field, value: str) -> bool:
    """Whether the field lets somebody enter the value."""
    try:
        return field.clean(value) not in (None, "")
    except ValidationError:
        return False


class TryForm(PackForm):
    """A battle against the computer at one press."""

    @property
    def battles(self) -> Collection[str]:
        return self.pack.tryout.scenarios

    side = forms.ChoiceField(label="Your side", widget=forms.RadioSelect, error_messages=CHOOSE)
    field_order = ("ticket", "system", "scenario", "side", "level")

    def __init__(self, pack: Pack, data: QueryDict | None, ticket: str, asked: Asked = NOTHING) -> None:
        usual = {"ticket": ticket, "scenario": pack.tryout.usual, "side": "0", "level": "close"}
        super().__init__(pack, data, usual)
        self._choose("scenario", scenario_choices(pack, *pack.tryout.scenarios))
        self._choose("side", [(str(side), words) for side, words in enumerate(pack.tryout.sides)])
        self._fill_in(asked)

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            data["scenario"],
            self.pack.tryout.options(data["scenario"]),
            self.pack.id,
            int(data["side"]),
            "bot",
            data["level"],
        )


class BattleForm(PackForm):
    """Everything that a new battle is."""

    opponent = forms.ChoiceField(
        label="Against",
        choices=(
            ("link", "Somebody to whom I send a link"),
            ("screen", "Somebody beside me, on this screen"),
            ("bot", "The computer"),
        ),
        widget=forms.RadioSelect,
        error_messages=CHOOSE,
    )
    people = _people_field()
    others = _people_field()
    side = forms.ChoiceField(label="My side", widget=forms.RadioSelect, error_messages=CHOOSE)
    dice = forms.ChoiceField(
        label="Dice",
        choices=(
            ("fair", with_rules("Rolled by the app; anybody can check them afterwards", "CR-079")),
            ("typed", "Our own on the table, typed in"),
        ),
        widget=forms.RadioSelect,
        error_messages=CHOOSE,
    )
    public = forms.BooleanField(
        label="Anyone can watch", required=False, help_text="Others can then watch it and its replay."
    )

    def __init__(self, pack: Pack, data: QueryDict | None, ticket: str, asked: Asked = NOTHING) -> None:
        usual = {"ticket": ticket, "scenario": pack.usual_battle, "opponent": "link", "level": "greedy"}
        options = {option.name: option.usual for option in pack.options if option.usual is not None}
        super().__init__(
            pack, data, {**options, **usual, "side": "0", "dice": "fair", "people": 1, "others": 1}
        )
        self._choose("scenario", scenario_choices(pack))
        sides = pack.system.seating({"scenario": pack.tryout.usual}).sides
        self._choose("side", [(str(side), word) for side, word in enumerate(sides)])
        self.fields["side"].help_text = pack.side_help
        self.fields["level"].required = False
        self._add_options(pack)
        for name, side in zip(("people", "others"), sides, strict=True):
            if pack.most_people == 1:
                del self.fields[name]
            else:
                self.fields[name].label = f"People who play {side}"
                self.fields[name].help_text = f"1 to {pack.most_people}, each with a view of their own."
        self._fill_in(asked)

    def _add_options(self, pack: Pack) -> None:
        """The options that count in every battle stand before the dice, all others at the end."""
        self.fields |= {option.name: option_field(option) for option in pack.options}
        first = [option.name for option in pack.options if not option.only and not option.house]
        rest = [option.name for option in pack.options if option.name not in first]
        own = ("ticket", "system", "scenario", "opponent", "level", "people", "others", "side")
        self.order_fields([*own, *first, "dice", "public", *rest])

    def plan(self) -> Plan:
        data = self.cleaned_data
        chosen: dict[str, Value | None] = {option.name: data[option.name] for option in self.pack.options}
        return Plan(
            scenario=data["scenario"],
            options=chosen,
            system=self.pack.id,
            side=int(data["side"]),
            opponent=data["opponent"],
            level=data["level"] or "greedy",
            dice=data["dice"],
            public=data["public"],
            people=(data.get("people", 1), data.get("others", 1)),
        )


class ReadyForm(forms.Form):
    """A text of one's own for the dice."""

    nonce = forms.CharField(
        label=with_rules("Your text for the dice", "CR-079"),
        max_length=NONCE_LENGTH,
        required=False,
        help_text="Any text; if you leave it empty, your browser makes one up and seals it before the "
        "others’ texts are known. The dice follow from the sealed secret and the texts of both sides.",
        error_messages={"max_length": f"Keep it to {NONCE_LENGTH} characters."},
    )
    seal = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)
    against = forms.CharField(widget=forms.HiddenInput, max_length=1000, required=False)


# --- buttons ----------------------------------------------------------------------------------------

TICKED = 60
"""Boxes of one line that are read at most."""


def force_button(post: QueryDict, known: tuple[str, ...]) -> tuple[str, str, list[str]]:
    """The pressed button of a force builder, its value, and the ticked boxes beside it."""
    button = next((name for name in known if name in post), "")
    return button, post.get(button, ""), post.getlist("with")[:TICKED]
