"""Programs in a process of their own: their output line by line, and their errors."""

import sys

import pytest

from runtime.jobs.subprocess import run


def test_the_output_of_a_program_is_passed_on_line_by_line_and_returned() -> None:
    heard: list[str] = []

    text = run([sys.executable, "-c", "print(1); print('two')"], on_line=heard.append)

    assert (text, heard) == ("1\ntwo\n", ["1\n", "two\n"])


def test_a_program_that_fails_raises_an_error_with_its_output() -> None:
    with pytest.raises(RuntimeError, match="no paper"):
        run([sys.executable, "-c", "import sys; sys.exit('no paper')"])
