"""The fair stream, byte by byte, against the layout that the decision on fair draws writes down."""

import hashlib
from collections import Counter

import pytest

from league.kernel.dice import FairStream, commitment

SEED = bytes(range(32))
NONCES = ("amber", "böse")


@pytest.mark.rule("CR-079")
def test_the_commitment_is_the_sha256_of_the_seed():
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("seed", [b"", b"x" * 31, b"x" * 33])
def test_a_seed_of_another_length_is_refused(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)
    with pytest.raises(ValueError, match="32 bytes"):
        FairStream(seed, ())


@pytest.mark.rule("CR-079")
def test_the_stream_is_the_documented_hash_of_seed_nonces_purpose_and_counter():
    prefix = SEED + b"\x00\x00\x00\x05amber" + b"\x00\x00\x00\x05b\xc3\xb6se" + b"\x00\x00\x00\x04swap"
    blocks = b"".join(hashlib.sha256(prefix + i.to_bytes(8, "big")).digest() for i in range(3))
    stream = FairStream(SEED, NONCES, "swap")
    assert stream.bytes(5) + stream.bytes(40) + stream.bytes(51) == blocks


@pytest.mark.rule("CR-079")
def test_pinned_vectors_hold_so_that_old_draws_can_be_verified_for_ever():
    assert FairStream(SEED, NONCES).bytes(16).hex() == "c415c3c5923fc275e03c636e8d863ea7"
    assert FairStream(SEED, NONCES).shuffle(range(2, 11)) == [2, 6, 4, 5, 3, 10, 8, 7, 9]
    stream = FairStream(SEED, NONCES)
    assert [stream.shuffle([2, 3, 4, 5]), stream.shuffle([2, 7, 10])] == [[4, 3, 5, 2], [7, 2, 10]]
    assert [stream.below(limit) for limit in (1, 6, 255, 256, 70000)] == [0, 2, 117, 60, 6365]


def test_nonces_cannot_be_shifted_into_one_another_or_into_the_purpose():
    streams = [FairStream(SEED, ("ab", "c")), FairStream(SEED, ("a", "bc")), FairStream(SEED, ("abc",), "")]
    streams += [FairStream(SEED, ("ab",), "c"), FairStream(SEED, ("c", "ab"))]
    assert len({stream.bytes(32) for stream in streams}) == len(streams)


def test_a_purpose_gives_a_stream_of_its_own():
    assert FairStream(SEED, NONCES, "one").bytes(8) != FairStream(SEED, NONCES, "two").bytes(8)


@pytest.mark.rule("CR-079")
def test_the_order_the_deck_is_handed_in_does_not_matter():
    cards = ["J", "A", "Q", "K"]
    assert FairStream(SEED, NONCES).shuffle(cards) == FairStream(SEED, NONCES).shuffle(reversed(cards))
    assert cards == ["J", "A", "Q", "K"]


@pytest.mark.rule("CR-079")
def test_a_shuffle_loses_and_invents_no_card():
    stream = FairStream(SEED, NONCES)
    for size in range(12):
        assert sorted(stream.shuffle(range(size))) == list(range(size))


class Bytes(FairStream):
    """A stream whose bytes are given."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def bytes(self, count: int) -> bytes:
        taken, self._data = self._data[:count], self._data[count:]
        return taken


def test_values_beyond_the_last_whole_multiple_are_thrown_away():
    assert Bytes(bytes([255, 254, 252, 251])).below(6) == 251 % 6
    assert Bytes(bytes([255])).below(256 // 2) == 127


def test_shuffling_swaps_from_the_last_place_down():
    assert Bytes(bytes([0, 0, 0])).shuffle([1, 2, 3, 4]) == [2, 3, 4, 1]


def test_limits_below_one_are_refused():
    with pytest.raises(ValueError, match="at least 1"):
        FairStream(SEED, ()).below(0)


@pytest.mark.rule("CR-079")
def test_every_order_of_three_cards_is_about_as_likely():
    stream = FairStream(SEED, NONCES, "fairness")
    seen = Counter(tuple(stream.shuffle([2, 3, 4])) for _ in range(6000))
    assert len(seen) == 6
    assert all(880 < count < 1120 for count in seen.values())
