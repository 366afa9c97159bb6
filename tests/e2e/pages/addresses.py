"""Every address of the site, read from the address list and filled in with what a campaign has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from django.urls import URLPattern, URLResolver, get_resolver

from league.models import Act, Campaign
from tests.places import below, fleet_url, game_url, round_url

HERE = "campaigns/<int:campaign_id>/"
# Signing out would end the walk; a stream never ends; the next step is a line of every page of a campaign,
# the number of the inbox is on all others, and a builder asks whether its fleet has moved on.
MOVED = f"{HERE}fleets/<fleet:number>/<work:page>/moved/"
LEFT_ALONE = ("accounts/logout/", "stream/<int:campaign_id>/", f"{HERE}next/", "inbox/count/", MOVED)
FILES = (".pdf", ".xws", ".zip", ".csv", ".ics", ".jpg")


def patterns(found: Iterable[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[str]:
    """Every address pattern of the site but the admin's."""
    for each in get_resolver().url_patterns if found is None else found:
        here = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield here
        elif not here.startswith("admin"):
            yield from patterns(each.url_patterns, here)


def address(pattern: str, values: Mapping[str, object]) -> str | None:
    """The pattern with its places filled in; None if a value is missing or the pattern is a regex."""
    names = re.findall(r"<(?:\w+:)?(\w+)>", pattern)
    if "^" in pattern or pattern in LEFT_ALONE or pattern.endswith(FILES) or not set(names) <= set(values):
        return None
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str(values[match[1]]), pattern)


def addresses(start: str, **values: object) -> list[str]:
    """Every address below `start` that these values can fill."""
    found = (address(pattern, values) for pattern in patterns() if pattern.startswith(start))
    return list(dict.fromkeys(each for each in found if each is not None))


def named(campaign: Campaign, **numbers: int) -> dict[str, str]:
    """Last words of the addresses of a round, a fleet and a game with these numbers in the log, by part."""
    places = {"rounds": round_url, "fleets": fleet_url, "games": game_url}
    return {
        part: below(place(campaign.pk, numbers[part])).split("/")[1]
        for part, place in places.items()
        if part in numbers
    }


def campaign_paths(campaign: Campaign, numbers: Mapping[str, object], **others: object) -> list[str]:
    """Every address of a campaign that can be filled. `numbers` says what <number> is in each part of it."""
    found = [f"/inbox/?{campaign.pk}", "/campaigns/"]
    for pattern in patterns():
        if not pattern.startswith((HERE, "verify/<")):
            continue
        part = pattern.removeprefix(HERE).split("/")[0] if pattern.startswith(HERE) else "games"
        values = {"campaign_id": campaign.pk, **others}
        if part in numbers:
            values["number"] = numbers[part]
        path = address(pattern, values)
        if path is not None:
            found.append(path)
    return found


def newest_act(campaign: Campaign) -> int:
    return Act.objects.filter(campaign=campaign).latest("number").number
