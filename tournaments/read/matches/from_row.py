"""A match as everybody sees it, made from its row.

Source: docs/rules/match-state.md; docs/decisions/0039-one-reading-of-a-match.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from journal.canon import stored_json
from rules.drawing.states import How
from rules.draws.derive import Status
from rules.draws.match_state import State
from rules.formats.course import Course
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Ended, Side, Win
from tournaments.models import card_mark
from tournaments.read.matches.row import MatchRow
from tournaments.read.matches.view import (
    ClaimView,
    MatchTimes,
    MatchView,
    PlayerView,
    Points,
    Ruling,
    RulingKind,
    capped,
)

# Codes of the later matches that stay as played because of a ruling on a match.
type Kept = Callable[[MatchRow], tuple[str, ...]]


def match_view(
    row: MatchRow, names: Mapping[int, str], course: Course, kept: Kept, depends_on: tuple[str, ...] = ()
) -> MatchView:
    """Return a match as everybody sees it; ``kept`` is asked where somebody goes on by ruling."""
    status = Status(row.status)
    raw = _points(row, row.result_first, row.result_points, row.result_second)
    ruling = _ruling(row, names, kept) if row.is_ruled else None
    planned = row.pk, row.draw, row.place, row.code, row.bracket, row.round, row.number, row.length
    return MatchView(
        *planned,
        course=course,
        top=_player(row.top, names),
        bottom=_player(row.bottom, names),
        state=_state(row, status, ruling),
        status=status.word,
        begun=row.begun,
        settled=row.settled,
        score=capped(raw, row.length),
        raw=raw,
        start=_start(row),
        running=_running(row) if status is Status.OPEN else None,
        keeper=_player(row.kept_by, names) if status is Status.OPEN else None,
        card=_card(row) if status is Status.OPEN else "",
        winner=_side(row, _winner(row)),
        goes_on=_side(row, row.goes_on) if status in (Status.FINISHED, Status.BYE) else None,
        how=_how(row),
        ruling=ruling,
        result=row.result or 0,
        reporter=row.claimed_by,
        table=row.table or "",
        called=bool(row.table),
        times=MatchTimes(row.called_at if row.table else None, row.started_at, row.scored_at, row.finished_at),
        claims=tuple(_claims(row)),
        deadline=None if row.settled else row.deadline,
        contested=row.contested,
        depends_on=depends_on,
        version=row.version,
    )


class Sitting(NamedTuple):
    """What a match later in the draw is asked: the ids of its players, its status, and whether it has begun."""

    place: int
    code: str
    top: int | None
    bottom: int | None
    status: int
    begun: bool


def kept_matches(row: MatchRow, later: Iterable[MatchRow | Sitting]) -> tuple[str, ...]:
    """Return the codes of the matches that stay as played because of a ruling on ``row``.

    They are the next match of whoever goes on and of whoever drops, where it has begun. ``later`` are matches of the
    draw that stand behind ``row``, in the order of the plan; byes are nobody's match.
    """
    following = [each for each in later if each.status != Status.BYE]
    first = (
        next((each for each in following if who in (each.top, each.bottom)), None)
        for who in (row.goes_on, row.drops)
        if who is not None
    )
    codes = {each.place: each.code for each in first if each is not None and each.begun}
    return tuple(codes[place] for place in sorted(codes))


def _state(row: MatchRow, status: Status, ruling: Ruling | None) -> State:
    if status is Status.OPEN:
        return State.PLAYING if row.begun else State.CALLED if row.table else State.READY
    if status is not Status.FINISHED:
        return State(status.word)
    if not row.settled:
        return State.UNSETTLED
    if ruling is not None:
        return State.RULING
    return State.FINAL if _how(row) == How.PLAYED else State(_how(row))


def _how(row: MatchRow) -> str:
    if not row.is_finished:
        return ""
    return row.how or (How.RULING if row.ruled else How.WITHDRAWN)


def _winner(row: MatchRow) -> int | None:
    if not row.is_finished:
        return None
    return row.goes_on if row.result is None else row.winner


def _side(row: MatchRow, entrant: int | None) -> Side | None:
    if entrant is None:
        return None
    return TOP if entrant == row.top else BOTTOM if entrant == row.bottom else None


def _ruling(row: MatchRow, names: Mapping[int, str], kept: Kept) -> Ruling | None:
    player = _player(row.goes_on, names)
    if player is None:
        return None
    kind = RulingKind.KEPT if not row.ruled else RulingKind.DISPUTED if row.contested else RulingKind.ALONE
    return Ruling(kind, player, kept(row))


def _claims(row: MatchRow) -> Iterator[ClaimView]:
    for entrant, result, winner, first, points, second in (
        (row.top, row.top_claim, row.top_winner, row.top_first, row.top_points, row.top_second),
        (row.bottom, row.bottom_claim, row.bottom_winner, row.bottom_first, row.bottom_points, row.bottom_second),
    ):
        side = _side(row, winner)
        claimed = _points(row, first, points, second)
        if entrant is not None and result is not None and side is not None and claimed is not None:
            yield ClaimView(entrant, side, claimed, result)


def _points(row: MatchRow, first: int | None, points: int | None, opponent: int | None) -> Points | None:
    """Return the points of (first, opponent) as (top, bottom), None where none were entered for these two."""
    if points is None or opponent is None or row.top is None or row.bottom is None:
        return None
    return (points, opponent) if first == row.top else (opponent, points)


def _start(row: MatchRow) -> Points:
    return _points(row, row.start_first, row.start_points, row.start_second) or (0, 0)


def _running(row: MatchRow) -> Points | None:
    """Return the score by the latest card, whose games count from the start score of today: penalty points may have
    come or gone since it was reported.
    """
    games = stored_json(row.card_games) if row.card_games else ()
    if not games:
        return capped(_points(row, row.card_first, row.card_points, row.card_second), row.length)
    top, bottom = _start(row)
    for winner, cube, win, ended in games:
        paid = GameResult(TOP if winner == row.top else BOTTOM, Win(win), cube, Ended(ended)).paid
        top, bottom = top + paid[0], bottom + paid[1]
    return capped((top, bottom), row.length)


def _card(row: MatchRow) -> str:
    """Return the mark of the latest score card, "" without one."""
    if row.card_first is None or row.card_points is None or row.card_second is None or row.card_games is None:
        return ""
    return card_mark(row.card_first, (row.card_points, row.card_second), row.card_games)


def _player(entrant: int | None, names: Mapping[int, str]) -> PlayerView | None:
    return None if entrant is None else PlayerView(entrant, names.get(entrant, ""))
