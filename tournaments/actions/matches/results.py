"""A match starts, is reported, and its result is confirmed."""

from dataclasses import dataclass

from journal import book
from journal.models import Fact
from journal.refusals import Refused
from rules.draws.derive import Status
from rules.draws.facts import Kind, pair_of
from rules.draws.state import Row
from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.score import Score, replay, report_games, report_score
from rules.match.terms import BOTTOM, TOP, Side, Terms
from tournaments.actions.matches.lengths import having_length, length_fact
from tournaments.actions.steps import (
    OpenMatch,
    Outcome,
    card_now,
    derive_draw,
    open_match,
    outcome,
    refuse_moving,
    stream_of_match,
)
from tournaments.models import Confirmation, Game, Result, Start
from tournaments.permissions import Right, may_direct, may_run_desk
from tournaments.read.entered import EnteredDraw

HOWS = ("no_show", "walkover", "retired", "withdrawn")


@dataclass(frozen=True, slots=True)
class Report:
    """A result as reported: games in order, or points (top, bottom), or the sides that forfeit and why.

    A ``forfeit`` may come with the points so far. ``between`` are the two entrants whom the reporter saw, in any
    order. A report that is not ``settled`` counts at once and waits to be confirmed. ``length`` is what was played to,
    where that is not the match's own length; only directors may say so.
    """

    points: tuple[int, int] | None = None
    games: tuple[GameResult, ...] | None = None
    forfeit: tuple[Side, ...] = ()
    why: str = "played"
    between: tuple[int, int] | None = None
    settled: bool = True
    length: int | None = None

    @property
    def may(self) -> Right:
        """The right that it takes."""
        return may_run_desk if self.length is None else may_direct


def start_match(match: int, caller: book.Caller, between: tuple[int, int] | None = None) -> Outcome:
    """Start a match. Raises Refused ``match.begun``, ``match.finished``, ``match.waiting`` …"""
    with book.page(stream_of_match(match, caller, may_run_desk), caller) as page:
        opened = open_match(page, match)
        must_be_open(page, opened, between)
        if opened.state.has_begun(opened.match.place):
            raise Refused("match.begun", match=opened.match.pk)
        first, second = opened.pair
        fact = Start(match=opened.match, first_id=first, second_id=second)
        page.record("match.started", [fact], **opened.concerns())
        after = opened.having(fact)
        return outcome(page, opened, after, derive_draw(page, opened.entered, after), start=fact)


def report_result(match: int, report: Report, caller: book.Caller) -> Outcome:
    """Enter a result; the winner goes on and the loser drops at once. It decides between two players' reports.

    Raises Refused ``match.begun`` where that takes a player out of a match that has begun (correct it, and choose),
    ``match.finished``, ``match.waiting``, ``match.bye``, ``match.void``, ``stale``, SeenNeeded ``seen.needed``,
    Superseded ``draw.superseded``, RuleBroken for a result that can't be (docs/rules/match.md).
    """
    with book.page(stream_of_match(match, caller, report.may), caller) as page:
        opened = open_match(page, match)
        disputed = opened.status is Status.DISPUTED
        looked = must_sit_together if disputed else must_be_open
        looked(page, opened, report.between)
        played_to = length_fact(opened, report.length)
        result, games, score = judged(page, opened, report)
        result.record_id = page.next_record
        after = having_length(opened.having(result), played_to)
        if disputed:
            refuse_moving(opened, after)
        facts = [*([played_to] if played_to else []), result, *games]
        page.record("match.finished", facts, **opened.concerns(counting=True))
        moved = derive_draw(page, opened.entered, after)
        return outcome(page, opened, after, moved, result=result, notes=score.notes if score else ())


