"""Every question of a mission's preparation, in one table: when it is asked, of whom, what may be answered,
which order answers it, and all its texts (CR-070).

A new question is one row here, the order and its deciding function under `orders/`, and their tests. Pages,
the inbox and the forms read this table; only a new kind of answer needs a drawing of its own in
`missions.presenters.pregame.forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from league.kernel.decision import Order
from league.kernel.fold import CampaignState
from missions.rules.assets.commitments import MOST_COMMITTED, exchange_choices, face_down, usable_on
from missions.rules.assets.effects import (
    asking_effect,
    current_effect,
    looks_of,
    side_to_go_on,
    supplied_card,
)
from missions.rules.assets.supplies import supply_choices
from missions.rules.content.mission_data import missions
from missions.rules.game.access import fleet_on
from missions.rules.game.orders.classes import PressReady
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame.eligibility import (
    MissionOffer,
    may_rest,
    mission_offers,
    most_rested,
    nominees,
    offers_to_others,
    strength_awaited,
    strength_range,
    unrested,
)
from missions.rules.pregame.orders import classes as do
from missions.rules.pregame.state import AssetKind, PregameStage
from rosters.catalogue import UpgradeCard
from rosters.rules.state import AssetState

QuestionId = Literal[
    "ready", "rest", "squadron", "mission", "strength", "commit", "exchange", "look", "swap", "supplies",
    "nominate", "go_on",
]  # fmt: skip


# --- the kinds of answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Squadrons:
    """Squadron cards of the side's own, any number of them; `ticked`: all are chosen to begin with."""

    name: str
    legend: str
    cards: tuple[int, ...]
    most: int = 10
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Missions:
    """All eight missions, open or closed with their reasons; `drawn` is the card that decides about them."""

    offers: tuple[MissionOffer, ...]


@dataclass(frozen=True, slots=True)
class Strength:
    """Number of squadrons, from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Assets:
    """The assets on the roster, the numbers of those that may be committed, and how many of them at most."""

    held: tuple[AssetState, ...]
    usable: frozenset[int]
    most: int


@dataclass(frozen=True, slots=True)
class Exchanges:
    """Own face-down card → own cards that may come for it."""

    pairs: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class NothingToChoose:
    """Nothing can be chosen, so that the side can only let its asset go. `text` says why, to this reader."""

    text: str


@dataclass(frozen=True, slots=True)
class Places:
    """One of the opponent's face-down cards, by its place from 0."""

    count: int


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Yes or no about the opponent's card that was looked at; 0 for readers who did not see it."""

    card: int


@dataclass(frozen=True, slots=True)
class Munitions:
    """One free munition or none for each ship of the squadron `card`."""

    card: int
    by_ship: Mapping[int, tuple[UpgradeCard, ...]]


@dataclass(frozen=True, slots=True)
class Ships:
    """One of the side's fielded ships."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Nothing to choose. `after`: the asset for which the other side chose last, "" if it committed or
    nominated."""

    after: str = ""


Answers = (
    Squadrons
    | Missions
    | Strength
    | Assets
    | Exchanges
    | NothingToChoose
    | Places
    | LookedAt
    | Munitions
    | Ships
    | GoingOn
    | None
)

AskedSides = Callable[[CampaignState, GameState], tuple[SideName, ...]]
AnswersFor = Callable[[CampaignState, GameState, SideName, bool], Answers]


@dataclass(frozen=True, slots=True)
class Question:
    """One row of the table.

    `sides` gives the sides that are asked now, () for none. `answers` gives what side may choose; its last
    argument says whether the reader plays that side, as an organiser who acts for it is offered only what
    follows from what everybody sees. `secret`: an organiser who plays the other side may not choose for it.

    `address` is the last part of the address that the form posts to, `missing` the sentence when nothing was
    chosen. `title`, `text`, `button` and `icon` stand on the form, `passing` on the button that lets the
    asset go. `your_move` speaks to the side, `their_move` goes on "Waiting for …". `desk`, `desk_button` and
    `desk_icon` stand in the inbox. `done` is the message after the answer. The texts may hold `{most}`,
    `{card}`, `{chose}` and `{then}`.
    """

    id: QuestionId
    stages: frozenset[PregameStage]
    order: type[Order]
    address: str
    rule: str
    icon: str
    title: str
    text: str
    button: str
    your_move: str
    their_move: str
    desk: str
    desk_button: str
    desk_icon: str
    done: str
    sides: AskedSides
    answers: AnswersFor = field(default=lambda state, game, side, own: None)
    secret: bool = False
    missing: str = ""
    passing: str = ""


