"""The map of a battle of Galaxies with all that stands on it and lies beside it, as a seat's view has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from league.rules.phrases import join_words
from missions.battles.board.scene import (
    Area,
    Clock,
    Feature,
    Gauge,
    Mark,
    Meter,
    Pile,
    Pool,
    Scene,
    Token,
    Tone,
)
from missions.battles.engine.contract import View
from missions.battles.systems.galaxies.board.facts import (
    Facts,
    battle_of,
    covers,
    described,
    field_of,
    grid_of,
    named,
    names,
    on_hexes,
    pose_of,
    type_of,
)
from missions.battles.systems.galaxies.board.trays import hands
from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.field import (
    ARTIFACT,
    DEBRIS,
    ENERGY_SOURCE,
    GATE,
    MARKET,
    REGENERATOR,
    STATION,
    VICTORY_POINT,
    members,
)
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.turn import MOST_ENERGY

PHASES = {False: ("Deploy", "Action"), True: ("Energy", "Deploy", "Action")}
"""Phases of a turn in which somebody decides, by whether tactic cards are used (BG-014)."""
TONES: Mapping[str, Tone] = {
    DEBRIS: "bad",
    ENERGY_SOURCE: "accent",
    REGENERATOR: "info",
    ARTIFACT: "accent",
    STATION: "info",
    MARKET: "good",
    GATE: "info",
    VICTORY_POINT: "accent",
}
TITLES = {card.id: card.title for card in TACTICS}


def scene(view: View, acting: Collection[int]) -> Scene:
    """The map as `view` has it; `acting` are the units that an order is awaited for."""
    battle, may_act = battle_of(view), frozenset(acting)
    return Scene(
        grid=grid_of(battle.field),
        tokens=tuple(_token(view, facts, facts["id"] in may_act) for facts in view["ships"]),
        clock=_clock(view),
        name=battle.name,
        brief=battle.brief,
        rules=battle.rules,
        facts=tuple(_facts(view)),
        score=tuple(_score(view)),
        goals=tuple(_goals(view)),
        areas=tuple(_areas(view)),
        features=tuple(_features(view)),
        hands=tuple(hands(view)),
        meters=tuple(_meters(view)),
        pools=tuple(_pools(view)),
        piles=tuple(_piles(view)),
        under_way=_under_way(view),
    )


def _clock(view: View) -> Clock:
    over = view["outcome"] is not None
    if not view["turn"]:
        return Clock(0, 0, ("Who begins",), 0, None, over)
    phases = PHASES[view["tactics"]]
    phase = view["phase"].capitalize()
    now = phases.index(phase) if phase in phases else len(phases)
    return Clock(view["round"], view["rounds"], phases, now, None, over, unit="Round")


def _under_way(view: View) -> int | None:
    """The ship whose orders come next: the one ship of the card that is activated, if it may be ordered."""
    if view["activation"] is None or view["wait"]:
        return None
    ships = [
        ship for ship in view["cards"][view["activation"]["card"]]["ships"] if view["ships"][ship]["hex"]
    ]
    return ships[0] if len(ships) == 1 else None


# --- ships ------------------------------------------------------------------------------------------


def _token(view: View, facts: Facts, may_act: bool) -> Token:
    type_, marks = type_of(facts), tuple(_marks(view, facts))
    left = max(0, type_.hull - facts["hull"])
    hexes: tuple[str, ...] = ()
    facing = None
    if facts["hex"]:
        pose, field = pose_of(view, facts), field_of(view)
        hexes = covers(field, type_.size, pose)
        facing = field.step[pose[1]].index(pose[0]) if pose[0] != pose[1] else None
    return Token(
        unit=facts["id"],
        label=facts["label"],
        name=described(facts),
        side=facts["side"],
        kind=type_.short,
        place=facts["hex"] or "",
        words=_words(view, facts, marks, may_act),
        may_act=may_act,
        facing=facing,
        gauges=(Gauge("ring", facts["shields"], type_.shields), Gauge("core", left, type_.hull)),
        strength=f"{facts['shields']} + {left}",
        marks=marks,
        status=_status(facts),
        gone=facts["destroyed"],
        covers=hexes if len(hexes) > 1 else (),
        filling=True,
    )


def _status(facts: Facts) -> str:
    if facts["destroyed"]:
        return "destroyed"
    return "" if facts["hex"] else "to be placed"


def _marks(view: View, facts: Facts) -> Iterator[Mark]:
    """The sign of an activation, past or present, and of a warp gate."""
    found = view["activation"]
    if found and found["card"] == facts["card"]:
        yield Mark("active", "activated now")
        if facts["id"] in found["gated"] and facts["id"] not in found["stayed"]:
            yield Mark("gate", "may go through the warp gate")
    elif view["cards"][facts["card"]]["activated"]:
        yield Mark("done", "activated this turn")


def _words(view: View, facts: Facts, marks: Collection[Mark], may_act: bool) -> str:
    type_ = type_of(facts)
    left = max(0, type_.hull - facts["hull"])
    pegs = f"shields {facts['shields']} of {type_.shields}, hull {left} of {type_.hull}"
    more = "".join(f"; {mark.words}" for mark in marks)
    can = "; may be ordered now" if may_act else ""
    return f"{named(facts)}, {view['sides'][facts['side']]}: {pegs}, {_where(view, facts)}{more}{can}"


def _where(view: View, facts: Facts) -> str:
    if not facts["hex"]:
        return _status(facts)
    middle = "the middle on " if type_of(facts).size == Size.LARGE else "on "
    front = " with the front on the first" if facts["back"] else ""
    return f"{middle}{on_hexes(field_of(view), pose_of(view, facts))}{front}"


# --- the map ----------------------------------------------------------------------------------------


def _features(view: View) -> Iterator[Feature]:
    field = field_of(view)
    for kind, hexes in field.tiles.items():
        if hexes and (kind != VICTORY_POINT or view["goal"]):
            words = card_words().tiles[kind].explained
            yield Feature(names(field, members(hexes)), kind, words, TONES.get(kind, "muted"))


def _areas(view: View) -> Iterator[Area]:
    """Start zones, tinted for the side that deploys."""
    battle, field = battle_of(view), field_of(view)
    deploying = view["phase"] in ("begin", "energy", "deploy")
    for side, zone in enumerate(battle.zones):
        now = deploying and (view["phase"] == "begin" or view["active"] == side)
        words = f"Start zone of {view['sides'][side]}"
        yield Area(names(field, members(zone)), words, side=side, filled=now)


# --- beside the map ---------------------------------------------------------------------------------


def _facts(view: View) -> Iterator[tuple[str, str, str]]:
    """The side whose turn it is, and how far the battle has come."""
    if view["turn"]:
        yield "Turn of", view["sides"][view["active"]], "BG-014"
    yield "Ends after", f"{view['rounds']} rounds; then the higher score wins", "BG-134"


def _score(view: View) -> Iterator[tuple[int, str]]:
    for side in (0, 1):
        points = f"{view['points'][side]} of {view['goal']} points, " if view["goal"] else ""
        yield side, f"{points}score {view['score'][side]}"


def _goals(view: View) -> Iterator[tuple[str, str, str]]:
    if view["goal"]:
        prize = field_of(view).labels[battle_of(view).prize]
        yield (
            "Wreck",
            f"a point for a ship on {prize} at the start of its side’s turn, with no enemy beside it",
            "BG-133",
        )
    yield "Elimination", "leave the enemy without ships on the map and behind the screen", "BG-131"
    yield "Score", "launch costs of enemy ships that are destroyed", "BG-134"


def _meters(view: View) -> Iterator[Meter]:
    for side, word in enumerate(view["sides"]):
        yield Meter(side, f"Energy of {word}", view["energy"][side], MOST_ENERGY, "energy", "BG-016")


def _pools(view: View) -> Iterator[Pool]:
    for side, word in enumerate(view["sides"]):
        if view["goal"]:
            points = f"Victory points of {word}"
            yield Pool(points, view["points"][side], side, view["goal"], "points", "BG-133")
    for side, word in enumerate(view["sides"]):
        yield Pool(f"Score of {word}", view["score"][side], side, rule="BG-134")
    for side, word in enumerate(view["sides"]):
        words = f"Ship cards of {word} behind the screen and in holds"
        yield Pool(words, view["unseen"][side], side, rule="BG-045")


def _piles(view: View) -> Iterator[Pile]:
    if not view["tactics"]:
        return
    for side, word in enumerate(view["sides"]):
        laid = view["discards"][side]
        yield Pile(f"Tactic cards of {word} to draw", view["decks"][side])
        yield Pile(f"Tactic cards of {word} played", len(laid), "", _listed(laid))


def _listed(cards: list[str]) -> str:
    counts = Counter(TITLES[card] for card in cards)
    return join_words(f"{title} × {count}" if count > 1 else title for title, count in counts.items())
