"""``python -m rules plays``: every legal play of a roll."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.engine.ends import board_end
from rules.game.engine.plays import stage_plays
from rules.game.engine.turn import Stage, Stages, Turn, rest_after, stages_of
from rules.game.notation import read_dice
from rules.game.plays import LegalPlay, legal_plays, must_be_judged
from rules.notation.position_id import read_position_id, write_position_id
from rules.notation.xgid import read_xgid
from rules.points import BAR, OFF, ascending
from rules.rulesets import Contact, Geometry, Ruleset, ruleset

NAME = "plays"
HELP = "list every legal play of a roll"
LONGEST_LINE = 10_000
_LABELS = {"hyper": "hypergammon", "gulbara": "gul_bara"}
_OPTIONS: dict[str, dict[str, Any]] = {
    "either_die": {"forced_die": "either"},
    "no_hit_and_run": {"no_hit_and_run": True},
    "quarter_allowed": {"start_quarter": "allowed"},
    "no_unblock_duty": {"unblock_duty": False},
    "strict": {"prime_rule": "strict_seed"},
    "no_prime_rule": {"prime_rule": "none"},
    "doubles_allowed": {"backward_on_doubles": "allowed"},
}
_PLAYER, _OPPONENT = ("m", "mb", "mh"), ("o", "ob", "oh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("position", metavar="POSITION", help="Position ID, XGID or JSON; - reads JSON lines from stdin")
    parser.add_argument("dice", metavar="DICE", nargs="?", help="the roll, such as 31")
    parser.add_argument("--ruleset", metavar="ID", default="standard", help="the game played")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as head_rule=none",
    )
    parser.add_argument("--turn", metavar="N", type=int, default=0, help="which turn of this player it is, from 1")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(args: argparse.Namespace) -> int:
    """Print the plays; return 2 if the question is refused."""
    given = {"ruleset": args.ruleset, "turn": args.turn}
    try:
        options = dict(_named(option) for option in args.option)
        if args.position == "-":
            return _answer_lines(given, options)
        question = _question(args.position) | ({"dice": args.dice} if args.dice else {})
        answer = _answer(given | question, options)
    except RuleBroken as broken:
        _refuse(broken, as_json=args.json)
        return 2
    if args.json:
        print(json.dumps(answer))
        return 0
    print(f"{len(answer['plays'])} plays, {answer['dice_played']} dice")
    for play in answer["plays"]:
        ends = f"  [{play['ends']}]" if "ends" in play else ""
        print(f"  {play['play']:<32} {play['position_id'] or ''}{ends}".rstrip())
    for stage in answer.get("stages", [])[:1]:
        print(f"  stage 1 of {len(answer['stages'])}: {stage['times']} times {stage['die']}")
    return 0


def _named(option: str) -> tuple[str, Any]:
    """Return the name and the value of ``name=value``; a number is read as one."""
    name, _, value = option.partition("=")
    return name, int(value) if value.isdecimal() and len(value) < 9 else value


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


def _answer_lines(given: Mapping[str, Any], options: Mapping[str, Any]) -> int:
    """Answer every line of standard input with one line, in order; return 2 if one was refused."""
    code = 0
    for line in sys.stdin:
        if not line.strip():
            continue
        question: dict[str, Any] = {}
        try:
            question = _json(line)
            answer = _answer({**given, **question}, options)
        except RuleBroken as broken:
            code, answer = 2, {"error": broken.code, "facts": broken.facts}
        print(json.dumps({"id": question.get("id")} | answer, default=str))
    return code


def _answer(question: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    game = _game(question, options)
    must_be_judged(game)
    position, turn = _position(question, game), _turn(question, game)
    stages, is_rest = _rest(question), "rest" in question
    if is_rest:
        plays = stage_plays(position, stages[0], game)
    else:
        dice = _dice(question.get("dice"), game)
        plays, stages = legal_plays(position, dice, game, turn), stages_of(dice, game, turn)
    ascends = question.get("numbering") == "ascending"
    answer: dict[str, Any] = {
        "dice_played": plays.dice_played,
        "plays": [_play(play, game, ascends=ascends) for play in plays],
    }
    if stages:
        answer["stages"] = [stage._asdict() for stage in stages]
        left = () if is_rest else rest_after(stages, 0, plays.dice_played, game)
        answer["rest"] = [stage._asdict() for stage in left]
    return answer


def _play(play: LegalPlay, game: Ruleset, *, ascends: bool) -> dict[str, Any]:
    """Return one play as an object; ``ends`` says how it ends the game."""
    answer: dict[str, Any] = {
        "play": play.text,
        "position": _counts(play.position, ascends=ascends),
        "position_id": write_position_id(play.position) if _has_position_id(game) else None,
    }
    end = board_end(play.position, game)
    if end:
        answer |= {"ends": end.how, "draw": end.is_draw, "points": end.multiple}
    return answer


def _has_position_id(game: Ruleset) -> bool:
    """Whether a Position ID can say the boards of the game; it knows neither pins nor parallel ways nor hands."""
    return game.contact is Contact.HIT and game.geometry is Geometry.CONTRARY


def _game(question: Mapping[str, Any], options: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset by its id, or by an id and an option such as ``standard/either_die``, with its options."""
    id_, _, option = str(question.get("ruleset") or "standard").partition("/")
    game = ruleset(_LABELS.get(id_, id_))
    if option:
        if option not in _OPTIONS:
            raise RuleBroken("ruleset.option", option=option)
        game = game.with_options(**_OPTIONS[option])
    own = question.get("options") or {}
    if not isinstance(own, Mapping):
        raise RuleBroken("json.field", field="options")
    given = {str(name): value for name, value in {**options, **own}.items()}
    return game.with_options(**given) if given else game


