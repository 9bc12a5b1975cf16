"""The pools of a plan: their tables, who comes through, the lines of the knockout, the places of everybody.

Source: docs/rules/pools.md.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.draws.derive import Derived, Seat, Status
from rules.draws.facts import PHANTOM, Facts
from rules.draws.plan import ENTRY, Plan
from rules.draws.seeding import size_for
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.format import Place
from rules.formats.paired import is_decided, key_of_event
from rules.formats.places import places_on
from rules.pairing.pairing import BYE
from rules.pairing.pools import Ranked, cut, rank_pool
from rules.pairing.results import Result
from rules.pairing.standings import Standing, standings
from rules.pairing.through import Next, Rule, Through, Tied, come_through, decided, next_of

POOLS, THROUGH, BEST, RANKING, TIES = "pools", "through", "best", "ranking", "ties"


class Criterion(StrEnum):
    """What ranks a pool; more is better."""

    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"
    POINT_DIFFERENCE = "point_difference"
    POINTS_FOR = "points_for"
    SONNEBORN_BERGER = "sonneborn_berger"


@dataclass(frozen=True, slots=True)
class Pool:
    """One pool of a plan: its number (from 1), its lines and the places of its matches."""

    number: int
    lines: range
    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Who comes through: the lines of the knockout, and those of each pool in order. All are named by id.

    ``tied`` are those whom the ranking left equal at the cut, where the lot or a match has decided; ``best`` are those
    who come through as the best behind them over all pools, the best first.
    """

    lines: Mapping[int, int]
    coming: tuple[tuple[int, ...], ...]
    tied: tuple[Tied, ...]
    best: tuple[int, ...] = ()


def option(plan: Plan, name: str) -> str:
    """Return what a plan of pools keeps of its format."""
    return plan.named_options[name]


def rule_of(plan: Plan) -> Rule:
    """Return how many come through the pools of a plan."""
    kept = plan.named_options
    return Rule(int(kept[THROUGH]), int(kept.get(BEST, 0)), tuple(kept[RANKING].split(",")))


def pools_of(plan: Plan) -> list[Pool]:
    """Return the pools of a plan."""
    pools, before = [], 0
    matches = sorted(plan.tabled)
    for number, lines in enumerate(map(int, option(plan, POOLS).split(",")), start=1):
        own = range(before + 1, before + lines + 1)
        pools.append(Pool(number, own, tuple(at for at in matches if plan.matches[at].top.of in own)))
        before += lines
    return pools


def knockout_lines(plan: Plan) -> range:
    """Return the lines of the knockout."""
    return range(len(plan.seats) + 1, plan.size + 1)


def is_drawn(plan: Plan, lines: Collection[int]) -> bool:
    """Whether anybody sits on a line of the knockout."""
    return max(lines, default=0) > len(plan.seats)


def waits_for_cut(plan: Plan, lines: Collection[int]) -> bool:
    """Whether a knockout is still to be drawn."""
    return plan.is_cut and not is_drawn(plan, lines)


def people_through(plan: Plan) -> int:
    """Return how many come through the pools if nobody withdraws."""
    rule = rule_of(plan)
    return rule.each * len(pools_of(plan)) + rule.best


def free_lines(plan: Plan, entrants: int) -> list[int]:
    """Return the lines of the pools that a field leaves free: the last one of each odd pool."""
    pools = pools_of(plan)
    each, more = divmod(entrants, len(pools))
    sizes = [each + (at < more) for at in range(len(pools))]
    return [line for pool, players in zip(pools, sizes, strict=True) for line in pool.lines[players:]]


def lines_for_late(plan: Plan, lines: Mapping[int, int]) -> list[int]:
    """Return the free lines of the pools, those of the smallest pool first."""
    free = ((sum(line in lines for line in pool.lines), line) for pool in pools_of(plan) for line in pool.lines)
    return [line for _, line in sorted(free) if line not in lines]


def pool_results(
    plan: Plan, pool: Pool, seats: Sequence[Seat], points: Mapping[int, Mapping[int, int]]
) -> Iterator[Result]:
    """Yield the decided matches of a pool between two players; ``points`` of each player by the ref of the result.

    Nobody has more points than the length of the match; a match for which nobody played has none.
    """
    for at in pool.matches:
        seat, planned = seats[at], plan.matches[at]
        if seat.status is not Status.FINISHED:
            continue
        if seat.on == PHANTOM:
            yield Result(planned.round, BYE, BYE, absent=(seat.top, seat.bottom))
            continue
        loser = seat.bottom if seat.on == seat.top else seat.top
        made = points.get(seat.ref or 0, {})
        won, lost = (min(made.get(who, 0), planned.length) for who in (seat.on, loser))
        yield Result(planned.round, seat.on, loser, (won, lost))


