"""Score cards: one for each player of a match, filled in as far as it is known, ruled to be written on.

Two stand on an A5 page, four on A4 or Letter, with lines to cut along. The rules of all cards of a length are the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import batched

from paper.codes import QUIET, PrintedCode, code_path, make_code
from paper.html import paper_html
from paper.pdf import pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.papers.stacks import Stack
from tournaments.read.matches.view import MatchView
from tournaments.words.games import code_words, game_name
from tournaments.words.papers import score_cards_title

# The height of a card's head and foot, and the largest height of a row, in mm.
AROUND_GAMES, HIGHEST_ROW = 83.5, 8.5
FEWEST_ROWS, MOST_ROWS = 3, 14
# The side of the code, and where it stands, in mm. The quiet zone is part of it.
CODE, TOP = 22.0, 2.0
# The room for the title and for the name, with and without the code, and the height of their letters, in mm.
EVENT, EVENT_BESIDE_CODE, EVENT_LETTER = 70.8, 54.0, 2.9
PLAYER, PLAYER_BESIDE_CODE, PLAYER_LETTER = 91.0, 71.0, 5.2


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
    def rows(self) -> list[tuple[int, str]]:
        """The number of each row, and the name of its game."""
        return list(zip(self.games, self.names or ("",) * len(self.games), strict=True))

    @property
    def is_handicapped(self) -> bool:
        """Whether the match begins with points."""
        return any(self.match.start)


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
        pages=list(batched(cards, 2 * page.rows)),
        codes=code_words(stack.games),
        event_room=(EVENT_BESIDE_CODE if address else EVENT) / EVENT_LETTER,
        player_room=(PLAYER_BESIDE_CODE if address else PLAYER) / PLAYER_LETTER,
        heights={len(card.games): _row_height(page, len(card.games)) for card in cards},
    )
    return pdf(html)


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


def _row_height(page: Page, rows: int) -> str:
    return f"{min((page.card_height - AROUND_GAMES) / rows, HIGHEST_ROW):.3f}"
