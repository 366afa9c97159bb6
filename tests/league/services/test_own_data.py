"""The file with everything about an account: whole, understandable, and without secrets or other people."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league import limits
from league.kernel.events import KINDS
from league.kernel.refusal import TooMany
from league.models import EventRow
from league.rules.campaign import SetHouseNotes
from league.services import campaigns
from league.services.clubs import found_club
from league.services.mail import wish_for_reminders
from league.services.own_data import own_data_file
from league.services.players import show_page
from league.services.undo import undo
from rosters.rules.orders import LeaveCampaign
from tests import verbs
from tests.people import PASSWORD, Person, account, browser, proven

pytestmark = pytest.mark.django_db

PAGE = "/account/data/"
KEY = "JBSWY3DPEHPK3PXP"


def unpacked(data: bytes) -> dict[str, Any]:
    """Each file's content by its name: JSON, or text."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: read(name, archive.read(name)) for name in archive.namelist()}


def read(name: str, content: bytes) -> Any:
    if name.endswith(".jpg"):
        return content
    return json.loads(content) if name.endswith((".json", ".xws")) else content.decode()


def data_of(user: Any) -> dict[str, Any]:
    with own_data_file(user)[1] as file:
        return unpacked(file.read())


def test_the_file_has_everything_of_its_owner(running: verbs.League):
    user = running.player.user
    wish_for_reminders(user, True)
    show_page(user, "members")
    found_club(user, "Star Club", "", "", public=True)
    TOTP.activate(user, KEY)
    verbs.do(running.organiser, SetHouseNotes("House rules"))
    files = data_of(user)
    account, (campaign,) = files["account.json"], files["campaigns.json"]
    assert (account["display_name"], account["email"]) == ("Paul", "paul@example.org")
    assert (account["reminders_by_mail"], [each["kind"] for each in account["second_steps"]]) == (
        True,
        ["totp"],
    )
    assert [each["name_in_its_address"] for each in account["clubs"]] == ["star-club"]
    assert account["player_page"] == {"name_in_its_address": "paul", "shown_to": "members"}
    assert (campaign["role"], campaign["still_in"], campaign["campaign"]["name"]) == (
        "player",
        True,
        "Winter League",
    )
    (fleet,) = files["fleets.json"]
    assert (fleet["name"], fleet["side"]) == ("Red Wing", "rebel")
    xws = [content for name, content in files.items() if name.endswith(".xws")]
    assert xws == list(fleet["squadrons"].values()) and xws[0]["pilots"]
    kinds = {event["kind"] for act in files["acts.json"] for event in act["events"]}
    assert {"fleet.founded", "fleet.ship_bought"} <= kinds
    assert all(name in files["README.txt"] for name in files if "/" not in name and name != "README.txt")


def test_nothing_of_other_people_and_no_secret_of_the_account_is_in_it(running: verbs.League):
    user = running.player.user
    TOTP.activate(user, KEY)
    campaigns.invite(running.organiser)
    text = str(data_of(user))
    assert user.password not in text and KEY not in text and "sealed:" not in text
    for other in (running.rival, running.organiser, running.helper):
        assert other.user.email not in text
    assert "Iron Fist" not in text


def test_reasons_and_undone_acts_are_told(running: verbs.League):
    number = verbs.do(running.organiser, SetHouseNotes("House rules")).act
    undo(running.campaign.pk, running.helper, number, "Written too early")
    assert data_of(running.organiser.user)["words.json"][-1]["text"] == "House rules"
    assert [act["undone"] for act in data_of(running.organiser.user)["acts.json"]][-1] is True
    (words,) = data_of(running.helper.user)["words.json"]
    assert (words["text"], words["campaign"]) == ("Written too early", "Winter League")


def kinds_of(user: Any) -> set[str]:
    return {event["kind"] for act in data_of(user)["acts.json"] for event in act["events"]}


SECRET = {kind for kind, event in KINDS.items() if event.secret}


