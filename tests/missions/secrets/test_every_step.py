"""At every step of every mission everybody reads what he would read whatever it is that he may not know.

Here three readers read the game's page at each step, and the other addresses of the campaign take turns. The
whole walk, every address as everybody, takes long: `./run leaks` (`tests/missions/secrets/leaks.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from league.models import Campaign
from league.rules import narration
from league.store.public_part import LeftOut
from missions.rules import views
from missions.rules.pregame.events import AssetsCommitted
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets.differing import Wish
from tests.missions.secrets.everywhere import Count, Looking, every_wish
from tests.missions.secrets.leaks import WHOLE
from tests.missions.secrets.steps import steps
from tests.missions.secrets.unknown_log import unnamed
from tests.missions.secrets.walk import admin_addresses
from tests.missions.secrets.worlds import Reader, readers

EVERYBODY = (
    "nobody",
    "opposing side",
    "active side",
    "organiser",
    "superuser",
    "visitor",
    "its proxy",
    "its proxy, an organiser",
    "team mate",
    "co-organiser",
    "stranger",
)
SOME = ("opposing side", "organiser", "nobody")
PARTS = 200
"""In so many parts the other addresses of the campaign take turns."""
OF_THE_CAMPAIGN = ("/campaigns/1", "/campaigns/2", "/verify/", "/desk/", "/stream/", "/battles/")
whole = os.environ.get(WHOLE) == "1"


def looking(table: MissionTable, names: tuple[str, ...]) -> list[Reader]:
    """Those readers; everybody is there in the whole walk, and otherwise nobody else."""
    if whole:
        everybody = readers(table)
        assert sorted(each.name for each in everybody) == sorted(EVERYBODY)
        return [each for each in everybody if each.name in names]
    return [
        Reader("opposing side", "opposing", table.opposing.client),
        Reader("organiser", "organiser", table.organiser.client),
        Reader("nobody", "public", Client()),
    ]


def asked(every: list[Wish], table: MissionTable, reader: Reader, turn: int) -> list[Wish]:
    """What a reader asks for at a step."""
    if whole:
        return every + [Wish(place) for place in admin_addresses() if reader.name == "superuser"]
    others = [each for each in every if each.place.startswith(OF_THE_CAMPAIGN)]
    return [Wish(table.url, htmx=turn % 2 == 1), *others[turn % PARTS :: PARTS]]


def walk(table: MissionTable, mission: int, everybody: list[Looking]) -> Iterator[tuple[str, str, list[str]]]:
    """Step, reader, and what tells him something there."""
    since = Campaign.objects.get(pk=table.league.campaign.pk).head_seq
    for turn, step in enumerate(steps(table, mission, asides=whole)):
        every = every_wish(table, since)
        for place, each in enumerate(everybody):
            wishes = asked(every, table, each.reader, 8 * turn + mission + place)
            yield step, each.reader.name, each.look(wishes)


@pytest.mark.rule("CR-006", "CR-075", "CR-076", "CR-078", "CR-091")
@pytest.mark.parametrize("mission", range(1, 9))
@pytest.mark.parametrize("names", [(each,) for each in EVERYBODY] if whole else [SOME], ids="-".join)
def test_no_step_of_a_mission_shows_what_a_reader_may_not_know(
    bare: MissionTable,
    mission: int,
    names: tuple[str, ...],
    record_property: Callable[[str, object], None],
) -> None:
    count = Count()
    passed = list(walk(bare, mission, [Looking(bare, each, count) for each in looking(bare, names)]))
    found = [each for each in passed if each[-1]]
    record_property("count", count.told())
    record_property("found", found)
    assert found == []
    assert {"ready", "mission", "commit", "play", "report", "confirm", "done"} <= {each[0] for each in passed}


Careless = Callable[[pytest.MonkeyPatch], None]


def _page(patch: pytest.MonkeyPatch) -> None:
    honest = views.pregame_view
    patch.setattr("missions.rules.views.pregame_view", lambda game, viewer: honest(game, "opposing"))


def _sheet(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("missions.views.print.games._form_html", lambda visit, game, *_: str(game.pregame.cards))


def _sentence(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(narration._NARRATORS, AssetsCommitted, str)


def _file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("league.services.archive.left_out", lambda *_: LeftOut(frozenset(), (), 0))


CARELESS: dict[str, Careless] = {
    "games/{game}/": _page,
    "games/{game}/result-form.pdf": _sheet,
    "timeline/": _sentence,
    "downloads/archive.zip": _file,
}


def test_the_walk_finds_whatever_tells(
    bare: MissionTable,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in steps(bare, 2):
        if bare.game.pregame and bare.pregame.commits:
            break
    base = f"/campaigns/{bare.league.campaign.pk}/"
    wishes = {place: Wish(base + place.format(game=bare.number)) for place in CARELESS}
    player = Reader("active side", "active", bare.active.client)
    assert Looking(bare, player, Count()).look(wishes.values()) == []
    for place, careless in CARELESS.items():
        with monkeypatch.context() as patch:
            careless(patch)
            told = Looking(bare, player, Count()).look(wishes.values())
        assert [each.split(" …")[0].split(" (")[0] for each in told][:1] == [wishes[place].place]


def test_every_secret_event_says_who_may_know_it() -> None:
    assert unnamed() == []
