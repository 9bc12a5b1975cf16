"""Where a match is played, and what it costs to come late. Text in, values out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from rules.conditions import Lateness
from rules.errors import RuleBroken
from rules.match.clock import forfeits, penalty_points
from rules.match.terms import Side
from tournaments.forms.result import Problem
from tournaments.words.refusals import speak

LONGEST = 4


@dataclass(slots=True)
class CallForm:
    """The table as typed or chosen. ``takes_back`` is True for the button that takes the call back."""

    posted: Mapping[str, str]
    table: str = ""
    takes_back: bool = False
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.takes_back = self.posted.get("do") == "back"
        self.table = self.posted.get("free") or self.posted.get("table", "")

    def wanted(self) -> str | None:
        """Return the table to call to, empty to take a call back, None if none was given."""
        if self.takes_back:
            return ""
        if self.table.strip():
            return self.table
        self.refuse(RuleBroken("table.none"))
        return None

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal at the field."""
        self.problems.append(Problem("table", speak(broken.code, broken.facts)))


@dataclass(slots=True)
class PenaltyForm:
    """Who came late, and by how many minutes (the event's ``lateness`` makes points of them) or for how many points.

    ``costs`` tells that so many points cost the match: ``late`` forfeits it.
    """

    posted: Mapping[str, str]
    lateness: Lateness
    length: int
    late: str = ""
    minutes: str = ""
    points: str = ""
    reason: str = ""
    counted: int | None = None
    costs: bool = False
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.late, self.reason = self.posted.get("late", ""), self.posted.get("reason", "")
        self.minutes, self.points = self.posted.get("minutes", "").strip(), self.posted.get("points", "").strip()

    @property
    def table(self) -> list[tuple[int, int]]:
        """The event's rule as minutes → points, up to what costs the match."""
        last = self.length // 2 + 1
        return [(self.lateness.grace + self.lateness.each * step, step + 1) for step in range(last)]

    def wanted(self) -> tuple[Side, int, str] | None:
        """Return who was late, for how many points and why, None with the problems."""
        points = self._points()
        if self.late not in list(Side):
            self.problems.insert(0, Problem("late", speak("penalty.who", {})))
        if points is None or self.problems:
            return None
        self.counted, self.costs = points, forfeits(points, self.length)
        if self.costs:
            self.refuse(RuleBroken("penalty.match", points=points, length=self.length))
            return None
        return Side(self.late), points, self.reason or self._why()

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal at its field."""
        at = "reason" if broken.code.startswith("reason.") else "minutes"
        self.problems.append(Problem(at, speak(broken.code, broken.facts)))

    def problem_at(self, field_: str) -> str:
        return next((each.text for each in self.problems if each.field == field_), "")

    @property
    def late_problem(self) -> str:
        return self.problem_at("late")

    @property
    def minutes_problem(self) -> str:
        return self.problem_at("minutes")

    def _why(self) -> str:
        return f"{int(self.minutes)} min" if self.minutes and not self.points else ""

    def _points(self) -> int | None:
        typed = self.points or self.minutes
        if not typed.isdecimal() or len(typed) > LONGEST:
            self.refuse(RuleBroken("penalty.unread"))
            return None
        if self.points:
            return int(self.points)
        grace, each = (timedelta(minutes=number) for number in (self.lateness.grace, self.lateness.each))
        return penalty_points(timedelta(minutes=int(self.minutes)), grace=grace, each=each)
