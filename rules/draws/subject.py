"""Which matches stand under a condition: who sits in them follows from a result that is not settled yet.

Source: docs/rules/claims.md.
"""

from collections.abc import Container

from rules.draws.plan import From, Plan, Source


def subject_to(plan: Plan, open_results: Container[int], byes: Container[int] = ()) -> list[tuple[int, ...]]:
    """Return for every match the earlier ones, in the order of the plan, whose result could still change who plays it.

    ``open_results`` are the matches whose result is not confirmed or disputed, ``byes`` those that nobody played.
    What a settled match between was won by stays under the condition too.
    """
    b_matches = {a_match: b_match for _, a_match, b_match in plan.first_losers}
    found: list[tuple[int, ...]] = []

    def through(source: Source) -> set[int]:
        if source.kind is From.LINE:
            return set()
        before = source.of
        if source.kind is From.FIRST_LOSER and before in byes:
            before = b_matches.get(before, -1)
        if before < 0:
            return set()
        return set(found[before]) | ({before} if before in open_results else set())

    for planned in plan.matches:
        found.append(tuple(sorted(through(planned.top) | through(planned.bottom))))
    return found
