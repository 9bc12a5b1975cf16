"""The prize fund designer: how a fund or a side pool is divided, with a preview by field size."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actions.money.prizes import add_money_of, set_pot
from tournaments.http.access import admitted, an_event, posted, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event
from tournaments.pages.prizes.form import AddedForm, PotForm
from tournaments.pages.prizes.sheet import earlier_lines, preview_of
from tournaments.read.money.designs import PotDesign, design_of
from tournaments.words.money import designs


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("directors", an_event, "money")
def prizes(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """How the fund of an event or one of its side pools (``?pot=``) is divided."""
    design = design_of(event, request.GET.get("pot", ""))
    adds = request.POST.get("do") == "add"
    added = AddedForm(posted(request) if adds else None, design.currency)
    form = PotForm(None if adds else posted(request), design.currency, design.brackets, design.division)
    done = _carry_out(request, design, form, added) if request.method == "POST" else None
    if isinstance(done, HttpResponse):
        return done
    return _page(request, event, nav, (design, form, added, done or 200))


def _carry_out(request: HttpRequest, design: PotDesign, form: PotForm, added: AddedForm) -> HttpResponse | int:
    """Save the division or add money; return where it leads, or the status of the page that says what is wrong."""
    what = request.POST.get("do")
    mark = f"?pot={design.code}&kept=1" if design.is_pool else "?kept=1"
    if what == "add":
        if not added.is_valid():
            return 422
        values = added.cleaned_data
        done = do(request, lambda caller: add_money_of(design.event, values["giver"], values["sum"], caller))
        if isinstance(done, Refusal):
            added.add_error(None, done.text)
            return done.status
        return see("prizes", design.event, "?kept=1")
    if not form.is_valid():
        return 200 if what == "preview" else 422
    if what == "preview":
        return 200
    data, reason = form.cleaned_data["division"].as_data(), form.cleaned_data["reason"]
    saved = do(request, lambda caller: set_pot(design.event, design.code, data, reason, caller))
    if isinstance(saved, Refusal):
        form.refuse(saved.broken)
        return saved.status
    return see("prizes", design.event, mark)


def _page(
    request: HttpRequest, event: Event, nav: Nav, made: tuple[PotDesign, PotForm, AddedForm, int]
) -> HttpResponse:
    """Return the designer, or its preview alone for the script that asks for it."""
    design, form, added, status = made
    shown = form.division() if form.is_bound else design.division
    if shown is None and not form.is_bound:
        first = PotForm(dict(form.initial), design.currency, form.brackets, None)
        shown = first.division() if first.is_valid() else None
    is_changing = not design.is_drawn or "change" in request.GET or form.is_bound
    context: dict[str, Any] = {
        "design": design,
        "form": form,
        "added": added,
        "event": event,
        "nav": nav,
        "preview": preview_of(design, shown) if shown and design.currency else None,
        "earlier": earlier_lines(design),
        "boxes": [(each, *words) for each, words in designs.BOXES.items()],
        "others": designs.other_presets(),
        "brackets": [designs.bracket_word(each) for each in form.brackets],
        "is_locked": not is_changing or design.is_closed,
        "size": request.POST.get("size", ""),
        "kept": "kept" in request.GET,
    }
    if request.headers.get("X-Fragment"):
        return render(request, "tournaments/prizes/_preview.html", context | {"is_fragment": True})
    return render(request, "tournaments/prizes/page.html", context, status=status)
