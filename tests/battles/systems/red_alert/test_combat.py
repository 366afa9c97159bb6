"""Attacks, red alerts, retires and answers, with the worked examples."""

import pytest

from missions.battles.systems.red_alert.engine.cards import COMBAT_NUMBER, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS
from missions.battles.systems.red_alert.engine.state import State
from tests.battles.systems.red_alert.fights import Fight, fight, offered
from tests.battles.systems.red_alert.positions import CF, CW, stand


def deal(state: State, side: int, *cards: str) -> State:
    """Give a side cards by their ids, command cards and combat cards alike."""
    for card in cards:
        deck = 0 if card in COMMAND_NUMBER else 1
        state.hands[side][deck].append((COMMAND_NUMBER | COMBAT_NUMBER)[card])
    return state


def where(state: State, unit: int) -> str:
    return LABELS[state.place[unit]] if state.place[unit] >= 0 else "gone"


# --- hits -------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-085", "RA-105", "RA-108")
def test_hits_take_figures_and_stars_come_to_the_roller():
    """RX-061."""
    state = stand("Cw CR G5, Cf CR F5", stars=(1, 0))
    fight(state, "* * S")
    assert (state.figures, state.stars) == ([3, 2], [3, 0])


@pytest.mark.rule("RA-105", "RA-200")
def test_the_last_figure_gives_the_units_points():
    state = stand("Cw BB G5, Cf CR(1) F5")
    found = fight(state, "S S B")
    assert (where(state, 1), state.points, state.eliminated) == ("gone", [3, 0], [1, 0])
    assert found.count("debris") == 0


@pytest.mark.rule("RA-156")
def test_a_capital_unit_leaves_debris():
    """RX-067."""
    state = stand("Cw DD E7, Cf BB(1) E6")
    fight(state, "C F F")
    assert (state.debris, state.points) == (1 << HEXES["E6"], [6, 0])


@pytest.mark.rule("RA-106", "RA-107")
@pytest.mark.parametrize(
    ("confirming", "dead"), [("* C", True), ("B F", True), ("F S", False), ("* R", False)]
)
def test_surplus_hits_on_a_flagship_are_rolled_again(confirming: str, dead: bool):
    """RX-062: the last cap fighter falls, two dice are left."""
    state = stand("Cw BB G5, Cf FS(2) F5")
    fight(state, f"C B C {confirming}")
    assert (state.figures[1], state.points[0]) == ((0, 8) if dead else (1, 0))


@pytest.mark.rule("RA-108", "RA-106")
def test_stars_of_a_confirming_roll_give_nothing():
    state = stand("Cw BB G5, Cf FS(1) F5")
    fight(state, "C F F *")
    assert state.stars == [0, 0]


@pytest.mark.rule("RA-109")
@pytest.mark.parametrize("said", ["disregard", "repair", "retire E5 D5"])
def test_an_unconfirmed_hit_still_lets_the_red_alert_stand(said: str):
    """RX-063."""
    state = stand("Cw DD G5, Cf FS(1) F5", stars=(0, 2))
    found = Fight(state, "B B R F")
    assert found.asked == "alert"
    assert {"disregard", "repair"} <= set(offered(state))
    found.say(said)
    assert (where(state, 1) == "F5") is (said != "retire E5 D5")
    assert state.stars[CF] == (0 if said == "repair" else 2)


@pytest.mark.rule("RA-028")
def test_a_flagship_takes_a_command_card_along():
    """RX-066."""
    state = stand("Cw BB G5, Cf FS(1) F5")
    deal(state, CF, "PR-L", "PR-C", "AT-R", "GA", "RF")
    found = Fight(state, "C F F C" + "S")
    found.say("pass")
    assert (len(state.hands[CF][0]), state.points) == (4, [8, 0])
    assert state.discards[0] == [COMMAND_NUMBER["PR-C"]]
    assert state.draws_skipped == [0, 0]


@pytest.mark.rule("RA-028")
def test_without_a_card_its_owner_draws_one_less():
    state = stand("Cw BB G5, Cf FS(1) F5")
    fight(state, "C F F C")
    assert state.draws_skipped == [0, 1]


# --- red alerts -------------------------------------------------------------------------------------


@pytest.mark.rule("RA-110", "RA-112")
def test_a_unit_that_was_hit_retires_two_hexes_for_each_red_alert():
    state = stand("Cw DD G6, Cf DD F6")
    fight(state, "S R F", "retire E6 D5")
    assert (where(state, 1), state.figures[1], state.is_marked(1)) == ("D5", 2, False)


