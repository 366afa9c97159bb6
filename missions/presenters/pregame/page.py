"""A mission's preparation on the page: how far it is, what lies on the table, what was decided, what
assets do and what they showed the reader. The questions: `missions.presenters.pregame.forms`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.rules.phrases import TYPE_NAMES, join_words
from missions.presenters.game.page import FleetBadge, Fleets
from missions.rules.assets.text import asset_words
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.draws import field_squadron
from missions.rules.game.secrets import GameView
from missions.rules.game.ship_labels import which_of
from missions.rules.game.sides import SIDES, SideName
from missions.rules.pregame.secrets import PregameView, Swap
from missions.rules.pregame.state import CommittedAsset, Effect
from rosters.rules.state import AssetState, FleetState, SquadronType

DRAWN = "Drawn Squadron"


@dataclass(frozen=True, slots=True)
class TableCard:
    """A squadron card on the table. `card` is 0 for a card that lies face down to the reader; `ships` are
    names with points."""

    card: int
    suit: str
    type: SquadronType | str
    points: int
    ships: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side's cards and how far it is. `tags`: tone, icon, word."""

    fleet: FleetBadge
    cards: tuple[TableCard, ...]
    tags: tuple[tuple[str, str, str], ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class Decided:
    """Something that is settled, with its rule."""

    label: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class AssetCard:
    """A committed asset as the reader sees it. `state`: what became of it, `tone` its colour."""

    name: str
    rank: str
    suit: str
    summary: str
    rule: str
    state: str
    tone: str


@dataclass(frozen=True, slots=True)
class AssetSide:
    fleet: FleetBadge
    cards: tuple[AssetCard, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Showing:
    """A card that an asset showed the reader."""

    by: str
    card: TableCard
    fleet: str


@dataclass(frozen=True, slots=True)
class PregamePage:
    """`assets` is () before anything is committed; `shown` what assets showed the reader, `found` what
    Sabotage did and whose squadrons were swapped."""

    sides: tuple[TableSide, ...]
    decided: tuple[Decided, ...]
    assets: tuple[AssetSide, ...]
    shown: tuple[Showing, ...]
    found: tuple[Decided, ...]
    commitment: str

    @property
    def lying(self) -> bool:
        """Whether any card is on the table."""
        return any(side.cards for side in self.sides)


def pregame_page(
    view: GameView,
    fleets: Fleets,
    rosters: Mapping[SideName, FleetState],
    useless: Mapping[SideName, Sequence[AssetState]],
) -> PregamePage:
    """The preparation for a reader. `rosters` tell what is behind the cards that the view names; `useless`
    are the assets of each side that name another opponent."""
    seen = view.pregame
    assert seen is not None
    asked = {side: _is_asked(rosters[side], useless[side]) for side in SIDES}
    return PregamePage(
        sides=tuple(_side(view, fleets, rosters, side, asked=asked[side]) for side in SIDES),
        decided=(*decided(view, fleets), *_of_no_use(fleets, useless)),
        assets=asset_sides(view, fleets, asked),
        shown=tuple(_shown(seen, fleets, rosters)),
        found=tuple(_found(seen, fleets)),
        commitment=view.draw.commitment if view.draw else "",
    )


def table_card(fleet: FleetState, card: int, note: str = "") -> TableCard:
    """A squadron card with what is behind it on the roster; in a friendly game it may be struck by now."""
    if card not in fleet.squadrons:
        return TableCard(card, fleet.suit, "", 0, (), "Disbanded since")
    squadron, ships = field_squadron(fleet, card)
    names = tuple(f"{ship.name} ({ship.points})" for ship in ships)
    return TableCard(card, fleet.suit, squadron.type, squadron.points, names, note)


def _is_asked(fleet: FleetState, useless: Sequence[AssetState]) -> bool:
    """Whether a fleet holds an asset that it may commit, which everybody can read on its page (CR-076)."""
    return any(each not in useless for each in fleet.assets.values())


def _side(
    view: GameView, fleets: Fleets, rosters: Mapping[SideName, FleetState], side: SideName, *, asked: bool
) -> TableSide:
    draw, seen = view.draw, view.pregame
    assert seen is not None
    return TableSide(
        fleets[side],
        tuple(_cards(seen, rosters, side)),
        tuple(_tags(view, seen, side, asked=asked)),
        draw.nonces.get(side, "") if draw else "",
    )


def _cards(seen: PregameView, rosters: Mapping[SideName, FleetState], side: SideName) -> Iterator[TableCard]:
    """The table's cards: face up where the view names them, with their backs otherwise."""
    drawn_only = side == "active" and bool(seen.drawn_type) and side not in seen.counts
    if drawn_only:
        yield _drawn(seen, rosters)
        return
    known = seen.cards.get(side)
    for place in range(seen.counts.get(side, 0)):
        first = side == "active" and place == 0
        if known is not None:
            yield table_card(rosters[side], known[place], DRAWN if first else "")
        elif first:
            yield _drawn(seen, rosters)
        else:
            yield TableCard(0, "", "", 0, ())


def _drawn(seen: PregameView, rosters: Mapping[SideName, FleetState]) -> TableCard:
    if seen.drawn:
        return table_card(rosters["active"], seen.drawn, DRAWN)
    return TableCard(0, "", seen.drawn_type, 0, (), DRAWN)


def _tags(
    view: GameView, seen: PregameView, side: SideName, *, asked: bool
) -> Iterator[tuple[str, str, str]]:
    if seen.stage == "ready":
        ready = view.draw is not None and side in view.draw.ready
        yield ("tag-good", "check", "Ready") if ready else ("", "clock", "Not ready yet")
    if seen.stage == "commit":
        done = side in seen.committed
        chosen = ("tag-good", "lock", "Committed") if asked else ("", "info", "No asset to commit")
        yield chosen if done else ("", "clock", "Choosing assets")
    if side == "active" and seen.has_nominated and not seen.nomination_shown:
        yield "tag-info", "hidden", "Key ship nominated"


def decided(view: GameView, fleets: Fleets) -> Iterator[Decided]:
    """Everything settled so far that everybody may know."""
    seen = view.pregame
    if seen is None:
        return
    if seen.stage not in ("ready", "rest"):
        cards = " and ".join(map(str, sorted(seen.rested)))
        yield Decided("Resting", f"Squadron {cards}" if cards else "Nobody rests", "CR-071")
    if seen.drawn_type:
        yield Decided(DRAWN, TYPE_NAMES[seen.drawn_type], "CR-072")
    if seen.mission:
        mission = missions()[seen.mission]
        yield Decided("Mission", f"{mission.number}. {mission.name}", "CR-073")
    if seen.strengths:
        numbers = ", ".join(f"{fleets[side].name} {seen.strengths[side]}" for side in seen.strengths)
        yield Decided("Squadrons", numbers, "CR-074")


def _of_no_use(fleets: Fleets, useless: Mapping[SideName, Sequence[AssetState]]) -> Iterator[Decided]:
    """Assets of the rosters that name another opponent; nobody is asked about them."""
    for side, closed in useless.items():
        if closed:
            names = ", ".join(f"{each.name} (against {each.target_name} only)" for each in closed)
            yield Decided("Of no use here", f"{names}, of {fleets[side].name}", "CR-076")


def ship_called(view: GameView, ship: int) -> str:
    """A fielded ship's name, with its number if its squadron has several of that name."""
    own = view.ships[ship]
    which = which_of(own, (each for side in SIDES for each in view.squadrons[side]), view.ships)
    return f"{own.name}, {which}" if which else own.name


def given_back(view: GameView, fleets: Fleets) -> Iterator[Decided]:
    """Cards that a game gave back to the rosters when it was called off."""
    seen = view.pregame
    if seen is None or view.step != "void" or not seen.locked:
        return
    for side in SIDES:
        names = [each.name for each in seen.effects if each.owner == side]
        if names:
            text = f"{join_words(names)} back on the roster"
            yield Decided(fleets[side].name, text, "CR-076")
    for each in seen.sabotaged:
        if each.fresh:
            yield Decided(
                "Sabotage", f"{each.name} of {fleets[each.side].name} has no mark from it", "CR-085"
            )
    if seen.free:
        yield Decided("Additional Supplies", "The free munitions went back", "CR-086")


def asset_sides(
    view: GameView, fleets: Fleets, asked: Mapping[SideName, bool] | None = None
) -> tuple[AssetSide, ...]:
    """Commitments of both sides and what became of them; () without any. `asked` says whether a side had an
    asset to commit."""
    seen = view.pregame
    if seen is None or not seen.committed or (seen.locked and not seen.effects):
        return ()
    return tuple(_assets(seen, fleets, side, asked=(asked or {}).get(side, True)) for side in SIDES)


def _assets(seen: PregameView, fleets: Fleets, side: SideName, *, asked: bool) -> AssetSide:
    fleet = fleets[side]
    if not seen.locked and not asked:
        return AssetSide(fleet, (), "No asset to commit.")
    if side not in seen.committed:
        return AssetSide(fleet, (), "Still choosing.")
    if side not in seen.commits:
        return AssetSide(fleet, (), "Committed face down.")
    cards = tuple(_asset(seen, fleets, each, fleet.suit) for each in seen.commits[side])
    what = "these" if cards else "this"
    until = "both commitments open" if len(seen.committed) == len(SIDES) else "both sides have committed"
    hidden = "" if seen.locked else f"Only you see {what} until {until}."
    return AssetSide(fleet, cards, hidden if cards else f"No asset. {hidden}".strip())


def _asset(seen: PregameView, fleets: Fleets, each: CommittedAsset, suit: str) -> AssetCard:
    words = asset_words()[each.kind]
    found = [(place, effect) for place, effect in enumerate(seen.effects) if effect.asset == each.asset]
    state, tone = _became(seen, fleets, *found[0]) if found else ("Face down", "")
    summary = words.reminder if not found else words.summary
    did = [_swapped(swap, fleets) for swap in seen.swaps if found and swap.effect == found[0][0]]
    summary = " ".join((summary, *did))
    return AssetCard(each.name, each.rank, suit, summary, words.rule, state, tone)


def _became(seen: PregameView, fleets: Fleets, place: int, effect: Effect) -> tuple[str, str]:
    if effect.cancelled_by:
        return f"Cancelled by {assets()[effect.cancelled_by].name}", "tag-bad"
    taken = f", for {fleets[effect.side].name}" if effect.side != effect.owner else ""
    acts = assets()[effect.kind].acts
    if acts in ("table", "fates"):
        return f"In play{taken}", "tag-info"
    if acts == "agent" or place in seen.resolved:
        return f"Done{taken}", "tag-good"
    return f"Still to act{taken}", "tag-accent"


def _shown(seen: PregameView, fleets: Fleets, rosters: Mapping[SideName, FleetState]) -> Iterator[Showing]:
    for look in seen.looks:
        card = table_card(rosters[look.of], look.card)
        yield Showing(seen.effects[look.effect].name, card, fleets[look.of].name)


def _found(seen: PregameView, fleets: Fleets) -> Iterator[Decided]:
    for each in seen.sabotaged:
        part = "" if each.section == "whole" else f" ({each.section})"
        ship, owner = f"{each.name}{part}", fleets[each.side].name
        text = (
            f"{ship} of {owner} starts DAMAGED."
            if each.fresh
            else f"{ship} of {owner} was already DAMAGED, so nothing happened."
        )
        yield Decided("Sabotage", text, "CR-085")
    for swap in seen.swaps:
        name = seen.effects[swap.effect].name
        yield Decided(name, f"{name}: {_swapped(swap, fleets)}", "CR-084")


def _swapped(swap: Swap, fleets: Fleets) -> str:
    return f"A squadron of {fleets[swap.of].name} was swapped for another."
