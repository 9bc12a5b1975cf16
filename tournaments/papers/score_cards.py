"""Score cards: one for each player of a match, filled in as far as it is known, ruled to be written on.

Two stand on an A5 page, four on A4 or Letter, with lines to cut along. The rules of all cards of a length are the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import batched

from django.utils.translation import gettext as _

from paper.canvas import Box
from paper.leaves import Leaf, Pen, Side, leaves_pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.papers.stacks import MatchForm, Stack

MARGIN = 7.0
# Widths of the columns in shares of the card: game, my points, opponent, running, cube, code.
SHARES = (0.13, 0.17, 0.2, 0.22, 0.13, 0.15)
GRID_TOP, UNDER_GRID, HEAD = 48.0, 23.0, 5.5
FEWEST_ROWS, MOST_ROWS, HIGHEST_ROW = 3, 14, 8.5


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards a page holds, and how large it is: ``width`` × ``height`` of one card."""

    columns: int
    rows: int
    width: float
    height: float


PAGES = {
    "A5": Cards(2, 1, 105.0, 148.0),
    "A4": Cards(2, 2, 105.0, 148.5),
    "Letter": Cards(2, 2, Paper.LETTER.size[0] / 2, Paper.LETTER.size[1] / 2),
}


def score_cards_pdf(stack: Stack, paper: str = "A5") -> bytes:
    """Return two cards a match, in the order of the matches. Raises RuleBroken ``paper.unknown``."""
    return leaves_pdf(_("{title}: score cards").format(title=stack.title), score_card_leaves(stack, paper))


def score_card_leaves(stack: Stack, paper: str) -> list[Leaf]:
    """Return the pages of the cards."""
    named = {name.lower(): cards for name, cards in PAGES.items()}
    if paper.lower() not in named:
        raise RuleBroken("paper.unknown", got=paper, known=list(PAGES))
    cards = named[paper.lower()]
    return [_page(stack, cards, list(group)) for group in batched(_cards(stack), cards.columns * cards.rows)]


def _cards(stack: Stack) -> Iterator[tuple[MatchForm, int]]:
    for form in stack.forms:
        yield form, 0
        yield form, 1


def _page(stack: Stack, cards: Cards, group: list[tuple[MatchForm, int]]) -> Leaf:
    leaf = Leaf(cards.columns * cards.width, cards.rows * cards.height)
    for column in range(1, cards.columns):
        leaf.rule(column * cards.width, 0, column * cards.width, leaf.height, Pen.CUT)
    for row in range(1, cards.rows):
        leaf.rule(0, row * cards.height, leaf.width, row * cards.height, Pen.CUT)
    for place, (form, mine) in enumerate(group):
        row, column = divmod(place, cards.columns)
        _Card(leaf, cards, column * cards.width, row * cards.height).draw(stack, form, mine)
    return leaf


