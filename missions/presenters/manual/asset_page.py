"""The manual's page of fleet assets: when each acts, what it does, and which victories bring it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from league.rules.manual.model import Page, Topic, address
from missions.rules.assets.text import AssetWords, asset_words
from missions.rules.content.briefing import Note
from missions.rules.content.lookup import AssetTiming, asset_timings
from missions.rules.content.mission_data import Asset, Mission, assets, missions
from missions.rules.game.sides import SIDES
from missions.rules.pregame.state import AssetKind

PATH, MISSIONS = "assets", "missions"
ORDER: tuple[Note, ...] = (
    Note("CR-076", "Both players commit up to two assets in secret. Both commitments are shown together."),
    Note("CR-082", "Two Double Agents cancel. A single one takes over the opponent’s spies and saboteurs."),
    Note(
        "CR-082", "Disrupted Command Structure stops Reinforcements. Supplies and Shortage stop each other."
    ),
    Note(
        "CR-077", "The rest act one at a time, the Opposing Fleet’s first, each side’s in the order it chose."
    ),
    Note("CR-078", "Assets that look at, swap or sabotage squadrons act while the cards lie face down."),
    Note("CR-078", "All squadrons are revealed. Supplies are handed out, or munitions barred."),
    Note("CR-070", "The table is set up; obstacles are moved and mines placed. Play begins."),
    Note("CR-088", "Support acts on the fates of ships when the result is applied."),
)


@dataclass(frozen=True, slots=True)
class AssetLink:
    """An asset with the place where the manual tells more."""

    name: str
    summary: str
    address: str


@dataclass(frozen=True, slots=True)
class AssetEntry:
    """An asset as the manual shows it. `earned_by` are missions with the side that has to win, as pairs of
    label and address."""

    anchor: str
    asset: Asset
    words: AssetWords
    timing: AssetTiming
    earned_by: tuple[tuple[str, str], ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say more, each once."""
        return tuple(dict.fromkeys((self.words.rule, *self.timing.rules)))


def asset_link(kind: AssetKind) -> AssetLink:
    """Name, summary and place of an asset."""
    return AssetLink(assets()[kind].name, asset_words()[kind].summary, address(PATH, _anchor(kind)))


def page() -> Page:
    """The page of all eleven assets, above the rules about assets."""
    return Page(
        PATH,
        "Fleet assets",
        "The eleven assets: the moment, the effect and the ways to win each.",
        "table",
        "missions/manual/assets.html",
        _content,
        places=tuple((_anchor(kind), asset.name) for kind, asset in assets().items()),
    )


def topics() -> tuple[Topic, ...]:
    """The assets, for the search."""
    return tuple(_topic(kind, asset) for kind, asset in assets().items())


def _content() -> Mapping[str, object]:
    return {"order": ORDER, "assets": tuple(_entry(kind, asset) for kind, asset in assets().items())}


def _anchor(kind: AssetKind) -> str:
    return re.sub(r"[^a-z]+", "-", assets()[kind].name.lower())


def mission_path(mission: Mission) -> str:
    """The path of a mission's page in the manual."""
    return f"{MISSIONS}/{mission.id.replace('_', '-')}"


def _entry(kind: AssetKind, asset: Asset) -> AssetEntry:
    earned = tuple(
        (f"{mission.name} ({_winners(mission, kind)})", address(mission_path(mission)))
        for mission in missions().values()
        if _offered(mission, kind)
    )
    return AssetEntry(_anchor(kind), asset, asset_words()[kind], asset_timings()[kind], earned)


def _offered(mission: Mission, kind: AssetKind) -> bool:
    return any(kind in mission.sides[side].offers for side in SIDES)


def _winners(mission: Mission, kind: AssetKind) -> str:
    sides = [side for side in SIDES if kind in mission.sides[side].offers]
    return "either side" if len(sides) > 1 else f"{sides[0]} side"


def _topic(kind: AssetKind, asset: Asset) -> Topic:
    words, timing = asset_words()[kind], asset_timings()[kind]
    won_in = (mission.name for mission in missions().values() if _offered(mission, kind))
    text = " ".join(
        (words.word, words.reminder, words.against, *(note.text for note in timing.when), *won_in)
    )
    return Topic("asset", asset.name, address(PATH, _anchor(kind)), words.summary, timing.also, text)
