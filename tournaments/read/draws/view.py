"""Reading the matches of a draw."""

from dataclasses import replace

from journal.refusals import Superseded, Unknown, Unreadable
from rules.draws.derive import Status
from tournaments.models import Match
from tournaments.models.draws import plan_of
from tournaments.read.cards import WITH, MatchCard, card_of
from tournaments.read.events import draw_of, event_of
from tournaments.read.matches.claims import subjects_of
from tournaments.read.names import names_in

_WORDS = {each.word for each in Status}


def match_list(
    event: int, status: str | None = None, bracket: str | None = None, draw: int | None = None
) -> list[MatchCard]:
    """Return the cards of an event's matches in the order of the plan; none before the draw.

    Raises Unknown ``event.unknown``, Unreadable ``status.unknown``, ``bracket.unknown``.
    """
    event_row = event_of(event)
    if status is not None and status not in _WORDS:
        raise Unreadable("status.unknown", got=status, known=sorted(_WORDS))
    known = [each.code for each in event_row.rules.every_bracket]
    if bracket is not None and bracket not in known:
        raise Unreadable("bracket.unknown", got=bracket, known=known)
    if event_row.current_draw_id is None and draw is None:
        return []
    drawn = draw_of(event_row, draw)
    rows = list(Match.objects.filter(draw=drawn).select_related(*WITH).order_by("place"))
    names, subjects = names_in(event), subjects_of(plan_of(drawn), rows)
    return [
        replace(card_of(row, row.result, names), subject_to=subjects[row.place])
        for row in rows
        if status in (None, Status(row.status).word) and bracket in (None, row.bracket)
    ]


def match_card(match: int) -> MatchCard:
    """Return one match. Raises Unknown ``match.unknown``, Superseded ``draw.superseded`` with what replaced it."""
    return _card(_current(match))


def match_and_subject(match: int) -> MatchCard:
    """Return one match with what it is subject to. Raises as ``match_card`` does."""
    row = _current(match)
    rows = list(Match.objects.filter(draw=row.draw).only("place", "status", "settled").order_by("place"))
    return replace(_card(row), subject_to=subjects_of(plan_of(row.draw), rows)[row.place])


def _card(row: Match) -> MatchCard:
    return card_of(row, row.result, names_in(row.draw.event_id))


def _current(match: int) -> Match:
    match_row = Match.objects.select_related("draw__event", *WITH).defer("draw__plan").filter(pk=match).first()
    if match_row is None:
        raise Unknown("match.unknown")
    current = match_row.draw.event.current_draw_id
    if match_row.draw_id != current:
        now = Match.objects.filter(draw=current, code=match_row.code).values_list("pk", flat=True).first()
        raise Superseded("draw.superseded", draw=current, match=now)
    return match_row
