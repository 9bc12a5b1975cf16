"""How fair a way to play is in which tables decide: rematches, gaps of records, second byes, waits before a knockout.

Source: docs/rules/lower-brackets.md#the-scorecard.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rules.draws.plan import Plan
from rules.draws.seeding import size_for
from rules.draws.separation import meeting_round
from rules.formats.cuts import free_lines, people_through, pools_of, rule_of
from rules.pairing.pools import cut, rank_pool

# Pool-mates are always as far apart as can be, so that few draws say what all of them would; behind large fields the
# distance alone says it.
DRAWS, LARGEST_OF_DRAWS = 8, 64


@dataclass(frozen=True, slots=True)
class Fairness:
    """The figures of tables; None where they depend on play: a Swiss avoids both, and pairs equal records."""

    rematches: float | None
    gap: int | None
    gap_at: str
    two_byes: int | None


def fairness(plan: Plan, entrants: int) -> Fairness:
    """Return the figures of a plan whose matches are all, or first, those of tables."""
    if plan.is_cut:
        gap, at = _gap(plan, set(free_lines(plan, entrants)))
        return Fairness(rematches_behind_pools(plan, entrants), gap, at, _second_byes(plan, entrants))
    if not plan.options:
        gap, at = _gap(plan, set(range(entrants + 1, plan.size + 1)))
        return Fairness(0.0, gap, at, 0)
    rounds = int(plan.named_options.get("rounds", 0))
    # As long as everybody has as many left whom they have not met, there is a round without rematch or second bye.
    is_free = 0 < 2 * rounds <= entrants + entrants % 2
    return Fairness(0.0 if is_free else None, None, "", 0 if is_free or (rounds and entrants % 2 == 0) else None)


def _gap(plan: Plan, free: set[int]) -> tuple[int, str]:
    """Return the largest difference of matches won that two players of a table can have before they meet, and where.

    They have not met before, so one of them may have won every match and the other lost every one.
    """
    played: Counter[int] = Counter()
    gap, gap_at = 0, ""
    for at in sorted(plan.tabled):
        match = plan.matches[at]
        lines = (match.top.of, match.bottom.of)
        if free.intersection(lines):
            continue
        most = max(played[line] for line in lines)
        if most > gap:
            gap, gap_at = most, match.code
        played.update(lines)
    return gap, gap_at


def _second_byes(plan: Plan, entrants: int) -> int:
    """Return how many byes of the knockout may go to players who sat out a round of their pool.

    The byes go to winners of pools first; in an odd pool everybody sits out once.
    """
    rule, pools, free = rule_of(plan), pools_of(plan), free_lines(plan, entrants)
    coming = people_through(plan)
    byes = size_for(coming) - coming
    odd = len(free)
    others = odd * (rule.each - 1) + min(rule.best, odd)
    return min(byes, len(pools), odd) + min(max(0, byes - len(pools)), others)


def rounds_before_the_knockout(plan: Plan, entrants: int) -> int:
    """Return the most rounds that anybody sits out between their last match in a pool and the end of all pools."""
    free = set(free_lines(plan, entrants))
    last: dict[int, int] = {}
    for at in sorted(plan.tabled):
        match = plan.matches[at]
        lines = (match.top.of, match.bottom.of)
        if not free.intersection(lines):
            last |= dict.fromkeys(lines, match.round)
    return max(plan.matches[at].round for at in plan.tabled) - min(last.values())


@lru_cache(maxsize=256)
def rematches_behind_pools(plan: Plan, entrants: int) -> float:
    """Return how many matches of the knockout are expected to bring two players of one pool together again.

    Every match is even. For each draw of the knockout the number is exact; it is the mean of a few draws by lot. Where
    more than ``LARGEST_OF_DRAWS`` come through it is that of a knockout without byes.
    """
    rule, free = rule_of(plan), set(free_lines(plan, entrants))
    pools = [[line for line in pool.lines if line not in free] for pool in pools_of(plan)]
    more = [number for number, players in enumerate(pools, start=1) if len(players) > rule.each][: rule.best]
    if rule.each + bool(more) < 2:
        return 0.0
    coming = people_through(plan)
    if coming > LARGEST_OF_DRAWS:
        mates = (rule.each + (number in more) for number in range(1, len(pools) + 1))
        return sum(_far_apart(size_for(coming).bit_length() - 1, each) for each in mates)
    pool_of = {line: number for number, players in enumerate(pools, start=1) for line in players}
    expected = 0.0
    for draw in range(DRAWS):
        key = f"forecast:{draw}"
        ranked = [rank_pool(number, players, [], key) for number, players in enumerate(pools, start=1)]
        expected += _rematches(cut(ranked, rule.each, key, (), more), pool_of)
    return expected / DRAWS


def _far_apart(rounds: int, mates: int) -> float:
    """Return the rematches of so many pool-mates who are spread evenly over a full knockout of so many rounds."""
    if mates < 2:
        return 0.0
    upper, lower = mates - mates // 2, mates // 2
    across: float = upper * lower / 4 ** (rounds - 1)
    return across + _far_apart(rounds - 1, upper) + _far_apart(rounds - 1, lower)


def _rematches(lines: Mapping[int, int], pool_of: Mapping[int, int]) -> float:
    """Return the rematches to be expected on these lines (from 1) of a knockout."""
    by_pool: dict[int, list[int]] = {}
    for line, who in lines.items():
        by_pool.setdefault(pool_of[who], []).append(line)
    return sum(
        _reaches(one, meeting_round(one, other), lines) * _reaches(other, meeting_round(one, other), lines)
        for mates in by_pool.values()
        for one, other in combinations(mates, 2)
    )


def _reaches(line: int, round_: int, lines: Mapping[int, int]) -> float:
    """Return the chance that whoever sits on a line comes to a round: a half for each opponent on the way."""
    chance = 1.0
    for before in range(round_ - 1):
        first = (((line - 1) >> before) ^ 1) << before
        if any(other in lines for other in range(first + 1, first + (1 << before) + 1)):
            chance /= 2
    return chance
