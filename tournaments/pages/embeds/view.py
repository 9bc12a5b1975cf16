"""The page on which owners list their sites and copy what to paste there."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.embeds import list_hosts
from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.posting import Refusal, do
from clubs.permissions import may_own_club, must
from clubs.read.embeds import hosts_of
from journal.actors import Actor
from tournaments.pages.embeds.form import HostsForm
from tournaments.pages.embeds.sheet import embed_groups


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def club_embeds(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show what a club's own site can show; POST lists its sites."""
    club = club_of(pk)
    must(may_own_club(actor, pk))
    hosts, status = hosts_of(pk), 200
    form = HostsForm(request.POST if request.method == "POST" else None, initial={"hosts": "\n".join(hosts)})
    if request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: list_hosts(pk, form.cleaned_data["hosts"].split(), caller))
            if not isinstance(done, Refusal):
                return HttpResponseRedirect(reverse("club_embeds", args=[pk]), status=303)
            form.refuse(done.broken, "hosts")
            status = done.status
    site = f"{request.scheme}://{request.get_host()}"
    groups = embed_groups(club, site)
    context = {"club": club, "form": form, "hosts": hosts, "groups": groups, "site": site}
    return render(request, "tournaments/embeds/page.html", context, status=status)
