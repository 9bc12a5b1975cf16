"""Players entered from a list: pasted, typed or in a file; and the list as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from rules.errors import RuleBroken
from tournaments.actions.entrants.entering import enter
from tournaments.http.access import admitted, an_event, posted, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event
from tournaments.pages.entrants.paste_form import EnteringForm, Reading
from tournaments.pages.entrants.sheet import entry_list_csv, names_entered
from tournaments.read.events import conditions_of


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", an_event, "entrants")
def entrants_paste(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Read a list of entrants, ask about doubles, enter all of them or nobody."""
    form = EnteringForm(posted(request), request.FILES or None, kind=conditions_of(event).entrants)
    reading = form.reading(names_entered(event.pk)) if form.is_bound and form.is_valid() else None
    status = 422 if form.is_bound and reading is None else 200
    if reading is not None and request.POST.get("do") == "enter":
        done = (
            do(request, lambda caller: enter(event.pk, reading.entries, caller)) if _is_ready(form, reading) else None
        )
        if done is not None and not isinstance(done, Refusal):
            return see("event_entrants", event.pk, f"?entered={len(reading.entries)}")
        if isinstance(done, Refusal):
            form.refuse(done.broken)
        status = done.status if isinstance(done, Refusal) else 422
    context = {"form": form, "reading": reading, "event": event, "nav": nav, "drawn": event.current_draw_id is not None}
    page = "_reading.html" if request.headers.get("X-Fragment") else "paste.html"
    return render(request, f"tournaments/entrants/{page}", context, status=status)


def _is_ready(form: EnteringForm, reading: Reading) -> bool:
    """Whether the list can be entered; what is open is said on the form."""
    if reading.is_open or not reading.entries:
        form.refuse(RuleBroken("paste.open" if reading.is_open else "paste.empty"))
        return False
    return True


@require_safe
@admitted("desk", an_event, "entrants")
def entrants_csv(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """The entry list as a file."""
    answer = HttpResponse(entry_list_csv(event.pk), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="entrants-{event.pk}.csv"'
    return answer
