"""The game page's frame: who plays, which step it is at, whose move it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.addresses import Place, address, fleet_place
from missions.presenters.print.play_sheet import SIDE_TITLES
from missions.rules.content.mission_data import missions
from missions.rules.game.state import SIDES, GameStep, SideName
from missions.rules.game.waiting import Awaited, What
from missions.rules.pregame.questions import QUESTIONS
from missions.rules.pregame.state import PregameStage
from missions.rules.views import GameView, PregameView
from rosters.rules.state import FleetState

STEPS: tuple[tuple[GameStep, str], ...] = (
    ("draw", "Draw"),
    ("play", "Play"),
    ("report", "Report"),
    ("confirm", "Confirm"),
    ("done", "Result"),
)
# Sentences about the next step outside of the preparation: to the people who have to act, and about them to
# everybody else.
MOVES: dict[What, tuple[str, str]] = {
    "ready": ("Press ready, and the squadrons are drawn.", "to press ready for the draw"),
    "accept": (
        "The forces are not balanced: accept the draw, or ask an organiser to call the game off.",
        "to accept the unbalanced draw",
    ),
    "report": ("Report the result when the game is over.", "to report the result"),
    "choose": (
        "The result leaves you a choice. Make it below.",
        "to make the choices that the result leaves open",
    ),
    "confirm": (
        "Read the report: confirm it, or say which line is wrong.",
        "to confirm or dispute the report",
    ),
    "settle": ("A line is disputed: settle it.", "to settle the disputed lines"),
    "fight": (
        "Decide whether to fight it on the hex board.",
        "to decide whether to fight it on the hex board",
    ),
    "show": ("When the battle is over, show the ship that you nominated.", "to show the nominated ship"),
}
STAGES: tuple[tuple[PregameStage, str], ...] = (
    ("ready", "Ready"),
    ("rest", "Rest"),
    ("squadron", "Draw"),
    ("mission", "Mission"),
    ("strength", "Numbers"),
    ("commit", "Assets"),
    ("effects", "Effects"),
    ("supplies", "Supplies"),
    ("nominate", "Key ship"),
)
PREPARE: tuple[GameStep, str] = ("pregame", "Prepare")


@dataclass(frozen=True, slots=True)
class FleetBadge:
    """One of the two fleets. `mine`: the reader plays it; `may_act`: the reader may press its buttons."""

    side: SideName
    title: str
    number: int
    name: str
    faction: str
    suit: str
    owner: str
    url: Place
    mine: bool
    may_act: bool

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
    owners: Mapping[int, str],
    base: Place,
    *,
    organises: bool,
) -> Fleets:
    """Both fleets, with the names of those who command them by the fleet's number; `base` is the campaign's
    address."""
    made: dict[SideName, FleetBadge] = {}
    for side in SIDES:
        fleet = fleets[view.active if side == "active" else view.opposing]
        mine = view.viewer == side
        made[side] = FleetBadge(
            side=side,
            title=SIDE_TITLES[side],
            number=fleet.id,
            name=fleet.name,
            faction=fleet.side,
            suit=fleet.suit,
            owner=owners.get(fleet.id) or "Nobody",
            url=fleet_place(base, fleet.slug),
            mine=mine,
            may_act=mine or organises,
        )
    return made


def status(view: GameView, awaited: Iterable[Awaited], fleets: Fleets, *, me: int, organises: bool) -> Status:
    """The awaited moves. While a game is on the table, only the reader's own move is listed."""
    moves = [_move(view, each, fleets, me, organises) for each in awaited]
    if view.step == "play":
        moves = [move for move in moves if move.mine]
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
    """Each stage of a mission's preparation and how far it is; the key ship is left out where the mission has
    none."""
    order = [stage for stage, _ in STAGES]
    at = order.index(seen.stage) if seen.stage in order else len(order)
    keyed = not seen.mission or bool(missions()[seen.mission].key_ship)
    listed = [each for each in STAGES if each[0] != "nominate" or keyed]
    return tuple(
        (label, "done" if place < at else "now" if place == at else "")
        for place, (_, label) in enumerate(listed)
    )


def _words(view: GameView, what: What) -> tuple[str, str]:
    if view.step != "pregame":
        return MOVES[what]
    question = next(each for each in QUESTIONS.values() if each.id == what)
    return question.your_move, question.their_move


def _move(view: GameView, each: Awaited, fleets: Fleets, me: int, organises: bool) -> Move:
    yours, others = _words(view, each.what)
    if view.step == "report" and each.what == "report":
        yours, others = "Enter the fate of every ship, then submit.", "to submit the report"
    if each.side is None:
        return Move(each.what, yours if organises else f"Waiting for an organiser {others}.", organises)
    fleet = fleets[each.side]
    if (me and each.member == me) or view.viewer == each.side:
        return Move(each.what, yours, True)
    return Move(each.what, f"Waiting for {fleet.owner} ({fleet.name}) {others}.", False)


def _standing(view: GameView, fleets: Fleets) -> str:
    active, opposing = fleets["active"].name, fleets["opposing"].name
    match view.step:
        case "pregame":
            return _preparing(view, active, opposing)
        case "draw" if view.draw and view.draw.order:
            return "The cards have turned over, and the weights differ."
        case "draw":
            return f"{active} and {opposing} are about to draw their squadrons."
        case "play":
            return "The game is on the table. Either player can report it."
        case "report":
            return "The report is being written."
        case "confirm" if view.report and view.report.disputes:
            return "The report is disputed."
        case "confirm" if view.friendly:
            return "The report is complete. It is recorded once it is confirmed, and it has no consequences."
        case "confirm":
            return "The report is complete. It counts once it is confirmed."
        case "void" if view.friendly:
            return "This friendly game was called off."
        case "done" if view.friendly:
            return "The friendly game is over. Both fleets stay as they are."
        case "void":
            return "This game was called off. Both fleets are free again."
        case _:
            return "The game is over and both fleets have their post-game phase."


def _preparing(view: GameView, active: str, opposing: str) -> str:
    """Status of a mission's preparation."""
    match view.pregame.stage if view.pregame else "ready":
        case "ready":
            return f"{active} and {opposing} are about to begin. Both press ready."
        case "rest" | "squadron":
            return f"{active} prepares its mission squadron."
        case "mission":
            return f"The mission squadron is drawn. {active} chooses the mission."
        case "strength":
            return "Both sides say how many squadrons they field."
        case "commit" if view.pregame and len(view.pregame.committed) == len(SIDES):
            return "The squadrons lie face down, and the commitments are in."
        case "commit":
            return "The squadrons lie face down. Both sides commit their assets in secret."
        case "effects":
            return "The assets are open, and act on the face-down squadrons."
        case "supplies":
            return "The squadrons are turned over. Supplies are handed out."
        case _ if view.pregame and view.pregame.has_nominated:
            return f"The squadrons are turned over, and {active} has nominated a ship in secret."
        case _:
            return f"The squadrons are turned over. {active} nominates a ship in secret."
