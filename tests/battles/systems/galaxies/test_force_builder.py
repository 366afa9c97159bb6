"""Fleets of Galaxies on the page and in texts: cards, versions, suggestions, sentences."""

from __future__ import annotations

from typing import Any

import pytest

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.builder import ForceBuilder
from missions.battles.systems.galaxies.engine import fleets
from missions.battles.systems.galaxies.engine import setup as engine
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, CARDS, SIDES
from missions.battles.systems.galaxies.forces import catalogue, page
from missions.battles.systems.galaxies.forces.builder import BUILDER
from missions.battles.systems.galaxies.forces.muster import matched, muster
from missions.battles.systems.galaxies.forces.suggestions import suggested

STEPS, RING, MOON, SATURN = "first_steps", "ring_patrol", "shattered_moon", "saturn_line"


def setup_of(scenario: str, **more: Any) -> dict[str, Any]:
    return {"system": "galaxies", "version": "1", "scenario": scenario, **more}


def press(setup: dict[str, Any], side: int, force: dict[str, Any], *buttons: str) -> dict[str, Any]:
    """The draft after these presses, each written like “add isn-hawks-veteran”."""
    for button in buttons:
        name, _, value = button.partition(" ")
        force = BUILDER.changed(setup, side, force, name, value, ())
    return force


def page_of(setup: dict[str, Any], side: int, *cards: str):
    return BUILDER.page(setup, side, {"cards": [*cards]}, mustered=False)


def offers(found, title: str) -> dict[str, Any]:
    """Offers of a group by their values."""
    return {
        offer.add.value: offer for group in found.groups if group.title == title for offer in group.offers
    }


def test_the_builder_is_one_that_pages_know():
    known: ForceBuilder = BUILDER
    assert (known.settings, len(known.buttons)) == ((), 6)


# --- a draft ----------------------------------------------------------------------------------------


@pytest.mark.rule("BG-010")
def test_cards_are_added_in_the_order_of_the_list_and_taken_out_again():
    setup = setup_of(RING)
    force = press(setup, 0, BUILDER.empty(setup, 0), "add isn-barrage-standard", "add isn-hawks-seasoned")
    assert force == {"cards": ["isn-hawks-seasoned", "isn-barrage-standard"]}
    assert press(setup, 0, force, "remove isn-hawks-seasoned") == {"cards": ["isn-barrage-standard"]}
    assert press(setup, 0, force, "clear") == {"cards": []} == BUILDER.empty(setup, 0)


@pytest.mark.rule("BG-007", "BG-010")
def test_a_name_changes_its_version_and_is_not_added_twice():
    setup = setup_of(RING)
    force = {"cards": ["isn-f54-standard", "isn-barrage-standard"]}
    assert press(setup, 0, force, "swap isn-f54-veteran")["cards"][0] == "isn-f54-veteran"
    with pytest.raises(Unreadable, match="has Rook's F-54 already"):
        press(setup, 0, force, "add isn-f54-veteran")


@pytest.mark.rule("BG-001")
@pytest.mark.parametrize(
    ("button", "reason"),
    [
        ("add wre-fuvu-standard", "not on your list"),
        ("add isn-nobody-standard", "not on your list"),
        ("swap isn-everest-veteran", "no ISN Everest any more"),
        ("remove isn-everest-veteran", "gone already"),
        ("ready nowhere", "no such fleet"),
        ("sell isn-f54-standard", "no such button"),
    ],
)
def test_a_press_that_makes_no_sense_is_refused(button: str, reason: str):
    with pytest.raises(Unreadable, match=reason):
        press(setup_of(RING), 0, {"cards": ["isn-f54-standard"]}, button)


@pytest.mark.rule("BG-010")
def test_the_page_counts_points_and_offers_only_cards_that_still_fit():
    found = page_of(setup_of(RING, points=20), 1, "wre-sobwatet-seasoned")
    assert "".join(note.words for note in found.tally) == "13 of 20 points, 7 left"
    assert not offers(found, "Large ships") and not offers(found, "Medium ships")
    small, better = offers(found, "Small ships"), offers(found, page.BETTER)
    assert set(small) == {"wre-fuvu-standard", "wre-tougu-standard", "wre-chosh-standard"}
    assert "wre-tougu-seasoned" in better and "wre-tougu-veteran" not in better
    assert [group.about and group.about.words for group in found.groups[:2]] == [
        None,
        "5 dearer cards are not listed.",
    ]
    assert {BY_ID[card].side for card in (*small, *better)} == {1}


