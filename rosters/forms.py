"""Forms of the fleet pages. A button of builder or desk posts one order: it is read here, not judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from league.kernel.decision import Order
from league.kernel.refusal import Unreadable
from league.models import Member
from rosters.rules import orders
from rosters.rules.fleets.names import NAME_LENGTH, SUITS
from rosters.rules.uniques.names import SIDE_NAMES

LONGEST_NUMBER = 15
LONGEST_WORD = 120
INVENTORY = "inventory"


@dataclass(frozen=True, slots=True)
class Fields:
    """The posted fields of an order for one fleet, each read as what it has to be. All raise `Unreadable`."""

    data: QueryDict
    fleet: int

    def word(self, name: str) -> str:
        """A short text; "" if the field is missing."""
        text = self.data.get(name, "")
        if len(text) > LONGEST_WORD:
            raise Unreadable(
                "too_long", f"That is longer than {LONGEST_WORD} characters. Shorten it.", field=name
            )
        return text

    def number(self, name: str, what: str) -> int:
        """A whole number. `what` begins the sentence that refuses anything else."""
        text = self.data.get(name, "")
        if not (text.isascii() and text.isdecimal()) or len(text) > LONGEST_NUMBER:
            raise Unreadable(
                "not_a_number",
                f"{what} is given by its number, not “{text[:40]}”. Reload the page and pick it there.",
                field=name,
            )  # fmt: skip
        return int(text)

    def perhaps(self, name: str, what: str) -> int | None:
        """A whole number, or None for a blank field."""
        return self.number(name, what) if self.data.get(name) else None

    def place(self, name: str, what: str) -> int | None:
        """A number, or None for the inventory (the word, or a blank field)."""
        return None if self.data.get(name, "") in ("", INVENTORY) else self.number(name, what)

    def ship(self) -> int:
        return self.number("ship", "A ship")

    def upgrade(self) -> int:
        return self.number("upgrade", "An upgrade")

    def squadron(self) -> int:
        return self.number("squadron", "A squadron")


def _buy_ship(f: Fields) -> Order:
    upgrades = tuple(f.data.getlist("upgrades"))
    if any(len(each) > LONGEST_WORD for each in upgrades):
        raise Unreadable(
            "no_upgrade", "There is no such upgrade card. Pick it from the list.", field="upgrades"
        )
    return orders.BuyShip(f.fleet, f.word("card"), f.place("squadron", "A squadron"), upgrades)


def _buy_upgrade(f: Fields) -> Order:
    return orders.BuyUpgrade(
        f.fleet, f.word("card"), f.place("ship", "A ship"), f.word("section"), f.word("choice"),
        f.perhaps("replacing", "A modification"),
    )  # fmt: skip


def _move_upgrade(f: Fields) -> Order:
    return orders.MoveUpgrade(
        f.fleet, f.upgrade(), f.place("ship", "A ship"), f.word("section"), f.word("choice")
    )


READERS: Mapping[str, Callable[[Fields], Order]] = {
    "buy_ship": _buy_ship,
    "buy_upgrade": _buy_upgrade,
    "return_ship": lambda f: orders.ReturnShip(f.fleet, f.ship()),
    "return_upgrade": lambda f: orders.ReturnUpgrade(f.fleet, f.upgrade()),
    "move_ship": lambda f: orders.MoveShip(f.fleet, f.ship(), f.place("squadron", "A squadron")),
    "move_upgrade": _move_upgrade,
    "form_squadron": lambda f: orders.FormSquadron(f.fleet, f.squadron(), f.word("type")),
    "retype_squadron": lambda f: orders.RetypeSquadron(f.fleet, f.squadron(), f.word("type")),
    "strike_squadron": lambda f: orders.StrikeSquadron(f.fleet, f.squadron()),
    "rename_fleet": lambda f: orders.RenameFleet(f.fleet, f.word("fleet_name"), f.word("suit")),
    "change_side": lambda f: orders.ChangeSide(f.fleet, f.word("side")),
    "name_pilot": lambda f: orders.NamePilot(f.fleet, f.ship(), f.word("given_name")),
    "promote": lambda f: orders.Promote(f.fleet, f.ship(), f.word("card")),
    "recover_ship": lambda f: orders.RecoverShip(f.fleet, f.ship()),
    "recover_upgrade": lambda f: orders.RecoverUpgrade(f.fleet, f.upgrade()),
    "repair_section": lambda f: orders.RepairSection(f.fleet, f.ship(), f.word("section")),
    "lock_fleet": lambda f: orders.LockFleet(f.fleet),
    "close_desk": lambda f: orders.CloseDesk(f.fleet, f.data.get("accept_elimination") == "yes"),
}


def read_order(data: QueryDict, fleet: int) -> Order:
    """The order that a button of the builder or the desk posted: `do` names it. Raises `Unreadable`."""
    reader = READERS.get(data.get("do", ""))
    if reader is None:
        raise Unreadable(
            "no_order", "That button is not known here. Reload the page and use the buttons on it."
        )
    return reader(Fields(data, fleet))


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
