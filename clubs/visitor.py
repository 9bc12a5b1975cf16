"""Who looks at a page or posts a form from a browser."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from clubs.models import User
from journal.actors import Actor
from journal.book import Hand
from journal.http import hand_of_form


def visitor(request: HttpRequest) -> Actor | None:
    """Return who is signed in in this browser, None for a passer-by."""
    return Actor("user", request.user.pk, "browser") if isinstance(request.user, User) else None


def hand_of(request: HttpRequest, render: Callable[[Any], Any] = lambda value: None) -> Hand:
    """Return the hand of who posts this form. Raises PermissionDenied for a passer-by."""
    who = visitor(request)
    if who is None:
        raise PermissionDenied
    return hand_of_form(request, who, render)
