"""The conditions of play of an event, beside its format: clocks, lateness, pace, phones, announcements.

Source: docs/rules/conditions.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from typing import Any

from rules.errors import RuleBroken
from rules.members import EntrantKind
from rules.naming import read_lines
from rules.re_entry import MOST_TIMES, MOST_UNTIL, NEVER, ReEntry
from rules.timing.hours import read_hour, write_hour

LONGEST_FEE, LONGEST_TEXT = 120, 1000
_RANGES = {
    "clock.reserve_per_point": (10, 1800),
    "clock.delay": (0, 120),
    "lateness.grace": (0, 240),
    "lateness.each": (1, 240),
    "minutes_per_point": (1, 60),
    "reporting.grace": (0, 60),
    "re_entry.times": (0, MOST_TIMES),
    "re_entry.until": (1, MOST_UNTIL),
}


class ClockStatus(StrEnum):
    """Whether matches are played with clocks."""

    REQUIRED = "required"
    ALLOWED = "allowed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Clock:
    """``reserve_per_point`` in seconds for each point of a match's length, ``delay`` in free seconds in each turn."""

    reserve_per_point: int = 120
    delay: int = 12
    status: ClockStatus = ClockStatus.ALLOWED


@dataclass(frozen=True, slots=True)
class Lateness:
    """Penalty points for lateness, in minutes: one when ``grace`` ends, and one more after every ``each``."""

    grace: int = 5
    each: int = 5


@dataclass(frozen=True, slots=True)
class Reporting:
    """Whether players may report by ``phones``; the loser may contest a report for ``grace`` minutes."""

    phones: bool = True
    grace: int = 10


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of play of an event.

    ``minutes_per_point`` is the pace for forecasts; without ``legal_moves`` an opponent may accept an illegal play.
    With ``odds`` the public sees who wins with which chance. No match starts after ``last_start``, a time of day.
    ``entrants`` says what an entrant is, ``re_entry`` who may enter again. ``fee``, ``prizes`` and ``notes`` are
    printed as they were typed.
    """

    clock: Clock = Clock()
    lateness: Lateness = Lateness()
    minutes_per_point: int = 11
    legal_moves: bool = True
    reporting: Reporting = Reporting()
    fee: str = ""
    prizes: str = ""
    notes: str = ""
    odds: bool = False
    last_start: time | None = None
    entrants: EntrantKind = EntrantKind.SINGLE
    re_entry: ReEntry = NEVER

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_conditions`` reads, as plain data with every default spelled out."""
        return {
            "clock": {
                "reserve_per_point": self.clock.reserve_per_point,
                "delay": self.clock.delay,
                "status": self.clock.status.value,
            },
            "lateness": {"grace": self.lateness.grace, "each": self.lateness.each},
            "minutes_per_point": self.minutes_per_point,
            "legal_moves": self.legal_moves,
            "reporting": {"phones": self.reporting.phones, "grace": self.reporting.grace},
            "fee": self.fee,
            "prizes": self.prizes,
            "notes": self.notes,
            "odds": self.odds,
            "last_start": write_hour(self.last_start),
            "entrants": self.entrants.value,
            "re_entry": {"times": self.re_entry.times, "until": self.re_entry.until},
        }


def read_conditions(data: Any) -> Conditions:
    """Return the conditions that ``data`` (parsed JSON) describes; anything it leaves out keeps its default.

    Raises RuleBroken ``conditions.shape``, ``conditions.unknown``, ``conditions.range``, ``conditions.clock``,
    ``conditions.flag``, ``conditions.hour``, ``conditions.entrants``, ``lines.long`` or ``lines.hidden``.
    """
    given = _mapping(data, "conditions", Conditions().as_data())
    clock = _mapping(given.get("clock", {}), "clock", ("reserve_per_point", "delay", "status"))
    late = _mapping(given.get("lateness", {}), "lateness", ("grace", "each"))
    reporting = _mapping(given.get("reporting", {}), "reporting", ("phones", "grace"))
    again = _mapping(given.get("re_entry", {}), "re_entry", ("times", "until"))
    return Conditions(
        clock=Clock(
            _number(clock, "reserve_per_point", 120, "clock."), _number(clock, "delay", 12, "clock."), _status(clock)
        ),
        lateness=Lateness(_number(late, "grace", 5, "lateness."), _number(late, "each", 5, "lateness.")),
        minutes_per_point=_number(given, "minutes_per_point", 11),
        legal_moves=_flag(given, "legal_moves"),
        reporting=Reporting(_flag(reporting, "phones", "reporting."), _number(reporting, "grace", 10, "reporting.")),
        fee=_text(given, "fee", LONGEST_FEE),
        prizes=_text(given, "prizes", LONGEST_TEXT),
        notes=_text(given, "notes", LONGEST_TEXT),
        odds=_flag(given, "odds", default=False),
        last_start=_hour(given, "last_start"),
        entrants=_entrants(given),
        re_entry=ReEntry(_number(again, "times", 0, "re_entry."), _number(again, "until", 1, "re_entry.")),
    )


def _mapping(data: Any, what: str, known: Any) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RuleBroken("conditions.shape", where=what, got=type(data).__name__)
    unknown = sorted(str(name) for name in data if name not in known)
    if unknown:
        raise RuleBroken("conditions.unknown", where=what, got=unknown, known=sorted(known))
    return data


def _number(given: Mapping[str, Any], name: str, default: int, before: str = "") -> int:
    value, (least, most) = given.get(name, default), _RANGES[before + name]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleBroken("conditions.range", where=before + name, got=value, least=least, most=most)
    return value


def _flag(given: Mapping[str, Any], name: str, before: str = "", *, default: bool = True) -> bool:
    value = given.get(name, default)
    if not isinstance(value, bool):
        raise RuleBroken("conditions.flag", where=before + name, got=value)
    return value


def _status(clock: Mapping[str, Any]) -> ClockStatus:
    try:
        return ClockStatus(clock.get("status", ClockStatus.ALLOWED))
    except ValueError:
        raise RuleBroken("conditions.clock", got=clock["status"], known=[each.value for each in ClockStatus]) from None


def _entrants(given: Mapping[str, Any]) -> EntrantKind:
    known = [each.value for each in EntrantKind]
    value = given.get("entrants", EntrantKind.SINGLE)
    if value not in known:
        raise RuleBroken("conditions.entrants", got=value, known=known)
    return EntrantKind(value)


def _hour(given: Mapping[str, Any], name: str) -> time | None:
    value = given.get(name, "")
    if not isinstance(value, str) or (value and read_hour(value) is None):
        raise RuleBroken("conditions.hour", where=name, got=value)
    return read_hour(value)


def _text(given: Mapping[str, Any], name: str, longest: int) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise RuleBroken("conditions.shape", where=name, got=type(value).__name__)
    return read_lines(value, longest)
