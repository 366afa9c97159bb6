"""The site's own condition for passwords, in the form that Django asks for."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

from league.passwords.stolen import is_stolen

STOLEN = (
    "This password stands in lists of stolen passwords, which people try first. Choose another one, such as "
    "three or four words that have nothing to do with each other."
)


class StolenPasswordValidator:
    """Refuses passwords from the lists."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for a password from the lists."""
        if is_stolen(password):
            raise ValidationError(STOLEN, code="password_stolen")

    def get_help_text(self) -> str:
        """The condition in a sentence."""
        return "Your password can’t be one from the lists of stolen passwords."
