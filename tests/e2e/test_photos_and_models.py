"""A phone adds a photo of a game and counts its owner's models, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from missions.models import Photo
from missions.services.photos import files
from rosters.models import OwnedShip
from tests import verbs
from tests.e2e.hands import PHONE, Axe, OpenContext, Seat, sign_in, sit_down
from tests.missions.photos.pictures import from_a_phone, opened
from tests.places import game_url


@pytest.fixture
def seat(open_context: OpenContext, site: str, settings: Any, tmp_path: Path) -> Seat:
    """Paul with a phone, after a game."""
    settings.PHOTOS_DIR = tmp_path / "photos"
    running = verbs.league(verbs.crew())
    game = verbs.play(running)
    context = open_context(**PHONE)
    sign_in(context, running.player.user, site)
    seat = sit_down(context, touch=True)
    seat.page.goto(game_url(running.campaign.pk, game))
    return seat


def test_a_phone_shows_a_photo_and_sends_it_small(seat: Seat, axe: Axe):
    page = seat.page
    seat.press(seat.link("Add a photo"))
    page.get_by_label("Photo").set_input_files(
        {"name": "IMG 1.jpg", "mimeType": "image/jpeg", "buffer": from_a_phone(6, (3200, 1600))}
    )
    expect(page.get_by_role("img", name="The photo that you chose")).to_be_visible()
    page.wait_for_function("document.querySelector('[data-photo]').files[0].type === 'image/jpeg'")
    page.wait_for_function("document.querySelector('[data-photo]').files[0].name === 'IMG 1.jpg'")
    assert axe(page) == []
    page.get_by_label("Caption").fill("Two X-wings over the moon")
    seat.press(seat.button("Add the photo"))
    seat.reads("The photo is added.")
    shown = page.get_by_role("img", name="Two X-wings over the moon")
    expect(shown).to_be_visible()
    assert shown.evaluate("each => each.decode().then(() => [each.naturalWidth, each.naturalHeight])") == [
        1024,
        2048,
    ]
    assert axe(page) == []
    large = files.read(Photo.objects.get(), "large")
    assert large is not None
    assert opened(large).size == (1024, 2048)
    assert seat.complaints == []


def test_a_file_that_is_no_photo_is_kept_back_with_a_sentence(seat: Seat):
    page = seat.page
    seat.press(seat.link("Add a photo"))
    page.get_by_label("Photo").set_input_files(
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"%PDF-1.7 no photo"}
    )
    page.get_by_label("Caption").fill("A plan")
    seat.press(seat.button("Add the photo"))
    seat.reads("This file is a PDF. Choose a photo in JPEG, PNG or WebP format.")
    expect(page.get_by_label("Caption")).to_have_value("A plan")
    assert Photo.objects.count() == 0


def test_a_thumb_counts_models_and_the_fleet_says_which_ones_lack(seat: Seat, axe: Axe):
    page = seat.page
    seat.go("/models/")
    page.get_by_placeholder("Find a model").fill("t70")
    expect(page.get_by_text("ARC-170")).to_be_hidden()
    more = page.get_by_role("group", name="T-70 X-wing").get_by_role("button", name="One more")
    for _ in range(4):
        seat.press(more)
    seat.press(page.get_by_role("group", name="T-70 X-wing").get_by_role("button", name="One less"))
    expect(page.locator("#count-t70xwing")).to_have_text("3")
    expect(page.locator("#model-sum")).to_have_text("3 models of 1 ship.")
    assert axe(page) == []
    page.get_by_placeholder("Find a model").fill("")
    page.get_by_label("Only mine").check()
    expect(page.locator("#models > li:visible")).to_have_count(1)
    assert dict(OwnedShip.objects.values_list("ship", "count")) == {"t70xwing": 3}
    seat.go("/my-fleet/")
    seat.reads("For all squadrons together you lack")
    assert axe(page) == []
    assert seat.complaints == []
