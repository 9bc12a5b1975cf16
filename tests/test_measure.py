"""What counts of several runs of a bench."""

from bench.measure import Figure, Measured


def test_of_times_the_quickest_run_counts_and_of_ratios_the_one_in_the_middle() -> None:
    values = (5.0, 1.0, 4.0)

    assert Measured(Figure("sheet", "s", "a sheet"), values).value == 1.0
    assert Measured(Figure("result", "×", "a result"), values).value == 4.0


def test_a_figure_is_too_slow_above_its_bound_and_the_tolerance() -> None:
    assert [Measured(Figure("sheet", "s", "a sheet", bound=2.0), (value,)).is_too_slow for value in (2.4, 2.6)] == [
        False, True,
    ]  # fmt: skip
    assert not Measured(Figure("sheet", "s", "a sheet"), (9.0,)).is_too_slow
