"""The scorecard of a way to play before it is chosen: what it costs, and how fair it is.

Every figure follows from the plan that would be drawn, with its byes.

Source: docs/rules/lower-brackets.md#the-scorecard.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rules.draws.plan import ENTRY, From, Plan, Source
from rules.draws.seeding import bye_lines
from rules.formats.format import Format
from rules.formats.notation.compass import COMPASS
from rules.formats.notation.compiler import Compiled, compile_structure
from rules.formats.notation.shape import Round
from rules.formats.registry import compile_plan
from rules.formats.structure import Structured
from rules.timing.forecast import Forecast, forecast_plan
from rules.timing.tables import Fairness, fairness

MINUTES_PER_POINT = 11


@dataclass(frozen=True, slots=True)
class Demand:
    """A demand of directors, and the code of the first round that breaks it; empty where it is kept.

    ``levels``: nobody who lost a later main round enters a lower bracket beside losers two rounds earlier. ``jumps``:
    from one round with droppers to the next it is two rounds at most, and no main round is left out between.
    """

    name: str
    broken_at: str

    @property
    def kept(self) -> bool:
        """Whether the demand is kept."""
        return not self.broken_at


# Losers of one round alone drop together, one round after the other, or nobody drops at all.
KEPT = (Demand("levels", ""), Demand("jumps", ""))


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The figures of one way to play for one field; None where a figure depends on play.

    ``matches`` and ``rounds`` are by bracket: matches between two players at most, rounds in which there are any.
    ``gap`` is the largest difference of matches won that two opponents of a lower bracket or of a table can have,
    ``gap_at`` a match where it can occur. ``two_byes`` is how many byes go to players who may have had one.
    ``recharge``: a second final may follow.
    """

    matches: dict[str, int]
    rounds: dict[str, int]
    recharge: bool
    rematches: float | None
    gap: int | None
    gap_at: str
    two_byes: int | None
    longest_wait: int
    minutes: int
    demands: tuple[Demand, ...]


def scorecard(compiled: Compiled, minutes_per_point: int = MINUTES_PER_POINT, tables: int | None = None) -> Scorecard:
    """Return the scorecard of a structure. Raises RuleBroken ``forecast.tables``."""
    return scorecard_of_plan(
        compiled.plan, compiled.entrants, _demands(compiled), minutes_per_point=minutes_per_point, tables=tables
    )


def scorecard_of_plan(
    plan: Plan,
    entrants: int,
    demands: tuple[Demand, ...] = (),
    *,
    minutes_per_point: int = MINUTES_PER_POINT,
    tables: int | None = None,
) -> Scorecard:
    """Return the scorecard of any plan whose losers drop for certain. Raises RuleBroken ``forecast.tables``."""
    expected = forecast_plan(entrants, plan, minutes_per_point, tables)
    course = _Course(plan, entrants)
    codes = [bracket.code for bracket in plan.brackets]
    return Scorecard(
        matches={code: sum(plan.matches[at].bracket == code for at in course.played) for code in codes},
        rounds={code: len({_round(plan, at) for at in course.played if _round(plan, at)[0] == code}) for code in codes},
        recharge=any(match.is_second_final for match in plan.matches),
        rematches=expected.rematches,
        gap=course.gap,
        gap_at=course.gap_at,
        two_byes=course.two_byes,
        longest_wait=expected.longest_wait,
        minutes=expected.minutes,
        demands=demands,
    )


@lru_cache(maxsize=128)
def scorecard_of_format(
    format_: Format, entrants: int, minutes_per_point: int = MINUTES_PER_POINT, tables: int | None = None
) -> Scorecard:
    """Return the scorecard of a format for a field.

    Where it depends on play who drops into a lower bracket, or who meets in the next round, some figures are None.
    Raises RuleBroken as ``compile_plan``, and ``forecast.tables``.
    """
    if isinstance(format_, Structured) and format_.preset != COMPASS:
        return scorecard(compile_structure(entrants, format_.structure(entrants)), minutes_per_point, tables)
    plan = compile_plan(format_.size(entrants), format_, entrants)
    pace = minutes_per_point
    if plan.tabled:
        return _scorecard_of(forecast_plan(entrants, plan, pace, tables), fairness(plan, entrants))
    if any(From.FIRST_LOSER in (match.top.kind, match.bottom.kind) for match in plan.matches):
        expected = forecast_plan(entrants, plan, pace, tables)
        return _scorecard_of(expected, Fairness(expected.rematches, None, "", None))
    return scorecard_of_plan(plan, entrants, KEPT, minutes_per_point=pace, tables=tables)


