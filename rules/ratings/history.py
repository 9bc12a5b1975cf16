"""A rating list that is kept up to date: late matches, corrections and voids rebuild what depends on them, only that.

The values are, to the last digit, those of a rebuild. Source: docs/rules/ratings.md#corrections.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any

from rules.errors import RuleBroken
from rules.ratings.rated import Player, RatedMatch, Rule, verified


class History[Value: tuple[float, ...]]:
    """Every rated match of a list with everybody's value after it.

    ``start`` are imported values. ``calculated`` counts the values that were worked out so far.
    """

    def __init__(self, rule: Rule[Value], start: Mapping[Player, Value] | None = None) -> None:
        self.rule, self.start, self._first = rule, dict(start or {}), rule.before_first()
        self.calculated = 0
        self._matches: dict[Any, RatedMatch] = {}
        self._groups: dict[Any, list[RatedMatch]] = {}
        # By player: the groups in which they played, in order, and the value after each.
        self._played: dict[Player, list[Any]] = {}
        self._after: dict[tuple[Player, Any], Value] = {}
        self._pending: dict[Any, set[Player]] = {}

    def enter(self, match: RatedMatch) -> set[Player]:
        """Rate a match, however late; return those whose values changed.

        Raises RuleBroken ``rating.match_twice``, ``rating.length`` or ``rating.same``.
        """
        if match.match in self._matches:
            raise RuleBroken("rating.match_twice", match=match.match)
        verified(match)
        self._add(match)
        return self._settle()

    def correct(self, match: RatedMatch) -> set[Player]:
        """Put a match in the place of the one with its id; return those whose values changed.

        Raises RuleBroken ``rating.match``, ``rating.length`` or ``rating.same``.
        """
        verified(match)
        self._remove(match.match)
        self._add(match)
        return self._settle()

    def void(self, match: Any) -> set[Player]:
        """Take a match out of the list by its id; return those whose values changed.

        Raises RuleBroken ``rating.match``.
        """
        self._remove(match)
        return self._settle()

    def ratings(self) -> dict[Player, Value]:
        """Return everybody's value at the end of the list."""
        last = max(self._groups, default=None)
        values = {player: self.rule.at_end(value, self._first, last) for player, value in self.start.items()}
        for player, groups in self._played.items():
            values[player] = self.rule.at_end(self._after[player, groups[-1]], groups[-1], last)
        return values

    def curve(self, player: Player) -> list[tuple[Any, Value]]:
        """Return a player's value after each group of matches they played in, in order."""
        return [(group, self._after[player, group]) for group in self._played.get(player, [])]

    def _add(self, match: RatedMatch) -> None:
        self._matches[match.match] = match
        if not self.rule.counts(match):
            return
        group = self.rule.group_of(match)
        insort(self._groups.setdefault(group, []), match, key=_order)
        for player in (match.winner, match.loser):
            groups = self._played.setdefault(player, [])
            at = bisect_left(groups, group)
            if at == len(groups) or groups[at] != group:
                groups.insert(at, group)
            self._pending.setdefault(group, set()).add(player)

    def _remove(self, id: Any) -> None:
        match = self._matches.pop(id, None)
        if match is None:
            raise RuleBroken("rating.match", match=id)
        if not self.rule.counts(match):
            return
        group = self.rule.group_of(match)
        left = self._groups[group]
        left.remove(match)
        if not left:
            del self._groups[group]
        for player in (match.winner, match.loser):
            self._pending.setdefault(group, set()).add(player)
            if not any(player in (each.winner, each.loser) for each in left):
                groups = self._played[player]
                groups.remove(group)
                del self._after[player, group]
                if not groups:
                    del self._played[player]

    def _settle(self) -> set[Player]:
        """Work out again what depends on the groups that changed, one after the other, until nothing differs."""
        changed, queue = set[Player](), sorted(self._pending)
        before: dict[Any, set[Player]] = {}
        while queue:
            group = heappop(queue)
            if group not in self._pending and group not in before:
                continue
            differing = self._rate(group, self._pending.pop(group, set()), before.pop(group, set()))
            changed |= differing
            for player in differing:
                behind = self._next(player, group)
                if behind is not None:
                    heappush(queue, behind)
                    before.setdefault(behind, set()).add(player)
        return changed

    def _rate(self, group: Any, entered: set[Player], moved: set[Player]) -> set[Player]:
        """Return the players whose value after the group differs; an opponent's value before it counts too.

        ``entered``: their matches in the group changed; ``moved``: their value before it did.
        """
        own: dict[Player, list[RatedMatch]] = {}
        for match in self._groups.get(group, ()):
            own.setdefault(match.winner, []).append(match)
            own.setdefault(match.loser, []).append(match)
        affected = entered | moved
        for player in moved:
            affected |= {each for match in own.get(player, ()) for each in (match.winner, match.loser)}
        needed = {each for player in affected for match in own.get(player, ()) for each in (match.winner, match.loser)}
        before = {player: self._before(player, group) for player in needed}
        differing = affected - own.keys()
        for player in affected & own.keys():
            value = self.rule.after(player, before, own[player])
            self.calculated += 1
            if value != self._after.get((player, group)):
                self._after[player, group] = value
                differing.add(player)
        return differing

    def _before(self, player: Player, group: Any) -> Value:
        groups = self._played[player]
        at = bisect_left(groups, group)
        if at:
            return self.rule.value_at(self._after[player, groups[at - 1]], groups[at - 1], group)
        return self.rule.value_at(self.start.get(player), self._first, group)

    def _next(self, player: Player, group: Any) -> Any:
        """Return the player's first group behind ``group``."""
        groups = self._played.get(player, [])
        at = bisect_right(groups, group)
        return groups[at] if at < len(groups) else None


def _order(match: RatedMatch) -> tuple[Any, Any]:
    return match.played, match.match
