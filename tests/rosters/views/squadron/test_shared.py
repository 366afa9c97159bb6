"""Links to squadrons: shared knowingly, open to everybody who has them, withdrawn for good."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from league import limits
from league.limits import Rate
from league.models import Campaign
from league.painting import paint
from league.selectors.own_data import own_data
from rosters.models import SharedSquadron
from rosters.rules.orders import AppointProxy
from tests import verbs
from tests.people import Person, account, browser, joined
from tests.rosters.views.work_pages import LUKE, ROOKIE, WorkPages

pytestmark = pytest.mark.django_db

FILES = ("", "squadron.svg", "squadron.png", "squadron.xws")


@pytest.fixture(autouse=True)
def painter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are painted in this process."""
    monkeypatch.setattr("league.pdf._painted", paint)


def place(bench: WorkPages, card: int = 2) -> str:
    return f"{bench.base}squadrons/{card}/share/"


def press(who: Client, bench: WorkPages, do: str, card: int = 2):
    return who.post(place(bench, card), {"do": do})


def shared(bench: WorkPages) -> str:
    """The address of the link, after sharing."""
    assert press(bench.person.client, bench, "share").status_code == 302
    return f"/shared/{SharedSquadron.objects.get().token}/"


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_the_owner_sees_it_before_they_share_it(bench, luke):
    text = words(bench.person.client.get(place(bench)))
    assert "Luke Skywalker" in text and "Share it as it is now" in text
    assert "neither your name nor the campaign" in text
    assert not SharedSquadron.objects.exists()


def test_everybody_with_the_link_sees_the_squadron(bench, luke):
    link = shared(bench)
    for reader in (Client(), browser(account("stan")), bench.person.client):
        answer = reader.get(link)
        text = words(answer)
        assert answer.status_code == 200
        assert "Luke Skywalker" in text and "R2-D2" in text and "<dt>Hull</dt> <dd>3</dd>" in text
    assert answer["X-Robots-Tag"] == "noindex"
    assert "no-cache" in answer["Cache-Control"]


def test_the_page_tells_other_sites_what_to_show(bench, luke):
    text = Client().get(shared(bench)).content.decode()
    found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text))
    assert found["title"] == "Squadron 2 of Red Wing"
    assert found["description"] == "Rebel, STANDARD, 32 squad points, 1 ship: Luke Skywalker."
    assert found["image"].startswith("http") and found["image"].endswith("/squadron.png")
    assert Client().get(found["image"]).status_code == 200


def test_the_pictures_and_the_file(bench, luke):
    link = shared(bench)
    png = Client().get(f"{link}squadron.png")
    assert (png["Content-Type"], Image.open(BytesIO(png.content)).size) == ("image/png", (1200, 630))
    drawn = Client().get(f"{link}squadron.svg")
    assert drawn["Content-Type"] == "image/svg+xml" and "Luke Skywalker" in drawn.content.decode()
    file = Client().get(f"{link}squadron.xws")
    assert [each["name"] for each in json.loads(file.content)["pilots"]] == ["lukeskywalker"]
    assert file["Content-Disposition"] == 'attachment; filename="red-wing-2.xws"'


def test_the_copied_xws_can_be_imported_again(bench, luke):
    text = Client().get(shared(bench)).context["xws"]
    bench.done("return_ship", ship=luke)
    bench.person.client.post(f"{bench.base}build/import/", {"text": text, "step": "buy", "squadron": "2"})
    assert [each.card for each in bench.state.ships.values()] == [LUKE]


def test_later_changes_do_not_reach_the_link(bench, luke):
    link = shared(bench)
    before = {file: Client().get(link + file).content for file in ("squadron.svg", "squadron.xws")}
    bench.done("buy_ship", card=ROOKIE, squadron=2)
    bench.done("rename_fleet", fleet_name="Blue Wing", suit="spades")
    assert {file: Client().get(link + file).content for file in before} == before
    assert "Rookie Pilot" not in words(Client().get(link))
    assert "The squadron has changed" in words(bench.person.client.get(place(bench)))


def test_bringing_it_up_to_date_keeps_the_address(bench, luke):
    link = shared(bench)
    bench.done("buy_ship", card=ROOKIE, squadron=2)
    assert shared(bench) == link
    assert "Rookie Pilot" in words(Client().get(link))
    assert "The squadron has changed" not in words(bench.person.client.get(place(bench)))


