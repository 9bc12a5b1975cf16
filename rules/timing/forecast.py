"""The cost of a format before it is played: matches, rounds, byes, the time it takes, rematches and waits.

Every figure is computed on the very plan that would be drawn. Winners are unknown, so each match is even; how long one
takes is its length times the pace.

Source: docs/rules/forecast.md.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush

from rules.draws.plan import ENTRY, From, Plan, Source
from rules.draws.seeding import bye_lines
from rules.errors import RuleBroken
from rules.formats.cuts import free_lines, people_through
from rules.formats.format import Format
from rules.formats.registry import compile_plan
from rules.timing.rounds import PairedCost, paired_cost
from rules.timing.tables import rematches_behind_pools, rounds_before_the_knockout

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
    """The cost of a format for a field.

    ``minutes`` is the longest way to the last result. ``rematches`` is how many matches are expected to bring two
    players together again. ``longest_wait`` is how many rounds anybody sits out at most between two of their matches,
    or before their first.
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
    """How probable it is that somebody comes out of a place in the plan, and after which match (-1: before any)."""

    chance: float
    after: int

    @property
    def there(self) -> bool:
        """Whether anybody can come."""
        return self.chance > 0


_NOBODY = _Coming(0, -1)
# A match, and how probable it is that somebody plays against the player who comes there.
type _Step = tuple[int, float]


@lru_cache(maxsize=256)
def forecast(entrants: int, format_: Format, minutes_per_point: int, tables: int | None = None) -> Forecast:
    """Return what ``format_`` costs a field of ``entrants`` drawn without seeds.

    Matches are to ``minutes_per_point`` minutes a point and begin as soon as both players are free and known, or,
    with a number of ``tables``, as soon as one of those is free too: the match with the longest way behind it first.
    Raises RuleBroken ``draw.field``, ``forecast.tables``.
    """
    plan = compile_plan(format_.size(entrants), format_, entrants)
    return forecast_plan(entrants, plan, minutes_per_point, tables)


def forecast_plan(entrants: int, plan: Plan, minutes_per_point: int, tables: int | None = None) -> Forecast:
    """Return what a plan costs a field of ``entrants``, as ``forecast``. Raises RuleBroken ``forecast.tables``."""
    if tables is not None and not 1 <= tables <= MOST_TABLES:
        raise RuleBroken("forecast.tables", got=tables, most=MOST_TABLES)
    if plan.is_cut:
        return _of_pools(entrants, plan, minutes_per_point, tables)
    if plan.by_rounds and plan.options:
        return _of_rounds(entrants, plan, paired_cost(entrants, plan, minutes_per_point, tables or MOST_TABLES))
    size = plan.size
    empty = range(entrants + 1, size + 1) if plan.by_rounds else bye_lines(size, entrants)
    field = _Field(plan, set(empty))
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


def _of_rounds(entrants: int, plan: Plan, cost: PairedCost) -> Forecast:
    """Return the forecast of rounds that are paired one by one: a bye a round for an odd field, no lines to fill."""
    bracket = BracketForecast(plan.brackets[0].code, cost.fewest, cost.most, cost.rounds)
    # By losses an odd number is left sooner or later, whatever the field.
    odd = entrants % 2 or int(entrants > 2 and "losses" in plan.named_options)
    return Forecast(entrants, entrants, entrants % 2, (bracket,), cost.minutes, 0.0, odd)


def _of_pools(entrants: int, plan: Plan, minutes_per_point: int, tables: int | None) -> Forecast:
    """Return the forecast of pools and of the knockout behind them, which begins when the last match of a pool ends.

    Of two pool-mates in the knockout nobody knows before the cut where they stand: their rematches are a mean of draws.
    """
    pools = _Field(_part(plan, plan.tabled), set(free_lines(plan, entrants)))
    first = len(plan.seats)
    coming = people_through(plan)
    knockout = _Field(
        _part(plan, set(range(len(plan.matches))) - plan.tabled, first), set(bye_lines(plan.size - first, coming))
    )
    fields = [(pools, pools.bracket(ENTRY)), (knockout, knockout.bracket(ENTRY))]
    minutes = 0
    for field, _ in fields:
        lengths = [match.length * minutes_per_point for match in field.plan.matches]
        minutes += _last_result(field, lengths, tables or MOST_TABLES)
    fewest, rounds = sum(each.fewest for _, each in fields), sum(each.rounds for _, each in fields)
    bracket = BracketForecast(ENTRY, fewest, fewest, rounds)
    byes = plan.size - first - coming
    wait = max(*(_longest_wait(field) for field, _ in fields), rounds_before_the_knockout(plan, entrants) + bool(byes))
    return Forecast(entrants, entrants, byes, (bracket,), minutes, rematches_behind_pools(plan, entrants), wait)


def _part(plan: Plan, wanted: Collection[int], first: int = 0) -> Plan:
    """Return some matches of a plan as one of their own, its lines counted on from behind ``first``."""
    places = sorted(wanted)
    new = {at: number for number, at in enumerate(places)}
    matches = [plan.matches[at] for at in places]
    sides = [
        tuple(
            Source(side.kind, side.of - first if side.kind is From.LINE else new[side.of])
            for side in (match.top, match.bottom)
        )
        for match in matches
    ]
    own = tuple(replace(match, top=top, bottom=bottom) for match, (top, bottom) in zip(matches, sides, strict=True))
    size = max(side.of for pair in sides for side in pair if side.kind is From.LINE)
    return Plan(plan.format, size, plan.brackets, own)


def alternatives(entrants: int, format_: Format, minutes_per_point: int, tables: int | None = None) -> list[Forecast]:
    """Return the forecasts of what a director compares with this format, in the order of ``Format.alternatives``."""
    return [forecast(entrants, each, minutes_per_point, tables) for each in format_.alternatives()]


