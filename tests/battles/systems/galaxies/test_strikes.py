"""Search bots of Galaxies keep cards behind the screen until they strike together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.bots.search import SearchBot
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.bots import stance, strikes
from missions.battles.systems.galaxies.bots.care import STYLES
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, launch_of
from missions.battles.systems.galaxies.engine.state import DEPLOY, State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.engine.turn import MOST_ENERGY
from tests.battles.systems.galaxies.positions import ISN, WRETCH, stand

AHEAD = STYLES["ahead"]
MAP = (16, 11)
HAWKS, F54, TORRENT = "isn-hawks-veteran", "isn-f54-seasoned", "isn-torrent-seasoned"
NEAR, FAR = "wre-teskio-standard 8,5 9,5", "wre-teskio-standard 14,5 15,5"


def deploying(cards: str, *, reserve: tuple[str, ...] = (HAWKS, F54, TORRENT), energy: int = 25) -> State:
    """A deploy phase of the ISN, which starts in the two westernmost columns."""
    state = stand(cards, size=MAP, reserve=reserve, energy=(energy, 0))
    state.phase = DEPLOY
    return state


def launched(state: State, level: str = "ahead") -> list[str]:
    """The cards that a bot launches in the deploy phase."""
    state, dice = state.clone(), seeded_dice("deploy")
    bot = RatedBot(level)
    while state.phase is DEPLOY:
        GALAXIES.apply(state, ISN, bot.choose(GALAXIES, state, ISN), dice)
    own = [card for card, owner in enumerate(state.owner) if owner == ISN]
    return [state.cards[card].type.id for card in own if state.launched[card] == state.turn]


def test_a_side_keeps_its_cards_behind_the_screen_while_they_could_not_fire():
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {FAR}")
    assert launched(state) == [] and set(launched(state, "greedy")) == {HAWKS, F54, TORRENT}


def test_a_bot_says_that_its_cards_are_better_off_behind_the_screen():
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {FAR}")
    bot = RatedBot("ahead")
    assert kind_of(bot.choose(GALAXIES, state, ISN)[1]) is Kind.DONE
    why = bot.explain()
    assert "no other card is worth more on the map now than behind the screen" in why
    assert why.endswith(", out of the question.")


def test_a_side_without_a_ship_launches_the_card_that_is_the_least_loss():
    assert launched(deploying(FAR)) == [F54]


def test_cards_are_launched_for_attacks_that_take_more_than_they_bring():
    """A Tes Kio with one hull peg left is within reach of cards that are launched now."""
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {NEAR}")
    state.shields[3], state.hull[3] = 0, 3
    struck = launched(state)
    assert struck and set(struck) <= {HAWKS, F54, TORRENT}
    chosen = strikes.chosen(state, ISN, AHEAD)
    assert {state.table.fleets[ISN][place].type.id for place, _ in chosen} == set(struck)


def test_a_strike_leaves_the_energy_for_its_attacks():
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {NEAR}", energy=8)
    state.shields[3], state.hull[3] = 0, 3
    fleet = state.table.fleets[ISN]
    struck = [fleet[place] for place, _ in strikes.chosen(state, ISN, AHEAD)]
    assert struck and sum(card.launch + card.type.activation for card in struck) <= 8


@pytest.mark.rule("BG-016")
def test_energy_that_would_be_lost_launches_the_dearest_card():
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {FAR}", energy=MOST_ENERGY)
    assert launched(state) == [TORRENT]


def test_nobody_holds_back_while_time_works_for_the_enemy():
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {FAR}")
    state.turn = 2 * state.table.rounds - 1
    state.launched[0] = 1
    assert stance.presses(state, ISN) and launched(state)[0] == HAWKS


def test_the_search_tries_no_other_launch_and_says_why():
    state = deploying(FAR)
    search = SearchBot(seed="s", budget=9)
    _, choice = search.choose(GALAXIES, state, ISN)
    fleet = state.table.fleets[ISN]
    assert kind_of(choice) is Kind.LAUNCH and fleet[launch_of(choice)[0]].type.id == F54
    assert "launch isn-f54-seasoned" in search.explain()


def test_hidden_cards_of_the_enemy_change_nothing_but_by_their_number():
    cards = f"isn-sparrows-seasoned 1,1 1,2 1,3 | {NEAR}"
    found = []
    for hidden in ("wre-vapor-standard", "wre-fuvu-standard"):
        state = deploying(cards, reserve=(HAWKS, F54, TORRENT, hidden))
        state.energy[WRETCH] = 20
        found.append(strikes.chosen(state, ISN, AHEAD))
        state.table = replace(state.table, fleets=(state.table.fleets[ISN], ()))
        assert strikes.chosen(state, ISN, AHEAD) == found[-1]
    assert found[0] == found[1]


def test_a_side_that_fears_less_fire_strikes_with_more():
    """The strike is worth what it takes without the fire that it draws, and less with each share of it."""
    state = deploying(f"isn-sparrows-seasoned 1,1 1,2 1,3 | {NEAR}")
    cards = [(place, carrier) for place, carrier in strikes.deployment.candidates(state)]
    values = [strikes._strike(state, ISN, cards, replace(AHEAD, fear=fear))[1] for fear in (0.0, 0.5, 1.0)]
    assert values[0] > values[1] > values[2] >= 0
