"""Standings and charts."""

import pytest

from league.charts import HEIGHT, WIDTH
from league.views.standings import _carried
from rosters.models import Fleet
from tests.answers import text_of


def address_of(running) -> str:
    return f"/campaigns/{running.campaign.pk}/standings/"


def places(page: str) -> list[tuple[int, str]]:
    """(place, fleet) of each line of the table."""
    rows = page.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
    return [
        (
            int(row.split('data-label="Place" class="fig">')[1].split("<")[0]),
            row.split('/">')[1].split("<")[0],
        )
        for row in rows
    ]


@pytest.mark.rule("CR-152")
def test_victories_come_before_value_and_value_before_points_destroyed(running, player):
    Fleet.objects.filter(number=running.fleet).update(victories=1, value=100, destroyed_points=5)
    Fleet.objects.filter(number=running.rival_fleet).update(victories=1, value=100, destroyed_points=6)
    page = text_of(player.client.get(address_of(running)))
    assert places(page) == [(1, "Iron Fist"), (2, "Red Wing")]
    Fleet.objects.filter(number=running.fleet).update(value=101)
    assert places(text_of(player.client.get(address_of(running))))[0] == (1, "Red Wing")
    Fleet.objects.filter(number=running.rival_fleet).update(victories=2)
    assert places(text_of(player.client.get(address_of(running))))[0] == (1, "Iron Fist")


@pytest.mark.rule("CR-152")
def test_equals_share_a_place(running, player):
    Fleet.objects.update(victories=1, value=100, destroyed_points=5)
    page = text_of(player.client.get(address_of(running)))
    assert [place for place, _ in places(page)] == [1, 1]


def test_the_own_fleet_is_marked(running, player, visitor):
    assert 'class="mine"' in text_of(player.client.get(address_of(running)))
    assert 'class="mine"' not in text_of(visitor.client.get(address_of(running)))


def test_drafts_do_not_stand_in_the_table(running, player):
    Fleet.objects.filter(number=running.rival_fleet).update(standing="draft")
    assert places(text_of(player.client.get(address_of(running)))) == [(1, "Red Wing")]


def test_places_go_on_over_the_pages(running, player):
    like = Fleet.objects.get(number=running.fleet)
    copies = [
        Fleet(**{**_columns(like), "number": 5000 + each, "name": f"Fleet {each}", "value": 1000 - each // 2})
        for each in range(60)
    ]
    Fleet.objects.bulk_create(copies)
    second = places(text_of(player.client.get(f"{address_of(running)}?page=2")))
    assert (second[0], second[1], len(second)) == ((51, "Fleet 50"), (51, "Fleet 51"), 12)


def _columns(fleet: Fleet) -> dict[str, object]:
    return {
        field.attname: getattr(fleet, field.attname) for field in Fleet._meta.fields if field.name != "id"
    }


@pytest.mark.parametrize("page", ["0", "2", "x", "-1", "99999999999999999999"])
def test_a_page_that_is_not_there_is_not_found(running, player, page):
    assert player.client.get(f"{address_of(running)}?page={page}").status_code == 404


def test_charts_have_a_picture_and_its_figures(running, player):
    page = text_of(player.client.get(f"{address_of(running)}charts/"))
    assert page.count(f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"') == 2
    value = Fleet.objects.get(number=running.fleet).value
    assert f'<td>Red Wing</td><td class="num">{value}</td>' in page.replace("\n", "")


def test_before_the_start_the_charts_say_what_to_wait_for(campaign, player):
    page = text_of(player.client.get(f"/campaigns/{campaign.pk}/standings/charts/"))
    assert "Nothing to draw yet" in page


def test_a_fleet_that_sat_out_keeps_its_figure_in_the_charts():
    assert _carried([None, 300, None, 320, None]) == [None, 300, 300, 320, 320]
