"""The order of a ladder, and the moves that change it; every move says who moved for which reason.

Source: docs/rules/ladders.md#moves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rules.errors import RuleBroken
from rules.ladders.settings import LadderRules, Mode
from rules.ratings.fibs import Fibs, FibsRating

RULE = Fibs()
USUAL_LENGTH = 7


@dataclass(frozen=True, slots=True)
class Change:
    """A player who moved at an instant, with the place before and after; None is not on the ladder.

    ``reason`` is that of the event for those whom it moves; others "made_room" or "moved_up" because of ``because``.
    ``number`` is the challenge, None without one. ``rungs`` are the rung before and after, on a ladder with rungs.
    """

    at: datetime
    player: str
    before: int | None
    after: int | None
    reason: str
    number: int | None = None
    because: tuple[str, ...] = ()
    rungs: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Start:
    """A ladder before anything happens: the order, top first, the rungs, who is frozen, and ratings where it has them.

    On a ladder with rungs players of one rung stand in the order of how long they have been there. Raises RuleBroken
    ``ladder.twice``, ``ladder.rungs`` or ``ladder.player``.
    """

    order: tuple[str, ...] = ()
    rungs: Mapping[str, int] = field(default_factory=dict)
    frozen: tuple[str, ...] = ()
    ratings: Mapping[str, FibsRating] = field(default_factory=dict)

    def __post_init__(self) -> None:
        twice = next((who for who in self.order if self.order.count(who) > 1), None)
        if twice is not None:
            raise RuleBroken("ladder.twice", player=twice)
        named = (*self.rungs, *self.frozen, *self.ratings)
        stranger = next((who for who in named if who not in self.order), None)
        if stranger is not None:
            raise RuleBroken("ladder.player", player=stranger)
        if self.rungs and (len(self.rungs) < len(self.order) or min(self.rungs.values()) < 1):
            raise RuleBroken("ladder.rungs", players=len(self.order), rungs=len(self.rungs))


class Board:
    """The order while events are replayed."""

    def __init__(self, rules: LadderRules, start: Start) -> None:
        self.rules = rules
        self.order = list(start.order)
        self.ratings = dict(start.ratings)
        self.rungs: dict[str, int] = {}
        if rules.mode is Mode.RUNG:
            many = len(start.order)
            own = {who: at if rules.top_rung else many + 1 - at for at, who in enumerate(start.order, start=1)}
            self.rungs = dict(start.rungs) or own
            self._by_rung()
        elif rules.mode is Mode.RATING and self.ratings:
            self._by_rating()

    def snapshot(self) -> tuple[list[str], dict[str, int]]:
        """Return the order and the rungs as they are."""
        return list(self.order), dict(self.rungs)

    def changes(
        self, before: tuple[list[str], dict[str, int]], at: datetime, movers: Mapping[str, str], number: int | None
    ) -> list[Change]:
        """Return everybody who moved since ``before``: ``movers`` by their reason, others because of those."""
        places, now = _places(before[0]), _places(self.order)
        changes = []
        for who in dict.fromkeys([*self.order, *before[0]]):
            old, new = places.get(who), now.get(who)
            rungs = before[1].get(who), self.rungs.get(who)
            if old == new and rungs[0] == rungs[1]:
                continue
            reason, because = movers.get(who), tuple(movers)
            if reason is None:
                reason = "moved_up" if (new or 0) < (old or 0) else "made_room"
            else:
                because = tuple(each for each in movers if each != who)
            changes.append(Change(at, who, old, new, reason, number, because, rungs))
        return changes

    def win(self, challenger: str, defender: str) -> None:
        """Move both after a challenge that was won; above the defender by then, a win gains nothing but a rung."""
        mine, other = self.order.index(challenger), self.order.index(defender)
        if self.rules.mode is Mode.RUNG:
            self.climb({challenger: 1, defender: -1})
        elif self.rules.mode is Mode.RATING:
            pass
        elif mine > other and self.rules.mode is Mode.SWAP:
            self.order[mine], self.order[other] = defender, challenger
        elif mine > other:
            self.order.insert(other, self.order.pop(mine))

    def fail(self, challenger: str, defender: str) -> None:
        """Move both after a challenge that was lost: the challenger down one, then the defender up one."""
        if not self.rules.drops_when_failed or self.rules.mode is Mode.RATING:
            return
        if self.rules.mode is Mode.RUNG:
            self.climb({defender: 1, challenger: -1})
            return
        self._shift(challenger, 1)
        self._shift(defender, -1)

    def rate(self, winner: str, loser: str) -> None:
        """Change the ratings by a match, and the order with them; without ratings nothing moves."""
        if self.rules.mode is not Mode.RATING or not self.ratings:
            return
        length = self.rules.length or USUAL_LENGTH
        won, lost = (self.ratings.get(who, FibsRating(RULE.start, 0)) for who in (winner, loser))
        gain, loss = RULE.changes(won, lost, length)
        self.ratings[winner] = FibsRating(won.rating + gain, won.experience + length)
        self.ratings[loser] = FibsRating(lost.rating - loss, lost.experience + length)
        self._by_rating()

    def drop(self, who: str, places: int) -> None:
        """Move a player down so many places, or rungs, at most to the bottom."""
        if self.rules.mode is Mode.RUNG:
            self.climb({who: -places})
        elif self.rules.mode is not Mode.RATING:
            self._shift(who, places)

    def climb(self, steps: Mapping[str, int]) -> None:
        """Move players up so many rungs, down where it is negative; whoever comes to a rung is the last there.

        Rung 1 is an end; nobody moves beyond it.
        """
        sign = -1 if self.rules.top_rung else 1
        for who, step in steps.items():
            rung = max(1, self.rungs[who] + sign * step)
            if rung != self.rungs[who]:
                self.rungs[who] = rung
                self.order.remove(who)
                self.order.append(who)
                self._by_rung()

    def join(self, who: str) -> None:
        """Enter a newcomer at the entry place."""
        entry = self.rules.entry
        if self.rules.mode is Mode.RUNG:
            lowest = max(self.rungs.values(), default=1) if self.rules.top_rung else 1
            self.rungs[who] = lowest
        at = len(self.order)
        if entry == "middle":
            at = (len(self.order) + 1) // 2
        elif isinstance(entry, int):
            at = min(max(entry - 1, 0), at)
        self.order.insert(at, who)
        if self.rules.mode is Mode.RUNG:
            self._by_rung()
        elif self.rules.mode is Mode.RATING and self.ratings:
            self._by_rating()

    def leave(self, who: str) -> None:
        """Take a player off the ladder."""
        self.order.remove(who)
        self.rungs.pop(who, None)

    def distance(self, challenger: str, defender: str, frozen: Iterable[str]) -> int:
        """Return how far the defender is above: places without frozen players, or rungs either way."""
        if self.rules.rungs_apart:
            return abs(self.rungs[challenger] - self.rungs[defender])
        above = self.order[self.order.index(defender) : self.order.index(challenger)]
        return len(set(above) - set(frozen))

    def is_below(self, challenger: str, defender: str) -> bool:
        """Whether the defender stands where nobody may be challenged from."""
        return not self.rules.rungs_apart and self.order.index(defender) > self.order.index(challenger)

    def _shift(self, who: str, places: int) -> None:
        at = self.order.index(who)
        self.order.insert(min(max(at + places, 0), len(self.order) - 1), self.order.pop(at))

    def _by_rung(self) -> None:
        """Order by rung; those of one rung stay in their order."""
        sign = 1 if self.rules.top_rung else -1
        self.order.sort(key=lambda who: sign * self.rungs[who])

    def _by_rating(self) -> None:
        self.order.sort(key=lambda who: -self.ratings.get(who, FibsRating(RULE.start, 0)).rating)


def _places(order: Sequence[str]) -> dict[str, int]:
    return {who: place for place, who in enumerate(order, start=1)}
