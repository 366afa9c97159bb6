"""The templates of the game page read the parts of one dataclass."""

import re
from dataclasses import fields
from pathlib import Path

from django.conf import settings

from missions.views.game.page_data import GamePage

TEMPLATES = Path(settings.BASE_DIR) / "templates"
PARTS = {each.name for each in fields(GamePage)} | {
    "step",
    "form_open",
    "holds_typed",
    "plays",
    "shows_first",
    "mission_name",
    "asks_here",
    "settles_now",
    "waits_for_choices",
}


def templates_of_the_page() -> dict[str, str]:
    """The missions' templates that the game page is made of, with their text."""
    found: dict[str, str] = {}
    waiting = ["missions/game.html"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = (TEMPLATES / name).read_text()
            waiting += re.findall(r'(?:include|kept_with_forms) "(missions/[^"]+)"', found[name])
    return found


def tags(text: str) -> list[str]:
    """Everything that Django reads in a template, without its quoted words."""
    return [re.sub(r'"[^"]*"', "", each) for each in re.findall(r"\{%.*?%\}|\{\{.*?\}\}", text, re.S)]


def test_every_part_that_a_template_reads_is_on_the_page():
    templates = templates_of_the_page()
    assert len(templates) > 20
    read = {
        (name, part)
        for name, text in templates.items()
        for tag in tags(text)
        for part in re.findall(r"(?<![\w.])page\.(\w+)", tag)
    }
    assert {(name, part) for name, part in read if part not in PARTS} == set()


def test_every_part_of_the_page_is_read_somewhere():
    text = "".join(tag for each in templates_of_the_page().values() for tag in tags(each))
    of_views = {"writing", "form_open", "may_dispute"}
    assert {part for part in PARTS if not re.search(rf"\bpage\.{part}\b", text)} - of_views == set()
