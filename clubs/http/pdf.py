"""Papers as answers of the site."""

from collections.abc import Callable

from django.http import HttpResponse

from clubs.words.refusals import speak
from journal.refusals import status_of
from rules.errors import RuleBroken


def pdf_answer(make: Callable[[], bytes], name: str) -> HttpResponse:
    """Return a PDF to look at, or the sentence of a refusal."""
    try:
        content = make()
    except RuleBroken as broken:
        return HttpResponse(speak(broken.code, broken.facts), status=status_of(broken), content_type="text/plain")
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
