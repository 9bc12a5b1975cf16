"""A wrong result: clear it, or correct it and choose what becomes of the affected matches.

Source: docs/rules/corrections.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from journal import book
from journal.models import Fact
from journal.refusals import Refused
from rules.draws.corrections import Choice, Choices, Resolution, cleared_row, passage_row, resolve
from rules.draws.derive import Status
from rules.draws.state import DrawState, Row
from rules.errors import RuleBroken
from rules.naming import read_reason
from tournaments.actions.matches.lengths import having_length, length_fact
from tournaments.actions.matches.results import Report, judged
from tournaments.actions.steps import (
    OpenMatch,
    Outcome,
    affected_matches,
    card_now,
    derive_draw,
    open_match,
    outcome,
    stream_of_match,
)
from tournaments.models import Clearing, Passage
from tournaments.permissions import Right, may_direct, may_run_desk
from tournaments.read.entered import EnteredDraw


@dataclass(frozen=True, slots=True)
class AffectedChoices:
    """What becomes of the affected matches: one choice for all, or one for each match id."""

    all: Choice | None = None
    each: Mapping[int, Choice] = field(default_factory=dict)

    @property
    def may(self) -> Right:
        """The right that this takes: the desk corrects, a director decides about matches that have begun."""
        return may_direct if self.all or self.each else may_run_desk


def clear_result(match: int, reason: str, caller: book.Caller, choices: AffectedChoices = AffectedChoices()) -> Outcome:
    """Discard everything entered for this match: it is open and has not begun.

    Raises Refused ``match.blank`` when nothing was entered, ``match.begun`` when a later match has begun and no
    choice is given; RuleBroken ``affected.…``, ``reason.…``.
    """
    with book.page(stream_of_match(match, caller, choices.may), caller) as page:
        opened = open_match(page, match)
        reason = read_reason(reason)
        pair = opened.pair
        if not opened.state.has_begun(opened.match.place) and not opened.state.ruling(opened.match.place, pair):
            raise Refused("match.blank", match=card_now(opened))
        if choices.all is Choice.STAND or Choice.STAND in choices.each.values():
            raise RuleBroken("affected.torn", match=opened.match.code)
        row = cleared_row(opened.match.place, pair)
        resolution = _resolved(opened, opened.state.having([row]), choices)
        ids = _touched(opened, resolution)
        facts = [_clearing(ids, row), *_consequences(ids, resolution)]
        page.record("match.cleared", facts, reason, **opened.concerns(ids.values(), counting=True))
        return _written(page, opened, resolution)


def correct_result(
    match: int, report: Report, reason: str, caller: book.Caller, choices: AffectedChoices = AffectedChoices()
) -> Outcome:
    """Enter the right result. The wrong one stays in the memory; the latest counts.

    Raises Refused ``match.unfinished`` when there is nothing to correct, ``match.players`` when the reporter saw
    others, ``match.begun`` when the correction affects a match that has begun and no choice is given;
    RuleBroken ``affected.torn``, ``affected.unknown``, ``reason.…`` and all of the rule book's own.
    """
    may = report.may if choices.may is may_run_desk else choices.may
    with book.page(stream_of_match(match, caller, may), caller) as page:
        opened = open_match(page, match)
        reason = read_reason(reason)
        if opened.status not in (Status.FINISHED, Status.DISPUTED):
            raise Refused("match.unfinished", match=card_now(opened))
        if report.between is not None and set(report.between) != set(opened.pair):
            raise Refused("match.players", match=card_now(opened), between=list(report.between))
        played_to = length_fact(opened, report.length)
        result, games, score = judged(page, opened, report)
        result.record_id = page.next_record
        after = having_length(opened.having(result), played_to)
        lifted = _lifted(opened)
        resolution = _resolved(opened, after.state.having(lifted), choices)
        if any(row[1] == opened.match.place for row in resolution.passages):
            lifted = []  # a new ruling takes the old one's place
        ids = _touched(opened, resolution)
        facts = [
            *([played_to] if played_to else []),
            result,
            *games,
            *_passages(ids, lifted),
            *_consequences(ids, resolution),
        ]
        page.record("match.corrected", facts, reason, **opened.concerns(ids.values(), counting=True))
        final = after.with_state(resolution.state)
        moved = derive_draw(page, opened.entered, final)
        return outcome(page, opened, final, moved, result=result, notes=score.notes if score else ())


def _lifted(opened: OpenMatch) -> list[Row]:
    """Return the row that lifts a ruling on this match: the corrected result decides instead."""
    if not opened.state.ruling(opened.match.place, opened.pair):
        return []
    return [passage_row(opened.match.place, opened.pair, 0)]


def _resolved(opened: OpenMatch, after: DrawState, choices: AffectedChoices) -> Resolution:
    try:
        return resolve(opened.state, after, choices_of(opened, choices))
    except RuleBroken as broken:
        if broken.code != "affected.choice":
            raise
        raise Refused("match.begun", affected=affected_matches(opened.entered, broken.facts["affected"])) from None


def choices_of(opened: OpenMatch, choices: AffectedChoices) -> Choices:
    """Translate match ids into places. Raises RuleBroken ``affected.unknown`` for a match without facts.

    Such a match has not begun, or is of another draw: it can't be affected.
    """
    places = {pk: place for place, pk in opened.entered.ids.items()}
    unknown = sorted(set(choices.each) - set(places))
    if unknown:
        raise RuleBroken("affected.unknown", matches=unknown)
    return Choices(choices.all, {places[pk]: choice for pk, choice in choices.each.items()})


def _touched(opened: OpenMatch, resolution: Resolution) -> dict[int, int]:
    """Return place → primary key of the match itself and of all that its correction changes."""
    others = {each.match for each in resolution.affected} | {row[1] for row in resolution.passages}
    return opened.entered.ids_of(others) | {opened.match.place: opened.match.pk}


def _consequences(ids: Mapping[int, int], resolution: Resolution) -> list[Fact]:
    return [*(_clearing(ids, row) for row in resolution.cleared), *_passages(ids, resolution.passages)]


def _clearing(ids: Mapping[int, int], row: Row) -> Clearing:
    return Clearing(match_id=ids[row[1]], first_id=row[2], second_id=row[3])


def _passages(ids: Mapping[int, int], rows: Sequence[Row]) -> list[Fact]:
    return [Passage(match_id=ids[row[1]], first_id=row[2], second_id=row[3], on_id=row[4] or None) for row in rows]


def _written(page: book.OpenPage, opened: OpenMatch, resolution: Resolution) -> Outcome:
    final: EnteredDraw = opened.entered.with_state(resolution.state)
    return outcome(page, opened, final, derive_draw(page, opened.entered, final))
