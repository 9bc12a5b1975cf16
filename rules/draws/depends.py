"""Matches that depend on others: their players follow from a result that is not settled yet.

Source: docs/rules/claims.md.
"""

from collections.abc import Container

from rules.draws.plan import From, Plan, Source


def dependencies(plan: Plan, open_results: Container[int], byes: Container[int] = ()) -> list[tuple[int, ...]]:
    """Return for every match the earlier ones, in the order of the plan, whose result could still change its players.

    ``open_results`` are the matches whose result is not confirmed or disputed, ``byes`` those that nobody played.
    A settled match between two such matches depends on the earlier one too.
    """
    routes: list[tuple[int, ...]] = []
    for planned in plan.matches:
        sources = (_out_of(plan, source, byes) for source in (planned.top, planned.bottom))
        comes = {before for before in sources if before is not None}
        open_ = {before for before in comes if before in open_results}
        routes.append(tuple(sorted(open_.union(*(routes[before] for before in comes)))))
    return routes


def comes_out_of(plan: Plan, match: int, byes: Container[int] = ()) -> tuple[int, ...]:
    """Return all earlier matches, in the order of the plan, whose result could change the players of ``match``."""
    passed, ahead = set[int](), [match]
    while ahead:
        planned = plan.matches[ahead.pop()]
        for source in (planned.top, planned.bottom):
            before = _out_of(plan, source, byes)
            if before is not None and before not in passed:
                passed.add(before)
                ahead.append(before)
    return tuple(sorted(passed))


def _out_of(plan: Plan, source: Source, byes: Container[int]) -> int | None:
    """Return the match out of which ``source`` brings a player, None for a line of the draw."""
    if source.kind is From.LINE:
        return None
    if source.kind is From.FIRST_LOSER and source.of in byes:
        return plan.after_bye.get(source.of)
    return source.of
