"""Who looks at a page or posts a form from a browser, and from where.

The hall's network is plain http and hostile: whoever listens could take a session or a password and run the desk. So
what comes from the hall is a passer-by's, whatever cookie it carries, and no password is taken from there. The desk
signs in on the laptop itself, or the site speaks https, or ``manage.py run --lan-desk`` takes the risk knowingly. A
token works from anywhere.
"""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from clubs.models import User
from journal.actors import Actor
from journal.book import Caller
from journal.http import caller_of_form


class FromTheHall(PermissionDenied):
    """A password or a sign-in link was asked for over the hall's network."""


def from_the_hall(request: HttpRequest) -> bool:
    """Whether a request crosses the hall's network, where anybody may listen."""
    if settings.HTTPS or settings.LAN_DESK:
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return True
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return not (mapped or address).is_loopback


def only_from_here(request: HttpRequest) -> None:
    """Refuse to ask for a password over the hall's network. Raises FromTheHall."""
    if from_the_hall(request):
        raise FromTheHall


def hall_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Nobody is signed in who comes from the hall; stands below the session's middleware."""

    def answer(request: HttpRequest) -> HttpResponse:
        if from_the_hall(request):
            request.user = AnonymousUser()
        return get_response(request)

    return answer


def visitor(request: HttpRequest) -> Actor | None:
    """Return who is signed in in this browser, None for a passer-by."""
    return Actor("user", request.user.pk, "browser") if isinstance(request.user, User) else None


def caller_of(request: HttpRequest, render: Callable[[Any], Any] = lambda value: None) -> Caller:
    """Return the person who posts this form as caller. Raises PermissionDenied for a passer-by."""
    who = visitor(request)
    if who is None:
        raise PermissionDenied
    return caller_of_form(request, who, render)
