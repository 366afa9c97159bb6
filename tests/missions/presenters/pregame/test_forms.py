"""The questions of a preparation as forms."""

import pytest

from missions.presenters.pregame.forms import PregameForm, pregame_form, said_after
from missions.rules import orders as do
from missions.rules.game.secrets import view_for
from missions.rules.game.sides import SIDES
from missions.rules.pregame.pending import pending_questions
from missions.rules.pregame.secrets import Viewer
from tests.missions.presenters.pregame.test_page import fleets_of
from tests.missions.rules.mission_nights import MissionNight, battle_line


def form_of(night: MissionNight, viewer: Viewer) -> PregameForm:
    view = view_for(night.game, viewer)
    rosters = {side: night.fleet(side) for side in SIDES}
    [asked] = pending_questions(night.state, night.game, viewer)
    return pregame_form(asked, view, fleets_of(night, view), rosters)


def informed(night: MissionNight) -> MissionNight:
    """Fleet Intelligence of the active side asks what to exchange."""
    number = night.hold("active", "fleet_intelligence")
    return night.lay((2, 3), (2, 3)).commit("active", number)


@pytest.mark.rule("CR-084")
def test_the_form_exchanges_or_keeps_if_another_squadron_fits():
    form = form_of(informed(battle_line()), "active")
    assert (form.doing, form.button, form.passing, form.pass_to) == (
        "exchange",
        "Exchange",
        "Keep my squadrons",
        "pass",
    )
    assert [each.value for each in form.fields[0].options]


@pytest.mark.rule("CR-075", "CR-084")
def test_the_only_button_keeps_the_squadrons_if_none_fits_or_is_seen():
    """An organiser who acts for the side reads the same whether a squadron fits or not."""
    none_fits = MissionNight()
    for side in SIDES:
        none_fits.wing(side, 2)
        none_fits.wing(side, 3)
    none_fits.wing("active", 4, "recon")
    owner = form_of(informed(none_fits), "active")
    organisers = [form_of(night, "organiser") for night in (none_fits, informed(battle_line()))]
    for form in (owner, *organisers):
        assert (form.doing, form.button, form.passing, form.pass_to) == ("pass", "Keep my squadrons", "", "")
        assert form.fields == ()
    assert owner.text.endswith("None of your other squadrons can replace a face-down one.")
    assert {form.text for form in organisers} == {
        "Only its owner sees the face-down squadrons and can exchange one."
    }


@pytest.mark.rule("CR-076")
@pytest.mark.parametrize(
    ("held", "legends", "text"),
    [
        (1, ["Asset"], "Commit Scouted Area, or keep it."),
        (2, ["The first to act", "Then"], "Commit up to two, which act in your order"),
        (3, ["The first to act", "Then"], "Commit up to two, which act in your order"),
    ],
)
def test_as_many_assets_are_chosen_as_may_be_committed(held: int, legends: list[str], text: str):
    night = battle_line()
    for _ in range(held):
        night.hold("active", "scouted_area")
    night.hold("active", "sabotage", against=99)
    form = form_of(night.lay((2, 3), (2, 3)), "active")
    assert [field.legend for field in form.fields] == legends
    assert form.text.startswith(text)
    cards, *lists = form.fields
    assert len(cards.options) == held + 2  # the one that is of no use here, and none at all
    assert {len(field.options) for field in lists} <= {1 + held}
    assert [option.checked for option in cards.options] == [False] * (held + 2)
    assert (form.naming, form.hand) == ("Commit {choice}", ())


@pytest.mark.rule("CR-076")
def test_without_an_asset_that_helps_the_button_says_that_none_is_committed():
    night = battle_line()
    night.hold("active", "sabotage", against=99)
    form = form_of(night.lay((2, 3), (2, 3)), "active")
    assert (form.fields, form.button, len(form.hand)) == ((), "Commit no asset", 1)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (do.RestSquadrons(1, ()), "It is settled: nobody rests."),
        (do.RestSquadrons(1, (5,)), "It is settled: squadron 5 rests."),
        (do.RestSquadrons(1, (5, 4)), "It is settled: squadrons 4 and 5 rest."),
        (do.ChooseStrength(1, "active", 2), "It is settled: 2 squadrons will be drawn."),
        (do.CommitAssets(1, "active", (3,)), "Committed."),
    ],
)
def test_the_message_after_a_choice_says_what_everybody_may_know(order, said):
    assert said_after(order, "Committed.") == said
