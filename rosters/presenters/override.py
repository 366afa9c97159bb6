"""Words of the pages on which an organiser sets a fleet right."""

from __future__ import annotations

from dataclasses import dataclass

from rosters.rules.labels import ship_name, upgrade_name
from rosters.rules.state import FleetState, ShipState, UpgradeState


@dataclass(frozen=True, slots=True)
class Words:
    """Texts around one form, with the rule that the organiser overrules. `done` is the message afterwards."""

    title: str
    text: str
    rule: str
    button: str
    done: str


def ship_state(ship: ShipState) -> str:
    """A ship's rank and marks, "" without any."""
    marks: list[str] = [ship.rank] if ship.rank else []
    marks += ["DAMAGED"] if ship.damaged else []
    marks += ["CRIPPLED"] if ship.crippled else []
    return ", ".join([*marks, "MIA"] if ship.mia else marks)


def ship_place(ship: ShipState) -> str:
    """The squadron of a ship, or the inventory."""
    return f"squadron {ship.squadron}" if ship.squadron is not None else "inventory"


def points_words(fleet: FleetState) -> Words:
    """Texts for giving or taking points (CR-003)."""
    return Words(
        title=f"Points of {fleet.name}",
        text=f"The fleet has {fleet.points} FP in hand. Its ledger tells the change with your reason.",
        rule="CR-003",
        button="Change the points",
        done="The points are set right.",
    )


def ship_words(ship: ShipState) -> Words:
    """Texts for a ship's rank and marks (CR-018)."""
    return Words(
        title=ship_name(ship),
        text=f"Now: {ship_state(ship) or 'whole, without a rank'}. Choose the right state. A ship that comes "
        "back takes its old place if that is legal; otherwise it waits in the inventory.",
        rule="CR-018",
        button="Set it right",
        done=f"{ship_name(ship)} is corrected.",
    )


def upgrade_words(upgrade: UpgradeState) -> Words:
    """Texts for an upgrade that is missing, or is to be marked so (CR-036)."""
    name = upgrade_name(upgrade)
    if upgrade.mia:
        title, text, button = f"Bring {name} back", "is missing and comes back at no cost", "Bring it back"
    else:
        title, text = f"Mark {name} missing", "becomes MIA and can be recovered at the repairs desk"
        button = "Mark it missing"
    return Words(title, f"{name} {text}.", "CR-036", button, f"{name} is set right.")


def name_words(name: str) -> Words:
    """Texts for a unique name that was killed (CR-040)."""
    return Words(
        title=f"Bring {name} back",
        text=f"{name} was killed. Afterwards the fleet may buy cards of that name again; "
        "the lost card itself does not return.",
        rule="CR-040",
        button="Let the name serve again",
        done=f"{name} may serve again.",
    )


def elimination_words(fleet: FleetState) -> Words:
    """Texts for an elimination that is cancelled (CR-150)."""
    return Words(
        title=f"{fleet.name} takes part again",
        text="The elimination is cancelled, and its count of defeats in a row starts again. A fleet "
        "with two STANDARD squadrons is ready for the next round. Any other fleet gets its repairs "
        "back to form them. If it has too few ships, give it points or bring ships back.",
        rule="CR-150",
        button="Cancel the elimination",
        done=f"{fleet.name} takes part again.",
    )
