"""Exact odds, dice, log and luck as a player reads them."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from django.template.loader import render_to_string

from missions.battles.board.words import at_least
from missions.battles.engine.contract import Effect, Odds, Reason, Roll, Sentence
from missions.battles.engine.dice import Die
from missions.battles.engine.odds import binomial, capped
from missions.battles.presenters.board import odds as board_odds
from missions.battles.presenters.board.faces import die_symbols, faces
from missions.battles.presenters.board.inputs import LuckLine
from missions.battles.presenters.board.log import SHOWN, log, luck_rows, news
from missions.battles.systems.registry import PACKS
from tests.battles.engine.card_duel import DUEL
from tests.battles.presenters.boards import PACK, SYSTEM, battle, first, length, page, table


def shot(dice: int, needed: int, reasons: tuple[Reason, ...] = (), most: int = 4) -> Odds:
    p = Fraction(7 - needed, 6)
    hits = binomial(dice, p.numerator, p.denominator)
    done = Effect("fighters destroyed", capped(hits, most))
    return Odds((Roll(dice, needed),), hits, (done,), needed, reasons)


def odds_line(odds: Odds) -> str:
    """The same as the fighters' list has it."""
    return board_odds.odds_line(odds, PACK.board.goal)


def test_every_effect_of_an_order_is_told_with_a_distribution_of_its_own():
    half = Fraction(1, 2)
    effects = (
        Effect("hits", (half, half / 2, half / 2)),
        Effect("alerts", (Fraction(3, 4), Fraction(1, 4))),
        Effect("stars", (Fraction(1),)),
    )
    odds = Odds((Roll(3, text="3 battle dice"),), effects[0].chances, effects)
    assert board_odds.odds_line(odds, at_least) == (
        "3 battle dice, 25 % each for at least 2 hits and for at least 1 alert"
    )
    panel = board_odds.panel(odds, at_least, DICE)
    assert [(each.name, each.expected) for each in panel.effects] == [
        ("hits", "0.75"),
        ("alerts", "0.25"),
    ]
    assert [each.figure.count("<rect") for each in panel.effects] == [3, 2]
    assert panel.total == "" and panel.heading == "The dice that you roll"


def test_the_chance_of_one_figure_comes_before_that_of_several():
    lost = Effect("figures lost", (Fraction(3, 10), Fraction(4, 10), Fraction(3, 10)), from_one=True)
    odds = Odds((Roll(3, text="3 dice"),), lost.chances, (lost, Effect("stars", (Fraction(1),))))
    goal = PACKS["red_alert"].board.goal
    assert board_odds.odds_line(odds, goal) == (
        "3 dice, 70 % to take at least one figure, 30 % to take two figures"
    )
    assert board_odds.panel(shot(4, 4), at_least, DICE).heading == "The rolls that you need"


def shooting() -> tuple:
    """A moment of the shooting phase with a unit that has several shots."""
    for at in range(length("six")):
        fought = battle("six", at)
        state = fought.state
        if state.phase == 3:
            for unit in SYSTEM.legal_units(state, state.seat):
                if len(SYSTEM.legal_orders(state, state.seat, unit)) > 3:
                    return fought, unit
    raise AssertionError("nobody ever shoots")


