"""Programs in a process of their own: their output line by line, and their errors."""

import sys
import threading

import pytest

from runtime.jobs.subprocess import READER, Interrupted, run


def test_the_output_of_a_program_is_passed_on_line_by_line_and_returned() -> None:
    heard: list[str] = []

    text = run([sys.executable, "-c", "print(1); print('two')"], on_line=heard.append)

    assert (text, heard) == ("1\ntwo\n", ["1\n", "two\n"])


def test_a_program_that_fails_raises_an_error_with_its_output() -> None:
    with pytest.raises(RuntimeError, match="no paper"):
        run([sys.executable, "-c", "import sys; sys.exit('no paper')"])


def test_a_program_left_while_it_prints_ends_and_its_reader_ends_without_an_error() -> None:
    readers = [each for each in threading.enumerate() if each.name == READER]

    def stop_at_once(line: str) -> None:
        raise Interrupted(line)

    with pytest.raises(Interrupted, match="1"):
        run([sys.executable, "-c", "while True: print(1, flush=True)"], on_line=stop_at_once)

    new = [each for each in threading.enumerate() if each.name == READER and each not in readers]
    for reader in new:  # an error in it is a warning of pytest's, and so fails this test
        reader.join()
