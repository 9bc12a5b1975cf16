"""Read whatever holds a position: a Position ID, one with a Match ID behind it, an XGID, or lists of checkers.

Source: docs/rules/notation.md#what-is-pasted.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.game.board import FULL, Position
from rules.game.dice import Dice
from rules.notation.position_id import POSITION_LETTERS, read_match_id, read_position_id
from rules.notation.xgid import read_xgid
from rules.points import BAR, OFF

LONGEST = 200
_XGID_COLONS = 9
_CHECKERS = re.compile(r"(bar|b|\d{1,2})\s?[:x×*]\s?(\d{1,2})", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Pasted:
    """A position seen by the side on roll, and what else the text says of the game.

    ``owner`` of the cube: 0 the side on roll, 1 the opponent, None centred. ``score`` is that of the side on roll, then
    the opponent's. ``length`` 0 is money; None: the text says nothing but the position.
    """

    position: Position
    dice: Dice | None = None
    cube: int = 1
    owner: int | None = None
    score: tuple[int, int] = (0, 0)
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False


def read_pasted(text: str, *, checkers: int = FULL) -> Pasted:
    """Return the position of an id, and of the game what it says.

    Raises RuleBroken ``position.long`` and as ``read_position_id``, ``read_match_id`` and ``read_xgid`` do.

    >>> read_pasted("4HPwATDgc/ABMA:cAnzACAAGAAA").dice
    (6, 4)
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise RuleBroken("position.long", most=LONGEST)
    if text.count(":") >= _XGID_COLONS or text.upper().startswith("XGID"):
        return _of_xgid(text, checkers)
    letters, colon, match = text.partition(":")
    position = read_position_id(letters[: POSITION_LETTERS + 1], checkers=checkers)
    return _with_match(position, match) if colon else Pasted(position)


def _of_xgid(text: str, checkers: int) -> Pasted:
    xg = read_xgid(text, checkers=checkers)
    return Pasted(
        xg.position,
        xg.dice,
        xg.cube,
        None if xg.owner is None else int(xg.owner != xg.turn),
        (xg.score[xg.turn], xg.score[1 - xg.turn]),
        xg.length,
        xg.crawford,
        xg.jacoby,
    )


def _with_match(position: Position, text: str) -> Pasted:
    state = read_match_id(text)
    own = state.on_roll
    return Pasted(
        position,
        state.dice if any(state.dice) else None,
        state.cube,
        None if state.owner is None else int(state.owner != own),
        (state.score[own], state.score[1 - own]),
        state.length,
        state.crawford,
        state.jacoby and not state.length,
    )


def read_checkers(text: str) -> Mapping[int, int]:
    """Return {own point: count} of a list such as ``6:5 8:3 13:5 24:2``; ``bar:1`` is on the bar, all others are off.

    Raises RuleBroken ``position.text`` with what cannot be read, ``position.point``, ``position.long``.

    >>> read_checkers("6:5, bar:1")
    {6: 5, 25: 1}
    """
    if len(text) > LONGEST:
        raise RuleBroken("position.long", most=LONGEST)
    unread = _CHECKERS.sub("", text).replace(",", " ").replace(";", " ").split()
    if unread:
        raise RuleBroken("position.text", field=unread[0][:20])
    counts: dict[int, int] = {}
    for point, count in _CHECKERS.findall(text):
        at = BAR if point.lower().startswith("b") else int(point)
        if not 1 <= at <= BAR:
            raise RuleBroken("position.point", point=at)
        counts[at] = counts.get(at, 0) + int(count)
    return counts


def write_checkers(side: tuple[int, ...]) -> str:
    """Return a side of 26 counts as ``read_checkers`` reads it, from the bar down, without what is off."""
    names = {BAR: "bar"}
    return " ".join(f"{names.get(point, point)}:{side[point]}" for point in range(BAR, OFF, -1) if side[point])
