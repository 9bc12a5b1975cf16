"""Positions of every game to draw from, with the kinds weighted up on which its own rules bite."""

from hypothesis import strategies as st

from rules.game.board import Position
from rules.rulesets import Contact, Geometry, Ruleset

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
THREE = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
_KINDS = {
    "any": (range(1, 25), range(1, 25)),
    "start": (range(13, 25), range(13, 25)),
    "home": (range(1, 7), range(1, 25)),
    "nearly home": (range(1, 8), range(1, 25)),
    "late": (range(1, 13), range(1, 13)),
}


@st.composite
def positions(draw: st.DrawFn, game: Ruleset) -> Position:
    """Any board of a game that hits, pins or blocks."""
    opposite = game.geometry.opposite
    own_points, their_points = _KINDS[draw(st.sampled_from(sorted(_KINDS)))]
    opponent = _fill(draw, list(their_points), draw(st.sampled_from(["pile", "spread", "spread"])), game)
    free = [point for point in own_points if not opponent[opposite[point]]]
    player = _fill(draw, free, draw(st.sampled_from(["pile", "spread", "wall", "wall"])), game)
    pins: tuple[set[int], set[int]] = set(), set()
    if game.contact is Contact.PIN:
        _pin(draw, player, opponent, pins)
    if game.contact is Contact.HIT and draw(st.integers(0, 3)) == 0:
        _move(player, 25, draw(st.integers(1, 2)))
    hand = 0
    if game.geometry is Geometry.PARALLEL_SAME and draw(st.booleans()):
        hand = draw(st.integers(1, 8))
        _move(player, 25, hand)
        hand = min(hand, player[25])
    position = Position(tuple(player), tuple(opponent), (frozenset(pins[0]), frozenset(pins[1])), (hand, 0))
    return position.check(game)


def _fill(draw: st.DrawFn, points: list[int], shape: str, game: Ruleset) -> list[int]:
    """Put some of a side's checkers on points; the rest is off, or all are on the board."""
    side = [0] * 26
    count = game.checkers if draw(st.booleans()) else draw(st.integers(1, game.checkers))
    if shape == "wall" and len(points) > 6:
        low = draw(st.integers(0, len(points) - 6))
        for point in points[low : low + 6]:
            if count:
                side[point] += 1
                count -= 1
    if shape == "pile" and points:
        side[points[-1]] += count
        count = 0
    while count and points:
        side[draw(st.sampled_from(points))] += 1
        count -= 1
    side[0] = game.checkers - sum(side)
    return side


def _pin(draw: st.DrawFn, player: list[int], opponent: list[int], pins: tuple[set[int], set[int]]) -> None:
    """Lay single checkers of one side under checkers of the other."""
    for _ in range(draw(st.integers(0, 3))):
        point = draw(st.sampled_from([1, 24, *range(1, 25)]))
        if opponent[25 - point] and not player[point]:
            if _move(player, point, 1):
                pins[0].add(point)
        elif player[point] and not opponent[25 - point] and point not in pins[0] and _move(opponent, 25 - point, 1):
            pins[1].add(25 - point)


def _move(side: list[int], point: int, count: int) -> bool:
    """Put checkers on a point that are off or, if none is, on the fullest stack; return whether all were."""
    for _ in range(count):
        source = 0 if side[0] else max(range(1, 25), key=lambda each: side[each] if each != point else 0)
        if source and side[source] < 3:
            return False
        side[source] -= 1
        side[point] += 1
    return True
