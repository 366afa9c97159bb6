"""Files and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from functools import cache
from statistics import median, quantiles

from tests.architecture.sources import APPS, ROOT, files, nodes, parsed

FUNCTION_P90, FUNCTION_MAX = 30, 60
FILE_P90, FILE_MAX = 350, 600
TEST_MEDIAN = 12

type_of_function = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def functions(*folders: str) -> tuple[tuple[str, str, int], ...]:
    """(place, name, lines) of every function."""
    return tuple(_functions(*folders))


def _functions(*folders: str) -> Iterator[tuple[str, str, int]]:
    for path in files(*folders):
        for node in nodes(parsed(path)):
            if isinstance(node, type_of_function) and node.end_lineno:
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield place, node.name, node.end_lineno - node.lineno + 1


def p90(values: list[int]) -> float:
    return quantiles(values, n=10, method="inclusive")[-1]


def test_no_function_is_longer_than_a_screen():
    long = [f"{place} {name}: {lines}" for place, name, lines in functions(*APPS) if lines > FUNCTION_MAX]
    assert long == []


def test_nine_functions_of_ten_are_short():
    assert p90([lines for _, _, lines in functions(*APPS)]) <= FUNCTION_P90


def test_no_file_is_a_giant():
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files(*APPS, "tests")
    }
    assert {name: lines for name, lines in lengths.items() if lines > FILE_MAX} == {}


def test_nine_files_of_ten_are_of_middling_length():
    assert p90([len(path.read_text().splitlines()) for path in files(*APPS)]) <= FILE_P90


def test_half_of_the_tests_fit_in_twelve_lines():
    assert median(lines for _, name, lines in functions("tests") if name.startswith("test_")) <= TEST_MEDIAN
