"""Every legal play of any game, written from the rule text alone: slow and plain.

A board is a row of stacks, bottom first, by the mover's own point: ``M`` a checker of the mover, ``T`` one of the other
side. Point 25 is the bar, 26 the hand, 0 is off. A pinned checker is simply not on top. Shares no code with the rule
book's engine; a game is asked only for its options.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from rules.rulesets import Ruleset


class Board(NamedTuple):
    """``stacks[p]`` for the mover's points 1 … 24 (0 unused), and how many of each side are elsewhere."""

    stacks: tuple[str, ...]
    bar: int
    hand: int
    off: int
    their_bar: int
    their_off: int


class Trail(NamedTuple):
    """What the rules remember within a turn: heads left, and own home points where a checker has just hit."""

    heads: int = 0
    hit_at: frozenset[int] = frozenset()


class Play(NamedTuple):
    """A sequence of steps: where it ends, its dice in order, whether the game is over, whether it went backwards."""

    end: Board
    used: tuple[int, ...]
    over: bool
    backward: bool


type State = tuple[Board, tuple[int, ...]]


def their_number(point: int, game: Ruleset) -> int:
    """The other side's number of the mover's point."""
    if game.geometry == "contrary":
        return 25 - point
    if game.geometry == "parallel_same":
        return point
    return point + 12 if point <= 12 else point - 12


def all_ends(board: Board, dice: tuple[int, ...], game: Ruleset, *, first: bool = False) -> tuple[set[Board], int]:
    """Every end of a legal play and the number of dice that count (all when it ends the game)."""
    rolled = (dice[0],) * game.double_moves if len(dice) == 2 and dice[0] == dice[1] else dice
    limit = 99
    if game.head_rule == "one_per_turn":
        limit = 1
        if first and game.first_turn_second_head == "named_doubles" and rolled[0] in (3, 4, 6) and len(rolled) == 4:
            limit = 2
        if first and game.first_turn_second_head == "whenever_needed":
            alone = duties(board, rolled, game, sequences(board, rolled, dice, game, 1))
            limit = 1 if alone[1] == len(rolled) else 2
    return duties(board, rolled, game, sequences(board, rolled, dice, game, limit))


def duties(
    board: Board, rolled: tuple[int, ...], game: Ruleset, made: tuple[list[Play], set[State]]
) -> tuple[set[Board], int]:
    """Keep the plays that satisfy every duty, in the order of the rule text."""
    plays, goes_on = made
    allowed = [play for play in plays if play.over or may_stand(play.end, game)]
    counted = [play for play in allowed if game.backward_compulsory or not play.backward]
    most = max((len(rolled) if play.over else len(play.used) for play in counted), default=0)
    best = [play for play in counted if (len(rolled) if play.over else len(play.used)) == most]
    larger = max(rolled)
    needs_larger = False
    if most == 1 and len(rolled) == 2 and rolled[0] != rolled[1] and game.forced_die == "larger":
        needs_larger = any(play.used == (larger,) for play in best)
        best = [play for play in best if not needs_larger or play.used == (larger,)]
    if wall_is_to_be_opened(board, game):
        best = [play for play in best if not holds_wall(board, play.end, game)] or best
    ends = {play.end for play in best}
    if not game.backward_compulsory:
        ends |= voluntary(plays, goes_on, most, larger if needs_larger else 0)
        if not most and ends:
            ends |= {board}
    return ends, most


def voluntary(plays: list[Play], goes_on: set[State], most: int, only: int) -> set[Board]:
    """Plays with a backward hit that nobody has to make: enough dice, and no forward step goes on from there."""
    ends = set()
    for play in plays:
        is_enough = play.over or len(play.used) >= most
        is_larger = play.over or not only or len(play.used) > 1 or play.used[0] == only
        if play.backward and is_enough and is_larger and (play.over or (play.end, play.used) not in goes_on):
            ends.add(play.end)
    return ends


