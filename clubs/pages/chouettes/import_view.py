"""A chouette from a file: what it holds is shown before it is opened here."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.chouettes.importing import import_session, read_words
from clubs.actions.roles import club_of
from clubs.forms.fields import RefusalForm
from clubs.http.access import staff
from clubs.http.posting import Done, do
from clubs.models import Club
from clubs.pages.chouettes.forms import posted_json
from clubs.permissions import may_open_chouettes, must
from clubs.read.chouettes.latest import newest_session
from clubs.words.chouette import form as words
from clubs.words.chouette.games import names, signed
from clubs.words.chouette.options import option_lines
from journal.actors import Actor
from rules.chouette.session import Session, replay
from rules.errors import RuleBroken

MOST_BYTES = 1_000_000


class ImportForm(RefusalForm):
    """A file, or its text."""

    file = forms.FileField(
        label=words.FILE,
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=words.TEXT,
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "class": "lines", "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Put what a file holds in the place of the text."""
        values = super().clean() or {}
        file = values.get("file")
        if isinstance(file, UploadedFile):
            try:
                values["text"] = file.read(MOST_BYTES + 1)[:MOST_BYTES].decode("utf-8-sig")
            except UnicodeDecodeError:
                self.refuse(RuleBroken("json.text"), "file")
        elif not values.get("text", "").strip():
            self.add_error("file", words.FILE_MISSING)
        return values


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def chouette_import(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the form; POST shows what a file holds, and opens it with ``do=open``."""
    club = club_of(pk)
    must(may_open_chouettes(actor, pk))
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method != "POST":
        return _page(request, club, form)
    if form.is_valid():
        try:
            content = posted_json(form.cleaned_data["text"])
            session = read_words(content)
        except RuleBroken as broken:
            form.refuse(broken, "file")
        else:
            return _read(request, club, form, content, session)
    return _page(request, club, form, status=422)


def _read(request: HttpRequest, club: Club, form: ImportForm, content: Any, session: Session) -> HttpResponse:
    """Show what the file holds, or open it."""
    held = _content(session) | {"text": form.cleaned_data["text"]}
    if request.POST.get("do") != "open":
        return _page(request, club, form, held)
    done = do(request, lambda caller: import_session(club.pk, content, caller))
    if isinstance(done, Done):
        newest = done.value.id if done.value else newest_session(club.pk)
        return HttpResponseRedirect(reverse("chouette", args=[newest]), status=303)
    form.refuse(done.broken)
    return _page(request, club, form, held, done.status)


def _page(
    request: HttpRequest, club: Club, form: ImportForm, held: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    shown = {"club": club, "form": form} | (held or {})
    return render(request, "clubs/chouettes/import.html", shown, status=status)


def _content(session: Session) -> dict[str, Any]:
    """Return what a session holds, to be looked at."""
    table = replay(session)
    order = table.order
    return {
        "is_read": True,
        "people": names(table.accounts),
        "games": len(table.results),
        "running": table.game.number if table.game else 0,
        "box": order.box,
        "crew": names(order.team),
        "totals": [(who, signed(points)) for who, points in table.totals().items()],
        "rules": option_lines(table.options),
    }
