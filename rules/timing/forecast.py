"""What a format costs before it is played: matches, rounds, byes, the time it takes, rematches and waits.

Every figure is computed on the very plan that would be drawn. Who wins is unknown, so each match is even; how long one
takes is its length times the pace.

Source: docs/rules/forecast.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from rules.draws.plan import ENTRY, From, Plan, Source
from rules.draws.seeding import bye_lines, size_for
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import compile_plan

MOST_TABLES = 512


@dataclass(frozen=True, slots=True)
class BracketForecast:
    """One bracket: matches between two players, ``fewest`` to ``most``, and rounds in which any is played."""

    bracket: str
    fewest: int
    most: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a format asks of a field.

    ``minutes`` is the longest way to the last result. ``rematches`` is how many matches are expected to bring two
    together again. ``longest_wait`` is how many rounds somebody sits out at most between two of his matches, or before
    his first.
    """

    entrants: int
    lines: int
    byes: int
    brackets: tuple[BracketForecast, ...]
    minutes: int
    rematches: float
    longest_wait: int

    @property
    def fewest(self) -> int:
        """Matches of all brackets, at least."""
        return sum(each.fewest for each in self.brackets)

    @property
    def most(self) -> int:
        """Matches of all brackets, at most."""
        return sum(each.most for each in self.brackets)


@dataclass(frozen=True, slots=True)
class _Coming:
    """Who comes out of a place in the plan: can there be anybody, and after which match (-1: before any)."""

    there: bool
    after: int


_NOBODY = _Coming(False, -1)


@lru_cache(maxsize=256)
def forecast(entrants: int, format_: Format, minutes_per_point: int, tables: int | None = None) -> Forecast:
    """Return what ``format_`` costs a field of ``entrants`` drawn without seeds.

    Matches are to ``minutes_per_point`` minutes a point and begin as soon as both players are free and known, or,
    with a number of ``tables``, as soon as one of those is free too: the match with the longest way behind it first.
    Raises RuleBroken ``draw.field``, ``forecast.tables``.
    """
    if tables is not None and not 1 <= tables <= MOST_TABLES:
        raise RuleBroken("forecast.tables", got=tables, most=MOST_TABLES)
    size = size_for(entrants)
    field = _Field(compile_plan(size, format_), set(bye_lines(size, entrants)))
    minutes = [match.length * minutes_per_point for match in field.plan.matches]
    return Forecast(
        entrants=entrants,
        lines=size,
        byes=size - entrants,
        brackets=tuple(field.bracket(bracket.code) for bracket in field.plan.brackets),
        minutes=_last_result(field, minutes, tables or MOST_TABLES),
        rematches=_rematches(field),
        longest_wait=_longest_wait(field),
    )


def alternatives(entrants: int, format_: Format, minutes_per_point: int, tables: int | None = None) -> list[Forecast]:
    """Return the forecasts of what a director compares with this format, in the order of ``Format.alternatives``."""
    return [forecast(entrants, each, minutes_per_point, tables) for each in format_.alternatives()]


class _Field:
    """A plan with its byes: who can come where, whoever wins."""

    def __init__(self, plan: Plan, byes: set[int]) -> None:
        self.plan, self.byes = plan, byes
        self.winners: list[_Coming] = []
        self.losers: list[_Coming] = []
        self.sides: list[tuple[_Coming, _Coming]] = []
        self.fed: dict[int, int] = {}
        self.drops: dict[int, int] = {}
        for at, match in enumerate(plan.matches):
            for side in (match.top, match.bottom):
                if side.kind is not From.LINE:
                    (self.fed if side.kind is From.WINNER else self.drops)[side.of] = at
        for at, match in enumerate(plan.matches):
            top, bottom = self.coming(match.top), self.coming(match.bottom)
            self.sides.append((top, bottom))
            self.winners.append(_Coming(True, at) if _meet(top, bottom) else top if top.there else bottom)
            self.losers.append(_Coming(True, at) if _meet(top, bottom) else _NOBODY)
        self.played = [at for at, sides in enumerate(self.sides) if _meet(*sides)]

    def coming(self, source: Source) -> _Coming:
        """Return who comes from ``source``."""
        if source.kind is From.LINE:
            return _NOBODY if source.of in self.byes else _Coming(True, -1)
        if source.kind is From.WINNER:
            return self.winners[source.of]
        if source.kind is From.LOSER or self.losers[source.of].there:
            return self.losers[source.of]
        # The holder of a bye, if he loses his first match.
        return _Coming(True, self.fed[source.of])

    def feeders(self, at: int) -> list[int]:
        """Return the played matches that must end before match ``at``."""
        return [side.after for side in self.sides[at] if side.after >= 0]

    def bracket(self, bracket: str) -> BracketForecast:
        """Return what one bracket costs: whoever comes into it but its winner loses one match there."""
        places = self.plan.of(bracket)
        sources = [side for at in places for side in (self.plan.matches[at].top, self.plan.matches[at].bottom)]
        entering = [side for side in sources if side.kind is not From.WINNER and self.coming(side).there]
        late = [self.coming(side).after for side in entering if self._holds_a_bye(side)]
        # Two holders of byes who meet send exactly one; a holder who meets the winner of an A match may send nobody.
        meeting = len(late) - len(set(late))
        most = len(entering) - meeting
        fewest = most - (len(late) - 2 * meeting)
        rounds = len({self.plan.matches[at].round for at in places if _meet(*self.sides[at])})
        return BracketForecast(bracket, max(0, fewest - 1), max(0, most - 1), rounds)

    def _holds_a_bye(self, source: Source) -> bool:
        return source.kind is From.FIRST_LOSER and not self.losers[source.of].there


