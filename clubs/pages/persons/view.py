"""Pages about the people of a club: the list, one person, merging two."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.actions.persons.claiming import offer_person
from clubs.actions.persons.details import add_person, change_person, set_person_contact
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.memberships import begin_membership, end_membership
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import WORDS, PersonSheet
from clubs.actions.roles import club_of
from clubs.forms.fields import RefusalForm
from clubs.http.access import staff
from clubs.http.posting import Refusal, do, whole
from clubs.models import Club, PersonLink
from clubs.pages.persons.form import ContactForm, DetailsForm, MembershipForm, NewPersonForm
from clubs.pages.persons.sheet import people_sheet
from clubs.permissions import may_direct, may_run_desk, must
from clubs.read.persons.card import PersonCard, person_card
from clubs.read.persons.rows import club_of_membership, person_row
from clubs.secrets import link_secret
from journal.actors import Actor
from journal.book import Caller
from journal.refusals import Superseded

SEEN_OR_POSTED = ["GET", "HEAD", "POST"]
FORMS: dict[str, type[RefusalForm]] = {
    "details": DetailsForm, "contact": ContactForm, "membership": MembershipForm,
}  # fmt: skip
# The fields that a refusal is shown at.
AT = {
    "federation.unreadable": "federations", "federation.taken": "federations", "adult_on.unreadable": "adult_on",
    "email.unreadable": "email", "membership.dates": "ends_on", "membership.held": "starts_on",
    "name.empty": "name", "name.long": "name", "name.hidden": "name", "name.marks": "name",
}  # fmt: skip


@never_cache
@require_http_methods(SEEN_OR_POSTED)
@staff
def people(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show and search the people of a club; POST adds one."""
    club = club_of(pk)
    must(may_run_desk(actor, pk))
    if request.method != "POST":
        return _list(request, actor, club, NewPersonForm(initial={"name": request.GET.get("q", "")}))
    form = NewPersonForm(request.POST)
    if not form.is_valid():
        return _list(request, actor, club, form, 422)
    kind = form.cleaned_data["kind"]
    done = do(request, lambda caller: add_person(pk, PersonSheet(**form.sheet()), kind, caller))
    if isinstance(done, Refusal):
        _refuse(form, done)
        return _list(request, actor, club, form, done.status)
    address = reverse("club_people", args=[pk])
    return HttpResponseRedirect(f"{address}?added={done.value.person}" if done.value else address, status=303)


