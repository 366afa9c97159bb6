"""The league's questions about fleets and games: two ports, which the apps above fill when Django starts.

The league works without them. Then a campaign has no fleets and no games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from league.kernel.decision import Decision
from league.kernel.fold import CampaignState


@dataclass(frozen=True, slots=True)
class FleetFacts:
    """Facts about a fleet for the league's rules. `value` is its fleet value (CR-002), `destroyed_points` the
    points it destroyed over the campaign.

    `standing`: "draft" before the start, "ready", "playing" (in a game), "desk" (its post-game phase is
    open), "eliminated" or "retired". `proxy` is the member who stands in for the owner, or 0.
    """

    id: int
    member: int
    name: str
    side: str
    value: int
    standing: str
    proxy: int = 0
    victories: int = 0
    defeats: int = 0
    draws: int = 0
    destroyed_points: int = 0

    @property
    def games(self) -> int:
        return self.victories + self.defeats + self.draws

    @property
    def eliminated(self) -> bool:
        return self.standing == "eliminated"

    @property
    def ranked(self) -> bool:
        """Whether the fleet has taken part: not drafts, nor fleets that left before their first game."""
        return self.standing != "draft" and (self.standing != "retired" or self.games > 0)


@dataclass(frozen=True, slots=True)
class DraftStand:
    """Whether a draft is legal, and whether its commander calls it ready (CR-016)."""

    legal: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class FleetRow:
    """One fleet's figures as the projections have them. `number`, `member` and `proxy` (0: nobody stands in)
    are numbers of the campaign. `rosters.selectors.port.COLUMNS` fills the fields by position."""

    campaign: int
    number: int
    member: int
    name: str
    side: str
    suit: str
    standing: str
    points: int
    value: int
    ships: int
    missing: int
    squadrons: int
    victories: int
    defeats: int
    draws: int
    destroyed_points: int
    proxy: int = 0
    slug: str = ""

    @property
    def games(self) -> int:
        return self.victories + self.defeats + self.draws

    @property
    def facts(self) -> FleetFacts:
        """The fleet as the rules of the league take it."""
        return FleetFacts(
            self.number,
            self.member,
            self.name,
            self.side,
            self.value,
            self.standing,
            self.proxy,
            self.victories,
            self.defeats,
            self.draws,
            self.destroyed_points,
        )

    @property
    def ranked(self) -> bool:
        """Whether the fleet has taken part, as for `FleetFacts`."""
        return self.standing != "draft" and (self.standing != "retired" or self.games > 0)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a list. `number` identifies it, `ordinal` counts 1, 2, 3 …; `winner` is "active",
    "opposing", "draw" or empty. `disputed`: whose move a disputed report is, of the side that wrote it
    ("answer") or of an organiser ("settle")."""

    number: int
    round: int
    active: int
    opposing: int
    step: str
    winner: str
    active_score: int
    opposing_score: int
    ordinal: int = 0
    disputed: str = ""


@dataclass(frozen=True, slots=True)
class GameName:
    """Name of a game for sentences. `ordinal` is its number in addresses, `round` the number that people know
    its round by, None for a friendly game."""

    ordinal: int
    active: int
    opposing: int
    friendly: bool = False
    round: int | None = None

    @property
    def pair(self) -> frozenset[int]:
        """Both fleets, whichever was active."""
        return frozenset((self.active, self.opposing))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to a result. `number` identifies it, `ordinal` is its number for people, fleets
    are by number; `winner` is "active", "opposing" or "draw"."""

    campaign: int
    number: int
    ordinal: int
    active: int
    opposing: int
    winner: str
    active_score: int
    opposing_score: int
    friendly: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """An award of a season: the numbers of the fleets that get it and a sentence that says what for. `game`
    is the number, for people, of the game that it is about, 0 for none."""

    title: str
    fleets: tuple[int, ...]
    sentence: str
    game: int = 0


@dataclass(frozen=True, slots=True)
class Flown:
    """The times that a kind of ship stood on the table. `ship` names its silhouette, "" for none."""

    ship: str
    name: str
    times: int


@dataclass(frozen=True, slots=True)
class Season:
    """Everything that a campaign's log tells of games that are over: the games in the order played, awards,
    and the ships that each fleet flew, most often flown first. Friendly games count for neither."""

    games: Sequence[PlayedGame] = ()
    awards: Sequence[Award] = ()
    flown: Mapping[int, Sequence[Flown]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameWait:
    """A move that a game waits for. `fleet` and its owner `member` are numbers, 0 for an organiser; `doing`
    completes a sentence ("to confirm or dispute the report"); `what` is its name in reminders."""

    fleet: int
    member: int
    doing: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class GameStand:
    """The moves that an open game waits for, first things first, and when it last moved (None: never)."""

    waits: Sequence[GameWait]
    since: datetime | None


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A fleet's value and points in hand at one moment; `round` is None before the first round."""

    fleet: int
    round: int | None
    value: int
    points: int


@dataclass(frozen=True, slots=True)
class StandingPage:
    """A stretch of the standings (CR-152): `rows` best first, from place `start` (0-based) of `total`.

    `better` counts the fleets whose record is better than the first row's.
    """

    rows: Sequence[FleetRow]
    start: int
    total: int
    better: int


