"""No page shows any reader the seed of a draw before the game is over (CR-079)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest
from django.contrib.auth.models import User
from django.test import Client

from missions.rules.game.state import GameState
from tests.missions.draw_steps import NONCE, being_reported, one_ready
from tests.missions.secrets.differing import Wish, told
from tests.missions.secrets.tape import Tape
from tests.missions.secrets.walk import addresses, admin_addresses, answers
from tests.missions.secrets.worlds import Reader
from tests.missions.tables import Table
from tests.people import Person, browser

pytestmark = pytest.mark.rule("CR-079")


def secrets_of(game: GameState) -> list[str]:
    """Secrets that nobody may read now."""
    if game.draw is None or game.step in ("done", "void"):
        return []
    waiting = [nonce for nonce in game.draw.nonces.values() if len(game.draw.nonces) < 2]
    return [game.draw.seed, game.draw.seed.upper(), *waiting]


def leaks(table: Table, clients: list[Client], turns: bool = True) -> list[str]:
    """Addresses that show a secret, on whole pages or in parts. All readers ask for those that tell of the
    game; they take `turns` with the others, or ask for them all.
    """
    secrets, tape, places = secrets_of(table.game), Tape(), addresses(table)
    own = [place for place in places if place.startswith(table.url) or place == table.verify_url]
    assert secrets, "nothing is secret at this step"
    hands = len(clients) if turns else 1
    return [
        str(each.wish)
        for number, client in enumerate(clients)
        for each in told(tape, Reader("", "public", client), wishes(own, places[number % hands :: hands]))
        if any(secret in each.text for secret in secrets)
    ]


def wishes(*places: list[str]) -> list[Wish]:
    return [Wish(place) for place in dict.fromkeys(chain(*places))]


def drawn(table: Table) -> None:
    table.draw()


STEPS = (one_ready, drawn, being_reported)


@pytest.mark.parametrize("until", STEPS[::2], ids=lambda step: step.__name__)
def test_no_page_tells_a_secret(table: Table, until: Callable[[Table], None]) -> None:
    until(table)
    assert leaks(table, [table.active.client]) == []


def test_no_page_tells_anybody_else_a_secret(drawn: Table, visitor: Person, stranger: Person) -> None:
    others = [drawn.opposing, drawn.organiser, visitor, stranger]
    assert leaks(drawn, [each.client for each in others]) == []


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("until", STEPS, ids=lambda step: step.__name__)
def test_no_page_tells_anybody_a_secret_at_any_step(
    table: Table, visitor: Person, stranger: Person, until: Callable[[Table], None]
) -> None:
    until(table)
    everybody = [table.active, table.opposing, table.organiser, visitor, stranger]
    assert leaks(table, [each.client for each in everybody], turns=False) == []


@pytest.mark.parametrize("until", STEPS[:2], ids=lambda step: step.__name__)
def test_the_admin_tells_no_secret(table: Table, until: Callable[[Table], None]) -> None:
    until(table)
    boss = browser(User.objects.create_superuser("root", "root@example.org", "correct horse"))
    texts = answers(boss, admin_addresses())
    found = [place for place, text in texts.items() if any(each in text for each in secrets_of(table.game))]
    assert (found, len(texts) > 20) == ([], True)


def test_the_walk_comes_by_most_pages(drawn: Table) -> None:
    texts = answers(drawn.active.client, addresses(drawn))
    good = [place for place, text in texts.items() if text.startswith("200")]
    assert {drawn.url, drawn.verify_url, f"{drawn.url}play-sheet-active.pdf"} <= set(good)
    assert len(good) > 50


def test_the_nonce_of_one_side_is_not_even_told_to_itself(table: Table) -> None:
    one_ready(table)
    assert NONCE not in table.active.client.get(table.url).content.decode()


def test_the_seed_is_open_to_everybody_once_the_result_counts(finished: Table, visitor: Person) -> None:
    draw = finished.game.draw
    assert draw is not None
    assert draw.seed in visitor.client.get(finished.url).content.decode()
    assert draw.seed in visitor.client.get(finished.verify_url).content.decode()


def test_the_seed_is_open_once_the_game_is_called_off(drawn: Table, visitor: Person) -> None:
    drawn.press(drawn.organiser, "void", reason="Power cut.")
    draw = drawn.game.draw
    assert draw is not None
    assert draw.seed in visitor.client.get(drawn.url).content.decode()


def test_the_search_finds_a_secret_that_is_told(drawn: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = drawn.game.draw
    assert draw is not None
    monkeypatch.setattr("missions.presenters.game.page._standing", lambda *_: draw.seed)
    assert drawn.url in leaks(drawn, [drawn.active.client])
