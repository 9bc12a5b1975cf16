"""The rows of a printed match: a new one begins when the left side acts, or when the right side acts again."""

from collections.abc import Iterable, Iterator

from rules.game.record import Action


def numbered(actions: Iterable[Action]) -> Iterator[Action]:
    """Yield the actions with the row in which each would be printed, from 1."""
    row, filled = 0, [False, False]
    for action in actions:
        if row == 0 or filled[action.side] or (action.side == 0 and filled[1]):
            row, filled = row + 1, [False, False]
        filled[action.side] = True
        yield action._replace(row=row)


def in_rows(actions: Iterable[Action]) -> list[list[Action | None]]:
    """Return the actions as rows of a left and a right cell."""
    rows: list[list[Action | None]] = []
    for action in numbered(actions):
        if action.row is not None and action.row > len(rows):
            rows.append([None, None])
        rows[-1][action.side] = action
    return rows
