"""Secrets make no difference to anything that can be read: every address is asked in worlds that differ only
in secrets.

Three readers ask at three stages; those addresses that do not tell of the game take turns. `./run leaks` has
everybody ask everywhere at every stage.

Rosters are open (CR-006), so that no name could be searched for; but what is the same with either secret
tells none. Every step of every mission is walked in `test_every_step.py`, and through the rules in
`rules/test_unknown.py`; `tests/architecture/test_secrets.py` keeps pages from reading past those.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.models import Act, EventRow
from missions.rules.game import secrets
from missions.views import pregame
from missions.views.game import actions
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets import worlds
from tests.missions.secrets.differing import Answer, Wish, everything, gone
from tests.missions.secrets.everywhere import third
from tests.missions.secrets.secret_tables import Pressed
from tests.missions.secrets.walk import addresses, admin_addresses
from tests.missions.secrets.worlds import (
    EVERYBODY,
    NONCES,
    SEEDS,
    Hidden,
    Reader,
    World,
    readers,
    stock,
)
from tests.places import below, round_url

PLAYERS, OTHERS = ("active side", "opposing side"), ("organiser", "visitor")


@pytest.fixture
def prepared(bare: MissionTable) -> MissionTable:
    """The same; its fleets hold assets."""
    stock(bare)
    return bare


def made(table: MissionTable, world: World) -> Callable[[Hidden], None]:
    return lambda hidden: world(table, hidden)


def in_the_campaign(table: MissionTable, reader: Reader) -> list[Wish]:
    """Every address that can know of the campaign: no cards, no help, nobody's account."""
    own = (f"/campaigns/{table.league.campaign.pk}/", "/verify/", "/inbox/", "/stream/", "/battles/")
    return [Wish(place) for place in addresses(table) if place.startswith(own)]


Where = Callable[[MissionTable, Reader], list[Wish]]


def everywhere(table: MissionTable, reader: Reader) -> list[Wish]:
    """The campaign's addresses; for two who may undo things that of each act, too; for the person who runs
    the server the admin's. A player and a stranger go to all other addresses as well, which are the same for
    everybody."""
    found = in_the_campaign(table, reader)
    if reader.name in ("opposing side", "nobody"):
        found = [Wish(place) for place in addresses(table)]
    if reader.name in ("organiser", "opposing side"):
        acts = Act.objects.filter(campaign=table.league.campaign).order_by("-number")[1:14]
        base = f"/campaigns/{table.league.campaign.pk}/timeline/"
        found += [Wish(f"{base}{act.number}/undo/") for act in acts]
        game, player = table.game.number, table.active.seat.number
        queries = (f"fleet={table.game.active}", f"game={game}&person={player}", f"game={game}&kind=games")
        found += [Wish(f"{base}?{each}") for each in queries]
    return found + [Wish(place) for place in admin_addresses() if reader.name == "superuser"]


def open_secrets(answers: list[Answer]) -> list[str]:
    """Answers that show the seed, or the nonce of the side that is ready first (CR-079)."""
    sealed = (SEEDS[0], SEEDS[0].upper(), NONCES[0])
    return [f"{each.reader.name}: {each.wish}" for each in answers if any(one in each.text for one in sealed)]


def told(table: MissionTable, world: World, *names: str, where: Where = in_the_campaign) -> list[Answer]:
    """Answers to these readers; none is different in another world, and none holds a secret."""
    some = [each for each in readers(table) if each.name in names]
    answers, wrong = everything(made(table, world), lambda reader: where(table, reader), some)
    assert (wrong, open_secrets(answers)) == ([], [])
    return answers


@pytest.mark.rule("CR-075", "CR-076", "CR-079", "CR-091", "CR-100")
@pytest.mark.parametrize(
    ("world", "names"),
    [
        (worlds.committed, (*PLAYERS, "visitor")),
        (worlds.acting, (*PLAYERS, "visitor")),
        (worlds.drafted, ("opposing side", *OTHERS)),
    ],
    ids=lambda value: getattr(value, "__name__", "to them"),
)
def test_no_reader_is_answered_differently(
    prepared: MissionTable, pressed: Pressed, world: World, names: tuple[str, ...]
) -> None:

    def in_turns(table: MissionTable, reader: Reader) -> list[Wish]:
        return third(table, in_the_campaign(table, reader), names.index(reader.name))

    answers = told(prepared, world, *names, where=in_turns)
    good = {each.wish.place for each in answers if each.text.startswith("200")}
    assert {prepared.url, prepared.verify_url} <= good and len(good) > 40
    # Sheets are kept by their names, and the next reader who asks is given the kept one.
    assert pressed and [html for html in pressed.values() if len(html) != 1] == []


WORLDS = (
    worlds.one_ready,
    worlds.squadron_drawn,
    worlds.committed,
    worlds.acting,
    worlds.drafted,
    worlds.submitted,
)


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
def test_nobody_is_answered_differently_anywhere(prepared: MissionTable, world: World, name: str) -> None:
    assert told(prepared, world, name, where=everywhere)


# --- what is posted ------------------------------------------------------------------------------

