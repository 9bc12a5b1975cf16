"""The figures of reliability: all are there, and each fault can still be planted (``bin/bench reliability``)."""

import pytest

from bench.reliability.copies import ROOT
from bench.reliability.figure import Figure
from bench.reliability.figures import FIGURES

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
