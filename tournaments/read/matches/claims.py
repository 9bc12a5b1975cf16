"""The players' reports of a match and what followed: claims, contests, how a result was settled."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, IntegerField, Q, QuerySet, Value

from rules.draws.derive import Status
from tournaments.models import Clearing, Confirmation, Contest, Match, Result, stored_json
from tournaments.read.matches.view import MatchView, Points, capped


@dataclass(frozen=True, slots=True)
class Claim:
    """A report of a match; ``by`` is one of its two players, None for the desk.

    ``points`` are (top, bottom) capped at the length, ``raw`` as they were entered; both are None for a player who only
    says that the opponent's report is wrong. ``record`` holds it, None without points; ``client`` is the program that
    sent it.
    """

    by: int | None
    points: Points | None
    raw: Points | None
    winner: int | None
    record: int | None
    client: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Settling:
    """How a result was settled: ``how`` is desk, opponent or unopposed."""

    result: int
    how: str
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchReports:
    """The reports of a match between its two players that count, each kind in the order in which they came.

    ``results`` holds every result since the match was last cleared. ``claims`` are the last report of each player
    since the desk wrote last, the upper player's first; the desk's counts for a player who has sent none since.
    ``contests`` are those of players who say that the result is wrong.
    """

    results: tuple[Claim, ...] = ()
    claims: tuple[Claim, ...] = ()
    contests: tuple[Claim, ...] = ()
    settlings: Mapping[int, Settling] = field(default_factory=dict)

    @property
    def scores(self) -> tuple[Points | None, ...]:
        """Return the points of both claims of a dispute, None for a player without one."""
        return tuple(each.points for each in self.claims)


class _Row(NamedTuple):
    kind: str
    match: int
    first: int
    second: int
    by: int | None
    first_points: int | None
    second_points: int | None
    winner: int | None
    how: str
    result: int
    record: int
    at: datetime
    client: str
    body: str


class Reports:
    """The reports of some matches, read in one statement."""

    def __init__(self, rows: Iterable[_Row]) -> None:
        self.rows: dict[int, list[_Row]] = {}
        for row in sorted(rows, key=lambda row: row.record):
            self.rows.setdefault(row.match, []).append(row)

    def of(self, match: MatchView) -> MatchReports:
        """Return what was reported of ``match`` between the two who sit in it."""
        pair = set(match.entrants)
        return _folded(match, [row for row in self.rows.get(match.id, ()) if {row.first, row.second} == pair])


def reported_of(match: MatchView) -> MatchReports:
    """Return what was reported of one match between the two who sit in it: one statement."""
    return _read(Q(pk=match.id)).of(match)


def claims_for_the_desk(tournament: int) -> Reports:
    """Return what was reported of the disputed and contested matches of a tournament: one statement."""
    return _read(Q(draw__event__tournament=tournament) & (Q(status=Status.DISPUTED) | Q(contested=True)))


def _read(matches: Q) -> Reports:
    about = Match.objects.filter(matches).values("pk")
    parts = [
        _part(Result.objects.filter(match__in=about), "result", by=F("claimed_by"), how=F("how"), points=True),
        _part(Contest.objects.filter(match__in=about), "contest", by=F("by")),
        _part(Clearing.objects.filter(match__in=about), "cleared"),
        _part(Confirmation.objects.filter(result__match__in=about), "confirmed", "result__", how=F("how")),
    ]
    return Reports(_Row(*row) for row in parts[0].union(*parts[1:], all=True))


_NONE, _EMPTY = Value(None, output_field=IntegerField()), Value("")


def _part(
    facts: QuerySet[Any], kind: str, of: str = "", *, by: Any = _NONE, how: Any = _EMPTY, points: bool = False
) -> QuerySet[Any]:
    """Return one kind of facts as rows; ``of`` leads from a fact to the pairing that it is about."""
    columns = [F("first_points"), F("second_points"), F("winner_id")] if points else [_NONE] * 3
    # In the order of ``_Row``.
    return (
        facts.filter(record__undo__isnull=True)
        .order_by()
        .values_list(
            Value(kind),
            F(f"{of}match_id"),
            F(f"{of}first_id"),
            F(f"{of}second_id"),
            by,
            *columns,
            how,
            F("result_id") if of else F("record_id"),
            F("record_id"),
            F("record__at"),
            F("record__page__client"),
            F("record__body") if kind == "contest" else _EMPTY,
        )
    )


def _folded(match: MatchView, rows: Sequence[_Row]) -> MatchReports:
    results: list[Claim] = []
    claims: dict[int | None, Claim] = {}
    contests: dict[int | None, Claim] = {}
    settlings: dict[int, Settling] = {}
    for row in rows:
        if row.kind == "cleared":
            results, claims, contests, settlings = [], {}, {}, {}
        elif row.kind == "confirmed":
            settlings[row.result] = Settling(row.result, row.how, row.at)
            contests = {}
        else:
            claim = _claim(match, row)
            if row.kind == "result":
                results.append(claim)
            if row.by is None:
                claims, contests = {}, {}
            claims[row.by] = claim
            if row.kind == "contest":
                contests[row.by] = claim
    return MatchReports(tuple(results), tuple(_in_order(match, claims)), tuple(contests.values()), settlings)


def _in_order(match: MatchView, claims: dict[int | None, Claim]) -> Iterator[Claim]:
    for who in match.entrants:
        claim = claims.get(who) or claims.pop(None, None)
        if claim is not None:
            yield claim


def _claim(match: MatchView, row: _Row) -> Claim:
    score = _reported_score(row)
    if score is None or len(match.entrants) < 2:
        return Claim(row.by, None, None, row.winner, None, row.client, row.at)
    top, bottom = match.entrants
    raw = score[top], score[bottom]
    winner = top if raw[0] > raw[1] else bottom
    return Claim(row.by, capped(raw, match.length), raw, row.winner or winner, row.record, row.client, row.at)


def _reported_score(row: _Row) -> dict[int, int] | None:
    """Return the points of both players, None if none were reported."""
    if row.first_points is not None and row.second_points is not None:
        return {row.first: row.first_points, row.second: row.second_points}
    says = stored_json(row.body).get("says") if row.kind == "contest" else None
    return dict(says) if says else None
