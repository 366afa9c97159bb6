"""The illustrated manual of Galaxies shows every ship, card, tile and battle as the engine has them."""

from __future__ import annotations

import re

import pytest

from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.field import TILES, members
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, CARDS, HEXES, LETTERS, STAR
from missions.battles.systems.galaxies.engine.tactics import DECK, TACTICS
from missions.battles.systems.galaxies.manual import actions, field, maps, pieces
from missions.battles.systems.galaxies.manual.canvas import Canvas
from missions.battles.systems.galaxies.rulebook import galaxies
from missions.battles.systems.manual import Picture
from tests.battles.systems.galaxies.plain_reader import READER

RULES = {rule.id for chapter in galaxies().chapters for rule in chapter.rules}
ENTRIES = [pieces.unit(cards, field.footprint(READER, cards[0])) for cards in pieces.names().values()]
PICTURES = {picture.title: picture for picture in field.pictures(READER)}
MAPS = [maps.picture(READER, battle) for battle in battles().values()]


# --- ships and cards --------------------------------------------------------------------------------


@pytest.mark.rule("BG-007", "BG-031")
def test_every_ship_is_shown_with_the_figures_of_its_versions():
    assert [entry.kind for entry in ENTRIES] == list(dict.fromkeys(card.short for card in CARDS))
    for entry in ENTRIES:
        versions = [card for card in CARDS if card.short == entry.kind]
        figures, rows = entry.charts[0], dict(entry.charts[0].rows)
        assert figures.columns == ("Standard", "Seasoned", "Veteran") and entry.side == versions[0].side
        for head, field_ in (
            ("Launch", "launch"),
            ("Move", "move"),
            ("Shields", "shields"),
            ("Hull", "hull"),
        ):
            assert rows[head] == tuple(str(getattr(card, field_)) for card in versions)
        assert f"takes {versions[0].spaces} space" in dict(entry.facts)["In a hold"]


@pytest.mark.rule("BG-106", "BG-107", "BG-108", "BG-109")
def test_every_target_grid_is_shown_cell_by_cell():
    for entry, versions in zip(ENTRIES, pieces.names().values(), strict=True):
        grid = entry.charts[1]
        assert grid.grid and grid.columns == tuple(LETTERS) and len(grid.rows) == 8
        for card in versions:
            for number, (head, cells) in enumerate(grid.rows, 1):
                assert head == str(number)
                assert [bool(cell) for cell in cells] == [
                    card.cell(letter, number) > 0 for letter in range(1, 11)
                ]
                starred = [card.cell(letter, number) == STAR for letter in range(1, 11)]
                assert [cell == pieces.STAR_SIGN for cell in cells] == starred
        count = sum(cell > 0 for cell in versions[0].grid)
        assert grid.title.startswith(f"Target grid: {count} of 80 cells")


@pytest.mark.rule("BG-003")
def test_every_ship_stands_on_as_many_hexes_as_its_size_has():
    for entry, (card, *_) in zip(ENTRIES, pieces.names().values(), strict=True):
        assert entry.picture is not None
        tokens = entry.picture.scene.tokens
        assert [len(token.covers) or 1 for token in tokens] == [HEXES[card.size]] * card.models
        assert all(card.name in words for words in (entry.picture.alt, entry.name))


@pytest.mark.rule("BG-161")
def test_every_tactic_card_is_shown_with_its_price_and_its_moment():
    (group,) = pieces.groups()
    assert sum(card.number for card in group.cards) == len(DECK)
    assert [card.title for card in group.cards] == [card.title for card in TACTICS]
    assert all(card.when and card.cost.endswith(" energy") and card.rule in RULES for card in group.cards)


# --- the map ----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-022")
def test_starting_zones_and_middles_of_large_ships_are_marked():
    battle = battles()["ring_patrol"]
    marked = PICTURES["The map"].reach
    assert marked is not None
    zones = {battle.field.labels[place] for zone in battle.zones for place in members(zone)}
    assert {cell.place for cell in marked.cells} == zones
    middles = PICTURES["Launching a large ship"].reach
    assert middles is not None and {cell.place[:2] for cell in middles.cells} == {"02", "03", "04"}


@pytest.mark.rule("BG-140", "BG-142", "BG-143", "BG-144", "BG-145", "BG-146", "BG-147")
def test_every_tile_is_explained_with_its_rule():
    told = "\n".join(text for picture in PICTURES.values() for text in picture.words)
    for kind in TILES:
        about = card_words().tiles[kind]
        assert f"{about.explained} {{{about.rule}}}." in told


