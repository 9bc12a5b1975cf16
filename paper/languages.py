"""The languages of a paper: one, and perhaps a second that stands beside it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import translation

BESIDE = " / "
_second: ContextVar[str] = ContextVar("second", default="")


@contextmanager
def printed_in(first: str, second: str = "") -> Iterator[None]:
    """Print in the ``first`` language, the active one if it is empty, with the ``second`` beside it."""
    with translation.override(first or translation.get_language()):
        before = _second.set("" if second == translation.get_language() else second)
        try:
            yield
        finally:
            _second.reset(before)


def second_language() -> str:
    """Return the second language of the paper being made, empty for none."""
    return _second.get()


def in_second(make: Callable[[], str]) -> str:
    """Return a text in the second language, empty if there is none or if it says the same."""
    if not _second.get():
        return ""
    first = make()
    with translation.override(_second.get()):
        second = make()
    return "" if second == first else second


def choices_in_both(make: Callable[[], Sequence[str]]) -> list[str]:
    """Return a lead and the choices of what follows, the longest first: those in both languages, then those in one."""
    lead, *choices = make()
    if not _second.get():
        return [lead, *choices]
    with translation.override(_second.get()):
        second_lead, *second = make()
    both = [f"{one}{BESIDE}{other}" for one, other in zip(choices, second, strict=False) if one != other and one]
    return [lead if lead == second_lead else f"{lead}{BESIDE}{second_lead}", *both, *choices]


def in_both(make: Callable[[], str], between: str = BESIDE) -> str:
    """Return a text in both languages, in one where there is no second or where both say the same."""
    return between.join(filter(None, (make(), in_second(make))))
