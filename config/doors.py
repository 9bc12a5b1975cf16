"""Which addresses a request is looked up in."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def page_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Look pages up among pages: the API and all that it needs are loaded when a program asks for the first time."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            request.urlconf = settings.PAGES_URLCONF
        return get_response(request)

    return answer
