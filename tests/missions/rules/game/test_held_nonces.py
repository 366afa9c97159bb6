"""A nonce that is held back: the draw waits for it, and a side that stays away does not stop it (CR-079)."""

from datetime import datetime, timedelta

import pytest

from league.kernel.dice import FairStream
from league.kernel.nonces import FILL_AFTER, seal_of
from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.game.draws import pool_on, shuffle_pools
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES
from missions.rules.game.waiting import awaited
from tests.missions.rules import builders
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, STRANGER, TIE, XWING, Night

pytestmark = pytest.mark.rule("CR-079")
SEALED = "the text that the browser keeps"


@pytest.fixture(params=[False, True], ids=["plain", "mission"])
def night(request: pytest.FixtureRequest) -> Night:
    """Two fleets that meet, with a mission or without."""
    return met(missions=request.param)


def met(*, missions: bool) -> Night:
    night = Night()
    for side, ship in (("active", XWING), ("opposing", TIE)):
        for card in (2, 3, 4):
            night.squadron(side, card, "standard")
            night.ship(side, ship, squadron=card)
    night.pair(missions=missions)
    return night


def ready(night: Night, member: int, nonce: str = "", **more: str) -> None:
    side = "active" if member == ACTIVE else "opposing"
    night.act(do.PressReady(night.game_id, side, nonce, **more), member)


def waiting(night: Night) -> None:
    """The active side holds its nonce back, the opposing side has given one."""
    ready(night, ACTIVE, seal=seal_of(SEALED))
    ready(night, OPPOSING, "jade")


