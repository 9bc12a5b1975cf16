"""A match as people see it: a frozen card, built from a row or from a draw's state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.draws.derive import Status
from rules.match.terms import Side
from tournaments.models.matches import Match, Result

# What a card says beside the match's own row.
WITH = ("result", "call", "penalty", "card", "top_claim", "bottom_claim")


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant by id and name."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class Said:
    """What one of the two says himself: who won, and the points (top, bottom) as entered."""

    entrant: int
    winner: Side
    points: tuple[int, int]
    result: int


@dataclass(frozen=True, slots=True)
class MatchCard:
    """``score`` is (top, bottom) capped at the length, ``points`` the same as entered; None where none were told.

    ``winner`` is who won by the result; ``goes_on`` differs from it where a ruling lets a later match stand.
    ``how`` tells how a finished match ended: played, no_show, walkover, retired, withdrawn, ruling; else empty.
    ``table`` is where the two were called to, empty while they were not ``called``; ``start`` is the score (top,
    bottom) from which they play, (0, 0) without penalty points.

    ``claims`` is what each of the two says himself since the desk last spoke, top first. ``stands_at`` is when the
    result is settled unless somebody contests it; None for what is settled, or waits for the desk. ``objected``: one of
    the two says that the result is wrong. ``card_score`` (top, bottom) is told while they play, ``subject_to`` the
    codes of matches not settled out of which the two come.
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
    claims: tuple[Said, ...] = ()
    stands_at: datetime | None = None
    objected: bool = False
    card_score: tuple[int, int] | None = None
    subject_to: tuple[str, ...] = ()


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
        claims=tuple(_claims(match, result, sides)),
        stands_at=None if result is None or match.settled else result.stands_at,
        objected=match.objected,
        card_score=_running(match, status),
    )


def _claims(match: Match, result: Result | None, sides: Mapping[Side, int | None]) -> Iterator[Said]:
    for name, entrant in (("top_claim", match.top_id), ("bottom_claim", match.bottom_id)):
        pk = getattr(match, f"{name}_id")
        if pk is None or entrant is None:
            continue
        claim = result if result is not None and result.pk == pk else getattr(match, name)
        winner, points = _side(sides, claim.winner_id), _points(match, claim)
        if winner is not None and points is not None:
            yield Said(entrant, winner, points, claim.pk)


def _running(match: Match, status: Status) -> tuple[int, int] | None:
    """Return the score (top, bottom) on the card while the two play."""
    if match.card is None or status is not Status.OPEN or match.top_id is None or match.bottom_id is None:
        return None
    return match.card.points_of(match.top_id), match.card.points_of(match.bottom_id)


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