@pytest.mark.rule("RA-111")
def test_without_a_hit_its_side_decides_on_all_red_alerts_or_none():
    """RX-071."""
    state = stand("Cw BB G5, Cf CR E5")
    found = Fight(state, "R R F")
    assert found.asked == "withdraw"
    lengths = {len(word.split()) - 1 for word in offered(state) if word.startswith("retire")}
    assert (lengths, offered(state)[0]) == ({4}, "pass")
    found.say("pass")
    assert (where(state, 1), state.is_marked(1)) == ("E5", False)
    state = stand("Cw BB G5, Cf CR E5")
    fight(state, "R R F", "retire D5 C5 B5 A5")
    assert (where(state, 1), state.is_marked(1)) == ("A5", True)


@pytest.mark.rule("RA-110", "RA-104")
def test_an_ignored_blast_is_no_hit():
    state = stand("Cw DD G5, Cf BB E5")
    found = Fight(state, "B R")
    assert found.asked == "withdraw"


@pytest.mark.rule("RA-115", "RA-134")
def test_a_unit_that_cannot_retire_takes_hits_and_may_battle_back():
    """RX-081."""
    state = stand("Cf DD J6, Cw HDD K6", stars=(2, 0))
    found = Fight(state, "S R F" + "F F F", unit=0, target=1)
    assert offered(state) == ["retire", "repair"]
    found.say("retire")
    assert (where(state, 1), state.figures[1], found.asked) == ("K6", 1, "back")
    found.say("back")
    assert (state.stars, found.asked, found.dice.left) == ([0, 0], "", 0)


@pytest.mark.rule("RA-115", "RA-120")
def test_missing_hexes_are_hits_and_two_red_alerts_leave_a_marker():
    """RX-082."""
    state = stand("Cf BB H6, Cw HCR I6")
    fight(state, "S R R", "retire J6 K6")
    assert (where(state, 1), state.figures[1], state.is_marked(1)) == ("K6", 1, True)


@pytest.mark.rule("RA-113")
@pytest.mark.parametrize(("die", "figures"), [("S", 1), ("B", 2)])
def test_passing_a_friend_is_a_die_of_the_owner(die: str, figures: int):
    """RX-083."""
    state = stand("Cf BB H6, Cw CR I6, Cw F J5, Cw F J6")
    fight(state, f"S R F {die}", "retire J5 K5")
    assert (where(state, 1), state.figures[1]) == ("K5", figures)
    assert (where(state, 2), state.at[HEXES["J5"]]) == ("J5", 2)


@pytest.mark.rule("RA-113")
def test_passing_an_enemy_is_two_dice_of_that_enemy():
    state = stand("Cf BB H6, Cw CR I6, Cf F J5, Cf F J6")
    found = fight(state, "S R F" + "S S", "retire J5 K5")
    assert (where(state, 1), state.points) == ("gone", [0, 3])
    assert found.count("passes") == 1


@pytest.mark.rule("RA-123", "RA-156")
def test_a_unit_that_falls_in_the_hex_of_another_leaves_no_debris():
    """RX-098."""
    state = stand("Cf BB H6, Cw BB(2) I6, Cw F J5, Cw F J6")
    fight(state, "C R F C", "retire J5 K5")
    assert (state.debris, state.points, state.eliminated) == (0, [0, 6], [0, 1])
    assert where(state, 2) == "J5"


@pytest.mark.rule("RA-144", "RA-108", "RA-125")
@pytest.mark.parametrize(("die", "figures"), [("C", 1), ("F", 1), ("B", 2), ("*", 2)])
def test_a_die_for_each_asteroid_on_the_way_home(die: str, figures: int):
    """RX-089, RX-093."""
    state = stand("Cf BB C3, Cw CR D3", map_of="cardinals_belt")
    fight(state, f"S R F {die}", "retire E3 F3")
    assert (where(state, 1), state.figures[1], state.stars) == ("F3", figures, [0, 0])
    other = stand("Cf BB C3, Cw CR D3", map_of="cardinals_belt")
    fight(other, "S R F", "retire E4 F3")
    assert other.figures[1] == 2


