"""``python -m rules bearoff``: the exact value of a race, the cube and the best play."""

import argparse
import json
import mmap
import sys
from typing import Any

from rules.bearoff.places import MOST_CHECKERS
from rules.bearoff.race import RaceAnswer, RaceStake, race_answer, why_beyond
from rules.bearoff.solve import solve
from rules.bearoff.table import BearoffTable, table_bytes
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.notation import read_dice
from rules.notation.position_id import read_position_id
from rules.notation.xgid import read_xgid

NAME = "bearoff"
HELP = "the exact value of a race of up to six checkers a side"
_OWNERS = {"centred": None, "mine": 0, "theirs": 1}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("position", metavar="POSITION", nargs="?", help="Position ID or XGID, seen by who is on roll")
    parser.add_argument("dice", metavar="DICE", nargs="?", help="the roll, such as 31: its plays, the best first")
    parser.add_argument("--cube", choices=sorted(_OWNERS), default="centred", help="whose the cube is")
    parser.add_argument("--value", type=int, default=1, metavar="C", help="the value of the cube")
    parser.add_argument("--away", nargs=2, type=int, metavar=("A", "B"), help="in a match: points each side is away")
    parser.add_argument("--no-cube", action="store_true", help="nobody may double, as in the Crawford game")
    parser.add_argument("--table", metavar="FILE", help="read the table from this file instead of working it out")
    parser.add_argument("--write", metavar="FILE", help="write the whole table to this file; takes half a minute")
    parser.add_argument("--json", action="store_true", help="print an object")


def run(args: argparse.Namespace) -> int:
    """Print the values; return 2 if the question is refused."""
    try:
        if args.write:
            with open(args.write, "wb") as file:
                file.write(table_bytes(solve()))
        if args.position is None:
            if args.write:
                return 0
            raise RuleBroken("position.text", field="position")
        answer = _answer(args)
    except (RuleBroken, OSError) as broken:
        code = broken.code if isinstance(broken, RuleBroken) else "file.open"
        print(json.dumps({"error": code}) if args.json else broken, file=sys.stdout if args.json else sys.stderr)
        return 2
    print(json.dumps(_as_object(answer)) if args.json else "\n".join(_lines(answer)))
    return 0


def _answer(args: argparse.Namespace) -> RaceAnswer:
    text = args.position
    position = read_xgid(text).position if ":" in text else read_position_id(text)
    why = why_beyond(position)
    if why:
        raise RuleBroken("bearoff.beyond", why=why, most=MOST_CHECKERS)
    if args.value < 1 or args.value.bit_count() != 1:
        raise RuleBroken("equity.cube", cube=args.value)
    away = tuple(args.away) if args.away else None
    if away and min(away) < 1:
        raise RuleBroken("equity.away", away=away)
    dice = read_dice(args.dice) if args.dice else None
    stake = RaceStake(args.value, _OWNERS[args.cube], away, dead=args.no_cube)
    return race_answer(position, dice, stake, _table(args.table or args.write, position))


def _table(path: str | None, position: Position) -> BearoffTable:
    """Return the table of a file, else one that is large enough for the position."""
    if path is None:
        most = max(sum(position.player[1:]), sum(position.opponent[1:]))
        return BearoffTable.make(most)
    with open(path, "rb") as file:
        try:
            return BearoffTable(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except ValueError as empty:
            raise RuleBroken("bearoff.table", size=0) from empty


def _lines(answer: RaceAnswer) -> list[str]:
    kind = "match" if answer.is_match else "equity"
    lines = [f"wins {answer.wins:.6f}, {kind} {_signed(answer.worth, answer)}"]
    if answer.cube:
        cube = answer.cube
        values = [_signed(value, answer) for value in (cube.no_double, cube.take, cube.dropped)]
        lines.append("no double {}, double and take {}, double and pass {}".format(*values))
        lines.append(f"right: {cube.action}")
    lines += [f"  {play.text:<28} wins {play.wins:.6f}, {_signed(play.worth, answer)}" for play in answer.plays]
    return lines


def _signed(value: float, answer: RaceAnswer) -> str:
    return f"{value:.6f}" if answer.is_match else f"{value:+.6f}"


def _as_object(answer: RaceAnswer) -> dict[str, Any]:
    cube = answer.cube
    return {
        "wins": answer.wins,
        "match" if answer.is_match else "equity": answer.worth,
        "cube": cube and {"no_double": cube.no_double, "take": cube.take, "pass": cube.dropped, "right": cube.action},
        "plays": [{"play": play.text, "wins": play.wins, "worth": play.worth} for play in answer.plays],
    }
