"""Deciding the way to a mission: rest, draw, choose, take back, nominate, go on (CR-070 … CR-075, CR-091)."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.refusal import Refusal, Unreadable, refuse_if
from missions.rules.assets.effects import leave_open, side_to_go_on, supplied_card
from missions.rules.assets.supplies import without_supplies
from missions.rules.content.mission_data import missions
from missions.rules.game.access import (
    checked_side,
    fleet_on,
    mission_game_at,
    only_hand,
    only_side,
    prepared_at,
    side_of_member,
)
from missions.rules.game.sides import SideName
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame import events as ev
from missions.rules.pregame.calling_off import take_munitions_back
from missions.rules.pregame.eligibility import (
    deck_findings,
    mission_offers,
    nominees,
    offers_to_others,
    rest_findings,
    strength_awaited,
    strength_range,
    unrested,
    way_back,
)
from missions.rules.pregame.orders.classes import (
    ChooseMission,
    ChooseStrength,
    DrawMissionSquadron,
    GoOn,
    NominateShip,
    RestSquadrons,
    ShowNomination,
    TakeBack,
)
from missions.rules.pregame.picking import pick
from missions.rules.pregame.stages import (
    advance,
    go_to,
)
from missions.rules.pregame.state import OpenChoice


def _only_active(d: Decision, game: GameState, doing: str) -> None:
    fleet = fleet_on(d.state, game, "active")
    only_side(d, game, "active", f"{doing} for {fleet.name}")


def _only_active_hand(d: Decision, game: GameState, doing: str) -> None:
    fleet = fleet_on(d.state, game, "active")
    only_hand(d, game, "active", f"{doing} for {fleet.name}")


@decides(RestSquadrons)
def _rest(d: Decision, o: RestSquadrons) -> None:
    game = prepared_at(d, o.game, "rest", rule="CR-071")
    _only_active(d, game, "choose which squadrons rest")
    refuse_if(rest_findings(d.state, game, o.cards))
    d.emit(ev.SquadronsRested(game=game.id, fleet=game.active, cards=tuple(sorted(set(o.cards)))))
    go_to(d, game, "squadron")
    advance(d, game)


@decides(DrawMissionSquadron)
def _draw(d: Decision, o: DrawMissionSquadron) -> None:
    game = prepared_at(d, o.game, "squadron", rule="CR-072")
    _only_active_hand(d, game, "draw the mission squadron")
    pool = unrested(d.state, game)
    deck = set(o.deck) or set(pool)
    refuse_if(deck_findings(d.state, game, deck))
    drawn = pick(d, game, "drawn squadron", (str(card) for card in deck))
    card = int(drawn.taken[0])
    d.emit(ev.MissionSquadronDrawn(game=game.id, fleet=game.active, card=card, type=pool[card], pick=drawn))
    go_to(d, game, "mission")
    advance(d, game)


@decides(ChooseMission)
def _mission(d: Decision, o: ChooseMission) -> None:
    game = prepared_at(d, o.game, "mission", rule="CR-073")
    _only_active(d, game, "choose the mission")
    if o.mission not in missions():
        raise Unreadable("no_mission", "There are eight missions, 1 to 8.", rule="CR-073", field="mission")
    own = side_of_member(d.state, game, d.actor.member) == "active"
    offers = mission_offers(d.state, game) if own else offers_to_others(d.state, game)
    offer = next(each for each in offers if each.mission.number == o.mission)
    if offer.reasons:
        first = offer.reasons[0]
        raise Refusal(
            first.code,
            f"{offer.mission.name} cannot be chosen. {first.message}",
            rule=first.rule,
            field="mission",
            findings=offer.reasons,
        )
    d.emit(
        ev.MissionChosen(
            game=game.id, fleet=game.active, mission=offer.mission.number, name=offer.mission.name
        )
    )
    advance(d, game)


@decides(ChooseStrength)
def _strength(d: Decision, o: ChooseStrength) -> None:
    game, side = prepared_at(d, o.game, "strength", rule="CR-074"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"say how many squadrons {fleet.name} fields")
    awaited = strength_awaited(d.state, game)
    if side != awaited:
        assert awaited is not None
        whose = fleet_on(d.state, game, awaited).name
        raise Refusal(
            "not_your_turn",
            f"Now {whose} says how many squadrons it fields, not {fleet.name}.",
            rule="CR-074",
        )
    mission = missions()[pregame_of(game).mission]
    least, most = strength_range(d.state, game, mission, side)
    if not least <= o.number <= most:
        raise Refusal(
            "strength",
            f"{fleet.name} can field {least} to {most} squadrons in this mission. Choose one of those.",
            rule="CR-074",
            field="number",
        )
    d.emit(ev.StrengthChosen(game=game.id, side=side, fleet=fleet.id, number=o.number))
    advance(d, game)


@decides(TakeBack)
def _take_back(d: Decision, o: TakeBack) -> None:
    game, side = mission_game_at(d, o.game, "pregame", "play", rule="CR-070"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"take back what {fleet.name} chose")
    stage = way_back(d.state, game, side)
    if stage is None:
        raise Refusal(
            "no_way_back",
            f"{fleet.name} has nothing to take back: a card was drawn or the other side has answered since. "
            "An organiser can call the game off.",
            rule="CR-070",
        )
    if stage == "supplies":
        _unload(d, game, side)
    d.emit(ev.StepTakenBack(game=game.id, side=side, fleet=fleet.id, stage=stage))


def _unload(d: Decision, game: GameState, side: SideName) -> None:
    """The free munitions that a side took last go off board again (CR-086)."""
    choice, fleet = pregame_of(game).open_choices[-1], fleet_on(d.state, game, side)
    squadron = supplied_card(game, choice.effect)
    if not choice.upgrades or squadron is None:
        return
    take_munitions_back(d, game, fleet, choice.upgrades, called_off=False)
    ships = without_supplies(game, side, squadron, choice.upgrades)
    d.emit(
        ev.SuppliesReturned(
            game=game.id,
            side=side,
            fleet=fleet.id,
            card=squadron,
            points=sum(ship.points for ship in ships),
            ships=ships,
            upgrades=choice.upgrades,
        )
    )


@decides(GoOn)
def _go_on(d: Decision, o: GoOn) -> None:
    game = mission_game_at(d, o.game, "pregame", rule="CR-070")
    side = side_to_go_on(game)
    if side is None:
        raise Refusal(
            "nothing_open",
            "There is nothing to accept: the other side took its choice back, or it already stands. Reload "
            "the page to see the next step.",
            rule="CR-070",
        )
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"go on for {fleet.name}")
    d.emit(ev.ChoicesStand(game=game.id, side=side, fleet=fleet.id))
    advance(d, game)


@decides(NominateShip)
def _nominate(d: Decision, o: NominateShip) -> None:
    game = prepared_at(d, o.game, "nominate", rule="CR-091")
    _only_active_hand(d, game, "nominate a ship")
    if pregame_of(game).nominated:
        raise Refusal(
            "nominated",
            f"{fleet_on(d.state, game, 'active').name} has nominated a ship already. Take that back first to "
            "choose again.",
            rule="CR-091",
        )
    if o.ship not in nominees(game):
        raise Unreadable(
            "no_nominee",
            "That ship cannot be nominated in this mission. Choose one from the list.",
            rule="CR-091",
            field="ship",
        )
    d.emit(ev.ShipNominated(game=game.id, fleet=game.active, ship=o.ship))
    leave_open(d, game, OpenChoice("active", "nominate"))
    advance(d, game)


@decides(ShowNomination)
def _show(d: Decision, o: ShowNomination) -> None:
    game = mission_game_at(d, o.game, "play", "report", rule="CR-091")
    _only_active_hand(d, game, "show the nomination")
    pregame = pregame_of(game)
    if not pregame.nominated:
        raise Refusal("no_nomination", "In this game no ship was nominated.", rule="CR-091")
    if pregame.nomination_shown:
        raise Refusal("shown", "The nominated ship has been shown already.", rule="CR-091")
    ship = game.ships[pregame.nominated]
    d.emit(ev.NominationShown(game=game.id, fleet=game.active, ship=ship.id, name=ship.name))