@pytest.mark.rule("BG-041", "BG-042")
def test_a_squadron_finds_room_all_around_its_carrier():
    picture = PICTURES["Out of a hold"]
    assert picture.reach is not None
    (carrier,) = picture.scene.tokens
    assert len(picture.reach.cells) == 12 and not {cell.place for cell in picture.reach.cells} & {
        *carrier.covers
    }


# --- moves ------------------------------------------------------------------------------------------


def way(title: str) -> list[tuple[str, str]]:
    """Hexes of a way with the texts on them."""
    reach = PICTURES[title].reach
    assert reach is not None
    return [(cell.place, cell.text) for cell in reach.cells]


@pytest.mark.rule("BG-062", "BG-063")
def test_the_leading_end_of_a_medium_ship_is_numbered_step_by_step():
    assert way("A medium ship leads with its front") == [("0706", "1"), ("0807", "2")]
    assert way("A medium ship leads with its back") == [("0406", "1"), ("0405", "2")]
    assert PICTURES["A medium ship leads with its front"].alt.endswith("ends on 0807 and 0706.")
    assert PICTURES["A medium ship leads with its back"].alt.endswith("ends on 0406 and 0405.")


@pytest.mark.rule("BG-065")
def test_a_step_of_a_large_ship_enters_three_new_hexes():
    (facts,) = (each for each in field.told()["picture"] if each["title"] == "A large ship moves")
    canvas = Canvas(READER, facts)
    covers = [canvas.state.cover[0], *(canvas.field.flower[pose[0]] for pose in actions.walked(canvas))]
    fresh = [(after & ~before).bit_count() for before, after in zip(covers, covers[1:], strict=False)]
    assert fresh == [3, 3, 3]


@pytest.mark.rule("BG-080", "BG-082", "BG-083", "BG-084", "BG-085")
@pytest.mark.parametrize(
    ("title", "marks"),
    [
        ("One contact, one roll", "1! 2 3 4 5"),
        ("A new approach", "1! 2 3!"),
        ("Straight across", "1! 2 3 4 5"),
        ("Several enemies at once", "1!"),
    ],
)
def test_steps_with_a_new_contact_are_marked(title: str, marks: str):
    assert [text for _, text in way(title)] == marks.split()
    assert ("New contact comes after step" in PICTURES[title].alt) == ("!" in marks)


def test_a_way_that_a_ship_may_not_go_is_no_picture():
    (facts,) = (each for each in field.told()["picture"] if each["title"] == "Straight across")
    with pytest.raises(ValueError, match="cannot go W"):
        list(actions.walked(Canvas(READER, {**facts, "path": "W W W W W W"})))


# --- lines of fire ----------------------------------------------------------------------------------


@pytest.mark.rule("BG-104", "BG-105")
def test_lines_of_fire_are_those_of_the_engine():
    reach = PICTURES["Asteroids in the line of fire"].reach
    assert reach is not None
    found = {line.end: (line.clear, line.cut_by) for line in reach.lines}
    assert found == {"1201": (True, ()), "1301": (False, ("1202",)), "1302": (False, ("1202", "1303"))}
    far = PICTURES["Range counts from the nearest hexes"]
    assert far.reach is not None and far.reach.place == "0403" and "6 hexes away, is clear" in far.alt


# --- all of them ------------------------------------------------------------------------------------


@pytest.mark.rule("BG-130", "BG-131", "BG-133", "BG-134")
def test_every_battle_is_shown_with_its_goal_and_its_fleets():
    for picture, battle in zip(MAPS, battles().values(), strict=True):
        told = "\n".join(picture.words)
        assert f"after {battle.rounds} rounds" in told and f"up to {battle.points} points" in told
        assert ("{BG-133}" in told) == bool(battle.goal)
        assert all(card.title in told for fleet in battle.fleets for card in fleet)
        assert len(picture.scene.grid.at) == battle.field.count


ALL = [*PICTURES.values(), *MAPS, *(entry.picture for entry in ENTRIES if entry.picture)]


@pytest.mark.parametrize("picture", ALL, ids=lambda picture: picture.title)
def test_every_picture_has_whole_sentences_and_rules_that_exist(picture: Picture):
    assert picture.alt.endswith(".") and all(text.endswith(".") for text in picture.words)
    named = {rule for text in picture.words for rule in re.findall(r"\{([^}]+)\}", text)}
    assert named <= RULES
    assert {*picture.part} <= {*picture.scene.grid.at}
    assert all(ship in BY_ID for facts in field.told()["picture"] for ship in facts.get("ships", ()))