def confirm_result(match: int, caller: book.Caller) -> Outcome:
    """Settle a result that was entered unsettled. Raises Refused ``match.settled`` or ``match.unfinished``."""
    with book.page(stream_of_match(match, caller, may_run_desk), caller) as page:
        opened = open_match(page, match)
        ref = opened.state.seat(opened.match.place).ref
        if ref is None:
            disputed = opened.status is Status.DISPUTED
            raise Refused("match.disputed" if disputed else "match.unfinished", match=opened.match.pk)
        if opened.standing.settled and not opened.standing.contested:
            raise Refused("match.settled", match=opened.match.pk)
        fact = Confirmation(result_id=ref)
        page.record("match.settled", [fact], **opened.concerns())
        after = with_confirmation(opened, ref)
        return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def must_be_open(page: book.OpenPage, opened: OpenMatch, between: tuple[int, int] | None) -> None:
    """Refuse a report for a match that is not open, or whose players are not those that the reporter saw."""
    if opened.status is not Status.OPEN:
        raise Refused(f"match.{opened.status.word}", match=card_now(opened))
    must_sit_together(page, opened, between)


def must_sit_together(page: book.OpenPage, opened: OpenMatch, between: tuple[int, int] | None) -> None:
    """Refuse a report for a match whose players are not those that the reporter saw.

    If a match was open between other players before, the reporter must name those seen: with ``between`` or with the
    version (``If-Match``). Otherwise an old slip could count for players who never met.
    """
    pair = opened.pair
    if between is not None and pair_of(*between) != pair:
        raise Refused("match.players", match=card_now(opened), between=list(between))
    first_pair = opened.match.first_pair
    if between is None and first_pair and first_pair != pair_text(opened):
        page.must_have_looked(match=card_now(opened))


def pair_text(opened: OpenMatch) -> str:
    """Return the pair as ``first_pair`` stores it: top, then bottom."""
    seat = opened.state.seat(opened.match.place)
    return f"{seat.top}-{seat.bottom}"


def judged(page: book.OpenPage, opened: OpenMatch, report: Report) -> tuple[Result, list[Fact], Score | None]:
    """Return the facts of a report that the rule book accepts, and its score (None for a forfeit without games)."""
    seat = opened.state.seat(opened.match.place)
    who = {TOP: seat.top, BOTTOM: seat.bottom}
    score = _score(opened, report)
    loser = report.forfeit[0] if len(report.forfeit) == 1 else None
    winner = None if len(report.forfeit) == 2 else (loser.other if loser else score and score.winner)
    points: tuple[int | None, int | None] = (None, None)
    if score is not None:
        points = score.points
    elif report.points is not None:
        points = report.points
    result = Result(
        match=opened.match,
        first_id=seat.top,
        second_id=seat.bottom,
        winner_id=who[winner] if winner else None,
        first_points=points[0],
        second_points=points[1],
        how=report.why if report.forfeit else "played",
        settled=report.settled,
    )
    games: list[Fact] = [
        Game(
            result_id=page.next_record, number=number, winner_id=who[game.winner], cube=game.cube,
            win=game.win.value, ended=game.ended.value,
        )
        for number, game in enumerate(report.games or (), start=1)
    ]  # fmt: skip
    return result, games, score


def terms_of(opened: OpenMatch) -> Terms:
    """Return what is played for: length, start score, rules."""
    return opened.event.rules.terms(opened.match.length, opened.match.start_score)


def _score(opened: OpenMatch, report: Report) -> Score | None:
    terms = terms_of(opened)
    if report.forfeit:
        if report.why not in HOWS:
            raise RuleBroken("forfeit.why", got=report.why, known=list(HOWS))
        return _given_up(terms, report)
    if report.games is not None:
        return report_games(terms, list(report.games), claimed=report.points)
    if report.points is not None:
        return report_score(terms, report.points)
    raise RuleBroken("report.empty")


def _given_up(terms: Terms, report: Report) -> Score | None:
    """Return the score at which a match was given up, by its games; None if only points or nothing was reported."""
    score = replay(terms, report.games) if report.games else None
    points = score.points if score else report.points
    if points is None:
        return None
    if report.points not in (None, points):
        raise RuleBroken("score.games", score=points, claimed=report.points, length=terms.length)
    if min(points) < 0:
        raise RuleBroken("score.negative", score=points, length=terms.length)
    if max(points) >= terms.length:
        raise RuleBroken("forfeit.score", got=points, length=terms.length)
    return score


def with_confirmation(opened: OpenMatch, result: int) -> EnteredDraw:
    """Return the draw with the result confirmed."""
    row: Row = (Kind.CONFIRMED, opened.match.place, *opened.pair, 0, result)
    return opened.entered.with_state(opened.state.having([row]))
