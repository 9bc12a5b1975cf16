"""XGID, the one-line position of eXtreme Gammon.

``XGID=board:cube:owner:turn:dice:score:score:rules:length:largest``. The board is 26 letters: the bar of the player at
the top (0), the points of the player at the bottom (1 … 24) and the bottom player's bar (25). Capitals are the bottom
player's checkers, small letters the top player's, ``-`` is an empty point. Cube and largest cube are exponents of two.
Owner and turn are 1 for the bottom player, -1 for the top player, 0 for nobody. ``rules`` is 1 for the Crawford game
of a match; in money play 1 means Jacoby and 2 beavers.

Source: the help of eXtreme Gammon; docs/rules/notation.md#xgid.
"""

from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.board import FULL, Position
from rules.points import BAR, OFF, SIZE

_FIELDS = 10
_LETTERS = "-abcdefghijklmno"
_CUBE_ACTIONS = frozenset("DBR")
_LARGEST = 20


@dataclass(frozen=True, slots=True)
class XgPosition:
    """The content of an XGID. Players are 0 (bottom) and 1 (top); ``position`` is seen by the player on turn.

    ``owner`` None: the cube is centred. ``dice`` None: not rolled. ``waiting`` is ``D``, ``B`` or ``R`` while a double,
    a beaver or a raccoon waits for its answer. ``length`` 0 is money play.
    """

    position: Position
    cube: int = 1
    owner: int | None = None
    turn: int = 0
    dice: tuple[int, int] | None = None
    waiting: str | None = None
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    length: int = 0
    largest_cube: int = 1 << 10


def read_xgid(text: str, *, checkers: int = FULL) -> XgPosition:
    """Read an XGID, with or without ``XGID=`` before it.

    Raises RuleBroken ``xgid.text`` (naming the field), ``position.crowded`` or ``dice.text``.

    >>> read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:3:10").dice
    (5, 2)
    """
    fields = text.strip()[:200].removeprefix("XGID=").split(":")
    if len(fields) != _FIELDS:
        raise RuleBroken("xgid.text", field="count", got=len(fields))
    bottom, top = _sides(fields[0], checkers)
    turn = _sign(fields[3], "turn")
    if turn is None:
        raise RuleBroken("xgid.text", field="turn", got=fields[3])
    position = Position(bottom, top) if turn == 0 else Position(top, bottom)
    length, rules = _number(fields[8], "length", 999), _number(fields[7], "rules", 3)
    dice, waiting = _dice(fields[4])
    return XgPosition(
        position=position,
        cube=1 << _number(fields[1], "cube", _LARGEST),
        owner=_sign(fields[2], "owner"),
        turn=turn,
        dice=dice,
        waiting=waiting,
        score=(_number(fields[5], "score", 9999), _number(fields[6], "score", 9999)),
        crawford=bool(length and rules & 1),
        jacoby=bool(not length and rules & 1),
        beavers=bool(not length and rules & 2),
        length=length,
        largest_cube=1 << _number(fields[9], "largest", _LARGEST),
    )


def write_xgid(xg: XgPosition) -> str:
    """Return the XGID, beginning with ``XGID=``.

    Raises RuleBroken ``position.no_id`` for more than 15 checkers on a point, the most it can hold.
    """
    bottom, top = xg.position.player, xg.position.opponent
    if xg.turn:
        bottom, top = top, bottom
    if max(bottom[1:]) >= len(_LETTERS) or max(top[1:]) >= len(_LETTERS):
        raise RuleBroken("position.no_id", checkers=max(*bottom[1:], *top[1:]))
    board = [_LETTERS[top[BAR]], *(_point(bottom[point], top[25 - point]) for point in range(1, BAR))]
    board.append(_LETTERS[bottom[BAR]].upper())
    dice = xg.waiting or (f"{xg.dice[0]}{xg.dice[1]}" if xg.dice else "00")
    rules = int(xg.crawford) if xg.length else xg.jacoby + 2 * xg.beavers
    fields = (
        xg.cube.bit_length() - 1, _SIGNS[xg.owner], _SIGNS[xg.turn], dice, xg.score[0], xg.score[1], rules,
        xg.length, xg.largest_cube.bit_length() - 1,
    )  # fmt: skip
    return "XGID=" + ":".join(["".join(board), *map(str, fields)])


_SIGNS = {None: 0, 0: 1, 1: -1}


def _point(bottom: int, top: int) -> str:
    return _LETTERS[bottom].upper() if bottom else _LETTERS[top]


def _sides(letters: str, checkers: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the bottom and the top player's checkers, 26 counts each in own numbers."""
    if len(letters) != SIZE or not set(letters) <= set(_LETTERS + _LETTERS.upper()):
        raise RuleBroken("xgid.text", field="board", got=letters[:40])
    bottom, top = [0] * SIZE, [0] * SIZE
    for place, letter in enumerate(letters):
        count = _LETTERS.index(letter.lower())
        if letter.isupper() and place:
            bottom[place] = count
        elif letter.islower() and place < BAR:
            top[25 - place] = count
        elif letter != "-":
            raise RuleBroken("xgid.text", field="board", got=letters)
    for side in (bottom, top):
        side[OFF] = checkers - sum(side)
        if side[OFF] < 0:
            raise RuleBroken("position.crowded", expected=checkers, got=sum(side[1:]))
    return tuple(bottom), tuple(top)


def _number(text: str, field: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) <= most):
        raise RuleBroken("xgid.text", field=field, got=text[:20])
    return int(text)


def _sign(text: str, field: str) -> int | None:
    if text not in ("1", "0", "-1"):
        raise RuleBroken("xgid.text", field=field, got=text[:20])
    return {"1": 0, "-1": 1, "0": None}[text]


def _dice(text: str) -> tuple[tuple[int, int] | None, str | None]:
    if text in _CUBE_ACTIONS:
        return None, text
    if text == "00":
        return None, None
    if len(text) != 2 or not set(text) <= set("123456"):
        raise RuleBroken("dice.text", text=text[:20])
    return (int(text[0]), int(text[1])), None
