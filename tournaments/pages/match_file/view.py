"""Match files at the desk: sent in, replayed beside the reported result, downloaded in every form."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions.matches.files import exchange_sides, keep_file
from tournaments.http.access import Named, a_match, admitted
from tournaments.http.match_files import ORIGINAL, content_of, download, reason_of, replay_context, send_context
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.read.matches.files import SentFile, file_of, files_of
from tournaments.read.matches.head import MatchHead, match_head


def a_file(pk: int) -> Named[tuple[SentFile, MatchHead]]:
    """Return a match file with its match. Raises Unknown ``match_file.unknown``."""
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
