"""Documents laid out in a child process: the same as in this one; it ends after some, or when idle."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from paper.child import Child, ChildError
from paper.layout import Layout
from rules.errors import RuleBroken

HTML = "<p>Ana Ruiz – Bo Lind ♠ 東京</p>"
TWO_PAGES = "<p>one</p><p style='break-before: page'>two</p>"


@pytest.fixture
def child() -> Iterator[Child]:
    made = Child(most_documents=3)
    yield made
    made.stop()


def test_a_child_prints_the_same_bytes(child: Child) -> None:
    assert child.pdf(HTML) == Layout().pdf(HTML)
    assert (child.pages(HTML), child.pages(TWO_PAGES)) == (1, 2)


def test_it_ends_after_some_documents_and_another_one_goes_on(child: Child) -> None:
    numbers = []
    for _ in range(4):
        child.pdf(HTML)
        numbers.append(child.process_number)

    assert numbers[0] == numbers[1] != numbers[3]
    assert numbers[2] is None, "it ended after its third document"


def test_one_that_was_killed_is_started_again(child: Child) -> None:
    child.pdf(HTML)
    killed = child.process_number
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    assert child.pdf(HTML)[:5] == b"%PDF-"
    assert child.process_number not in (killed, None)


def test_it_ends_when_nobody_prints() -> None:
    child = Child(idle_seconds=0.05)
    child.pdf(HTML)

    deadline = monotonic() + 10
    while child.process_number is not None:
        assert monotonic() < deadline


def test_an_error_is_raised_where_the_document_was_wanted(child: Child) -> None:
    with pytest.raises(ChildError, match="UnicodeEncodeError"):
        child.pdf("<p>half a pair: \ud800")

    assert child.pdf(HTML)[:5] == b"%PDF-"


def test_a_machine_without_pango_is_said_in_the_usual_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    child = Child()

    try:
        with pytest.raises(RuleBroken) as refused:
            child.pdf(HTML)
    finally:
        child.stop()

    assert refused.value.code == "paper.missing"
