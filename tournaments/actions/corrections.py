"""A result found wrong: clear it, or correct it and say what becomes of the matches it displaces.

Source: docs/rules/corrections.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from journal import book
from journal.models import Fact
from journal.refusals import Refused
from rules.draws.corrections import Choice, Choices, Resolution, cleared_row, passage_row, resolve
from rules.draws.derive import Status
from rules.draws.state import DrawState, Row
from rules.errors import RuleBroken
from rules.naming import read_reason
from tournaments.actions.matches import Report, current, judged, with_result
from tournaments.actions.steps import (
    OpenMatch,
    Outcome,
    derive_draw,
    ids_of,
    open_match,
    outcome,
    stream_of_match,
    told,
)
from tournaments.models import Clearing, Match, Passage
from tournaments.models.entered import EnteredDraw


@dataclass(frozen=True, slots=True)
class Displacing:
    """What becomes of the displaced: one choice for all, or one by match id."""

    all: Choice | None = None
    each: Mapping[int, Choice] = field(default_factory=dict)


def clear_result(match: int, reason: str, hand: book.Hand, displacing: Displacing = Displacing()) -> Outcome:
    """Nothing entered for this match counts any longer; it is open and has not begun.

    Raises Refused ``match.blank`` when nothing was entered, ``match.begun`` when a later match has begun and no
    choice is given; RuleBroken ``displaced.…``, ``reason.…``.
    """
    with book.page(stream_of_match(match, hand), hand) as page:
        opened = open_match(page, match)
        reason = read_reason(reason)
        pair = opened.pair
        if not opened.state.has_begun(opened.match.place) and not opened.state.ruling(opened.match.place, pair):
            raise Refused("match.blank", match=current(opened))
        if displacing.all is Choice.STAND or Choice.STAND in displacing.each.values():
            raise RuleBroken("displaced.torn", match=opened.match.code)
        row = cleared_row(opened.match.place, pair)
        resolution = _resolved(opened, opened.state.having([row]), displacing)
        facts = [_clearing(opened.match.pk, row), *_consequences(opened, resolution)]
        page.record("match.cleared", facts, reason, **_concerns(opened, resolution))
        return _written(page, opened, resolution, opened.entered.settled)


def correct_result(
    match: int, report: Report, reason: str, hand: book.Hand, displacing: Displacing = Displacing()
) -> Outcome:
    """Enter the right result beside the wrong one, which is kept; the latest counts.

    Raises Refused ``match.unfinished`` when there is nothing to correct, ``match.players`` when the reporter saw
    others, ``match.begun`` when the correction displaces a match that has begun and no choice is given;
    RuleBroken ``displaced.torn``, ``displaced.unknown``, ``reason.…`` and all of the rule book's own.
    """
    with book.page(stream_of_match(match, hand), hand) as page:
        opened = open_match(page, match)
        reason = read_reason(reason)
        if opened.status is not Status.FINISHED:
            raise Refused("match.unfinished", match=current(opened))
        if report.between is not None and set(report.between) != set(opened.pair):
            raise Refused("match.players", match=current(opened), between=list(report.between))
        result, games, score = judged(page, opened, report)
        result.record_id = page.next_record
        after = with_result(opened, result)
        lifted = _lifted(opened)
        resolution = _resolved(opened, after.state.having(lifted), displacing)
        if any(row[1] == opened.match.place for row in resolution.passages):
            lifted = []  # a new ruling takes the old one's place
        facts = [result, *games, *_passages(opened, lifted), *_consequences(opened, resolution)]
        page.record("match.corrected", facts, reason, **_concerns(opened, resolution))
        final = after.with_state(resolution.state)
        moved = derive_draw(page, opened.entered, final)
        return outcome(page, opened, final, moved, result=result, notes=score.notes if score else ())


def _lifted(opened: OpenMatch) -> list[Row]:
    """Return what ends a ruling that stands on this match: the corrected result decides anew."""
    if not opened.state.ruling(opened.match.place, opened.pair):
        return []
    return [passage_row(opened.match.place, opened.pair, 0)]


def _resolved(opened: OpenMatch, after: DrawState, displacing: Displacing) -> Resolution:
    try:
        return resolve(opened.state, after, choices_of(opened, displacing))
    except RuleBroken as broken:
        if broken.code != "displaced.choice":
            raise
        raise Refused("match.begun", displaced=told(opened.entered, broken.facts["displaced"])) from None


def choices_of(opened: OpenMatch, displacing: Displacing) -> Choices:
    """Translate match ids into places. Raises RuleBroken ``displaced.unknown`` for a match of another draw."""
    ids = displacing.each
    places = (
        dict(Match.objects.filter(draw=opened.match.draw, pk__in=list(ids)).values_list("pk", "place")) if ids else {}
    )
    unknown = sorted(set(ids) - set(places))
    if unknown:
        raise RuleBroken("displaced.unknown", matches=unknown)
    return Choices(displacing.all, {places[pk]: choice for pk, choice in ids.items()})


def _consequences(opened: OpenMatch, resolution: Resolution) -> list[Fact]:
    ids = ids_of(opened.match.draw, {row[1] for row in resolution.cleared}) if resolution.cleared else {}
    cleared: list[Fact] = [_clearing(ids[row[1]], row) for row in resolution.cleared]
    return [*cleared, *_passages(opened, resolution.passages)]


def _clearing(match: int, row: Row) -> Clearing:
    return Clearing(match_id=match, first_id=row[2], second_id=row[3])


def _passages(opened: OpenMatch, rows: Sequence[Row]) -> list[Fact]:
    elsewhere = {row[1] for row in rows} - {opened.match.place}
    ids = {opened.match.place: opened.match.pk} | (ids_of(opened.match.draw, elsewhere) if elsewhere else {})
    return [Passage(match_id=ids[row[1]], first_id=row[2], second_id=row[3], on_id=row[4] or None) for row in rows]


def _concerns(opened: OpenMatch, resolution: Resolution) -> dict[str, Any]:
    if not resolution.displaced:
        return opened.concerns()
    return opened.concerns(ids_of(opened.match.draw, {each.match for each in resolution.displaced}).values())


def _written(page: book.OpenPage, opened: OpenMatch, resolution: Resolution, settled: frozenset[int]) -> Outcome:
    final: EnteredDraw = opened.entered.with_state(resolution.state, settled)
    return outcome(page, opened, final, derive_draw(page, opened.entered, final))
