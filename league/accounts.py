"""What Admiralty adds to django-allauth: a display name, kept in `User.first_name`."""

from django import forms
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest

NAME_LENGTH = 40


class SignupForm(forms.Form):
    """The extra field of the sign-up page; allauth adds email and passwords."""

    display_name = forms.CharField(
        label="Display name",
        max_length=NAME_LENGTH,
        help_text="What your club will see. You can change it later.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("display_name", "email", "password1", "password2")

    def signup(self, request: HttpRequest, user: AbstractUser) -> None:
        """Called by allauth with the new account."""
        user.first_name = self.cleaned_data["display_name"]
        user.save(update_fields=["first_name"])


def display_name(user: AbstractUser) -> str:
    """The name other people see; never the email address."""
    return user.first_name or f"Member {user.pk}"
