"""The rules of an event on one page for the wall: what is announced about it, in type as large as the page takes."""

from dataclasses import dataclass

from paper.canvas import mm
from paper.html import paper_html
from paper.pdf import pdf_on_one_page
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


def event_rules_pdf(rules: EventRules, paper: str = "A4") -> bytes:
    """Return the page as PDF, in type as large as it takes; more pages where the smallest is too large for one.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    size = read_paper(paper).size
    scale, room = size[0] / Paper.A4.size[0], Paper.A4.size[0] - 2 * MARGIN

    def html(type_size: float) -> str:
        return paper_html(
            "event_rules.html",
            rules.title,
            rules=rules,
            paper=size,
            scale=scale,
            size=type_size,
            edge=mm(scale * MARGIN),
            margins=" ".join(mm(scale * each) for each in (TOP, MARGIN, FOOT)),
            title_room=room / TITLE,
            what_room=room / WHAT,
        )

    return pdf_on_one_page(html, SIZES)


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
