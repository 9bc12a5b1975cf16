"""The figures of reliability: all are there, and each fault can still be planted (``bin/bench reliability``)."""

import pytest

from bench.reliability.copies import ROOT
from bench.reliability.figure import Figure, Outcome
from bench.reliability.figures import FIGURES
from bench.reliability.proofs import by_tests
from bench.reliability.run import measured

# The 25 of the design, and those that were added to them.
NUMBERS = range(1, 31)


def test_every_figure_has_a_number_and_a_name_of_its_own() -> None:
    assert [each.number for each in FIGURES] == list(NUMBERS)
    assert len({each.name for each in FIGURES}) == len(FIGURES)


def test_every_figure_that_is_measured_has_a_fault() -> None:
    assert [each.name for each in FIGURES if each.fault is None] == []


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_the_text_of_a_fault_is_there_exactly_once(figure: Figure) -> None:
    if figure.fault is not None:
        assert (ROOT / figure.fault.path).read_text().count(figure.fault.was) == 1


def test_of_a_missed_figure_what_its_measure_printed_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    figure = Figure(31, "new", "a promise", by_tests("tests/no_such_test.py"))

    verdict = measured(figure, short=True, sabotage=True)

    shown = capsys.readouterr()
    assert verdict == "MISSED"
    assert shown.out.startswith("MISSED   31 new ")
    assert "file or directory not found: tests/no_such_test.py" in shown.err


def test_of_a_kept_promise_nothing_is_shown_but_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    figure = Figure(31, "new", "a promise", lambda *_: Outcome("3 of 3", True, "much that nobody reads"))

    verdict = measured(figure, short=True, sabotage=False)

    shown = capsys.readouterr()
    assert verdict == "ok"
    assert shown.out.startswith("ok       31 new           3 of 3\n")
    assert shown.err == ""