# --- who is asked -------------------------------------------------------------------------------------


def _not_ready(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
    ready = game.draw.ready if game.draw is not None else ()
    return tuple(side for side in SIDES if side not in ready)


def _active(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
    return ("active",)


def _strength_side(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
    side = strength_awaited(state, game)
    return (side,) if side is not None else ()


def _not_committed(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
    commits = pregame_of(game).commits
    return tuple(side for side in SIDES if side not in commits)


def _nominating(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
    return () if pregame_of(game).nominated else ("active",)


def _going_on(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
    pregame = pregame_of(game)
    committing = pregame.stage == "commit" and len(pregame.commits) < len(SIDES)
    side = None if committing else side_to_go_on(game)
    return (side,) if side is not None else ()


def _by_effect(kind: AssetKind, *, looked: bool | None = None) -> AskedSides:
    """The side whose asset of that kind is being resolved; with `looked`, after or before it looked at a
    card."""

    def sides(state: CampaignState, game: GameState) -> tuple[SideName, ...]:
        found = asking_effect(game)
        if found is None or found[1].kind != kind:
            return ()
        if looked is not None and bool(looks_of(game, found[0])) != looked:
            return ()
        return (found[1].side,)

    return sides


# --- what may be answered -----------------------------------------------------------------------------


def _resting(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return Squadrons("cards", "Squadrons that may rest", may_rest(state, game), most_rested(state, game))


def _deck(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return Squadrons("deck", "The deck", tuple(unrested(state, game)), ticked=True)


def _offered(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return Missions(mission_offers(state, game) if own else offers_to_others(state, game))


def _strength(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return Strength(*strength_range(state, game, missions()[pregame_of(game).mission], side))


def _assets(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    usable = frozenset(each.id for each in usable_on(state, game, side))
    held = tuple(fleet_on(state, game, side).assets.values())
    return Assets(held, usable, min(MOST_COMMITTED, len(usable)))


_NO_EXCHANGE = (
    "You have seen the opponent’s squadrons. None of your other squadrons can replace a face-down one."
)


def _exchanges(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    if not own:
        return NothingToChoose("Only its owner sees the face-down squadrons and can exchange one.")
    pairs = exchange_choices(state, game, side)
    return Exchanges(pairs) if pairs else NothingToChoose(_NO_EXCHANGE)


def _places(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return Places(len(face_down(game, other(side))))


def _looked_at(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return LookedAt(looks_of(game, _effect(game))[-1].card if own else 0)


def _munitions(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    card = supplied_card(game, _effect(game))
    assert card is not None
    return Munitions(card, supply_choices(state, game, side, card))


def _ships(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    return Ships(tuple(nominees(game)))


def _chosen_before(state: CampaignState, game: GameState, side: SideName, own: bool) -> Answers:
    pregame = pregame_of(game)
    place = pregame.open_choices[-1].effect
    return GoingOn(pregame.effects[place].name if place >= 0 else "")


def _effect(game: GameState) -> int:
    found = current_effect(game)
    assert found is not None
    return found[0]


# --- the table ----------------------------------------------------------------------------------------

ACTING: frozenset[PregameStage] = frozenset({"effects", "supplies"})
"""Stages in which assets act."""
OPEN_CHOICES: frozenset[PregameStage] = frozenset({"commit", "effects", "supplies", "nominate"})
"""Stages in which a choice stays open until the other side goes on."""

_ROWS = (
    Question(
        id="ready",
        stages=frozenset({"ready"}),
        order=PressReady,
        address="ready",
        rule="CR-079",
        icon="check",
        title="Are you ready?",
        text="All draws of this game come from a sealed secret of the server and a text from each side, so "
        "that both can check them afterwards.",
        button="Ready",
        your_move="Press ready, and the preparation begins.",
        their_move="to press ready",
        desk="{game} is set up: press ready.",
        desk_button="To the game",
        desk_icon="draw",
        done="Ready.",
        sides=_not_ready,
    ),
    Question(
        id="rest",
        stages=frozenset({"rest"}),
        order=do.RestSquadrons,
        address="rest",
        rule="CR-071",
        icon="check",
        title="Which squadrons rest?",
        text="Resting squadrons stay out of this game. Choose {most}, or say that nobody rests.",
        button="Settle who rests",
        your_move="Choose the squadrons that rest.",
        their_move="to say which squadrons rest",
        desk="{game}: say which squadrons rest.",
        desk_button="To the game",
        desk_icon="draw",
        done="It is settled who rests.",
        sides=_active,
        answers=_resting,
    ),
    Question(
        id="squadron",
        stages=frozenset({"squadron"}),
        order=do.DrawMissionSquadron,
        address="squadron",
        rule="CR-072",
        icon="draw",
        title="Draw your mission squadron",
        text="{deck} Its type decides which missions you can choose.",
        button="Draw",
        your_move="Draw your mission squadron.",
        their_move="to draw the mission squadron",
        desk="{game}: draw your mission squadron.",
        desk_button="To the game",
        desk_icon="draw",
        done="Your mission squadron is drawn.",
        sides=_active,
        answers=_deck,
        secret=True,
        missing="Leave some squadrons in the deck.",
    ),
    Question(
        id="mission",
        stages=frozenset({"mission"}),
        order=do.ChooseMission,
        address="mission",
        rule="CR-073",
        icon="check",
        title="Choose the mission",
        text="A mission is open if the Drawn Squadron and both fleets allow it. The others say why not.",
        button="Play this mission",
        your_move="Choose the mission.",
        their_move="to choose the mission",
        desk="{game}: choose the mission.",
        desk_button="Choose",
        desk_icon="game",
        done="The mission is chosen.",
        sides=_active,
        answers=_offered,
        missing="Choose one of the missions.",
    ),
    Question(
        id="strength",
        stages=frozenset({"strength"}),
        order=do.ChooseStrength,
        address="strength",
        rule="CR-074",
        icon="squadron",
        title="How many squadrons do you field?",
        text="{fielded}They are drawn at random, face down.",
        button="Field this many",
        your_move="Say how many squadrons you field.",
        their_move="to say how many squadrons they field",
        desk="{game}: say how many squadrons you field.",
        desk_button="Choose",
        desk_icon="squadron",
        done="The number is settled.",
        sides=_strength_side,
        answers=_strength,
        missing="Choose how many squadrons you field.",
    ),
    Question(
        id="commit",
        stages=frozenset({"commit"}),
        order=do.CommitAssets,
        address="commit",
        rule="CR-076",
        icon="lock",
        title="Commit your assets",
        text="{assets} A committed asset is used up. "
        "Neither side sees the other’s choice before both have chosen.",
        button="Commit",
        your_move="Commit your assets, or none.",
        their_move="to commit assets",
        desk="{game}: commit assets, or none.",
        desk_button="Choose",
        desk_icon="asset",
        done="Committed, face down until both sides have.",
        sides=_not_committed,
        answers=_assets,
        secret=True,
    ),
    Question(
        id="go_on",
        stages=OPEN_CHOICES,
        order=do.GoOn,
        address="go-on",
        rule="CR-070",
        icon="check",
        title="{chose}",
        text="The other side can take that back until you go on. Then {then}.",
        button="Go on",
        your_move="The other side has chosen. If you go on, you accept its choice.",
        their_move="to go on",
        desk="{game}: the other side has chosen. Go on.",
        desk_button="To the game",
        desk_icon="asset",
        done="It goes on.",
        sides=_going_on,
        answers=_chosen_before,
    ),
    Question(
        id="exchange",
        stages=ACTING,
        order=do.ExchangeSquadron,
        address="exchange",
        rule="CR-084",
        icon="redo",
        title="Fleet Intelligence: exchange a squadron?",
        text="You have seen the opponent’s squadrons. You may exchange one of your face-down squadrons for "
        "another of its type.",
        button="Exchange",
        your_move="Your Fleet Intelligence has a report for you.",
        their_move="to act on Fleet Intelligence",
        desk="{game}: Fleet Intelligence waits for you.",
        desk_button="Look at it",
        desk_icon="asset",
        done="The squadrons are exchanged.",
        sides=_by_effect("fleet_intelligence"),
        answers=_exchanges,
        secret=True,
        missing="Choose what to exchange, or keep your squadrons.",
        passing="Keep my squadrons",
    ),
    Question(
        id="look",
        stages=ACTING,
        order=do.LookAtSquadron,
        address="look",
        rule="CR-084",
        icon="eye",
        title="Disrupted Command Structure: look at a card",
        text="Choose one of the opponent’s face-down squadrons.",
        button="Look at it",
        your_move="Choose a card to look at.",
        their_move="to look at a face-down card",
        desk="{game}: choose a face-down card to look at.",
        desk_button="To the game",
        desk_icon="asset",
        done="You have seen the card.",
        sides=_by_effect("disrupted_command", looked=False),
        answers=_places,
        secret=True,
        missing="Choose a card to look at, or look at none.",
        passing="Look at none",
    ),
    Question(
        id="swap",
        stages=ACTING,
        order=do.SwapSquadron,
        address="swap",
        rule="CR-084",
        icon="redo",
        title="Disrupted Command Structure: have it swapped?",
        text="You looked at this squadron. You can have it swapped for another one at random, of its type, "
        "or of the next lighter type that is left. If none of these is left, it stays.",
        button="Have it swapped",
        your_move="Say whether the card is swapped.",
        their_move="to say whether a card is swapped",
        desk="{game}: say whether the card is swapped.",
        desk_button="To the game",
        desk_icon="asset",
        done="Done. It is swapped, if a squadron that fits was left.",
        sides=_by_effect("disrupted_command", looked=True),
        answers=_looked_at,
        secret=True,
        passing="Leave it",
    ),
    Question(
        id="supplies",
        stages=ACTING,
        order=do.TakeSupplies,
        address="supplies",
        rule="CR-086",
        icon="buy",
        title="Additional Supplies: load munitions",
        text="They go to squadron {card}: one free mine, bomb, missile or torpedo for each ship with a "
        "fitting slot. They go to your inventory after the game.",
        button="Load these",
        your_move="Load your free munitions.",
        their_move="to load free munitions",
        desk="{game}: load your free munitions.",
        desk_button="To the game",
        desk_icon="asset",
        done="The munitions are aboard.",
        sides=_by_effect("additional_supplies"),
        answers=_munitions,
        passing="Take none",
    ),
    Question(
        id="nominate",
        stages=frozenset({"nominate"}),
        order=do.NominateShip,
        address="nominate",
        rule="CR-091",
        icon="hidden",
        title="Nominate a ship in secret",
        text="You can take it back until your opponent goes on. Your opponent learns its name when the "
        "battle is over.",
        button="Nominate",
        your_move="Nominate a ship in secret.",
        their_move="to nominate a ship in secret",
        desk="{game}: nominate a ship in secret.",
        desk_button="Nominate",
        desk_icon="hidden",
        done="Nominated. Your opponent sees that you have nominated a ship, but not which one.",
        sides=_nominating,
        answers=_ships,
        secret=True,
        missing="Choose the ship.",
    ),
)
QUESTIONS: Mapping[QuestionId, Question] = {question.id: question for question in _ROWS}
AT_ADDRESS: Mapping[str, Question] = {question.address: question for question in _ROWS}


def asked_now(state: CampaignState, game: GameState) -> tuple[tuple[Question, SideName], ...]:
    """The questions that the preparation waits for, and of which side (CR-070); () after it."""
    if game.step != "pregame":
        return ()
    stage = pregame_of(game).stage
    return tuple(
        (question, side)
        for question in QUESTIONS.values()
        if stage in question.stages
        for side in question.sides(state, game)
    )