class FleetPort(Protocol):
    """The fleets of a campaign as the league sees them; `rosters` fills it."""

    def facts(self, state: CampaignState) -> Mapping[int, FleetFacts]:
        """Facts of every fleet in a campaign's state, by number."""

    def rows(self, campaign_id: int, numbers: Sequence[int] | None) -> list[FleetRow]:
        """The campaign's fleets by number; all, or those with these numbers. One query."""

    def commanded(self, seats: Sequence[tuple[int, int]]) -> list[FleetRow]:
        """The fleets that these pairs of campaign id and member number own or stand in for. One query."""

    def in_campaigns(self, campaigns: Sequence[int]) -> list[FleetRow]:
        """Every fleet of these campaigns, best first within each (CR-152). One query."""

    def standings(self, campaign_id: int, start: int, limit: int, *, counted: bool) -> StandingPage:
        """A stretch of the standings (CR-152): fleets that have taken part, best first. Without `counted` the
        total is that of the stretch."""

    def drafts(self, campaign_id: int) -> Mapping[int, DraftStand]:
        """The standing of each draft of the campaign, by number. One query."""

    def values(self, campaign_id: int, numbers: Sequence[int]) -> list[ValueRow]:
        """Value and points in hand of these fleets, oldest first. One query."""


class GamePort(Protocol):
    """The games of a campaign as the apps below see them; `missions` fills it."""

    def in_rounds(self, campaign_id: int, rounds: Sequence[int]) -> list[GameRow]:
        """The games of these rounds, by number. One query."""

    def names(self, campaign_id: int, numbers: Sequence[int]) -> Mapping[int, GameName]:
        """Names of these games. One query."""

    def called(self, campaign_id: int, ordinal: int) -> Mapping[int, GameName]:
        """The name of the game with this number in addresses, by its own number; empty if there is none. One
        query."""

    def standing(self, campaign_id: int, numbers: Sequence[int]) -> Mapping[int, GameStand]:
        """Moves that these games wait for, as far as everybody may know them. Three queries."""

    def seasons(self, campaigns: Sequence[tuple[int, int]]) -> Mapping[int, Season]:
        """The seasons of these campaigns, each given as its id and the number of its last event. Two queries;
        none for seasons that were asked for before."""

    def next_number(self, state: CampaignState) -> int:
        """The number by which people will know the campaign's next game."""

    def over(self, campaign_id: int) -> Mapping[int, bool]:
        """Every game's number, and whether it is done or void. One query."""

    def put_right(self, d: Decision, number: int) -> None:
        """Give back what a game took from its fleets, before it is called off. Emits events. Raises `Refusal`
        if that cannot be, or if the actor may not call this game off."""

    def in_friendly(self, state: CampaignState, fleet: int) -> bool:
        """Whether the fleet is in a friendly game, which its standing does not show."""

    def asset_summaries(self) -> Mapping[str, str]:
        """A sentence on the use of each kind of asset."""


class _NoFleets(FleetPort):
    def facts(self, state: CampaignState) -> Mapping[int, FleetFacts]:
        return {}

    def rows(self, campaign_id: int, numbers: Sequence[int] | None) -> list[FleetRow]:
        return []

    def commanded(self, seats: Sequence[tuple[int, int]]) -> list[FleetRow]:
        return []

    def in_campaigns(self, campaigns: Sequence[int]) -> list[FleetRow]:
        return []

    def standings(self, campaign_id: int, start: int, limit: int, *, counted: bool) -> StandingPage:
        return StandingPage((), 0, 0, 0)

    def drafts(self, campaign_id: int) -> Mapping[int, DraftStand]:
        return {}

    def values(self, campaign_id: int, numbers: Sequence[int]) -> list[ValueRow]:
        return []


class _NoGames(GamePort):
    def in_rounds(self, campaign_id: int, rounds: Sequence[int]) -> list[GameRow]:
        return []

    def names(self, campaign_id: int, numbers: Sequence[int]) -> Mapping[int, GameName]:
        return {}

    def called(self, campaign_id: int, ordinal: int) -> Mapping[int, GameName]:
        return {}

    def standing(self, campaign_id: int, numbers: Sequence[int]) -> Mapping[int, GameStand]:
        return {}

    def seasons(self, campaigns: Sequence[tuple[int, int]]) -> Mapping[int, Season]:
        return {}

    def next_number(self, state: CampaignState) -> int:
        return 0

    def over(self, campaign_id: int) -> Mapping[int, bool]:
        return {}

    def put_right(self, d: Decision, number: int) -> None:
        return None

    def in_friendly(self, state: CampaignState, fleet: int) -> bool:
        return False

    def asset_summaries(self) -> Mapping[str, str]:
        return {}


_fleets: FleetPort = _NoFleets()
_games: GamePort = _NoGames()


def fill_fleet_port(port: FleetPort) -> None:
    """Connect the fleets; called once, in `AppConfig.ready()`."""
    global _fleets  # noqa: PLW0603
    _fleets = port


def fill_game_port(port: GamePort) -> None:
    """Connect the games; called once, in `AppConfig.ready()`."""
    global _games  # noqa: PLW0603
    _games = port


def fleet_port() -> FleetPort:
    """The fleets, or a port that knows none."""
    return _fleets


def fleet_facts(state: CampaignState) -> Mapping[int, FleetFacts]:
    """Facts of every fleet in a campaign's state, by number."""
    return _fleets.facts(state)


def game_port() -> GamePort:
    """The games, or a port that knows none."""
    return _games
