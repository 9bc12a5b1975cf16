"""How many points each match of a bracket is played to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken

LONGEST_MATCH = 99


@dataclass(frozen=True, slots=True)
class Lengths:
    """Points a match is played to, by round of one bracket.

    ``rounds`` names the first rounds in order of play, ``last`` the last ones in order of play (so that
    ``(7, 9)`` is a semi-final to 7 and a final to 9); ``last`` wins where they overlap in a small field.
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

    def shorter(self) -> "Lengths":
        """Return the same lengths, each two points shorter and at least one point."""
        rounds, last = (tuple(max(1, points - 2) for points in each) for each in (self.rounds, self.last))
        return Lengths(max(1, self.default - 2), rounds, last)

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_lengths`` reads, as plain data."""
        return {"default": self.default, "rounds": list(self.rounds), "last": list(self.last)}


def read_lengths(data: Any) -> Lengths:
    """Return lengths from a number, a list by round, or ``{"default", "rounds", "last"}``.

    The last number of a list holds for the rounds after it too. Raises RuleBroken ``format.length``,
    ``format.shape`` or ``format.unknown``.
    """
    if isinstance(data, list):
        rounds = _points_list(data)
        if not rounds:
            raise RuleBroken("format.length", got=data)
        return Lengths(default=rounds[-1], rounds=rounds)
    if isinstance(data, int):
        return Lengths(default=_points(data))
    given = read_mapping(data, "length", {"default", "rounds", "last"})
    rounds, last = _points_list(given.get("rounds", [])), _points_list(given.get("last", []))
    fallback = rounds[-1:] or last[:1] or (7,)
    default = _points(given["default"]) if "default" in given else fallback[0]
    return Lengths(default, rounds, last)


def read_mapping(data: Any, where: str, known: set[str] | None = None) -> Mapping[str, Any]:
    """Return ``data`` as an object, of which every name is ``known``.

    Raises RuleBroken ``format.shape`` or ``format.unknown``, each with ``where`` it stands.
    """
    if not isinstance(data, Mapping):
        raise RuleBroken("format.shape", where=where, got=type(data).__name__)
    unknown = [] if known is None else sorted(str(name) for name in data if name not in known)
    if known is not None and unknown:
        raise RuleBroken("format.unknown", where=where, got=unknown, known=sorted(known))
    return data


def _points_list(data: Any) -> tuple[int, ...]:
    if not isinstance(data, list) or len(data) > LONGEST_MATCH:
        raise RuleBroken("format.length", got=data)
    return tuple(_points(each) for each in data)


def _points(data: Any) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 1 <= data <= LONGEST_MATCH:
        raise RuleBroken("format.length", got=data, shortest=1, longest=LONGEST_MATCH)
    return data