def _meet(top: _Coming, bottom: _Coming) -> bool:
    """Whether two play: of two holders of byes who met before, one comes only."""
    return top.there and bottom.there and (top.after < 0 or top.after != bottom.after)


def _last_result(field: _Field, minutes: Sequence[int], tables: int) -> int:
    """Return when the last match ends, in minutes after the first begins, on so many tables."""
    behind = _way_behind(field, minutes)
    waiting = {at: len(set(field.feeders(at))) for at in field.played}
    followers: dict[int, list[int]] = {}
    for at in field.played:
        for feeder in set(field.feeders(at)):
            followers.setdefault(feeder, []).append(at)
    ready = [(-behind[at], at) for at in field.played if not waiting[at]]
    ready.sort()
    on: list[tuple[int, int]] = []
    now = 0
    while ready or on:
        while ready and len(on) < tables:
            _, at = heappop(ready)
            heappush(on, (now + minutes[at], at))
        now, ended = heappop(on)
        for at in followers.get(ended, []):
            waiting[at] -= 1
            if not waiting[at]:
                heappush(ready, (-behind[at], at))
    return now


def _way_behind(field: _Field, minutes: Sequence[int]) -> dict[int, int]:
    """Return for each played match the minutes from its beginning to the last match that waits for it."""
    behind: dict[int, int] = dict.fromkeys(field.played, 0)
    for at in reversed(field.played):
        behind[at] += minutes[at]
        for feeder in field.feeders(at):
            behind[feeder] = max(behind[feeder], behind[at])
    return behind


def _longest_wait(field: _Field) -> int:
    """Return the most rounds anybody sits out, were all matches of a round played at once."""
    turn: dict[int, int] = {-1: 0}
    longest = 0
    for at in field.played:
        before = [turn[side.after] for side in field.sides[at]]
        turn[at] = 1 + max(before)
        longest = max(longest, turn[at] - 1 - min(before))
    return longest


def _rematches(field: _Field) -> float:
    """Return how many rematches are to be expected when every match is even: exact for every field.

    Who wins main match m and loses s rounds later (2^-s) has his victim below him in the consolation. The two meet
    where their ways join, if each wins what he plays until then. In a first-match consolation nobody meets anybody
    again.
    """
    plan = field.plan
    ways = {at: _way(field, at) for at in plan.of(ENTRY) if field.losers[at].there}
    expected = 0.0
    for loses_at, way in ways.items():
        chance, later = 1.0, field.fed.get(loses_at)
        while later is not None and way:
            chance /= 2
            joined = _joined(way, ways.get(later, {}))
            if joined is not None:
                expected += chance * joined
            later = field.fed.get(later)
    return expected


def _way(field: _Field, main: int) -> dict[int, float]:
    """Return the consolation matches on the way of the loser of main match ``main``: place → chance to come there."""
    way: dict[int, float] = {}
    chance = 1.0
    at = field.drops.get(main)
    while at is not None:
        way[at] = chance
        if _meet(*field.sides[at]):
            chance /= 2
        at = field.fed.get(at)
    return way


def _joined(one: dict[int, float], other: dict[int, float]) -> float | None:
    """Return the chance that two meet where their ways join, None where they never do."""
    at = next((at for at in one if at in other), None)
    return None if at is None else one[at] * other[at]
