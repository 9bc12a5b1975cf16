"""``python -m rules plays``: every legal play of a roll."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.notation import read_dice
from rules.game.plays import legal_plays
from rules.notation.position_id import read_position_id, write_position_id
from rules.notation.xgid import read_xgid
from rules.points import BAR, OFF
from rules.rulesets import ForcedDie, Ruleset, ruleset

NAME = "plays"
HELP = "list every legal play of a roll"
LONGEST_LINE = 10_000
_LABELS = {"hyper": "hypergammon", "gulbara": "gul_bara"}
_OPTIONS: dict[str, dict[str, Any]] = {
    "either_die": {"forced_die": ForcedDie.EITHER},
    "no_hit_and_run": {"no_hit_and_run": True},
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("position", metavar="POSITION", help="Position ID, XGID or JSON; - reads JSON lines from stdin")
    parser.add_argument("dice", metavar="DICE", nargs="?", help="the roll, such as 31")
    parser.add_argument("--ruleset", metavar="ID", default="standard", help="the game played")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(args: argparse.Namespace) -> int:
    """Print the plays; return 2 if the question is refused."""
    if args.position == "-":
        return _answer_lines(args.ruleset)
    try:
        answer = _answer(_question(args.position) | {"dice": args.dice or "", "ruleset": args.ruleset})
    except RuleBroken as broken:
        _refuse(broken, as_json=args.json)
        return 2
    if args.json:
        print(json.dumps(answer))
        return 0
    print(f"{len(answer['plays'])} plays, {answer['dice_played']} dice")
    for play in answer["plays"]:
        print(f"  {play['play']:<32} {play['position_id']}")
    return 0


def _question(text: str) -> dict[str, Any]:
    """Return the question in a Position ID, an XGID or a JSON object."""
    if not text.lstrip().startswith("{"):
        return {"position": text}
    return _json(text)


def _json(text: str) -> dict[str, Any]:
    try:
        read = json.loads(text) if len(text) <= LONGEST_LINE else None
    except (ValueError, RecursionError) as broken:
        raise RuleBroken("json.text", text=text[:40]) from broken
    if not isinstance(read, dict):
        raise RuleBroken("json.text", text=text[:40])
    return read


def _answer_lines(default: str) -> int:
    """Answer every line of standard input with one line, in order; return 2 if one was refused."""
    code = 0
    for line in sys.stdin:
        if not line.strip():
            continue
        question: dict[str, Any] = {}
        try:
            question = _json(line)
            answer = _answer({"ruleset": default} | question)
        except RuleBroken as broken:
            code, answer = 2, {"error": broken.code, "facts": broken.facts}
        print(json.dumps({"id": question.get("id")} | answer, default=str))
    return code


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    game = _game(str(question.get("ruleset") or "standard"))
    position = _position(question, game)
    plays = legal_plays(position, _dice(question.get("dice")), game)
    answers = [
        {
            "play": play.text,
            "position": _counts(play.position),
            "position_id": write_position_id(play.position),
        }
        for play in plays
    ]
    return {"dice_played": plays.dice_played, "plays": answers}


def _game(label: str) -> Ruleset:
    """Return a ruleset by its id, or by an id and an option such as ``standard/either_die``."""
    id_, _, option = label.partition("/")
    game = ruleset(_LABELS.get(id_, id_))
    if not option:
        return game
    if option not in _OPTIONS:
        raise RuleBroken("ruleset.option", option=option)
    return game.with_options(**_OPTIONS[option])


def _dice(dice: Any) -> Dice:
    return read_dice("".join(map(str, dice)) if isinstance(dice, list | tuple) else str(dice))


def _position(question: Mapping[str, Any], game: Ruleset) -> Position:
    """Return the position of an id, or of counts by own point (docs/rules/command-line.md#plays)."""
    text = question.get("position")
    if isinstance(text, Mapping):
        return _position(text, game)
    if isinstance(text, str):
        if ":" in text:
            return read_xgid(text, checkers=game.checkers).position
        return read_position_id(text, checkers=game.checkers)
    player, opponent = _side(question, "m", "mb"), _side(question, "o", "ob")
    return Position.of(player, opponent, checkers=game.checkers).check(game)


def _side(question: Mapping[str, Any], points: str, bar: str) -> dict[int, int]:
    counts = question.get(points, {})
    try:
        side = {int(point): int(count) for point, count in counts.items()}
        side[BAR] = side.get(BAR, 0) + int(question.get(bar) or 0)
    except (AttributeError, TypeError, ValueError) as broken:
        raise RuleBroken("position.text", field=points) from broken
    return side


def _counts(position: Position) -> dict[str, Any]:
    """Return the position as counts by own point."""

    def side(counts: tuple[int, ...]) -> dict[str, int]:
        return {str(point): counts[point] for point in range(24, OFF, -1) if counts[point]}

    return {
        "m": side(position.player),
        "o": side(position.opponent),
        "mb": position.player[BAR],
        "ob": position.opponent[BAR],
        "mp": sorted(position.pins[0]),
        "op": sorted(position.pins[1]),
    }


def _refuse(broken: RuleBroken, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": broken.code, "facts": broken.facts}, default=str))
    else:
        print(broken, file=sys.stderr)
