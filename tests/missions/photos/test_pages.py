"""Adding, seeing, captioning and deleting photos of a game, by everybody who may and may not."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import call_command

from league import limits
from league.models import Act, Campaign
from league.rules.campaign import ChangeSettings
from league.selectors.own_data import own_data
from league.services.campaigns import delete_account
from league.services.own_data import own_data_file
from league.services.undo import undo
from missions.models import Photo
from missions.services.photos import door, files
from tests import verbs
from tests.answers import queries, text_of
from tests.missions.photos.pictures import from_a_phone, opened, photo
from tests.missions.tables import Table, page
from tests.people import Person

pytestmark = pytest.mark.django_db
SHOWS = "Two X-wings behind the <burning> transport"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.PHOTOS_DIR = tmp_path / "photos"
    return settings.PHOTOS_DIR


def add(person: Person, table: Table, data: bytes | None = None, caption: str = SHOWS, name: str = "x.jpg"):
    file = BytesIO(photo() if data is None else data)
    file.name = name
    return person.client.post(f"{table.url}photos/new/", {"photo": file, "caption": caption})


def added(person: Person, table: Table) -> Photo:
    answer = add(person, table)
    assert answer.status_code == 302, text_of(answer)
    return Photo.objects.latest("pk")


def picture_of(found: Photo, size: str = "small") -> str:
    return f"/campaigns/{found.campaign_id}/photos/{found.pk}/{size}.jpg"


def story_of(table: Table) -> str:
    return f"{table.home}story/"


def on_disk(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


# --- adding ----------------------------------------------------------------------------------------------


def test_a_player_adds_a_photo_and_everybody_finds_it(finished, visitor):
    found = added(finished.active, finished)
    for place in (story_of(finished), finished.url, f"{finished.url}photos/"):
        text = page(visitor, place)
        assert "Two X-wings behind the &lt;burning&gt; transport" in text
        assert "<burning>" not in text
    assert picture_of(found) in page(visitor, story_of(finished))
    assert picture_of(found, "large") in page(visitor, f"{finished.url}photos/")
    assert finished.active.seat.name in page(visitor, f"{finished.url}photos/")


def test_both_players_and_organisers_add_photos(finished):
    for person in (finished.active, finished.opposing, finished.organiser):
        assert "Add a photo" in page(person, finished.url)
        assert "Add a photo" in page(person, f"{finished.url}photos/")
        assert "Add the photo" in page(person, f"{finished.url}photos/new/")
        added(person, finished)
    assert Photo.objects.count() == 3


def test_nobody_else_adds_one(finished, visitor, stranger, folder):
    for place in (finished.url, f"{finished.url}photos/"):
        assert "Add a photo" not in page(visitor, place)
    assert visitor.client.get(f"{finished.url}photos/new/").status_code == 403
    assert add(visitor, finished).status_code == 403
    assert add(stranger, finished).status_code == 404
    assert (Photo.objects.count(), on_disk(folder)) == (0, [])


def test_a_game_that_is_not_over_takes_none(reported, folder):
    assert "when the game is over" in page(reported.active, f"{reported.url}photos/")
    answer = add(reported.active, reported)
    assert (answer.status_code, "Report and confirm the result first." in text_of(answer)) == (409, True)
    assert on_disk(folder) == []


def test_the_files_are_private_and_have_no_place(finished, folder):
    assert add(finished.active, finished, from_a_phone(6)).status_code == 302
    large, small = on_disk(folder)
    for path in (large, small):
        assert path.stat().st_mode & 0o777 == 0o600
        assert b"Exif" not in path.read_bytes()
    assert {path.stat().st_mode & 0o777 for path in (folder, large.parent)} == {0o700}
    assert opened(large.read_bytes()).size == (80, 120)


@pytest.mark.parametrize(
    ("data", "caption", "sentence"),
    [
        (b"GIF89a" + bytes(40), SHOWS, "This file is a GIF. Choose a photo in JPEG, PNG or WebP format."),
        (photo()[:200], SHOWS, "This photo is damaged"),
        (b"", SHOWS, "This file is empty."),
        (photo(), "", "Say in a few words what the photo shows: some people cannot see it."),
        (photo(), " \u200b ", "Say in a few words what the photo shows: some people cannot see it."),
        (photo(), "x" * 201, "Keep it to 200 characters."),
    ],
)
def test_a_bad_photo_is_refused_with_a_sentence(finished, folder, data, caption, sentence):
    answer = add(finished.active, finished, data, caption)
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert (Photo.objects.count(), on_disk(folder)) == (0, [])


def test_a_post_without_a_photo_is_refused(finished):
    answer = finished.active.client.post(f"{finished.url}photos/new/", {"caption": SHOWS})
    assert (answer.status_code, "Choose a photo" in text_of(answer)) == (422, True)


@pytest.mark.parametrize("name", ["../../evil.py", "a.svg", "x" * 300 + ".jpg", "<b>.jpg"])
def test_the_name_of_the_file_means_nothing(finished, folder, name):
    assert add(finished.active, finished, name=name).status_code == 302
    assert all(re.fullmatch(r"[0-9a-f]{32}-(large|small)\.jpg", path.name) for path in on_disk(folder))


# --- quotas ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("PHOTOS_PER_GAME", "This game has 1 photos"),
        ("PHOTOS_PER_CAMPAIGN", "This campaign has 1 photos"),
        ("PHOTOS_PER_ACCOUNT", "Your account has 1 photos"),
    ],
)
def test_a_full_quota_is_told(finished, folder, monkeypatch, limit, sentence):
    added(finished.active, finished)
    monkeypatch.setattr(limits, limit, 1)
    answer = add(finished.active, finished)
    assert (answer.status_code, sentence in text_of(answer)) == (409, True)
    assert len(on_disk(folder)) == 2


def test_a_game_with_all_its_photos_offers_no_more(finished, monkeypatch):
    new = f"{finished.url}photos/new/"
    added(finished.active, finished)
    for most, offered in ((2, True), (1, False)):
        monkeypatch.setattr(limits, "PHOTOS_PER_GAME", most)
        for place in (finished.url, f"{finished.url}photos/"):
            assert (new in page(finished.opposing, place)) == offered
    assert "This game has 1 photos, as many as it can." in page(finished.opposing, f"{finished.url}photos/")


def test_a_quota_that_fills_meanwhile_keeps_no_file(finished, folder, monkeypatch):
    made = door.pictures_of

    def meanwhile(data: bytes):
        monkeypatch.setattr(limits, "PHOTOS_PER_GAME", 0)
        return made(data)

    monkeypatch.setattr(door, "pictures_of", meanwhile)
    assert add(finished.active, finished).status_code == 409
    assert on_disk(folder) == []


def test_an_account_that_sends_too_many_is_told_when_it_goes_again(finished, monkeypatch):
    monkeypatch.setattr(limits, "PHOTOS_ADDED", limits.Rate(1, 3600))
    added(finished.active, finished)
    answer = add(finished.active, finished)
    assert (answer.status_code, "Try again in 60 minutes." in text_of(answer)) == (429, True)
    added(finished.opposing, finished)


def test_photos_leave_room_to_the_database(finished, monkeypatch):
    monkeypatch.setattr(files, "room_left", lambda: limits.PHOTO_DISK_LEFT - 1)
    answer = add(finished.active, finished)
    assert (answer.status_code, "no room for more photos" in text_of(answer)) == (409, True)


# --- the pictures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_picture_of_a_private_campaign_is_for_its_members(finished, visitor, stranger, size):
    place = picture_of(added(finished.active, finished), size)
    answer = visitor.client.get(place)
    assert (answer.status_code, opened(answer.content).format) == (200, "JPEG")
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert re.fullmatch(r'inline; filename="[a-z0-9-]+-photo-\d+\.jpg"', answer["Content-Disposition"])
    assert stranger.client.get(place).status_code == 404
    assert visitor.client.post(place).status_code == 405


def test_a_picture_that_a_browser_has_is_not_sent_again_but_asked_for_again(finished, visitor, stranger):
    place = picture_of(added(finished.active, finished))
    mark = visitor.client.get(place)["ETag"]
    again = visitor.client.get(place, headers={"if-none-match": mark})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "private, no-cache")
    assert stranger.client.get(place, headers={"if-none-match": mark}).status_code == 404


def test_pictures_of_a_public_campaign_may_be_kept_for_a_while(finished, stranger):
    place = picture_of(added(finished.active, finished))
    campaign = Campaign.objects.get(pk=finished.league.campaign.pk)
    verbs.do(finished.organiser.seat, ChangeSettings(campaign.name, public=True))
    answer = stranger.client.get(place)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "public, max-age=600")


def test_a_picture_is_found_below_its_own_campaign_alone(finished, folder):
    found = added(finished.active, finished)
    assert finished.active.client.get(f"/campaigns/9999/photos/{found.pk}/small.jpg").status_code == 404
    for path in on_disk(folder):
        path.unlink()
    assert finished.active.client.get(picture_of(found)).status_code == 404


# --- captions and deleting -------------------------------------------------------------------------------


def test_a_caption_is_changed_by_its_author_alone(finished):
    found = added(finished.active, finished)
    place = f"{finished.url}photos/{found.pk}/"
    assert SHOWS.replace("<", "&lt;").replace(">", "&gt;") in page(finished.active, place)
    assert finished.active.client.post(place, {"caption": "The end"}).status_code == 302
    assert "The end" in page(finished.active, story_of(finished))
    text = page(finished.organiser, place)
    assert ('id="caption"' in text, "Delete this photo" in text) == (False, True)
    assert finished.organiser.client.post(place, {"caption": "The very end"}).status_code == 403
    answer = finished.active.client.post(place, {"caption": "\u200b"})
    assert (answer.status_code, "some people cannot see it" in text_of(answer)) == (422, True)
    assert finished.opposing.client.get(place).status_code == 403
    assert finished.opposing.client.post(place, {"caption": "Ha"}).status_code == 403
    assert Photo.objects.get().caption == "The end"


@pytest.mark.parametrize("who", ["active", "organiser"])
def test_a_deleted_photo_is_gone_with_its_files(finished, folder, who, django_capture_on_commit_callbacks):
    found = added(finished.active, finished)
    place = f"{finished.url}photos/{found.pk}/delete/"
    with django_capture_on_commit_callbacks(execute=True):
        assert getattr(finished, who).client.post(place).status_code == 302
    assert (Photo.objects.count(), list(folder.iterdir())) == (0, [])
    assert finished.active.client.get(picture_of(found)).status_code == 404
    assert finished.active.client.post(place).status_code == 404


def test_nobody_deletes_the_photo_of_another(finished, visitor, stranger, folder):
    place = f"{finished.url}photos/{added(finished.active, finished).pk}/delete/"
    assert [each.client.post(place).status_code for each in (finished.opposing, visitor, stranger)] == [
        403,
        403,
        404,
    ]
    assert (Photo.objects.count(), len(on_disk(folder))) == (1, 2)


def test_organisers_need_the_second_step_that_the_host_asks_for_photos_of_others(finished, settings):
    settings.ORGANISERS_NEED_SECOND_STEP = True
    place = f"{finished.url}photos/{added(finished.active, finished).pk}/"
    for address, fields in ((f"{place}delete/", {}), (place, {"caption": "The end"})):
        answer = finished.organiser.client.post(address, fields)
        assert answer.status_code in (302, 403) and "/photos/" not in answer.get("Location", "")
    assert Photo.objects.get().caption != "The end"
    assert finished.active.client.post(f"{place}delete/").status_code == 302


def test_photos_go_with_the_account_that_added_them(finished, folder, django_capture_on_commit_callbacks):
    added(finished.active, finished)
    kept = added(finished.opposing, finished)
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(finished.active.user)
    assert list(Photo.objects.all()) == [kept]
    assert {path.name[:32] for path in on_disk(folder)} == {kept.key}


def test_photos_go_with_their_campaign(finished, folder, django_capture_on_commit_callbacks):
    added(finished.active, finished)
    with django_capture_on_commit_callbacks(execute=True):
        Campaign.objects.get(pk=finished.league.campaign.pk).delete()
    assert (Photo.objects.count(), on_disk(folder)) == (0, [])


def test_files_that_a_crash_left_are_removed_once_they_are_old(finished, folder, monkeypatch, capsys):
    added(finished.active, finished)
    campaign = finished.league.campaign.pk
    for name in (f"{campaign}/{'a' * 32}-large.jpg", "77/stray-small.jpg"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    call_command("clear_photos")
    assert len(on_disk(folder)) == 4
    monkeypatch.setattr(files, "STRAY_SECONDS", -1)
    call_command("clear_photos")
    assert "Deleted 2 files" in capsys.readouterr().out
    assert {path.name[:32] for path in on_disk(folder)} == {Photo.objects.get().key}


def test_the_file_about_an_account_has_its_own_photos_alone(finished, folder: Path):
    mine, theirs = added(finished.active, finished), added(finished.opposing, finished)
    told = own_data(finished.active.user)
    (entry,) = told["photos.json"]
    assert (entry["caption"], entry["game"]) == (SHOWS, mine.game)
    assert [name for name in told if name.endswith(".jpg")] == [entry["file"]]
    assert opened(told[entry["file"]]()).size == (mine.width, mine.height)
    files.remove(mine.campaign_id, mine.key)
    with own_data_file(finished.active.user)[1] as file, zipfile.ZipFile(file) as archive:
        assert entry["file"] not in archive.namelist() and "photos.json" in archive.namelist()
    with own_data_file(finished.opposing.user)[1] as file, zipfile.ZipFile(file) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".jpg")]
        assert archive.read(name) == files.read(theirs, "large")


# --- costs -----------------------------------------------------------------------------------------------


def test_pages_with_photos_stay_within_their_queries(finished):
    for person in (finished.active, finished.opposing, finished.active):
        added(person, finished)
    few = queries(finished.active.client, f"{finished.url}photos/")
    assert few <= 12
    assert queries(finished.active.client, finished.url) <= 12
    for _ in range(4):
        added(finished.organiser, finished)
    assert queries(finished.active.client, f"{finished.url}photos/") == few
    assert "3 more" in page(finished.active, story_of(finished))
    assert page(finished.active, story_of(finished)).count("small.jpg") == 4


def test_the_photos_of_an_undone_result_are_still_found_from_the_game(finished):
    added(finished.active, finished)
    act = Act.objects.get(campaign=finished.league.campaign, name="confirm_result", undone=False)
    undo(finished.league.campaign.pk, finished.organiser.seat, act.number, "Wrong ship")
    text = page(finished.active, finished.url)
    assert f'<a href="{finished.url}photos/">its photo</a>' in text
    assert "The words about this game are kept" in text
