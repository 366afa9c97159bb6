"""Picks of one order take a link of each side's chain, and nobody knows the picks before (CR-079)."""

import pytest

from league.kernel.decision import Order
from league.kernel.dice import FairStream
from league.kernel.nonces import seal_of
from league.kernel.refusal import Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.state import SIDES, Laid
from missions.rules.pregame.links import LinksWanted
from tests.chains import Chain
from tests.missions.chains import chains_of, decided, prepared
from tests.missions.rules.builders import ACTIVE, NOW, OWNERS, TIE, XWING, Night

pytestmark = pytest.mark.rule("CR-079")


def with_chains() -> tuple[Night, dict[str, Chain]]:
    kept = chains_of()
    return prepared({side: kept[side].end for side in SIDES}), dict(kept)


def next_pick(night: Night) -> tuple[Order, int]:
    """The order after which both sides' squadrons are drawn, and its member, once a squadron was drawn for
    the mission."""
    orders = [(do.ChooseMission(night.game_id, 4), ACTIVE)]
    orders += [(do.ChooseStrength(night.game_id, side, 2), OWNERS[side]) for side in SIDES]  # type: ignore[list-item]
    for order, member in orders:
        try:
            decided(night, order, None, member)
        except LinksWanted:
            return order, member
        night.act(order, member)
    raise AssertionError("the squadrons were never drawn")


def draws(night: Night) -> Order:
    return do.DrawMissionSquadron(night.game_id)


def test_an_order_that_picks_waits_for_the_links_of_both_chains() -> None:
    night, _ = with_chains()
    with pytest.raises(LinksWanted) as wanted:
        decided(night, draws(night), None)
    assert (wanted.value.game, wanted.value.sides) == (night.game_id, SIDES)


def test_the_stream_of_a_pick_has_the_links_after_the_parts() -> None:
    night, kept = with_chains()
    links = {side: kept[side].link for side in SIDES}
    after = decided(night, draws(night), links)
    taken, drawn = after.events[:2]
    assert taken == ev.LinksTaken(night.game_id, links)
    draw = night.game.draw
    texts = [*(draw.nonces[side] for side in SIDES), *(links[side] for side in SIDES)]
    stream = FairStream(bytes.fromhex(draw.seed), texts, "drawn squadron")
    assert drawn.pick.links == tuple(links[side] for side in SIDES)  # type: ignore[attr-defined]
    assert list(drawn.pick.taken) == stream.shuffle(drawn.pick.deck)[:1]  # type: ignore[attr-defined]


def test_the_next_order_takes_the_next_links() -> None:
    night, kept = with_chains()
    first = {side: kept[side].spend() for side in SIDES}
    night.state = decided(night, draws(night), first).state
    assert night.game.draw.chains == first
    order, member = next_pick(night)
    with pytest.raises(Refusal) as no:
        decided(night, order, first, member)
    assert no.value.code == "wrong_link"
    after = decided(night, order, {side: kept[side].link for side in SIDES}, member)
    assert [type(event) for event in after.events].count(ev.LinksTaken) == 1


def test_the_site_fills_in_for_a_side_without_a_link_and_does_not_wait_for_it_again() -> None:
    night, kept = with_chains()
    after = decided(night, draws(night), {"active": kept["active"].link})
    taken = after.events[0]
    assert isinstance(taken, ev.LinksTaken) and taken.filled == ("opposing",)
    assert len(taken.links["opposing"]) == 32
    night.state = after.state
    order, member = next_pick(night)
    with pytest.raises(LinksWanted) as wanted:
        decided(night, order, None, member)
    assert wanted.value.sides == ("active",)


def test_without_any_chain_left_the_site_fills_in_at_once() -> None:
    night, _ = with_chains()
    night.state = decided(night, draws(night), {}).state
    night.act(do.ChooseMission(night.game_id, 4), ACTIVE)
    for side in SIDES:
        night.act(do.ChooseStrength(night.game_id, side, 2), OWNERS[side])
    taken = next(event for event in night.events if isinstance(event, ev.LinksTaken))
    assert taken.filled == SIDES


def test_a_game_in_which_no_browser_began_a_chain_takes_no_links() -> None:
    night = prepared({"active": "amber", "opposing": "jade"})
    after = decided(night, draws(night), None)
    assert not any(isinstance(event, ev.LinksTaken) for event in after.events)
    assert after.events[0].pick.links == ()  # type: ignore[attr-defined]


def test_a_side_that_takes_its_ready_back_has_no_chain() -> None:
    night, kept = with_chains()
    again = Night()
    for side, ship in (("active", XWING), ("opposing", TIE)):
        again.squadron(side, 2, "standard")
        again.ship(side, ship, squadron=2)
        again.squadron(side, 3, "standard")
        again.ship(side, ship, squadron=3)
    again.pair(missions=True)
    again.act(do.PressReady(again.game_id, "active", kept["active"].end), ACTIVE)
    assert again.game.draw.chains == {"active": kept["active"].end}
    again.act(do.TakeBack(again.game_id, "active"), ACTIVE)
    assert again.game.draw.chains == {}


def test_while_an_order_is_laid_no_other_one_changes_the_preparation() -> None:
    night, kept = with_chains()
    mark = seal_of("an order")
    night.act(do.LayOrder(night.game_id, mark), ACTIVE)
    assert night.game.draw.laid == Laid(1, mark, NOW, SIDES)
    for order in (draws(night), do.TakeBack(night.game_id, "active")):
        with pytest.raises(Refusal) as no:
            decided(night, order, None)
        assert no.value.code == "laid"
    with pytest.raises(Refusal) as no:
        decided(night, do.LayOrder(night.game_id, mark), None)
    assert no.value.code == "nothing_to_lay"
    links = {side: kept[side].spend() for side in SIDES}
    night.state = decided(night, draws(night), links).state
    assert night.game.draw.laid is None


def test_links_that_are_known_are_spent_even_if_the_order_falls_away() -> None:
    night, kept = with_chains()
    night.act(do.LayOrder(night.game_id, seal_of("an order")), ACTIVE)
    links = {side: kept[side].spend() for side in SIDES}
    after = decided(night, do.SpendLinks(night.game_id), links)
    night.state = after.state
    assert night.game.draw.chains == links and night.game.draw.laid is None
    with pytest.raises(Refusal):
        decided(night, do.SpendLinks(night.game_id), links)


def test_a_mark_is_a_seal() -> None:
    night, _ = with_chains()
    with pytest.raises(Unreadable):
        decided(night, do.LayOrder(night.game_id, "no seal"), None)
