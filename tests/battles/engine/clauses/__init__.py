"""Clauses that every rule system keeps. Each plays a set-up at random and raises AssertionError.

`test_conformance` runs them over every registered system and over the duel. `test_clauses` runs them over
systems that are broken in one place each, to show that each clause finds its fault.
"""

from __future__ import annotations

from tests.battles.engine.clauses.bots import bots_play, contenders_are_legal
from tests.battles.engine.clauses.course import (
    comes_to_an_end,
    reads_its_own_text,
    replays_alike,
    seating_holds,
    tells_everybody_something,
    tells_its_course,
)
from tests.battles.engine.clauses.dice import (
    odds_are_counted_out,
    odds_are_whole,
    rolls_are_those_of_who_orders,
    typed_dice_fit,
    windows_are_known,
)
from tests.battles.engine.clauses.orders import (
    asking_changes_nothing,
    carries_out_whatever_falls,
    clones_are_independent,
    drafts_end_in_the_legal_orders,
    refuses_with_a_sentence,
    takes_any_at_random,
    writes_and_reads,
)
from tests.battles.engine.clauses.playing import ended, play, start, thoroughly
from tests.battles.engine.clauses.secrets import (
    alike_means_alike,
    an_order_that_tells_something_new_settles,
    choices_are_simultaneous,
    imagines_from_what_a_seat_knows,
    pages_answer_truly,
    shows_no_secret,
    stale_orders_are_refused,
    told_to_those_that_know,
    views_are_plain,
)

CLAUSES = (
    comes_to_an_end, seating_holds, replays_alike, reads_its_own_text, tells_its_course,
    tells_everybody_something, writes_and_reads, takes_any_at_random, drafts_end_in_the_legal_orders,
    carries_out_whatever_falls, clones_are_independent, asking_changes_nothing, refuses_with_a_sentence,
    shows_no_secret, imagines_from_what_a_seat_knows, pages_answer_truly, views_are_plain,
    told_to_those_that_know, alike_means_alike, choices_are_simultaneous, stale_orders_are_refused,
    an_order_that_tells_something_new_settles, windows_are_known, rolls_are_those_of_who_orders,
    typed_dice_fit, odds_are_whole, odds_are_counted_out, bots_play, contenders_are_legal,
)  # fmt: skip
"""The clauses in the order above."""
SAMPLED = (
    comes_to_an_end, clones_are_independent, shows_no_secret, alike_means_alike,
    an_order_that_tells_something_new_settles,
)  # fmt: skip
"""Clauses that look at a part of the steps or battles unless they are kept `thoroughly`."""

__all__ = [
    "CLAUSES",
    "ended",
    "play",
    "start",
    "thoroughly",
    "alike_means_alike",
    "asking_changes_nothing",
    "bots_play",
    "carries_out_whatever_falls",
    "choices_are_simultaneous",
    "clones_are_independent",
    "comes_to_an_end",
    "contenders_are_legal",
    "drafts_end_in_the_legal_orders",
    "imagines_from_what_a_seat_knows",
    "odds_are_counted_out",
    "odds_are_whole",
    "pages_answer_truly",
    "reads_its_own_text",
    "refuses_with_a_sentence",
    "replays_alike",
    "rolls_are_those_of_who_orders",
    "seating_holds",
    "shows_no_secret",
    "stale_orders_are_refused",
    "takes_any_at_random",
    "tells_everybody_something",
    "tells_its_course",
    "told_to_those_that_know",
    "typed_dice_fit",
    "views_are_plain",
    "an_order_that_tells_something_new_settles",
    "windows_are_known",
    "writes_and_reads",
]
