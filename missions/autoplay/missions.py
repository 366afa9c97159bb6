"""Bots that prepare and play a mission: the rarest missions and assets first, so that a league shows them
all."""

from __future__ import annotations

from collections.abc import Callable

from league.kernel.decision import Order
from missions.autoplay.driver import Driver
from missions.autoplay.readiness import press_ready
from missions.rules.assets.commitments import MOST_COMMITTED, exchange_choices, face_down, usable_on
from missions.rules.assets.effects import current_effect, supplied_card
from missions.rules.assets.supplies import reinforced_sides, ships_to_replace, supply_choices
from missions.rules.content.mission_data import Mission, missions
from missions.rules.content.victory import SCANNED_TO_LEAVE, mission_of
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState, ShipFate, pregame_of
from missions.rules.game.waiting import What, awaited
from missions.rules.orders import (
    BringShip,
    ChooseMission,
    ChooseStrength,
    CommitAssets,
    DrawMissionSquadron,
    DrawReinforcement,
    ExchangeSquadron,
    GoOn,
    LookAtSquadron,
    NominateShip,
    PassEffect,
    PassReinforcement,
    RestSquadrons,
    ShowNomination,
    SwapSquadron,
    TakeSupplies,
)
from missions.rules.pregame.eligibility import (
    deck_findings,
    may_rest,
    mission_offers,
    nominees,
    reinforcement_findings,
    strength_range,
    unrested,
)
from rosters.rules.orders import DeclineAsset, TakeAsset
from rosters.rules.state import FleetState, SquadronType

TABLE_ROUNDS = range(2, 5)
NEVER = 1_000_000  # more often than any league can show anything
LEAVES = 0.35  # how often a ship that may withdraw does, instead of being driven off


def prepare(driver: Driver, number: int) -> None:
    """Take a game with a mission from its pairing to the first turn of play."""
    while (game := driver.game(number)).step == "pregame":
        step(driver, game)
    _count(driver, driver.game(number))


def step(driver: Driver, game: GameState) -> None:
    """The next choice that the preparation of a game waits for."""
    task = awaited(driver.state(), game)[0]
    assert task.side is not None
    order = _CHOICES[task.what](driver, game, task.side)
    driver.do(driver.owner(driver.fleet(game.fleet_of(task.side))), order)


def _count(driver: Driver, game: GameState) -> None:
    pregame = pregame_of(game)
    driver.seen[f"mission {pregame.mission}"] += 1
    for side in SIDES:
        for each in pregame.commits.get(side, ()):
            driver.seen[f"asset {each.kind}"] += 1


def _ready(driver: Driver, game: GameState, side: SideName) -> Order:
    return press_ready(driver, game.id, side)


def _rest(driver: Driver, game: GameState, side: SideName) -> Order:
    """Now and then a squadron rests."""
    resting = may_rest(driver.state(), game)
    if resting and driver.rng.random() < 0.2:
        return RestSquadrons(game.id, (driver.rng.choice(resting),))
    return RestSquadrons(game.id)


def _squadron(driver: Driver, game: GameState, side: SideName) -> Order:
    """The smallest possible deck with a squadron of the type whose missions were played least."""
    pool = unrested(driver.state(), game)

    def seen(kind: SquadronType) -> tuple[bool, bool, int]:
        return min(_shown(driver, each) for each in missions().values() if kind in each.drawn)

    rarest = min(pool, key=lambda card: (seen(pool[card]), card))
    light = [card for card, kind in pool.items() if kind != "epic" and card != rarest]
    alike = [card for card in light if pool[card] == pool[rarest]]
    deck = (rarest, *(alike or light)[:1])
    legal = not deck_findings(driver.state(), game, deck)
    return DrawMissionSquadron(game.id, deck if legal else ())


def _mission(driver: Driver, game: GameState, side: SideName) -> Order:
    """The mission that the league wants to see most, of those that are open."""
    found = [each.mission for each in mission_offers(driver.state(), game) if each.open]
    driver.rng.shuffle(found)
    return ChooseMission(game.id, min(found, key=lambda each: _shown(driver, each)).number)


