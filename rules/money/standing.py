"""The places of every bracket of a draw as money sees them: who holds them for good, and which are still open.

Source: docs/rules/prizes.md#places.
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rules.draws.derive import Derived, Status
from rules.draws.facts import Facts
from rules.draws.plan import ENTRY, Plan
from rules.formats.cuts import pools_of, rule_of
from rules.formats.format import Place
from rules.formats.notation.places import decides_by_exits, exit_sizes, groups_by_exit
from rules.formats.registry import places
from rules.money.results import Results

# What stands for a player who is not known yet. No name of a player begins so.
_OPEN = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True)
class Standing:
    """Places by bracket: groups that share a place, best first, of entrants or of None where it is not settled who."""

    brackets: tuple[tuple[str, tuple[tuple[int | None, ...], ...]], ...]

    @property
    def is_complete(self) -> bool:
        """Whether every place is settled."""
        return all(who is not None for _, groups in self.brackets for group in groups for who in group)

    def results(self) -> Results:
        """Return the places for the rule book of money; entrants by their numbers, open places by stand-ins.

        What a known player is paid for one bracket does not depend on who takes the open places, only on how many
        there are; a place that nobody takes in the end (both did not come) can still move it.
        """
        return Results.of(
            {
                bracket: [_named(bracket, at, group) for at, group in enumerate(groups)]
                for bracket, groups in self.brackets
            }
        )


def is_open(who: str) -> bool:
    """Whether a name in ``Standing.results`` stands for a player who is not known yet."""
    return who.startswith(_OPEN)


def open_place(bracket: str, at: int, number: int = 0) -> str:
    """Return what stands for a player who is not known yet, in a group of places of a bracket."""
    return f"{_OPEN}{bracket} {at} {number}"


def standing(derived: Derived, facts: Facts, unsettled: Container[int]) -> Standing:
    """Return the places of each bracket of a draw, by its format.

    In a knockout they are the winner of the last match of a bracket, then the losers of each round, the last first.
    Where a table decides, or players come back from a lower bracket, those of the main bracket are the format's places.
    ``unsettled`` are the places in the plan of matches whose result is not settled.
    """
    plan, placed = derived.plan, places(derived, facts)
    if plan.is_cut:
        return standing_of_pools(derived, placed, unsettled)
    if plan.by_rounds:
        return _standing_of_table(derived, facts, unsettled)
    known = standing_by_rounds(derived, [each.entrant for each in placed], unsettled)
    if not decides_by_exits(plan):
        return known
    rank = {each.entrant: at for at, each in enumerate(placed)}
    groups = [_in_order(rank, group) for group in groups_by_exit(derived, facts, unsettled)]
    return Standing(((ENTRY, tuple(groups)), *known.brackets[1:]))


def standing_by_rounds(derived: Derived, order: Sequence[int], unsettled: Container[int]) -> Standing:
    """Return the winner of the last match of each bracket, then the losers of each round, the last first.

    ``order`` is the strict order of all entrants; those who share a place are named in it. A round in which a match has
    no loser has fewer places.
    """
    rank = {entrant: at for at, entrant in enumerate(order)}
    brackets = []
    for bracket in derived.plan.brackets:
        matches = derived.plan.of(bracket.code)
        groups = [_winners(derived, matches[-1], unsettled)] if matches else []
        by_round = _losers(derived, matches, unsettled)
        groups += [by_round[round_] for round_ in sorted(by_round, reverse=True)]
        brackets.append((bracket.code, tuple(_in_order(rank, group) for group in groups if group)))
    return Standing(tuple(brackets))


def _standing_of_table(derived: Derived, facts: Facts, unsettled: Container[int]) -> Standing:
    """Return the places of the table of all rounds; those of players who can still move are open, each for itself."""
    statuses = [
        int(Status.OPEN) if at in unsettled and status == Status.FINISHED else status
        for at, status in enumerate(derived.statuses)
    ]
    placed = places(replace(derived, statuses=statuses), facts)
    open_: list[tuple[int | None, ...]] = [(None,) for each in placed if each.place is None]
    known = (each for each in placed if each.place is not None)
    groups = [tuple(each.entrant for each in sharing) for _, sharing in groupby(known, key=lambda each: each.place)]
    return Standing(((ENTRY, (*open_, *groups)),))


def standing_of_pools(derived: Derived, placed: Sequence[Place], unsettled: Container[int]) -> Standing:
    """Return the places of a knockout behind pools, then those of the pools' tables; ``placed`` has everybody in order.

    Before the knockout is drawn every place is open; those of the tables are, as long as a result there is not settled.
    """
    plan = derived.plan
    knockout = [at for at in range(len(plan.matches)) if at not in plan.tabled]
    drawn = {who for at in knockout for who in (derived.tops[at], derived.bottoms[at]) if who > 0}
    if not drawn:
        by_round = Counter(plan.matches[at].round for at in knockout)
        sizes, left = [], len(placed)
        for size in [1, *(by_round[round_] for round_ in sorted(by_round, reverse=True)), left]:
            sizes.append(min(size, left))
            left -= sizes[-1]
        return Standing(((ENTRY, tuple((None,) * size for size in sizes if size)),))
    rank = {each.entrant: at for at, each in enumerate(placed)}
    losers = _losers(derived, knockout, unsettled)
    groups = [_winners(derived, plan.final, unsettled), *(losers[round_] for round_ in sorted(losers, reverse=True))]
    ordered = [_in_order(rank, group) for group in groups if group]
    is_open_table = any(at in unsettled for at in plan.tabled)
    rest = (each for each in placed if each.entrant not in drawn)
    for place, sharing in groupby(rest, key=lambda each: each.place):
        open_ = place is None or is_open_table
        ordered.append(tuple(None if open_ else each.entrant for each in sharing))
    return Standing(((ENTRY, tuple(ordered)),))


def round_sizes(plan: Plan, holders: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Return the sizes of the groups that share a place, by bracket and the best first, as far as there are holders.

    Those who lose in one round share a place, or those who are out with equal exits where players come back from a
    lower bracket. Where a table decides nobody shares one beforehand; behind a knockout of pools all of one place in
    their pools do. ``holders`` says how many places each bracket has.
    """
    if plan.by_rounds:
        return {bracket.code: (1,) * holders.get(bracket.code, 0) for bracket in plan.brackets}
    sizes = {}
    for bracket in plan.brackets:
        knockout = (match for match in plan.of(bracket.code) if match not in plan.tabled)
        by_round = Counter(plan.matches[match].round for match in knockout)
        shared = [1, *(by_round[round_] for round_ in sorted(by_round, reverse=True))]
        if plan.is_cut:
            shared += _behind_the_knockout(plan)
        if bracket.code == ENTRY and decides_by_exits(plan):
            shared = exit_sizes(plan)
        groups, left = [], holders.get(bracket.code, 0)
        for size in shared:
            groups.append(min(size, left))
            left -= groups[-1]
        sizes[bracket.code] = tuple(size for size in groups if size)
    return sizes


