"""The rules of an event on one page for the wall: what is announced about it, in type as large as the page takes."""

from dataclasses import dataclass

from paper.canvas import mm
from paper.fonts import fonts
from paper.html import paper_html
from paper.pdf import pdf_on_one_page
from rules.drawing.names import Face
from rules.drawing.paper import Paper
from rules.draws.plan import Plan
from rules.errors import RuleBroken
from tournaments.models import Event
from tournaments.papers.draw_sheet import read_paper
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.plans import plan_of_event
from tournaments.read.events import conditions_of
from tournaments.read.money.designs import announced_pots
from tournaments.read.money.payers import fees_of
from tournaments.words.events.rules import Part, announcements
from tournaments.words.money.announced import prize_lines
from tournaments.words.money.lines import fee_lines
from tournaments.words.papers.sheets import director_words, sheet_words

# In mm on A4; other papers are that much larger or smaller.
TOP, MARGIN, FOOT, TITLE, WHAT = 36.0, 14.0, 21.0, 10.0, 4.0
# Seven sizes of type: the largest that fits is known after three tries.
SIZES = (3.2, 3.7, 4.2, 4.8, 5.4, 6.1, 7.0)
# The share of the width that the labels have, at least and at most, in percent; what stays free beside a label and
# beside a cell of a table, in em; and the size of a table's type as a share of the other.
LABELS, MOST_LABELS, BESIDE_LABEL, BESIDE_CELL, SMALL = 24.0, 34.0, 0.4, 0.6, 0.78


@dataclass(frozen=True, slots=True)
class EventRules:
    """The texts of the page."""

    title: str
    what: str
    foot: str
    parts: tuple[Part, ...]


def event_rules(event: Event) -> EventRules:
    """Return what is announced about an event."""
    title, number = event.tournament.name, event.tournament.stream.number
    parts = announcements(event.rules, conditions_of(event), _plan(event), _fees(event), _prizes(event))
    return EventRules(
        title=title if event.name == title else f"{title}, {event.name}",
        what=" · ".join(part for part in _what(event) if part),
        foot=f"{sheet_words(number)} · {printed_at(event.tournament)} · Barpoint",
        parts=tuple(part for part in parts if part.sentences),
    )


def _fees(event: Event) -> tuple[str, ...]:
    """Return what the event costs, empty where no fees are set."""
    tournament = event.tournament
    return fee_lines(fees_of(tournament), event.pk, event.name, tournament.currency)


def _prizes(event: Event) -> tuple[str, ...]:
    """Return the prizes, empty where no fund is designed."""
    return prize_lines(announced_pots(event), event.rules, event.tournament.currency)


@dataclass(frozen=True, slots=True)
class Columns:
    """The shares of the width in percent: of the labels, and of the first and last column of a table."""

    labels: float
    first: float
    last: float


def columns_at(parts: tuple[Part, ...], size: float) -> Columns | None:
    """Return the columns that break no word at a ``size`` of type in mm on A4; None where a word is too long."""
    room = Paper.A4.size[0] - 2 * MARGIN
    label = max((_longest(part.label, Face.BOLD) for part in parts), default=0.0) + BESIDE_LABEL
    labels = max(LABELS, label * size / room * 100)
    first, last, needed = 1.0, 1.0, 1.0
    for table in (part.table for part in parts if part.table):
        starts, *others, ends = (
            max(_longest(cell, Face.PLAIN) for cell in column) + BESIDE_CELL for column in zip(*table, strict=True)
        )
        first, last, needed = starts, ends, starts + max(others, default=0.0) * len(others) + ends
        if needed * SMALL * size > room * (100 - labels) / 100:
            return None
    return Columns(labels, first / needed * 100, last / needed * 100) if labels <= MOST_LABELS else None


def _longest(text: str, face: Face) -> float:
    """Return the width of the longest word of a text, in em."""
    return max((fonts().width(word, face) for word in text.split()), default=0.0)


def event_rules_pdf(rules: EventRules, paper: str = "A4") -> bytes:
    """Return the page as PDF, in type as large as it takes; more pages where the smallest is too large for one.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    size = read_paper(paper).size
    scale, room = size[0] / Paper.A4.size[0], Paper.A4.size[0] - 2 * MARGIN
    known = {each: columns for each in SIZES if (columns := columns_at(rules.parts, each))}
    known = known or {SIZES[0]: Columns(MOST_LABELS, 22.0, 15.0)}

    def html(type_size: float) -> str:
        return paper_html(
            "event_rules.html",
            rules.title,
            rules=rules,
            paper=size,
            scale=scale,
            size=type_size,
            columns=known[type_size],
            edge=mm(scale * MARGIN),
            margins=" ".join(mm(scale * each) for each in (TOP, MARGIN, FOOT)),
            title_room=room / TITLE,
            what_room=room / WHAT,
        )

    return pdf_on_one_page(html, tuple(known))


def _plan(event: Event) -> Plan | None:
    """Return the plan of the draw, or before it that of as many as are entered; None where they don't work out."""
    try:
        return plan_of_event(event)
    except RuleBroken:
        return None


def _what(event: Event) -> list[str]:
    tournament = event.tournament
    at = f"{tournament.starts_at:%H:%M}" if tournament.starts_at else ""
    return [day_of(tournament), at, tournament.place or tournament.club.name, director_words(tournament.director)]
