"""The URL configuration of a request: pages, or the API."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def page_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Resolve page addresses without the API, which is loaded when a program first uses it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            request.urlconf = settings.PAGES_URLCONF
        return get_response(request)

    return answer
