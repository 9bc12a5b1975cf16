"""The row of points that shows how far an event is (clubs/read/points.py)."""

import pytest

from clubs.read.points import row_of_points, shapes


@pytest.mark.parametrize(
    ("done", "on", "of", "counts"),
    [
        (0, 0, 0, {"todo": 24}),
        (0, 0, 42, {"todo": 24}),
        (0, 1, 42, {"now": 1, "todo": 23}),
        (21, 3, 42, {"done": 12, "now": 2, "todo": 10}),
        (41, 1, 42, {"done": 23, "now": 1}),
        (42, 0, 42, {"done": 24}),
    ],
)
def test_each_state_is_one_path_of_as_many_points_as_its_share(
    done: int, on: int, of: int, counts: dict[str, int]
) -> None:
    drawn = dict(shapes(row_of_points(done, on, of)))

    assert {state: path.count("z") for state, path in drawn.items()} == counts


def test_points_stand_beside_each_other_with_the_bar_in_the_middle() -> None:
    ((_, path),) = shapes(row_of_points(42, 0, 42))

    assert path.startswith("M1 34l6.5-33 6.5 33zM16 34l")
    assert "M166 34l6.5-33 6.5 33zM193 34l" in path
    assert path.endswith("M358 34l6.5-33 6.5 33z")
