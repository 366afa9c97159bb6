"""Second steps of sign-in: their secrets are sealed in the database.

Anybody who reads a copy of the database could else make the codes of every account. The key follows from
SECRET_KEY; SECRET_KEY_FALLBACKS open what was sealed before the key was changed.
"""

from __future__ import annotations

import logging
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from functools import cache
from secrets import token_bytes
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction

from league.keys import SECOND_STEPS

MARK = "sealed:"
log = logging.getLogger(__name__)


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth's own behaviour, with sealed secrets of authenticator apps and recovery codes."""

    def encrypt(self, text: str) -> str:
        """The secret as the database keeps it."""
        return text if text.startswith(MARK) else MARK + _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret itself; if no key opens it, one that nobody knows, so that no code is right."""
        try:
            return _opened(encrypted_text)
        except InvalidToken:
            log.error("No key opens the secret of a second step: see SECRET_KEY_FALLBACKS.")
            return b32encode(token_bytes(20)).decode()


def _opened(text: str) -> str:
    """The secret of a text. Raises InvalidToken if no key opens it."""
    if not text.startswith(MARK):
        return text
    return _box().decrypt(text.removeprefix(MARK).encode()).decode()


def _resealed(text: str) -> str:
    """The text sealed with SECRET_KEY; one that no key opens stays as it is."""
    try:
        return SecondStepAdapter().encrypt(_opened(text))
    except InvalidToken:
        return text


def rewrite(authenticators: Any, change: Callable[[str], str]) -> int:
    """Change the kept secrets of all second steps; how many rows have one.

    `authenticators` is allauth's model, or a migration's copy of it.
    """
    rows = authenticators.objects.filter(type__in=("totp", "recovery_codes"))
    for row in rows:
        for field in ("secret", "seed"):
            if field in row.data:
                row.data[field] = change(row.data[field])
        if "migrated_codes" in row.data:
            row.data["migrated_codes"] = [change(code) for code in row.data["migrated_codes"]]
        row.save(update_fields=["data"])
    return len(rows)


def lacking(users: Iterable[int | None]) -> list[int]:
    """Accounts of these that may not organise before they have a second step: an authenticator app or a
    passkey. Nobody gets into an account without a password by a password alone, so it lacks nothing.

    One query; none unless the host has set `ORGANISERS_NEED_SECOND_STEP`.
    """
    if not settings.ORGANISERS_NEED_SECOND_STEP:
        return []
    from allauth.mfa.models import Authenticator  # noqa: PLC0415  its models need this module's adapter

    having = Authenticator.objects.filter(type__in=("totp", "webauthn")).values("user_id")
    found = get_user_model().objects.filter(pk__in=[each for each in users if each is not None])
    found = found.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exclude(pk__in=having)
    return sorted(found.values_list("pk", flat=True))


def reseal() -> tuple[int, int]:
    """Seal the secrets of all second steps with SECRET_KEY. Return how many rows have a secret, and how
    many of these no key opens; those stay as they are."""
    from allauth.mfa.models import Authenticator  # noqa: PLC0415  its models need this module's adapter

    with transaction.atomic():
        return rewrite(Authenticator, _resealed), locked_rows()


def locked_rows() -> int:
    """Number of second steps whose secret no key opens, so that no code of theirs is right."""
    from allauth.mfa.models import Authenticator  # noqa: PLC0415  its models need this module's adapter

    rows = Authenticator.objects.filter(type__in=("totp", "recovery_codes")).values_list("data", flat=True)
    return sum(any(_is_locked(text) for text in _texts(data)) for data in rows)


def _texts(data: dict[str, Any]) -> list[str]:
    kept = [data[field] for field in ("secret", "seed") if field in data]
    return kept + list(data.get("migrated_codes", []))


def _is_locked(text: str) -> bool:
    try:
        _opened(text)
    except InvalidToken:
        return True
    return False


def _box() -> MultiFernet:
    return MultiFernet([_cipher(each) for each in SECOND_STEPS.every()])


@cache
def _cipher(key: bytes) -> Fernet:
    return Fernet(urlsafe_b64encode(key))
