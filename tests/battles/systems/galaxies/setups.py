"""Set-ups of Galaxies that the conformance suite plays."""

from __future__ import annotations

from typing import Any

from missions.battles.systems.galaxies.engine.scenarios import battles

Setup = dict[str, Any]


def galaxies(scenario: str, *forces: dict[str, Any], **more: Any) -> Setup:
    """A battle of that scenario, with its ready-made fleets unless forces are given."""
    ready = [{"cards": [card.id for card in fleet]} for fleet in battles()[scenario].fleets]
    return {
        "system": "galaxies",
        "version": "1",
        "scenario": scenario,
        "forces": list(forces) or ready,
        **more,
    }


def mustered(side: str, *cards: tuple[str, int]) -> dict[str, Any]:
    """A fleet of the campaign: ship cards with the number of their ships, the first ship with a hull peg if
    it has room for one.
    """
    number = 0
    found = []
    for card, ships in cards:
        models = []
        for _ in range(ships):
            number += 1
            models.append({"ref": f"{side}-{number}", "name": f"Ace {number}", "hull": int(card in HURT)})
        found.append({"card": card, "models": models})
    return {"side": side, "cards": found}


HURT = frozenset(("isn-everest-standard", "wre-teskio-veteran"))
"""Cards whose ships start with a hull peg."""
REBELS = mustered(
    "ISN",
    ("isn-everest-standard", 1),
    ("isn-hawks-standard", 3),
    ("isn-hawks-standard", 2),
    ("isn-f54-veteran", 1),
    ("isn-torrent-veteran", 1),
)
RAIDERS = mustered(
    "Wretch",
    ("wre-teskio-veteran", 1),
    ("wre-fuvu-standard", 3),
    ("wre-fuvu-standard", 1),
    ("wre-chosh-standard", 1),
)
SETUPS: dict[str, Setup] = {
    "patrol": galaxies("ring_patrol"),
    "line": galaxies("saturn_line", rounds=12),
    "moon": galaxies("shattered_moon"),
    "cards": galaxies("shattered_moon", tactics=True),
    "mustered": galaxies("saturn_line", REBELS, RAIDERS, rounds=10),
}