BOTH_SIDES = ("ready", "commit", "take-back", "strength", "choices", "look", "exchange")


def posted(table: MissionTable) -> list[Wish]:
    """Every button of the game, and what else touches it or the active fleet."""
    base, game, fleet = f"/campaigns/{table.league.campaign.pk}/", table.game, table.fleet("active")
    held, ships = sorted(fleet.assets), sorted(game.ships or fleet.ships)
    fields = {
        "cards": ["4"],
        "deck": ["2", "3"],
        "mission": "3",
        "number": "2",
        "assets": str(held[0]),
        "give:take": "4:5",
        "place": "1",
        "ship": str(ships[1]),
        "lost": str(ships[1]),
        "table_round": "2",
        "reason": "Because.",
        "nonce": "n",
        "do": "submit",
        "asset": str(held[0]),
        "winner": "draw",
    }
    buttons = (*pregame.DOINGS, *actions.BUTTONS, "report", "correct", "settle", "rule")
    found = [Wish(f"{table.url}{each}/", {**fields, "side": "active"}) for each in buttons]
    found += [Wish(f"{table.url}{each}/", {**fields, "side": "opposing"}) for each in BOTH_SIDES]
    others = [f"fleets/{fleet.slug}/{each}/" for each in ("assets", "proxy", f"override/assets/{held[0]}")]
    others += [f"timeline/{act}/undo/" for act in gains(table)] + [
        f"{below(round_url(base, game.round))}close/"
    ]
    return found + [Wish(f"{base}{place}", fields) for place in others]


def gains(table: MissionTable) -> list[int]:
    """The acts that gave the active side its assets."""
    events = EventRow.objects.filter(campaign=table.league.campaign, kind="fleet.asset_gained")
    return list(events.filter(fleet=table.game.active).order_by("act").values_list("act", flat=True))


@pytest.mark.rule("CR-006", "CR-075", "CR-076", "CR-091")
@pytest.mark.parametrize(
    ("world", "name", "met"),
    [
        (worlds.committed, "opposing side", {"403", "409", "422"}),
        (worlds.acting, "organiser", {"302", "403", "409", "422"}),
        (worlds.drafted, "opposing side", {"302", "403", "409", "422"}),
    ],
    ids=lambda value: getattr(value, "__name__", "" if isinstance(value, set) else value),
)
def test_no_refusal_tells_more_than_a_page(
    prepared: MissionTable, world: World, name: str, met: set[str]
) -> None:
    answers = told(prepared, world, name, where=lambda table, _: posted(table))
    assert {each.text[:3] for each in answers} == met


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("name", ["opposing side", "its proxy, an organiser", "organiser", "visitor"])
@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
def test_no_refusal_tells_anybody_more_than_a_page(prepared: MissionTable, world: World, name: str) -> None:
    assert told(prepared, world, name, where=lambda table, _: posted(table))


# --- who may know reads it, and what goes wrong tells nothing ------------------------------------

OWN: list[tuple[World, str, Hidden]] = [
    (worlds.squadron_drawn, "active side", Hidden(active=1)),
    (worlds.committed, "its proxy", Hidden(active=1)),
    (worlds.committed, "opposing side", Hidden(opposing=1)),
    (worlds.acting, "active side", Hidden(active=1)),
    (worlds.acting, "its proxy, an organiser", Hidden(opposing=1)),
    (worlds.drafted, "active side", Hidden(active=1)),
    (worlds.drafted, "organiser", Hidden(draft=1)),
]


@pytest.mark.parametrize(("world", "name", "hidden"), OWN)
def test_a_reader_who_may_know_a_secret_finds_it_on_the_game_page(
    prepared: MissionTable, world: World, name: str, hidden: Hidden
) -> None:
    reader = next(each for each in readers(prepared) if each.name == name)
    pages = []
    for each in (Hidden(), hidden):
        with gone():
            world(prepared, each)
            pages.append(Wish(prepared.url).answer(reader.client))
    assert pages[0] != pages[1]


def test_an_error_tells_nothing(prepared: MissionTable, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds.acting(prepared, Hidden())

    def broken(*_: object) -> None:
        raise RuntimeError(f"the seed is {SEEDS[0]}")

    monkeypatch.setattr("missions.views.game.page.view_for", broken)
    client = prepared.opposing.client
    client.raise_request_exception = False
    answer = client.get(prepared.url)
    assert (answer.status_code, SEEDS[0] in answer.content.decode()) == (500, False)


def test_the_comparison_finds_what_is_told(prepared: MissionTable, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = [each for each in readers(prepared) if each.name in ("opposing side", "nobody")]
    honest = secrets.pregame_view
    monkeypatch.setattr(
        "missions.rules.game.secrets.pregame_view", lambda game, viewer: honest(game, "active")
    )
    wishes = [Wish(prepared.url), Wish("/help/")]
    _, wrong = everything(made(prepared, worlds.committed), lambda reader: wishes, everybody)
    assert {each.partition("{")[0].split(" …")[0] for each in wrong} >= {f"nobody: {prepared.url}"}
