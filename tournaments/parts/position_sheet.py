"""A question about a position as a page shows it: the board, and the lines about it."""

from dataclasses import dataclass

from tournaments.papers.position_lines import PlayLine, QuestionLines, question_lines
from tournaments.parts.board_svg import board_svg
from tournaments.read.positions.questions import QuestionView
from tournaments.words import positions as words


@dataclass(frozen=True, slots=True)
class PositionSheet:
    """A question on a page."""

    view: QuestionView
    board: str
    lines: QuestionLines


@dataclass(frozen=True, slots=True)
class PreviewSheet:
    """What a form means while it is filled in; the lists of checkers are for the board of the form."""

    board: str
    own: str
    other: str
    pips: tuple[int, int]
    plays: tuple[PlayLine, ...]
    legal: tuple[str, ...] | None


def position_sheet(view: QuestionView, *, spoken: bool) -> PositionSheet:
    """Return a question as a page shows it; ``spoken`` False keeps values and opinion back."""
    return PositionSheet(view, board_of(view), question_lines(view, spoken=spoken))


def board_of(view: QuestionView, *, printed: bool = False) -> str:
    """Return the board of a question, the first play in question over it; ``printed``: in the colours of paper."""
    plays = view.answer.plays
    names = str(words.ON_ROLL), str(words.OPPONENT)
    return board_svg(view.diagram(names, plays[0].steps if plays else ()), printed=printed)