def _turn(question: Mapping[str, Any], game: Ruleset) -> Turn:
    """Return which turn of the player it is: ``turn``, ``first_turn``, or ``cascade`` for one with a cascade."""
    if question.get("first_turn"):
        return Turn(1)
    if question.get("cascade"):
        return Turn(game.cascade_from_turn or 0)
    number = question.get("turn") or 0
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise RuleBroken("json.field", field="turn", got=str(number)[:20])
    return Turn(number)


def _rest(question: Mapping[str, Any]) -> Stages:
    """Return the remainder to play: ``rest`` as [[die, times], …] or as the objects of an answer."""
    if "rest" not in question:
        return ()
    try:
        rest = [tuple(each.values()) if isinstance(each, Mapping) else tuple(each) for each in question["rest"]]
        stages = tuple(Stage(int(die), int(times)) for die, times in rest)
    except (TypeError, ValueError) as broken:
        raise RuleBroken("json.field", field="rest") from broken
    if not stages or not all(1 <= stage.die <= 6 and 1 <= stage.times <= 4 for stage in stages):
        raise RuleBroken("json.field", field="rest")
    return stages


def _dice(dice: Any, game: Ruleset) -> Dice:
    return read_dice("".join(map(str, dice)) if isinstance(dice, list | tuple) else str(dice or ""), game.dice)


def _position(question: Mapping[str, Any], game: Ruleset) -> Position:
    """Return the position of an id, or of counts by own point (docs/rules/command-line.md#plays)."""
    text = question.get("position")
    if isinstance(text, Mapping):
        return _position(text, game)
    if isinstance(text, str):
        if not _has_position_id(game):
            raise RuleBroken("position.text", field="position", ruleset=game.id)
        if ":" in text:
            return read_xgid(text, checkers=game.checkers).position
        return read_position_id(text, checkers=game.checkers)
    ascends = question.get("numbering") == "ascending"
    player, opponent = (_side(question, names, ascends=ascends) for names in (_PLAYER, _OPPONENT))
    bare = Position.of(player, opponent, checkers=game.checkers)
    hands = _whole(question, "mh"), _whole(question, "oh")
    pins = _pins(question, bare, game)
    return Position(bare.player, bare.opponent, pins, hands).check(game)


def _side(question: Mapping[str, Any], names: tuple[str, str, str], *, ascends: bool) -> dict[int, int]:
    points, bar, hand = names
    counts = question.get(points, {})
    try:
        side = {ascending(int(point)) if ascends else int(point): int(count) for point, count in counts.items()}
    except (AttributeError, TypeError, ValueError) as broken:
        raise RuleBroken("position.text", field=points) from broken
    side[BAR] = side.get(BAR, 0) + _whole(question, bar) + _whole(question, hand)
    return side


def _whole(question: Mapping[str, Any], name: str) -> int:
    value = question.get(name) or 0
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RuleBroken("position.text", field=name)
    return value


def _pins(question: Mapping[str, Any], bare: Position, game: Ruleset) -> tuple[frozenset[int], frozenset[int]]:
    """Return the pinned points ``mp`` and ``op``; without them, a single checker under several is the pinned one."""
    try:
        own, opposing = (frozenset(int(point) for point in question.get(name) or ()) for name in ("mp", "op"))
    except (TypeError, ValueError) as broken:
        raise RuleBroken("position.text", field="mp") from broken
    if game.contact is not Contact.PIN:
        return own, opposing
    opposite = game.geometry.opposite
    for point in range(1, BAR):
        here, there = bare.player[point], bare.opponent[opposite[point]]
        if here == 1 < there:
            own |= {point}
        elif there == 1 < here:
            opposing |= {opposite[point]}
    return own, opposing


def _counts(position: Position, *, ascends: bool) -> dict[str, Any]:
    """Return the position as counts by own point."""

    def side(counts: tuple[int, ...]) -> dict[str, int]:
        points = {point: counts[point] for point in range(24, OFF, -1) if counts[point]}
        return {str(ascending(point) if ascends else point): count for point, count in points.items()}

    hands = {"mh": position.hands[0], "oh": position.hands[1]} if any(position.hands) else {}
    return {
        "m": side(position.player),
        "o": side(position.opponent),
        "mb": position.player[BAR] - position.hands[0],
        "ob": position.opponent[BAR] - position.hands[1],
        "mp": sorted(position.pins[0]),
        "op": sorted(position.pins[1]),
    } | hands


def _refuse(broken: RuleBroken, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": broken.code, "facts": broken.facts}, default=str))
    else:
        print(broken, file=sys.stderr)
