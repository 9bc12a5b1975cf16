"""Score cards: one for each player of a match, filled in as far as it is known, ruled to be written on.

Two stand on an A5 page, four on A4 or Letter, with lines to cut along. The rules of all cards of a length are the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import batched, chain

from django.utils.translation import get_language_bidi

from paper.canvas import Path
from paper.codes import QUIET, PrintedCode, code_path, make_code
from paper.html import paper_html
from paper.languages import in_both
from paper.pdf import pdf
from paper.stacking import cut_and_stack
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.papers.slips.card_lines import COLUMNS, CUT, SIDE, SIGNED, Lines, card_paths
from tournaments.papers.slips.stacks import Stack
from tournaments.read.matches.view import MatchView
from tournaments.words.events.games import code_words, game_name
from tournaments.words.papers.sheets import (
    lines_to_write_on,
    score_card_foot,
    score_card_heads,
    score_cards_title,
)

# The height of a card's head and foot, and the largest height of a row, in mm.
AROUND_GAMES, HIGHEST_ROW = 83.5, 8.5
FEWEST_ROWS, MOST_ROWS = 3, 14
# The side of the code, and where it stands, in mm. The quiet zone is part of it.
CODE, TOP = 22.0, 2.0
# The room for the title and for the two names, with and without the code, and the height of their letters, in mm.
EVENT, EVENT_BESIDE_CODE, EVENT_LETTER = 70.8, 54.0, 2.9
PLAYER, PLAYER_BESIDE_CODE, PLAYER_LETTER = 91.0, 71.0, 5.2
OPPONENT, OPPONENT_BESIDE_CODE, OPPONENT_LETTER = 76.0, 57.0, 4.0
# The height of the letters in the heads of the columns and under the lines at the foot, in mm.
HEAD_LETTER, FOOT_LETTER = 2.9, 2.4


@dataclass(frozen=True, slots=True)
class Page:
    """A page of cards in mm; two stand side by side in each of its ``rows``."""

    width: float
    height: float
    rows: int

    @property
    def card_width(self) -> float:
        """The width of a card."""
        return self.width / 2

    @property
    def card_height(self) -> float:
        """The height of a card."""
        return self.height / self.rows


@dataclass(frozen=True, slots=True)
class Player:
    """A player as a card names them: ``origin`` says where they come from while the name is empty."""

    name: str
    origin: str


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The card of ``player`` in a match: its score begins at ``start``, ``games`` are the numbers of its rows.

    ``names`` are those of the games in turn, one for each row, empty where they need none. ``code`` leads to the match.
    """

    match: MatchView
    player: Player
    opponent: Player
    start: str
    games: range
    names: tuple[str, ...] = ()
    code: PrintedCode | None = None

    @property
    def numbers(self) -> str:
        """The number of each row, a line each."""
        return "\n".join(map(str, self.games))

    @property
    def turns(self) -> str:
        """The name of the game in each row, a line each."""
        return "\n".join(self.names)

    @property
    def is_handicapped(self) -> bool:
        """Whether the match begins with points."""
        return any(self.match.start)


