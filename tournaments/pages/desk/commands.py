"""Commands of the desk: what a button or the entry line sends, such as ``result 118 3-1``, and its action."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clubs.actions.undo import undo, undo_together
from journal.book import Caller
from journal.refusals import Unreadable
from rules.match.terms import Side
from tournaments.actions.breaks import begin_break, end_break
from tournaments.actions.draws.rounds import call_together, start_together
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, tick, withdraw
from tournaments.actions.entrants.re_entering import enter_again
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, confirm_result, report_result, start_match
from tournaments.words import desk

type Action = Callable[[Caller], Any]


@dataclass(frozen=True, slots=True)
class Command:
    """A verb of the desk, the number of what it is about (a match, an entrant, an event, a record), and the rest."""

    verb: str
    subject: int
    rest: str = ""

    @property
    def match(self) -> int | None:
        """The match that is changed, None for a command about something else."""
        return self.subject if self.verb in _OF_MATCHES else None

    @property
    def points(self) -> tuple[int, int] | None:
        """The points (top, bottom) of a result, None for any other command."""
        match = _POINTS.fullmatch(self.rest) if self.verb in ("result", "correct") else None
        return (int(match[1]), int(match[2])) if match else None


_COMMAND = re.compile(r"([a-z]{1,10}) (\d{1,15})(?: (.{1,8000}))?")
_POINTS = re.compile(r"(\d{1,3})-(\d{1,3})")
_SIDE = re.compile(r"(top|bottom) (\S{1,20})")
_OF_MATCHES = ("result", "correct", "confirm", "call", "callanyway", "start", "penalty", "forfeit")


def read_command(text: str) -> Command:
    """Return the command that a form sends. Raises Unreadable ``command.unreadable``."""
    match = _COMMAND.fullmatch(text.strip())
    if match is None or match[1] not in _ACTIONS:
        raise Unreadable("command.unreadable")
    return Command(match[1], int(match[2]), match[3] or "")


def action_of(command: Command, tournament: int) -> Action:
    """Return the action that a command asks for. Raises Unreadable ``command.unreadable``."""
    return _ACTIONS[command.verb](command, tournament)


def _result(command: Command, tournament: int) -> Action:
    report = Report(points=_required(command.points))
    return lambda caller: report_result(command.subject, report, caller)


def _correct(command: Command, tournament: int) -> Action:
    report = Report(points=_required(command.points))
    return lambda caller: correct_result(command.subject, report, str(desk.CORRECTED_DESK), caller)


def _confirm(command: Command, tournament: int) -> Action:
    return lambda caller: confirm_result(command.subject, caller)


def _call(command: Command, tournament: int) -> Action:
    return lambda caller: call_match(command.subject, command.rest, caller)


def _call_anyway(command: Command, tournament: int) -> Action:
    return lambda caller: call_match(command.subject, command.rest, caller, anyway=True)


def _call_all(command: Command, tournament: int) -> Action:
    calls = [(_number(pk), table) for pk, _, table in (each.partition(":") for each in command.rest.split(" "))]
    return lambda caller: call_together(tournament, calls, caller)


def _start_all(command: Command, tournament: int) -> Action:
    matches = [_number(each) for each in command.rest.split(" ")]
    return lambda caller: start_together(tournament, matches, caller)


def _break(command: Command, tournament: int) -> Action:
    minutes = _number(command.rest) if command.rest else None
    return lambda caller: begin_break(tournament, minutes, caller)


def _end_break(command: Command, tournament: int) -> Action:
    return lambda caller: end_break(tournament, caller)


def _undo_all(command: Command, tournament: int) -> Action:
    return lambda caller: undo_together("tournament", tournament, command.subject, _number(command.rest), caller)


def _start(command: Command, tournament: int) -> Action:
    return lambda caller: start_match(command.subject, caller)


def _penalty(command: Command, tournament: int) -> Action:
    side, points = _side(command)
    return lambda caller: penalise(command.subject, side, _number(points), str(desk.LATE), caller)


def _forfeit(command: Command, tournament: int) -> Action:
    side, why = _side(command)
    return lambda caller: report_result(command.subject, Report(forfeit=(side,), why=why), caller)


def _withdraw(command: Command, tournament: int) -> Action:
    return lambda caller: withdraw(command.subject, EVERYTHING, caller)


def _enter(command: Command, tournament: int) -> Action:
    return lambda caller: enter(command.subject, [Entry(_required(command.rest))], caller)


def _enter_again(command: Command, tournament: int) -> Action:
    return lambda caller: enter_again(command.subject, caller)


def _tick(command: Command, tournament: int) -> Action:
    kind, _sign, on = command.rest.partition(" ")
    return lambda caller: tick(command.subject, kind, on == "on", caller)


def _undo(command: Command, tournament: int) -> Action:
    return lambda caller: undo("tournament", tournament, command.subject, caller)


_ACTIONS: dict[str, Callable[[Command, int], Action]] = {
    "result": _result,
    "correct": _correct,
    "confirm": _confirm,
    "call": _call,
    "callanyway": _call_anyway,
    "start": _start,
    "penalty": _penalty,
    "forfeit": _forfeit,
    "withdraw": _withdraw,
    "enter": _enter,
    "reenter": _enter_again,
    "tick": _tick,
    "undo": _undo,
    "callall": _call_all,
    "startall": _start_all,
    "undoall": _undo_all,
    "break": _break,
    "breakend": _end_break,
}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise Unreadable("command.unreadable")
    return int(text)


def _required[T](value: T | None) -> T:
    if not value:
        raise Unreadable("command.unreadable")
    return value


def _side(command: Command) -> tuple[Side, str]:
    match = _SIDE.fullmatch(command.rest)
    if match is None:
        raise Unreadable("command.unreadable")
    return Side(match[1]), match[2]
