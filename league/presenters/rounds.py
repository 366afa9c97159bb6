"""The round page: who is here, whose move it is, who plays whom (CR-051 … CR-056)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from league.addresses import Address, address, fleet_address, game_address
from league.ports import FleetFacts, GameStand, GameWait
from league.presenters.opponents import NextStep, next_step
from league.presenters.progress import round_sub
from league.rules.command import commanders
from league.rules.matching import (
    HOLDING_UP,
    Matching,
    has_played,
    may_check_in,
    may_check_out,
)
from league.rules.phrases import full_stop, join_words, owner_words
from league.rules.reminders import DESK, NO_GAME, choice_in, last_of, soon_again
from league.rules.state import Meeting, Pairing, RoundState

GAME_STEPS = {
    "pregame": "Being prepared",
    "draw": "Squadrons being drawn",
    "play": "Being played",
    "report": "Being reported",
    "confirm": "Waits for confirmation",
    "done": "Finished",
    "void": "Called off",
}
DISPUTED = {
    "answer": ("Corrected: the reporter answers", "tag-accent"),
    "settle": ("Disputed: an organiser settles it", "tag-bad"),
}
"""Words for a disputed report on the round page, by whose move it is, with the colour of their chip."""
TONES = {"done": "tag-good", "void": "tag-bad"}
CHOOSING = "Waits for a choice"
"""Words for a result that waits for the choices that it leaves open, and can be confirmed only then."""
WHY_ABSENT = {
    "draft": "Still a draft: its roster has to be locked first.",
    "playing": "In a game.",
    "desk": "Its repairs are still open.",
    "eliminated": "Eliminated.",
    "retired": "Has left the campaign.",
}


class Fleet(Protocol):
    """A fleet as the round page needs it."""

    @property
    def number(self) -> int: ...
    @property
    def slug(self) -> str: ...
    @property
    def member(self) -> int: ...
    @property
    def proxy(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def standing(self) -> str: ...


class Game(Protocol):
    """A game as the round page needs it."""

    @property
    def step(self) -> str: ...
    @property
    def winner(self) -> str: ...
    @property
    def active_score(self) -> int: ...
    @property
    def ordinal(self) -> int: ...
    @property
    def opposing_score(self) -> int: ...
    @property
    def disputed(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Person:
    """One fleet in the check-in list. `may_in` and `may_out` say which button stands beside it; `desk`: its
    post-game phase is open; `desk_url` is the reader's way to an open one of their own, else ""; `table` is
    where it plays now, 0 if it does not; `may_remind`: its people can be reminded of that phase now, or of
    their choice; `reminded` is when they were reminded last."""

    fleet: int
    name: str
    url: str
    owner: str
    side: str
    value: int
    note: str
    present: bool
    may_in: bool
    may_out: bool
    mine: bool
    choosing: bool
    desk_url: str = ""
    desk: bool = False
    table: int = 0
    may_remind: bool = False
    reminded: datetime | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """One move that a table waits for. `fleet` is the one whose people can be reminded now, called `name`, 0
    if they cannot; `reminded` is when they were reminded last."""

    text: str
    fleet: int = 0
    name: str = ""
    reminded: datetime | None = None


@dataclass(frozen=True, slots=True)
class PairingLine:
    """One game of the round. `mine` marks the reader's own; `over`: it is finished or called off;
    `may_settle`: its report waits for the reader to settle it; `waits` says whom it waits for and what for,
    `since` when it moved last; `players` are those of the active and of the opposing fleet."""

    game: int
    ordinal: int
    url: str
    active: str
    active_side: str
    opposing: str
    opposing_side: str
    state: str
    result: str
    tone: str
    may_cancel: bool
    mine: bool
    called_off: bool
    over: bool
    may_settle: bool = False
    table: int = 0
    waits: tuple[Wait, ...] = ()
    since: datetime | None = None
    remind_url: str = ""
    players: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Promise:
    """A game that two fleets agreed on, in words, and its start. `now`: the choice that is awaited can make
    it the game of these two."""

    fleets: str
    starts: datetime
    now: bool


@dataclass(slots=True)
class RoundPage:
    """`picking` names the fleet whose choice is awaited and `choices` whom it may take, lowest value first;
    `unmatched` are the free fleets without a game. `finishing` says whom the end of the matching leaves
    without a game. `ends` is the moment at which the games end, None without a timer; `since` is the one at
    which `picking` was named. `too_late` are fleets of the reader's that may check in, and whom nobody is
    left to meet. `agreed`: an agreed game opened it, and nobody else is called. `promises` are agreed games
    of fleets that choose or may be chosen, for the readers who choose. `sub` says how the round stands."""

    title: str
    is_open: bool
    sub: str = ""
    people: list[Person] = field(default_factory=list)
    pairings: list[PairingLine] = field(default_factory=list)
    sitting_out: list[str] = field(default_factory=list)
    picking: Person | None = None
    since: datetime | None = None
    choices: list[Person] = field(default_factory=list)
    unmatched: list[Person] = field(default_factory=list)
    may_pick: bool = False
    may_match: bool = False
    may_match_again: bool = False
    not_yet: list[str] = field(default_factory=list)
    open_desks: int = 0
    next: NextStep | None = None
    teams: bool = False
    ends: datetime | None = None
    agreed: bool = False
    too_late: list[Person] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)

    @property
    def match_again(self) -> str:
        """Label of the button that matches the free fleets."""
        if self.unmatched:
            return f"Let {self.unmatched[0].name} choose among the free fleets"
        return "Another game for the free fleets"

    @property
    def ends_above(self) -> bool:
        """Whether the end of the matching stands at the top of the page, where it is named."""
        if self.picking is not None:
            return not self.choices
        return self.next is not None and self.next.ends != ""

    @property
    def finishing(self) -> str:
        """Sentence about the fleets that still wait when the matching is finished."""
        one = len(self.unmatched) == 1
        return (
            f"{_names(self.unmatched)} {'gets' if one else 'get'} no game in this round; "
            f"{'its' if one else 'their'} repairs open straight away."
        )

    @property
    def at_desks(self) -> list[Person]:
        """Fleets whose post-game phase is open."""
        return [each for each in self.people if each.desk]

    @property
    def tables(self) -> list[PairingLine]:
        """The games without those that were called off."""
        return [each for each in self.pairings if not each.called_off]

    @property
    def called_off(self) -> list[PairingLine]:
        """The games that were called off."""
        return [each for each in self.pairings if each.called_off]

    @property
    def to_remind(self) -> list[Person]:
        """Fleets whose open post-game phase their people can be reminded of now."""
        return [each for each in self.at_desks if each.may_remind]

    @property
    def unmatched_names(self) -> str:
        """The free fleets without a game, in words."""
        return _names(self.unmatched)

    @property
    def here(self) -> list[Person]:
        return [each for each in self.people if each.present]

    @property
    def away(self) -> list[Person]:
        return [each for each in self.people if not each.present]

    @property
    def can_check_in_all(self) -> bool:
        return sum(each.may_in for each in self.people) > 1


def round_page(
    at: RoundState,
    fleets: Sequence[Fleet],
    games: Mapping[int, Game],
    owners: Mapping[int, str],
    *,
    base: Address,
    me: int,
    organises: bool,
    teams: bool = False,
    again: bool = False,
    stands: Mapping[int, GameStand] | None = None,
    choosing: Collection[int] = (),
    reminders: Mapping[str, str] | None = None,
    agreed: Iterable[tuple[Meeting, bool]] = (),
    now: str = "",
) -> RoundPage:
    """The page of one round for one reader. `base` is the campaign's address, `me` a member number or 0;
    `teams` says that a side is a team (CR-055), `again` that a fleet may play a second game (CR-052);
    `stands` says what open games wait for, if the reader sees that, `choosing` which of them wait for choices
    that their results leave open; `reminders` says when people were reminded of it; `agreed` are the agreed
    games that are due, each with whether a pairing of its fleets now would be that game; `now` is the moment
    of the page in ISO format, "" if nobody can be reminded."""
    by_number = {each.number: each for each in fleets}
    reminding = Reminding(reminders or {}, me, now)
    matching = Matching(at, {each.number: _facts(each) for each in fleets}, teams, again)
    page = RoundPage(f"Round {at.number}", at.open, teams=teams, agreed=at.agreed)
    page.people = [
        reminding.at_desk(_person(matching, each, owners, base, me, organises), each)
        for each in sorted(fleets, key=lambda each: (each.value, each.number))
        if each.number in at.present or (at.open and each.standing not in ("eliminated", "retired"))
    ]
    page.pairings = [
        _standing(
            _pairing(number, at, by_number, games, owners, base, me, organises, number in choosing),
            (stands or {}).get(number),
            by_number,
            owners,
            reminding,
        )
        for number in sorted(at.pairings)
    ]
    page.ends = datetime.fromisoformat(at.ends) if at.ends and at.open else None
    page.sitting_out = [by_number[each].name for each in at.sitting_out if each in by_number]
    page.sub = round_sub(at, fleets)
    if at.open:
        _match(page, matching, organises)
    if page.picking:
        page.picking = reminding.choosing(page.picking, by_number[page.picking.fleet], at)
        page.since = datetime.fromisoformat(at.named) if at.named else None
        page.promises = _promises(page, page.picking, by_number, agreed)
    return page


def _promises(
    page: RoundPage, picking: Person, fleets: Mapping[int, Fleet], agreed: Iterable[tuple[Meeting, bool]]
) -> list[Promise]:
    """Agreed games of the fleet that chooses and of those that it may choose, for a reader who chooses."""
    open_to = {each.fleet for each in page.choices if page.may_pick}
    found = []
    for each, of_evening in agreed:
        pair = {each.fleet, each.opposing}
        if open_to & pair and pair <= fleets.keys():
            names = join_words(fleets[number].name for number in (each.fleet, each.opposing))
            now = of_evening and picking.fleet in pair
            found.append(Promise(names, datetime.fromisoformat(each.starts), now))
    return found


def _facts(fleet: Fleet) -> FleetFacts:
    """The fleet as the rules of the league take it."""
    return FleetFacts(
        fleet.number, fleet.member, fleet.name, fleet.side, fleet.value, fleet.standing, fleet.proxy
    )


def _person(
    matching: Matching, fleet: Fleet, owners: Mapping[int, str], base: Address, me: int, organises: bool
) -> Person:
    at, facts = matching.at, matching.fleets[fleet.number]
    present = fleet.number in at.present
    may = organises or _commands(fleet, me)
    url = fleet_address(base, fleet.slug)
    return Person(
        fleet.number,
        fleet.name,
        url,
        owner_words(fleet.member, fleet.proxy, owners),
        fleet.side,
        fleet.value,
        _note(matching, fleet, present),
        present,
        may and may_check_in(at, facts),
        may and may_check_out(at, facts),
        _commands(fleet, me),
        at.picking == fleet.number,
        address("fleet-work", url, "desk") if fleet.standing == "desk" and _commands(fleet, me) else "",
        fleet.standing == "desk",
        _table(at, fleet.number),
    )


def _table(at: RoundState, fleet: int) -> int:
    """The table at which a fleet plays now, 0 if it plays nowhere."""
    playing = (each for each in at.pairings.values() if each.status == "playing")
    return next((at.tables[each.id] for each in playing if fleet in (each.active, each.opposing)), 0)


def _commands(fleet: Fleet, me: int) -> bool:
    return me != 0 and me in commanders(_facts(fleet))


def _note(matching: Matching, fleet: Fleet, present: bool) -> str:
    at = matching.at
    if not present:
        return WHY_ABSENT.get(fleet.standing, "")
    if at.picking == fleet.number:
        return "Active Fleet: chooses now"
    if fleet.standing == "playing":
        table = _table(at, fleet.number)
        return f"At table {table}" if table else "In a game"
    if fleet.standing == "desk":
        return "Repairs open"
    if fleet.number in at.sitting_out:
        return "Sits this round out"
    if has_played(at, fleet.number):
        return "Has played"
    return "Waits for a game" if matching.could_meet(matching.fleets[fleet.number]) else "No opponent is left"


def _pairing(
    number: int,
    at: RoundState,
    fleets: Mapping[int, Fleet],
    games: Mapping[int, Game],
    owners: Mapping[int, str],
    base: Address,
    me: int,
    organises: bool,
    choosing: bool,
) -> PairingLine:
    pairing = at.pairings[number]
    active, opposing, game = fleets.get(pairing.active), fleets.get(pairing.opposing), games.get(number)
    names = [each.name if each else "a fleet that is gone" for each in (active, opposing)]
    step = {"cancelled": "void", "finished": "done"}.get(pairing.status, game.step if game else "")
    state, tone = chip(step, game.disputed if game else "", choosing)
    return PairingLine(
        number,
        game.ordinal if game else 0,
        game_address(base, game.ordinal) if game else "",
        names[0],
        active.side if active else "",
        names[1],
        opposing.side if opposing else "",
        state,
        _outcome(pairing, game, names, owners),
        tone,
        at.open and organises and pairing.status == "playing",
        any(each is not None and _commands(each, me) for each in (active, opposing)),
        pairing.status == "cancelled",
        pairing.status != "playing",
        bool(game and organises and game.disputed == "settle" and pairing.status == "playing"),
        at.tables[number],
        players=(_player(active, owners), _player(opposing, owners)),
    )


def chip(step: str, disputed: str, choosing: bool) -> tuple[str, str]:
    """Words for the state of a game, and the colour of their chip. `disputed` says whose move a disputed
    report is, `choosing` whether its result leaves choices open."""
    if step == "confirm" and disputed:
        return DISPUTED[disputed]
    words = CHOOSING if step == "confirm" and choosing else GAME_STEPS.get(step, "")
    return words, TONES.get(step, "tag-info")


def _player(fleet: Fleet | None, owners: Mapping[int, str]) -> str:
    return owner_words(fleet.member, fleet.proxy, owners) if fleet else ""


def _standing(
    line: PairingLine,
    stand: GameStand | None,
    fleets: Mapping[int, Fleet],
    owners: Mapping[int, str],
    reminding: Reminding,
) -> PairingLine:
    """The line with what the game waits for."""
    if stand is None:
        return line
    waits: list[Wait] = []
    asked: set[int] = set()
    for each in stand.waits:
        text = _wait(each, fleets, owners, settles=line.may_settle and not line.mine)
        fleet = None if each.fleet in asked else fleets.get(each.fleet)
        waits.append(reminding.of(line.game, each, text, fleet))
        asked.add(each.fleet)
    return replace(line, waits=tuple(waits), since=stand.since, remind_url=address("game-remind", line.url))


@dataclass(frozen=True, slots=True)
class Reminding:
    """The last reminders, the reader's number, and the moment of the page ("": nobody can be reminded)."""

    reminders: Mapping[str, str]
    me: int
    now: str

    def of(self, game: int, each: GameWait, text: str, fleet: Fleet | None) -> Wait:
        """The move with its last reminder. `fleet` is the one that can be reminded of it: people are reminded
        of the first thing that they have to do."""
        last = last_of(self.reminders, game, each.fleet, each.what)
        may = fleet is not None and self._may(fleet, last)
        return Wait(text, each.fleet if may else 0, fleet.name if fleet else "", last)

    def at_desk(self, person: Person, fleet: Fleet) -> Person:
        """The person with the last reminder of their open post-game phase; others stay as they are."""
        if not self.now or not person.desk:
            return person
        last = last_of(self.reminders, NO_GAME, fleet.number, DESK)
        return replace(person, may_remind=self._may(fleet, last), reminded=last)

    def choosing(self, person: Person, fleet: Fleet, at: RoundState) -> Person:
        """The person whose fleet chooses its opponent, with the last reminder of that."""
        if not self.now:
            return person
        last = last_of(self.reminders, NO_GAME, fleet.number, choice_in(at))
        return replace(person, may_remind=self._may(fleet, last), reminded=last)

    def _may(self, fleet: Fleet, last: datetime | None) -> bool:
        others = any(who not in (0, self.me) for who in (fleet.member, fleet.proxy))
        return bool(self.now) and others and not soon_again(last, self.now)


