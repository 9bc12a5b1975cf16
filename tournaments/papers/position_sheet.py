"""A question about a position on one page: the board, what is in question, what the rules, the table and an engine say,
the ruling, and room to sign."""

from functools import partial

from paper.canvas import mm
from paper.html import paper_html
from paper.pdf import pdf_on_one_page
from rules.drawing.paper import Paper
from tournaments.papers.draw_sheet import read_paper
from tournaments.papers.draw_sheet_rows import printed_at
from tournaments.papers.position_lines import question_lines
from tournaments.read.positions.questions import QuestionView
from tournaments.words.papers.sheets import sheet_words

# In mm on A4; other papers are that much larger or smaller.
MARGIN, FOOT, EDGE, TITLE, WHAT = 14.0, 18.0, 10.0, 8.0, 3.6
# The widths of the board, of which the largest is taken that leaves room for all else, and its height as a share of it.
BOARDS, HIGH = (72.0, 84.0, 96.0, 108.0, 120.0, 132.0), 120 / 132


def position_pdf(view: QuestionView, board: str, paper: str = "A4") -> bytes:
    """Return the page as PDF; ``board`` is its drawing, as large as the page takes.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    width, height = read_paper(paper).size
    scale, room = width / Paper.A4.size[0], Paper.A4.size[0] - 2 * MARGIN
    tournament, lines = view.row.tournament, question_lines(view, spoken=True)
    html = partial(
        paper_html,
        "position.html",
        tournament.name,
        view=view,
        board=board,
        lines=lines,
        heading=tournament.name,
        foot=f"{sheet_words(tournament.stream.number)} · {printed_at(tournament)} · Barpoint",
        paper=(width, height),
        scale=scale,
        edge=mm(scale * EDGE),
        margins=" ".join(mm(scale * each) for each in (MARGIN, MARGIN, FOOT)),
        title_room=room / TITLE,
        what_room=room / WHAT,
    )
    return pdf_on_one_page(lambda size: html(board_width=size, board_height=size * HIGH), BOARDS)
