"""Pages of a club's webhooks: all of them with the form of a new one, and one with its log."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.roles import club_of
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, send_again, try_webhook, turn_webhook
from clubs.http.access import staff
from clubs.http.posting import Refusal, do, whole
from clubs.models import Club, WebhookTurn
from clubs.pages.webhooks.form import WebhookForm
from clubs.permissions import may_own_club, must
from clubs.read.webhooks.listing import deliveries_of, delivery_row, webhook_line, webhook_lines, webhook_row
from journal.actors import Actor
from journal.book import Caller

LOOKED_AT_OR_POSTED = ["GET", "HEAD", "POST"]
AT = {
    "address.unreadable": "address", "address.https": "address", "address.private": "address",
    "webhook.topics": "topics", "webhook.form": "form",
}  # fmt: skip
TURNS = {"on": WebhookTurn.To.ON, "off": WebhookTurn.To.OFF, "remove": WebhookTurn.To.REMOVED}


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
@staff
def webhooks(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the webhooks of a club to its owners; POST adds one."""
    club = club_of(pk)
    must(may_own_club(actor, pk))
    if request.method != "POST":
        return _list(request, club, WebhookForm())
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _list(request, club, form, 422)
    entered = form.cleaned_data
    site = f"{request.scheme}://{request.get_host()}"
    sheet = WebhookSheet(entered["address"], entered["topics"], entered["form"], site, get_language() or "en")
    done = do(request, lambda caller: add_webhook(pk, sheet, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken, AT.get(done.broken.code))
        return _list(request, club, form, done.status)
    address = reverse("webhook", args=[done.value.pk]) if done.value else reverse("club_webhooks", args=[pk])
    return HttpResponseRedirect(address, status=303)


@never_cache
@require_http_methods(LOOKED_AT_OR_POSTED)
@staff
def webhook(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show a webhook with its secret and its log; POST (``do``) tests it, turns it on or off, or sends again."""
    row, refused = webhook_row(pk), None
    must(may_own_club(actor, row.club_id))
    if request.method == "POST":
        done = do(request, lambda caller: _change(request, pk, caller))
        if not isinstance(done, Refusal):
            removed = request.POST.get("do") == "remove"
            address = reverse("club_webhooks", args=[row.club_id]) if removed else reverse("webhook", args=[pk])
            return HttpResponseRedirect(address, status=303)
        refused = done
    context = {
        "club": row.club, "webhook": webhook_line(row), "deliveries": deliveries_of(pk),
        "refused": refused.text if refused else "",
    }  # fmt: skip
    return render(request, "clubs/webhooks/one.html", context, status=refused.status if refused else 200)


def _change(request: HttpRequest, pk: int, caller: Caller) -> object:
    """Do what a form on the page of a webhook does."""
    what = request.POST.get("do", "")
    if what == "again":
        delivery = whole(request.POST.get("delivery", ""))
        must(delivery_row(delivery).webhook_id == pk)
        return send_again(delivery, caller)
    if what in TURNS:
        return turn_webhook(pk, TURNS[what], caller)
    return try_webhook(pk, caller)


def _list(request: HttpRequest, club: Club, form: WebhookForm, status: int = 200) -> HttpResponse:
    context = {"club": club, "webhooks": webhook_lines(club), "form": form}
    return render(request, "clubs/webhooks/list.html", context, status=status)
