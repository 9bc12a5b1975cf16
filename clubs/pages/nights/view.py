"""Pages of nights: the calendar of a club, its feed, and who is there."""

from datetime import time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.nights import cancel_night, check_in, plan_nights
from clubs.actions.roles import club_of
from clubs.actions.sights import show_to
from clubs.http.access import public, staff
from clubs.http.members import SIGHTS, turned_away
from clubs.http.posting import Refusal, do, whole
from clubs.http.visitor import visitor
from clubs.models import Club, Sight
from clubs.pages.nights.form import NightForm
from clubs.permissions import may_direct, may_open_chouettes, may_run_desk, must
from clubs.read.chouettes.listing import chouettes_of
from clubs.read.chouettes.tonight import BEFORE, is_on
from clubs.read.nights import calendar_feed, calendar_nights, coming_nights, here_at, night_line
from clubs.read.persons.rows import person_rows
from clubs.read.persons.search import search_people
from clubs.read.sights import nights_are_public
from journal.actors import Actor

AT = {"night.minutes": "minutes", "night.dates": "until", "night.many": "until", "name.empty": "name"}
MOST_LISTED = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@public
def nights(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the coming nights of a club to everybody; directors plan and cancel them."""
    club, who = club_of(pk), visitor(request)
    if request.method != "POST":
        turned = turned_away(request, pk, public=nights_are_public(pk))
        return turned or _calendar(request, club, _form())
    must(who is not None and may_direct(who, pk))
    if request.POST.get("do") in SIGHTS:
        shown = SIGHTS[request.POST["do"]]
        sight = do(request, lambda caller: show_to(pk, Sight.Kind.NIGHTS, 0, caller, public=shown))
        if isinstance(sight, Refusal):
            return _calendar(request, club, _form(), sight)
        return HttpResponseRedirect(reverse("club_nights", args=[pk]), status=303)
    if request.POST.get("do") == "cancel":
        number = whole(request.POST.get("night", ""))
        must(night_line(number).club == pk)
        done = do(request, lambda caller: cancel_night(number, caller))
        if isinstance(done, Refusal):
            return _calendar(request, club, _form(), done)
        return HttpResponseRedirect(reverse("club_nights", args=[pk]), status=303)
    form = NightForm(request.POST)
    if form.is_valid():
        done = do(request, lambda caller: plan_nights(pk, form.sheet(), caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("club_nights", args=[pk]), status=303)
        form.refuse(done.broken, AT.get(done.broken.code))
        return _calendar(request, club, form, done)
    return _calendar(request, club, form)


@require_safe
@public
def feed(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the calendar as iCalendar, for phones and other programs; they can't sign in, so it must be public."""
    club = club_of(pk)
    if not nights_are_public(pk):
        raise Http404
    now = timezone.now()
    text = calendar_feed(club, calendar_nights(pk, now), now, f"{request.scheme}://{request.get_host()}")
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="nights-{pk}.ics"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def night(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show who is at a night, and check people in by name; POST with ``person`` and ``on`` does it."""
    line = night_line(pk)
    must(may_run_desk(actor, line.club))
    refused = None
    if request.method == "POST":
        person = whole(request.POST.get("person", ""))
        done = do(request, lambda caller: check_in(pk, person, request.POST.get("on", "1") == "1", caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("night", args=[pk]), status=303)
        refused = done
    here = here_at(line)
    present = {row.id for row in here}
    q = request.GET.get("q", "")[:100]
    everyone = [row for row in person_rows(line.club) if not row.erased and row.id not in present]
    offered = search_people(everyone, q) if q.strip() else everyone[:MOST_LISTED]
    context = {
        "night": line, "club": club_of(line.club), "here": here, "offered": offered, "q": q,
        "directs": may_direct(actor, line.club), "refused": refused.text if refused else "",
        "is_on": is_on(line, timezone.now()),
        "chouettes": chouettes_of(line.club, actor, (line.starts - BEFORE, line.ends)),
    }  # fmt: skip
    return render(request, "clubs/nights/night.html", context, status=refused.status if refused else 200)


def _form() -> NightForm:
    first = timezone.localdate() + timedelta(days=1)
    return NightForm(
        initial={"first": first, "at": time(19, 30), "zone": settings.MACHINE_ZONE, "minutes": 240, "weeks": 1}
    )


def _calendar(request: HttpRequest, club: Club, form: NightForm, done: Refusal | None = None) -> HttpResponse:
    who = visitor(request)
    context = {
        "club": club, "nights": coming_nights(club.pk, timezone.now()), "form": form,
        "directs": who is not None and may_direct(who, club.pk),
        "desk": who is not None and may_run_desk(who, club.pk),
        "is_public": nights_are_public(club.pk),
        "plays": who is not None and may_open_chouettes(who, club.pk),
        "refused": done.text if done and not form.is_bound else "",
    }  # fmt: skip
    status = done.status if done else 422 if form.errors else 200
    return render(request, "clubs/nights/nights.html", context, status=status)
