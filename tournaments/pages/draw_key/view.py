"""The draw in public: how it is made, every draw that was, and for a director the key."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.undo import undo
from rules.draws.switches import REDRAWN
from runtime.pages.etags import with_etag
from tournaments.actions.draws.drops import choose_drops
from tournaments.actions.draws.making import make_draw
from tournaments.actions.draws.redraw import redraw_round
from tournaments.http.access import admitted, an_event, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event
from tournaments.pages.draw_key.form import DrawForm, RedrawForm
from tournaments.pages.draw_key.redraws import file_name, redraw_text, redrawable, redraws_made
from tournaments.pages.draw_key.sheet import DrawKeySheet, draw_key_sheet, draw_text, groups_text
from tournaments.read.draws.changes.drops import proposals

PAGE = "tournaments/draw_key/page.html"


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("anybody", an_event, "draw", posting="directors")
def draw_key(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """How the draw is made; a director draws, draws again, or takes the draw back."""
    if request.method != "POST":
        # Directors get forms with new keys; everyone else's page is cached while nothing changes.
        return _shown(request, event, nav) if nav.directs else with_etag(
            request, [event.tournament.stream], lambda: _shown(request, event, nav), nav.clock
        )  # fmt: skip
    sheet = draw_key_sheet(event)
    doing = {"redraw": _redrawn, "drops": _dropped, "undo": _undone}.get(request.POST.get("do", ""), _drawn)
    return doing(request, event, nav, sheet)


def _shown(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    return _page(request, event, nav, draw_key_sheet(event), drawn="drawn" in request.GET)


def _page(
    request: HttpRequest, event: Event, nav: Nav, sheet: DrawKeySheet, status: int = 200, **more: object
) -> HttpResponse:
    """Return the page; ``more`` are the form that was posted and what came of it, the other form is as new."""
    options = redrawable(event) if nav.directs else []
    rounds = [str(each.left) for each in options]
    shown: dict[str, object] = {"form": DrawForm(), "redrawing": RedrawForm(rounds, prefix="re")} | more
    shown["late"] = {
        "redraws": redraws_made(event, directs=nav.directs),
        "options": options,
        "form": shown["redrawing"],
    }
    shown["proposals"] = proposals(event) if nav.directs else []
    return render(request, PAGE, {"sheet": sheet, "nav": nav, **shown}, status=status)


def _redrawn(request: HttpRequest, event: Event, nav: Nav, sheet: DrawKeySheet) -> HttpResponse:
    """Draw the round of the last 16 or 8 anew."""
    form, status = RedrawForm([str(each) for each in REDRAWN], request.POST, prefix="re"), 422
    if form.is_valid():
        values = form.cleaned_data
        done = do(request, lambda caller: redraw_round(event.pk, int(values["left"]), values["key"], caller))
        if not isinstance(done, Refusal):
            return see("draw_key", event.pk, "#redraws")
        form.refuse(done.broken)
        status = done.status
    return _page(request, event, nav, sheet, status, redrawing=form)


def _dropped(request: HttpRequest, event: Event, nav: Nav, sheet: DrawKeySheet) -> HttpResponse:
    """Let the losers of a round drop as it is proposed."""
    done = do(request, lambda caller: choose_drops(event.pk, request.POST.get("round", ""), caller))
    if isinstance(done, Refusal):
        return _page(request, event, nav, sheet, done.status, refusal=done.text)
    return see("draw_key", event.pk, "#drops")


def _drawn(request: HttpRequest, event: Event, nav: Nav, sheet: DrawKeySheet) -> HttpResponse:
    form = DrawForm(request.POST)
    status = 422
    if form.is_valid():
        values = form.cleaned_data
        done = do(
            request,
            lambda caller: make_draw(
                sheet.event, values["key"], caller, discard=values["discard"], reason=values["reason"]
            ),
        )
        if not isinstance(done, Refusal):
            return see("draw_key", sheet.event, "?drawn=1")
        form.refuse(done.broken)
        status = done.status
    return _page(request, event, nav, sheet, status, form=form)


def _undone(request: HttpRequest, event: Event, nav: Nav, sheet: DrawKeySheet) -> HttpResponse:
    """Take the current draw back, so that the one before it counts again, or the redraw of a round."""
    typed = request.POST.get("record", "")
    redrawn = {str(each.record): each.record for each in redraws_made(event)}
    record = redrawn.get(typed, sheet.current.record if sheet.current else 0)
    done = do(request, lambda caller: undo("tournament", event.tournament_id, record, caller))
    if isinstance(done, Refusal):
        return _page(request, event, nav, sheet, done.status, refusal=done.text)
    return see("draw_key", event.pk)


@require_safe
@admitted("anybody", an_event, "draw")
def draw_txt(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """The names and numbers of a draw, to repeat it; with ``groups`` who is kept apart in it, with ``redraw`` those of
    a round that was drawn anew.
    """
    record = _number(request, "redraw")
    if record is not None:
        return _file(redraw_text(event, record), file_name(event.pk, record))
    make, ending = (groups_text, "-groups") if "groups" in request.GET else (draw_text, "")
    return _file(make(event, _number(request, "draw")), f"draw-{event.pk}{ending}.txt")


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


def _file(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
