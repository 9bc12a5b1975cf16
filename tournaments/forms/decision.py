"""The decision of a director: the reason, and what happens to each affected match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.draws.corrections import Choice
from rules.errors import RuleBroken
from tournaments.actions.matches.corrections import AffectedChoices
from tournaments.forms.result import Problem, ResultForm
from tournaments.words.refusals import speak

CHOICE = "choice_"
# One answer for every affected match: the value of the button that was pressed.
FOR_ALL = {"keep-all": Choice.STAND, "replay-all": Choice.VOID}


@dataclass(slots=True)
class Decision:
    """A reason and choices as typed; ``posted`` is what a form sent, ``affected`` the matches that a refusal named."""

    posted: Mapping[str, str]
    reason: str = ""
    choices: dict[int, Choice] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    affected: tuple[Mapping[str, Any], ...] = ()
    all: Choice | None = None

    def __post_init__(self) -> None:
        self.reason = self.posted.get("reason", "")
        self.all = FOR_ALL.get(self.posted.get("do", ""))
        for name, value in self.posted.items():
            number = name.removeprefix(CHOICE)
            named = name.startswith(CHOICE) and number.isascii() and number.isdigit() and len(number) < 16
            if named and value in list(Choice):
                self.choices[int(number)] = Choice(value)

    @property
    def by_match(self) -> AffectedChoices:
        return AffectedChoices(all=self.all) if self.all else AffectedChoices(each=self.choices)

    @property
    def reason_problem(self) -> str:
        return next((each.text for each in self.problems if each.field == "reason"), "")

    @property
    def affected_problem(self) -> str:
        return next((each.text for each in self.problems if each.field == "affected"), "")

    def refuse(self, broken: RuleBroken, form: ResultForm | None = None) -> None:
        """Show a refusal at the field that it is about; what is about the result goes to its ``form``."""
        sentence = speak(broken.code, broken.facts)
        if broken.code.startswith("reason."):
            self.problems.append(Problem("reason", sentence))
        elif broken.code in ("match.begun", "affected.torn", "affected.unknown"):
            self.affected = tuple(broken.facts.get("affected", ()))
            self.problems.append(Problem("affected", sentence))
        elif form is not None:
            form.refuse(broken)
        else:
            self.problems.append(Problem("reason", sentence))

    def name_all_missing(self, unanswered: bool) -> None:
        """After a refusal, name whatever else is missing too, so that nobody is sent back twice.

        ``unanswered``: an affected match has no choice yet.
        """
        if not self.problems:
            return
        if not self.reason.strip() and not self.reason_problem:
            self.problems.append(Problem("reason", speak("reason.empty", {})))
        if unanswered and self.all is None and not self.affected_problem:
            self.problems.append(Problem("affected", speak("match.begun", {})))
