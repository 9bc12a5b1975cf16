"""What a person or a program gets when the machine can't do it, or the program has a defect: a code, no bare 500.

These answers need neither database nor session nor static files, because these may be what is missing.
"""

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static

from journal.http import problem
from journal.refusals import Refused
from runtime.troubles import Trouble, trouble_of, troubles
from tournaments.words.refusals import speak

STYLES = ("css/tokens.css", "css/base.css", "css/forms.css", "css/parts.css")


class Defect(Refused):
    """The program is wrong. Answers 500."""

    status = 500


def troubles_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer an error of a view that is no defect of the program."""
    return _Troubles(get_response)


class _Troubles:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the answer to a trouble, None for a defect, which Django logs."""
        trouble = trouble_of(error)
        return None if trouble is None else _answer(request, trouble)


def failed(request: HttpRequest) -> HttpResponse:
    """Answer an error outside of any view, or a defect."""
    return _answer(request, trouble_of(sys.exc_info()[1]) or Defect("defect"))


def _answer(request: HttpRequest, refused: Refused) -> HttpResponse:
    answer = _shaped(request, refused)
    if isinstance(refused, Trouble):
        troubles.note(refused, f"{request.method} {request.path}")
        # A line a minute is enough; Django would write one for each answer.
        vars(answer)["_has_been_logged"] = True
    return answer


def _shaped(request: HttpRequest, refused: Refused) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    if isinstance(refused, Trouble) and refused.again is not None:
        headers["Retry-After"] = str(refused.again)
    if request.path.startswith("/api/"):
        return problem(refused, speak, **headers)
    shown = {
        "code": refused.code,
        "sentence": speak(refused.code, refused.facts),
        "is_defect": isinstance(refused, Defect),
        "styles": _styles(),
    }
    return HttpResponse(render_to_string("500.html", shown), status=refused.status, headers=headers)


def _styles() -> list[str]:
    try:
        return [static(name) for name in STYLES]
    except ValueError:  # nobody collected them
        return []
