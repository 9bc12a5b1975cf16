"""A player's own page below ``/my/``: the current match and the player's reports.

Posts come from a form, or from the outbox of the phone, which accepts JSON and sends until it gets an answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from clubs.http.languages import fall_back_on
from clubs.http.posting import Done, Refusal
from journal.book import Caller
from journal.now import now
from journal.refusals import Refused, Unknown, status_of
from rules.errors import RuleBroken
from rules.match.cards import ScoreCard
from rules.match.score import replay
from runtime.pages.etags import with_etag
from tournaments.actions.matches import claims
from tournaments.actions.matches.claims import Claimed
from tournaments.actions.phones.cards import mark_of
from tournaments.actions.phones.held import report_held
from tournaments.actions.steps import Outcome
from tournaments.http.navigation import nav_of_event
from tournaments.models import Entrant
from tournaments.pages.my.conflict import Conflict, conflict_of
from tournaments.pages.my.form import CardForm, read_held, read_match
from tournaments.pages.my.session import do_as_player, own_page, posted_from_own_page
from tournaments.read.draws.expected import step_of
from tournaments.read.latest.change import position_of
from tournaments.read.matches.own import OwnMatch
from tournaments.read.players.own import my_sheet, own_match
from tournaments.read.players.player import player_of_event
from tournaments.words.refusals import speak


@dataclass(frozen=True, slots=True)
class Posted:
    """A form that a player posted about a match of theirs."""

    own: OwnMatch
    form: CardForm

    def claimed(self) -> Claimed:
        """Return the report. Raises RuleBroken for an impossible one."""
        reading = self.form.read()
        # A card without any game is the score from which they started.
        points = self.form.terms.start if reading.games == () else reading.points
        return Claimed(reading.games or None, points, reading.between, self.form.base)

    def mark(self) -> str:
        """Return the mark of the score card that was posted, "" if the final score was. Raises as ``claimed``."""
        if self.form.is_final:
            return ""
        card, (top, bottom) = self.claimed(), self.own.match.entrants
        points = card.points or replay(self.form.terms, card.games or ()).points
        return mark_of(ScoreCard(card.games or (), points), (top, bottom))


type Act = Callable[[Posted, Caller], Outcome]


@require_safe
@own_page
def my(request: HttpRequest, pk: int) -> HttpResponse:
    """Show opponent, table, score and the form of the report; ``?match=`` shows another match of the player."""
    player = player_of_event(pk)
    stream = player.event.tournament.stream
    fall_back_on(request, player.event.tournament.language)
    # The forms hold the token of this browser.
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return with_etag(request, [stream], lambda: _page(request, player), token, step_of(now()))


@posted_from_own_page
@own_page
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """One game more, the card without its last game, or the final score."""
    return _post(request, pk, _claimed)


@posted_from_own_page
@own_page
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm the opponent's report."""
    return _post(request, pk, _confirmed)


@posted_from_own_page
@own_page
def contest(request: HttpRequest, pk: int) -> HttpResponse:
    """Contest the reported result, optionally with the right one."""
    return _post(request, pk, _contested)


@require_POST
@own_page
def held(request: HttpRequest, pk: int) -> HttpResponse:
    """Take note of results that the phone holds, which a restored backup may lack."""
    done = do_as_player(request, pk, lambda caller: report_held(pk, read_held(request.POST.get("held", "")), caller))
    if isinstance(done, Refusal):
        return _refused(request, player_of_event(pk), done)
    return JsonResponse({}) if _is_outbox(request) else HttpResponseRedirect(reverse("my", args=[pk]), status=303)


def _claimed(posted: Posted, caller: Caller) -> Outcome:
    return claims.claim(posted.own.match.id, posted.claimed(), caller)


def _confirmed(posted: Posted, caller: Caller) -> Outcome:
    """Confirm the score that the page showed.

    If the report is gone, because the desk was restored from a backup, the confirmation becomes the player's own claim.
    """
    points, match = posted.form.shown(), posted.own.match
    if match.raw is None:
        return claims.claim(match.id, Claimed(points=points, between=posted.form.between), caller)
    if match.raw != points:
        raise Refused("claim.changed", score=match.raw)
    caller.seen = match.version
    return claims.confirm_claim(match.id, caller)


def _contested(posted: Posted, caller: Caller) -> Outcome:
    return claims.contest(posted.own.match.id, caller, None if posted.form.is_empty else posted.claimed())


def _post(request: HttpRequest, pk: int, act: Act) -> HttpResponse:
    """Carry out the post and answer with a page, or with JSON for the outbox."""
    player = player_of_event(pk)
    own = own_match(player, read_match(request.POST) or 0)
    if own is None:
        return _refused(request, player, _refusal(Unknown("match.unknown")))
    terms = player.event.rules.terms(own.match.length, own.match.start)
    posted = Posted(own, CardForm(request.POST, terms, own.side))
    done = do_as_player(request, pk, lambda caller: act(posted, caller))
    if isinstance(done, Refusal):
        return _refused(request, player, done, conflict_of(done.broken, own, terms))
    if _is_outbox(request):
        return JsonResponse(_receipt(player, posted, done) | {"card": posted.mark() if act is _claimed else ""})
    return HttpResponseRedirect(reverse("my", args=[pk]), status=303)


def _receipt(player: Entrant, posted: Posted, done: Done) -> dict[str, Any]:
    """Return what the phone shows of an acknowledged entry: the times are times of day in the hall."""
    zone, pk = ZoneInfo(player.event.tournament.timezone), posted.own.match.id
    own = own_match(player, pk) if done.value is None else None
    match = own.match if own else done.value and done.value.match
    deadline = match.deadline if match else None
    number, epoch = position_of(player.event.tournament)
    return {
        "match": pk,
        "number": number,
        "epoch": epoch,
        "time": f"{now().astimezone(zone):%H:%M}",
        "deadline": f"{deadline.astimezone(zone):%H:%M}" if deadline else "",
    }


def _refused(request: HttpRequest, player: Entrant, problem: Refusal, conflict: Conflict | None = None) -> HttpResponse:
    if _is_outbox(request):
        data: dict[str, Any] = {"code": problem.broken.code, "detail": problem.text}
        theirs = {"theirs": conflict.data()} if conflict else {}
        return JsonResponse(data | theirs, status=problem.status)
    return _page(request, player, problem, conflict)


def _refusal(broken: RuleBroken) -> Refusal:
    return Refusal(broken, speak(broken.code, broken.facts), status_of(broken))


def _is_outbox(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _page(
    request: HttpRequest, player: Entrant, problem: Refusal | None = None, conflict: Conflict | None = None
) -> HttpResponse:
    match = read_match(request.POST if request.method == "POST" else request.GET)
    nav = replace(nav_of_event(player.event, "my"), own=player.pk)
    context = {"sheet": my_sheet(player, now(), match), "nav": nav, "problem": problem, "conflict": conflict}
    # Over plain http no browser puts a page on the home screen, and none has service workers.
    context["installable"] = settings.HTTPS
    return render(request, "tournaments/my/page.html", context, status=problem.status if problem else 200)