def test_a_shot_is_told_as_players_say_it():
    assert odds_line(shot(4, 4)) == "4 dice at 4+, 31 % to destroy at least three"
    assert odds_line(shot(4, 4, most=2)) == "4 dice at 4+, 69 % to destroy two"
    assert odds_line(shot(4, 6)) == "4 dice at 6+, 52 % to destroy at least one"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1296), "< 1 %"),
        (Fraction(3, 8), "38 %"),
        (Fraction(1295, 1296), "> 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_only_certain_chances_are_shown_as_0_or_100_percent(chance: Fraction, words: str):
    assert board_odds.percent(chance) == words


def test_the_sum_is_shown_line_by_line_with_rules_and_total():
    reasons = (Reason(4, "base", "FH-030"), Reason(-2, "rapid", "FH-098"), Reason(1, "angle", "FH-093"))
    panel = board_odds.panel(shot(4, 3, reasons), at_least, DICE)
    assert [(line.amount, line.rule) for line in panel.reasons] == [
        ("4", "FH-030"),
        ("−2", "FH-098"),
        ("+1", "FH-093"),
    ]
    assert panel.total == "3+ needed on each die"


def test_a_shot_that_only_luck_hits_shows_no_sum_of_fifty():
    luck = Reason(50, "extreme range: luck only", "FH-096", final=True)
    base, odds = Reason(4, "base", "FH-030"), replace(shot(1, 6), needed=54)
    panel = board_odds.panel(replace(odds, reasons=(base, luck)), at_least, DICE)
    assert [line.amount for line in panel.reasons] == ["4", "–"]
    assert panel.total == "above 6: 1 die at 6+"
    large = replace(luck, final=False)
    panel = board_odds.panel(replace(odds, reasons=(base, large)), at_least, DICE)
    assert (panel.reasons[1].amount, panel.total) == ("+50", "54+ is above 6: 1 die at 6+")


def test_a_note_beside_the_sum_has_no_figure_and_nothing_has_no_sign():
    reasons = (Reason(0, "base", "A"), Reason(0, "defence", "B"), Reason.aside("range 2 of 7", "C"))
    panel = board_odds.panel(shot(4, 3, reasons), at_least, DICE)
    assert [line.amount for line in panel.reasons] == ["0", "0", ""]


def d10(needed: int) -> board_odds.OddsPanel:
    """Panel of a roll of the duel with a sum of `needed`."""
    tenth = (Fraction(9, 10), Fraction(1, 10))
    reasons = (Reason(8, "debris", "D-6"), Reason(needed - 8, "dense", "D-6"))
    odds = Odds((Roll(1, min(10, needed), "d10"),), tenth, (Effect("damage", tenth),), needed, reasons)
    return board_odds.panel(odds, at_least, DUEL.dice)


def test_a_sum_is_measured_by_the_die_that_is_rolled():
    assert d10(9).total == "9+ needed on each die"
    assert d10(12).total == "12+ is above 10: 1 die at 10+"


def test_the_figure_has_a_column_for_everything_that_can_happen():
    odds = shot(20, 3, most=20)
    shown = board_odds.bins(odds.main.chances)
    assert sum(chance for _, chance in shown) == 1
    assert (len(shown), shown[0][0], shown[-1][0]) == (board_odds.MOST_BARS, "0", "11+")
    assert board_odds.figure(odds.main.chances).count("<rect") == board_odds.MOST_BARS


def test_every_shot_at_every_target_stands_with_its_exact_odds_as_soon_as_a_unit_is_selected():
    fought, unit = shooting()
    state, seat = fought.state, fought.state.seat
    shown = page(fought, unit=unit)
    shots = [c for c in SYSTEM.legal_orders(state, seat, unit) if SYSTEM.odds(state, seat, (unit, c))]
    for choice in shots:
        line = re.search(rf'order={choice}".*?<span>(.*?)</span>', shown.orders)[1]
        assert line == board_odds.unbroken(odds_line(SYSTEM.odds(state, seat, (unit, choice))))
    aimed = re.findall(r'<a href="\?unit=(\d+)&amp;order=(-?\d+)" class="u [^"]*\baim\b', shown.svg)
    assert len(aimed) == len({SYSTEM.write(state, (unit, choice)).split()[-1] for choice in shots})
    assert shown.svg.count('class="pill"') == len(aimed)


def test_a_chosen_shot_tells_the_chances_of_the_engine_before_it_is_confirmed():
    fought, unit = shooting()
    state, seat = fought.state, fought.state.seat
    choice = SYSTEM.legal_orders(state, seat, unit)[0]
    odds = SYSTEM.odds(state, seat, (unit, choice))
    panel = page(fought, unit=unit, choice=choice).chosen.odds
    assert [(line.count, line.at_least) for line in panel.effects[0].chances] == [
        (count, board_odds.percent(odds.main.at_least(count)))
        for count, p in enumerate(odds.main.chances)
        if p
    ]
    assert len(panel.reasons) == len(odds.reasons)


def test_a_player_who_types_dice_reads_how_many_come_first():
    fought, unit = shooting()
    choice = SYSTEM.legal_orders(fought.state, fought.state.seat, unit)[0]
    odds = SYSTEM.odds(fought.state, fought.state.seat, (unit, choice))
    wanted = page(fought, unit=unit, choice=choice, typed=True).chosen.dice.prompt
    assert wanted == f"first: {odds.dice} {'die' if odds.dice == 1 else 'dice'} with 6 sides, the shot"
    assert page(fought, unit=unit, choice=choice).chosen.dice is None
    still = first("six", "move")
    mover = SYSTEM.legal_units(still.state, still.state.seat)[0]
    straight = SYSTEM.legal_orders(still.state, still.state.seat, mover)[0]
    assert page(still, unit=mover, choice=straight, typed=True).chosen.dice is None


def test_a_player_who_types_dice_reads_what_the_next_ones_are_for():
    whole = battle("six")
    rolled = [
        [event[0] for event in events if any(isinstance(part, bytes) and part for part in event)]
        for events in whole.events
    ]
    at = next(at for at, kinds in enumerate(rolled) if {"losses", "initiative"} <= {*kinds})
    (unit, choice), dice = whole.entries[at].order, whole.entries[at].dice
    then, given, wanted = battle("six", at), 0, [""]
    while "initiative" not in wanted[-1] and given < len(dice):
        faces = " ".join(map(str, dice[:given]))
        wanted.append(page(then, unit=unit, choice=choice, typed=True, faces=faces).chosen.dice.prompt)
        given += int(re.findall(r"(\d+) di", wanted[-1])[0])
    assert wanted[1].endswith("the shot") and wanted[-1] == "then: 2 dice with 6 sides, the initiative"
    assert any(" the saves of " in words for words in wanted)
    many = page(then, unit=unit, choice=choice, typed=True, faces="1 2 " * 99)
    assert many.chosen.dice.prompt == wanted[1]


DICE = PACK.dice
drawn = partial(faces, PACK.style, PACK.dice)


def test_dice_of_any_kind_are_drawn_by_what_they_show():
    dice = {
        "d6": Die(6),
        "d10": Die(10),
        "letter": Die(10, tuple("ABCDEFGHIJ"), "ABCDEFGHIJ"),
        "battle": Die(6, ("circle", "triangle", "square", "blast", "star", "alert"), "CTSBXA"),
    }
    style = replace(PACK.style, faces={("battle", 5): '<path class="df" d="M2 2h20"/>'})
    sentence = Sentence(
        "Dice.", "x", "R-1", (3, 10, 2, 5, 6), None, ("d6", "d10", "letter", "battle", "battle")
    )
    shown = faces(style, dice, sentence)
    assert re.findall(r"#(hx-[\w-]+)", shown) == [
        "hx-d3",
        "hx-d10-0",
        "hx-letter-0",
        "hx-battle-5",
        "hx-battle-0",
    ]
    assert re.findall(r"<text[^>]*>(\w+)<", shown) == ["10", "B", "A"]
    made = die_symbols(style, dice)
    assert set(re.findall(r"#(hx-[\w-]+)", shown)) <= set(re.findall(r'id="(hx-[\w-]+)"', made))


def test_the_log_has_the_newest_first_with_dice_and_a_link_to_each_moment():
    lines = [(0, Sentence("Turn 1.", "turn")), (1, Sentence("A < B fires.", "fire", "FH-098", (3, 6)))]
    markup = log(lines, drawn, "/r/", "&seat=1")
    assert re.findall(r'href="([^"]*)"', markup)[:2] == ["/r/?at=1&amp;seat=1", "#hx-d3"]
    assert markup.index("A &lt; B") < markup.index("Turn 1.")
    assert markup.count('<svg class="die">') == 2


def test_the_news_are_the_last_order_and_the_one_before_it():
    markup = news([(n, Sentence(f"Line {n}.", "move", "", (n,))) for n in range(1, 5)], drawn)
    assert re.findall(r"Line (\d)", markup) == ["3", "4"]
    assert re.findall(r"#hx-d(\d)", markup) == ["3", "4"]
    assert news([], drawn) == ""


def test_a_long_log_ends_with_a_bounded_number_of_sentences():
    markup = log([(n, Sentence(f"Line {n}.", "move")) for n in range(500)], drawn, "/r/")
    assert markup.count("<p") == SHOWN
    assert "Line 499." in markup


def test_luck_is_told_with_the_chance_of_as_much_or_more():
    good = LuckLine(0, 10, 7, Fraction(5), Fraction(1, 6), Fraction(19, 20))
    bad = LuckLine(1, 10, 3, Fraction(5), Fraction(19, 20), Fraction(1, 6))
    none = LuckLine(0, 0, 0, Fraction(0), Fraction(1), Fraction(1))
    rows = luck_rows([good, bad, none], table(battle("six", 0)))
    assert [row.words for row in rows] == [
        "As lucky as this or luckier: 17 % of all battles.",
        "As unlucky as this or worse: 17 % of all battles.",
    ]
    assert [(row.name, row.rolled, row.expected) for row in rows] == [("Anna", 7, "5.0"), ("Bela", 3, "5.0")]


def test_the_whole_part_of_a_large_battle_stays_within_its_bytes(rf):
    fought = first("six", "move", 60)
    state, seat = fought.state, fought.state.seat
    unit = max(SYSTEM.legal_units(state, seat), key=lambda unit: len(SYSTEM.legal_orders(state, seat, unit)))
    html = render_to_string("battles/board/part.html", {"page": page(fought, unit=unit)}, rf.get("/"))
    assert len(SYSTEM.legal_orders(state, seat, unit)) > 100
    assert len(html.encode()) < 80_000
    fresh = render_to_string("battles/board/part.html", {"page": page(fought)}, rf.get("/"))
    assert len(fresh.encode()) < 25_000


def test_a_rare_number_is_not_drawn_as_one_that_never_comes():
    drawn = board_odds.figure((Fraction(996, 1000), Fraction(4, 1000)))
    assert re.findall(r"<text[^>]*>([^<]*)</text>", drawn) == ["&gt; 99", "0", "&lt; 1", "1"]


def test_percents_are_not_broken_at_the_end_of_a_line():
    line = board_odds.unbroken("3 dice, > 99 % to hit, < 1 % to eliminate it")
    assert [part for part in line.split(" ") if "%" in part] == [">\xa099\xa0%", "<\xa01\xa0%"]
