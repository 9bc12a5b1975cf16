"""The page of jobs, for the owner of the installation."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from clubs.actions.jobs import retry_job
from clubs.http.access import staff
from clubs.http.posting import Refusal, do, whole
from clubs.permissions import may_own_site, must
from clubs.read.jobs import JobSheet, job_sheet
from clubs.words.marks import MarkLine, mark_lines
from journal.actors import Actor
from runtime.pages.etags import with_etag

# Marks that the page explains itself.
SHOWN_IN_FULL = ("broker.silent", "worker.none")


@require_safe
@staff
def jobs(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Show the jobs that wait, run, were given up or are done."""
    must(may_own_site(actor))
    sheet = job_sheet(timezone.now(), request.GET.get("show", ""), whole(request.GET.get("before", "")))
    return with_etag(request, [], lambda: _page(request, sheet), sheet, _marks())


@require_POST
@staff
def job_retry(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Try again a job that was given up."""
    must(may_own_site(actor))
    done = do(request, lambda caller: retry_job(pk, caller))
    if isinstance(done, Refusal):
        return _page(request, job_sheet(timezone.now()), done)
    return HttpResponseRedirect(reverse("jobs"), status=303)


def _marks() -> tuple[MarkLine, ...]:
    return mark_lines(ZoneInfo(settings.MACHINE_ZONE), SHOWN_IN_FULL)


def _page(request: HttpRequest, sheet: JobSheet, refused: Refusal | None = None) -> HttpResponse:
    context = {"sheet": sheet, "marks": _marks(), "refused": refused.text if refused else ""}
    return render(request, "clubs/jobs/page.html", context, status=refused.status if refused else 200)
