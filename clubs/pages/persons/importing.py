"""People from a file: what each line would do, questions about likely doubles, then all of it or nothing."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.persons.importing import import_people
from clubs.actions.roles import club_of
from clubs.forms.fields import RefusalForm
from clubs.http.access import staff
from clubs.http.posting import Refusal, do
from clubs.models import Club
from clubs.permissions import may_direct, must
from clubs.read.persons.importing import MOST_BYTES, ImportLine, read_import
from clubs.words import persons as words
from clubs.words.refusals import speak
from journal.actors import Actor
from rules.errors import RuleBroken
from rules.typed.cells import decode

MOST_SHOWN = 300


class ImportForm(RefusalForm):
    """A file, or its text."""

    text = forms.CharField(
        label=words.IMPORT_TEXT,
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        help_text=words.IMPORT_HELP,
        widget=forms.Textarea(attrs={"rows": 8, "class": "lines", "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=words.IMPORT_FILE,
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """Put what a file holds in the place of the text."""
        values = super().clean() or {}
        file = values.get("file")
        try:
            if isinstance(file, UploadedFile):
                values["text"] = decode(file.read(MOST_BYTES + 1)).text
        except RuleBroken as broken:
            self.add_error("file", speak(broken.code, broken.facts))
        return values


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def people_import(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show what a file would do; POST with ``do=import`` does it."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    form = ImportForm(request.POST or None, request.FILES or None)
    if not form.is_bound:
        return _page(request, club, form, ())
    if not form.is_valid():
        return _page(request, club, form, (), 422)
    text, answers = form.cleaned_data["text"], answered(request)
    try:
        lines = read_import(pk, text, answers)
    except RuleBroken as broken:
        form.refuse(broken, "text")
        return _page(request, club, form, (), 422)
    if request.POST.get("do") != "import":
        return _page(request, club, form, lines)
    done = do(request, lambda caller: import_people(pk, text, answers, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, club, form, lines, done.status)
    return HttpResponseRedirect(reverse("club_people", args=[pk]), status=303)


def answered(request: HttpRequest) -> dict[int, int | None]:
    """Return line → whom it means, None: somebody new; unanswered lines are left out."""
    answers: dict[int, int | None] = {}
    for name, value in request.POST.items():
        line = name.removeprefix("line-")
        text = str(value)
        if line != name and line.isascii() and line.isdigit() and len(line) < 7 and text:
            answers[int(line)] = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
    return answers


def _page(
    request: HttpRequest, club: Club, form: ImportForm, lines: Sequence[ImportLine], status: int = 200
) -> HttpResponse:
    counts = {does: sum(line.does == does for line in lines) for does in ("add", "change", "same", "ask", "wrong")}
    text = form.cleaned_data.get("text", "") if form.is_bound and hasattr(form, "cleaned_data") else ""
    shown = [(line, speak(line.code, line.facts) if line.code else "") for line in lines[:MOST_SHOWN]]
    context = {
        "club": club, "form": form, "lines": shown, "n": counts, "text": text, "is_read": bool(lines),
        "is_ready": bool(lines) and not counts["wrong"], "more": max(0, len(lines) - MOST_SHOWN),
    }  # fmt: skip
    return render(request, "clubs/persons/import.html", context, status=status)