def _shown(driver: Driver, mission: Mission) -> tuple[bool, bool, int]:
    """Rank of a mission by what the league has seen of it, lowest first: one never played, then one with
    an asset that was never used, then the one played least."""
    offers = {kind for side in SIDES for kind in mission.sides[side].offers}
    played = driver.seen[f"mission {mission.number}"]
    return played > 0, all(driver.seen[f"asset {kind}"] for kind in offers), played


def better_side(driver: Driver, number: int) -> SideName:
    """Side that fights better: if one side could win an asset that was never used, that side; else by
    chance."""
    mission = mission_of(driver.game(number))
    wanting = [
        side
        for side in SIDES
        if mission is not None
        and any(not driver.seen[f"asset {kind}"] for kind in mission.sides[side].offers)
    ]
    return driver.rng.choice(wanting or SIDES)


def _strength(driver: Driver, game: GameState, side: SideName) -> Order:
    mission = mission_of(game)
    assert mission is not None
    least, most = strength_range(driver.state(), game, mission, side)
    return ChooseStrength(game.id, side, driver.rng.randint(least, most))


def _commit(driver: Driver, game: GameState, side: SideName) -> Order:
    """Two assets at most, those first that have hardly been seen."""
    held = list(usable_on(driver.state(), game, side))
    driver.rng.shuffle(held)
    held.sort(key=lambda each: driver.seen[f"asset {each.kind}"])
    new = [each.id for each in held[:MOST_COMMITTED] if not driver.seen[f"asset {each.kind}"]]
    chosen = [each.id for each in held[:MOST_COMMITTED] if each.id in new or driver.rng.random() < 0.8]
    return CommitAssets(game.id, side, tuple(chosen))


def _exchange(driver: Driver, game: GameState, side: SideName) -> Order:
    choices = exchange_choices(driver.state(), game, side)
    if not choices or driver.rng.random() < 0.3:
        return PassEffect(game.id)
    give = driver.rng.choice(sorted(choices))
    return ExchangeSquadron(game.id, give, driver.rng.choice(choices[give]))


def _look(driver: Driver, game: GameState, side: SideName) -> Order:
    return LookAtSquadron(game.id, driver.rng.randrange(len(face_down(game, other(side)))))


def _swap(driver: Driver, game: GameState, side: SideName) -> Order:
    return SwapSquadron(game.id) if driver.rng.random() < 0.7 else PassEffect(game.id)


def _supplies(driver: Driver, game: GameState, side: SideName) -> Order:
    """A munition for every ship that can take one; each name once."""
    found = current_effect(game)
    card = supplied_card(game, found[0]) if found is not None else None
    taken: dict[int, str] = {}
    for ship, cards in supply_choices(driver.state(), game, side, card or 0).items():
        fresh = [each for each in cards if not each.unique or each.id not in taken.values()]
        if fresh:
            taken[ship] = driver.rng.choice(fresh).id
    return TakeSupplies(game.id, taken)


def _nominate(driver: Driver, game: GameState, side: SideName) -> Order:
    return NominateShip(game.id, driver.rng.choice(nominees(game)))


def _go_on(driver: Driver, game: GameState, side: SideName) -> Order:
    return GoOn(game.id)


_CHOICES: dict[What, Callable[[Driver, GameState, SideName], Order]] = {
    "ready": _ready,
    "rest": _rest,
    "squadron": _squadron,
    "mission": _mission,
    "strength": _strength,
    "commit": _commit,
    "exchange": _exchange,
    "look": _look,
    "swap": _swap,
    "supplies": _supplies,
    "nominate": _nominate,
    "go_on": _go_on,
}


def opponent(driver: Driver, active: int, free: list[int]) -> int:
    """Opponent of a fleet: if one of the two holds an asset against the other, the rarest of these; a
    fleet that waits for a third one in this way is left to it."""
    spare = [fleet for fleet in free if not _waits(driver, fleet, [each for each in free if each != fleet])]
    if all(_rarest(driver, active, fleet) for fleet in free):
        free = spare or free
    best = min(_rarest(driver, active, fleet) for fleet in free)
    return driver.rng.choice([fleet for fleet in free if _rarest(driver, active, fleet) == best])


def _waits(driver: Driver, fleet: int, others: list[int]) -> bool:
    """Whether an asset that was never used could be used in a game of this fleet with one of the others."""
    return any(_rarest(driver, fleet, each) == 0 for each in others)


