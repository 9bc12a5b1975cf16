"""Pages for signed-in people: anonymous visitors are redirected to sign in, unknown rows are 404."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from clubs.http.visitor import visitor
from journal.actors import Actor
from journal.refusals import Unknown


def staff[**Arguments](
    view: Callable[Concatenate[HttpRequest, Actor, Arguments], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponse]:
    """Decorate a view to be called with the signed-in actor; the view checks its rights itself."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Arguments.args, **more: Arguments.kwargs) -> HttpResponse:
        actor = visitor(request)
        if actor is None:
            if request.method == "POST":
                raise PermissionDenied
            return redirect_to_login(request.get_full_path())
        try:
            return view(request, actor, *args, **more)
        except Unknown as unknown:
            raise Http404 from unknown

    return answer


def public[**Arguments](
    view: Callable[Concatenate[HttpRequest, Arguments], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponse]:
    """Decorate a view that everybody may look at: unknown rows are 404."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Arguments.args, **more: Arguments.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **more)
        except Unknown as unknown:
            raise Http404 from unknown

    return answer
