"""The one exception of the rule book."""

from typing import Any


class RuleBroken(Exception):  # noqa: N818 -- named for what happened; callers read `except RuleBroken`
    """A rule forbids it: a ``code`` that never changes, and the ``facts`` that explain it.

    The rule book writes no sentence about it; the program that shows it to a person does. It can be pickled, so
    code and facts can be passed between processes.
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        # Otherwise pickle would call the class with `args`, and facts are no positional argument.
        return _restore, (type(self), *self.args), self.__dict__

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.facts.items())])


def _restore(kind: type[RuleBroken], *args: Any) -> RuleBroken:
    """Return an exception without its attributes, which pickle then sets."""
    return kind.__new__(kind, *args)
