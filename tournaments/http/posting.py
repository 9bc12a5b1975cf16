"""A form about a tournament posted: act, then back to a page. A refusal becomes a sentence on the page it came from."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from clubs.http.posting import Done, Refusal
from clubs.http.posting import do as do_and_say
from journal.book import Caller
from tournaments.words.refusals import speak

__all__ = ["Done", "Refusal", "do"]


def do(request: HttpRequest, act: Callable[[Caller], Any]) -> Done | Refusal:
    """Carry out ``act`` for the caller who posts the form. Raises PermissionDenied."""
    return do_and_say(request, act, speak)
