"""Rating lists: those of a club, one with its places, and its rules."""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.ratings.lists import (
    change_rating_list,
    end_rating_list,
    import_starts,
    open_rating_list,
    read_start_lines,
)
from clubs.actions.roles import club_of
from clubs.http.access import public, staff
from clubs.http.embeds import embed
from clubs.http.members import NOBODY, turned_away
from clubs.http.posting import Refusal, do
from clubs.http.visitor import visitor
from clubs.models import Club
from clubs.pages.ratings.form import ListForm, form_of, posted_form, sheet_of
from clubs.pages.ratings.sheet import list_sheet, lists_sheet
from clubs.papers.listing import listing_pdf
from clubs.papers.ratings import rating_paper
from clubs.permissions import may_direct, must, role_in
from clubs.read.ratings.listing import listing_csv, listing_of
from clubs.read.ratings.lists import ListView, list_of
from clubs.read.ratings.results import zone_of
from clubs.read.reports import templates
from clubs.words.ratings.lists import rule_words
from clubs.words.refusals import speak
from journal.actors import Actor
from journal.book import Caller
from journal.refusals import Unknown, status_of
from rules.errors import RuleBroken
from rules.reports import Kind

LOOKED_AT_OR_POSTED = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def ratings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rating lists of a club; directors open one."""
    club, refused, form = _club(pk), None, ListForm()
    actor = visitor(request) or NOBODY
    if request.method == "POST":
        form = posted_form(request.POST)
        done = do(request, lambda caller: open_rating_list(pk, sheet_of(form, settings.MACHINE_ZONE), caller))
        if not isinstance(done, Refusal):
            address = reverse("rating_list", args=[done.value.pk]) if done.value else reverse("club_ratings", args=[pk])
            return HttpResponseRedirect(address, status=303)
        refused = done
    context = {
        "sheet": lists_sheet(club, is_member=role_in(actor, pk) is not None),
        "directs": may_direct(actor, pk),
        "form": form,
        "rules": rule_words(),
        "refused": refused.text if refused else "",
    }
    return render(request, "clubs/ratings/lists.html", context, status=refused.status if refused else 200)


@never_cache
@require_safe
@public
def rating_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a rating list."""
    view = list_of(pk)
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    actor = visitor(request) or NOBODY
    sheet = list_sheet(listing_of(view, timezone.now()), request.GET.get("page", ""))
    directs = may_direct(actor, view.club.pk)
    own = templates(view.club.pk).filter(kind=Kind.RATINGS) if directs else ()
    return render(request, "clubs/ratings/list.html", {"sheet": sheet, "directs": directs, "templates": own})


@never_cache
@require_safe
@public
def rating_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a rating list as a file."""
    view = list_of(pk)
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    answer = HttpResponse(listing_csv(listing_of(view, timezone.now())), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="ratings-{pk}.csv"'
    return answer


@never_cache
@require_safe
@public
def rating_paper_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a rating list to print."""
    view = list_of(pk)
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    now = timezone.now()
    try:
        content = listing_pdf(rating_paper(listing_of(view, now), now), request.GET.get("paper", "A4"))
    except RuleBroken as broken:
        return HttpResponse(speak(broken.code, broken.facts), status=status_of(broken), content_type="text/plain")
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="ratings-{pk}.pdf"'
    return answer


@require_safe
@public
def rating_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a public rating list as a bare table for another site's page; it holds no form and no cookie counts."""
    view = list_of(pk)
    if not view.public:
        raise Http404

    def make() -> HttpResponse:
        listing = listing_of(view, timezone.now())
        return render(request, "clubs/ratings/embed.html", {"sheet": list_sheet(listing, request.GET.get("page", ""))})

    return embed(request, view.club, [], make, f"{timezone.now():%Y-%m-%dT%H:%M}")


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
@staff
def rating_setup(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the rules of a list; POST changes them, imports starting values, or ends the list."""
    view = list_of(pk)
    must(may_direct(actor, view.club.pk))
    form, lines, refused = form_of(view), "", None
    if request.method == "POST":
        lines = request.POST.get("lines", "")
        if request.POST.get("do") == "change":
            form = posted_form(request.POST)
        done = do(request, _posted(request, view, form))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("rating_list", args=[pk]), status=303)
        refused = done
    context = {
        "view": view, "form": form, "rules": rule_words(), "lines": lines, "refused": refused.text if refused else "",
    }  # fmt: skip
    return render(request, "clubs/ratings/setup.html", context, status=refused.status if refused else 200)


def _posted(request: HttpRequest, view: ListView, form: ListForm) -> Callable[[Caller], object]:
    match request.POST.get("do"):
        case "end":
            return lambda caller: end_rating_list(view.pk, caller)
        case "starts":
            lines = read_start_lines(request.POST.get("lines", ""))
            return lambda caller: import_starts(view.pk, lines, caller)
        case _:
            return lambda caller: change_rating_list(view.pk, sheet_of(form, zone_of(view)), caller)


def _club(pk: int) -> Club:
    try:
        return club_of(pk)
    except Unknown as unknown:
        raise Http404 from unknown
