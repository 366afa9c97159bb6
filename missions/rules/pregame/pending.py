"""What a mission's preparation asks of a side now, with what may be chosen, as far as a reader may know.

Built from nothing like `missions.rules.views`: an organiser who acts for an absent side gets the question,
and of the answers those that follow from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from league.kernel.fold import CampaignState
from missions.rules.assets.commitments import exchange_choices, face_down, usable_on
from missions.rules.assets.effects import current_effect, looks_of, supplied_card
from missions.rules.assets.supplies import supply_choices
from missions.rules.content.mission_data import missions
from missions.rules.game.access import fleet_on
from missions.rules.game.sides import SideName, other
from missions.rules.game.state import GameState
from missions.rules.game.waiting import What, awaited
from missions.rules.pregame.eligibility import (
    MissionOffer,
    may_rest,
    mission_offers,
    most_rested,
    nominees,
    offers_to_others,
    pregame_of,
    strength_range,
    unrested,
    way_back,
)
from missions.rules.pregame.secrets import Viewer
from rosters.catalogue import UpgradeCard
from rosters.rules.state import AssetState, SquadronType

# What is chosen in secret: an organiser who plays the other side is not offered to choose it.
_SECRET: frozenset[What] = frozenset({"squadron", "commit", "exchange", "look", "swap", "nominate"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a side. Only what belongs to `what` is filled in.

    `rest`: cards that may rest, `most` of them; `deck`: cards for the mission squadron's deck; `missions`:
    all eight; `least` and `most` of the strength; `assets` on the roster, `usable` the numbers of those that
    may be committed; `exchange`: own card → cards that may come for it; `places`: how many cards of the
    opponent lie there; `seen`: the card that was looked at; `supplies`: ship →
    munitions, for squadron `supplied`; `nominees`: ships; `chose`: the asset for which the other side chose
    last, "" where it nominated a ship or committed.
    """

    what: What
    side: SideName
    rest: tuple[int, ...] = ()
    deck: Mapping[int, SquadronType] = field(default_factory=dict)
    missions: tuple[MissionOffer, ...] = ()
    least: int = 0
    most: int = 0
    assets: tuple[AssetState, ...] = ()
    usable: frozenset[int] = frozenset()
    exchange: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    places: int = 0
    seen: int = 0
    supplies: Mapping[int, tuple[UpgradeCard, ...]] = field(default_factory=dict)
    supplied: int = 0
    nominees: tuple[int, ...] = ()
    chose: str = ""


def kept_from(state: CampaignState, game: GameState, viewer: Viewer) -> SideName | None:
    """The opponent's side while it chooses in secret what the reader's own side must not choose for it
    (CR-006)."""
    if game.step != "pregame" or viewer in ("public", "organiser"):
        return None
    secret = (each.side for each in awaited(state, game) if each.what in _SECRET)
    return next((side for side in secret if side not in (None, viewer)), None)


def asked_before(state: CampaignState, game: GameState, viewer: Viewer) -> tuple[Asked, ...]:
    """Every question that the preparation waits for, for a reader who plays, organises or looks on."""
    if game.step != "pregame" or viewer == "public":
        return ()
    return tuple(
        _asked(state, game, each.what, each.side, own=each.side == viewer)
        for each in awaited(state, game)
        if each.side is not None
        and (each.side == viewer or viewer == "organiser" or each.what not in _SECRET)
    )


def may_take_back(state: CampaignState, game: GameState, viewer: Viewer) -> bool:
    """Whether the reader can take his side's last choice back."""
    if viewer == "active" or viewer == "opposing":
        return way_back(state, game, viewer) is not None
    return False


def _asked(state: CampaignState, game: GameState, what: What, side: SideName, *, own: bool) -> Asked:
    match what:
        case "ready":
            return Asked(what, side)
        case "go_on":
            return Asked(what, side, chose=_chose(game))
        case "rest":
            return Asked(what, side, rest=may_rest(state, game), most=most_rested(state, game))
        case "squadron":
            return Asked(what, side, deck=unrested(state, game))
        case "mission":
            offers = mission_offers(state, game) if own else offers_to_others(state, game)
            return Asked(what, side, missions=offers)
        case "strength":
            mission = missions()[pregame_of(game).mission]
            least, most = strength_range(state, game, mission, side)
            return Asked(what, side, least=least, most=most)
        case "commit":
            held = tuple(fleet_on(state, game, side).assets.values())
            usable = frozenset(each.id for each in usable_on(state, game, side))
            return Asked(what, side, assets=held, usable=usable)
        case "nominate":
            return Asked(what, side, nominees=nominees(game))
        case _:
            return _about_effect(state, game, what, side, own=own)


def _chose(game: GameState) -> str:
    pregame = pregame_of(game)
    place = pregame.open_choices[-1].effect
    return pregame.effects[place].name if place >= 0 else ""


def _about_effect(state: CampaignState, game: GameState, what: What, side: SideName, *, own: bool) -> Asked:
    found = current_effect(game)
    assert found is not None
    place, _ = found
    match what:
        case "supplies":
            card = supplied_card(game, place)
            assert card is not None
            return Asked(what, side, supplies=supply_choices(state, game, side, card), supplied=card)
        case "look":
            return Asked(what, side, places=len(face_down(game, other(side))))
        case "exchange" if own:
            return Asked(what, side, exchange=exchange_choices(state, game, side))
        case "swap" if own:
            return Asked(what, side, seen=looks_of(game, place)[-1].card)
        case _:
            return Asked(what, side)
