"""Lists of models as people write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.data_files import DataError
from league.kernel.refusal import Unreadable
from rosters.catalogue import catalogue
from rosters.catalogue.boxes import boxes, load_boxes
from rosters.rules.collection.reading import MOST_MODELS, TEXT_LENGTH, Reading, read_models


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read_models(text)
    assert caught.value.field == "text"
    return caught.value


@pytest.mark.parametrize(
    "line",
    [
        "3 X-wing",
        "3x X-wing",
        "3 x X-wing",
        "3x xwing",
        "3×X-Wing",
        "X-wing 3",
        "X-wing x3",
        "X-wing × 3",
        "X-wing,3",
        "X-wing; 3",
        "X-wing: 3",
        "X-wing\t3",
        "X-wing (3)",
        '"X-wing",3',
        "3 T-65 X-wing",
        "3 X-Wing Expansion Pack",
        "X-wing\nX-wing\nX-WING",
        "# mine\n\nmodel,count\nX-wing,3\r\n",
        "\ufeffX-wing,3",
    ],
)
def test_three_x_wings_are_written_in_many_ways(line: str):
    assert read_models(line) == Reading({"xwing": 3})


@pytest.mark.parametrize(
    ("line", "models"),
    [
        ("YT-1300", {"yt1300": 1}),
        ("2 YT-1300", {"yt1300": 2}),
        ("YT-1300 2", {"yt1300": 2}),
        ("VCX 100", {"vcx100": 1}),
        ("CR90 Corvette", {"cr90corvette": 1}),
        ("2 Core Set", {"xwing": 2, "tiefighter": 4}),
        ("Imperial Aces Expansion Pack", {"tieinterceptor": 2}),
        ("2 Rebel Aces", {"awing": 2, "bwing": 2}),
        ("C-ROC Cruiser", {"croccruiser": 1}),
        ("C-ROC Cruiser Expansion Pack", {"croccruiser": 1, "m3ainterceptor": 1}),
        ("0 X-wing", {"xwing": 0}),
    ],
)
def test_names_have_numbers_of_their_own_and_boxes_have_models(line: str, models: dict[str, int]):
    assert read_models(line) == Reading(models)


@pytest.mark.parametrize(
    "data",
    [
        {"X-wing": 3},
        {"xwing": "3"},
        {"expansions": {"Core": 2}, "singletons": {"ship": {"X-Wing": 1, "TIE Fighter": 0}}},
        {"collection": {"expansions": {"Core": "2", "X-Wing Expansion Pack": 1}, "singletons": {}}},
    ],
)
def test_a_collection_is_read_as_json(data: object):
    assert read_models(json.dumps(data)).counts["xwing"] == 3


def test_every_model_and_every_box_is_found_by_its_name():
    for ship in catalogue().ships.values():
        for name in (ship.id, ship.name, ship.name.upper(), f"{ship.name} Expansion Pack"):
            assert ship.id in read_models(name).counts
    assert {ship for box in boxes().values() for ship in box} == set(catalogue().ships)


BAD_LINES = [
    "Line 2: there is no model called “KS-wing”. Did you mean “K-wing”, “Y-wing” or “X-wing”?",
    "Line 3: there is no model called “Death Star”. Write it as in the list of models.",
]


def test_good_lines_are_read_and_every_other_is_named():
    reading = read_models("3 X-wing\nKS-wing\n2 Death Star\nB-wing\n")
    assert reading.counts == {"xwing": 3, "bwing": 1}
    assert [each.message for each in reading.faults] == BAD_LINES


def test_a_list_without_a_good_line_is_refused_with_all_of_them():
    assert [each.message for each in refused("# mine\nKS-wing\n2 Death Star\n").findings] == BAD_LINES


def test_a_ship_with_too_many_models_and_a_bad_number_leave_the_others():
    reading = read_models('{"X-wing": 60, "T-65 X-wing": 40, "B-wing": 2, "A-wing": "many"}')
    assert reading.counts == {"bwing": 2}
    assert [each.message for each in reading.faults] == [
        "“A-wing” needs a whole number from 0 to 99.",
        "At most 99 models of one ship can be noted, also of X-wing: this list has 100.",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no model in this list."),
        ("# nothing\n", "There is no model in this list."),
        ("{}", "There is no model in this list."),
        ('{"X-wing": ', "This looks like JSON, but a part of it is missing."),
        ("[" * 5000, "This looks like JSON"),
        ("[1, 2]", "This JSON has no names with numbers"),
        ('{"X-wing": -1}', "needs a whole number from 0 to 99."),
        ('{"X-wing": true}', "needs a whole number from 0 to 99."),
        ('{"X-wing": 1e400}', "needs a whole number from 0 to 99."),
        ("100 X-wing", "At most 99 models of one ship can be noted, also of X-wing: this list has 100."),
        ("60 X-wing\n40 X-wing", "At most 99 models of one ship can be noted"),
        ("X-wing\n" * 501, "Keep the list to 500 lines; this one has 501."),
        ("x" * (TEXT_LENGTH + 1), "Keep the list to 20,000 characters"),
        ("X-wing 1234", "there is no model called “X-wing 1234”."),
    ],
)
def test_a_bad_list_is_refused_with_a_sentence(text: str, sentence: str):
    assert sentence in refused(text).message


@given(st.one_of(st.text(max_size=60), st.text(alphabet='3x ,:-X×wingYT1300{}[]"\n#', max_size=60)))
def test_any_text_is_a_list_or_refused(text: str):
    try:
        reading = read_models(text)
    except Unreadable as refusal:
        assert refusal.message.endswith((".", "?", "}.")), refusal.message
    else:
        assert set(reading.counts) <= set(catalogue().ships)
        assert all(0 <= count <= MOST_MODELS for count in reading.counts.values())
        assert reading.counts or not reading.faults


def test_a_box_with_an_unknown_ship_is_named(tmp_path):
    file = tmp_path / "boxes.csv"
    file.write_text("name,ship,count\nCore,deathstar,1\nCore,xwing,0\n")
    with pytest.raises(DataError) as caught:
        load_boxes(file, catalogue())
    assert "boxes.csv:2: ship is 'deathstar', which is no ship of the catalogue." in str(caught.value)
    assert "boxes.csv:3" in str(caught.value)
