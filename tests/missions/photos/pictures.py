"""Photos as people send them, made of colours."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageCms
from PIL.ExifTags import GPS, IFD, Base

PLACE = "Mos Eisley"


def photo(size: tuple[int, int] = (120, 80), kind: str = "JPEG", mode: str = "RGB", **how: object) -> bytes:
    """A picture whose left half is red and whose right half is blue."""
    picture = Image.new("RGB", size, "blue")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    return saved(picture.convert(mode), kind, **how)


def saved(picture: Image.Image, kind: str, **how: object) -> bytes:
    made = BytesIO()
    picture.save(made, kind, **how)
    return made.getvalue()


def exif(orientation: int = 1) -> Image.Exif:
    """Facts that a phone adds to a picture: place, camera, and how it was held."""
    told = Image.Exif()
    told[Base.Orientation] = orientation
    told[Base.Make] = "Holocam"
    told[Base.ImageDescription] = PLACE
    told.get_ifd(IFD.GPSInfo)[GPS.GPSLatitude] = (47.0, 3.0, 2.0)
    return told


def from_a_phone(orientation: int = 1, size: tuple[int, int] = (120, 80)) -> bytes:
    """A JPEG with all that a phone adds to it."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return photo(size, exif=exif(orientation), comment=PLACE.encode(), icc_profile=profile)


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def is_red(picture: Image.Image, at: tuple[int, int]) -> bool:
    red, green, blue = picture.convert("RGB").getpixel(at)
    return red > 180 and green < 80 and blue < 80
