"""A Swiss in which players are paired as they finish, from the results and the matches on that a file lists.

Source: docs/rules/swiss.md#the-command.
"""

from collections.abc import Collection, Iterator, Sequence

from rules.draws.facts import Kind, Row
from rules.draws.plan import ENTRY, Plan
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.swiss import Swiss
from rules.pairing.pairing import BYE
from rules.pairing.results import Result


def state_of(
    format_: Swiss,
    entrants: Sequence[int],
    results: Sequence[Result],
    playing: Sequence[tuple[int, int]],
    withdrawn: Collection[int],
) -> DrawState:
    """Return the draw with these results, in the order in which they were reported, and these pairs on.

    Raises RuleBroken ``round.room`` for a round that the plan does not have or with too many tables,
    ``results.unknown``, ``results.twice`` for an entrant who sits twice in one round.
    """
    plan = format_.compile(format_.size(len(entrants)), len(entrants))
    last = dict.fromkeys(entrants, 0)
    lines: dict[int, int] = {}
    entered: list[Row] = []
    for at, result in enumerate(results, start=1):
        players = result.absent if result.winner == BYE else (result.winner, result.loser)
        match = _sit(plan, lines, last, result.round, players)
        if result.loser != BYE or result.winner == BYE:
            entered.append((Kind.RESULT, match, *players, result.winner, at))
    for pair in playing:
        _sit(plan, lines, last, max(last.get(who, 0) for who in pair) + 1, pair)
    gone = tuple((ENTRY, who) for who in sorted(withdrawn))
    return DrawState(plan, lines, tuple(entered), gone)


def _sit(plan: Plan, lines: dict[int, int], last: dict[int, int], round_: int, players: Sequence[int]) -> int:
    """Seat players in the first empty match of a round; return its place."""
    match = next(_empty(plan, lines, round_), None)
    if match is None:
        raise RuleBroken("round.room", round=round_, tables=1, room=0)
    seated = {lines[side.of] for each in plan.matches if each.round == round_ for side in (each.top, each.bottom)
              if side.of in lines}  # fmt: skip
    for side, who in zip((plan.matches[match].top, plan.matches[match].bottom), players, strict=True):
        if who == BYE:
            continue
        if who not in last:
            raise RuleBroken("results.unknown", round=round_, entrant=who)
        if who in seated:
            raise RuleBroken("results.twice", round=round_, entrant=who)
        lines[side.of] = who
        last[who] = max(last[who], round_)
    return match


def _empty(plan: Plan, lines: dict[int, int], round_: int) -> Iterator[int]:
    for at, match in enumerate(plan.matches):
        if match.round == round_ and match.top.of not in lines and match.bottom.of not in lines:
            yield at
