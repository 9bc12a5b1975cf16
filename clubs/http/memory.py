"""Pages of a memory: whose it is, and who looks at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.models import Role
from clubs.permissions import is_at_least, role_in
from clubs.read.memory.club import ClubReader
from clubs.read.memory.shown import Owner
from clubs.words.refusals import speak
from journal.actors import Actor


@dataclass(frozen=True, slots=True)
class Visit:
    """A look at a memory by somebody with this role in its club.

    ``nav`` is the line on top of the page and ``clock`` the time of day in it; ``say`` puts a refusal into words.
    """

    owner: Owner
    role: Role.Kind
    nav: Any = None
    clock: str = ""
    say: Callable[[str, Mapping[str, Any]], str] = speak


type MemoryPage = Callable[Concatenate[HttpRequest, Visit, ...], HttpResponse]


def of_club(view: MemoryPage) -> Callable[..., HttpResponse]:
    """Let directors in to a page of their club's memory."""

    @wraps(view)
    @staff
    def answer(request: HttpRequest, actor: Actor, /, pk: int, **which: int) -> HttpResponse:
        club = club_of(pk)
        role = role_in(actor, pk)
        if role is None or not is_at_least(role, Role.Kind.DIRECTOR):
            raise PermissionDenied
        address = reverse("club_memory", args=[pk])
        zone = ZoneInfo(settings.MACHINE_ZONE)
        owner = Owner("club", pk, club.name, club.stream, zone, address, ClubReader())
        return view(request, Visit(owner, role), **which)

    return answer
