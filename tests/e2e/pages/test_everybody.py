"""The pages of no campaign: for everybody, and for somebody who has just signed up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from missions.battles.systems.registry import PACKS
from tests.e2e.hands import SeatOf, log_in
from tests.e2e.pages.addresses import addresses
from tests.e2e.pages.examining import LOOKS, Examiner
from tests.people import PASSWORD, account

pytestmark = pytest.mark.walk("pages", tests=True)


def test_pages_for_everybody(examiner: Examiner, seat_of: SeatOf):
    help_pages = ("battles", "fair-draws", "league-night", "missions", "organiser", "player")
    paths = [each for each in addresses("") if not each.startswith("/campaigns/new")]
    paths += [f"/help/{page}/" for page in help_pages]
    paths += [
        "/cards/ships/rebel-xwing-rookiepilot/",
        "/cards/upgrades/r2astromech/",
        "/cards/?q=nobody+at+all",
        "/rules/?q=lost",
        "/rules/?q=sabotge",
        "/rules/missions/",
        "/rules/missions/blockade/",
        "/rules/assets/",
        "/rules/statuses/",
        "/rules/examples/",
        "/rules/fighters/",
        *(f"/rules/galaxies/{part}/" for part in ("units", "cards", "field", "turn", "battles")),
    ]
    examiner.walk(seat_of(), paths)
    assert len(examiner.seen) > 15


def test_pages_of_somebody_who_is_in_no_campaign(examiner: Examiner, seat_of: SeatOf):
    seat = seat_of()
    log_in(seat, account("stan").email, PASSWORD)
    seat.go("/accounts/reauthenticate/?next=/accounts/2fa/")  # so that the second factors can be set up
    seat.page.locator("#id_password").fill(PASSWORD)
    seat.press(seat.button("Go on"))
    expect(seat.page).to_have_url(re.compile("/accounts/2fa/$"))
    choosing = [f"/battles/new/?system={system}" for system in PACKS]
    examiner.walk(seat, [*addresses(""), *choosing])
    walked = {
        "/inbox/",
        "/account/",
        "/campaigns/new/",
        "/campaigns/restore/",
        "/accounts/email/",
        "/accounts/2fa/",
    }
    assert walked <= set(examiner.seen)
    assert "/accounts/2fa/totp/activate/" in examiner.seen


def test_a_page_that_does_not_exist(examiner: Examiner, seat_of: SeatOf):
    examiner.walk(seat_of(), ["/campaigns/404/", "/nowhere/"], LOOKS)
