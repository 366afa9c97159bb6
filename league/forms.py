"""Forms of the league's pages. They check the shape of what was typed; the rules decide the rest."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.functional import lazy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.accounts import NAME_LENGTH as PERSON_LENGTH
from league.kernel.refusal import Refusal
from league.models import Campaign
from league.rules.campaign import NAME_LENGTH, REASON_LENGTH
from league.rules.profile import OPTIONS, as_dict
from league.rules.state import Profile
from league.services.clubs import ABOUT_LENGTH, SLUG_LENGTH, SLUG_RULES
from league.services.clubs import NAME_LENGTH as CLUB_NAME_LENGTH
from league.templatetags.admiralty import rule

INVITED_ROLES = (("player", "Player"), ("visitor", "Visitor (watches)"), ("co_organiser", "Co-organiser"))
FORMAT_WORDS = (("free_for_all", "Every fleet for itself"), ("team", "In teams, one for each side"))
GIVEN_ROLES = (("player", "Player"), ("co_organiser", "Co-organiser"), ("visitor", "Visitor"))


def take_refusal(form: forms.BaseForm, refusal: Refusal) -> None:
    """Show a refusal in the form: at the field it names, else above all fields."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)


def _labelled(words: str, rules: str) -> SafeString:
    links = format_html_join(" ", "{}", ((rule(each),) for each in rules.split(", ")))
    return format_html('{} <span class="text-nowrap">{}</span>', words, links)


with_rules = lazy(_labelled, SafeString)
"""A label that ends with its rules ("CR-050, CR-055"), links to their wording, on one line. It is made when
it is shown, because forms are read before every app has brought its rules.
"""


def _option_fields() -> dict[str, forms.Field]:
    return {
        option.key: forms.ChoiceField(
            label=with_rules(option.title, option.rule),
            help_text=option.explanation,
            choices=(("on", option.on), ("off", option.off)),
            initial="on" if option.default else "off",
            widget=forms.RadioSelect,
            error_messages={"required": "Choose one of the two options."},
        )
        for option in OPTIONS
    }


