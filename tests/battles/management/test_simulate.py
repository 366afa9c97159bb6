"""manage.py simulate: figures with intervals, as table and picture, whole or cut short."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from missions.battles.management import options as _battles

SMALL = {"scenario": "free", "first": "2 x-wing", "second": "1 tie fighter", "bots": "close:random"}


def simulated(**options: Any) -> str:
    out = StringIO()
    call_command("simulate", **{"stdout": out, "games": 3, **SMALL, **options})
    return out.getvalue()


def test_figures_go_to_the_screen_the_table_and_the_picture(tmp_path: Path):
    table, drawn = tmp_path / "a.csv", tmp_path / "a.svg"
    out = simulated(csv=table, picture=drawn)
    assert out.startswith("3 battles") and "west X-wing lost:" in out and "turns:" in out
    assert table.read_text().splitlines()[0] == "group,name,side,value,low,high,battles"
    assert "3 battles, seed 1: 2 X-wing (close) against 1 TIE fighter (random)." in drawn.read_text()


def test_two_processes_find_what_one_finds():
    assert simulated(jobs=2) == simulated(jobs=1)


def test_an_interruption_tells_what_is_known_so_far(monkeypatch: pytest.MonkeyPatch):
    real, calls = _battles.play_one, []

    def interrupted(task):
        calls.append(task)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(task)

    monkeypatch.setattr(_battles, "play_one", interrupted)
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("simulate", stdout=out, stderr=err, games=5, **SMALL)
    assert stop.value.code == 130 and out.getvalue().startswith("2 battles")
    assert err.getvalue() == "Stopped after 2 of 5 battles.\n"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refused(*args: Any, **more: Any):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", refused)
    with pytest.raises(CommandError, match="cannot be written: No space left on device."):
        simulated(games=1, csv=tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "--games is 0; it can be 1 to 100000."),
        ({"jobs": 65}, "--jobs is 65; it can be 1 to 64."),
        ({"picture": Path("a.png")}, "The picture is drawn as SVG; name it like a.svg."),
    ],
)
def test_counts_have_their_bounds(options: dict, sentence: str):
    with pytest.raises(CommandError) as no:
        simulated(**options)
    assert str(no.value) == sentence and no.value.returncode == 2


def test_a_file_of_somebody_else_is_refused_before_anything_is_fought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(_battles.os, "access", lambda path, how: path != tmp_path)
    monkeypatch.delattr(_battles, "play_one")
    with pytest.raises(CommandError, match=r"a\.csv cannot be written by you; name another file\."):
        simulated(csv=tmp_path / "a.csv")
