"""The attacks that decision 3 names, tried (CR-079). Decision 33 has the table of who can do which.

Reading the seed on a page, in a file or in the admin is tried in `test_secrets.py`, `test_archives.py` and
`test_admin.py`; drawing again after an undone result in `test_undoing_and_secrets.py`.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from hashlib import sha256

import pytest

from league.kernel.dice import FairStream, commitment
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import Conflict
from league.kernel.nonces import seal_of
from league.kernel.refusal import Refusal
from missions.battles.models import Battle
from missions.battles.services import chance, links
from missions.battles.services.proof import link_steps
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.draws import shuffle_pools
from missions.rules.game.state import SIDES
from missions.rules.pregame.links import LinksWanted
from tests import verbs
from tests.battles import battles as b
from tests.battles import chains
from tests.chains import Chain
from tests.copies import open_all_seals, whole_database
from tests.missions.chains import chains_of, decided, prepared
from tests.missions.draw_steps import NONCE, one_ready
from tests.missions.rules.builders import (
    ACTIVE,
    OPPOSING,
    ORGANISER,
    TIE,
    XWING,
    Night,
    fleets_for_missions,
)
from tests.missions.tables import Table, page
from tests.people import Person

pytestmark = pytest.mark.rule("CR-079")
WANTED = 10  # the card that the attacker would like to draw first
CARDS = range(2, 11)


# --- the server chooses the secret to suit the texts ------------------------------------------------


@pytest.mark.django_db
def test_the_seal_is_public_before_the_last_text_and_stays(table: Table, visitor: Person) -> None:
    one_ready(table)
    draw = table.game.draw
    assert draw is not None
    for person in (table.opposing, visitor):
        assert draw.commitment in page(person, table.verify_url)
    verbs.press_ready(table.opposing.seat, table.number, "opposing", nonce="the last text")
    after = table.game.draw
    assert after is not None and (after.commitment, after.seed) == (draw.commitment, draw.seed)


def test_no_other_secret_takes_the_place_of_the_sealed_one() -> None:
    night = first_ready("night")
    other = bytes(32)
    for event in (
        ev.DrawCommitted(game=night.game_id, commitment=commitment(other), sealed=other.hex()),
        ev.SeedRevealed(game=night.game_id, seed=other.hex()),
    ):
        with pytest.raises(Conflict):
            night.emit(event)


# --- the last side searches for a text that suits it ------------------------------------------------


def first_ready(chance: str, order: do.PressReady | None = None) -> Night:
    """Two fleets of nine squadrons of one weight; the active side is ready, with a text or as the order
    says."""
    night = Night()
    for side, ship in (("active", XWING), ("opposing", TIE)):
        for card in CARDS:
            night.squadron(side, card, "standard")
            night.ship(side, ship, squadron=card)
    night.pair()
    night.entropy = SeededEntropy(chance)
    order = order or do.PressReady(0, "active", "in good faith")
    night.act(replace(order, game=night.game_id), ACTIVE)
    return night


def searched(seed: bytes) -> str:
    """A text of the last side that makes WANTED its first card, if that is the seed."""
    pools = {side: dict.fromkeys(CARDS, "standard") for side in SIDES}
    for number in range(500):
        nonces = {"active": "in good faith", "opposing": f"text {number}"}
        if shuffle_pools(seed, nonces, pools)["opposing"][0] == WANTED:
            return nonces["opposing"]
    raise AssertionError("five hundred texts, and none suits")


def drawn_with(night: Night, text: str) -> int:
    """The opposing side's card after it was ready with that text."""
    night.act(do.PressReady(night.game_id, "opposing", text), OPPOSING)
    return next(int(each.split(":")[1]) for each in night.game.draw.order if each.startswith("opposing"))


def test_without_the_seed_a_search_is_worth_no_more_than_any_text() -> None:
    text = searched(sha256(b"a guess").digest())
    hits = [drawn_with(first_ready(f"night {number}"), text) for number in range(12)].count(WANTED)
    assert hits <= 5  # one in nine is chance


def test_with_the_seed_a_text_that_comes_last_is_worth_no_more() -> None:
    """The site adds bytes of its own to a text that was not sealed before the first was given."""
    nights = [first_ready(f"night {number}") for number in range(12)]
    found = [drawn_with(night, searched(bytes.fromhex(night.game.draw.seed))) for night in nights]
    assert found.count(WANTED) <= 5  # one in nine is chance
    assert all(night.game.draw.hows["opposing"] == "filled" for night in nights)