def sequences(
    board: Board, rolled: tuple[int, ...], dice: tuple[int, ...], game: Ruleset, heads: int
) -> tuple[list[Play], set[State]]:
    """Every beginning of every order of the dice with every choice of checkers, and where a forward step went on."""
    backwards = backward_dice(dice, game)
    plays: list[Play] = []
    goes_on: set[State] = set()
    for order in sorted(set(permutations(rolled))):
        states = {(board, Trail(heads), False)}
        for done, die in enumerate(order, start=1):
            after = set()
            for before, trail, backward in states:
                for end, left, went_back in steps(before, die, game, trail, backwards):
                    over = is_over(end, game)
                    plays.append(Play(end, order[:done], over, backward or went_back))
                    if not went_back:
                        goes_on.add((before, order[: done - 1]))
                    if not over:
                        after.add((end, left, backward or went_back))
            states = after
    return plays, goes_on


def backward_dice(dice: tuple[int, ...], game: Ruleset) -> set[int]:
    if game.backward_hits == "any":
        return set(dice)
    if game.backward_hits == "smaller_die" and (dice[0] != dice[1] or game.backward_on_doubles == "allowed"):
        return {min(dice)}
    return set()


def steps(
    board: Board, die: int, game: Ruleset, trail: Trail, backwards: set[int]
) -> Iterator[tuple[Board, Trail, bool]]:
    """Every single step, with what the rules remember after it and whether it went backwards."""
    if board.bar:
        sources = [25]
    else:
        sources = [point for point in range(1, 25) if board.stacks[point].endswith("M")]
        sources += [26] if board.hand else []
    runner = first_checker(board, game)
    for src in sources:
        if (runner and src != runner) or (src == 24 and not trail.heads):
            continue
        if game.no_hit_and_run and src in trail.hit_at and mine(board, src) == 1:
            continue
        end = forward(board, src, die, game)
        if end is not None and not stands_wrongly(end, game):
            yield finished(board, end, src, min(src, 25) - die, trail, game, went_back=False)
        if die in backwards and not board.bar and src + die <= 24 and board.stacks[src + die] == "T":
            yield finished(board, land(board, src, src + die, game), src, src + die, trail, game, went_back=True)


def finished(
    board: Board, end: Board, src: int, dst: int, trail: Trail, game: Ruleset, *, went_back: bool
) -> tuple[Board, Trail, bool]:
    hit = end.their_bar > board.their_bar and 1 <= dst <= 6
    heads = trail.heads - (src == 24)
    return end, Trail(heads, trail.hit_at | ({dst} if hit else set())), went_back


def forward(board: Board, src: int, die: int, game: Ruleset) -> Board | None:
    """The board after a step towards home, None when a rule forbids it."""
    dst = min(src, 25) - die
    waiting = board.bar + board.hand
    if game.half_rule and waiting and src <= 24 and src >= 13 and dst <= 12:
        return None
    if dst <= 0:
        return bear_off(board, src, die, game)
    inside = not waiting and all("M" not in stack for stack in board.stacks[7:])
    if inside and game.bearoff == "exact_only_no_moves_inside":
        return None
    stack = board.stacks[dst]
    theirs = stack.count("T")
    if game.contact == "block" and theirs:
        return None
    if theirs > 1 or (theirs == 1 and stack.startswith("MT")):
        return None
    return land(board, src, dst, game)


def bear_off(board: Board, src: int, die: int, game: Ruleset) -> Board | None:
    waiting = board.bar + board.hand
    if game.half_rule and waiting:
        return None
    exact = game.bearoff == "exact_only_no_moves_inside"
    if game.dice == 3 and not game.tabula_bearoff:
        return leave(board, src) if src == die or not exact else None
    if waiting or any("M" in stack for stack in board.stacks[7:]):
        return None
    if game.bearoff_while_pinned == "forbidden" and any(stack.startswith("MT") for stack in board.stacks):
        return None
    if src != die and (exact or any("M" in stack for stack in board.stacks[src + 1 :])):
        return None
    return leave(board, src)


def leave(board: Board, src: int) -> Board:
    end = lift(board, src)
    return end._replace(off=end.off + 1)


def lift(board: Board, src: int) -> Board:
    """Take the mover's top checker from a point, the bar or the hand."""
    if src == 25:
        return board._replace(bar=board.bar - 1)
    if src == 26:
        return board._replace(hand=board.hand - 1)
    stacks = list(board.stacks)
    stacks[src] = stacks[src][:-1]
    return board._replace(stacks=tuple(stacks))


