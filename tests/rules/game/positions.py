"""Positions to draw from, with the rare kinds weighted up: bars, contact bear-offs, blocked and bare boards."""

from hypothesis import strategies as st

from rules.game.board import Position

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
UNEQUAL = DICE.filter(lambda dice: dice[0] != dice[1])


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position of two sides of fifteen, in kinds that random play seldom meets."""
    kind = draw(st.sampled_from(["any", "blocked", "bearing_off", "few", "bar"]))
    opponent = [0] * 26
    reach = range(1, 25) if kind != "bearing_off" else range(13, 25)
    count = draw(st.integers(1, 15 if kind != "few" else 8))
    for _ in range(count):
        opponent[draw(st.sampled_from(list(reach)))] += 2 if kind == "blocked" and draw(st.booleans()) else 1
    player = [0] * 26
    highest = 6 if kind == "bearing_off" else 24
    free = [point for point in range(1, highest + 1) if not opponent[25 - point]]
    most = {"few": 3, "blocked": 4, "bearing_off": 8, "bar": 6, "any": 15}[kind]
    for _ in range(draw(st.integers(0 if kind == "bar" else 1, most))):
        if free:
            player[draw(st.sampled_from(free))] += 1
    if kind == "bar" or not sum(player):
        player[25] += draw(st.integers(1, 4))
    if kind == "bearing_off" and draw(st.booleans()):
        outside = draw(st.integers(7, 12))
        player[outside] += not opponent[25 - outside]
    opponent[25] += draw(st.integers(0, 2))
    return Position(_filled(player), _filled(opponent))


def _filled(side: list[int]) -> tuple[int, ...]:
    """Fifteen checkers: the missing ones are off; too many are taken from the fullest points."""
    while sum(side) > 15:
        side[side.index(max(side))] -= 1
    side[0] = 15 - sum(side)
    return tuple(side)
