"""The queues of jackpots: who waits in each, what is on and what is over; the desk's and the directors' buttons."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from clubs.actions.undo import undo_together
from journal.book import Caller
from journal.refusals import Unknown, Unreadable
from runtime.pages.etags import with_etag
from tournaments.actions.jackpots.joining import join_queue, leave_queue
from tournaments.actions.jackpots.queues import close_queue, open_queue, reopen_queue
from tournaments.actions.jackpots.splitting import split_final
from tournaments.actions.jackpots.starting import start_jackpot
from tournaments.actions.jackpots.vouchers import book_voucher
from tournaments.http.access import a_tournament, admitted, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, Refusal, do, whole_number
from tournaments.models import Tournament
from tournaments.pages.jackpots.form import JoinForm, QueueForm
from tournaments.permissions import must
from tournaments.read.events import events_of
from tournaments.read.jackpots.queues import Queue, Started, queues_of
from tournaments.read.latest.change import last_change


@dataclass(frozen=True, slots=True)
class QueueBlock:
    """A queue with the form by which the desk puts people into it."""

    queue: Queue
    form: JoinForm


@dataclass(frozen=True, slots=True)
class _Post:
    """A form that was posted: the queue, and which of its jackpots or entries."""

    tournament: Tournament
    queue: Queue
    which: int

    def started(self) -> Started:
        """Return the jackpot that the form names. Raises Unknown ``event.unknown``."""
        started = next((each for each in self.queue.started if each.event == self.which), None)
        if started is None:
            raise Unknown("event.unknown")
        return started


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("anybody", a_tournament, "jackpots", posting="desk")
def jackpots(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Show every queue of a tournament; the desk puts people into them, directors open and close them."""
    if request.method == "POST":
        return _posted(request, tournament, nav)
    if nav.staff:  # who sees forms, each with a key of its own
        return _page(request, tournament, nav)
    return with_etag(request, [tournament.stream], lambda: _page(request, tournament, nav))


def _posted(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    what = request.POST.get("do", "")
    if what == "open":
        return _opened(request, tournament, nav)
    queue = _queue(tournament, request.POST.get("queue", ""))
    if what == "join":
        return _joined(request, tournament, nav, queue)
    act = ACTS.get(what)
    if act is None:
        raise Unreadable("command.unreadable")
    post = _Post(tournament, queue, whole_number(request.POST.get("which", "0")))
    must(what not in OF_DIRECTORS or nav.directs)
    done = do(request, act(post))
    if isinstance(done, Refusal):
        return _page(request, tournament, nav, refusal=done)
    return see("jackpots", tournament.pk, f"#queue-{queue.jackpot.pk}")


def _opened(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    must(nav.directs)
    form = _queue_form(request, tournament)
    if form.is_valid():
        done = do(request, lambda caller: open_queue(tournament.pk, form.terms, caller, form.voucher))
        if isinstance(done, Done):
            return see("jackpots", tournament.pk)
        form.refuse(done.broken)
        return _page(request, tournament, nav, form=form, status=done.status)
    return _page(request, tournament, nav, form=form, status=422)


def _joined(request: HttpRequest, tournament: Tournament, nav: Nav, queue: Queue) -> HttpResponse:
    form = JoinForm(request.POST, queue.jackpot.pk)
    status = 422
    if form.is_valid():
        name, club = form.cleaned_data["name"], form.cleaned_data["club"]
        done = do(request, lambda caller: join_queue(queue.jackpot.pk, name, club, caller))
        if isinstance(done, Done):
            return see("jackpots", tournament.pk, f"#queue-{queue.jackpot.pk}")
        form.add_error("name", done.text)
        status = done.status
    return _page(request, tournament, nav, joining={queue.jackpot.pk: form}, status=status)


ACTS: dict[str, Callable[[_Post], Callable[[Caller], Any]]] = {
    "leave": lambda post: lambda caller: leave_queue(post.queue.jackpot.pk, post.which, caller),
    "start": lambda post: lambda caller: start_jackpot(post.queue.jackpot.pk, caller),
    "close": lambda post: lambda caller: close_queue(post.queue.jackpot.pk, caller),
    "reopen": lambda post: lambda caller: reopen_queue(post.queue.jackpot.pk, caller),
    "split": lambda post: lambda caller: split_final(post.started().final or 0, caller),
    "voucher": lambda post: lambda caller: book_voucher(post.started().event, caller),
    "undo": lambda post: lambda caller: _undo_start(post, caller),
}
OF_DIRECTORS = ("close", "reopen", "voucher", "undo")


def _undo_start(post: _Post, caller: Caller) -> Any:
    """Undo every record of a start together: whoever played in it waits again."""
    together = post.started().undo
    if together is None:
        raise Unknown("record.unknown")
    return undo_together("tournament", post.tournament.pk, *together, caller)


def _queue(tournament: Tournament, posted: str) -> Queue:
    queues = queues_of(tournament, whole_number(posted))
    if not queues:
        raise Unknown("jackpot.unknown")
    return queues[0]


def _queue_form(request: HttpRequest, tournament: Tournament) -> QueueForm:
    events = [(each.pk, each.name) for each in events_of(tournament) if each.current_draw_id is None]
    return QueueForm(request.POST if request.method == "POST" else None, tournament.currency, events)


def _page(
    request: HttpRequest, tournament: Tournament, nav: Nav, *, form: QueueForm | None = None,
    joining: Mapping[int, JoinForm] | None = None, refusal: Refusal | None = None, status: int = 200,
) -> HttpResponse:  # fmt: skip
    forms = joining or {}
    queues = queues_of(tournament)
    blocks = [QueueBlock(each, forms.get(each.jackpot.pk) or JoinForm(None, each.jackpot.pk)) for each in queues]
    if form is None and nav.directs:
        events = [(each.pk, each.name) for each in events_of(tournament) if each.current_draw_id is None]
        form = QueueForm(None, tournament.currency, events)
    context = {
        "nav": nav, "tournament": tournament, "blocks": blocks, "form": form, "refusal": refusal,
        "as_of": last_change(tournament), "zone": tournament.timezone,
    }  # fmt: skip
    return render(request, "tournaments/jackpots/page.html", context, status=refusal.status if refusal else status)
