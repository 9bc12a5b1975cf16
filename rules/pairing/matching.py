"""Minimum-weight perfect matching, exact: who plays whom so that the sum of all costs is as small as it can be.

The algorithm is Edmonds' with dual variables (blossoms), on a part of the possible pairs; afterwards the dual variables
prove that no pair left out could do better, or name those that could, which then join. Whole numbers only.

Source: Z. Galil, "Efficient algorithms for finding maximum matching in graphs" (1986); docs/rules/swiss.md#matching.
"""

from collections import deque
from collections.abc import Sequence

NEAREST, ADDED = 8, 3
"""How many of the cheapest pairs of each player are looked at first."""


def cheapest_pairs(players: int, costs: Sequence[Sequence[int | None]]) -> list[tuple[int, int]] | None:
    """Return the pairs of players 0, 1, 2 … with the least sum of ``costs``; None where not all can be paired.

    ``costs[a][b]`` is that of a pair, the same both ways, None where it is prohibited.
    """
    if players % 2:
        return None
    if not players:
        return []
    known = [cost for row in costs for cost in row if cost is not None]
    top = max(known, default=0) + 1
    near: list[set[int]] = [set() for _ in range(players)]
    for one in range(players):
        possible = sorted((cost, other) for other, cost in enumerate(costs[one]) if cost is not None and other != one)
        for rank in _ranks(len(possible)):
            _, other = possible[rank]
            near[one].add(other)
            near[other].add(one)
    while True:
        search = _Search(players, near, costs, top)
        complete = search.run()
        better = search.left_out(costs, everything=not complete)
        if not better:
            break
        if complete:
            better = _worst(better, players)
        for _, one, other in better:
            near[one].add(other)
            near[other].add(one)
    return search.pairs() if complete else None