@never_cache
@require_http_methods(SEEN_OR_POSTED)
@staff
def person(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show a person: directors change their details, contact and memberships here."""
    try:
        row = person_row(pk)
    except Superseded as merged:
        return HttpResponseRedirect(reverse("person", args=[merged.facts["into"]]))
    must(may_run_desk(actor, row.club))
    if request.method != "POST":
        return _person(request, actor, person_card(pk))
    must(may_direct(actor, row.club))
    which = request.POST.get("do", "")
    form = FORMS.get(which, DetailsForm)(request.POST)
    if not form.is_valid():
        return _person(request, actor, person_card(pk), form)
    done = do(request, _change(pk, form))
    if isinstance(done, Refusal):
        _refuse(form, done)
        return _person(request, actor, person_card(pk), form, done)
    return HttpResponseRedirect(reverse("person", args=[pk]), status=303)


def _change(pk: int, form: RefusalForm) -> Callable[[Caller], Any]:
    values = form.cleaned_data
    if isinstance(form, ContactForm):
        return lambda caller: set_person_contact(pk, values, caller)
    if isinstance(form, DetailsForm):
        sheet = form.sheet()
        return lambda caller: change_person(pk, sheet, caller)
    return lambda caller: begin_membership(pk, values["kind"], values["starts_on"], values["ends_on"], caller)


@require_POST
@staff
def membership_end(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """End a membership today."""
    club, person_key = club_of_membership(pk)
    must(may_direct(actor, club))
    done = do(request, lambda caller: end_membership(pk, None, caller))
    if isinstance(done, Refusal):
        return _person(request, actor, person_card(person_key), done=done)
    return HttpResponseRedirect(reverse("person", args=[person_key]), status=303)


@never_cache
@require_http_methods(SEEN_OR_POSTED)
@staff
def person_merge(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show what merging another person into this one does; POST does it."""
    row = person_row(pk)
    must(may_direct(actor, row.club))
    gone = whole((request.POST if request.method == "POST" else request.GET).get("gone", ""))
    if not gone and request.method != "POST":
        return HttpResponseRedirect(reverse("club_people", args=[row.club]) + "#doubles")
    other = person_row(gone)
    must(other.club == row.club)
    refused = None
    if request.method == "POST":
        done = do(request, lambda caller: merge_people(gone, pk, caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("person", args=[pk]) + "?merged=1", status=303)
        refused = done
    cards = person_card(pk), person_card(gone)
    context = {"into": cards[0], "gone": cards[1], "refused": refused.text if refused else ""}
    return render(request, "clubs/persons/merge.html", context, status=refused.status if refused else 200)


@never_cache
@require_http_methods(SEEN_OR_POSTED)
@staff
def person_erase(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Say what erasing a person erases and what stays; POST does it."""
    row = person_row(pk)
    must(may_direct(actor, row.club))
    refused = None
    if request.method == "POST":
        done = do(request, lambda caller: erase_person(pk, caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("person", args=[pk]), status=303)
        refused = done
    context = {"card": person_card(pk), "refused": refused.text if refused else ""}
    return render(request, "clubs/persons/erase.html", context, status=refused.status if refused else 200)


@never_cache
@require_POST
@staff
def person_link(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Make a link by which a player claims this person; it is shown only in this answer."""
    row = person_row(pk)
    must(may_direct(actor, row.club))
    made = [""]

    def act(caller: Caller) -> PersonLink:
        made[0] = link_secret("person", caller)
        return offer_person(pk, made[0], caller)

    done = do(request, act)
    if isinstance(done, Refusal):
        return _person(request, actor, person_card(pk), done=done)
    address = request.build_absolute_uri(reverse("person_claim", args=[made[0]]))
    return render(request, "clubs/persons/link.html", {"card": person_card(pk), "link": address})


def _list(request: HttpRequest, actor: Actor, club: Club, form: NewPersonForm, status: int = 200) -> HttpResponse:
    directs = may_direct(actor, club.pk)
    sheet = people_sheet(club, request.GET.get("q", "")[:100], timezone.localdate(), doubles=directs)
    context = {"sheet": sheet, "form": form, "directs": directs, "added": request.GET.get("added", "")}
    return render(request, "clubs/persons/people.html", context, status=status)


def _person(
    request: HttpRequest, actor: Actor, card: PersonCard, form: RefusalForm | None = None, done: Refusal | None = None
) -> HttpResponse:
    """The page of a person; ``form`` is the one that was refused."""
    directs = may_direct(actor, card.row.club)
    today = timezone.localdate()
    forms: dict[str, RefusalForm] = {
        "details": DetailsForm(initial={name: getattr(card.row, name) for name in WORDS}),
        "contact": ContactForm(initial=asdict(card.contact)),
        "membership": MembershipForm(initial={"starts_on": today}),
    }
    bound = next((which for which, each in FORMS.items() if type(form) is each), "")
    if form is not None:
        forms[bound] = form
    context = {
        "card": card, "club": club_of(card.row.club), "directs": directs, "forms": forms if directs else {},
        "kind": card.row.kind(today), "is_minor": card.row.is_minor(today), "bound": bound,
        "lines": [(each, each.is_on(today)) for each in card.row.memberships],
        "refused": done.text if done and form is None else "",
    }  # fmt: skip
    status = done.status if done else 422 if form is not None else 200
    return render(request, "clubs/persons/person.html", context, status=status)


def _refuse(form: RefusalForm, done: Refusal) -> None:
    field = AT.get(done.broken.code)
    form.refuse(done.broken, field if field in form.fields else None)
