"""The style page: every part with its states, rendered from the parts that the pages are made of."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.read.match_lines import MatchLine, SideLine
from tournaments.read.progress import progress_of

STATES = (
    "waiting", "ready", "called", "playing", "unsettled", "disputed", "final", "walkover", "no_show", "retired",
    "withdrawn", "ruling",
)  # fmt: skip
INKS = ("paper", "paper-sunk", "rule", "line", "ink", "ink-soft", "rubric", "rubric-wash", "point")
SIZES = ("caption", "dense", "body", "section", "large", "entry", "title", "wall")


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """What the visual language is made of, for who builds pages."""
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


def _match(number: int, state: str) -> MatchLine:
    decided = state not in ("waiting", "ready", "called", "playing", "disputed")
    points = {"walkover": ("w/o", "–"), "no_show": ("–", "n/s"), "retired": ("5", "2 ret.")}.get(state, ("5", "3"))
    upper = SideLine(1, "Petra Horvat", points[0] if decided else "", 2 if number == 4 else 0, decided, False, "", "")
    lower = SideLine(2, "Maria del Carmen Fernández de Oñate", points[1] if decided else "", 0, False, decided, "", "")
    if state == "waiting":
        lower = SideLine(None, "", "", 0, False, False, "loser", "C2")
    table = str(number) if state in ("called", "playing") else ""
    return MatchLine(number, f"C{number}", state, table, (upper, lower))
