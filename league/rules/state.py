"""The league part of a campaign's folded state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from league.kernel.decision import Role
from league.kernel.fold import part

Phase = Literal["gathering", "running", "ended"]
Format = Literal["free_for_all", "team"]
PairingStatus = Literal["playing", "cancelled", "finished"]
Attendance = Literal["coming", "late", "not"]
MeetingStatus = Literal["proposed", "agreed", "declined", "withdrawn", "paired"]


FORMATS: tuple[Format, ...] = ("free_for_all", "team")


@dataclass(slots=True)
class Profile:
    """The rules profile: the campaign's choice for each **(option)** of the digest. The defaults are its
    rulings.
    """

    recon_ship_limit_inclusive: bool = True  # CR-012: a RECON ship may cost 30 points, not only less
    recover_any_ship: bool = True  # CR-142: any MIA ship card, or unique names only
    three_defeats_eliminate: bool = False  # CR-151
    second_game_in_round: bool = False  # CR-052: a fleet that is back from its game may play again
    games_by_agreement: bool = False  # CR-052: two players who agreed on a game pair themselves


@dataclass(slots=True)
class MemberState:
    """`had_fleet`: a locked fleet of theirs left the campaign, or they gave it away, and they got no other
    since. `given` is the moment at which member `given_by` (0: the site) changed their role, "" if nobody
    did."""

    id: int
    role: Role
    active: bool = True
    had_fleet: bool = False
    given: str = ""
    given_by: int = 0


@dataclass(slots=True)
class Pairing:
    """One game's two fleets. Its id is the game's id, too. `agreed`: it was made in a round of agreed games,
    so it is not the game that its fleets have on a night. `reason` and `ended_by`, a member, belong to a game
    that is called off."""

    id: int
    active: int
    opposing: int
    status: PairingStatus = "playing"
    agreed: bool = False
    reason: str = ""
    ended_by: int = 0

    @property
    def fleets(self) -> tuple[int, int]:
        return self.active, self.opposing


@dataclass(slots=True)
class RoundState:
    """A gathering (CR-051). `present` in order of check-in; `picking` is the fleet whose choice is awaited
    (CR-052), `named` the moment since when; `sitting_out` are present fleets that got no game (CR-056).
    `ends` is the moment at which its games end, "" without a timer. Moments are in ISO format. `agreed`: a
    game that two players agreed on opened it, and such games alone are played in it. The fleets of such a
    game are present only while it is played."""

    id: int
    number: int
    open: bool = True
    matched: bool = False
    present: list[int] = field(default_factory=list)
    picking: int | None = None
    named: str = ""
    pairings: dict[int, Pairing] = field(default_factory=dict)
    sitting_out: list[int] = field(default_factory=list)
    ends: str = ""
    agreed: bool = False

    @property
    def took_part(self) -> set[int]:
        """The fleets that are present, and those of its games that were not called off."""
        return {*self.present, *(fleet for each in self.games for fleet in each.fleets)}

    @property
    def games(self) -> list[Pairing]:
        """The pairings without those that were called off."""
        return [each for each in self.pairings.values() if each.status != "cancelled"]

    @property
    def playing(self) -> bool:
        """Whether a game of the round is being played."""
        return any(each.status == "playing" for each in self.pairings.values())

    def called_off(self, fleet: int) -> Pairing | None:
        """The fleet's last game of the round, if it was called off and the fleet has had no other since."""
        games = [each for _, each in sorted(self.pairings.items()) if fleet in each.fleets]
        return games[-1] if games and games[-1].status == "cancelled" else None

    @property
    def tables(self) -> dict[int, int]:
        """The table of each game, counted from 1 in the order of the pairings. A game that is called off
        keeps its number, so that nobody moves."""
        return {game: table for table, game in enumerate(sorted(self.pairings), 1)}


@dataclass(slots=True)
class Night:
    """A planned game night. `number` counts 1, 2, 3 … for people; `starts` is in ISO format, UTC; `round` is
    the round that was opened on it, 0 before. `answers` holds what each member said; `changes` counts how
    often the night was moved or called off."""

    id: int
    number: int
    starts: str
    venue: str
    round: int = 0
    called_off: bool = False
    changes: int = 0
    answers: dict[int, Attendance] = field(default_factory=dict)


@dataclass(slots=True)
class Meeting:
    """A game that two players agree on between the nights. `number` counts 1, 2, 3 … for people; `fleet`
    proposes it to `opposing`; `starts` is in ISO format, UTC; `game` is the game that came of it, or 0.
    `off`: both sides had agreed before it was withdrawn, by the member `ended_by`."""

    id: int
    number: int
    fleet: int
    opposing: int
    starts: str
    venue: str
    status: MeetingStatus = "proposed"
    game: int = 0
    off: bool = False
    ended_by: int = 0


@dataclass(frozen=True, slots=True)
class Handover:
    """A fleet's last change of hands: from `former` to `member`; `proxy` stood in for `former`, 0 for nobody.
    `at` is in ISO format."""

    member: int
    former: int
    proxy: int
    at: str


@part("league")
@dataclass(slots=True)
class LeagueState:
    """`decided`: its last end came because fewer than two fleets, or teams, were left (CR-152)."""

    name: str = ""
    format: Format = "free_for_all"
    missions: bool = False
    public: bool = False
    phase: Phase = "gathering"
    profile: Profile = field(default_factory=Profile)
    members: dict[int, MemberState] = field(default_factory=dict)
    rounds: dict[int, RoundState] = field(default_factory=dict)
    nights: dict[int, Night] = field(default_factory=dict)
    meetings: dict[int, Meeting] = field(default_factory=dict)
    reminders: dict[str, str] = field(default_factory=dict)  # thing to do → moment of its last reminder
    handovers: dict[int, Handover] = field(default_factory=dict)  # by fleet
    notes: str = ""  # the club's own agreements, as the organisers wrote them
    decided: bool = False

    @property
    def open_round(self) -> RoundState | None:
        """The round that is being played, if any; there is never more than one."""
        return next((each for each in self.rounds.values() if each.open), None)

    @property
    def played_round(self) -> RoundState | None:
        """The open round; if it is one of agreed games, only while one of them is being played."""
        at = self.open_round
        over = at is not None and at.agreed and not at.playing
        return None if over else at

    @property
    def called_round(self) -> RoundState | None:
        """The open round, unless it is one of agreed games: everybody is called to it."""
        at = self.open_round
        return None if at is None or at.agreed else at