def _wait(each: GameWait, fleets: Mapping[int, Fleet], owners: Mapping[int, str], *, settles: bool) -> str:
    if not each.fleet and settles:
        return f"You or another organiser has {each.doing}."
    if not each.fleet:
        return f"An organiser has {each.doing}."
    name = fleets[each.fleet].name if each.fleet in fleets else "A fleet that is gone"
    return f"{owners.get(each.member, 'Nobody')} ({name}) has {each.doing}."


def _outcome(pairing: Pairing, game: Game | None, names: Sequence[str], owners: Mapping[int, str]) -> str:
    """The result of a finished game, or the reason for which one was called off; "" for one being played."""
    if pairing.status == "cancelled":
        return f"{owners.get(pairing.ended_by, 'An organiser')} called it off: {full_stop(pairing.reason)}"
    return _result(game, names) if pairing.status == "finished" else ""


def _result(game: Game | None, names: Sequence[str]) -> str:
    if game is None or not game.winner:
        return ""
    return result_line(game.winner, names, (game.active_score, game.opposing_score))


def result_line(winner: str, names: Sequence[str], scores: Sequence[int]) -> str:
    """The result of a game in a few words, the winner's score first. `winner` is "active", "opposing" or
    "draw"; the names and the scores are those of the active side and then the opposing side.
    """
    active, opposing = scores
    if winner == "draw":
        return f"A draw, {active} : {opposing}"
    if winner == "active":
        return f"{names[0]} won, {active} : {opposing}"
    return f"{names[1]} won, {opposing} : {active}"


