"""The time zone of pages and papers that belong to no tournament, such as those of a chouette: that of the machine.

A tournament, a night and a ladder have zones of their own. The API speaks UTC.
"""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

type View = Callable[[HttpRequest], HttpResponseBase]


def local_times(get_response: View) -> View:
    """Show times in the machine's zone, or in the one that ``BARPOINT_TIME_ZONE`` names."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith("/api/"):
            return get_response(request)
        # The thread goes on with work that has no reader.
        with timezone.override(ZoneInfo(settings.MACHINE_ZONE)):
            return get_response(request)

    return answer
