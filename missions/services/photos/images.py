"""Two clean JPEG pictures of a photo that somebody sends.

Only pixels are carried over: place, camera, comments and embedded previews stay behind. The picture is turned
as the camera was held, and its colours become those of the web.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from threading import BoundedSemaphore

from PIL import Image, ImageCms, ImageFile, ImageOps

from league import limits
from league.kernel.refusal import Busy, Unreadable

FORMATS = ("JPEG", "PNG", "WEBP")
LARGE, SMALL = 2048, 640
"""Pixels of the longer edge. A smaller photo stays as large as it is."""
QUALITY = 82

CHOOSE = "Choose a photo in JPEG, PNG or WebP format."
OTHER_KINDS = {
    b"ftyphei": "an HEIC photo",
    b"ftyphev": "an HEIC photo",
    b"ftypmif1": "an HEIC photo",
    b"ftypavif": "an AVIF picture",
    b"ftyp": "a film",
    b"GIF8": "a GIF",
    b"%PDF": "a PDF",
    b"<svg": "a drawing (SVG)",
    b"<?xml": "a drawing (SVG)",
    b"II*\0": "a TIFF or raw photo",
    b"MM\0*": "a TIFF or raw photo",
}
"""Other files that people send, by a text among their first bytes."""

# Errors and warnings of Pillow about files that are damaged or made to harm.
_STUMBLES = (
    OSError, ValueError, TypeError, SyntaxError, EOFError, LookupError, ArithmeticError, AttributeError,
    struct.error, MemoryError, Warning, ImageCms.PyCMSError,
)  # fmt: skip
_MARKER = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])")
_SCAN, _END = 0xDA, 0xD9

_decoding = BoundedSemaphore(limits.PHOTOS_AT_ONCE)


@dataclass(frozen=True, slots=True)
class Pictures:
    """A photo in two sizes, as JPEG; `width` and `height` of the large one."""

    large: bytes
    small: bytes
    width: int
    height: int


def pictures_of(data: bytes) -> Pictures:
    """Both pictures of a photo. Raises `Unreadable` with a sentence for anything that is no photo or too
    large, and `Busy` while other photos are being decoded."""
    if len(data) > limits.PHOTO_BYTES:
        raise _bad(
            "large_photo",
            f"This photo is larger than {limits.PHOTO_BYTES // 2**20} MB, the most that can be added. "
            "Choose a smaller one.",
        )
    _check_kind(data)
    if not _decoding.acquire(timeout=limits.PHOTO_WAIT_SECONDS):
        raise Busy("photos_busy", "Other photos are being worked on. Try again in a few seconds.", retry=5)
    try:
        with _whole_files_only():
            return _made(data)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as problem:
        raise _too_many_pixels("too many", limits.PHOTO_MEGAPIXELS) from problem
    except _STUMBLES as problem:
        raise _bad("damaged_photo", f"This photo is damaged, so it cannot be shown. {CHOOSE}") from problem
    finally:
        _decoding.release()


@contextmanager
def _whole_files_only() -> Iterator[None]:
    """Let Pillow refuse files that end too early. WeasyPrint tells it for the whole process to take them."""
    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _bad(code: str, text: str) -> Unreadable:
    return Unreadable(code, text, field="photo")


def _check_kind(data: bytes) -> None:
    """Raise `Unreadable` unless the first bytes are those of a kind that is taken."""
    jpeg, png = data.startswith(b"\xff\xd8\xff"), data.startswith(b"\x89PNG\r\n\x1a\n")
    if jpeg or png or (data[:4] == b"RIFF" and data[8:12] == b"WEBP"):
        return
    start = data[:64].lstrip()
    kind = next((word for sign, word in OTHER_KINDS.items() if sign in start), "no photo")
    raise _bad("no_photo", f"This file is {kind}. {CHOOSE}")


def _made(data: bytes) -> Pictures:
    with Image.open(BytesIO(data), formats=FORMATS) as image:
        _check_pixels(image)
        if image.format == "JPEG" and _scans(data) > limits.PHOTO_SCANS:
            raise _bad("slow_photo", f"This photo is built in an unusual way and takes too long. {CHOOSE}")
        image.thumbnail((LARGE, LARGE), reducing_gap=3.0)
        large = _clean(image)
    small = large.copy()
    small.thumbnail((SMALL, SMALL), reducing_gap=3.0)
    return Pictures(_jpeg(large), _jpeg(small), *large.size)


def _check_pixels(image: Image.Image) -> None:
    width, height = image.size
    most = limits.PHOTO_MEGAPIXELS if image.format == "JPEG" else limits.PHOTO_MEGAPIXELS_WHOLE
    if width * height > most * 1_000_000:
        raise _too_many_pixels(f"{width} × {height}", most)


def _of_kind(most: int) -> str:
    """The kinds of photo to which the limit applies, as JPEG takes less memory."""
    other = limits.PHOTO_MEGAPIXELS_WHOLE
    return " of a PNG or WebP" if most == other else f" of a JPEG, {other} million of a PNG or WebP"


def _too_many_pixels(count: str, most: int) -> Unreadable:
    return _bad(
        "many_pixels",
        f"This photo has {count} pixels; at most {most} million can be added{_of_kind(most)}. Make it "
        "smaller first.",
    )


def _scans(data: bytes) -> int:
    """The number of passes of a JPEG's own picture; those of embedded previews lie in segments that are
    passed over."""
    found, at = 0, 2
    while hit := _MARKER.search(data, at):
        marker = hit[1][0]
        if marker == _END:
            break
        found += marker == _SCAN
        length = int.from_bytes(data[hit.end() : hit.end() + 2], "big")
        at = hit.end() + max(2, length)
    return found


def _clean(image: Image.Image) -> Image.Image:
    """A new picture with the pixels alone: turned upright, without holes, in the colours of the web."""
    upright = _upright(image)
    profile = image.info.get("icc_profile")
    if upright.has_transparency_data:
        over = upright.convert("RGBA")
        flat = Image.new("RGB", over.size, "white")
        flat.paste(over, mask=over.getchannel("A"))
    else:
        flat = upright.convert("RGB")
        if profile and upright.mode == "RGB":
            flat = _web_colours(flat, profile)
    clean = Image.new("RGB", flat.size)
    clean.paste(flat)
    return clean


def _upright(image: Image.Image) -> Image.Image:
    try:
        return ImageOps.exif_transpose(image)
    except _STUMBLES:
        return image


def _web_colours(image: Image.Image, profile: bytes) -> Image.Image:
    """The picture with its colours as sRGB; as it is if its profile makes no sense."""
    try:
        own = ImageCms.ImageCmsProfile(BytesIO(profile))
        changed = ImageCms.profileToProfile(image, own, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except _STUMBLES:
        return image
    return image if changed is None else changed


def _jpeg(image: Image.Image) -> bytes:
    made = BytesIO()
    image.save(made, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return made.getvalue()
