"""Programs beside the server: heard line by line, and their fault told."""

import sys

import pytest

from runtime.subprocess import run


def test_what_a_program_prints_is_heard_line_by_line_and_returned() -> None:
    heard: list[str] = []

    said = run([sys.executable, "-c", "print(1); print('two')"], on_line=heard.append)

    assert (said, heard) == ("1\ntwo\n", ["1\n", "two\n"])


def test_a_program_that_fails_is_an_error_with_what_it_said() -> None:
    with pytest.raises(RuntimeError, match="no paper"):
        run([sys.executable, "-c", "import sys; sys.exit('no paper')"])