def pool_standings(
    plan: Plan,
    pool: Pool,
    seats: Sequence[Seat],
    players: Iterable[int],
    points: Mapping[int, Mapping[int, int]],
) -> list[Standing]:
    """Return a pool from the top, those with equal values on a shared place."""
    results = list(pool_results(plan, pool, seats, points))
    return standings(sorted(players), results, option(plan, RANKING).split(","))


def open_matches(plan: Plan, seats: Sequence[Seat]) -> list[str]:
    """Return the codes of the pools' matches that are not decided."""
    return [plan.matches[at].code for at in sorted(plan.tabled) if not is_decided(seats[at])]


def make_cut(
    state: DrawState, numbers: Mapping[int, int], key: str, event: int | None, chosen: Collection[int] = ()
) -> Cut:
    """Return who comes through and how they are drawn; ``numbers`` has the number of every entrant by id.

    Those who have withdrawn are left out, and the next of their pool moves up. ``chosen`` have won the matches that
    decide between players whom the ranking leaves equal at the cut, where the format wants such matches.

    Raises RuleBroken ``pools.open`` with the ``matches`` that are not decided, ``pools.nobody``, ``pools.tied``,
    ``pools.choice``.
    """
    plan, seats = state.plan, state.derived.seats()
    open_ = open_matches(plan, seats)
    if open_:
        raise RuleBroken("pools.open", matches=open_)
    ids = {number: who for who, number in numbers.items()}
    out, rule = _gone(state, numbers), rule_of(plan)
    known = come_through(_ranked(state, seats, numbers, key_of_event(key, event)), rule, key_of_event(key, event), out)
    tied = known.tied
    if option(plan, TIES) == "match" or chosen:
        known = _decided(known, chosen, numbers, plan)
    coming = known.of(rule, out)
    if not any(coming):
        raise RuleBroken("pools.nobody")
    drawn = _drawn(known, rule, coming, key_of_event(key, event), out)
    last = {pool.number: who[-1] for pool, who in zip(known.ranked, coming, strict=True) if pool.number in known.more}
    return Cut(
        {line: ids[who] for line, who in _on_lines(plan, drawn).items()},
        tuple(tuple(ids[who] for who in pool) for pool in coming),
        tuple(_by_id(each, ids) for each in tied),
        tuple(ids[last[each.number]] for each in known.following if each.number in last),
    )


def ties_now(state: DrawState, numbers: Mapping[int, int]) -> tuple[Tied, ...]:
    """Return where players are equal at the cut, by id; ``numbers`` as for ``make_cut``."""
    ids = {number: who for who, number in numbers.items()}
    ranked = _ranked(state, state.derived.seats(), numbers, "")
    known = come_through(ranked, rule_of(state.plan), "", _gone(state, numbers))
    return tuple(_by_id(each, ids) for each in known.tied)


def following_now(
    plan: Plan, ranked: Iterable[tuple[int, Sequence[Standing]]], withdrawn: Collection[int] = ()
) -> list[Next]:
    """Return whoever comes next in each pool, the best over all first and of equal rates in the order of the pools.

    ``ranked`` has the standings of each pool by its number; there are none where no best of all pools come through.
    """
    rule = rule_of(plan)
    pools = (Ranked(number, tuple(listed), tuple(each.entrant for each in listed)) for number, listed in ranked)
    known = [each for pool in pools if rule.best and (each := next_of(pool, rule, withdrawn))]
    return sorted(known, key=lambda each: [-rate for rate in each.rates])


def _by_id(tied: Tied, ids: Mapping[int, int]) -> Tied:
    return replace(tied, entrants=tuple(ids[who] for who in tied.entrants))


def _gone(state: DrawState, numbers: Mapping[int, int]) -> set[int]:
    """Return the numbers of those who have withdrawn."""
    return {numbers[who] for who in state.facts.out.get(ENTRY, ()) if who in numbers}


def _ranked(state: DrawState, seats: Sequence[Seat], numbers: Mapping[int, int], key: str) -> list[Ranked]:
    plan, known = state.plan, {**numbers, BYE: BYE}
    criteria = option(plan, RANKING).split(",")
    ranked = []
    for pool in pools_of(plan):
        players = [numbers[state.lines[line]] for line in pool.lines if line in state.lines]
        results = [
            replace(
                each,
                winner=known[each.winner],
                loser=known[each.loser],
                absent=(known[each.absent[0]], known[each.absent[1]]),
            )
            for each in pool_results(plan, pool, seats, state.facts.points)
        ]
        ranked.append(rank_pool(pool.number, sorted(players), results, key, criteria))
    return ranked


def _decided(known: Through, chosen: Collection[int], numbers: Mapping[int, int], plan: Plan) -> Through:
    """Return who comes through as matches between the tied have decided. Raises RuleBroken with entrants by id."""
    ids = {number: who for who, number in numbers.items()}
    strangers = sorted(set(chosen) - set(numbers))
    if strangers or option(plan, TIES) != "match":
        raise RuleBroken("pools.choice", entrant=[*strangers, *sorted(chosen)][0])
    try:
        return decided(known, {numbers[who] for who in chosen})
    except RuleBroken as broken:
        facts = dict(broken.facts)
        if "entrant" in facts:
            facts["entrant"] = ids[facts["entrant"]]
        else:
            facts["entrants"] = [ids[who] for who in facts["entrants"]]
        raise RuleBroken(broken.code, **facts) from None


