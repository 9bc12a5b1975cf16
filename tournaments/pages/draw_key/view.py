"""The draw in public: how it is made, every draw that was, and for a director the key."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.undo import undo
from runtime.pages.etags import with_etag
from tournaments.actions.draws import make_draw
from tournaments.http.access import admitted, an_event, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event
from tournaments.pages.draw_key.form import DrawForm
from tournaments.pages.draw_key.sheet import DrawKeySheet, draw_key_sheet, draw_text, groups_text

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
    return _undone(request, event, nav, sheet) if request.POST.get("do") == "undo" else _drawn(request, nav, sheet)


def _shown(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    context = {"sheet": draw_key_sheet(event), "nav": nav, "form": DrawForm(), "drawn": "drawn" in request.GET}
    return render(request, PAGE, context)


def _drawn(request: HttpRequest, nav: Nav, sheet: DrawKeySheet) -> HttpResponse:
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
    return render(request, PAGE, {"sheet": sheet, "nav": nav, "form": form}, status=status)


def _undone(request: HttpRequest, event: Event, nav: Nav, sheet: DrawKeySheet) -> HttpResponse:
    """Take the current draw back; the one before it counts again."""
    record = sheet.current.record if sheet.current else 0
    done = do(request, lambda caller: undo("tournament", event.tournament_id, record, caller))
    if isinstance(done, Refusal):
        context = {"sheet": sheet, "nav": nav, "form": DrawForm(), "refusal": done.text}
        return render(request, PAGE, context, status=done.status)
    return see("draw_key", event.pk)


@require_safe
@admitted("anybody", an_event, "draw")
def draw_txt(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """The names and numbers of a draw, to repeat it; with ``groups`` who is kept apart in it."""
    draw_number = request.GET.get("draw", "")
    number = int(draw_number) if draw_number.isascii() and draw_number.isdigit() and len(draw_number) < 9 else None
    make, ending = (groups_text, "-groups") if "groups" in request.GET else (draw_text, "")
    answer = HttpResponse(make(event, number), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="draw-{event.pk}{ending}.txt"'
    return answer
