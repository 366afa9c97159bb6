"""The fleet assets in our own words, read from `data/words.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import get_args

from missions.rules.content.mission_data import assets
from missions.rules.game.sides import SideName, other
from missions.rules.pregame.state import AssetKind, Effect, Pregame

_FILE = Path(__file__).parent.parent / "content" / "data" / "words.toml"


@dataclass(frozen=True, slots=True)
class AssetWords:
    """`word` for stamps and buttons, `summary` in one sentence, `reminder` of what to do at the table; `rule`
    is where the rules page tells more. `against` is what the other player has to know at the table, "" for
    nothing."""

    word: str
    summary: str
    reminder: str
    rule: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class Reminder:
    """An asset that works for a side in a game: for play sheet and game page."""

    kind: AssetKind
    name: str
    text: str
    rule: str


_RULES: Mapping[AssetKind, str] = {
    "fleet_intelligence": "CR-084",
    "sabotage": "CR-085",
    "disrupted_command": "CR-084",
    "double_agent": "CR-082",
    "capital_ship_support": "CR-088",
    "medical_frigate": "CR-088",
    "additional_supplies": "CR-086",
    "supply_shortage": "CR-080",
    "reinforcements": "CR-087",
}
_ANY = "CR-076"
_FELL_ON: Mapping[AssetKind, str] = {
    "additional_supplies": "They go to your squadron {card}. The cards that its ships took are marked "
    "free. They go to your inventory after the game, fired or not, except those on ships that were lost.",
    "supply_shortage": "It acts on the opponent’s squadron {card}, which cannot use its mines, bombs, "
    "missiles and torpedoes in this game.",
}
_AFTER_THE_REVEAL = ("table", "fates", "squadrons")


@cache
def asset_words() -> Mapping[AssetKind, AssetWords]:
    """The words of all eleven kinds. Raises ValueError for an unknown or missing kind."""
    raw = tomllib.loads(_FILE.read_text(encoding="utf-8"))["assets"]
    if set(raw) != set(get_args(AssetKind)):
        raise ValueError(
            f"words.toml: {sorted(set(raw) ^ set(get_args(AssetKind)))} do not match the kinds of asset."
        )
    return {
        kind: AssetWords(
            raw[kind]["word"],
            raw[kind]["summary"],
            raw[kind]["reminder"],
            _RULES.get(kind, _ANY),
            raw[kind].get("against", ""),
        )
        for kind in get_args(AssetKind)
    }


def reminders(pregame: Pregame, side: SideName) -> tuple[Reminder, ...]:
    """Reminders for a side's player in play, in the order of resolving. Assets that did their work on
    face-down cards are left out, cancelled ones too. Barred munitions come last."""
    own = [_reminder(each) for each in pregame.effects if each.side == side and _in_play(each)]
    fell_on = {
        "additional_supplies": iter(pregame.supplied.get(side, ())),
        "supply_shortage": iter(pregame.short.get(other(side), ())),
    }
    lines = [_fallen(each, next(fell_on.get(each.kind, iter(())), 0)) for each in own]
    return (*lines, *(_barred(card) for card in pregame.short.get(side, ())))


def warnings(pregame: Pregame, side: SideName) -> tuple[Reminder, ...]:
    """Warnings for a side's player about assets that work for the opponent, in the order of resolving."""
    return tuple(
        replace(_reminder(each), text=asset_words()[each.kind].against)
        for each in pregame.effects
        if each.side == other(side) and _in_play(each) and asset_words()[each.kind].against
    )


def _in_play(effect: Effect) -> bool:
    return not effect.cancelled_by and assets()[effect.kind].acts in _AFTER_THE_REVEAL


def _reminder(effect: Effect) -> Reminder:
    words = asset_words()[effect.kind]
    return Reminder(effect.kind, effect.name, words.reminder, words.rule)


def _fallen(reminder: Reminder, card: int) -> Reminder:
    """The reminder of an asset that fell on a squadron card, once it did; card 0 for none."""
    return replace(reminder, text=_FELL_ON[reminder.kind].format(card=card)) if card else reminder


def _barred(card: int) -> Reminder:
    text = f"Squadron {card} cannot use its munitions in this game. Turn those cards over."
    return Reminder("supply_shortage", assets()["supply_shortage"].name, text, _RULES["supply_shortage"])
