"""Answers that every page can give: a refusal as a page, nothing found, a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from journal.http import problem
from journal.refusals import Unknown, status_of
from rules.errors import RuleBroken
from tournaments.words.refusals import speak


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing here: said to a program as every refusal, to a person as a page."""
    if request.path.startswith("/api/"):
        return problem(Unknown("not_found"), speak)
    return render(request, "404.html", status=404)


def refused(request: HttpRequest, broken: RuleBroken) -> HttpResponse:
    """A page that says what is wrong."""
    sentence = speak(broken.code, broken.facts)
    return render(request, "refused.html", {"refusal": sentence}, status=status_of(broken))


def pdf(name: str, made: bytes) -> HttpResponse:
    """A file to print."""
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