def test_an_empty_draft_offers_ready_made_fleets_first_and_every_card_of_the_list():
    found = page_of(setup_of(SATURN), 0)
    assert [(group.title, group.folded) for group in found.groups] == [
        ("Ready-made fleets", False),
        ("Large ships", False),
        ("Medium ships", False),
        ("Small ships", False),
        (page.BETTER, True),
    ]
    cards = {offer.add.value for group in found.groups[1:] for offer in group.offers}
    assert cards == {card.id for card in fleets.offered(0)}


@pytest.mark.rule("BG-010")
def test_a_name_that_is_taken_is_offered_in_its_other_versions_on_its_line():
    found = page_of(setup_of(SATURN), 0, "isn-everest-seasoned")
    (line,) = found.lines
    assert [(button.name, button.value, button.words) for button in line.buttons] == [
        ("swap", "isn-everest-standard", "Standard, 16"),
        ("swap", "isn-everest-veteran", "Veteran, 20"),
    ]
    assert offers(found, "Large ships") == {} and line.points == 18
    assert not any("everest" in card for card in offers(found, page.BETTER))


def test_a_line_tells_numbers_weapons_and_special_of_a_card():
    found = page_of(setup_of(SATURN), 0, "isn-everest-veteran", "isn-hawks-standard")
    everest, hawks = found.lines
    assert everest.kind == (
        "large ship, moves 3, 5 shields, hull 10, hold 12, activation 4; Main Battery: range 8, 3 attacks of "
        "strength 2; Siege Torpedo: range 6, 1 attack of strength 4, 3 energy a charge"
    )
    assert [(tag.words, tag.rule) for tag in everest.tags] == [("Regeneration", "BG-151")]
    assert hawks.kind.startswith("3 small ships, each moves 5, 1 shield, hull 1, activation 2; Hawk Guns")
    assert hawks.tags == ()


@pytest.mark.rule("BG-032")
def test_a_legal_draft_says_what_its_holds_take():
    found = page_of(setup_of(SATURN), 0, "isn-everest-veteran", "isn-torrent-standard")
    assert found.good == "This fleet can fight. Spaces in holds: ISN Everest 12 and ISN Torrent 3."
    assert page_of(setup_of(RING), 0, "isn-f54-standard").good.endswith("None of its ships has a hold.")


@pytest.mark.rule("BG-010")
def test_every_fault_of_a_draft_is_told():
    dear = page_of(setup_of(RING), 0, "isn-everest-veteran", "isn-f54-standard")
    assert [one.rule for one in dear.findings] == ["BG-010"] and dear.good == ""
    assert not any(group.title != "Ready-made fleets" for group in dear.groups)
    assert page_of(setup_of(RING), 0).findings == () and page_of(setup_of(RING), 0).good == ""
    assert [one.code for one in BUILDER.findings(setup_of(RING), 0, {"cards": []})] == ["fleet.empty"]


# --- fleets for somebody ----------------------------------------------------------------------------


@pytest.mark.rule("BG-010", "BG-130")
def test_ready_made_fleets_of_other_battles_are_offered_if_they_fit():
    assert set(offers(page_of(setup_of(SATURN), 0), "Ready-made fleets")) == {STEPS, RING, MOON, SATURN}
    setup = setup_of(RING)
    assert set(offers(page_of(setup, 0), "Ready-made fleets")) == {STEPS, RING}
    taken = press(setup, 1, {"cards": []}, f"ready {RING}")
    assert taken["cards"] == sorted(
        (card.id for card in battles()[RING].fleets[1]), key=lambda card: BY_ID[card].number
    )
    assert set(offers(page_of(setup, 1, *taken["cards"]), "Ready-made fleets")) == {STEPS}


@pytest.mark.parametrize("name", battles())
@pytest.mark.parametrize("points", [10, 11, 20, 33, 58, 70, None])
def test_suggested_and_ready_made_fleets_are_legal_and_can_fight(name: str, points: int | None):
    setup = setup_of(name, **({"points": points} if points else {}))
    for forces in (
        [BUILDER.suggested(setup, side) for side in (0, 1)],
        [BUILDER.ready_made(setup, side) for side in (0, 1)],
    ):
        assert [BUILDER.findings(setup, side, force) for side, force in enumerate(forces)] == [[], []]
        engine.build({**setup, "forces": forces}, seeded_dice(name))


@pytest.mark.rule("BG-010")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("points", range(fleets.FEWEST_POINTS, fleets.MOST_POINTS + 1))
def test_a_suggested_fleet_spends_all_points_until_everything_is_bought(side: int, points: int):
    most = sum(card.launch for card in fleets.offered(side) if card.version == "veteran")
    spent = fleets.cost(BY_ID[card] for card in suggested(side, points))
    assert min(points, most) - 1 <= spent <= points


