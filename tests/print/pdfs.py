"""Sheets made from states, and what can be read in a PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any

import pypdf
import pypdfium2
from django.template.loader import render_to_string

from league.press import press
from league.rules.state import Profile
from missions.presenters.print.play_sheet import force_sheet, table_notes
from missions.presenters.print.result_form import fate_words, result_form
from missions.rules.assets.text import reminders, warnings
from missions.rules.content.table import set_up
from missions.rules.content.victory import mission_of
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES, SideName
from rosters.presenters.fleet_page import HistoryLine, MemorialLine
from rosters.presenters.roster.print import printed_roster
from rosters.presenters.roster.sheet import roster_sheet
from rosters.rules.state import FleetState, RostersState
from tests.missions.rules.builders import CR90, TIE, XWING, Night
from tests.rosters.rules.builders import a_fleet, with_ship, with_upgrade

LONG = "Żółć & Łódź Sector Fleet – “Gęślą Jaźń” of the Outer-Rim Watch"
FIGHTERS = ("rebel-xwing-rookiepilot", "rebel-ywing-goldsquadronpilot", "rebel-awing-prototypepilot")
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
SIZES = {"a4": (595, 842), "letter": (612, 792)}
"""Papers by name, in points."""


@dataclass(frozen=True)
class Sheet:
    """A PDF: sizes of its pages in points, their texts, and the bytes themselves."""

    pdf: bytes
    sizes: list[tuple[int, int]]
    texts: list[str]
    boxes: list[tuple[float, float, float, float]]

    @property
    def text(self) -> str:
        """Everything on the sheet, runs of blanks as one."""
        return " ".join(" ".join(self.texts).split())

    def inside(self, margin: int) -> bool:
        """Whether every letter stands between margins of so many millimetres."""
        (width, height), least = self.sizes[0], margin / 25.4 * 72
        return all(
            left >= least - 1 and right <= width - least + 1 and bottom >= 0 and top <= height
            for left, bottom, right, top in self.boxes
        )

    @cached_property
    def tags(self) -> list[tuple[str, str]]:
        """The tags of the sheet, in order, with the alternative text of each."""
        reader = pypdf.PdfReader(io.BytesIO(self.pdf))
        return list(_tags(reader.trailer["/Root"]["/StructTreeRoot"]))  # type: ignore[index]

    @property
    def headings(self) -> list[str]:
        """The levels of its headings: H1, H2 …"""
        return [name for name, _ in self.tags if name[0] == "H" and name[1:].isdecimal()]

    @property
    def pictures(self) -> list[str]:
        """Texts of its pictures for readers who cannot see them; "" for none."""
        return [text for name, text in self.tags if name == "Figure"]

    @property
    def colours(self) -> set[tuple[int, int, int]]:
        """Colours on its pages that are neither black nor white nor between them."""
        pages = [page.render(scale=1).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(self.pdf)]
        found = {colour for page in pages for _, colour in page.getcolors(1 << 20)}
        return {colour for colour in found if max(colour) - min(colour) > 8}

    @property
    def fonts(self) -> set[str]:
        """The families of the fonts inside."""
        reader = pypdf.PdfReader(io.BytesIO(self.pdf))
        used = [page["/Resources"].get("/Font", {}) for page in reader.pages]  # type: ignore[union-attr]
        names = {str(font.get_object()["/BaseFont"]) for fonts in used for font in fonts.values()}
        return {name.partition("+")[2].partition(",")[0] for name in names}


def _tags(node: Any) -> Iterator[tuple[str, str]]:
    """A part of a PDF's structure and everything below it."""
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, list):
        for each in node:
            yield from _tags(each)
    elif isinstance(node, dict):
        if "/S" in node:
            yield str(node["/S"])[1:], str(node.get("/Alt", ""))
        if "/K" in node:
            yield from _tags(node["/K"])


