"""A card for each table of the room: its number to be seen from afar, the Wi-Fi, and a code that leads to the draw."""

from dataclasses import dataclass

from paper.codes import QUIET, PrintedCode, code_path, make_code
from paper.html import paper_html
from paper.pdf import pdf
from paper.stacking import cut_and_stack
from rules.errors import RuleBroken
from rules.wifi import wifi_text
from tournaments.models import Tournament
from tournaments.papers.slips.link_slips import paper_of
from tournaments.words.papers.cards import draw_code_words, table_cards_title, wifi_code_words

# Two cards on a page, cut in the middle. In mm: sizes, and where the codes stand.
ROWS = 2
MARGIN, CODE, NUMERAL, LINE = 12.0, 42.0, 84.0, 4.6
UPPER, LOWER = 24.0, 80.0


@dataclass(frozen=True, slots=True)
class TableCards:
    """What stands on the cards: the tables' names, the tournament, its Wi-Fi, and the address of its page."""

    title: str
    about: str
    tables: tuple[str, ...]
    wifi_name: str
    wifi_password: str
    address: str


def table_cards_of(tournament: Tournament, address: str) -> TableCards:
    """Return the cards of a tournament; ``address`` is the server's, such as ``http://192.168.178.23:8000``.

    Raises RuleBroken ``tables.none`` where no tables are set up.
    """
    tables = tuple(each.name for each in tournament.furniture)
    if not tables:
        raise RuleBroken("tables.none")
    return TableCards(
        title=table_cards_title(tournament.name),
        about=tournament.name,
        tables=tables,
        wifi_name=tournament.wifi_name,
        wifi_password=tournament.wifi_password,
        address=f"{address}/tournaments/{tournament.pk}/",
    )


def table_cards_pdf(cards: TableCards, paper: str) -> bytes:
    """Return the cards as PDF, on A4 or Letter. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    width, height = paper_of(paper).size
    room = width - CODE - 3 * MARGIN
    html = paper_html(
        "table_cards.html",
        cards.title,
        cards=cards,
        width=width,
        height=height,
        card_height=height / ROWS,
        margin=MARGIN,
        code_side=CODE,
        numeral=NUMERAL,
        numeral_room=room / NUMERAL,
        title_room=(width - 2 * MARGIN) / LINE,
        line_room=room / LINE,
        shown_address=cards.address.partition("://")[2],
        codes=_codes(cards),
        pages=cut_and_stack(cards.tables, ROWS),
    )
    return pdf(html)


def _codes(cards: TableCards) -> list[tuple[str, PrintedCode]]:
    """Return the codes from the top with what they are for: the Wi-Fi, if there is one, and the draw."""
    draw = draw_code_words(), cards.address
    if not cards.wifi_name:
        return [_code(*draw, (UPPER + LOWER) / 2)]
    wifi = wifi_code_words(), wifi_text(cards.wifi_name, cards.wifi_password)
    return [_code(*wifi, UPPER), _code(*draw, LOWER)]


def _code(words: str, text: str, top: float) -> tuple[str, PrintedCode]:
    code = make_code(text, boost_error=False, encoding="utf-8")
    return words, PrintedCode(code_path(code), len(code.matrix) + 2 * QUIET, CODE, top)
