"""Our own format: a match record as JSON, with everything a record can hold.

Source: docs/rules/files.md#json.
"""

import json
from typing import Any

from rules.errors import RuleBroken
from rules.files.limits import LONGEST_NAME, MOST_ROWS, check_games, match_length, number
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.notation import LONGEST_PLAY
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.points import SIZE

NAME = "barpoint match"
VERSION = 1
_SIDES = ("top", "bottom")
_MOST_TAGS = 100


def write_json(match: MatchRecord) -> str:
    """Return the match as JSON, one line for each action."""
    head = {
        "form": NAME,
        "version": VERSION,
        "length": match.length,
        "players": list(match.players),
        "tags": [list(tag) for tag in match.tags],
        "crawford": match.crawford,
        "jacoby": match.jacoby,
        "beavers": match.beavers,
        "variation": match.variation,
    }
    games = ",\n".join(_write_game(game) for game in match.games)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "games": [\n{games}\n]}}\n'


def _write_game(game: GameRecord) -> str:
    result = game.result
    head = {
        "number": game.number,
        "score": game.score,
        "crawford": game.crawford,
        "start_cube": game.start_cube,
        "result": result and {"winner": _side_name(result.winner), "points": result.points},
    }
    actions = ",\n".join("  " + json.dumps(_write_action(action), ensure_ascii=False) for action in game.actions)
    return " " + json.dumps(head)[:-1] + f', "actions": [\n{actions}\n ]}}'


def _side_name(winner: int | None) -> str | None:
    return None if winner is None else _SIDES[winner]


def _write_action(action: Action) -> dict[str, Any]:
    fields: dict[str, Any] = {"side": _SIDES[action.side], "do": action.kind, "row": action.row}
    if action.dice:
        fields["dice"] = action.dice
    if action.play:
        fields["play"] = action.play
    if action.value is not None:
        fields["value"] = action.value
    if action.position:
        fields["position"] = _write_position(action.position)
    return fields


def _write_position(position: Position) -> dict[str, Any]:
    """Return a board that was set up; pins and hands only in games that have them."""
    fields: dict[str, Any] = {"mine": position.player, "theirs": position.opponent}
    if any(position.pins):
        fields["pins"] = [sorted(side) for side in position.pins]
    if any(position.hands):
        fields["hands"] = position.hands
    return fields


def read_json(text: str) -> MatchRecord:
    """Read a match in our own format.

    Raises RuleBroken ``json.text``, ``json.form``, ``json.field`` (naming it), ``file.games``, ``file.rows``,
    ``length.range`` or ``number.range``.
    """
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as broken:
        raise RuleBroken("json.text", starts=text[:40]) from broken
    if not isinstance(read, dict) or read.get("form") != NAME or read.get("version") != VERSION:
        raise RuleBroken("json.form", expected=NAME, version=VERSION)
    try:
        return _match(read)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as broken:
        raise RuleBroken("json.field", field=str(broken)[:60]) from broken


def _match(read: dict[str, Any]) -> MatchRecord:
    length = match_length(str(_whole(read["length"])))
    check_games(len(read["games"]), length)
    first, second = (_text(name) for name in read["players"])
    tags = tuple((_text(key), _text(text)) for key, text in read["tags"][:_MOST_TAGS])
    variation = read.get("variation")
    return MatchRecord(
        length=length,
        players=(first, second),
        games=tuple(map(_game, read["games"])),
        tags=tags,
        form="json",
        crawford=_flag(read.get("crawford")),
        jacoby=_flag(read.get("jacoby")),
        beavers=_flag(read.get("beavers")),
        variation=None if variation is None else _text(variation),
    )


def _game(read: dict[str, Any]) -> GameRecord:
    if len(read["actions"]) > 2 * MOST_ROWS:
        raise RuleBroken("file.rows", most=MOST_ROWS, game=read.get("number"))
    score, result = read.get("score"), read.get("result")
    return GameRecord(
        number=None if read.get("number") is None else _whole(read["number"]),
        score=None if score is None else _pair(score),
        actions=tuple(map(_action, read["actions"])),
        result=None if result is None else _result(result),
        crawford=_flag(read.get("crawford")),
        start_cube=_whole(read.get("start_cube", 1)),
    )


def _action(read: dict[str, Any]) -> Action:
    position = read.get("position")
    play = _text(read.get("play", ""))
    if len(play) > LONGEST_PLAY:
        raise RuleBroken("play.long", length=len(play), longest=LONGEST_PLAY)
    return Action(
        side=_SIDES.index(read["side"]),
        kind=Kind(read["do"]),
        row=_row(read.get("row")),
        dice=_dice(read["dice"]) if "dice" in read else None,
        play=play,
        value=_whole(read["value"]) if "value" in read else None,
        position=None if position is None else _position(position),
    )


def _result(read: dict[str, Any]) -> Result:
    """Return a result; a draw has no winner."""
    winner = read["winner"]
    return Result(None if winner is None else _SIDES.index(winner), _whole(read["points"]))


def _position(read: dict[str, Any]) -> Position:
    own, opposing = (frozenset(_point(point) for point in side) for side in read.get("pins", ([], [])))
    return Position(_side(read["mine"]), _side(read["theirs"]), (own, opposing), _pair(read.get("hands", (0, 0))))


def _point(value: Any) -> int:
    point = _whole(value)
    if not 1 <= point <= 24:
        raise RuleBroken("position.point", point=point)
    return point


def _dice(numbers: Any) -> Dice:
    """Return two dice, or three of Tabula."""
    dice = tuple(map(_whole, numbers))
    if len(dice) not in (2, 3):
        raise RuleBroken("json.field", field="dice", got=str(numbers)[:20])
    return dice


def _side(counts: list[Any]) -> tuple[int, ...]:
    side = tuple(map(_whole, counts))
    if len(side) != SIZE:
        raise RuleBroken("position.shape", length=len(side))
    return side


def _pair(numbers: Any) -> tuple[int, int]:
    first, second = numbers
    return _whole(first), _whole(second)


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RuleBroken("json.field", field="number", got=str(value)[:20])
    return number(str(value))


def _row(value: Any) -> int | None:
    return None if value is None else _whole(value)


def _flag(value: Any) -> bool | None:
    if value not in (None, True, False):
        raise RuleBroken("json.field", field="flag", got=str(value)[:20])
    return None if value is None else bool(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise RuleBroken("json.field", field="text", got=str(value)[:20])
    return value
