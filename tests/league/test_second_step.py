"""Secrets of second steps are sealed in the database, and open with older keys."""

from __future__ import annotations

from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.core.management import CommandError, call_command

from league.second_step import MARK, SecondStepAdapter, reseal
from tests.people import account

migration = import_module("league.migrations.0010_sealed_second_steps")


def test_a_secret_is_sealed_once_and_opened():
    adapter = SecondStepAdapter()
    sealed = adapter.encrypt("JBSWY3DPEHPK3PXP")
    assert sealed.startswith(MARK) and "JBSWY" not in sealed
    assert (adapter.encrypt(sealed), adapter.decrypt(sealed)) == (sealed, "JBSWY3DPEHPK3PXP")
    assert adapter.decrypt("in clear") == "in clear"


@pytest.mark.django_db
def test_an_older_key_opens_what_it_sealed_and_without_it_no_code_is_right(settings: Any):
    adapter = SecondStepAdapter()
    sealed = adapter.encrypt("secret")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, [settings.SECRET_KEY]
    assert adapter.decrypt(sealed) == "secret"
    settings.SECRET_KEY_FALLBACKS = []
    unknown = {adapter.decrypt(sealed), adapter.decrypt(sealed)}
    assert len(unknown) == 2 and not unknown & {"", "secret", sealed}
    kept = Authenticator.objects.create(user=account("ada"), type="totp", data={"secret": sealed})
    assert reseal() == (1, 1)
    with pytest.raises(CommandError, match="No key opens the second steps of sign-in in 1 rows"):
        call_command("reseal", stdout=StringIO())
    kept.refresh_from_db()
    assert kept.data == {"secret": sealed}


@pytest.mark.django_db
def test_an_app_and_recovery_codes_work_while_no_secret_stands_in_clear(settings: Any):
    user = account("ada")
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    codes = RecoveryCodes.activate(user).generate_codes()
    rows = {row.type: row.data for row in Authenticator.objects.all()}
    assert rows["totp"]["secret"].startswith(MARK) and rows["recovery_codes"]["seed"].startswith(MARK)
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, [old]
    assert reseal() == (2, 0)
    settings.SECRET_KEY_FALLBACKS = []
    kept = Authenticator.objects.get(type="recovery_codes")
    assert RecoveryCodes(kept).generate_codes() == codes
    call_command("reseal", verbosity=0)


@pytest.mark.django_db
def test_an_upgrade_seals_what_stands_in_clear_and_can_be_taken_back():
    user = account("ada")
    Authenticator.objects.create(user=user, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    migrated = {"migrated_codes": ["abc", "def"]}
    Authenticator.objects.create(user=user, type="recovery_codes", data=dict(migrated))
    migration.seal(apps, None)
    texts = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert "JBSWY" not in texts and "abc" not in texts
    migration.open_again(apps, None)
    assert Authenticator.objects.get(type="totp").data["secret"] == "JBSWY3DPEHPK3PXP"
    assert Authenticator.objects.get(type="recovery_codes").data == migrated
