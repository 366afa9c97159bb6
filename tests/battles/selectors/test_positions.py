"""Kept positions of a battle under way, and their readers."""

from missions.battles.engine.dice import seeded_dice
from missions.battles.selectors.positions import Played, begun
from tests.battles.engine.card_duel import DUEL, setup_for


def dealt() -> Played:
    """A card game with hidden hands, one order old."""
    played = begun(DUEL, setup_for(), seeded_dice("cards"), "a battle")
    order = (-1, DUEL.legal_orders(played.state, 0, -1)[0])
    return played.after(0, order, seeded_dice("first"), 0)


def test_a_seat_reads_its_own_secrets_and_a_spectator_reads_none():
    played = dealt()
    secret = [each for each in played.sentences if each[1].only is not None]
    assert secret and [each for each in played.readable_to(None) if each in secret] == []
    for seat in (0, 1):
        assert {each[1].only for each in played.readable_to(seat) if each in secret} == {frozenset((seat,))}


def test_when_a_battle_is_over_everything_is_told():
    played = dealt()
    assert played.readable_to(None, over=True) == played.sentences
    assert {number for number, _ in played.readable_to(0, 0, over=True)} == {0}