class CampaignForm(forms.Form):
    """Name, visibility and rules profile; with `profile_fixed` without the options."""

    campaign_name = forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        error_messages={
            "required": "Give the campaign a name.",
            "max_length": f"Keep the name to {NAME_LENGTH} characters.",
        },
    )
    public = forms.BooleanField(
        label="Anyone can watch",
        required=False,
        help_text="Anyone can then read standings, rosters and log, and ask to join. "
        "A private campaign exists for its members only.",
    )

    def __init__(self, *args: Any, profile_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not profile_fixed:
            self.fields.update(_option_fields())

    @staticmethod
    def initial_of(name: str, public: bool, profile: dict[str, bool]) -> dict[str, Any]:
        """The initial values for a campaign's settings."""
        choices = {**as_dict(Profile()), **profile}
        return {"campaign_name": name, "public": public} | {
            key: "on" if value else "off" for key, value in choices.items()
        }

    def profile(self) -> dict[str, bool]:
        """The chosen reading of each option that the form asked for."""
        data = self.cleaned_data
        return {option.key: data[option.key] == "on" for option in OPTIONS if option.key in data}


class NewCampaignForm(CampaignForm):
    """The same with what is fixed once the campaign is there (CR-050)."""

    format = forms.ChoiceField(
        label=with_rules("Format", "CR-050, CR-055"),
        help_text="In teams, everybody of one side plays together: the team owns each unique name once, "
        "opponents belong to another team, and the standings count for the team as well. You cannot change "
        "the format later.",
        choices=FORMAT_WORDS,
        initial="free_for_all",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how the fleets play.", "invalid_choice": "Choose one of these."},
    )
    missions = forms.BooleanField(
        label=with_rules("Play with missions", "CR-050"),
        required=False,
        help_text="Eight missions with squadrons drawn face down, and fleet assets for the winners. "
        "Without missions both sides draw openly until their forces are even, and points decide. You "
        "cannot change this later, either.",
    )
    field_order = ("campaign_name", "public", "format", "missions")

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """Everything but the rules profile, in the order of the page."""
        return [self[name] for name in self.field_order]

    @property
    def profile_fields(self) -> list[forms.BoundField]:
        """The options of the rules profile, which can change until the campaign starts."""
        return [self[option.key] for option in OPTIONS]


class CopyForm(forms.Form):
    """Campaign whose settings to start from."""

    copy = forms.ModelChoiceField(
        label="Copy settings from",
        queryset=Campaign.objects.none(),
        required=False,
        empty_label="The usual rules",
        error_messages={"invalid_choice": "Copy from a campaign that you organise."},
    )

    def __init__(self, *args: Any, campaigns: QuerySet[Campaign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["copy"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = campaigns


class LinesField(forms.CharField):
    """Lines of text. A browser counts the end of a line as one character and sends two; here it is one."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class ClubForm(forms.Form):
    """A club: name, address, words about it, readers."""

    name = forms.CharField(
        label="Name",
        max_length=CLUB_NAME_LENGTH,
        error_messages={
            "required": "Give the club a name.",
            "max_length": f"The name of a club has 1 to {CLUB_NAME_LENGTH} characters.",
        },
    )
    slug = forms.CharField(
        label="Address",
        required=False,
        max_length=SLUG_LENGTH,
        help_text="The last word of the page’s address, with letters from a to z, figures and hyphens. Left "
        "empty, a new club takes its name. If you change it later, links to the old address stop working.",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"max_length": SLUG_RULES},
    )
    about = LinesField(
        label="About the club",
        required=False,
        max_length=ABOUT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="For instance where and when you play. Addresses become links.",
        error_messages={"max_length": f"Keep these words to {ABOUT_LENGTH} characters."},
    )
    public = forms.BooleanField(
        label="Anyone can look at the page",
        required=False,
        help_text="Otherwise it is for the organisers and for the members of its campaigns. A private "
        "campaign stays hidden from everybody else, also on a public page.",
    )


class CloseClubForm(forms.Form):
    """The deliberate yes before a club is closed."""

    sure = forms.BooleanField(
        label="Close the club for good",
        error_messages={"required": "Tick the box if you really want to close the club."},
    )


class ReasonForm(forms.Form):
    """A reason that everybody in the campaign reads."""

    reason = LinesField(
        label="Reason",
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Everybody in the campaign can read it.",
        error_messages={
            "required": "Give a reason: the players read it.",
            "max_length": f"Keep the reason to {REASON_LENGTH} characters.",
        },
    )

    def __init__(self, *args: Any, needed: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed


class InvitationForm(forms.Form):
    """A new invitation link. The organiser may also invite co-organisers."""

    role = forms.ChoiceField(label="They join as", choices=INVITED_ROLES, initial="player")
    days = forms.IntegerField(
        label="Open for how many days",
        min_value=1,
        max_value=365,
        initial=14,
        error_messages={
            "required": "Say for how many days the link stays open.",
            "invalid": "Write the days as a whole number.",
            "min_value": "The link has to stay open for a day at least.",
            "max_value": "A link stays open for 365 days at most.",
        },
    )

    def __init__(self, *args: Any, leads: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [each for each in INVITED_ROLES if leads or each[0] != "co_organiser"]


class RoleForm(forms.Form):
    """A member's new role."""

    role = forms.ChoiceField(
        label="Role",
        choices=GIVEN_ROLES,
        error_messages={"invalid_choice": "A member can be a player, a co-organiser or a visitor."},
    )


class AskForm(forms.Form):
    """A word to the organisers of a public campaign."""

    message = forms.CharField(
        label="A word to the organisers",
        max_length=200,
        required=False,
        help_text="Say who you are, or how they know you. You can leave it empty.",
        error_messages={"max_length": "Keep it to 200 characters."},
    )


class NameForm(forms.Form):
    """The account's display name."""

    display_name = forms.CharField(
        label="Display name",
        max_length=PERSON_LENGTH,
        help_text="Your club sees this name in every campaign and in its history.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        error_messages={
            "required": "A display name has 1 to 40 characters.",
            "max_length": "A display name has 1 to 40 characters.",
        },
    )


class DeleteForm(forms.Form):
    """The deliberate yes before an account is deleted."""

    sure = forms.BooleanField(
        label="Close my account now, and delete it after a week",
        error_messages={"required": "Tick the box if you really want to delete your account."},
    )
