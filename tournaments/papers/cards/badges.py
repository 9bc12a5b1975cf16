"""Badges to cut out: ten on a page, a name each, by family name so that a cut stack is in the order of the queue."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from paper.html import paper_html
from paper.pdf import pdf
from paper.stacking import cut_and_stack
from rules.draws.plan import ENTRY
from rules.naming import family_first
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of
from tournaments.papers.entry_list import folded
from tournaments.papers.slips.link_slips import paper_of
from tournaments.read.entrants.listed import EntrantCard, entrant_list
from tournaments.words.papers.cards import badges_title

# As large as the usual holder, in mm.
WIDE, HIGH, COLUMNS, ROWS = 90.0, 55.0, 2, 5
MARGIN, NAME, LINE = 6.0, 8.0, 3.8


@dataclass(frozen=True, slots=True)
class Badge:
    """The texts of one badge; ``aside`` is club and country."""

    name: str
    aside: str
    number: int


@dataclass(frozen=True, slots=True)
class Badges:
    """The badges of an event in their order; ``about`` and ``day`` stand on each."""

    title: str
    about: str
    day: str
    badges: tuple[Badge, ...]


def badges_of(event: Event) -> Badges:
    """Return a badge for everybody entered who has not withdrawn: one for each member of an entrant."""
    playing = (each for each in entrant_list(event.pk) if ENTRY not in each.out)
    cards = [card for each in playing for card in _of_each(each)]
    title = event.tournament.name
    return Badges(
        title=badges_title(title),
        about=title if event.name == title else f"{title} · {event.name}",
        day=day_of(event.tournament),
        badges=tuple(_badge(each) for each in _by_family(cards)),
    )


def badges_pdf(badges: Badges, paper: str) -> bytes:
    """Return the badges as PDF, on A4 or Letter. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    width, height = paper_of(paper).size
    room = WIDE - 2 * MARGIN
    html = paper_html(
        "badges.html",
        badges.title,
        badges=badges,
        width=width,
        height=height,
        badge_width=WIDE,
        badge_height=HIGH,
        left=(width - COLUMNS * WIDE) / 2,
        top=(height - ROWS * HIGH) / 2,
        margin=MARGIN,
        name_room=room / NAME,
        line_room=room / LINE,
        pages=cut_and_stack(badges.badges, COLUMNS * ROWS),
    )
    return pdf(html)


def _by_family(cards: Iterable[EntrantCard]) -> list[EntrantCard]:
    return sorted(cards, key=lambda each: (folded(family_first(each.name)), each.number))


def _of_each(card: EntrantCard) -> list[EntrantCard]:
    people = [replace(card, name=each.name, club=each.club, country=each.country) for each in card.members]
    return people or [card]


def _badge(card: EntrantCard) -> Badge:
    return Badge(card.name, " · ".join(part for part in (card.club, card.country) if part), card.number)