class _Field:
    """A plan with its byes: who can come where, whatever the results are."""

    def __init__(self, plan: Plan, byes: set[int]) -> None:
        self.plan, self.byes = plan, byes
        self.winners: list[_Coming] = []
        self.losers: list[_Coming] = []
        self.sides: list[tuple[_Coming, _Coming]] = []
        self.after_win: dict[int, _Step] = {}
        self.after_loss: dict[int, _Step] = {}
        self.last_on: dict[int, int] = {}
        for at, match in enumerate(plan.matches):
            top, bottom = self.coming(match.top), self.coming(match.bottom)
            self.sides.append((top, bottom))
            self.losers.append(_Coming(top.chance * bottom.chance, at) if _meet(top, bottom) else _NOBODY)
            self.winners.append(self.winner(at, top, bottom))
            for side, opponent in ((match.top, bottom), (match.bottom, top)):
                if side.kind not in (From.LINE, From.UPPER_LOSER):
                    chance = opponent.chance if _meet(top, bottom) else 0
                    (self.after_win if side.kind is From.WINNER else self.after_loss)[side.of] = (at, chance)
            if plan.by_rounds and _meet(top, bottom):
                self.last_on |= {match.top.of: at, match.bottom.of: at}
        self.played = [at for at, sides in enumerate(self.sides) if _meet(*sides)]

    def coming(self, source: Source) -> _Coming:
        """Return who comes from ``source``."""
        if source.kind is From.LINE:
            return _NOBODY if source.of in self.byes else _Coming(1, self.last_on.get(source.of, -1))
        if source.kind is From.WINNER:
            return self.winners[source.of]
        if source.kind is From.LOSER or self.losers[source.of].there:
            return self.losers[source.of]
        # The holder of a bye, if they lose their first match.
        return _Coming(0.5, self.plan.leads_to[From.WINNER, source.of])

    def winner(self, at: int, top: _Coming, bottom: _Coming) -> _Coming:
        """Return who goes on from match ``at``."""
        if _meet(top, bottom):
            return _Coming(1 - (1 - top.chance) * (1 - bottom.chance), at)
        # Of two holders of byes who met before, one comes for certain.
        return _Coming(min(1, top.chance + bottom.chance), top.after if top.there else bottom.after)

    def feeders(self, at: int) -> list[int]:
        """Return the played matches that must end before match ``at``."""
        return [side.after for side in self.sides[at] if side.after >= 0]

    def bracket(self, bracket: str) -> BracketForecast:
        """Return the cost of one bracket: all who enter it, except its winners, lose one match there.

        A second final is one match more at most.
        """
        places = self.plan.of(bracket)
        if self.plan.by_rounds:
            played = [at for at in places if _meet(*self.sides[at])]
            rounds = len({self.plan.matches[at].round for at in played})
            return BracketForecast(bracket, len(played), len(played), rounds)
        sources = [side for at in places for side in (self.plan.matches[at].top, self.plan.matches[at].bottom)]
        entering = [self.coming(side) for side in sources if self.enters(side, bracket)]
        leaving = max(1, self.leaving(bracket))
        second = any(side.kind is From.UPPER_LOSER for side in sources)
        perhaps = [side.after for side in entering if 0 < side.chance < 1]
        # Two holders of byes who meet send exactly one; a holder who meets the winner of an A match may send nobody.
        one_of_two = len(perhaps) - len(set(perhaps))
        fewest = sum(side.chance == 1 for side in entering) + one_of_two
        most = fewest + len(perhaps) - 2 * one_of_two
        rounds = len({self.plan.matches[at].round for at in places if _meet(*self.sides[at])})
        return BracketForecast(bracket, max(0, fewest - leaving), max(0, most - leaving + second), rounds)

    def enters(self, side: Source, bracket: str) -> bool:
        """Whether a source brings a player into a bracket, not from round to round."""
        if side.kind in (From.LINE, From.UPPER_LOSER):
            return side.kind is From.LINE
        return side.kind is not From.WINNER or self.plan.matches[side.of].bracket != bracket

    def leaving(self, bracket: str) -> int:
        """Return how many winners go on from a bracket to another one."""
        sides = (side for match in self.plan.matches if match.bracket != bracket for side in (match.top, match.bottom))
        return sum(side.kind is From.WINNER and self.plan.matches[side.of].bracket == bracket for side in sides)


def _meet(top: _Coming, bottom: _Coming) -> bool:
    """Whether two players meet: of two holders of byes who met before, only one comes."""
    return top.there and bottom.there and (top.after < 0 or top.after != bottom.after)


def _last_result(field: _Field, minutes: Sequence[int], tables: int) -> int:
    """Return when the last match ends, in minutes after the first begins, on that many tables."""
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

    After each match its winner and its loser follow different paths. They can meet again where the paths first join.
    """
    met: dict[tuple[_Step, _Step], float] = {}
    ways = ((at, field.after_win.get(at), field.after_loss.get(at)) for at in field.played)
    return sum(field.losers[at].chance * _meet_again(field, met, won, lost) for at, won, lost in ways)


def _meet_again(field: _Field, met: dict[tuple[_Step, _Step], float], one: _Step | None, other: _Step | None) -> float:
    """Return the chance that two players meet, each at a match of their way; None has played their last."""
    if one is None or other is None:
        return 0
    if one[0] == other[0]:
        return 1
    first, later = (one, other) if one[0] < other[0] else (other, one)
    if (first, later) not in met:
        at, chance = first
        won = _meet_again(field, met, field.after_win.get(at), later)
        lost = _meet_again(field, met, field.after_loss.get(at), later) if chance else 0
        met[first, later] = won * (1 - chance / 2) + lost * chance / 2
    return met[first, later]
