"""Forms of the fleet pages, and the orders that their buttons post."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from league.forms import ReasonForm
from league.kernel.decision import Order
from league.models import Member
from league.rules.phrases import SIDE_NAMES
from rosters.rules import orders
from rosters.rules.fleets.names import NAME_LENGTH, SUITS
from rosters.rules.labels import SECTION_WORDS
from rosters.rules.overrides.orders import MOST_POINTS, may_be_crippled, open_ranks, sections_of
from rosters.rules.state import SQUADRON_CARDS, ShipState

MARKS = (("", "Whole"), ("damaged", "DAMAGED"), ("crippled", "CRIPPLED"))
BUTTONS: Mapping[str, type[Order]] = {
    each.name: each
    for each in (
        orders.BuyShip,
        orders.BuyUpgrade,
        orders.ReturnShip,
        orders.ReturnUpgrade,
        orders.MoveShip,
        orders.MoveUpgrade,
        orders.FormSquadron,
        orders.RetypeSquadron,
        orders.StrikeSquadron,
        orders.RenameFleet,
        orders.ChangeSide,
        orders.NamePilot,
        orders.Promote,
        orders.RecoverShip,
        orders.RecoverUpgrade,
        orders.RepairSection,
        orders.SayReady,
        orders.LockFleet,
        orders.CloseDesk,
    )
}
"""The orders that the buttons of builder and desk post, by the value of `do`."""


class MemberForm(forms.Form):
    """Choice of one of these people; a form of this kind has the field `member`."""

    def __init__(self, *args: Any, people: list[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "Choose a member"), *((each.number, each.name) for each in people)]


class FoundForm(forms.Form):
    """A new fleet: side, suit, name, and for organisers whose it is."""

    fleet_name = forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        error_messages={
            "required": "Give the fleet a name.",
            "max_length": f"Keep the name to {NAME_LENGTH} characters.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    side = forms.ChoiceField(
        choices=list(SIDE_NAMES.items()),
        error_messages={
            "required": "Choose a side.",
            "invalid_choice": "A fleet is rebel, imperial or scum.",
        },
    )
    suit = forms.ChoiceField(
        choices=[(suit, suit.capitalize()) for suit in SUITS],
        error_messages={
            "required": "Choose a suit.",
            "invalid_choice": f"Choose a suit: {', '.join(SUITS)}.",
        },
    )
    member = forms.TypedChoiceField(
        label="Commander",
        coerce=int,
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": "Choose a player of this campaign who has no fleet yet."},
    )

    def __init__(self, *args: Any, people: Sequence[Member] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "Myself"), *((each.number, each.name) for each in people)]


class XwsForm(forms.Form):
    """A squadron as XWS text or address, pasted or as a file; `squadron` is its card, blank for the
    inventory."""

    text = forms.CharField(
        label="XWS text or address",
        required=False,
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(label="or a file", required=False, max_length=255)
    squadron = forms.TypedChoiceField(
        label="Put the ships into",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "The inventory"), *((card, f"Squadron {card}") for card in SQUADRON_CARDS)],
        error_messages={"invalid_choice": "A squadron has a card from 2 to 10."},
    )

    def clean(self) -> dict[str, Any]:
        """Take the file's text if there is one. Raises ValidationError for neither, or no text at all."""
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            if file.size > 200_000:
                raise forms.ValidationError("That file is too large for a squadron. Choose the exported one.")
            try:
                data["text"] = file.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                raise forms.ValidationError("That file is no text. Choose the exported XWS file.") from None
        if not data.get("text", "").strip() and not self.errors:
            raise forms.ValidationError("Paste a squadron, or choose a file.")
        return data


class PointsForm(ReasonForm):
    """Points to give (negative: to take away), with the reason."""

    amount = forms.IntegerField(
        label="Fleet Points to add",
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text="With a minus they are taken away.",
        error_messages={
            "required": "Say how many points.",
            "invalid": "Write the points as a whole number, such as 10 or -10.",
            "min_value": f"Not more than {MOST_POINTS} points at once.",
            "max_value": f"Not more than {MOST_POINTS} points at once.",
        },
    )
    field_order = ("amount", "reason")


class ShipForm(ReasonForm):
    """All marks of one ship: a field for each section that has marks of its own."""

    rank = forms.ChoiceField(
        label="Rank",
        required=False,
        widget=forms.RadioSelect,
    )
    mia = forms.BooleanField(label="Missing (MIA)", required=False)

    def __init__(self, *args: Any, ship: ShipState, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections_of(ship)
        rank = self.fields["rank"]
        assert isinstance(rank, forms.ChoiceField)
        rank.choices = [(each, each or "None") for each in open_ranks(ship)]
        marks = MARKS if may_be_crippled(ship) else [each for each in MARKS if each[0] != "crippled"]
        for section in self.sections:
            self.fields[f"mark_{section}"] = forms.ChoiceField(
                label=SECTION_WORDS[section].capitalize(),
                required=False,
                choices=marks,
                widget=forms.RadioSelect,
            )
        self.order_fields(["rank", *(f"mark_{each}" for each in self.sections), "mia", "reason"])

    @staticmethod
    def initial_of(ship: ShipState) -> dict[str, Any]:
        """The marks as they are."""
        marks = dict.fromkeys(ship.damaged, "damaged") | dict.fromkeys(ship.crippled, "crippled")
        return {"rank": ship.rank, "mia": ship.mia} | {
            f"mark_{each}": marks.get(each, "") for each in sections_of(ship)
        }

    def marked(self, mark: str) -> tuple[str, ...]:
        """The sections with that mark."""
        return tuple(each for each in self.sections if self.cleaned_data[f"mark_{each}"] == mark)