def _rarest(driver: Driver, one: int, other_one: int) -> int:
    """Number of uses of the rarest asset that one of two fleets holds against the other."""
    first, second = driver.fleet(one), driver.fleet(other_one)
    held = [
        driver.seen[f"asset {each.kind}"]
        for holder, against in ((first, second), (second, first))
        for each in holder.assets.values()
        if each.target == against.id or each.target_side == against.side
    ]
    return min(held, default=NEVER)


def fight(driver: Driver, number: int) -> None:
    """Play the battle up to its report: reinforcement squadrons come (CR-093), and at the end the
    nomination is shown (CR-091)."""
    mission = mission_of(driver.game(number))
    if mission is None:
        return
    for table_round in TABLE_ROUNDS if mission.reserve else ():
        for side in SIDES:
            game = driver.game(number)
            if reinforcement_findings(driver.state(), game, side, table_round):
                continue
            wants = driver.rng.random() < 0.7
            turn = DrawReinforcement if wants else PassReinforcement
            driver.do(driver.owner(driver.fleet(game.fleet_of(side))), turn(number, side, table_round))
    game = driver.game(number)
    if pregame_of(game).nominated:
        driver.do(driver.owner(driver.fleet(game.active)), ShowNomination(number))


def fates(driver: Driver, number: int, better: SideName, plain: dict[int, ShipFate]) -> dict[int, ShipFate]:
    """The fates of a game without a mission turned into those of this one: the better side reaches what its
    mission asks, and ships that may leave unharmed sometimes do."""
    game = driver.game(number)
    mission = mission_of(game)
    if mission is None:
        return plain
    reported = dict(plain)
    key = pregame_of(game).nominated
    if mission.markers and better == "opposing":
        reported.update({ship.id: _gone(reported[ship.id]) for ship in game.ships_of("active")})
    elif mission.markers:
        reported[game.ships_of("active")[0].id] = "withdrawn"
    if key:
        reported[key] = "withdrawn" if better == "active" else "destroyed"
    for side in SIDES:
        if mission.sides[side].withdraw != "yes" or (mission.markers and better == "opposing"):
            continue
        for ship in game.ships_of(side):
            if reported[ship.id] == "driven_off" and driver.rng.random() < LEAVES:
                reported[ship.id] = "withdrawn"
    return reported


def _gone(fate: ShipFate) -> ShipFate:
    return "driven_off" if fate == "survived" else fate


def markers_scanned(driver: Driver, number: int, better: SideName) -> int:
    """A number of scanned markers with which the better side can have won (CR-090)."""
    mission = mission_of(driver.game(number))
    if mission is None or not mission.markers:
        return 0
    if better == "opposing":
        return driver.rng.randrange(SCANNED_TO_LEAVE)
    return driver.rng.choice((SCANNED_TO_LEAVE, mission.markers, mission.markers))


def bring_ships(driver: Driver, number: int, reported: dict[int, ShipFate]) -> list[int]:
    """Roll a die for each destroyed ship of a side with Reinforcements: a hit in two of eight faces brings a
    ship (CR-087). Returns the destroyed ships for which one came."""
    came = []
    for lost, fate in reported.items():
        game = driver.game(number)
        side = game.side_of(game.ships[lost].fleet)
        if fate == "destroyed" and side in reinforced_sides(game) and driver.rng.random() < 0.25:
            fleet = driver.fleet(game.fleet_of(side))
            if game.ships[lost] in ships_to_replace(game, fleet, side):
                driver.do(driver.owner(fleet), BringShip(number, lost))
                came.append(lost)
    return came


def settle_offer(driver: Driver, fleet: FleetState) -> None:
    """Take the asset that was seen least; a fleet that holds four gives its commonest up."""
    offer = fleet.offer
    if offer is None:
        return
    owner = driver.owner(fleet)
    if driver.rng.random() < 0.02:
        driver.do(owner, DeclineAsset(fleet.id))
        return
    kind = min(
        (each.kind for each in offer.choices),
        key=lambda each: (driver.seen[f"asset {each}"] + driver.seen[f"won {each}"], each),
    )
    given = None
    if len(fleet.assets) == 4:
        given = max(fleet.assets.values(), key=lambda each: (driver.seen[f"asset {each.kind}"], each.id)).id
    driver.do(owner, TakeAsset(fleet.id, kind, given))
    driver.seen[f"won {kind}"] += 1
