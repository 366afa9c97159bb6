"""A database of the release before battles became an app of their own is brought up to date and goes on.

It is the demo of that release: two campaigns in the middle of a game night, a battle that is over and one
that waits for a move (`tests/data/README.md`).
"""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.test import Client

from league.kernel.dice import is_open
from league.models import Campaign, Round
from league.services.check import check
from missions.battles.models import Battle, BattleOrder
from missions.battles.selectors.positions import forget, played_of
from missions.models import Game
from rosters.models import Fleet
from rosters.rules.fleets.slugs import slug_of
from tests import invariants
from tests.battles import battles

RELEASE = Path(__file__).resolve().parents[1] / "data" / "demo_before_battles_app.sqlite3.gz"
MOVED = {
    "missions_battle": "battles_battle",
    "missions_battleseat": "battles_battleseat",
    "missions_battleorder": "battles_battleorder",
}
BEFORE = ("missions", "0003_battles")
# The app itself writes these while it brings a database up to date.
ITS_OWN = ("django_migrations", "django_content_type", "auth_permission", "cache", "sqlite_sequence")
Counts = dict[str, int]
pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="The file is a SQLite database.")


def counted(path: Path) -> Counts:
    """Rows in every table of the file."""
    with sqlite3.connect(path) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: file.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
    file.close()
    return found


@contextmanager
def only(path: Path, blocker: Any) -> Iterator[None]:
    """The file is the only database meanwhile."""
    tests_own = connection.settings_dict["NAME"]
    with blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = str(path)
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = tests_own
            ContentType.objects.clear_cache()
            forget()


