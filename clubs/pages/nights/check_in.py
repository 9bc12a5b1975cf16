"""The page behind the code of a membership card: the desk checks its holder in at the night that is on."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.nights import check_in
from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.posting import Refusal, do
from clubs.permissions import may_run_desk, must
from clubs.read.chouettes.tonight import night_on
from clubs.read.nights import here_at
from clubs.read.persons.rows import person_row
from clubs.words.refusals import speak
from journal.actors import Actor
from journal.refusals import Superseded


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def person_check_in(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show whose card was scanned; POST checks them in, and shows the night."""
    try:
        row = person_row(pk)
    except Superseded as merged:
        return HttpResponseRedirect(reverse("person_check_in", args=[merged.facts["into"]]))
    must(may_run_desk(actor, row.club))
    night = night_on(row.club, timezone.now())
    refused, status = "", 200
    if request.method == "POST":
        if night is None:
            refused, status = speak("night.none_on", {}), 422
        else:
            night_id = night.id
            done = do(request, lambda caller: check_in(night_id, pk, True, caller))
            if not isinstance(done, Refusal):
                return HttpResponseRedirect(reverse("night", args=[night_id]), status=303)
            refused, status = done.text, done.status
    is_here = night is not None and any(each.id == row.id for each in here_at(night))
    context = {
        "row": row, "night": night, "is_here": is_here, "club": club_of(row.club), "refused": refused,
        "kind": row.kind(timezone.localdate()),
    }  # fmt: skip
    return render(request, "clubs/nights/check_in.html", context, status=status)
