"""The URL configuration of a request: pages, or the API; and numbers in an address that no row can have."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from journal.statements import LARGEST_NUMBER


def page_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Resolve page addresses without the API, which is loaded when a program first uses it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            request.urlconf = settings.PAGES_URLCONF
        return get_response(request)

    return answer


def possible_numbers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 404 to an address with a number that no row can have: SQLite's driver refuses to look for it."""
    return _PossibleNumbers(get_response)


class _PossibleNumbers:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Raise Http404 for such a number."""
        if any(isinstance(value, int) and value > LARGEST_NUMBER for value in named.values()):
            raise Http404
