"""What the pages and the API of match files share: what was sent, the page of a file, the file to download."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from rules.files.formats import FORMS
from rules.files.limits import MOST_BYTES
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal
from tournaments.parts.match_file_replay import Replay, replay_sheet
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.files import SentFile, files_of, written
from tournaments.read.matches.games import game_lines, games_of, played_of
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import view_of
from tournaments.words.match_files import unreadable_words
from tournaments.words.refusals import speak

ORIGINAL = "original"
_ENDINGS = {"snowie": "txt", "xg": "txt", ORIGINAL: "txt"}


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
    sheet: Replay | None = None
    if sent.judged is not None:
        games = games_of(head.match)
        lines = tuple(game_lines(head.terms, match, games, played_of(head.terms, games)))
        sheet = replay_sheet(sent, sent.judged, match, lines, request.GET.get("at", ""))
    return {
        "match": match,
        "sent": sent,
        "time": f"{sent.at.astimezone(head.zone):%H:%M}",
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