def test_with_the_seed_the_first_side_that_holds_back_is_bound_before_it_knows_the_other_text() -> None:
    night = first_ready("night", do.PressReady(0, "active", seal=seal_of("the text that is sealed")))
    night.act(do.PressReady(night.game_id, "opposing", "in good faith"), OPPOSING)
    assert night.game.draw.held == ("active",)
    with pytest.raises(Refusal) as no:
        night.act(do.ShowNonce(night.game_id, "active", "a text that suits"), ACTIVE)
    assert no.value.code == "wrong_nonce"
    with pytest.raises(Refusal):
        night.act(do.TakeBack(night.game_id, "active"), ACTIVE)
    night.act(do.ShowNonce(night.game_id, "active", "the text that is sealed"), ACTIVE)
    assert night.game.step != "draw" and night.game.draw.hows == {"active": "sealed", "opposing": "given"}


def test_with_the_seed_a_part_that_does_not_suit_is_swapped_for_chance_and_it_shows() -> None:
    """A side that keeps its part back gets one other outcome that it cannot foresee, and *verify* says so."""
    night = first_ready("night", do.PressReady(0, "active", seal=seal_of("the text that is sealed")))
    night.act(do.PressReady(night.game_id, "opposing", "in good faith"), OPPOSING)
    night.act(do.FillNonce(night.game_id, "active"), ACTIVE)
    draw = night.game.draw
    assert draw.hows["active"] == "filled" and draw.nonces["active"] != "the text that is sealed"


def test_with_the_seed_an_organiser_who_plays_gives_no_text_for_the_other_side() -> None:
    """Organisers hold their own part back, act for the absent opponent, and show theirs: fresh bytes join the
    text that they searched.
    """
    found = []
    for number in range(12):
        night = first_ready(f"night {number}", do.PressReady(0, "active", seal=seal_of("in good faith")))
        text = searched(bytes.fromhex(night.game.draw.seed))
        night.act(do.PressReady(night.game_id, "opposing", text), ORGANISER)
        night.act(do.ShowNonce(night.game_id, "active", "in good faith"), ACTIVE)
        found.append(next(each for each in night.game.draw.order if each.startswith("opposing")))
        assert night.game.draw.hows == {"active": "sealed", "opposing": "filled"}
    assert found.count(f"opposing:{WANTED}") <= 5  # one in nine is chance


def test_with_the_seed_and_the_whole_log_nobody_knows_what_the_next_order_draws() -> None:
    """The host plays the active side and knows their own link. The same order draws other cards with each
    link of the other side, which comes only when the order is laid."""
    kept = chains_of("host")
    night = prepared({side: kept[side].end for side in SIDES})
    order = do.DrawMissionSquadron(night.game_id)
    with pytest.raises(LinksWanted):
        decided(night, order, None)
    found = set()
    for number in range(12):
        another = deepcopy(night)
        unknown = Chain(f"another {number}")
        another.game.draw.chains["opposing"] = unknown.end
        links = {"active": kept["active"].link, "opposing": unknown.link}
        found.add(decided(another, order, links).events[1].card)  # type: ignore[attr-defined]
    assert len(found) > 1


def seeds_in(copy: str) -> Iterator[bytes]:
    """Everything in a copy that could be a seed: hexadecimal, or in any place of a longer text of base 64."""
    for found in re.findall(r"[0-9a-fA-F]{64}", copy):
        yield bytes.fromhex(found)
    for found in re.findall(r"[A-Za-z0-9_-]{43,}", copy):
        data = urlsafe_b64decode(found[: len(found) // 4 * 4])
        yield from (data[at : at + 32] for at in range(len(data) - 31))


def found_in_copy(seal: str) -> list[bytes]:
    """The seeds of that seal which a thief of the database finds."""
    return [seed for seed in seeds_in(whole_database()) if commitment(seed) == seal]


@pytest.mark.django_db
def test_a_thief_of_the_database_finds_no_seed_to_search_with(table: Table) -> None:
    one_ready(table)
    row = Battle.objects.get(pk=b.opened().pk)
    draw = table.game.draw
    assert draw is not None
    for seal in (draw.commitment, row.commitment):
        assert not found_in_copy(seal)
    open_all_seals()
    for seal in (draw.commitment, row.commitment):
        assert found_in_copy(seal)


@pytest.mark.django_db
def test_the_last_side_is_not_shown_the_first_text(table: Table) -> None:
    one_ready(table)
    for address in (table.url, table.verify_url):
        assert NONCE not in page(table.opposing, address)


def test_text_cannot_be_moved_from_one_part_into_the_next() -> None:
    parts = (["ab", "c"], ["a", "bc"], ["", "abc"], ["abc", ""])
    assert len({FairStream(bytes(32), each).bytes(32) for each in parts}) == len(parts)
    assert FairStream(bytes(32), ["a", "b"], "c").bytes(32) != FairStream(bytes(32), ["a", "bc"]).bytes(32)


# --- the host foresees later picks of the same game -------------------------------------------------


def test_with_the_seed_the_deck_of_the_mission_squadron_is_not_chosen_by_what_comes() -> None:
    """The site adds fresh bytes as it picks; so the foreseen squadron comes by chance alone."""
    hits = 0
    for number in range(12):
        night = fleets_for_missions()
        night.entropy = SeededEntropy(f"night {number}")
        night.ready()
        night.act(do.RestSquadrons(night.game_id), ACTIVE)
        draw = night.game.draw
        texts = [draw.nonces[side] for side in SIDES]
        deck = sorted(str(card) for card in night.fleet("active").squadrons)
        foreseen = FairStream(bytes.fromhex(draw.seed), texts, "drawn squadron").shuffle(deck)[0]
        night.act(do.DrawMissionSquadron(night.game_id), ACTIVE)
        [made] = night.pregame.picks
        assert list(made.deck) == deck and made.taken == (str(night.pregame.drawn),)
        hits += made.taken[0] == foreseen
    assert hits <= 6  # one in six is chance


# --- the host foresees later dice of the same battle ------------------------------------------------


def candidates(copy: str) -> list[str]:
    """Every text of a database with its seals opened that could be the link of a chain."""
    return re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])", copy)


