"""Readers' pages depend on nothing hidden from them, at every step of every mission.

Three readers take turns to read the game's page at each step, and the other addresses of the campaign take
turns. The whole walk, every address as everybody, takes long: `./run leaks` (`tests/walks.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from league.models import Campaign
from league.rules import narration
from league.store.public_part import LeftOut
from missions.rules.game import secrets
from missions.rules.pregame.events import AssetsCommitted
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets.differing import Wish
from tests.missions.secrets.everywhere import Count, Looking, every_wish, in_turn
from tests.missions.secrets.steps import steps
from tests.missions.secrets.unknown_log import unnamed
from tests.missions.secrets.walk import admin_addresses
from tests.missions.secrets.worlds import EVERYBODY, Reader, readers

SOME = ("opposing side", "nobody", "organiser")
PARTS = 200
"""Number of parts in which the other addresses of the campaign take turns."""
OF_THE_CAMPAIGN = ("/campaigns/1", "/campaigns/2", "/verify/", "/inbox/", "/stream/", "/battles/")
STAGES = {"ready", "mission", "commit", "play", "report", "confirm", "done"}
Recorder = Callable[[str, object], None]
Told = list[tuple[str, str, list[str]]]
"""Steps, readers, and what tells them something there."""


def some(table: MissionTable, name: str) -> Reader:
    """One of SOME, with nobody else in the campaign."""
    known = {
        "opposing side": ("opposing", table.opposing.client),
        "organiser": ("organiser", table.organiser.client),
        "nobody": ("public", Client()),
    }
    return Reader(name, *known[name])


@pytest.mark.rule("CR-006", "CR-075", "CR-076", "CR-078", "CR-091")
@pytest.mark.parametrize("mission", range(1, 9))
def test_no_step_of_a_mission_shows_what_a_reader_may_not_know(bare: MissionTable, mission: int) -> None:
    """The readers take turns, so that each sees missions with assets of both sides and of one."""
    each = Looking(bare, some(bare, SOME[mission % len(SOME)]), Count())
    told: Told = []
    for turn, step in enumerate(steps(bare, mission)):
        others = [wish for wish in every_wish(bare) if wish.place.startswith(OF_THE_CAMPAIGN)]
        page = Wish(bare.url, htmx=turn % 2 == 1)
        told.append(
            (step, each.reader.name, each.look([page, *others[(8 * turn + mission) % PARTS :: PARTS]]))
        )
    assert [each for each in told if each[-1]] == []
    assert {step for step, *_ in told} >= STAGES


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("mission", range(1, 9))
def test_no_step_tells_anybody_anything_anywhere(
    bare: MissionTable, mission: int, name: str, sample: int | None, record_property: Recorder
) -> None:
    """Steps take turns in a share of the walks, and so do addresses that do not tell of the game."""
    count, everybody = Count(), readers(bare)
    assert sorted(each.name for each in everybody) == sorted(EVERYBODY)
    reader = next(each for each in everybody if each.name == name)
    looking = Looking(bare, reader, count)
    since, told = Campaign.objects.get(pk=bare.league.campaign.pk).head_seq, Told()
    for number, step in enumerate(steps(bare, mission, asides=True)):
        rows = [Wish(place) for place in admin_addresses()] if name == "superuser" else []
        wishes = every_wish(bare, since) + rows
        if sample is not None:
            wishes = in_turn(bare, wishes, mission + sample, number)
        told.append((step, name, looking.look(wishes) if wishes else []))
    found = [each for each in told if each[-1]]
    record_property("count", count.told())
    record_property("found", found)
    assert found == []
    assert {step for step, *_ in told} >= STAGES


Careless = Callable[[pytest.MonkeyPatch], None]


def _page(patch: pytest.MonkeyPatch) -> None:
    honest = secrets.pregame_view
    patch.setattr("missions.rules.game.secrets.pregame_view", lambda game, viewer: honest(game, "opposing"))


def _sheet(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("missions.views.print.games.form_html", lambda access, game, *_: str(game.pregame.cards))


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
    wishes = {place: Wish(base + place.format(game=bare.game.number)) for place in CARELESS}
    player = Reader("active side", "active", bare.active.client)
    assert Looking(bare, player, Count()).look(wishes.values()) == []
    for place, careless in CARELESS.items():
        with monkeypatch.context() as patch:
            careless(patch)
            told = Looking(bare, player, Count()).look(wishes.values())
        assert [each.split(" …")[0].split(" (")[0] for each in told][:1] == [wishes[place].place]


def test_every_secret_event_says_who_may_know_it() -> None:
    assert unnamed() == []
