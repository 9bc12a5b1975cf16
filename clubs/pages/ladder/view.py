"""Pages of a club's ladders: the list with the form of a new one, and a ladder with everything entered on it."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.ladders.claiming import waiting_on
from clubs.actions.ladders.entering import Entry, enter_on_ladder, join_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.ladders.steps import Standing, standing_of
from clubs.actions.roles import club_of
from clubs.actions.sights import show_to
from clubs.http.embeds import embed
from clubs.http.members import SIGHTS, may_look, turned_away
from clubs.http.pdf import pdf_answer
from clubs.http.posting import Refusal, do
from clubs.http.visitor import visitor
from clubs.models import Club, Ladder, Sight
from clubs.pages.ladder.sheet import ladder_sheet
from clubs.papers.ladder import ladder_paper
from clubs.papers.listing import listing_pdf
from clubs.permissions import may_direct
from clubs.read.ladders.people import person_on
from clubs.read.ladders.view import ladder_of, ladder_view, ladders_of
from clubs.read.sights import hidden_in, ladder_is_public
from clubs.words.ladders import preset_words
from journal.actors import Actor
from journal.book import Caller
from journal.refusals import Unknown

NOBODY = Actor("anonymous", 0)
LOOKED_AT_OR_POSTED = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def ladders(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the ladders of a club; directors open one."""
    club, refused = _or_404(lambda: club_of(pk)), None
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        opening = Opening(
            posted.get("name", ""),
            [line.strip() for line in posted.get("players", "").splitlines() if line.strip()],
            {"preset": posted.get("preset", "")},
            posted.get("zone", ""),
        )
        done = do(request, lambda caller: open_ladder(pk, opening, caller))
        if not isinstance(done, Refusal):
            opened = done.value.ladder.pk if done.value else None
            address = reverse("ladder", args=[opened]) if opened else reverse("club_ladders", args=[pk])
            return HttpResponseRedirect(address, status=303)
        refused = done
    who, hidden = visitor(request), hidden_in(pk)
    members = may_look(who, pk, public=not hidden)
    views = [view for view in ladders_of(club) if members or (str(Sight.Kind.LADDER), view.ladder.pk) not in hidden]
    context = {
        "club": club,
        "ladders": views,
        "directs": may_direct(who or NOBODY, pk),
        "presets": preset_words(),
        "zone": settings.MACHINE_ZONE,
        "posted": posted or {},
        "refused": refused.text if refused else "",
    }
    return render(request, "clubs/ladder/list.html", context, status=refused.status if refused else 200)


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def ladder(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a ladder; POST enters what happened."""
    row, refused = _or_404(lambda: ladder_of(pk)), None
    is_public = ladder_is_public(row.club_id, pk)
    turned = turned_away(request, row.club_id, public=is_public)
    if turned is not None:
        return turned
    followed = _number(request.GET.get("player", ""))
    if request.method == "POST":
        done = do(request, _entering(request, pk))
        if not isinstance(done, Refusal):
            query = f"?player={followed}" if followed else ""
            return HttpResponseRedirect(reverse("ladder", args=[pk]) + query, status=303)
        refused = done
    view = ladder_view(row)
    actor, claims = standing_of(visitor(request) or NOBODY, view), waiting_on(view)
    sheet = ladder_sheet(view, actor, followed, timezone.now(), claims)
    context = {"sheet": sheet, "refused": refused.text if refused else "", "is_public": is_public}
    context["person"] = person_on(view, sheet.followed, actor.role) if sheet.followed else None
    with timezone.override(ZoneInfo(row.zone)):
        return render(request, "clubs/ladder/page.html", context, status=refused.status if refused else 200)


@never_cache
@require_safe
def ladder_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a ladder to print."""
    row, paper = _or_404(lambda: ladder_of(pk)), request.GET.get("paper", "A4")
    turned = turned_away(request, row.club_id, public=ladder_is_public(row.club_id, pk))
    if turned is not None:
        return turned
    view = ladder_view(row)
    return pdf_answer(lambda: listing_pdf(ladder_paper(view, timezone.now()), paper), f"ladder-{pk}.pdf")


@require_safe
def ladder_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a public ladder as a bare table for another site's page; it holds no form and no cookie counts."""
    row = _or_404(lambda: ladder_of(pk))
    if not ladder_is_public(row.club_id, pk):
        raise Http404

    def make() -> HttpResponse:
        view = ladder_view(row)
        sheet = ladder_sheet(view, Standing(None, None), None, timezone.now(), {})
        with timezone.override(view.zone):
            return render(request, "clubs/ladder/embed.html", {"sheet": sheet})

    return embed(request, club_of(row.club_id), [], make, f"{timezone.now():%Y-%m-%dT%H:%M}")


def _entering(request: HttpRequest, pk: int) -> Callable[[Caller], object]:
    """Return what a posted form does."""
    posted = request.POST
    if posted.get("do") in SIGHTS:
        club = ladder_of(pk).club_id
        return lambda caller: show_to(club, Sight.Kind.LADDER, pk, caller, public=SIGHTS[posted["do"]])
    if posted.get("do") == "join":
        return lambda caller: join_ladder(pk, posted.get("name", "").strip(), caller)
    won, lost = (_number(posted.get(word, "")) for word in ("won", "lost"))
    entry = Entry(
        posted.get("do", ""),
        challenge=_number(posted.get("challenge", "")) or 0,
        a=_number(posted.get("a", "")),
        b=_number(posted.get("b", "")),
        winner=_number(posted.get("winner", "")),
        who=_number(posted.get("who", "")),
        points=None if won is None or lost is None else (won, lost),
    )
    return lambda caller: enter_on_ladder(pk, entry, caller)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _or_404[Row: (Club, Ladder)](read: Callable[[], Row]) -> Row:
    try:
        return read()
    except Unknown as unknown:
        raise Http404 from unknown
