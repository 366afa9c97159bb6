"""The number by which people know a game: counted through the campaign, given once, kept by the log."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from league.kernel.events import Event
from league.kernel.fold import fold
from league.rules.events import FleetCheckedIn, PairingMade, RoundOpened
from missions.rules.game.state import MissionsState, next_number
from missions.rules.overrides.events import FriendlyArranged
from rosters.rules.events import FleetFounded, FleetLocked

FLEETS = (1, 2)
FIRST = 100


def evening() -> list[Event]:
    """Two locked fleets in an open round."""
    log: list[Event] = []
    for fleet in FLEETS:
        log += [FleetFounded(fleet, fleet + 10, f"Fleet {fleet}", "rebel", "spades"), FleetLocked(fleet)]
    return [*log, RoundOpened(50, 1), *(FleetCheckedIn(50, fleet) for fleet in FLEETS)]


def friendly(game: int, number: int = 0) -> FriendlyArranged:
    return FriendlyArranged(game, *FLEETS, number=number)


def numbers(log: list[Event]) -> list[int]:
    """The games' numbers in the order in which they came about."""
    games = fold([*evening(), *log]).of(MissionsState).games
    return [games[each].number for each in sorted(games)]


def test_logs_from_before_there_were_numbers_count_their_games_in_order():
    log = [friendly(FIRST), PairingMade(50, FIRST + 1, *FLEETS), friendly(FIRST + 7)]
    assert numbers(log) == [1, 2, 3]


def test_a_number_of_the_log_stays_when_an_earlier_game_is_undone():
    log = [friendly(FIRST, 1), friendly(FIRST + 1, 2), friendly(FIRST + 2, 3)]
    assert numbers([log[0], log[2]]) == [1, 3]
    assert numbers([log[2]]) == [3]


def test_the_next_number_follows_the_newest_game():
    assert next_number(MissionsState()) == 1
    state = fold([*evening(), friendly(FIRST, 1), friendly(FIRST + 1, 5)]).of(MissionsState)
    assert next_number(state) == 6


def test_a_game_that_is_made_again_after_its_number_went_to_another_moves_the_later_one_up():
    assert numbers([friendly(FIRST, 1), friendly(FIRST + 5, 1)]) == [1, 2]


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), max_size=20))
def test_no_two_games_have_one_number_whatever_the_log_says(entries: list[tuple[int, bool]]):
    """Numbers differ in an archive that somebody else wrote, too, and with any of its acts undone."""
    log = [friendly(FIRST + place, number) for place, (number, counts) in enumerate(entries) if counts]
    found = numbers(list(log))
    assert found == sorted(set(found)) and all(found)