def test_a_running_game_gives_no_secret_away(running: verbs.League):
    game = verbs.pair(running)
    verbs.press_ready(running.organiser, game, "active", nonce="one-side-only")
    rows = EventRow.objects.filter(campaign=running.campaign, actor=running.organiser.number, game=game)
    assert rows.filter(kind__in=SECRET).exists()
    user = running.organiser.user
    told = data_of(user)
    assert not any(event.get("game") == game for act in told["acts.json"] for event in act["events"])
    assert "one-side-only" not in str(told) and not kinds_of(user) & SECRET
    assert "open_round" in [act["name"] for act in told["acts.json"]]


def test_a_game_that_is_over_is_told_whole(running: verbs.League):
    verbs.play(running)
    assert kinds_of(running.player.user) & SECRET


def test_a_place_that_was_left_keeps_only_the_name_of_a_private_campaign(campaign: Any, player: Person):
    verbs.do(player.seat, LeaveCampaign())
    (place,) = data_of(player.user)["campaigns.json"]
    assert (place["still_in"], set(place["campaign"])) == (False, {"number", "name"})


def test_requests_to_join_are_in_it(public_campaign: Any, stranger: Person):
    campaigns.ask_to_join(stranger.user, public_campaign, "We met on Tuesday")
    (asked,) = data_of(stranger.user)["requests.json"]
    assert (asked["campaign"], asked["message"], asked["accepted"]) == (
        "Open League",
        "We met on Tuesday",
        None,
    )


def test_so_many_files_an_hour():
    user, now = account("ada"), timezone.now()
    for _ in range(limits.OWN_DATA.most):
        own_data_file(user, now)[1].close()
    with pytest.raises(TooMany, match="5 times in an hour. Try again in 60 minutes"):
        own_data_file(user, now)
    own_data_file(user, now + timedelta(hours=1))[1].close()


IN_FILES = {
    "league.CalendarFeed": "account.json",
    "league.Club": "account.json",
    "league.JoinRequest": "requests.json",
    "league.Member": "campaigns.json",
    "league.PlayerPage": "account.json",
    "league.Wishes": "account.json",
    "rosters.OwnedShip": "models.json",
    "rosters.SharedSquadron": "shared.json",
    "missions.Photo": "photos.json",
    "battles.BattleSeat": "battles.json",
    "account.EmailAddress": "account.json",
    "mfa.Authenticator": "account.json",
    "usersessions.UserSession": "browsers.json",
}
"""The file that has what a table keeps about an account. A new table fails here until a share gives it."""
IN_NONE = {
    "league.Closing": "a closed account downloads nothing",
    "admin.LogEntry": "changes that a host made in the admin",
}


def test_every_table_about_accounts_has_its_place_in_a_file():
    tables = {each.related_model._meta.label for each in User._meta.related_objects}
    assert tables == {*IN_FILES, *IN_NONE}
    assert set(IN_FILES.values()) <= set(data_of(account("ada")))


# --- the page ---------------------------------------------------------------------------------------


def test_the_file_comes_only_after_the_password():
    user = account("ada")
    client = browser(user)
    page = client.get(PAGE)
    assert 'form="download"' not in page.content.decode()
    asked = client.post(PAGE)
    assert asked["Location"] == "/accounts/reauthenticate/?next=%2Faccount%2Fdata%2F"
    back = client.post(asked["Location"], {"password": PASSWORD}, follow=True)
    assert back.redirect_chain[-1][0] == PAGE and 'form="download"' in back.content.decode()
    answer = client.post(PAGE)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/zip", "private, no-store")
    assert f"admiralty-account-{user.pk}-" in answer["Content-Disposition"]
    assert unpacked(b"".join(answer))["account.json"]["number"] == user.pk
    answer.close()


def test_one_file_too_many_is_refused_with_a_sentence():
    client = proven(account("ada"))
    answers = [client.post(PAGE) for _ in range(limits.OWN_DATA.most + 1)]
    for each in answers:
        each.close()
    assert [each.status_code for each in answers] == [200] * limits.OWN_DATA.most + [429]
    assert "5 times in an hour" in answers[-1].content.decode()


def test_nobody_downloads_anything_without_an_account():
    assert "/accounts/login/" in Client().post(PAGE)["Location"]
