"""Refusals before Django are counted, so that a flood costs a line of the log a minute."""

import logging

import pytest

from runtime.refusals import RefusalLog


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_a_flood_of_refusals_is_one_line_at_once_and_one_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    log = RefusalLog(clock)

    with caplog.at_level(logging.WARNING, "runtime.refusals"):
        for _ in range(1000):
            log.count("connections.many", "192.0.2.7")
        assert lines(caplog) == ["refused: 1 × connections.many; most of them (1) from 192.0.2.7"]
        clock.now += 59
        log.count("connections.full", "192.0.2.8")
        assert len(lines(caplog)) == 1
        clock.now += 1
        log.count("connections.full", "192.0.2.8")

    assert lines(caplog)[1:] == [
        "refused: 999 × connections.many, 2 × connections.full; most of them (999) from 192.0.2.7"
    ]


def test_what_was_refused_last_is_logged_although_nothing_comes_after_it(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    log = RefusalLog(clock)
    log.count("request.slow")
    log.count("request.slow")
    clock.now += 61

    with caplog.at_level(logging.WARNING, "runtime.refusals"):
        log.log_sum()
        log.log_sum()

    assert lines(caplog) == ["refused: 1 × request.slow; most of them (1) from ?"] * 2


def test_refusals_from_very_many_addresses_are_counted_in_bounded_memory(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    log = RefusalLog(clock)
    log.count("host.unknown", "2001:db8::")
    for number in range(5000):
        log.count("host.unknown", f"2001:db8:{number:x}::")
    assert len(log._addresses) == 200
    clock.now += 61

    with caplog.at_level(logging.WARNING, "runtime.refusals"):
        log.log_sum()

    assert lines(caplog)[1:] == ["refused: 5000 × host.unknown; most of them (1) from 2001:db8:0::"]
