"""Draw sheets made ahead, stored as files beside the data.

A file is named after all it depends on: the memory's number and head, the release, the fonts, the language. So an old
one is never served, and the folder may be emptied at any time. No row is written.
"""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

from journal.canon import canonical
from paper.fonts import fonts
from paper.languages import printed_in, second_language
from rules.drawing.fit import fits
from rules.draws.plan import ENTRY
from tournaments.models import Event, Tournament
from tournaments.papers.draw_sheet import Rows, draw_sheet_pdf, has_open_byes, read_paper, read_rows, rows_for
from tournaments.papers.draw_sheet_rows import sheet_of
from tournaments.papers.languages import printed_for
from tournaments.read.events import drawn_events

FOLDER = "sheets"
USUAL = "A4"
MOST = 200

log = logging.getLogger(__name__)

# Bracket, paper, whether blank, and rows.
type Kind = tuple[str, str, bool, str]
type Compute = Callable[[Callable[[], bytes]], bytes]


def _unreported(made: int, of: int) -> None:
    """Report no progress."""


def ready_sheet(event: Event, bracket: str, paper: str, blank: bool, rows: str = Rows.FIT) -> bytes:
    """Return a sheet that was made ahead while it is the newest, else make it now and keep it.

    ``event`` was read with its tournament's memory and club (``event_of``). Raises as ``draw_sheet_pdf``.
    """
    path = _path(event, bracket, paper, blank, rows)
    try:
        return path.read_bytes()
    except OSError:
        return _made(event, (bracket, paper, blank, rows), _at_once)


def _made(event: Event, kind: Kind, compute: Compute) -> bytes:
    """Read everything that a sheet shows, then have it computed, and keep it."""
    bracket, paper, blank, rows = kind
    sheet, languages = sheet_of(event, bracket, blank=blank), (get_language() or "", second_language())

    def make() -> bytes:
        # Perhaps in another thread, which has languages of its own.
        with printed_in(*languages):
            return draw_sheet_pdf(sheet, paper, rows=rows)

    made = compute(make)
    _keep(_path(event, *kind), made)
    return made


def _at_once(make: Callable[[], bytes]) -> bytes:
    return make()


def render_ahead(
    tournament: Tournament, report: Callable[[int, int], object] = _unreported, compute: Compute = _at_once
) -> list[str]:
    """Make the newest sheets of every drawn event: on A4, and as somebody asked for them before.

    Returns the names of the files made; what is older than these is removed. ``report`` is
    called with how many are made of how many. ``compute`` calls what needs no row any more, in its own thread perhaps.
    """
    with printed_for(tournament):
        return _render_ahead(tournament, report, compute)


def _render_ahead(tournament: Tournament, report: Callable[[int, int], object], compute: Compute) -> list[str]:
    events = drawn_events(tournament)
    wanted = {event: {_path(event, *kind): kind for kind in _kinds(event)} for event in events}
    missing = sum(not path.exists() for paths in wanted.values() for path in paths)
    made: list[str] = []
    for event, paths in wanted.items():
        for path, kind in paths.items():
            if path.exists():
                continue
            _made(event, kind, compute)
            made.append(path.name)
            report(len(made), missing)
        _remove(old for old in _of_event(event) if old not in paths)
    _remove(_oldest())
    return made


def _kinds(event: Event) -> list[Kind]:
    """Return what is to be made: the usual sheets, and those of which an older one was asked for."""
    kinds = list(_usual(event))
    brackets = {bracket for bracket, *_rest in kinds}
    for path in _of_event(event):
        _, bracket, paper, rows, kind, *_rest = path.stem.split("-")
        if bracket in brackets:
            kinds.append((bracket, paper, kind == "blank", rows))
    return list(dict.fromkeys(kinds))


def _usual(event: Event) -> Iterator[Kind]:
    """Yield every bracket as the page of papers offers it on the usual paper."""
    sheet = sheet_of(event, ENTRY)
    for bracket in sheet.plan.brackets:
        for fit in fits(sheet.plan, sheet.derived, bracket.code, open_byes=has_open_byes(sheet)):
            if fit.paper.value == USUAL:
                yield bracket.code, USUAL, False, rows_for(fit).value


def _path(event: Event, bracket: str, paper: str, blank: bool, rows: str) -> Path:
    tournament = event.tournament
    stream = tournament.stream
    rests_on = [
        settings.RELEASE,
        [stream.name, stream.epoch, stream.number, stream.head],
        [tournament.club.name, get_language(), second_language(), fonts().mark],
    ]
    seal = sha256(canonical(rests_on).encode()).hexdigest()[:20]
    kind = "blank" if blank else "sheet"
    parts = event.pk, bracket, read_paper(paper).value, read_rows(rows).value, kind, stream.number, seal
    return _folder() / f"{'-'.join(map(str, parts))}.pdf"


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / FOLDER
    return folder


def _of_event(event: Event) -> list[Path]:
    return sorted(_folder().glob(f"{event.pk}-*-*-*-*-*-*.pdf"))


def _keep(path: Path, made: bytes) -> None:
    """Write a file at once or not at all. A full disk must not keep a sheet from being printed."""
    draft = path.with_name(f".{path.stem}-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(made)
        draft.replace(path)
    except OSError as problem:
        log.warning("a sheet could not be kept: %s", problem)
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _oldest() -> Iterator[Path]:
    """Yield what is more than may be kept, the oldest first."""
    kept = sorted(_folder().glob("*.pdf"), key=lambda path: path.stat().st_mtime_ns)
    yield from kept[: max(0, len(kept) - MOST)]


def _remove(paths: Iterator[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
