"""Seats the droppers of a lower bracket so that those who have met meet again as late as possible.

Two players who drop into two seats meet where the ways from these seats join, if both win until then. The cost is the
expected number of such rematches, every match being even. Each letter starts from its best exchange of sections; then
two droppers of a letter change seats as long as that lowers the cost. Nothing is drawn by lot, so equal structures
always have equal seats.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Mapping, Sequence

from rules.draws.seeding import reversed_bits
from rules.formats.notation.tree import Tree

MOST_COMPARISONS = 1_000_000
"""How many known pairs the search may look at: enough to come to its end on 128 lines."""
_LEAST = 1e-12

type Dropper = int
"""A dropper: the number of the match that they lose, as the caller numbers them."""
type Met = Mapping[tuple[Dropper, Dropper], float]
"""How often two droppers are expected to have met before; each pair in one order only."""


def seat(tree: Tree, droppers: Mapping[str, Sequence[Dropper]], met: Met) -> list[Dropper]:
    """Return the dropper of each seat of ``tree``; ``droppers`` of each letter stand from the top.

    Those of the first letter stay in their order.
    """
    search = _Search(tree, droppers, met)
    letters = list(droppers)
    for letter in letters:
        search.begin(letter, moves=letter != letters[0])
    while sum(search.improve(letter) for letter in letters[1:]):
        pass
    return search.by_seat()


class _Search:
    def __init__(self, tree: Tree, droppers: Mapping[str, Sequence[Dropper]], met: Met) -> None:
        self.droppers = droppers
        self.seats: dict[str, list[int]] = {letter: [] for letter in droppers}
        for each in tree.seats:
            self.seats[each.letter].append(each.number)
        self.chance = _chances(tree)
        self.known: dict[Dropper, list[tuple[Dropper, float]]] = {}
        for (one, other), times in met.items():
            self.known.setdefault(one, []).append((other, times))
            self.known.setdefault(other, []).append((one, times))
        self.seat_of: dict[Dropper, int] = {}
        self.left = MOST_COMPARISONS

    def begin(self, letter: str, *, moves: bool) -> None:
        """Seat a letter: exchange its sections in every way and keep the best."""
        droppers, seats = self.droppers[letter], self.seats[letter]
        count = len(droppers)
        orders = [list(range(count))]
        if moves and count & (count - 1) == 0:
            orders = [[at ^ mask for at in range(count)] for mask in _masks(count)]
        elif moves:
            orders = [[(at + by) % count for at in range(count)] for by in range(count)]
        best, least = orders[0], float("inf")
        for order in orders:
            cost = sum(self.cost(who, seats[at]) for who, at in zip(droppers, order, strict=True))
            if cost < least - _LEAST:
                best, least = order, cost
        self.seat_of.update({who: seats[at] for who, at in zip(droppers, best, strict=True)})

    def cost(self, who: Dropper, seat_: int) -> float:
        """Return the rematches to expect of one dropper on a seat with those who are seated."""
        chance, seat_of = self.chance[seat_], self.seat_of
        return sum(times * chance[seat_of[other]] for other, times in self.known.get(who, ()) if other in seat_of)

    def improve(self, letter: str) -> bool:
        """Let two droppers of a letter change seats wherever that helps; return whether any did."""
        changed = False
        droppers = self.droppers[letter]
        for at, one in enumerate(droppers):
            for other in droppers[at + 1 :]:
                if self.left <= 0:
                    return False
                if self.gain(one, other) > _LEAST:
                    self.seat_of[one], self.seat_of[other] = self.seat_of[other], self.seat_of[one]
                    changed = True
        return changed

    def gain(self, one: Dropper, other: Dropper) -> float:
        """Return how many rematches fewer are to be expected if both change seats."""
        here, there = self.chance[self.seat_of[one]], self.chance[self.seat_of[other]]
        gain = 0.0
        self.left -= len(self.known.get(one, ())) + len(self.known.get(other, ()))
        for who, now, then in ((one, here, there), (other, there, here)):
            for third, times in self.known.get(who, ()):
                if third != one and third != other and third in self.seat_of:
                    seat_ = self.seat_of[third]
                    gain += times * (now[seat_] - then[seat_])
        return gain

    def by_seat(self) -> list[Dropper]:
        """Return the dropper of each seat."""
        return sorted(self.seat_of, key=lambda who: self.seat_of[who])


def _masks(count: int) -> list[int]:
    """Return all masks, those with few and large sections first."""
    bits = count.bit_length() - 1
    return [reversed_bits(mask, bits) for mask in range(count)]


def _chances(tree: Tree) -> list[list[float]]:
    """Return how probable it is that players of two seats meet, by the numbers of the seats."""
    chances = [[0.0] * len(tree.seats) for _ in tree.seats]
    steps = [{match: at for at, match in enumerate(path)} for path in tree.paths]
    for one, own in enumerate(steps):
        for other in range(one):
            for wins, match in enumerate(tree.paths[other]):
                if match in own:
                    chances[one][other] = chances[other][one] = 0.5 ** (wins + own[match])
                    break
    return chances
