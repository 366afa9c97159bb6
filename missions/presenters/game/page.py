"""The game page's frame: who plays, which step it is at, whose move it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.addresses import Address, address, fleet_address
from missions.rules.game.moves import move_words
from missions.rules.game.secrets import GameView, PregameView
from missions.rules.game.sides import SIDE_TITLES
from missions.rules.game.state import SIDES, GameStep, SideName
from missions.rules.game.waiting import Awaited, What
from missions.rules.pregame.stage_words import STAGE_WORDS
from rosters.rules.state import FleetState

STEPS: tuple[tuple[GameStep, str], ...] = (
    ("draw", "Draw"),
    ("play", "Play"),
    ("report", "Report"),
    ("confirm", "Confirm"),
    ("done", "Result"),
)
PREPARE: tuple[GameStep, str] = ("pregame", "Prepare")


@dataclass(frozen=True, slots=True)
class FleetBadge:
    """One of the two fleets. `page` is the address of its owner's page, "" for readers who may not open it.
    `mine`: the reader plays it; `may_act`: the reader may press its buttons.
    `desk_open`: its post-game phase after this game is open."""

    side: SideName
    title: str
    number: int
    name: str
    faction: str
    suit: str
    owner: str
    page: str
    url: Address
    mine: bool
    may_act: bool
    desk_open: bool = False

    @property
    def desk(self) -> str:
        """Address of the fleet's post-game phase."""
        return address("fleet-work", self.url, "desk")


Fleets = Mapping[SideName, FleetBadge]


@dataclass(frozen=True, slots=True)
class Move:
    """Something that is awaited. `mine`: of the reader."""

    what: What
    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Status:
    """The head of the page: steps with their state ("done", "now", ""), who has to move, one sentence on
    how things stand."""

    steps: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]
    sentence: str

    @property
    def mine(self) -> bool:
        return any(move.mine for move in self.moves)


def badges(
    view: GameView,
    fleets: Mapping[int, FleetState],
    owners: Mapping[int, tuple[str, str]],
    base: Address,
    *,
    organises: bool,
) -> Fleets:
    """Both fleets, with the names and pages of those who command them by the fleet's number; `base` is the
    campaign's address."""
    made: dict[SideName, FleetBadge] = {}
    for side in SIDES:
        fleet = fleets[view.active if side == "active" else view.opposing]
        mine = view.viewer == side
        owner, page = owners.get(fleet.id, ("", ""))
        made[side] = FleetBadge(
            side=side,
            title=SIDE_TITLES[side],
            number=fleet.id,
            name=fleet.name,
            faction=fleet.side,
            suit=fleet.suit,
            owner=owner or "Nobody",
            page=page if owner else "",
            url=fleet_address(base, fleet.slug),
            mine=mine,
            may_act=mine or organises,
            desk_open=fleet.desk is not None and fleet.desk.game == view.id,
        )
    return made


def status(view: GameView, awaited: Iterable[Awaited], fleets: Fleets, *, me: int, organises: bool) -> Status:
    """The awaited moves. While a game is on the table, only the reader's own move is listed."""
    found = [(each, _move(view, each, fleets, me, organises)) for each in awaited]
    moves = [move for each, move in found if move.mine or (each.holds_up and view.step != "play")]
    moves.sort(key=lambda move: not move.mine)
    listed = steps(view.step, missions=view.pregame is not None)
    if view.step == "pregame" and view.pregame is not None:
        listed = stage_steps(view.pregame)
    return Status(listed, tuple(moves), _standing(view, fleets))


def steps(step: GameStep, *, missions: bool = False) -> tuple[tuple[str, str], ...]:
    """Label and state of each step; nothing is "now" in a game that is over or called off."""
    listed = (PREPARE, *STEPS[1:]) if missions else STEPS
    order = [key for key, _ in listed]
    at = order.index(step) if step in order else -1
    done = len(order) if step == "done" else at
    return tuple(
        (label, "done" if place < done else "now" if place == at else "")
        for place, (_, label) in enumerate(listed)
    )


def stage_steps(seen: PregameView) -> tuple[tuple[str, str], ...]:
    """Each stage of a mission's preparation and how far it is."""
    at = seen.stages.index(seen.stage) if seen.stage in seen.stages else len(seen.stages)
    return tuple(
        (STAGE_WORDS[stage].label, "done" if place < at else "now" if place == at else "")
        for place, stage in enumerate(seen.stages)
    )


def _move(view: GameView, each: Awaited, fleets: Fleets, me: int, organises: bool) -> Move:
    yours, others = move_words(view.step, each.what)
    if view.step == "report" and each.what == "report":
        yours, others = "Enter the fate of every ship, then submit.", "to submit the report"
    if each.side is None:
        if each.is_up_to(me, organises=organises):
            return Move(each.what, yours, True)
        if organises and each.what == "settle":
            text = f"Waiting for another organiser {others}. You can withdraw your objection."
            return Move(each.what, text, False)
        whom = "another" if organises else "an"
        return Move(each.what, f"Waiting for {whom} organiser {others}.", False)
    if each.what == "choose" and view.report and view.report.by == me:
        yours = "Make the choice that the result leaves you."
    fleet = fleets[each.side]
    if (me and each.member == me) or view.viewer == each.side:
        return Move(each.what, yours, True)
    return Move(each.what, f"Waiting for {fleet.owner} ({fleet.name}) {others}.", False)


def _standing(view: GameView, fleets: Fleets) -> str:
    active, opposing = fleets["active"].name, fleets["opposing"].name
    match view.step:
        case "pregame" if view.pregame is not None:
            return _preparing(view.pregame, active, opposing)
        case "draw" if view.draw and view.draw.order:
            return "The cards have turned over, and the weights differ."
        case "draw":
            return f"{active} and {opposing} are about to draw their squadrons."
        case "play":
            return "The game is on the table. Either player can report it."
        case "report":
            return "The report is being written."
        case "confirm" if view.report and view.report.disputes:
            corrected = all(each.corrects for each in view.report.disputes.values())
            return "The report is corrected." if corrected else "The report is disputed."
        case "confirm" if view.friendly:
            return "The report is complete. It is recorded once it is confirmed, and it has no consequences."
        case "confirm":
            return "It counts once it is confirmed."
        case "void" if view.friendly:
            return "This friendly game was called off."
        case "done" if view.friendly:
            return "The friendly game is over. Both fleets stay as they are."
        case "void":
            return "This game was called off. Both fleets are free again."
        case _:
            return _over(fleets)


def _over(fleets: Fleets) -> str:
    """Status of a finished game: the fleets whose post-game phase after it is open."""
    repairing = [each.name for each in fleets.values() if each.desk_open]
    if not repairing:
        return "The game is over, and both fleets have finished their repairs."
    if len(repairing) == len(SIDES):
        return "The game is over, and both fleets have their repairs to do."
    return f"The game is over, and {repairing[0]} still has its repairs to do."


def _preparing(seen: PregameView, active: str, opposing: str) -> str:
    """Status of a mission's preparation."""
    words = STAGE_WORDS[seen.stage]
    status = words.chosen if seen.chosen and words.chosen else words.status
    return status.format(active=active, opposing=opposing)
