"""A question about a position on one page: the board, what is in question, what the rules, the table and an engine say,
the ruling, and room to sign."""

from paper.html import paper_html
from paper.pdf import pdf
from rules.drawing.paper import Paper
from tournaments.papers.draw_sheet import read_paper
from tournaments.papers.draw_sheet_rows import printed_at
from tournaments.papers.position_lines import question_lines
from tournaments.read.positions.questions import QuestionView
from tournaments.words.papers.sheets import sheet_words

MARGIN, TITLE, WHAT = 14.0, 8.0, 3.6


def position_pdf(view: QuestionView, board: str, paper: str = "A4") -> bytes:
    """Return the page as PDF; ``board`` is its drawing. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    width, height = read_paper(paper).size
    room = Paper.A4.size[0] - 2 * MARGIN
    tournament = view.row.tournament
    html = paper_html(
        "position.html",
        tournament.name,
        view=view,
        board=board,
        lines=question_lines(view, spoken=True),
        heading=tournament.name,
        foot=f"{sheet_words(tournament.stream.number)} · {printed_at(tournament)} · Barpoint",
        paper=(width, height),
        scale=width / Paper.A4.size[0],
        title_room=room / TITLE,
        what_room=room / WHAT,
    )
    return pdf(html)
