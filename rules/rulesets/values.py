"""Read the values of options: an enum by its text, a switch by on and off, a limit by its number or off."""

from enum import StrEnum
from typing import Any

from rules.errors import RuleBroken

type Start = tuple[tuple[int, int], ...]
HAND = 25  # a start point: in Tabula all checkers are in hand
MOST_CHECKERS = 15
_ON_OFF = {"on": True, "yes": True, "off": False, "no": False}
_LIMITS: dict[str, tuple[range, bool]] = {
    "version": (range(1, 1_000_000), False),
    "dice": (range(2, 4), False),
    "double_moves": (range(2, 5, 2), False),
    "gammon_value": (range(1, 3), False),
    "backgammon_value": (range(1, 4), False),
    "first_away_at": (range(11, 13), True),
    "opponent_quarter_limit": (range(1, 6), True),
    "cascade_from_turn": (range(1, 11), True),
    "stuck_limit": (range(1, 1001), True),
    "max_doublings": (range(1001), True),
    "auto_limit": (range(21), False),
}


def option_value(name: str, default: Any, value: Any) -> Any:
    """Return a value of an option as its type has it. Raises RuleBroken ``ruleset.option``."""
    if name in _LIMITS:
        values, may_be_off = _LIMITS[name]
        if may_be_off and (value is None or value in ("off", "none")):
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value in values:
            return value
        allowed: list[Any] = [*(["off"] if may_be_off else []), *values]
        raise RuleBroken("ruleset.option", option=[name], value=value, values=allowed[:12])
    if isinstance(default, StrEnum):
        if value not in list(type(default)):
            raise RuleBroken("ruleset.option", option=[name], value=value, values=list(type(default)))
        return type(default)(value)
    if isinstance(default, bool):
        switch = _ON_OFF.get(value, value) if isinstance(value, str) else value
        if not isinstance(switch, bool):
            raise RuleBroken("ruleset.option", option=[name], value=value, values=[False, True])
        return switch
    if name == "start":
        return _start(value)
    if not isinstance(value, str):
        raise RuleBroken("ruleset.option", option=[name], value=value)
    return value


def _start(value: Any) -> Start:
    """Return a start position of (own point, checkers)."""
    try:
        start = tuple((int(point), int(count)) for point, count in value)
    except (TypeError, ValueError) as broken:
        raise RuleBroken("ruleset.option", option=["start"], value=str(value)[:60]) from broken
    points = [point for point, _ in start]
    total = sum(count for _, count in start)
    if len(set(points)) < len(points) or not all(1 <= point <= HAND and count > 0 for point, count in start):
        raise RuleBroken("ruleset.option", option=["start"], value=str(value)[:60])
    if not 1 <= total <= MOST_CHECKERS:
        raise RuleBroken("ruleset.option", option=["start"], value=total)
    return start
