"""The parts of the manual: pages, things to look up, worked examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from league.rules.wording import RuleText

ROOT = "/rules/"

Group = Literal["table", "campaign", "reference", "battles"]
"""Parts of the contents: for the table, the campaign in order, to look things up, battles on hexes."""

Kind = Literal[
    "mission", "asset", "status", "word", "battle", "unit", "card", "picture", "chapter", "rule", "example"
]


def address(path: str, anchor: str = "") -> str:
    """The address of a page, or of a place on it: "/rules/assets/#sabotage". "" is the front page."""
    page = f"{ROOT}{path}/" if path else ROOT
    return f"{page}#{anchor}" if anchor else page


def _nothing() -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the manual. `path` is its address below /rules/, with a slash when it belongs to another
    page; `about` is its sentence in the contents. `template` draws what `content` gives, "" for nothing;
    `rules` are listed below that. `places` are the anchors and titles of the sections that `template` draws.
    A page whose content holds a diagram says so with `drawn`; `styles` is a further style sheet.

    A page with the path of a chapter of the campaign's rules takes that chapter's rules.
    """

    path: str
    title: str
    about: str
    group: Group
    template: str = ""
    content: Callable[[], Mapping[str, object]] = _nothing
    rules: tuple[RuleText, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    drawn: bool = False
    styles: str = ""

    @property
    def address(self) -> str:
        return address(self.path)

    @property
    def parent(self) -> str:
        """The path of the page to which this one belongs; "" for none."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Topic:
    """A thing that the search finds. `summary` is shown; `names` are other words for the thing and `text`
    is what else is searched. `tries` are words that a search for one of its names tries as well: "kia" for
    "killed". `rule` is the ID of the rule behind it, if there is one; `where` names the page of a rule,
    or the system that a thing belongs to.
    """

    kind: Kind
    title: str
    address: str
    summary: str
    names: tuple[str, ...] = ()
    text: str = ""
    tries: tuple[str, ...] = ()
    rule: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example in our own words; it stands beside the first of its rules and on a page of its own."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...]

    @property
    def anchor(self) -> str:
        return f"example-{self.id}"
