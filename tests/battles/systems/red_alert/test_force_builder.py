"""Fleets of Red Alert on the page and in texts: drawn cards, purchases, suggestions, sentences."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.builder import ForceBuilder
from missions.battles.systems.red_alert.engine import setup as engine
from missions.battles.systems.red_alert.engine.fleets import MOST_UNDER, TASK_FORCES, allowance, cost
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.units import BY_ID, TYPES
from missions.battles.systems.red_alert.forces import catalogue
from missions.battles.systems.red_alert.forces.builder import BUILDER, MOST_BOUGHT
from missions.battles.systems.red_alert.forces.muster import muster
from missions.battles.systems.red_alert.forces.purchases import dealt

BELT, TWINS, KALE, SALVO = "cardinals_belt", "twin_sisters", "triangulum_2", "opening_salvo"
REARGUARD = "cardinals_belt_3"
DRAWS = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(12)]


def setup_of(scenario: str, draw: str = "", **more: Any) -> dict[str, Any]:
    drawn = {"draw": draw} if draw else {}
    return {"version": "1", "scenario": scenario, **drawn, **more}


def press(setup: dict[str, Any], side: int, force: dict[str, Any], *buttons: str) -> dict[str, Any]:
    """The draft after these presses, each written like “add CR”."""
    for button in buttons:
        name, _, value = button.partition(" ")
        force = BUILDER.changed(setup, side, force, name, value, ())
    return force


def page_of(setup: dict[str, Any], side: int, force: dict[str, Any]):
    return BUILDER.page(setup, side, force, mustered=False)


def test_the_builder_is_one_that_pages_know():
    known: ForceBuilder = BUILDER
    assert (known.settings, len(known.buttons)) == ((), 5)


# --- cards ------------------------------------------------------------------------------------------


@pytest.mark.rule("RA-184", "RA-306")
@pytest.mark.parametrize("scenario", [BELT, TWINS])
def test_both_sides_never_have_the_same_card(scenario: str):
    for draw in ("", *DRAWS):
        setup = setup_of(scenario, draw)
        hands = [dealt(setup, side) for side in (0, 1)]
        assert not set(hands[0]) & set(hands[1]) and {*hands[0], *hands[1]} <= set(TASK_FORCES)
        assert [len(hand) for hand in hands] == ([6, 6] if scenario == TWINS else [1, 1])


@pytest.mark.rule("RA-184", "RA-302")
def test_each_card_is_drawn_as_often_as_any_other():
    found: Counter[int] = Counter()
    for number in range(1200):
        draw = hashlib.sha256(f"card {number}".encode()).hexdigest()
        found.update(dealt(setup_of(BELT, draw), 0))
    assert sorted(found) == list(range(1, 13)) and all(60 < count < 140 for count in found.values())


@pytest.mark.rule("RA-184")
def test_a_drawn_card_stays_whatever_is_pressed():
    setup = setup_of(BELT, DRAWS[0])
    force = BUILDER.empty(setup, 0)
    (card,) = dealt(setup, 0)
    assert force == {"card": card, "bought": []} == press(setup, 0, force, "clear")
    assert press(setup, 0, force, "suggest")["card"] == card
    other = card % 12 + 1
    with pytest.raises(Unreadable, match="cards that are offered"):
        press(setup, 0, force, f"card {other}")
    assert [found.rule for found in BUILDER.findings(setup, 0, {"card": other, "bought": []})] == ["RA-184"]


@pytest.mark.rule("RA-306", "RA-180")
def test_a_side_chooses_its_card_where_the_battle_says_so():
    setup = setup_of(TWINS, DRAWS[1])
    force = BUILDER.empty(setup, 1)
    groups = page_of(setup, 1, force).groups
    assert [group.title for group in groups] == ["Task force cards"]
    assert [offer.add.value for offer in groups[0].offers] == [str(card) for card in dealt(setup, 1)]
    assert [found.code for found in BUILDER.findings(setup, 1, force)] == ["fleet.card"]
    chosen = press(setup, 1, force, f"card {dealt(setup, 1)[3]}")
    assert [group.title for group in page_of(setup, 1, chosen).groups][0] == "Other task force cards"
    assert BUILDER.findings(setup, 1, chosen) == []


# --- purchases --------------------------------------------------------------------------------------


def with_card(number: int) -> tuple[dict[str, Any], int, dict[str, Any]]:
    """A set-up in which some side drew that card, and its draft."""
    found = ((setup_of(BELT, draw), side) for draw in map(str, _draws()) for side in (0, 1))
    setup, side = next((setup, side) for setup, side in found if dealt(setup, side) == [number])
    return setup, side, BUILDER.empty(setup, side)


def _draws():
    return (hashlib.sha256(f"wanted {number}".encode()).hexdigest() for number in range(200))


@pytest.mark.rule("RA-181", "RA-183")
@pytest.mark.parametrize(
    ("bought", "tally", "good"),
    [
        ("", "0 of 43 points, 43 left", "It begins with 7 stars."),
        ("BB BB F", "40 of 43 points, 3 left", "It begins with 7 stars."),
        ("CR BB DD F", "43 of 43 points", "It begins with 5 stars."),
        ("BB BB F F", "44 of 43 points", "It begins with 4 stars."),
    ],
)
def test_the_page_counts_points_and_stars(bought: str, tally: str, good: str):
    setup, side, force = with_card(1)
    page = page_of(setup, side, press(setup, side, force, *(f"add {each}" for each in bought.split())))
    assert "".join(note.words for note in page.tally) == tally
    assert (page.findings, page.good) == ((), f"This fleet can fight. {good}")


@pytest.mark.rule("RA-043")
def test_the_page_counts_a_handicap_among_the_stars():
    setup, side, force = with_card(3)
    key = ("stars_commonwealth", "stars_confederation")[side]
    assert "begins with 10 stars" in page_of(setup | {key: 3}, side, force).good


@pytest.mark.rule("RA-183", "RA-006", "RA-182")
def test_all_faults_of_a_purchase_are_told_at_once():
    setup, side, force = with_card(2)
    found = BUILDER.findings(setup, side, {**force, "bought": ["HBB", "BB", "F", "HF", "HF"]})
    assert [one.rule for one in found] == ["RA-183", "RA-004", "RA-006"]
    many = BUILDER.findings(setup_of(KALE), 0, {"bought": ["F", "F"]})
    assert [one.rule for one in many] == ["RA-182"] and all(one.about == "force" for one in many)


@pytest.mark.rule("RA-181")
def test_units_are_added_and_taken_out_again():
    setup, side, force = with_card(3)
    bought = press(setup, side, force, "add CR", "add F", "add CR")
    assert bought["bought"] == ["CR", "F", "CR"]
    assert press(setup, side, bought, "remove CR")["bought"] == ["F", "CR"]
    assert press(setup, side, bought, "clear") == force
    lines = {line.name: line.remove for line in page_of(setup, side, bought).lines}
    assert lines["2 × Cruiser"].value == "CR" and lines["Flagship"] is None


@pytest.mark.parametrize(
    ("scenario", "side", "button", "reason"),
    [
        (BELT, 0, "add FS", "not for sale"),
        (BELT, 0, "add X", "not for sale"),
        (BELT, 0, "remove CR", "gone already"),
        (BELT, 0, "card x", "cards that are offered"),
        (BELT, 0, "sell CR", "no such button"),
        (SALVO, 0, "add CR", "nothing to choose"),
        (REARGUARD, 1, "add CR", "nothing to choose"),
    ],
)
def test_a_press_that_makes_no_sense_is_refused(scenario: str, side: int, button: str, reason: str):
    setup = setup_of(scenario)
    with pytest.raises(Unreadable, match=reason):
        press(setup, side, BUILDER.empty(setup, side), button)


@pytest.mark.rule("RA-004")
def test_nobody_buys_more_units_than_there_are_markers():
    force = {"bought": ["F"] * MOST_BOUGHT}
    with pytest.raises(Unreadable, match="24 markers"):
        press(setup_of(KALE), 0, force, "add F")


@pytest.mark.rule("RA-006")
def test_only_units_of_which_there_are_figures_are_offered():
    setup, side, force = with_card(2)
    (group,) = page_of(setup, side, force).groups
    offered = {offer.add.value for offer in group.offers}
    assert not offered & {"HBB", "BB"} and {"CR", "F", "HDD"} <= offered


@pytest.mark.rule("RA-026")
def test_a_line_tells_class_figures_movement_and_dice():
    setup, side, force = with_card(1)
    kinds = {line.name: line.kind for line in page_of(setup, side, force).lines}
    assert kinds["Flagship"] == "capital, 4 figures, moves 1, dice 5/3/3/1"
    assert kinds["3 × Destroyer"] == "strike, 3 figures, moves 2, dice 3/2/1"


# --- forces for somebody ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", battles())
def test_suggested_and_ready_made_fleets_are_legal_and_can_fight(name: str):
    for draw in ("", *DRAWS[:4]):
        setup = setup_of(name, draw)
        for forces in (
            [BUILDER.suggested(setup, side) for side in (0, 1)],
            [BUILDER.ready_made(setup, side) for side in (0, 1)],
        ):
            assert [BUILDER.findings(setup, side, force) for side, force in enumerate(forces)] == [[], []]
            engine.build({**setup, "forces": forces}, seeded_dice(name))


@pytest.mark.rule("RA-181", "RA-183")
@pytest.mark.parametrize("card", TASK_FORCES)
def test_a_suggested_purchase_uses_nearly_all_points(card: int):
    setup, side, _ = with_card(card)
    spent = cost(BY_ID[each] for each in BUILDER.suggested(setup, side)["bought"])
    assert 0 <= allowance(battles()[BELT], side, card) - spent <= MOST_UNDER


@pytest.mark.rule("RA-041", "RA-300")
def test_a_battle_with_its_own_fleets_says_so():
    page = page_of(setup_of(SALVO), 1, {})
    assert "brings its own fleets" in page.fixed[0].words and len(page.lines) == 5
    assert BUILDER.empty(setup_of(SALVO), 0) == {} == BUILDER.ready_made(setup_of(SALVO), 0)


@pytest.mark.rule("RA-305")
def test_a_side_that_buys_nothing_sees_the_card_that_it_drew():
    setup = setup_of(REARGUARD, DRAWS[2])
    page = page_of(setup, 1, BUILDER.empty(setup, 1))
    (card,) = dealt(setup, 1)
    assert f"drew task force card {card}" in page.fixed[0].words and page.groups == ()


@pytest.mark.rule("RA-304", "RA-188")
def test_units_that_are_on_the_map_already_stand_before_those_that_are_bought():
    page = page_of(setup_of(KALE), 0, {"bought": ["CR"]})
    assert page.lines[0].tags[0].rule == "RA-188" and page.lines[-1].name == "Cruiser"
    assert "".join(note.words for note in page.tally) == "11 of 80 points, 69 left"


def test_a_mustered_fleet_is_shown_and_stays_as_it_is():
    ships = [CampaignShip("1", "X-wing", "rebel", "Wedge", 9, ("EXP", "DAMAGED"))]
    force = muster(ships)
    page = BUILDER.page(setup_of(BELT), 0, force, mustered=True)
    assert (page.side, page.badge, BUILDER.side_words(force)) == ("Rebel", "rebel", "Rebel")
    assert [line.name for line in page.lines] == [
        "Flagship",
        "Wedge, Heavy Fighter",
        "Destroyer, escort",
        "Fighter, escort",
    ]
    assert page.lines[1].kind == "fighter, 3 of 4 figures, moves 4, dice 3/1"
    assert "1 more star and 1 more command card" in page.fixed[-1].words


@pytest.mark.parametrize(
    ("force", "words", "size"),
    [
        ({}, "the fleet of the battle", 0),
        ({"card": 2, "bought": []}, "card 2, Battle Line", 6),
        ({"card": 2, "bought": ["F", "F"]}, "card 2, Battle Line, with 2 Fighters", 8),
        ({"bought": ["CR"]}, "1 Cruiser", 1),
        ({"units": [{"unit": "FS"}, {"unit": "CR"}]}, "1 Flagship, 1 Cruiser", 2),
    ],
)
def test_a_force_is_told_in_one_line(force: dict[str, Any], words: str, size: int):
    assert (BUILDER.words(force), BUILDER.size(force)) == (words, size)


# --- texts ------------------------------------------------------------------------------------------


def forces(scenario: str, first: str, second: str = "") -> list[dict[str, Any]]:
    return catalogue.written(scenario, (first, second), {})["forces"]


@pytest.mark.parametrize(
    "text",
    [
        "card 3, cruiser, 2 fighter",
        "Card 3, 1 CR, 2 fighters",
        "card 3,standard cruiser,2× long-range fighter",
    ],
)
def test_a_fleet_is_read_however_it_is_written(text: str):
    assert forces(BELT, text)[0] == {"card": 3, "bought": ["CR", "F", "F"]}


def test_a_fleet_without_a_card_is_a_whole_one_or_a_purchase():
    assert forces(BELT, "flagship, heavy cruiser")[0] == {"units": [{"unit": "FS"}, {"unit": "HCR"}]}
    assert forces(KALE, "heavy cruiser")[0] == {"bought": ["HCR"]}


@pytest.mark.rule("RA-184")
def test_a_ready_made_fleet_leaves_the_card_of_the_other_side_alone():
    for card in TASK_FORCES:
        one, other = forces(BELT, f"card {card}"), forces(BELT, "", f"card {card}")
        assert one[0] == {"card": card, "bought": []} == other[1]
        assert one[1]["card"] != card != other[0]["card"]


@pytest.mark.parametrize(
    ("scenario", "text", "sentence"),
    [
        (BELT, "card 13", "There is no card 13; the cards are 1 to 12."),
        (BELT, "card 3, frigate", "There is no craft “frigate”"),
        (BELT, ",", "write it like “card 3, cruiser, 2 fighter”"),
        (SALVO, "cruiser", "brings its own fleets; leave the forces out"),
        ("waterloo", "", "There is no battle “waterloo”; choose one of opening_salvo"),
    ],
)
def test_a_slip_is_answered_with_what_is_known(scenario: str, text: str, sentence: str):
    with pytest.raises(Unreadable) as no:
        forces(scenario, text)
    assert sentence in no.value.message


@pytest.mark.parametrize("name", battles())
def test_every_battle_can_be_fought_without_a_word_about_forces(name: str):
    chosen = catalogue.written(name, ("", ""), {"turns": 40})
    state, _ = engine.build(chosen, seeded_dice(name))
    assert state.table.turn_limit == 40


@pytest.mark.parametrize("size", [1, 3, 4, 6, 10])
def test_trial_fleets_have_as_many_units_as_asked(size: int):
    state, _ = engine.build(catalogue.written(BELT, catalogue.trial(size), {}), seeded_dice("trial"))
    assert [len(units) for units in state.unplaced] == [size, size]


READY = [name for name, ready in catalogue.listing().battles.items() if any(ready.forces)]


@pytest.mark.parametrize("name", READY)
def test_the_ready_made_fleets_of_the_list_can_be_typed(name: str):
    first, second = catalogue.listing().battles[name].forces
    assert forces(name, first, second) == forces(name, "")
    assert f"      ready-made: “{first}” against “{second}”" in catalogue.lines()


def test_the_list_says_how_fleets_are_written_and_which_battles_bring_their_own():
    found = catalogue.lines()
    assert set(battles()) - set(READY) == {"opening_salvo", "declaration_of_war", "first_steps"}
    assert found.count("      with its own fleets") == 3
    assert forces(BELT, catalogue.EXAMPLE)[0] == {"card": 3, "bought": ["CR", "F", "F"]}
    assert forces(BELT, "flagship, 2 cruisers, fighter")[0]["units"][1:3] == [{"unit": "CR"}] * 2
    assert all(f"  {each}" in found for each in catalogue.GRAMMAR)


def test_a_unit_has_one_name_everywhere():
    assert [type_.name for type_ in TYPES] == [
        "Flagship",
        *("Heavy Battleship", "Battleship"),
        *("Heavy Cruiser", "Cruiser"),
        *("Heavy Destroyer", "Destroyer"),
        *("Heavy Fighter", "Fighter"),
    ]


def test_the_list_names_battles_cards_and_units():
    text = "\n".join(catalogue.lines())
    assert all(battle.name in text for battle in battles().values())
    assert all(card.title in text for card in TASK_FORCES.values())
    assert "Heavy Destroyer (HDD), 15 points" in text
