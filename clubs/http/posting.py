"""Carry out a posted form. A refusal becomes a sentence on the page of the form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from clubs.http.visitor import caller_of
from clubs.words.refusals import speak
from journal.book import Caller, Previewed, Replay
from journal.refusals import status_of
from rules.errors import RuleBroken


@dataclass(frozen=True, slots=True)
class Done:
    """The action was carried out; ``value`` is what it returned, None for a repeated request."""

    value: Any = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """The action was refused: the reason as a sentence, and the status of the answer."""

    broken: RuleBroken
    text: str
    status: int


def whole(text: str) -> int:
    """Return a posted whole number, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


def do(
    request: HttpRequest, act: Callable[[Caller], Any], say: Callable[[str, Mapping[str, Any]], str] = speak
) -> Done | Refusal:
    """Carry out ``act`` for the signed-in caller; ``say`` puts a refusal into words. Raises PermissionDenied."""
    return carry_out(lambda: caller_of(request), act, say)


def carry_out(
    caller: Callable[[], Caller], act: Callable[[Caller], Any], say: Callable[[str, Mapping[str, Any]], str] = speak
) -> Done | Refusal:
    """Carry out ``act`` for the caller that ``caller`` returns, or raises RuleBroken for."""
    try:
        return Done(act(caller()))
    except (Replay, Previewed):
        return Done()
    except RuleBroken as broken:
        return Refusal(broken, say(broken.code, broken.facts), status_of(broken))
