"""How a phone comes in: by a link, or by the PIN beside a name. And how it leaves."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from journal.refusals import Unknown, status_of
from rules.errors import RuleBroken
from tournaments.actions.phones.contacts import set_contact
from tournaments.actions.phones.links import Joined, leave, link_of, take_link, take_pin
from tournaments.forms.contact import ContactForm
from tournaments.http.access import admitted, an_event, posted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal
from tournaments.http.secret_pages import secret_page
from tournaments.http.top import top
from tournaments.models import Event
from tournaments.pages.my.joining_form import PinForm
from tournaments.pages.my.joining_sheet import link_sheet, names_to_choose
from tournaments.pages.my.session import do_as_player, forget, own_address, own_page, phone_of, remember
from tournaments.read.entrants.listed import contact_of, entrant_of
from tournaments.read.entrants.names import names_in
from tournaments.words.refusals import speak

FORM = ["GET", "HEAD", "POST"]


@secret_page
@sensitive_variables("secret")
@require_http_methods(FORM)
def link(request: HttpRequest, secret: str) -> HttpResponse:
    """Whose link this is, with one button. Looking changes nothing: messengers look at links ahead of people."""
    try:
        if request.method == "POST":
            return _come_in(take_link(secret))
        link_row = link_of(secret)
    except Unknown:
        return render(request, "tournaments/my/joining/unknown.html", status=404)
    except RuleBroken as broken:
        return render(request, "refused.html", {"refusal": speak(broken.code, broken.facts)}, status=status_of(broken))
    context = {"sheet": link_sheet(link_row), "nav": top(request, link_row.entrant.event, "")}
    return render(request, "tournaments/my/joining/link.html", context)


@never_cache
@sensitive_post_parameters("pin")
@require_http_methods(FORM)
@admitted("anybody", an_event, "")
def pin(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """A name and its PIN. It is answered alike whatever is wrong, a closed event included."""
    form = PinForm(posted(request), names=names_to_choose(event.pk))
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                return _come_in(take_pin(form.entrant, form.digits, request.META.get("REMOTE_ADDR", "")))
            except RuleBroken as broken:
                form.refuse(broken)
                status = status_of(broken)
    context = {"form": form, "nav": nav, "event": event}
    return render(request, "tournaments/my/joining/pin.html", context, status=status)


@require_POST
@own_page
def leave_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign this phone off from the player's pages."""
    phone = phone_of(request, pk)
    event = phone.entrant.event_id
    leave(phone.pk)
    return forget(HttpResponseRedirect(reverse("draw", args=[event]), status=303), pk)


@never_cache
@require_http_methods(FORM)
@own_page
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change the player's mail address for calls and results."""
    form = ContactForm(posted(request), initial={"email": contact_of(pk)})
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            done = do_as_player(request, pk, lambda caller: set_contact(pk, form.address, caller))
            if not isinstance(done, Refusal):
                return HttpResponseRedirect(f"{reverse('my_mail', args=[pk])}?kept=1", status=303)
            form.refuse(done.broken)
            status = done.status
    entrant = entrant_of(pk)
    context = {"form": form, "back": own_address(pk), "kept": "kept" in request.GET, "pk": pk}
    context |= {"nav": top(request, entrant.event, ""), "name": names_in(entrant.event_id)[pk]}
    return render(request, "tournaments/my/joining/mail.html", context, status=status)


def _come_in(joined: Joined) -> HttpResponse:
    """Lead to the player's own page, with its cookie."""
    return remember(HttpResponseRedirect(own_address(joined.entrant), status=303), joined)
