"""The members of a club on paper: a list to sign, and cards with a code by which the desk checks people in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from clubs.papers.listing import PAPERS, Column, Kind, Listing
from clubs.read.dates import shown_date
from clubs.read.persons.rows import PersonRow
from clubs.words.persons import MEMBERSHIPS, cards_title, list_heads, members_title, members_words
from paper.codes import QUIET, PrintedCode, code_path, make_code
from paper.html import paper_html
from paper.pdf import pdf
from paper.stacking import cut_and_stack
from rules.errors import RuleBroken

# A card is as large as a bank card; ten of them fit on a page.
WIDE, HIGH, COLUMNS, ROWS = 85.6, 54.0, 2, 5
CODE, MARGIN = 26.0, 5.0
NAME, LINE = 5.2, 3.2


@dataclass(frozen=True, slots=True)
class Card:
    """The texts of a card and its code; ``until`` is empty for a membership without an end."""

    name: str
    kind: str
    number: int
    since: str
    until: str
    code: PrintedCode


def members_on(rows: Sequence[PersonRow], today: date) -> list[PersonRow]:
    """Return who is a member on a day; guests are none."""
    return [row for row in rows if not row.erased and row.kind(today) not in ("", "guest")]


def member_list_paper(club: str, rows: Sequence[PersonRow], today: date) -> Listing:
    """Return the list of members with room for a signature each; it holds no contacts."""
    number, name, kind, since, signature = list_heads()
    members = members_on(rows, today)
    return Listing(
        title=members_title(),
        what=f"{club} · {members_words(len(members))}",
        foot=shown_date(today, "j F Y"),
        columns=(
            Column(number, 8, Kind.NUMBER),
            Column(name, 36, Kind.NAME),
            Column(kind, 14, Kind.ASIDE),
            Column(since, 14, Kind.ASIDE),
            Column(signature, 28),
        ),
        rows=[
            (str(row.number), row.name, str(MEMBERSHIPS[row.kind(today)]), _since(row, today, "j M Y"), "")
            for row in members
        ],
        row=11.0,
    )


def member_cards_pdf(club: str, rows: Sequence[PersonRow], today: date, address: str, paper: str = "A4") -> bytes:
    """Return cards as PDF; ``address`` is the site's. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    known = PAPERS.get(paper.lower())
    if known is None:
        raise RuleBroken("paper.unknown", got=paper, known=[each.value for each in PAPERS.values()])
    width, height = known.size
    cards = [_card(row, today, address) for row in members_on(rows, today)]
    room = WIDE - CODE - 2 * MARGIN
    html = paper_html(
        "member_cards.html",
        cards_title(club),
        club=club,
        width=width,
        height=height,
        card_width=WIDE,
        card_height=HIGH,
        left=(width - COLUMNS * WIDE) / 2,
        top=(height - ROWS * HIGH) / 2,
        margin=MARGIN,
        club_room=(WIDE - 2 * MARGIN) / LINE,
        name_room=(WIDE - 2 * MARGIN) / NAME,
        line_room=room / LINE,
        pages=cut_and_stack(cards, COLUMNS * ROWS),
    )
    return pdf(html)


def _card(row: PersonRow, today: date, address: str) -> Card:
    held = next(each for each in row.memberships if each.is_on(today))
    code = make_code(check_in_address(address, row.id), boost_error=False)
    return Card(
        name=row.name,
        kind=str(MEMBERSHIPS[held.kind]),
        number=row.number,
        since=_since(row, today, "j F Y"),
        until="" if held.ends_on is None else shown_date(held.ends_on, "j F Y"),
        code=PrintedCode(code_path(code), len(code.matrix) + 2 * QUIET, CODE, HIGH - CODE - MARGIN / 2),
    )


def check_in_address(address: str, person: int) -> str:
    """Return what the code of a card says: the desk's page that checks this person in."""
    return f"{address}/people/{person}/check-in/"


def _since(row: PersonRow, today: date, pattern: str) -> str:
    return shown_date(next(each.starts_on for each in row.memberships if each.is_on(today)), pattern)
