"""Pages whose address holds a secret."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse
from django.views.decorators.cache import never_cache


def secret_page[**Arguments](view: Callable[Arguments, HttpResponse]) -> Callable[Arguments, HttpResponse]:
    """A page whose address holds a secret: nobody keeps it, and no other address learns more of it than the host.

    Not ``no-referrer``: with that a browser posts forms as if from nowhere, and they are refused.
    """

    @wraps(view)
    @never_cache
    def answered(*args: Arguments.args, **more: Arguments.kwargs) -> HttpResponse:
        answer = view(*args, **more)
        answer["Referrer-Policy"] = "strict-origin"
        return answer

    return answered
