"""Whether games can add up to a bare final score, and what that score shows about the Crawford game.

Source: docs/rules/match.md#scores.
"""

from rules.match.crawford import Phase
from rules.match.games import LARGEST_CUBE
from rules.match.terms import Side, Terms, Win


def is_game_worth(points: int) -> bool:
    """Whether one game can pay this: a power of two, or three times one, with the cube at most 2^20."""
    if points < 1:
        return False
    odd = points // (points & -points)
    return (odd == 1 and points <= 2 * LARGEST_CUBE) or (odd == 3 and points <= 3 * LARGEST_CUBE)


def last_game_phases(terms: Terms, points: tuple[int, int], winner: Side) -> frozenset[Phase]:
    """Return every phase that the last game can have had if the match ended at these raw points; empty if none.

    The loser's points must lie between that side's start score and length − 1. Single games reach every score below the
    length, so only the last game decides: it takes the winner from some score to the final one.
    Source: docs/rules/match.md#scores.
    """
    won, lost = points[winner.place], points[winner.other.place]
    start = terms.start[winner.place], terms.start[winner.other.place]
    possible: set[Phase] = set()
    for before in range(start[0], terms.length):
        if not is_game_worth(won - before):
            continue
        phases = _phases(terms, start, (before, lost))
        if won - before > Win.BACKGAMMON.points:
            phases -= {Phase.CRAWFORD}
        possible |= phases
    return frozenset(possible)


def _phases(terms: Terms, start: tuple[int, int], before: tuple[int, int]) -> set[Phase]:
    """Return the phases that a game from ``before`` can have in a match that started at ``start``."""
    last = terms.length - 1
    if not terms.crawford or start == (last, last):
        return {Phase.DMP} if before == (last, last) else {Phase.NORMAL}
    if last not in before:
        return {Phase.NORMAL}
    if last in start:
        return {Phase.CRAWFORD} if before == start else {Phase.POST_CRAWFORD}
    if before == (last, last):
        return {Phase.POST_CRAWFORD}
    trailer = 1 - before.index(last)
    played = before[trailer] > start[trailer]
    return {Phase.CRAWFORD, Phase.POST_CRAWFORD} if played else {Phase.CRAWFORD}
