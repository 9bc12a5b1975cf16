"""Certificates: a page for each of the first places that are certain, and for the winner of each lower bracket."""

from collections.abc import Iterator
from dataclasses import dataclass

from journal.refusals import Refused
from paper.html import paper_html
from paper.pdf import pdf
from rules.errors import RuleBroken
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of
from tournaments.papers.slips.link_slips import paper_of
from tournaments.read.draws.places import PlacesSheet, places_sheet
from tournaments.words.brackets import name_of_code
from tournaments.words.papers.cards import bracket_words, certificates_title, of_entrants_words, place_words

# In mm: the margin, the height of the points above, and sizes of type.
MARGIN, POINTS, ABOUT, NAME, PLACE, LINE = 24.0, 15.0, 10.0, 17.0, 11.0, 5.4
USUAL, MOST = 4, 64


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who is honoured and for what."""

    name: str
    place: str


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates of an event; ``about``, ``field``, ``when`` and ``where`` stand on each."""

    title: str
    about: str
    event: str
    field: str
    when: str
    where: str
    director: str
    certificates: tuple[Certificate, ...]


def certificates_of(event: Event, places: str = "") -> Certificates:
    """Return a certificate for each of the first ``places`` (4 without a number) that no open result can change.

    Raises RuleBroken ``certificates.places`` unless it is a number from 1 to 64; Refused ``draw.none``,
    ``certificates.none``.
    """
    most = int(places) if places.isascii() and places.isdigit() and len(places) < 4 else 0 if places else USUAL
    if not 1 <= most <= MOST:
        raise RuleBroken("certificates.places", got=places[:40], most=MOST)
    sheet = places_sheet(event)
    if not sheet.drawn:
        raise Refused("draw.none", event=event.pk)
    certificates = tuple(_certificates(sheet, most))
    if not certificates:
        raise Refused("certificates.none", event=event.pk)
    tournament = event.tournament
    return Certificates(
        title=certificates_title(tournament.name),
        about=tournament.name,
        event="" if event.name == tournament.name else event.name,
        field=of_entrants_words(len(sheet.lines) + len(sheet.playing)),
        when=day_of(tournament),
        where=tournament.place or tournament.club.name,
        director=tournament.director,
        certificates=certificates,
    )


def _certificates(sheet: PlacesSheet, most: int) -> Iterator[Certificate]:
    certain = [line for line in sheet.lines if not line.reason.waits_for]
    for line in certain:
        if line.place <= most:
            yield Certificate(line.name, place_words(line.place, line.shared))
    names = {line.name for line in certain}
    for code, name in sheet.winners:
        if name in names:
            yield Certificate(name, bracket_words(name_of_code(code)))


def certificates_pdf(certificates: Certificates, paper: str) -> bytes:
    """Return the certificates as PDF, on A4 or Letter laid on its side.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    height, width = paper_of(paper).size
    room = width - 2 * MARGIN
    html = paper_html(
        "certificates.html",
        certificates.title,
        sheet=certificates,
        width=width,
        height=height,
        margin=MARGIN,
        room=room,
        view=f"0 0 {room:g} {POINTS:g}",
        points=_points(room),
        points_height=POINTS,
        about_room=room / ABOUT,
        name_room=room / NAME,
        place_room=room / PLACE,
        line_room=room / LINE,
    )
    return pdf(html)


def _points(width: float) -> tuple[str, str]:
    """Return the points of the board as two SVG paths, black and red in turn, twelve and twelve over this width."""
    gap = width / 40
    base = (width - gap) / 24
    paths = ["", ""]
    for point in range(24):
        x = point * base + (gap if point > 11 else 0)
        paths[point % 2] += f"M{x + 0.4:.3f} 0h{base - 0.8:.3f}l{0.4 - base / 2:.3f} {POINTS:g}z"
    return paths[0], paths[1]