@pytest.mark.django_db
def test_with_the_seed_the_dice_of_a_laid_order_are_not_in_the_database() -> None:
    """The host lays the order and knows everything but the link of the other browser."""
    row, (host, other) = chains.begun()
    before = chains.until_laid(row)
    host.give(row)
    open_all_seals()
    known = candidates(whole_database())
    assert host.end in known and row.seed in known and other.end in known
    assert other.link not in known
    assert not [text for text in known if seal_of(text) == other.end], "no text there is the link"
    other.give(row)
    assert b.played(row).at > before.at


def test_with_the_seed_another_link_means_other_dice() -> None:
    seed, nonces = "5a" * 32, ["one", "two"]
    rolls = [chance.fair_dice(seed, [*nonces, "mine", f"link {n}"], 9).roll(12) for n in range(12)]
    assert len(set(rolls)) == len(rolls)
    assert chance.fair_dice(seed, nonces, 9).roll(12) not in rolls


@pytest.mark.django_db
def test_with_the_seed_an_order_is_not_chosen_by_its_dice_where_nobody_gives_links() -> None:
    """The site adds fresh bytes as it rolls if seats have no chains; so the foreseen dice do not fall."""
    row = b.begun()
    foreseen, rolled = [], []
    while len(rolled) < 3:
        now = b.until_rolled(row)
        faces = now.battle.entries[-1].dice
        nonces = list(row.seats.order_by("number").values_list("nonce", flat=True))
        rolled.append(faces)
        foreseen.append(chance.fair_dice(row.seed, nonces, now.at).roll(len(faces)))
    assert rolled != foreseen


@pytest.mark.django_db
def test_a_host_who_gives_another_link_after_seeing_the_other_one_is_refused() -> None:
    row, (host, other) = chains.begun()
    chains.until_laid(row)
    other.give(row)
    for text in ("a link that suits", host.end, other.end):
        with pytest.raises(Refusal):
            links.give_link(row.pk, host.sitter, 0, chains.laid(row).number, text)
    with pytest.raises(Refusal):
        chains.Browser(0, host.sitter, "a chain that suits").begin(row)


@pytest.mark.django_db
def test_a_link_that_does_not_suit_is_swapped_for_chance_and_it_shows() -> None:
    row, (host, other) = chains.begun()
    chains.until_laid(row)
    other.give(row)
    links.fill_links(row.pk, host.sitter)
    assert [how for _, how, _ in link_steps(row)[0].links] == ["filled", "sealed"]


# --- the draw is seen, and then the game is called off ----------------------------------------------


@pytest.mark.django_db
def test_a_draw_that_is_called_off_stays_in_sight(drawn: Table, visitor: Person) -> None:
    before = drawn.game.draw
    assert before is not None
    drawn.press(drawn.organiser, "void", reason="The cards do not suit me.")
    game = drawn.game
    assert game.draw is not None and (game.step, game.draw.order) == ("void", before.order)
    shown = page(visitor, drawn.verify_url)
    assert all(text in shown for text in (before.seed, before.commitment, *before.nonces.values()))
    assert "The cards do not suit me." in page(visitor, drawn.url)
