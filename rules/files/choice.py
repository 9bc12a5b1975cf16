"""Which of the matches in a file is meant."""

from collections.abc import Sequence

from rules.errors import RuleBroken
from rules.game.record import MatchRecord


def chosen(matches: Sequence[MatchRecord], number: int | None = None) -> MatchRecord:
    """Return the match ``number`` (from 1), or the only one.

    Raises RuleBroken ``file.two_matches`` where there are several and no number, with their players and lengths, and
    ``file.no_match`` for a number that none has.
    """
    if number is None and len(matches) == 1:
        return matches[0]
    listed = [(*match.players, match.length) for match in matches]
    if number is None:
        raise RuleBroken("file.two_matches", matches=listed)
    if not 1 <= number <= len(matches):
        raise RuleBroken("file.no_match", number=number, matches=listed)
    return matches[number - 1]
