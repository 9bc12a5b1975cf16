"""What an event's format says: the brackets, and how long each match is."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.errors import RuleBroken

LONGEST_MATCH = 99
FEWEST, MOST = 2, 512


class Bracket(StrEnum):
    """One sheet of an event."""

    MAIN = "main"
    CONSOLATION = "consolation"


class Consolation(StrEnum):
    """Who plays on after a loss in the main bracket."""

    NONE = "none"
    FIRST_MATCH = "first_match"
    PROGRESSIVE = "progressive"


@dataclass(frozen=True, slots=True)
class Lengths:
    """Points a match is played to, by round of one bracket.

    ``rounds`` names the first rounds in order of play, ``last`` the last ones in order of play (so that
    ``(7, 9)`` is a semi-final to 7 and a final to 9); ``last`` wins where a small field makes them meet.
    """

    default: int
    rounds: tuple[int, ...] = ()
    last: tuple[int, ...] = ()

    def of(self, round_: int, rounds: int) -> int:
        """Return the length in points of round ``round_`` (from 1) of ``rounds``."""
        from_end = rounds - round_
        if from_end < len(self.last):
            return self.last[len(self.last) - 1 - from_end]
        return self.rounds[round_ - 1] if round_ <= len(self.rounds) else self.default

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_lengths`` reads, as plain data."""
        return {"default": self.default, "rounds": list(self.rounds), "last": list(self.last)}


@dataclass(frozen=True, slots=True)
class Format:
    """An event's format: a knockout, its consolation, the lengths, Crawford (default on) and Holland (off)."""

    consolation: Consolation
    main_lengths: Lengths
    consolation_lengths: Lengths
    crawford: bool = True
    holland: bool = False

    def lengths(self, bracket: Bracket) -> Lengths:
        """Return the lengths of ``bracket``."""
        return self.main_lengths if bracket is Bracket.MAIN else self.consolation_lengths

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_format`` reads, as plain data with every default spelled out."""
        return {
            "main": "knockout",
            "consolation": self.consolation.value,
            "length": {
                "main": self.main_lengths.as_data(),
                "consolation": self.consolation_lengths.as_data(),
            },
            "crawford": self.crawford,
            "holland": self.holland,
        }


def read_format(data: Any) -> Format:
    """Return the format that ``data`` (parsed JSON) describes.

    Raises RuleBroken ``format.shape``, ``format.unknown``, ``format.main``, ``format.consolation``,
    ``format.length``, ``format.flag`` or ``holland.alone``.
    """
    given = _mapping(data, "format")
    _only(given, {"main", "consolation", "length", "crawford", "holland"}, "format")
    if given.get("main", "knockout") != "knockout":
        raise RuleBroken("format.main", got=given["main"], known=["knockout"])
    try:
        consolation = Consolation(given.get("consolation", "none"))
    except ValueError:
        known = [each.value for each in Consolation]
        raise RuleBroken("format.consolation", got=given["consolation"], known=known) from None
    lengths = given.get("length", 7)
    if isinstance(lengths, Mapping):
        _only(lengths, {"main", "consolation"}, "length")
        main = read_lengths(lengths.get("main", 7))
        lower = read_lengths(lengths["consolation"]) if "consolation" in lengths else main
    else:
        main = lower = read_lengths(lengths)
    crawford, holland = _flag(given, "crawford", True), _flag(given, "holland", False)
    if holland and not crawford:
        raise RuleBroken("holland.alone")
    return Format(consolation, main, lower, crawford, holland)


def read_lengths(data: Any) -> Lengths:
    """Return lengths from a number, a list by round, or ``{"default", "rounds", "last"}``.

    A list's last number goes on for the rounds after it. Raises RuleBroken ``format.length``,
    ``format.shape`` or ``format.unknown``.
    """
    if isinstance(data, list):
        rounds = _points_list(data)
        if not rounds:
            raise RuleBroken("format.length", got=data)
        return Lengths(default=rounds[-1], rounds=rounds)
    if isinstance(data, int):
        return Lengths(default=_points(data))
    given = _mapping(data, "length")
    _only(given, {"default", "rounds", "last"}, "length")
    rounds, last = _points_list(given.get("rounds", [])), _points_list(given.get("last", []))
    fallback = rounds[-1:] or last[:1] or (7,)
    default = _points(given["default"]) if "default" in given else fallback[0]
    return Lengths(default, rounds, last)


def _mapping(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RuleBroken("format.shape", where=what, got=type(data).__name__)
    return data


def _only(given: Mapping[str, Any], known: set[str], what: str) -> None:
    unknown = sorted(str(name) for name in given if name not in known)
    if unknown:
        raise RuleBroken("format.unknown", where=what, got=unknown, known=sorted(known))


def _points_list(data: Any) -> tuple[int, ...]:
    if not isinstance(data, list) or len(data) > LONGEST_MATCH:
        raise RuleBroken("format.length", got=data)
    return tuple(_points(each) for each in data)


def _points(data: Any) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 1 <= data <= LONGEST_MATCH:
        raise RuleBroken("format.length", got=data, shortest=1, longest=LONGEST_MATCH)
    return data


def _flag(given: Mapping[str, Any], name: str, default: bool) -> bool:
    value = given.get(name, default)
    if not isinstance(value, bool):
        raise RuleBroken("format.flag", where=name, got=value)
    return value
