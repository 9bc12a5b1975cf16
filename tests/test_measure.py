"""What counts of several runs of a bench."""

import os
from threading import Event, Thread

import pytest

from bench.measure import Figure, Measured, processor_seconds


def test_of_times_the_quickest_run_counts_and_of_ratios_the_one_in_the_middle() -> None:
    values = (5.0, 1.0, 4.0)

    assert Measured(Figure("sheet", "s", "a sheet"), values).value == 1.0
    assert Measured(Figure("result", "×", "a result"), values).value == 4.0


def test_a_figure_is_too_slow_above_its_bound_and_the_tolerance() -> None:
    assert [Measured(Figure("sheet", "s", "a sheet", bound=2.0), (value,)).is_too_slow for value in (2.4, 2.6)] == [
        False, True,
    ]  # fmt: skip
    assert not Measured(Figure("sheet", "s", "a sheet"), (9.0,)).is_too_slow


def test_the_time_of_a_process_is_read_while_its_threads_come_and_go() -> None:
    over = Event()

    def come_and_go() -> None:
        while not over.is_set():
            threads = [Thread(target=over.is_set) for _ in range(20)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()

    coming = Thread(target=come_and_go)
    coming.start()
    try:
        read = [processor_seconds(os.getpid()) for _ in range(300)]
    finally:
        over.set()
        coming.join()

    assert read == sorted(read)


def test_a_process_that_is_gone_has_no_time() -> None:
    with pytest.raises(FileNotFoundError):
        processor_seconds(2**22 + 1)  # one more than Linux counts
