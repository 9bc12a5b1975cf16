"""The desk: one director, a noisy hall, and a line that is typed, not aimed at."""

from dataclasses import dataclass, replace
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.posting import whole
from clubs.http.visitor import visitor
from journal.actors import Actor
from journal.book import Caller
from journal.verbs import undoable
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.actions.matches.results import Report
from tournaments.forms.result import typed_result
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, Refusal, do
from tournaments.http.slips import moved_slips
from tournaments.models import Tournament
from tournaments.pages.desk.board import Viewer, desk_sheet
from tournaments.pages.desk.commands import Command, action_of, read_command
from tournaments.pages.desk.line import LineSheet, Typist, already_recorded, held_sheet, just_recorded, line_sheet
from tournaments.pages.desk.queue import QueuedLine
from tournaments.pages.desk.sheet import Desk
from tournaments.read.draws.holds import CODES as HOLD_CODES
from tournaments.read.events import tournament_of
from tournaments.read.floor import Floor, is_latest, read_floor, record_under_key
from tournaments.read.matches.conflict import CODES, EditConflict, edit_conflict
from tournaments.read.matches.head import match_head

# Sent by the page's script, which wants a part of the page and nothing around it.
FRAGMENT_HEADER = "X-Desk"
# Another person did the same a moment earlier: no reason for alarm.
ALREADY_DONE = ("match.called", "match.settled", "undo.done")
# A match that something holds is called when that is confirmed.
HELD = frozenset(HOLD_CODES.values())
QUEUE_TRIES = 3
MEANING = "tournaments/desk/_meaning.html"


