"""Changes of a game by the assets committed to it (section 7). Appliers check the event's conditions."""

from __future__ import annotations

from dataclasses import replace

from league.kernel.fold import applies, must
from missions.rules.game.state import GameState, MissionsState
from missions.rules.pregame import events as ev
from missions.rules.pregame.folding import game_of, preparing
from missions.rules.pregame.state import Arrival


@applies(MissionsState, ev.AssetsCommitted)
def _committed(state: MissionsState, e: ev.AssetsCommitted) -> None:
    # Whether the assets are held is not asked here: a fault would tell who undoes their gaining what was
    # committed in secret. Once the commitments are open, the assets leave their rosters, or fail to.
    _, pregame = preparing(state, e.game, "commit")
    must(e.side not in pregame.commits and not pregame.locked, "that side has committed its assets already")
    pregame.commits[e.side] = e.assets


@applies(MissionsState, ev.ChoicesStand)
def _stand(state: MissionsState, e: ev.ChoicesStand) -> None:
    _, pregame = preparing(state, e.game, "commit", "effects", "supplies", "nominate")
    must(
        pregame.open_choices and pregame.open_choices[-1].side != e.side,
        "no choice of the other side is open",
    )
    pregame.open_choices.clear()


@applies(MissionsState, ev.AssetsLocked)
def _locked(state: MissionsState, e: ev.AssetsLocked) -> None:
    _, pregame = preparing(state, e.game, "commit")
    must(len(pregame.commits) == 2 and not pregame.locked, "the commitments cannot be locked")
    pregame.locked, pregame.effects = True, list(e.effects)


@applies(MissionsState, ev.CardLookedAt)
def _looked(state: MissionsState, e: ev.CardLookedAt) -> None:
    _, pregame = preparing(state, e.game, "effects")
    must(
        all(pregame.cards.get(each.of, [])[each.place : each.place + 1] == [each.card] for each in e.looks),
        "that card does not lie there any more",
    )
    pregame.looks += e.looks
    pregame.open_choices.clear()


@applies(MissionsState, ev.SquadronExchanged)
def _exchanged(state: MissionsState, e: ev.SquadronExchanged) -> None:
    _, pregame = preparing(state, e.game, "effects")
    cards = pregame.cards.get(e.of, [])
    must(cards[e.place : e.place + 1] == [e.old] and e.new not in cards, "that card cannot be exchanged")
    cards[e.place] = e.new
    if e.pick is not None:
        pregame.picks.append(e.pick)
        pregame.swapped += [e.effect] if e.effect in range(len(pregame.effects)) else []


@applies(MissionsState, ev.ShipSabotaged)
def _sabotaged(state: MissionsState, e: ev.ShipSabotaged) -> None:
    _, pregame = preparing(state, e.game, "effects")
    pregame.sabotaged.append(e.found)
    pregame.picks += e.picks


@applies(MissionsState, ev.EffectResolved)
def _resolved(state: MissionsState, e: ev.EffectResolved) -> None:
    _, pregame = preparing(state, e.game, "effects", "supplies")
    must(e.place < len(pregame.effects) and e.place not in pregame.resolved, "that asset has been resolved")
    pregame.resolved.append(e.place)


@applies(MissionsState, ev.SuppliesDrawn)
def _supplies_drawn(state: MissionsState, e: ev.SuppliesDrawn) -> None:
    game, pregame = preparing(state, e.game, "supplies")
    must(e.card in [each.card for each in game.squadrons_of(e.of)], "that squadron is not fielded")
    fallen_on = pregame.supplied if e.of == e.side else pregame.short
    fallen_on.setdefault(e.of, []).append(e.card)
    pregame.picks.append(e.pick)


@applies(MissionsState, ev.SuppliesTaken)
def _supplies_taken(state: MissionsState, e: ev.SuppliesTaken) -> None:
    game, pregame = preparing(state, e.game, "supplies")
    _refit(game, e)
    pregame.free += e.upgrades


@applies(MissionsState, ev.SuppliesReturned)
def _supplies_returned(state: MissionsState, e: ev.SuppliesReturned) -> None:
    game, pregame = preparing(state, e.game, "supplies", "nominate")
    must(set(e.upgrades) <= set(pregame.free), "those munitions are not aboard")
    _refit(game, e)
    pregame.free = [each for each in pregame.free if each not in e.upgrades]


def _refit(game: GameState, e: ev.SuppliesTaken | ev.SuppliesReturned) -> None:
    """The ships and points of a fielded squadron are now as the event says."""
    must(all(ship.id in game.ships for ship in e.ships), "those ships are not fielded")
    game.ships.update({ship.id: ship for ship in e.ships})
    game.forces = [
        replace(each, points=e.points) if (each.fleet, each.card) == (e.fleet, e.card) else each
        for each in game.forces
    ]


@applies(MissionsState, ev.ChoiceLeftOpen)
def _left_open(state: MissionsState, e: ev.ChoiceLeftOpen) -> None:
    _, pregame = preparing(state, e.game, "commit", "effects", "supplies", "nominate")
    pregame.open_choices.append(e.choice)


@applies(MissionsState, ev.ShipArrived)
def _arrived(state: MissionsState, e: ev.ShipArrived) -> None:
    game, pregame = game_of(state, e.game, "play", "report")
    must(e.lost in game.ships, f"{e.lost_name} is not in that game")
    must(e.ship.id not in game.ships, f"{e.ship.name} has arrived already")
    game.ships[e.ship.id] = e.ship
    pregame.arrivals.append(Arrival(e.side, e.lost, e.ship.id))