def test_the_battles_own_fleets_are_ready_unless_fewer_points_were_agreed():
    for name, battle in battles().items():
        for side, fleet in enumerate(battle.fleets):
            assert BUILDER.ready_made(setup_of(name), side) == {"cards": [card.id for card in fleet]}
    few = setup_of(SATURN, points=30)
    assert BUILDER.ready_made(few, 0) == BUILDER.suggested(few, 0)


@pytest.mark.rule("BG-160")
@pytest.mark.parametrize("name", battles())
def test_a_battle_with_tactic_cards_has_fleets_that_are_matched_for_them(name: str):
    setup = setup_of(name, tactics=True)
    fleets_ = [[card.id for card in fleet] for fleet in battles()[name].fleets_with_tactics]
    assert [BUILDER.ready_made(setup, side)["cards"] for side in (0, 1)] == fleets_
    for side, fleet in enumerate(fleets_):
        assert BUILDER.findings(setup, side, {"cards": fleet}) == []
        assert sorted(press(setup, side, {"cards": []}, f"ready {name}")["cards"]) == sorted(fleet)
    written = catalogue.written(name, ("", ""), {"tactics": True})
    assert [force["cards"] for force in written["forces"]] == fleets_
    known = map(catalogue.text_of, battles()[name].fleets_with_tactics)
    assert f"“{'” against “'.join(known)}”" in "\n".join(catalogue.lines())


@pytest.mark.rule("BG-160")
def test_the_page_offers_the_fleets_that_are_matched_for_tactic_cards():
    changed = [name for name, battle in battles().items() if battle.fleets_with_tactics != battle.fleets]
    assert changed == [STEPS, MOON]
    for name in changed:
        offered = offers(page_of(setup_of(SATURN, tactics=True), 1), "Ready-made fleets")[name]
        assert offered.facts == ", ".join(card.title for card in battles()[name].fleets_with_tactics[1])


def test_a_suggestion_keeps_a_legal_draft_and_replaces_a_full_or_wrong_one():
    setup = setup_of(SATURN)
    kept = press(setup, 0, {"cards": ["isn-f54-seasoned", "isn-torrent-veteran"]}, "suggest")["cards"]
    assert {"isn-f54-seasoned", "isn-torrent-veteran"} < {*kept}
    whole = BUILDER.suggested(setup, 0)["cards"]
    assert set(press(setup, 0, {"cards": kept}, "suggest")["cards"]) == set(whole)
    wrong = {"cards": ["isn-f54-seasoned", "isn-f54-veteran"]}
    assert set(press(setup, 0, wrong, "suggest")["cards"]) == set(whole)


def test_nothing_is_suggested_if_no_card_fits():
    assert suggested(0, 2) == () and suggested(0, 20, ("isn-everest-veteran", "isn-f54-standard")) == ()


# --- shown and told ---------------------------------------------------------------------------------


def test_a_mustered_fleet_is_shown_with_its_escorts_and_stays_as_it_is():
    ships = [
        CampaignShip("1", "CR90 Corvette", "ISN", "Tantive", 4, ("VET", "DAMAGED"), hull=16, lost=8),
        CampaignShip("2", "X-wing", "ISN", "Wedge"),
        CampaignShip("3", "X-wing", "ISN", "Luke"),
    ]
    force, _ = matched([muster(ships), muster([CampaignShip("4", "TIE Fighter", "Wretch")])])
    found = BUILDER.page(setup_of(SATURN), 0, force, mustered=True)
    assert (found.side, found.badge, BUILDER.side_words(force)) == ("ISN", "", "ISN")
    first, second, *escorts = found.lines
    assert first.name == "Tantive: ISN Everest (veteran)" and "Tantive starts with 5 hull pegs" in first.kind
    assert second.name == "Wedge and Luke: F-47 Blue Hawks (standard)"
    assert second.kind.startswith("2 small ships, each moves 5")
    assert escorts and all(line.name.endswith(", escort") for line in escorts)
    assert found.fixed == page.MUSTERED and BUILDER.size(force) == len(found.lines)


@pytest.mark.parametrize(
    ("force", "words", "size"),
    [
        ({"cards": []}, "", 0),
        (
            {"cards": ["isn-f54-veteran", "isn-hawks-standard"]},
            "Rook's F-54 (veteran), F-47 Blue Hawks (standard)",
            2,
        ),
        (
            {"side": "ISN", "cards": [{"card": "isn-hawks-veteran", "models": [{}]}] * 2},
            "2 × F-47 Blue Hawks (veteran)",
            2,
        ),
    ],
)
def test_a_force_is_told_in_one_line(force: dict[str, Any], words: str, size: int):
    assert (BUILDER.words(force), BUILDER.size(force)) == (words, size)


