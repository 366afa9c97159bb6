"""The file with everything that the site keeps about one account: a zip of JSON, and a note about it."""

from __future__ import annotations

import json
import zipfile
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.utils import timezone

from league.accounts import display_name
from league.selectors.own_data import own_data
from league.services.quotas import count_own_data

IN_MEMORY = 4 * 2**20
"""Bytes of a file that are kept in memory; a longer one goes to the disk for the time of the answer."""
README = """\
Everything that this Admiralty site keeps about the account of {name}, as it was on {day}.

All files are UTF-8. Times are in UTC. Files that end in .json are JSON; those that end in .xws are
squadrons in the XWS format, which squad builders read.

account.json    name, addresses, the kinds of your second steps, your wishes about mail,
                the readers of your player page, and the clubs that you organise
browsers.json   the browsers in which you are signed in
campaigns.json  your places in campaigns, with the public facts about each campaign
requests.json   campaigns that you asked to join
acts.json       everything that you did in campaigns, as the log has it
words.json      the texts in it: reasons, house notes, what you told of games, venues, names of pilots
fleets.json     your fleets with their squadrons
fleets/         each squadron of your fleets as XWS
shared.json     the squadrons that you share by a link, as it shows them
battles.json    your battles on hexes, with your orders
photos.json     the photos that you added to games, with their captions
photos/         these photos as the site keeps them
models.json     the models that you own

Not in here: your password and the secrets of your second steps, which the site keeps only as hashes or
sealed. Things of other people are not in here either, nor is what you did in games that are not over,
because it would tell their secrets. Download the file again when they are over.
"""


def own_data_file(user: Any, now: datetime | None = None) -> tuple[str, IO[bytes]]:
    """Name of the account's file, and the file, open at its beginning; photos can make it too large for the
    memory. Raises `TooMany` if the account asked for too many in the last hour."""
    at = now or timezone.now()
    count_own_data(user, at)
    readme = README.format(name=display_name(user), day=f"{at:%d %B %Y}")
    out = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  the answer closes it
    with zipfile.ZipFile(out, "w") as archive:
        _add(archive, "README.txt", readme.encode())
        for name, content in own_data(user).items():
            if not callable(content):
                _add(archive, name, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())
            elif (picture := content()) is not None:
                _add(archive, name, picture, zipfile.ZIP_STORED)
    out.seek(0)
    return f"admiralty-account-{user.pk}-{at:%Y-%m-%d}.zip", out


def _add(archive: zipfile.ZipFile, name: str, data: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
    archive.writestr(zipfile.ZipInfo(name), data, how)
