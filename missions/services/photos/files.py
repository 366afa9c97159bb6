"""The files of photos: a folder for each campaign under `PHOTOS_DIR`, for the site's own account alone."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from missions.models import Photo
from missions.services.photos.images import Pictures

Size = Literal["large", "small"]
SIZES: tuple[Size, Size] = ("large", "small")
STRAY_SECONDS = 3600
"""Age from which a file without a row is nobody's: a photo that is being added has its files first."""


def _path(campaign: int, key: str, size: Size) -> Path:
    return Path(settings.PHOTOS_DIR) / str(campaign) / f"{key}-{size}.jpg"


def write(campaign: int, key: str, pictures: Pictures) -> None:
    """Keep both pictures of a photo, or none. Raises OSError."""
    for folder in (Path(settings.PHOTOS_DIR), Path(settings.PHOTOS_DIR) / str(campaign)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        for size in SIZES:
            number = os.open(_path(campaign, key, size), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(number, "wb") as file:
                file.write(pictures.large if size == "large" else pictures.small)
    except BaseException:
        remove(campaign, key)
        raise


def read(photo: Photo, size: Size) -> bytes | None:
    """A picture of a photo; None if the file is not there."""
    try:
        return _path(photo.campaign_id, photo.key, size).read_bytes()
    except FileNotFoundError:
        return None


def remove(campaign: int, key: str) -> None:
    """Remove both pictures of a photo, and the folder of a campaign that has no others."""
    for size in SIZES:
        _path(campaign, key, size).unlink(missing_ok=True)
    with suppress(OSError):
        (Path(settings.PHOTOS_DIR) / str(campaign)).rmdir()


def room_left() -> int:
    """Free bytes of the disk that holds the photos."""
    folder = Path(settings.PHOTOS_DIR)
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


@receiver(post_delete, sender=Photo)
def _follow(sender: type[Photo], instance: Photo, **rest: object) -> None:
    """Files go with their row, also if an account or a campaign takes it along."""
    transaction.on_commit(partial(remove, instance.campaign_id, instance.key))


def clear() -> int:
    """Remove files without a row, which a crash between the two leaves; how many."""
    root, known = Path(settings.PHOTOS_DIR), set(Photo.objects.values_list("campaign_id", "key"))
    before, count = time.time() - STRAY_SECONDS, 0
    for path in sorted(root.glob("*/*.jpg")):
        key = path.stem.rpartition("-")[0]
        if path.parent.name.isdecimal() and (int(path.parent.name), key) in known:
            continue
        if path.stat().st_mtime < before:
            path.unlink()
            count += 1
    return count
