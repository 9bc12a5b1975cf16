"""Match files at the desk: sent in, replayed beside the reported result, downloaded in every form."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.files.formats import FORMS
from rules.files.limits import MOST_BYTES
from tournaments.actions.match_files import exchange_sides, keep_file
from tournaments.http.access import Named, a_match, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.pages.match_file.sheet import Replay, replay_sheet
from tournaments.read.matches.files import SentFile, file_of, files_of, written
from tournaments.read.matches.games import game_lines, games_of, played_of
from tournaments.read.matches.head import MatchHead, match_head
from tournaments.read.matches.one import view_of
from tournaments.read.names import names_in
from tournaments.words.match_files import unreadable_words
from tournaments.words.refusals import speak

ORIGINAL = "original"
_ENDINGS = {"snowie": "txt", "xg": "txt", ORIGINAL: "txt"}


def a_file(pk: int) -> Named[tuple[SentFile, MatchHead]]:
    """Return a match file with its match. Raises Unknown ``file.unknown``."""
    sent = file_of(pk)
    head = match_head(sent.match)
    return Named((sent, head), head.match.draw.event)


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_match, "matches")
def match_file(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """List the files of a match and take another."""
    problem, status = "", 200
    if request.method == "POST":
        done = do(request, lambda caller: keep_file(head.match.pk, content_of(request), caller))
        if not isinstance(done, Refusal):
            kept = done.value or files_of(head.match.pk)[0]
            return HttpResponseRedirect(reverse("file", args=[kept.id]), status=303)
        problem, status = reason_of(done), done.status
    return render(request, "tournaments/match_file/send.html", send_context(head, nav, problem), status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_file, "matches")
def file(request: HttpRequest, named: tuple[SentFile, MatchHead], nav: Nav) -> HttpResponse:
    """Replay a file; POST says that it names the players the other way round."""
    sent, head = named
    if request.method == "POST":
        done = do(request, lambda caller: exchange_sides(sent.id, caller))
        if isinstance(done, Refusal):
            raise done.broken
        return HttpResponseRedirect(reverse("file", args=[sent.id]), status=303)
    context = replay_context(request, sent, head) | {"nav": nav, "address": reverse("file", args=[sent.id])}
    return render(request, "tournaments/match_file/replay.html", context)


@require_safe
@admitted("desk", a_file, "matches")
def file_download(request: HttpRequest, named: tuple[SentFile, MatchHead], nav: Nav) -> HttpResponse:
    """A file as it came, or in another form (``?form=``)."""
    return download(named[0], named[1], request.GET.get("form", ORIGINAL))


def content_of(request: HttpRequest) -> bytes:
    """Return the file that was sent, else the text that was pasted."""
    upload = request.FILES.get("file")
    if upload is not None and upload.size:
        return bytes(upload.read(MOST_BYTES + 1))
    return str(request.POST.get("text", "")).encode()


def reason_of(refusal: Refusal) -> str:
    """Return why a file was not taken."""
    known = speak(refusal.broken.code, refusal.broken.facts)
    return known if refusal.status not in (400, 422) else unreadable_words(refusal.broken.code)


def send_context(head: MatchHead, nav: Nav, problem: str) -> dict[str, Any]:
    """Return what the page shows on which a file is sent."""
    match = view_of(head.match, names_in(head.match.draw.event_id))
    files = files_of(head.match.pk)
    lines = [(each, f"{each.at.astimezone(head.zone):%H:%M}", sender(each, match.names, head)) for each in files]
    return {"match": match, "files": lines, "nav": nav, "problem": problem}


def sender(sent: SentFile, names: tuple[str, str], head: MatchHead) -> str:
    """Return the name of the player who sent a file, empty for the desk."""
    by = {head.match.top_id: names[0], head.match.bottom_id: names[1]}
    return by.get(sent.by, "") if sent.by is not None else ""


def replay_context(request: HttpRequest, sent: SentFile, head: MatchHead) -> dict[str, Any]:
    """Return what the page of a file shows."""
    match = view_of(head.match, names_in(head.match.draw.event_id))
    zone: ZoneInfo = head.zone
    sheet: Replay | None = None
    if sent.judged is not None:
        games = games_of(head.match)
        lines = tuple(game_lines(head.terms, match, games, played_of(head.terms, games)))
        sheet = replay_sheet(sent, sent.judged, match, lines, request.GET.get("at", ""))
    return {
        "match": match,
        "sent": sent,
        "time": f"{sent.at.astimezone(zone):%H:%M}",
        "sender": sender(sent, match.names, head),
        "sheet": sheet,
        "problem": unreadable_words(sent.code) if sent.code else "",
        "forms": FORMS,
    }


def download(sent: SentFile, head: MatchHead, form: str) -> HttpResponse:
    """Return a file to keep. Raises RuleBroken as ``written`` does."""
    answer = HttpResponse(written(sent, form), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{head.match.code}.{_ENDINGS.get(form, form)}"'
    return answer
