"""Which of the matches in a file is meant."""

from collections.abc import Sequence

from rules.errors import RuleBroken
from rules.game.record import MatchRecord

MOST_LISTED = 50


def chosen(matches: Sequence[MatchRecord], number: int | None = None) -> MatchRecord:
    """Return the match ``number`` (from 1), or the only one.

    Raises RuleBroken ``file.two_matches`` where there are several and no number, and ``file.no_match`` for a number out
    of range; both with how many there are, and the players and lengths of the first ``MOST_LISTED``.
    """
    if number is None and len(matches) == 1:
        return matches[0]
    listed = [(*match.players, match.length) for match in matches[:MOST_LISTED]]
    if number is None:
        raise RuleBroken("file.two_matches", matches=listed, count=len(matches))
    if not 1 <= number <= len(matches):
        raise RuleBroken("file.no_match", number=number, matches=listed, count=len(matches))
    return matches[number - 1]
