"""Set-ups that the conformance suite plays, system by system."""

from __future__ import annotations

from typing import Any

from tests.battles.systems.galaxies.setups import SETUPS as GALAXIES
from tests.battles.systems.red_alert.setups import SETUPS as RED_ALERT

Setup = dict[str, Any]


def fighters(scenario: str, west: list[Any], east: list[Any], points: int = 0, **more: Any) -> Setup:
    """A battle of fighters; units are crafts, (craft, upgrades) or (craft, upgrades, column, row)."""
    forces = [
        {"side": side, "units": [_line(one, facing) for one in units]}
        for side, units, facing in (("rebel", west, 0), ("empire", east, 3))
    ]
    return {
        "system": "fighters",
        "version": "2",
        "scenario": scenario,
        "points": points,
        "deploy": "line",
        "forces": forces,
        **more,
    }


def _line(one: Any, facing: int) -> dict[str, Any]:
    if isinstance(one, str):
        return {"craft": one}
    line: dict[str, Any] = {"craft": one[0], "upgrades": list(one[1])}
    return line | {"at": [*one[2:], facing]} if len(one) > 2 else line


ION = ("y_wing", ("ion",))
ION_TURRET = ("y_wing", ("ion_turret", "swap"))
ARMED = ("corvette_rebel", ("turbolaser", "side"))
VADER = ("vader_squadron", ("vader",))

SETUPS: dict[str, dict[str, Setup]] = {
    "red_alert": RED_ALERT,
    "galaxies": GALAXIES,
    "fighters": {
        "clash": fighters(
            "fighter_clash", ["x_wing"] * 3, ["tie_fighter"] * 2 + ["tie_bomber"], 60, deploy="choose"
        ),
        "small map": fighters(
            "free",
            [("x_wing", ("aft", "act")), ("y_wing", ("piloted",)), ("y_wing", ("locked",)), ION, ARMED],
            ["tie_fighter", "tie_bomber", "firespray_31", "vt_49_decimator", "corvette_empire"],
            columns=11,
            rows=9,
            turns=14,
        ),
        "house rules": fighters(
            "free",
            [("x_wing", ("aft", "act")), "y_wing"],
            ["tie_bomber", "corvette_empire"],
            columns=10,
            rows=7,
            turns=8,
            natural_one_misses=True,
            torpedo_salvos=1,
        ),
        "ions": fighters(
            "free", [ION, ION, ION_TURRET, ION_TURRET], ["corvette_empire", "outpost"], columns=9, rows=7
        ),
        "heroes": fighters(
            "free",
            ["red_squadron", ("y_wing", ("manned",)), "yt_1300", "gr_75"],
            [VADER, "vader_squadron", "lambda_shuttle"],
            columns=10,
            rows=8,
        ),
        "convoy": fighters(
            "convoy_raid",
            ["x_wing", "y_wing", "y_wing"],
            ["tie_fighter", ("millennium_falcon", ("paid",))],
            45,
        ),
        "outpost": fighters("outpost_assault", [ION, "y_wing", "b_wing"], ["outpost", "tie_fighter"], 60),
        "hostages": fighters("hostages", ["x_wing", "corvette_rebel"], ["tie_fighter"] * 4, 40),
        "theft": fighters("starship_theft", ["corvette_rebel", ION, "y_wing"], [], 55),
    },
}
