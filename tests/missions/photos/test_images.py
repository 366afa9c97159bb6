"""Two clean pictures are made of a photo, and a sentence of everything else."""

from __future__ import annotations

import random
import re
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from league import limits
from league.kernel.refusal import Busy, Unreadable
from missions.services.photos import images
from missions.services.photos.images import LARGE, SMALL, pictures_of
from tests.missions.photos.pictures import PLACE, exif, from_a_phone, is_red, opened, photo, saved


def refused(data: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        pictures_of(data)
    assert caught.value.field == "photo"
    return caught.value.message


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_becomes_two_jpegs_that_fit_their_edges(kind: str):
    made = pictures_of(photo((3000, 1500), kind))
    large, small = opened(made.large), opened(made.small)
    assert (large.format, small.format) == ("JPEG", "JPEG")
    assert (large.size, small.size) == ((LARGE, LARGE // 2), (SMALL, SMALL // 2))
    assert (made.width, made.height) == large.size
    assert is_red(large, (200, 500))
    assert is_red(small, (50, 150))


def test_a_small_photo_stays_as_large_as_it_is():
    made = pictures_of(photo((120, 80)))
    assert opened(made.large).size == opened(made.small).size == (120, 80)


def test_nothing_but_pixels_is_kept():
    sent = from_a_phone()
    assert PLACE.encode() in sent and b"Holocam" in sent and b"ICC_PROFILE" in sent
    made = pictures_of(sent)
    for data in (made.large, made.small):
        assert not any(word in data for word in (b"Exif", PLACE.encode(), b"Holocam", b"ICC_PROFILE", b"GPS"))
        picture = opened(data)
        assert len(picture.getexif()) == 0
        assert not {"comment", "exif", "icc_profile", "xmp"} & set(picture.info)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_nothing_but_pixels_is_kept_of_other_kinds(kind: str):
    made = pictures_of(photo(kind=kind, exif=exif()))
    assert PLACE.encode() not in made.large + made.small


@pytest.mark.parametrize(
    ("orientation", "red"),
    [(1, (10, 40)), (2, (110, 40)), (3, (110, 40)), (6, (40, 10)), (8, (40, 110))],
)
def test_a_photo_is_turned_as_the_camera_was_held(orientation: int, red: tuple[int, int]):
    picture = opened(pictures_of(from_a_phone(orientation)).large)
    assert picture.size == ((120, 80) if orientation < 5 else (80, 120))
    assert is_red(picture, red)


def test_transparent_parts_become_white():
    picture = opened(photo(kind="PNG", mode="RGBA"))
    picture.putalpha(0)
    assert opened(pictures_of(saved(picture, "PNG")).large).getpixel((60, 40)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_a_photo_in_other_colours_is_shown(mode: str):
    assert opened(pictures_of(photo(mode=mode)).large).mode == "RGB"


@pytest.mark.parametrize("mode", ["P", "1", "LA", "I;16"])
def test_a_drawing_in_few_colours_is_shown(mode: str):
    drawing = Image.new(mode, (20, 20)) if mode == "I;16" else opened(photo()).convert(mode)
    assert opened(pictures_of(saved(drawing, "PNG")).large).mode == "RGB"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0", "an HEIC photo"),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "an AVIF picture"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0", "a film"),
        (b"GIF89a" + b"\0" * 20, "a GIF"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"  <svg xmlns='x' onload='alert(1)'/>", "a drawing (SVG)"),
        (b"II*\0" + b"\0" * 20, "a TIFF or raw photo"),
        (b"<html><script>alert(1)</script>", "no photo"),
        (b"", "no photo"),
        (b"\xff\xd8", "no photo"),
    ],
)
def test_a_file_of_another_kind_is_named(data: bytes, kind: str):
    assert refused(data) == f"This file is {kind}. Choose a photo in JPEG, PNG or WebP format."


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_half_a_photo_is_damaged(kind: str, share: float):
    noise = random.Random(1).randbytes(64 * 64 * 3)
    data = saved(Image.frombytes("RGB", (64, 64), noise), kind)
    assert "This photo is damaged" in refused(data[: max(16, int(len(data) * share))])


def test_a_photo_with_too_many_bytes_is_refused_before_it_is_read():
    assert "larger than 15 MB, the most" in refused(b"\xff\xd8\xff" + bytes(limits.PHOTO_BYTES))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes) -> bytes:
    """A PNG that promises so many pixels and has one row of them."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(bytes(1 + width * 3)))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + rows + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(5001, 5000), (12_000, 9_000), (100_000, 100_000)])
def test_a_bomb_is_refused_by_its_head(size: tuple[int, int]):
    assert re.search(r"has .+ pixels; at most \d+ million can be added", refused(png(*size)))


def test_a_text_that_unpacks_to_very_much_is_refused():
    bomb = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(80 * 2**20)))
    assert "damaged" in refused(png(4, 4, bomb))


@pytest.mark.filterwarnings("ignore:Image size")
def test_a_bomb_is_refused_where_warnings_are_no_errors():
    assert "12000 × 9000 pixels" in refused(png(12_000, 9_000))


def test_a_jpeg_may_have_more_pixels_than_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PHOTO_MEGAPIXELS", 0.0096)
    monkeypatch.setattr(limits, "PHOTO_MEGAPIXELS_WHOLE", 0.009599)
    assert pictures_of(photo()).width == 120
    assert "120 × 80 pixels" in refused(photo(kind="PNG"))


def with_scans(data: bytes, more: int) -> bytes:
    """A progressive JPEG with its last pass repeated."""
    last = data.rindex(b"\xff\xda")
    return data[:-2] + data[last:-2] * more + data[-2:]


def test_a_jpeg_of_very_many_passes_is_refused_before_it_is_decoded():
    progressive = photo(progressive=True)
    usual = images._scans(progressive)
    assert 3 < usual < 20
    assert images._scans(with_scans(progressive, 7)) == usual + 7
    assert "takes too long" in refused(with_scans(progressive, limits.PHOTO_SCANS))


def test_passes_of_an_embedded_preview_do_not_count():
    plain = photo()
    preview = b"\xff\xe2" + struct.pack(">H", 2 + 3 * 200) + b"\xff\xda\0" * 200
    assert images._scans(plain[:2] + preview + plain[2:]) == images._scans(plain) == 1


def test_others_wait_and_are_then_told_to_try_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PHOTO_WAIT_SECONDS", 0.01)
    with images._decoding, pytest.raises(Busy) as caught:
        pictures_of(photo())
    assert caught.value.status == 503
    assert pictures_of(photo()).width == 120


@given(st.binary(max_size=80), st.sampled_from(["JPEG", "PNG", "WEBP"]), st.integers(0, 600))
def test_a_photo_with_any_fault_is_shown_or_refused(wrong: bytes, kind: str, at: int):
    data = photo((16, 16), kind, exif=exif(6))
    broken = data[:at] + wrong + data[at + len(wrong) :]
    try:
        assert opened(pictures_of(broken).large).format == "JPEG"
    except Unreadable as refusal:
        assert refusal.message.endswith(".")
