"""The fleet page and the roster builder with many equipped ships."""

from __future__ import annotations

from collections.abc import Iterator

from bench import Figure, within
from bench._bare import ratio
from bench._worlds import client_of, cpu, get, queries, with_fleet
from bench.pages import CPU_BUDGET
from tests.places import fleet_url

KILOBYTE = 1000


def measure() -> Iterator[Figure]:
    """Size with 20 ships, time of 40 against 10, CPU against the bare page, queries."""
    worlds = {ships: with_fleet("fleet page", ships) for ships in (10, 20, 40)}
    for page, tail in (("fleet page", ""), ("builder", "build/")):
        spent, sizes, counts, against = {}, {}, {}, 0.0
        for ships, (member, fleet) in worlds.items():
            fetch = get(client_of(member), f"{fleet_url(member.campaign_id, fleet)}{tail}")
            spent[ships], sizes[ships], counts[ships] = cpu(fetch), len(fetch()), queries(fetch)
            against = ratio(fetch) if ships == 20 else against
        yield within(f"{page}, 20 equipped ships, HTML", sizes[20] / KILOBYTE, 120, "kB")
        yield within(f"{page}, 40 ships / 10 ships, CPU", spent[40] / spent[10], 1.5)
        yield within(f"{page}, 20 ships, CPU / bare page", against, CPU_BUDGET)
        yield within(f"{page}, queries with 40 ships", counts[40], 12, "queries")
        more = counts[40] - counts[10]
        yield within(f"{page}, queries with 40 ships less those with 10", more, 0, "queries")
