"""Keys that follow from SECRET_KEY: what earlier releases sealed and signed opens, also after a new key."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import signing

from league import keys
from league.sealing import unseal
from league.second_step import SecondStepAdapter
from missions.battles.services import opening
from tests.architecture.sources import APPS, ROOT, files

FORMER = "of-a-test-and-nothing-else-" * 2
NEWER = "of-another-test-and-nothing-else-" * 2
SEED = "seal1.02tlXyPmMFZi5OOJwIz8cEQQTONgQYaKtUV6juCpUOxcalDGMH0Q8QT6c63kqZUh"
STEP = (
    "sealed:gAAAAABrCjrUkzKKylIpuu1XXh7ss5aoRAXu2d8diBGiSWGFCN0hM27YyH4rJ-6CWIViYPshLyiXh8oaXTZ8A82D5tCWOlWVpX_"
    "Wb_Hy2Agm-f8qvY532-w="
)
TICKET = "IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmIg:1xX84q:TRKzYmgBkxlY7YGdqXoCoM0_b6ZhCog9JER7myCXFmM"
DICE = "9cffa0e737ad24a39d46d29a3b0541abe851b7e79c9814ac7078de0c7e09bd61"
MADE_AT = datetime(2026, 11, 28, 2, 23, tzinfo=UTC)
"""Texts that a release before this module made with FORMER."""


@pytest.fixture(params=["present", "fallback", "second fallback"])
def former(request: pytest.FixtureRequest, settings) -> None:
    """The former key as the present one or as a fallback."""
    before = {"present": (), "fallback": (NEWER,), "second fallback": (NEWER, "x" * 40)}[request.param]
    settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS = (*before, FORMER)


@pytest.mark.usefixtures("former")
def test_values_of_an_earlier_release_open():
    assert unseal(SEED, "game") == bytes(range(32)).hex()
    assert SecondStepAdapter().decrypt(STEP) == "JBSWY3DPEHPK3PXP"
    signed = "x:AvpSL_zZ0gnPdwXrZkxlfEOv8_MDFkICLnN-0Tf7jaM"
    assert signing.Signer(salt=keys.PLACES).unsign(signed) == "x"
    signed = "key.6l3OuL9VHTDp6wuLKvM0ku0-oj74gcfbCjPTxHmfGZ8"
    assert signing.Signer(salt=keys.CALENDARS, sep=".").unsign(signed) == "key"


@pytest.mark.usefixtures("former")
def test_a_ticket_keeps_the_dice_that_its_form_promised(time_machine: Any):
    time_machine.move_to(MADE_AT, tick=False)
    assert opening.seed_of(TICKET).hex() == DICE


def test_each_purpose_has_a_key_of_its_own():
    assert keys.SEEDS.key(FORMER)[:32] != keys.SECOND_STEPS.key(FORMER)
    assert keys.SEEDS.key(FORMER) != keys.SEEDS.key(NEWER)


def test_no_other_module_makes_keys():
    known = {"league/keys.py", "league/settings.py", "league/env.py", "league/services/backup.py"}
    marks = ("hmac.digest(", "hmac.new(", "settings.SECRET_KEY", 'salt="', 'salted_hmac("')
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files(*APPS)
        if any(mark in path.read_text(encoding="utf-8") for mark in marks)
    }
    assert found - known == set()
