"""Who looks at a chouette: a signed-in person, or a phone that came by one of its secret links."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from clubs.http.visitor import visitor
from clubs.models.chouettes import Shown
from clubs.permissions import may_follow_chouette, may_write_chouette
from clubs.read.chouettes.links import actor_of_link
from clubs.read.chouettes.log import KeptChouette, kept_chouette
from clubs.read.chouettes.rules import house_rules_of
from clubs.read.chouettes.view import ChouetteView, view_of, without_money
from journal.actors import Actor
from journal.refusals import Unknown

COOKIE_LIVES_SECONDS = 7 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class TableVisit:
    """A look at a session. ``actor`` is None for the public; ``view`` has no money for people who may not see it."""

    kept: KeptChouette
    view: ChouetteView
    actor: Actor | None
    writes: bool
    follows: bool

    @property
    def writer(self) -> Actor:
        """Who writes here. Raises PermissionDenied for people who may only look."""
        if self.actor is None or not self.writes:
            raise PermissionDenied
        return self.actor


type TablePage = Callable[..., HttpResponse]


def chouette_page(view: TablePage) -> TablePage:
    """Let people in who may see this session; anonymous visitors of a closed one are led to where they sign in."""

    @wraps(view)
    def answer(request: HttpRequest, /, pk: int, **which: int | str) -> HttpResponse:
        try:
            kept = kept_chouette(pk)
        except Unknown as unknown:
            raise Http404 from unknown
        actor = actor_of(request, pk)
        writes = actor is not None and may_write_chouette(actor, kept.row)
        follows = actor is not None and may_follow_chouette(actor, kept.row)
        house = house_rules_of(kept.row.club_id)
        if not follows and house.shown is not Shown.POINTS:
            if actor is None and request.method in ("GET", "HEAD"):
                return redirect_to_login(request.get_full_path())
            raise PermissionDenied
        seen = view_of(kept)
        return view(
            request, TableVisit(kept, seen if follows else without_money(seen), actor, writes, follows), **which
        )

    return answer


def actor_of(request: HttpRequest, pk: int) -> Actor | None:
    """Return the signed-in person, or the phone that came by a link of this session; None for others."""
    actor = visitor(request)
    if actor is not None:
        return actor
    bearer = actor_of_link(request.COOKIES.get(cookie_name(pk), ""))
    return bearer if bearer is not None and bearer.number == pk else None


def cookie_name(pk: int) -> str:
    """Return the name of a session's cookie. Behind https it is bound to the host, which asks for the path ``/``."""
    return f"__Host-chouette-{pk}" if settings.HTTPS else f"chouette-{pk}"


def remember_link(answer: HttpResponse, pk: int, secret: str) -> HttpResponse:
    """Give this browser the cookie of a session."""
    answer.set_cookie(
        cookie_name(pk), secret, max_age=COOKIE_LIVES_SECONDS, path="/" if settings.HTTPS else f"/chouettes/{pk}/",
        secure=settings.HTTPS, httponly=True, samesite="Lax",
    )  # fmt: skip
    return answer
