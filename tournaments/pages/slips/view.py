"""Slips with links and PINs: printed by the desk, all of them ended by a director."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from journal.refusals import Refused, status_of
from rules.errors import RuleBroken
from runtime.server.addresses import addresses_of, is_loopback
from tournaments.actions.phones.links import make_slips, rotate_links
from tournaments.http.access import a_tournament, admitted, an_event, see
from tournaments.http.answers import pdf
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.http.slips import _address, moved_slips
from tournaments.models import Event, Tournament
from tournaments.models.links import Slip
from tournaments.pages.slips.sheet import SlipsSheet, slips_sheet, without_slip
from tournaments.papers.languages import printed_for
from tournaments.papers.slips.link_slip_details import slip_details
from tournaments.papers.slips.link_slips import link_slips_pdf, paper_of
from tournaments.read.entrants.listed import people_in
from tournaments.read.events import conditions_of
from tournaments.words.refusals import speak

FORM = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM)
@admitted("desk", an_event, "entrants")
def slips(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Show the slips; POST makes and prints slips."""
    sheet = slips_sheet(event)
    if request.method != "POST":
        return _page(request, sheet, event, nav)
    try:
        who, paper, address = (
            _chosen_entrants(request, sheet),
            paper_of(request.POST.get("paper", "A4")),
            _address(request),
        )
        done = do(request, lambda caller: make_slips(event.pk, caller, address, who))
        if isinstance(done, Refusal):
            return _page(request, sheet, event, nav, refusal=done.text, status=done.status)
        if done.value is None:
            return _page(request, slips_sheet(event), event, nav, again=True)
        links = _for_members(event, done.value)
        with printed_for(event.tournament):
            made = link_slips_pdf(links, (nav.name, event.pk, address), paper, slip_details(event))
        return pdf(f"links-{event.pk}.pdf", made)
    except RuleBroken as broken:
        sentence, status = speak(broken.code, broken.facts), status_of(broken)
        return _page(request, slips_sheet(event), event, nav, refusal=sentence, status=status)


@never_cache
@require_http_methods(FORM)
@admitted("directors", a_tournament, "entrants")
def rotate(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Explain ending every link, with the button."""
    problem, status = "", 200
    if request.method == "POST":
        done = do(request, lambda caller: rotate_links(tournament.pk, caller))
        if not isinstance(done, Refusal):
            return see("link_slips", nav.event, "?rotated=1") if nav.event else see("tournament", tournament.pk)
        problem, status = done.text, done.status
    return render(request, "tournaments/slips/rotate.html", {"nav": nav, "refusal": problem}, status=status)


def _page(
    request: HttpRequest, sheet: SlipsSheet, event: Event, nav: Nav, *, status: int = 200, **more: object
) -> HttpResponse:  # fmt: skip
    addresses = addresses_of(request)
    context = {
        "sheet": sheet,
        "nav": nav,
        "moved": moved_slips(request, event.tournament),
        "addresses": addresses,
        "nowhere": is_loopback(addresses[0].partition("://")[2].rpartition(":")[0]),
        "chosen": request.POST.getlist("who"),
        "rotated": "rotated" in request.GET,
    }
    return render(request, "tournaments/slips/page.html", context | more, status=status)


def _for_members(event: Event, slips: Sequence[Slip]) -> list[Slip]:
    """Return the slips with one for each member of an entrant: all of them have its link and PIN."""
    people = people_in(event.pk) if conditions_of(event).entrants.is_several else {}
    return [slip for slip in slips for _ in people.get(slip.entrant, ()) or (None,)]


def _chosen_entrants(request: HttpRequest, sheet: SlipsSheet) -> list[int] | None:
    """Return the requested entrants, None for all. Raises Refused ``slips.none``."""
    what = request.POST.get("do", "")
    if what == "all":
        return None
    known = {line.id for line in sheet.lines}
    ticked = [int(each) for each in request.POST.getlist("who") if each.isascii() and each.isdigit() and len(each) < 16]
    chosen = without_slip(sheet) if what == "new" else [each for each in ticked if each in known]
    if not chosen:
        raise Refused("slips.none", event=sheet.event)
    return chosen
