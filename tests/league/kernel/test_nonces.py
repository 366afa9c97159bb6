"""Nonces count as they are only if nobody could have searched for them (CR-079)."""

import hashlib
from itertools import product

import pytest

from league.kernel.nonces import How, Taken, is_seal, seal_of, take_nonce

pytestmark = pytest.mark.rule("CR-079")
FRESH = bytes(range(16))
ADDED = FRESH.hex()
OWN, SEAL = "amber", seal_of("amber")
OTHER_SEAL = seal_of("jade")


def taken(nonce: str, seal: str, bound: str, *, other_known: bool) -> Taken:
    return take_nonce(nonce, seal, bound=bound, other_known=other_known, fresh=lambda count: FRESH[:count])


def test_a_seal_is_the_sha256_of_the_text() -> None:
    assert seal_of("böse") == hashlib.sha256("böse".encode()).hexdigest()
    assert is_seal(SEAL) and not any(map(is_seal, ("", "a" * 63, "A" * 64, f"{SEAL}\n")))


@pytest.mark.parametrize(
    ("nonce", "seal", "bound", "other_known", "how"),
    [
        (OWN, "", "", False, "given"),
        ("", SEAL, "", False, "held"),
        ("", SEAL, SEAL, True, "held"),
        (OWN, "", SEAL, True, "sealed"),
        (OWN, "", SEAL, False, "sealed"),
        (OWN, "", "", True, "filled"),
        (OWN, "", OTHER_SEAL, True, "filled"),
        ("", SEAL, "", True, "filled"),
        ("", SEAL, OTHER_SEAL, False, "filled"),
        ("", "", "", False, "filled"),
    ],
)
def test_a_nonce_counts_as_it_came(nonce: str, seal: str, bound: str, other_known: bool, how: How) -> None:
    assert taken(nonce, seal, bound, other_known=other_known).how == how


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(
    ("nonce", "seal", "bound"), list(product(("", OWN), ("", SEAL), ("", SEAL, OTHER_SEAL)))
)
def test_a_text_counts_alone_only_if_it_came_first_or_fits_what_binds(
    nonce: str, seal: str, bound: str, known: bool
) -> None:
    found = taken(nonce, seal, bound, other_known=known)
    if found.nonce and ADDED not in found.nonce:
        assert found.nonce == nonce and (seal_of(nonce) == bound or not (bound or known))
    if not found.nonce:
        assert found.seal and (found.seal == bound or not (bound or known))
    if found.how == "filled":
        assert found.nonce == f"{nonce} {ADDED}".strip() and found.seal == bound
