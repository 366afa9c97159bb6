"""Whole battles at random."""

import pytest

from missions.battles.systems.red_alert.engine.field import LABELS
from missions.battles.systems.red_alert.engine.scenarios import battles
from tests.battles.systems.red_alert.play import dealt, play_out

FLEET = ("FS", "BB", "HCR", "CR", "HDD", "DD", "HF", "F", "F", "DD")


def deployed(name: str) -> str:
    """A fleet of each side on the hexes for its deployment."""
    return ", ".join(
        f"{side} {unit} {LABELS[hex_]}"
        for side, hexes in zip(("Cw", "Cf"), battles()[name].deployment, strict=True)
        for unit, hex_ in zip(FLEET, hexes, strict=True)
    )


@pytest.mark.rule("RA-050", "RA-163", "RA-200")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["opening_salvo", "declaration_of_war"])
def test_a_random_battle_comes_to_an_end_through_sound_positions(name: str, seed: int):
    state = dealt(name, f"{name} {seed}")
    events = play_out(state, f"{seed}")
    assert events[-1][0] == "over" and state.outcome is not None


@pytest.mark.rule("RA-141", "RA-205", "RA-208", "RA-211")
@pytest.mark.parametrize("name", [name for name, battle in battles().items() if battle.deployed])
def test_every_map_is_fought_to_an_end(name: str):
    state = dealt(name, name, deployed(name))
    play_out(state, name)
    assert state.outcome is not None and max(state.points) <= state.table.goal + 8