@pytest.mark.parametrize("file", FILES)
def test_a_withdrawn_link_leads_nowhere(bench, luke, file):
    link = shared(bench)
    assert press(bench.person.client, bench, "withdraw").status_code == 302
    assert Client().get(link + file).status_code == 404
    again = shared(bench)
    assert again != link
    assert Client().get(link + file).status_code == 404


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("token", ["x", "0", "..", "%00", "a" * 400, "ÄÖ"])
def test_a_made_up_link_leads_nowhere(bench, luke, token, file):
    shared(bench)
    assert Client().get(f"/shared/{token}/{file}").status_code == 404


def test_nothing_of_the_campaign_or_its_people_is_behind_the_link(bench, luke):
    link = shared(bench)
    Campaign.objects.update(name="Very Private League")
    doc = SharedSquadron.objects.get().doc
    said = "".join(Client().get(link + file).content.decode() for file in FILES if file != "squadron.png")
    here = f"/campaigns/{bench.person.seat.campaign_id}"
    for secret in ("Very Private League", bench.person.seat.name, here):
        assert secret not in said
    known = json.loads(doc)
    assert (known["member"], known["points"], known["id"], known["assets"]) == (0, 0, 0, {})


def test_only_those_who_command_share_and_organisers_may_withdraw(bench, luke, organiser, rival):
    assert press(rival.client, bench, "share").status_code == 403
    assert rival.client.get(place(bench)).status_code == 403
    assert press(organiser.client, bench, "share").status_code == 403
    assert browser(account("stan")).get(place(bench)).status_code == 404
    link = shared(bench)
    assert press(rival.client, bench, "withdraw").status_code == 403
    assert Client().get(link).status_code == 200
    assert "Withdraw the link" in words(organiser.client.get(place(bench)))
    assert press(organiser.client, bench, "withdraw").status_code == 302
    assert Client().get(link).status_code == 404
    assert "The squadron is not shared" in words(organiser.client.get(place(bench)))


def test_a_proxy_shares_for_the_owner(bench, luke, campaign):
    helper: Person = joined(campaign, "hanna")
    verbs.do(bench.person.seat, AppointProxy(bench.fleet, helper.seat.number))
    assert press(helper.client, bench, "share").status_code == 302
    assert SharedSquadron.objects.get().user_id == helper.seat.user_id


def test_the_link_goes_with_the_account(bench, luke):
    link = shared(bench)
    bench.person.seat.user.delete()
    assert Client().get(link).status_code == 404


def test_a_link_to_a_fleet_that_never_was_leads_nowhere(bench, luke):
    link = shared(bench)
    SharedSquadron.objects.update(fleet=999)
    assert Client().get(link).status_code == 404


def test_a_squadron_without_ships_is_not_shared(bench):
    answer = press(bench.person.client, bench, "share")
    assert answer.status_code == 409
    assert "Put a ship into it" in words(answer)
    assert not SharedSquadron.objects.exists()


@pytest.mark.parametrize("do", ["", "undo", "share me"])
def test_a_button_that_is_not_there_is_declined(bench, luke, do):
    assert press(bench.person.client, bench, do).status_code == 422
    assert not SharedSquadron.objects.exists()


def test_too_many_are_declined_with_a_time(bench, luke, monkeypatch):
    monkeypatch.setattr(limits, "SHARES", Rate(1, 3600))
    shared(bench)
    answer = press(bench.person.client, bench, "share")
    assert answer.status_code == 429
    assert "An account can share 1 squadrons in an hour." in words(answer)


def test_sharing_is_no_act_of_the_campaign(bench, luke):
    head = bench.head
    shared(bench)
    press(bench.person.client, bench, "withdraw")
    assert bench.head == head


def test_the_pages_ask_few_questions(bench, luke, django_assert_max_num_queries):
    link = shared(bench)
    for reader, address in (
        (bench.person.client, place(bench)),
        (Client(), link),
        (bench.person.client, link),
    ):
        with django_assert_max_num_queries(12):
            reader.get(address)


def test_the_file_about_an_account_has_its_links(bench, luke):
    link = shared(bench)
    (told,) = own_data(bench.person.seat.user)["shared.json"]
    assert (told["campaign"], told["link"]) == ("Winter League", link)
    assert [each["name"] for each in told["squadron"]["pilots"]] == ["lukeskywalker"]
