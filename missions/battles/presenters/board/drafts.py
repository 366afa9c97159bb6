"""An order that is put together step by step: what has been picked, what there is to pick next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from missions.battles.board.reader import BoardReader
from missions.battles.engine.contract import Draft, Pick, View
from missions.battles.engine.sight import Sight
from missions.battles.presenters.board.fill import fill_each
from missions.battles.presenters.board.picked import NextPick

CARD = "card"
"""The step in which a card of the hand is picked."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A pick that was made: what was asked, what was picked, and the address that takes it back with all
    later ones.
    """

    step: str
    text: str
    back: str


@dataclass(frozen=True, slots=True)
class DraftPanel:
    """A draft as far as it is. `options` is finished markup; `units`, `hexes`, `cards` lead on from there.
    `back` are cards that were picked and can be put back, `placed` hexes that were picked.
    """

    taken: tuple[Taken, ...]
    prompt: str
    options: SafeString
    units: dict[int, NextPick]
    hexes: dict[str, NextPick]
    cards: dict[int, NextPick]
    back: dict[int, NextPick]
    placed: tuple[str, ...]
    took: frozenset[int]
    choice: int | None
    picks: tuple[int, ...]
    again: str
    """Address that takes back only the last hex of a unit that can stand elsewhere; "" if there is none."""


def draft_panel(
    sight: Sight[Any], reader: BoardReader, view: View, unit: int, picks: Sequence[int]
) -> DraftPanel | None:
    """The draft of a unit with those of the picks that are still legal."""
    drafts = list(_drafts(sight, unit, picks))
    if not drafts:
        return None
    now = drafts[-1]
    made = list(zip(drafts, now.picks, strict=False))
    options = {option.value: _step(unit, now.picks, option) for option in now.options}
    return DraftPanel(
        taken=tuple(_taken(unit, draft, pick) for draft, pick in made),
        prompt=now.text,
        options=_options(now, options),
        units=_only((option.target, options[option.value]) for option in now.options if option.target >= 0),
        hexes={
            reader.place_id(view, option.place): options[option.value]
            for option in now.options
            if option.place >= 0
        }
        | {
            reader.place_id(view, place): NextPick(address(unit, there), "here instead")
            for place, there in now.elsewhere.items()
        },
        cards=options if now.step == CARD or not now.picks else {},
        back=_back(sight, unit, made),
        placed=tuple(
            reader.place_id(view, place)
            for place in (_picked(draft, pick).place for draft, pick in made)
            if place >= 0
        ),
        took=frozenset(_picked(draft, pick).target for draft, pick in made),
        choice=now.choice,
        picks=now.picks,
        again=address(unit, now.picks[:-1]) if now.elsewhere else "",
    )


def _drafts(sight: Sight[Any], unit: int, picks: Sequence[int]) -> list[Draft]:
    """The draft after no pick, after one, and so on, as far as the picks are legal."""
    found: list[Draft] = []
    for count in range(len(picks) + 1):
        draft = sight.draft(unit, picks[:count])
        if draft is None or (not draft.options and draft.choice is None):
            break
        found.append(draft)
    return found


def _back(sight: Sight[Any], unit: int, made: Sequence[tuple[Draft, int]]) -> dict[int, NextPick]:
    """Cards that were picked, each with the address of the draft without it, if the others stand then."""
    found = {}
    for draft, pick in made:
        others = tuple(other for _, other in made if other != pick)
        if draft.step == CARD and (rest := sight.draft(unit, others)) and (rest.options or rest.choice):
            found[pick] = NextPick(address(unit, others), _picked(draft, pick).text)
    return found


def _only(found: Iterable[tuple[int, NextPick]]) -> dict[int, NextPick]:
    """The pick of each unit. One that stands for several picks, such as a carrier with cards in its hold,
    leads to none of them.
    """
    listed = list(found)
    often = Counter(unit for unit, _ in listed)
    return {unit: step for unit, step in listed if often[unit] == 1}


def _picked(draft: Draft, pick: int) -> Pick:
    return next((option for option in draft.options if option.value == pick), Pick(pick, str(pick)))


def _taken(unit: int, draft: Draft, pick: int) -> Taken:
    return Taken(draft.text, _picked(draft, pick).text, address(unit, draft.picks))


def address(unit: int, picks: Sequence[int]) -> str:
    """The address of a draft."""
    return f"?unit={unit}" + "".join(f"&pick={pick}" for pick in picks)


def _step(unit: int, picks: Sequence[int], option: Pick) -> NextPick:
    return NextPick(address(unit, (*picks, option.value)), option.text)


def _options(draft: Draft, steps: dict[int, NextPick]) -> SafeString:
    links = ((step.address, step.words) for step in steps.values())
    return fill_each('<li><a href="{}">{}</a>', links)