def _match(page: RoundPage, matching: Matching, organises: bool) -> None:
    """Put what the rules say about the matching on the page; people stand there lowest value first."""
    people = {each.fleet: each for each in page.people}
    page.unmatched = _listed(page, matching.unmatched)
    if matching.picking is not None and matching.picking.id in people:
        page.picking = people[matching.picking.id]
        page.choices = _listed(page, matching.choices)
        page.may_pick = organises or page.picking.mine
    page.may_match = organises and matching.may_begin
    page.may_match_again = organises and matching.may_begin_again
    page.not_yet = _not_yet(page, matching)
    page.open_desks = sum(each.desk for each in page.people)
    if matching.at.pairings:
        page.too_late = [
            each
            for each in page.away
            if each.mine and each.may_in and not matching.could_meet(matching.fleets[each.fleet])
        ]
    if page.unmatched and page.picking is None:
        page.next = next_step(page.people, page.unmatched, matching, organises)


def _listed(page: RoundPage, fleets: Iterable[FleetFacts]) -> list[Person]:
    """The given fleets in the order of the page."""
    numbers = {each.id for each in fleets}
    return [each for each in page.people if each.fleet in numbers]


def _names(people: Iterable[Person]) -> str:
    return join_words(each.name for each in people)


def _not_yet(page: RoundPage, matching: Matching) -> list[str]:
    """Reason why the round cannot close yet, as sentences (CR-054, CR-056)."""
    found = [
        f"{HOLDING_UP[why]}: {', '.join(each.name for each in _listed(page, fleets))}."
        for why, fleets in matching.holding_up().items()
        if fleets
    ]
    if page.unmatched:
        found.append(f"Without a game: {', '.join(each.name for each in page.unmatched)}.")
    return found
