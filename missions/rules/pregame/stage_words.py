"""The stages of a mission's preparation in words, one row for each (CR-070). Pages, the log and the refusals
read this table; the questions that a stage asks are in `questions`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from missions.rules.pregame.state import PregameStage


@dataclass(frozen=True, slots=True)
class StageWords:
    """One stage. `label` stands on the strip of stages; `next` is the log's sentence when it is reached;
    `so_far` answers an order that belongs to another stage; `status` stands on the game page, and `chosen` in
    its place once everybody has chosen. Fleets are {active} and {opposing} in `next`, `status` and `chosen`.

    `afterwards` says what follows if the other side accepts a choice made here, "" if none stays open.
    """

    label: str
    next: str
    so_far: str
    status: str
    chosen: str = ""
    afterwards: str = ""


_NOMINATED = "The squadrons are turned over, and {active} has nominated a ship in secret."
_NOMINATES = "The squadrons are turned over. {active} nominates a ship in secret."

STAGE_WORDS: Mapping[PregameStage, StageWords] = {
    "ready": StageWords(
        label="Ready",
        next="Both sides press ready.",
        so_far="Both sides press ready first.",
        status="{active} and {opposing} are about to begin. Both press ready.",
    ),
    "rest": StageWords(
        label="Rest",
        next="Next, {active} chooses the squadrons that rest.",
        so_far="First the active side chooses the squadrons that rest.",
        status="{active} prepares its mission squadron.",
    ),
    "squadron": StageWords(
        label="Draw",
        next="Next, {active} draws its mission squadron.",
        so_far="The active side draws its mission squadron now.",
        status="{active} prepares its mission squadron.",
    ),
    "mission": StageWords(
        label="Mission",
        next="Next, {active} chooses the mission.",
        so_far="The active side chooses the mission now.",
        status="The mission squadron is drawn. {active} chooses the mission.",
    ),
    "strength": StageWords(
        label="Numbers",
        next="Next, both sides say how many squadrons they field.",
        so_far="Now each side says how many squadrons it fields.",
        status="Both sides say how many squadrons they field.",
    ),
    "commit": StageWords(
        label="Assets",
        next="Next, both sides commit assets in secret.",
        so_far="The squadrons lie face down, and assets are being committed.",
        status="The squadrons lie face down. Both sides commit their assets in secret.",
        chosen="The squadrons lie face down, and the commitments are in.",
        afterwards="both commitments are shown, and the assets act",
    ),
    "effects": StageWords(
        label="Effects",
        next="Next, assets act on the face-down squadrons.",
        so_far="The squadrons lie face down, and assets are acting on them.",
        status="The assets are open, and act on the face-down squadrons.",
        afterwards="the next asset acts, or the squadrons are turned over",
    ),
    "supplies": StageWords(
        label="Supplies",
        next="Next, assets act on the revealed squadrons.",
        so_far="The squadrons are turned over, and assets are bringing their supplies.",
        status="The squadrons are turned over. Supplies are handed out.",
        afterwards="the next asset acts, or play begins",
    ),
    "nominate": StageWords(
        label="Key ship",
        next="Next, {active} nominates a ship in secret.",
        so_far="The squadrons are turned over, and the active side nominates a ship now.",
        status=_NOMINATES,
        chosen=_NOMINATED,
        afterwards="play begins",
    ),
    "over": StageWords(
        label="Over",
        next="The preparation is over.",
        so_far="The preparation is over: the game is on the table.",
        status=_NOMINATES,
        chosen=_NOMINATED,
    ),
}
