"""Can play have led to a bare final score, and what does the score alone say about the Crawford game?"""

from rules.match.crawford import Phase
from rules.match.games import LARGEST_CUBE
from rules.match.terms import Side, Terms, Win


def is_game_worth(points: int) -> bool:
    """Can one game pay so many points: a power of two, or three times one, with the cube at most 2^20?"""
    if points < 1:
        return False
    odd = points // (points & -points)
    return (odd == 1 and points <= 2 * LARGEST_CUBE) or (odd == 3 and points <= 3 * LARGEST_CUBE)


def last_game_phases(terms: Terms, points: tuple[int, int], winner: Side) -> frozenset[Phase]:
    """Return every phase the last game can have had if play ended at these raw points; empty when none can.

    The loser's points must lie between his start score and length − 1. Every score below length is reachable
    by single games, so only the last game decides: it leads the winner from some score to his points.
    Source: docs/rules/match.md#scores.
    """
    mine, theirs = points[winner.place], points[winner.other.place]
    start = terms.start[winner.place], terms.start[winner.other.place]
    found: set[Phase] = set()
    for before in range(start[0], terms.length):
        if not is_game_worth(mine - before):
            continue
        phases = _phases(terms, start, (before, theirs))
        if mine - before > Win.BACKGAMMON.points:
            phases -= {Phase.CRAWFORD}
        found |= phases
    return frozenset(found)


def _phases(terms: Terms, start: tuple[int, int], before: tuple[int, int]) -> set[Phase]:
    """Give the phases a game can have that starts at ``before``, with the match started at ``start``."""
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
