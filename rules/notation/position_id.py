"""GNU Backgammon's Position ID (14 letters) and Match ID (12 letters).

A Position ID holds 80 bits, the lowest bit of each byte first. The opponent of the player on roll comes first. Each
side is written from its ace point to its bar: a 1 for each checker and a 0 after each point. All other checkers are
off. A Match ID holds 66 bits of cube, score and dice. Both are base 64 without padding.

Source: the GNU Backgammon manual; docs/rules/notation.md#position-id-and-match-id.
"""

import base64
import binascii
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.board import FULL, Position
from rules.points import BAR, OFF, SIZE

POSITION_LETTERS = 14
MATCH_LETTERS = 12


def write_position_id(position: Position) -> str:
    """Return the Position ID of a position seen by the player on roll.

    Raises RuleBroken ``position.no_id`` for more than 15 checkers on one side, the most it can hold.

    >>> from rules.rulesets import STANDARD
    >>> write_position_id(Position.start(STANDARD))
    '4HPwATDgc/ABMA'
    """
    bits = place = 0
    for side in (position.opponent, position.player):
        if sum(side[1:]) > FULL:
            raise RuleBroken("position.no_id", checkers=sum(side[1:]))
        for count in side[1:]:
            bits |= ((1 << count) - 1) << place
            place += count + 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode().rstrip("=")


def read_position_id(text: str, *, checkers: int = FULL) -> Position:
    """Return the position of a Position ID, seen by the player on roll.

    Raises RuleBroken ``position_id.text``, ``position_id.bits``, ``position.crowded`` or ``position.shared_point``.
    """
    bits = _bits(text, POSITION_LETTERS, "position_id.text")
    sides = []
    for _ in range(2):
        side = [0] * SIZE
        for point in range(1, SIZE):
            while bits & 1:
                side[point] += 1
                bits >>= 1
            bits >>= 1
        side[OFF] = checkers - sum(side)
        if side[OFF] < 0:
            raise RuleBroken("position.crowded", expected=checkers, got=sum(side[1:]))
        sides.append(tuple(side))
    if bits:
        raise RuleBroken("position_id.bits", text=text)
    opponent, player = sides
    shared = [point for point in range(1, BAR) if player[point] and opponent[25 - point]]
    if shared:
        raise RuleBroken("position.shared_point", points=shared)
    return Position(player, opponent)


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match without its board. Players are 0 and 1; ``dice`` are (0, 0) before the roll.

    ``owner`` None: the cube is centred. ``game_state`` is 0 none, 1 playing, 2 over, 3 resigned, 4 dropped.
    ``resigned`` is the level of an offered resignation, 0 for none. ``length`` 0 is a money session.
    """

    cube: int = 1
    owner: int | None = None
    on_roll: int = 0
    crawford: bool = False
    game_state: int = 1
    turn: int = 0
    doubled: bool = False
    resigned: int = 0
    dice: tuple[int, int] = (0, 0)
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = True


_LARGEST_LOG = 15
_MOST_POINTS = (1 << 15) - 1
_CENTRED, _NOBODY_ELSE, _DROPPED = 3, 2, 4
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)  # bits of each number, the lowest first


def write_match_id(state: MatchState) -> str:
    """Return the Match ID of a state.

    Raises RuleBroken ``match_id.range`` for a cube, a length or a score that it cannot hold, or ``dice.range``.

    >>> write_match_id(MatchState(2, 0, 1, dice=(5, 2), turn=1, length=9, score=(2, 4), jacoby=False))
    'QYkqASAAIAAE'
    """
    log = state.cube.bit_length() - 1
    points = (state.length, *state.score)
    if state.cube != 1 << log or log > _LARGEST_LOG or not all(0 <= one <= _MOST_POINTS for one in points):
        raise RuleBroken("match_id.range", cube=state.cube, points=points)
    if not all(0 <= die <= 6 for die in state.dice):
        raise RuleBroken("dice.range", dice=state.dice)
    bits = place = 0
    for value, width in zip(_fields(state, log), _WIDTHS, strict=True):
        bits |= value << place
        place += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def _fields(state: MatchState, log: int) -> tuple[int, ...]:
    """Return the numbers of a Match ID, in the order of ``_WIDTHS``."""
    owner = _CENTRED if state.owner is None else state.owner
    flags = int(state.crawford), state.game_state, state.turn, int(state.doubled), state.resigned
    return log, owner, state.on_roll, *flags, *state.dice, state.length, *state.score, int(not state.jacoby)


def read_match_id(text: str) -> MatchState:
    """Return the state that a Match ID holds.

    Raises RuleBroken ``match_id.text``, ``match_id.bits`` or ``dice.range``.
    """
    bits = _bits(text, MATCH_LETTERS, "match_id.text")
    values = []
    for width in _WIDTHS:
        values.append(bits & ((1 << width) - 1))
        bits >>= width
    log, owner, on_roll, crawford, game_state, turn, doubled, resigned, one, two, length, *score, no_jacoby = values
    if bits or owner == _NOBODY_ELSE or game_state > _DROPPED:
        raise RuleBroken("match_id.bits", text=text)
    if max(one, two) > 6 or (one == 0) != (two == 0):
        raise RuleBroken("dice.range", dice=(one, two))
    return MatchState(
        cube=1 << log,
        owner=None if owner == _CENTRED else owner,
        on_roll=on_roll,
        crawford=bool(crawford),
        game_state=game_state,
        turn=turn,
        doubled=bool(doubled),
        resigned=resigned,
        dice=(one, two),
        length=length,
        score=(score[0], score[1]),
        jacoby=not no_jacoby,
    )


def _bits(text: str, letters: int, code: str) -> int:
    """Return the number that base 64 letters stand for, lowest byte first."""
    if len(text) != letters or not text.isascii() or "=" in text:
        raise RuleBroken(code, text=text[:40], letters=letters)
    try:
        content = base64.b64decode(text + "=" * (-letters % 4), validate=True)
    except binascii.Error as broken:
        raise RuleBroken(code, text=text[:40], letters=letters) from broken
    return int.from_bytes(content, "little")
