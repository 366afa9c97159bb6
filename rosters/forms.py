"""Forms of the fleet pages, and the orders that their buttons post."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from league.kernel.decision import Order
from league.models import Member
from league.rules.phrases import SIDE_NAMES
from rosters.rules import orders
from rosters.rules.fleets.names import NAME_LENGTH, SUITS

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
        orders.LockFleet,
        orders.CloseDesk,
    )
}
"""The orders that the buttons of builder and desk post, by the value of `do`."""


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
    """A squadron as XWS text, pasted or as a file; `squadron` is its card, blank for the inventory."""

    text = forms.CharField(label="XWS text", required=False, max_length=200_000, widget=forms.Textarea(
        attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}))  # fmt: skip
    file = forms.FileField(label="or a file", required=False, max_length=255)
    squadron = forms.TypedChoiceField(
        label="Put the ships into",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "The inventory"), *((card, f"Squadron {card}") for card in range(2, 11))],
        error_messages={"invalid_choice": "A squadron has a card from 2 to 10."},
    )

    def clean(self) -> dict[str, Any]:
        """Take the file's text where there is one. Raises ValidationError for neither, or no text at all."""
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
