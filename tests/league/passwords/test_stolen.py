"""The file of stolen passwords: packed from lists, looked up by hash, made again by its command."""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from league.passwords.stolen import SHORTEST, count, is_stolen, packed

LONG_ENOUGH = st.text(min_size=SHORTEST, max_size=30).filter(lambda each: len(each.strip()) >= SHORTEST)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of three passwords; the fourth is too short."""
    file = tmp_path_factory.mktemp("lists") / "small.bin"
    file.write_bytes(packed(["Harbour wall", "harbour WALL ", "twelve oars", "three whales", "oars"]))
    return file


def test_a_password_is_found_in_any_case_and_with_spaces_around_it(small: Path):
    assert count(small) == 3
    assert all(is_stolen(each, small) for each in ("harbour wall", " HARBOUR WALL ", "Twelve Oars"))
    assert not any(is_stolen(each, small) for each in ("oars", "harbour walls", "", "x" * 200))


@given(LONG_ENOUGH)
def test_every_packed_password_is_found(tmp_path_factory: pytest.TempPathFactory, password: str):
    file = tmp_path_factory.getbasetemp() / "one.bin"
    file.write_bytes(packed([password, "something else"]))
    assert is_stolen(password, file) and is_stolen("something else", file)


def test_the_file_of_the_site_holds_millions_and_few_by_chance():
    assert count() > 4_000_000
    known = (
        "password123",
        "Password123!",
        "P@ssw0rd",
        "iloveyou2",
        "qwerty12345",
        "letmein123!",
        "starwars1",
    )
    assert [each for each in known if not is_stolen(each)] == []
    chance = random.Random(7)
    made = ("".join(chance.choices("abcdefghijkmnpqrstuvwxyz23456789", k=16)) for _ in range(5_000))
    assert sum(map(is_stolen, made)) < 20


def test_a_text_that_no_charset_can_write_is_no_stolen_password():
    assert not is_stolen("\ud800 harbour wall")


def test_the_command_packs_lists_and_folders_and_gives_the_same_bytes_twice(tmp_path: Path):
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "one.txt").write_bytes(b"harbour wall\r\ntwelve oars\n")
    single = tmp_path / "two"
    single.write_bytes("drei Walfänger\n".encode())
    out, files = StringIO(), [tmp_path / "a.bin", tmp_path / "b.bin"]
    for each in files:
        call_command("make_stolen_passwords", folder, single, out=each, stdout=out)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert all(is_stolen(each, files[0]) for each in ("Harbour wall", "twelve oars", "drei walfänger"))
    assert is_stolen("password1", files[0])  # of Django's own list
    assert f"{count(files[0]):,} passwords" in out.getvalue()


def test_a_list_that_is_not_there_changes_nothing(tmp_path: Path):
    out = tmp_path / "stolen.bin"
    out.write_bytes(b"as before")
    with pytest.raises(CommandError, match=r"nowhere\.txt: No such file"):
        call_command("make_stolen_passwords", tmp_path / "nowhere.txt", out=out)
    with pytest.raises(CommandError, match="no list"):
        call_command("make_stolen_passwords", tmp_path, out=out)
    assert out.read_bytes() == b"as before"
