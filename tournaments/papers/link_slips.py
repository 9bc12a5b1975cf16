"""Slips with links on paper: ten to a page, a QR code each, cut lines between them. Black on white only."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import batched, groupby

import segno

from paper.html import paper_html
from paper.pdf import pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.models.links import Slip
from tournaments.words.papers import link_slips_title

COLUMNS, ROWS = 2, 5
MARGIN, HINT = 7.0, 2.5
# Modules of 0.8 mm are read by an old phone at arm's length; four of them stay white around the code.
MODULE, QUIET = 0.8, 4
# A code stands a little above the middle: the hint runs below it.
LIFT = 3.0
PAPERS = {paper.value.lower(): paper for paper in (Paper.A4, Paper.LETTER)}


@dataclass(frozen=True, slots=True)
class LinkCard:
    """The texts of one slip, with ``room`` mm beside the code.

    ``code`` is an SVG path in ``modules``, ``top`` mm below the slip's edge and ``side`` mm wide.
    """

    about: str
    name: str
    number: int
    pin: str
    code: str
    modules: int
    side: float
    top: float
    room: float


def paper_of(name: str) -> Paper:
    """Return the paper that slips can be printed on. Raises RuleBroken ``paper.unknown``."""
    paper = PAPERS.get(name.lower())
    if paper is None:
        raise RuleBroken("paper.unknown", got=name[:40], known=[each.value for each in PAPERS.values()])
    return paper


def link_slips_pdf(slips: Sequence[Slip], about: tuple[str, int, str], paper: Paper = Paper.A4) -> bytes:
    """Return slips as PDF; ``about`` is the tournament's name, the event's number and the address they are for."""
    tournament, event, address = about
    width, height = paper.size
    cards = [_card(slip, tournament, address, (width / COLUMNS, height / ROWS)) for slip in slips]
    html = paper_html(
        "link_slips.html",
        link_slips_title(tournament),
        width=width,
        height=height,
        slip_width=width / COLUMNS,
        slip_height=height / ROWS,
        address=short_address(address, event),
        hint_room=(width / COLUMNS - 2 * MARGIN) / HINT,
        pages=list(batched(cards, COLUMNS * ROWS)),
    )
    return pdf(html)


def code_of(address: str, secret: str) -> segno.QRCode:
    """Return the QR code of a private link."""
    return segno.make_qr(f"{address}/l/{secret}/", error="m", boost_error=False)


def pin_words(pin: str) -> str:
    """Return a PIN as it is read aloud: ``482 913``."""
    return f"{pin[:3]} {pin[3:]}"


def short_address(address: str, event: int) -> str:
    """Return what players type who can't scan: ``192.168.178.23:8000/p/7``."""
    return f"{address.partition('://')[2]}/p/{event}"


def _card(slip: Slip, tournament: str, address: str, size: tuple[float, float]) -> LinkCard:
    code = code_of(address, slip.secret)
    modules = len(code.matrix) + 2 * QUIET
    side = modules * MODULE
    return LinkCard(
        about=tournament if slip.event == tournament else f"{tournament} · {slip.event}",
        name=slip.name,
        number=slip.number,
        pin=pin_words(slip.pin),
        code=_path(code),
        modules=modules,
        side=side,
        top=(size[1] - side) / 2 - LIFT,
        room=size[0] - side - 1.5 * MARGIN,
    )


def _path(code: segno.QRCode) -> str:
    """Return the dark modules as strokes of one module's height, a run of a row as one."""
    strokes = []
    for line, modules in enumerate(code.matrix, start=QUIET):
        begin = QUIET
        for dark, run in groupby(modules):
            length = len(list(run))
            if dark:
                strokes.append(f"M{begin} {line + 0.5}h{length}")
            begin += length
    return "".join(strokes)
