"""Two players of a round change places by hand: first what speaks against it, then a button that does it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rules.errors import RuleBroken
from tournaments.actions.draws.lines import exchange_lines
from tournaments.http.access import admitted, an_event, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do, whole_number
from tournaments.models import Event
from tournaments.read.draws.changes.exchanges import ExchangePreview, exchange_preview, seated_names
from tournaments.words.events.rounds import begun_words, effect_words
from tournaments.words.refusals import speak


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("directors", an_event, "draw")
def change(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Who changes places with whom, what that brings, and why."""
    players, typed = seated_names(event), request.POST or request.GET
    one, other = typed.get("one", ""), typed.get("other", "")
    reason, problem, status = typed.get("reason", ""), "", 200
    shown: ExchangePreview | None = None
    if one or other:
        try:
            pair = whole_number(one), whole_number(other)
            shown = exchange_preview(event, *pair)
        except RuleBroken as broken:
            problem, status = speak(broken.code, broken.facts), 422
    if request.method == "POST" and shown is not None:
        done = do(request, lambda caller: exchange_lines(pair[0], pair[1], reason, caller))
        if isinstance(done, Done):
            return see("event_rounds", event.pk)
        problem, status = begun_words() if done.broken.code == "match.begun" else done.text, done.status
    # The form begins with two players, not with one of them twice.
    first, second = [str(who) for who, _ in players[:2]] or ("", "")
    context = {
        "event": event,
        "players": [(str(who), name) for who, name in players],
        "one": one or first,
        "other": other or second,
        "reason": reason,
        "problem": problem,
        "preview": shown,
        "effects": [effect_words(each.flaw, each.names) for each in shown.effects if each.is_new] if shown else [],
        "nav": nav,
    }
    return render(request, "tournaments/rounds/change.html", context, status=status)
