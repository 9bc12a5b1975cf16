"""Reads of the API that follow from one memory alone: unchanged ones are answered 304 without being made."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from clubs.api.changes import actor_of, answer_with
from journal.models import Stream
from runtime.pages.content_etags import if_new


def answer_if_new(request: Request, stream: Stream, read: Callable[[], Any], sees: str = "") -> HttpResponse:
    """Return what ``read`` returns, or 304 if nothing was recorded on ``stream`` since the client read it.

    ``sees`` says how much the client may see, where rights decide that.
    """
    who = actor_of(request).name if request.user and request.user.is_authenticated else ""
    return if_new(request._request, stream, f"{who} {sees}", lambda: answer_with(read()))