@pytest.mark.rule("RA-122")
@pytest.mark.parametrize(("rolled", "figures"), [("S R", 1), ("R R", 3), ("S S", 1), ("B F", 2)])
def test_red_alerts_are_hits_on_a_marked_unit(rolled: str, figures: int):
    """RX-094, RX-095: a marked unit never retires."""
    state = stand("Cw BB G5, Cf CR! F5")
    fight(state, f"{rolled} F")
    assert (where(state, 1), state.figures[1]) == ("F5", figures)


@pytest.mark.rule("RA-117", "RA-118", "RA-119")
def test_one_red_alert_may_be_disregarded_or_repaired():
    """RX-073, RX-079."""
    state = stand("Cw DD G5, Cf CR F5, Cf FS E5")
    fight(state, "S R F", "disregard")
    assert where(state, 1) == "F5"
    state = stand("Cw DD G5, Cf CR F5", stars=(0, 4))
    fight(state, "S R F" + "F F F", "repair", "back")
    assert (where(state, 1), state.stars) == ("F5", [0, 0])


# --- battle back ------------------------------------------------------------------------------------


@pytest.mark.rule("RA-130", "RA-132", "RA-133")
def test_a_battle_back_is_an_attack_that_cannot_be_answered_by_another():
    state = stand("Cw CR G5, Cf CR E5", stars=(2, 2))
    found = fight(state, "F F F" + "S S F", "back")
    assert (state.figures, state.stars, found.count("attacks")) == ([1, 3], [2, 0], 2)


@pytest.mark.rule("RA-130", "RA-131")
@pytest.mark.parametrize(
    "units",
    [
        "Cf BB C5, Cw DD G5",  # RX-103: out of its range
        "Cf CR C5, Cw CR E5, Cf F D5",  # RX-102: beside another enemy
    ],
)
def test_a_unit_that_could_not_attack_cannot_battle_back(units: str):
    state = stand(units, stars=(9, 0))
    found = Fight(state, "F F F")
    assert found.asked == ""


@pytest.mark.rule("RA-130", "RA-165")
def test_a_battle_back_costs_two_stars():
    state = stand("Cw CR G5, Cf CR E5", stars=(0, 1))
    assert Fight(state, "F F F").asked == ""


@pytest.mark.rule("RA-132", "RA-200")
def test_a_battle_back_may_win_the_battle():
    """RX-106."""
    state = stand("Cf HF(1) F5, Cw CR G5", stars=(2, 0), map_of="supply_base")
    state.points = [19, 0]
    fight(state, "F F F" + "F S S", "back")
    assert state.outcome and state.outcome.winner == CW


# --- cards in answer --------------------------------------------------------------------------------


@pytest.mark.rule("RA-102", "RA-130")
def test_an_attack_without_dice_left_is_spent_and_may_be_answered():
    """RX-047."""
    state = deal(stand("Cw DD G5, Cf CR E5", stars=(0, 4)), CF, "EVA")
    found = fight(state, "S S S", "EVA", "back")
    assert (found.count("spent"), state.figures[0], state.stars[CF]) == (1, 0, 0)


@pytest.mark.rule("RA-168", "RA-169")
def test_a_cancelled_attack_is_not_answered():
    state = deal(stand("Cw CR G5, Cf CR E5", stars=(0, 9)), CF, "JAM")
    found = fight(state, "", "JAM")
    assert (found.count("rolls"), state.stars[CF], state.fought) == (0, 5, 1)


@pytest.mark.rule("RA-167")
def test_a_side_plays_one_combat_card_in_the_turn_of_the_other():
    state = deal(stand("Cw CR G5, Cf CR E5", stars=(0, 9)), CF, "DEC", "SHF")
    found = Fight(state, "B B F")
    found.say("DEC")
    assert found.asked == "back"
    assert (state.figures[1], state.discards[1]) == (1, [COMBAT_NUMBER["DEC"]])


@pytest.mark.rule("RA-008", "RA-168")
def test_the_question_does_not_depend_on_the_cards_that_are_held():
    asked = []
    for card in ("SUP", "DEC", "SHF"):
        state = deal(stand("Cw CR G5, Cf CR E5", stars=(0, 9)), CF, card)
        asked.append(Fight(state, "B B F").asked)
    assert asked == ["declared"] * 3
    state = deal(stand("Cw CR G5, Cf CR E5", stars=(0, 9)), CF, "SUP")
    assert Fight(state, "B B F") and offered(state) == ["pass"]


