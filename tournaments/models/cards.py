"""A match as people see it: a frozen card, built from a row or from a draw's state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.draws.derive import Status
from rules.match.terms import Side
from tournaments.models.entrants import Particulars
from tournaments.models.matches import Match, Result


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant by id and name."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """``score`` is (top, bottom) capped at the length, ``points`` the same as entered; None where none were told.

    ``winner`` is who won by the result; ``goes_on`` differs from it where a ruling lets a later match stand.
    ``how`` tells how a finished match ended: played, no_show, walkover, retired, withdrawn, ruling; else empty.
    ``table`` is where the two were called to, empty while they were not ``called``; ``start`` is the score (top,
    bottom) from which they play, (0, 0) without penalty points.
    """

    id: int
    code: str
    bracket: str
    round: int
    number: int
    length: int
    top: Player | None
    bottom: Player | None
    status: str
    begun: bool
    settled: bool
    score: tuple[int, int] | None
    points: tuple[int, int] | None
    winner: Side | None
    goes_on: Side | None
    how: str
    version: int
    draw: int
    table: str
    called: bool
    start: tuple[int, int]


@dataclass(frozen=True, slots=True)
class EntrantCard:
    """An entrant as he stands; ``line`` is his line in the current draw, ``out`` what he has withdrawn from.

    ``paid`` and ``here`` are his ticks on the entry list.
    """

    id: int
    number: int
    name: str
    club: str
    country: str
    rating: str
    seed: int | None
    line: int | None
    out: tuple[str, ...]
    version: int
    paid: bool = False
    here: bool = False


def names_of(entrants: Iterable[int]) -> dict[int, str]:
    """Return entrant → name as last entered."""
    told = Particulars.objects.filter(entrant__in=set(entrants), record__undo__isnull=True).order_by("turn")
    return dict(told.values_list("entrant_id", "name"))


def card_of(match: Match, result: Result | None, names: Mapping[int, str]) -> MatchCard:
    """Return the card of ``match``, read with its call and penalty; ``result`` is the one that applies."""
    status = Status(match.status)
    sides = {Side.TOP: match.top_id, Side.BOTTOM: match.bottom_id}
    points = _points(match, result)
    table = "" if match.call is None else match.call.table
    return MatchCard(
        id=match.pk,
        code=match.code,
        bracket=match.bracket,
        round=match.round,
        number=match.number,
        length=match.length,
        top=_player(match.top_id, names),
        bottom=_player(match.bottom_id, names),
        status=status.word,
        begun=match.begun,
        settled=match.settled,
        score=None if points is None else (min(points[0], match.length), min(points[1], match.length)),
        points=points,
        winner=_side(sides, _winner(match, result, status)),
        goes_on=_side(sides, match.goes_on_id) if status is Status.FINISHED else None,
        how=_how(result, status, match),
        version=match.version,
        draw=match.draw_id,
        table=table,
        called=bool(table),
        start=match.start_score,
    )


def _player(entrant: int | None, names: Mapping[int, str]) -> Player | None:
    return None if entrant is None else Player(entrant, names.get(entrant, ""))


def _side(sides: Mapping[Side, int | None], entrant: int | None) -> Side | None:
    return next((side for side, who in sides.items() if entrant is not None and who == entrant), None)


def _points(match: Match, result: Result | None) -> tuple[int, int] | None:
    if result is None or result.first_points is None or match.top_id is None or match.bottom_id is None:
        return None
    top, bottom = result.points_of(match.top_id), result.points_of(match.bottom_id)
    return None if top is None or bottom is None else (top, bottom)


def _winner(match: Match, result: Result | None, status: Status) -> int | None:
    if status is not Status.FINISHED:
        return None
    return match.goes_on_id if result is None else result.winner_id


def _how(result: Result | None, status: Status, match: Match) -> str:
    if status is not Status.FINISHED:
        return ""
    if result is not None:
        return result.how
    return "ruling" if match.ruled else "withdrawn"