def read(pdf: bytes) -> Sheet:
    """Read a PDF; `boxes` are left, bottom, right, top of every visible letter."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [document[number] for number in range(len(document))]
    texts = [page.get_textpage() for page in pages]
    boxes = [
        text.get_charbox(place)
        for text in texts
        for place in range(text.count_chars())
        if text.get_text_range(place, 1).strip()
    ]
    sizes = [(round(page.get_width()), round(page.get_height())) for page in pages]
    return Sheet(pdf, sizes, [text.get_text_range() for text in texts], boxes)


def pressed(template: str, context: dict[str, Any], paper: str = "a4") -> Sheet:
    """The sheet of a template, as read; the same HTML on the same paper is pressed once."""
    return _pressed(str(render_to_string(template, context)), paper)


@lru_cache(maxsize=40)
def _pressed(html: str, paper: str) -> Sheet:
    return read(press(html, paper, "0" * 32))


def a_roster(ships: int, name: str = LONG) -> FleetState:
    """A fleet of that many ships in nine squadrons and the inventory."""
    fleet = a_fleet("rebel", standing="ready", points=37)
    fleet.name = name
    for place in range(ships):
        squadron = 2 + place % 9 if place < 54 else None
        number = with_ship(fleet, FIGHTERS[place % 3], squadron=squadron, rank=("", "EXP", "VET")[place % 3])
        fleet.ships[number].mia = place % 20 == 19
    return fleet


def rich_roster() -> FleetState:
    """A fleet with everything that a roster sheet has a place for."""
    fleet = a_fleet("rebel", standing="ready", points=37)
    fleet.name = LONG
    ace = with_ship(fleet, FIGHTERS[0], ["r2d2"], squadron=2, rank="ELITE")
    fleet.ships[ace].given_name = "Wół Żądło-Ńęcki"
    with_ship(fleet, CR90, squadron=2, damaged=("fore",), crippled=("aft",))
    with_ship(fleet, FIGHTERS[1], squadron=2, mia=True)
    with_ship(fleet, FIGHTERS[2])
    with_upgrade(fleet, "shieldupgrade")
    return fleet


def history() -> list[HistoryLine]:
    return [HistoryLine(NOON, 1, 9, "Iron Fist – Żar", "Victory", 121, 48, 180, "")]


def memorial() -> list[MemorialLine]:
    return [MemorialLine(NOON, "Łucja Wąs", "ship", "killed", True, "CR-113", "")]


def roster_context(fleet: FleetState) -> dict[str, Any]:
    return {
        "roster": printed_roster(
            roster_sheet(fleet, Profile()),
            campaign="Winter League",
            owner="Olga Wójcik-Hernández",
            record="3–2–1",
            history=history(),
            memorial=memorial(),
            as_of="As of round 3, 1 May 2026, 19:42 UTC",
        )
    }


def a_game() -> Night:
    """A Huge ship and three X-wings against four TIE fighters, drawn."""
    night = Night()
    night.fleet("active").name = LONG
    night.squadron("active", 2, "standard")
    night.ship("active", CR90, squadron=2, rank="VET", damaged=("fore",))
    for rank in ("", "EXP", "VET"):
        night.ship("active", XWING, ["r2d2"] if not rank else [], squadron=2, rank=rank)
    for _ in range(4):
        night.ship("opposing", TIE, squadron=5)
    return night.begin()


def game_context(night: Night, side: SideName) -> dict[str, Any]:
    """The context of a play sheet, and of the result form."""
    fleets = night.state.of(RostersState).fleets
    sheets = {each: fleets[night.game.fleet_of(each)] for each in SIDES}
    view, pregame, mission = view_for(night.game, "public"), night.game.pregame, mission_of(night.game)
    names = {each: sheets[each].name for each in SIDES}
    notes = (reminders(pregame, side), warnings(pregame, side)) if pregame else ()
    forces = {each: force_sheet(view, each, sheets[each]) for each in SIDES}
    return {
        "campaign": "Winter League",
        "occasion": "Round 3",
        "force": force_sheet(view, side, sheets[side], *notes),
        "form": result_form(forces, mission, view.pregame.effects if view.pregame else ()),
        "names": names,
        "opponent": names["opposing" if side == "active" else "active"],
        "table": table_notes(set_up(night.game), names, mission.name if mission else ""),
        "fates": fate_words(mission, side),
        "as_of": "As of round 3, 1 May 2026, 19:42 UTC",
        "address": "https://club.example.org/campaigns/1/games/472/",
        "qr": "",
    }
