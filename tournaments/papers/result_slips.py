"""Result slips: the winner brings one to the desk, signed by both. Eight stand on a page, with lines to cut along."""

from itertools import batched

from django.utils.translation import gettext as _

from paper.canvas import Box
from paper.leaves import Leaf, Pen, Side, leaves_pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.papers.stacks import MatchForm, Stack

COLUMNS, MARGIN = 2, 7.0
# Width and height of a page, and how many slips stand under each other.
PAGES = {"A4": (*Paper.A4.size, 4), "A5": (210.0, 148.5, 2), "Letter": (*Paper.LETTER.size, 4)}


def slips_pdf(stack: Stack, paper: str = "A4") -> bytes:
    """Return one slip a match. Raises RuleBroken ``paper.unknown``."""
    return leaves_pdf(_("{title}: result slips").format(title=stack.title), slip_leaves(stack, paper))


def match_slip_pdf(stack: Stack, paper: str = "A4") -> bytes:
    """Return the slip of one match twice: for the desk, and for the winner to keep."""
    leaf, rows = _leaf(paper)
    high = leaf.height / rows
    for column, words in enumerate((_("for the desk"), _("for the winner"))):
        _slip(leaf, (column, high), stack, stack.forms[0], words)
    leaf.rule(leaf.width / 2, 0, leaf.width / 2, high, Pen.CUT)
    leaf.rule(0, high, leaf.width, high, Pen.CUT)
    return leaves_pdf(_("{title}: result slip {code}").format(title=stack.title, code=stack.forms[0].code), [leaf])


def slip_leaves(stack: Stack, paper: str) -> list[Leaf]:
    """Return the pages of the slips."""
    leaves = []
    for group in batched(stack.forms, COLUMNS * _leaf(paper)[1]):
        leaf, rows = _leaf(paper)
        high = leaf.height / rows
        leaf.rule(leaf.width / 2, 0, leaf.width / 2, leaf.height, Pen.CUT)
        for row in range(1, rows):
            leaf.rule(0, row * high, leaf.width, row * high, Pen.CUT)
        for place, form in enumerate(group):
            _slip(leaf, (place, high), stack, form, "")
        leaves.append(leaf)
    return leaves


def _leaf(paper: str) -> tuple[Leaf, int]:
    for name, (width, height, rows) in PAGES.items():
        if name.lower() == paper.lower():
            return Leaf(width, height), rows
    raise RuleBroken("paper.unknown", got=paper, known=list(PAGES))


def _slip(leaf: Leaf, where: tuple[int, float], stack: Stack, form: MatchForm, words: str) -> None:
    """Draw one slip at its place on the page, each so many mm high."""
    (row, column), high = divmod(where[0], COLUMNS), where[1]
    x, y, room = column * leaf.width / COLUMNS + MARGIN, row * high, leaf.width / COLUMNS - 2 * MARGIN
    about = " · ".join(part for part in (stack.title, words) if part)
    leaf.write(about, (x, y + 9.5, room - 20), 2.9, "soft")
    leaf.write(form.code, (x + room - 18, y + 11.5, 18), 7.0, "serif", Side.END)
    length = _("to {n} points").format(n=form.length) if form.length > 1 else _("to 1 point")
    table = _("Table {table}").format(table=form.table) if form.table else ""
    leaf.write(" · ".join(part for part in (length, table) if part), (x, y + 16, room - 20), 4.2, "serif")
    for which in (0, 1):
        _player(leaf, form, which, (x, y + 28.5 + 13 * which, room))
    hint = _("cross the winner, write both scores, both sign")
    leaf.write(hint, (x, y + 49, room), 2.6, "soft")
    for which in (0, 1):
        left, wide = x + which * (room / 2 + 1.5), room / 2 - 1.5
        leaf.rule(left, y + 60.5, left + wide, y + 60.5)
        leaf.write(form.names[which] or _("signature"), (left, y + 63.6, wide), 2.4, "soft")


def _player(leaf: Leaf, form: MatchForm, which: int, at: tuple[float, float, float]) -> None:
    x, y, room = at
    leaf.box(Box(x, y - 5.6, x + 6.4, y + 0.8))
    leaf.box(Box(x + room - 15, y - 7.4, x + room, y + 2.6))
    start = f"({form.start[which]})" if form.start[which] else ""
    taken = 9.0 if start else 0.0
    leaf.write(start, (x + room - 24, y, 7.5), 4.0, "b", Side.END)
    left, wide = x + 9, room - 9 - 17 - taken
    if form.names[which]:
        leaf.name(form.names[which], (left, y, wide), 4.6, bold=True)
    else:
        leaf.rule(left, y + 1, left + wide, y + 1)
        leaf.write(form.origins[which], (left, y, wide), 2.9, "soft", Side.END)
