"""The steps of a post-game phase (CR-140 to CR-145). Each can be left out; all stay open until the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from league.addresses import Address
from league.kernel.events import Event
from league.rules.phrases import join_words
from rosters.presenters.board import Only
from rosters.presenters.desk_page import DeskPage
from rosters.presenters.messages import layout_words
from rosters.presenters.picks import ShipMenu
from rosters.rules import events as ev

LABELS = {
    "result": "Result",
    "recover": "Recover",
    "promote": "Promote",
    "spend": "Spend",
    "arrange": "Arrange",
    "review": "Review",
}
FIRST, LAST = "result", "review"
DEEDS = ("Recovered", "Repaired", "Promoted", "Named", "Bought", "Taken", "Declined")


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `note` says in a word or two what there is to do, "" for nothing."""

    key: str
    label: str
    url: str
    here: bool
    note: str


@dataclass(frozen=True, slots=True)
class Steps:
    """All steps, and where the reader is."""

    all: tuple[Step, ...]
    at: str

    @property
    def next(self) -> Step | None:
        """The step that follows, None on the last one."""
        later = self.all[1 + next(place for place, each in enumerate(self.all) if each.here) :]
        return later[0] if later else None

    @property
    def lists_findings(self) -> bool:
        """Whether the step shows what has to be fixed: those that change squadrons, and the last."""
        return self.at in ("spend", "arrange", "review")

    @property
    def fix_url(self) -> str:
        """Address of the step at which findings are fixed, "" if they are here."""
        return "" if self.lists_findings else next(each.url for each in self.all if each.key == "arrange")

    @property
    def offer_url(self) -> str:
        """Address of the choice of an offered asset."""
        return f"{self.all[0].url}#offer"

    @property
    def spend(self) -> Step:
        """The step at which points are spent."""
        return next(each for each in self.all if each.key == "spend")

    @property
    def review(self) -> Step:
        """The last step, which closes the phase."""
        return self.all[-1]


def menu_at(step: str, menu: ShipMenu) -> ShipMenu:
    """The menu of a ship with what belongs to a step: other steps have the rest."""
    match step:
        case "promote":
            return replace(menu, targets=(), copies=(), desk=())
        case "spend":
            return replace(menu, targets=())
        case "arrange":
            return replace(menu, copies=(), promotions=(), desk=())
    return menu


def only_at(step: str) -> Only:
    """The part of the work that the board shows at a step."""
    return "spend" if step == "spend" else "arrange" if step == "arrange" else ""


def known_step(wanted: str) -> str:
    """The step of that name; the first one for any other word."""
    return wanted if wanted in LABELS else FIRST


@dataclass(frozen=True, slots=True)
class Done:
    """The acts of a post-game phase in short: pairs of a word such as "Bought" and the things, and the FP
    that they cost."""

    lines: tuple[tuple[str, str], ...]
    spent: int


def done_since(events: Iterable[Event]) -> Done:
    """The acts of a post-game phase in short, from its events."""
    listed = list(events)
    names: dict[str, list[str]] = {}
    for each in listed:
        word, name = _deed(each)
        if word:
            names.setdefault(word, []).append(name)
    lines = [(word, _counted(names[word])) for word in DEEDS if word in names]
    arranged = layout_words(listed)
    if arranged:
        lines.append(("Arranged", arranged))
    paid = (each.amount for each in listed if isinstance(each, ev.PointsChanged) and not each.reason)
    return Done(tuple(lines), -sum(paid))


def told_once(events: Iterable[Event]) -> list[Event]:
    """The events of a result without those that others tell as well: the points of its reward, and the names
    of cards that are lost for good."""
    listed = list(events)
    rewards = {each.reward for each in listed if isinstance(each, ev.GameRecorded)}
    return [
        each
        for each in listed
        if not isinstance(each, ev.NameKilled)
        and not (isinstance(each, ev.PointsChanged) and each.amount in rewards)
    ]


def _deed(event: Event) -> tuple[str, str]:
    """The word for an event and the thing that it was done to; two empty texts for any other event."""
    match event:
        case ev.ShipRecovered() | ev.UpgradeRecovered():
            return "Recovered", event.name
        case ev.CrippledMarked(rule="CR-143"):
            return "Repaired", event.name
        case ev.CardChanged(rule="CR-141"):
            return "Promoted", f"{event.source_name} to {event.target_name}"
        case ev.PilotNamed():
            return "Named", f"{event.name} “{event.given_name}”"
        case ev.ShipBought() | ev.UpgradeBought():
            return "Bought", event.name
        case ev.AssetGained(rule="CR-094"):
            return "Taken", event.name
        case ev.AssetDeclined():
            return "Declined", "the asset on offer"
    return "", ""


def _counted(names: list[str]) -> str:
    """Names with the number of those that come more than once."""
    return join_words([f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()])


def steps_of(
    desk: DeskPage, url: Address, at: str, *, points: int, errors: int, offered: bool = False
) -> Steps:
    """The steps at one of them. `url` is the desk's address, `points` are in hand, `errors` need fixing;
    `offered`: an asset waits to be chosen."""
    notes = {
        "result": "asset" if offered else "",
        "recover": _count(sum(each.priced.possible for each in desk.recoveries) + len(_open_repairs(desk))),
        "promote": _count(sum(not each.note for each in desk.promotable) + len(desk.elites)),
        "spend": f"{points} FP" if points else "",
        "arrange": f"{errors} to fix" if errors else "",
    }
    return Steps(
        tuple(
            Step(key, label, f"{url}?step={key}", key == at, notes.get(key, ""))
            for key, label in LABELS.items()
        ),
        at,
    )


def _open_repairs(desk: DeskPage) -> list[object]:
    return [each for each in desk.repairs if each.possible]


def _count(number: int) -> str:
    return str(number) if number else ""
