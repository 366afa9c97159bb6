"""The press: the same sheet twice is the same bytes, is pressed once, and every letter is a letter."""

import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest
from django.conf import settings
from django.core.cache import caches

from league import pdf
from league.models import Campaign
from league.painting import Drawing
from league.press import press

GLYPHS = "ąćęłńóśźżŁŻ–—“”’♠♥♦♣×•éüñøßčşğ"
MISSING = "\ue123"


def drawn(letter, family):
    """The letter alone on a page, as a small grey picture."""
    page = f'<body style="font: 60pt {family}; margin: 0">{letter}</body>'
    bitmap = pypdfium2.PdfDocument(press(page, "a4", "0" * 32))[0].render(scale=0.5, grayscale=True)
    return bytes(bitmap.to_pil().crop((0, 0, 150, 120)).tobytes())


@pytest.mark.parametrize("family", ["Inter, 'Admiralty Suits'", "'Barlow Condensed', 'Admiralty Suits'"])
def test_special_letters_are_neither_blank_nor_boxes(family):
    box, blank = drawn(MISSING, family), drawn("&nbsp;", family)
    assert [letter for letter in GLYPHS if drawn(letter, family) in (box, blank)] == []


def test_the_same_page_gives_the_same_bytes():
    page = "<h1>Żółw</h1><p>Twice the same.</p>"
    assert press(page, "a4", "1" * 32) == press(page, "a4", "1" * 32)


def test_the_press_reads_nothing_from_elsewhere():
    page = '<img src="http://192.0.2.1/x.png" alt=""><link rel="stylesheet" href="file:///etc/passwd"><p>Here.</p>'
    text = pypdfium2.PdfDocument(press(page, "a4", "2" * 32))[0].get_textpage().get_text_range()
    assert text.split() == ["Here.", "Page", "1", "of", "1"]


class Apprentice:
    """Presses in this process and counts."""

    def __init__(self) -> None:
        self.pressed = 0

    def submit(self, work, *given: str):
        self.pressed += 1
        done = Future()
        done.set_result(work(*given))
        return done


@pytest.fixture
def apprentice(monkeypatch):
    made = Apprentice()
    monkeypatch.setattr(pdf, "_pool", lambda: made)
    caches["sheets"].clear()
    return made


def test_a_sheet_is_pressed_once_and_then_kept(apprentice):
    first, second = (pdf.sheet("roster:1:2:3", "a4", lambda: "<p>One.</p>") for _ in range(2))
    assert (first == second, apprentice.pressed) == (True, 1)


def test_a_picture_is_painted_once_and_then_kept(apprentice):
    drawing = Drawing(8, 8, "#000000", "Nothing", ())
    first, second = (pdf.picture("shared:1", lambda: drawing) for _ in range(2))
    assert (first == second, first[:4], apprentice.pressed) == (True, b"\x89PNG", 1)
    pdf.picture("shared:2", lambda: drawing)
    assert apprentice.pressed == 2


def test_an_upgrade_that_changes_a_print_template_makes_new_sheets():
    root = Path(settings.BASE_DIR)
    found = {pattern: set(root.glob(pattern)) for pattern in pdf.SHAPING}
    assert [pattern for pattern, files in found.items() if not files] == []
    assert set(root.glob("templates/print/**/*.html")) <= set().union(*found.values())


def test_the_first_campaign_of_another_database_is_another_campaign():
    morning, evening = (
        pdf.campaign_key(Campaign(pk=1, name="Demo", created_at=datetime(2026, 5, 1, hour, tzinfo=UTC)))
        for hour in (9, 19)
    )
    assert morning != evening


@pytest.mark.parametrize("other", [("roster:1:2:4", "a4"), ("roster:1:2:3", "letter")])
def test_another_state_or_paper_is_another_sheet(apprentice, other):
    pdf.sheet("roster:1:2:3", "a4", lambda: "<p>One.</p>")
    pdf.sheet(*other, lambda: "<p>Another.</p>")
    assert apprentice.pressed == 2


@pytest.fixture
def real_press():
    caches["sheets"].clear()
    yield pdf._pool()
    pdf._pool().shutdown()
    pdf._pool.cache_clear()


def test_a_press_that_died_is_replaced(real_press):
    with pytest.raises(BrokenProcessPool):
        real_press.submit(os._exit, 1).result()
    assert pdf.sheet("roster:1:2:3", "a4", lambda: "<p>One.</p>").startswith(b"%PDF")