@pytest.mark.rule("RA-104")
def test_a_shield_is_played_when_the_dice_are_known():
    state = deal(stand("Cw CR G5, Cf CR E5", stars=(0, 2)), CF, "SHF")
    found = fight(state, "B B S", "pass", "SHF")
    assert (state.figures[1], state.stars[CF], found.count("plays")) == (2, 0, 1)


@pytest.mark.rule("RA-119", "RA-134")
def test_all_hands_cancel_every_red_alert():
    """RX-099."""
    state = deal(stand("Cw BB G5, Cf CR E5", stars=(0, 5)), CF, "AHD")
    fight(state, "S R R" + "F F F", "pass", "AHD", "back")
    assert (where(state, 1), state.is_marked(1), state.stars[CF]) == ("E5", False, 0)


@pytest.mark.rule("RA-119")
def test_a_quick_fix_works_on_fighters_too():
    """RX-078: nothing else does."""
    state = deal(stand("Cw CR G5, Cf F E5", stars=(0, 5)), CF, "QFX")
    found = Fight(state, "F R F")
    found.say("pass")
    assert {word.split()[0] for word in offered(state)} == {"retire", "QFX"}
    found.say("QFX")
    assert (where(state, 1), state.stars[CF]) == ("E5", 4)


@pytest.mark.rule("RA-172", "RA-173")
def test_first_strike_comes_before_the_attack_that_it_answers():
    """RX-113: the attacker falls, its attack is gone."""
    state = deal(stand("Cw DD(1) G5, Cf CR F5"), CF, "FST")
    found = fight(state, "S F F", "FST")
    assert (where(state, 0), state.points, state.replaced) == ("gone", [0, 3], [0, 1])
    assert found.count("attacks") == 2 and found.count("rolls") == 1


@pytest.mark.rule("RA-173")
def test_an_attacker_that_stands_its_ground_attacks_after_the_first_strike():
    """RX-114: it cannot battle back itself; the other unit can."""
    state = deal(stand("Cw DD G5, Cf CR F5", stars=(2, 2)), CF, "FST")
    found = Fight(state, "S F F" + "S F F" + "F F F")
    found.say("FST")
    assert (found.asked, state.figures) == ("back", [2, 2])
    found.say("back")
    assert (found.asked, found.dice.left, state.stars) == ("", 0, [2, 0])


@pytest.mark.rule("RA-173")
def test_an_attacker_that_was_sent_home_attacks_no_more():
    state = deal(stand("Cw DD G5, Cf CR F5"), CF, "FST")
    found = fight(state, "S R F", "FST", "retire H4 I4")
    assert (where(state, 0), found.count("forestalled"), state.figures) == ("I4", 1, [2, 3])
    assert found.count("spent") == 0, "its dice are not too few; it has left its hex"


@pytest.mark.rule("RA-130", "RA-168")
def test_return_fire_battles_back_for_a_card():
    state = deal(stand("Cw CR G5, Cf CR E5", stars=(0, 1)), CF, "RTF")
    found = fight(state, "F F F" + "S S F F", "pass", "RTF")
    assert (state.figures[0], state.stars[CF], found.count("plays")) == (1, 0, 1)


# --- cloaks and ends --------------------------------------------------------------------------------


@pytest.mark.rule("RA-171")
def test_a_cloak_ends_with_an_attack_and_with_a_loss():
    state = stand("Cw CR~ G5, Cf CR F5")
    fight(state, "F F F F")
    assert not state.is_cloaked(0)
    state = stand("Cw CR G5, Cf CR~ F5")
    fight(state, "F F")
    assert state.is_cloaked(1)
    state = stand("Cw CR G5, Cf CR~ F5")
    fight(state, "S F")
    assert not state.is_cloaked(1)


@pytest.mark.rule("RA-200")
@pytest.mark.parametrize(("points", "eliminated", "won"), [(20, 0, True), (17, 0, False), (0, 7, True)])
def test_points_or_eliminated_units_win_at_once(points: int, eliminated: int, won: bool):
    state = stand("Cw BB G5, Cf CR(1) F5", map_of="supply_base")
    state.points, state.eliminated = [points, 0], [eliminated, 0]
    fight(state, "S F F")
    assert bool(state.outcome) is won
    assert not won or state.outcome is None or state.outcome.winner == CW


@pytest.mark.rule("RA-300")
def test_the_first_battle_is_won_by_points_alone():
    state = stand("Cw BB G5, Cf CR(1) F5")
    state.eliminated = [7, 0]
    fight(state, "S F F")
    assert state.outcome is None
