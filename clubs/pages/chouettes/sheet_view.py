"""The sheet of a chouette: points, totals, who pays whom; on paper, and as a file. How others follow."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.chouettes.links import make_links
from clubs.http.chouettes import TableVisit, chouette_page, remember_link
from clubs.http.posting import Refusal, carry_out
from clubs.pages.chouettes.ending import ending_of
from clubs.pages.chouettes.sheet import top_line
from clubs.papers.chouette_pad import chouette_pad_pdf
from clubs.papers.chouette_sheet import chouette_sheet_pdf, sheet_of
from clubs.read.chouettes.file import session_file
from clubs.read.chouettes.links import actor_of_link, links_of
from clubs.words.chouette.options import option_lines
from clubs.words.refusals import speak
from journal.http import caller_of_form
from journal.now import now
from paper.codes import make_code
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from runtime.server.addresses import addresses_of


@dataclass(frozen=True, slots=True)
class Code:
    """An address as a QR code of ``side`` modules; ``kind`` says for whom it is: follow, write or public."""

    kind: str
    address: str
    side: int
    path: str


@require_safe
@chouette_page
def chouette_sheet(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show the sheet."""

    def make() -> HttpResponse:
        return sheet_page(request, visit)

    return with_etag(request, [visit.kept.row.club.stream], make, visit.writes, visit.follows)


def sheet_page(request: HttpRequest, visit: TableVisit, problem: Refusal | None = None) -> HttpResponse:
    """Render the sheet, with the reason why something on it was refused."""
    view = visit.view
    shown = {
        "nav": top_line(view, "chouette_sheet"), "sheet": sheet_of(view), "view": view, "writes": visit.writes,
        "follows": visit.follows, "ending": ending_of(view), "rules": option_lines(view.options), "problem": problem,
    }  # fmt: skip
    return render(request, "clubs/chouettes/sheet.html", shown, status=problem.status if problem else 200)


@require_safe
@chouette_page
def chouette_paper(request: HttpRequest, visit: TableVisit, what: str) -> HttpResponse:
    """Print the final sheet, or a pad to go on by hand."""
    view, paper = visit.view, request.GET.get("paper", "a4")
    try:
        if what == "pad":
            people = [view.box, *([view.partner] if view.partner else []), *view.crew]
            content = chouette_pad_pdf(view.club_name, view.options, people, paper)
        else:
            content = chouette_sheet_pdf(view, paper, now())
    except RuleBroken as broken:
        return HttpResponse(speak(broken.code, broken.facts), status=422, content_type="text/plain; charset=utf-8")
    return _pdf(content, f"chouette-{view.id}-{what}.pdf")


@require_safe
@chouette_page
def chouette_file(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Return the session as the file that ``python -m rules chouette`` reads; points only for the public."""
    del request
    data = session_file(visit.kept, with_money=visit.follows)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="chouette-{visit.view.id}.json"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@chouette_page
def chouette_follow(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show the code by which others at the table follow on their own phones; POST makes new links."""
    pk = visit.view.id
    if request.method == "POST":
        actor = visit.writer
        carry_out(lambda: caller_of_form(request, actor), lambda caller: make_links(pk, caller))
        return HttpResponseRedirect(reverse("chouette_follow", args=[pk]), status=303)
    base, links = addresses_of(request)[0], links_of(pk)
    codes = []
    if visit.follows and links.follow:
        codes.append(_code("follow", f"{base}/chouettes/l/{links.follow}/"))
    if visit.writes and links.write:
        codes.append(_code("write", f"{base}/chouettes/l/{links.write}/"))
    if not codes:
        codes.append(_code("public", f"{base}/chouettes/{pk}/"))
    shown = {"nav": top_line(visit.view, "chouette_follow"), "view": visit.view, "codes": codes, "writes": visit.writes}
    return render(request, "clubs/chouettes/follow.html", shown)


@require_safe
@never_cache
def chouette_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Come in by a link: the browser keeps it, and is led to the table."""
    bearer = actor_of_link(secret)
    if bearer is None:
        raise Http404
    return remember_link(
        HttpResponseRedirect(reverse("chouette", args=[bearer.number]), status=303), bearer.number, secret
    )


def _code(kind: str, address: str) -> Code:
    code = make_code(address)
    rows = enumerate(code.matrix)
    path = " ".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in rows for x, dark in enumerate(row) if dark)
    return Code(kind, address, int(code.symbol_size(border=4)[0]), path)


def _pdf(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