@dataclass(frozen=True, slots=True)
class DeskRequest:
    """A request of the person at the desk of a tournament."""

    http: HttpRequest
    tournament: Tournament
    nav: Nav

    @property
    def actor(self) -> Actor:
        actor = visitor(self.http)
        assert actor is not None  # noqa: S101 -- for the types: only the desk was admitted
        return actor

    @property
    def typist(self) -> Typist:
        return Typist(self.actor, undoable())

    def floor(self) -> Floor:
        """Return the floor as it is now."""
        return read_floor(tournament_of(self.tournament.pk))

    @property
    def is_script(self) -> bool:
        return FRAGMENT_HEADER in self.http.headers


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "desk")
def desk(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render the desk, or carry out the command that was sent."""
    sent = DeskRequest(request, tournament, nav)
    if request.method == "POST":
        return _post(sent)
    render_desk = _board if "board" in request.GET else _page_after_change
    return with_etag(request, [tournament.stream], lambda: render_desk(sent), nav.clock, nav.marks)


def _post(sent: DeskRequest) -> HttpResponse:
    posted = sent.http.POST
    if "queued" in posted:
        return _queued(sent)
    return _carry_out(sent) if "command" in posted else _page(sent, _line(sent, posted.get("line")))


@require_safe
@admitted("desk", a_tournament, "desk")
def desk_line(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render the meaning of the entry line while it is typed."""
    line = _line(DeskRequest(request, tournament, nav), request.GET.get("q"))
    return render(request, MEANING, {"line": line, "desk": nav})


def _line(sent: DeskRequest, typed: str | None) -> LineSheet:
    return line_sheet(read_floor(sent.tournament), typed or "", sent.typist)


def _page_after_change(sent: DeskRequest) -> HttpResponse:
    """Render the desk with the confirmation of the last action."""
    number = whole(sent.http.GET.get("done", ""))
    return _page(sent, just_recorded(sent.tournament, number) if number else None)


def _board(sent: DeskRequest) -> HttpResponse:
    return render(sent.http, "tournaments/desk/_board.html", {"desk": _sheet(sent), "marks": sent.nav.marks})


def _page(
    sent: DeskRequest, line: LineSheet | None, status: int = 200, edit: EditConflict | None = None
) -> HttpResponse:
    line = line or LineSheet("empty")
    at_the_line = "line" in sent.http.GET or "line" in sent.http.POST
    shown = {"nav": sent.nav, "desk": _sheet(sent), "line": line, "edit": edit, "at_the_line": at_the_line}
    shown["actor"] = sent.actor.name
    shown["moved"] = moved_slips(sent.http, sent.tournament)
    return render(sent.http, "tournaments/desk/page.html", shown, status=status)


def _sheet(sent: DeskRequest) -> Desk:
    changed = whole(sent.http.GET.get("m", ""))
    viewer = Viewer(sent.actor, timezone.now(), undoable(), changed or None)
    return desk_sheet(sent.tournament, viewer)


def _carry_out(sent: DeskRequest) -> HttpResponse:
    """Carry out a command of the line, of a row or of *Just done*."""
    text = sent.http.POST["command"]
    outcome = do(sent.http, lambda caller: action_of(read_command(text), sent.tournament.pk)(caller))
    if isinstance(outcome, Refusal):
        command = _readable(text)
        decided_at = _ruling_address(outcome, command) or _preview_address(sent, outcome, command)
        return HttpResponseRedirect(decided_at, status=303) if decided_at else _refused(sent, outcome, command)
    number, command = getattr(outcome.value, "record", None), read_command(text)
    if sent.is_script:
        return _recorded(sent, number)
    return _redirect(sent, number, command.match)


def _recorded(sent: DeskRequest, number: int | None) -> HttpResponse:
    """Render the sentence of the record just written, for the page's script."""
    line = just_recorded(tournament_of(sent.tournament.pk), number) if number else LineSheet("unchanged")
    return render(sent.http, MEANING, {"line": line, "desk": sent.nav})


def _queued(sent: DeskRequest) -> HttpResponse:
    """Carry out a line of the queue, or render what a person must answer first. A line is written at most once.

    With a ``command`` the line is bound to the sentence that was shown. Otherwise it is interpreted now; so is a line
    whose sentence nobody had time to read, unless it means something else by now.
    """
    line = QueuedLine.read(sent.http.POST)
    if written := _written(sent, line):
        return written
    for turn in range(QUEUE_TRIES):
        command, seen = line.command, None
        if not line.is_read:
            # What changes again and again while it is interpreted is shown before it is written.
            floor, is_last_turn = sent.floor(), turn == QUEUE_TRIES - 1
            sheet = replace(line, ask=line.ask or is_last_turn).meaning(floor, sent.typist)
            if command in ("", sheet.command):
                # Another desk may have entered the same slip since the floor was read: then there is nothing to ask.
                if sheet.asks and not is_last_turn and not is_latest(floor):
                    continue
                if sheet.asks:
                    return _written(sent, line) or render(sent.http, MEANING, {"line": sheet, "desk": sent.nav})
                command, seen = sheet.command, sheet.seen
        outcome = do(sent.http, partial(_act, sent.tournament.pk, command, seen))
        if written := _written(sent, line):
            return written
        if isinstance(outcome, Done):
            break
        if seen is None or outcome.broken.code != "stale":
            return _refused(sent, outcome, _readable(command))
    return _recorded(sent, None)


def _written(sent: DeskRequest, line: QueuedLine) -> HttpResponse | None:
    """Render the sentence of a line that is already written, None for one that is not."""
    number = record_under_key(sent.tournament, sent.actor.name, line.key)
    return _recorded(sent, number) if number else None


def _act(tournament: int, command: str, seen: int | None, caller: Caller) -> object:
    caller.seen = caller.seen if seen is None else seen
    return action_of(read_command(command), tournament)(caller)


def _redirect(sent: DeskRequest, number: int | None, match: int | None) -> HttpResponse:
    """Redirect to the desk: to the changed row, or to the entry line if it was typed there."""
    typed = "line" in sent.http.POST
    params = {"done": number, "m": match, "line": 1 if typed else None}
    query = urlencode({name: value for name, value in params.items() if value})
    mark = "" if typed or match is None else f"#m{match}"
    page = reverse("desk", args=[sent.tournament.pk])
    return HttpResponseRedirect(f"{page}?{query}{mark}" if query else page, status=303)


def _ruling_address(outcome: Refusal, command: Command | None) -> str:
    """Return where to rule, with the score typed, if a later match has begun: the line can't settle that dispute."""
    if outcome.broken.code != "match.begun" or command is None or command.verb != "result" or command.points is None:
        return ""
    query = urlencode([("way", "score"), ("top", command.points[0]), ("bottom", command.points[1])])
    return f"{reverse('match_ruling', args=[command.subject])}?{query}"


def _preview_address(sent: DeskRequest, outcome: Refusal, command: Command | None) -> str:
    """Return the preview of an undo that a match which has begun forbids: it leads to the correction."""
    if outcome.broken.code != "match.begun" or command is None or command.verb != "undo":
        return ""
    return reverse("record_undo", args=[sent.tournament.pk, command.subject])


def _refused(sent: DeskRequest, outcome: Refusal, command: Command | None) -> HttpResponse:
    """Render the desk with the reason of a refusal; that another person entered the very same is none."""
    line, edit, status = None, None, outcome.status
    if outcome.broken.code in ALREADY_DONE:
        line = LineSheet("unchanged")
    if command is not None and command.match and command.points and outcome.broken.code in CODES:
        line = already_recorded(sent.floor(), command.match, command.points, sent.actor)
        edit = None if line else _edit_conflict(sent, command.match, command.points)
    typed = sent.http.POST.get("line", "")
    if command is not None and command.verb == "call" and outcome.broken.code in HELD:
        line = held_sheet(sent.floor(), command.subject, command.rest, outcome.text)
    if line is not None and line.kind in ("confirms", "held"):
        line = replace(line, typed=typed)
    elif line is not None:
        status = 200
    address = _ruling_address(outcome, command) or _preview_address(sent, outcome, command)
    line = line or LineSheet("stale" if edit else "refused", refusal=outcome.text, typed=typed, address=address)
    if sent.is_script:
        return render(sent.http, MEANING, {"line": line, "desk": sent.nav, "edit": edit}, status=status)
    return _page(sent, line, status, edit)


def _edit_conflict(sent: DeskRequest, match: int, points: tuple[int, int]) -> EditConflict:
    """Return what was seen, what counts now and what was typed, to choose from."""
    typed = typed_result(Report(points=points), match_head(match).terms)
    fields = (("way", "score"), ("top", str(points[0])), ("bottom", str(points[1])))
    return edit_conflict(match, sent.http.POST.get("saw", ""), typed, fields)


def _readable(text: str) -> Command | None:
    """Return the command that a form sent, None for one that can't be read."""
    try:
        return read_command(text)
    except RuleBroken:
        return None
