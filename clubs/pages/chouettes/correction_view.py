"""The correction of an older game: play it anew entry by entry, look at what follows, then accept."""

import json
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.chouettes.correcting import Correction, CorrectionPreview, correct_game, preview_correction
from clubs.http.chouettes import TableVisit, chouette_page
from clubs.http.posting import Done, Refusal, carry_out
from clubs.pages.chouettes.forms import TableForm, posted_happening, posted_json, table_forms
from clubs.pages.chouettes.sheet import top_line
from clubs.permissions import must
from clubs.read.chouettes.numbered import read_happening, write_happening
from clubs.words.chouette.games import game_sentence, names, signed
from clubs.words.refusals import speak
from journal.http import caller_of_form
from rules.chouette.actions import Action, Start
from rules.chouette.offers import Do, offers
from rules.chouette.people import sit_down
from rules.chouette.play import play_all
from rules.chouette.session import Change, GameSheet
from rules.chouette.table import Table
from rules.errors import RuleBroken

LONGEST_DRAFT = 200
OUTSIDE = (Do.JOIN, Do.LEAVE, Do.TAKE_PARTNER, Do.START, Do.SIT_OUT, Do.COME_BACK)


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A game before and after the correction, in words; empty where there is no such game."""

    number: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Draft:
    """The game as it is corrected so far: ``steps`` are the entries kept, ``preview`` what follows once it is over."""

    number: int
    actions: tuple[Action, ...]
    was: str
    now: str
    forms: tuple[TableForm, ...]
    text: str
    preview: CorrectionPreview | None = None
    problem: str = ""

    @property
    def changes(self) -> tuple[ChangeRow, ...]:
        """The games that differ, with their orders."""
        return tuple(_change_row(each) for each in self.preview.changes) if self.preview else ()

    @property
    def totals(self) -> tuple[tuple[str, str, str], ...]:
        """Whose total moves, from what to what."""
        moved = self.preview.totals if self.preview else ()
        return tuple((who, signed(before), signed(after)) for who, before, after in moved)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@chouette_page
def chouette_correction(request: HttpRequest, visit: TableVisit, number: int) -> HttpResponse:
    """Correct a game. Each POST adds an entry or takes one off; the last accepts what was shown."""
    must(visit.writes)
    if not 1 <= number <= len(visit.view.games):
        return HttpResponseRedirect(reverse("chouette_sheet", args=[visit.view.id]), status=303)
    if request.method != "POST":
        return _page(request, visit, _draft(visit, number, visit.view.games[number - 1].actions))
    try:
        kept = _read(request.POST.get("draft", "[]"))
        if request.POST.get("accept"):
            return _accept(request, visit, number, kept)
        return _page(request, visit, _draft(visit, number, _changed(request, visit, number, kept)))
    except RuleBroken as broken:
        draft = _draft(visit, number, ())
        return _page(request, visit, replace(draft, problem=speak(broken.code, broken.facts)), 422)


def _changed(request: HttpRequest, visit: TableVisit, number: int, kept: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the entries after one more, without the last one, or none."""
    what = request.POST.get("do", "")
    if what == "anew":
        return ()
    if what == "shorter":
        return kept[:-1]
    table = _table(visit, number, kept)
    return (*kept, posted_happening(request.POST.dict(), dict(request.POST.lists()), table))


def _accept(request: HttpRequest, visit: TableVisit, number: int, kept: tuple[Action, ...]) -> HttpResponse:
    actor, pk = visit.writer, visit.view.id
    correction = Correction(number, kept, request.POST.get("digest", ""), request.POST.get("reason", ""))
    done = carry_out(lambda: caller_of_form(request, actor), lambda caller: correct_game(pk, correction, caller))
    if isinstance(done, Done):
        return HttpResponseRedirect(reverse("chouette_sheet", args=[pk]), status=303)
    return _refused(request, visit, _draft(visit, number, kept), done)


def _refused(request: HttpRequest, visit: TableVisit, draft: Draft, refusal: Refusal) -> HttpResponse:
    return _page(request, visit, replace(draft, problem=refusal.text), refusal.status)


def _draft(visit: TableVisit, number: int, actions: tuple[Action, ...]) -> Draft:
    game = visit.view.games[number - 1]
    table = _table(visit, number, actions)
    running = table.game
    possible = () if running is None else tuple(each for each in offers(table) if each.do not in OUTSIDE)
    finished = running or table.results[-1].game
    return Draft(
        number=number,
        actions=actions,
        was=game_sentence(visit.view.table, game.game, game.actions),
        now=game_sentence(visit.view.table, finished, actions),
        forms=table_forms(table, possible),
        text=json.dumps([write_happening(each) for each in actions], ensure_ascii=False),
        preview=preview_correction(visit.kept, number, actions) if running is None else None,
    )


def _table(visit: TableVisit, number: int, actions: tuple[Action, ...]) -> Table:
    """Return the table in that game after these entries."""
    session = visit.kept.log.session
    starts = [at for at, action in enumerate(session.actions) if isinstance(action, Start)]
    before = session.actions[: starts[number - 1] + 1]
    return play_all(sit_down(session.options, session.order), (*before, *actions))


def _read(text: str) -> tuple[Action, ...]:
    words = posted_json(text)
    if not isinstance(words, list) or len(words) > LONGEST_DRAFT:
        raise RuleBroken("json.range", place="draft")
    return tuple(read_happening(each) for each in words)


def _change_row(change: Change) -> ChangeRow:
    return ChangeRow(change.number, _game_words(change.before), _game_words(change.after))


def _game_words(sheet: GameSheet | None) -> str:
    if sheet is None:
        return ""
    points = ", ".join(f"{who} {signed(each)}" for who, each in sheet.points)
    order = sheet.next
    return f"{points} → {order.box}; {names(order.team)}"


def _page(request: HttpRequest, visit: TableVisit, draft: Draft, status: int = 200) -> HttpResponse:
    shown = {"nav": top_line(visit.view, "chouette_sheet"), "view": visit.view, "draft": draft}
    return render(request, "clubs/chouettes/correction.html", shown, status=status)
