"""How a club holds its chouettes: its house rules, and the permit for money with the legal notice."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.chouettes.settings import allow_money, end_money, set_house_rules
from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.posting import Done, do
from clubs.models.chouettes import MONEY_NOTICE
from clubs.pages.chouettes.house_form import HouseForm
from clubs.pages.chouettes.options_form import FILLED
from clubs.permissions import may_direct, may_own_club, must
from clubs.read.chouettes.rules import house_rules_of, is_money_allowed
from clubs.words.chouette import form as words
from clubs.words.chouette.options import speak_of_options
from clubs.words.chouettes import NOTICES
from journal.actors import Actor


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def chouette_rules(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show a club's house rules; POST sets them."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    house, money = house_rules_of(pk), is_money_allowed(pk)
    form = HouseForm(request.POST or None, house=house, money=money)
    status = 200
    if request.method == "POST" and request.POST.get("do") == "fill":
        form = form.filled()
    elif request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: set_house_rules(pk, form.sheet(), caller), speak_of_options)
            if isinstance(done, Done):
                return HttpResponseRedirect(reverse("club_chouettes", args=[pk]), status=303)
            form.add_error(None, done.text)
            status = done.status
    shown = {
        "club": club, "form": form, "house": house, "money": money, "owns": may_own_club(actor, pk),
        "is_filled": bool(form.initial.get(FILLED)),
    }  # fmt: skip
    return render(request, "clubs/chouettes/rules.html", shown, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def chouette_money(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the legal notice; an owner confirms it and allows chouettes for money, or ends them."""
    club = club_of(pk)
    must(may_own_club(actor, pk))
    problem, status = "", 200
    if request.method == "POST":
        is_allowing = request.POST.get("do") == "allow"
        if is_allowing and "read" not in request.POST:
            problem, status = str(words.NOTICE_UNREAD), 422
        else:
            notice = request.POST.get("notice", "")
            number = int(notice) if notice.isascii() and notice.isdecimal() and len(notice) < 10 else 0
            done = do(
                request,
                lambda caller: allow_money(pk, number, caller) if is_allowing else end_money(pk, caller),
            )
            if isinstance(done, Done):
                return HttpResponseRedirect(reverse("chouette_money", args=[pk]), status=303)
            problem, status = done.text, done.status
    shown = {
        "club": club, "allowed": is_money_allowed(pk), "problem": problem, "notice": MONEY_NOTICE,
        "text": NOTICES[MONEY_NOTICE],
    }  # fmt: skip
    return render(request, "clubs/chouettes/money.html", shown, status=status)