def _scorecard_of(expected: Forecast, known: Fairness) -> Scorecard:
    return Scorecard(
        matches={each.bracket: each.most for each in expected.brackets},
        rounds={each.bracket: each.rounds for each in expected.brackets},
        recharge=False,
        rematches=known.rematches,
        gap=known.gap,
        gap_at=known.gap_at,
        two_byes=known.two_byes,
        longest_wait=expected.longest_wait,
        minutes=expected.minutes,
        demands=KEPT,
    )


def _round(plan: Plan, at: int) -> tuple[str, int]:
    return plan.matches[at].bracket, plan.matches[at].round


# Matches won, byes had: every record that a player may have who comes out of a place in the plan.
type _Records = frozenset[tuple[int, int]]
_NOBODY: _Records = frozenset()


class _Course:
    """Every record that players may have on their way through a plan."""

    def __init__(self, plan: Plan, entrants: int) -> None:
        self.plan = plan
        self.byes = set(bye_lines(plan.size, entrants))
        self.winners: list[_Records] = []
        self.losers: list[_Records] = []
        self.played: list[int] = []
        self.gap, self.gap_at, self.two_byes = 0, "", 0
        for at, match in enumerate(plan.matches):
            self.walk(at, self.coming(match.top), self.coming(match.bottom))

    def coming(self, source: Source) -> _Records:
        match source.kind:
            case From.LINE:
                return _NOBODY if source.of in self.byes else frozenset([(0, 0)])
            case From.WINNER:
                return self.winners[source.of]
            case From.LOSER:
                return self.losers[source.of]
            case _:
                return _NOBODY

    def walk(self, at: int, top: _Records, bottom: _Records) -> None:
        """Add one match."""
        if top and bottom:
            self.played.append(at)
            self.compare(at, top, bottom)
            self.winners.append(frozenset((won + 1, byes) for won, byes in top | bottom))
            self.losers.append(top | bottom)
            return
        alone = top | bottom
        # The second final of a recharge is no bye for the winner of the first.
        if alone and self.plan.matches[at].bottom.kind is not From.UPPER_LOSER:
            self.two_byes += any(byes for _, byes in alone)
            alone = frozenset((won, byes + 1) for won, byes in alone)
        self.winners.append(alone)
        self.losers.append(_NOBODY)

    def compare(self, at: int, top: _Records, bottom: _Records) -> None:
        """Keep the largest difference of matches won, in lower brackets."""
        match = self.plan.matches[at]
        if match.bracket == ENTRY:
            return
        one, other = {won for won, _ in top}, {won for won, _ in bottom}
        gap = max(max(one) - min(other), max(other) - min(one))
        if gap > self.gap:
            self.gap, self.gap_at = gap, match.code


def _demands(compiled: Compiled) -> tuple[Demand, ...]:
    """Return both demands on the lower bracket."""
    rounds, span = compiled.lower, compiled.plan.spans[0]
    letters = compiled.plan.matches[span.end - 1].round
    return (
        Demand("levels", next((_code(letters, each) for each in rounds if _spread(each) > 1), "")),
        Demand("jumps", next((_code(letters, each) for each in _jumps(rounds)), "")),
    )


def _code(letters: int, each: Round) -> str:
    return chr(65 + letters + each.number - 1)


def _spread(each: Round) -> int:
    """Return how many main rounds lie between the first and the last losers who drop together."""
    letters = [ord(letter) for letter, _ in each.drops]
    return max(letters) - min(letters) if letters else 0


def _jumps(rounds: tuple[Round, ...]) -> list[Round]:
    """Return the rounds that are too far from the drop before them."""
    dropping = [each for each in rounds if each.drops]
    return [
        later
        for before, later in pairwise(dropping)
        if later.number - before.number > 2 or ord(later.drops[0][0]) - ord(before.drops[-1][0]) > 1
    ]
