"""Pages of links that work once (owner, invitation, new password), and the pages of refused requests."""

from collections.abc import Callable

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.invitations import (
    Newcomer,
    invitation_of,
    password_link_of,
    set_password_by_link,
    take_role,
    take_role_as_newcomer,
)
from clubs.actions.people import claim_owner_link
from clubs.actions.persons.claiming import claim_person, claim_person_as_newcomer, link_to_person
from clubs.forms.fields import RefusalForm
from clubs.http.posting import Refusal, do
from clubs.http.visitor import from_the_hall, only_from_here, visitor
from clubs.models import User
from clubs.pages.people.form import NewcomerForm, PasswordForm
from clubs.read.people import where_to_begin
from clubs.read.persons.rows import person_row
from clubs.words.refusals import speak
from journal.refusals import status_of
from rules.errors import RuleBroken

LOOKED_AT_OR_POSTED = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def owner(request: HttpRequest, secret: str) -> HttpResponse:
    """The one-time owner link: the first person who uses it owns the installation."""
    only_from_here(request)
    form = NewcomerForm(request.POST or None)

    def act() -> User:
        values = form.cleaned_data
        return claim_owner_link(secret, values["email"], values["name"], values["password"])

    return _sign_in_by(request, form, act, "clubs/people/owner.html", {})


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """An invitation: newcomers fill in a form, signed-in people take the role with one button."""
    only_from_here(request)
    try:
        invited = invitation_of(secret, timezone.now())
    except RuleBroken as broken:
        return _no_longer(request, broken)
    context = {"invitation": invited, "address": request.path}
    if visitor(request) is not None:
        return _take_as_myself(request, secret, context)
    form = NewcomerForm(request.POST or None)

    def act() -> User:
        values = form.cleaned_data
        return take_role_as_newcomer(secret, Newcomer(values["email"], values["name"], values["password"]))

    return _sign_in_by(request, form, act, "clubs/people/invitation.html", context)


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def person_claim(request: HttpRequest, secret: str) -> HttpResponse:
    """The link by which a player claims their person: newcomers fill in a form, others press one button."""
    only_from_here(request)
    try:
        link = link_to_person(secret, timezone.now())
    except RuleBroken as broken:
        return _no_longer(request, broken)
    name = person_row(link.person_id).shown(timezone.localdate())
    context: dict[str, object] = {"name": name, "address": request.path}
    template = "clubs/people/person_claim.html"
    if visitor(request) is None:
        form = NewcomerForm(request.POST or None)

        def act() -> User:
            values = form.cleaned_data
            return claim_person_as_newcomer(secret, Newcomer(values["email"], values["name"], values["password"]))

        return _sign_in_by(request, form, act, template, context)
    status = 200
    if request.method == "POST":
        done = do(request, lambda caller: claim_person(secret, caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("my_club"), status=303)
        context["refusal"], status = done.text, done.status
    return render(request, template, context, status=status)


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
def new_password(request: HttpRequest, secret: str) -> HttpResponse:
    """The link by which a person sets a new password, once."""
    only_from_here(request)
    try:
        link = password_link_of(secret, timezone.now())
    except RuleBroken as broken:
        return _no_longer(request, broken)
    form = PasswordForm(request.POST or None)

    def act() -> User:
        return set_password_by_link(secret, form.cleaned_data["password"])

    return _sign_in_by(request, form, act, "clubs/people/new_password.html", {"email": link.user.email})


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a forbidden request and say what to do instead."""
    return render(request, "403.html", {"from_the_hall": from_the_hall(request)}, status=403)


def not_posted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid CSRF token: the page was too old, or the browser keeps no cookies."""
    return render(request, "not_posted.html", status=403)


def _take_as_myself(request: HttpRequest, secret: str, values: dict[str, object]) -> HttpResponse:
    if request.method == "POST":
        done = do(request, lambda caller: take_role(secret, caller))
        if isinstance(done, Refusal):
            return render(request, "clubs/people/invitation.html", values | {"refusal": done.text}, status=done.status)
        return _begin(request)
    return render(request, "clubs/people/invitation.html", values)


def _sign_in_by(
    request: HttpRequest, form: RefusalForm, act: Callable[[], User], template: str, values: dict[str, object]
) -> HttpResponse:
    """Show a form; once it succeeds, sign its user in with a new session."""
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                user = act()
            except RuleBroken as broken:
                form.refuse(broken)
                status = status_of(broken)
            else:
                logout(request)
                login(request, user)
                return _begin(request)
    return render(request, template, values | {"form": form}, status=status)


def _begin(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the user's first page: their club, or the form of the first club."""
    assert isinstance(request.user, User)  # noqa: S101 -- for the types: the user has just signed in
    name, club = where_to_begin(request.user.pk)
    return HttpResponseRedirect(reverse(name, args=[club] if club else []), status=303)


def _no_longer(request: HttpRequest, broken: RuleBroken) -> HttpResponse:
    return render(request, "refused.html", {"refusal": speak(broken.code, broken.facts)}, status=status_of(broken))
