"""Events of a game. Appliers: `missions.rules.game.folding`.

A game begins with the league's `PairingMade` and is void after its `PairingCancelled`.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from league.kernel.events import Event, event
from league.kernel.nonces import How
from missions.rules.game.state import (
    DrawnSquadron,
    Facts,
    FieldedShip,
    SectionReport,
    ShipFate,
    ShipReport,
    SideName,
    Termination,
    Winner,
)


@event("game.draw_committed")
class DrawCommitted(Event):
    """The server has fixed its seed (CR-079). `commitment` is the seed's SHA-256; `sealed` the seed in hex,
    which no reader may see before the game is over."""

    secret: ClassVar[bool] = True
    game: int
    commitment: str
    sealed: str


@event("game.side_ready")
class SideReady(Event):
    """A side adds its nonce, which nobody may know before the other side has added one. While the nonce is
    held back it is "", and `seal` stands for it. `against` is the other side's seal at that time, which binds
    it from now on. `at` is the moment if both are ready now and a nonce is held back, else ""."""

    secret: ClassVar[bool] = True
    game: int
    side: SideName
    fleet: int
    nonce: str
    seal: str = ""
    against: str = ""
    how: How = ""
    at: str = ""


@event("game.nonce_shown")
class NonceShown(Event):
    """The nonce that a side had held back, or what the site filled in for it."""

    secret: ClassVar[bool] = True
    game: int
    side: SideName
    fleet: int
    nonce: str
    how: How


@event("game.order_laid")
class OrderLaid(Event):
    """Somebody gave an order that picks at random. It waits for the links of the sides `wanted`. `mark` is
    its seal, so that nobody gives another one when they know a link. `number` counts such orders of the
    game."""

    game: int
    number: int
    mark: str
    at: str
    wanted: tuple[SideName, ...]


@event("game.links_taken")
class LinksTaken(Event):
    """The links that join the picks of this act, by side; those of the sides in `filled` come from the
    site."""

    game: int
    links: dict[SideName, str]
    filled: tuple[SideName, ...] = ()


@event("game.squadrons_drawn")
class SquadronsDrawn(Event):
    """`order` are the cards as they turned over ("active:5"), `forces` and `ships` what stands behind them,
    `pools` the sorted cards that were shuffled. `balanced` is False when the lighter side ran out of cards
    (CR-061)."""

    game: int
    order: tuple[str, ...]
    pools: dict[SideName, tuple[int, ...]]
    forces: tuple[DrawnSquadron, ...]
    ships: tuple[FieldedShip, ...]
    balanced: bool
    rule: str = "CR-061"


@event("game.draw_accepted")
class DrawAccepted(Event):
    """A side plays an unbalanced draw as it is."""

    game: int
    side: SideName
    fleet: int


@event("game.play_began")
class PlayBegan(Event):
    game: int
    round: int


@event("game.limited_chosen")
class LimitedChosen(Event):
    """The copy of a Squadron Limited card that a side uses; the others are flipped (CR-038)."""

    game: int
    side: SideName
    fleet: int
    upgrade: int
    name: str


@event("game.told")
class GameTold(Event):
    """A side's own account of the game, "" if it was taken back."""

    game: int
    side: SideName
    fleet: int
    text: str


@event("game.told_by_organiser")
class GameToldByOrganiser(Event):
    """The account of organisers who play no side of the game, "" if it was taken back."""

    game: int
    member: int
    text: str


@event("game.report_line_saved")
class ReportLineSaved(Event):
    """`side` is the one that `member` plays, None for neither."""

    game: int
    member: int
    fleet: int
    ship: int
    name: str
    fate: ShipFate
    sections: dict[str, SectionReport]
    lost: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    side: SideName | None = None


@event("game.report_facts_saved")
class ReportFactsSaved(Event):
    game: int
    member: int
    conceded: SideName | None = None
    stopped: bool = False
    scanned: int = 0
    side: SideName | None = None


@event("game.report_submitted")
class ReportSubmitted(Event):
    """`fingerprint` is the game's at this moment: no line of a submitted report can be undone beneath it."""

    game: int
    member: int
    fingerprint: str


@event("game.report_taken_over")
class ReportTakenOver(Event):
    """The player of `side` reports from now on, in the place of the one who began."""

    game: int
    member: int
    side: SideName


@event("game.report_reopened")
class ReportReopened(Event):
    """The reporter takes the report back to change it; choices start again. `keeps`: disputes stay until
    their lines are changed; in logs from before that they start again, too."""

    game: int
    member: int
    keeps: bool = False


@event("game.line_disputed")
class LineDisputed(Event):
    """`ship` is 0 and `name` empty when the facts about the whole game are disputed. If the other
    side corrects the report, `line` or `facts` say how it was."""

    game: int
    member: int
    ship: int
    name: str
    reason: str
    line: ShipReport | None = None
    facts: Facts | None = None


@event("game.corrections_accepted")
class CorrectionsAccepted(Event):
    """The side that wrote the report accepts the corrections of `ships` (0: the facts), all of them if none
    is named; these disputes are closed. `names` are those of the corrected ships. Choices of the sides in
    `kept` stand, because the corrections do not touch them."""

    game: int
    member: int
    names: tuple[str, ...] = ()
    kept: tuple[SideName, ...] = ()
    ships: tuple[int, ...] = ()


@event("game.corrections_refused")
class CorrectionsRefused(Event):
    """The side that wrote the report stands by it: an organiser settles it."""

    game: int
    member: int


@event("game.dispute_withdrawn")
class DisputeWithdrawn(Event):
    game: int
    member: int
    ship: int
    name: str


@event("game.report_settled")
class ReportSettled(Event):
    """The organiser's word: `lines` replaces the lines of those ships; disputes are closed. Choices of the
    sides in `kept` stand."""

    game: int
    member: int
    reason: str
    lines: tuple[ShipReport, ...] = ()
    conceded: SideName | None = None
    stopped: bool = False
    names: tuple[str, ...] = ()
    scanned: int = 0
    kept: tuple[SideName, ...] = ()


@event("game.choices_saved")
class ChoicesSaved(Event):
    game: int
    side: SideName
    fleet: int
    elite: tuple[int, ...] = ()
    promoted: dict[int, int] = field(default_factory=dict)
    kept: dict[str, tuple[int, ...]] = field(default_factory=dict)


@event("game.result_confirmed")
class ResultConfirmed(Event):
    """The result stands; the events of section 10 follow in the same act. `scores` by side are enemy squad
    points that count (CR-092); `rule` says what decided, `fingerprint` which report and choices it
    comes from."""

    game: int
    round: int
    winner: Winner
    termination: Termination
    scores: dict[SideName, int]
    rule: str
    fingerprint: str
    active_name: str = ""
    opposing_name: str = ""


@event("game.seed_revealed")
class SeedRevealed(Event):
    """The game is over: everybody may recompute the draw (CR-079)."""

    game: int
    seed: str


@event("game.seed_known")
class SeedKnown(Event):
    """The result is undone, but everybody has been shown the seed: nothing more is drawn from it (CR-079).
    Follows an undoing, so that it applies in every state of the game."""

    game: int
