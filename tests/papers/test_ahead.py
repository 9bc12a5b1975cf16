"""Sheets made ahead: the newest only, whole or not at all, and never too many."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

from rules.formats.knockout import MAIN
from tests.contents import content
from tests.factories import a_drawn_event, an_event, play_code
from tournaments.models import Event
from tournaments.papers import ahead as sheets_ahead
from tournaments.papers.ahead import ready_sheet, render_ahead
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """Keep this test's sheets apart from any others."""
    before, settings.DATA_DIR = settings.DATA_DIR, tmp_path
    yield tmp_path / "sheets"
    settings.DATA_DIR = before


def kinds(names: list[str]) -> list[str]:
    return [name.rsplit("-", 2)[0] for name in names]


def text_of(made: bytes) -> str:
    return PdfReader(io.BytesIO(made)).pages[0].extract_text()


def main(event: Event) -> bytes:
    return ready_sheet(event_of(event.pk), MAIN, "A4", False, "easel")


def test_both_brackets_of_a_drawn_event_are_made_ahead_once(folder: Path) -> None:
    event = a_drawn_event(8)
    before = content()

    made = render_ahead(event.tournament)

    pk = event.pk
    assert kinds(made) == [f"{pk}-main-A4-easel-sheet", f"{pk}-consolation-A4-easel-sheet"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(made)
    assert render_ahead(event.tournament) == []
    assert content() == before


def test_what_was_made_ahead_is_served_as_it_is(folder: Path) -> None:
    event = a_drawn_event(8)
    made = render_ahead(event.tournament)
    (folder / made[0]).write_bytes(b"made ahead")

    assert main(event) == b"made ahead"


def test_an_old_sheet_is_never_served_and_goes_when_a_new_one_is_made(folder: Path) -> None:
    event = a_drawn_event(8)
    old = render_ahead(event.tournament)
    play_code(event, "A1")

    number = event_of(event.pk).tournament.stream.number
    assert f"Sheet {number} " in text_of(main(event))
    new = render_ahead(event.tournament)

    assert sorted(path.name for path in folder.iterdir() if path.name in old) == []
    assert kinds(new)[-1] == f"{event.pk}-consolation-A4-easel-sheet"


def test_fonts_that_changed_make_another_sheet(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_drawn_event(2, "none")
    main(event)

    monkeypatch.setattr("tournaments.papers.ahead.settings.RELEASE", "99")
    main(event)

    assert len(list(folder.iterdir())) == 2


def test_a_requested_kind_of_sheet_is_made_ahead_from_then_on(folder: Path) -> None:
    event = a_drawn_event(8)
    ready_sheet(event_of(event.pk), MAIN, "a3", True)
    play_code(event, "A1")

    made = render_ahead(event.tournament)

    assert f"{event.pk}-main-A3-fit-blank" in kinds(made)


def test_nothing_is_made_for_an_event_that_is_not_drawn(folder: Path) -> None:
    event = an_event()

    assert render_ahead(event.tournament) == []
    assert not folder.exists()


def test_only_so_many_files_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_drawn_event(8)
    monkeypatch.setattr(sheets_ahead, "MOST", 1)

    render_ahead(event.tournament)

    assert len(list(folder.glob("*.pdf"))) == 1


def test_a_sheet_is_printed_even_where_it_can_not_be_kept(folder: Path) -> None:
    folder.write_text("a file stands where the folder should be")
    event = a_drawn_event(2, "none")

    assert main(event).startswith(b"%PDF")