@dataclass(frozen=True, slots=True)
class Row:
    """Texts in columns that begin at ``begins``, on a line of ``room``: em of its letters."""

    texts: list[str]
    begins: list[float]
    room: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cards of a page, and their lines."""

    cards: tuple[ScoreCard, ...]
    paths: tuple[Path, ...]


PAGES = {
    "A5": Page(210.0, 148.0, 1),
    "A4": Page(*Paper.A4.size, 2),
    "Letter": Page(*Paper.LETTER.size, 2),
}


def score_cards_pdf(stack: Stack, paper: str = "A5", address: str = "") -> bytes:
    """Return two cards a match, in the order of the matches. Raises RuleBroken ``paper.unknown``.

    With the server's ``address``, such as ``http://192.168.178.23:8000``, each has a code that leads to its match.
    """
    page = {name.lower(): each for name, each in PAGES.items()}.get(paper.lower())
    if page is None:
        raise RuleBroken("paper.unknown", got=paper, known=list(PAGES))
    cards = list(_cards(stack, address))
    html = paper_html(
        "score_cards.html",
        score_cards_title(stack.title),
        stack=stack,
        page=page,
        sheets=[Sheet(on, _paths(page, on, stack)) for on in _pages(cards, page)],
        lines=lines_to_write_on(),
        codes=code_words(stack.games),
        heads=_row(lambda: score_card_heads(cube=stack.has_cube), (0, *COLUMNS), page, HEAD_LETTER),
        foot=_row(score_card_foot, [begin for begin, _ in SIGNED], page, FOOT_LETTER),
        event_room=(EVENT_BESIDE_CODE if address else EVENT) / EVENT_LETTER,
        opponent_room=(OPPONENT_BESIDE_CODE if address else OPPONENT) / OPPONENT_LETTER,
        player_room=(PLAYER_BESIDE_CODE if address else PLAYER) / PLAYER_LETTER,
        heights={len(card.games): _row_height(page, len(card.games)) for card in cards},
    )
    return pdf(html)


def _row(texts: Callable[[], list[str]], begins: Sequence[float], page: Page, letter: float) -> Row:
    """Return ``texts`` in both languages of the paper; ``begins`` are parts of the width of a card's table."""

    def text(at: int) -> str:
        return in_both(lambda: texts()[at])

    width = (page.card_width - 2 * SIDE) / letter
    return Row([text(at) for at in range(len(begins))], [begin * width for begin in begins], width)


def _pages(cards: Sequence[ScoreCard], page: Page) -> Iterator[tuple[ScoreCard, ...]]:
    """Yield the cards of each page: the two of a match side by side, the matches in order once they are cut."""
    for on in cut_and_stack(list(batched(cards, 2)), page.rows):
        yield tuple(chain.from_iterable(on))


def _code(text: str) -> PrintedCode:
    code = make_code(text, boost_error=False)
    return PrintedCode(code_path(code), len(code.matrix) + 2 * QUIET, CODE, TOP)


def _cards(stack: Stack, address: str) -> Iterator[ScoreCard]:
    for form in stack.forms:
        match = form.match
        code = _code(f"{address}/matches/{match.id}/") if address else None
        games = range(1, min(max(2 * match.length - 1, FEWEST_ROWS), MOST_ROWS) + 1)
        players = [Player(*each) for each in zip(match.names, form.origins, strict=True)]
        for which in (0, 1):
            start = f"{match.start[which]}–{match.start[1 - which]}"
            yield ScoreCard(match, players[which], players[1 - which], start, games, _names(stack, games), code)


def _names(stack: Stack, rows: range) -> tuple[str, ...]:
    """Return the name of the game in each row; one game again and again stands in the head of the card."""
    if len(stack.games) < 2:
        return ()
    return tuple(game_name(stack.games[(number - 1) % len(stack.games)]) for number in rows)


def _row_height(page: Page, rows: int) -> float:
    return round(min((page.card_height - AROUND_GAMES) / rows, HIGHEST_ROW), 3)


def _paths(page: Page, cards: Sequence[ScoreCard], stack: Stack) -> tuple[Path, ...]:
    """Return the lines of the cards on a page. The first of two stands left of the line to cut along."""
    has_box = stack.has_cube and stack.crawford
    lines = [
        Lines(
            x=at % 2 * page.card_width,
            y=at // 2 * page.card_height,
            width=page.card_width - (CUT if at % 2 == 0 else 0),
            height=page.card_height - (CUT if page.rows > 1 and at < 2 else 0),
            rows=len(card.games),
            row=_row_height(page, len(card.games)),
            ticked=has_box and (card.match.length > 1 or bool(stack.games)),
        )
        for at, card in enumerate(cards)
    ]
    return card_paths(lines, page.width, mirrored=get_language_bidi())
