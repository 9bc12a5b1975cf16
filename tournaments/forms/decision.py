"""The decision of a director: the reason, and what happens to each affected match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.draws.corrections import Choice
from rules.errors import RuleBroken
from tournaments.actions.corrections import AffectedChoices
from tournaments.forms.result import Problem, ResultForm
from tournaments.words.refusals import speak

CHOICE = "choice_"


@dataclass(slots=True)
class Decision:
    """A reason and choices as typed; ``posted`` is what a form sent, ``affected`` the matches that a refusal named."""

    posted: Mapping[str, str]
    reason: str = ""
    choices: dict[int, Choice] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    affected: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        self.reason = self.posted.get("reason", "")
        for name, value in self.posted.items():
            number = name.removeprefix(CHOICE)
            named = name.startswith(CHOICE) and number.isascii() and number.isdigit() and len(number) < 16
            if named and value in list(Choice):
                self.choices[int(number)] = Choice(value)

    @property
    def by_match(self) -> AffectedChoices:
        return AffectedChoices(each=self.choices)

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
