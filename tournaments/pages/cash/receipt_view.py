"""A receipt to print: for the desk, which gave it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.http.access import Named, admitted
from tournaments.http.answers import pdf
from tournaments.http.navigation import Nav
from tournaments.models import Tournament
from tournaments.papers.money.receipt import receipt_pdf
from tournaments.read.money.receipts import receipt_paper, tournament_of_receipt


def a_receipt(pk: int) -> Named[tuple[Tournament, int]]:
    """Return the tournament of a receipt, and its record."""
    tournament = tournament_of_receipt(pk)
    return Named((tournament, pk), tournament, 0)


@require_safe
@admitted("desk", a_receipt, "money")
def receipt(request: HttpRequest, named: tuple[Tournament, int], nav: Nav) -> HttpResponse:
    """Render one receipt, on A6 or as a slip."""
    tournament, record = named
    paper = receipt_paper(tournament, record)
    return pdf(f"receipt-{paper.receipt.number:04d}.pdf", receipt_pdf(paper, request.GET.get("paper", "A6")))
