"""Hints of the guided first battle: a text for each moment, from `data/hints.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache

from missions.battles.engine.contract import View
from missions.battles.systems.red_alert.engine.questions import NAMES
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.state import Wait
from missions.battles.systems.red_alert.engine.units import DATA

OWN, ASKED = "own", "asked"


@lru_cache(maxsize=1)
def hints() -> Mapping[str, Mapping[str, list[str]]]:
    """Hints by kind of moment ("own", "asked"), by its name, for each turn of a side."""
    return tomllib.loads((DATA / "hints.toml").read_text(encoding="utf-8"))


def hint(view: View) -> str:
    """The hint for the reader's present decision, with rules in braces; "" if there is none."""
    if not battles()[view["scenario"]].guided or view["seat"] not in view["to_act"]:
        return ""
    if view["wait"]:
        found = hints()[ASKED].get(NAMES[Wait[view["wait"].upper()]], [])
    else:
        found = hints()[OWN].get(_moment(view), [])
    number = max(0, (view["turn"] + 1) // 2 - 1)
    return found[min(number, len(found) - 1)] if found else ""


def _moment(view: View) -> str:
    """The phase, or the part of the end of the turn: cards, the card to keep, stars."""
    if view["phase"] != "end":
        return str(view["phase"])
    if view["drawn"]:
        return "keep"
    return "reward" if view["ending"] else "end"
