"""What a club shows to everybody or to its members only, as it chose."""

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from clubs.http.visitor import visitor
from clubs.permissions import role_in
from journal.actors import Actor

NOBODY = Actor("anonymous", 0)
# The buttons of ``clubs/parts/sight.html``: whether they show a page to everybody.
SIGHTS = {"everybody": True, "members": False}


def may_look(actor: Actor | None, club: int, *, public: bool) -> bool:
    """Whether an actor may look at something that is public, or for members."""
    return public or role_in(actor or NOBODY, club) is not None


def turned_away(request: HttpRequest, club: int, *, public: bool) -> HttpResponse | None:
    """Return the answer to somebody who may not look: to sign in. Raises PermissionDenied for those who have."""
    actor = visitor(request)
    if may_look(actor, club, public=public):
        return None
    if actor is None and request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    raise PermissionDenied
