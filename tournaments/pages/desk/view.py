"""The desk: one director, a noisy hall, and a line that is typed, not aimed at."""

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.visitor import visitor
from journal.actors import Actor
from journal.verbs import undoable
from rules.errors import RuleBroken
from runtime.pages.etags import fresh
from tournaments.actions.matches import Report
from tournaments.forms.result import typed_result
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Not, do
from tournaments.http.slips import moved_slips
from tournaments.models import Tournament
from tournaments.pages.desk.board import Ask
from tournaments.pages.desk.board import desk as desk_of
from tournaments.pages.desk.form import Deed, act_of, read_deed
from tournaments.pages.desk.line import LineSheet, Typist, already_recorded, just_recorded, line_sheet
from tournaments.read.events import tournament_of
from tournaments.read.floor import read_floor
from tournaments.read.matches.conflict import CODES, StaleEdit, stale_edit
from tournaments.read.matches.head import match_head

# Sent by the page's script, which wants a part of the page and nothing around it.
FRAGMENT_HEADER = "X-Desk"
# Another person did the same a moment earlier: no reason for alarm.
SO_ALREADY = ("match.called", "match.settled", "undo.done")
MEANT = "tournaments/desk/_meant.html"


@dataclass(frozen=True, slots=True)
class Sitting:
    """The person at the desk, and the tournament."""

    request: HttpRequest
    tournament: Tournament
    nav: Nav

    @property
    def actor(self) -> Actor:
        who = visitor(self.request)
        assert who is not None  # noqa: S101 -- for the types: only the desk was admitted
        return who

    @property
    def typist(self) -> Typist:
        return Typist(self.actor, undoable())

    @property
    def is_script(self) -> bool:
        return FRAGMENT_HEADER in self.request.headers


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "desk")
def desk(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """The desk, and what is done there."""
    sitting = Sitting(request, tournament, nav)
    if sitting.request.method == "POST":
        return _done(sitting) if "deed" in sitting.request.POST else _page(sitting, _read(sitting, "POST"))
    page = _board if "board" in sitting.request.GET else _landed
    return fresh(sitting.request, [sitting.tournament.stream], lambda: page(sitting), sitting.nav.clock)


@require_safe
@admitted("desk", a_tournament, "desk")
def desk_line(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Show the meaning of the entry line while it is typed."""
    sitting = Sitting(request, tournament, nav)
    return render(sitting.request, MEANT, {"line": _read(sitting, "GET"), "desk": sitting.nav})


def _read(sitting: Sitting, method: str) -> LineSheet:
    typed = sitting.request.POST.get("line") if method == "POST" else sitting.request.GET.get("q")
    return line_sheet(read_floor(sitting.tournament), typed or "", sitting.typist)


def _landed(sitting: Sitting) -> HttpResponse:
    """The page, after something was done with the sentence that says so."""
    number = sitting.request.GET.get("done", "")
    return _page(sitting, just_recorded(sitting.tournament, int(number)) if number.isdecimal() else None)


def _board(sitting: Sitting) -> HttpResponse:
    return render(sitting.request, "tournaments/desk/_board.html", {"desk": _sheet(sitting)})


def _page(sitting: Sitting, line: LineSheet | None, status: int = 200, edit: StaleEdit | None = None) -> HttpResponse:
    line = line or LineSheet("empty")
    at_the_line = "line" in sitting.request.GET or "line" in sitting.request.POST
    shown = {"nav": sitting.nav, "desk": _sheet(sitting), "line": line, "edit": edit, "at_the_line": at_the_line}
    shown["moved"] = moved_slips(sitting.request, sitting.tournament)
    return render(sitting.request, "tournaments/desk/page.html", shown, status=status)


def _sheet(sitting: Sitting) -> object:
    changed = sitting.request.GET.get("m", "")
    ask = Ask(sitting.actor, timezone.now(), undoable(), int(changed) if changed.isdecimal() else None)
    return desk_of(sitting.tournament, ask)


def _done(sitting: Sitting) -> HttpResponse:
    """Carry out a deed: of the line, of a row, of Just done."""
    text = sitting.request.POST["deed"]
    outcome = do(sitting.request, lambda caller: act_of(read_deed(text), sitting.tournament.pk)(caller))
    if isinstance(outcome, Not):
        return _to_the_ruling(outcome, _deed(text)) or _not(sitting, outcome, text)
    number, deed = getattr(outcome.value, "record", None), read_deed(text)
    if sitting.is_script:
        line = just_recorded(tournament_of(sitting.tournament.pk), number) if number else LineSheet("unchanged")
        return render(sitting.request, MEANT, {"line": line, "desk": sitting.nav})
    return _back(sitting, number, deed.match)


def _back(sitting: Sitting, number: int | None, match: int | None) -> HttpResponse:
    """Redirect to the desk: to the changed row, or to the entry line if it was typed there."""
    typed = "line" in sitting.request.POST
    params = {"done": number, "m": match, "line": 1 if typed else None}
    query = urlencode({name: value for name, value in params.items() if value})
    mark = "" if typed or match is None else f"#m{match}"
    page = reverse("desk", args=[sitting.tournament.pk])
    return HttpResponseRedirect(f"{page}?{query}{mark}" if query else page, status=303)


def _to_the_ruling(outcome: Not, deed: Deed | None) -> HttpResponse | None:
    """Lead on where a dispute can't be settled by the line: a later match has begun, and somebody must say what of it.

    What was typed goes with it.
    """
    if outcome.broken.code != "match.begun" or deed is None or deed.verb != "result" or deed.points is None:
        return None
    query = urlencode([("way", "score"), ("top", deed.points[0]), ("bottom", deed.points[1])])
    return HttpResponseRedirect(f"{reverse('match_ruling', args=[deed.subject])}?{query}", status=303)


def _not(sitting: Sitting, outcome: Not, text: str) -> HttpResponse:
    """Say why it was refused; that another desk wrote the very same is no refusal."""
    line, edit, status = None, None, outcome.status
    deed = _deed(text)
    if outcome.broken.code in SO_ALREADY:
        line = LineSheet("unchanged")
    if deed is not None and deed.match and deed.points and outcome.broken.code in CODES:
        floor = read_floor(tournament_of(sitting.tournament.pk))
        line = already_recorded(floor, deed.match, deed.points, sitting.actor)
        edit = None if line else _edit(sitting, deed.match, deed.points)
    typed = sitting.request.POST.get("line", "")
    if line is not None and line.kind == "confirms":
        line = replace(line, typed=typed)
    elif line is not None:
        status = 200
    line = line or LineSheet("stale" if edit else "refused", refusal=outcome.text, typed=typed)
    if sitting.is_script:
        return render(sitting.request, MEANT, {"line": line, "desk": sitting.nav, "edit": edit}, status=status)
    return _page(sitting, line, status, edit)


def _edit(sitting: Sitting, match: int, points: tuple[int, int]) -> StaleEdit:
    """Return what was seen, what counts now and what was typed, to choose from."""
    typed = typed_result(Report(points=points), match_head(match).terms)
    fields = (("way", "score"), ("top", str(points[0])), ("bottom", str(points[1])))
    return stale_edit(match, sitting.request.POST.get("saw", ""), typed, fields)


def _deed(text: str) -> Deed | None:
    try:
        return read_deed(text)
    except RuleBroken:
        return None
