"""The final sheet of a chouette: points of each game and person, totals, and who pays whom."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from clubs.papers.chouette_curve import Curve, curve_of
from clubs.papers.pages import landscape
from clubs.read.chouettes.view import ChouetteView, GameLine
from clubs.read.dates import shown_date
from clubs.words.chouette.codes import game_code, initials
from clubs.words.chouette.games import game_sentence, signed
from clubs.words.chouette.options import money
from clubs.words.chouette.paper import CHOUETTE, facts_of, note_of, points_word, settled_words
from paper.html import paper_html
from paper.pdf import pdf

SENTENCES = 90.0
MARGIN = 12.0
# From so many games on a game stands in one line, in signs, and so many are on a page.
CODES_FROM, GAMES_A_PAGE = 6, 24
# Of such a line, in mm: from one to the next, of further lines in it, and the width of a letter.
LINE_APART, LINE, LETTER = 6.1, 4.1, 1.6


@dataclass(frozen=True, slots=True)
class Cell:
    """Points of a person in a game, and their total after it; ``role``: box, captain (at the start), or empty."""

    points: str
    total: str
    role: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A game as the sheet has it; a person who was not at the table has an empty cell."""

    number: int
    sentence: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class SheetPayment:
    """A payment of the settlement, in points, and in money where there is a stake; ``points`` may be empty."""

    payer: str
    payee: str
    points: str
    money: str


@dataclass(frozen=True, slots=True)
class ChouetteSheet:
    """Everything that stands on the sheet, on paper and on its page."""

    people: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    sums: tuple[str, ...]
    stake: str
    payments: tuple[SheetPayment, ...]
    settled: str
    note: str
    facts: str
    curve: Curve | None


@dataclass(frozen=True, slots=True)
class Room:
    """In mm: how wide the signs of a game may be, and how high the games of the first page and of the others."""

    width: float
    first: float
    later: float


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The games on one page, with the totals ``brought`` from the page before and ``carried`` to the next, or none."""

    rows: tuple[SheetRow, ...]
    brought: tuple[str, ...]
    carried: tuple[str, ...]


def sheet_of(view: ChouetteView) -> ChouetteSheet:
    """Return the sheet of a session, in the active language."""
    people = tuple(each.name for each in view.people if any(each.name in game.points for game in view.games))
    people = people or tuple(each.name for each in view.people)
    totals = view.table.totals()
    options = view.options
    return ChouetteSheet(
        people=people,
        rows=tuple(_row(view, game, people) for game in view.games),
        totals=tuple(signed(totals.get(who, 0)) for who in people),
        sums=tuple(money(totals.get(who, 0) * options.stake_minor, options, sign=True) for who in people)
        if view.is_for_money
        else (),
        stake=money(options.stake_minor, options) if view.is_for_money else "",
        payments=tuple(_payment(view, each.payer, each.payee, each.amount) for each in view.settlement.payments),
        settled=settled_words(len(view.settlement.payments)),
        note=note_of(view),
        facts=facts_of(view),
        curve=curve_of([game.totals for game in view.games], people),
    )


def chouette_sheet_pdf(view: ChouetteView, paper: str, at: datetime) -> bytes:
    """Return the sheet as PDF, on A4 or Letter laid on its side.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    width, height = landscape(paper)
    sheet = sheet_of(view)
    column = min(24.0, (width - 2 * MARGIN - SENTENCES) / max(1, len(sheet.people)))
    signs = width - 2 * MARGIN - 13 - column * len(sheet.people)
    html = paper_html(
        "chouette_sheet.html",
        str(CHOUETTE),
        sheet=sheet,
        club=view.club_name,
        width=width,
        height=height,
        margin=MARGIN,
        column=column,
        scale=_scale(column),
        pages=_pages(view, sheet, Room(signs, height - 60, height - 48)),
        is_short=len(sheet.rows) >= CODES_FROM,
        printed=shown_date(timezone.localtime(at), "j F Y, H:i"),
        version=view.version,
    )
    return pdf(html)


def _pages(view: ChouetteView, sheet: ChouetteSheet, room: Room) -> tuple[SheetPage, ...]:
    """Return the games page by page: sentences of a short session on one, signs of a long one."""
    rows = sheet.rows
    if len(rows) < CODES_FROM:
        return (SheetPage(rows, (), ()),)
    short = initials(sheet.people)
    rows = tuple(
        replace(row, sentence=game_code(view.table, game.game, game.actions, short))
        for row, game in zip(rows, view.games, strict=True)
    )
    starts, height = [0], room.first
    for at, row in enumerate(rows):
        height -= (needed := max(LINE_APART, math.ceil(len(row.sentence) * LETTER / room.width) * LINE + 1))
        if height < 0 or at - starts[-1] == GAMES_A_PAGE:
            starts.append(at)
            height = room.later - needed
    sums = {at: tuple(signed(view.games[at - 1].totals.get(who, 0)) for who in sheet.people) for at in starts[1:]}
    return tuple(
        SheetPage(rows[at:end], sums.get(at, ()), sums.get(end, ()))
        for at, end in itertools.pairwise([*starts, len(rows)])
    )


def _row(view: ChouetteView, game: GameLine, people: Sequence[str]) -> SheetRow:
    sentence = game_sentence(view.table, game.game, game.actions)
    return SheetRow(game.number, sentence, tuple(_cell(game, who) for who in people))


def _cell(game: GameLine, who: str) -> Cell | None:
    points: Mapping[str, int] = game.points
    if who not in points:
        return None
    role = "box" if who == game.game.box else "captain" if who == game.game.team[0] else ""
    return Cell(signed(points[who]), signed(game.totals.get(who, 0)), role)


def _payment(view: ChouetteView, payer: str, payee: str, amount: int) -> SheetPayment:
    stake = view.options.stake_minor
    if not stake:
        return SheetPayment(payer, payee, points_word(amount), "")
    points = "" if amount % stake else points_word(amount // stake)
    return SheetPayment(payer, payee, points, money(amount, view.options, full=True))


def _scale(column: float) -> float:
    """Return how large figures are set in a column, 1 where there is room."""
    return min(1.0, column / 20.0)