class _Card:
    def __init__(self, leaf: Leaf, cards: Cards, x: float, y: float) -> None:
        self.leaf, self.x, self.y, self.height = leaf, x + MARGIN, y, cards.height
        self.room = cards.width - 2 * MARGIN

    def draw(self, stack: Stack, form: MatchForm, mine: int) -> None:
        self.head(stack, form, mine)
        self.grid(form)
        self.foot(stack, form, mine)

    def head(self, stack: Stack, form: MatchForm, mine: int) -> None:
        leaf, x, y, room = self.leaf, self.x, self.y, self.room
        leaf.write(stack.title, (x, y + 9.5, room - 20), 2.9, "soft")
        leaf.write(form.code, (x + room - 18, y + 11.5, 18), 7.0, "serif", Side.END)
        self.player(form, mine, y + 18.5, 5.2, bold=True)
        against = _("against")
        leaf.write(against, (x, y + 25, 14), 2.9, "soft")
        self.player(form, 1 - mine, y + 25, 4.0, bold=False, indent=14)
        leaf.rule(x, y + 28.5, x + room, y + 28.5, Pen.HEAVY)
        words = _("to {n} points").format(n=form.length) if form.length > 1 else _("to 1 point")
        leaf.write(words, (x, y + 35.5, 0.55 * room), 5.0, "serif")
        table = _("Table {table}").format(table=form.table or "_______")
        leaf.write(table, (x + 0.57 * room, y + 35.5, 0.43 * room), 4.0, "b", Side.END)
        start = _("starts {mine}–{theirs}").format(mine=form.start[mine], theirs=form.start[1 - mine])
        leaf.write(start, (x, y + 43.5, 0.4 * room), 3.6, "b" if any(form.start) else "")
        self.crawford(stack, form, y + 43.5)

    def player(self, form: MatchForm, which: int, y: float, size: float, *, bold: bool, indent: float = 0.0) -> None:
        at = self.x + indent, y, self.room - indent
        if form.names[which]:
            self.leaf.name(form.names[which], at, size, bold=bold)
        else:
            self.leaf.rule(at[0], y + 1, at[0] + at[2], y + 1)
            self.leaf.write(form.origins[which], at, 2.9, "soft", Side.END)

    def crawford(self, stack: Stack, form: MatchForm, y: float) -> None:
        leaf, right = self.leaf, self.x + self.room
        if not stack.crawford or form.length == 1:
            words = _("no Crawford rule") if form.length > 1 else _("no cube in a match to 1")
            leaf.write(words, (self.x + 0.42 * self.room, y, 0.58 * self.room), 3.2, "soft", Side.END)
            return
        leaf.box(Box(right - 4.2, y - 3.6, right, y + 0.6))
        words = _("Crawford game played")
        leaf.write(words, (self.x + 0.42 * self.room, y, 0.58 * self.room - 6), 3.2, "", Side.END)

    def grid(self, form: MatchForm) -> None:
        leaf, top = self.leaf, self.y + GRID_TOP
        bottom = self.y + self.height - MARGIN - UNDER_GRID
        rows = min(max(2 * form.length - 1, FEWEST_ROWS), MOST_ROWS)
        high = min((bottom - top - HEAD) / rows, HIGHEST_ROW)
        end = top + HEAD + rows * high
        heads = [_("game"), _("mine"), _("theirs"), _("running"), _("cube"), _("code")]
        left = self.x
        for share, head in zip(SHARES, heads, strict=True):
            width = share * self.room
            leaf.write(head, (left + 0.5, top + 4, width - 1), 2.9, "soft", Side.MIDDLE)
            if left > self.x:
                leaf.rule(left, top, left, end)
            left += width
        leaf.rule(self.x, top + HEAD, self.x + self.room, top + HEAD, Pen.FIRM)
        for row in range(1, rows + 1):
            y = top + HEAD + row * high
            leaf.rule(self.x, y, self.x + self.room, y)
        leaf.numbers(rows, Box(self.x, top + HEAD, self.x + SHARES[0] * self.room, end), 2.9)

    def foot(self, stack: Stack, form: MatchForm, mine: int) -> None:
        leaf, x, room = self.leaf, self.x, self.room
        y = self.y + self.height - MARGIN
        if form.length > 1 and stack.crawford:
            words = _("Crawford game no. _____  ·  post-Crawford from game _____: the cube is back")
            leaf.write(words, (x, y - 18, room), 3.0)
        holland = _("Holland rule after the Crawford game") if stack.holland else ""
        codes = _("nc no cube · cr Crawford · P passed · g gammon · bg backgammon")
        leaf.write(" · ".join(part for part in (holland, codes) if part), (x, y - 13, room), 2.6, "soft")
        leaf.rule(x, y - 3.5, x + 0.6 * room, y - 3.5)
        leaf.write(_("signed by the opponent"), (x, y - 0.3, 0.6 * room), 2.4, "soft")
        leaf.write(_("final score"), (x + 0.64 * room, y - 0.3, 0.36 * room), 2.4, "soft")
        leaf.rule(x + 0.64 * room, y - 3.5, x + room, y - 3.5)
