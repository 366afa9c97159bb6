"""The steps of a post-game phase (CR-140 to CR-145). Each can be left out; all stay open until the end."""

from __future__ import annotations

from dataclasses import dataclass

from league.addresses import Address
from rosters.presenters.desk_page import DeskPage

LABELS = {
    "result": "Result",
    "recover": "Recover",
    "promote": "Promote",
    "spend": "Spend",
    "arrange": "Arrange",
    "review": "Review",
}
FIRST = "result"


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
    def review(self) -> Step:
        """The last step, which closes the phase."""
        return self.all[-1]


def known_step(wanted: str) -> str:
    """The step of that name; the first one for any other word."""
    return wanted if wanted in LABELS else FIRST


def steps_of(desk: DeskPage, url: Address, at: str, *, points: int, errors: int) -> Steps:
    """The steps at one of them. `url` is the desk's address, `points` are in hand, `errors` need fixing."""
    notes = {
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
