"""Set-ups of Red Alert that the conformance suite plays."""

from __future__ import annotations

from typing import Any

Setup = dict[str, Any]


def red_alert(scenario: str, *forces: dict[str, Any], **more: Any) -> Setup:
    """A battle of that scenario; a force has a task force card, units that are bought, or both."""
    found: Setup = {"system": "red_alert", "version": "1", "scenario": scenario, **more}
    return found | {"forces": list(forces)} if forces else found


HAMMER = {"card": 3, "bought": ["CR", "CR", "DD"]}
PATROL = {"card": 7, "bought": ["HCR", "HDD"]}
SETUPS: dict[str, Setup] = {
    "salvo": red_alert("opening_salvo"),
    "base": red_alert("supply_base", HAMMER, PATROL),
    "six": red_alert("uncharted_base", HAMMER, PATROL, people=[3, 3]),
    "uneven": red_alert("opening_salvo", people=[2, 1]),
    "rearguard": red_alert("cardinals_belt_3", HAMMER, {"card": 7}),
    "kale": red_alert(
        "triangulum_2",
        {"bought": ["BB", "BB", "CR", "CR", "DD", "DD"]},
        {"bought": ["HCR", "CR", "F", "F", "DD", "HDD"]},
    ),
}
