"""ETags of the API: a read whose answer the client already has is answered 304.

Reads of a tournament get theirs from the number of its memory, before anything is read or rendered; all others get one
from their bytes. The first hold the epoch, the second the whole answer, so after a restore none is taken for another.

Source: docs/api/README.md.
"""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, set_response_etag
from django.utils.translation import get_language

from journal.canon import canonical
from journal.models import Stream

API = "/api/v1/"


def if_new(request: HttpRequest, stream: Stream, who: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the answer that ``make`` makes, or 304 if the client has it.

    The answer depends on ``stream`` alone, read before anything else, on its address, and on ``who`` requests it.
    """
    seen = [stream.name, stream.epoch, stream.number]
    shown = [settings.RELEASE, who, get_language(), request.get_full_path(), seen]
    tag = f'"{sha256(canonical(shown).encode()).hexdigest()[:32]}"'
    known = {each.strip().removeprefix("W/") for each in request.headers.get("If-None-Match", "").split(",")}
    answer: HttpResponse = HttpResponseNotModified() if tag in known else make()
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def content_etags(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give every read of the API that has no ETag one of its bytes, and answer 304 where the client has them."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_read = request.path_info.startswith(API) and request.method in ("GET", "HEAD")
        if not is_read or not isinstance(response, HttpResponse) or response.status_code != 200:
            return response
        if response.has_header("ETag") or "no-store" in response.get("Cache-Control", ""):
            return response
        patch_cache_control(response, private=True, no_cache=True)
        set_response_etag(response)
        return get_conditional_response(request, etag=response["ETag"], response=response) or response

    return answer
