"""Papers: the page that links to all of them, and the PDFs."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.papers.listing import listing_pdf
from paper.pdf import warm
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from runtime.server.addresses import addresses_of
from tournaments.http.access import a_match, a_tournament, admitted, an_event
from tournaments.http.answers import pdf, refused
from tournaments.http.navigation import Nav
from tournaments.http.top import top
from tournaments.models import Event, Tournament
from tournaments.pages.papers.sheet import papers_sheet
from tournaments.papers.cards.badges import badges_of, badges_pdf
from tournaments.papers.cards.certificates import certificates_of, certificates_pdf
from tournaments.papers.cards.table_cards import table_cards_of, table_cards_pdf
from tournaments.papers.entry_list import entry_list, place_list, sign_in_list
from tournaments.papers.languages import printed_for
from tournaments.papers.rules_page import event_rules, event_rules_pdf
from tournaments.papers.sheet_file import sheet_file
from tournaments.papers.slips.result_slips import match_slip_pdf, slips_pdf
from tournaments.papers.slips.score_cards import score_cards_pdf
from tournaments.papers.slips.stacks import stack_of, stack_of_match
from tournaments.read.events import event_of, tournament_of
from tournaments.read.matches.head import MatchHead


@require_safe
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything there is to print."""

    def page() -> HttpResponse:
        context = {"sheet": papers_sheet(tournament, request.GET), "nav": nav}
        return render(request, "tournaments/papers/page.html", context)

    try:
        tournament = tournament_of(pk)
        nav = top(request, tournament, "papers")
        if nav.staff:
            warm()
        return with_etag(request, [tournament.stream], page, nav.clock)
    except RuleBroken as broken:
        return refused(request, broken)


@require_safe
def sheet_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The draw sheet of one bracket."""

    def make(event: Event) -> HttpResponse:
        file = sheet_file(event, request.GET)
        return pdf(file.name, file.pdf)

    return _public(request, pk, make)


@require_safe
def places_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Print the places, with room for prize and signature."""
    paper = request.GET.get("paper", "A4")
    return _public(request, pk, lambda event: pdf(f"places-{pk}.pdf", listing_pdf(place_list(event), paper)))


@require_safe
def event_rules_of(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of an event, for the wall."""
    paper = request.GET.get("paper", "A4")
    return _public(request, pk, lambda event: pdf(f"rules-{pk}.pdf", event_rules_pdf(event_rules(event), paper)))


@require_safe
@admitted("desk", an_event, "papers")
def cards_pdf(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Score cards of the matches asked for; with ``scan`` each has a code that leads to its match."""
    paper = request.GET.get("paper", "A5")
    address = addresses_of(request)[0] if "scan" in request.GET else ""
    return pdf(f"cards-{event.pk}.pdf", score_cards_pdf(stack_of(event, request.GET), paper, address))


@require_safe
@admitted("desk", an_event, "papers")
def slips(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Result slips of the matches asked for."""
    paper = request.GET.get("paper", "A4")
    return pdf(f"slips-{event.pk}.pdf", slips_pdf(stack_of(event, request.GET), paper))


@require_safe
@admitted("desk", an_event, "papers")
def entry_list_pdf(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """The entry list with who has paid: for the desk only."""
    order, paper = request.GET.get("order", "name"), request.GET.get("paper", "A4")
    return pdf(f"entrants-{event.pk}.pdf", listing_pdf(entry_list(event, order), paper))


@require_safe
@admitted("desk", an_event, "papers")
def sign_in_pdf(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """The list on which players sign in."""
    paper = request.GET.get("paper", "A4")
    return pdf(f"sign-in-{event.pk}.pdf", listing_pdf(sign_in_list(event), paper))


@require_safe
@admitted("desk", an_event, "papers")
def badges(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Badges to cut out."""
    paper = request.GET.get("paper", "A4")
    return pdf(f"badges-{event.pk}.pdf", badges_pdf(badges_of(event), paper))


@require_safe
@admitted("desk", an_event, "papers")
def certificates(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Certificates of the first places."""
    paper, places = request.GET.get("paper", "A4"), request.GET.get("places", "")
    return pdf(f"certificates-{event.pk}.pdf", certificates_pdf(certificates_of(event, places), paper))


@require_safe
@admitted("desk", a_tournament, "papers")
def table_cards(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """A card for each table, with the Wi-Fi and the address of the draw."""
    paper = request.GET.get("paper", "A4")
    cards = table_cards_of(tournament, addresses_of(request)[0])
    return pdf(f"tables-{tournament.pk}.pdf", table_cards_pdf(cards, paper))


@require_safe
@admitted("desk", a_match, "papers")
def match_slip(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The slip of one match, for the desk and for the winner."""
    paper = request.GET.get("paper", "A4")
    return pdf(f"slip-{head.match.code}.pdf", match_slip_pdf(stack_of_match(head.match), paper))


def _public(request: HttpRequest, pk: int, make: Callable[[Event], HttpResponse]) -> HttpResponse:
    try:
        event = event_of(pk)
        with printed_for(event.tournament):
            return with_etag(request, [event.tournament.stream], lambda: make(event))
    except RuleBroken as broken:
        return refused(request, broken)
