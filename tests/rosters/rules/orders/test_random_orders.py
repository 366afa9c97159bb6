"""Random orders and losses: the rules hold after each of them, and the log folds to the state."""

from collections import Counter
from random import Random

import pytest

from league.kernel.decision import SYSTEM, Decision, Order
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import fold
from league.kernel.refusal import Refusal
from rosters.catalogue import Slot, catalogue
from rosters.rules import orders
from rosters.rules.state import FleetState
from rosters.rules.uniques.fates import lose_ship, share_fate
from rosters.rules.uniques.names import use_findings
from tests.rosters.rules.orders.table import ANN, Table, a_desk, a_draft

MODELS = ("xwing", "awing", "yt1300", "cr90corvette", "attackshuttle", "bwing")
NAMES = ("hansolo", "chewbacca", "maul", "c3po", "r2d2", "squadleader")
SHIPS = sorted(
    card.id for card in catalogue().ship_cards.values() if card.side == "rebel" and card.ship in MODELS
)
UPGRADES = sorted(
    card.id
    for card in catalogue().upgrades.values()
    if card.points < 0 or card.persona in NAMES or card.slot is Slot.MODIFICATION
)


def order_for(fleet: FleetState, chance: Random) -> Order:
    """An order that often makes sense for the fleet as it is."""
    ship = chance.choice([*fleet.ships, *fleet.ships, 0])
    upgrade = chance.choice([*fleet.upgrades, 0])
    squadron = chance.choice([None, *fleet.squadrons, 2, 3, 4])
    kind = chance.choice(["recon", "standard", "epic"])
    card = chance.choice(UPGRADES)
    makers = [
        lambda: orders.BuyShip(fleet.id, chance.choice(SHIPS), squadron, chance.choice([(), (card,)])),
        lambda: orders.BuyUpgrade(fleet.id, card, ship, replacing=upgrade),
        lambda: orders.BuyUpgrade(fleet.id, card, chance.choice([None, ship])),
        lambda: orders.MoveShip(fleet.id, ship, squadron),
        lambda: orders.MoveUpgrade(fleet.id, upgrade, chance.choice([None, ship])),
        lambda: orders.FormSquadron(fleet.id, squadron or 5, kind),
        lambda: orders.RetypeSquadron(fleet.id, squadron or 5, kind),
        lambda: orders.StrikeSquadron(fleet.id, squadron or 5),
        lambda: orders.ReturnShip(fleet.id, ship),
        lambda: orders.ReturnUpgrade(fleet.id, upgrade),
        lambda: orders.RecoverShip(fleet.id, ship),
        lambda: orders.RecoverUpgrade(fleet.id, upgrade),
    ]  # fmt: skip
    return chance.choices(makers, weights=[6, 2, 6, 4, 3, 2, 1, 1, 1, 1, 3, 3])[0]()


def lose_one(table: Table, fleet: int, chance: Random) -> None:
    """A ship is lost with what shares its fate."""
    present = [ship.id for ship in table.fleet(fleet).ships.values() if not ship.mia]
    if not present:
        return
    d = Decision(table.state, SYSTEM, "now", SeededEntropy("loss"), 10_000)
    for each in lose_ship(d, fleet, chance.choice(present), chance.choice(["mia", "mia", "kia"]), "CR-113"):
        share_fate(d, fleet, each.persona, each.fate, each.caused_by)
    table.log += d.events


def check(table: Table, fleet: FleetState) -> None:
    cards = catalogue()
    assert fleet.points == table.points_of(fleet.id) >= 0
    assert use_findings(fleet) == []
    assert sum(each.type == "epic" for each in fleet.squadrons.values()) <= 2
    for ship in fleet.ships.values():
        outside = ship.squadron is None or fleet.squadrons[ship.squadron].type == "epic"
        assert outside or not cards.ship_cards[ship.card].huge
        assert cards.ship_cards[ship.card].persona not in fleet.killed
    assert all(each.ship or not cards.upgrades[each.card].fixed for each in fleet.upgrades.values())


@pytest.mark.rule("CR-001", "CR-014", "CR-017", "CR-032", "CR-035", "CR-036", "CR-037", "CR-040", "CR-041")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("desk", [False, True], ids=["draft", "desk"])
def test_no_order_breaks_a_rule(seed, desk):
    chance = Random(f"{seed} {desk}")
    table, fleet = a_desk(points=900) if desk else a_draft()
    done: Counter[str] = Counter()
    for _ in range(120):
        order = order_for(table.fleet(fleet), chance)
        try:
            table.do(order, ANN)
            done[order.name] += 1
        except Refusal as no:
            assert no.message.endswith(".")
        if desk and chance.random() < 0.08:
            lose_one(table, fleet, chance)
        check(table, table.fleet(fleet))
    assert fold(table.log) == table.state
    assert len(done) >= 5 and done["buy_ship"]