def _behind_the_knockout(plan: Plan) -> list[int]:
    """Return how many share each place of the pools behind those who come through."""
    rule, pools = rule_of(plan), [len(pool.lines) for pool in pools_of(plan)]
    sizes = [sum(place <= lines for lines in pools) for place in range(rule.each + 1, max(pools) + 1)]
    return [sizes[0] - rule.best, *sizes[1:]] if sizes else []


def _winners(derived: Derived, final: int, unsettled: Container[int]) -> list[int | None]:
    seat = derived.seat(final)
    if not _has_players(seat.status):
        winner = derived.flow[derived.plan.winner_at(final)]
        return [winner] if winner > 0 else []
    if seat.status is Status.FINISHED and final not in unsettled:
        return [seat.on] if seat.on > 0 else []
    return [None]


def _losers(derived: Derived, matches: Sequence[int], unsettled: Container[int]) -> dict[int, list[int | None]]:
    by_round: dict[int, list[int | None]] = {}
    for match in matches:
        seat = derived.seat(match)
        losers = by_round.setdefault(derived.plan.matches[match].round, [])
        if not _has_players(seat.status):
            continue
        if seat.status is not Status.FINISHED or match in unsettled:
            losers.append(None)
            continue
        losers += [who for who in (seat.top, seat.bottom) if who > 0 and who != seat.on]
    return by_round


def _has_players(status: Status) -> bool:
    """Whether a match is played by two players, or will be: a bye and an empty match have no loser."""
    return status not in (Status.BYE, Status.VOID)


def _in_order(rank: Mapping[int, int], group: Sequence[int | None]) -> tuple[int | None, ...]:
    return tuple(sorted(group, key=lambda who: _rank(rank, who)))


def _rank(rank: Mapping[int, int], who: int | None) -> tuple[bool, int]:
    """Return where somebody stands in strict order; open places come last."""
    return (who is None, 0 if who is None else rank.get(who, len(rank)))


def _named(bracket: str, at: int, group: Sequence[int | None]) -> list[str]:
    return [open_place(bracket, at, place) if who is None else str(who) for place, who in enumerate(group)]
