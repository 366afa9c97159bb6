"""The report as it is read: the special lines first, the others counted."""

from dataclasses import replace

import pytest

from missions.presenters.report.reading import said_side
from tests.missions.presenters.report.test_page import page_of
from tests.missions.rules.builders import TIE, YWING, Night, skirmish


def side(fates=("survived", "survived"), damage=(0, 0), follows=()):
    """The own side of a game of two ships, each with its fate and damage; `follows` by place."""
    night, ours, _ = skirmish()
    for ship, fate, hits in zip(ours, fates, damage, strict=True):
        night.line(ship, fate, damage=hits)
    page, _ = page_of(night)
    effects = {ours[place]: words for place, words in dict(follows).items()}
    return said_side(page.sides[0], "/campaigns/1/games/1/", effects, correcting=False)


@pytest.mark.parametrize(
    ("given", "out"),
    [
        (side(), 0),
        (side(damage=(1, 0)), 1),
        (side(damage=(1, 0), follows=[(0, ("EXP now",))]), 0),
        (side(damage=(2, 0), follows=[(0, ("DAMAGED", "EXP now"))]), 1),
        (side(damage=(1, 0), follows=[(0, ("EXP now", "repaired, no longer DAMAGED"))]), 0),
        (side(follows=[(0, ("missing (MIA)",))]), 1),
        (side(fates=("destroyed", "survived"), follows=[(0, ("missing (MIA)",))]), 1),
    ],
)
def test_special_lines_stand_before_the_others(given, out):
    assert (len(given.out), len(given.others)) == (out, 2 - out)


def test_the_other_ships_are_counted_with_what_follows():
    read = side(damage=(1, 0), follows=[(0, ("EXP now",)), (1, ("EXP now",))])
    assert (read.others_in_short, read.others_follow) == ("2 ships survived (1 unhurt)", "EXP now: 2")
    read = side(fates=("destroyed", "survived"))
    assert (read.others_in_short, read.in_short) == (
        "1 other ship unhurt",
        "1 survived (1 unhurt), 1 destroyed",
    )


def test_a_line_shows_the_figures_and_what_follows():
    read = side(damage=(2, 0), follows=[(0, ("DAMAGED", "EXP now"))])
    markup = str(read.out[0].markup)
    assert "Survived</span>" in markup and "2 damage to the hull, 1 of 3 left" in markup
    assert "→ DAMAGED, EXP now" in markup


@pytest.mark.parametrize("how", ["lost", "spent"])
def test_a_ship_whose_card_is_gone_stands_out_although_it_rises(how):
    night = Night()
    ship = night.ship("active", YWING, ["protontorpedoes"])
    night.ship("opposing", TIE)
    night.begin()
    cards = tuple(card.id for card in night.game.ships[ship].upgrades)
    night.line(ship, **{how: cards})
    ours = page_of(night)[0].sides[0]
    read = said_side(ours, "/campaigns/1/games/1/", {ship: ("EXP now",)}, correcting=False)
    assert [each.line.ship for each in read.out] == [ship]
    words = {"lost": "lost", "spent": "used up"}[how]
    assert read.in_short == f"1 survived (0 unhurt); 1 card {words}"


def many(squadrons):
    """A side whose lines all stand out, this many in each squadron, with the same destroyed ship."""
    read = side(fates=("destroyed", "survived"), follows=[(0, ("lost for good (KIA)",))])
    (said,) = read.out
    lines = [
        replace(said, line=replace(said.line, squadron=card))
        for card, count in enumerate(squadrons, 2)
        for _ in range(count)
    ]
    return replace(read, out=tuple(lines))


@pytest.mark.parametrize(("squadrons", "folds"), [((5, 5), 0), ((11,), 0), ((6, 5), 2), ((4, 4, 4), 3)])
def test_many_lines_are_folded_by_squadron(squadrons, folds):
    read = many(squadrons)
    assert [len(each.lines) for each in read.folds] == list(squadrons)[:folds]


def test_the_line_of_a_fold_counts_what_its_lines_say():
    first, second = many((6, 5)).folds
    assert (first.squadron, first.fates, first.follow) == (2, "6 destroyed", "lost for good (KIA): 6")
    assert (first.open, second.open) == (False, False)
    assert replace(second, lines=(replace(second.lines[0], refused=True), *second.lines[1:])).open
