"""The command of a button or the entry line as text, such as ``result 118 3-1``, and its action."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clubs.actions.undo import undo
from journal.book import Caller
from journal.refusals import Unreadable
from rules.match.terms import Side
from tournaments.actions.calls import call_match, penalise
from tournaments.actions.corrections import correct_result
from tournaments.actions.entrants import EVERYTHING, Entry, enter, tick, withdraw
from tournaments.actions.matches import Report, confirm_result, report_result, start_match
from tournaments.words import desk

type Act = Callable[[Caller], Any]


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb of the desk, the number of what it is about (a match, an entrant, an event, a record), and the rest."""

    verb: str
    subject: int
    rest: str = ""

    @property
    def match(self) -> int | None:
        """The match that is changed, None when the deed is about something else."""
        return self.subject if self.verb in _OF_MATCHES else None

    @property
    def points(self) -> tuple[int, int] | None:
        """The points (top, bottom) of a result, None for any other deed."""
        match = _POINTS.fullmatch(self.rest) if self.verb in ("result", "correct") else None
        return (int(match[1]), int(match[2])) if match else None


_DEED = re.compile(r"([a-z]{1,10}) (\d{1,15})(?: (.{1,200}))?")
_POINTS = re.compile(r"(\d{1,3})-(\d{1,3})")
_SIDE = re.compile(r"(top|bottom) (\S{1,20})")
_OF_MATCHES = ("result", "correct", "confirm", "call", "start", "penalty", "forfeit")


def read_deed(text: str) -> Deed:
    """Return the deed that a form posts. Raises Unreadable ``deed.unreadable``."""
    match = _DEED.fullmatch(text.strip())
    if match is None or match[1] not in _ACTS:
        raise Unreadable("deed.unreadable")
    return Deed(match[1], int(match[2]), match[3] or "")


def act_of(deed: Deed, tournament: int) -> Act:
    """Return the action that a deed asks for. Raises Unreadable ``deed.unreadable``."""
    return _ACTS[deed.verb](deed, tournament)


def _result(deed: Deed, tournament: int) -> Act:
    report = Report(points=_given(deed.points))
    return lambda caller: report_result(deed.subject, report, caller)


def _correct(deed: Deed, tournament: int) -> Act:
    report = Report(points=_given(deed.points))
    return lambda caller: correct_result(deed.subject, report, str(desk.CORRECTED_DESK), caller)


def _confirm(deed: Deed, tournament: int) -> Act:
    return lambda caller: confirm_result(deed.subject, caller)


def _call(deed: Deed, tournament: int) -> Act:
    return lambda caller: call_match(deed.subject, deed.rest, caller)


def _start(deed: Deed, tournament: int) -> Act:
    return lambda caller: start_match(deed.subject, caller)


def _penalty(deed: Deed, tournament: int) -> Act:
    side, points = _side(deed)
    if not points.isdecimal():
        raise Unreadable("deed.unreadable")
    return lambda caller: penalise(deed.subject, side, int(points), str(desk.LATE), caller)


def _forfeit(deed: Deed, tournament: int) -> Act:
    side, why = _side(deed)
    return lambda caller: report_result(deed.subject, Report(forfeit=(side,), why=why), caller)


def _withdraw(deed: Deed, tournament: int) -> Act:
    return lambda caller: withdraw(deed.subject, EVERYTHING, caller)


def _enter(deed: Deed, tournament: int) -> Act:
    return lambda caller: enter(deed.subject, [Entry(_given(deed.rest))], caller)


def _tick(deed: Deed, tournament: int) -> Act:
    kind, _sign, on = deed.rest.partition(" ")
    return lambda caller: tick(deed.subject, kind, on == "on", caller)


def _undo(deed: Deed, tournament: int) -> Act:
    return lambda caller: undo("tournament", tournament, deed.subject, caller)


_ACTS: dict[str, Callable[[Deed, int], Act]] = {
    "result": _result,
    "correct": _correct,
    "confirm": _confirm,
    "call": _call,
    "start": _start,
    "penalty": _penalty,
    "forfeit": _forfeit,
    "withdraw": _withdraw,
    "enter": _enter,
    "tick": _tick,
    "undo": _undo,
}


def _given[T](value: T | None) -> T:
    if not value:
        raise Unreadable("deed.unreadable")
    return value


def _side(deed: Deed) -> tuple[Side, str]:
    match = _SIDE.fullmatch(deed.rest)
    if match is None:
        raise Unreadable("deed.unreadable")
    return Side(match[1]), match[2]