def land(board: Board, src: int, dst: int, game: Ruleset) -> Board:
    """Move the mover's checker; a single one of the other side is hit, or covered where the game pins."""
    end = lift(board, src)
    stacks, bar = list(end.stacks), end.their_bar
    if stacks[dst] == "T" and game.contact == "hit":
        stacks[dst] = ""
        bar += 1
    stacks[dst] += "M"
    return end._replace(stacks=tuple(stacks), their_bar=bar)


def mine(board: Board, point: int) -> int:
    return board.stacks[point].count("M") if point <= 24 else 0


def held(board: Board) -> set[int]:
    return {point for point in range(1, 25) if "M" in board.stacks[point]}


def first_checker(board: Board, game: Ruleset) -> int | None:
    """Where the only checker that may move stands, None when all may."""
    if game.first_away_at is None or board.off or any(point <= game.first_away_at for point in held(board)):
        return None
    return min(held(board))


def may_stand(board: Board, game: Ruleset) -> bool:
    """Whether a play may end like this."""
    if game.start_quarter != "allowed" and held(board) >= set(range(19, 25)):
        return False
    if game.opponent_quarter_limit and len(held(board) & set(range(7, 13))) > game.opponent_quarter_limit:
        return False
    return not has_wrong_prime(board, game)


def stands_wrongly(board: Board, game: Ruleset) -> bool:
    """Whether a board may not even be passed through."""
    if game.start_quarter == "forbidden_every_step" and held(board) >= set(range(19, 25)):
        return True
    return game.prime_check == "every_step" and has_wrong_prime(board, game)


def has_wrong_prime(board: Board, game: Ruleset) -> bool:
    if game.prime_rule == "none":
        return False
    walls = {their_number(point, game) for point in held(board)}
    theirs = {their_number(point, game) for point in range(1, 25) if "T" in board.stacks[point]}
    for low in range(1, 20):
        if walls >= set(range(low, low + 6)):
            ahead = board.their_off > 0 or any(number < low for number in theirs)
            behind = any(number > low + 5 for number in theirs)
            if (game.prime_rule == "opponent_ahead" and not ahead) or (game.prime_rule == "strict_seed" and behind):
                return True
    return False


def wall_points(board: Board, game: Ruleset) -> list[int]:
    """The six of the mover's points right in front of a pile of all the other side's checkers, if there is one."""
    piles = [point for point in range(1, 25) if "T" in board.stacks[point]]
    if len(piles) != 1 or board.their_off or board.their_bar:
        return []
    number = their_number(piles[0], game)
    return [point for point in range(1, 25) if number - 6 <= their_number(point, game) <= number - 1]


def wall_is_to_be_opened(board: Board, game: Ruleset) -> bool:
    wall = wall_points(board, game) if game.unblock_duty else []
    return len(wall) == 6 and set(wall) <= held(board)


def holds_wall(before: Board, end: Board, game: Ruleset) -> bool:
    return set(wall_points(before, game)) <= held(end)


def is_over(board: Board, game: Ruleset) -> bool:
    """All are off, or the other side's mother lies under a checker and no own one is left free on the own start."""
    if not any("M" in stack for stack in board.stacks) and not board.bar and not board.hand:
        return True
    if not game.mother_rule:
        return False
    theirs = next(point for point in range(1, 25) if their_number(point, game) == 24)
    is_pinned = board.stacks[theirs].startswith("TM")
    own = board.stacks[24]
    return is_pinned and ("M" not in own or own.startswith("MT"))


def as_board(position: Any, game: Ruleset) -> Board:
    """The rows of stacks of a position of the rule book."""
    stacks = [""] * 25
    for point in range(1, 25):
        there = their_number(point, game)
        own, theirs = "M" * position.player[point], "T" * position.opponent[there]
        stacks[point] = theirs + own if there in position.pins[1] else own + theirs
    hand = position.hands[0]
    return Board(
        tuple(stacks), position.player[25] - hand, hand, position.player[0], position.opponent[25], position.opponent[0]
    )
