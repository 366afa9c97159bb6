"""Forces of the duel: an ark and one to three skiffs."""

from __future__ import annotations

from collections.abc import Sequence

from league.kernel.refusal import Finding, Unreadable
from missions.battles.engine.contract import Setup
from missions.battles.systems.builder import (
    Button,
    Force,
    ForcePage,
    Note,
    OfferGroup,
    OfferLine,
    UnitLine,
)

MOST = 3
NO_SKIFF = Finding("duel.force", "An ark does not sail alone; add a skiff.", "D-2", about="force")


class DuelForces:
    """A force is its units, the ark first."""

    settings = ()
    buttons = ("add", "remove", "suggest")

    def empty(self, setup: Setup, side: int) -> Force:
        return {"units": [{"ref": ""}]}

    def changed(
        self, setup: Setup, side: int, force: Force, button: str, value: str, ticked: Sequence[str]
    ) -> Force:
        units = list(force["units"])
        if button == "suggest":
            return self.suggested(setup, side)
        if button == "add" and len(units) <= MOST:
            return {"units": [*units, {"ref": ""}]}
        if button == "remove" and len(units) > 1:
            return {"units": units[:-1]}
        raise Unreadable("duel.force", "That cannot be done with this force; reload the page.")

    def findings(self, setup: Setup, side: int, force: Force) -> list[Finding]:
        return [] if len(force["units"]) > 1 else [NO_SKIFF]

    def suggested(self, setup: Setup, side: int) -> Force:
        return {"units": [{"ref": f"{side} {number}"} for number in range(3)]}

    ready_made = suggested

    def size(self, force: Force) -> int:
        return len(force["units"])

    def words(self, force: Force) -> str:
        return f"an ark and {len(force['units']) - 1} skiffs"

    def side_words(self, force: Force) -> str:
        return ""

    def page(self, setup: Setup, side: int, force: Force, *, mustered: bool) -> ForcePage:
        names = ["Ark", *("Skiff" for _ in force["units"][1:])]
        lines = tuple(UnitLine(name, "ship") for name in names)
        if mustered:
            return ForcePage("", "", lines, fixed=(Note("One ship for each ship card.", "D-2"),))
        add = OfferLine("Skiff", "moves three hexes", None, "D-2", Button("add", "skiff", "Add", "plus"))
        return ForcePage(
            side="",
            badge="",
            lines=lines,
            tools=(Button("suggest", "1", "Suggest a force", "dice"),),
            groups=(OfferGroup("Ships to add", (add,)),),
            tally=(Note(str(len(names))), Note(" ships")),
            findings=tuple(self.findings(setup, side, force)),
            good="This force can fight.",
        )