@pytest.fixture
def release(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[Path]:
    """The old database, for this test the only one."""
    path = tmp_path / "release.sqlite3"
    path.write_bytes(gzip.decompress(RELEASE.read_bytes()))
    with only(path, django_db_blocker):
        yield path


@pytest.fixture(scope="module")
def made_ready(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> tuple[Counts, Path]:
    """The rows of the old database, and a copy of it that was brought up to date as every start does it."""
    path = tmp_path_factory.mktemp("release") / "made_ready.sqlite3"
    path.write_bytes(gzip.decompress(RELEASE.read_bytes()))
    before = counted(path)
    with only(path, django_db_blocker):
        call_command("make_ready", stdout=StringIO())
    return before, path


@pytest.fixture
def updated(made_ready: tuple[Counts, Path], release: Path) -> Counts:
    """Brought up to date; with the rows that were there before."""
    before, path = made_ready
    release.write_bytes(path.read_bytes())
    return before


def test_no_row_is_lost_and_the_log_still_folds_to_them(updated: Counts, release: Path) -> None:
    after = counted(release)
    kept = {MOVED.get(name, name): rows for name, rows in updated.items() if name not in ITS_OWN}
    assert {name: after.get(name) for name in kept} == kept
    campaigns = list(Campaign.objects.all())
    assert [(each.name, check(each), invariants.broken(each.pk)) for each in campaigns] == [
        ("Demo league", [], []),
        ("Demo missions", [], []),
    ]


def test_no_seed_stays_in_the_open(updated: Counts, release: Path) -> None:
    seeds = list(Battle.objects.values_list("seed", flat=True))
    assert len(seeds) == updated["missions_battle"] and all(map(is_open, seeds))
    with sqlite3.connect(release) as file:
        stored = [text for (text,) in file.execute("SELECT seed FROM battles_battle")]
        payloads = file.execute(
            "SELECT payload FROM league_eventrow WHERE kind = 'game.draw_committed'"
        ).fetchall()
        shards = file.execute("SELECT doc FROM league_shard WHERE part = 'missions'").fetchall()
    file.close()
    assert not set(seeds) & set(stored) and payloads
    assert all(re.search(r'"sealed":"seal1\.', payload) for (payload,) in payloads)
    assert not any(re.search(r'"seed":"[0-9a-f]{64}"', doc) for (doc,) in shards)


def test_content_types_and_permissions_of_battles_are_adopted(release: Path) -> None:
    known = {each.codename: each.pk for each in Permission.objects.filter(content_type__app_label="missions")}
    call_command("make_ready", stdout=StringIO())
    types = ContentType.objects.filter(model__startswith="battle")
    assert set(types.values_list("app_label", flat=True)) == {"battles"}
    moved = Permission.objects.filter(content_type__app_label="battles", codename__contains="_battle")
    assert moved.count() >= 12
    assert {each.codename: each.pk for each in moved if each.codename in known}.items() <= known.items()


def test_the_finished_battle_is_replayed_to_the_same_end(updated: Counts) -> None:
    row = Battle.objects.get(status="over")
    forget()
    played = played_of(row)
    outcome = played.system.outcome(played.state)
    assert (played.at, outcome and outcome.winner, outcome and outcome.reason) == (80, row.winner, row.reason)
    stored = BattleOrder.objects.filter(battle=row, kind="order").order_by("number")
    assert [each.dice.hex() for each in played.battle.entries] == list(stored.values_list("dice", flat=True))


def test_the_battle_that_waits_goes_on(updated: Counts) -> None:
    row = Battle.objects.get(status="running")
    assert battles.sitter(row, battles.due(row)).user == User.objects.get(email="player@demo.example").pk
    before = battles.played(row).at
    battles.order(row)
    assert battles.fresh(row).at > before == 5
    forget()
    assert battles.played(row).at == battles.fresh(row).at


def answered(client: Client, address: str) -> tuple[str, int]:
    """An address, and what it answers in the end."""
    return address, client.get(address, follow=True).status_code


def test_old_addresses_answer(updated: Counts) -> None:
    player = Client()
    player.force_login(User.objects.get(email="player@demo.example"))
    over, running = (Battle.objects.get(status=status).public_id for status in ("over", "running"))
    addresses = [f"/battles/{over}/", f"/battles/{over}/replay/", f"/battles/{running}/", "/battles/"]
    addresses += [f"/campaigns/1/{page}" for page in ("", "standings/", "timeline/", "rounds/171/")]
    addresses += ["/campaigns/1/fleets/35/", "/campaigns/1/games/172/", "/campaigns/1/games/353/"]
    addresses += ["/campaigns/2/games/148/", "/verify/1/172/", f"/battles/{over}/verify/"]
    assert [each for each in (answered(player, at) for at in addresses) if each[1] != 200] == []


def test_addresses_use_the_numbers_and_names_that_people_see(updated: Counts) -> None:
    """Games are numbered in the order in which they came about, and fleets are called by their names."""
    player = Client()
    player.force_login(User.objects.get(email="player@demo.example"))
    for campaign in Campaign.objects.all():
        games = Game.objects.filter(campaign=campaign).order_by("number").values_list("ordinal", flat=True)
        assert list(games) == list(range(1, len(games) + 1))
        fleets = Fleet.objects.filter(campaign=campaign)
        assert {each.slug for each in fleets} == {slug_of(each.name) for each in fleets}
    led = [
        player.get(at, follow=True).redirect_chain
        for at in ("/campaigns/1/rounds/171/", "/campaigns/1/games/172/")
    ]
    first = Round.objects.get(campaign=1, number=171), Game.objects.get(campaign=1, number=172)
    assert led == [
        [(f"/campaigns/1/rounds/{first[0].ordinal}/", 301)],
        [(f"/campaigns/1/games/{first[1].ordinal}/", 301)],
    ]
    fleet = Fleet.objects.get(campaign=1, number=35)
    answer = player.get("/campaigns/1/fleets/35/ledger/")
    assert (answer.status_code, answer["Location"]) == (301, f"/campaigns/1/fleets/{fleet.slug}/ledger/")


def test_going_back_and_forth_keeps_every_battle(updated: Counts, release: Path) -> None:
    call_command("migrate", *BEFORE, verbosity=0)
    at_home = counted(release)
    assert {name: at_home[name] for name in MOVED} == {name: updated[name] for name in MOVED}
    assert not ContentType.objects.filter(app_label="battles", model="battle").exists()
    call_command("migrate", verbosity=0)
    assert {new: counted(release)[new] for new in MOVED.values()} == {
        new: updated[old] for old, new in MOVED.items()
    }
