"""A person's steps at a fleet in words, for the buttons that take them back and do them again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from league.kernel.events import Event
from rosters.rules import events as ev

# The acts that are steps, and what they are called if nothing in them has a name.
STEP_WORDS = {
    "buy_ship": "ship bought",
    "buy_upgrade": "upgrade bought",
    "return_ship": "ship given back",
    "return_upgrade": "upgrade given back",
    "move_ship": "ship moved",
    "move_upgrade": "upgrade moved",
    "form_squadron": "squadron added",
    "retype_squadron": "type of squadron changed",
    "strike_squadron": "squadron disbanded",
    "rearrange": "arrangement",
    "import_xws": "import",
    "promote": "promotion",
    "recover_ship": "ship recovered",
    "recover_upgrade": "upgrade recovered",
    "repair_section": "repair",
    "rename_fleet": "new name",
    "change_side": "new side",
    "name_pilot": "pilot’s name",
}
# The event of a step that names its subject, and the words around it.
NAMED: Mapping[str, tuple[type[Event], str]] = {
    "buy_ship": (ev.ShipBought, "{0.name} bought"),
    "buy_upgrade": (ev.UpgradeBought, "{0.name} bought"),
    "return_ship": (ev.ShipReturned, "{0.name} given back"),
    "return_upgrade": (ev.UpgradeReturned, "{0.name} given back"),
    "move_ship": (ev.ShipMoved, "{0.name} moved"),
    "move_upgrade": (ev.UpgradeMoved, "{0.name} moved"),
    "form_squadron": (ev.SquadronFormed, "squadron {0.squadron} added"),
    "retype_squadron": (ev.SquadronTyped, "type of squadron {0.squadron} changed"),
    "strike_squadron": (ev.SquadronStruck, "squadron {0.squadron} disbanded"),
    "promote": (ev.CardChanged, "{0.source_name} promoted"),
    "recover_ship": (ev.ShipRecovered, "{0.name} recovered"),
    "recover_upgrade": (ev.UpgradeRecovered, "{0.name} recovered"),
    "repair_section": (ev.CrippledMarked, "{0.name} repaired"),
    "rename_fleet": (ev.FleetRenamed, "the name {0.name}"),
    "name_pilot": (ev.PilotNamed, "{0.name} named"),
}
_ASIDE = re.compile(r" \([^()]*\)")


def step_words(step: str, events: Iterable[Event]) -> str:
    """A step by the card or the squadron that it was about, "Luke Skywalker bought", else by its kind."""
    if step in NAMED:
        kind, words = NAMED[step]
        for each in events:
            if isinstance(each, kind):
                return _ASIDE.sub("", words.format(each))
    return STEP_WORDS[step]
