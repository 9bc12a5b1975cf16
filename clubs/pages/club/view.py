"""Pages of a club: a new club, its name, its people."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.actions.clubs import open_club, rename_club
from clubs.actions.invitations import Letter, end_invitation, invite, offer_password
from clubs.actions.people import switch_off, switch_on
from clubs.actions.roles import change_role, club_of, end_role, give_role
from clubs.http.access import staff
from clubs.http.posting import Done, Refusal, do
from clubs.models import Club, Invitation, PasswordLink
from clubs.pages.club.form import ClubForm, KindForm
from clubs.permissions import may_direct, may_own_club, may_own_site, must
from clubs.read.people import club_of_invitation, former_role, is_any_club, newest_club, people_of, role_named
from clubs.secrets import link_secret
from journal.actors import Actor
from journal.book import Caller
from runtime.jobs.mail import mail_is_set_up

LOOKED_AT_OR_POSTED = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
@staff
def new(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Create a club."""
    must(may_own_site(actor))
    form = ClubForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: open_club(form.cleaned_data["name"], caller))
            if isinstance(done, Done):
                club = done.value or newest_club()
                return _seen_other("club_home", club.pk)
            form.refuse(done.broken, "name")
            status = done.status
    first = not is_any_club()
    return render(request, "clubs/club/new.html", {"form": form, "first": first}, status=status)


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
@staff
def settings(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Rename a club."""
    club = club_of(pk)
    must(may_own_club(actor, pk))
    form = ClubForm(request.POST or None, initial={"name": club.name})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: rename_club(pk, form.cleaned_data["name"], caller))
            if isinstance(done, Done):
                return _seen_other("club_home", pk)
            form.refuse(done.broken, "name")
            status = done.status
    return render(request, "clubs/club/settings.html", {"form": form, "club": club}, status=status)


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
@staff
def members(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the people of a club. POST makes an invitation: the link is shown once, and sent if an address is given."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    if request.method != "POST":
        return _people(request, actor, club)
    kind, to, made = request.POST.get("kind", ""), request.POST.get("email", "").strip(), [""]
    letter = Letter(to, f"{request.scheme}://{request.get_host()}") if to else None

    def act(caller: Caller) -> Invitation:
        made[0] = link_secret("invitation", caller)
        return invite(pk, kind, made[0], caller, letter)

    done = do(request, act)
    if isinstance(done, Refusal):
        return _people(request, actor, club, done, to=to)
    address = request.build_absolute_uri(reverse("invitation", args=[made[0]]))
    return _people(request, actor, club, link=address, kind=kind, sent=to)


@require_POST
@staff
def member(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Change or end a role."""
    club, role = role_named(pk)
    must(may_own_club(actor, club.pk))
    ending = request.POST.get("how") == "end"
    kind = request.POST.get("kind", "")
    done = do(request, lambda caller: end_role(pk, caller) if ending else change_role(pk, kind, caller))
    if isinstance(done, Refusal):
        return _people(request, actor, club, done)
    now = pk if ending else done.value.pk if done.value else pk
    return _seen_other("club_members", club.pk, f"?{'ended' if ending else 'changed'}={now}#person-{role.user_id}")


@require_POST
@staff
def member_again(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Give an ended role back."""
    club, role = role_named(pk)
    must(may_own_club(actor, club.pk))
    done = do(request, lambda caller: give_role(club.pk, role.user.email, role.kind, caller))
    if isinstance(done, Refusal):
        return _people(request, actor, club, done)
    return _seen_other("club_members", club.pk, f"?changed={done.value.pk if done.value else 0}#person-{role.user_id}")


@never_cache
@require_POST
@staff
def member_password(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Make a link for a new password; it is shown only in this answer."""
    club, role = role_named(pk)
    must(may_own_club(actor, club.pk))
    made = [""]

    def act(caller: Caller) -> PasswordLink:
        made[0] = link_secret("password", caller)
        return offer_password(role.user.email, made[0], caller)

    done = do(request, act)
    if isinstance(done, Refusal):
        return _people(request, actor, club, done)
    address = request.build_absolute_uri(reverse("new_password", args=[made[0]]))
    return _people(request, actor, club, link=address, person=role.user.name or role.user.email)


@require_POST
@staff
def member_access(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Switch a person off, whatever their roles, or on again."""
    must(may_own_site(actor))
    club, role = role_named(pk)
    turn = switch_on if request.POST.get("how") == "on" else switch_off
    done = do(request, lambda caller: turn(role.user_id, caller))
    if isinstance(done, Refusal):
        return _people(request, actor, club, done)
    return _seen_other("club_members", club.pk, f"?changed={pk}#person-{role.user_id}")


@require_POST
@staff
def invitation_end(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """End an unused invitation."""
    club = club_of_invitation(pk)
    must(club is not None and may_direct(actor, club.pk))
    done = do(request, lambda caller: end_invitation(pk, caller))
    if isinstance(done, Refusal):
        return _people(request, actor, club_of(club.pk if club else 0), done)
    return _seen_other("club_members", club.pk if club else 0, "#invitations")


def _people(
    request: HttpRequest, actor: Actor, club: Club, refused: Refusal | None = None, **new_link: str
) -> HttpResponse:
    """The page of a club's people; ``new_link`` is a link just made and whom it is for."""
    sheet = people_of(club, actor, changed=request.GET.get("changed", ""))
    context = {
        "sheet": sheet,
        "form": KindForm(kinds=sheet.invites, initial={"kind": "desk"}),
        "refused": refused.text if refused else "",
        "ended": former_role(club.pk, request.GET.get("ended", "")),
        "new_link": new_link,
        "mail": mail_is_set_up(),
    }
    return render(request, "clubs/club/members.html", context, status=refused.status if refused else 200)


def _seen_other(name: str, pk: int, more: str = "") -> HttpResponse:
    return HttpResponseRedirect(reverse(name, args=[pk]) + more, status=303)
