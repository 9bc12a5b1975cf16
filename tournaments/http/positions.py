"""What the pages of questions about positions share: the form, its preview, the answer to a posted one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.http.posting import Done, Refusal
from journal.book import Caller
from rules.diagrams.diagram import Diagram
from rules.notation.pasted import write_checkers
from tournaments.actions.positions.questions import QuestionSheet, enter_question
from tournaments.forms.question import QuestionForm, Usual
from tournaments.models import Tournament
from tournaments.papers.position_lines import play_lines
from tournaments.papers.position_sheet import position_pdf
from tournaments.parts.board_svg import board_svg
from tournaments.parts.position_sheet import PreviewSheet, board_of
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import view_of
from tournaments.read.positions.questions import QuestionView, photo_of
from tournaments.read.positions.rulesets import ruleset_of_question
from tournaments.words import positions as words


@dataclass(frozen=True, slots=True)
class Asking:
    """A form, and what it starts with."""

    form: QuestionForm
    usual: Usual


def usual_of(head: MatchHead | None) -> Usual:
    """Return what a form starts with. Raises RuleBroken ``question.game``."""
    game = ruleset_of_question("", head)
    if head is None:
        return Usual(game)
    view = view_of(head.match, names_in(head.match.draw.event_id))
    score = view.running or view.start
    return Usual(game, head.match.pk, view.names, view.length, (score[0], score[1]))


def asking(request: HttpRequest, head: MatchHead | None) -> Asking:
    """Return the form as it was posted, or an empty one. Raises RuleBroken ``question.game``."""
    usual = usual_of(head)
    is_posted = request.method == "POST"
    form = QuestionForm(request.POST if is_posted else None, request.FILES if is_posted else None, usual)
    return Asking(form, usual)


def enter(
    tournament: Tournament, form: QuestionForm, carry: Callable[[Callable[[Caller], Any]], Done | Refusal]
) -> Done | Refusal | None:
    """Enter what a form says; ``carry`` does it as the caller. None: the form is wrong, and says where."""
    if not form.is_valid() or form.sheet is None:
        return None
    sheet: QuestionSheet = form.sheet
    done = carry(lambda caller: enter_question(tournament.pk, sheet, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
    return done


def preview_of(form: QuestionForm) -> PreviewSheet | None:
    """Return what a form means, None while it can't be read."""
    if not form.is_valid() or form.sheet is None or form.answer is None:
        return None
    sheet, answer = form.sheet, form.answer
    names = form.usual.names[::-1] if sheet.on_roll == "bottom" else form.usual.names
    shown = (names[0] or str(words.ON_ROLL), names[1] or str(words.OPPONENT))
    diagram = Diagram(
        position=sheet.position,
        names=shown,
        dice=sheet.dice,
        cube=sheet.cube if form.usual.ruleset.cube else None,
        owner=sheet.owner,
        score=sheet.score if sheet.length else None,
        length=sheet.length,
        steps=answer.plays[0].steps if answer.plays else (),
    )
    return PreviewSheet(
        board=board_svg(diagram),
        own=write_checkers(sheet.position.player),
        other=write_checkers(sheet.position.opponent),
        pips=answer.pips,
        plays=play_lines(answer),
        legal=answer.legal,
    )


def is_preview(request: HttpRequest) -> bool:
    """Whether a form is only to be looked at."""
    return request.POST.get("do") == "preview"


def fragment(request: HttpRequest, form: QuestionForm) -> HttpResponse:
    """Return the preview of a form, to be put into its page."""
    context = {"preview": preview_of(form), "form": form, "fragment": True}
    return render(request, "tournaments/positions/_preview.html", context)


def position_file(view: QuestionView, paper: str) -> HttpResponse:
    """Return a question as PDF."""
    answer = HttpResponse(position_pdf(view, board_of(view, printed=True), paper), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="position-{view.id}.pdf"'
    return answer


def photo_file(view: QuestionView) -> HttpResponse:
    """Return the photo of a question. Raises Unknown ``photo.unknown``."""
    answer = HttpResponse(photo_of(view), content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="position-{view.id}.jpg"'
    answer["Cache-Control"] = "private, no-store"
    return answer
