"""Every legal play of a roll, written from the rule text alone: slow and plain.

A side is a dict of own point to checkers (25 the bar, 0 off). Shares no code with the rule book.
"""

from collections.abc import Iterator
from itertools import permutations

type Side = dict[int, int]
type Board = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def all_ends(
    player: dict[int, int], opponent: dict[int, int], dice: tuple[int, int], *, either: bool = False, run: bool = True,
    times: int = 4,
) -> tuple[set[Board], int]:  # fmt: skip
    """Every end position and the number of dice a legal play uses (all when it ends the game)."""
    orders = {(dice[0],) * times} if dice[0] == dice[1] else set(permutations(dice))
    total = len(next(iter(orders)))
    reached: dict[tuple[int, ...], set[Board]] = {}
    for order in orders:
        for end, used in _walk(player, opponent, order, (), frozenset(), run):
            count = total if _all_off(end) else len(used)
            reached.setdefault((count, *used), set()).add(end)
    most = max((key[0] for key in reached), default=0)
    if most == 0:
        return set(), 0
    best = {key: ends for key, ends in reached.items() if key[0] == most}
    if most == 1 and dice[0] != dice[1] and not either:
        larger = {key: ends for key, ends in best.items() if key[1] == max(dice)}
        best = larger or best
    return set().union(*best.values()), most


def _walk(
    player: Side, opponent: Side, order: tuple[int, ...], used: tuple[int, ...], hit_at: frozenset[int], run: bool
) -> Iterator[tuple[Board, tuple[int, ...]]]:
    """Every position after every beginning of a sequence of dice, with the dice used so far."""
    if used:
        yield _board(player, opponent), used
    if not order or _all_off(_board(player, opponent)):
        return
    die = order[0]
    for point in [point for point, count in player.items() if count and point > 0]:
        if not run and point in hit_at and player[point] == 1:
            continue
        after = _step(player, opponent, point, die)
        if after:
            mine_after, theirs_after, hit = after
            landed = hit_at | {point - die} if hit and point - die <= 6 else hit_at
            yield from _walk(mine_after, theirs_after, order[1:], (*used, die), landed, run)


def _step(player: Side, opponent: Side, point: int, die: int) -> tuple[Side, Side, bool] | None:
    """One checker moved by one die, None when the rules forbid it."""
    if player.get(25) and point != 25:
        return None
    goal = point - die
    if goal <= 0:
        on_board = [other for other, count in player.items() if count and other > 0]
        if any(other > 6 for other in on_board):
            return None
        if goal < 0 and any(other > point for other in on_board):
            return None
        goal = 0
    opposing = opponent.get(25 - goal, 0) if goal else 0
    if opposing >= 2:
        return None
    player, opponent = dict(player), dict(opponent)
    player[point] -= 1
    player[goal] = player.get(goal, 0) + 1
    if opposing == 1:
        opponent[25 - goal] = 0
        opponent[25] = opponent.get(25, 0) + 1
    return player, opponent, opposing == 1


def _all_off(board: Board) -> bool:
    return all(point == 0 for point, _ in board[0])


def _board(player: dict[int, int], opponent: dict[int, int]) -> Board:
    def side(counts: dict[int, int]) -> tuple[tuple[int, int], ...]:
        return tuple(sorted((point, count) for point, count in counts.items() if count))

    return side(player), side(opponent)
