"""The rules profile: what each **(option)** of the digest means, for forms and the campaign page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from league.kernel.refusal import Unreadable
from league.rules.state import Profile


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of the rules profile. `key` is a field of `Profile`; `on`, `off` describe the readings."""

    key: str
    rule: str
    title: str
    explanation: str
    on: str
    off: str
    default: bool

    def reading(self, profile: Profile) -> str:
        """The sentence for the reading that this campaign plays."""
        return self.on if getattr(profile, self.key) else self.off


OPTIONS: tuple[Option, ...] = (
    Option(
        key="recon_ship_limit_inclusive",
        rule="CR-012",
        title="A RECON ship may cost exactly 30 points",
        explanation="Decides whether a ship of 30 points, upgrades included, may fly in a RECON squadron.",
        on="A ship in a RECON squadron may be worth up to and including 30 points.",
        off="Every ship in a RECON squadron has to be worth less than 30 points.",
        default=True,
    ),
    Option(
        key="recover_any_ship",
        rule="CR-142",
        title="Any missing ship can be recovered",
        explanation="Decides which MIA ship cards can be bought back for half their price after a game.",
        on="Any missing ship card can be recovered for half its price.",
        off="Only missing ship cards with a unique name can be recovered; the others stay missing.",
        default=True,
    ),
    Option(
        key="three_defeats_eliminate",
        rule="CR-151",
        title="Three defeats in a row eliminate a fleet",
        explanation="Decides whether a run of three defeats ends a fleet's campaign.",
        on="Three defeats in a row, also conceded ones, eliminate a fleet; a victory or draw ends the run.",
        off="Defeats alone never eliminate a fleet.",
        default=False,
    ),
    Option(
        key="second_game_in_round",
        rule="CR-052",
        title="A fleet may play again in the same round",
        explanation="Decides whether a fleet that is back from its game may be chosen again that evening.",
        on="A fleet whose game and post-game phase are over may play again in the same round, once no fleet "
        "without a game is left to choose.",
        off="Every fleet plays once in a round. If the number is odd, the last one has no game.",
        default=False,
    ),
    Option(
        key="games_by_agreement",
        rule="CR-052",
        title="Players pair the games that they agreed on",
        explanation="Decides whether two players who agreed on a game between the nights need an organiser "
        "to begin it.",
        on="Two players who agreed on a game begin it themselves, by the same rules of pairing.",
        off="An organiser begins a game that two players agreed on.",
        default=False,
    ),
)


def as_dict(profile: Profile) -> dict[str, bool]:
    """The profile as the plain mapping that events carry."""
    return {each.name: bool(getattr(profile, each.name)) for each in fields(profile)}


def completed(choices: Mapping[str, bool], base: Profile | None = None) -> dict[str, bool]:
    """Every option's value: from `choices` if given, else from `base` (default: the digest's rulings).

    Raises `Unreadable` for a key that is no option or a value that is not true or false.
    """
    values = as_dict(Profile() if base is None else base)
    for key, value in choices.items():
        if key not in values:
            raise Unreadable("unknown_option", f"There is no rules option called “{key}”.", field="profile")
        if not isinstance(value, bool):
            raise Unreadable("bad_option", f"The rules option “{key}” is either on or off.", field=key)
        values[key] = value
    return values
