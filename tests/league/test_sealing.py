"""Seeds at rest: no seed in a copy of the database, the same game for everybody who reads it."""

from __future__ import annotations

import importlib
import re
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from league.kernel.dice import commitment
from league.kernel.refusal import Refusal
from league.models import Campaign, EventRow, Shard
from league.sealing import PREFIX, Locked, SealedDocument, seal, unseal
from league.services.archive import archive, restore
from league.services.check import check
from missions.battles.models import Battle
from missions.rules.game.state import MissionsState
from missions.rules.orders import VoidGame
from tests import verbs
from tests.battles import battles, chains
from tests.copies import open_all_seals, whole_database
from tests.missions.secrets.walk import unpacked
from tests.missions.tables import Table
from tests.people import account

SEED = bytes(range(32)).hex()
OTHER = "another key of forty characters, or more of them"


def stored(model: type, column: str, **where: object) -> list[str]:
    """The texts of a column as they are in the database."""
    rows = list(model._default_manager.filter(**where).values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, {column} FROM {model._meta.db_table}")  # noqa: S608
        return [text for pk, text in cursor.fetchall() if pk in rows]


def test_a_seal_opens_with_its_key_and_its_label_alone(settings):
    token = seal(SEED, "game")
    assert token == seal(SEED, "game") != seal(SEED, "battle")
    assert (unseal(token, "game"), SEED in token) == (SEED, False)
    with pytest.raises(Locked):
        unseal(token, "battle")
    settings.SECRET_KEY = OTHER
    with pytest.raises(Locked):
        unseal(token, "game")


@pytest.mark.parametrize("place", range(0, 64, 7))
def test_a_changed_seal_opens_nothing(place):
    token = seal(SEED, "game")
    at = len(PREFIX) + place
    changed = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
    with pytest.raises(Locked):
        unseal(changed, "game")


def test_words_of_people_are_left_alone():
    field = SealedDocument(sealed="seed")
    told = r'{"note":"\"seed\":\"' + SEED + r'\"","seeds":"' + SEED + '"}'
    assert field.close(told) == field.open(told) == told
    text = f'{{"seed":"{SEED}","note":"seed"}}'
    assert SEED not in field.close(text)
    assert field.open(field.close(text)) == text


@pytest.mark.django_db
def test_a_copy_of_the_database_tells_no_seed_of_a_game(drawn: Table):
    seed = drawn.game.draw.seed
    assert len(seed) == 64
    assert seed not in whole_database()
    assert PREFIX in stored(EventRow, "payload", kind="game.draw_committed")[0]
    assert any(PREFIX in text for text in stored(Shard, "doc", part="missions"))
    assert check(Campaign.objects.get(pk=drawn.league.campaign.pk)) == []


@pytest.mark.django_db
def test_a_copy_of_the_database_tells_no_seed_of_a_battle():
    row = battles.begun()
    seed = Battle.objects.get(pk=row.pk).seed
    assert commitment(bytes.fromhex(seed)) == row.commitment
    assert seed not in whole_database()


@pytest.mark.django_db
def test_a_new_key_opens_what_the_old_one_sealed_until_all_is_sealed_anew(drawn: Table, settings):
    seed, old = drawn.game.draw.seed, settings.SECRET_KEY
    row = battles.begun()
    before = Battle.objects.get(pk=row.pk).seed
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OTHER, [old]
    assert drawn.game.draw.seed == seed
    told = StringIO()
    call_command("reseal", stdout=told)
    changed = int(re.match(r"(\d+) rows", told.getvalue())[1])
    settings.SECRET_KEY_FALLBACKS = []
    assert changed >= 3
    assert (drawn.game.draw.seed, Battle.objects.get(pk=row.pk).seed) == (seed, before)
    assert check(Campaign.objects.get(pk=drawn.league.campaign.pk)) == []
    call_command("reseal", stdout=(again := StringIO()))
    assert again.getvalue().startswith("0 rows")


@pytest.mark.django_db
def test_reseal_says_how_many_seeds_no_key_opens(drawn: Table, settings):
    settings.SECRET_KEY = OTHER
    before = stored(EventRow, "payload", kind="game.draw_committed")
    with pytest.raises(CommandError, match="No key opens the seeds in"):
        call_command("reseal", stdout=StringIO())
    assert stored(EventRow, "payload", kind="game.draw_committed") == before


@pytest.mark.django_db
def test_without_the_key_a_draw_is_refused_and_a_game_can_be_called_off(drawn: Table, settings):
    settings.SECRET_KEY = OTHER
    seed = drawn.game.draw.seed
    assert seed.startswith(PREFIX)
    verbs.do(drawn.organiser.seat, VoidGame(drawn.number, "The key is lost."))
    assert drawn.game.step == "void"
    drawn.organiser.client.force_login(drawn.organiser.user)
    for address in (drawn.url, drawn.verify_url):
        answer = drawn.organiser.client.get(address)
        assert (answer.status_code, seed in answer.content.decode()) == (200, False)


@pytest.mark.django_db
def test_without_the_key_no_die_of_a_battle_falls(settings):
    row, _ = chains.begun()
    settings.SECRET_KEY = OTHER
    with pytest.raises(Refusal, match="SECRET_KEY_FALLBACKS"):
        battles.until_rolled(row)
    assert battles.fresh(row).at and battles.fresh(row).laid is None, "orders without dice go on"


@pytest.mark.django_db
def test_the_migration_seals_what_an_earlier_release_wrote_and_can_go_back(drawn: Table):
    row = battles.begun()
    seeds = [drawn.game.draw.seed, Battle.objects.get(pk=row.pk).seed]
    open_all_seals()
    assert all(seed in whole_database() for seed in seeds)
    names = ("league.migrations.0008_sealed_seeds", "missions.battles.migrations.0003_sealed_seeds")
    modules = [importlib.import_module(name) for name in names]
    for each in modules:
        each.seal_all(apps, None)
    assert not any(seed in whole_database() for seed in seeds)
    assert drawn.game.draw.seed == seeds[0]
    for each in modules:
        each.open_all(apps, None)
    assert all(seed in whole_database() for seed in seeds)


@pytest.mark.django_db
def test_a_file_holds_open_seeds_and_is_restored_under_another_key(finished: Table, settings):
    file = archive(finished.league.campaign.pk).data
    assert PREFIX not in unpacked(file) and finished.game.draw.seed in unpacked(file)
    settings.SECRET_KEY = OTHER
    seat = restore(account("nora"), file)
    copy = next(iter(verbs.state_of(seat).of(MissionsState).games.values()))
    assert copy.draw is not None and commitment(bytes.fromhex(copy.draw.seed)) == copy.draw.commitment
    assert copy.draw.seed not in stored(Shard, "doc", campaign=seat.campaign_id, part="missions")[0]
    assert check(Campaign.objects.get(pk=seat.campaign_id)) == []
