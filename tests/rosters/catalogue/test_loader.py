"""The loader: our data is what the game says, and anything broken is refused with file and line."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosters.catalogue import DataError, Section, Side, Size, Slot, SlotRule, catalogue, load
from rosters.catalogue.loader import DATA

CARDS = catalogue()


def edited_copy(directory: Path, file: str, key: str, column: str, value: str) -> tuple[Path, int]:
    """A copy of the data in which one cell of one row differs, and the line that row stands on."""
    shutil.copytree(DATA, directory, dirs_exist_ok=True)
    with (directory / file).open(encoding="utf-8", newline="") as handle:
        rows = list(csv.reader(handle))
    line = next(place for place, row in enumerate(rows) if row[0] == key)
    rows[line][rows[0].index(column)] = value
    with (directory / file).open("w", encoding="utf-8", newline="") as handle:
        csv.writer(handle, lineterminator="\n").writerows(rows)
    return directory, line + 1


def faults_of(directory: Path) -> tuple[str, ...]:
    with pytest.raises(DataError) as caught:
        load(directory)
    return caught.value.faults


BAD_CELLS = [
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "faction",
        "Old Republic",
        "faction is 'Old Republic', which is not one of "
        "First Order, Galactic Empire, Rebel Alliance, Resistance, Scum and Villainy.",
    ),
    (
        "pilots.csv",
        "rebel-gr75mediumtransport-gr75mediumtransport",
        "section",
        "",
        "section must be set for huge ships, and for them alone.",
    ),
    (
        "upgrades.csv",
        "vaksai",
        "points_mod",
        "Droid:-1",
        f"points_mod is 'Droid', which is not one of {', '.join(Slot)}.",
    ),
    (
        "upgrades.csv",
        "engineupgrade",
        "adds_actions",
        "Hop",
        "adds_actions names 'Hop', which is not one of Barrel Roll, Boost, Cloak, Coordinate, Evade, Focus, "
        "Jam, Recover, Reinforce, Reload, Rotate Arc, SLAM, Target Lock.",
    ),
    ("ships.csv", "awing", "id", "", "id is blank, but every row needs one."),
    ("ships.csv", "awing", "size", "tiny", "size is 'tiny', which is not one of small, large, huge."),
    ("ships.csv", "awing", "hull", "two", "hull is 'two', which is not a whole number."),
    ("ships.csv", "awing", "hull", "0", "hull is 0, which is not between 1 and 99."),
    (
        "ships.csv",
        "awing",
        "hull",
        "",
        "agility, hull or shields is blank, but only a ship with two sections may leave them blank.",
    ),
    ("ships.csv", "awing", "sections", "2", "sections is 2, but only a huge ship has two sections."),
    ("ships.csv", "awing", "hyperdrive", "maybe", "hyperdrive is 'maybe', but only yes or no is allowed."),
    ("ships.csv", "awing", "hyperdrive", "", "hyperdrive is blank, but it must say yes or no."),
    (
        "ships.csv",
        "awing",
        "actions",
        "Focus||Boost",
        "actions is 'Focus||Boost', which has an empty value between its bars.",
    ),
    ("ships.csv", "awing", "origin", "web", "origin is 'web', which is not one of ffg, campaign."),
    (
        "ships.csv",
        "awing",
        "sides",
        "scum",
        "sides is 'scum', but factions 'Rebel Alliance' give other sides.",
    ),
    (
        "ships.csv",
        "tieinterceptor",
        "hyperdrive_with",
        "warpcore",
        "hyperdrive_with names 'warpcore', which is not an upgrade.",
    ),
    (
        "sections.csv",
        "cr90corvette-fore",
        "section",
        "middle",
        "section is 'middle', which is not one of fore, aft, whole.",
    ),
    (
        "sections.csv",
        "cr90corvette-fore",
        "points",
        "55",
        "ship, section, points or slots differ from 'rebel-cr90corvette-cr90corvettefore' in pilots.csv.",
    ),
    (
        "sections.csv",
        "cr90corvette-fore",
        "ship",
        "xwing",
        "ship is 'xwing', which is not a huge ship of ships.csv.",
    ),
    (
        "sections.csv",
        "cr90corvette-fore",
        "pilot",
        "nobody",
        "pilot is 'nobody', which is not in pilots.csv.",
    ),
    (
        "sections.csv",
        "croccruiser-whole",
        "section",
        "aft",
        "section is 'aft', but C-ROC Cruiser has 1 section(s).",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "points",
        "",
        "points is blank, but a card that can be bought has a price.",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "pilot_skill",
        "",
        "pilot_skill and huge_skill are both blank, but every card that can be bought has a skill.",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "huge_skill",
        "4",
        "pilot_skill and huge_skill are both set, but a card has one of them.",
    ),
    ("pilots.csv", "rebel-xwing-rookiepilot", "ship", "zwing", "ship is 'zwing', which is not in ships.csv."),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "side",
        "scum",
        "side is 'scum', but Rebel Alliance belongs to another side (CR-030).",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "faction",
        "Resistance",
        "faction is 'Resistance', but X-wing is not a ship of that faction.",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "unique",
        "1",
        "unique is 1, but no row of names.csv lists the card.",
    ),
    (
        "pilots.csv",
        "rebel-xwing-lukeskywalker",
        "unique",
        "0",
        "unique is 0, but names.csv lists the card under 'lukeskywalker'.",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "unique",
        "yes",
        "unique is 'yes', but only 0 or 1 is allowed.",
    ),
    (
        "pilots.csv",
        "rebel-xwing-rookiepilot",
        "section",
        "aft",
        "section must be set for huge ships, and for them alone.",
    ),
    ("upgrades.csv", "r2astromech", "points", "", "points is blank, but it needs a number."),
    ("upgrades.csv", "r2astromech", "ships", "zwing", "ships names 'zwing', which is not in ships.csv."),
    (
        "upgrades.csv",
        "r2astromech",
        "section",
        "aft",
        "section is 'aft', but not every ship of the card has two sections.",
    ),
    (
        "upgrades.csv",
        "maul",
        "faction_waiver_name",
        "nobody",
        "faction_waiver_name is 'nobody', which is not in names.csv.",
    ),
    (
        "upgrades.csv",
        "misthunter",
        "must_equip",
        "nothing",
        "must_equip or slot_limits names 'nothing', which is not an upgrade.",
    ),
    (
        "upgrades.csv",
        "tieshuttle",
        "slot_limits",
        "Crew:max_points=four",
        "slot_limits has 'Crew:max_points=four', where a whole number is needed after the equals sign.",
    ),
    (
        "upgrades.csv",
        "tieshuttle",
        "slot_limits",
        "Crew:sometimes=4",
        "slot_limits is 'sometimes', which is not one of "
        "max_points, extra_max_points, unique, distinct, only.",
    ),
    (
        "upgrades.csv",
        "vaksai",
        "points_mod",
        "*:less",
        "points_mod has '*:less', where a whole number is needed after the colon.",
    ),
    (
        "upgrades.csv",
        "adaptability",
        "side_effects",
        "c:skill+1",
        "side_effects has 'c:skill+1', which does not begin with a: or b:.",
    ),
    (
        "upgrades.csv",
        "adaptability",
        "side_effects",
        "a:charm+1",
        "side_effects has 'charm+1', which is neither a stat change nor a known action.",
    ),
    ("upgrades.csv", "adaptability", "dual_card", "0", "side_effects is set, but dual_card is 0."),
    ("upgrades.csv", "protontorpedoes", "munition", "0", "munition and munition_kind contradict each other."),
    (
        "names.csv",
        "lukeskywalker",
        "pilots",
        "rebel-xwing-lukewarm",
        "pilots names 'rebel-xwing-lukewarm', which is not in pilots.csv.",
    ),
    (
        "names.csv",
        "lukeskywalker",
        "upgrades",
        "hansolo",
        "upgrades names 'hansolo', which already carries the name 'hansolo'.",
    ),
    (
        "names.csv",
        "lukeskywalker",
        "kind",
        "hero",
        "kind is 'hero', which is not one of persona, ship_title, card.",
    ),
]


@pytest.mark.parametrize(("cell", "sentence"), [(case[:4], case[4]) for case in BAD_CELLS])
def test_a_bad_cell_is_refused_with_file_line_and_a_sentence(
    tmp_path: Path, cell: tuple[str, str, str, str], sentence: str
) -> None:
    directory, line = edited_copy(tmp_path, *cell)
    assert f"{cell[0]}:{line}: {sentence}" in faults_of(directory)


def test_an_unknown_slot_lists_the_known_ones(tmp_path: Path) -> None:
    directory, line = edited_copy(tmp_path, "upgrades.csv", "r2astromech", "slot", "Droid")
    known = ", ".join(Slot)
    assert faults_of(directory) == (f"upgrades.csv:{line}: slot is 'Droid', which is not one of {known}.",)


def test_all_faults_of_all_files_are_reported_together(tmp_path: Path) -> None:
    edited_copy(tmp_path, "ships.csv", "awing", "hull", "two")
    text = (tmp_path / "upgrades.csv").read_text(encoding="utf-8")
    (tmp_path / "upgrades.csv").write_text(text.replace(",Elite,1,", ",Elite,9,", 3), encoding="utf-8")
    places = [fault.split(": ")[0] for fault in faults_of(tmp_path)]
    assert places == ["ships.csv:6", "upgrades.csv:2", "upgrades.csv:3", "upgrades.csv:4"]


def test_a_repeated_id_is_refused_with_the_line_of_the_first(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    lines = (tmp_path / "ships.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "ships.csv").write_text("\n".join([*lines, lines[4], ""]), encoding="utf-8")
    key = lines[4].split(",")[0]
    assert faults_of(tmp_path) == (f"ships.csv:56: the id '{key}' is already on line 5.",)


def test_a_row_of_the_wrong_length_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    with (tmp_path / "names.csv").open("a", encoding="utf-8") as handle:
        handle.write("somebody,Somebody\n")
    assert faults_of(tmp_path) == ("names.csv:279: the row has 2 values, but there are 5 columns.",)


def test_a_wrong_header_says_which_columns_are_missing_and_which_unknown(tmp_path: Path) -> None:
    directory, _ = edited_copy(tmp_path, "names.csv", "id", "kind", "sort")
    sentence = "names.csv:1: the columns are not the expected ones: missing kind; unknown sort."
    assert sentence in faults_of(directory)


def test_two_cards_of_a_ship_with_the_same_xws_id_are_refused(tmp_path: Path) -> None:
    edited_copy(tmp_path, "pilots.csv", "rebel-xwing-biggsdarklighter", "xws", "lukeskywalker")
    faults = [fault.split(": ", 1)[1] for fault in faults_of(tmp_path)]
    assert faults == ["xws is 'lukeskywalker', which the same ship and side have on line 77."]


def test_a_name_that_nobody_carries_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    with (tmp_path / "names.csv").open("a", encoding="utf-8") as handle:
        handle.write("nobody,Nobody,persona,,\n")
    sentence = "pilots and upgrades are both blank, but a unique name stands on at least one card."
    assert faults_of(tmp_path) == (f"names.csv:279: {sentence}",)


def test_a_huge_ship_without_its_section_row_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    lines = (tmp_path / "sections.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "sections.csv").write_text("".join(lines[:2]), encoding="utf-8")
    assert all("sections.csv has no row for it." in fault for fault in faults_of(tmp_path))
    assert len(faults_of(tmp_path)) == 6


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    (tmp_path / "names.csv").write_text("id,name,kind,pilots,upgrades\n", encoding="utf-8")
    assert faults_of(tmp_path) == ("names.csv:1: the file has no usable rows.",)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    (tmp_path / "ships.csv").unlink()
    assert "ships.csv:0: the file cannot be read; the catalogue needs it." in faults_of(tmp_path)


def test_bytes_that_are_not_utf_8_are_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    (tmp_path / "names.csv").write_bytes(b"id,name,kind,pilots,upgrades\nzo\xeb,Zo\xeb,persona,,\n")
    assert faults_of(tmp_path)[0].startswith("names.csv:")


def test_a_two_section_ship_without_its_aft_card_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    for file in ("pilots.csv", "sections.csv"):
        lines = (tmp_path / file).read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if "cr90corvetteaft" not in line]
        (tmp_path / file).write_text("".join(kept), encoding="utf-8")
    assert [fault.split(": ", 1)[1] for fault in faults_of(tmp_path)] == [
        "a ship with two sections needs exactly one fore card and one aft card."
    ]


@settings(max_examples=25, deadline=None)
@given(line=st.integers(2, 55), column=st.integers(6, 9), junk=st.text("abcxyz?!.", min_size=1, max_size=5))
def test_no_junk_in_a_number_gets_through(
    tmp_path_factory: pytest.TempPathFactory, line: int, column: int, junk: str
) -> None:
    directory = tmp_path_factory.mktemp("junk")
    shutil.copytree(DATA, directory, dirs_exist_ok=True)
    lines = (directory / "ships.csv").read_text(encoding="utf-8").splitlines()
    cells = lines[line - 1].split(",")
    cells[column] = junk
    lines[line - 1] = ",".join(cells)
    (directory / "ships.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert [fault.split(": ")[0] for fault in faults_of(directory)] == [f"ships.csv:{line}"]


def test_every_card_of_the_first_edition_is_there() -> None:
    printed_cards = sum(len(card.section_xws) or 1 for card in CARDS.ship_cards.values())
    assert (len(CARDS.ships), printed_cards, len(CARDS.upgrades), len(CARDS.names)) == (54, 297, 366, 277)


def test_the_catalogue_is_loaded_once() -> None:
    assert catalogue() is CARDS


@pytest.mark.rule("CR-042")
def test_a_two_section_ship_is_one_card_whose_price_is_the_sum_of_its_sections() -> None:
    card = CARDS.ship_cards["rebel-cr90corvette"]
    assert [(part.section, part.points) for part in card.sections] == [(Section.FORE, 50), (Section.AFT, 40)]
    assert (card.points, card.hull, card.shields, card.energy, card.attack) == (90, 16, 8, 5, 4)
    assert card.section_xws == {Section.FORE: "cr90corvettefore", Section.AFT: "cr90corvetteaft"}


@pytest.mark.rule("CR-117")
def test_a_crippled_fore_section_of_the_cr90_keeps_one_crew_slot() -> None:
    fore = CARDS.ship_cards["rebel-cr90corvette"].sections[0]
    assert (fore.crippled_slots, fore.crippled_attack, fore.crippled_energy) == ((Slot.CREW,), 2, None)


def test_a_huge_ship_in_one_piece_has_one_whole_section() -> None:
    card = CARDS.ship_cards["rebel-gr75mediumtransport-gr75mediumtransport"]
    assert ([part.section for part in card.sections], card.section_xws, card.skill) == (
        [Section.WHOLE],
        {},
        3,
    )


def test_a_card_may_have_other_stats_than_its_ship() -> None:
    card = CARDS.ship_cards["rebel-yt1300-outerrimsmuggler"]
    assert (card.attack, card.agility, card.hull, card.shields) == (2, 1, 6, 4)


def test_five_cards_are_huge_ships() -> None:
    assert sum(card.huge for card in CARDS.ship_cards.values()) == 5


def test_only_the_nashtah_pup_pilot_cannot_be_bought() -> None:
    assert [card.name for card in CARDS.ship_cards.values() if not card.purchasable] == ["Nashtah Pup Pilot"]


@pytest.mark.rule("CR-030")
@pytest.mark.parametrize(
    ("faction", "side"),
    [
        ("Rebel Alliance", Side.REBEL),
        ("Resistance", Side.REBEL),
        ("Galactic Empire", Side.IMPERIAL),
        ("First Order", Side.IMPERIAL),
        ("Scum and Villainy", Side.SCUM),
    ],
)
def test_every_faction_belongs_to_one_side(faction: str, side: Side) -> None:
    assert {card.side for card in CARDS.ship_cards.values() if card.faction == faction} == {side}


REBEL_YES = "awing bwing ewing xwing ywing hwk290 yt1300 yt2400 gr75mediumtransport cr90corvette"
IMPERIAL_YES = "firespray31 tieadvanced tiephantom tiedefender lambdaclassshuttle vt49decimator"
SCUM_YES = "firespray31 starviper m3ainterceptor hwk290 ywing aggressor"


@pytest.mark.rule("CR-130")
@pytest.mark.parametrize("ship_id", sorted(set(f"{REBEL_YES} {IMPERIAL_YES} {SCUM_YES}".split())))
def test_ships_on_the_hyperdrive_list_have_one(ship_id: str) -> None:
    assert CARDS.ships[ship_id].hyperdrive
    assert all(card.hyperdrive for card in CARDS.cards_of_ship(ship_id))


@pytest.mark.rule("CR-130")
@pytest.mark.parametrize("ship_id", ["z95headhunter", "tiefighter", "tiebomber", "tieinterceptor"])
def test_ships_named_without_hyperdrive_have_none(ship_id: str) -> None:
    assert not CARDS.ships[ship_id].hyperdrive


@pytest.mark.rule("CR-130")
def test_the_royal_guard_title_alone_gives_a_ship_its_hyperdrive() -> None:
    assert {ship.id: ship.hyperdrive_with for ship in CARDS.ships.values() if ship.hyperdrive_with} == {
        "tieinterceptor": "royalguardtie"
    }
    assert {card.id for card in CARDS.upgrades.values() if card.grants_hyperdrive} == {
        "royalguardtie",
        "customhyperdrive",
    }


@pytest.mark.rule("CR-131")
@pytest.mark.parametrize(
    ("card_id", "slot", "points", "sizes", "needs_hyperdrive"),
    [
        ("customhyperdrive", Slot.MODIFICATION, 2, (), False),
        ("customnavcomputer", Slot.MODIFICATION, 3, (Size.LARGE, Size.HUGE), True),
        ("gravityfieldmine", Slot.BOMB, 4, (), None),
        ("navigationinterferencemine", Slot.BOMB, 2, (), None),
    ],
)
def test_the_campaigns_own_cards(
    card_id: str, slot: Slot, points: int, sizes: tuple[Size, ...], needs_hyperdrive: bool | None
) -> None:
    card = CARDS.upgrades[card_id]
    assert (card.slot, card.points, card.sizes, card.requires_hyperdrive) == (
        slot,
        points,
        sizes,
        needs_hyperdrive,
    )


@pytest.mark.rule("CR-132")
def test_tokens_are_saved_by_the_named_crew_every_astromech_and_the_navcomputer() -> None:
    savers = {card.id: card.hyperspace_token_reduction for card in CARDS.upgrades.values()}
    droids = {
        card.id for slot in (Slot.ASTROMECH, Slot.SALVAGED_ASTROMECH) for card in CARDS.upgrades_in(slot)
    }
    crew = {
        "fleetofficer",
        "mercenarycopilot",
        "navigator",
        "intelligenceagent",
        "reconspecialist",
        "niennunb",
    }
    assert {card_id for card_id, saved in savers.items() if saved == 1} == droids | crew
    assert {card_id for card_id, saved in savers.items() if saved > 1} == {"customnavcomputer"}


@pytest.mark.rule("CR-032", "CR-041")
def test_fixed_cards_are_modifications_titles_elite_talents_and_negative_ones() -> None:
    slots = {Slot.MODIFICATION, Slot.TITLE, Slot.ELITE}
    loose = {card.id for card in CARDS.upgrades.values() if card.fixed and card.slot not in slots}
    assert loose == {"chardaanrefit", "renegaderefit"}
    assert all(card.fixed for card in CARDS.upgrades.values() if card.slot in slots)


@pytest.mark.rule("CR-038")
def test_squad_leader_is_the_one_squadron_limited_card() -> None:
    assert [card.name for card in CARDS.upgrades.values() if card.squadron_limited] == ["Squad Leader"]


@pytest.mark.rule("CR-005")
def test_three_cards_change_the_squad_points_of_others() -> None:
    changes = {card.id: card.points_mod for card in CARDS.upgrades.values() if card.points_mod}
    assert changes == {
        "renegaderefit": ((Slot.ELITE, -1),),
        "tiex1": ((Slot.SYSTEM, -4),),
        "vaksai": ((None, -1),),
    }


def test_a_slot_limit_is_typed() -> None:
    limit = CARDS.upgrades["misthunter"].slot_limits[0]
    assert (limit.slot, limit.rule, limit.value, limit.card) == (Slot.CANNON, SlotRule.ONLY, 1, "tractorbeam")


def test_faces_of_a_two_sided_card_are_typed() -> None:
    effects = CARDS.upgrades["servomotorsfoils"].side_effects
    assert [(item.face, item.stat, item.amount, item.action) for item in effects] == [
        ("a", "", 0, "Barrel Roll"),
        ("b", "attack", -1, ""),
        ("b", "", 0, "Boost"),
    ]


@pytest.mark.rule("CR-116")
def test_cards_discarded_by_an_event_are_told_from_those_discarded_by_use() -> None:
    triggers = {
        card.id: card.discard_trigger for card in CARDS.upgrades.values() if card.discard_on_use is False
    }
    assert sorted(card_id for card_id, trigger in triggers.items() if trigger is not None) == [
        "capturedtie",
        "cloakingdevice",
        "deflectiveplating",
        "iondischargers",
        "scavengercrane",
        "stealthdevice",
    ]
