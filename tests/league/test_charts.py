"""Charts: what is drawn stands where its figure says."""

import re

import pytest

from league.charts import BOTTOM, HEIGHT, LABEL_LEFT, LEFT, RIGHT, TOP, WIDTH, Series, line_chart


def points(svg: str, path: int = 0) -> list[tuple[float, float]]:
    """The corners of a line."""
    lines = re.findall(r'd="M([\d. L]+)"', svg)
    return [tuple(map(float, each.split())) for each in lines[path].split("L")]  # type: ignore[misc]


def test_nothing_to_draw_gives_nothing():
    assert line_chart("Empty", ["Start"], [Series("A", [None])]) == ""
    assert line_chart("Empty", [], []) == ""


def test_a_line_runs_from_edge_to_edge_and_higher_figures_stand_higher():
    drawn = points(line_chart("Value", ["Start", "Round 1", "Round 2"], [Series("A", [300, 350, 400])]))
    assert [x for x, _ in drawn] == [LEFT, (LEFT + WIDTH - RIGHT) / 2, WIDTH - RIGHT]
    assert [y for _, y in drawn] == [HEIGHT - BOTTOM, (TOP + HEIGHT - BOTTOM) / 2, TOP]


def test_a_gap_in_the_figures_leaves_its_step_out():
    drawn = points(line_chart("Value", ["a", "b", "c"], [Series("A", [1, None, 3])]))
    assert len(drawn) == 2


def test_a_flat_line_stays_inside_the_picture():
    ((_, y), _) = points(line_chart("Value", ["a", "b"], [Series("A", [7, 7])]))
    assert TOP <= y <= HEIGHT - BOTTOM


def test_one_step_stands_in_the_middle():
    ((x, _),) = points(line_chart("Value", ["Start"], [Series("A", [5])]))
    assert x == LEFT + (WIDTH - LEFT - RIGHT) / 2


def test_labels_do_not_cover_each_other():
    series = [Series(f"Fleet {each}", [100, 100]) for each in range(6)]
    svg = line_chart("Value", ["a", "b"], series)
    heights = sorted(float(y) for y in re.findall(rf'x="{WIDTH - RIGHT + LABEL_LEFT}" y="([\d.]+)"', svg))
    assert min(later - earlier for earlier, later in zip(heights, heights[1:], strict=False)) >= 14
    assert heights[-1] <= HEIGHT


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 7, 9, 12, 20])
def test_names_of_steps_stand_clear_of_each_other_and_the_last_is_always_told(rounds: int):
    steps = ["Start", *(f"Round {each}" for each in range(1, rounds + 1))]
    svg = line_chart("Value", steps, [Series("A", list(range(rounds + 1)))])
    shown = re.findall(rf'x="([\d.]+)" y="{HEIGHT - 8}" text-anchor="middle">([^<]+)<', svg)
    places = [float(x) for x, _ in shown]
    assert min(later - earlier for earlier, later in zip(places, places[1:], strict=False)) >= 62
    assert [shown[0][1], shown[-1][1]] == ["Start", f"Round {rounds}"]


def test_names_are_escaped_and_cut():
    svg = line_chart("Value", ["a"], [Series("<b>The very long named fleet", [1])])
    assert "&lt;b&gt;The very lon…" in svg


def test_the_own_line_is_drawn_differently_from_the_others():
    svg = line_chart(
        "Value", ["a", "b"], [Series("Mine", [1, 2], mine=True), Series("B", [2, 3], side="scum")]
    )
    assert svg.count('class="chart-line"') == 1
    assert svg.count('class="side-scum"') == 1


def test_a_label_with_room_stands_at_its_own_end_whatever_crowds_below():
    series = [Series("Top", [100, 400]), *(Series(f"Low {each}", [100, 100]) for each in range(4))]
    svg = line_chart("Value", ["a", "b"], series)
    found = re.search(rf'x="{WIDTH - RIGHT + LABEL_LEFT}" y="([\d.]+)">Top<', svg)
    assert found is not None
    assert float(found[1]) == TOP + 4


LOOK = re.compile(r'stroke-width="1.5"([^>]*)></path><path d="M[\d.]+ [\d.]+(m[^M]*?Z)[^"]*" (\S+) stroke')


def looks(*series: Series) -> list[tuple[str, str, str]]:
    """Dashes, shape of the marker and its filling, line by line: all that is left of a chart in grey."""
    return LOOK.findall(line_chart("Value", ["a", "b"], series))


@pytest.mark.parametrize("count", [5, 6, 12])
def test_lines_of_one_side_differ_without_colour(count: int):
    found = looks(*(Series(f"F{n}", [n, n + 1], side="scum") for n in range(count)))
    assert len(found) == count
    assert len(set(found)) == count


def test_the_first_lines_of_the_sides_differ_without_colour():
    found = looks(*(Series(side, [1, 2], side=side) for side in ("rebel", "imperial", "scum", "")))
    assert len({(dashes, shape) for dashes, shape, _ in found}) == 4


def test_all_lines_of_a_side_have_its_marker():
    found = looks(
        *(Series(f"{side} {n}", [n, 2], side=side) for n in range(3) for side in ("rebel", "imperial"))
    )
    assert [shape for _, shape, _ in found[::2]] == [found[0][1]] * 3
    assert [dashes for dashes, _, _ in found[::2]] == [dashes for dashes, _, _ in found[1::2]]


def test_a_chart_has_its_title_inside_for_readers_of_paper_too():
    assert "<title>Fleet value &amp; more</title>" in line_chart(
        "Fleet value & more", ["a"], [Series("A", [1])]
    )
