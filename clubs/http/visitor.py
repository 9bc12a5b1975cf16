"""The person behind a browser's request, and whether the request crosses the hall's network.

The hall's network is plain http and hostile: anyone listening could take a session or a password and run the desk. So a
request from the hall is treated as anonymous, whatever its cookies, and no password is accepted from there. The desk
signs in on the laptop itself, or over https, or accepts the risk with ``manage.py run --lan-desk``. Tokens work from
anywhere.
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
from runtime.server.fair_use import begin, recognise_person


class FromTheHall(PermissionDenied):
    """A password page or a sign-in link was requested over the hall's network."""


def from_the_hall(request: HttpRequest) -> bool:
    """Whether a request crosses the hall's network, where anyone may listen."""
    if settings.HTTPS or settings.LAN_DESK:
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return True
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return not (mapped or address).is_loopback


def only_from_here(request: HttpRequest) -> None:
    """Raise FromTheHall for a request over the hall's network."""
    if from_the_hall(request):
        raise FromTheHall


def hall_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Make every request from the hall anonymous, and recognise people; goes below the session middleware."""

    def answer(request: HttpRequest) -> HttpResponse:
        if from_the_hall(request):
            request.user = AnonymousUser()
        begin(request.META)
        response = get_response(request)
        # Only if a view asked for the person: finding it out takes a statement.
        person = getattr(request, "_cached_user", None)
        if person is not None:
            is_signed_in = isinstance(person, User) and request.user == person
            recognise_person(request.META, person.pk if is_signed_in else None)
        return response

    return answer


def visitor(request: HttpRequest) -> Actor | None:
    """Return the signed-in actor of a browser, None for an anonymous visitor."""
    return Actor("user", request.user.pk, "browser") if isinstance(request.user, User) else None


def caller_of(request: HttpRequest, render: Callable[[Any], Any] = lambda value: None) -> Caller:
    """Return the signed-in person who posts this form as caller. Raises PermissionDenied for anyone else."""
    who = visitor(request)
    if who is None:
        raise PermissionDenied
    return caller_of_form(request, who, render)
