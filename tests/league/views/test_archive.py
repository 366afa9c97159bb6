"""Downloads, restoring, and links to places, as people meet them."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Campaign, Member
from league.rules.campaign import ChangeSettings, EndCampaign
from league.services.archive import archive, will_be_left_out
from league.services.check import check
from league.store.archive_file import FILE_LIMIT
from missions.rules.game.state import MissionsState
from missions.rules.orders import ArrangeFriendly
from tests import verbs
from tests.answers import text_of
from tests.people import Person, account, browser

pytestmark = pytest.mark.django_db
PAGES = (
    "downloads/",
    "downloads/archive.zip",
    *(f"downloads/{it}.csv" for it in ("standings", "games", "rosters")),
)


def upload(person: Person, data: bytes, name: str = ""):
    posted = {"archive": SimpleUploadedFile("a.zip", data), "name": name}
    return person.client.post("/campaigns/restore/", posted)


def read(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("page", PAGES)
def test_members_download_and_nobody_else(running, player, visitor, stranger, nobody, page):
    address = f"/campaigns/{running.campaign.pk}/{page}"
    clients = (player.client, visitor.client, stranger.client, nobody)
    assert [client.get(address).status_code for client in clients] == [200, 200, 404, 404]


@pytest.mark.parametrize("page", PAGES)
def test_a_public_campaign_is_downloaded_by_its_members_alone(
    public_campaign, organiser, stranger, nobody, page
):
    address = f"/campaigns/{public_campaign.pk}/{page}"
    clients = (organiser.client, stranger.client, nobody)
    assert [client.get(address).status_code for client in clients] == [200, 404, 404]


def test_the_archive_comes_as_a_file_with_a_name(running, player):
    answer = player.client.get(f"/campaigns/{running.campaign.pk}/downloads/archive.zip")
    head = Campaign.objects.get(pk=running.campaign.pk).head_seq
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == f'attachment; filename="winter-league-{head}.zip"'
    assert "no-store" in answer["Cache-Control"]
    assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None


def test_the_way_to_the_downloads_is_under_more_and_on_the_standings(running, player, nobody):
    base = f"/campaigns/{running.campaign.pk}/"
    for page in (f"{base}more/", f"{base}standings/"):
        assert f'href="{base}downloads/"' in player.client.get(page).content.decode()
    assert 'href="/campaigns/restore/"' in player.client.get("/campaigns/").content.decode()


def test_the_page_says_what_is_left_out(running, organiser, player):
    page = f"/campaigns/{running.campaign.pk}/downloads/"
    assert "Nothing is sealed at the moment" in player.client.get(page).content.decode()
    game = verbs.pair(running)
    verbs.press_ready(organiser.seat, game, "active")
    text = unescape(player.client.get(page).content.decode())
    assert "Left out of the file" in text
    assert re.search(r"Round 1, (Red Wing|Iron Fist) against", text)


def test_the_downloads_page_asks_the_database_twelve_times_at_most(running, organiser, player):
    page = f"/campaigns/{running.campaign.pk}/downloads/"
    verbs.press_ready(organiser.seat, verbs.pair(running), "active")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        player.client.get(page)
    assert len(queries) <= 12


def test_the_tables_have_the_columns_that_were_promised(running, player):
    base = f"/campaigns/{running.campaign.pk}/downloads/"
    heads = {
        it: player.client.get(f"{base}{it}.csv").content.decode("utf-8-sig").split("\r\n")[0]
        for it in ("standings", "games", "rosters")
    }
    assert heads == {
        "standings": "place,fleet,side,player,state,victories,draws,defeats,fleet_value,fleet_points,"
        "points_destroyed,squadrons,ships,missing_ships",
        "games": "round,game,active_fleet,active_player,opposing_fleet,opposing_player,step,winner,"
        "decided_by,active_score,opposing_score,mission,friendly,active_side,opposing_side",
        "rosters": "fleet,side,player,state,squadron,squadron_type,kind,number,card,model_or_slot,on_ship,"
        "points,rank,missing,damaged,crippled",
    }


def test_a_table_that_is_not_there_is_not_found(running, player):
    assert player.client.get(f"/campaigns/{running.campaign.pk}/downloads/secrets.csv").status_code == 404


def test_the_standings_are_a_table(running, player):
    rows = read(player.client.get(f"/campaigns/{running.campaign.pk}/downloads/standings.csv"))
    assert [(row["place"], row["fleet"], row["player"], row["state"]) for row in rows] == [
        ("1", "Red Wing", "Paul", "ready"),
        ("2", "Iron Fist", "Rita", "ready"),
    ]


def test_after_the_end_a_fleet_is_finished_in_both_tables_that_tell_its_state(running, organiser, player):
    verbs.do(organiser.seat, EndCampaign())
    base = f"/campaigns/{running.campaign.pk}/downloads/"
    tables = [read(player.client.get(f"{base}{it}.csv")) for it in ("standings", "rosters")]
    assert [{row["state"] for row in table} for table in tables] == [{"finished"}, {"finished"}]


def test_the_file_names_a_friendly_game_that_it_leaves_out(running, organiser):
    verbs.do(organiser.seat, ArrangeFriendly(running.fleet, running.rival_fleet))
    game = max(verbs.state_of(organiser.seat).of(MissionsState).games)
    verbs.press_ready(organiser.seat, game, "active", nonce="a", seed="a")
    [line] = will_be_left_out(running.campaign.pk)
    assert line.startswith("Friendly game, Red Wing against Iron Fist: ")


def test_the_rosters_are_a_table(running, player):
    rows = read(player.client.get(f"/campaigns/{running.campaign.pk}/downloads/rosters.csv"))
    assert len(rows) == 24
    assert {(row["fleet"], row["squadron"], row["kind"], row["missing"]) for row in rows} == {
        (fleet, squadron, "ship", "no") for fleet in ("Red Wing", "Iron Fist") for squadron in "234"
    }


def test_the_games_are_a_table_with_results_once_they_stand(running, organiser, player):
    address = f"/campaigns/{running.campaign.pk}/downloads/games.csv"
    game = verbs.pair(running)
    [before] = read(player.client.get(address))
    assert (before["round"], before["game"], before["step"], before["active_score"]) == (
        "1",
        "1",
        "draw",
        "",
    )
    verbs.draw(organiser.seat, game)
    verbs.report(organiser.seat, game, conceded="active")
    verbs.make_choices(organiser.seat, game)
    verbs.confirm(organiser.seat, game)
    [after] = read(player.client.get(address))
    assert (after["step"], after["winner"], after["decided_by"]) == ("done", "opposing", "concession")
    assert after["active_score"].isdecimal()
    assert (after["mission"], after["friendly"]) == ("", "no")
    sides = {"Red Wing": "rebel", "Iron Fist": "imperial"}
    assert [after["active_side"], after["opposing_side"]] == [
        sides[after["active_fleet"]],
        sides[after["opposing_fleet"]],
    ]


def test_restoring_asks_for_sign_in(nobody):
    answer = nobody.get("/campaigns/restore/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/campaigns/restore/")


def test_a_stranger_restores_a_campaign_and_organises_it(running, player, stranger):
    file = player.client.get(f"/campaigns/{running.campaign.pk}/downloads/archive.zip").content
    answer = upload(stranger, file)
    made = Campaign.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/campaigns/{made.pk}/places/")
    assert Member.objects.get(campaign=made, user=stranger.user).role == "organiser"
    assert check(made) == []
    assert stranger.client.get(f"/campaigns/{made.pk}/").status_code == 200


BAD = {"none": None, "empty": b"", "no zip": b"hello", "too large": b"x" * (FILE_LIMIT + 1)}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_the_form_and_nothing_is_kept(stranger, data):
    before = Campaign.objects.count()
    answer = stranger.client.post("/campaigns/restore/") if data is None else upload(stranger, data)
    text = unescape(answer.content.decode())
    assert (answer.status_code, Campaign.objects.count()) == (422, before)
    assert "archive" in text
    assert "invalid-feedback" in text


def restored(running, person: Person, name: str = "Olga") -> Campaign:
    """A copy, in which the person takes the place of that name."""
    upload(person, archive(running.campaign.pk).data, name)
    return Campaign.objects.latest("pk")


def roles(campaign: Campaign) -> dict[str, tuple[str, bool]]:
    """Role by name, and whether somebody has the place."""
    found = Member.objects.filter(campaign=campaign, active=True)
    return {each.name: (each.role, each.user_id is not None) for each in found}


def test_the_one_who_restores_gets_their_own_place_and_the_organisers_role(running, co_organiser, player):
    campaign = restored(running, co_organiser, name="")
    assert roles(campaign) == {
        "Olga": ("co_organiser", False),
        "Cora": ("organiser", True),
        "Paul": ("player", False),
        "Rita": ("player", False),
        "Viktor": ("visitor", False),
    }
    assert Member.objects.get(campaign=campaign, name="Cora").number == co_organiser.seat.number
    assert len(links(co_organiser, campaign)) == 4
    assert check(campaign) == []
    other = restored(running, player, name=" rita ")
    mine = Member.objects.get(campaign=other, user=player.user)
    assert (mine.role, mine.number) == ("organiser", running.rival.number)
    assert roles(other)["Paul"][0] == "organiser"


def test_somebody_new_gets_a_new_place(running, stranger):
    campaign = restored(running, stranger, name="")
    assert roles(campaign) == {
        "Olga": ("co_organiser", False),
        "Cora": ("co_organiser", False),
        "Paul": ("player", False),
        "Rita": ("player", False),
        "Viktor": ("visitor", False),
        "Stan": ("organiser", True),
    }
    refused = stranger.client.get(links(stranger, campaign)[0])
    text = unescape(refused.content.decode())
    assert (refused.status_code, "You can hand the fleet of Cora over to yourself instead." in text) == (
        409,
        True,
    )


def test_a_name_that_nobody_has_is_refused_with_the_names(running, stranger):
    before = Campaign.objects.count()
    answer = upload(stranger, archive(running.campaign.pk).data, "Otto")
    text = unescape(answer.content.decode())
    assert "Nobody in this campaign is called Otto. Its members: Olga, Cora, Paul, Rita and Viktor." in text
    assert (answer.status_code, Campaign.objects.count()) == (409, before)


def links(person: Person, campaign: Campaign) -> list[str]:
    text = person.client.get(f"/campaigns/{campaign.pk}/places/").content.decode()
    return re.findall(r'value="http://testserver(/places/[^"]+)"', text)


def test_the_organiser_finds_a_link_for_every_empty_place(running, stranger, player):
    campaign = restored(running, stranger)
    assert len(links(stranger, campaign)) == 4
    assert (
        f"/campaigns/{campaign.pk}/places/"
        in stranger.client.get(f"/campaigns/{campaign.pk}/downloads/").content.decode()
    )
    assert player.client.get(f"/campaigns/{campaign.pk}/places/").status_code == 404


def test_the_members_page_leads_organisers_to_the_empty_places(running, organiser, stranger):
    campaign = restored(running, stranger)
    text = stranger.client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert "4 places have no account on this site." in text
    assert f'href="/campaigns/{campaign.pk}/places/"' in text
    assert (
        "places/" not in organiser.client.get(f"/campaigns/{running.campaign.pk}/members/").content.decode()
    )


def test_a_link_leads_to_a_place_and_then_to_the_campaign(running, stranger, nobody):
    campaign = restored(running, stranger)
    link = links(stranger, campaign)[1]
    offered = nobody.get(link).content.decode()
    assert (offered.count("/accounts/login/"), offered.count("/accounts/login/?next=/places/")) == (3, 3)
    newcomer = browser(account("pablo"))
    assert "Take Paul’s place" in " ".join(newcomer.get(link).content.decode().split())
    assert newcomer.post(link)["Location"] == f"/campaigns/{campaign.pk}/"
    assert newcomer.get(f"/campaigns/{campaign.pk}/").status_code == 200
    assert newcomer.get(link)["Location"] == f"/campaigns/{campaign.pk}/"
    assert nobody.get(link).status_code == 409


def test_taking_a_place_needs_an_account(running, stranger, nobody):
    campaign = restored(running, stranger)
    link = links(stranger, campaign)[0]
    assert nobody.post(link).status_code == 200
    assert Member.objects.filter(campaign=campaign, user=None).count() == 4


def test_a_co_organiser_gets_no_link_to_a_co_organisers_place(running, stranger):
    campaign = restored(running, stranger)
    cora = browser(account("carla"))
    cora.post(links(stranger, campaign)[0])
    place = Member.objects.get(campaign=campaign, name="Paul")
    stranger.client.post(f"/campaigns/{campaign.pk}/members/{place.number}/", {"role": "co_organiser"})
    text = cora.get(f"/campaigns/{campaign.pk}/places/").content.decode()
    assert text.count('value="http://testserver/places/') == 2
    assert "only the organiser can give that place away" in text


def test_nobody_is_missing_when_all_have_accounts(running, organiser, player):
    base = f"/campaigns/{running.campaign.pk}/"
    assert "Everybody has an account" in organiser.client.get(f"{base}places/").content.decode()
    assert player.client.get(f"{base}places/").status_code == 403


@pytest.mark.parametrize("asked", [False, True])
def test_a_copy_is_public_only_if_that_is_asked(running, organiser, stranger, nobody, asked):
    if not asked:
        verbs.do(organiser.seat, ChangeSettings("Winter League", public=True))
    file = SimpleUploadedFile("a.zip", archive(running.campaign.pk).data)
    assert 'name="public"' in stranger.client.get("/campaigns/restore/").content.decode()
    assert stranger.client.post(
        "/campaigns/restore/", {"archive": file, **({"public": "on"} if asked else {})}
    )
    copy = Campaign.objects.latest("pk")
    assert (copy.public, check(copy)) == (asked, [])
    assert nobody.get(f"/campaigns/{copy.pk}/").status_code == (200 if asked else 404)


def test_the_pages_of_a_copy_say_that_it_is_one(running, organiser, stranger):
    upload(stranger, archive(running.campaign.pk).data)
    copy = Campaign.objects.latest("pk")
    assert "A copy, restored from a file" in text_of(stranger.client.get(f"/campaigns/{copy.pk}/"))
    assert f">{copy.name} (copy)</a>" in text_of(stranger.client.get(f"/campaigns/{copy.pk}/standings/"))
    assert "A copy" not in text_of(organiser.client.get(f"/campaigns/{running.campaign.pk}/"))
