"""The style page: every part with its states, rendered from the parts that the pages are made of."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.draws.match_state import State
from rules.formats.course import Course, Feed, FeedKind
from rules.formats.format import Stage, StageKind
from tournaments.read.draws.view import ListedRow, SideView
from tournaments.read.matches.view import MatchTimes, MatchView, PlayerView, Ruling, RulingKind
from tournaments.read.progress import progress_of

STATES = tuple(state for state in State if not state.is_empty)
UPPER, LOWER = PlayerView(1, "Petra Horvat"), PlayerView(2, "Maria del Carmen Fernández de Oñate")
COURSE = Course(
    Stage(StageKind.FINAL, 2, "C"),
    (Feed(FeedKind.WINNER, 0, "B1"), Feed(FeedKind.WINNER, 0, "B2")),
    winner_to=None,
    loser_to=(),
)
MATCH = MatchView(
    id=1, draw=1, place=0, code="C1", bracket="main", round=3, number=1, length=5, course=COURSE,
    top=UPPER, bottom=LOWER, state=State.WAITING, status="waiting", begun=False, settled=False,
    score=None, raw=None, start=(0, 0), running=None, keeper=None, card="", winner=None, goes_on=None,
    how="", ruling=None, result=0, reporter=None, table="", called=False,
    times=MatchTimes(None, None, None, None), claims=(), deadline=None, contested=False,
    depends_on=(), version=1,
)  # fmt: skip
INKS = ("paper", "paper-sunk", "rule", "line", "ink", "ink-soft", "rubric", "rubric-wash", "point")
SIZES = ("caption", "dense", "body", "section", "large", "entry", "title", "wall")


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show the parts of the visual language, for developers."""
    shown = {
        "inks": INKS,
        "sizes": SIZES,
        "progress": progress_of(21, 3, 42),
        "begun": progress_of(0, 1, 42),
        "over": progress_of(42, 0, 42),
        "matches": [_match(at, state) for at, state in enumerate(STATES, start=1)],
        "held": (1, 2, 4, 9),
    }
    return render(request, "tournaments/style/page.html", {"shown": shown})


def _match(number: int, state: State) -> ListedRow:
    decided, won = state.has_ended, state.has_ended and state is not State.RULING
    points = {"walkover": ("w/o", "–"), "no_show": ("–", "n/s"), "retired": ("5", "2 ret.")}.get(state, ("5", "3"))
    upper = SideView(UPPER, "", "", points[0] if decided else "", 2 if number == 4 else 0, won, decided and not won)
    lower = SideView(LOWER, "", "", points[1] if decided else "", 0, decided and not won, won)
    if state is State.WAITING:
        lower = SideView(None, "loser", "C2", "", 0, False, False)
    table = str(number) if state.is_on else ""
    ruling = Ruling(RulingKind.KEPT, UPPER, ("D1",)) if state is State.RULING else None
    match = replace(MATCH, id=number, code=f"C{number}", state=state, table=table, ruling=ruling)
    return ListedRow(match, (upper, lower))
