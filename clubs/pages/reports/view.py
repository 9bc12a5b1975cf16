"""The page of a club's report templates, and the reports on its rating lists."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.reports import remove_template, save_template
from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.posting import Refusal, do, whole
from clubs.http.reports import report_file
from clubs.pages.reports.form import TemplateForm
from clubs.permissions import may_direct, must
from clubs.read.ratings.lists import list_of
from clubs.read.reports import rating_rows, template_of, templates
from clubs.words.reports import REPORTS
from journal.actors import Actor
from journal.book import Caller
from rules.reports import FIELDS, Kind

AT = {"template.separator": "separator", "template.kind": "kind"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def reports(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the report templates of a club; directors save one, or remove one (``do`` remove)."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    edited = templates(pk).filter(pk=whole(request.GET["template"])).first() if "template" in request.GET else None
    begun = {name: getattr(edited, name) for name in TemplateForm.base_fields} if edited else None
    form, status, refused = TemplateForm(initial=begun), 200, ""
    if request.method == "POST":
        removing = request.POST.get("do") == "remove"
        form = form if removing else TemplateForm(request.POST)
        if removing or form.is_valid():
            done = do(request, _change(request, pk, None if removing else form))
            if not isinstance(done, Refusal):
                return HttpResponseRedirect(reverse("club_reports", args=[pk]), status=303)
            status, refused = done.status, done.text
            if not removing:
                form.refuse(done.broken, _field_of(done.broken.code))
        else:
            status = 422
    kinds = [(REPORTS[kind], FIELDS[kind]) for kind in Kind]
    lines = [(row, REPORTS[row.kind]) for row in templates(pk)]
    context = {
        "club": club,
        "lines": lines,
        "form": form,
        "kinds": kinds,
        "refused": refused if not form.is_bound else "",
    }
    return render(request, "clubs/reports/page.html", context, status=status)


def _field_of(code: str) -> str:
    """Return the field of the form that a refusal is about."""
    return "name" if code.startswith("name.") else AT.get(code, "columns")


def _change(request: HttpRequest, club: int, form: TemplateForm | None) -> Callable[[Caller], object]:
    """Return what a posted form does: save a template, or without a form remove one."""
    if form is None:
        return lambda caller: _remove(request, club, caller)
    entered = form.cleaned_data
    return lambda caller: save_template(
        club, entered["name"], entered["kind"], entered["columns"], caller, separator=entered["separator"]
    )


def _remove(request: HttpRequest, club: int, caller: Caller) -> object:
    row = template_of(whole(request.POST.get("template", "")))
    must(row.club_id == club)
    return remove_template(row.pk, caller)


@require_safe
@staff
def rating_report(request: HttpRequest, actor: Actor, pk: int, form: str) -> HttpResponse:
    """Return a rating list as a report, ``form`` csv or json; ``?template=`` one of the club's own."""
    view = list_of(pk)
    must(may_direct(actor, view.club.pk))
    now = timezone.now()
    return report_file(
        request, view.club.pk, Kind.RATINGS, form, f"ratings-{pk}", lambda report: rating_rows(view, report, now)
    )
