"""Set-up of the table (CR-038, CR-053, CR-062, CR-064, CR-112)."""

import pytest

from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.content.table import limited_copies, set_up
from tests.missions.rules.builders import ACTIVE, CR90, OPPOSING, TIE, XWING, Night, skirmish


@pytest.mark.rule("CR-053")
def test_the_active_fleet_has_initiative():
    advice = set_up(skirmish()[0].game)
    assert advice.initiative == "active"
    assert "CR-053" in [note.rule for note in advice.notes]


@pytest.mark.rule("CR-064", "CR-062")
def test_small_forces_take_the_small_table():
    advice = set_up(skirmish()[0].game)
    assert (advice.size, advice.obstacles, advice.in_pairs, advice.deployment) == ((3, 3), 6, False, 1)
    assert advice.points == {"active": 42, "opposing": 36}


def forces_of(points: int) -> Night:
    """An active force of that many squad points, in Y-wings of 18 and upgrades of 1."""
    night = Night()
    ships, rest = divmod(points, 18)
    for _ in range(ships):
        night.ship("active", "rebel-ywing-goldsquadronpilot")
    for ship in list(night.fleet("active").ships)[:rest]:
        night.upgrade("active", "r2astromech", ship)
    night.ship("opposing", TIE)
    return night.begin()


@pytest.mark.rule("CR-064")
@pytest.mark.parametrize(("points", "obstacles"), [(199, 6), (200, 12)])
def test_the_table_grows_at_exactly_200_points_of_one_force(points: int, obstacles: int):
    advice = set_up(forces_of(points).game)
    assert (advice.points["active"], advice.obstacles) == (points, obstacles)
    assert (advice.size, advice.deployment) == (((5, 3), 2) if obstacles == 12 else ((3, 3), 1))


@pytest.mark.rule("CR-112")
def test_old_damage_is_dealt_section_by_section():
    night = Night()
    hurt = night.ship("active", CR90, damaged=["aft"])
    night.ship("opposing", TIE)
    damage = set_up(night.begin().game).start_damage
    assert [(each.ship, each.section, each.cards) for each in damage] == [(hurt, "aft", 4)]


@pytest.mark.rule("CR-117")
def test_a_section_crippled_earlier_is_pointed_out():
    night = Night()
    night.ship("active", CR90, crippled=["fore"])
    night.ship("opposing", TIE)
    assert "CR-117" in [note.rule for note in set_up(night.begin().game).notes]


def two_leaders() -> tuple[Night, list[int]]:
    night = Night()
    for pilot in ("rebel-xwing-wedgeantilles", "rebel-xwing-lukeskywalker"):
        night.ship("active", pilot, ["squadleader"])
    night.ship("opposing", TIE)
    night.begin()
    return night, [copy.upgrade for copy in limited_copies(night.game)]


@pytest.mark.rule("CR-038")
def test_of_several_squadron_limited_copies_the_owner_chooses_one():
    night, copies = two_leaders()
    assert [copy.used for copy in limited_copies(night.game)] == [False, False]
    assert "CR-038" in [note.rule for note in set_up(night.game).notes]
    night.act(do.ChooseLimited(night.game_id, copies[1]), ACTIVE)
    assert [copy.used for copy in limited_copies(night.game)] == [False, True]
    assert "CR-038" not in [note.rule for note in set_up(night.game).notes]


@pytest.mark.rule("CR-038")
def test_a_flipped_copy_still_scores():
    night, copies = two_leaders()
    night.act(do.ChooseLimited(night.game_id, copies[0]), ACTIVE)
    luke = night.game.ships[[copy.ship for copy in limited_copies(night.game)][1]]
    assert luke.points == 30


@pytest.mark.rule("CR-038")
def test_a_single_copy_is_simply_used():
    night = Night()
    night.ship("active", "rebel-xwing-wedgeantilles", ["squadleader"])
    night.ship("opposing", TIE)
    assert [copy.used for copy in limited_copies(night.begin().game)] == [True]


def test_choosing_a_copy_is_the_owners_and_about_such_cards():
    night, copies = two_leaders()
    with pytest.raises(NotYours):
        night.act(do.ChooseLimited(night.game_id, copies[0]), OPPOSING)
    with pytest.raises(Unreadable):
        night.act(do.ChooseLimited(night.game_id, 999), ACTIVE)
    night.act(do.ChooseLimited(night.game_id, copies[0]), ACTIVE)
    with pytest.raises(Refusal, match="in use already"):
        night.act(do.ChooseLimited(night.game_id, copies[0]), ACTIVE)


def test_no_copy_is_chosen_while_the_cards_are_face_down():
    night = Night()
    night.ship("active", XWING)
    night.pair()
    with pytest.raises(Refusal, match="still being drawn"):
        night.act(do.ChooseLimited(night.game_id, 1), ACTIVE)


def rules_of_notes(night: Night) -> list[str]:
    return [note.rule for note in set_up(night.game).notes]


@pytest.mark.rule("CR-133")
def test_the_way_to_jump_is_told_when_a_fielded_ship_can():
    night = Night()
    for _ in range(3):
        night.ship("active", XWING)
        night.ship("opposing", TIE)
    for _ in range(3):
        night.ship("opposing", TIE)
    notes = [note.text for note in set_up(night.begin().game).notes if note.rule == "CR-133"]
    assert len(notes) == 1
    assert "own or a neutral edge" in notes[0]


@pytest.mark.rule("CR-133")
def test_without_a_hyperdrive_nobody_is_told_about_jumps():
    night = Night("imperial", "imperial")
    for side in ("active", "opposing"):
        for _ in range(5):
            night.ship(side, TIE)
    assert "CR-133" not in rules_of_notes(night.begin())


@pytest.mark.rule("CR-134")
def test_the_campaigns_mines_come_with_their_token_and_effect():
    night = Night()
    night.ship("active", "rebel-kwing-wardensquadronpilot", ["gravityfieldmine"])
    night.ship("active", "rebel-kwing-wardensquadronpilot", ["navigationinterferencemine"])
    night.ship("active", XWING)
    for _ in range(5):
        night.ship("opposing", TIE)
    notes = [note.text for note in set_up(night.begin().game).notes if note.rule == "CR-134"]
    assert [text.split(":")[0] for text in notes] == ["Gravity Field Mine", "Navigation Interference Mine"]
    assert all("agility 1 and hull 2" in text for text in notes)
