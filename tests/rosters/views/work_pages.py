"""Paul's fleet, and working on it by the forms of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from league.models import Campaign
from rosters.rules.state import FleetState
from tests import verbs
from tests.beginnings import begun
from tests.people import Person
from tests.places import fleet_url

ROOKIE = "rebel-xwing-rookiepilot"
LUKE = "rebel-xwing-lukeskywalker"


@dataclass(frozen=True)
class WorkPages:
    """A person at the work pages of one fleet. `htmx` posts as the script does."""

    person: Person
    fleet: int
    page: str = "build"

    @property
    def base(self) -> str:
        return fleet_url(self.person.seat.campaign_id, self.fleet)

    @property
    def url(self) -> str:
        return f"{self.base}{self.page}/"

    @property
    def state(self) -> FleetState:
        return verbs.fleet_of(self.person.seat, self.fleet)

    @property
    def head(self) -> int:
        return Campaign.objects.get(pk=self.person.seat.campaign_id).head_seq

    def get(self, path: str = "", **headers: Any) -> Any:
        return self.person.client.get(self.url + path, **headers)

    def text(self, path: str = "") -> str:
        answer = self.get(path)
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    def post(self, do: str, *, htmx: bool = False, **data: Any) -> Any:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.person.client.post(self.url, {"do": do, **data}, headers=headers)

    def done(self, do: str, **data: Any) -> None:
        """Post an order that has to go through."""
        answer = self.post(do, **data)
        assert answer.status_code == 302, answer.content.decode()
        assert answer["Location"].split("?")[0] in (self.url, self.base)


@pytest.fixture
def bench(player: Person) -> WorkPages:
    """Paul's empty rebel draft with squadron 2, STANDARD."""

    def founded() -> int:
        fleet = verbs.found_fleet(player.seat, "Red Wing", "rebel", "hearts")
        verbs.form_squadron(player.seat, fleet, 2)
        return fleet

    return WorkPages(player, begun(founded, "bench", player.seat.number))


@pytest.fixture
def luke(bench: WorkPages) -> int:
    """Luke Skywalker with R2-D2, in squadron 2."""
    seat = bench.person.seat
    return begun(lambda: verbs.buy_ship(seat, bench.fleet, LUKE, 2, ("r2d2",)), "Luke", bench.fleet)
