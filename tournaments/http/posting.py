"""A form about a tournament posted: act, then back to a page. A refusal becomes a sentence on the page it came from."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from clubs.http.posting import Done, Refusal
from clubs.http.posting import do as do_and_say
from journal.book import Caller
from journal.refusals import Unreadable
from tournaments.words.refusals import speak

__all__ = ["LONGEST_NUMBER", "Done", "Refusal", "do", "whole_number"]

LONGEST_NUMBER = 15


def whole_number(text: str) -> int:
    """Return a posted whole number. Raises Unreadable ``command.unreadable``."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise Unreadable("command.unreadable")
    return int(text)


def do(request: HttpRequest, act: Callable[[Caller], Any]) -> Done | Refusal:
    """Carry out ``act`` for the caller who posts the form. Raises PermissionDenied."""
    return do_and_say(request, act, speak)
