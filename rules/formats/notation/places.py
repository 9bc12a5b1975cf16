"""Places of a structure in which a player may come back from a lower bracket: by the match after which they were out.

Equal exits share the place: the same round of the same bracket. So it is too where the losing finalist drops (Denver):
the winner of the lower bracket is second. Without either, places follow from the main bracket, as in every knockout.

Source: docs/rules/lower-brackets.md#places.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.draws.derive import Derived, Seat, Status
from rules.draws.facts import PHANTOM, UNKNOWN, Facts
from rules.draws.plan import ENTRY, From, Plan
from rules.formats import places as by_main_round
from rules.formats.format import Place

type Level = tuple[int, int]
"""How late an exit is: the round of the finals, or 0, and the round below."""


@dataclass(frozen=True, slots=True)
class _Exits:
    """Who is out after which match (``out``), how many are out by each level (``sizes``), and the champion if known."""

    out: Mapping[int, Level]
    sizes: Mapping[Level, int]
    champion: int


def structure_places(derived: Derived, facts: Facts) -> list[Place]:
    """Return everyone drawn in strict order, those who can still reach a better place first."""
    if not decides_by_exits(derived.plan):
        return by_main_round.places(derived, facts)
    lines = {entrant: line for line, entrant in facts.lines.items()}
    return _ordered(lines, _exits_of(derived, facts))


def groups_by_exit(derived: Derived, facts: Facts, open_matches: Container[int] = ()) -> list[list[int | None]]:
    """Return who share a place, best first, with None for everybody who is not known yet.

    The results of ``open_matches`` count as if they were not entered: they may still change. It is for structures in
    which places follow from exits.
    """
    statuses = [
        int(Status.OPEN) if at in open_matches and status == Status.FINISHED else status
        for at, status in enumerate(derived.statuses)
    ]
    plan, known = derived.plan, replace(derived, statuses=statuses)
    if second_final(plan) and not _is_decided(known, plan.matches[plan.final].bottom.of):
        # The two finals put one player out together: the second is played by the players of the first, or not at all.
        statuses[plan.final] = int(Status.VOID)
        exits = replace(_exits_of(known, facts), champion=UNKNOWN)
    else:
        exits = _exits_of(known, facts)
    groups: list[list[int | None]] = [] if exits.champion == PHANTOM else [[exits.champion or None]]
    for level in sorted(exits.sizes, reverse=True):
        leavers: list[int | None] = [each for each in exits.out if exits.out[each] == level]
        groups.append([*leavers, *[None] * (exits.sizes[level] - len(leavers))])
    return [group for group in groups if group]


def exit_sizes(plan: Plan) -> list[int]:
    """Return how many share each place of a full field, best first. It is for structures as ``groups_by_exit``."""
    finals = finals_of(plan)
    levels = [_level(plan, at, finals) for at in range(len(plan.matches)) if not _recharged(plan, at)]
    sizes = Counter(level for level in levels if level is not None)
    if not finals:
        sizes[_SECOND] = 1
    return [1, *(sizes[level] for level in sorted(sizes, reverse=True))]


def _exits_of(derived: Derived, facts: Facts) -> _Exits:
    plan = derived.plan
    finals = finals_of(plan)
    out: dict[int, Level] = {}
    exits: dict[Level, int] = {}
    for at, match in enumerate(plan.matches):
        level = _level(plan, at, finals)
        if level is None:
            continue
        seat = derived.seat(at)
        exits[level] = exits.get(level, 0) + _exits(
            seat, plays_again=match.top.kind is not From.LINE and _recharged(plan, at)
        )
        for entrant in (seat.top, seat.bottom):
            if (
                entrant > 0
                and seat.status is Status.FINISHED
                and entrant not in (seat.on, _second_chance(plan, at, seat))
            ):
                out[entrant] = level
    champion = _winner(derived, plan.final)
    for entrant, level in _never_dropped(derived, facts):
        if entrant not in out and entrant != champion:
            out[entrant] = level
            exits[level] = exits.get(level, 0) + 1
    if not finals:
        second, exits[_SECOND] = _winner(derived, plan.of(_second(plan))[-1]), 1
        if second > 0:
            out[second] = _SECOND
        if second == PHANTOM:
            exits[_SECOND] = 0
    return _Exits(out, exits, champion)


def _winner(derived: Derived, at: int) -> int:
    """Return who won a match, PHANTOM for nobody, UNKNOWN while it is not decided."""
    return derived.flow[derived.plan.winner_at(at)] if _is_decided(derived, at) else UNKNOWN


def _is_decided(derived: Derived, at: int) -> bool:
    return derived.statuses[at] in (Status.FINISHED, Status.BYE, Status.VOID)


def _never_dropped(derived: Derived, facts: Facts) -> Iterator[tuple[int, Level]]:
    """Yield who lost in the main bracket after leaving the lower one: out in the round that they would enter."""
    plan = derived.plan
    for at in plan.of(ENTRY):
        seat, bracket = derived.seat(at), plan.below[at]
        if seat.status is Status.FINISHED and bracket and bracket != ENTRY:
            entering = plan.matches[plan.leads_to[From.LOSER, at]].round
            yield from ((each, (0, entering)) for each in (seat.top, seat.bottom)
                        if each > 0 and each != seat.on and facts.is_out(bracket, each)
                        and not _sits_in(derived, bracket, each))  # fmt: skip


def _sits_in(derived: Derived, bracket: str, entrant: int) -> bool:
    return any(entrant in (derived.tops[at], derived.bottoms[at]) for at in derived.plan.of(bracket))


def decides_by_exits(plan: Plan) -> bool:
    """Whether places follow from exits, not from the main bracket alone."""
    return bool(finals_of(plan)) or bool(plan.below[plan.final])


def second_final(plan: Plan) -> bool:
    """Whether a second final may follow the first."""
    return plan.matches[plan.final].is_second_final


def place_after_exit(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
    """Return the place that those share who are out with a match, None where a loss does not put everyone out.

    It is one behind all who can still come later: to the finals, or to later rounds of the lower bracket.
    """
    finals = finals_of(plan)
    level = _level(plan, match, finals)
    if level is None or _recharged(plan, match):
        return None
    if level[0]:
        same = [at for at in finals if plan.matches[at].round == level[0]]
        return 1 + sum(at not in nobody_goes_on for at in same)
    lower = _second(plan)
    ahead = {at for at in plan.of(lower) if plan.matches[at].round > level[1]} | finals
    coming = [
        side
        for at in ahead
        for side in (plan.matches[at].top, plan.matches[at].bottom)
        if side.kind is not From.UPPER_LOSER and side.of not in ahead and side.of not in nobody_goes_on
    ]
    return 1 + len(coming) if finals else 2 + max(1, len(coming))


def finals_of(plan: Plan) -> frozenset[int]:
    """Return the matches of the main bracket that a player reaches from a lower one, and those behind them."""
    finals: set[int] = set()
    for at in plan.of(ENTRY):
        sides = (plan.matches[at].top, plan.matches[at].bottom)
        if any(
            side.kind is not From.LINE and (side.of in finals or plan.matches[side.of].bracket != ENTRY)
            for side in sides
        ):
            finals.add(at)
    return frozenset(finals)


def _level(plan: Plan, at: int, finals: frozenset[int]) -> Level | None:
    """Return how late a player is out who loses this match for good; None where a loss sends them on."""
    match = plan.matches[at]
    if at in finals:
        return (match.round, 0)
    if match.bracket == ENTRY:
        return None if plan.below[at] else (0, 0)
    return (0, match.round) if plan.bracket(match.bracket).fed_by == (ENTRY,) else None


_SECOND: Level = (1, 0)
"""The exit of the winner of a lower bracket whose winner is second."""


def _second(plan: Plan) -> str:
    """Return the code of the bracket below the main one."""
    return plan.brackets[1].code


def _recharged(plan: Plan, at: int) -> bool:
    """Whether the loser of the match may play once more."""
    return (From.UPPER_LOSER, at) in plan.leads_to


def _second_chance(plan: Plan, at: int, seat: Seat) -> int:
    """Return the upper player of a match that the loser from the upper side may play again."""
    return seat.top if _recharged(plan, at) else PHANTOM


def _exits(seat: Seat, *, plays_again: bool) -> int:
    """Return how many are out after a match: nobody after one that is not needed, whose players are never known."""
    if seat.status is Status.VOID:
        return 0
    if seat.status is not Status.FINISHED:
        return 0 if PHANTOM in (seat.top, seat.bottom) else 1
    if plays_again and seat.off == seat.top:
        return 0
    return 2 if seat.on == PHANTOM else 1


def _ordered(lines: dict[int, int], exits: _Exits) -> list[Place]:
    out, champion = exits.out, exits.champion
    inside = [entrant for entrant in lines if entrant not in out and entrant != champion]
    ordered: list[tuple[int, int | None]] = [(champion, 1)] if champion > 0 else []
    ordered += [(entrant, None) for entrant in sorted(inside, key=lambda each: lines[each])]
    behind = 0
    below: list[tuple[int, int | None]] = []
    for level in sorted(exits.sizes):
        behind += exits.sizes[level]
        leavers = sorted((each for each in out if out[each] == level), key=lambda each: lines[each])
        below = [*((each, max(1, len(lines) - behind + 1)) for each in leavers), *below]
    everyone: Sequence[tuple[int, int | None]] = [*ordered, *below]
    return [Place(entrant, place, order) for order, (entrant, place) in enumerate(everyone, start=1)]
