"""The file with everything that the site keeps about one account: a zip of JSON, and a note about it."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import datetime
from typing import Any

from django.utils import timezone

from league.accounts import display_name
from league.selectors.own_data import own_data
from league.services.quotas import count_own_data

README = """\
Everything that this Admiralty site keeps about the account of {name}, as it was on {day}.

All files are UTF-8. Times are in UTC. Files that end in .json are JSON; those that end in .xws are
squadrons in the XWS format, which squad builders read.

account.json    name, addresses, the kinds of your second steps, your wishes about mail,
                and the readers of your player page
browsers.json   the browsers in which you are signed in
campaigns.json  your places in campaigns, with the public facts about each campaign
requests.json   campaigns that you asked to join
acts.json       everything that you did in campaigns, as the log has it
words.json      the texts in it: reasons, house notes, what you told of games, venues, names of pilots
fleets.json     your fleets with their squadrons
fleets/         each squadron of your fleets as XWS
battles.json    your battles on hexes, with your orders
photos.json     the photos that you added, with the addresses of their pictures
models.json     the models that you own

Not in here: your password and the secrets of your second steps, which the site keeps only as hashes or
sealed. Things of other people are not in here either, nor is what you did in games that are not over,
because it would tell their secrets. Download the file again when they are over.
"""


def own_data_file(user: Any, now: datetime | None = None) -> tuple[str, bytes]:
    """Name and bytes of the account's file. Raises `TooMany` if it asked for too many in the last hour."""
    at = now or timezone.now()
    count_own_data(user, at)
    texts = {"README.txt": README.format(name=display_name(user), day=f"{at:%d %B %Y}")}
    for name, content in own_data(user).items():
        texts[name] = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode(), zipfile.ZIP_DEFLATED)
    return f"admiralty-account-{user.pk}-{at:%Y-%m-%d}.zip", out.getvalue()