def later(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    moment = datetime.fromisoformat(builders.NOW) + by
    monkeypatch.setattr(builders, "NOW", moment.isoformat())


def drawn(night: Night) -> bool:
    """Whether the draw has followed."""
    pregame = night.game.pregame
    return bool(night.game.draw.order) if pregame is None else pregame.stage != "ready"


def no(night: Night, order: object, member: int) -> Refusal:
    before = len(night.events)
    with pytest.raises(Refusal) as refused:
        night.act(order, member)  # type: ignore[arg-type]
    assert len(night.events) == before
    return refused.value


def test_nothing_is_drawn_before_the_nonce_is_shown_and_then_at_once(night: Night) -> None:
    waiting(night)
    assert not drawn(night) and night.game.draw.held == ("active",)
    assert [(each.what, each.side) for each in awaited(night.state, night.game)] == [("nonce", "active")]
    night.act(do.ShowNonce(night.game_id, "active", SEALED), ACTIVE)
    assert drawn(night)
    assert night.game.draw.nonces == {"active": SEALED, "opposing": "jade"}
    assert night.game.draw.hows == {"active": "sealed", "opposing": "given"}


def test_the_stream_hashes_the_shown_nonces_as_ever() -> None:
    night = met(missions=False)
    waiting(night)
    pools = {side: pool_on(night.state, night.game, side) for side in SIDES}
    night.act(do.ShowNonce(night.game_id, "active", SEALED), ACTIVE)
    draw = night.game.draw
    decks = shuffle_pools(bytes.fromhex(draw.seed), {"active": SEALED, "opposing": "jade"}, pools)
    assert draw.order[:2] == [f"{side}:{decks[side][0]}" for side in SIDES]
    assert FairStream(bytes.fromhex(draw.seed), [SEALED, "jade"]).shuffle(pools["active"]) == decks["active"]


def test_a_nonce_against_a_seal_binds_the_other_side_to_it(night: Night) -> None:
    ready(night, ACTIVE, "amber", against=seal_of(SEALED))
    assert night.game.draw.seals == {"opposing": seal_of(SEALED)}
    ready(night, OPPOSING, SEALED)
    assert drawn(night) and night.game.draw.hows == {"active": "given", "opposing": "sealed"}


def test_a_side_that_is_bound_and_gives_another_text_gets_bytes_of_the_site(night: Night) -> None:
    ready(night, ACTIVE, "amber", against=seal_of(SEALED))
    ready(night, OPPOSING, "a text that suits better")
    assert drawn(night) and night.game.draw.hows["opposing"] == "filled"
    assert night.game.draw.nonces["opposing"].startswith("a text that suits better ")


def test_a_bound_side_may_still_hold_the_sealed_text_back_and_show_it(night: Night) -> None:
    ready(night, ACTIVE, "amber", against=seal_of(SEALED))
    ready(night, OPPOSING, seal=seal_of(SEALED))
    assert night.game.draw.held == ("opposing",)
    night.act(do.ShowNonce(night.game_id, "opposing", SEALED), OPPOSING)
    assert drawn(night)


def test_both_may_hold_back_and_the_second_to_show_is_bound_as_well(night: Night) -> None:
    ready(night, ACTIVE, seal=seal_of(SEALED))
    ready(night, OPPOSING, seal=seal_of("jade"))
    assert night.game.draw.held == SIDES
    night.act(do.ShowNonce(night.game_id, "opposing", "jade"), OPPOSING)
    assert not drawn(night) and view_for(night.game, "active").draw.nonces == {}
    assert no(night, do.ShowNonce(night.game_id, "active", "other"), ACTIVE).code == "wrong_nonce"
    night.act(do.ShowNonce(night.game_id, "active", SEALED), ACTIVE)
    assert drawn(night)


def test_a_seal_stays_binding_when_ready_is_taken_back() -> None:
    night = met(missions=True)
    ready(night, ACTIVE, "amber", against=seal_of(SEALED))
    night.act(do.TakeBack(night.game_id, "active"), ACTIVE)
    assert night.game.draw.ready == () and night.game.draw.seals == {"opposing": seal_of(SEALED)}
    ready(night, ACTIVE, "jade", against=seal_of("a seal that suits better"))
    ready(night, OPPOSING, SEALED)
    assert night.game.draw.hows == {"active": "given", "opposing": "sealed"}


def test_nobody_takes_ready_back_while_the_draw_waits() -> None:
    night = met(missions=True)
    waiting(night)
    for side, member in (("active", ACTIVE), ("opposing", OPPOSING)):
        assert no(night, do.TakeBack(night.game_id, side), member).code == "no_way_back"


def test_the_side_itself_has_its_nonce_filled_in_at_once(night: Night) -> None:
    waiting(night)
    night.act(do.FillNonce(night.game_id, "active"), ACTIVE)
    assert drawn(night) and night.game.draw.hows["active"] == "filled"


@pytest.mark.parametrize("member", [OPPOSING, ORGANISER])
def test_others_have_it_filled_in_after_two_minutes(
    night: Night, member: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting(night)
    fill = do.FillNonce(night.game_id, "active")
    later(monkeypatch, FILL_AFTER - timedelta(seconds=1))
    refused = no(night, fill, member)
    assert refused.code == "too_early" and "can fill it in" in refused.message
    later(monkeypatch, timedelta(seconds=1))
    night.act(fill, member)
    assert drawn(night) and night.game.draw.hows["active"] == "filled"


def test_strangers_neither_show_nor_fill_in(night: Night) -> None:
    waiting(night)
    for order in (do.ShowNonce(night.game_id, "active", SEALED), do.FillNonce(night.game_id, "active")):
        assert isinstance(no(night, order, STRANGER), NotYours)
    assert isinstance(no(night, do.ShowNonce(night.game_id, "active", SEALED), OPPOSING), NotYours)


def test_there_is_nothing_to_show_or_fill_in_unless_the_draw_waits_for_that_side(night: Night) -> None:
    fill = [do.FillNonce(night.game_id, "opposing"), do.ShowNonce(night.game_id, "opposing", "jade")]
    for order in fill:
        assert no(night, order, OPPOSING).code == "nothing_held"
    waiting(night)
    for order in fill:
        assert no(night, order, OPPOSING).code == "nothing_held"


@pytest.mark.parametrize("more", [{"seal": "no seal"}, {"against": "A" * 64}])
def test_a_seal_of_another_form_is_refused(night: Night, more: dict[str, str]) -> None:
    refused = no(night, do.PressReady(night.game_id, "active", **more), ACTIVE)
    assert isinstance(refused, Unreadable) and "seal" in refused.message


def test_a_side_that_holds_back_is_ready_and_cannot_press_again(night: Night) -> None:
    ready(night, ACTIVE, seal=seal_of(SEALED))
    assert night.game.draw.ready == ("active",)
    assert no(night, do.PressReady(night.game_id, "active", SEALED), ACTIVE).code == "already_ready"
