"""The sentences that forms of battles answer with."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from missions.battles.forms import BattleForm, TryForm
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import packs

DJANGO = ("Enter a", "This field is required", "Select a valid", "Ensure this value")
"""Beginnings of the sentences that Django has for every form."""


@pytest.mark.parametrize("pack", packs(), ids=lambda pack: pack.id)
@pytest.mark.parametrize("typed", ["", "some", "-7", "4000"])
def test_a_form_that_is_filled_in_wrongly_answers_in_our_words(pack: Pack, typed: str) -> None:
    numbers = [option.name for option in pack.options if option.kind == "number"]
    for kind in (BattleForm, TryForm):
        usual = kind(pack, None, "ticket")
        names = [name for name in usual.fields if name not in ("ticket", "system")]
        data = QueryDict(mutable=True)
        data.update(dict.fromkeys(names, typed))
        form = kind(pack, data, "ticket")
        found = {name: list(errors) for name, errors in form.errors.items()}
        assert {"ticket", "scenario", "side"} <= found.keys()
        assert not [each for errors in found.values() for each in errors if each.startswith(DJANGO)]
        if kind is BattleForm and typed == "some":
            assert {*numbers} <= found.keys()


@pytest.mark.rule("BG-010", "BG-134")
def test_zero_is_refused_where_it_means_nothing() -> None:
    found = {}
    for pack in packs():
        data = QueryDict(mutable=True)
        data.update(dict.fromkeys([option.name for option in pack.options if option.blank], "0"))
        errors = BattleForm(pack, data, "ticket").errors
        found[pack.id] = {option.name for option in pack.options if option.blank} & errors.keys()
    assert found == {"fighters": set(), "red_alert": set(), "galaxies": {"points", "rounds"}}
