"""manage.py fit_prices: a league of drawn fleets, the value of each card beside its price, and the file."""

import csv
from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from missions.battles.engine.prices import Result
from missions.battles.engine.simulation import Fought
from missions.battles.management.commands import fit_prices
from missions.battles.systems import registry
from missions.battles.systems.pack import Pricing

GALAXIES = registry.pack("galaxies")
SETTLED = "1"
"""A league of two battles of random bots, of which the dearer fleets win more."""


def fitted(**options: Any) -> str:
    out = StringIO()
    call_command("fit_prices", **{"stdout": out, "games": 2, "bots": "random", **options})
    return out.getvalue()


def decide(monkeypatch: pytest.MonkeyPatch, dearer: int) -> list[Any]:
    """Let the dearer fleet win (1) or lose (-1) without a fight; the tasks are noted."""
    tasks: list[Any] = []

    def by_price(found: list[Any], jobs: int, label: str):
        tasks.extend(found)
        prices = pricing().prices
        for number, task in enumerate(found):
            first, second = (sum(prices[card] for card in force["cards"]) for force in task.setup["forces"])
            winner = number % 2 if first == second else int(dearer * second > dearer * first)
            yield number, Fought(winner, "Over.", 5, 40, (), ((), ()), number % 2)

    monkeypatch.setattr(fit_prices.shared, "fought", by_price)
    return tasks


def pricing() -> Pricing:
    assert GALAXIES.pricing is not None
    return GALAXIES.pricing()


def test_each_card_has_a_line_on_the_screen_and_in_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    decided = decide(monkeypatch, 1)
    file = tmp_path / "values.csv"
    out = fitted(games=300, csv=file)
    lines = list(csv.DictReader(file.read_text().splitlines()))
    assert [line["kind"] for line in lines] == list(pricing().prices) and len(lines) == 36
    for line in lines:
        assert float(line["low"]) < float(line["value"]) < float(line["high"])
        assert f"{pricing().names[line['kind']]}: price {int(line['price']):2d}, worth" in out
    assert "300 battles" in out and "ISN wins with forces of equal value:" in out
    assert "side that begins wins with forces of equal value:" in out and "raise even chances to 60" in out
    assert len(decided) == 300 and {task.bots for task in decided} == {("random", "random")}


def test_battles_of_a_league_are_fought_to_their_end():
    out = fitted(games=2, seed=SETTLED)
    assert out.startswith("2 battles") and out.count(" worth ") == 36


def test_a_league_that_the_cheaper_fleets_win_is_refused(monkeypatch: pytest.MonkeyPatch):
    decide(monkeypatch, -1)
    with pytest.raises(CommandError, match="do not win more often in these battles. Let the bots fight more"):
        fitted(games=12)


def test_the_same_seed_draws_the_same_league():
    one, again, other = (fit_prices.league(pricing(), 5, seed) for seed in ("1", "1", "2"))
    assert one == again != other


@pytest.mark.rule("BG-010")
def test_fleets_of_a_league_are_legal_of_nearly_one_price_and_have_every_card():
    random, seen = Random("legal"), Counter[str]()
    known = pricing()
    for _ in range(400):
        forces = known.draw(random)
        costs = [sum(known.prices[card] for card in force) for force in forces]
        assert abs(costs[0] - costs[1]) <= 8
        setup = GALAXIES.written(known.scenario, [", ".join(force) for force in forces], {})
        assert [force["cards"] for force in setup["forces"]] == [list(force) for force in forces]
        assert not any(GALAXIES.forces.findings(setup, side, setup["forces"][side]) for side in (0, 1))
        seen.update(card for force in forces for card in force)
    assert set(seen) == set(known.prices) and min(seen.values()) >= 10


def test_a_drawn_battle_counts_for_both_and_the_winner_for_itself():
    forces = (("isn-f54-standard",), ("wre-chosh-standard",))
    shares = [
        fit_prices._result(forces, Fought(winner, "Over.", 5, 40, (), ((), ()), 1)) for winner in (0, 1, None)
    ]
    assert shares == [Result(forces, 1.0, 1), Result(forces, 0.0, 1), Result(forces, 0.5, 1)]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"system": "fighters"}, "The published rules have the prices of"),
        ({"games": 0}, "--games is 0; it can be 1 to 100000."),
        ({"bots": "nobody"}, "There is no bot “nobody”."),
        ({"csv": Path("/")}, "/ is a directory; name a file."),
    ],
)
def test_impossible_options_are_refused_in_a_sentence(options: dict[str, Any], sentence: str):
    with pytest.raises(CommandError) as no:
        fitted(**options)
    assert sentence in str(no.value) and no.value.returncode == 2
