"""Names of ship cards wherever a unit of the campaign is named, and a word for escorts."""

from __future__ import annotations

from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine import setup
from missions.battles.systems.red_alert.engine.knowledge import view
from missions.battles.systems.red_alert.engine.narration import title
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.forces.muster import muster
from tests.battles.systems.red_alert.setups import SETUPS

SIXXA = CampaignShip("7", "M12-L Kimogila Fighter", "scum", pilot="Sol Sixxa")
TWO_DESTROYERS = [SIXXA, CampaignShip("8", "YT-1300", "rebel", pilot="Chewbacca")]


def fought() -> State:
    """Two fleets of two ships each, with a flagship and escorts."""
    force = muster(TWO_DESTROYERS)
    chosen = {"version": "1", "scenario": "cardinals_belt", "forces": [force, force]}
    return setup.build(chosen, seeded_dice("names"))[0]


def test_the_board_tells_ships_from_escorts():
    tokens = {token.label: token for token in READER.scene(view(fought(), 0), ()).tokens if token.side == 0}
    assert {label: token.name for label, token in tokens.items()} == {
        "FS1": "Flagship",
        "DD1": "Sol Sixxa, Destroyer",
        "HCR1": "Chewbacca, Heavy Cruiser",
        "DD2": "Destroyer, escort",
        "CR1": "Cruiser, escort",
        "BB1": "Battleship, escort",
    }
    assert tokens["DD1"].words.startswith("Cw-DD1 Sol Sixxa, Destroyer, Commonwealth: 3 of 3 figures")
    assert tokens["DD2"].words.startswith("Destroyer Cw-DD2, escort, Commonwealth: 3 of 3 figures")


def test_everybody_knows_the_names_of_both_fleets():
    for seat in (0, 1, None):
        units = view(fought(), seat)["units"]
        assert [unit["name"] for unit in units].count("Sol Sixxa") == 2
        assert sum(unit["escort"] for unit in units) == 6


def test_sentences_name_the_ship():
    state = fought()
    assert [title(state.table, unit) for unit in range(4)] == [
        "Flagship Cw-FS1", "Cw-DD1 Sol Sixxa", "Cw-HCR1 Chewbacca", "Destroyer Cw-DD2",
    ]  # fmt: skip


def test_fleets_without_ship_cards_have_no_escorts():
    state = setup.build(SETUPS["salvo"], seeded_dice("names"))[0]
    found = view(state, 0)
    assert not any(unit["name"] or unit["escort"] for unit in found["units"])
    assert "escort" not in " ".join(token.name + token.words for token in READER.scene(found, ()).tokens)
