"""What every rating rule reads and how it is ordered: rated matches by the time played, then by their id.

Source: docs/rules/ratings.md#the-order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules.errors import RuleBroken

# Whatever names a player, such as a text or a number; it can be hashed.
type Player = Any


class RatedMatch(NamedTuple):
    """A match that counts for a list.

    ``played`` is when it was played and ``match`` its id: anything with an order, alike in the whole list. A plain
    tuple of this shape does as well.
    """

    played: Any
    match: Any
    winner: Player
    loser: Player
    length: int


class Rule[Value](Protocol):
    """A way to rate: matches come in groups (one match, a week, a month) that are rated at once."""

    def before_first(self) -> Any:
        """Return the group that imported values follow, None without a first group."""
        ...

    def counts(self, match: RatedMatch) -> bool:
        """Whether a match lies within the time of the list."""
        ...

    def group_of(self, match: RatedMatch) -> Any:
        """Return the group of a match; groups are ordered as they are rated."""
        ...

    def value_at(self, player_value: Value | None, since: Any, group: Any) -> Value:
        """Return a player's value at the start of ``group``, from that after the group ``since`` (None: a newcomer)."""
        ...

    def after(self, player: Player, before: Mapping[Player, Value], matches: Sequence[RatedMatch]) -> Value:
        """Return a player's value after a group, from everybody's ``before`` it and the player's matches in it."""
        ...

    def at_end(self, player_value: Value, since: Any, last: Any) -> Value:
        """Return a player's value at the end of the list, whose last group with a match is ``last``."""
        ...


def in_order(matches: Iterable[RatedMatch]) -> Iterator[RatedMatch]:
    """Yield the matches of a stream.

    Raises RuleBroken ``rating.order`` where one is not behind the match before it by time played, then id.
    """
    stream = iter(matches)
    first = next(stream, None)
    if first is None:
        return
    yield first
    last_played, last_match = first[0], first[1]
    for each in stream:
        played, match = each[0], each[1]
        if not (last_played < played or (last_played == played and last_match < match)):
            raise RuleBroken("rating.order", match=match, after=last_match)
        last_played, last_match = played, match
        yield each


def verified(match: RatedMatch) -> RatedMatch:
    """Return a match that can be rated.

    Raises RuleBroken ``rating.length`` or ``rating.same``.
    """
    if match.length < 1:
        raise RuleBroken("rating.length", match=match.match, length=match.length)
    if match.winner == match.loser:
        raise RuleBroken("rating.same", match=match.match, player=match.winner)
    return match
