"""How the rule book says no."""

from typing import Any


class RuleBroken(Exception):  # noqa: N818 -- a rule is broken; the name is the sentence
    """A rule forbids what was asked: a ``code`` that never changes, and the ``facts`` that explain it.

    The rule book never formats a sentence; the edge that speaks to a person does.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.facts.items())])
