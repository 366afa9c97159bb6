"""Paper for a mission: briefings, play sheets with assets, result forms."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from missions.presenters.print.briefing import briefing_sheet
from missions.presenters.print.play_sheet import force_sheet
from missions.presenters.print.result_form import blank_form, result_form
from missions.rules.content.briefing import briefings
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES, FieldedUpgrade
from missions.rules.pregame.state import Effect, Pregame, SabotagedShip
from rosters.catalogue import catalogue
from tests.missions.rules.builders import TIE, XWING, Night
from tests.print.pdfs import LONG, game_context, pressed

BRIEFING, PLAY, FORM = "print/briefing.html", "print/play_sheet.html", "print/result_form.html"
TORPEDOES = "protontorpedoes"
ALL = sorted(missions())


def mission_game(number: int = 5, **prepared: object) -> Night:
    """X-wings with torpedoes against TIE fighters in a mission that is being played."""
    night = Night()
    for _ in range(2):
        night.ship("active", XWING, [TORPEDOES], squadron=2)
        night.ship("opposing", TIE, squadron=5)
    night.begin()
    night.game.pregame = Pregame(stage="over", mission=number, locked=True)
    for name, value in prepared.items():
        setattr(night.game.pregame, name, value)
    return night


def effect(kind, side="active", cancelled_by=""):
    return Effect(1, kind, assets()[kind].name, side, side, cancelled_by)


def context(number: int) -> dict[str, object]:
    names = {"active": LONG, "opposing": "Iron Fist"}
    sheet = briefing_sheet(number, names)
    return {"sheet": sheet, "campaign": "Winter League", "occasion": "Round 12", "names": names}


def advice(number: int) -> list[str]:
    words = briefings()[number]
    notes = [*words.setup, *words.deployment, *words.special, *words.leaving]
    notes += [*words.active_wins, *words.opposing_wins, *words.asset_note]
    return [words.story, words.active_goal, words.opposing_goal, *(note.text for note in notes)]


@pytest.mark.rule("CR-098", "CR-099")
@pytest.mark.parametrize("number", ALL)
def test_a_briefing_says_everything_on_one_page(number):
    sheet = pressed(BRIEFING, context(number), "letter")
    assert sheet.sizes == [(612, 792)]
    text = sheet.text.replace("- ", "-")
    assert [each for each in advice(number) if " ".join(each.split()).replace("- ", "-") not in text] == []
    offers = {kind for side in SIDES for kind in missions()[number].sides[side].offers}
    assert [kind for kind in offers if assets()[kind].name not in sheet.text] == []


def test_a_briefing_names_the_fleets_the_edges_and_the_rules():
    sheet = pressed(BRIEFING, context(7))
    assert sheet.sizes == [(595, 842)]
    for words in (LONG, "Iron Fist", "Neutral edge", "Opposing edge", "CR-091", "CR-098", "7 · Blockade"):
        assert words in sheet.text


def test_a_briefing_for_the_club_names_nobody():
    text = pressed(BRIEFING, {"sheet": briefing_sheet(1)}).text
    assert text.startswith("Mission briefing 1 · Reconnaissance The active fleet sends scouts")


@pytest.mark.rule("CR-076", "CR-087")
def test_each_play_sheet_tells_of_the_assets_in_play_of_both_sides_in_its_players_words():
    effects = [effect("guarded_approach"), effect("scouted_area", "opposing"), effect("reinforcements")]
    effects[2] = replace(effects[2], cancelled_by="disrupted_command")
    night = mission_game(effects=effects)
    text = pressed(PLAY, game_context(night, "active")).text
    assert "Your assets Guarded Approach. When the table is set up, place two mines" in text
    assert "The opponent’s assets Scouted Area. When the table is set up, the opponent may" in text
    assert "Reinforcements." not in text
    theirs = pressed(PLAY, game_context(night, "opposing")).text
    assert "Your assets Scouted Area. When the table is set up, pick two obstacles" in theirs
    assert "The opponent’s assets Guarded Approach. When the table is set up, the opponent places" in theirs


@pytest.mark.rule("CR-080")
def test_munitions_without_use_are_marked_and_have_no_box_to_use_them_up():
    night = mission_game(short={"active": [2]})
    text = pressed(PLAY, game_context(night, "active")).text
    assert text.count("Proton Torpedoes (no use)") == 2
    assert "used up" not in text
    assert "Squadron 2 cannot use its munitions in this game" in text


@pytest.mark.rule("CR-086")
def test_free_munitions_are_marked():
    night = mission_game()
    ship = night.game.ships_of("active")[0]
    night.game.pregame.free = [ship.upgrades[0].id]
    force = game_context(night, "active")["force"]
    assert [card.marks for each in force.squadrons[0].ships for card in each.cards] == [" (free)", ""]


@pytest.mark.rule("CR-085")
def test_a_sabotaged_ship_is_marked_on_its_owners_sheet():
    night = mission_game()
    victim, spared = night.game.ships_of("opposing")
    night.game.pregame.sabotaged = [
        SabotagedShip(0, "opposing", 5, victim.id, victim.name, "whole", fresh=True),
        SabotagedShip(1, "opposing", 5, spared.id, spared.name, "whole", fresh=False),
    ]
    force = game_context(night, "opposing")["force"]
    assert [ship.sabotaged for ship in force.squadrons[0].ships] == [True, False]
    assert pressed(PLAY, game_context(night, "opposing")).text.count("Sabotaged") == 1


@pytest.mark.rule("CR-087")
def test_ships_that_reinforcements_brought_are_on_the_sheet_with_their_cards_figures():
    night = mission_game()
    fallen = night.game.ships_of("opposing")[0]
    night.game.ships[900] = replace(fallen, id=900, squadron=0, upgrades=(), arrived=True)
    squadron = game_context(night, "opposing")["force"].squadrons[-1]
    card = catalogue().ship_cards[fallen.card]
    assert (squadron.card, squadron.type_name, squadron.points) == (0, "Reinforcements", fallen.points)
    assert (squadron.ships[0].skill, len(squadron.ships[0].hulls[0].hull)) == (str(card.skill), card.hull)


@pytest.mark.rule("CR-091")
@pytest.mark.parametrize("shown", [False, True])
def test_no_sheet_tells_which_ship_was_nominated(shown):
    night = mission_game(2)
    ships = [ship.id for ship in night.game.ships_of("active")]
    sheets = []
    for nominated in ships:
        night.game.pregame.nominated = nominated
        night.game.pregame.nomination_shown = shown
        context = game_context(night, "active")
        sheets.append(pressed(PLAY, context).text + pressed(FORM, context).text)
    assert sheets[0] == sheets[1]


@pytest.mark.rule("CR-096", "CR-098")
@pytest.mark.parametrize("number", ALL)
def test_the_form_offers_withdrawal_to_those_who_may_withdraw(number):
    sides = missions()[number].sides
    offered = ["withdrew" in side.fates for side in blank_form(missions()[number]).sides]
    assert offered == [sides[side].withdraw != "no" for side in SIDES]


@pytest.mark.rule("CR-100")
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, ["Markers scanned: 0 1 2 3 4 5"]),
        (2, ["the Operative’s ship was", "withdrew by the opposing edge", "driven off by another edge"]),
        (3, ["the Defector’s ship was", "withdrew by the active edge", "left by another edge"]),
        (6, ["Squadrons drawn in play", "Active Fleet drew"]),
        (7, ["the Supply Ship was", "still on the table"]),
    ],
)
def test_the_form_asks_for_the_facts_of_its_mission(number, words):
    text = pressed(FORM, game_context(mission_game(number), "active")).text
    assert [each for each in (*words, "conceded") if each not in text] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_blank_form_has_lines_for_both_sides_on_one_page(paper):
    context = {"occasion": "Mission 3", "mission_name": "Extraction", "form": blank_form(missions()[3])}
    sheet = pressed(FORM, context, paper)
    assert len(sheet.sizes) == 1
    assert sheet.text.count("withdrew") == 14 + 1
    assert "Result of Extraction" in sheet.text


def test_a_form_of_a_small_table_stands_on_one_page_before_the_squadrons_lie_open():
    shown = game_context(mission_game(2), "active")
    for side in SIDES:
        shown["names"][side] = f"The {LONG}"[:40]
    forces = {side.force.side: replace(side.force, squadrons=()) for side in shown["form"].sides}
    code = '<svg viewBox="0 0 1 1"></svg>'
    closed = {**shown, "form": result_form(forces, missions()[2]), "qr": mark_safe(code)}
    sheet = pressed(FORM, closed, "letter")
    assert (len(sheet.sizes), sheet.text.count("write the ships in")) == (1, 1)


@pytest.mark.parametrize("number", [6, 7, 8])
def test_on_a_blank_form_of_a_large_table_each_side_has_a_page(number):
    context = {"occasion": f"Mission {number}", "mission_name": "", "form": blank_form(missions()[number])}
    first, second = pressed(FORM, context, "letter").texts
    assert ["Active Fleet:" in first, "Opposing Fleet:" in second, "Signed" in second] == [True] * 3
    assert min(page.count("survived") for page in (first, second)) >= 13


def test_a_form_leaves_room_for_ships_that_are_still_to_come():
    night = mission_game(4, effects=[effect("reinforcements", "opposing")])
    form = game_context(night, "active")["form"]
    assert [(len(side.spare), side.arrivals) for side in form.sides] == [(0, False), (3, True)]
    view = view_for(night.game, "public")
    forces = {side: force_sheet(view, side, night.fleet(side)) for side in SIDES}
    closed = {side: replace(each, squadrons=()) for side, each in forces.items()}
    assert [len(side.spare) for side in result_form(closed, missions()[3]).sides] == [7, 7]
    drawing = result_form(forces, missions()[6])
    assert [len(side.spare) for side in drawing.sides] == [3, 3]
    html = render_to_string(FORM, {"form": drawing, "names": {"active": "A", "opposing": "B"}})
    assert html.count("Ships of squadrons drawn in play go into the empty lines.") == 2


def test_a_crowded_play_sheet_keeps_its_right_edge():
    night = mission_game()
    ship = night.game.ships_of("active")[0]
    names = ("Proton Torpedoes", "Assault Missiles", "R2-D2", "Shield Upgrade", "Push the Limit", LONG)
    cards = tuple(
        FieldedUpgrade(900 + at, TORPEDOES, name, "x", 4, spendable=True) for at, name in enumerate(names)
    )
    night.game.ships[ship.id] = replace(ship, upgrades=cards)
    sheet = pressed(PLAY, game_context(night, "active"))
    assert sheet.text.count("used up") == len(names) + 1
    assert max(right for _, _, right, _ in sheet.boxes) <= 595 - 12 / 25.4 * 72


def test_boxes_of_a_row_stand_beside_its_word():
    """The word of a row and what follows its boxes share a line."""
    sheet = pressed(PLAY, game_context(mission_game(), "active"))
    letters = "".join("".join(text.split()) for text in sheet.texts)
    at = letters.index("Hyperspacetojump")
    word, after = sheet.boxes[at], sheet.boxes[at + len("Hyperspace")]
    assert abs(word[1] - after[1]) < 3
