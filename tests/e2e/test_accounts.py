"""An account from its data to its end: downloaded, closed, and taken back, on a phone."""

from __future__ import annotations

import json
import re
import zipfile

from playwright.sync_api import expect

from tests.e2e.hands import SeatOf, log_in
from tests.people import PASSWORD, account


def test_somebody_takes_their_data_along_closes_the_account_and_keeps_it_after_all(seat_of: SeatOf):
    seat = seat_of()
    log_in(seat, account("ada").email, PASSWORD)
    seat.go("/account/data/")
    seat.press(seat.page.get_by_role("link", name="Confirm that it’s me"))
    seat.page.locator("#id_password").fill(PASSWORD)
    seat.press(seat.button("Go on"))
    with seat.page.expect_download() as waiting:
        seat.button("Download the file").click()
    with zipfile.ZipFile(waiting.value.path()) as archive:
        assert json.loads(archive.read("account.json"))["display_name"] == "Ada"

    seat.go("/account/delete/")
    seat.page.get_by_label("Close my account now").check()
    seat.press(seat.button("Delete my account"))
    expect(seat.page.get_by_text("To keep it, sign in before then.")).to_be_visible()

    seat.go("/accounts/login/")
    seat.page.locator("#id_login").fill("ada@example.org")
    seat.page.locator("#id_password").fill(PASSWORD)
    seat.press(seat.button("Sign in").first)
    expect(seat.page).to_have_url(re.compile("/account/keep/$"))
    seat.press(seat.button("Keep my account"))
    expect(seat.page).to_have_url(re.compile("/inbox/$"))
    expect(seat.page.get_by_text("Your account is open again.")).to_be_visible()
