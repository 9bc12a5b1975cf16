"""Draw a diagram in plain text: X is the player on roll, below; O is the opponent.

Source: docs/rules/diagrams.md#the-picture.
"""

from collections.abc import Iterator

from rules.diagrams.diagram import STACK, Diagram, cube_face
from rules.points import BAR, OFF
from rules.rulesets import Geometry

_TOP = (range(13, 19), range(19, 25))
_BOTTOM = (range(12, 6, -1), range(6, 0, -1))
_MARKS = ("X", "O")


def draw_text(diagram: Diagram) -> str:
    """Return the board as lines of text, without a line end after the last."""
    player, opponent = diagram.names
    player_pips, opponent_pips = diagram.position.pip_counts
    lines = [f"O  {opponent}  {opponent_pips}", _rule(diagram, _TOP)]
    lines += _half(diagram, _TOP, range(STACK), far_side=True)
    lines.append(_middle(diagram))
    lines += _half(diagram, _BOTTOM, range(STACK - 1, -1, -1), far_side=False)
    lines += [_rule(diagram, _BOTTOM), f"X  {player}  {player_pips}"]
    if diagram.geometry is not Geometry.CONTRARY:
        start = diagram.label(diagram.geometry.opposite[24])
        lines.append(f"   both move the same way, from 24 to 1; O's 24 is X's {start}")
    return "\n".join(line.rstrip() for line in lines)


def _rule(diagram: Diagram, halves: tuple[range, range]) -> str:
    left, right = ("".join(f"{diagram.label(point):>3}" for point in half) for half in halves)
    return f" +{left} -+---+{right} -+"


def _half(diagram: Diagram, halves: tuple[range, range], levels: range, *, far_side: bool) -> Iterator[str]:
    for level in levels:
        cells = ["".join(f"{_checker(diagram, point, level):>3}" for point in half) for half in halves]
        bar = diagram.position.player[BAR] if far_side else diagram.position.opponent[BAR]
        mark = _stacked(_MARKS[0 if far_side else 1], bar, level)
        off = diagram.position.opponent[OFF] if far_side else diagram.position.player[OFF]
        borne_off = f"  {_MARKS[1 if far_side else 0]} off {off}" if level == 0 and off else ""
        yield f" |{cells[0]}  | {mark or ' '} |{cells[1]}  |{borne_off}"


def _checker(diagram: Diagram, point: int, level: int) -> str:
    player, opponent = diagram.position.player[point], diagram.opposing(point)
    for own, mark, count in ((False, _MARKS[0], player), (True, _MARKS[1], opponent)):
        if diagram.is_pinned(point, own=own):
            pinned = _MARKS[0 if own else 1].lower()
            return pinned if level == 0 else _stacked(mark, count + 1, level)
    return _stacked(_MARKS[0], player, level) if player else _stacked(_MARKS[1], opponent, level)


def _stacked(mark: str, count: int, level: int) -> str:
    """Return the mark on one level of a stack; the fifth is the number when there are more."""
    if level >= count:
        return ""
    return str(count) if level == STACK - 1 and count > STACK else mark


def _middle(diagram: Diagram) -> str:
    dice = f"   rolled {diagram.dice[0]}{diagram.dice[1]}" if diagram.dice else ""
    cube = ""
    if diagram.cube is not None:
        holder = "" if diagram.owner is None else f" {_MARKS[diagram.owner]}"
        cube = f"   cube {cube_face(diagram.cube)}{holder}"
    return f" |{'':20}|BAR|{'':20}|{dice}{cube}"
