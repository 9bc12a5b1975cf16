"""A match file is judged beside its match; nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rules.errors import RuleBroken
from rules.files.limits import MOST_BYTES
from tournaments.http.access import a_match, admitted
from tournaments.http.navigation import Nav
from tournaments.pages.match_file.sheet import MatchFile, file_sheet, read_file, written
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import view_of
from tournaments.read.names import names_in
from tournaments.words.match_files import unreadable_words


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_match, "matches")
def match_file(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """Ask for a match file; show the findings, the boards and the result of the one that was sent."""
    match = view_of(head.match, names_in(head.match.draw.event_id))
    context = {"match": match, "nav": nav, "problem": "", "sheet": None}
    if request.method != "POST":
        return render(request, "tournaments/match_file/page.html", context)
    try:
        file = read_file(_content(request), head.terms)
        if request.POST.get("download"):
            return _download(file, request.POST["download"], match.code)
        context["sheet"] = file_sheet(file, match, request.POST.get("at", ""), request.POST.get("swap", ""))
    except RuleBroken as broken:
        context["problem"] = unreadable_words(broken.code)
        return render(request, "tournaments/match_file/page.html", context, status=422)
    return render(request, "tournaments/match_file/page.html", context)


def _content(request: HttpRequest) -> bytes:
    """Return the file that was sent, else the text that was pasted."""
    upload = request.FILES.get("file")
    if upload is not None and upload.size:
        return bytes(upload.read(MOST_BYTES + 1))
    return str(request.POST.get("text", "")).encode()


def _download(file: MatchFile, form: str, code: str) -> HttpResponse:
    answer = HttpResponse(written(file, form), content_type="text/plain; charset=utf-8")
    ending = {"snowie": "txt", "xg": "txt"}.get(form, form)
    answer["Content-Disposition"] = f'attachment; filename="{code}.{ending}"'
    return answer
