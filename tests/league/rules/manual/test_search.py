"""The search of the manual: by word, by another word for the same, by rule ID, and by what sounds alike."""

import pytest

from league.rules.manual.model import Topic
from league.rules.manual.search import find, index_of, plain, search
from league.rules.manual.words import words
from league.rules.wording import rule_texts
from missions.battles.systems.fighters.rulebook import fighters
from missions.rules.content.mission_data import assets, missions

KINDS = ("asset", "mission", "status", "word")


def first(query: str) -> tuple[str, str]:
    """Kind and title of the best hit."""
    best = search(query).topics[0]
    return best.kind, best.title


@pytest.mark.parametrize(
    ("query", "kind", "title"),
    [
        ("Guarded Approach", "asset", "Guarded Approach"),
        ("Infiltration", "mission", "Infiltration"),
        ("MIA", "status", "MIA: missing in action"),
        ("KIA", "status", "KIA: killed in action"),
        ("killed", "status", "KIA: killed in action"),
        ("missing", "status", "MIA: missing in action"),
        ("lost", "word", "Lost ship"),
        ("salvage", "word", "Recovering"),
        ("minefield", "asset", "Guarded Approach"),
        ("mission 7", "mission", "Blockade"),
    ],
)
def test_people_find_what_they_mean(query: str, kind: str, title: str):
    assert first(query) == (kind, title)


@pytest.mark.parametrize("name", [mission.name for mission in missions().values()])
def test_every_mission_is_found_by_its_name(name: str):
    assert first(name) == first(name.upper()) == ("mission", name)


@pytest.mark.parametrize("name", [asset.name for asset in assets().values()])
def test_every_asset_is_found_by_its_name(name: str):
    assert first(name) == ("asset", name)


@pytest.mark.parametrize(
    "names",
    [
        ("EXP", "Experienced"),
        ("VET", "Veteran"),
        ("ELITE", "Elite"),
        ("DAM", "Damaged"),
        ("CRPL", "Crippled section"),
        ("MIA", "Missing in action"),
        ("KIA", "Killed in action"),
    ],
)
def test_every_status_is_found_by_its_stamp_and_by_its_name(names: tuple[str, str]):
    stamp, called = names
    assert first(stamp) == first(called) == ("status", f"{stamp}: {called.lower()}")


@pytest.mark.parametrize("word", words(), ids=lambda word: word.name)
def test_every_word_is_found_by_each_of_its_names(word):
    for name in (word.name, *word.also):
        best = search(name).topics
        assert word.name in [each.title for each in best if each.kind in KINDS][:3], name


def test_every_rule_of_every_book_is_found_by_its_id():
    ids = [*rule_texts(), *(rule.id for chapter in fighters().chapters for rule in chapter.rules)]
    for rule in ids:
        for way in (rule, rule.lower(), rule.replace("-", "")):
            assert search(way).topics[0].rule == rule


def test_a_short_number_of_a_rule_is_enough():
    assert {search(way).topics[0].rule for way in ("cr 42", "CR42", "cr-042")} == {"CR-042"}


def test_all_words_have_to_be_found():
    assert "CR-114" in [topic.rule for topic in search("hyperdrive driven off").topics]
    assert "CR-001" not in [topic.rule for topic in search("hyperdrive driven off").topics]


def test_rulings_of_the_fighters_book_are_searched():
    found = [topic.rule for topic in search("cover space").topics if topic.kind == "rule"]
    assert "FH-014" in found and len(found) < 4


def test_other_words_are_tried_and_named():
    found = search("salvage")
    assert found.tried == ("recover", "recovered")
    assert "CR-142" in [topic.rule for topic in found.topics if topic.kind == "rule"]


def test_topics_found_only_by_another_word_come_later():
    ships = (
        Topic("rule", "Repairs", "/1", "A ship is recovered."),
        Topic("rule", "Wrecks", "/2", "They may salvage it."),
        Topic("word", "Recovering", "/3", "Buying back.", ("salvage",), tries=("recovered",)),
    )
    found = find("salvage", index_of(ships))
    assert [topic.address for topic in found.topics] == ["/3", "/2", "/1"]


def test_the_beginning_of_a_word_is_enough_and_its_middle_is_not():
    index = index_of([Topic("rule", "Munitions", "/1", "Bombs and torpedoes.")])
    assert len(find("torp", index).topics) == 1
    assert find("edoes", index).topics == ()


@pytest.mark.parametrize("slip", ["sabotge", "guarded aproach", "infiltraton"])
def test_a_slip_of_the_pen_is_answered_with_the_nearest_name(slip: str):
    found = search(slip)
    assert found.topics == ()
    assert found.suggested[0].title.lower()[:5] == slip[:5]


@pytest.mark.parametrize("nothing", ["", "   ", "!?", "’"])
def test_a_search_for_nothing_finds_nothing(nothing: str):
    assert search(nothing).topics == ()


def test_signs_and_accents_do_not_matter():
    assert plain("  Défector’s SHIP, (Huge) ") == "defectors ship huge"
