"""The tables of the room: which there are, and which are closed."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from journal.book import Caller
from journal.refusals import Unreadable
from tournaments.actions.matches.tables import close_table, furnish, open_table
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do
from tournaments.models import Tournament
from tournaments.pages.desk.board import tiles_of
from tournaments.pages.desk.tables_form import TablesForm, as_typed
from tournaments.read.floor import read_floor
from tournaments.words import desk


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "desk")
def tables(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Say which tables there are; close and open one with one tap."""
    typed = {"lines": as_typed(tournament.furniture)} | request.POST.dict()
    form, status = TablesForm(typed), 200
    if request.method == "POST":
        outcome = do(request, lambda caller: _act(request, tournament.pk, form)(caller))
        if isinstance(outcome, Done):
            return redirect("tables", tournament.pk)
        form.add_error(None, outcome.text)
        status = outcome.status
    shown = {"nav": nav, "form": form, "tiles": tiles_of(read_floor(tournament)), "pk": tournament.pk}
    return render(request, "tournaments/desk/tables.html", shown, status=status)


def _act(request: HttpRequest, tournament: int, form: TablesForm) -> Callable[[Caller], Any]:
    if "close" in request.POST:
        return lambda caller: close_table(tournament, request.POST["close"], str(desk.CLOSED), caller)
    if "open" in request.POST:
        return lambda caller: open_table(tournament, request.POST["open"], caller)
    if "lines" not in request.POST or not form.is_valid():
        raise Unreadable("command.unreadable")
    return lambda caller: furnish(tournament, form.tables, caller)