def _drawn(
    known: Through, rule: Rule, coming: Sequence[Sequence[int]], key: str, out: Collection[int]
) -> dict[int, int]:
    """Return line (from 1) → number of the smallest knockout for those who come through."""
    everybody = [who for pool in coming for who in pool]
    if len(everybody) == 1:
        return {1: everybody[0]}
    most = max(len(each.order) for each in known.ranked)
    return cut(known.ranked, min(rule.each, most), key, out, known.more)


def _on_lines(plan: Plan, drawn: Mapping[int, int]) -> dict[int, int]:
    """Return the lines of the plan's knockout: where fewer come through than it has room for, all have byes first."""
    lines = knockout_lines(plan)
    step = len(lines) // (size_for(len(drawn)) if len(drawn) > 1 else 1)
    return {lines.start + (line - 1) * step: who for line, who in sorted(drawn.items())}


@dataclass(frozen=True, slots=True)
class _Out:
    """Somebody who did not come through: their place in their pool, and what orders those who share it."""

    entrant: int
    place: int
    record: tuple[int, int]
    line: int


def pools_places(derived: Derived, facts: Facts) -> list[Place]:
    """Return everybody in strict order: the knockout, then by place in the pool those who did not come through.

    Nobody has a place before the knockout is drawn. Those who come to the same place in their pools share one; inside
    it the better record comes first, then the upper line.
    """
    plan, seats = derived.plan, derived.seats()
    through = {line: who for line, who in facts.lines.items() if line > len(plan.seats)}
    went_on = set(through.values())
    rest = [each for pool in pools_of(plan) for each in _rest(plan, pool, seats, facts, went_on)]
    rest.sort(key=lambda each: (each.place, each.record, each.line))
    placed = places_on(derived, through) if through else []
    known = bool(through) and not open_matches(plan, seats)
    first: dict[int, int] = {}
    for at, each in enumerate(rest, start=len(placed) + 1):
        place = first.setdefault(each.place, at)
        placed.append(Place(each.entrant, place if known else None, at))
    return placed


def _rest(plan: Plan, pool: Pool, seats: Sequence[Seat], facts: Facts, went_on: Collection[int]) -> Iterator[_Out]:
    line = {facts.lines[each]: each for each in pool.lines if each in facts.lines}
    # After the cut everybody else stands behind those who came through, whatever is corrected later.
    last = rule_of(plan).each if went_on else 0
    for each in pool_standings(plan, pool, seats, line, facts.points):
        if each.entrant not in went_on:
            record = (each.record.losses, -each.record.wins)
            yield _Out(each.entrant, max(each.place, last + 1), record, line[each.entrant])


def differs(state: DrawState, numbers: Mapping[int, int], key: str, event: int | None) -> tuple[set[int], set[int]]:
    """Return who would come through by the pools as they stand now but did not, and who did but would not.

    Both are empty before the knockout is drawn, while a match of the pools is open, and where only a tie decided.
    """
    plan = state.plan
    if not is_drawn(plan, state.lines) or open_matches(plan, state.derived.seats()):
        return set(), set()
    came = {who for line, who in state.lines.items() if line > len(plan.seats)}
    ids, gone = {number: who for who, number in numbers.items()}, state.facts.out.get(ENTRY, {})
    gone_now = {numbers[who] for who in gone if who in numbers}
    seated = {numbers[who] for who in came if who in numbers}
    everybody = _ranked(state, state.derived.seats(), numbers, key_of_event(key, event))
    ranked = [_eligible(pool, seated, gone_now) for pool in everybody]
    rule = rule_of(plan)
    took = {pool.number: len(seated.intersection(pool.order)) for pool in ranked}
    # As many as came through as the best over all still do; of equal ones those who did.
    close = [each for pool in ranked if (each := next_of(pool, rule))]
    close.sort(key=lambda each: ([-rate for rate in each.rates], each.entrant not in seated))
    more = {each.number for each in close[: sum(max(0, count - rule.each) for count in took.values())]}
    first = {who for pool in ranked for who in pool.order[: min(rule.each, took[pool.number]) + (pool.number in more)]}
    return {ids[who] for who in first - seated}, {ids[who] for who in seated - first}


def _eligible(pool: Ranked, seated: Collection[int], gone: Collection[int]) -> Ranked:
    """Return a pool without those who have ``gone`` and did not come through; of equals the ``seated`` first."""
    place = {each.entrant: each.place for each in pool.standings}
    order = [who for who in place if who in seated or who not in gone]
    return replace(pool, order=tuple(sorted(order, key=lambda who: (place[who], who not in seated))))
