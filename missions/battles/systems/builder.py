"""The force builder that a rule system brings: drafts of forces, and what the page shows of one.

A draft is JSON, the same that the battle's set-up takes. Buttons of the page have a name and a value; only
the builder of the system knows what they do. Sides are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from league.kernel.refusal import Finding
from missions.battles.engine.contract import Setup

Force = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Button:
    """A button that changes a draft: its name, its value, what it says. `hint` ends it for screen readers,
    and `confirm` is asked before it is sent.
    """

    name: str
    value: str
    words: str
    icon: str = ""
    hint: str = ""
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A question about a whole force with its answers as values and words; `chosen` is the value that
    stands. It is sent like a button, by its name.
    """

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: str
    rule: str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence or a tag with its rule."""

    words: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """Something to tick on a line. The same one may be offered twice."""

    id: str
    name: str
    cost: int
    ticked: bool


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit of a draft. `boxes` are sent together under the name `with`, by the button `fit`."""

    name: str
    kind: str
    points: int | None = None
    boxes: tuple[Box, ...] = ()
    fit: Button | None = None
    tags: tuple[Note, ...] = ()
    buttons: tuple[Button, ...] = ()
    remove: Button | None = None


@dataclass(frozen=True, slots=True)
class OfferLine:
    """Something to take into the force."""

    name: str
    facts: str
    cost: int | None
    rule: str
    add: Button


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """Things to take, under a heading; a folded group opens on demand."""

    title: str
    offers: tuple[OfferLine, ...]
    about: Note | None = None
    folded: bool = False


@dataclass(frozen=True, slots=True)
class ForcePage:
    """Part of the page about a draft. If a force has `fixed` notes, its player does not choose it, and they
    say why.

    `badge` is a side of the campaign to be shown as one. `empty` is the empty draft in a title and a
    sentence.
    """

    side: str
    badge: str
    lines: tuple[UnitLine, ...]
    fixed: tuple[Note, ...] = ()
    sides: tuple[Button, ...] = ()
    """Other sides to change to."""
    tools: tuple[Button, ...] = ()
    settings: tuple[Setting, ...] = ()
    groups: tuple[OfferGroup, ...] = ()
    tally: tuple[Note, ...] = ()
    """Points spent, allowed and left; the first is the figure."""
    findings: tuple[Finding, ...] = ()
    good: str = ""
    """Text in place of findings if there are none."""
    empty: tuple[str, str] = ("", "")


class ForceBuilder(Protocol):
    """Forces of one system. Every method takes the set-up of the battle as far as it is known before it
    begins.
    """

    @property
    def buttons(self) -> tuple[str, ...]:
        """The names of all buttons."""

    @property
    def settings(self) -> tuple[str, ...]:
        """Names among them by which a mustered force may be changed, too."""

    def empty(self, setup: Setup, side: int) -> Force:
        """The draft that a side begins with."""

    def changed(
        self, setup: Setup, side: int, force: Force, button: str, value: str, ticked: Sequence[str]
    ) -> Force:
        """The draft after a button was pressed. Raises Unreadable for a button that does not exist, and for
        what makes no sense.
        """

    def findings(self, setup: Setup, side: int, force: Force) -> list[Finding]:
        """All that is wrong with a force."""

    def suggested(self, setup: Setup, side: int) -> Force:
        """A legal force for somebody who does not choose one."""

    def ready_made(self, setup: Setup, side: int) -> Force:
        """The force of the battle for those who only want to try it; both sides' are about as strong."""

    def size(self, force: Force) -> int:
        """Number of units in a force."""

    def words(self, force: Force) -> str:
        """A force in one line."""

    def side_words(self, force: Force) -> str:
        """Name of a force's side."""

    def page(self, setup: Setup, side: int, force: Force, *, mustered: bool) -> ForcePage:
        """Content of the page. A `mustered` force comes from a game of the campaign and stays as it is."""
