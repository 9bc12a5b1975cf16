"""Slips with links on paper: a QR code each, cut lines between them. Black on white only.

Ten stand on a page; eight if they also have the code of the hall's Wi-Fi.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paper.codes import MODULE, QUIET, PrintedCode, code_path, make_code
from paper.html import paper_html
from paper.pdf import pdf
from paper.stacking import cut_and_stack
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from rules.wifi import wifi_text
from tournaments.models.links import Slip
from tournaments.words.papers.sheets import link_slips_title

if TYPE_CHECKING:
    from segno import QRCode

COLUMNS, ROWS, ROWS_WITH_WIFI = 2, 5, 4
MARGIN, HINT = 7.0, 2.5
# The code of a Wi-Fi stands below the other, in smaller modules where the slip is low.
EDGE, LEAST_MODULE = 2.8, 0.6
# A code stands a little above the middle: the hint runs below it.
LIFT = 3.0
PAPERS = {paper.value.lower(): paper for paper in (Paper.A4, Paper.LETTER)}


@dataclass(frozen=True, slots=True)
class LinkCard:
    """The texts of one slip, with ``room`` mm beside its codes; ``next_match`` is empty where there is none."""

    about: str
    name: str
    number: int
    pin: str
    next_match: str
    code: PrintedCode
    wifi: PrintedCode | None
    room: float


@dataclass(frozen=True, slots=True)
class SlipDetails:
    """What slips say besides the link: the day, the Wi-Fi, and by entrant the next match in words."""

    day: str = ""
    wifi_name: str = ""
    wifi_password: str = ""
    next_matches: Mapping[int, str] = field(default_factory=dict)


def paper_of(name: str) -> Paper:
    """Return the paper that slips can be printed on. Raises RuleBroken ``paper.unknown``."""
    paper = PAPERS.get(name.lower())
    if paper is None:
        raise RuleBroken("paper.unknown", got=name[:40], known=[each.value for each in PAPERS.values()])
    return paper


def link_slips_pdf(
    slips: Sequence[Slip], about: tuple[str, int, str], paper: Paper = Paper.A4, details: SlipDetails = SlipDetails()
) -> bytes:
    """Return slips as PDF; ``about`` is the tournament's name, the event's number and the address they are for."""
    tournament, event, address = about
    width, height = paper.size
    rows = ROWS_WITH_WIFI if details.wifi_name else ROWS
    cards = [_card(slip, tournament, address, (width / COLUMNS, height / rows), details) for slip in slips]
    html = paper_html(
        "link_slips.html",
        link_slips_title(tournament),
        width=width,
        height=height,
        slip_width=width / COLUMNS,
        slip_height=height / rows,
        last_row=COLUMNS * (rows - 1),
        address=short_address(address, event),
        draw_address=f"{address.partition('://')[2]}/events/{event}/",
        details=details,
        hint_room=(width / COLUMNS - 2 * MARGIN) / HINT,
        pages=cut_and_stack(cards, COLUMNS * rows),
    )
    return pdf(html)


def code_of(address: str, secret: str) -> "QRCode":
    """Return the QR code of a private link."""
    return make_code(f"{address}/l/{secret}/", boost_error=False)


def pin_words(pin: str) -> str:
    """Return a PIN as it is read aloud: ``482 913``."""
    return f"{pin[:3]} {pin[3:]}"


def short_address(address: str, event: int) -> str:
    """Return what players type who can't scan: ``192.168.178.23:8000/p/7``."""
    return f"{address.partition('://')[2]}/p/{event}"


def _card(
    slip: Slip, tournament: str, address: str, size: tuple[float, float], details: SlipDetails
) -> LinkCard:  # fmt: skip
    width, height = size
    link, wifi = _codes(code_of(address, slip.secret), details, height)
    return LinkCard(
        about=tournament if slip.event == tournament else f"{tournament} · {slip.event}",
        name=slip.name,
        number=slip.number,
        pin=pin_words(slip.pin),
        next_match=details.next_matches.get(slip.entrant, ""),
        code=link,
        wifi=wifi,
        room=width - max(link.side, wifi.side if wifi else 0) - 1.5 * MARGIN,
    )


def _codes(link: "QRCode", details: SlipDetails, height: float) -> tuple[PrintedCode, PrintedCode | None]:
    """Return the code of the link, and below it that of the Wi-Fi, if there is one."""
    modules = len(link.matrix) + 2 * QUIET
    side = modules * MODULE
    if not details.wifi_name:
        return PrintedCode(code_path(link), modules, side, (height - side) / 2 - LIFT), None
    text = wifi_text(details.wifi_name, details.wifi_password)
    wifi = make_code(text, boost_error=False, encoding="utf-8")
    wifi_modules = len(wifi.matrix) + 2 * QUIET
    module = max(LEAST_MODULE, min(MODULE, (height - 2 * EDGE - side) / wifi_modules))
    wifi_side = wifi_modules * module
    below = PrintedCode(code_path(wifi), wifi_modules, wifi_side, height - EDGE - wifi_side)
    return PrintedCode(code_path(link), modules, side, EDGE), below