# --- texts ------------------------------------------------------------------------------------------


def forces(scenario: str, first: str, second: str = "", **more: Any) -> list[dict[str, Any]]:
    return catalogue.written(scenario, (first, second), more)["forces"]


@pytest.mark.parametrize(
    "text",
    [
        "veteran Everest, Blue Hawks, seasoned Barrage",
        "ISN Everest (veteran), F-47 Blue Hawks (standard), ISN Barrage (seasoned)",
        "isn-everest-veteran, isn-hawks-standard, isn-barrage-seasoned",
        "everest VETERAN, hawk, barrages seasoned",
    ],
)
def test_a_fleet_is_read_however_it_is_written(text: str):
    expected = ["isn-everest-veteran", "isn-hawks-standard", "isn-barrage-seasoned"]
    assert forces(SATURN, text)[0] == {"cards": expected}


@pytest.mark.rule("BG-010")
def test_an_open_fleet_has_any_cards_in_any_number():
    first, second = forces(RING, "open: 3 hawks, 2 veteran everest", "Open: Fuvu")
    assert (first["side"], second["side"]) == SIDES
    assert [(line["card"], len(line["models"])) for line in first["cards"]] == [
        *[("isn-hawks-standard", 3)] * 3,
        *[("isn-everest-veteran", 1)] * 2,
    ]
    state, _ = engine.build(catalogue.written(RING, ("open: 3 hawks", ""), {}), seeded_dice("open"))
    assert state.table.mustered == (True, False)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("frigate", "The ISN has no ship “frigate”; choose F-47 Blue Hawks"),
        ("Evrest", "did you mean ISN Everest?"),
        ("ISN", "The ISN has no ship “ISN”"),
        ("Red Fuvu", "The ISN has no ship “Red Fuvu”"),
        ("veteran", "The ISN has no ship"),
        ("standard veteran hawks", "several versions"),
        ("isn-hawks-veteran isn-f54-standard", "choose one, and write a comma between cards"),
        ("wre-vapor-standard", "Vapor's Fate (standard) is on the list of the Wretch"),
        ("veteran frigate", "The ISN has no ship “veteran frigate”"),
        (",", "write it like “veteran Everest, Blue Hawks, seasoned Barrage”"),
        ("west: hawks", "Begin a fleet with its first card, or with “open:”"),
    ],
)
def test_a_slip_is_answered_with_what_is_known(text: str, sentence: str):
    with pytest.raises(Unreadable) as no:
        forces(SATURN, text)
    assert sentence in no.value.message


def test_an_unknown_battle_is_answered_with_the_known_ones():
    with pytest.raises(Unreadable, match="choose one of first_steps, ring_patrol"):
        forces("waterloo", "")


@pytest.mark.parametrize("name", battles())
def test_every_battle_can_be_fought_without_a_word_about_fleets(name: str):
    state, _ = engine.build(catalogue.written(name, ("", ""), {"rounds": 7}), seeded_dice(name))
    assert state.table.rounds == 7
    assert [{card.type for card in fleet} for fleet in state.table.fleets] == [
        {*fleet} for fleet in battles()[name].fleets
    ]


@pytest.mark.parametrize("size", [1, 3, 4, 6, 7, 12])
def test_trial_fleets_have_as_many_cards_as_asked(size: int):
    setup = catalogue.written(SATURN, catalogue.trial(size), {})
    state, _ = engine.build(setup, seeded_dice("trial"))
    assert [len(fleet) for fleet in state.table.fleets] == [size, size]
    assert state.table.mustered == (size > 6,) * 2


@pytest.mark.parametrize("name", battles())
def test_the_ready_made_fleets_of_the_list_can_be_typed(name: str):
    first, second = map(catalogue.text_of, battles()[name].fleets)
    assert forces(name, first, second) == forces(name, "")
    assert f"      ready-made: “{first}” against “{second}”" in catalogue.lines()


def test_the_list_has_every_ship_card_and_says_how_fleets_are_written():
    found = "\n".join(catalogue.lines())
    assert all(f"{card.title} ({card.id}), {card.launch} points" in found for card in CARDS)
    assert all(each in found for each in catalogue.GRAMMAR)
    assert forces(SATURN, catalogue.EXAMPLE)[0]["cards"][0] == "isn-everest-veteran"


def test_points_are_checked_with_the_set_up_and_not_with_the_text():
    setup = catalogue.written(RING, ("everest, barrage", ""), {})
    with pytest.raises(Refusal, match="cost 26 points and 21 are allowed"):
        fleets.read(setup, fleets.battle_of(setup))
