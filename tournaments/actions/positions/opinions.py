"""An engine is asked about a question, outside of any request. Its answer is an opinion and changes nothing.

Source: docs/decisions/0121-opinions.md.
"""

import json

from django.utils import timezone

from journal.actors import Actor
from journal.refusals import Unknown
from rules.errors import RuleBroken
from rules.opinions.gnubg import Opinion, gnubg_commands, read_hint
from runtime.engines import run_gnubg
from runtime.jobs import queue
from tournaments.actions.positions.questions import OPINION
from tournaments.models import EngineOpinion
from tournaments.permissions import may_run_desk, must
from tournaments.read.positions.questions import QuestionView, is_plain, question_of


def ask_again(question: int, actor: Actor) -> None:
    """Have an engine asked about a question once more, as the desk may. Raises Unknown ``question.unknown``."""
    view = question_of(question)
    must(may_run_desk(actor, view.row.tournament.club_id))
    EngineOpinion.objects.filter(question=question, data="").delete()
    now = timezone.now()
    queue.enqueue(OPINION, f"opinion:{question}:{now.timestamp():.0f}", now, question=question)


def form_opinion(question: int) -> None:
    """Ask the engine about a question and keep what it says, or the code of why it says nothing."""
    try:
        view = question_of(question)
    except Unknown:  # undone meanwhile
        return
    try:
        keep_opinion(view, opinion=_opinion(view))
    except RuleBroken as broken:
        keep_opinion(view, code=broken.code)


def keep_opinion(view: QuestionView, *, opinion: Opinion | None = None, code: str = "") -> None:
    """Store the opinion of an engine about a question; it replaces an earlier one."""
    data = "" if opinion is None else json.dumps(opinion.as_data())
    values = {"at": timezone.now(), "code": code, "data": data}
    EngineOpinion.objects.update_or_create(question=view.row, defaults=values)


def _opinion(view: QuestionView) -> Opinion:
    """Return the engine's opinion. Raises RuleBroken ``engine.game`` and as ``run_gnubg`` and ``read_hint`` do."""
    if not is_plain(view.ruleset):
        raise RuleBroken("engine.game", id=view.ruleset.id)
    return read_hint(run_gnubg(gnubg_commands(view.position, view.state)))
