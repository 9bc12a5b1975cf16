"""Slips with links on paper: ten to a page, a QR code each, cut lines between them. Black on white only."""

from collections.abc import Sequence
from itertools import batched, groupby

import segno
from django.utils.translation import gettext as _

from paper.leaves import Leaf, Pen, leaves_pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.models.links import Slip

COLUMNS, ROWS = 2, 5
MARGIN = 7.0
# Modules of 0.8 mm are read by an old phone at arm's length; four of them stay white around the code.
MODULE, QUIET = 0.8, 4
PAPERS = {paper.value.lower(): paper for paper in (Paper.A4, Paper.LETTER)}


def paper_of(name: str) -> Paper:
    """Return the paper that slips can be printed on. Raises RuleBroken ``paper.unknown``."""
    paper = PAPERS.get(name.lower())
    if paper is None:
        raise RuleBroken("paper.unknown", got=name[:40], known=[each.value for each in PAPERS.values()])
    return paper


def link_slips_pdf(slips: Sequence[Slip], about: tuple[str, int, str], paper: Paper = Paper.A4) -> bytes:
    """Return slips as PDF; ``about`` is the tournament's name, the event's number and the address that they tell."""
    leaves = link_slip_leaves(slips, about, paper)
    return leaves_pdf(_("{title}: slips with links").format(title=about[0]), leaves)


def link_slip_leaves(slips: Sequence[Slip], about: tuple[str, int, str], paper: Paper = Paper.A4) -> list[Leaf]:
    """Return the pages of the slips."""
    leaves = []
    for group in batched(slips, COLUMNS * ROWS):
        leaf = Leaf(*paper.size)
        for place, slip in enumerate(group):
            _slip(leaf, place, slip, about)
        _cut_lines(leaf)
        leaves.append(leaf)
    return leaves


def code_of(address: str, secret: str) -> segno.QRCode:
    """Return the QR code of a private link."""
    return segno.make_qr(f"{address}/l/{secret}/", error="m", boost_error=False)


def pin_words(pin: str) -> str:
    """Return a PIN as it is read aloud: ``482 913``."""
    return f"{pin[:3]} {pin[3:]}"


def short_address(address: str, event: int) -> str:
    """Return what is typed by who can't scan: ``192.168.178.23:8000/p/7``."""
    return f"{address.partition('://')[2]}/p/{event}"


def _slip(leaf: Leaf, place: int, slip: Slip, about: tuple[str, int, str]) -> None:
    tournament, event, address = about
    row, column = divmod(place, COLUMNS)
    wide, high = leaf.width / COLUMNS, leaf.height / ROWS
    code = code_of(address, slip.secret)
    size = code.symbol_size(scale=1, border=QUIET)[0] * MODULE
    left = column * wide + wide - size - MARGIN / 2
    _draw_code(leaf, code, left + QUIET * MODULE, row * high + (high - size) / 2 - 3 + QUIET * MODULE)
    x, y, room = column * wide + MARGIN, row * high, left - column * wide - MARGIN
    leaf.write(
        tournament if slip.event == tournament else f"{tournament} · {slip.event}", (x, y + 10, room), 3.0, "soft"
    )
    leaf.name(slip.name, (x, y + 17, room), 5.0, bold=True)
    leaf.write(_("number {n}").format(n=slip.number), (x, y + 21.5, room), 3.0, "soft")
    leaf.write(_("PIN {pin}").format(pin=pin_words(slip.pin)), (x, y + 34, room), 7.4, "serif")
    leaf.write(short_address(address, event), (x, y + 41, room), 4.0, "b")
    hint = _("Scan the code, or type the address and your PIN, to see your matches and report results.")
    leaf.write(hint, (x, y + high - 6.5, wide - 2 * MARGIN), 2.6, "soft")


def _draw_code(leaf: Leaf, code: segno.QRCode, left: float, top: float) -> None:
    """Draw the dark modules, a run of a row as one stroke. In a leaf made in the mirror the code itself is not."""
    across = len(code.matrix) * MODULE
    for line, modules in enumerate(code.matrix):
        y, began = top + (line + 0.5) * MODULE, 0
        for dark, run in groupby(modules):
            ended = began + len(list(run))
            if dark:
                start, end = began * MODULE, ended * MODULE
                if leaf.mirrored:
                    start, end = across - start, across - end
                leaf.rule(left + start, y, left + end, y, Pen.CODE)
            began = ended


def _cut_lines(leaf: Leaf) -> None:
    leaf.rule(leaf.width / 2, 0, leaf.width / 2, leaf.height, Pen.CUT)
    for row in range(1, ROWS):
        leaf.rule(0, row * leaf.height / ROWS, leaf.width, row * leaf.height / ROWS, Pen.CUT)