def _ranks(count: int) -> list[int]:
    """Return which of a player's pairs, the cheapest first, are looked at first: ever fewer of the dear ones."""
    ranks = [*range(min(count, NEAREST))]
    while ranks and ranks[-1] * 4 // 3 + 1 < count:
        ranks.append(ranks[-1] * 4 // 3 + 1)
    return ranks


def _worst(better: list[tuple[int, int, int]], players: int) -> list[tuple[int, int, int]]:
    """Return the pairs that promise most, a few for each player."""
    counts = [0] * players
    chosen = []
    for each in sorted(better):
        _, one, other = each
        if counts[one] < ADDED or counts[other] < ADDED:
            counts[one] += 1
            counts[other] += 1
            chosen.append(each)
    return chosen


class _Search:
    """Numbers from 1; 0 is nobody, numbers above ``n`` are blossoms. ``edge[x][y]`` is the real pair between x and y.

    ``label`` is 0 for outer, 1 for inner and -1 for free.
    """

    def __init__(self, n: int, near: Sequence[set[int]], costs: Sequence[Sequence[int | None]], top: int) -> None:
        self.n, self.last, self.top = n, n, top
        room = n + n // 2 + 2
        self.weight: list[dict[int, int]] = [{} for _ in range(n + 1)]
        self.edge: list[dict[int, tuple[int, int]]] = [{} for _ in range(room)]
        for one in range(n):
            for other in near[one]:
                cost = costs[one][other]
                if cost is not None:
                    self.weight[one + 1][other + 1] = self.worth(cost)
                    self.edge[one + 1][other + 1] = (one + 1, other + 1)
        # Half of the dearest pair of each: no pair is worth more than both of its players together.
        self.dual = [max(row.values(), default=0) // 2 for row in self.weight] + [0] * (room - n - 1)
        self.mate, self.parent, self.label = [0] * room, [0] * room, [-1] * room
        self.slack, self.seen = [0] * room, [0] * room
        self.outermost = [*range(n + 1), *[0] * (room - n - 1)]
        self.cycle: list[list[int]] = [[] for _ in range(room)]
        self.inside: list[dict[int, int]] = [{at: at} if 0 < at <= n else {} for at in range(room)]
        self.queue: deque[int] = deque()
        self.turn = 0

    def worth(self, cost: int) -> int:
        """Return the weight of a pair: a multiple of 4, so that every dual variable begins even and stays whole."""
        return 4 * (self.top - cost)

    def begin(self) -> None:
        """Match at once whoever is free and each other's nearest; most players need no search."""
        for one in range(1, self.n + 1):
            if self.mate[one] or not self.weight[one]:
                continue
            self.dual[one] = max(weight - self.dual[other] for other, weight in self.weight[one].items())
            for other in self.weight[one]:
                if not self.mate[other] and not self.spare((one, other)):
                    self.mate[one], self.mate[other] = other, one
                    break

    def run(self) -> bool:
        """Match everybody; return whether that is possible."""
        self.begin()
        while self.stage():
            pass
        return all(self.mate[1 : self.n + 1])

    def pairs(self) -> list[tuple[int, int]]:
        return [(one - 1, self.mate[one] - 1) for one in range(1, self.n + 1) if one < self.mate[one]]

    def left_out(self, costs: Sequence[Sequence[int | None]], *, everything: bool) -> list[tuple[int, int, int]]:
        """Return the pairs left out of the search that could make the sum smaller, or all of them."""
        better = []
        chains: dict[int, list[int]] = {}
        for blossom in range(self.n + 1, self.last + 1):
            if self.outermost[blossom] == blossom:
                self.enter(blossom, [], chains)
        for one in range(self.n):
            dual, row, known = self.dual[one + 1], costs[one], self.weight[one + 1]
            for other in range(one):
                cost = row[other]
                if cost is None or other + 1 in known:
                    continue
                spare = dual + self.dual[other + 1] - self.worth(cost)
                if spare < 0:
                    spare += self.shared(one + 1, other + 1, chains)
                if everything or spare < 0:
                    better.append((spare, one, other))
        return better

    def enter(self, x: int, around: list[int], chains: dict[int, list[int]]) -> None:
        """Note for every player inside x the blossoms around them, the outermost first."""
        if x <= self.n:
            chains[x] = around
            return
        for child in self.cycle[x]:
            self.enter(child, [*around, x], chains)

    def shared(self, one: int, other: int, chains: dict[int, list[int]]) -> int:
        """Return the sum of the dual variables of all blossoms around both players."""
        around = zip(chains.get(one, ()), chains.get(other, ()), strict=False)
        return sum(self.dual[first] for first, second in around if first == second)

    def spare(self, pair: tuple[int, int]) -> int:
        one, other = pair
        return self.dual[one] + self.dual[other] - self.weight[one][other]

    def offer(self, one: int, x: int) -> None:
        """Keep ``one`` as the nearest outer player of x, if nobody is nearer."""
        if not self.slack[x] or self.spare(self.edge[one][x]) < self.spare(self.edge[self.slack[x]][x]):
            self.slack[x] = one

    def reset_slack(self, x: int) -> None:
        self.slack[x] = 0
        for one in self.edge[x]:
            if one <= self.n and self.outermost[one] != x and self.label[self.outermost[one]] == 0:
                self.offer(one, x)

    def push(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for each in self.cycle[x]:
                self.push(each)

    def put_inside(self, x: int, blossom: int) -> None:
        self.outermost[x] = blossom
        if x > self.n:
            for each in self.cycle[x]:
                self.put_inside(each, blossom)

    def even_way(self, blossom: int, child: int) -> int:
        """Turn the cycle so that ``child`` stands at an even distance; return it."""
        cycle = self.cycle[blossom]
        at = cycle.index(child)
        if at % 2:
            cycle[1:] = cycle[:0:-1]
            return len(cycle) - at
        return at

    def set_mate(self, u: int, v: int) -> None:
        one, other = self.edge[u][v]
        self.mate[u] = other
        if u > self.n:
            child = self.inside[u][one]
            at = self.even_way(u, child)
            cycle = self.cycle[u]
            for each in range(at):
                self.set_mate(cycle[each], cycle[each ^ 1])
            self.set_mate(child, v)
            self.cycle[u] = cycle[at:] + cycle[:at]

    def augment(self, u: int, v: int) -> None:
        while True:
            before = self.outermost[self.mate[u]]
            self.set_mate(u, v)
            if not before:
                return
            above = self.outermost[self.parent[before]]
            self.set_mate(before, above)
            u, v = above, before

    def meeting(self, u: int, v: int) -> int:
        """Return where the ways of two outer ones to their roots join, 0 for nowhere."""
        self.turn += 1
        while u or v:
            if u:
                if self.seen[u] == self.turn:
                    return u
                self.seen[u] = self.turn
                u = self.outermost[self.mate[u]]
                if u:
                    u = self.outermost[self.parent[u]]
            u, v = v, u
        return 0

    def shrink(self, u: int, base: int, v: int) -> None:
        """Make a blossom of the cycle from ``base`` over u and v."""
        blossom = next((at for at in range(self.n + 1, self.last + 1) if not self.outermost[at]), self.last + 1)
        self.last = max(self.last, blossom)
        self.dual[blossom], self.label[blossom], self.mate[blossom] = 0, 0, self.mate[base]
        cycle = [base, *self.branch(u, base)[::-1], *self.branch(v, base)]
        self.cycle[blossom] = cycle
        self.put_inside(blossom, blossom)
        for row in self.edge:
            row.pop(blossom, None)
        merged: dict[int, tuple[int, int]] = {}
        self.inside[blossom] = {}
        for child in cycle:
            for x, pair in self.edge[child].items():
                if x == blossom:
                    continue
                if x not in merged or self.spare(pair) < self.spare(merged[x]):
                    merged[x] = pair
                    self.edge[x][blossom] = self.edge[x][child]
            self.inside[blossom].update(dict.fromkeys(self.inside[child], child))
        self.edge[blossom] = merged
        self.reset_slack(blossom)

    def branch(self, x: int, base: int) -> list[int]:
        way = []
        while x != base:
            inner = self.outermost[self.mate[x]]
            way += [x, inner]
            self.push(inner)
            x = self.outermost[self.parent[inner]]
        return way

    def expand(self, blossom: int) -> None:
        for child in self.cycle[blossom]:
            self.put_inside(child, child)
        entry = self.inside[blossom][self.edge[blossom][self.parent[blossom]][0]]
        at = self.even_way(blossom, entry)
        cycle = self.cycle[blossom]
        for each in range(0, at, 2):
            inner, outer = cycle[each], cycle[each + 1]
            self.parent[inner] = self.edge[outer][inner][0]
            self.label[inner], self.label[outer] = 1, 0
            self.slack[inner] = 0
            self.reset_slack(outer)
            self.push(outer)
        self.label[entry], self.parent[entry] = 1, self.parent[blossom]
        for child in cycle[at + 1 :]:
            self.label[child] = -1
            self.reset_slack(child)
        self.outermost[blossom] = 0

    def tight(self, pair: tuple[int, int]) -> bool:
        """Follow a pair without spare; return whether it led to one more match."""
        u, v = self.outermost[pair[0]], self.outermost[pair[1]]
        if self.label[v] == -1:
            self.parent[v], self.label[v] = pair[0], 1
            mate = self.outermost[self.mate[v]]
            self.slack[v] = self.slack[mate] = 0
            self.label[mate] = 0
            self.push(mate)
        elif self.label[v] == 0:
            base = self.meeting(u, v)
            if not base:
                self.augment(u, v)
                self.augment(v, u)
                return True
            self.shrink(u, base, v)
        return False

    def tops(self) -> list[int]:
        return [x for x in range(1, self.last + 1) if self.outermost[x] == x]

    def stage(self) -> bool:
        """Find one more match; return False where there is none."""
        room = len(self.label)
        self.label, self.slack = [-1] * room, [0] * room
        self.queue.clear()
        for x in self.tops():
            if not self.mate[x]:
                self.parent[x], self.label[x] = 0, 0
                self.push(x)
        if not self.queue:
            return False
        while True:
            if self.scan():
                return True
            change = self.change()
            if change is None:
                return False
            self.shift(change)
            self.queue.clear()
            for x in self.tops():
                near = self.slack[x]
                reached = self.outermost[x] == x and near and self.outermost[near] != x
                if reached and self.spare(self.edge[near][x]) == 0 and self.tight(self.edge[near][x]):
                    return True
            for x in self.tops():
                if x > self.n and self.label[x] == 1 and self.dual[x] == 0:
                    self.expand(x)

    def scan(self) -> bool:
        """Look at every pair of the outer players in the queue."""
        dual, outermost, slack, label = self.dual, self.outermost, self.slack, self.label
        # The spare of the nearest outer player, while that is the same player: nothing shifts during a scan.
        nearest, least = [0] * len(slack), [0] * len(slack)
        while self.queue:
            one = self.queue.popleft()
            own = dual[one]
            if label[outermost[one]] == 1:
                continue
            for other, weight in self.weight[one].items():
                x = outermost[other]
                if outermost[one] == x or label[x] == 1:
                    continue
                spare = own + dual[other] - weight
                if not spare:
                    if self.tight((one, other)):
                        return True
                elif x != other:
                    self.offer(one, x)
                else:
                    near = slack[x]
                    if near and nearest[x] != near:
                        nearest[x], least[x] = near, self.spare(self.edge[near][x])
                    if not near or spare < least[x]:
                        slack[x] = nearest[x] = one
                        least[x] = spare
        return False

    def change(self) -> int | None:
        """Return by how much the dual variables can change; None where nothing bounds it."""
        bounds = []
        for x in self.tops():
            if x > self.n and self.label[x] == 1:
                bounds.append(self.dual[x] // 2)
            if self.slack[x] and self.label[x] != 1:
                spare = self.spare(self.edge[self.slack[x]][x])
                bounds.append(spare if self.label[x] else spare // 2)
        return min(bounds, default=None)

    def shift(self, change: int) -> None:
        for one in range(1, self.n + 1):
            label = self.label[self.outermost[one]]
            if label >= 0:
                self.dual[one] += change if label else -change
        for x in range(self.n + 1, self.last + 1):
            if self.outermost[x] == x and self.label[x] >= 0:
                self.dual[x] += -2 * change if self.label[x] else 2 * change
