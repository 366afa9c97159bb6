"""Orders that draw wait for links of both browsers, through the door and on the page (CR-079)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.addresses import address
from league.kernel.nonces import FILL_LINK_AFTER, seal_of
from league.models import Act, EventRow
from missions.models import LaidOrder
from missions.rules import orders as do
from missions.rules.game.state import SIDES, SideName, other
from missions.services.links import mark_of
from tests import verbs
from tests.chains import Chain
from tests.missions.chains import chains_of
from tests.missions.mission_tables import MissionTable
from tests.missions.tables import page
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CR-079")]


@pytest.fixture
def kept() -> dict[SideName, Chain]:
    return chains_of("table")


@pytest.fixture
def laid(mission: MissionTable, kept: dict[SideName, Chain]) -> Iterator[MissionTable]:
    """The active side has given the order that draws the mission squadron."""
    for side in SIDES:
        verbs.press_ready(
            mission.seat(side), mission.number, side, nonce=kept[side].end, theirs=kept[other(side)].end
        )
    mission.act("active", do.RestSquadrons(mission.number))
    with time_machine.travel(timezone.now(), tick=False):
        answer = mission.press(mission.active, "squadron", deck=["2", "3", "4"])
        assert answer.status_code == 302
        yield mission


def person(table: MissionTable, side: SideName) -> Person:
    return table.active if side == "active" else table.opposing


def give(table: MissionTable, side: SideName, link: str, order: int = 1, by: Person | None = None) -> Any:
    client = (by or person(table, side)).client
    return client.post(address("game-links", table.url), {"side": side, "order": order, "link": link})


def test_a_laid_order_is_drawn_as_soon_as_both_links_are_there(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    assert laid.pregame.stage == "squadron" and laid.game.draw.laid.number == 1
    assert give(laid, "opposing", kept["opposing"].spend()).json() == {"seq": 0}
    assert laid.pregame.stage == "squadron"
    answer = give(laid, "active", kept["active"].spend()).json()
    assert answer == {"seq": laid.head}
    assert laid.pregame.stage == "mission" and laid.game.draw.laid is None
    assert laid.pregame.picks[0].links == tuple(kept[side].end for side in SIDES)
    act = Act.objects.get(number=EventRow.objects.get(kind="game.mission_squadron_drawn").act)
    assert act.actor == laid.seat("active").number
    assert not LaidOrder.objects.filter(done=False).exists()


def test_the_mark_in_the_log_is_the_seal_of_the_order(laid: MissionTable) -> None:
    row = LaidOrder.objects.get()
    assert laid.game.draw.laid.mark == mark_of(1, "draw_mission_squadron", row.order, row.salt)
    assert '"deck":[2,3,4]' in row.order


def test_the_page_waits_and_tells_each_side_what_its_browser_needs(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    own, theirs, nobodys = (page(who, laid.url) for who in (laid.active, laid.opposing, laid.organiser))
    mark = laid.game.draw.laid.mark
    assert f'data-own="active:{kept["active"].end} "' in own and f'data-mark="{mark}"' in own
    assert f'data-own="opposing:{kept["opposing"].end} "' in theirs and 'data-wanted="opposing"' in theirs
    assert 'data-own=""' in nobodys and 'data-wanted=""' in nobodys
    for shown in (own, theirs, nobodys):
        assert "Cards are about to be drawn" in shown and 'id="squadron-form"' not in shown
        assert LaidOrder.objects.get().salt not in shown


def test_the_page_says_for_whose_browser_the_draw_waits(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    def waits_for(who: Person) -> str:
        text = " ".join(page(who, laid.url).split())
        return text.partition("waits for the page of this game in ")[2].partition(".")[0]

    assert waits_for(laid.active) == waits_for(laid.opposing) == "the other player’s browser"
    assert waits_for(laid.organiser) == "the browsers of both players"
    give(laid, "active", kept["active"].spend())
    assert waits_for(laid.active) == "the other player’s browser"
    assert waits_for(laid.opposing) == "the browser in which you pressed ready"
    assert waits_for(laid.organiser) == "a player’s browser"


def test_a_link_that_does_not_fit_is_refused_and_nothing_changes(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    head = laid.head
    for answer in (
        give(laid, "active", "0" * 64),
        give(laid, "active", kept["opposing"].link),
        give(laid, "active", kept["active"].link, order=2),
        give(laid, "active", kept["active"].link, by=laid.opposing),
        give(laid, "active", kept["active"].link, by=laid.organiser),
    ):
        assert answer.status_code in (403, 409) and answer.json()["refused"]
    assert give(laid, "nobody", kept["active"].link).status_code == 422  # type: ignore[arg-type]
    assert laid.head == head and LaidOrder.objects.get().given == {}


def test_no_other_order_is_taken_meanwhile(laid: MissionTable) -> None:
    head = laid.head
    for doing, fields in (("squadron", {"deck": ["2", "3"]}), ("take-back", {"side": "active"})):
        answer = laid.press(laid.active, doing, **fields)
        assert answer.status_code == 409 and "about to be drawn" in answer.content.decode()
    assert laid.head == head


def test_after_ten_seconds_the_site_fills_in_and_waits_no_more_for_that_browser(
    laid: MissionTable, kept: dict[SideName, Chain], client: Client
) -> None:
    give(laid, "active", kept["active"].spend())
    fill = address("game-fill-links", laid.url)
    early = laid.active.client.post(fill)
    assert early.status_code == 409 and "still wait for the other side" in early.content.decode()
    assert client.post(fill).status_code in (403, 404)
    with time_machine.travel(timezone.now() + FILL_LINK_AFTER + timedelta(seconds=1), tick=False):
        assert laid.active.client.post(fill).status_code == 302
        assert laid.pregame.stage == "mission"
        assert laid.game.draw.chains == {"active": kept["active"].end}
        head = laid.head
        assert laid.opposing.client.post(fill).status_code == 302
    assert laid.head == head


def test_an_order_that_a_clock_ahead_laid_waits_no_longer(laid: MissionTable) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=2), tick=False):
        assert 'data-wait="10000"' in page(laid.active, laid.url)
        assert laid.active.client.post(address("game-fill-links", laid.url)).status_code == 302
    assert laid.pregame.stage == "mission"


def test_players_fill_in_their_own_link_at_once(laid: MissionTable, kept: dict[SideName, Chain]) -> None:
    give(laid, "opposing", kept["opposing"].spend())
    assert laid.active.client.post(address("game-fill-links", laid.url)).status_code == 302
    assert laid.pregame.stage == "mission"


def test_a_game_that_is_called_off_needs_no_links(laid: MissionTable, kept: dict[SideName, Chain]) -> None:
    assert laid.press(laid.organiser, "void", reason="The evening ends.").status_code == 302
    answer = give(laid, "active", kept["active"].link)
    assert answer.status_code == 409 and "No order waits" in answer.json()["refused"]
    assert "Cards are about to be drawn" not in page(laid.active, laid.url)


def test_an_order_that_is_no_longer_possible_falls_away_and_its_links_with_it(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    LaidOrder.objects.update(order=f'{{"game":{laid.number},"deck":[10]}}')
    for side in SIDES:
        give(laid, side, kept[side].spend())
    assert laid.pregame.stage == "squadron" and laid.game.draw.laid is None
    assert laid.game.draw.chains == {side: kept[side].end for side in SIDES}
    assert laid.press(laid.active, "squadron", deck=["2", "3", "4"]).status_code == 302
    assert laid.game.draw.laid.number == 2


def test_an_order_whose_row_is_lost_falls_away(laid: MissionTable) -> None:
    LaidOrder.objects.all().delete()
    assert laid.active.client.post(address("game-fill-links", laid.url)).status_code == 302
    assert laid.game.draw.laid is None and laid.pregame.stage == "squadron"
    assert laid.press(laid.active, "squadron", deck=["2", "3", "4"]).status_code == 302
    assert laid.pregame.stage == "mission" and not LaidOrder.objects.exists()


def test_an_order_of_somebody_who_plays_the_side_no_longer_falls_away(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    LaidOrder.objects.update(member=laid.opposing.seat.number)
    for side in SIDES:
        give(laid, side, kept[side].spend())
    assert laid.game.draw.laid is None and laid.pregame.stage == "squadron"


def test_verify_has_the_orders_and_their_links(laid: MissionTable, kept: dict[SideName, Chain]) -> None:
    for side in SIDES:
        give(laid, side, kept[side].spend())
    salt = LaidOrder.objects.get().salt
    assert salt not in page(laid.organiser, laid.verify_url)
    laid.press(laid.organiser, "void", reason="The evening ends.")
    shown = page(laid.organiser, laid.verify_url)
    assert salt in shown and kept["active"].end in shown
    assert seal_of(kept["active"].end) in shown


def test_verify_keeps_an_order_secret_that_was_never_carried_out(
    laid: MissionTable, kept: dict[SideName, Chain]
) -> None:
    for side in SIDES:
        give(laid, side, kept[side].spend())
    assets = LaidOrder.objects.create(
        campaign_id=laid.league.campaign.pk,
        game=laid.number,
        number=2,
        member=laid.seat("opposing").number,
        name="commit_assets",
        order=f'{{"game":{laid.number},"side":"opposing","assets":[77]}}',
        salt="08" * 16,
        given={"opposing": kept["opposing"].link},
    )
    laid.press(laid.organiser, "void", reason="The evening ends.")
    shown = page(laid.organiser, laid.verify_url)
    assert "draw_mission_squadron" in shown and kept["opposing"].link in shown
    assert assets.salt not in shown and "commit_assets" not in shown
