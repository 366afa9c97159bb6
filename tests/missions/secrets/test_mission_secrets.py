"""What may not be known makes no difference to anything that can be read: every address is asked as
everybody, in worlds that differ in nothing but secrets.

Rosters are open (CR-006), so that no name could be searched for; but what is the same with either secret
tells none. Every step of every mission is walked in `test_every_step.py`, and through the rules in
`rules/test_unknown.py`; `tests/architecture/test_secrets.py` keeps pages from reading past those.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.models import Act, EventRow
from missions.rules import views
from missions.views import pregame
from missions.views.game import actions
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets import worlds
from tests.missions.secrets.differing import Answer, Wish, everything, gone
from tests.missions.secrets.secret_tables import Pressed, bare, pressed  # noqa: F401
from tests.missions.secrets.walk import addresses, admin_addresses
from tests.missions.secrets.worlds import NONCES, SEEDS, Hidden, Reader, World, readers, stock

FEW = ("active side", "opposing side", "organiser", "visitor")


@pytest.fixture
def prepared(bare: MissionTable) -> MissionTable:  # noqa: F811
    """The same; its fleets hold assets."""
    stock(bare)
    return bare


def made(table: MissionTable, world: World) -> Callable[[Hidden], None]:
    return lambda hidden: world(table, hidden)


def in_the_campaign(table: MissionTable, reader: Reader) -> list[Wish]:
    """Every address that can know of the campaign: no cards, no help, nobody's account."""
    own = (f"/campaigns/{table.league.campaign.pk}/", "/verify/", "/desk/", "/stream/", "/battles/")
    return [Wish(place) for place in addresses(table) if place.startswith(own)]


def everywhere(table: MissionTable, reader: Reader) -> list[Wish]:
    """These; for two who may undo things that of each act, too; for who runs the server the admin's. One who
    plays and one who is nobody go to all other addresses as well, which are the same for everybody."""
    found = in_the_campaign(table, reader)
    if reader.name in ("opposing side", "nobody"):
        found = [Wish(place) for place in addresses(table)]
    if reader.name in ("organiser", "opposing side"):
        acts = Act.objects.filter(campaign=table.league.campaign).order_by("-number")[1:14]
        base = f"/campaigns/{table.league.campaign.pk}/timeline/"
        found += [Wish(f"{base}{act.number}/undo/") for act in acts]
        found.append(Wish(f"{base}?fleet={table.game.active}"))
    return found + [Wish(place) for place in admin_addresses() if reader.name == "superuser"]


def open_secrets(answers: list[Answer]) -> list[str]:
    """Where somebody reads the seed, or the nonce of who is ready first (CR-079)."""
    sealed = (SEEDS[0], SEEDS[0].upper(), NONCES[0])
    return [f"{each.reader.name}: {each.wish}" for each in answers if any(one in each.text for one in sealed)]


@pytest.mark.rule("CR-075", "CR-076", "CR-078", "CR-079")
def test_nobody_is_answered_differently_anywhere(
    prepared: MissionTable,
    pressed: Pressed,  # noqa: F811
) -> None:
    everybody = readers(prepared)
    answers, wrong = everything(
        made(prepared, worlds.acting), lambda reader: everywhere(prepared, reader), everybody
    )
    good = {each.wish.place for each in answers if each.text.startswith("200")}
    assert (wrong, open_secrets(answers)) == ([], [])
    assert {prepared.url, prepared.verify_url} <= good and len(good) > 80
    # Sheets are kept by their names, and whoever asks for one next is given what was kept.
    assert pressed and [html for html in pressed.values() if len(html) != 1] == []


@pytest.mark.rule("CR-075", "CR-076", "CR-079", "CR-091", "CR-100")
@pytest.mark.parametrize(
    ("world", "reading"),
    [
        (worlds.one_ready, ("opposing side", "visitor")),
        (worlds.squadron_drawn, FEW),
        (worlds.committed, FEW),
        (worlds.drafted, FEW),
        (worlds.submitted, FEW),
    ],
    ids=lambda value: getattr(value, "__name__", "to them"),
)
def test_no_reader_is_answered_differently_at_another_stage(
    prepared: MissionTable, world: World, reading: tuple[str, ...]
) -> None:
    some = [each for each in readers(prepared) if each.name in reading]
    answers, wrong = everything(made(prepared, world), lambda reader: in_the_campaign(prepared, reader), some)
    assert (wrong, open_secrets(answers)) == ([], [])


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
    buttons = (*pregame.DOINGS, *actions.BUTTONS, "report", "settle", "rule")
    found = [Wish(f"{table.url}{each}/", {**fields, "side": "active"}) for each in buttons]
    found += [Wish(f"{table.url}{each}/", {**fields, "side": "opposing"}) for each in BOTH_SIDES]
    others = [f"fleets/{fleet.id}/{each}/" for each in ("assets", "proxy", f"override/assets/{held[0]}")]
    others += [f"timeline/{act}/undo/" for act in gains(table)] + [f"rounds/{game.round}/close/"]
    return found + [Wish(f"{base}{place}", fields) for place in others]


def gains(table: MissionTable) -> list[int]:
    """The acts that gave the active side its assets."""
    events = EventRow.objects.filter(campaign=table.league.campaign, kind="fleet.asset_gained")
    return list(events.filter(fleet=table.game.active).order_by("act").values_list("act", flat=True))


@pytest.mark.rule("CR-006", "CR-075", "CR-076", "CR-091")
@pytest.mark.parametrize(
    ("world", "posting"),
    [
        (worlds.committed, ("opposing side", "its proxy, an organiser", "organiser", "visitor")),
        (worlds.acting, ("opposing side", "organiser")),
        (worlds.drafted, ("opposing side", "organiser")),
    ],
    ids=lambda value: getattr(value, "__name__", "by them"),
)
def test_no_refusal_tells_more_than_a_page(
    prepared: MissionTable, world: World, posting: tuple[str, ...]
) -> None:
    some = [each for each in readers(prepared) if each.name in posting]
    answers, wrong = everything(made(prepared, world), lambda reader: posted(prepared), some)
    assert wrong == []
    assert {each.text[:3] for each in answers} >= {"302", "403", "409"}


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
def test_who_may_know_reads_it_on_the_game_page(
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
    honest = views.pregame_view
    monkeypatch.setattr("missions.rules.views.pregame_view", lambda game, viewer: honest(game, "active"))
    wishes = [Wish(prepared.url), Wish("/help/")]
    _, wrong = everything(made(prepared, worlds.committed), lambda reader: wishes, everybody)
    assert {each.partition("{")[0].split(" …")[0] for each in wrong} >= {f"nobody: {prepared.url}"}
