"""Forces written by people are read, and every slip is answered with what is known."""

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.fighters.forces.catalogue import listing
from missions.battles.systems.forces import Item, items, listed, read_force
from missions.battles.systems.registry import pack

LISTING = listing()


def crafts(text: str, side: str = "rebel") -> list[str]:
    return [unit["craft"] for unit in read_force(LISTING, text, side)["units"]]


def test_a_text_falls_into_its_parts():
    assert items("3 x-wing, Y-Wing with ion + swap,2x a-wing") == [
        Item(3, "x-wing"),
        Item(1, "Y-Wing", ("ion", "swap")),
        Item(2, "a-wing"),
    ]


@pytest.mark.parametrize("text", ["2 x-wing", "2 X wings", "2× xwing", "x_wing, 1 X-WING"])
def test_a_craft_is_known_however_it_is_written(text: str):
    assert crafts(text) == ["x_wing", "x_wing"]


def test_the_end_of_a_name_is_enough_where_it_means_one_craft():
    assert crafts("corvette") == crafts("corellian corvette") == ["corvette_rebel"]
    assert crafts("falcon") == ["millennium_falcon"]


def test_upgrades_are_known_by_id_and_by_name():
    force = read_force(LISTING, "y-wing with manned laser turret and swap")
    assert force["units"] == [{"craft": "y_wing", "upgrades": ["manned", "swap"]}]


def test_the_side_is_the_one_that_flies_all_of_it():
    assert read_force(LISTING, "2 tie fighter", "rebel")["side"] == "empire"
    assert read_force(LISTING, "y-wing", "scum")["side"] == "scum"
    assert read_force(LISTING, "Scum: y-wing", "rebel")["side"] == "scum"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3 x-wong", "There is no craft “x-wong”; did you mean X-wing"),
        ("1 death star", "There is no craft “death star”; choose one of A-wing, "),
        ("interceptor", "may be Royal Guard TIE Interceptor or TIE Interceptor; write the whole name."),
        ("0 x-wing", "“0 x-wing”: take 1 to 24 of a kind."),
        ("20 x-wing, 20 y-wing", "A force has at most 24 units; take some out."),
        (",", "“,” is no force; write it like “3 x-wing, 1 y-wing with ion”."),
        ("hutt: x-wing", "There is no side “hutt”; choose one of rebel, empire or scum."),
        ("x-wing with ion", "The X-wing cannot have “ion”; it may have aft (Anti-fighter torpedoes) or act"),
        ("tie fighter with ion", "The TIE fighter has no upgrades; leave “ion” out."),
    ],
)
def test_a_slip_is_answered_with_what_is_known(text: str, sentence: str):
    with pytest.raises(Unreadable) as no:
        read_force(LISTING, text)
    assert sentence in no.value.message


def test_no_side_flies_craft_of_two():
    with pytest.raises(Unreadable, match=r"No side flies all of these: X-wing \(rebel\), TIE fighter"):
        read_force(LISTING, "x-wing, tie fighter")


@pytest.mark.parametrize("battle", LISTING.battles)
def test_every_battle_has_forces_ready_that_can_fight_it(battle: str):
    fighters = pack("fighters")
    state, _ = fighters.system.setup(fighters.written(battle, ("", ""), {}), seeded_dice(battle))
    assert state.fixed.scenario == battle


def test_unknown_systems_and_battles_are_named():
    with pytest.raises(Unreadable, match="There is no system “chess”; choose one of fighters"):
        pack("chess")
    for read in (pack("fighters").scenario, lambda name: pack("fighters").written(name, ("", ""), {})):
        with pytest.raises(Unreadable, match=r"There is no battle “brawl”; choose (one of )?free, "):
            read("brawl")


def test_the_list_shows_battles_craft_and_upgrades():
    lines = listed(LISTING)
    assert "  X-wing (x_wing), 10 points; with aft, act" in lines
    assert "  manned: Manned laser turret, 3 points" in lines
    assert any(line.startswith("  convoy_raid: Convoy raid.") for line in lines)
